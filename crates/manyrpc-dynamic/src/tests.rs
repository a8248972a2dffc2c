//! Round trips of values through the codec, and rejection of mismatches.

use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, UnencodableKind, Way, json as codec_json, xml};
use manyrpc_model::Direction::{In, InOut, Out};
use manyrpc_model::{
    Derived, Field, Length, Operation, Param, Record, Relation, Type, TypeBody, TypeDef, Value,
};
use proptest::prelude::*;

use crate::fixture::{
    UNBOUNDED, alias, array, enumeration, module, named, operation, record, union, zoo,
};
use crate::lower::{Lowered, Members, lower};
use crate::sample::{Sampler, default_params};
use crate::{DynFields, DynSlots, json};

const LIMITS: Limits = Limits::DEFAULT;

fn encode(lowered: &Lowered, members: &Members, values: &[Value]) -> Vec<u8> {
    let fields = DynFields::new(lowered, members, values);
    let mut buf = Buf::new();
    xdr::encode_params(&mut buf, &members.meta, &fields, &LIMITS).unwrap();
    buf.data().to_vec()
}

fn decode(
    lowered: &Lowered,
    members: &Members,
    bytes: &[u8],
    values: &mut Vec<Value>,
) -> Result<(), manyrpc_codec::Malformed> {
    let mut slots = DynSlots::new(lowered, members, values);
    xdr::decode_params(bytes, &members.meta, &mut slots, &LIMITS)
}

/// Why a value could not be written or read.
#[derive(Debug, PartialEq)]
enum Unwritten {
    /// It has no representation.
    Value,
    Read(manyrpc_codec::Malformed),
}

fn through_json(
    lowered: &Lowered,
    members: &Members,
    values: &[Value],
    way: Way,
) -> Result<Vec<Value>, Unwritten> {
    let fields = DynFields::new(lowered, members, values);
    let (mut buf, m, mut back) = (Buf::new(), &members.meta, Vec::new());
    let encode = match way {
        Way::Request => codec_json::encode_request(&mut buf, m, &fields, &LIMITS),
        Way::Reply => codec_json::encode_reply(&mut buf, m, &fields, &LIMITS),
    };
    encode.map_err(|_| Unwritten::Value)?;
    let mut slots = DynSlots::new(lowered, members, &mut back);
    let read = match way {
        Way::Request => codec_json::decode_request(buf.data(), m, &mut slots, &LIMITS),
        Way::Reply => codec_json::decode_reply(buf.data(), m, &mut slots, &LIMITS),
    };
    read.map(|()| back).map_err(Unwritten::Read)
}

fn through_xml(
    lowered: &Lowered,
    members: &Members,
    values: &[Value],
    way: Way,
) -> Result<Vec<Value>, Unwritten> {
    let fields = DynFields::new(lowered, members, values);
    let (mut buf, m, mut back) = (Buf::new(), &members.meta, Vec::new());
    let options = xml::Options::DEFAULT;
    let encode = match way {
        Way::Request => xml::encode_request(&mut buf, m, &fields, &LIMITS, options),
        Way::Reply => xml::encode_reply(&mut buf, m, &fields, &LIMITS, options),
    };
    encode.map_err(|_| Unwritten::Value)?;
    let mut slots = DynSlots::new(lowered, members, &mut back);
    let read = match way {
        Way::Request => xml::decode_request(buf.data(), m, &mut slots, &LIMITS),
        Way::Reply => xml::decode_reply(buf.data(), m, &mut slots, &LIMITS),
    };
    read.map(|()| back).map_err(Unwritten::Read)
}

/// The parameters of every operation, in both directions.
fn all_members(lowered: &Lowered) -> impl Iterator<Item = &Members> {
    let operations = lowered.interfaces.iter().flat_map(|i| &i.operations);
    operations.flat_map(|o| [&o.input, &o.output])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn values_come_back_through_xdr_and_json(seed: u64) {
        let lowered = lower(&zoo()).unwrap();
        let mut sampler = Sampler::new(seed);
        let mut used = Vec::new();
        for members in all_members(&lowered) {
            let values = sampler.params(&lowered, members);
            let bytes = encode(&lowered, members, &values);
            let mut back = Vec::new();
            prop_assert_eq!(decode(&lowered, members, &bytes, &mut back), Ok(()));
            prop_assert_eq!(&back, &values);
            // Into arbitrary previous values.
            prop_assert_eq!(decode(&lowered, members, &bytes, &mut used), Ok(()));
            prop_assert_eq!(&used, &values);

            for way in [Way::Request, Way::Reply] {
                prop_assert_eq!(through_json(&lowered, members, &values, way), Ok(values.clone()));
                match through_xml(&lowered, members, &values, way) {
                    Err(Unwritten::Value) => {}
                    read => prop_assert_eq!(read, Ok(values.clone())),
                }
            }

            let json = json::params_to_json(&lowered, members, &values).unwrap();
            let text = json.to_string();
            let json: serde_json::Value = serde_json::from_str(&text).unwrap();
            let back = json::params_from_json(&lowered, members, &json);
            prop_assert_eq!(back.as_ref(), Ok(&values), "{}", text);
        }
    }

    #[test]
    fn damaged_bytes_are_refused_or_are_a_value(seed: u64, at: prop::sample::Index, byte: u8) {
        let lowered = lower(&zoo()).unwrap();
        for members in all_members(&lowered).filter(|m| !m.shapes.is_empty()) {
            let mut bytes = encode(&lowered, members, &Sampler::new(seed).params(&lowered, members));
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let mut values = Vec::new();
            if decode(&lowered, members, &bytes, &mut values).is_ok() {
                prop_assert_eq!(encode(&lowered, members, &values).len(), bytes.len());
            }
            let _ = decode(&lowered, members, &bytes[..at], &mut values);
        }
    }
}

