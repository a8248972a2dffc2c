//! Values in Protocol Buffers: the first byte of the input selects a message of the corpus, the
//! rest is the encoding.
//!
//! Accepted bytes are encoded to equivalent bytes, and those are stable.

use std::sync::OnceLock;

use manyrpc_codec::Buf;
use manyrpc_codec::meta::Field;
use manyrpc_codec::protobuf::{Limits, decode_value, encode_value};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, Shape, lower};
use manyrpc_model::{Module, Type, TypeBody, Value};

use crate::Target;

/// Decoding and encoding of all messages of the corpus.
pub const TARGET: Target = Target {
    name: "protobuf",
    run,
    seeds,
    // The memory of values is within their limits.
    allocation_per_byte: 64,
};

/// Messages of proto3, of proto2, and with extensions.
const TEXTS: [&str; 3] = [
    include_str!("../../manyrpc-idl/tests/corpus/proto/good/types.proto"),
    include_str!("../../manyrpc-idl/tests/corpus/proto/good/proto2.proto"),
    include_str!("../../manyrpc-idl/tests/corpus/proto/good/extensions.proto"),
];

/// A message: its lowered module, and its place in that.
struct Message {
    module: usize,
    field: Field,
    shape: Shape,
}

/// All messages.
struct Corpus {
    modules: Vec<Lowered>,
    messages: Vec<Message>,
}

fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let modules: Vec<Module> = TEXTS.iter().map(|text| read(text)).collect();
        let lowered = modules
            .iter()
            .map(|m| lower(m).expect("a front end checks"));
        let lowered: Vec<Lowered> = lowered.collect();
        let mut messages = Vec::new();
        for (at, module) in modules.iter().enumerate() {
            let records = module
                .types
                .iter()
                .filter(|t| matches!(t.body, TypeBody::Record(_)));
            messages.extend(records.map(|t| {
                let ty = Type::Named(t.name.clone());
                let (field, shape) = lowered[at].place("value", &ty).expect("it is defined");
                Message {
                    module: at,
                    field,
                    shape,
                }
            }));
        }
        Corpus {
            modules: lowered,
            messages,
        }
    })
}

fn read(text: &str) -> Module {
    let (module, said) = manyrpc_idl::load_text("corpus.proto", text, &Default::default());
    module.unwrap_or_else(|| panic!("{said:?}"))
}

fn run(input: &[u8]) {
    let corpus = corpus();
    if let Some((choice, bytes)) = input.split_first() {
        let message = &corpus.messages[usize::from(*choice) % corpus.messages.len()];
        if let Some(first) = again(corpus, message, bytes) {
            let second = again(corpus, message, first.data()).expect("we understand ourselves");
            assert_eq!(
                second.data(),
                first.data(),
                "another encoding of the same value"
            );
        }
    }
}

/// The encoding of the message in these bytes, if there is one.
fn again(corpus: &Corpus, message: &Message, bytes: &[u8]) -> Option<Buf> {
    let (lowered, shape) = (&corpus.modules[message.module], &message.shape);
    let mut value = Value::Void;
    let mut slot = DynMut {
        lowered,
        shape,
        value: &mut value,
    };
    decode_value(bytes, &message.field, &mut slot, &Limits::DEFAULT).ok()?;
    Some(encoded(lowered, message, &value))
}

fn encoded(lowered: &Lowered, message: &Message, value: &Value) -> Buf {
    let dynamic = Dyn {
        lowered,
        shape: &message.shape,
        value,
    };
    let mut out = Buf::default();
    encode_value(&mut out, &message.field, &dynamic, &Limits::DEFAULT)
        .expect("what was decoded is within limits");
    out
}

/// Found by fuzzing, and tried on every message: an arm of a `oneof`, then another with the wrong
/// wire type; a message in two parts, the second with another arm.
const FINDS: [&[u8]; 2] = [
    &[0x20, 64, 0x40, 10],
    &[0x12, 0, 0x12, 8, 0x0a, 6, 0x08, 0x80, 0x80, 1, 0x5a, 0],
];

/// A few random values of each message, and earlier finds.
fn seeds() -> Vec<Vec<u8>> {
    let corpus = corpus();
    let mut seeds = Vec::new();
    for (choice, message) in (0_u8..).zip(&corpus.messages) {
        let lowered = &corpus.modules[message.module];
        for seed in 0..3 {
            let mut sampler = Sampler::new(seed);
            (sampler.longest, sampler.depth) = (3, 2);
            let value = sampler.value(lowered, &message.field, &message.shape);
            let bytes = encoded(lowered, message, &value);
            seeds.push([&[choice], bytes.data()].concat());
        }
        seeds.extend(FINDS.map(|find| [&[choice], find].concat()));
    }
    seeds
}
