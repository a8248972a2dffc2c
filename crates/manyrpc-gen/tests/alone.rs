//! Values by themselves, `manyrpc::message`: the bytes that others have for the same values, static
//! and dynamic, and what is wrong with others.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::sync::Arc;

use manyrpc::Encoding;
use manyrpc::dynamic::{Definition, DynamicType};
use manyrpc::message::{self, Codec, Limits, MalformedKind, Standalone, UnencodableKind};
use manyrpc_codec::{Decode, Encode};
use serde_json::json;
use support::{load, root};

macro_rules! generated {
    ($($name:ident = $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        #[doc = concat!("Generated: ", stringify!($name), ".")]
        pub mod $name;
    )*};
}

generated! {
    database = "../../manyrpc-lab/src/generated/database.rs";
    messages = "corpus/messages.rs";
    samples = "corpus/samples.rs";
    shapes = "corpus/shapes.rs";
    well_known = "corpus/well_known.rs";
}

use database::Info;
use samples::{Answer, Colour, Point, Scalars};

const ALL: [Encoding; 5] = [
    Encoding::Xdr,
    Encoding::NDR,
    Encoding::Protobuf,
    Encoding::JSON,
    Encoding::XML,
];

fn bytes_of(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// A known answer (`vectors/README.md`): what its lines say of it, and the bytes.
fn vector(name: &str) -> (String, Vec<u8>) {
    let path = root("vectors").join(name).with_extension("hex");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (facts, hex): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with('#'));
    (facts.join("\n"), bytes_of(&hex.concat()))
}

fn definition(path: &str) -> Arc<Definition> {
    Definition::new(load(&root(path))).unwrap()
}

#[track_caller]
fn known<'de, T>(encoding: Encoding, bytes: &'de [u8], value: &T)
where
    T: Standalone + Encode + Decode<'de> + Default + PartialEq + std::fmt::Debug,
{
    assert_eq!(message::encode(encoding, value).as_deref(), Ok(bytes));
    assert_eq!(message::decode::<T>(encoding, bytes).as_ref(), Ok(value));
}

/// The second record of the peers' database.
fn person() -> Info<'static> {
    Info {
        id: 1,
        first_name: "Erzsébet".into(),
        last_name: "O'Neill & <Sons>".into(),
        age: 19,
        email: "user1@example.org".into(),
        phone: "+36 1 555 0001".into(),
        newsletter: false,
        latitude: -33.625,
        longitude: 150.875,
        ..Info::default()
    }
}

#[test]
fn libtirpc_and_protoc_have_the_same_bytes() {
    let scalars = Scalars {
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
    known(Encoding::Xdr, &vector("xdr/scalars").1, &scalars);
    let place = Answer::Where(Point { x: 4, y: 5 });
    known(Encoding::Xdr, &vector("xdr/union-negative").1, &place);
    known(Encoding::Protobuf, &vector("grpc/info-1").1, &person());
}

/// From one word to another in a body that a peer wrote, behind the first `after`.
fn within(name: &str, after: &str, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(vector(name).1).unwrap();
    let at = |word: &str, start: usize| start + text[start..].find(word).unwrap();
    let start = at(from, at(after, 0));
    text.as_bytes()[start..at(to, start) + to.len()].to_vec()
}

#[test]
fn what_other_languages_write_in_characters_is_read() {
    for language in ["cpp", "java", "ruby"] {
        let name = format!("jsonrpc/{language}-reply-1");
        let result = within(&name, "\"result\"", "{", "}");
        let read = message::decode::<Info>(Encoding::JSON, &result);
        assert_eq!(read.as_ref(), Ok(&person()), "{name}");
    }
    for language in ["cpp", "java", "python", "ruby"] {
        let name = format!("xmlrpc/{language}-reply-1");
        // Its members are values, too.
        let value = within(&name, "<param>", "<value>", "</struct>");
        let value = [&value[..], b"</value>"].concat();
        let read = message::decode::<Info>(Encoding::XML, &value);
        assert_eq!(read.as_ref(), Ok(&person()), "{name}");
    }
}

/// Python's protobuf, both ways. Of numbers with a fraction it writes `0.0` where we write `0`.
#[test]
fn well_known_types_have_the_json_that_protobuf_gives_them() {
    fn check<'a, T>(way: &str, bytes: Option<&'a [u8]>, json: &'a str) -> bool
    where
        T: Standalone + Encode + Decode<'a> + Default,
    {
        let is_text = |value: &T, json: &str| {
            let written = message::encode(Encoding::JSON, value).unwrap();
            // It escapes what is not ASCII.
            let read = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).unwrap();
            assert_eq!(read(&written), read(json.as_bytes()));
        };
        let read = message::decode::<T>(Encoding::JSON, json.as_bytes());
        match (way, bytes) {
            (_, None) => assert!(read.is_err(), "{json}"),
            ("read", Some(bytes)) => {
                let again = message::encode(Encoding::Protobuf, &read.unwrap()).unwrap();
                assert_eq!(again, bytes, "{json}");
            }
            (_, Some(bytes)) => is_text(&message::decode(Encoding::Protobuf, bytes).unwrap(), json),
        }
        true
    }
    let text = std::fs::read_to_string(root("vectors/protojson/well-known.txt")).unwrap();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.splitn(4, ' ').collect();
        let [way, ty, hex, json] = parts[..] else {
            continue;
        };
        let bytes = (hex != "refused").then(|| bytes_of(hex.trim_start_matches('-')));
        let bytes = bytes.as_deref();
        checked += usize::from(match ty {
            "Timestamp" => check::<well_known::Timestamp>(way, bytes, json),
            "Duration" => check::<well_known::Duration>(way, bytes, json),
            "Int64Value" => check::<well_known::Int64Value>(way, bytes, json),
            "BoolValue" => check::<well_known::BoolValue>(way, bytes, json),
            "StringValue" => check::<well_known::StringValue>(way, bytes, json),
            "BytesValue" => check::<well_known::BytesValue>(way, bytes, json),
            _ => false,
        });
    }
    assert!(checked >= 70, "only {checked}");
}

