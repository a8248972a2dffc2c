#!/usr/bin/python3
"""Connectionless DCE RPC packets through scapy (Debian's python3-scapy).

    packets.py build little|big   prints known packets: a line of JSON that says the
                                  fields, then a line of hex, for each
    packets.py check              reads packets as hex, a line each, and answers each
                                  with `ok NAME` or with what scapy has to say against it
"""

import contextlib
import io
import json
import logging
import struct
import sys
import uuid

from scapy.layers.dcerpc import DCE_RPC_TYPE, DceRpc4

# It would say of every body that it knows no payload class for it.
logging.getLogger("scapy").setLevel(logging.ERROR)

HEADER = 80
INTERFACE = uuid.UUID("60a15ec5-4de8-11d7-a637-005056a20182")
OBJECT = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")
ACTIVITY = uuid.UUID("8a885d04-1ceb-11c9-9fe8-08002b104860")
MAX_TYPE = 10
# Bits that C706 12.5.2.3 keeps for implementations. Of those, requests may say that results can come
# as fast as the window allows, as runtimes since NCS do.
RESERVED_1, RESERVED_2 = 0x81, 0xFD
BLAST_OUTS = 0x80


def fack(endian, window_kb, tsdu, fragment, serial, masks):
    """The body of a fack (C706 12.5.3.4, version 1 as deployed runtimes say)."""
    return struct.pack(endian + "BBHIIHH", 1, 0, window_kb, tsdu, fragment, serial, len(masks)) + b"".join(
        struct.pack(endian + "I", mask) for mask in masks
    )


def samples(endian):
    """Name, fields and body: every type, fragments and acknowledgements included."""
    word = lambda *numbers: struct.pack(endian + "I" * len(numbers), *numbers)
    text = bytes(range(64))
    return [
        ("request", {"ptype": 0}, word(41)),
        ("request with an object", {"ptype": 0, "object": OBJECT, "opnum": 3}, text),
        ("request idempotent", {"ptype": 0, "flags1": 0x20}, word(1)),
        ("request maybe", {"ptype": 0, "flags1": 0x30}, b""),
        ("request broadcast", {"ptype": 0, "flags1": 0x60}, b""),
        ("request first fragment", {"ptype": 0, "flags1": 0x04, "fragnum": 0}, text),
        ("request middle fragment, no fack", {"ptype": 0, "flags1": 0x0C, "fragnum": 1, "serial_lo": 1}, text),
        ("request last fragment", {"ptype": 0, "flags1": 0x06, "fragnum": 2, "serial_hi": 1, "serial_lo": 2}, text[:7]),
        ("ping", {"ptype": 1, "serial_lo": 2}, b""),
        ("response", {"ptype": 2, "ihint": 3, "ahint": 9, "server_boot": 0x5E0BE100}, word(42)),
        ("response first fragment", {"ptype": 2, "flags1": 0x04, "server_boot": 0x5E0BE100}, text),
        ("response last fragment", {"ptype": 2, "flags1": 0x06, "fragnum": 1, "server_boot": 0x5E0BE100}, text[:8]),
        ("fault", {"ptype": 3}, word(0x1C000001)),
        ("working", {"ptype": 4, "serial_lo": 2}, b""),
        ("nocall", {"ptype": 5}, b""),
        ("nocall with a fack body", {"ptype": 5, "fragnum": 0xFFFF}, fack(endian, 32, 1464, 1464, 1, [])),
        ("reject", {"ptype": 6}, word(0x1C010003)),
        ("ack", {"ptype": 7}, b""),
        ("cancel", {"ptype": 8}, word(0, 7)),
        ("fack without a body", {"ptype": 9, "fragnum": 4}, b""),
        ("fack", {"ptype": 9, "fragnum": 4}, fack(endian, 24, 65508, 1464, 4, [])),
        ("fack with a mask", {"ptype": 9, "fragnum": 3}, fack(endian, 24, 65508, 1464, 8, [0x1A])),
        ("fack with two masks", {"ptype": 9, "fragnum": 19}, fack(endian, 24, 65508, 1464, 64, [0xFFFFFFFE, 0x5])),
        ("fack before any fragment", {"ptype": 9, "fragnum": 0xFFFF}, fack(endian, 24, 65508, 1464, 1, [0x2])),
        ("cancel acknowledged", {"ptype": 10}, word(0, 7) + b"\x01"),
        ("cancel acknowledged, no body", {"ptype": 10}, b""),
    ]


def build(order):
    endian = "<" if order == "little" else ">"
    for name, fields, body in samples(endian):
        given = {"if_id": INTERFACE, "object": uuid.UUID(int=0), "act_id": ACTIVITY, "seqnum": 5, **fields}
        packet = DceRpc4(endian=1 if order == "little" else 0, encoding=0, float=0, **given) / body
        print(json.dumps({"name": name, **{k: str(v) if isinstance(v, uuid.UUID) else v for k, v in given.items()}}))
        print(bytes(packet).hex())


def complaint(data):
    """What is wrong with a packet of ours, or None."""
    if len(data) < HEADER:
        return f"{len(data)} bytes are less than a header"
    packet = DceRpc4(data)
    if packet.rpc_vers != 4:
        return f"version {packet.rpc_vers}"
    if packet.ptype > MAX_TYPE:
        return f"type {packet.ptype}"
    allowed = BLAST_OUTS if packet.ptype == 0 else 0
    if int(packet.flags1) & RESERVED_1 & ~allowed or int(packet.flags2) & RESERVED_2:
        return f"reserved flags set: {packet.flags1!r} {packet.flags2!r}"
    if (packet.endian, packet.encoding, packet.float) != (1, 0, 0):
        return f"not little-endian, ASCII, IEEE: {packet.endian} {packet.encoding} {packet.float}"
    if packet.len != len(data) - HEADER:
        return f"says {packet.len} bytes of body, has {len(data) - HEADER}"
    if int(packet.flags1) & 0x04 and not int(packet.flags1) & 0x02 and packet.len % 8 and packet.ptype in (0, 2):
        return f"a fragment that is not the last one has {packet.len} bytes: not a multiple of 8"
    again = packet.copy()
    again.len = None
    again.clear_cache()
    if bytes(again) != data:
        return f"scapy writes it differently: {bytes(again).hex()}"
    return body_complaint(packet.ptype, data[HEADER:])


def body_complaint(kind, body):
    """Bodies of one word or none (C706 12.5.3), and the fack's."""
    # The last field of a cancel_ack is a boolean: one byte (14.2.3).
    sizes = {1: {0}, 3: {4}, 4: {0}, 6: {4}, 7: {0}, 8: {0, 8}, 10: {0, 9}}
    if kind in sizes and len(body) not in sizes[kind]:
        return f"a body of {len(body)} bytes in a {DCE_RPC_TYPE[kind]}"
    if kind in (5, 9) and body:
        if len(body) < 16:
            return f"a fack body of {len(body)} bytes"
        version, _, _, _, largest, _, masks = struct.unpack("<BBHIIHH", body[:16])
        if version > 1 or len(body) < 16 + 4 * masks or largest < 1:
            return f"a fack body of version {version} with {masks} masks in {len(body)} bytes"
    return None


def check():
    for line in sys.stdin:
        data = bytes.fromhex(line.strip())
        # scapy itself prints that it has no class for the stub data.
        with contextlib.redirect_stdout(io.StringIO()):
            said = complaint(data)
        print(f"complaint {said}" if said else f"ok {DCE_RPC_TYPE[data[1]]}", flush=True)


def main(arguments):
    match arguments:
        case ["build", ("little" | "big") as order]:
            build(order)
        case ["check"]:
            check()
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
