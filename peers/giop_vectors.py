#!/usr/bin/python3
"""giop_vectors.py [omniorb|jacorb]: writes vectors/giop, what the CORBA peers say on the wire. Run it after build.sh.

A relay stands between a client and the server, whose references name the relay; it keeps the messages of both, cut at
their GIOP headers. For what no client says by itself, this program is the client: the answers are the known ones."""

import pathlib
import queue
import socket
import struct
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE.parent / "vectors" / "giop"
PATIENCE = 2  # seconds


class Relay:
    """In front of `server_port`, which may be set after the start; `messages` are (who, milliseconds, bytes) as they came."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.server_port, self.messages, self.lock = None, [], threading.Lock()
        self.ended = queue.Queue()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.server_port))
            for who, source, sink in (("c", client, server), ("s", server, client)):
                threading.Thread(target=self.forward, args=(who, source, sink), daemon=True).start()

    def forward(self, who, source, sink):
        for message in messages(source):
            with self.lock:
                self.messages.append((who, time.monotonic(), message))
            try:
                sink.sendall(message)
            except OSError:
                break
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.ended.put(who)

    def take(self):
        with self.lock:
            taken, self.messages = self.messages, []
        while not self.ended.empty():
            self.ended.get()
        return taken


def exactly(source, size):
    data = b""
    while len(data) < size:
        try:
            more = source.recv(size - len(data))
        except OSError:
            more = b""
        if not more:
            return None
        data += more
    return data


def messages(source):
    """The GIOP messages of a connection until its end."""
    while head := exactly(source, 12):
        order = "<" if head[6] & 1 else ">"
        body = exactly(source, struct.unpack(order + "I", head[8:])[0])
        if body is None:
            return
        yield head + body


class Orb:
    def __init__(self, name, source, publish, server_options, client_options):
        self.name, self.source, self.publish = name, source, publish
        self.server_options, self.client_options = server_options, client_options
        self.directory = HERE / "build" / name

    def server(self, relay, *options):
        # Not 0: a server prints the port of its references, which is the relay's.
        with socket.create_server(("127.0.0.1", 0)) as free:
            relay.server_port = free.getsockname()[1]
        process = subprocess.Popen(
            [self.directory / f"{self.name}_server", "tcp", str(relay.server_port), *self.publish(relay.port), *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        process.stdout.readline()
        objects = []
        while (line := process.stdout.readline().split()) != ["ready"]:
            objects.append("object " + " ".join(line[1:]))
        return process, objects

    def client(self, relay, commands, *options):
        process = subprocess.run(
            [self.directory / f"{self.name}_client", "tcp", "127.0.0.1", str(relay.port), *options],
            input="\n".join(commands) + "\n", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        for command, answer in zip(commands, process.stdout.splitlines()):
            if answer != "ok" and not answer.startswith('{"ns"'):
                print(f"{self.name} {' '.join(options)}: {command[:60]}: {answer}", file=sys.stderr)


def write(name, orb, what, said):
    if not said:  # it lacks the case
        return
    OUT.mkdir(parents=True, exist_ok=True)
    lines = [f"# source: {orb.source}", f"# what: {what}"]
    lines += [f"{who} {int((when - said[0][1]) * 1000)} {data.hex()}" for who, when, data in said]
    (OUT / f"{orb.name}-{name}.trace").write_text("\n".join(lines) + "\n")


def calls(orb):
    cases = "exchange attributes exceptions exception-undeclared factory inheritance pseudo-operations unknown-object unknown-operation".split()
    for version in ("1.0", "1.1", "1.2"):
        relay = Relay()
        server, objects = orb.server(relay, *orb.server_options(version))
        select = orb.client_options(version)
        for case in cases:
            orb.client(relay, [*objects, f"case {case}"], *select)
            write(f"{version}-{case}", orb, f"case {case}, GIOP {version}", relay.take())
        orb.client(relay, [*objects, "case forwarded", "case forwarded-for-good"], *select)
        write(f"{version}-forwarded", orb, f"cases forwarded and forwarded-for-good, GIOP {version}", relay.take())
        orb.client(relay, [*objects, "run nothing 1", "run add 2", "run info 1", "run ints:3 1", "run concat 1"], *select)
        write(f"{version}-bench", orb, f"workloads nothing, add twice, info, ints:3 and concat, GIOP {version}", relay.take())
        orb.client(relay, [*objects, "run sum:2100 1"], *select)
        write(f"{version}-large", orb, f"workload sum:2100, GIOP {version}", relay.take())
        orb.client(relay, [*objects, "case timeout"], *select)
        write(f"{version}-timeout", orb, f"case timeout, GIOP {version}: a call that the client gives up", relay.take())
        if version == "1.2":
            for case in ("strings-beyond-latin1", "wide", "unions", "decimals", "references", "any-wide"):
                orb.client(relay, [*objects, f"case {case}"], *select)
                write(f"{version}-{case}", orb, f"case {case}, GIOP {version}", relay.take())
        server.stdin.close()
        server.wait()


# What this program says itself: messages in big endian, so that the answers show which byte order a server takes.


class Cdr:
    """CDR behind a GIOP header."""

    def __init__(self, minor, kind, flags=0):
        self.minor, self.kind, self.flags, self.body = minor, kind, flags, b""

    def align(self, to):
        self.body += b"\0" * (-(12 + len(self.body)) % to)
        return self

    def octets(self, data):
        self.body += data
        return self

    def number(self, value):
        self.align(4)
        self.body += struct.pack(">I", value)
        return self

    def counted(self, data):
        return self.number(len(data)).octets(data)

    def contexts(self, contexts):
        self.number(len(contexts))
        for which, data in contexts:
            self.number(which).counted(data)
        return self

    def message(self):
        return b"GIOP" + bytes((1, self.minor, self.flags, self.kind)) + struct.pack(">I", len(self.body)) + self.body


def request(minor, number, key, operation, arguments=b"", contexts=(), expected=3, target=None):
    """`arguments` begin at a multiple of 8 if there are any."""
    made = Cdr(minor, 0)
    name = operation.encode() + b"\0"
    if minor < 2:
        made.contexts(contexts).number(number).octets(b"\1" if expected else b"\0")
        made.counted(key).counted(name).counted(b"")
    else:
        made.number(number).octets(bytes((expected, 0, 0, 0)))
        if target is None:
            made.octets(struct.pack(">HH", 0, 0)).counted(key)
        else:
            made.octets(target)
        made.counted(name).contexts(contexts)
        if arguments:
            made.align(8)
    return made.octets(arguments).message()


def locate(minor, number, key):
    made = Cdr(minor, 3).number(number)
    if minor == 2:
        made.octets(struct.pack(">HH", 0, 0))
    return made.counted(key).message()


def by_reference(profile, whole, type_id):
    """A target that is a profile (1) or a reference with an index (2); at offset 8 of the message's body."""
    tag, data = profile
    if not whole:
        return struct.pack(">HHII", 1, 0, tag, len(data)) + data
    text = type_id.encode() + b"\0"
    made = struct.pack(">HHI", 2, 0, 0) + struct.pack(">I", len(text)) + text
    made += b"\0" * (-len(made) % 4) + struct.pack(">III", 1, tag, len(data)) + data
    return made


