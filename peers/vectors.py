#!/usr/bin/python3
"""vectors.py: writes vectors/{grpc,xmlrpc,jsonrpc}, what the peers of Database.Request say on the wire. Run it after
build.sh. Each client calls the server of its own language through a relay that keeps the bytes of both."""

import http.client
import json
import pathlib
import re
import select
import socket
import subprocess
import sys
import textwrap
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE.parent / "vectors"
CALLS = 2  # of the ids 0 and 1
sys.path.insert(0, str(HERE / "python"))

import record  # noqa: E402  the peer's own


def output(*words, **more):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, **more).stdout


def debian(package):
    return output("dpkg-query", "-W", "-f", "${Version}", package, text=True)


def pinned(file, pattern):
    return re.search(pattern, (HERE / file).read_text()).group(1)


def java(artifact):
    pom = (HERE / "java/pom.xml").read_text()
    version = re.search(rf"<artifactId>{artifact}</artifactId>\s*<version>(.*?)</version>", pom).group(1)
    return pinned("java/pom.xml", "<grpc>(.*?)</grpc>") if version == "${grpc}" else version


def sources():
    """What made the bytes, by system and language."""
    jdk = "the HTTP of Java " + output("java", "--version", text=True).split()[1]
    webrick, ruby = f"WEBrick {debian('ruby-webrick')}", debian("ruby")
    python = sys.version.split()[0]
    return {
        "grpc": {
            "cpp": f"gRPC C++ {debian('libgrpc++-dev')}",
            "ruby": f"ruby-grpc {debian('ruby-grpc')}",
            "python": f"python3-grpcio {debian('python3-grpcio')}",
            "go": f"grpc-go {pinned('go/go.mod', r'google.golang.org/grpc (v[0-9.]+)')}",
            "java": f"grpc-java {java('grpc-stub')} over its Netty",
            "rust": "tonic " + pinned("rust/Cargo.lock", r'name = "tonic"\nversion = "(.*?)"'),
        },
        "xmlrpc": {
            "cpp": f"xmlrpc-c {debian('libxmlrpc-c++8-dev')}",
            "ruby": f"ruby-xmlrpc {debian('ruby-xmlrpc')}, {webrick}",
            "python": f"xmlrpc of Python {python}",
            "java": f"Apache XML-RPC {java('xmlrpc-client')}, {jdk}",
        },
        "jsonrpc": {
            "cpp": f"libjson-rpc-cpp {debian('libjsonrpccpp-dev')}",
            "ruby": f"json and Net::HTTP of Ruby {ruby}, {webrick}",
            "java": f"jsonrpc2-client {java('jsonrpc2-client')}, jsonrpc2-server {java('jsonrpc2-server')}, {jdk}",
        },
    }


class Relay:
    """Between one client and one server; `pieces` are (who, milliseconds, bytes) as they came."""

    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.server_port, self.pieces = port, []
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        # One connection after the other: who keeps none open has several.
        self.listener.settimeout(30)
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.forward(client, socket.create_connection(("127.0.0.1", self.server_port)))

    def forward(self, client, server):
        ends = {client: ("c", server), server: ("s", client)}
        start = time.monotonic()
        while ends:
            for ready in select.select(list(ends), [], [])[0]:
                who, other = ends[ready]
                data = ready.recv(65536)
                if not data:
                    client.close(), server.close()
                    return
                self.pieces.append((who, int((time.monotonic() - start) * 1000), data))
                other.sendall(data)

    def said(self, who):
        return b"".join(data for speaker, _, data in self.pieces if speaker == who)


