//! Generated code gives the bytes that dynamic values give, for every type of
//! every definition here, and the bytes that libtirpc gives.

#![deny(missing_docs)]

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

// What is written for crates without the standard library names it.
extern crate alloc;

use support::{
    Definition, Textual, cdr_decode, cdr_encode, decode, encode, ndr_decode, ndr_encode,
    protobuf_decode, protobuf_encode, root,
};

macro_rules! generated {
    ($($name:ident = $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        #[doc = concat!("Generated: ", stringify!($name), ".")]
        pub mod $name;
    )*};
}

generated! {
    album = "corpus/bytes/album.rs";
    arrays = "corpus/arrays.rs";
    bench = "../../manyrpc-lab/src/generated/bench.rs";
    derived = "corpus/derived.rs";
    derived_records = "corpus/derived_records.rs";
    lists = "corpus/lists.rs";
    messages = "corpus/messages.rs";
    older = "corpus/older.rs";
    names = "corpus/names.rs";
    omg = "corpus/omg.rs";
    operations = "corpus/operations.rs";
    photos = "corpus/bytes/photos.rs";
    samples = "corpus/samples.rs";
    shapes = "corpus/shapes.rs";
    unions = "corpus/unions.rs";
    values = "corpus/values.rs";
    well_known = "corpus/well_known.rs";
}

const SEEDS: u64 = 60;

/// For every type of a definition: dynamic bytes, decoded into a fresh and into
/// a used value, give the same bytes again; and no part of them is a whole.
macro_rules! same_bytes {
    ($($module:ident, $path:literal { $($name:literal $ty:ty,)* })*) => { mod same_bytes {$(
        mod $module {
            #[allow(unused_imports, reason = "for arrays without a `Default` of their own")]
            use manyrpc::stub;

            use super::super::$module::*;
            use super::super::{
                Definition, SEEDS, Textual, cdr_decode, cdr_encode, decode, encode, ndr_decode,
                ndr_encode, protobuf_decode, protobuf_encode,
            };

            #[test]
            fn generated_bytes_are_dynamic_bytes() {
                let definition = Definition::load($path);
                definition.declares(&[$($name),*]);
                $({
                    let samples = definition.samples($name, SEEDS);
                    let (field, _) = definition.place($name);
                    let mut used = <$ty>::default();
                    for (seed, bytes) in samples.iter().enumerate() {
                        let mut fresh = <$ty>::default();
                        assert_eq!(decode(bytes, &field, &mut fresh), Ok(()), "{} {seed}", $name);
                        assert_eq!(&encode(&field, &fresh), bytes, "{} {seed}", $name);
                        assert_eq!(decode(bytes, &field, &mut used), Ok(()));
                        assert_eq!(&encode(&field, &used), bytes, "{} {seed}", $name);
                        let mut part = <$ty>::default();
                        for end in 0..bytes.len() {
                            assert!(decode(&bytes[..end], &field, &mut part).is_err());
                        }
                    }
                })*
            }

            #[test]
            fn generated_protobuf_is_dynamic_protobuf() {
                let definition = Definition::load($path);
                $({
                    let samples = definition.protobuf_samples($name, SEEDS);
                    let (field, _) = definition.place($name);
                    let mut used = <$ty>::default();
                    for (seed, bytes) in samples.iter().enumerate() {
                        let mut fresh = <$ty>::default();
                        let read = protobuf_decode(bytes, &field, &mut fresh);
                        assert_eq!(read, Ok(()), "{} {seed}", $name);
                        assert_eq!(&protobuf_encode(&field, &fresh), bytes, "{} {seed}", $name);
                        assert_eq!(protobuf_decode(bytes, &field, &mut used), Ok(()));
                        assert_eq!(&protobuf_encode(&field, &used), bytes, "{} {seed}", $name);
                    }
                })*
            }

            #[test]
            fn generated_ndr_is_dynamic_ndr() {
                let definition = Definition::load($path);
                $({
                    let samples = definition.ndr_samples($name, SEEDS);
                    assert!(!samples.is_empty(), "{}", $name);
                    let (field, _) = definition.place($name);
                    for (at, bytes) in samples.iter().enumerate() {
                        let mut value = <$ty>::default();
                        let read = ndr_decode(bytes, &field, &mut value);
                        assert_eq!(read, Ok(()), "{} {at}", $name);
                        let written = ndr_encode(&field, &value);
                        assert_eq!(written.as_ref(), Some(bytes), "{} {at}", $name);
                    }
                })*
            }

            #[test]
            fn generated_cdr_is_dynamic_cdr() {
                let definition = Definition::load($path);
                $({
                    let samples = definition.cdr_samples($name, SEEDS);
                    assert!(!samples.is_empty(), "{}", $name);
                    let (field, _) = definition.place($name);
                    let mut used = <$ty>::default();
                    for (at, bytes) in samples.iter().enumerate() {
                        let mut fresh = <$ty>::default();
                        assert_eq!(cdr_decode(bytes, &field, &mut fresh), Ok(()), "{} {at}", $name);
                        let written = cdr_encode(&field, &fresh);
                        assert_eq!(written.as_ref(), Some(bytes), "{} {at}", $name);
                        assert_eq!(cdr_decode(bytes, &field, &mut used), Ok(()));
                        assert_eq!(cdr_encode(&field, &used).as_ref(), Some(bytes));
                        let mut part = <$ty>::default();
                        for end in 0..bytes.len() {
                            assert!(cdr_decode(&bytes[..end], &field, &mut part).is_err());
                        }
                    }
                })*
            }

            #[test]
            fn generated_text_is_dynamic_text() {
                let definition = Definition::load($path);
                for syntax in Textual::ALL {$({
                    let samples = definition.text_samples(syntax, $name, SEEDS);
                    assert!(!samples.is_empty(), "{} {syntax:?}", $name);
                    let (field, _) = definition.place($name);
                    let mut used = <$ty>::default();
                    for (at, bytes) in samples.iter().enumerate() {
                        let text = String::from_utf8_lossy(bytes);
                        let mut fresh = <$ty>::default();
                        let read = syntax.decode(bytes, &field, &mut fresh);
                        assert_eq!(read, Ok(()), "{} {at} {text}", $name);
                        let written = syntax.encode(&field, &fresh);
                        assert_eq!(written.as_ref(), Some(bytes), "{} {at} {text}", $name);
                        assert_eq!(syntax.decode(bytes, &field, &mut used), Ok(()));
                        let written = syntax.encode(&field, &used);
                        assert_eq!(written.as_ref(), Some(bytes), "{} {at} {text}", $name);
                    }
                })*}
            }
        }
    )*} };
}

