#!/usr/bin/python3
"""protobuf_vectors.py: writes vectors/protobuf, messages of proto2 as Python's protobuf serializes them."""

import importlib
import pathlib
import subprocess
import sys
import tempfile

import google.protobuf
from google.protobuf import json_format, text_format

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = "crates/manyrpc-idl/tests/corpus/proto/good"

# Of each vector: definition, message, value in the text format, the same in JSON.
VECTORS = {
    "extensions": (
        "extensions",
        "Base",
        """id: 7 left: -1 last: "end"
        [corpus.extensions.more]: -2 [corpus.extensions.Note.more]: 5 [corpus.extensions.kind]: ONE
        [corpus.extensions.apart]: [1, 300] [corpus.extensions.together]: [2, 400]
        [corpus.extensions.note_of] { text: "t" at { place: 9 } }
        [corpus.extensions.named] { name: "n" [corpus.extensions.Note.base] { id: 8 } }
        [corpus.extensions.named] { }
        [corpus.extensions.Note.Place.place_of] { } [corpus.extensions.Note.Place.raw]: "\\001\\377" """,
        """{"id":7,"left":-1,"last":"end",
        "[corpus.extensions.more]":-2,"[corpus.extensions.Note.more]":"5","[corpus.extensions.kind]":"ONE",
        "[corpus.extensions.apart]":[1,300],"[corpus.extensions.together]":[2,400],
        "[corpus.extensions.note_of]":{"text":"t","at":{"place":9}},
        "[corpus.extensions.named]":[{"name":"n","[corpus.extensions.Note.base]":{"id":8}},{}],
        "[corpus.extensions.Note.Place.place_of]":{},"[corpus.extensions.Note.Place.raw]":["Af8="]}""",
    ),
    "extensions-none": ("extensions", "Base", "", "{}"),
    "groups": (
        "proto2",
        "Old",
        """id: 1 part { } Result { url: "u" Title { text: "a" } Title { text: "" } } Grouped { b: 2 }""",
        """{"id":1,"part":{},"result":{"url":"u","title":[{"text":"a"},{"text":""}]},
        "grouped":{"b":2}}""",
    ),
    "groups-empty": (
        "proto2",
        "Old",
        "id: 0 part { } Result { } Grouped { }",
        """{"id":0,"part":{},"result":{},"grouped":{}}""",
    ),
}


def main():
    out = ROOT / "vectors/protobuf"
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        sys.path.insert(0, made)
        for name, (definition, message, text, value) in VECTORS.items():
            command = ["protoc", f"-I{ROOT / CORPUS}", f"--python_out={made}", f"{definition}.proto"]
            subprocess.run(command, check=True)
            kind = getattr(importlib.import_module(f"{definition}_pb2"), message)
            parsed = text_format.Parse(text, kind())
            # Its JSON knows no repeated extensions, neither way.
            assert definition == "extensions" or json_format.Parse(value, kind()) == parsed, name
            digits = parsed.SerializeToString(deterministic=True).hex()
            lines = [digits[at : at + 64] for at in range(0, len(digits), 64)]
            facts = [
                f"# source: Python's protobuf {google.protobuf.__version__}, {CORPUS}/{definition}.proto",
                f"# type: {message}",
                "# value: " + "".join(line.strip() for line in value.splitlines()),
            ]
            (out / f"{name}.hex").write_text("\n".join(facts + lines) + "\n")


main()