/// Every type that libtirpc encoded, other names of types included.
#[test]
fn dynamic_values_have_libtirpcs_bytes() {
    let samples = definition("peers/xdr-bench/samples.x");
    let mut checked = 0;
    for entry in std::fs::read_dir(root("vectors/xdr")).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("xdr/{}", path.file_stem().unwrap().to_string_lossy());
        let (facts, bytes) = vector(&name);
        let ty = facts.lines().find_map(|l| l.strip_prefix("# type: "));
        if !facts.contains("samples.x") {
            continue;
        }
        let ty = DynamicType::find(&samples, ty.unwrap()).unwrap();
        let value = ty.decode(Encoding::Xdr, &bytes).unwrap();
        assert_eq!(
            ty.encode(Encoding::Xdr, &value).as_ref(),
            Ok(&bytes),
            "{name}"
        );
        checked += 1;
    }
    assert!(checked >= 30, "only {checked}");
    let scalars = DynamicType::find(&samples, "scalars").unwrap();
    let value = scalars
        .decode(Encoding::Xdr, &vector("xdr/scalars").1)
        .unwrap();
    let json = scalars.to_json(&value).unwrap();
    assert_eq!((&json["i"], &json["c"]), (&json!(-2), &json!("BLUE")));
    assert_eq!(scalars.from_json(&json).unwrap(), value);
}

/// FreeDCE's requests with one record are that record; it numbers its pointers otherwise than we do.
#[test]
fn dynamic_values_have_freedces_bytes() {
    let zoo = definition("vectors/ndr/zoo.idl");
    for (name, ty, pointers) in [
        ("scalars", "scalars", false),
        ("enums", "painted", false),
        ("array-fixed", "grid", false),
        ("array-conformant", "shorts", false),
        ("array-conformant-hyper", "hypers", false),
        ("array-varying", "some_places", false),
        ("array-varying-from-2", "middle_places", false),
        ("array-conformant-varying", "roomy", false),
        ("array-hoisted-twice", "outermost", false),
        ("union-encapsulated-1", "encapsulated", false),
        ("union-encapsulated-3", "encapsulated", false),
        ("strings", "named", true),
        ("array-of-strings", "sentence", true),
        ("union-blue", "tinted", true),
        ("pointers-deferred", "deferred_twice", true),
        ("array-of-pointers", "many_pointers", true),
        ("pointers-to-arrays", "pointed_arrays", true),
    ] {
        let bytes = vector(&format!("ndr/{name}")).1;
        let ty = DynamicType::find(&zoo, ty).unwrap();
        let value = ty.decode(Encoding::NDR, &bytes).unwrap();
        let ours = ty.encode(Encoding::NDR, &value).unwrap();
        assert_eq!(ours.len(), bytes.len(), "{name}");
        assert!(pointers || ours == bytes, "{name}");
        assert_eq!(
            ty.decode(Encoding::NDR, &ours).as_ref(),
            Ok(&value),
            "{name}"
        );
    }
}