same_bytes! {
    arrays, "crates/manyrpc-gen/tests/corpus/arrays.x" {
        "key" stub::Fixed<u8, 48>,
        "handle" Handle,
        "row" Row,
        "matrix" Matrix,
        "blob" Blob<'_>,
        "octets" Octets,
        "mac" Mac,
        "signed_octets" SignedOctets,
        "line" Line<'_>,
        "page" Page<'_>,
        "pair" Pair<'_>,
        "secret" Secret,
        "maybe_line" MaybeLine<'_>,
        "ring" Ring,
        "mood" Mood,
        "bulk" Bulk,
        "fixed" Fixed<'_>,
        "nested" Nested<'_>,
        "place" Place<'_>,
        "places" Places<'_>,
        "two_places" TwoPlaces<'_>,
        "plain" Plain,
    }
    bench, "interfaces/bench.x" {
        "blob" Blob<'_>,
        "ints" Ints,
        "text" Text<'_>,
        "info_request" InfoRequest,
        "info" Info<'_>,
        "transferred" Transferred<'_>,
    }
    derived, "derived" {
        "size" Size,
        "choice" Choice,
        "open" Open,
        "counted" Counted<'_>,
        "chosen" Chosen,
        "node" Node,
        "handle" Handle,
        "numbers" Numbers,
    }
    omg, "omg" {
        "title" Title<'_>,
        "book" Book<'_>,
        "place" Place,
    }
    values, "interfaces/corba/values.idl" {
        "Point" Point,
        "Name" Name,
        "PointList" PointList,
        "Points" Points,
        "Node" Node,
        "Shape" Shape,
        "Shape_or_derived" ShapeOrDerived,
        "Circle" Circle,
        "Circle_or_derived" CircleOrDerived,
        "Ring" Ring,
        "Square" Square,
        "Coloured" Coloured,
        "Spot" Spot,
        "Nothing" Nothing,
        "Drawing" Drawing,
        "Refused" Refused,
        "ValueBase" ValueBase,
    }
    lists, "crates/manyrpc-gen/tests/corpus/lists.x" {
        "entry" Entry<'_>,
        "entries" Entries<'_>,
        "number" Number,
        "directory" Directory<'_>,
        "group" Group<'_>,
        "groups" Groups<'_>,
        "tree" Tree<'_>,
        "knot" Knot,
        "rope" Rope,
        "question" Question<'_>,
        "answer" Answer<'_>,
        "node" Node,
        "forest" Forest,
        "strings_element" StringsElement<'_>,
        "strings" Strings<'_>,
    }
    messages, "crates/manyrpc-gen/tests/corpus/messages.proto" {
        "Colour" Colour,
        "Scalars" Scalars<'_>,
        "Maybe" Maybe<'_>,
        "Many" Many<'_>,
        "Outer_Inner_Kind" OuterInnerKind,
        "Outer_Inner" OuterInner,
        "Outer_choice" OuterChoice<'_>,
        "Outer_other" OuterOther,
        "Outer_CountsEntry" OuterCountsEntry<'_>,
        "Outer_InnersEntry" OuterInnersEntry,
        "Outer_KindsEntry" OuterKindsEntry,
        "Outer" Outer<'_>,
        "Empty" Empty,
        "Ping" Ping<'_>,
        "Pong_next" PongNext<'_>,
        "Pong" Pong<'_>,
    }
    older, "crates/manyrpc-gen/tests/corpus/older.proto" {
        "Size" Size,
        "Old_Result_Title" OldResultTitle<'_>,
        "Old_Result" OldResult<'_>,
        "Old_choice" OldChoice,
        "Old_Grouped" OldGrouped,
        "Old_PartsByNameEntry" OldPartsByNameEntry<'_>,
        "Further" Further<'_>,
        "Old" Old<'_>,
        "Part" Part<'_>,
    }
    names, "crates/manyrpc-gen/tests/corpus/names.x" {
        "authsys_parms" AuthsysParms<'_>,
        "type" Type,
        "info" Info<'_>,
        "all" All<'_>,
        "option" Option2,
        "vec" Vec2,
        "cow" Cow2<'_>,
        "foo_bar" FooBar<'_>,
        "fooBar" FooBar2<'_>,
        "names_v1_client" NamesV1Client,
        "names_v1_add_in" NamesV1AddIn,
        "result" Result2<'_>,
        "auth_stat" AuthStat,
        "opaque_auth" OpaqueAuth<'_>,
    }
    album, "crates/manyrpc-gen/tests/corpus/bytes/album.x" {
        "pixels" Pixels<'_>,
        "photo" Photo<'_>,
        "cover" Cover<'_>,
        "page" Page<'_>,
        "tree" Tree<'_>,
        "label" Label<'_>,
        "torn" Torn<'_>,
    }
    photos, "crates/manyrpc-gen/tests/corpus/bytes/photos.proto" {
        "Size" Size,
        "Photo_NamedEntry" PhotoNamedEntry<'_>,
        "Photo_more" PhotoMore<'_>,
        "Photo" Photo<'_>,
    }
    operations, "crates/manyrpc-gen/tests/corpus/operations.x" {
        "key" stub::Fixed<u8, 40>,
        "bytes" Bytes<'_>,
        "sample" Sample<'_>,
        "samples" Samples<'_>,
        "row" Row,
    }
    samples, "peers/xdr-bench/samples.x" {
        "colour" Colour,
        "scalars" Scalars,
        "opaque_fixed" OpaqueFixed,
        "opaque_variable" OpaqueVariable<'_>,
        "word" Word<'_>,
        "triple" Triple,
        "hypers" Hypers,
        "words" Words<'_>,
        "point" Point,
        "points" Points,
        "maybe" Maybe,
        "node" Node<'_>,
        "list" List<'_>,
        "shape" Shape<'_>,
        "answer" Answer<'_>,
        "found" Found,
    }
    shapes, "crates/manyrpc-gen/tests/corpus/shapes.idl" {
        "colour" Colour,
        "point" Point,
        "counted" Counted,
        "pointed" Pointed,
        "part" Part,
        "named" Named<'_>,
        "choice" Choice,
        "chosen" Chosen,
    }
    unions, "crates/manyrpc-gen/tests/corpus/unions.x" {
        "status" Status,
        "attributes" Attributes,
        "by_enum" ByEnum<'_>,
        "complete" Complete,
        "by_unsigned" ByUnsigned,
        "by_int" ByInt<'_>,
        "by_bool" ByBool<'_>,
        "either" Either,
        "only" Only<'_>,
        "by_ints" ByInts<'_>,
        "all" All<'_>,
    }
    well_known, "crates/manyrpc-gen/tests/corpus/well_known.proto" {
        "Duration" Duration,
        "Timestamp" Timestamp,
        "DoubleValue" DoubleValue,
        "FloatValue" FloatValue,
        "Int64Value" Int64Value,
        "UInt64Value" UInt64Value,
        "Int32Value" Int32Value,
        "UInt32Value" UInt32Value,
        "BoolValue" BoolValue,
        "StringValue" StringValue<'_>,
        "BytesValue" BytesValue<'_>,
        "Event_StepsEntry" EventStepsEntry<'_>,
        "Event_until" EventUntil<'_>,
        "Event" Event<'_>,
        "Maybe" Maybe<'_>,
    }
}

