//! Records with a notation of their own in JSON and XML-RPC, and without one in other syntaxes.
//!
//! Reading list: "ProtoJSON Format" of Protocol Buffers; the XML-RPC specification; RFC 3339.

use manyrpc_codec::stub::{
    Decode, Encode, Fail, Field, Fields, Notation, Record, Sink, Slots, Source,
};
use manyrpc_codec::xml::{Fractions, Options};
use manyrpc_codec::{
    Buf, Limits, MalformedKind, Name, UnencodableKind, Way, json, protobuf, xdr, xml,
};

const LIMITS: Limits = Limits::DEFAULT;
const X: Field = Field::plain("x");

macro_rules! record {
    ($meta:ident $name:ident $walk:ident $notation:ident { $($i:literal $field:ident: $ty:ty),* }) => {
        static $meta: Record = Record::of(stringify!($name), const {
            &[$(Field::plain(stringify!($field)).number($i + 1)),*]
        })
        .noted(Notation::$notation);

        #[derive(Clone, Debug, Default, PartialEq)]
        struct $name { $($field: $ty),* }

        impl Encode for $name {
            fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
                s.$walk(f, &$meta, self);
            }
        }
        impl Fields for $name {
            fn fields<S: Sink>(&self, s: &mut S) {
                $(s.field(&$meta.fields[$i], &self.$field);)*
            }
        }
        impl<'de> Decode<'de> for $name {
            fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
                s.$walk(f, &$meta, self)
            }
        }
        impl<'de> Slots<'de> for $name {
            fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
                $(s.slot(&$meta.fields[$i], &mut self.$field)?;)*
                Ok(())
            }
            fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
                match i {
                    $($i => s.slot(&$meta.fields[$i], &mut self.$field),)*
                    _ => Err(Fail),
                }
            }
        }
    };
}

record! { AT At noted Timestamp { 0 seconds: i64, 1 nanos: i32 } }
record! { TOOK Took noted Duration { 0 seconds: i64, 1 nanos: i32 } }
record! { COUNT Count noted Content { 0 value: i32 } }
record! { WORDS Words noted Content { 0 value: Vec<String> } }
record! { EVENT Event record Members {
    0 at: At, 1 took: Option<Took>, 2 counts: Vec<Count>, 3 words: Words, 4 last: Option<At>
} }
record! { ONE One record Members { 0 request: At } }
record! { ODD Odd noted Timestamp { 0 seconds: i64, 1 nanos: String } }

const DATE: At = At {
    seconds: 900_684_535,
    nanos: 0,
};

const HALF: At = At {
    seconds: 900_684_535,
    nanos: 500_000_000,
};

fn event() -> Event {
    Event {
        at: HALF,
        took: Some(Took {
            seconds: 0,
            nanos: -1_000,
        }),
        counts: vec![Count { value: -1 }, Count { value: 5 }],
        words: Words {
            value: vec!["a".to_owned()],
        },
        last: None,
    }
}

fn to_json(v: &impl Encode) -> Result<String, UnencodableKind> {
    let mut buf = Buf::new();
    json::encode_value(&mut buf, &X, v, &LIMITS).map_err(|e| e.kind)?;
    Ok(String::from_utf8(buf.data().to_vec()).unwrap())
}

fn from_json<T>(text: &str) -> Result<T, (MalformedKind, usize)>
where
    T: Default + for<'de> Decode<'de>,
{
    let mut v = T::default();
    let read = json::decode_value(text.as_bytes(), &X, &mut v, &LIMITS);
    read.map(|()| v).map_err(|e| (e.kind, e.offset))
}

fn to_xml(v: &impl Encode, fractions: Fractions) -> Result<String, UnencodableKind> {
    let mut buf = Buf::new();
    let options = Options {
        fractions,
        ..Options::DEFAULT
    };
    xml::encode_value(&mut buf, &X, v, &LIMITS, options).map_err(|e| e.kind)?;
    Ok(String::from_utf8(buf.data().to_vec()).unwrap())
}

fn from_xml<T>(inside: &str) -> Result<T, MalformedKind>
where
    T: Default + for<'de> Decode<'de>,
{
    let (mut v, text) = (T::default(), format!("<value>{inside}</value>"));
    let read = xml::decode_value(text.as_bytes(), &X, &mut v, &LIMITS);
    read.map(|()| v).map_err(|e| e.kind)
}

