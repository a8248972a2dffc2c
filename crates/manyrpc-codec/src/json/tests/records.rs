//! Records, unions, maps and parameters as JSON.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use super::values::{LIMITS, X, is, read, reads, refused, written};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::derived::{Count, Relation, agree};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, Name, UnencodableKind};
use crate::json::{
    Encoder, Options, Way, decode_reply, decode_request, encode_reply, encode_request,
};
use crate::limits::Limits;
use crate::meta::{Arm, Discriminant, Enum, Field, Length, Link, Record, Union};
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
record! { TREE Tree [Field::plain("left"), Field::plain("right")] {
    0 left: Option<Vec<Tree>>, 1 right: Option<Option<i32>>
} }
record! { ENTRY Entry [Field::plain("key"), Field::plain("value")] { 0 key: i32, 1 value: Place } }
record! { NAMED Named [Field::plain("key"), Field::plain("value")] { 0 key: String, 1 value: Vec<Named> } }
record! { ODD Odd [Field::plain("a\"b\n")] { 0 field: i32 } }

const PERSON_TEXT: &str = r#"{"name":"Ada","age":36,"nick":null,"home":{"lat":51.5,"lon":-0.125}}"#;

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

const BY_POSITION: Options = Options {
    by_position: true,
    ..Options::DEFAULT
};

