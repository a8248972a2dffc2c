#!/usr/bin/python3
"""soap_vectors.py [PEER...]: writes vectors/soap, what the SOAP peers say to each other. Run it after build.sh. Each client calls a server
through a relay that keeps the bytes of both."""

import pathlib
import re
import select
import socket
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE.parent / "vectors/soap"
WORKLOADS = ["nothing", "add", "echo:0", "echo:12", "ints:0", "ints:3", "sum:3", "transfer:12", "concat", "info", "count"]


def debian(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, capture_output=True, text=True).stdout


def gsoap(program, name, options=(), server_options=()):
    program = f"soap-gsoap/gsoap{program}"
    return (f"gsoap-{name}", f"gSOAP {debian('gsoap')}", f"{program}_server", f"{program}_client", options, server_options)


def cxf(program, name, options=(), server_options=()):
    version = re.search("<cxf>(.*?)</cxf>", (HERE / "soap-cxf/pom.xml").read_text())[1]
    program = f"soap-cxf/cxf{program}"
    return (f"cxf-{name}", f"Apache CXF {version}", f"{program}_server", f"{program}_client", options, server_options)


def lite():
    program = "soap-lite/lite"
    return ("lite-encoded", f"SOAP::Lite {debian('libsoap-lite-perl')}", f"{program}_server", f"{program}_client", (), ())


def python(name, server, client, options=()):
    source = f"zeep {debian('python3-zeep')} (requests), " + (f"spyne {debian('python3-spyne')}" if server.startswith("soap-python") else "gSOAP")
    return (f"zeep-{name}", source, server, f"soap-python/zeep_{client}", options, ())


def rows():
    """File, what made the bytes, server, client, the client's options, the server's."""
    mtom = ["mtom=on"]
    yield gsoap("", "document-1.1")
    yield gsoap("", "document-1.2", ["version=1.2"])
    yield gsoap("", "document-mtom", mtom, mtom)
    yield gsoap("_rpc", "rpc-1.1")
    yield gsoap("_rpc", "rpc-1.2", ["version=1.2"])
    yield gsoap("_encoded", "encoded")
    yield gsoap("_features", "features-1.1")
    yield gsoap("_features", "features-1.2", ["version=1.2"])
    yield gsoap("_graphs", "graphs")
    yield cxf("", "document-1.1")
    yield cxf("", "document-1.2", ["version=1.2"])
    yield cxf("", "document-mtom", mtom, mtom)
    yield cxf("_rpc", "rpc-1.1")
    yield cxf("_features", "features-1.1")
    yield cxf("_features", "features-1.2", ["version=1.2"])
    yield python("spyne-1.1", "soap-python/spyne_server", "client", ["wsdl=served"])
    yield python("rpc-1.2", "soap-gsoap/gsoap_rpc_server", "rpc_client", ["version=1.2"])
    yield python("features-1.1", "soap-gsoap/gsoap_features_server", "features_client")
    yield lite()


class Relay:
    """Between a client and a server; `messages` are (who, bytes), a whole HTTP message each."""

    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.server_port, self.messages, self.lock = port, [], threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.server_port))
            threading.Thread(target=self.forward, args=(client, server), daemon=True).start()

    def forward(self, client, server):
        ends, held = {client: ("c", server), server: ("s", client)}, {"c": b"", "s": b""}
        while True:
            for ready in select.select(list(ends), [], [])[0]:
                who, other = ends[ready]
                try:
                    data = ready.recv(1 << 16)
                except ConnectionError:
                    data = b""
                if not data:
                    client.close(), server.close()
                    return
                held[who] += data
                while (whole := message(held[who])) is not None:
                    with self.lock:
                        self.messages.append((who, whole))
                    held[who] = held[who][len(whole) :]
                other.sendall(data)

    def taken(self):
        with self.lock:
            said, self.messages = self.messages, []
        return said


def message(data):
    """The HTTP message that begins there, if it is all there."""
    head, found, rest = data.partition(b"\r\n\r\n")
    if not found:
        return None
    if re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
        end = data.find(b"\r\n0\r\n\r\n", len(head))
        return data[: end + 7] if end >= 0 else None
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    whole = len(head) + 4 + int(length[1] if length else 0)
    return data[:whole] if len(data) >= whole else None


def body(whole):
    head, _, rest = whole.partition(b"\r\n\r\n")
    if not re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
        return head, rest
    found = b""
    while True:
        size, _, rest = rest.partition(b"\r\n")
        size = int(size.split(b";")[0], 16)
        if size == 0:
            return head, found
        found, rest = found + rest[:size], rest[size + 2 :]


def start(program, *arguments):
    return subprocess.Popen(
        [HERE / "build" / program, "tcp", *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def ask(program, line):
    program.stdin.write(line + "\n")
    program.stdin.flush()
    return program.stdout.readline().strip()


def told(name, who, whole):
    """A heading, the head's lines that matter, and the body: as it is without what follows the document, or packages of MIME in hex."""
    head, data = body(whole)
    lines = head.decode("latin-1").split("\r\n")
    kept = [line for line in lines[1:] if re.match(r"(?i)(content-type|soapaction):", line)]
    kept = [lines[0] if who == "s" else lines[0].split(" ")[0], *kept]
    yield f"== {name} {'request' if who == 'c' else 'reply'}"
    yield from (f"# {line}" for line in kept)
    if not data:
        return
    if re.search(r"(?im)^content-type: *multipart/", "\n".join(kept)) or b"\r" in data.rstrip():
        yield "hex"
        yield from (data.hex()[i : i + 120] for i in range(0, len(data.hex()), 120))
    else:
        yield data.decode("utf-8").rstrip()


def exchange(row):
    name, source, server, client, options, server_options = row
    served = start(server, 0, *server_options)
    relay = Relay(int(served.stdout.readline().split()[1]))
    caller = start(client, "127.0.0.1", relay.listener.getsockname()[1], *options)
    cases = ask(caller, "cases")
    if cases.startswith("{") or not cases:
        asked = [(workload, f"run {workload} 1") for workload in WORKLOADS]
    else:
        # `binaries` is too large to be kept.
        asked = [(case, f"case {case}") for case in cases.split() if case != "binaries"]
    lines = [f"# source: {source}"]
    for case, line in asked:
        answer = ask(caller, line)
        if answer != "ok" and not answer.startswith('{"ns":'):
            print(f"{name} {case}: {answer}", file=sys.stderr)
        for who, whole in relay.taken():
            lines += told(case, who, whole)
    caller.stdin.close()
    served.stdin.close()
    (OUT / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


OUT.mkdir(exist_ok=True)
for row in rows():
    if len(sys.argv) == 1 or row[0].split("-")[0] in sys.argv[1:]:
        exchange(row)
