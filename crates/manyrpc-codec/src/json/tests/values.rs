//! Values as JSON: what is written, and what else is accepted.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::decode::Decode;
use crate::encode::{Encode, Sink};
use crate::error::{Malformed, MalformedKind, Name, UnencodableKind};
use crate::json::{Decoder, Encoder, Way, decode_value, encode_value};
use crate::limits::Limits;
use crate::meta::{Enum, Field, Length};
use crate::{Buf, Chain, Octet, Quad, Source};

pub(super) const LIMITS: Limits = Limits::DEFAULT;
pub(super) const X: Field = Field::plain("x");

pub(super) fn written<T: Encode + ?Sized>(f: &Field, v: &T) -> String {
    let mut buf = Buf::new();
    encode_value(&mut buf, f, v, &LIMITS).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

pub(super) fn read<'de, T: Decode<'de> + Default>(
    text: &'de str,
    f: &Field,
) -> Result<T, Malformed> {
    let mut v = T::default();
    decode_value(text.as_bytes(), f, &mut v, &LIMITS).map(|()| v)
}

/// Checks that `v` is written as `text` and read back from it.
#[track_caller]
pub(super) fn is<T>(v: T, f: &Field, text: &str)
where
    T: Encode + for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    assert_eq!(written(f, &v), text);
    assert_eq!(read(text, f), Ok(v));
}

#[track_caller]
pub(super) fn reads<T>(text: &str, f: &Field, v: T)
where
    T: for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    assert_eq!(read(text, f), Ok(v), "{text}");
}

#[track_caller]
pub(super) fn refused<T>(text: &str, f: &Field, kind: MalformedKind, offset: usize)
where
    T: for<'de> Decode<'de> + Default + PartialEq + Debug,
{
    let error = read::<T>(text, f).unwrap_err();
    assert_eq!((error.kind, error.offset), (kind, offset), "{text}");
}

const fn expected(what: &'static str) -> MalformedKind {
    MalformedKind::Expected(what)
}

#[test]
fn integers_are_exact() {
    is(0u8, &X, "0");
    is(i8::MIN, &X, "-128");
    is(u16::MAX, &X, "65535");
    is(i32::MIN, &X, "-2147483648");
    is(i64::MIN, &X, "-9223372036854775808");
    is(i64::MAX, &X, "9223372036854775807");
    is(u64::MAX, &X, "18446744073709551615");
    is(9_007_199_254_740_993i64, &X, "9007199254740993");
    reads("-0", &X, 0i32);
    reads(" \n\t\r5 ", &X, 5u8);
    reads("5.0", &X, 5u8);
    reads("1.2e1", &X, 12i64);
    reads("\"18446744073709551615\"", &X, u64::MAX);
    reads("-9223372036854775808.0", &X, i64::MIN);
}

#[test]
fn integers_out_of_range_are_named_with_their_place() {
    refused::<u8>(" 256", &X, MalformedKind::OutOfRange(256), 1);
    refused::<u32>("-1", &X, MalformedKind::OutOfRange(-1), 0);
    refused::<i64>("9223372036854775808", &X, MalformedKind::Overflow, 0);
    refused::<u64>("1e99", &X, MalformedKind::Overflow, 0);
    refused::<i32>("1.5", &X, expected("an integer"), 0);
    refused::<i32>("\"x\"", &X, expected("an integer"), 0);
    refused::<i32>("null", &X, expected("an integer"), 0);
    refused::<i32>("01", &X, MalformedKind::Trailing(1), 1);
    refused::<i32>("-", &X, MalformedKind::Truncated, 1);
    refused::<i32>("+1", &X, expected("an integer"), 0);
    refused::<i32>("1.", &X, MalformedKind::Truncated, 2);
    refused::<i32>(".5", &X, expected("an integer"), 0);
    refused::<i32>("1e+", &X, MalformedKind::Truncated, 3);
    refused::<i32>("", &X, MalformedKind::Truncated, 0);
    refused::<i32>("1 2", &X, MalformedKind::Trailing(1), 2);
}