#[test]
fn records_are_objects_in_any_order() {
    is(ada(), &X, PERSON_TEXT);
    is(Empty {}, &X, "{}");
    is(Odd { field: 1 }, &X, r#"{"a\"b\n":1}"#);
    reads(" { } ", &X, Empty {});
    for text in [
        r#"{"home":{"lon":-0.125,"lat":51.5},"age":36,"name":"Ada"}"#,
        r#"{ "name" : "Ada" , "age" : 36 , "home" : { "lat" : 51.5 , "lon" : -0.125 } } "#,
        r#"{"x":[{"y":1}],"name":"Ada","z":null,"age":36,"home":{"lat":51.5,"lon":-0.125,"up":{}},"w":""}"#,
        r#"{"n\u0061me":"Ada","age":36,"home":{"lat":51.5,"l\u006fn":-0.125}}"#,
        r#"{"age":36,"name":"Ada","nick":null,"home":{"lat":51.5,"lon":-0.125}}"#,
    ] {
        reads(text, &X, ada());
    }
    let mut used = ada();
    used.nick = Some("gone".to_owned());
    let text = r#"{"name":"Ada","age":36,"home":{"lat":51.5,"lon":-0.125}}"#;
    crate::json::decode_value(text.as_bytes(), &X, &mut used, &LIMITS).unwrap();
    assert_eq!(used, ada(), "a used value keeps nothing");
}

#[test]
fn what_is_wrong_with_a_record_is_named() {
    let missing = |name| MalformedKind::Missing(Name::new(name));
    let twice = |name| MalformedKind::Duplicate(Name::new(name));
    let expected = MalformedKind::Expected;
    refused::<Person>("{}", &X, missing("name"), 2);
    refused::<Person>(
        r#"{"name":"A","age":1,"home":{"lat":1}}"#,
        &X,
        missing("lon"),
        36,
    );
    refused::<Place>(r#"{"lat":1,"lat":2,"lon":3}"#, &X, twice("lat"), 15);
    refused::<Place>(r#"{"lon":1,"lat":2,"lon":3}"#, &X, twice("lon"), 23);
    refused::<Place>(r#"{"lat":1,"lon":2,"lat":3}"#, &X, twice("lat"), 23);
    refused::<Place>(r#"{"lat":1,"lon":2,}"#, &X, expected("a member's name"), 17);
    refused::<Place>(r#"{,"lat":1,"lon":2}"#, &X, expected("a member's name"), 1);
    refused::<Place>(r#"{"lat":1 "lon":2}"#, &X, expected("`,` or `}`"), 9);
    refused::<Place>(r#"{"lat" 1,"lon":2}"#, &X, expected("`:`"), 7);
    refused::<Place>(r#"{"lat":1,"lon":2"#, &X, MalformedKind::Truncated, 16);
    refused::<Place>(r#"{"lat":1,"lon"#, &X, MalformedKind::Truncated, 13);
    refused::<Place>(r#"{"lat":1,"x":[1,]}"#, &X, expected("a value"), 16);
    refused::<Place>("7", &X, expected("an object"), 0);
    refused::<Place>("[1]", &X, MalformedKind::Missing(Name::new("lon")), 2);
    refused::<Place>(
        "[1,2,3]",
        &X,
        MalformedKind::TooLong { count: 3, max: 2 },
        4,
    );
    refused::<Place>("null", &X, expected("an object"), 0);
    // A failure inside a member out of order ends decoding.
    refused::<Person>(
        r#"{"home":{"lon":x},"name":""}"#,
        &X,
        expected("a number"),
        15,
    );
    refused::<Person>(
        r#"{"name":"","home":{"lon":1,"lon":2},"age":1}"#,
        &X,
        twice("lon"),
        33,
    );
}

#[test]
fn optional_members_in_optional_records() {
    let tree = Tree {
        left: Some(Vec::from([Tree::default()])),
        right: Some(None),
    };
    is(
        Some(tree),
        &X,
        r#"{"left":[{"left":null,"right":null}],"right":{"some":null}}"#,
    );
    reads(
        r#"{"left":[{}]}"#,
        &X,
        Some(Tree {
            left: Some(Vec::from([Tree::default()])),
            right: None,
        }),
    );
    reads("{}", &X, Some(Tree::default()));
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
fn unions_are_objects_of_discriminant_and_arm() {
    is(Choice::Nothing, &X, r#"{"kind":"TEXT"}"#);
    is(Choice::Data(Some(5)), &X, r#"{"kind":"DATA","data":5}"#);
    is(Choice::Data(None), &X, r#"{"kind":"DATA","data":null}"#);
    is(
        Choice::Other(2, "a".to_owned()),
        &X,
        r#"{"kind":"MORE","value":"a"}"#,
    );
    is(
        Choice::Other(7, "a".to_owned()),
        &X,
        r#"{"kind":7,"value":"a"}"#,
    );
    reads(
        r#" { "data" : 5 , "kind" : "DATA" } "#,
        &X,
        Choice::Data(Some(5)),
    );
    reads(r#"{"x":[],"kind":1,"y":{}}"#, &X, Choice::Data(None));
    reads(r#"{"data":5}"#, &X, Choice::Data(Some(5)));
    reads(r#"{"kind":"TEXT","nothing":null}"#, &X, Choice::Nothing);
    let twice = |name| MalformedKind::Duplicate(Name::new(name));
    refused::<Choice>(
        r#"{"kind":"DATA","data":1,"data":2}"#,
        &X,
        twice("data"),
        32,
    );
    refused::<Choice>(r#"{"kind":"DATA","kind":"TEXT"}"#, &X, twice("kind"), 28);
    refused::<Choice>(
        r#"{"data":1,"kind":"DATA","kind":"TEXT"}"#,
        &X,
        twice("kind"),
        37,
    );
    refused::<Choice>("{}", &X, MalformedKind::Missing(Name::new("kind")), 2);
    refused::<Choice>(
        r#"{"kind":7}"#,
        &X,
        MalformedKind::Missing(Name::new("kind")),
        10,
    );
    refused::<Choice>(
        r#"{"kind":"WHAT"}"#,
        &X,
        MalformedKind::Unknown(Name::new("WHAT")),
        8,
    );
    refused::<Choice>("5", &X, MalformedKind::Expected("an object"), 0);
    let all = Vec::from([Choice::Nothing, Choice::Data(Some(1))]);
    is(all, &X, r#"[{"kind":"TEXT"},{"kind":"DATA","data":1}]"#);
}

/// Looking ahead for a discriminant that comes last is not repeated at every level.
#[test]
fn unions_that_hold_each_other_backwards_have_a_limit() {
    static NEST: Union = Union::of(
        "nest",
        "tag",
        Discriminant::I32,
        const {
            &[
                Arm::of(&[0], Field::plain("end")),
                Arm::of(&[1, 2], Field::plain("more")),
            ]
        },
        None,
    );
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Nest(Vec<Nest>);
    impl<'de> Decode<'de> for Nest {
        fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
            s.union(f, &NEST, self)
        }
    }
    impl<'de> Arms<'de> for Nest {
        fn select(&mut self, arm: usize, _: i64) {
            self.0.clear();
            self.0.resize(arm, Nest::default());
        }
        fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
            match self.0.first_mut() {
                None => s.slot(&NEST.arms[0].field, &mut ()),
                Some(inner) => s.slot(&NEST.arms[1].field, inner),
            }
        }
    }
    let nest = |n: usize| {
        let (open, close) = (r#"{"more":"#.repeat(n), r#","tag":2}"#.repeat(n));
        alloc::format!(r#"{open}{{"tag":0}}{close}"#)
    };
    let mut v = Nest::default();
    let mut decode = |n: usize| {
        crate::json::decode_value(nest(n).as_bytes(), &X, &mut v, &LIMITS).map_err(|e| e.kind)
    };
    assert_eq!(decode(16), Ok(()));
    assert_eq!(decode(100), Err(MalformedKind::TooDeep));
}

/// Protocol Buffers maps, and other arrays marked as keyed.
#[test]
fn keyed_arrays_are_objects() {
    static KEYED: Field = Field::plain("map").keyed();
    let place = |lat| Place { lat, lon: 0.0 };
    let numbers = Vec::from([
        Entry {
            key: -7,
            value: place(1.0),
        },
        Entry {
            key: 12,
            value: place(2.0),
        },
    ]);
    is(
        numbers,
        &KEYED,
        r#"{"-7":{"lat":1.0,"lon":0.0},"12":{"lat":2.0,"lon":0.0}}"#,
    );
    is(Vec::<Entry>::new(), &KEYED, "{}");
    is(
        Vec::from([Named {
            key: "a\"".to_owned(),
            value: Vec::from([Named::default()]),
        }]),
        &KEYED,
        r#"{"a\"":[{"key":"","value":[]}]}"#,
    );
    reads(
        r#" { "5" : {"lon":0,"lat":3} } "#,
        &KEYED,
        Vec::from([Entry {
            key: 5,
            value: place(3.0),
        }]),
    );
    refused::<Vec<Entry>>(
        r#"{5:{}}"#,
        &KEYED,
        MalformedKind::Expected("a member's name"),
        1,
    );
    refused::<Vec<Entry>>(
        r#"{"x":{}}"#,
        &KEYED,
        MalformedKind::Expected("an integer"),
        1,
    );
    refused::<Vec<Entry>>(
        r#"{"1":{"lat":1,"lon":2},}"#,
        &KEYED,
        MalformedKind::Expected("a member's name"),
        23,
    );
    refused::<Vec<Entry>>("[]", &KEYED, MalformedKind::Expected("an object"), 0);
}

/// A derived field is omitted, and checked if it is present.
#[test]
fn fields_that_follow_from_others() {
    static COUNTED: Record = Record::of(
        "counted",
        const {
            &[
                Field::plain("n"),
                Field::plain("items"),
                Field::plain("more"),
            ]
        },
    );
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Counted {
        items: Vec<i32>,
        more: i32,
    }
    impl Encode for Counted {
        fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
            s.record(f, &COUNTED, self);
        }
    }
    impl Fields for Counted {
        fn fields<S: Sink>(&self, s: &mut S) {
            let n = Count::<u8>::of(Relation::SAME, Some(self.items.len()));
            s.field(&COUNTED.fields[0], &n);
            s.field(&COUNTED.fields[1], &self.items);
            s.field(&COUNTED.fields[2], &self.more);
        }
    }
    impl<'de> Decode<'de> for Counted {
        fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
            s.record(f, &COUNTED, self)
        }
    }
    impl<'de> Slots<'de> for Counted {
        fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
            let mut said = 0u8;
            s.derived(&COUNTED.fields[0], &mut said)?;
            s.slot(&COUNTED.fields[1], &mut self.items)?;
            s.slot(&COUNTED.fields[2], &mut self.more)?;
            agree(
                s,
                &COUNTED.fields[1],
                Relation::SAME,
                &said,
                Some(self.items.len()),
            )
        }
        fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
            match i {
                0 => s.derived(&COUNTED.fields[0], &mut 0u8),
                1 => s.slot(&COUNTED.fields[1], &mut self.items),
                2 => s.slot(&COUNTED.fields[2], &mut self.more),
                _ => Err(Fail),
            }
        }
    }
    let value = Counted {
        items: Vec::from([1, 2]),
        more: 3,
    };
    is(value.clone(), &X, r#"{"items":[1,2],"more":3}"#);
    reads(r#"{"n":2,"items":[1,2],"more":3}"#, &X, value.clone());
    reads(r#"{"more":3,"items":[1,2]}"#, &X, value.clone());
    reads(r#"{"items":[1,2],"n":2,"more":3}"#, &X, value.clone());
    let disagrees = MalformedKind::Disagrees { said: 9, found: 2 };
    refused::<Counted>(r#"{"n":9,"items":[1,2],"more":3}"#, &X, disagrees, 29);
    let text = "[[1,2],3]";
    let mut back = Counted::default();
    decode_request(text.as_bytes(), &COUNTED, &mut back, &LIMITS).unwrap();
    assert_eq!(back, value, "it has no position");
    let mut buf = Buf::new();
    let mut sink = Encoder::new(&mut buf, &LIMITS, Way::Request).with(BY_POSITION);
    sink.params(&COUNTED, &value);
    sink.finish().unwrap();
    assert_eq!(buf.data(), text.as_bytes());
}

fn request<T: Fields>(m: &Record, v: &T) -> String {
    let mut buf = Buf::new();
    encode_request(&mut buf, m, v, &LIMITS).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

fn reply<T: Fields>(m: &Record, v: &T) -> String {
    let mut buf = Buf::new();
    encode_reply(&mut buf, m, v, &LIMITS).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

record! { WHOLE Whole [Field::plain("arg1")] { 0 place: Place } }
record! { RESULT Outcome [Field::plain("result")] { 0 result: Vec<i32> } }

#[test]
fn parameters_of_requests() {
    assert_eq!(request(&PLACE, &ada().home), r#"{"lat":51.5,"lon":-0.125}"#);
    assert_eq!(request(&EMPTY, &Empty {}), "");
    let place = |text: &str| {
        let mut v = Place::default();
        decode_request(text.as_bytes(), &PLACE, &mut v, &LIMITS).map(|()| v)
    };
    let home = Ok(ada().home);
    assert_eq!(place(r#"{"lon":-0.125,"lat":51.5}"#), home);
    assert_eq!(place(" [ 51.5 , -0.125 ] "), home, "by position");
    for short in ["[1]", "[]", "{}", "", "null"] {
        let error = place(short).unwrap_err().kind;
        assert!(
            matches!(error, MalformedKind::Missing(_)),
            "{short}: {error:?}"
        );
    }
    let many = MalformedKind::TooLong { count: 3, max: 2 };
    assert_eq!(
        place("[1,2,3]").map_err(|e| (e.kind, e.offset)),
        Err((many, 4))
    );
    assert_eq!(
        place("5").map_err(|e| e.kind),
        Err(MalformedKind::Expected("an object"))
    );
    for none in ["", " ", "null", "{}", "[]", r#"{"x":1}"#] {
        let read = decode_request(none.as_bytes(), &EMPTY, &mut Empty {}, &LIMITS);
        assert_eq!(read, Ok(()), "{none}");
    }
    assert!(decode_request(b"[1]", &EMPTY, &mut Empty {}, &LIMITS).is_err());
}

/// Parameters that are exactly one record are that record.
#[test]
fn parameters_that_are_one_record() {
    let meta = WHOLE.clone().whole();
    let value = Whole { place: ada().home };
    assert_eq!(request(&meta, &value), r#"{"lat":51.5,"lon":-0.125}"#);
    for text in [
        r#"{"lat":51.5,"lon":-0.125}"#,
        r#"[{"lat":51.5,"lon":-0.125}]"#,
        " [ { \"lon\":-0.125,\"lat\":51.5 } ] ",
        "[51.5,-0.125]",
    ] {
        let mut back = Whole::default();
        let read = decode_request(text.as_bytes(), &meta, &mut back, &LIMITS);
        assert_eq!(read.map(|()| back), Ok(value.clone()), "{text}");
    }
    let mut buf = Buf::new();
    let mut sink = Encoder::new(&mut buf, &LIMITS, Way::Request).with(BY_POSITION);
    sink.params(&meta, &value);
    sink.finish().unwrap();
    assert_eq!(buf.data(), br#"[{"lat":51.5,"lon":-0.125}]"#);
    assert_eq!(reply(&meta, &value), r#"{"lat":51.5,"lon":-0.125}"#);
}

#[test]
fn results() {
    assert_eq!(reply(&EMPTY, &Empty {}), "null");
    assert_eq!(
        reply(
            &RESULT,
            &Outcome {
                result: Vec::from([1, 2])
            }
        ),
        "[1,2]"
    );
    assert_eq!(reply(&PLACE, &ada().home), r#"{"lat":51.5,"lon":-0.125}"#);
    let mut back = Outcome::default();
    decode_reply(b" [1,2]", &RESULT, &mut back, &LIMITS).unwrap();
    assert_eq!(back.result, [1, 2]);
    let mut back = Place::default();
    decode_reply(br#"{"lon":-0.125,"lat":51.5}"#, &PLACE, &mut back, &LIMITS).unwrap();
    assert_eq!(back, ada().home);
    for any in ["null", "true", "[1]"] {
        assert_eq!(
            decode_reply(any.as_bytes(), &EMPTY, &mut Empty {}, &LIMITS),
            Ok(())
        );
    }
}

/// JSON cannot represent sharing: each place has its own value, and a cycle has no end.
#[test]
fn shared_values_are_optional_ones() {
    let shared: Shared<i32> = Shared::new(5);
    is(
        Vec::from([shared.clone(), shared, Shared::NONE]),
        &X,
        "[5,5,null]",
    );
    record! { RING Ring [Field::plain("next")] { 0 next: Shared<Ring> } }
    let ring = alloc::sync::Arc::new_cyclic(|back| Ring {
        next: Shared::back(back),
    });
    let mut buf = Buf::new();
    let error = crate::json::encode_value(&mut buf, &X, &*ring, &LIMITS).unwrap_err();
    assert_eq!(error.kind, UnencodableKind::TooDeep);
}

#[test]
fn every_beginning_of_a_text_is_malformed() {
    for end in 0..PERSON_TEXT.len() {
        assert!(read::<Person>(&PERSON_TEXT[..end], &X).is_err(), "{end}");
    }
}

/// Unions and ignored members are scanned within the remaining depth.
#[test]
fn what_is_passed_over_counts() {
    let limits = Limits { depth: 3, ..LIMITS };
    let read = |text: &str| {
        let mut v = Empty {};
        crate::json::decode_value(text.as_bytes(), &X, &mut v, &limits)
            .map_err(|e| (e.kind, e.offset))
    };
    assert_eq!(read(r#"{"x":[[]]}"#), Ok(()));
    assert_eq!(read(r#"{"x":[[[]]]}"#), Err((MalformedKind::TooDeep, 7)));
}

#[test]
fn many_fields_are_kept_apart() {
    let names: Vec<Field> = (0..200)
        .map(|i| Field {
            name: Cow::Owned(alloc::format!("f{i}")),
            ..Field::plain("")
        })
        .collect();
    let mut meta = Record::of("wide", &[]);
    meta.fields = Cow::Owned(names);
    struct Wide<'m>(&'m Record, Vec<i32>);
    impl Fields for Wide<'_> {
        fn fields<S: Sink>(&self, s: &mut S) {
            for (f, v) in self.0.fields.iter().zip(&self.1) {
                s.field(f, v);
            }
        }
    }
    impl<'de> Slots<'de> for Wide<'_> {
        fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
            (0..self.1.len()).try_for_each(|i| self.one(i, s))
        }
        fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
            s.slot(&self.0.fields[i], &mut self.1[i])
        }
    }
    let values: Vec<i32> = (0..200).collect();
    let wide = Wide(&meta, values.clone());
    let text = request(&meta, &wide);
    let parts: Vec<&str> = text[1..text.len() - 1].split(',').rev().collect();
    for text in [text.clone(), alloc::format!("{{{}}}", parts.join(","))] {
        let mut back = Wide(&meta, alloc::vec![0; 200]);
        decode_request(text.as_bytes(), &meta, &mut back, &LIMITS).unwrap();
        assert_eq!(back.1, values);
        let twice = text.replace('}', ",\"f150\":1}");
        let error = decode_request(twice.as_bytes(), &meta, &mut back, &LIMITS).unwrap_err();
        assert_eq!(error.kind, MalformedKind::Duplicate(Name::new("f150")));
    }
}

#[test]
fn bounded_members() {
    static SHORT: Field = Field::sized("short", Length::UpTo(2));
    refused::<String>(
        "\"abc\"",
        &SHORT,
        MalformedKind::TooLong { count: 3, max: 2 },
        0,
    );
    assert_eq!(written(&SHORT, "ab"), "\"ab\"");
}