/// A count that says something else than the array beside it is a malformed request (C706 section
/// 14.3.3.2), whatever it says, for generated code and for dynamic values.
#[test]
fn a_count_that_disagrees_with_its_array_is_malformed() {
    let definition = Definition::load("crates/manyrpc-gen/tests/corpus/shapes.idl");
    let three = vec![1i16, 2, 3];
    let points = vec![shapes::Point { x: 1, y: 2.0 }; 3];
    let counted = shapes::Counted { items: three };
    let pointed = shapes::Pointed { at: Some(points) };
    let (counted_at, counted_shape) = definition.place("counted");
    let (pointed_at, pointed_shape) = definition.place("pointed");
    let count = |bytes: &[u8], at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().unwrap());
    for (bytes, n, field, shape) in [
        // The array's own count comes first, in front of the record.
        (
            ndr_encode(&counted_at, &counted),
            4,
            counted_at,
            &counted_shape,
        ),
        (
            ndr_encode(&pointed_at, &pointed),
            0,
            pointed_at,
            &pointed_shape,
        ),
    ] {
        let bytes = bytes.unwrap();
        assert_eq!(count(&bytes, n), 3);
        for said in [0, 1, 2, 3, 4, 5, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
            let mut lie = bytes.clone();
            lie[n..n + 4].copy_from_slice(&said.to_le_bytes());
            let generated = match n {
                4 => ndr_decode(&lie, &field, &mut shapes::Counted::default()),
                _ => ndr_decode(&lie, &field, &mut shapes::Pointed::default()),
            };
            assert_eq!(generated.is_ok(), said == 3, "{said}");
            let dynamic = definition.ndr_value(&lie, &field, shape);
            assert_eq!(dynamic.is_ok(), said == 3, "{said}");
        }
    }
}

