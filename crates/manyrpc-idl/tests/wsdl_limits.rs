//! Hostile definitions in WSDL and XML Schema: an error that says why, soon, and nothing worse.
//!
//! Each of these would take hours, all memory, the stack, or a file that nobody named, if its limit did not hold.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use manyrpc_idl::{Files, Limits, MemoryFiles, Options, load_from};

fn schema(body: &str) -> String {
    format!(
        "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:t='u' targetNamespace='u'>{body}</s:schema>"
    )
}

/// What is said first against a text.
fn first(text: &str) -> String {
    let files = MemoryFiles::from_iter([("hostile.xsd", text)]);
    let (module, mut diagnostics) = load_from(&files, "hostile.xsd", &Options::default());
    assert!(module.is_none());
    assert!(diagnostics.len() <= Limits::default().diagnostics);
    diagnostics.swap_remove(0).message
}

fn accepted(text: &str) {
    let files = MemoryFiles::from_iter([("large.xsd", text)]);
    let (module, diagnostics) = load_from(&files, "large.xsd", &Options::default());
    assert!(module.is_some(), "{}", diagnostics[0]);
}

/// `part` for each number, joined.
fn parts(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

const REPEATED: &str = "types and groups of this definition repeat each other too often";

#[test]
fn nesting() {
    let deep = |n: usize| {
        let (open, close) = (
            "<s:element name='a'><s:complexType><s:sequence>",
            "</s:sequence></s:complexType></s:element>",
        );
        schema(&(open.repeat(n) + &close.repeat(n)))
    };
    assert_eq!(
        first(&deep(10_000)),
        "elements are nested more than 64 levels deep"
    );
    accepted(&deep(20));
    let chain = parts(200, |n| {
        let base = n + 1;
        format!("<s:simpleType name='a{n}'><s:restriction base='t:a{base}'/></s:simpleType>")
    });
    let end = "<s:simpleType name='a200'><s:restriction base='s:int'/></s:simpleType>";
    assert_eq!(
        first(&schema(&(chain + end))),
        "types and groups are nested more than 64 levels deep"
    );
}

#[test]
fn repetition() {
    let doubled = |kind: &str, around: (&str, &str)| {
        parts(40, |n| {
            let next = format!("<s:{kind} ref='t:g{}'/>", n + 1);
            format!(
                "<s:{kind} name='g{n}'>{}{next}{next}{}</s:{kind}>",
                around.0, around.1
            )
        })
    };
    let groups = doubled("group", ("<s:sequence>", "</s:sequence>"));
    let end = "<s:group name='g40'><s:sequence><s:element name='a'/></s:sequence></s:group>";
    let user = "<s:complexType name='A'><s:group ref='t:g0'/></s:complexType>";
    assert_eq!(first(&schema(&format!("{groups}{end}{user}"))), REPEATED);
    let groups = doubled("attributeGroup", ("", ""));
    let end = "<s:attributeGroup name='g40'><s:attribute name='a'/></s:attributeGroup>";
    let user = "<s:complexType name='A'><s:attributeGroup ref='t:g0'/></s:complexType>";
    assert_eq!(first(&schema(&format!("{groups}{end}{user}"))), REPEATED);
    let heads = parts(2000, |n| {
        format!("<s:element name='e{n}' substitutionGroup='t:h'/>")
    });
    let uses = "<s:element ref='t:h'/>".repeat(2000);
    let user = format!("<s:complexType name='A'><s:sequence>{uses}</s:sequence></s:complexType>");
    assert_eq!(
        first(&schema(&format!("<s:element name='h'/>{heads}{user}"))),
        REPEATED
    );
}

#[test]
fn attributes() {
    let many = parts(2000, |n| format!(" a{n}=''"));
    assert_eq!(
        first(&schema(&format!("<s:element{many}/>"))),
        "an element has more than 1000 attributes"
    );
    let many = parts(10_000, |n| format!("<s:attribute name='a{n}'/>"));
    accepted(&schema(&format!(
        "<s:complexType name='A'>{many}</s:complexType>"
    )));
}

/// VMware's definition has 1.1 megabytes, VirtualBox's 2.3 and eBay's more than 5.
#[test]
fn long_definitions() {
    let long = |megabytes: usize| {
        let element = format!(
            "<s:element name='a'/><!--{}-->",
            "-".repeat(1000).replace("--", "- ")
        );
        schema(&element.repeat(megabytes << 10))
    };
    let text = long(6);
    let files = MemoryFiles::from_iter([("long.xsd", &*text)]);
    let (module, _) = load_from(&files, "long.xsd", &Options::default());
    assert!(module.is_some());
    assert_eq!(
        first(&long(9)),
        "cannot read the definition: all files together are longer than 8388608 bytes"
    );
    let many = "<a/>".repeat((1 << 20) + 1);
    assert_eq!(
        first(&schema(&many)),
        "the definition has too many elements"
    );
}

/// The schema of XML Signature, which many others import, begins with such a declaration; nothing that one says holds.
#[test]
fn document_types() {
    let declared = |body: &str| {
        "<!DOCTYPE schema PUBLIC '-//W3C//DTD XMLSchema 200102//EN' 'http://www.w3.org/2001/XMLSchema.dtd' [
          <!ATTLIST schema xmlns:v CDATA #FIXED 'urn:v'> <!ENTITY % p ''> <!ENTITY a 'aaaa'> <!ENTITY b '&a;&a;'>
        ]>"
        .to_owned()
            + body
    };
    let text = declared(&schema("<s:element name='a' type='s:int'/>"));
    let files = MemoryFiles::from_iter([("signed.xsd", &*text)]);
    let (module, diagnostics) = load_from(&files, "signed.xsd", &Options::default());
    assert!(module.is_some());
    let said: Vec<&str> = diagnostics.iter().map(|d| &*d.message).collect();
    assert_eq!(said, ["the document type declaration is passed over"]);
    let used = "<s:annotation><s:documentation>&b;</s:documentation></s:annotation>";
    assert_eq!(first(&declared(&schema(used))), "there is no entity `b`");
    assert!(first(&declared(&schema("<s:element name='&b;'/>"))).starts_with("this is no XML"));
    assert_eq!(
        first(&schema("<!DOCTYPE schema>")),
        "a document type declaration is refused"
    );
}

