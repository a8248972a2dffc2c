//! Values in NDR: the first byte of the input selects a message of the calls in
//! `vectors/ndr/zoo.idl`, the second the sender's data representation, the rest is the encoding.
//! Two choices are whole calls of `vectors/ndr/graph.idl`, with full pointers in both directions.

mod call;

use std::sync::LazyLock;

use manyrpc_codec::{Buf, Limits, ndr};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, Sampler, lower};
use manyrpc_idl::{Options, load_text};
use manyrpc_model::Value;

use crate::Target;

/// Decoding and encoding of all shapes that NDR treats differently.
pub const TARGET: Target = Target {
    name: "ndr",
    run,
    seeds,
    // An element of an array may take one byte on the wire and as much memory as a dynamic value.
    allocation_per_byte: 128,
};

/// Labels: little-endian, big-endian, EBCDIC, VAX, Cray, IBM.
const LABELS: [[u8; 4]; 6] = [
    [0x10, 0, 0, 0],
    [0, 0, 0, 0],
    [0x11, 0, 0, 0],
    [0x10, 1, 0, 0],
    [0, 2, 0, 0],
    [0, 3, 0, 0],
];

static ZOO: LazyLock<Lowered> = LazyLock::new(|| {
    let text = include_str!("../../../vectors/ndr/zoo.idl");
    let (module, _) = load_text("zoo.idl", text, &Options::default());
    lower(&module.expect("zoo.idl is valid")).expect("and can be lowered")
});

/// The messages of both directions.
fn members() -> Vec<&'static Members> {
    let operations = ZOO.interfaces.iter().flat_map(|i| &i.operations);
    operations.flat_map(|o| [&o.input, &o.output]).collect()
}

fn run(input: &[u8]) {
    let [choice, label, bytes @ ..] = input else {
        return;
    };
    let label = LABELS[usize::from(*label) % LABELS.len()];
    if call::run(*choice, label, bytes) {
        return;
    }
    let all = members();
    let members = all[usize::from(*choice) % all.len()];
    let Some(values) = decoded(members, label, bytes) else {
        return;
    };
    // Parts of a reply that depend on the request are not known here.
    let Some(first) = encoded(members, &values) else {
        return;
    };
    let again = decoded(members, ndr::LABEL, &first).expect("we understand ourselves");
    let second = encoded(members, &again);
    assert_eq!(second, Some(first), "another encoding of the same value");
}

fn decoded(members: &Members, label: [u8; 4], bytes: &[u8]) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    let mut slots = DynSlots::new(&ZOO, members, &mut values);
    ndr::decode_params(bytes, label, &members.meta, &mut slots, &Limits::DEFAULT).ok()?;
    Some(values)
}

fn encoded(members: &Members, values: &[Value]) -> Option<Vec<u8>> {
    let mut out = Buf::new();
    let fields = DynFields::new(&ZOO, members, values);
    ndr::encode_params(&mut out, &members.meta, &fields, &Limits::DEFAULT).ok()?;
    Some(out.data().to_vec())
}

/// Random values of all messages, in our own representation.
fn seeds() -> Vec<Vec<u8>> {
    let numbered = (0_u8..).zip(members());
    let some = numbered.flat_map(|(choice, members)| {
        (0..3).filter_map(move |seed| {
            let values = Sampler::new(seed).params(&ZOO, members);
            let mut input = vec![choice, 0];
            input.extend(encoded(members, &values)?);
            Some(input)
        })
    });
    some.chain(behind_the_end()).chain(call::seeds()).collect()
}

/// An empty part of an array, from behind its end: found by fuzzing.
fn behind_the_end() -> Option<Vec<u8>> {
    let mut operations = ZOO.interfaces.iter().flat_map(|i| &i.operations);
    let at = operations.position(|o| o.name == "put_middle_places")?;
    let mut input = vec![u8::try_from(2 * at).ok()?, 0];
    let [from, count, offset, actual] = [0x7fff_ffff_u32, 0, 0, 0].map(u32::to_le_bytes);
    input.extend([from, count, offset, actual].concat());
    Some(input)
}