#[test]
fn default_values_are_values() {
    let lowered = lower(&zoo()).unwrap();
    for members in all_members(&lowered) {
        let values = default_params(&lowered, members);
        let bytes = encode(&lowered, members, &values);
        let mut back = Vec::new();
        assert_eq!(decode(&lowered, members, &bytes, &mut back), Ok(()));
        assert_eq!(back, values);
    }
}

/// A linked list as long as a message permits is read and written without recursion.
#[test]
fn long_lists_are_flat() {
    let lowered = lower(&zoo()).unwrap();
    let members = &lowered.operation("V1", "everything").unwrap().input;
    let mut values = default_params(&lowered, members);
    let host = Value::Record(vec![Value::Text("h".into()), Value::List(Vec::new())]);
    values[2] = Value::List(vec![host; 100_000]);
    let bytes = encode(&lowered, members, &values);
    let mut back = Vec::new();
    assert_eq!(decode(&lowered, members, &bytes, &mut back), Ok(()));
    assert_eq!(back, values);
}

/// Every parameter in turn is replaced by every other's value.
#[test]
fn values_of_another_shape_are_mismatches() {
    let lowered = lower(&zoo()).unwrap();
    for id in ["scalars", "arrays"].map(|name| lowered.find(name).unwrap()) {
        let members = lowered.record(id);
        let good = default_params(&lowered, members);
        for (i, (field, _)) in members.iter().enumerate() {
            let mut values = good.clone();
            values[i] = Value::Optional(None);
            let fields = DynFields::new(&lowered, members, &values);
            let mut buf = Buf::new();
            let result = xdr::encode_params(&mut buf, &members.meta, &fields, &LIMITS);
            let error = result.unwrap_err();
            assert_eq!(
                (error.kind, &*error.field),
                (UnencodableKind::Mismatch, &*field.name)
            );
            json::params_to_json(&lowered, members, &values).unwrap_err();
        }
        let too_few = DynFields::new(&lowered, members, &good[1..]);
        let mut buf = Buf::new();
        let result = xdr::encode_params(&mut buf, &members.meta, &too_few, &LIMITS);
        assert_eq!(result.unwrap_err().kind, UnencodableKind::Mismatch);
    }
}

/// The deepest value that the limits permit fits half of a thread's default stack, even unoptimised.
#[test]
fn the_deepest_value_fits_the_stack() {
    let lowered = lower(&zoo()).unwrap();
    let members = lowered
        .operation("V1", "everything")
        .unwrap()
        .output
        .clone();
    let mut values = default_params(&lowered, &members);
    // The result is last.
    let at = values.len() - 2;
    let tree = values.remove(at);
    let mut deepest = tree.clone();
    for _ in 1..LIMITS.depth / 2 {
        let left = Value::Optional(Some(Box::new(deepest)));
        deepest = Value::Record(vec![Value::I32(0), left, Value::Optional(None)]);
    }
    values.insert(at, deepest);
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let run = thread.spawn(move || {
        let bytes = encode(&lowered, &members, &values);
        let mut back = Vec::new();
        assert_eq!(decode(&lowered, &members, &bytes, &mut back), Ok(()));
        assert_eq!(back, values);
        let json = json::params_to_json(&lowered, &members, &values).unwrap();
        assert_eq!(
            json::params_from_json(&lowered, &members, &json),
            Ok(values)
        );
    });
    run.unwrap().join().unwrap();
}

