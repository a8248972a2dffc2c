"""JSON by Python's own library: what it reads, and texts that it reads as they are meant."""

import base64
import json
import sys
from fractions import Fraction

from tree import Bytes, Enum, Object

sys.set_int_max_str_digits(0)


def _constant(name):
    raise ValueError(f"{name} is no JSON (RFC 8259, section 6)")


_DECODER = json.JSONDecoder(object_pairs_hook=Object, parse_constant=_constant)


def read(text):
    """The tree of a text; objects keep all of their members."""
    # RFC 8259, section 8.1: UTF-8, and a byte order mark may be ignored.
    text = text.decode("utf-8-sig")
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


class Writer:
    """Writes a tree in one of the many ways that there are, and keeps what it must be read as."""

    def __init__(self, draw):
        self.draw = draw
        self.out = []
        # How much this text is like those that everybody writes.
        self.plain = draw.random() < 0.2

    def write(self, tree):
        literal = self.value(tree)
        self.space()
        return "".join(self.out), literal

    def put(self, text):
        self.space()
        self.out.append(text)

    def space(self):
        if not self.plain and self.draw.random() < 0.2:
            self.out.append("".join(self.draw.choice(" \t\n\r") for _ in range(self.draw.randint(1, 3))))

    def value(self, tree):
        if tree is None:
            self.put("null")
            return None
        if tree is True or tree is False:
            self.put("true" if tree else "false")
            return tree
        if isinstance(tree, Enum):
            if tree.name is not None and (self.plain or self.draw.random() < 0.7):
                return self.value(tree.name)
            self.put(str(tree.number))
            return tree.number
        if isinstance(tree, int):
            return self.integer(tree)
        if isinstance(tree, float):
            return self.number(tree)
        if isinstance(tree, Bytes):
            return self.value(self.base64(tree))
        if isinstance(tree, str):
            self.put(self.string(tree))
            return tree
        if isinstance(tree, list):
            return self.array(tree)
        return self.object(tree)

    def integer(self, value):
        text = str(value)
        if not self.plain:
            kind = self.draw.randrange(12)
            if kind == 0:
                self.put(f'"{text}"')
                return text
            if kind == 1:
                text += "." + "0" * self.draw.randint(1, 3)
            elif kind == 2:
                text += self.draw.choice("eE") + self.draw.choice(["0", "+0", "-0", "00"])
            elif kind == 3 and value:
                zeros = self.draw.randint(1, 4)
                text += "0" * zeros + f"{self.draw.choice('eE')}-{zeros}"
            elif kind == 4:
                stripped = text.rstrip("0")
                gone = len(text) - len(stripped)
                if gone and stripped not in ("", "-"):
                    text = f"{stripped}e{self.draw.choice(['', '+'])}{gone}"
            elif kind == 5 and value == 0:
                text = self.draw.choice(["-0", "0.0", "-0.0", "0e9", "0e-7"])
        self.put(text)
        assert Fraction(text) == value, f"{text} is not {value}"
        return read(text.encode())

    def number(self, value):
        if value != value:
            text = '"NaN"'
        elif value in (float("inf"), float("-inf")):
            text = '"Infinity"' if value > 0 else '"-Infinity"'
        else:
            text = repr(value)
            if not self.plain:
                kind = self.draw.randrange(6)
                if kind == 0:
                    text = f"{value:.{self.draw.randint(17, 25)}e}"
                elif kind == 1 and abs(value) < 1e30:
                    text = f"{value:.{self.draw.randint(330, 340)}f}" if abs(value) < 1 else f"{value:.30f}"
                elif kind == 2 and value == int(value):
                    text = str(int(value)) if value or str(value) == "0.0" else "-0"
                elif kind == 3:
                    text = text.upper() if "e" in text else text + self.draw.choice(["e0", "E+00", "e-0"])
                elif kind == 4:
                    self.put(f'"{text}"')
                    return text
        self.put(text)
        literal = read(text.encode())
        assert literal == value or '"' in text, f"{text} is not {value}"
        return literal

    def base64(self, value):
        text = base64.b64encode(value).decode()
        if not self.plain:
            if self.draw.random() < 0.3:
                text = text.rstrip("=")
            if self.draw.random() < 0.3:
                text = text.replace("+", "-").replace("/", "_")
        return text

    def string(self, text):
        if self.plain:
            return json.dumps(text, ensure_ascii=self.draw.random() < 0.5)
        out = ['"']
        odds = self.draw.choice([0.02, 0.3, 1])
        for character in text:
            code = ord(character)
            must = code < 0x20 or character in '"\\'
            if not must and self.draw.random() >= odds:
                out.append(character)
                continue
            short = {'"': '"', "\\": "\\", "/": "/", "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}.get(character)
            if short and self.draw.random() < 0.6:
                out.append("\\" + short)
                continue
            units = [code] if code < 0x10000 else [0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code - 0x10000 & 0x3FF)]
            for unit in units:
                digits = f"{unit:04x}"
                out.append("\\u" + "".join(self.draw.choice([d, d.upper()]) for d in digits))
        out.append('"')
        return "".join(out)

    def array(self, items):
        self.put("[")
        read_as = []
        for at, item in enumerate(items):
            if at:
                self.put(",")
            read_as.append(self.value(item))
        self.put("]")
        return read_as

    def object(self, tree):
        members = list(tree.members)
        if tree.is_record and not self.plain:
            # A member that is missing is as good as null.
            members = [m for m in members if m[1] is not None or self.draw.random() < 0.7]
            if self.draw.random() < 0.5:
                self.draw.shuffle(members)
            while self.draw.random() < 0.2:
                name = self.draw.choice(["", "un known", "x" * 40, "\u2603", 'quo"te', "nu ll"])
                if name not in (m[0] for m in tree.members):
                    members.insert(self.draw.randint(0, len(members)), (name, self.anything(3)))
        self.put("{")
        read_as = []
        for at, (name, value) in enumerate(members):
            if at:
                self.put(",")
            self.put(self.string(name))
            self.put(":")
            read_as.append((name, self.value(value)))
        self.put("}")
        return Object(read_as)

    def anything(self, depth):
        """A value that means nothing."""
        kind = self.draw.randrange(9 if depth else 7)
        simple = [None, True, 7, -1.5e-7, "text \\ \" \u00e9 \U0001f600 \x00", 10**30, ""]
        if kind < 7:
            return simple[kind]
        some = [self.anything(depth - 1) for _ in range(self.draw.randint(0, 3))]
        return some if kind == 7 else Object([(f"m{at}", item) for at, item in enumerate(some)])


def write(tree, draw):
    """A text that Python reads as it is meant."""
    text, literal = Writer(draw).write(tree)
    data = text.encode("utf-8")
    again = read(data)
    if repr(again) != repr(literal):
        raise AssertionError(f"{text!r} is {again!r} to Python, and not {literal!r}")
    return data
