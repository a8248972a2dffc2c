//! Full pointers (C706, section 14.3.11.1): rings, chains without end, and identifiers that lie.

use std::path::Path;

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Limits, Malformed, MalformedKind, ndr};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, lower};
use manyrpc_model::{Labelled, Value};

fn zoo() -> Lowered {
    lowered("zoo.idl")
}

fn lowered(name: &str) -> Lowered {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/ndr");
    let path = path.join(name);
    let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
    lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap()
}

fn put_ring(zoo: &Lowered) -> &Members {
    let mut operations = zoo.interfaces.iter().flat_map(|i| &i.operations);
    &operations.find(|o| o.name == "put_ring").unwrap().input
}

fn decoded(zoo: &Lowered, words: &[u32]) -> Result<Vec<Value>, Malformed> {
    let members = put_ring(zoo);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut values = Vec::new();
    let mut slots = DynSlots::new(zoo, members, &mut values);
    ndr::decode_params(
        &bytes,
        ndr::LABEL,
        &members.meta,
        &mut slots,
        &Limits::DEFAULT,
    )
    .map(|()| values)
}

fn encoded(zoo: &Lowered, values: &[Value]) -> Vec<u32> {
    let members = put_ring(zoo);
    let mut buf = Buf::new();
    let fields = DynFields::new(zoo, members, values);
    ndr::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT).unwrap();
    let words = buf.data().as_chunks::<4>().0.iter();
    words.map(|word| u32::from_le_bytes(*word)).collect()
}

/// A pointer, and so many nodes of which each points to the next, the last to `end`.
fn chain(nodes: u32, end: u32) -> Vec<u32> {
    let node = |at| [at, if at == nodes { end } else { at + 1 }];
    [1].into_iter().chain((1..=nodes).flat_map(node)).collect()
}

#[test]
fn rings_come_back() {
    let zoo = zoo();
    for nodes in [1, 2, 50] {
        for end in [0, 1, nodes] {
            let words = chain(nodes, end);
            let values = decoded(&zoo, &words).unwrap();
            assert_eq!(encoded(&zoo, &values), words, "{nodes} to {end}");
        }
    }
}

/// They are nests, not lists: other pointers may lead into their middle.
#[test]
fn long_chains_meet_the_limit_of_depth() {
    let zoo = zoo();
    for end in [0, 1] {
        let error = decoded(&zoo, &chain(100_000, end)).unwrap_err();
        assert_eq!(error.kind, MalformedKind::TooDeep);
    }
}

/// Any identifier may be said to be any other's: what comes of it is a value that can be sent.
#[test]
fn every_identifier_lied_about() {
    let zoo = zoo();
    let words = chain(5, 3);
    for at in 0..words.len() {
        for lie in (0..8).chain([u32::MAX]) {
            let mut words = words.clone();
            words[at] = lie;
            if let Ok(values) = decoded(&zoo, &words) {
                let again = encoded(&zoo, &values);
                let values = decoded(&zoo, &again).unwrap();
                assert_eq!(encoded(&zoo, &values), again, "{lie} at {at}");
            }
        }
    }
}

fn turn(graph: &Lowered) -> (&Members, &Members) {
    let turn = &graph.interfaces[0].operations[0];
    (&turn.input, &turn.output)
}

/// The reply to a request of these words: its first argument behind a node of the label 99.
fn answered(graph: &Lowered, words: &[u32]) -> Vec<u32> {
    let (input, output) = turn(graph);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (mut arguments, mut referents) = (Vec::new(), Referents::default());
    let mut slots = DynSlots::new(graph, input, &mut arguments);
    let limits = &Limits::DEFAULT;
    let (label, meta) = (ndr::LABEL, &input.meta);
    ndr::decode_params_with(&bytes, label, meta, &mut slots, limits, &mut referents).unwrap();

    let new = Value::Record(vec![Value::I32(0), arguments[0].clone()]);
    let new = Some(Labelled {
        id: 99,
        value: Some(Box::new(new)),
    });
    let results = [Value::Shared(new), Value::Shared(None), Value::Shared(None)];
    let fields = DynFields::new(graph, output, &results);
    let mut buf = Buf::new();
    ndr::encode_params_with(&mut buf, &output.meta, &fields, limits, &mut referents).unwrap();
    let words = buf.data().as_chunks::<4>().0.iter();
    words.map(|word| u32::from_le_bytes(*word)).collect()
}

/// Section 14.3.11.1 has identifiers count up from 1. Of those that begin elsewhere the reply goes
/// on from the highest, and where there is none above, from the lowest that is free.
#[test]
fn what_is_new_in_a_reply_has_an_identifier_of_its_own() {
    let graph = lowered("graph.idl");
    for (one, other, new) in [
        (1, 2, 3),
        (2, 1, 3),
        (0x2_0000, 0x2_0004, 0x2_0005),
        (u32::MAX, 1, 2),
        (u32::MAX - 1, 2, u32::MAX),
        (u32::MAX, 7, 1),
    ] {
        let reply = answered(&graph, &[one, 5, 0, other, 6, 0]);
        assert_eq!(reply, [new, 0, one, 5, 0, 0, 0], "{one} {other}");
    }
}
