//! The known answers in `vectors/protojson`: the well-known types of Protocol Buffers as Python's
//! protobuf writes and reads them in JSON.

use std::path::{Path, PathBuf};

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Limits, json, protobuf};
use manyrpc_dynamic::json::{value_from_json, value_to_json};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Shape, lower};
use manyrpc_model::{Type, Value};
use serde_json::Value as Json;

const LIMITS: Limits = Limits::DEFAULT;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn definition() -> Lowered {
    let path = root().join("crates/manyrpc-gen/tests/corpus/well_known.proto");
    let (module, said) = manyrpc_idl::load(&path, &Default::default());
    lower(&module.unwrap_or_else(|| panic!("{said:?}"))).unwrap()
}

/// A place in the definition, and what is in it.
struct Place<'a> {
    lowered: &'a Lowered,
    field: Field,
    shape: Shape,
}

impl Place<'_> {
    fn of_bytes(&self, bytes: &[u8]) -> Value {
        let mut value = Value::Void;
        protobuf::decode_value(bytes, &self.field, &mut self.slot(&mut value), &LIMITS).unwrap();
        value
    }

    fn to_bytes(&self, value: &Value) -> Vec<u8> {
        let mut buf = Buf::new();
        protobuf::encode_value(&mut buf, &self.field, &self.with(value), &LIMITS).unwrap();
        buf.data().to_vec()
    }

    /// As calls read it.
    fn of_json(&self, text: &str) -> Option<Value> {
        let mut value = Value::Void;
        let slot = &mut self.slot(&mut value);
        let read = json::decode_value(text.as_bytes(), &self.field, slot, &LIMITS);
        read.ok().map(|()| value)
    }

    /// As calls write it.
    fn to_json(&self, value: &Value) -> Json {
        let mut buf = Buf::new();
        json::encode_value(&mut buf, &self.field, &self.with(value), &LIMITS).unwrap();
        serde_json::from_slice(buf.data()).unwrap()
    }

    fn slot<'v>(&'v self, value: &'v mut Value) -> DynMut<'v> {
        DynMut {
            lowered: self.lowered,
            shape: &self.shape,
            value,
        }
    }

    fn with<'v>(&'v self, value: &'v Value) -> Dyn<'v> {
        Dyn {
            lowered: self.lowered,
            shape: &self.shape,
            value,
        }
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    match hex {
        "-" => Vec::new(),
        hex => (0..hex.len()).step_by(2).map(byte).collect(),
    }
}

/// The same, a number as what it is worth: Python writes whole ones with a fraction.
fn number(json: Json) -> Json {
    json.as_f64().map_or(json, Json::from)
}

#[test]
fn python_writes_and_reads_the_same() {
    let lowered = definition();
    let text = std::fs::read_to_string(root().join("vectors/protojson/well-known.txt")).unwrap();
    let (mut written, mut read, mut refused) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [how, kind, hex, said] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (field, shape) = lowered
            .place("value", &Type::Named(kind.to_owned()))
            .unwrap();
        let place = Place {
            lowered: &lowered,
            field,
            shape,
        };
        let json: Json = serde_json::from_str(said).unwrap();
        let dynamic = value_from_json(&lowered, &place.field, &place.shape, &json);
        if hex == "refused" {
            refused += 1;
            assert_eq!(place.of_json(said), None, "{line}");
            assert!(dynamic.is_err(), "{line}");
            continue;
        }
        let value = place.of_bytes(&bytes(hex));
        assert_eq!(place.to_bytes(&value), bytes(hex), "{line}");
        assert_eq!(place.of_json(said).as_ref(), Some(&value), "{line}");
        assert_eq!(dynamic.as_ref(), Ok(&value), "{line}");
        if how == "write" {
            written += 1;
            assert_eq!(
                number(place.to_json(&value)),
                number(json.clone()),
                "{line}"
            );
            let shown = value_to_json(&lowered, &place.field, &place.shape, &value).unwrap();
            assert_eq!(number(shown), number(json), "{line}");
        } else {
            read += 1;
        }
    }
    assert!(
        written >= 40 && read >= 10 && refused >= 20,
        "{written} {read} {refused}"
    );
}
