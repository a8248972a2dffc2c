//! What is refused.

use super::*;

#[derive(Debug, Default, PartialEq)]
struct Tree {
    text: Option<String>,
    tree: Vec<Tree>,
}

static TEXT: Field = Field::plain("text");
static TREE_FIELD: Field = Field::plain("tree");
static TREE_FIELDS: [Field; 2] = [
    Field::of("text", crate::meta::Length::UpTo(u32::MAX), &TEXT),
    Field::of("tree", crate::meta::Length::UpTo(u32::MAX), &TREE_FIELD),
];
static TREE: Record =
    Record::of("tree", &TREE_FIELDS).xml(const { &XmlRecord::wrapper("urn:t", "tree", "") });
plain_record! { Tree, TREE, TREE_FIELDS { 0 text, 1 tree } }

fn tree(inside: &str) -> Result<Tree, MalformedKind> {
    read(
        &message(&format!("<t:tree xmlns:t='urn:t'>{inside}</t:tree>")),
        &TREE,
    )
}

#[test]
fn what_is_not_well_formed() {
    assert!(tree("<text>a</text><tree/>").is_ok());
    for inside in [
        "<text>a</txt>",
        "<text>a",
        "<text>&other;</text>",
        "<text>a</text><p:unknown/>",
        "<unknown p:a='1'/>",
        "<unknown a='1' a='2'/>",
        "<unknown xmlns:p=''/>",
        "<unknown xmlns:xmlns='urn:x'/>",
        // Namespaces in XML 1.0, sections 3 and 6.3.
        "<unknown xmlns:p='http://www.w3.org/2000/xmlns/'/>",
        "<unknown xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
        "<unknown xmlns='http://www.w3.org/XML/1998/namespace'/>",
        "<unknown xmlns:p='u' xmlns:q='u' p:a='1' q:a='1'/>",
        "<unknown><a></b></unknown>",
        "<:text/>",
        "<a:b:c/>",
        "characters",
        "<text>a<b/></text>",
        "<text>\u{1}</text>",
        "<text>a</text></t:tree><t:tree xmlns:t='urn:t'>",
    ] {
        let read = tree(inside);
        let second = inside.contains("</t:tree>");
        assert!(read.is_err() || second, "{inside}: {read:?}");
    }
    let whole = message("<t:tree xmlns:t='urn:t'/>");
    assert!(read::<Tree>(&whole, &TREE).is_ok());
    for (from, to) in [
        ("</SOAP-ENV:Envelope>", ""),
        ("</SOAP-ENV:Envelope>", "</SOAP-ENV:Envelope><x/>"),
        ("</SOAP-ENV:Body>", "<x></SOAP-ENV:Body>"),
        ("</SOAP-ENV:Body>", "<x:y/></SOAP-ENV:Body>"),
        ("<SOAP-ENV:Body>", ""),
        ("<SOAP-ENV:Body>", "<Body>"),
        ("soap/envelope", "soap/other"),
    ] {
        let wrong = whole.replacen(from, to, 1);
        let ignored = to.contains("x:y");
        assert!(
            read::<Tree>(&wrong, &TREE).is_err() || ignored,
            "{from}: {to}"
        );
    }
    let declared = format!("<!DOCTYPE a [<!ENTITY b 'c'>]>{whole}");
    let kind = MalformedKind::Refused("a document type declaration");
    assert_eq!(read::<Tree>(&declared, &TREE), Err(kind));
    for end in 0..whole.len() {
        assert!(read::<Tree>(&whole[..end], &TREE).is_err(), "{end}");
    }
}

#[test]
fn nests_attributes_and_sizes_have_limits() {
    let deep = |n: usize| tree(&format!("{}{}", "<tree>".repeat(n), "</tree>".repeat(n)));
    assert!(deep(40).is_ok());
    assert_eq!(deep(1000), Err(MalformedKind::TooDeep));
    let unknown = |n: usize| tree(&format!("<u>{}{}</u>", "<a>".repeat(n), "</a>".repeat(n)));
    assert!(unknown(100).is_ok());
    assert_eq!(unknown(100_000), Err(MalformedKind::TooDeep));
    let attributes: String = (0..100).map(|i| format!(" a{i}=''")).collect();
    assert!(tree(&format!("<text{attributes}/>")).is_err());
    let namespaces: String = (0..100).map(|i| format!(" xmlns:a{i}='u'")).collect();
    assert!(tree(&format!("<text{namespaces}/>")).is_err());
    let text = message("<t:tree xmlns:t='urn:t'/>");
    let small = Limits {
        bytes: text.len() - 1,
        ..LIMITS
    };
    let mut value = Tree::default();
    let read = soap::decode_params(text.as_bytes(), &TREE, &mut value, &small, Options::DEFAULT);
    assert!(matches!(
        read.unwrap_err().kind,
        MalformedKind::TooLong { .. }
    ));
}

