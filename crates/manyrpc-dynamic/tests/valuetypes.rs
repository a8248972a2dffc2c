//! Valuetypes of OMG IDL: what omniORB (`vectors/cdr/values.hex`) and JacORB (`values-jacorb.hex`) wrote, read and written by
//! dynamic values.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use manyrpc_codec::cdr::{self, ByteOrder, Limits, Representation};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Malformed};
use manyrpc_dynamic::json::{value_from_json, value_to_json};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Shape, lower};
use manyrpc_model::{Type, Value};
use serde_json::{Value as Json, json};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// What omniORB wrote of a value.
struct Vector {
    name: String,
    order: ByteOrder,
    /// The types of the places, which follow each other.
    types: String,
    bytes: Vec<u8>,
}

fn vectors() -> Vec<Vector> {
    vectors_of("vectors/cdr/values.hex")
}

fn vectors_of(path: &str) -> Vec<Vector> {
    let text = std::fs::read_to_string(root(path)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let vector = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, order, types, hex] = words[..] else {
            panic!("{line}");
        };
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        Vector {
            name: name.to_owned(),
            order: match order {
                "big" => ByteOrder::Big,
                _ => ByteOrder::Little,
            },
            types: types.to_owned(),
            bytes: (0..hex.len()).step_by(2).map(byte).collect(),
        }
    };
    lines.map(vector).collect()
}

/// What the values are of.
const DEFINITION: &str = include_str!("../../../interfaces/corba/values.idl");

/// A definition with a struct of places of these types.
struct Places {
    lowered: Lowered,
    field: Field,
    shape: Shape,
}

impl Places {
    fn of(definition: &str, types: &str) -> Self {
        Places::within("values", definition, types)
    }

    /// Of types in that module.
    fn within(module: &str, definition: &str, types: &str) -> Self {
        let mut text = definition.to_owned();
        text += "struct Places {";
        for (at, ty) in types.split(',').enumerate() {
            match ty {
                "octet" | "any" | "ValueBase" => write!(text, "{ty} p{at};"),
                _ => write!(text, "{module}::{ty} p{at};"),
            }
            .unwrap();
        }
        text += "};";
        let options = manyrpc_idl::Options {
            language: Some("omg".to_owned()),
            ..manyrpc_idl::Options::default()
        };
        let (module, problems) = manyrpc_idl::load_text("values.idl", &text, &options);
        let module = module.unwrap_or_else(|| panic!("{problems:?}"));
        let lowered = lower(&manyrpc_model::flatten(&module).unwrap()).unwrap();
        let (field, shape) = lowered
            .place("value", &Type::Named("Places".into()))
            .unwrap();
        Places {
            lowered,
            field,
            shape,
        }
    }

    fn decode(&self, bytes: &[u8], order: ByteOrder) -> Result<Value, Malformed> {
        let mut value = Value::Void;
        let here = Representation {
            order,
            ..Representation::NATIVE
        };
        let mut slot = DynMut {
            lowered: &self.lowered,
            shape: &self.shape,
            value: &mut value,
        };
        cdr::decode_value(bytes, here, &self.field, &mut slot, &Limits::DEFAULT).map(|()| value)
    }

    fn encode(&self, value: &Value) -> Vec<u8> {
        let mut buf = Buf::new();
        let value = Dyn {
            lowered: &self.lowered,
            shape: &self.shape,
            value,
        };
        let limits = Limits::DEFAULT;
        cdr::encode_value(
            &mut buf,
            Representation::NATIVE,
            &self.field,
            &value,
            &limits,
        )
        .unwrap();
        buf.data().to_vec()
    }

    fn show(&self, value: &Value) -> Json {
        value_to_json(&self.lowered, &self.field, &self.shape, value).unwrap()
    }
}

