//! Values in XML-RPC: what is written, and what else is accepted.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::decode::Decode;
use crate::encode::Encode;
use crate::error::{Malformed, MalformedKind, UnencodableKind};
use crate::limits::Limits;
use crate::meta::{Field, Length};
use crate::xml::{Options, decode_value, encode_value, put_text};
use crate::{Buf, Chain, Octet, Quad};

pub(super) const LIMITS: Limits = Limits::DEFAULT;
pub(super) const X: Field = Field::plain("x");

pub(super) fn written_with<T: Encode + ?Sized>(
    f: &Field,
    v: &T,
    options: Options,
) -> Result<String, UnencodableKind> {
    let mut buf = Buf::new();
    encode_value(&mut buf, f, v, &LIMITS, options).map_err(|e| e.kind)?;
    Ok(String::from_utf8(buf.data().to_vec()).unwrap())
}

pub(super) fn read<'de, T: Decode<'de> + Default>(
    text: &'de str,
    f: &Field,
) -> Result<T, Malformed> {
    let mut v = T::default();
    decode_value(text.as_bytes(), f, &mut v, &LIMITS).map(|()| v)
}

/// Checks that `v` is written as `inside` within `<value>`, and read back from it.
#[track_caller]
pub(super) fn is<T>(v: T, f: &Field, inside: &str)
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let text = alloc::format!("<value>{inside}</value>");
    assert_eq!(written_with(f, &v, Options::DEFAULT), Ok(text.clone()));
    assert_eq!(read(&text, f), Ok(v));
}

#[track_caller]
pub(super) fn reads<T>(inside: &str, f: &Field, v: T)
where
    T: for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let text = alloc::format!("<value>{inside}</value>");
    assert_eq!(read(&text, f), Ok(v), "{text}");
}

#[track_caller]
pub(super) fn refused<T>(inside: &str, f: &Field, kind: MalformedKind)
where
    T: for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let text = alloc::format!("<value>{inside}</value>");
    let error = read::<T>(&text, f).unwrap_err();
    assert_eq!(error.kind, kind, "{text}");
}

const fn expected(what: &'static str) -> MalformedKind {
    MalformedKind::Expected(what)
}

#[test]
fn integers_take_what_has_room() {
    is(-7i8, &X, "<i4>-7</i4>");
    is(255u8, &X, "<i4>255</i4>");
    is(i32::MIN, &X, "<i4>-2147483648</i4>");
    is(2_147_483_647u32, &X, "<i4>2147483647</i4>");
    is(2_147_483_648u32, &X, "<i8>2147483648</i8>");
    is(i64::MIN, &X, "<i8>-9223372036854775808</i8>");
    is(5u64, &X, "<i4>5</i4>");
    is(u64::MAX, &X, "<string>18446744073709551615</string>");
    let strict = written_with(&X, &i64::MIN, Options::STRICT);
    assert_eq!(
        strict.as_deref(),
        Ok("<value><string>-9223372036854775808</string></value>")
    );
    for inside in [
        "<int>41</int>",
        "<i4>+41</i4>",
        "<ex:i8>41</ex:i8>",
        "<i8> 41\n</i8>",
        "<i2>41</i2>",
        "41",
        " 41 ",
        "<string>41</string>",
        "<double>41.0</double>",
        "\n <!-- n --> <i4>&#52;1</i4> <?x y?>",
        "<ex:biginteger xmlns:ex='http://ws.apache.org/xmlrpc/namespaces/extensions'>41</ex:biginteger>",
    ] {
        reads(inside, &X, 41i64);
    }
    refused::<u8>("<i4>256</i4>", &X, MalformedKind::OutOfRange(256));
    refused::<i64>("<i8>9223372036854775808</i8>", &X, MalformedKind::Overflow);
    refused::<i64>(
        "<i8>99999999999999999999999</i8>",
        &X,
        MalformedKind::Overflow,
    );
    refused::<i32>("<i4>1.5</i4>", &X, expected("an integer"));
    refused::<i32>("<i4/>", &X, expected("an integer"));
    refused::<i32>("<boolean>1</boolean>", &X, expected("an integer"));
    refused::<i32>("<nil/>", &X, expected("an integer"));
    refused::<i32>("<i4>1</i8>", &X, expected("the end of another element"));
    refused::<i32>("<i16>1</i16>", &X, expected("a type of XML-RPC"));
    refused::<i32>("<i4>1</i4>1", &X, expected("an end tag"));
}

