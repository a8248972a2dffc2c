#!/usr/bin/python3
"""soap_check [DEFINITION...]: reads messages of SOAP, one a line in hex, and answers each with `ok`, or with what is wrong with it by the W3C's
schemas of envelopes and of the encoding of SOAP 1.1, and by those in definitions of interfaces/soap (`bench`, `features`, `graphs`). Elements
of no schema are let be in headers and bodies, unless they state a type of one."""

import os
import pathlib
import sys

from lxml import etree

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = "{http://www.w3.org/2001/XMLSchema}"
ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"
VERSIONS = {"http://schemas.xmlsoap.org/soap/envelope/": "envelope-1.1.xsd", "http://www.w3.org/2003/05/soap-envelope": "envelope-1.2.xsd"}


class Local(etree.Resolver):
    """Nothing is fetched."""

    def resolve(self, url, _, context):
        local = HERE / pathlib.PurePosixPath(url).name
        return self.resolve_filename(str(local), context) if local.exists() else self.resolve_empty(context)


def schema(version):
    """That of the envelope, and of all messages."""
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(Local())
    root = etree.Element(f"{SCHEMA}schema", nsmap={"xsd": SCHEMA[1:-1]})
    etree.SubElement(root, f"{SCHEMA}import", namespace=version, schemaLocation=str(HERE / VERSIONS[version]))
    etree.SubElement(root, f"{SCHEMA}import", namespace=ENCODING, schemaLocation=str(HERE / "soap-encoding.xsd"))
    for definition in sys.argv[1:]:
        (part,) = etree.parse(HERE / f"{definition}.wsdl", parser).iter(f"{SCHEMA}schema")
        for encoding in part.iter(f"{SCHEMA}import"):
            encoding.set("schemaLocation", str(HERE / "soap-encoding.xsd"))
        alone = HERE / f"{definition}.xsd"
        # Others may start, and read it, at this moment.
        own = alone.with_suffix(f".{os.getpid()}")
        own.write_bytes(etree.tostring(part))
        own.replace(alone)
        etree.SubElement(root, f"{SCHEMA}import", namespace=part.get("targetNamespace"), schemaLocation=str(alone))
    return etree.XMLSchema(etree.fromstring(etree.tostring(root), parser, base_url=str(HERE / "all.xsd")))


def judged(schemas, message):
    try:
        document = etree.fromstring(message, etree.XMLParser(no_network=True, huge_tree=True))
    except etree.XMLSyntaxError as error:
        return f"not well-formed: {error}"
    found = schemas.get(etree.QName(document).namespace)
    if found is None:
        return f"no envelope: {document.tag}"
    return "ok" if found.validate(document) else str(found.error_log.last_error)


def main():
    schemas = {version: schema(version) for version in VERSIONS}
    for line in sys.stdin:
        print(judged(schemas, bytes.fromhex(line.strip())).replace("\n", " "), flush=True)


main()
