//! Structs: records, unions, keys with their values, parameters; and the output of Python's
//! library.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use super::values::{LIMITS, X, is, reads, refused, written_with};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, Name, UnencodableKind};
use crate::meta::{Arm, Discriminant, Enum, Field, Link, Record, Union};
use crate::xml::scan::{Message, message};
use crate::xml::{Options, decode_reply, decode_request, encode_reply, encode_request};
use crate::{Buf, Shared};

macro_rules! record {
    ($meta:ident $name:ident [$($place:expr),*] { $($i:literal $field:ident: $ty:ty),* }) => {
        static $meta: Record = Record::of(stringify!($name), const { &[$($place),*] });

        #[derive(Clone, Debug, Default, PartialEq)]
        struct $name { $($field: $ty),* }

        impl Encode for $name {
            fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
                s.record(f, &$meta, self);
            }
        }
        impl Fields for $name {
            fn fields<S: Sink>(&self, _s: &mut S) {
                $(_s.field(&$meta.fields[$i], &self.$field);)*
            }
        }
        impl<'de> Decode<'de> for $name {
            fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
                s.record(f, &$meta, self)
            }
        }
        impl<'de> Slots<'de> for $name {
            fn all<S: Source<'de>>(&mut self, _s: &mut S) -> Result<(), Fail> {
                $(_s.slot(&$meta.fields[$i], &mut self.$field)?;)*
                Ok(())
            }
            fn one<S: Source<'de>>(&mut self, i: usize, _s: &mut S) -> Result<(), Fail> {
                match i {
                    $($i => _s.slot(&$meta.fields[$i], &mut self.$field),)*
                    _ => Err(Fail),
                }
            }
        }
    };
}

record! { PERSON Person [
    Field::plain("name"), Field::plain("age"), Field::plain("nick"), Field::plain("home")
] { 0 name: String, 1 age: u8, 2 nick: Option<String>, 3 home: Place } }
record! { PLACE Place [Field::plain("lat"), Field::plain("lon")] { 0 lat: f32, 1 lon: f32 } }
record! { EMPTY Empty [] {} }
record! { ENTRY Entry [Field::plain("key"), Field::plain("value")] { 0 key: u64, 1 value: Place } }
record! { ODD Odd [Field::plain("a<b")] { 0 field: i32 } }
record! { WHOLE Whole [Field::plain("arg1")] { 0 place: Place } }
record! { RESULT Outcome [Field::plain("result")] { 0 result: Option<String> } }

const HOME: &str = "<struct><member><name>lat</name><value><double>51.5</double></value></member>\
    <member><name>lon</name><value><double>-0.125</double></value></member></struct>";

fn ada() -> Person {
    Person {
        name: "Ada".to_owned(),
        age: 36,
        nick: None,
        home: Place {
            lat: 51.5,
            lon: -0.125,
        },
    }
}

fn person(nick: &str) -> String {
    alloc::format!(
        "<struct><member><name>name</name><value><string>Ada</string></value></member>\
        <member><name>age</name><value><i4>36</i4></value></member>{nick}\
        <member><name>home</name><value>{HOME}</value></member></struct>"
    )
}

#[test]
fn records_are_structs_in_any_order() {
    is(
        ada(),
        &X,
        &person("<member><name>nick</name><value><nil/></value></member>"),
    );
    is(Empty {}, &X, "<struct></struct>");
    is(
        Odd { field: 1 },
        &X,
        "<struct><member><name>a&lt;b</name><value><i4>1</i4></value></member></struct>",
    );
    reads(&person(""), &X, ada());
    let strict = written_with(&X, &ada(), Options::STRICT);
    assert_eq!(strict, Ok(alloc::format!("<value>{}</value>", person(""))));
    reads("<struct/>", &X, Empty {});
    let lat = "<member><name>lat</name><value><double>51.5</double></value></member>";
    let lon = "<member>\n<name>l&#111;n</name> <value>-0.125</value> </member>";
    let more = "<member><name>x</name><value><array><data><value/></data></array></value></member>";
    for members in [
        alloc::format!("{lon}{lat}"),
        alloc::format!("{more} {lat} {lon} {more}"),
        alloc::format!("{lat}<!-- x -->{more}{lon}"),
    ] {
        reads(
            &alloc::format!("\n<struct>\n{members}\n</struct>\n"),
            &X,
            ada().home,
        );
    }
    let twice = MalformedKind::Duplicate(Name::new("lat"));
    refused::<Place>(
        &alloc::format!("<struct>{lat}{lat}{lon}</struct>"),
        &X,
        twice,
    );
    refused::<Place>(
        &alloc::format!("<struct>{lat}{lon}{lat}</struct>"),
        &X,
        twice,
    );
    refused::<Place>(
        &alloc::format!("<struct>{lat}</struct>"),
        &X,
        MalformedKind::Missing(Name::new("lon")),
    );
    refused::<Place>("<struct/>", &X, MalformedKind::Missing(Name::new("lat")));
    refused::<Place>("<nil/>", &X, MalformedKind::Expected("a struct"));
    refused::<Person>("<struct/>", &X, MalformedKind::Missing(Name::new("name")));
    refused::<Place>(
        "<struct><member/></struct>",
        &X,
        MalformedKind::Expected("a name and a value"),
    );
    refused::<Place>(
        &alloc::format!("<struct>{lat}x</struct>"),
        &X,
        MalformedKind::Expected("a tag"),
    );
    let bad = alloc::format!(
        "<struct><member><name>home</name><value><struct>{lon}<member><name>lat</name>\
        <value>x</value></member></struct></value></member></struct>"
    );
    refused::<Person>(&bad, &X, MalformedKind::Expected("a number"));
}

