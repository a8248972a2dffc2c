#!/usr/bin/python3
"""protojson_vectors.py: writes vectors/protojson/well-known.txt, the well-known types of Protocol Buffers as Python's
protobuf writes and reads them in JSON."""

import json
import pathlib

import google.protobuf
from google.protobuf import duration_pb2, json_format, timestamp_pb2, wrappers_pb2

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = (timestamp_pb2, duration_pb2, wrappers_pb2)

MOMENTS = [
    (0, 0), (-1, 0), (-62135596800, 0), (253402300799, 999999999), (900684535, 0), (900684535, 1), (951782400, 500000000),
    (1709251199, 123456000), (-2203891201, 20000000), (4107542400, 0), (2147483648, 1000),
]  # fmt: skip
SPANS = [
    (0, 0), (1, 500000000), (0, -500000000), (-1, -1), (315576000000, 0), (-315576000000, 0), (3, 1000), (100, 20000000),
]  # fmt: skip
WRITTEN = (
    [("Timestamp", {"seconds": seconds, "nanos": nanos}) for seconds, nanos in MOMENTS]
    + [("Duration", {"seconds": seconds, "nanos": nanos}) for seconds, nanos in SPANS]
    + [
        (kind, {"value": value})
        for kind, values in {
            "DoubleValue": [0.0, -1.5, 1e300, float("inf"), float("-inf")],
            "FloatValue": [0.0, 0.5, -3.25],
            "Int64Value": [0, -1, 2**63 - 1, -(2**63)],
            "UInt64Value": [0, 2**64 - 1],
            "Int32Value": [0, -1, 2**31 - 1, -(2**31)],
            "UInt32Value": [0, 2**32 - 1],
            "BoolValue": [False, True],
            "StringValue": ["", "a\"\\\n\u00e9\U0001f600"],
            "BytesValue": [b"", b"\0\xff", bytes(range(64))],
        }.items()
        for value in values
    ]
)
READ = {
    "Timestamp": [
        "1998-07-17T14:08:55Z", "1998-07-17T14:08:55.1Z", "1998-07-17T14:08:55.12345Z", "1998-07-17T16:08:55+02:00",
        "1998-07-17T14:08:55.123456789-05:30", "1998-07-17T00:30:00+23:59", "2000-02-29T00:00:00Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z", "1998-07-17T14:08:55", "1998-07-17 14:08:55Z", "1998-07-17", "", "now",
        "1998-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "1998-06-31T00:00:00Z", "1998-13-01T00:00:00Z", "1998-00-01T00:00:00Z",
        "1998-01-00T00:00:00Z", "1998-01-01T24:00:00Z", "1998-01-01T00:60:00Z", "2016-12-31T23:59:60Z", "0000-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "19980717T14:08:55Z", "1998-07-17T14:08:55.0123456789Z",
        "1998-07-17T14:08:55Zx",
    ],
    "Duration": [
        "1s", "1.5s", "-0.5s", "0.000000001s", "315576000000s", "315576000001s", "-315576000001s", "1", "s", "",
        "one s", "1.5",
    ],
    "Int64Value": ["9223372036854775807", "-1", "9223372036854775808", "a"],
    "BoolValue": ["yes"],
    "BytesValue": ["AP8="],
}  # fmt: skip


def message(kind):
    return next(getattr(module, kind) for module in MODULES if hasattr(module, kind))()


def made(kind, fields):
    made = message(kind)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def hexadecimal(message):
    return message.SerializeToString(deterministic=True).hex() or "-"


def read(kind, text):
    try:
        return hexadecimal(json_format.Parse(json.dumps(text), message(kind)))
    except (json_format.ParseError, ValueError):
        return "refused"


def main():
    lines = [
        f"# source: Python's protobuf {google.protobuf.__version__}, google.protobuf.json_format",
        "# `write`: a message's type, its bytes in hex (- for none), its JSON; `read`: likewise, of JSON with other forms or none",
    ]
    for kind, fields in WRITTEN:
        value = made(kind, fields)
        lines.append(f"write {kind} {hexadecimal(value)} {json_format.MessageToJson(value, indent=None)}")
    for kind, texts in READ.items():
        lines += [f"read {kind} {read(kind, text)} {json.dumps(text)}" for text in texts]
    out = ROOT / "vectors/protojson"
    out.mkdir(exist_ok=True)
    (out / "well-known.txt").write_text("\n".join(lines) + "\n")


main()
