//! Documents in other encodings (XML 1.0, section 4.3.3 and appendix F).

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use crate::error::MalformedKind;
use crate::xml::to_utf8;

const MAX: usize = 1000;

#[test]
fn utf8_is_lent() {
    let text = "<a>\u{e9}</a>".as_bytes();
    for declared in [None, Some("UTF-8"), Some("\"utf-8\""), Some("")] {
        let found = to_utf8(text, declared, MAX);
        assert!(
            matches!(&found, Ok(Cow::Borrowed(b)) if *b == text),
            "{declared:?}"
        );
    }
    let marked = [b"\xef\xbb\xbf", text].concat();
    assert_eq!(
        to_utf8(&marked, Some("iso-8859-1"), MAX).unwrap(),
        marked,
        "a mark comes first, and stays"
    );
}

#[test]
fn latin_1_and_ascii() {
    let text = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>";
    let expected = "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{e9}</a>".as_bytes();
    assert_eq!(to_utf8(text, None, MAX).unwrap(), expected);
    assert_eq!(to_utf8(text, Some("latin1"), MAX).unwrap(), expected);
    let as_utf8 = to_utf8(text, Some("utf-8"), MAX).unwrap();
    assert_eq!(
        as_utf8,
        text.as_slice(),
        "what the carrier says comes before the declaration"
    );
    let error = to_utf8(text, Some("us-ascii"), MAX).unwrap_err();
    assert_eq!(error.offset, 46);
}

#[test]
fn utf16_in_both_orders() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>\u{e9}\u{1f600}</a>";
    let units =
        |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(bytes).collect() };
    let (little, big) = (units(u16::to_le_bytes), units(u16::to_be_bytes));
    let marked = format!("\u{feff}{text}");
    for (bytes, text) in [
        (little.clone(), text),
        (big.clone(), text),
        ([b"\xff\xfe", &little[..]].concat(), &marked),
        ([b"\xfe\xff", &big[..]].concat(), &marked),
    ] {
        assert_eq!(to_utf8(&bytes, None, MAX).unwrap(), text.as_bytes());
    }
    let error = to_utf8(&little, None, 20).unwrap_err();
    let count = text.len() as u64;
    assert_eq!(error.kind, MalformedKind::TooLong { count, max: 20 });
    assert!(to_utf8(&little[..little.len() - 1], None, MAX).is_err());
    let alone = [b'<', 0, 0x00, 0xd8, b'<', 0];
    assert_eq!(
        to_utf8(&alone, None, MAX).unwrap_err().offset,
        2,
        "a surrogate alone"
    );
}

#[test]
fn other_encodings_are_refused() {
    let text = b"<?xml version='1.0' encoding='EBCDIC-CP-US'?><a/>";
    let kind = MalformedKind::Refused("the document's character encoding");
    assert_eq!(to_utf8(text, None, MAX).unwrap_err().kind, kind);
    assert_eq!(
        to_utf8(b"<a/>", Some("koi8-r"), MAX).unwrap_err().kind,
        kind
    );
}
