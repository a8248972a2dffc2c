//! Descriptors as received from gRPC's reflection: arbitrary files, up to a definition whose values
//! can be encoded.
//!
//! The input consists of files, each with a length prefix of two bytes; the first is the requested
//! one, as for a reflection client.

use manyrpc_codec::Buf;
use manyrpc_codec::protobuf::{Limits, decode_value, encode_value};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, lower};
use manyrpc_idl::protobuf::{describe, from_descriptors, imports};
use manyrpc_model::{Module, Type, TypeBody, Value};

use crate::Target;

/// From descriptors to the lowering, to values, and back to descriptors.
pub const TARGET: Target = Target {
    name: "descriptors",
    run,
    seeds,
    // A field of a few bytes is described many times, by name.
    allocation_per_byte: 4096,
};

fn run(input: &[u8]) {
    let files = files_of(input);
    let Some((own, _)) = files.first().and_then(|bytes| imports(bytes)) else {
        return;
    };
    let Ok(module) = from_descriptors(&files, &own) else {
        return;
    };
    let lowered = lower(&module).expect("what is accepted can be called");
    travels(&module, &lowered);
    // Not everything can be expressed: types of packages that depend on each other, names that
    // collide.
    let Ok(described) = describe(&module, "fuzz.proto") else {
        return;
    };
    let bytes: Vec<&[u8]> = described.iter().map(|file| &file.bytes[..]).collect();
    from_descriptors(&bytes, "fuzz.proto").expect("we understand ourselves");
}

fn files_of(mut input: &[u8]) -> Vec<&[u8]> {
    let mut files = Vec::new();
    while let Some((length, rest)) = input.split_first_chunk() {
        let length = usize::from(u16::from_be_bytes(*length)).min(rest.len());
        files.push(&rest[..length]);
        input = &rest[length..];
    }
    files
}

/// A value of each of the first messages is encoded, and the decoded value is encoded to the same
/// bytes.
fn travels(module: &Module, lowered: &Lowered) {
    const MOST: usize = 8;
    let is_record = |body: &TypeBody| matches!(body, TypeBody::Record(_));
    let records = module.types.iter().filter(|t| is_record(&t.body));
    for definition in records.take(MOST) {
        let ty = Type::Named(definition.name.clone());
        let (field, shape) = lowered.place("value", &ty).expect("it is defined");
        let mut sampler = Sampler::new(1);
        (sampler.longest, sampler.depth) = (2, 1);
        let value = sampler.value(lowered, &field, &shape);
        let encode = |value: &Value| {
            let shape = &shape;
            let dynamic = Dyn {
                lowered,
                shape,
                value,
            };
            let mut out = Buf::default();
            let done = encode_value(&mut out, &field, &dynamic, &Limits::DEFAULT);
            done.map(|()| out)
        };
        // One that requires others may exceed the permitted depth.
        let Ok(bytes) = encode(&value) else {
            continue;
        };
        let mut back = Value::Void;
        let mut slot = DynMut {
            lowered,
            shape: &shape,
            value: &mut back,
        };
        decode_value(bytes.data(), &field, &mut slot, &Limits::DEFAULT)
            .expect("we understand ourselves");
        let again = encode(&back).expect("it was encoded before");
        assert_eq!(again.data(), bytes.data());
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        include_str!("../../../interfaces/database.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/types.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/proto2.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/extensions.proto"),
        include_str!("../../manyrpc-idl/tests/corpus/proto/good/services.proto"),
        "syntax = \"proto3\"; message A { oneof o { A a = 1; bytes b = 2; } map<int32, E> m = 3; \
         enum E { X = 0; Y = -1; } }",
    ];
    texts.map(|text| joined(&descriptors_of(text))).to_vec()
}

/// The descriptors that a server of a definition sends, the definition's own file first.
fn descriptors_of(text: &str) -> Vec<Vec<u8>> {
    let (module, said) = manyrpc_idl::load_text("fuzz.proto", text, &Default::default());
    let module = module.unwrap_or_else(|| panic!("{said:?}"));
    let files = describe(&module, "fuzz.proto").expect("it came from that language");
    files.into_iter().rev().map(|file| file.bytes).collect()
}

fn joined(files: &[Vec<u8>]) -> Vec<u8> {
    let length = |file: &[u8]| u16::try_from(file.len()).expect("files are small");
    let each = files.iter().map(|file| {
        let length = length(file).to_be_bytes();
        [&length[..], file].concat()
    });
    each.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_definitions() {
        for seed in seeds() {
            let module = from_descriptors(&files_of(&seed), "fuzz.proto");
            assert!(module.is_ok_and(|module| !module.types.is_empty()));
        }
    }
}
