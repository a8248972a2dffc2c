//! Content that a definition leaves open: elements of any name, and characters between elements.

use super::*;

#[derive(Debug, Default, PartialEq)]
struct Note {
    any: String,
}

static ANY: Xml = Xml {
    role: XmlRole::Any,
    ..Xml::ELEMENT
};
static IN_N: Xml = Xml {
    ns: Cow::Borrowed("urn:n"),
    ..Xml::ELEMENT
};
static NOTE_FIELDS: [Field; 1] = [Field::plain("any").xml(&ANY)];
static NOTE: Record = Record::of("note", &NOTE_FIELDS);
plain_record! { Note, NOTE, NOTE_FIELDS { 0 any } }

/// The element inside of one that declares `p`, `q` and a default namespace.
fn any(inside: &str) -> String {
    let text = format!(
        "<n:note xmlns:n='urn:n' xmlns='urn:d' xmlns:p='urn:p' xmlns:q='urn:q'>{inside}</n:note>"
    );
    let note: Note = value(&text, &Field::plain("note").xml(&IN_N)).unwrap();
    let alone = value::<String>(&note.any, &Field::plain("any").xml(&ANY));
    assert_eq!(alone.as_ref(), Ok(&note.any), "it is XML by itself");
    note.any
}

#[test]
fn any_element_declares_what_it_uses_once() {
    for own in [
        "<p:a xmlns:p='urn:own'/>",
        "<p:a\n\txmlns:p='urn:own'/>",
        "<p:a xmlns:p = 'urn:own'/>",
        "<p:a b='>' xmlns:p='urn:own'/>",
        "<a xmlns=''><b/></a>",
        "<a\nxmlns='urn:own'><b/></a>",
        "<p:a xmlns:p='urn:own'>no:where</p:a>",
    ] {
        assert_eq!(any(own), own);
    }
    for (inside, expected) in [
        ("<p:a/>", "<p:a xmlns:p=\"urn:p\"/>"),
        ("<a/>", "<a xmlns=\"urn:d\"/>"),
        (
            "<a b=' xmlns:p='><p:b/></a>",
            "<a xmlns=\"urn:d\" xmlns:p=\"urn:p\" b=' xmlns:p='><p:b/></a>",
        ),
        (
            "<p:a b='q:name'>p:name</p:a>",
            "<p:a xmlns:p=\"urn:p\" xmlns:q=\"urn:q\" b='q:name'>p:name</p:a>",
        ),
    ] {
        assert_eq!(any(inside), expected);
    }
}

#[derive(Debug, Default, PartialEq)]
struct Around {
    note: Note,
}

static AROUND_FIELDS: [Field; 1] = [Field::plain("note")];
static AROUND: Record = Record::of("around", &AROUND_FIELDS);
plain_record! { Around, AROUND, AROUND_FIELDS { 0 note } }

/// Namespaces in XML 1.0, section 6.2: `xmlns=""` ends a default namespace.
#[test]
fn any_element_has_no_default_namespace_that_ended() {
    let text = "<p:around xmlns:p='urn:n' xmlns='urn:d'><note xmlns=''><b/></note></p:around>";
    let around: Around = value(text, &Field::plain("around").xml(&IN_N)).unwrap();
    assert_eq!(around.note.any, "<b/>");
}

#[test]
fn any_element_is_written_without_its_declaration() {
    let f = Field::plain("any").xml(&ANY);
    for (document, element) in [
        ("<?xml version=\"1.0\"?><a/>", "<a/>"),
        (
            "<?xml version='1.0' encoding='utf-8'?>\n<a>b</a>\n",
            "<a>b</a>\n",
        ),
        ("<!-- c --><?p?><a/>", "<!-- c --><?p?><a/>"),
        (
            "<z:a xmlns:z='urn:z'><z:b xml:lang='en'/></z:a>",
            "<z:a xmlns:z='urn:z'><z:b xml:lang='en'/></z:a>",
        ),
        // What every message declares.
        (
            "<a xsi:nil='true' xsi:type='xsd:int'/>",
            "<a xsi:nil='true' xsi:type='xsd:int'/>",
        ),
    ] {
        assert_eq!(written_value(&f, document), element);
    }
    for wrong in [
        "<?xml version='1.0'?><?xml version='1.0'?><a/>",
        "<?xml version='1.0'?>a",
        "<?xml?><a/>",
        "<a/><b/>",
        // Namespaces in XML 1.0, section 5: prefixes of elements, of attributes, and of the names of types.
        "<z:a/>",
        "<a z:b='1'/>",
        "<a><b xmlns:z='urn:z'/><z:c/></a>",
        "<n:a/>",
        "<a xsi:type='z:T'/>",
    ] {
        let mut buf = Buf::new();
        let put = soap::encode_value(&mut buf, &f, wrong, &LIMITS, Options::DEFAULT);
        assert!(put.is_err(), "{wrong}");
    }
}

/// Namespaces in XML 1.0, section 5.
#[test]
fn any_element_with_a_prefix_without_a_namespace_is_malformed() {
    let f = Field::plain("any").xml(&ANY);
    for wrong in ["<a><z:b/></a>", "<a><b z:c='1'/></a>"] {
        assert_eq!(
            value::<String>(wrong, &f),
            Err(MalformedKind::Refused("a prefix without a namespace")),
            "{wrong}"
        );
    }
}

#[derive(Debug, Default, PartialEq)]
struct Mixed {
    a: i32,
    b: Option<i32>,
}

static MIXED_FIELDS: [Field; 2] = [
    Field::plain("a"),
    Field::of(
        "b",
        crate::meta::Length::UpTo(u32::MAX),
        const { &Field::plain("b") },
    ),
];
static MIXED: Record = Record::of("mixed", &MIXED_FIELDS).xml(
    const {
        &XmlRecord {
            mixed: true,
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Mixed, MIXED, MIXED_FIELDS { 0 a, 1 b } }

#[test]
fn characters_between_elements_may_be_anything() {
    let f = Field::plain("mixed");
    for inside in [
        "a<a>1</a>b<b>2</b>c",
        "/><a>1</a>/>/<b>2</b>/>",
        "<a>1</a><b>2</b>/>",
        "/><b>2</b>/><a>1</a>/>",
    ] {
        let read = value(&format!("<mixed>{inside}</mixed>"), &f);
        assert_eq!(read, Ok(Mixed { a: 1, b: Some(2) }), "{inside}");
    }
    let kind = MalformedKind::Missing(crate::Name::new("a"));
    assert_eq!(value::<Mixed>("<mixed/>", &f), Err(kind));
}