/// One of every derived field.
fn derived_zoo() -> manyrpc_model::Module {
    let types = vec![
        packet(),
        enumeration("color", [("RED", 0), ("BLUE", 1)]),
        union(
            "choice",
            ("which", named("color")),
            [
                (&[0], "red", Type::U64),
                (&[1], "blue", Type::Bytes(Length::Fixed(3))),
            ],
            None,
        ),
        alias("shared", Type::Shared(Box::new(named("node")))),
        record(
            "node",
            [
                ("key", Type::I32),
                ("next", named("shared")),
                ("prev", named("shared")),
            ],
        ),
    ];
    let all = operation(
        2,
        "all",
        [
            ("packet", InOut, named("packet")),
            ("list", InOut, named("shared")),
        ],
        Type::Void,
    );
    module(types, vec![enumerate(), all])
}

/// A record with every kind of derived field.
fn packet() -> TypeDef {
    let count = |name: &str, ty, of: &str, (times, over, plus)| Field {
        derived: Some(Derived::Count {
            of: of.to_owned(),
            relation: Relation { times, over, plus },
        }),
        ..Field::new(name, ty)
    };
    let label = |name: &str, ty, of: &str| Field {
        derived: Some(Derived::Label { of: of.to_owned() }),
        ..Field::new(name, ty)
    };
    let mut part = Field::new("part", array(Type::U16, UNBOUNDED));
    part.annotations.insert("dce.size_is".into(), "max".into());
    let fields = vec![
        count("n", Type::U8, "data", (1, 1, 0)),
        count("half", Type::I64, "names", (2, 1, 0)),
        label("which", named("color"), "choice"),
        Field::new("max", Type::U32),
        part,
        Field::new("choice", named("choice")),
        Field::new(
            "names",
            array(Type::Text { max: Some(9) }, UNBOUNDED).optional(),
        ),
        Field::new("data", Type::Shared(Box::new(Type::Bytes(UNBOUNDED)))),
    ];
    let mut packet = record("packet", []);
    packet.body = TypeBody::Record(Record { fields });
    packet
}

/// An operation with derived parameters.
fn enumerate() -> Operation {
    let mut enumerate = operation(1, "enumerate", [("max", In, Type::U32)], Type::U32);
    let mut found = Param::new("found", InOut, Type::U32);
    found.derived = Some(Derived::Count {
        of: "items".into(),
        relation: Relation::SAME,
    });
    let mut items = Param::new("items", Out, array(Type::I32, UNBOUNDED));
    items
        .annotations
        .insert("dce.size_is".into(), "request.max + 1".into());
    enumerate.params.extend([found, items]);
    enumerate
}

#[test]
fn what_follows_from_values_is_on_the_wire_and_not_in_them() {
    let lowered = lower(&derived_zoo()).unwrap();
    assert_eq!(lowered.to_string(), include_str!("lower/derived.txt"));
    let members = lowered.record(lowered.find("packet").unwrap());
    let choice = Value::Union {
        label: 1,
        value: Box::new(Value::Bytes(vec![1, 2, 3])),
    };
    let names = Value::List(vec![Value::Text("a".into()), Value::Text("b".into())]);
    let data = Some(manyrpc_model::Labelled {
        id: 1,
        value: Some(Box::new(Value::Bytes(vec![9]))),
    });
    let good = vec![
        Value::U32(5),
        Value::List(vec![Value::U16(7)]),
        choice,
        Value::Optional(Some(Box::new(names))),
        Value::Shared(data),
    ];
    let bytes = encode(&lowered, members, &good);
    let counts: Vec<u8> = [&[0, 0, 0, 1][..], &[0, 0, 0, 0, 0, 0, 0, 1], &[0, 0, 0, 1]].concat();
    assert_eq!(bytes[..16], counts);
    let mut back = Vec::new();
    assert_eq!(decode(&lowered, members, &bytes, &mut back), Ok(()));
    assert_eq!(back, good);
    // Each of the three now disagrees.
    for (at, said, found) in [(3, 2, 1), (11, 4, 2), (15, 0, 1)] {
        let mut bytes = bytes.clone();
        bytes[at] = if at == 11 { 2 } else { said as u8 };
        let error = decode(&lowered, members, &bytes, &mut back).unwrap_err();
        let kind = manyrpc_codec::MalformedKind::Disagrees { said, found };
        assert_eq!(error.kind, kind, "{at}");
    }
    // An absent array has no count.
    let mut none = good.clone();
    none[3] = Value::Optional(None);
    let mut bytes = encode(&lowered, members, &none);
    assert_eq!(bytes[11], 0);
    bytes[11] = 77;
    assert_eq!(decode(&lowered, members, &bytes, &mut back), Ok(()));
    assert_eq!(back, none);
    // 256 bytes exceed the range of their count.
    let mut long = good;
    long[4] = Value::Shared(Some(manyrpc_model::Labelled {
        id: 1,
        value: Some(Box::new(Value::Bytes(vec![0; 256]))),
    }));
    let mut buf = Buf::new();
    let fields = DynFields::new(&lowered, members, &long);
    let error = xdr::encode_params(&mut buf, &members.meta, &fields, &LIMITS).unwrap_err();
    assert_eq!(
        (error.kind, &*error.field),
        (UnencodableKind::DerivedCount(256), "n")
    );
}