#[test]
fn doubles_have_no_exponent() {
    is(51.5f32, &X, "<double>51.5</double>");
    is(-0.125f64, &X, "<double>-0.125</double>");
    is(1e20f64, &X, "<double>100000000000000000000.0</double>");
    is(1.25e-10f64, &X, "<double>0.000000000125</double>");
    is(
        -1.2345678901234567e19f64,
        &X,
        "<double>-12345678901234567000.0</double>",
    );
    is(f64::INFINITY, &X, "<double>Infinity</double>");
    is(f32::NEG_INFINITY, &X, "<double>-Infinity</double>");
    reads("<double>1e+300</double>", &X, 1e300f64);
    reads("<double> +0.5\n</double>", &X, 0.5f64);
    reads("<double>+Infinity</double>", &X, f64::INFINITY);
    for signs in ["+-5", "++5", "-+5"] {
        refused::<f64>(signs, &X, expected("a number"));
    }
    reads("<int>5</int>", &X, 5.0f64);
    reads("<double>-INF</double>", &X, f64::NEG_INFINITY);
    assert!(
        read::<f64>("<value><double>nan</double></value>", &X)
            .unwrap()
            .is_nan()
    );
    refused::<f64>("<double>1e999</double>", &X, MalformedKind::Overflow);
    refused::<f64>("<double>x</double>", &X, expected("a number"));
    refused::<f64>("<boolean>1</boolean>", &X, expected("a number"));
    let mut one = [0; 16];
    one[..2].copy_from_slice(&[0x3f, 0xff]);
    is(
        Quad(one),
        &X,
        "<string>0x3fff0000000000000000000000000000</string>",
    );
}

/// Every double has digits without an exponent that read back as the same number.
#[test]
fn doubles_of_every_size_come_back() {
    let mut bits = 1u64;
    for _ in 0..3000 {
        bits = bits
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        let v = f64::from_bits(bits);
        if v.is_finite() {
            let text = written_with(&X, &v, Options::STRICT).unwrap();
            let digits = text.strip_prefix("<value><double>").unwrap();
            let digits = digits.strip_suffix("</double></value>").unwrap();
            let plain = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
            assert!(digits.chars().all(plain), "{text}");
            assert_eq!(read::<f64>(&text, &X).map(f64::to_bits), Ok(bits), "{text}");
        }
    }
}

#[test]
fn truth_and_nothing() {
    is(true, &X, "<boolean>1</boolean>");
    is(false, &X, "<boolean>0</boolean>");
    is((), &X, "<nil/>");
    reads("<boolean>true</boolean>", &X, true);
    reads("<string></string>", &X, ());
    reads("", &X, ());
    assert_eq!(
        written_with(&X, &(), Options::STRICT).as_deref(),
        Ok("<value><string></string></value>")
    );
    refused::<bool>("<boolean>2</boolean>", &X, expected("a truth value"));
    refused::<()>("<i4>0</i4>", &X, expected("nothing"));
}