static KIND: Enum = Enum::of(
    "kind",
    const {
        &[
            (Cow::Borrowed("TEXT"), 0),
            (Cow::Borrowed("DATA"), 1),
            (Cow::Borrowed("MORE"), 2),
        ]
    },
);

static CHOICE: Union = Union::of(
    "choice",
    "kind",
    Discriminant::Enum(Link::Static(&KIND)),
    const {
        &[
            Arm::of(&[0], Field::plain("nothing")),
            Arm::of(&[1], Field::plain("data")),
            Arm::of(&[], Field::plain("kind")),
        ]
    },
    Some(2),
);

#[derive(Clone, Debug, Default, PartialEq)]
enum Choice {
    #[default]
    Nothing,
    Data(Option<i32>),
    Other(i64, String),
}

impl Encode for Choice {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let (arm, label) = match self {
            Choice::Nothing => (0, 0),
            Choice::Data(_) => (1, 1),
            Choice::Other(label, _) => (2, *label),
        };
        s.union(f, &CHOICE, arm, label, self);
    }
}

impl Fields for Choice {
    fn fields<S: Sink>(&self, s: &mut S) {
        match self {
            Choice::Nothing => s.field(&CHOICE.arms[0].field, &()),
            Choice::Data(v) => s.field(&CHOICE.arms[1].field, v),
            Choice::Other(_, v) => s.field(&CHOICE.arms[2].field, v),
        }
    }
}

impl<'de> Decode<'de> for Choice {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.union(f, &CHOICE, self)
    }
}

impl<'de> Arms<'de> for Choice {
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Choice::Nothing,
            1 => Choice::Data(None),
            _ => Choice::Other(label, String::new()),
        };
    }
    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        match self {
            Choice::Nothing => s.slot(&CHOICE.arms[0].field, &mut ()),
            Choice::Data(v) => s.slot(&CHOICE.arms[1].field, v),
            Choice::Other(_, v) => s.slot(&CHOICE.arms[2].field, v),
        }
    }
}

#[test]
fn unions_are_structs_of_discriminant_and_arm() {
    let member = |name: &str, inside: &str| {
        alloc::format!("<member><name>{name}</name><value>{inside}</value></member>")
    };
    let of = |members: &[String]| alloc::format!("<struct>{}</struct>", members.concat());
    let kind = |name: &str| member("kind", &alloc::format!("<string>{name}</string>"));
    is(Choice::Nothing, &X, &of(&[kind("TEXT")]));
    is(
        Choice::Data(Some(5)),
        &X,
        &of(&[kind("DATA"), member("data", "<i4>5</i4>")]),
    );
    is(
        Choice::Data(None),
        &X,
        &of(&[kind("DATA"), member("data", "<nil/>")]),
    );
    let strict = written_with(&X, &Choice::Data(None), Options::STRICT).unwrap();
    assert_eq!(
        strict,
        alloc::format!("<value>{}</value>", of(&[kind("DATA")]))
    );
    is(
        Choice::Other(2, "a".to_owned()),
        &X,
        &of(&[kind("MORE"), member("value", "<string>a</string>")]),
    );
    is(
        Choice::Other(7, "a".to_owned()),
        &X,
        &of(&[
            member("kind", "<i4>7</i4>"),
            member("value", "<string>a</string>"),
        ]),
    );
    reads(
        &of(&[member("data", "5"), kind("DATA")]),
        &X,
        Choice::Data(Some(5)),
    );
    reads(
        &of(&[member("x", "5"), member("kind", "DATA")]),
        &X,
        Choice::Data(None),
    );
    reads(&of(&[member("data", "5")]), &X, Choice::Data(Some(5)));
    let twice = |name| MalformedKind::Duplicate(Name::new(name));
    refused::<Choice>(&of(&[kind("DATA"), kind("DATA")]), &X, twice("kind"));
    refused::<Choice>(
        &of(&[kind("DATA"), member("data", "1"), member("data", "1")]),
        &X,
        twice("data"),
    );
    refused::<Choice>(&of(&[]), &X, MalformedKind::Missing(Name::new("kind")));
    refused::<Choice>(
        &of(&[kind("WHAT")]),
        &X,
        MalformedKind::Unknown(Name::new("WHAT")),
    );
    refused::<Choice>("<i4>1</i4>", &X, MalformedKind::Expected("a struct"));
}