def first_profile(ior):
    data = bytes.fromhex(ior.removeprefix("IOR:"))
    order = "<" if data[0] else ">"
    (length,) = struct.unpack_from(order + "I", data, 4)
    at = 8 + length
    type_id = data[8 : at - 1].decode()
    at += -at % 4
    _, tag, size = struct.unpack_from(order + "III", data, at)
    return type_id, (tag, data[at + 12 : at + 12 + size])


def probe(orb, relay, name, what, *sent, answers=1):
    """Sends these over one connection, and takes so many answers, or all until the end."""
    with socket.create_connection(("127.0.0.1", relay.server_port)) as server:
        said = []
        for message in sent:
            server.sendall(message)
            said.append(("c", time.monotonic(), message))
        # It may not answer at all.
        server.settimeout(PATIENCE if answers else None)
        for answer in messages(server):
            said.append(("s", time.monotonic(), answer))
            answers -= 1
            if answers == 0:
                break
        else:
            what += "; then nothing" if silent(server) else "; then the server closes the connection"
    write(f"probe-{name}", orb, what, said)


def silent(server):
    """Whether it has not closed the connection either."""
    try:
        return server.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


def probes(orb):
    relay = Relay()
    server, objects = orb.server(relay)
    references = {line.split()[1]: line.split()[2] for line in objects}
    type_id, profile = first_profile(references["manyrpc.Bench"])
    bench = key_of(profile[1])
    moved = key_of(first_profile(references.get("features.Moved", references["features.Bank"]))[1][1])
    two = struct.pack(">ii", 40, 2)
    for minor in range(3):
        version = f"1.{minor}"
        call = request(minor, 7, bench, "nothing")
        probe(orb, relay, f"{version}-nothing", f"a call in big endian, GIOP {version}", call)
        probe(orb, relay, f"{version}-locate", "an object that is there, one that is not, another one",
              locate(minor, 1, bench), locate(minor, 2, b"\0nowhere"), locate(minor, 3, moved), answers=3)  # fmt: skip
        probe(orb, relay, f"{version}-context", "a service context that nobody knows, and one of an unknown code set",
              request(minor, 8, bench, "nothing", contexts=[(0x4D414E59, b"\0what?")]),
              request(minor, 9, bench, "nothing", contexts=[(1, bytes.fromhex("000000000badcafe0badcafe"))]), answers=2)  # fmt: skip
        probe(orb, relay, f"{version}-cancel", "a cancelled request that nobody made, then a call",
              Cdr(minor, 2).number(99).message(), call)  # fmt: skip
        probe(orb, relay, f"{version}-unknown-type", "a message of type 99", Cdr(minor, 99).message())
        probe(orb, relay, f"{version}-reply-to-nothing", "a reply to a server", Cdr(minor, 1).contexts([]).number(1).number(0).message())
        probe(orb, relay, f"{version}-short", "a request whose body ends in its header", Cdr(minor, 0).number(0).message())
    probe(orb, relay, "1.2-add", "add(40, 2), aligned to 8", request(2, 1, bench, "add", two))
    probe(orb, relay, "1.2-by-profile", "addressed by profile", request(2, 1, b"", "nothing", target=by_reference(profile, False, type_id)))
    probe(orb, relay, "1.2-by-reference", "addressed by reference", request(2, 1, b"", "nothing", target=by_reference(profile, True, type_id)))
    probe(orb, relay, "1.2-address-3", "addressed in a way that there is not", request(2, 1, b"", "nothing", target=struct.pack(">HH", 3, 0)))
    probe(orb, relay, "1.2-expects-nothing", "response flags 0, then a call", request(2, 1, bench, "nothing", expected=0), request(2, 2, bench, "nothing"))
    probe(orb, relay, "1.2-expects-receipt", "response flags 1", request(2, 1, bench, "nothing", expected=1))
    whole = request(2, 5, bench, "add", two)
    body = whole[12:]
    cut = len(body) - 8
    parts = [
        b"GIOP\1\2\2\0" + struct.pack(">I", cut) + body[:cut],
        b"GIOP\1\2\2\7" + struct.pack(">II", 8, 5) + two[:4],
        b"GIOP\1\2\0\7" + struct.pack(">II", 8, 5) + two[4:],
    ]
    between = request(2, 6, bench, "nothing")
    probe(orb, relay, "1.2-fragments", "add(40, 2) in three fragments, with another call between them", parts[0], between, *parts[1:], answers=2)
    probe(orb, relay, "1.2-fragment-of-nothing", "a fragment of a request that nobody made", parts[2])
    head = bytes.fromhex("010300000000000000000000")
    probe(orb, relay, "1.3", "a version that there is not", b"GIOP" + head[:4] + struct.pack(">I", 0))
    probe(orb, relay, "2.0", "a major version that there is not", b"GIOP\2\0\0\0" + struct.pack(">I", 0))
    server.stdin.close()
    server.wait()