/// Files that remember what was asked for.
#[derive(Default)]
struct Noting {
    files: MemoryFiles,
    asked: Mutex<Vec<PathBuf>>,
}

impl Files for Noting {
    fn read(&self, path: &Path, max: usize) -> io::Result<Vec<u8>> {
        self.asked
            .lock()
            .expect("nobody panics with it")
            .push(path.to_owned());
        self.files.read(path, max)
    }
}

#[test]
fn files() {
    let include = |place: &str| format!("<s:include schemaLocation='{place}'/>");
    accepted(&schema(&include("large.xsd").repeat(500)));
    assert_eq!(
        first(&schema(&include("hostile.xsd").repeat(2000))),
        "more than 1000 files are imported"
    );
    // Neither the network nor the local disk: of these places only the last component counts.
    let places = [
        "http://example.org/secret/a.xsd",
        "/etc/passwd",
        "file:///etc/shadow",
        "C:\\secret\\b.xsd",
    ];
    let mut files = Noting::default();
    let text = schema(&parts(places.len(), |n| include(places[n])));
    files.files.insert("in/here.xsd", text);
    let (module, diagnostics) = load_from(&files, "in/here.xsd", &Options::default());
    assert!(module.is_some() && diagnostics.len() == places.len());
    let asked = files.asked.into_inner().expect("nobody panics with it");
    let wanted =
        ["here.xsd", "a.xsd", "passwd", "shadow", "b.xsd"].map(|name| Path::new("in").join(name));
    assert_eq!(asked[asked.len() - wanted.len()..], wanted);
}