#[test]
fn in_json_they_are_strings_and_contents() {
    let text = r#"{"at":"1998-07-17T14:08:55.500Z","took":"-0.000001s","counts":[-1,5],"words":["a"],"last":null}"#;
    assert_eq!(to_json(&event()).as_deref(), Ok(text));
    assert_eq!(from_json(text), Ok(event()));
    // In any order, with escapes, and by position.
    let text = r#"{ "words":["a"], "counts" : [ -1 , 5 ],"took":"-0.000001s",
        "at" : "1998-07-17T16:08:55.5\u002b02:00" }"#;
    assert_eq!(from_json(text), Ok(event()));
    let text = r#"["1998-07-17T14:08:55.5Z","-0.000001s",[-1,5],["a"]]"#;
    assert_eq!(from_json(text), Ok(event()));
}

#[test]
fn what_json_has_instead_is_said() {
    let expected = |what, at| (MalformedKind::Expected(what), at);
    let at = |text: &str| from_json::<At>(text).unwrap_err();
    for text in ["900684535", r#"{"seconds":900684535}"#, "null", "[1,2]"] {
        assert_eq!(at(text), expected("a date", 0), "{text}");
    }
    let day = expected("a day that its month has", 1);
    assert_eq!(at(" \"1998-02-30T00:00:00Z\""), day);
    let took = |text: &str| from_json::<Took>(text).unwrap_err();
    assert_eq!(took(" 1.5"), expected("a span of time", 1));
    assert_eq!(took("\"1.5\""), expected("a span of time as 1.5s", 0));
    let count = from_json::<Count>(r#"{"value":1}"#).unwrap_err();
    assert_eq!(count, expected("an integer", 0));
    let missing = MalformedKind::Missing(Name::new("at"));
    let read = from_json::<Event>(r#"{"counts":[],"words":[]}"#);
    assert_eq!(read.unwrap_err().0, missing);
    // In a lenient decoder null stands for zeros.
    let mut source = json::Decoder::new(b"null", &LIMITS, Way::Request).lenient();
    let mut date = DATE;
    assert_eq!(source.slot(&X, &mut date), Ok(()));
    assert_eq!((date, source.finish()), (At::default(), Ok(())));
}

/// JSON-RPC 2.0, section 4.2: parameters are an object or an array, so a record that is neither
/// keeps its name.
#[test]
fn parameters_that_are_one_of_them() {
    let meta = ONE.clone().whole().noted(Notation::Timestamp);
    let one = One { request: DATE };
    let written = |write: fn(&mut Buf, &Record, &One, &Limits) -> Result<(), _>| {
        let mut buf = Buf::new();
        write(&mut buf, &meta, &one, &LIMITS).unwrap();
        String::from_utf8(buf.data().to_vec()).unwrap()
    };
    let named = r#"{"request":"1998-07-17T14:08:55Z"}"#;
    let positional = r#"["1998-07-17T14:08:55Z"]"#;
    let alone = r#""1998-07-17T14:08:55Z""#;
    assert_eq!(written(json::encode_request), named);
    assert_eq!(written(json::encode_positional), positional);
    assert_eq!(written(json::encode_reply), alone);
    for text in [named, positional] {
        let mut back = One::default();
        let read = json::decode_request(text.as_bytes(), &meta, &mut back, &LIMITS);
        assert_eq!((read, &back), (Ok(()), &one));
    }
    let mut back = One::default();
    let read = json::decode_reply(alone.as_bytes(), &meta, &mut back, &LIMITS);
    assert_eq!((read, &back), (Ok(()), &one));

    let date = "<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>";
    let param = format!("<param><value>{date}</value></param>");
    let mut buf = Buf::new();
    xml::encode_request(&mut buf, &meta, &one, &LIMITS, Options::STRICT).unwrap();
    assert_eq!(buf.data(), param.as_bytes());
    let mut back = One::default();
    let read = xml::decode_reply(param.as_bytes(), &meta, &mut back, &LIMITS);
    assert_eq!((read, &back), (Ok(()), &one));
}

#[test]
fn in_xml_rpc_a_moment_is_a_date() {
    let text = to_xml(&event(), Fractions::Written).unwrap();
    for part in [
        "<name>at</name><value><dateTime.iso8601>19980717T14:08:55.500</dateTime.iso8601></value>",
        "<name>took</name><value><string>-0.000001s</string></value>",
        "<data><value><i4>-1</i4></value><value><i4>5</i4></value></data>",
        "<name>words</name><value><array><data><value><string>a</string></value></data></array></value>",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let inside = text.strip_prefix("<value>");
    let inside = inside.and_then(|text| text.strip_suffix("</value>"));
    assert_eq!(from_xml(inside.unwrap()), Ok(event()));

    let whole = "<value><dateTime.iso8601>19980717T14:08:55</dateTime.iso8601></value>";
    let refused = UnencodableKind::Not("a whole second, and dates of XML-RPC have no fractions");
    assert_eq!(to_xml(&DATE, Fractions::Refused).as_deref(), Ok(whole));
    assert_eq!(to_xml(&HALF, Fractions::Refused), Err(refused));
    assert_eq!(to_xml(&HALF, Fractions::Dropped).as_deref(), Ok(whole));
}

#[test]
fn dates_are_read_as_peers_write_them() {
    for inside in [
        "<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>",
        "\n<dateTime.iso8601> 1998-07-17T14:08:55Z </dateTime.iso8601>\n",
        // Apache's extension.
        "<ex:dateTime>1998-07-17T16:08:55.000+02:00</ex:dateTime>",
        "<string>19980717T14:08:55</string>",
        "19980717T14:08:55",
    ] {
        assert_eq!(from_xml(inside), Ok(DATE), "{inside}");
    }
    let date = |inside: &str| from_xml::<At>(inside).unwrap_err();
    for (inside, what) in [
        ("<i4>900684535</i4>", "a date"),
        ("<nil/>", "a date"),
        ("<struct></struct>", "a date"),
        ("<dateTime.iso8601/>", "a date as 19980717T14:08:55"),
        (
            "<dateTime.iso8601>19980230T00:00:00</dateTime.iso8601>",
            "a day that its month has",
        ),
    ] {
        assert_eq!(date(inside), MalformedKind::Expected(what), "{inside}");
    }
    let span = from_xml::<Took>("<dateTime.iso8601>19980717T14:08:55</dateTime.iso8601>");
    assert_eq!(span.unwrap_err(), MalformedKind::Expected("a span of time"));
}

#[test]
fn what_is_no_moment_is_not_written() {
    let late = At {
        seconds: i64::MAX,
        nanos: 0,
    };
    let not = UnencodableKind::Not("a moment from the year 1 to the year 9999");
    assert_eq!(to_json(&late), Err(not));
    for fractions in [Fractions::Refused, Fractions::Written, Fractions::Dropped] {
        assert_eq!(to_xml(&late, fractions), Err(not));
    }
    let mut buf = Buf::new();
    buf.put(b"before");
    let error = json::encode_value(&mut buf, &X, &late, &LIMITS).unwrap_err();
    let said = "`x` is not a moment from the year 1 to the year 9999";
    assert_eq!(
        (error.to_string().as_str(), buf.data()),
        (said, &b"before"[..])
    );
    let span = Took {
        seconds: 1,
        nanos: -1,
    };
    assert!(matches!(to_json(&span), Err(UnencodableKind::Not(_))));
    // A record marked with the wrong notation is an error, in both directions.
    assert_eq!(to_json(&Odd::default()), Err(UnencodableKind::Mismatch));
    assert!(from_json::<Odd>("\"1998-07-17T14:08:55Z\"").is_err());
}

#[test]
fn other_syntaxes_know_nothing_of_it() {
    let mut buf = Buf::new();
    xdr::encode_value(&mut buf, &X, &DATE, &LIMITS).unwrap();
    assert_eq!(buf.data(), [0, 0, 0, 0, 0x35, 0xaf, 0x5a, 0xf7, 0, 0, 0, 0]);
    // As Python's protobuf writes it: vectors/protojson.
    let mut buf = Buf::new();
    protobuf::encode_value(&mut buf, &X, &DATE, &LIMITS).unwrap();
    assert_eq!(buf.data(), [0x08, 0xf7, 0xb5, 0xbd, 0xad, 0x03]);
}
