"""The cases of ../soap.md on zeep, whose times have no more than microseconds and whose dates have no zone."""

import datetime
import decimal
import math

import driven
import isodate
import lxml.etree
import zeep
from zeep.helpers import serialize_object

NAMESPACE = "{urn:manyrpc.example.features}"


def require(right, said=""):
    if not right:
        raise ValueError(f"the result is wrong {said}")


def plain(value):
    """Dictionaries and lists, in which what is not there is nothing."""
    value = serialize_object(value, dict) if not isinstance(value, dict | list) else value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


class Cases:
    def __init__(self, client, service):
        self.client, self.service = client, service

    def type(self, name):
        return self.client.get_type(NAMESPACE + name)

    def same(self, given, got):
        require(plain(given) == plain(got), str(got))

    def scalars(self):
        value = {
            "truth": True, "tiny": -128, "natural_tiny": 255, "small": -32768, "natural_small": 65535,
            "whole": -(1 << 31), "natural": (1 << 32) - 1, "huge": -(1 << 63), "natural_huge": (1 << 64) - 1,
            "approximate": 0.1, "precise": 1e-300, "words": 'a <b> & "c" ]]> dé美🦀', "hue": "light blue", "grade": 5,
            "code": "ABC-12", "bytes": bytes(range(256)), "digest": "deadbeef", "place": "http://example.org/?a=1&b=2",
        }  # fmt: skip
        self.scalars_come_back(value)
        self.scalars_come_back(value | {"approximate": math.inf, "words": "  line\r\n\ttab ", "bytes": b"", "digest": ""})
        self.scalars_come_back(value | {"approximate": -math.inf, "precise": -0.0, "words": ""})

    def scalars_come_back(self, value):
        got = plain(self.service.echo_scalars(value))
        # zeep has nothing for empty text and bytes, keeps hexBinary as it is written, and a float in double precision.
        got |= {name: got[name] or value[name][:0] for name in ("words", "bytes", "digest")}
        got["digest"] = got["digest"].lower()
        require(abs(got["approximate"] - value["approximate"]) < 1e-6 or got["approximate"] == value["approximate"])
        require(got | {"approximate": value["approximate"]} == value, str(got))

    def exact(self):
        value = {
            "price": decimal.Decimal("-1234567890123456789.0123456789"),
            "large": 123456789012345678901234,
            "moment": isodate.parse_datetime("2026-11-27T23:59:59.123456+05:30"),
            "day": datetime.date(2024, 2, 29),
            "hour": datetime.time(0, 0, 0, 500000),
            "span": isodate.parse_duration("-P1Y2M3DT4H5M6.7S"),
        }
        self.same(value, self.service.echo_exact(value))

    def optionals(self):
        empty = {"omitted": None, "nil": None, "both": None, "many": [], "holes": [], "id": "", "rank": None}
        self.same(empty, self.service.echo_optionals(empty))
        value = {"omitted": 7, "nil": 8, "both": "both", "many": [1, -2, 3], "holes": ["x", "y"], "id": "a 'b' <c>", "rank": -1}
        self.same(value, self.service.echo_optionals(value))

    def terms(self):
        require(not self.service.echo_terms([]))
        value = [{"number": 42}, {"text": "words"}, {"place": {"x": 1, "y": -1}}]
        got = [{key: item for key, item in term.items() if item is not None} for term in plain(self.service.echo_terms(value))]
        self.same(value, got)

    def shapes(self):
        value = [
            self.type("Shape")(name="plain"),
            self.type("Circle")(name="round", radius=1.5),
            self.type("Square")(name="even", side=2),
            self.type("LabelledSquare")(name="named", side=2.5, label="L"),
        ]
        got = self.service.echo_shapes(value)
        require([type(shape).__name__ for shape in got] == [type(shape).__name__ for shape in value], str(got))
        self.same(value, got)

    def tree(self):
        def node(label, *children):
            return {"label": label, "child": list(children)}

        value = node("root", node("left", node("leaf")), node("right"))
        self.same(value, self.service.echo_tree(value))

    def bare(self):
        value = {"label": "document", "child": [{"label": "itself", "child": []}]}
        self.same(value, self.service.echo_bare(**value))

    def measures(self):
        value = [{"_value_1": 0.25, "unit": "m"}, {"_value_1": 1e6, "unit": ""}]
        self.same(value, self.service.echo_measures(value))

    def lists(self):
        got = self.service.echo_lists({"row": [[1, -2, 3], [], [4]]})
        require([list(row or []) for row in got] == [[1, -2, 3], [], [4]], str(got))

    def envelope(self):
        require(self.service.echo_envelope({"before": 1}).before == 1)
        note = lxml.etree.fromstring('<z:note xmlns:z="urn:other" z:a="1">text<z:b/></z:note>')
        got = self.service.echo_envelope({"before": 1, "_value_1": [note]})
        (back,) = got._value_1
        require(back.tag == note.tag and back.attrib == note.attrib and back.text == "text" and len(back) == 1)

    def binaries(self):
        value = [driven.pattern(70000), driven.pattern(1), driven.pattern(2)]
        self.same(value, self.service.echo_binaries(value))

    def divide(self):
        require(self.service.divide(42, 5) == 8)

    def fault(self, a, b):
        try:
            self.service.divide(a, b)
        except zeep.exceptions.Fault as error:
            require(error.detail is not None and len(error.detail) == 1, "no detail")
            return error.detail[0]
        raise ValueError("no fault")

    def failed(self):
        element = self.client.get_element(NAMESPACE + "failed")
        said = plain(element.parse(self.fault(7, 0), self.client.wsdl.types))
        require(said == {"number": -1, "words": "7 / 0", "hue": "light blue", "more": [1, 2]}, str(said))

    def refused(self):
        require(self.fault(-1, 1).tag == NAMESPACE + "refused")

    def header(self):
        session = {"token": "secret & more", "hops": 1}
        got = self.service.greet("Ada", _soapheaders={"session": session})
        require(got.body["return"] == "Hello, Ada", str(got))
        require(plain(got.header.session) == session | {"hops": 2}, str(got))

    def _entry(self, attributes):
        """Calls with an entry of the header that nobody knows, with these attributes of SOAP's."""
        envelope = self.service._binding.nsmap["soap-env"]
        entry = lxml.etree.Element("{urn:t}T", {f"{{{envelope}}}{name}": value for name, value in attributes})
        try:
            require(self.service.divide(42, 5, _soapheaders=[entry]) == 8)
        except zeep.exceptions.Fault as error:
            return f"fault {error.code}"
        return "ok"

    def one_way(self):
        self.service.notify("first")
        self.service.notify("second")
        got = []
        # The server may carry them out later than it answers.
        while len(got) < 2:
            got += self.service.notified() or []
        require(sorted(got) == ["first", "second"])


NAMES = [name.replace("_", "-") for name in vars(Cases) if name not in ("type", "same", "fault", "scalars_come_back") and name[0] != "_"]


def main():
    known = None

    def more(words):
        nonlocal known
        match words:
            case ["with", *options]:
                known = Cases(*driven.service("features", "Features", options))
                return "ok"
            case ["cases"]:
                return " ".join(NAMES)
            case ["entry", *attributes]:
                known = known or Cases(*driven.service("features", "Features"))
                return known._entry([attribute.split("=", 1) for attribute in attributes])
            case ["case", name] if name in NAMES:
                known = known or Cases(*driven.service("features", "Features"))
                getattr(known, name.replace("-", "_"))()
                return "ok"

    driven.obey(more)