/// What each of them is.
fn meant(name: &str) -> Json {
    let point = |id: u32| json!({"$id": id, "value": {"x": 1, "y": 2}});
    let name_of = |id: u32| json!({"$id": id, "value": {"value": "hi"}});
    let circle = |center: Json| json!({"id": 6, "colour": "red", "center": center});
    // The label of a place of shapes, and of one of circles.
    let among = |label: u32, center: Json| json!({"type": label, "Circle": circle(center)});
    let ring = |hole: Json, title: Json| {
        json!({
            "id": 7, "colour": "blue", "center": point(2), "width": 1.5, "hole": hole, "title": title,
        })
    };
    let hole = json!({"$id": 3, "value": among(0, json!({"$ref": 2}))});
    let one = |value: Json| json!({"p0": {"$id": 1, "value": value}});
    let square = |at: u32, id: u32| json!({"$id": at, "value": {"type": 3, "Square": {"id": id, "side": 7}}});
    let selfish =
        |at: u32| json!({"$id": at, "value": {"label": "a", "next": {"$ref": at}, "other": null}});
    match name {
        "null" => json!({"p0": null}),
        "point" => json!({"p0": point(1)}),
        "shared" => json!({"p0": point(1), "p1": {"$ref": 1}}),
        "two" => json!({"p0": point(1), "p1": {"$id": 2, "value": {"x": 3, "y": 4}}}),
        "boxed" => json!({"p0": name_of(1)}),
        "nothing" => one(json!({})),
        "any-point" => one(json!({"type": 0, "Point": {"x": 1, "y": 2}})),
        "any-circle" => one(among(5, point(2))),
        "any-name" => one(json!({"type": 1, "Name": {"value": "hi"}})),
        "spot" => one(json!({"type": 0, "Spot": {"colour": "blue"}})),
        "shape" => one(json!({"type": 0, "Shape": {"id": 5}})),
        "circle-as-itself" => one(among(0, point(2))),
        "circle" => one(among(1, point(2))),
        "circle-without-center" => one(among(1, Json::Null)),
        "same-circle" => json!({
            "p0": {"$id": 1, "value": among(1, point(2))},
            "p1": {"$ref": 1},
        }),
        "two-circles" => json!({
            "p0": {"$id": 1, "value": among(1, point(2))},
            "p1": {"$id": 3, "value": {
                "type": 1,
                "Circle": {"id": 9, "colour": "green", "center": {"$ref": 2}},
            }},
        }),
        "square" => json!({"p0": square(1, 8)}),
        "two-squares" => json!({"p0": square(1, 8), "p1": square(2, 9)}),
        "ring" => one(ring(Json::Null, Json::Null)),
        "ring-with-hole" => one(ring(hole, name_of(4))),
        "ring-as-shape" => one(json!({"type": 2, "Ring": ring(hole, name_of(4))})),
        "ring-around-ring" => {
            let hole = json!({"$id": 4, "value": among(0, json!({"$ref": 2}))});
            let inner = json!({
                "id": 2, "colour": "grey", "center": null, "width": 1.5, "hole": hole, "title": null,
            });
            let mut outer = ring(
                json!({"$id": 3, "value": {"type": 1, "Ring": inner}}),
                Json::Null,
            );
            outer["id"] = 1.into();
            one(json!({"type": 1, "Ring": outer}))
        }
        "self" => json!({"p0": selfish(1)}),
        "nodes" => one(json!({
            "label": "b",
            "next": {"$id": 2, "value": {"label": "c", "next": null, "other": null}},
            "other": selfish(3),
        })),
        "drawing" | "drawing-in-pieces" => json!({"p0": {
            "origin": point(1),
            "main": {"$id": 2, "value": among(1, json!({"$ref": 1}))},
            "title": name_of(3),
        }}),
        "unaligned" => json!({
            "p0": 1,
            "p1": {"$id": 1, "value": {"id": 8, "side": 7}},
            "p2": {"$id": 2, "value": among(0, point(3))},
        }),
        "wrapped-point" => wrapped("values::Point", meant("point")),
        "wrapped-null" => wrapped("values::Point", meant("null")),
        "wrapped-name" => wrapped("values::Name", meant("boxed")),
        "wrapped-nodes" => wrapped("values::Node", meant("nodes")),
        // Of a type code nobody knows what is derived from it.
        "wrapped-circle" => wrapped("values::Circle", one(circle(point(2)))),
        "wrapped-ring" => {
            let hole = json!({"$id": 3, "value": circle(json!({"$ref": 2}))});
            wrapped("values::Ring", one(ring(hole, name_of(4))))
        }
        "circle-and-wrapped-drawing" => {
            let drawing = json!({
                "origin": point(1), "main": {"$id": 2, "value": {"id": 6}}, "title": name_of(3),
            });
            let circle = json!({"$id": 1, "value": among(1, point(2))});
            json!({"p0": circle, "p1": {"type": "values::Drawing", "value": drawing}})
        }
        other => panic!("what is {other}?"),
    }
}

/// A value with its type.
fn wrapped(ty: &str, of: Json) -> Json {
    json!({"p0": {"type": ty, "value": of["p0"]}})
}