/// Samba packed the same call in both byte orders.
#[test]
fn ndr_is_read_from_machines_of_either_order() {
    let ty = DynamicType::find(&definition("interfaces/rpcecho.idl"), "surroundings").unwrap();
    let value = ty.from_json(&json!({"surrounding": [1, 2, 3]})).unwrap();
    let little = vector("ndr/rpcecho-surrounding-request").1;
    assert_eq!(ty.encode(Encoding::NDR, &value).as_ref(), Ok(&little));
    let big = Encoding::Ndr([0; 4]);
    let bytes = vector("ndr/rpcecho-surrounding-request-big").1;
    assert_eq!(ty.decode(big, &bytes), Ok(value));
    assert!(ty.decode(Encoding::NDR, &bytes).is_err());
}

/// Generated types know of themselves what a definition says of them.
#[test]
fn generated_types_and_dynamic_ones_are_one() {
    fn check<T: Standalone>(definition: &Arc<Definition>) {
        let name = &T::PLACE.name;
        let (field, _) = definition
            .lowered
            .place(name, &manyrpc_model::Type::Named(name.to_string()))
            .unwrap();
        assert_eq!(format!("{field:?}"), format!("{:?}", T::PLACE));
    }
    let of = definition("crates/manyrpc-gen/tests/corpus/shapes.idl");
    check::<shapes::Colour>(&of);
    check::<shapes::Chosen>(&of);
    check::<shapes::Counted>(&of);
    check::<shapes::Pointed>(&of);
    check::<shapes::Choice>(&of);
    let of = definition("crates/manyrpc-gen/tests/corpus/messages.proto");
    check::<messages::Colour>(&of);
    check::<messages::Scalars>(&of);
    check::<messages::Maybe>(&of);
    let of = definition("peers/xdr-bench/samples.x");
    check::<samples::Colour>(&of);
    check::<samples::Answer>(&of);
    let info =
        DynamicType::find(&definition("interfaces/database.proto"), "rpcbench.Info").unwrap();
    for encoding in ALL {
        let bytes = message::encode(encoding, &person()).unwrap();
        let value = info.decode(encoding, &bytes).unwrap();
        assert_eq!(
            info.encode(encoding, &value).as_ref(),
            Ok(&bytes),
            "{encoding:?}"
        );
        assert_eq!(
            message::decode::<Info>(encoding, &bytes).as_ref(),
            Ok(&person()),
            "{encoding:?}"
        );
    }
}

#[test]
fn limits_hold_both_ways() {
    for encoding in ALL {
        let bytes = message::encode(encoding, &person()).unwrap();
        let limits = Limits {
            bytes: bytes.len() - 1,
            ..Limits::DEFAULT
        };
        let small = Codec {
            limits,
            ..encoding.into()
        };
        let encoded = message::encode(small, &person()).unwrap_err();
        assert_eq!(encoded.kind, UnencodableKind::TooLarge, "{encoding:?}");
        assert!(
            message::decode::<Info>(small, &bytes).is_err(),
            "{encoding:?}"
        );
        let limits = Limits {
            bytes: bytes.len(),
            ..Limits::DEFAULT
        };
        let enough = Codec { limits, ..small };
        assert_eq!(
            message::encode(enough, &person()).as_ref(),
            Ok(&bytes),
            "{encoding:?}"
        );
        assert!(
            message::decode::<Info>(enough, &bytes).is_ok(),
            "{encoding:?}"
        );
    }
}

#[test]
fn errors_say_where() {
    let point = Point { x: 1, y: 2 };
    let bytes = message::encode(Encoding::Xdr, &point).unwrap();
    let short = message::decode::<Point>(Encoding::Xdr, &bytes[..6]).unwrap_err();
    assert_eq!((short.kind, short.offset), (MalformedKind::Truncated, 4));
    let long = [&bytes[..], &[0; 3]].concat();
    let long = message::decode::<Point>(Encoding::Xdr, &long).unwrap_err();
    assert_eq!((long.kind, long.offset), (MalformedKind::Trailing(3), 8));
    let wrong = message::decode::<Point>(Encoding::JSON, b"{\"x\":1,\"y\":[]}").unwrap_err();
    assert_eq!(wrong.offset, 11);
    let by_hand = samples::Shape::Default { label: 0 };
    let wrong = message::encode(Encoding::Xdr, &by_hand).unwrap_err();
    assert_eq!(
        (wrong.kind, &*wrong.field),
        (UnencodableKind::NoArm(0), "shape")
    );
    let missing = DynamicType::find(&definition("peers/xdr-bench/samples.x"), "pont");
    assert!(missing.unwrap_err().to_string().contains("point"));
}