#[test]
fn keyed_arrays_are_structs() {
    static KEYED: Field = Field::plain("map").keyed();
    let entry = Entry {
        key: u64::MAX,
        value: ada().home,
    };
    is(
        Vec::from([entry]),
        &KEYED,
        &alloc::format!(
            "<struct><member><name>18446744073709551615</name><value>{HOME}</value></member></struct>"
        ),
    );
    is(Vec::<Entry>::new(), &KEYED, "<struct></struct>");
    refused::<Vec<Entry>>(
        "<array><data/></array>",
        &KEYED,
        MalformedKind::Expected("a struct"),
    );
    let odd =
        alloc::format!("<struct><member><name>x</name><value>{HOME}</value></member></struct>");
    refused::<Vec<Entry>>(&odd, &KEYED, MalformedKind::Expected("an integer"));
}

fn request<T: Fields>(m: &Record, v: &T) -> String {
    let mut buf = Buf::new();
    encode_request(&mut buf, m, v, &LIMITS, Options::DEFAULT).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

fn reply<T: Fields>(m: &Record, v: &T, options: Options) -> String {
    let mut buf = Buf::new();
    encode_reply(&mut buf, m, v, &LIMITS, options).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

#[test]
fn every_parameter_of_a_request_is_one() {
    let text = request(&PLACE, &ada().home);
    assert_eq!(
        text,
        "<param><value><double>51.5</double></value></param><param><value><double>-0.125</double></value></param>"
    );
    assert_eq!(request(&EMPTY, &Empty {}), "");
    let place = |text: &str| {
        let mut v = Place::default();
        decode_request(text.as_bytes(), &PLACE, &mut v, &LIMITS)
            .map(|()| v)
            .map_err(|e| e.kind)
    };
    assert_eq!(place(&text), Ok(ada().home));
    assert_eq!(
        place("\n<param> <value>51.5</value>\n</param> <param><value>-0.125</value></param>\n"),
        Ok(ada().home)
    );
    assert_eq!(
        place("<value>51.5</value> <value>-0.125</value>"),
        Ok(ada().home),
        "of a multicall"
    );
    assert_eq!(
        place("<param><value>1</value></param>"),
        Err(MalformedKind::Missing(Name::new("lon")))
    );
    let many = alloc::format!("{text}<param><value/></param>");
    assert_eq!(
        place(&many),
        Err(MalformedKind::TooLong { count: 3, max: 2 })
    );
    assert_eq!(
        place("<params/>"),
        Err(MalformedKind::Expected("a parameter"))
    );
    assert_eq!(decode_request(b" ", &EMPTY, &mut Empty {}, &LIMITS), Ok(()));
    let meta = WHOLE.clone().whole();
    let whole = Whole { place: ada().home };
    let text = alloc::format!("<param><value>{HOME}</value></param>");
    assert_eq!(request(&meta, &whole), text);
    let mut back = Whole::default();
    decode_request(text.as_bytes(), &meta, &mut back, &LIMITS).unwrap();
    assert_eq!(back, whole);
}

#[test]
fn results_are_one_parameter() {
    let of = |inside: &str| alloc::format!("<param><value>{inside}</value></param>");
    assert_eq!(reply(&EMPTY, &Empty {}, Options::DEFAULT), of("<nil/>"));
    assert_eq!(
        reply(&EMPTY, &Empty {}, Options::STRICT),
        of("<string></string>")
    );
    let result = Outcome {
        result: Some("a".to_owned()),
    };
    assert_eq!(
        reply(&RESULT, &result, Options::STRICT),
        of("<string>a</string>")
    );
    assert_eq!(reply(&PLACE, &ada().home, Options::STRICT), of(HOME));
    let mut back = Place::default();
    decode_reply(of(HOME).as_bytes(), &PLACE, &mut back, &LIMITS).unwrap();
    assert_eq!(back, ada().home);
    let mut back = Outcome::default();
    decode_reply(
        b"<param>\n<value>a</value></param>\n",
        &RESULT,
        &mut back,
        &LIMITS,
    )
    .unwrap();
    assert_eq!(back, result);
    for any in [
        "",
        "<param><value><nil/></value></param>",
        "<param><value><boolean>1</boolean></value></param>",
    ] {
        assert_eq!(
            decode_reply(any.as_bytes(), &EMPTY, &mut Empty {}, &LIMITS),
            Ok(())
        );
    }
    let none = Outcome { result: None };
    let mut buf = Buf::new();
    let error = encode_reply(&mut buf, &RESULT, &none, &LIMITS, Options::STRICT).unwrap_err();
    assert_eq!((error.kind, buf.len()), (UnencodableKind::NoNull, 0));
}

#[test]
fn shared_values_are_optional_ones() {
    let shared: Shared<i32> = Shared::new(5);
    let five = "<value><i4>5</i4></value>";
    let text = alloc::format!("<array><data>{five}{five}<value><nil/></value></data></array>");
    is(Vec::from([shared.clone(), shared, Shared::NONE]), &X, &text);
}

#[test]
fn every_beginning_of_a_value_is_malformed() {
    let text = alloc::format!("<value>{}</value>", person(""));
    for end in 0..text.len() {
        let mut v = Person::default();
        assert!(
            crate::xml::decode_value(&text.as_bytes()[..end], &X, &mut v, &LIMITS).is_err(),
            "{end}"
        );
    }
}

/// The reply that Python's library writes for a value.
fn python(name: &str) -> &'static str {
    let all = include_str!("../../../../../vectors/xmlrpc/python-replies.txt");
    let mut parts = all.split("== ").skip(1);
    let part = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('\n'));
    part.unwrap()
}

