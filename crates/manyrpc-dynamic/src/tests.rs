//! Values through the codec, and what does not fit its shape.

use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, UnencodableKind};
use manyrpc_model::Value;
use proptest::prelude::*;

use crate::fixture::zoo;
use crate::lower::{Lowered, Members, lower};
use crate::sample::{Sampler, default_params};
use crate::{DynFields, DynSlots, json};

const LIMITS: Limits = Limits::DEFAULT;

fn encode(lowered: &Lowered, members: &Members, values: &[Value]) -> Vec<u8> {
    let fields = DynFields {
        lowered,
        members,
        values,
    };
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

/// Parameters both ways of every operation.
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
            // Into whatever values were there before.
            prop_assert_eq!(decode(&lowered, members, &bytes, &mut used), Ok(()));
            prop_assert_eq!(&used, &values);

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

/// A linked list as long as a message permits is read and written without depth.
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
            let fields = DynFields {
                lowered: &lowered,
                members,
                values: &values,
            };
            let mut buf = Buf::new();
            let result = xdr::encode_params(&mut buf, &members.meta, &fields, &LIMITS);
            let error = result.unwrap_err();
            assert_eq!(
                (error.kind, &*error.field),
                (UnencodableKind::Mismatch, &*field.name)
            );
            json::params_to_json(&lowered, members, &values).unwrap_err();
        }
        let too_few = DynFields {
            lowered: &lowered,
            members,
            values: &good[1..],
        };
        let mut buf = Buf::new();
        let result = xdr::encode_params(&mut buf, &members.meta, &too_few, &LIMITS);
        assert_eq!(result.unwrap_err().kind, UnencodableKind::Mismatch);
    }
}

/// The deepest value that the limits permit fits half of a thread's usual stack, unoptimised too.
#[test]
fn the_deepest_value_fits_the_stack() {
    let lowered = lower(&zoo()).unwrap();
    let members = lowered
        .operation("V1", "everything")
        .unwrap()
        .output
        .clone();
    let mut values = default_params(&lowered, &members);
    let tree = values.pop().unwrap();
    let mut deepest = tree.clone();
    for _ in 1..LIMITS.depth / 2 {
        let left = Value::Optional(Some(Box::new(deepest)));
        deepest = Value::Record(vec![Value::I32(0), left, Value::Optional(None)]);
    }
    values.push(deepest);
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