def key_of(profile):
    """The object key in the body of an IIOP profile."""
    order = "<" if profile[0] else ">"
    (size,) = struct.unpack_from(order + "I", profile, 4)
    at = 8 + size
    at += -at % 2 + 2
    at += -at % 4
    (length,) = struct.unpack_from(order + "I", profile, at)
    return profile[at + 4 : at + 4 + length]


def close(orb, server_options):
    """What a server says that has done with a connection."""
    relay = Relay()
    server, objects = orb.server(relay, *server_options)
    bench = key_of(first_profile(next(line.split()[2] for line in objects if "manyrpc.Bench" in line))[1][1])
    for minor in range(3):
        probe(orb, relay, f"1.{minor}-close", "a call, then nothing until the server closes the connection",
              request(minor, 1, bench, "nothing"), answers=0)  # fmt: skip
    server.stdin.close()
    server.wait()


def debian(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, capture_output=True, text=True).stdout


def orbs():
    yield Orb(
        "omniorb",
        f"omniORB {debian('libomniorb4-2')}, peers/omniorb",
        lambda port: ("-ORBendPointPublish", f"giop:tcp:127.0.0.1:{port}"),
        lambda version: (),
        lambda version: ("-ORBmaxGIOPVersion", version),
    ), ("-ORBinConScanPeriod", "1", "-ORBscanGranularity", "1")
    pom = (HERE / "jacorb/pom.xml").read_text()
    yield Orb(
        "jacorb",
        f"JacORB {pom.split('<artifactId>jacorb</artifactId>')[1].split('<version>')[1].split('<')[0]}, peers/jacorb",
        lambda port: ("jacorb.ior_proxy_host=127.0.0.1", f"jacorb.ior_proxy_port={port}"),
        lambda version: (f"jacorb.giop_minor_version={version[-1]}",),
        lambda version: (f"version={version}",),
    ), ("jacorb.connection.server.timeout=1000",)


def main():
    for orb, closing in orbs():
        if sys.argv[1:] in ([], [orb.name]):
            calls(orb)
            probes(orb)
            close(orb, closing)


main()
