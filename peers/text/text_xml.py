"""XML-RPC by Python's own library: what it reads, and documents that it reads as they are meant."""

import base64
import xmlrpc.client
from datetime import datetime

from tree import Bytes, Date, Enum, Object


def tree_of(value):
    """What the library makes of a value, as a tree."""
    if isinstance(value, dict):
        return Object([(name, tree_of(member)) for name, member in value.items()])
    if isinstance(value, (list, tuple)):
        return [tree_of(item) for item in value]
    if isinstance(value, xmlrpc.client.Binary):
        return Bytes(value.data)
    if isinstance(value, xmlrpc.client.DateTime):
        return Date(value.value)
    if isinstance(value, datetime):
        return Date(value.strftime("%Y%m%dT%H:%M:%S"))
    return value


def read(document):
    """The parameters of a document, or the fault that it is: (kind, tree)."""
    try:
        params, method = xmlrpc.client.loads(document)
    except xmlrpc.client.Fault as fault:
        return "fault", [fault.faultCode, fault.faultString]
    return (method or "", [tree_of(param) for param in params])


class Writer:
    """Writes a tree in one of the many ways that there are."""

    def __init__(self, draw, encoding):
        self.draw, self.encoding = draw, encoding
        self.out = []
        # How much this document is like those that everybody writes.
        self.plain = draw.random() < 0.2
        self.extension = draw.choice(["", "", "ex:"])

    def odd(self, odds):
        return not self.plain and self.draw.random() < odds

    def misc(self):
        """What may stand between tags and means nothing."""
        while self.odd(0.15):
            kind = self.draw.randrange(4)
            if kind < 2:
                self.out.append("".join(self.draw.choice(" \t\n\r") for _ in range(self.draw.randint(1, 3))))
            elif kind == 2:
                self.out.append(self.draw.choice(["<!---->", "<!-- a > b & c -->", "<!-- <value> -->"]))
            else:
                self.out.append(self.draw.choice(["<?p?>", "<?p  a='>' ?>"]))

    def open(self, name):
        space = self.draw.choice([" ", "\n", "\t "]) if self.odd(0.1) else ""
        attribute = self.draw.choice([' a="1"', " a = '&lt;\"'", ' x:b="&#x41;"  c=""']) if self.odd(0.05) else ""
        if attribute and "x:" in attribute:
            attribute = ' xmlns:x="u"' + attribute
        self.out.append(f"<{name}{attribute}{space}>")

    def close(self, name):
        self.out.append(f"</{name}{' ' if self.odd(0.1) else ''}>")

    def empty(self, name):
        if self.odd(0.5):
            self.open(name)
            self.close(name)
        else:
            self.out.append(f"<{name}{' ' if self.odd(0.3) else ''}/>")

    def element(self, name, inside):
        self.open(name)
        inside()
        self.close(name)

    def typed(self, name, text):
        prefix = self.extension if name in ("nil", "i1", "i2", "i8", "float") else ""
        self.element(prefix + name, lambda: self.out.append(text))

    def value(self, tree):
        if tree == "" and type(tree) is str and self.odd(0.5):
            return self.empty("value")
        self.open("value")
        if type(tree) is str and self.odd(0.4) and not (tree and not tree.strip(" \t\n\r")):
            # Nothing says of what type it is: text, whitespace included.
            self.text(tree)
        else:
            self.misc()
            self.inside(tree)
            self.misc()
        self.close("value")

    def padded(self, text):
        if self.odd(0.15):
            return self.draw.choice([" ", "\n", "\t\r\n"]) + text + self.draw.choice(["", " ", "\n"])
        return text

    def inside(self, tree):
        if tree is None:
            self.empty(self.extension + "nil")
        elif tree is True or tree is False:
            self.typed("boolean", str(int(tree)))
        elif isinstance(tree, Enum):
            if tree.name is None or self.odd(0.3):
                self.typed(self.draw.choice(["int", "i4"]), self.padded(str(tree.number)))
            else:
                self.inside(tree.name)
        elif isinstance(tree, int):
            self.integer(tree)
        elif isinstance(tree, float):
            self.number(tree)
        elif isinstance(tree, Date):
            self.typed("dateTime.iso8601", tree)
        elif isinstance(tree, str):
            if tree == "" and self.odd(0.5):
                self.empty("string")
            else:
                self.element("string", lambda: self.text(tree))
        elif isinstance(tree, (bytes, bytearray)):
            self.bytes(tree)
        elif isinstance(tree, list):
            self.array(tree)
        else:
            self.struct(tree)

    def integer(self, value):
        text = str(value)
        if self.odd(0.1):
            text = ("-" if value < 0 else self.draw.choice(["", "+"])) + "0" * self.draw.randint(0, 3) + str(abs(value))
        fits = [name for name, bits in (("i1", 8), ("i2", 16), ("i4", 32), ("int", 32), ("i8", 64)) if -(1 << bits - 1) <= value < 1 << bits - 1]
        if not fits or self.odd(0.05):
            return self.element("string", lambda: self.out.append(text))
        name = self.draw.choice(fits) if not self.plain else next(name for name in ("i4", "i8") if name in fits)
        self.typed(name, self.padded(text))

    def number(self, value):
        if value != value or value in (float("inf"), float("-inf")):
            text = "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
        else:
            text = f"{value:.17f}" if self.odd(0.2) and 1 <= abs(value) < 1e20 else repr(value)
            if self.odd(0.2):
                text = f"{value:.{self.draw.randint(17, 25)}E}"
            if self.odd(0.1) and value > 0:
                text = "+" + text
        assert float(text) == value or value != value, f"{text} is not {value}"
        self.typed(self.draw.choice(["double", "double", "float"]) if not self.plain else "double", self.padded(text))

    def bytes(self, value):
        text = base64.b64encode(value).decode()
        if self.odd(0.6):
            width = self.draw.choice([1, 4, 60, 76])
            end = self.draw.choice(["\n", "\r\n", "\n   "])
            text = end.join(text[at : at + width] for at in range(0, len(text), width)) + self.draw.choice(["", end])
        if not text and self.odd(0.5):
            return self.empty("base64")
        self.element("base64", lambda: self.out.append(text))

    def array(self, items):
        def data():
            self.misc()
            for item in items:
                self.value(item)
                self.misc()

        self.open("array")
        self.misc()
        if not items and self.odd(0.5):
            self.empty("data")
        else:
            self.element("data", data)
        self.misc()
        self.close("array")

    def struct(self, tree):
        members = list(tree.members)
        if tree.is_record and not self.plain:
            # A member that is missing is as good as nil.
            members = [m for m in members if m[1] is not None or self.draw.random() < 0.7]
            if self.draw.random() < 0.5:
                self.draw.shuffle(members)
            while self.draw.random() < 0.2:
                name = self.draw.choice(["un known", "x" * 40, "\u2603", "<&>", "n il", "val ue"])
                if name not in (m[0] for m in tree.members):
                    members.insert(self.draw.randint(0, len(members)), (name, self.anything(3)))
        if not members and self.odd(0.5):
            return self.empty("struct")
        self.open("struct")
        self.misc()
        for name, value in members:
            self.open("member")
            self.misc()
            self.element("name", lambda: self.text(name))
            self.misc()
            self.value(value)
            self.misc()
            self.close("member")
            self.misc()
        self.close("struct")

    def anything(self, depth):
        """A value that means nothing."""
        kind = self.draw.randrange(10 if depth else 8)
        simple = [None, True, 7, -1.5e-7, "text <&> \u00e9 \U0001f600", 1 << 40, "", Bytes(b"\0\1\2")]
        if kind < 8:
            return simple[kind]
        some = [self.anything(depth - 1) for _ in range(self.draw.randint(0, 3))]
        return some if kind == 8 else Object([(f"m{at}", item) for at, item in enumerate(some)])

    def text(self, text):
        """Characters, each in one of the ways that it can be written."""
        odds = 0 if self.plain else self.draw.choice([0, 0.05, 0.5])
        at = 0
        while at < len(text):
            if self.odd(0.03):
                self.out.append(self.draw.choice(["<!---->", "<!-- <a> -->", "<?p?>"]))
            if self.odd(0.05):
                length = self.draw.randint(0, 5)
                part = text[at : at + length]
                if "]]>" not in part and "\r" not in part and self.is_writable(part):
                    self.out.append(f"<![CDATA[{part}]]>")
                    at += length
                    continue
            self.character(text[at], odds, text[max(0, at - 2) : at])
            at += 1

    def is_writable(self, text):
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def character(self, character, odds, before):
        named = {"<": "lt", ">": "gt", "&": "amp", "'": "apos", '"': "quot"}.get(character)
        must = character in "<&\r" or character == ">" and before == "]]" or not self.is_writable(character)
        if not must and self.draw.random() >= odds and not (character == ">" and self.plain):
            self.out.append(character)
        elif named and (must or self.draw.random() < 0.7) and named != "":
            self.out.append(f"&{named};")
        else:
            code = ord(character)
            zeros = "0" * (self.draw.randint(1, 3) if self.odd(0.2) else 0)
            by_sixteen = f"&#x{zeros}{code:{self.draw.choice('xX')}};"
            self.out.append(self.draw.choice([f"&#{zeros}{code};", by_sixteen]))