#[test]
fn namespaces_take_memory_once() {
    let small = Limits {
        memory: 10_000,
        ..LIMITS
    };
    let ns = "n".repeat(1000);
    let read = |ns: &str, f: &Field, items: usize, item: &str| {
        let items = format!("<v>{item}</v>").repeat(items);
        let text = format!("<l xmlns:p='{ns}'>{items}</l>");
        let list = Field {
            elem: Some(Link::Shared(alloc::sync::Arc::new(f.clone()))),
            ..Field::plain("l").xml(
                const {
                    &Xml {
                        wrapped: true,
                        ..Xml::ELEMENT
                    }
                },
            )
        };
        let mut value = Vec::<String>::new();
        soap::decode_value(text.as_bytes(), &list, &mut value, &small, Options::DEFAULT)
    };
    let name = Field::plain("v").xml(
        const {
            &Xml {
                form: XmlForm::QName,
                ..Xml::ELEMENT
            }
        },
    );
    let any = Field::plain("v").xml(
        const {
            &Xml {
                role: XmlRole::Any,
                ..Xml::ELEMENT
            }
        },
    );
    for (f, item) in [(&name, "p:a"), (&any, "<p:a/>")] {
        assert!(read(&ns, f, 9, item).is_ok(), "{item}");
        assert!(read(&ns, f, 11, item).is_err(), "{item}");
    }
    assert!(read(&ns.repeat(5), &name, 1, "p:a").is_err());
}

/// A name in an attribute is looked up without walking all declarations around it.
#[test]
fn prefixes_at_once_have_a_limit_and_declarations_have_none() {
    let nest = |n: usize, declared: fn(usize) -> String| {
        let starts: String = (0..n).map(|i| format!("<tree{}>", declared(i))).collect();
        tree(&format!("{starts}{}", "</tree>".repeat(n)))
    };
    let same = |_| String::from(" xmlns:p='u' xmlns:q='v'");
    assert!(nest(40, same).is_ok());
    let others = |level: usize| {
        (0..10)
            .map(|i| format!(" xmlns:p{level}_{i}='u'"))
            .collect()
    };
    assert!(nest(20, others).is_ok());
    let refused = MalformedKind::Refused("so many prefixes at once");
    assert_eq!(nest(40, others), Err(refused));
    // Each is forgotten with its element.
    let besides: String = (0..2000)
        .map(|i| format!("<p{i}:u xmlns:p{i}='u'/>"))
        .collect();
    assert!(tree(&besides).is_ok());
    let inside = "<tree xmlns:p='u'><tree xmlns:p='v'/><p:u/></tree>";
    assert!(tree(inside).is_ok());
    assert!(tree(&format!("{inside}<p:u/>")).is_err());
}

#[test]
fn a_fault_has_few_codes() {
    let codes = |n: usize| {
        let text = format!(
            "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body><e:Fault><e:Code>{}\
             </e:Code></e:Fault></e:Body></e:Envelope>",
            "<e:Value>e:Sender</e:Value>".repeat(n)
        );
        let fault = soap::scan::fault(text.as_bytes(), &LIMITS);
        fault.map(|fault| fault.subcodes.len()).map_err(|e| e.kind)
    };
    assert_eq!(codes(3), Ok(2));
    assert_eq!(codes(1000), Err(MalformedKind::Refused("so many elements")));
}

/// The name of a namespace with a reference in it is copied.
#[test]
fn namespaces_of_headers_take_memory_once() {
    let small = Limits {
        memory: 10_000,
        ..LIMITS
    };
    let entries = |ns: &str| {
        let attributes: String = (0..20).map(|i| format!(" p:a{i}=''")).collect();
        let text = format!(
            "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Header>\
             <p:a xmlns:p='{ns}'{attributes}/></e:Header><e:Body/></e:Envelope>"
        );
        soap::scan::header_entries(text.as_bytes(), 9, &small).map(|entries| entries.len())
    };
    let long = "n".repeat(1000);
    assert_eq!(entries(&long), Ok(1), "it is lent");
    assert_eq!(entries("a&amp;b"), Ok(1));
    assert!(entries(&format!("{long}&amp;b")).is_err());
}