#[test]
fn what_omniorb_writes_is_read_and_written_alike() {
    let vectors = vectors();
    assert!(vectors.len() > 40);
    for vector in vectors {
        let places = Places::of(DEFINITION, &vector.types);
        let name = format!("{} {:?}", vector.name, vector.order);
        let value = places.decode(&vector.bytes, vector.order);
        let value = value.unwrap_or_else(|e| panic!("{name}: {e}"));
        let shown = places.show(&value);
        assert_eq!(shown, meant(&vector.name), "{name}");
        let read = value_from_json(&places.lowered, &places.field, &places.shape, &shown);
        let read = read.unwrap();
        if vector.types.ends_with("any") {
            // omniORB says of private members that they are public, and the other way round.
            assert_eq!(places.show(&read), shown, "{name}");
            let again = places.encode(&value);
            assert_eq!(
                places.decode(&again, ByteOrder::Little).as_ref(),
                Ok(&value),
                "{name}"
            );
            continue;
        }
        assert_eq!(read, value, "{name}");
        // Where omniORB's buffer ends is nobody else's concern; a list of identifiers that was there before is written again
        // as one of indirections, since ORBs of Java read no indirection to a list; and the gap before a value inside of another is
        // in no chunk, as GlassFish's ORB wants it.
        let list_again = *b"\x0e\xff\xff\x7f\xff\xff\xff\xff";
        let has_list_again = vector.bytes.windows(8).any(|bytes| bytes == list_again);
        let is_alike = !vector.name.ends_with("-in-pieces") && !has_list_again;
        if vector.order == ByteOrder::Little && is_alike {
            let written = places.encode(&value);
            let is_alike = |(ours, theirs): (&[u8], &[u8])| {
                let length = |word: &[u8]| word.try_into().map(u32::from_le_bytes).unwrap_or(0);
                ours == theirs || length(ours).checked_next_multiple_of(4) == Some(length(theirs))
            };
            let mut words = written.chunks(4).zip(vector.bytes.chunks(4));
            assert_eq!(written.len(), vector.bytes.len(), "{name}");
            assert!(words.all(is_alike), "{name}: {written:02x?}");
        }
    }
}

/// Section 15.3.4.6: a chunk ends with the state in it. JacORB has the gap before the tag of the next value behind the chunk, too;
/// in a chunk GlassFish's ORB takes it for the beginning of the tag, and refuses it.
#[test]
fn gaps_before_values_are_in_no_chunk() {
    let named = |vectors: Vec<Vector>| {
        let mut vectors = vectors.into_iter();
        vectors.find(|v| v.name == "ring-as-shape").unwrap()
    };
    let omniorb = named(vectors());
    let jacorb = named(vectors_of("vectors/cdr/values-jacorb.hex"));
    let places = Places::of(DEFINITION, &omniorb.types);
    let value = places.decode(&omniorb.bytes, omniorb.order).unwrap();
    let written = places.encode(&value);
    assert_eq!(written.len(), omniorb.bytes.len());
    let word = |bytes: &[u8], at: usize| <[u8; 4]>::try_from(&bytes[at..at + 4]).unwrap();
    let all = (0..written.len()).step_by(4);
    let differ: Vec<(u32, u32)> = all
        .filter(|at| word(&written, *at) != word(&omniorb.bytes, *at))
        .map(|at| {
            (
                u32::from_le_bytes(word(&written, at)),
                u32::from_be_bytes(word(&jacorb.bytes, at)),
            )
        })
        .collect();
    assert_eq!(differ, [(0x15, 0x15)]);
}

/// JacORB writes big endian, and identifiers for almost everything: chunks where omniORB has none.
#[test]
fn what_jacorb_writes_is_read() {
    let vectors = vectors_of("vectors/cdr/values-jacorb.hex");
    assert!(vectors.len() >= 20);
    for vector in vectors {
        let places = Places::of(DEFINITION, &vector.types);
        let value = places.decode(&vector.bytes, vector.order);
        let value = value.unwrap_or_else(|e| panic!("{}: {e}", vector.name));
        assert_eq!(places.show(&value), meant(&vector.name), "{}", vector.name);
    }
}