ENCODINGS = ["utf-8", "utf-8", "utf-8", "utf-8-sig", "us-ascii", "iso-8859-1", "utf-16", "utf-16-le-bom", "utf-16-be-bom"]


def document(draw, root, inside):
    """A whole document in some encoding, of what `inside` writes into an element `root`."""
    kind = draw.choice(ENCODINGS)
    encoding = "utf-16-" + kind[7:9] if kind.endswith("-bom") else kind
    writer = Writer(draw, "utf-8" if kind.startswith("utf") else kind)
    if writer.plain:
        kind = encoding = "utf-8"
        writer.encoding = "utf-8"
    declared = {"utf-8-sig": "utf-8"}.get(kind, "utf-16" if kind.startswith("utf-16") else kind)
    quote = draw.choice("'\"")
    said = f" encoding={quote}{declared}{quote}" if not kind.startswith("utf") or draw.random() < 0.5 else ""
    if said or not writer.odd(0.3):
        alone = f" standalone={quote}yes{quote}" if writer.odd(0.1) else ""
        writer.out.append(f"<?xml version={quote}1.0{quote}{said}{alone}?>")
    writer.misc()
    writer.open(root)
    writer.misc()
    inside(writer)
    writer.misc()
    writer.close(root)
    writer.misc()
    text = "".join(writer.out)
    if kind.endswith("-bom"):
        return b"\xff\xfe" * (kind[7] == "l") + b"\xfe\xff" * (kind[7] == "b") + text.encode(encoding)
    return text.encode(encoding)


def params(writer, trees, always=True):
    if not trees and not always:
        return
    if not trees and writer.odd(0.5):
        writer.empty("params")
        return
    writer.open("params")
    writer.misc()
    for tree in trees:
        writer.open("param")
        writer.misc()
        writer.value(tree)
        writer.misc()
        writer.close("param")
        writer.misc()
    writer.close("params")


def write(trees, draw):
    """A reply with those values, which Python reads."""
    data = document(draw, "methodResponse", lambda writer: params(writer, trees))
    read(data)
    return data