/// A known answer of libtirpc: `value` has those bytes, and comes from them.
#[track_caller]
fn known<'de, T>(vector: &'de [u8], ty: &str, value: &T)
where
    T: manyrpc_codec::Encode + manyrpc_codec::Decode<'de> + Default + PartialEq + std::fmt::Debug,
{
    let (field, _) = Definition::load("peers/xdr-bench/samples.x").place(ty);
    assert_eq!(encode(&field, value), vector);
    let mut back = T::default();
    assert_eq!(decode(vector, &field, &mut back), Ok(()));
    assert_eq!(&back, value);
}

fn vector(name: &str) -> Vec<u8> {
    let path = root("vectors/xdr").join(name).with_extension("hex");
    let text = std::fs::read_to_string(&path).unwrap();
    let hex: String = text.lines().filter(|l| !l.starts_with('#')).collect();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

#[test]
fn libtirpc_reads_and_writes_the_same_records() {
    use samples::{Colour, Node, Point, Scalars};

    let value = Scalars {
        i: -2,
        u: u32::MAX,
        h: i64::MIN,
        uh: u64::MAX,
        f: 1.5,
        d: -0.1,
        yes: true,
        no: false,
        c: Colour::Blue,
    };
    known(&vector("scalars"), "scalars", &value);
    let points = vec![Point { x: -1, y: 65535 }, Point { x: 2, y: 3 }];
    known(&vector("array-records"), "points", &points);
    known(&vector("optional-present"), "maybe", &Some(-7));
    known(&vector("optional-absent"), "maybe", &None::<i32>);

    let node = |name: &'static str, value| Node {
        name: name.into(),
        value,
    };
    let list = manyrpc::stub::Chain(vec![node("abcd", 1), node("", 2), node("c", -3)]);
    known(&vector("list-3"), "list", &list);
}

#[test]
fn libtirpc_reads_and_writes_the_same_unions() {
    use samples::{Answer, Colour, Found, Point, Shape};

    let answer = |name, value: Answer| known(&vector(name), "answer", &value.into_owned());
    answer("union-void", Answer::Case0);
    answer("union-label-2", Answer::bytes(2, b"").unwrap());
    answer("union-negative", Answer::Where(Point { x: 4, y: 5 }));
    answer("union-default", Answer::other(77, 0.25).unwrap());

    let shape = |name, value: Shape| known(&vector(name), "shape", &value.into_owned());
    shape("union-blue", Shape::Label("sky".into()));
    shape("union-green", Shape::size(Colour::Green, 5).unwrap());
    // A label that is no member of the enumeration chooses the default arm.
    shape("union-default-void", Shape::Default { label: 9 });

    known(&vector("union-true"), "found", &Found::Value(6));
    known(&vector("union-false"), "found", &Found::False);
}
