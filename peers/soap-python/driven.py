"""How these programs are driven (../README.md), and zeep's way to a service."""

import json
import os
import pathlib
import sys
import threading

import requests
import zeep

HERE = pathlib.Path(__file__).resolve().parent


def pattern(size):
    return bytes((i * 31 + 7) & 0xFF for i in range(256)) * (size // 256) + bytes((i * 31 + 7) & 0xFF for i in range(size % 256))


def serve(start):
    """`start` gets the host and port to listen on, and gives the port that it is and what serves."""
    if len(sys.argv) < 2 or sys.argv[1] != "tcp":
        sys.exit(f"usage: {sys.argv[0]} tcp [PORT]")
    port, forever = start(os.environ.get("MANYRPC_LISTEN", "127.0.0.1"), int((sys.argv[2:] or ["0"])[0]))
    threading.Thread(target=forever, daemon=True).start()
    print("PORT", port, flush=True)
    sys.stdin.read()
    os._exit(0)


def service(definition, interface):
    """
    The service of `tcp HOST PORT [NAME=VALUE...]`, and its document:

      version=1.1|1.2      that is spoken (1.1)
      path=/PATH           of requests (/)
      wsdl=served          is read from there with ?wsdl, not from a file; then the first binding of the version is spoken
      user=NAME:PASSWORD   HTTP Basic
    """
    if len(sys.argv) < 4 or sys.argv[1] != "tcp":
        sys.exit(f"usage: {sys.argv[0]} tcp HOST PORT [NAME=VALUE...]")
    options = {"version": "1.1", "path": "/", "wsdl": "file", **dict(option.split("=", 1) for option in sys.argv[4:])}
    address = f"http://{sys.argv[2]}:{sys.argv[3]}{options['path']}"
    session = requests.Session()
    session.trust_env = False
    if "user" in options:
        session.auth = tuple(options["user"].split(":", 1))
    served = options["wsdl"] == "served"
    where = f"{address}?wsdl" if served else str(HERE / f"{definition}.wsdl")
    client = zeep.Client(where, transport=zeep.Transport(session=session), settings=zeep.Settings(xml_huge_tree=True))
    kind = zeep.wsdl.bindings.Soap12Binding if options["version"] == "1.2" else zeep.wsdl.bindings.Soap11Binding
    found = [name for name, binding in client.wsdl.bindings.items() if isinstance(binding, kind)]
    if not served:
        found = [name for name in found if f"}}{interface}Soap" in name]
    if not found:
        raise ValueError(f"no binding of SOAP {options['version']}")
    return client, client.create_service(found[0], address)


def obey(more):
    """`more` gets the words of a line, and gives the answer, or nothing if it knows no such command."""
    for line in sys.stdin:
        try:
            match line.split():
                case ["pin", cpu]:
                    os.sched_setaffinity(0, {int(cpu)})
                    answer = "ok"
                case words:
                    answer = more(words)
            if answer is None:
                raise ValueError("commands: run WORKLOAD CALLS, case NAME, cases, pin CPU")
        except Exception as error:  # whatever the library makes of an answer is the answer
            answer = json.dumps({"error": f"{type(error).__name__}: {error}"[:500]})
        print(answer, flush=True)
