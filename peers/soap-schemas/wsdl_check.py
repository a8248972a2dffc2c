#!/usr/bin/python3
"""wsdl_check: reads paths of definitions in WSDL 1.1, one a line, and answers each with `ok`, or with what is wrong with it by the schemas of
WSDL and of its bindings to SOAP. The schemas of types in it must be some to libxml2, which are given each other and that of SOAP's encoding."""

import pathlib
import sys
import tempfile

from lxml import etree

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = "{http://www.w3.org/2001/XMLSchema}"
ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"
XML = "http://www.w3.org/XML/1998/namespace"
OF_WSDL = {
    "http://schemas.xmlsoap.org/wsdl/": "wsdl.xsd",
    "http://schemas.xmlsoap.org/wsdl/soap/": "soap-binding.xsd",
    "http://schemas.xmlsoap.org/wsdl/soap12/": "soap12-binding.xsd",
}


def schema_of(places):
    """One that has all of them."""
    root = etree.Element(f"{SCHEMA}schema")
    for namespace, place in places.items():
        named = {} if namespace is None else {"namespace": namespace}
        etree.SubElement(root, f"{SCHEMA}import", schemaLocation=str(place), **named)
    # Without a namespace of its own it cannot import what has none.
    root.set("targetNamespace", "urn:all")
    return etree.XMLSchema(etree.fromstring(etree.tostring(root), etree.XMLParser(no_network=True)))


def types(document):
    """Raises what libxml2 says of the schemas in a definition."""
    inside = list(document.iter(f"{SCHEMA}schema"))
    with tempfile.TemporaryDirectory() as folder:
        places = {schema.get("targetNamespace"): pathlib.Path(folder) / f"{n}.xsd" for n, schema in enumerate(inside)}
        known = {ENCODING: HERE / "soap-encoding.xsd", XML: HERE / "xml.xsd", **places}
        for schema in inside:
            for child in schema.iter(f"{SCHEMA}import"):
                child.set("schemaLocation", str(known[child.get("namespace")]))
        for schema in inside:
            places[schema.get("targetNamespace")].write_bytes(etree.tostring(schema, with_tail=False))
        schema_of(places)


def judged(schema, path):
    try:
        document = etree.parse(path, etree.XMLParser(no_network=True))
        if not schema.validate(document):
            return str(schema.error_log.last_error)
        types(document.getroot())
    except (etree.LxmlError, KeyError) as error:
        return f"{type(error).__name__}: {error}"
    return "ok"


def main():
    schema = schema_of({namespace: HERE / file for namespace, file in OF_WSDL.items()})
    for line in sys.stdin:
        print(judged(schema, line.strip()).replace("\n", " "), flush=True)


main()
