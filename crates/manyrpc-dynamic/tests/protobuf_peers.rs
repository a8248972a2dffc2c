//! Protocol Buffers with others: `protoc` and prost read what we write, and we read what they
//! write, for random values of every message of the corpus.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use manyrpc_codec::{Buf, Limits, protobuf};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, lower};
use manyrpc_model::{Module, Type, TypeBody, Value};
use protox::prost_reflect::prost::Message;
use protox::prost_reflect::{DescriptorPool, DynamicMessage};

/// Values that prost is given of each message, and protoc, which takes a process for each.
const SEEDS: u64 = 200;
const PROCESSES: u64 = 4;

/// Messages without a map, whose order is nobody's, and without a `oneof` whose arms have numbers
/// on both sides of another field's: of them the bytes are the same.
const SAME_BYTES: &[&str] = &[
    "corpus.types.Scalars",
    "corpus.types.Maybe",
    "corpus.types.Many",
    "corpus.types.Outer.Inner",
    "corpus.types.Empty",
    "corpus.proto2.Old.Result",
    "corpus.extensions.Note",
];

struct Definition {
    path: PathBuf,
    module: Module,
    lowered: Lowered,
    pool: DescriptorPool,
}

impl Definition {
    fn load(name: &str) -> Self {
        let corpus = "../manyrpc-idl/tests/corpus/proto/good";
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(corpus);
        let path = folder.join(name);
        let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
        let module = module.unwrap_or_else(|| panic!("{diagnostics:?}"));
        let lowered = lower(&module).expect("a front end checks");
        let mut compiler = protox::Compiler::new([&folder]).expect("a folder");
        compiler.open_file(name).expect("a definition");
        let pool = compiler.descriptor_pool();
        Definition {
            path,
            module,
            lowered,
            pool,
        }
    }

    /// The names of all messages, in the model and in full.
    fn messages(&self) -> Vec<(&str, &str)> {
        let records = self
            .module
            .types
            .iter()
            .filter(|t| matches!(t.body, TypeBody::Record(_)));
        let messages = records.filter(|t| !t.annotations.contains_key("protobuf.map_entry"));
        messages
            .map(|t| (&*t.name, &*t.annotations["protobuf.name"]))
            .collect()
    }

    fn sample(&self, name: &str, seed: u64) -> Value {
        let (field, shape) = self
            .lowered
            .place("value", &Type::Named(name.to_owned()))
            .unwrap();
        Sampler::new(seed).value(&self.lowered, &field, &shape)
    }

    fn encode(&self, name: &str, value: &Value) -> Vec<u8> {
        let (field, shape) = self
            .lowered
            .place("value", &Type::Named(name.to_owned()))
            .unwrap();
        let dynamic = Dyn {
            lowered: &self.lowered,
            shape: &shape,
            value,
        };
        let mut buf = Buf::new();
        protobuf::encode_value(&mut buf, &field, &dynamic, &Limits::DEFAULT).unwrap();
        buf.data().to_vec()
    }

    fn decode(&self, name: &str, bytes: &[u8]) -> Value {
        let (field, shape) = self
            .lowered
            .place("value", &Type::Named(name.to_owned()))
            .unwrap();
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.lowered,
            shape: &shape,
            value: &mut value,
        };
        protobuf::decode_value(bytes, &field, &mut slot, &Limits::DEFAULT).unwrap();
        value
    }

    fn protoc(&self, command: &str, full: &str, input: &[u8]) -> Vec<u8> {
        let mut protoc = Command::new("protoc");
        let folder = self.path.parent().expect("a folder");
        protoc
            .arg(format!("--{command}={full}"))
            .arg(format!("-I{}", folder.display()))
            .arg(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = protoc
            .spawn()
            .expect("protoc (package protobuf-compiler) is installed");
        let mut stdin = process.stdin.take().expect("piped");
        let input = input.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = process.wait_with_output().expect("it ends");
        writer.join().expect("no panic").expect("it reads");
        assert!(output.status.success(), "{full}: protoc {command} refuses");
        output.stdout
    }

    /// That what came back through another is what went, and has the same bytes where it can.
    #[track_caller]
    fn agree(&self, (name, full): (&str, &str), seed: u64, value: &Value, theirs: &[u8]) {
        let back = sorted(self.decode(name, theirs));
        assert_eq!(back, sorted(value.clone()), "{full} {seed}");
        if SAME_BYTES.contains(&full) {
            assert_eq!(self.encode(name, value), theirs, "{full} {seed}");
        }
    }
}

/// Lists in an order of their own: those of map entries have none.
fn sorted(mut value: Value) -> Value {
    match &mut value {
        Value::List(values) => {
            let mut inner: Vec<Value> = values.drain(..).map(sorted).collect();
            inner.sort_by_key(|v| format!("{v:?}"));
            *values = inner;
        }
        Value::Record(values) => values
            .iter_mut()
            .for_each(|v| *v = sorted(std::mem::take(v))),
        Value::Optional(Some(inner)) | Value::Union { value: inner, .. } => {
            **inner = sorted(std::mem::take(inner));
        }
        _ => {}
    }
    value
}

#[test]
fn prost_reads_ours_and_we_read_its() {
    let mut values = 0;
    for file in [
        "types.proto",
        "proto2.proto",
        "extensions.proto",
        "services.proto",
    ] {
        let definition = Definition::load(file);
        for (name, full) in definition.messages() {
            let descriptor = definition
                .pool
                .get_message_by_name(full)
                .expect("the same messages");
            for seed in 0..SEEDS {
                let value = definition.sample(name, seed);
                let ours = definition.encode(name, &value);
                let message = DynamicMessage::decode(descriptor.clone(), &ours[..])
                    .unwrap_or_else(|e| panic!("{full} {seed}: {e}"));
                assert_eq!(message.unknown_fields().count(), 0, "{full} {seed}");
                // prost takes negative zero for the default, which it is not.
                if format!("{value:?}").contains("(-0.0)") {
                    continue;
                }
                let theirs = message.encode_to_vec();
                let back = sorted(definition.decode(name, &theirs));
                assert_eq!(back, sorted(value.clone()), "{full} {seed}");
                // It packs what the definition wants apart.
                if SAME_BYTES.contains(&full) && name != "Many" {
                    assert_eq!(ours, theirs, "{full} {seed}");
                }
                values += 1;
            }
        }
    }
    assert!(values > 2000, "only {values} values");
}

#[test]
fn protoc_reads_ours_and_we_read_its() {
    for file in ["types.proto", "proto2.proto", "extensions.proto"] {
        let definition = Definition::load(file);
        for (name, full) in definition.messages() {
            for seed in 0..PROCESSES {
                let value = definition.sample(name, seed);
                let ours = definition.encode(name, &value);
                let text = definition.protoc("decode", full, &ours);
                let theirs = definition.protoc("encode", full, &text);
                definition.agree((name, full), seed, &value, &theirs);
            }
        }
    }
}

/// What an older definition does not know comes out again as it went in.
#[test]
fn unknown_fields_survive() {
    let definition = Definition::load("types.proto");
    let (newer, older) = ("Scalars", "Empty");
    for seed in 0..SEEDS {
        let value = definition.sample(newer, seed);
        let bytes = definition.encode(newer, &value);
        let passed = definition.encode(older, &definition.decode(older, &bytes));
        assert_eq!(passed, bytes, "{seed}");
    }
}
