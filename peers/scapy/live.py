#!/usr/bin/python3
"""Connectionless DCE RPC with every packet built and read by scapy: one side of calls over UDP.

    live.py client HOST PORT little|big   makes calls, and prints `NAME ok` or `NAME: what is wrong`
                                          for each
    live.py server little|big             prints `PORT n`, then answers calls as their operation says,
                                          prints what is wrong as above, and ends with its input

Operations of the server that is called: 1 echoes, 2 fails, 6 has to do with contexts and tells its
caller's association, 9 does not exist.
"""

import contextlib
import io
import logging
import select
import socket
import struct
import sys
import uuid

from scapy.layers.dcerpc import DceRpc4

logging.getLogger("scapy").setLevel(logging.ERROR)

INTERFACE = uuid.UUID("5ca1ab1e-0000-4000-8000-000000002026")
CONV = uuid.UUID("333a2276-0000-0000-0d00-00809c000000")
CONVC = uuid.UUID("4a967f14-3000-0000-0d00-012882000000")
REQUEST, PING, RESPONSE, FAULT, WORKING, NOCALL, REJECT, ACK, CANCEL, FACK, CANCEL_ACK = range(11)
LAST, FRAG, NOFACK, MAYBE, IDEMPOTENT, BROADCAST = 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
NONE_YET = 0xFFFF
FRAGMENT = 1024
PATIENCE = 5
# How long the server that is called lets a client be silent that has said that it lives.
SILENCE = 0.6


class Wrong(Exception):
    """What the other side did, and should not have."""


def expect(condition, what):
    if not condition:
        raise Wrong(what)


class Wire:
    """A socket, and the order of the integers we send."""

    def __init__(self, order, peer=None):
        self.little = order == "little"
        self.endian = "<" if self.little else ">"
        self.peer = peer
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(PATIENCE)

    def send(self, body=b"", **fields):
        packet = DceRpc4(endian=int(self.little), encoding=0, float=0, **fields) / body
        self.socket.sendto(bytes(packet), self.peer)

    def receive(self):
        """The next packet, its body and its sender."""
        try:
            data, sender = self.socket.recvfrom(65536)
        except socket.timeout:
            raise Wrong("silence") from None
        with contextlib.redirect_stdout(io.StringIO()):
            packet = DceRpc4(data)
        expect(packet.rpc_vers == 4 and packet.len == len(data) - 80, f"malformed: {data.hex()}")
        packet.body = data[80:]
        return packet, sender

    def silence(self, seconds):
        expect(not select.select([self.socket], [], [], seconds)[0], "an answer to what nobody answers")

    def words(self, *numbers):
        return struct.pack(self.endian + "I" * len(numbers), *numbers)

    def uuid(self, value):
        return value.bytes_le if self.little else value.bytes

    def fack_body(self, window, serial, masks=()):
        body = struct.pack(self.endian + "BBHIIHH", 1, 0, window, 65508, 1464, serial, len(masks))
        return body + self.words(*masks)


def order_of(packet):
    return "<" if packet.endian == 1 else ">"


def words_of(packet, count):
    expect(len(packet.body) >= 4 * count, f"a body of {len(packet.body)} bytes")
    return struct.unpack(order_of(packet) + "I" * count, packet.body[: 4 * count])


def masks_of(packet):
    """The fragments that a fack says have come beyond the first missing one."""
    expect(len(packet.body) >= 16, "a fack without a body")
    count = struct.unpack(order_of(packet) + "H", packet.body[14:16])[0]
    masks = struct.unpack(order_of(packet) + "I" * count, packet.body[16 : 16 + 4 * count])
    # C706 12.5.3.4: bit b of mask m is fragment n + 32 m + b + 1.
    return {packet.fragnum + 32 * m + b + 1 for m in range(count) for b in range(32) if masks[m] >> b & 1}


def uuid_of(packet, at):
    value = packet.body[at : at + 16]
    expect(len(value) == 16, f"a body of {len(packet.body)} bytes")
    return uuid.UUID(bytes_le=value) if order_of(packet) == "<" else uuid.UUID(bytes=value)