#[test]
fn floating_point_comes_back() {
    is(51.5f32, &X, "51.5");
    is(0.1f32, &X, "0.1");
    is(0.1f64, &X, "0.1");
    is(-0.125f64, &X, "-0.125");
    is(5e-324f64, &X, "5e-324");
    is(1e300f64, &X, "1e+300");
    is(f32::MAX, &X, "3.4028235e+38");
    is(1.0f64, &X, "1.0");
    is(f64::INFINITY, &X, "\"Infinity\"");
    is(f32::NEG_INFINITY, &X, "\"-Infinity\"");
    assert_eq!(written(&X, &f64::NAN), "\"NaN\"");
    assert!(read::<f32>("\"NaN\"", &X).unwrap().is_nan());
    assert_eq!(
        read::<f64>("-0.0", &X).map(f64::to_bits),
        Ok((-0.0f64).to_bits())
    );
    reads("3", &X, 3.0f32);
    reads("1E2", &X, 100.0f64);
    reads("\"1.5\"", &X, 1.5f64);
    refused::<f64>("1e400", &X, MalformedKind::Overflow, 0);
    refused::<f32>("1e39", &X, MalformedKind::Overflow, 0);
    refused::<f64>("\"inf\"", &X, expected("a number"), 0);
    refused::<f64>("true", &X, expected("a number"), 0);
    let mut one = [0; 16];
    one[..2].copy_from_slice(&[0x3f, 0xff]);
    is(Quad(one), &X, "\"0x3fff0000000000000000000000000000\"");
}

#[test]
fn truth_and_nothing() {
    is(true, &X, "true");
    is(false, &X, "false");
    is((), &X, "null");
    reads("\"true\"", &X, true);
    refused::<bool>("1", &X, expected("true or false"), 0);
    refused::<bool>("tru", &X, expected("a value"), 0);
    refused::<()>("0", &X, expected("null"), 0);
}

/// RFC 8259, section 7.
#[test]
fn text_is_escaped_where_it_must_be() {
    is(
        "h\u{e9}llo \u{1f600} /".to_owned(),
        &X,
        "\"h\u{e9}llo \u{1f600} /\"",
    );
    is(
        "\"\\\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}".to_owned(),
        &X,
        "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}\"",
    );
    reads(
        "\"\\u00e9\\/\\ud83d\\uDE00\"",
        &X,
        "\u{e9}/\u{1f600}".to_owned(),
    );
    reads("\"\\uFFFF\"", &X, "\u{ffff}".to_owned());
    for wrong in [
        "\\ud800",
        "\\udc00",
        "\\ud83d\\u0041",
        "\\ud83dx",
        "\\x",
        "\\u12g4",
        "\\u+123",
    ] {
        let text = alloc::format!("\"a{wrong}\"");
        refused::<String>(&text, &X, expected("an escape that there is"), 2);
    }
    refused::<String>(
        "\"a\nb\"",
        &X,
        expected("an escape, not a control character"),
        2,
    );
    refused::<String>("\"abc", &X, MalformedKind::Truncated, 4);
    refused::<String>("\"abc\\", &X, MalformedKind::Truncated, 5);
    refused::<String>("'abc'", &X, expected("a string"), 0);
    let mut v = String::new();
    let error = decode_value(b"\"a\xc0\xaf\"", &X, &mut v, &LIMITS).unwrap_err();
    assert_eq!((error.kind, error.offset), (MalformedKind::NotUtf8, 2));
    let error = decode_value(b"\"\\n\xff\"", &X, &mut v, &LIMITS).unwrap_err();
    assert_eq!((error.kind, error.offset), (MalformedKind::NotUtf8, 3));
}

#[test]
fn text_is_lent_where_it_means_itself() {
    let plain: Cow<'_, str> = read("\"abc\"", &X).unwrap();
    assert!(matches!(plain, Cow::Borrowed("abc")));
    let escaped: Cow<'_, str> = read("\"a\\u0062c\"", &X).unwrap();
    assert!(matches!(escaped, Cow::Owned(text) if text == "abc"));
}

