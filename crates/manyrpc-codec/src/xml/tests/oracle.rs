//! Compared with quick-xml: it reads our output, and its events yield the same values.

#[cfg(test)]
extern crate std;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use proptest::prelude::*;
use quick_xml::events::Event;
use quick_xml::{Reader, escape};

use super::values::{X, read, written_with};
use crate::error::MalformedKind;
use crate::markup::cursor::Cursor;
use crate::xml::Options;

/// The elements and the text of a document, as quick-xml reads them; `None` if it refuses it.
fn events(text: &str) -> Option<Vec<String>> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut events = Vec::new();
    let mut open = 0;
    let mut characters = String::new();
    loop {
        match reader.read_event().ok()? {
            Event::Eof => return (open == 0).then_some(events),
            Event::Text(part) => characters.push_str(&part.xml10_content()),
            Event::CData(part) => characters.push_str(&part.xml10_content()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().ok()? {
                Some(c) => characters.push(c),
                None => characters.push_str(escape::resolve_xml_entity(&reference)?),
            },
            event => {
                if !characters.is_empty() {
                    events.push(core::mem::take(&mut characters));
                }
                let name = |name: &str| name.to_owned();
                match event {
                    Event::Start(tag) => {
                        open += 1;
                        events.push("<".to_owned() + &name(tag.name().as_ref()));
                    }
                    Event::Empty(tag) => {
                        events.push("<".to_owned() + &name(tag.name().as_ref()));
                        events.push("</".to_owned() + &name(tag.name().as_ref()));
                    }
                    Event::End(tag) => {
                        open -= 1;
                        events.push("</".to_owned() + &name(tag.name().as_ref()));
                    }
                    _ => {}
                }
            }
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[ -~\r\n\t]{0,80}",
        "[<>&;\\]\"'a\r\u{e9}\u{1f600}]{0,12}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn quick_xml_reads_what_is_written(texts in prop::collection::vec(text(), 0..4)) {
        let Ok(document) = written_with(&X, &texts, Options::DEFAULT) else {
            let odd = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r') || c >= '\u{fffe}';
            prop_assert!(texts.iter().any(|t| t.contains(odd)));
            return Ok(());
        };
        let mut expected: Vec<String> = Vec::new();
        let mut put = |events: &[&str]| expected.extend(events.iter().map(ToString::to_string));
        put(&["<value", "<array", "<data"]);
        for text in &texts {
            put(&["<value", "<string"]);
            if !text.is_empty() {
                put(&[text]);
            }
            put(&["</string", "</value"]);
        }
        put(&["</data", "</array", "</value"]);
        prop_assert_eq!(events(&document), Some(expected));
        prop_assert_eq!(read(&document, &X), Ok(texts));
    }

    /// The escapes that it writes are read.
    #[test]
    fn what_quick_xml_escapes_is_read(text in "[ -~\u{e9}\u{1f600}\t\n]{0,40}") {
        for escaped in [escape::escape(&text), escape::partial_escape(&text), escape::minimal_escape(&text)] {
            let document = alloc::format!("<value><string>{escaped}</string></value>");
            prop_assert_eq!(read(&document, &X), Ok(text.clone()));
        }
    }

    /// Random sequences of pieces of markup. (At the start of a name quick-xml accepts anything.)
    #[test]
    fn both_refuse_the_same_soup(
        soup in prop::collection::vec(prop_oneof![
            Just("<a>"), Just("</a>"), Just("<b/>"), Just("<b c='d'>"), Just("</b>"), Just("x"), Just("<!-- x -->"),
            Just("<![CDATA[<a>]]>"), Just("&amp;"), Just("&#65;"), Just("<?p q?>"), Just(">"), Just("'"), Just("&"),
        ], 0..8),
    ) {
        let text = alloc::format!("<a>{}</a>", soup.concat());
        let mut cursor = Cursor::new(text.as_bytes(), usize::MAX);
        let read = cursor.skip(20).and_then(|()| cursor.at_end());
        let theirs = events(&text);
        match read {
            Ok(()) => prop_assert!(theirs.is_some(), "{}", text),
            // The element may end before the text does, which quick-xml accepts.
            Err(_) if matches!(cursor.failure().kind, MalformedKind::Trailing(_)) => {}
            Err(_) => prop_assert!(theirs.is_none(), "{} {:?}", text, cursor.failure()),
        }
    }
}