def serial_of(packet):
    return packet.serial_hi << 8 | packet.serial_lo


def cut(body):
    pieces = [body[at : at + FRAGMENT] for at in range(0, len(body), FRAGMENT)]
    return [(n, LAST if n == len(pieces) - 1 else 0, piece) for n, piece in enumerate(pieces)]


class Call:
    """One call of ours, the first of its activity."""

    def __init__(self, wire, opnum=1, flags=0, boot=0, space=None):
        self.wire, self.opnum, self.flags, self.boot = wire, opnum, flags, boot
        # The address space that is asked for; whether it was.
        self.space, self.asked = space, False
        self.activity = uuid.uuid4()
        self.seq = 7
        self.serial = 0

    def send(self, ptype, body=b"", flags=0, fragnum=0, **fields):
        given = {"ptype": ptype, "flags1": flags, "fragnum": fragnum, "act_id": self.activity, "seqnum": self.seq}
        given |= {"if_id": INTERFACE, "if_vers": 1, "opnum": self.opnum, "server_boot": self.boot}
        self.wire.send(body, **given, **fields)

    def request(self, body=b"", **fields):
        self.send(REQUEST, body, self.flags, **fields)

    def fragment(self, number, last, piece, nofack=False):
        self.serial += 1
        serial = {"serial_hi": self.serial >> 8, "serial_lo": self.serial & 0xFF}
        flags = self.flags | FRAG | last | (NOFACK if nofack else 0)
        self.send(REQUEST, piece, flags, number, **serial)

    def hear(self, *types):
        """The next packet about the call; questions are answered on the way."""
        while True:
            packet, sender = self.wire.receive()
            if packet.ptype == REQUEST:
                self.answer(packet, sender)
                continue
            expect(packet.act_id == self.activity, f"activity {packet.act_id}")
            expect(packet.seqnum == self.seq, f"sequence number {packet.seqnum}")
            expect(packet.ptype in types, f"type {packet.ptype} and body {packet.body.hex()}, not {types}")
            if packet.ptype not in (REJECT, NOCALL):
                expect(packet.server_boot != 0, "no boot time")
                self.boot = packet.server_boot
            return packet

    def answer(self, packet, sender):
        expect(packet.if_id == CONV and packet.if_vers == 3, f"asks {packet.if_id}")
        wanted = 0 if self.space is None else 1
        expect(packet.opnum == wanted and int(packet.flags1) & IDEMPOTENT, f"asks operation {packet.opnum}")
        about = uuid_of(packet, 0)
        expect(about == self.activity and len(packet.body) == 20, f"asks about {about}")
        self.asked = True
        ours = {"ptype": RESPONSE, "act_id": packet.act_id, "seqnum": packet.seqnum, "if_id": CONV, "if_vers": 3}
        space = b"" if self.space is None else self.wire.uuid(self.space)
        body = self.wire.words(self.seq) + space + self.wire.words(0)
        peer, self.wire.peer = self.wire.peer, sender
        self.wire.send(body, opnum=wanted, server_boot=1, **ours)
        self.wire.peer = peer

    def results(self, lose=()):
        """The results, put together; the fragments in `lose` are lost the first time."""
        parts, last, lose = {}, None, set(lose)
        while last is None or len(parts) <= last:
            packet = self.hear(RESPONSE, FACK)
            if packet.ptype == FACK:
                continue
            flags, number = int(packet.flags1), packet.fragnum
            if not flags & FRAG:
                return packet.body
            if number in lose:
                lose.remove(number)
                continue
            expect(number not in parts or not flags & NOFACK, f"fragment {number} again, unasked")
            parts[number] = packet.body
            last = number if flags & LAST else last
            if not flags & NOFACK:
                self.fack(parts, serial_of(packet))
        self.send(ACK)
        return b"".join(parts[n] for n in sorted(parts))

    def fack(self, parts, serial):
        first = next(n for n in range(len(parts) + 1) if n not in parts)
        beyond = [n - first for n in parts if n > first]
        masks = [sum(1 << b % 32 for b in beyond if b // 32 == m) for m in range(max(beyond, default=-1) // 32 + 1)]
        self.send(FACK, self.wire.fack_body(24, serial, masks), 0, (first - 1) & 0xFFFF)


def at_most_once(wire):
    call = Call(wire)
    call.request(b"once")
    expect(call.results() == b"once", "another echo")
    call.request(b"once")
    expect(call.results() == b"once", "another echo when asked again")
    call.send(ACK)
    # The next call of the activity needs no question.
    call.seq += 1
    call.request(b"more")
    packet, _ = wire.receive()
    expect(packet.ptype == RESPONSE and packet.body == b"more", f"type {packet.ptype}")


def idempotent(wire):
    call = Call(wire, flags=IDEMPOTENT)
    call.request(bytes(range(200)))
    expect(call.hear(RESPONSE).body == bytes(range(200)), "another echo")


def fragments(wire):
    call, body = Call(wire), bytes(range(250)) * 20
    for number, last, piece in cut(body):
        call.fragment(number, last, piece)
        if not last:
            fack = call.hear(FACK)
            expect(fack.fragnum == number and not masks_of(fack), f"a fack of {fack.fragnum}")
    expect(call.results() == body, "another echo")


def fragments_out_of_order(wire):
    call, body = Call(wire, flags=IDEMPOTENT), bytes(range(250)) * 20
    pieces = cut(body)
    call.fragment(*pieces[0], nofack=True)
    call.fragment(*pieces[2], nofack=True)
    call.fragment(*pieces[3])
    fack = call.hear(FACK)
    expect((fack.fragnum, masks_of(fack)) == (0, {2, 3}), f"a fack of {fack.fragnum} and {masks_of(fack)}")
    expect(struct.unpack(order_of(fack) + "H", fack.body[12:14]) == (call.serial,), "of another transmission")
    call.fragment(*pieces[1])
    fack = call.hear(FACK)
    expect((fack.fragnum, masks_of(fack)) == (3, set()), f"a fack of {fack.fragnum} and {masks_of(fack)}")
    call.fragment(*pieces[4])
    expect(call.results(lose=[1, 3]) == body, "another echo")


def short_facks(wire):
    """Facks without a body are enough (C706 12.5.3.4)."""
    call, body = Call(wire, flags=IDEMPOTENT), bytes(range(250)) * 40
    for number, last, piece in cut(body):
        call.fragment(number, last, piece, nofack=True)
    call.fack = lambda parts, serial: call.send(FACK, b"", 0, max(parts))
    expect(call.results() == body, "another echo")


def nocall(wire):
    call = Call(wire)
    call.send(PING)
    call.hear(NOCALL)
    call.fragment(*cut(bytes(3000))[0], nofack=True)
    call.send(PING)
    said = call.hear(NOCALL)
    expect(said.fragnum == 0 and len(said.body) >= 16, f"fragment {said.fragnum}, {len(said.body)} bytes")


def refusals(wire):
    for name, status, ptype, call, fields in [
        ("operation", 0x1C010002, REJECT, Call(wire, opnum=9, flags=IDEMPOTENT), {}),
        ("boot time", 0x1C010006, REJECT, Call(wire, boot=0x01020304), {}),
        ("authentication", 0x1C00001D, REJECT, Call(wire), {"auth_proto": 10}),
        ("failure", 0x6F7, FAULT, Call(wire, opnum=2), {}),
    ]:
        call.request(b"arguments", **fields)
        said = call.hear(ptype)
        expect(words_of(said, 1) == (status,), f"{name}: status {words_of(said, 1)[0]:#x}")


def cancels(wire):
    call = Call(wire)
    call.fragment(*cut(bytes(3000))[0], nofack=True)
    call.send(CANCEL, wire.words(0, 5))
    said = call.hear(CANCEL_ACK)
    expect(len(said.body) == 9 and words_of(said, 2) == (0, 5), f"cancel_ack {said.body.hex()}")
    call.send(CANCEL)
    expect(call.hear(CANCEL_ACK).body == b"", "an orphan's cancel_ack with a body")


def maybe(wire):
    call = Call(wire, flags=MAYBE | IDEMPOTENT)
    call.request(b"nobody answers this")
    idempotent(wire)


def broadcast(wire):
    call = Call(wire, flags=BROADCAST | IDEMPOTENT)
    call.request(b"all")
    expect(call.hear(RESPONSE).body == b"all", "another echo")
    call = Call(wire, opnum=9, flags=BROADCAST | IDEMPOTENT)
    call.request(b"no refusals of this")
    idempotent(wire)


def contexts(wire):
    """Whoever has contexts is asked for its address space, and gone when it says no more that it lives (C706 9.5.4)."""

    def opened(space, asked=True):
        call = Call(wire, opnum=6, flags=IDEMPOTENT, space=space)
        call.request()
        told = call.hear(RESPONSE).body
        expect(call.asked == asked and len(told) == 8 and told != bytes(8), f"asked {call.asked}, told {told.hex()}")
        return told

    mine = uuid.uuid4()
    association = opened(mine)
    expect(opened(mine) == association, "another association for another activity")
    expect(opened(uuid.uuid4()) != association, "the same association for another address space")
    says = {"ptype": REQUEST, "flags1": MAYBE | IDEMPOTENT, "act_id": uuid.uuid4(), "if_id": CONVC, "if_vers": 1}
    for seq in range(6):
        wire.send(wire.uuid(mine), opnum=0, seqnum=seq, **says)
        wire.silence(SILENCE / 4)
    expect(opened(mine) == association, "another association although it lives")
    wire.silence(SILENCE * 1.5)
    expect(opened(mine) != association, "the same association after its silence")


CASES = [at_most_once, idempotent, fragments, fragments_out_of_order, short_facks, nocall, refusals, cancels]
CASES += [maybe, broadcast, contexts]


def run_client(host, port, order):
    for case in CASES:
        wire = Wire(order, (host, int(port)))
        try:
            case(wire)
            print(f"{case.__name__} ok", flush=True)
        except Wrong as wrong:
            print(f"{case.__name__}: {wrong}", flush=True)


class Answer:
    """What the server says to one call: requests go in, answers out."""

    def __init__(self, wire, header):
        self.wire, self.header, self.parts, self.last = wire, header, {}, None
        self.known = False
        self.held = set()

    def say(self, ptype, body=b"", flags=0, fragnum=0, **fields):
        about = {"act_id": self.header.act_id, "seqnum": self.header.seqnum, "opnum": self.header.opnum}
        about |= {"if_id": self.header.if_id, "if_vers": self.header.if_vers, "server_boot": 0x5E0BE100}
        self.wire.send(body, ptype=ptype, flags1=flags, fragnum=fragnum, **about, **fields)

    def take(self, packet):
        """A request, or a fragment of one; the arguments once they are complete and the client is known."""
        flags, number = int(packet.flags1), packet.fragnum
        if flags & FRAG:
            # Fragments 2 and 3 are lost the first time.
            if number in (2, 3) and number not in self.held:
                return self.held.add(number)
            self.parts[number] = packet.body
            self.last = number if flags & LAST else self.last
        else:
            self.parts, self.last = {0: packet.body}, 0
        if self.last is None or len(self.parts) <= self.last:
            if not flags & NOFACK:
                Call.fack(self, self.parts, serial_of(packet))
            return None
        if not self.known and not flags & IDEMPOTENT:
            self.ask()
        return b"".join(self.parts[n] for n in sorted(self.parts))

    def send(self, ptype, body, flags, fragnum):
        self.say(ptype, body, flags, fragnum)

    def ask(self, opnum=0):
        """From another port, as servers with a socket of their own for it do (C706 appendix P)."""
        with contextlib.closing(Wire("little" if self.wire.little else "big", self.wire.peer).socket) as other:
            asks = {"ptype": REQUEST, "flags1": IDEMPOTENT, "act_id": uuid.uuid4(), "if_id": CONV, "if_vers": 3}
            body = self.wire.uuid(self.header.act_id) + self.wire.words(0x5E0BE100)
            other.settimeout(PATIENCE)
            main, self.wire.socket = self.wire.socket, other
            try:
                self.wire.send(body, opnum=opnum, **asks)
                packet, _ = self.wire.receive()
                expect(packet.ptype == RESPONSE and packet.act_id == asks["act_id"], f"type {packet.ptype} to a question")
                expect(words_of(packet, 1) == (self.header.seqnum,), f"says {words_of(packet, 1)}")
                expect(packet.body[-4:] == bytes(4), f"status {packet.body[-4:].hex()}")
                expect(len(packet.body) == (24 if opnum else 8), f"an answer of {len(packet.body)} bytes")
            finally:
                self.wire.socket = main
            self.known = True
            return packet

    def echo(self, body):
        if len(body) <= FRAGMENT:
            return self.say(RESPONSE, body)
        pieces = cut(body)
        for number, last, piece in [pieces[1], pieces[0], *pieces[2:]]:
            serial = {"serial_hi": 0, "serial_lo": number + 1}
            self.say(RESPONSE, piece, FRAG | last | (0 if number == 1 else NOFACK), number, **serial)
            if number == 1:
                said, _ = self.wire.receive()
                expect(said.ptype == FACK and said.fragnum == NONE_YET, f"type {said.ptype}, {said.fragnum}")
                expect(masks_of_none(said) == {1}, f"masks {said.body.hex()}")
        said, _ = self.wire.receive()
        expect(said.ptype == ACK, f"type {said.ptype} instead of an ack")
        return None


def masks_of_none(packet):
    """As `masks_of`, of a fack that has no fragment in order yet."""
    packet.fragnum = -1
    return masks_of(packet)


def run_server(order):
    wire = Wire(order)
    print(f"PORT {wire.socket.getsockname()[1]}", flush=True)
    calls = {}
    while True:
        ready, _, _ = select.select([wire.socket, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        try:
            packet, wire.peer = wire.receive()
            answer_one(wire, packet, calls)
        except Wrong as wrong:
            print(f"server: {wrong}", flush=True)


def answer_one(wire, packet, calls):
    if packet.if_id == CONVC:
        # Whose address space was asked for says that it lives, and waits for no answer.
        flags, about = int(packet.flags1), (packet.ptype, packet.if_vers, packet.opnum, len(packet.body))
        expect(flags == MAYBE | IDEMPOTENT and about == (REQUEST, 1, 0, 16), f"flags {flags:#x}, {about}")
        expect(uuid_of(packet, 0) == calls["space"], f"another address space: {packet.body.hex()}")
        calls["alive"] = calls.get("alive", 0) + 1
        return None
    answer = calls.setdefault((packet.act_id, packet.seqnum), Answer(wire, packet))
    if packet.ptype == PING:
        # Operation 4: the client has asked, so now it is done.
        answer.say(WORKING)
        return answer.say(RESPONSE, b"at last")
    if packet.ptype == CANCEL:
        return answer.say(CANCEL_ACK, packet.body and packet.body[:8] + b"\x00")
    if packet.ptype != REQUEST:
        return None
    body = answer.take(packet)
    if body is None:
        return None
    match packet.opnum:
        case 1:
            answer.echo(body)
        case 2:
            answer.say(FAULT, wire.words(0x1C000001))
        case 3:
            answer.say(REJECT, wire.words(0x1C010002))
        case 4:
            answer.say(WORKING)
        case 5 if not calls.get("forgot"):
            calls["forgot"] = True
            answer.say(NOCALL, b"", 0, NONE_YET)
        case 5:
            answer.echo(body)
        case 6:
            calls["space"] = uuid_of(answer.ask(1), 4)
            answer.echo(body)
        case 7:
            answer.echo(b"alive" if calls.get("alive") else b"silent")
    return None


def main(arguments):
    match arguments:
        case ["client", host, port, ("little" | "big") as order]:
            run_client(host, port, order)
        case ["server", ("little" | "big") as order]:
            run_server(order)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
