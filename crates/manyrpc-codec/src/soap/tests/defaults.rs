//! Values that are missing, empty or nil.

use super::*;
use crate::meta::Length;

fn defaulting(form: XmlForm, default: &'static str) -> Field {
    Field {
        xml: Some(Link::Shared(alloc::sync::Arc::new(Xml {
            form,
            default: Some(Cow::Borrowed(default)),
            ..Xml::ELEMENT
        }))),
        ..Field::plain("v")
    }
}

/// XML Schema part 1, section 3.3.1: an empty element has the default.
#[test]
fn empty_elements_have_the_default() {
    let text = defaulting(XmlForm::Natural, "some");
    let base64 = defaulting(XmlForm::Natural, "Zm9v");
    let hex = defaulting(XmlForm::Hex, "0FB7");
    let name = defaulting(XmlForm::QName, "{urn:p}name");
    for element in ["<v/>", "<v></v>", "<v a='1'/>", "<v><!-- none --></v>"] {
        assert_eq!(value(element, &text), Ok(String::from("some")), "{element}");
        assert_eq!(value(element, &base64), Ok(b"foo".to_vec()), "{element}");
        assert_eq!(
            value(element, &hex),
            Ok([0x0f_u8, 0xb7].to_vec()),
            "{element}"
        );
        let read = value(element, &name);
        assert_eq!(read, Ok(String::from("{urn:p}name")), "{element}");
    }
    assert_eq!(value("<v>Zg==</v>", &base64), Ok(b"f".to_vec()));
    assert_eq!(value("<v>x</v>", &name), Ok(String::from("x")));
    let local = defaulting(XmlForm::QName, "local");
    assert_eq!(value("<v/>", &local), Ok(String::from("local")));
    assert!(value::<String>("<v>{urn:other}name</v>", &name).is_err());
    // Nil is no default, wherever the prefix that says so is declared.
    let nil = "<v xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>";
    assert_eq!(value(nil, &text), Ok(String::new()));
    assert_eq!(value(nil, &base64), Ok(Vec::<u8>::new()));
}

fn fixed(form: XmlForm, only: &'static str) -> Field {
    let facets = Facets {
        values: Cow::Owned(alloc::vec![Cow::Borrowed(only)]),
        ..Default::default()
    };
    Field {
        xml: Some(Link::Shared(alloc::sync::Arc::new(Xml {
            form,
            default: Some(Cow::Borrowed(only)),
            facets: Some(Link::Shared(alloc::sync::Arc::new(facets))),
            ..Xml::ELEMENT
        }))),
        ..Field::plain("v")
    }
}

/// XML Schema part 1, sections 3.3.1 and 3.3.4: no other value than the fixed one, in whatever form.
#[test]
fn fixed_values_are_the_only_ones() {
    fn check<T: Default + for<'a> Decode<'a>>(
        form: XmlForm,
        only: &'static str,
        same: &[&str],
        others: &[&str],
    ) {
        let f = fixed(form, only);
        let read = |text: &str| value::<T>(&format!("<v>{text}</v>"), &f).map(drop);
        assert_eq!(read(""), Ok(()), "{only}");
        for text in same.iter().chain([&only]) {
            assert_eq!(read(text), Ok(()), "{only} {text}");
        }
        for text in others {
            assert!(read(text).is_err(), "{only} {text}");
        }
    }
    let natural = XmlForm::Natural;
    check::<String>(natural, "1.5", &[], &["1.50", " 1.5"]);
    check::<String>(XmlForm::Token, "a b", &["  a\n b "], &["ab", "a"]);
    check::<String>(
        XmlForm::Decimal,
        "1.5",
        &["1.50", "+01.5"],
        &["1.51", "-1.5"],
    );
    check::<i32>(natural, "7", &["+7", "007", " 7 "], &["8", "-7"]);
    check::<u64>(natural, "0", &["-0"], &["1"]);
    check::<f64>(natural, "1.5e1", &["15", "15.0"], &["15.1", "NaN"]);
    check::<f32>(natural, "INF", &[], &["-INF", "0"]);
    check::<bool>(natural, "true", &["1", " true "], &["false", "0"]);
    check::<Vec<u8>>(XmlForm::Hex, "0FB7", &["0fb7"], &["0FB8", "0FB700"]);
    check::<Vec<u8>>(natural, "Zm9v", &["Zm 9v"], &["Zg==", "zm9v"]);
    let moment = XmlForm::DateTime;
    check::<String>(
        moment,
        "2026-01-01T00:00:00Z",
        &["2026-01-01T01:00:00+01:00"],
        &["2026-01-01T00:00:00"],
    );
    let name = fixed(XmlForm::QName, "{urn:p}name");
    let read = |text: &str| value::<String>(&format!("<v xmlns:p='urn:p'>{text}</v>"), &name);
    assert_eq!(read("p:name").as_deref(), Ok("{urn:p}name"));
    assert!(read("p:other").is_err() && read("name").is_err());
}