#[track_caller]
fn from_python<T>(name: &str, value: T)
where
    T: for<'de> Decode<'de> + Default + PartialEq + core::fmt::Debug,
{
    struct Result<T>(T);
    impl<'de, T: Decode<'de>> Slots<'de> for Result<T> {
        fn all<S: Source<'de>>(&mut self, s: &mut S) -> core::result::Result<(), Fail> {
            self.one(0, s)
        }
        fn one<S: Source<'de>>(&mut self, _: usize, s: &mut S) -> core::result::Result<(), Fail> {
            s.slot(&RESULT.fields[0], &mut self.0)
        }
    }
    let text = python(name);
    let Ok(Message::Reply { params }) = message(text.as_bytes(), &LIMITS) else {
        panic!("a reply");
    };
    let mut back = Result(T::default());
    decode_reply(text[params].as_bytes(), &RESULT, &mut back, &LIMITS).unwrap();
    assert_eq!(back.0, value);
}

#[test]
fn what_python_writes_is_read() {
    from_python("integer", -7i32);
    from_python("double", 51.5f64);
    from_python("large-double", 1e300f64);
    from_python("true", true);
    from_python("text", "a<b&c>]]> \u{e9}\u{1f600}\n\t".to_owned());
    from_python("empty-text", String::new());
    from_python("bytes", (0..120).collect::<Vec<u8>>());
    from_python("none", None::<i32>);
    from_python("date", "19980717T14:08:55".to_owned());
    from_python("array", Vec::from([1i32, 2, 3]));
    from_python("empty-array", Vec::<i32>::new());
    from_python("struct", ada());
}

#[test]
fn records_are_read_from_arrays_in_order() {
    let array = |items: &str| alloc::format!("<array>\n<data> {items}</data></array>");
    let coordinate = "<value><double>1</double></value> ";
    let place = Place { lat: 1.0, lon: 1.0 };
    reads(&array(&coordinate.repeat(2)), &X, place.clone());
    let missing = |name| MalformedKind::Missing(Name::new(name));
    refused::<Place>(&array(coordinate), &X, missing("lon"));
    refused::<Place>("<array><data/></array>", &X, missing("lat"));
    refused::<Place>("<array/>", &X, missing("lat"));
    let many = MalformedKind::TooLong { count: 3, max: 2 };
    refused::<Place>(&array(&coordinate.repeat(3)), &X, many);
    let home = array(&coordinate.repeat(2));
    let ada = Person {
        home: place,
        ..ada()
    };
    let items = alloc::format!(
        "<value>Ada</value><value><i4>36</i4></value><value><nil/></value><value>{home}</value>"
    );
    reads(&array(&items), &X, ada);
}
