"""Values as trees: how the tests and these programs tell each other what a text says.

A byte for the kind, then what it holds; counts and lengths are 32 bits, little-endian:
  n             nothing
  t f           true, false
  i TEXT        an integer, in decimal
  d BITS        a floating-point number: IEEE 754, 64 bits, little-endian
  s TEXT        text, UTF-8; lone surrogates as Python's `surrogatepass` has them
  x BYTES       bytes
  w TEXT        a date and time, as XML-RPC writes it
  a N TREE...   an array
  o N (TEXT TREE)...  an object: members in order
Only in what is to be written:
  r N (TEXT TREE)...  a record: its members may come in any order, and others beside them
  e TEXT TEXT         a member of an enumeration: its name and its number
  u TEXT              a number of an enumeration that is no member's
"""

import struct


class Bytes(bytes):
    """Bytes, where text may be bytes too."""


class Date(str):
    """A date."""


class Enum:
    def __init__(self, name, number):
        self.name, self.number = name, number


class Object:
    def __init__(self, members, is_record=False):
        self.members, self.is_record = members, is_record

    def __eq__(self, other):
        return isinstance(other, Object) and self.members == other.members

    def __repr__(self):
        return "{" + ", ".join(f"{k!r}: {v!r}" for k, v in self.members) + "}"


def read(data):
    tree, at = _read(data, 0)
    if at != len(data):
        raise ValueError("more than a tree")
    return tree


def _text(data, at):
    (length,) = struct.unpack_from("<I", data, at)
    at += 4
    return data[at : at + length].decode("utf-8", "surrogatepass"), at + length


def _read(data, at):
    kind = data[at : at + 1]
    at += 1
    if kind == b"n":
        return None, at
    if kind in b"tf":
        return kind == b"t", at
    if kind == b"d":
        return struct.unpack_from("<d", data, at)[0], at + 8
    if kind == b"x":
        (length,) = struct.unpack_from("<I", data, at)
        return Bytes(data[at + 4 : at + 4 + length]), at + 4 + length
    if kind == b"e":
        name, at = _text(data, at)
        number, at = _text(data, at)
        return Enum(name, int(number)), at
    if kind == b"u":
        number, at = _text(data, at)
        return Enum(None, int(number)), at
    if kind in b"isw":
        text, at = _text(data, at)
        return (int(text) if kind == b"i" else Date(text) if kind == b"w" else text), at
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    if kind == b"a":
        items = []
        for _ in range(count):
            item, at = _read(data, at)
            items.append(item)
        return items, at
    members = []
    for _ in range(count):
        name, at = _text(data, at)
        value, at = _read(data, at)
        members.append((name, value))
    return Object(members, kind == b"r"), at


def written(tree):
    out = bytearray()
    _write(out, tree)
    return bytes(out)


def _put(out, kind, data):
    out += kind + struct.pack("<I", len(data)) + data


def _write(out, tree):
    if tree is None:
        out += b"n"
    elif tree is True or tree is False:
        out += b"t" if tree else b"f"
    elif isinstance(tree, int):
        _put(out, b"i", str(tree).encode())
    elif isinstance(tree, float):
        out += b"d" + struct.pack("<d", tree)
    elif isinstance(tree, Date):
        _put(out, b"w", tree.encode())
    elif isinstance(tree, str):
        _put(out, b"s", tree.encode("utf-8", "surrogatepass"))
    elif isinstance(tree, (bytes, bytearray)):
        _put(out, b"x", bytes(tree))
    elif isinstance(tree, list):
        out += b"a" + struct.pack("<I", len(tree))
        for item in tree:
            _write(out, item)
    elif isinstance(tree, Object):
        out += b"o" + struct.pack("<I", len(tree.members))
        for name, value in tree.members:
            data = name.encode("utf-8", "surrogatepass")
            out += struct.pack("<I", len(data)) + data
            _write(out, value)
    else:
        raise TypeError(f"{type(tree)} has no place in a tree")