/// A definition that knows shapes and circles only: what else there is in a value is passed over.
#[test]
fn who_knows_bases_only_gets_these() {
    let known = "module values {
        valuetype Point { public long x; public short y; };
        valuetype Name string;
        valuetype Shape { public long long id; };
        valuetype Circle : truncatable Shape { public string colour; public Point center; };
    };";
    for (name, p0) in [
        (
            "ring-as-shape",
            json!({"type": 1, "Circle": {
                "id": 7, "colour": "blue", "center": {"$id": 2, "value": {"x": 1, "y": 2}},
            }}),
        ),
        (
            "circle",
            json!({"type": 1, "Circle": {
                "id": 6, "colour": "red", "center": {"$id": 2, "value": {"x": 1, "y": 2}},
            }}),
        ),
    ] {
        let vectors = vectors();
        let vector = vectors.iter().find(|v| v.name == name).unwrap();
        let places = Places::of(known, "Shape,Name");
        // A name follows the shape: the end of the shape was found.
        let mut bytes = vector.bytes.clone();
        bytes.extend(b"\x00\xff\xff\x7f\x03\0\0\0hi\0");
        let value = places.decode(&bytes, vector.order).unwrap();
        let shown = places.show(&value);
        assert_eq!(shown["p0"]["value"], p0, "{name}");
        assert_eq!(shown["p1"]["value"], json!({"value": "hi"}), "{name}");
    }
    let shapes = "module values { valuetype Shape { public long long id; }; };";
    let vectors = vectors();
    let named = |name: &str| vectors.iter().find(|v| v.name == name).unwrap();
    let places = Places::of(shapes, "Shape");
    for (name, id) in [
        ("circle", 6),
        ("ring-as-shape", 7),
        ("circle-without-center", 6),
    ] {
        let value = places
            .decode(&named(name).bytes, ByteOrder::Little)
            .unwrap();
        assert_eq!(
            places.show(&value),
            json!({"p0": {"$id": 1, "value": {"id": id}}})
        );
    }
    // A square does not say that it could be taken for a shape.
    let refused = places.decode(&named("square").bytes, ByteOrder::Little);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("IDL:values/Square:1.0"), "{refused}");
}

/// Section 15.3.4.3: an indirection may lead to a value within what the receiver does not know.
#[test]
fn what_was_passed_over_is_found_again() {
    let known = "module values {
        valuetype Point { public long x; public short y; };
        valuetype Shape { public long long id; };
        valuetype Circle : truncatable Shape { public string colour; public Point center; };
    };";
    let vectors = vectors();
    let vector = vectors.iter().find(|v| v.name == "ring-as-shape").unwrap();
    // The hole of the ring is the last value with a list of identifiers.
    let list = 0x7fff_ff0e_u32.to_le_bytes();
    let mut tags = vector.bytes.chunks(4);
    let hole = tags.rposition(|tag| tag == list).unwrap() * 4;
    let places = Places::of(known, "Shape,Circle,Circle");
    let mut bytes = vector.bytes.clone();
    for _ in 0..2 {
        bytes.extend(u32::MAX.to_le_bytes());
        let distance = hole as i32 - bytes.len() as i32;
        bytes.extend(distance.to_le_bytes());
    }
    let value = places.decode(&bytes, vector.order).unwrap();
    let shown = places.show(&value);
    assert_eq!(shown["p0"]["value"]["Circle"]["center"]["$id"], 2);
    let hole = json!({"$id": 3, "value": {"id": 6, "colour": "red", "center": {"$ref": 2}}});
    assert_eq!(shown["p1"], hole);
    assert_eq!(shown["p2"], json!({"$ref": 3}));
}

/// What is cut off or changed anywhere is read or refused, and what is read can be written, and stays as it is.
#[test]
fn any_bytes_are_judged() {
    let jacorb = vectors_of("vectors/cdr/values-jacorb.hex");
    for vector in vectors().into_iter().chain(jacorb) {
        let places = Places::of(DEFINITION, &vector.types);
        for end in 0..vector.bytes.len() {
            let cut = places.decode(&vector.bytes[..end], vector.order);
            assert!(cut.is_err(), "{} {end}", vector.name);
        }
        let mut bytes = vector.bytes.clone();
        for at in 0..bytes.len() {
            for changed in [0, 1, 2, 4, 8, 0x0f, 0x7f, 0x80, 0xf0, 0xfe, 0xff] {
                let before = std::mem::replace(&mut bytes[at], changed);
                if let Ok(value) = places.decode(&bytes, vector.order) {
                    let first = places.encode(&value);
                    let again = places.decode(&first, ByteOrder::Little);
                    assert_eq!(
                        places.encode(&again.unwrap()),
                        first,
                        "{} {at}",
                        vector.name
                    );
                }
                bytes[at] = before;
            }
        }
    }
}