#[test]
fn bytes_are_base64() {
    let three = Field::sized("x", Length::Fixed(3));
    is(Vec::from(*b"foob"), &X, "\"Zm9vYg==\"");
    is(Vec::<u8>::new(), &X, "\"\"");
    is(*b"foo", &three, "\"Zm9v\"");
    is(Vec::from(*b"foo"), &three, "\"Zm9v\"");
    reads("\"Zm9vYg\"", &X, Vec::from(*b"foob"));
    reads("\"-_-_\"", &X, Vec::from([0xfbu8, 0xff, 0xbf]));
    reads("\"+\\/+\\u002f\"", &X, Vec::from([0xfbu8, 0xff, 0xbf]));
    refused::<Vec<u8>>("\"Zm9\\\"\"", &X, expected("Base64"), 0);
    refused::<Vec<u8>>("\"Zm9v", &X, MalformedKind::Truncated, 5);
    // Line breaks as in RFC 2045 are accepted if escaped as RFC 8259 requires.
    reads("\"Zm9v\\nYg==\"", &X, Vec::from(*b"foob"));
    let escape = expected("an escape, not a control character");
    refused::<Vec<u8>>("\"Zm9v\nYg==\"", &X, escape, 5);
    refused::<Vec<u8>>("\"Zm9v\nYg\"", &X, escape, 5);
    refused::<Vec<u8>>("\"Zm9vYg=\n=\"", &X, escape, 8);
    refused::<Vec<u8>>("[1]", &X, expected("Base64"), 0);
    refused::<Vec<u8>>(
        "\"Zm8=\"",
        &three,
        expected("as many elements as the type has"),
        6,
    );
    refused::<[u8; 3]>(
        "\"Zm8=\"",
        &three,
        expected("as many bytes as the type has"),
        0,
    );
    let above = MalformedKind::TooLong { count: 4, max: 3 };
    refused::<Vec<u8>>("\"Zm9vYg==\"", &three, above, 0);
}

#[test]
fn arrays_and_lists() {
    let two = Field::sized("x", Length::Fixed(2));
    let most = Field::sized("x", Length::UpTo(2));
    is(Vec::from([1i32, -2]), &X, "[1,-2]");
    is(Vec::<i32>::new(), &X, "[]");
    is(Vec::from([u64::MAX, 0]), &two, "[18446744073709551615,0]");
    is(
        Vec::from([i32::MIN; 3]),
        &X,
        "[-2147483648,-2147483648,-2147483648]",
    );
    is(Vec::from([0.5f32]), &X, "[0.5]");
    is([true, false], &two, "[true,false]");
    is(Vec::from([Octet(9)]), &X, "[9]");
    is(Vec::from([Vec::from(["a".to_owned()])]), &X, "[[\"a\"]]");
    is(Chain(Vec::from([5i32, 6])), &X, "[5,6]");
    reads("null", &X, Chain::<i32>(Vec::new()));
    reads(" [ 1 , 2 ] ", &two, Vec::from([1i32, 2]));
    reads(
        "[true,\n[false]\n]".replace("[false]", "false").as_str(),
        &two,
        [true, false],
    );
    let above = MalformedKind::TooLong { count: 3, max: 2 };
    refused::<Vec<i32>>("[1,2,3]", &most, above, 5);
    refused::<Vec<bool>>("[true,true,true]", &most, above, 11);
    refused::<[bool; 2]>("[true,true,true]", &two, above, 11);
    refused::<Chain<bool>>("[true,true,true]", &most, above, 11);
    refused::<Vec<i32>>("[1]", &two, expected("as many elements as the type has"), 3);
    refused::<[bool; 2]>(
        "[true]",
        &two,
        expected("as many elements as the type has"),
        6,
    );
    refused::<Vec<i32>>("[1,]", &X, expected("an integer"), 3);
    refused::<Vec<i32>>("[,1]", &X, expected("an integer"), 1);
    refused::<Vec<i32>>("[1 2]", &X, expected("`,` or `]`"), 3);
    refused::<Vec<i32>>("[1", &X, MalformedKind::Truncated, 2);
    refused::<Vec<i32>>("{}", &X, expected("an array"), 0);
    refused::<Vec<i32>>("null", &X, expected("an array"), 0);
}

#[test]
fn optional_values_are_null_or_themselves() {
    is(None::<i32>, &X, "null");
    is(Some(5i32), &X, "5");
    is(Some(None::<i32>), &X, "{\"some\":null}");
    is(Some(Some(5i32)), &X, "{\"some\":5}");
    is(Some(Some(None::<i32>)), &X, "{\"some\":{\"some\":null}}");
    is(
        Some(Some(Some("a".to_owned()))),
        &X,
        "{\"some\":{\"some\":\"a\"}}",
    );
    is(None::<Option<i32>>, &X, "null");
    is(Some(()), &X, "{\"some\":null}");
    is(Some(Vec::from([None, Some(1i32)])), &X, "[null,1]");
    is(
        Vec::from([Some(None), None, Some(Some(1i32))]),
        &X,
        "[{\"some\":null},null,{\"some\":1}]",
    );
    reads(" { \"some\" : null } ", &X, Some(None::<i32>));
    refused::<Option<Option<i32>>>("5", &X, expected("an object"), 0);
    refused::<Option<Option<i32>>>("{\"some\":1,\"x\":2}", &X, expected("`}`"), 9);
    refused::<Option<i32>>("nul", &X, expected("a value"), 0);
}