#[test]
fn json_leaves_out_what_follows_and_checks_it() {
    let lowered = lower(&derived_zoo()).unwrap();
    let members = &lowered.operation("V1", "enumerate").unwrap().output;
    let mut json = serde_json::json!({ "items": [5, 6], "result": 0 });
    let values = json::params_from_json(&lowered, members, &json).unwrap();
    assert_eq!(
        json::params_to_json(&lowered, members, &values),
        Ok(json.clone())
    );
    json["found"] = 2.into();
    assert_eq!(json::params_from_json(&lowered, members, &json), Ok(values));
    json["found"] = 3.into();
    let error = json::params_from_json(&lowered, members, &json).unwrap_err();
    assert_eq!(
        error.to_string(),
        "args.found: 3, but `items` has 2 elements"
    );
    // As an argument it is not derived.
    let members = &lowered.operation("V1", "enumerate").unwrap().input;
    let json = serde_json::json!([9, 4]);
    let values = json::params_from_json(&lowered, members, &json).unwrap();
    assert_eq!(values, [Value::U32(9), Value::U32(4)]);
}

#[test]
fn json_says_which_places_share_a_value() {
    let lowered = lower(&derived_zoo()).unwrap();
    let members = &lowered.operation("V1", "all").unwrap().input;
    let list = serde_json::json!({
        "$id": 1,
        "value": {
            "key": 1,
            "next": { "$id": 2, "value": { "key": 2, "next": null, "prev": { "$ref": 1 } } },
            "prev": null,
        },
    });
    let packet = serde_json::json!({
        "max": 0,
        "part": [],
        "choice": { "which": "RED", "red": 1 },
        "names": null,
        "data": { "$id": 7, "value": "AAEC" },
    });
    let mut json = serde_json::json!({ "packet": packet, "list": list });
    let values = json::params_from_json(&lowered, members, &json).unwrap();
    assert_eq!(
        json::params_to_json(&lowered, members, &values),
        Ok(json.clone())
    );
    // A plain value is not shared.
    json["packet"]["data"] = "AAEC".into();
    let mut alone = json::params_from_json(&lowered, members, &json).unwrap();
    let Value::Record(packet) = &mut alone[0] else {
        panic!("{alone:?}")
    };
    let Some(Value::Shared(Some(labelled))) = packet.last_mut() else {
        panic!("{packet:?}")
    };
    assert_eq!(std::mem::replace(&mut labelled.id, 7), u32::MAX);
    assert_eq!(alone, values);
    json["packet"]["data"] = serde_json::json!({ "$ref": 0 });
    let error = json::params_from_json(&lowered, members, &json).unwrap_err();
    assert_eq!(error.to_string(), "args.packet.data.$id: 0 is out of range");
}

#[test]
fn a_reply_needs_what_the_request_said() {
    let lowered = lower(&derived_zoo()).unwrap();
    let operation = lowered.operation("V1", "enumerate").unwrap();
    let values = [Value::I32s(vec![1, 2]), Value::U32(0)];
    let request = [Value::U32(7), Value::U32(0)];
    let fields = DynFields::new(&lowered, &operation.output, &values);
    let mut buf = Buf::new();
    let meta = &operation.output.meta;
    let error = xdr::encode_params(&mut buf, meta, &fields, &LIMITS).unwrap_err();
    assert_eq!(
        (error.kind, &*error.field),
        (UnencodableKind::Mismatch, "items")
    );
    let mut buf = Buf::new();
    let fields = fields.answering(&operation.input, &request);
    xdr::encode_params(&mut buf, meta, &fields, &LIMITS).unwrap();
    assert_eq!(buf.data()[..8], [0, 0, 0, 2, 0, 0, 0, 2]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn derived_fields_come_back_too(seed: u64) {
        let lowered = lower(&derived_zoo()).unwrap();
        let members = &lowered.operation("V1", "all").unwrap().input;
        let values = Sampler::new(seed).params(&lowered, members);
        let bytes = encode(&lowered, members, &values);
        let mut back = Vec::new();
        prop_assert_eq!(decode(&lowered, members, &bytes, &mut back), Ok(()));
        prop_assert_eq!(encode(&lowered, members, &back), bytes);
        let json = json::params_to_json(&lowered, members, &values).unwrap();
        let back = json::params_from_json(&lowered, members, &json);
        prop_assert_eq!(back.as_ref(), Ok(&values));
    }
}
