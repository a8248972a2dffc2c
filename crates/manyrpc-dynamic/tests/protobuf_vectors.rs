//! The known answers in `vectors/protobuf`: extensions and groups as Python's protobuf writes them.

use std::fs;
use std::path::{Path, PathBuf};

use manyrpc_codec::{Buf, Limits, protobuf};
use manyrpc_dynamic::json::value_from_json;
use manyrpc_dynamic::{Dyn, DynMut, lower};
use manyrpc_model::{Type, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn python_writes_the_same_bytes() {
    let mut checked = 0;
    for entry in fs::read_dir(root().join("vectors/protobuf")).unwrap() {
        check(&entry.unwrap().path());
        checked += 1;
    }
    assert!(checked >= 4, "only {checked} vectors found");
}

fn check(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let fact = |key: &str| text.lines().find_map(|l| l.strip_prefix(key)).unwrap();
    let definition = fact("# source: ").rsplit(", ").next().unwrap();
    let (module, said) = manyrpc_idl::load(root().join(definition), &Default::default());
    let lowered = &lower(&module.unwrap_or_else(|| panic!("{said:?}"))).unwrap();
    let ty = Type::Named(fact("# type: ").to_owned());
    let (field, shape) = &lowered.place("value", &ty).unwrap();
    let json = serde_json::from_str(fact("# value: ")).unwrap();
    let value = value_from_json(lowered, field, shape, &json);
    let value = &value.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let hex: String = text.lines().filter(|l| !l.starts_with('#')).collect();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();

    let dynamic = Dyn {
        lowered,
        shape,
        value,
    };
    let mut buf = Buf::new();
    protobuf::encode_value(&mut buf, field, &dynamic, &Limits::DEFAULT).unwrap();
    assert_eq!(buf.data(), bytes, "{}", path.display());

    let mut back = Value::Void;
    let mut slot = DynMut {
        lowered,
        shape,
        value: &mut back,
    };
    protobuf::decode_value(&bytes, field, &mut slot, &Limits::DEFAULT).unwrap();
    assert_eq!(&back, value, "{}", path.display());
}