def start(program, *arguments):
    return subprocess.Popen(
        [HERE / "build" / program, "tcp", *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip


def exchange(system, language, port):
    """The relay after the calls of this language's client."""
    relay = Relay(port)
    client = start(f"{language}/{system}_client", "127.0.0.1", relay.listener.getsockname()[1])
    answer, _ = client.communicate(f"run info {CALLS}\n")
    if len(json.loads(answer).get("ns", [])) != CALLS:
        sys.exit(f"{system} {language}: {answer}")
    return relay


def bodies(stream):
    """The bodies of the HTTP messages in a stream."""
    found = []
    while stream:
        head, _, rest = stream.partition(b"\r\n\r\n")
        if re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
            body = b""
            while True:
                size, _, rest = rest.partition(b"\r\n")
                size = int(size, 16)
                body, rest = body + rest[:size], rest[size + 2 :]
                if size == 0:
                    break
        else:
            length = int((re.search(rb"(?i)\r\ncontent-length: *(\d+)", head) or [0, 0])[1])
            body, rest = rest[:length], rest[length:]
        found.append(body)
        stream = rest
    return found


def write(name, comments, data):
    path = OUT / f"{name}.hex"
    lines = [f"# {key}: {value}" for key, value in comments.items()] + textwrap.wrap(data.hex(), 64)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def value_of(number):
    return dict(record.of(number, False), photo="")


def refused(system, port):
    """Answers to calls that are wrong: an operation that nobody has, and an id that has no record."""
    if system == "xmlrpc":
        call = (
            '<?xml version="1.0"?><methodCall><methodName>{}</methodName><params><param><value><struct><member><name>id</name>'
            "<value><int>-1</int></value></member><member><name>photo</name><value><boolean>0</boolean></value></member>"
            "</struct></value></param></params></methodCall>"
        )
        path, kind = "/RPC2", "text/xml"
    else:
        call = '{{"jsonrpc":"2.0","method":"{}","params":{{"id":-1,"photo":false}},"id":7}}'
        path, kind = "/", "application/json"
    for name, method in (("unknown-method", "Database.Nothing"), ("no-such-id", "Database.Request")):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("POST", path, call.format(method), {"Content-Type": kind})
        yield name, call.format(method), connection.getresponse().read()
        connection.close()


def over_http(system, language, source, port):
    relay = exchange(system, language, port)
    for role, said in (("request", relay.said("c")), ("reply", relay.said("s"))):
        got = bodies(said)
        if len(got) != CALLS:
            sys.exit(f"{system} {language}: {len(got)} bodies")
        for number, body in enumerate(got):
            wanted = {"id": number, "photo": False} if role == "request" else value_of(number)
            comments = {
                "source": f"{source}, peers/{language}",
                "type": f"Database.Request.{role}",
                "value": compact(wanted),
            }
            write(f"{system}/{language}-{role}-{number}", comments, body)
    for name, call, body in refused(system, port):
        write(f"{system}/{language}-fault-{name}", {"source": f"{source}, peers/{language}", "reply to": call}, body)


def over_http2(language, source, port):
    relay = exchange("grpc", language, port)
    lines = [
        f"# source: {source}, peers/{language}",
        f"# what: Database.Request of the ids 0 to {CALLS - 1}, without photo, one after the other on one connection",
    ] + [f"{who} {ms} {data.hex()}" for who, ms, data in relay.pieces]
    (OUT / f"grpc/{language}.trace").write_text("\n".join(lines) + "\n")


def messages():
    """What protoc makes of the messages in its text form."""
    source = output("protoc", "--version", text=True).strip().replace("libprotoc", "protoc") + " --encode"
    photo = record.PHOTO[:300]
    cases = {"request-0": {}, "request-1": {"id": 1}, "request-photo": {"id": 2147483647, "photo": True}, "request-negative": {"id": -1}}
    cases |= {f"info-{number}": record.of(number, False) for number in range(4)}
    cases |= {"info-default": {}, "info-photo": dict(record.of(5, False), photo=photo)}
    for name, value in cases.items():
        kind = "InfoRequest" if name.startswith("request") else "Info"
        value = {field: what for field, what in value.items() if what != b""}
        text = "".join(f"{field}: {in_text(what)}\n" for field, what in value.items())
        command = ("protoc", "-I", str(HERE.parent / "interfaces"), f"--encode=rpcbench.{kind}", "database.proto")
        data = output(*command, input=text.encode())
        shown = {field: what.hex() if isinstance(what, bytes) else what for field, what in value.items()}
        comments = {"source": source, "type": f"rpcbench.{kind}", "value": compact(shown)}
        write(f"grpc/{name}", comments, data)


def in_text(value):
    if isinstance(value, bytes):
        return '"' + "".join(f"\\{byte:03o}" for byte in value) + '"'
    return json.dumps(value, ensure_ascii=False)


def main():
    for system, languages in sources().items():
        (OUT / system).mkdir(parents=True, exist_ok=True)
        for language, source in languages.items():
            server = start(f"{language}/{system}_server")
            port = int(server.stdout.readline().split()[1])
            if system == "grpc":
                over_http2(language, source, port)
            else:
                over_http(system, language, source, port)
            server.stdin.close()
            server.wait()
    messages()


main()
