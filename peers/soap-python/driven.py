"""How these programs are driven (../README.md), and zeep's way to a service."""

import datetime
import gzip
import json
import logging
import os
import pathlib
import socketserver
import ssl
import sys
import threading
import wsgiref.simple_server

import lxml.etree
import requests
import zeep
import zeep.wsa
import zeep.wsse.username

HERE = pathlib.Path(__file__).resolve().parent


def pattern(size):
    return bytes((i * 31 + 7) & 0xFF for i in range(256)) * (size // 256) + bytes((i * 31 + 7) & 0xFF for i in range(size % 256))


def serve(start):
    """
    `start` gets the host and port to listen on, and gives the port that it is and what serves. In
    `tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]` the files are for TLS (`secured`).
    """
    if len(sys.argv) < 2 or sys.argv[1] != "tcp":
        sys.exit(f"usage: {sys.argv[0]} tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]")
    port, forever = start(os.environ.get("MANYRPC_LISTEN", "127.0.0.1"), int((sys.argv[2:] or ["0"])[0]))
    threading.Thread(target=forever, daemon=True).start()
    print("PORT", port, flush=True)
    sys.stdin.read()
    os._exit(0)


def secured(listener):
    """A socket that listens, behind TLS if the command line has its files; with an authority, clients must have certificates."""
    match sys.argv[3:]:
        case [certificate, key, *authority]:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            if authority:
                context.verify_mode = ssl.CERT_REQUIRED
                context.load_verify_locations(authority[0])
            return context.wrap_socket(listener, server_side=True)
    return listener


def spyne(service, namespace, host, port):
    """Serves one service there, for `serve`; with `encoding=NAME` behind the port, its messages are in that."""
    from spyne import Application
    from spyne.protocol.soap import Soap11
    from spyne.server.wsgi import WsgiApplication

    class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
        daemon_threads = True

    class Handler(wsgiref.simple_server.WSGIRequestHandler):
        def log_message(self, *_):
            pass

    logging.disable(logging.CRITICAL)
    encodings = [option.removeprefix("encoding=") for option in sys.argv[3:] if option.startswith("encoding=")]
    said = Soap11(encoding=encodings[0]) if encodings else Soap11()
    application = Application([service], namespace, name=service.__name__, in_protocol=Soap11(huge_tree=True), out_protocol=said)
    server = wsgiref.simple_server.make_server(host, port, WsgiApplication(application), Server, Handler)
    server.socket = secured(server.socket)
    return server.server_port, server.serve_forever


ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"


class Transport(zeep.Transport):
    """Sends messages in another encoding, and says so in the document or in the type of its content; or compressed ones."""

    encoding = declared = coding = None

    def load(self, url):
        """The schema of SOAP's encoding is not fetched."""
        return super().load(str(HERE / "encoding.xsd") if url == ENCODING else url)

    def post_xml(self, address, envelope, headers):
        if self.coding:
            message = gzip.compress(lxml.etree.tostring(envelope, encoding="utf-8", xml_declaration=True))
            answer = self.post(address, message, headers | {"Content-Encoding": self.coding})
            if answer.headers.get("Content-Encoding") != self.coding:
                raise ValueError("the answer is not compressed")
            return answer
        if self.encoding is None:
            return super().post_xml(address, envelope, headers)
        message = lxml.etree.tostring(envelope, encoding=self.encoding, xml_declaration=self.declared == "document")
        kind = f"; charset={self.encoding}" if self.declared == "type" else ""
        headers = headers | {"Content-Type": headers["Content-Type"].replace("; charset=utf-8", kind)}
        return self.post(address, message, headers)


def token(user, kind):
    """Of Web Services Security, with a timestamp."""
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    times = [(now + datetime.timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z") for minutes in (0, 5)]
    timestamp = zeep.wsse.utils.WSU.Timestamp(zeep.wsse.utils.WSU.Created(times[0]), zeep.wsse.utils.WSU.Expires(times[1]))
    return zeep.wsse.username.UsernameToken(*user, use_digest=kind == "digest", timestamp_token=timestamp)


def service(definition, interface, more=()):
    """
    The service of `tcp HOST PORT [NAME=VALUE...]`, with more of these options (the command `with NAME=VALUE...`), and its document:

      port=N               instead of PORT
      version=1.1|1.2      that is spoken (1.1)
      path=/PATH           of requests (/)
      wsdl=served          is read from there with ?wsdl, not from a file; then the first binding of the version is spoken
      user=NAME:PASSWORD   HTTP Basic
      token=text|digest    the user in a UsernameToken instead, with a timestamp
      wsa=on               WS-Addressing
      authority=FILE       https, with an authority of certificates
      certificate=FILE key=FILE   for it
      coding=gzip          of requests, and as it must be of their answers
      encoding=NAME declared=document|type   of requests (UTF-8), and where they say so
    """
    if len(sys.argv) < 4 or sys.argv[1] != "tcp":
        sys.exit(f"usage: {sys.argv[0]} tcp HOST PORT [NAME=VALUE...]")
    options = {"version": "1.1", "path": "/", "wsdl": "file", "port": sys.argv[3]}
    options |= dict(option.split("=", 1) for option in [*sys.argv[4:], *more])
    scheme = "https" if "authority" in options else "http"
    address = f"{scheme}://{sys.argv[2]}:{options['port']}{options['path']}"
    session = requests.Session()
    session.trust_env = False
    session.verify = options.get("authority", True)
    if "key" in options:
        session.cert = options["certificate"], options["key"]
    user = tuple(options["user"].split(":", 1)) if "user" in options else None
    shown = token(user, options["token"]) if "token" in options else None
    session.auth = None if shown else user
    transport = Transport(session=session)
    transport.encoding, transport.declared = options.get("encoding"), options.get("declared", "document")
    transport.coding = options.get("coding")
    served = options["wsdl"] == "served"
    where = f"{address}?wsdl" if served else str(HERE / f"{definition}.wsdl")
    plugins = [zeep.wsa.WsAddressingPlugin()] if "wsa" in options else []
    settings = zeep.Settings(xml_huge_tree=True)
    client = zeep.Client(where, transport=transport, settings=settings, wsse=shown, plugins=plugins)
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
                raise ValueError("commands: run WORKLOAD CALLS, case NAME, cases, with NAME=VALUE..., pin CPU")
        except Exception as error:  # whatever the library makes of an answer is the answer
            answer = json.dumps({"error": f"{type(error).__name__}: {error}"[:500]})
        print(answer, flush=True)