static COLOUR: Enum = Enum::of(
    "colour",
    const { &[(Cow::Borrowed("RED"), 0), (Cow::Borrowed("BLUE"), 5)] },
);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Colour(i32);

impl Encode for Colour {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.enumeration(f, &COLOUR, self.0);
    }
}

impl<'de> Decode<'de> for Colour {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), crate::Fail> {
        s.enumeration(f, &COLOUR, &mut self.0)
    }
}

#[test]
fn enumerations_are_names() {
    is(Colour(5), &X, "\"BLUE\"");
    reads("5", &X, Colour(5));
    reads("\"R\\u0045D\"", &X, Colour(0));
    refused::<Colour>("1", &X, MalformedKind::NotMember(1), 0);
    refused::<Colour>(
        "\"GREEN\"",
        &X,
        MalformedKind::Unknown(Name::new("GREEN")),
        0,
    );
    let mut buf = Buf::new();
    let error = encode_value(&mut buf, &X, &Colour(1), &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::NotMember(1));
}

#[test]
fn limits_hold_both_ways() {
    let limits = Limits {
        depth: 2,
        bytes: 20,
        ..LIMITS
    };
    let encode = |v: &Vec<Vec<Vec<i32>>>| {
        let mut buf = Buf::new();
        buf.put(b"before");
        let done = encode_value(&mut buf, &X, v, &limits).map_err(|e| e.kind);
        (done, buf.data().len() - 6)
    };
    assert_eq!(encode(&Vec::from([Vec::new()])), (Ok(()), 4));
    let deep = Vec::from([Vec::from([Vec::new()])]);
    assert_eq!(encode(&deep), (Err(UnencodableKind::TooDeep), 0));
    let long = Vec::from([const { Vec::new() }; 7]);
    assert_eq!(encode(&long), (Err(UnencodableKind::TooLarge), 0));
    let mut ints = Buf::new();
    let done = encode_value(&mut ints, &X, &Vec::from([1i32; 9]), &limits);
    assert_eq!((done, ints.data().len()), (Ok(()), 19));
    let done = encode_value(&mut ints, &X, &Vec::from([1i32; 10]), &limits);
    assert_eq!(done.unwrap_err().kind, UnencodableKind::TooLarge);

    let unlimited = Limits {
        bytes: usize::MAX,
        ..LIMITS
    };
    let mut all = Buf::new();
    let texts = Vec::from(["a".to_owned(), "b".to_owned()]);
    assert_eq!(encode_value(&mut all, &X, &texts, &unlimited), Ok(()));
    let ints = Vec::from([1i32; 5000]);
    assert_eq!(encode_value(&mut all, &X, &ints, &unlimited), Ok(()));

    let decode = |text: &str| {
        let mut v = Vec::<Vec<Vec<i32>>>::new();
        let read = decode_value(text.as_bytes(), &X, &mut v, &limits);
        read.map_err(|e| (e.kind, e.offset))
    };
    assert_eq!(decode("[[],[]]"), Ok(()));
    assert_eq!(decode("[[[]]]"), Err((MalformedKind::TooDeep, 2)));
    let above = MalformedKind::TooLong { count: 21, max: 20 };
    assert_eq!(decode("[                   ]"), Err((above, 0)));
}

#[test]
fn the_lenient_take_null_for_anything() {
    fn lenient<T: for<'de> Decode<'de> + Default + PartialEq + Debug>(expected: T) {
        let mut source = Decoder::new(b"null", &LIMITS, Way::Request).lenient();
        let mut v = T::default();
        assert_eq!(source.slot(&X, &mut v).map(|()| v), Ok(expected));
        assert_eq!(source.finish(), Ok(()));
    }
    lenient(0i32);
    lenient(0.0f64);
    lenient(false);
    lenient(String::new());
    lenient(Vec::<u8>::new());
    lenient(Vec::<i32>::new());
    lenient(Vec::<String>::new());
}

#[test]
fn a_failure_takes_back_what_was_written() {
    let mut buf = Buf::new();
    buf.put(b"before");
    let mut sink = Encoder::new(&mut buf, &LIMITS, Way::Request);
    sink.field(&X, &Vec::from([Colour(5), Colour(6)]));
    assert!(sink.finish().is_err());
    assert_eq!(buf.data(), b"before");
}