#[test]
fn text_is_escaped_where_it_must_be() {
    is("".to_owned(), &X, "<string></string>");
    is(
        "a<b>&\"'\n\t]]> \u{e9}\u{1f600}".to_owned(),
        &X,
        "<string>a&lt;b&gt;&amp;\"'\n\t]]&gt; \u{e9}\u{1f600}</string>",
    );
    is("a\r\nb\r".to_owned(), &X, "<string>a&#13;\nb&#13;</string>");
    is(
        "\u{fffd}\u{f000}\u{7f}\u{85}".to_owned(),
        &X,
        "<string>\u{fffd}\u{f000}\u{7f}\u{85}</string>",
    );
    for c in ['\0', '\u{1}', '\u{b}', '\u{1f}', '\u{fffe}', '\u{ffff}'] {
        let text = String::from_iter(['a', c]);
        let refused = written_with(&X, &text, Options::DEFAULT);
        assert_eq!(refused, Err(UnencodableKind::Character(c)));
        let mut buf = Buf::new();
        buf.put(b"x");
        assert!(put_text(&mut buf, &text).is_err());
        assert_eq!(buf.data(), b"x");
    }
    for (inside, text) in [
        (
            "<string>a&#x62;&#99;&lt;&gt;&amp;&apos;&quot;</string>",
            "abc<>&'\"",
        ),
        (
            "<string>a<![CDATA[<b>&amp;]]>c<!-- x --><?y z?>d</string>",
            "a<b>&amp;cd",
        ),
        (
            "<string>a\r\nb\rc<![CDATA[\r\n\r]]></string>",
            "a\nb\nc\n\n",
        ),
        ("<string/>", ""),
        (" a b ", " a b "),
        ("", ""),
        ("a<!-- x -->b", "ab"),
        ("<![CDATA[x]]>", "x"),
        ("\n<string>a</string>\n", "a"),
        (
            "<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>",
            "19980717T14:08:55",
        ),
        ("<string  a = 'b>' c=\"\" >a</string >", "a"),
    ] {
        reads(inside, &X, text.to_owned());
    }
    assert_eq!(read::<String>("<value/>", &X), Ok(String::new()));
    refused::<String>("<i4>1</i4>", &X, expected("a string"));
    refused::<String>(
        "<string>\u{b}</string>",
        &X,
        MalformedKind::Refused("a character that XML does not have"),
    );
    refused::<String>(
        "<string>&eacute;</string>",
        &X,
        MalformedKind::Refused("a reference to an entity, or to what is no character"),
    );
    refused::<String>(
        "<string><![CDATA[\u{1}]]></string>",
        &X,
        MalformedKind::Refused("a character that XML does not have"),
    );
    refused::<String>("<string><b>a</b></string>", &X, expected("an end tag"));
    let mut v = String::new();
    let error = decode_value(b"<value>a\xff</value>", &X, &mut v, &LIMITS).unwrap_err();
    assert_eq!((error.kind, error.offset), (MalformedKind::NotUtf8, 8));
}

#[test]
fn text_is_lent_where_it_means_itself() {
    let plain: Cow<'_, str> = read("<value><string>a\nb</string></value>", &X).unwrap();
    assert!(matches!(plain, Cow::Borrowed("a\nb")));
    let escaped: Cow<'_, str> = read("<value>a&amp;b</value>", &X).unwrap();
    assert!(matches!(escaped, Cow::Owned(text) if text == "a&b"));
}

#[test]
fn bytes_are_base64() {
    let three = Field::sized("x", Length::Fixed(3));
    is(Vec::from(*b"foob"), &X, "<base64>Zm9vYg==</base64>");
    is(*b"foo", &three, "<base64>Zm9v</base64>");
    is(Vec::<u8>::new(), &X, "<base64></base64>");
    reads("<base64>\nZm9v\r\nYg==\n</base64>", &X, Vec::from(*b"foob"));
    reads("<base64/>", &X, Vec::<u8>::new());
    reads("<string>Zm9v</string>", &X, Vec::from(*b"foo"));
    refused::<Vec<u8>>("<base64>Zm9*</base64>", &X, expected("Base64"));
    refused::<Vec<u8>>("<i4>1</i4>", &X, expected("Base64"));
    refused::<[u8; 3]>(
        "<base64>Zm8=</base64>",
        &three,
        expected("as many bytes as the type has"),
    );
    refused::<Vec<u8>>(
        "<base64>Zm8=</base64>",
        &three,
        expected("as many elements as the type has"),
    );
}