/// What lies about where it ends, or where something else is.
#[test]
fn lies_are_refused() {
    let node = Places::of(DEFINITION, "Node");
    let shape = Places::of(DEFINITION, "Shape,Shape");
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_le_bytes()).collect() };
    let id = *b"\x15\0\0\0IDL:values/Shape:1.0\0\0\0\0";
    let chunked = |behind: &[u32]| [&words(&[0x7fff_ff0a])[..], &id, &words(behind)].concat();
    let refused = [
        // An indirection to itself, to nothing, to before the message, to what is no value.
        (&node, words(&[u32::MAX, -4i32 as u32])),
        (&node, words(&[u32::MAX, 4])),
        (&node, words(&[u32::MAX, i32::MIN as u32])),
        (&node, words(&[0x7fff_ff00, 1, u32::MAX, -8i32 as u32, 0])),
        // An identifier that was not there before; a list with more than there is; unknown flags.
        (&node, words(&[0x7fff_ff02, u32::MAX, -4i32 as u32])),
        (&node, words(&[0x7fff_ff06, u32::MAX - 1])),
        (&node, words(&[0x7fff_ff04, 0])),
        (&node, words(&[0x7fff_ff10, 0])),
        // Chunks that are empty, too long, or of a value that has ended; end tags of values that are none.
        (&shape, chunked(&[0, 0])),
        (&shape, chunked(&[9, 1, 2, -1i32 as u32])),
        (&shape, chunked(&[12, 0, 1, 2, -2i32 as u32, 0])),
        (&shape, chunked(&[12, 0, 1, 2, i32::MIN as u32, 0])),
        (&shape, chunked(&[16, 0, 1, 2, 3, -1i32 as u32, 0])),
        (&shape, chunked(&[12, 0, 1, 2, 4, 5, -1i32 as u32, 0])),
    ];
    for (places, bytes) in refused {
        assert!(
            places.decode(&bytes, ByteOrder::Little).is_err(),
            "{bytes:02x?}"
        );
    }
    // The last of them as it should be: a gap, the number, the end, and nothing.
    let whole = chunked(&[12, 0, 1, 2, -1i32 as u32, 0]);
    assert!(shape.decode(&whole, ByteOrder::Little).is_ok());
}

/// CORBA 3.0, section 15.3.7: references and values that omniORB wrote where an abstract interface is declared.
#[test]
fn places_of_abstract_interfaces_hold_references_or_values() {
    const DEFINITION: &str = include_str!("../../manyrpc-idl/tests/corpus/omg/good/abstract.idl");
    let reference = |reference: &str| json!({"is_reference": true, "reference": reference});
    let value = |id: u32, label: u32, name: &str, members: Json| {
        let held = json!({"type": label, name: members});
        json!({"is_reference": false, "value": {"$id": id, "value": held}})
    };
    let item = |id: u32| value(id, 0, "Item", json!({"cents": 5}));
    let there = "IOR:01000000010000000000000001000000000000001800000001010200020000006800d007010000006b00000000000000";
    let meant = |name: &str| match name {
        "nil" => json!({"p0": reference("")}),
        "reference" => json!({"p0": reference(there)}),
        "item" => json!({"p0": item(1)}),
        "same-item" => {
            let again = json!({"is_reference": false, "value": {"$ref": 1}});
            json!({"p0": item(1), "p1": again})
        }
        "pair" => {
            let rest = [reference(there), reference("")];
            json!({"p0": {"first": item(1), "rest": rest}})
        }
        "gift" => json!({"p0": value(1, 1, "Gift", json!({"cents": 6, "from": "ann"}))}),
        other => panic!("{other}"),
    };
    let vectors = vectors_of("vectors/cdr/abstract.hex");
    assert_eq!(vectors.len(), 14);
    for vector in &vectors {
        let Vector { name, types, .. } = vector;
        let places = Places::within("shop", DEFINITION, types);
        let read = places.decode(&vector.bytes, vector.order);
        let read = read.unwrap_or_else(|e| panic!("{name} {:?}: {e:?}", vector.order));
        let shown = places.show(&read);
        assert_eq!(shown, meant(name), "{name} {:?}", vector.order);
        let written = places.encode(&read);
        if vector.order == ByteOrder::Little {
            assert_eq!(written, vector.bytes, "{name}");
        }
        let again = places.decode(&written, ByteOrder::Little).unwrap();
        assert_eq!(places.show(&again), shown, "{name}");
    }
    // A null value, as those write it who do not know whether a reference or a value is missing.
    let places = Places::within("shop", DEFINITION, "Named");
    let null = places.decode(&[0; 8], ByteOrder::Little).unwrap();
    let meant = json!({"p0": {"is_reference": false, "value": null}});
    assert_eq!(places.show(&null), meant);
    assert_eq!(places.encode(&null), [0; 8]);
    // A value that does not support the interface.
    let bare = "0000000002ffff7f1e00000049444c3a6578616d706c652e6f72672f73686f702f426172653a312e3000000005000000";
    let byte = |at| u8::from_str_radix(&bare[at..at + 2], 16).unwrap();
    let bare: Vec<u8> = (0..bare.len()).step_by(2).map(byte).collect();
    assert!(places.decode(&bare, ByteOrder::Little).is_err());
}