#[derive(Debug, Default, PartialEq)]
struct Both {
    digits: Vec<u8>,
    name: String,
}

static HEX: Xml = Xml {
    form: XmlForm::Hex,
    default: Some(Cow::Borrowed("0FB7")),
    ..Xml::ELEMENT
};
static NAME: Xml = Xml {
    form: XmlForm::QName,
    default: Some(Cow::Borrowed("{urn:p}name")),
    ..Xml::ELEMENT
};
static BOTH_FIELDS: [Field; 2] = [
    Field::plain("digits").xml(&HEX),
    Field::plain("name").xml(&NAME),
];
static BOTH: Record = Record::of("both", &BOTH_FIELDS);
plain_record! { Both, BOTH, BOTH_FIELDS { 0 digits, 1 name } }

#[test]
fn missing_elements_have_the_default() {
    let both = Both {
        digits: [0x0f, 0xb7].to_vec(),
        name: "{urn:p}name".into(),
    };
    assert_eq!(value("<both/>", &Field::plain("both")), Ok(both));
}

#[derive(Debug, Default, PartialEq)]
struct Kinds {
    text: String,
    bytes: Vec<u8>,
    wrapped: Vec<i32>,
    list: Vec<i32>,
    items: Vec<String>,
    number: i32,
    exact: String,
}

const ANY: Length = Length::UpTo(u32::MAX);

static KINDS_FIELDS: [Field; 7] = [
    Field::plain("text").xml(
        const {
            &Xml {
                default: Some(Cow::Borrowed("some")),
                ..Xml::ELEMENT
            }
        },
    ),
    Field::plain("bytes"),
    Field::of("wrapped", ANY, const { &Field::plain("item") }).xml(
        const {
            &Xml {
                wrapped: true,
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("list", ANY, const { &Field::plain("list") }).xml(
        const {
            &Xml {
                list: true,
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("items", ANY, const { &Field::plain("items") }),
    Field::plain("number"),
    Field::plain("exact").xml(
        const {
            &Xml {
                form: XmlForm::Decimal,
                ..Xml::ELEMENT
            }
        },
    ),
];
static KINDS: Record = Record::of("kinds", &KINDS_FIELDS);
plain_record! {
    Kinds, KINDS,
    KINDS_FIELDS { 0 text, 1 bytes, 2 wrapped, 3 list, 4 items, 5 number, 6 exact }
}

/// Deployed implementations write nil for what is empty in their language.
#[test]
fn what_is_nil_and_not_optional_is_empty() {
    const XSI: &str = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";
    let full = [
        "<text>a</text>",
        "<bytes>Zg==</bytes>",
        "<wrapped><item>1</item></wrapped>",
        "<list>1 2</list>",
        "<items>a</items>",
        "<number>1</number>",
        "<exact>1</exact>",
    ];
    let read = |which: usize, nil: &str| {
        let mut all = full.map(String::from);
        let name = &*KINDS_FIELDS[which].name;
        all[which] = format!("<{name} xsi:nil='true'{nil}").replace('@', name);
        let text = format!("<kinds {XSI}>{}</kinds>", all.concat());
        value::<Kinds>(&text, &Field::plain("kinds"))
    };
    for nil in ["/>", "></@>", " a='1'>\n</@>"] {
        // White space in what has none is nothing, and in text is text.
        let text = if nil.contains('\n') { "\n" } else { "" };
        assert_eq!(read(0, nil).map(|v| v.text), Ok(text.into()), "{nil}");
        assert_eq!(read(1, nil).map(|v| v.bytes), Ok(Vec::new()), "{nil}");
        assert_eq!(read(2, nil).map(|v| v.wrapped), Ok(Vec::new()), "{nil}");
        assert_eq!(read(3, nil).map(|v| v.list), Ok(Vec::new()), "{nil}");
        assert_eq!(
            read(4, nil).map(|v| v.items),
            Ok([text.into()].into()),
            "{nil}"
        );
        assert_eq!(read(5, nil), Err(MalformedKind::Null), "{nil}");
        assert!(read(6, nil).is_err(), "{nil}");
    }
    let nil = format!("<kinds {XSI} xsi:nil='true'/>");
    let kinds = value::<Kinds>(&nil, &Field::plain("kinds"));
    assert_eq!(kinds, Err(MalformedKind::Null));
}