#[test]
fn arrays_and_lists() {
    let two = Field::sized("x", Length::Fixed(2));
    let most = Field::sized("x", Length::UpTo(1));
    is(
        Vec::from([1i32, -2]),
        &X,
        "<array><data><value><i4>1</i4></value><value><i4>-2</i4></value></data></array>",
    );
    is(Vec::<i32>::new(), &X, "<array><data></data></array>");
    is(
        [true, false],
        &two,
        "<array><data><value><boolean>1</boolean></value><value><boolean>0</boolean></value></data></array>",
    );
    is(
        Vec::from([Octet(9)]),
        &X,
        "<array><data><value><i4>9</i4></value></data></array>",
    );
    is(
        Chain(Vec::from(["a".to_owned()])),
        &X,
        "<array><data><value><string>a</string></value></data></array>",
    );
    reads("<nil/>", &X, Chain::<i32>(Vec::new()));
    reads(
        " <array> <data> <value>1</value> <value>2</value> </data> </array> ",
        &two,
        Vec::from([1i32, 2]),
    );
    reads("<array><data/></array>", &X, Vec::<i32>::new());
    let above = MalformedKind::TooLong { count: 2, max: 1 };
    let data = "<array><data><value>1</value><value>2</value></data></array>";
    refused::<Vec<i32>>(data, &most, above);
    refused::<Chain<i32>>(data, &most, above);
    refused::<Vec<i32>>(
        "<array><data><value>1</value></data></array>",
        &two,
        expected("as many elements as the type has"),
    );
    refused::<[i32; 1]>(data, &X, expected("as many elements as the type has"));
    refused::<Vec<i32>>("<array><value>1</value></array>", &X, expected("data"));
    refused::<Vec<i32>>("<i4>1</i4>", &X, expected("an array"));
    refused::<Vec<i32>>(
        "<array><data><i4>1</i4></data></array>",
        &X,
        expected("value"),
    );
}

#[test]
fn optional_values_are_nil_or_themselves() {
    is(None::<i32>, &X, "<nil/>");
    is(Some(5i32), &X, "<i4>5</i4>");
    is(
        Some(None::<i32>),
        &X,
        "<struct><member><name>some</name><value><nil/></value></member></struct>",
    );
    is(
        Some(Some(5i32)),
        &X,
        "<struct><member><name>some</name><value><i4>5</i4></value></member></struct>",
    );
    is(Some(()), &X, "<struct></struct>");
    reads("<ex:nil/>", &X, None::<i32>);
    reads("<nil></nil>", &X, None::<i32>);
    reads(" <nil /> ", &X, None::<i32>);
    let strict = |v: &Option<Option<i32>>| written_with(&X, v, Options::STRICT);
    assert_eq!(strict(&None), Err(UnencodableKind::NoNull));
    assert_eq!(
        strict(&Some(None)).as_deref(),
        Ok("<value><struct></struct></value>")
    );
    reads("<struct></struct>", &X, Some(None::<i32>));
    reads("<struct/>", &X, Some(None::<i32>));
    refused::<Option<Option<i32>>>("<i4>5</i4>", &X, expected("a struct"));
}

#[test]
fn limits_hold_both_ways() {
    let limits = Limits {
        depth: 2,
        bytes: 100,
        ..LIMITS
    };
    let encode = |v: &Vec<Vec<Vec<i32>>>| {
        let mut buf = Buf::new();
        encode_value(&mut buf, &X, v, &limits, Options::DEFAULT).map_err(|e| e.kind)
    };
    assert_eq!(encode(&Vec::from([Vec::new()])), Ok(()));
    assert_eq!(
        encode(&Vec::from([Vec::from([Vec::new()])])),
        Err(UnencodableKind::TooDeep)
    );
    assert_eq!(
        encode(&Vec::from([Vec::new(), Vec::new()])),
        Err(UnencodableKind::TooLarge)
    );
    let mut v = Vec::<Vec<Vec<i32>>>::new();
    let inner = "<value><array><data/></array></value>";
    let deep = alloc::format!("<value><array><data><value><array><data>{inner}");
    let error = decode_value(
        deep.as_bytes(),
        &X,
        &mut v,
        &Limits {
            bytes: 200,
            ..limits
        },
    )
    .unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooDeep);
}
