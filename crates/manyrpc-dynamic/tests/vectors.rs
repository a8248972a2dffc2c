//! The known answers in `vectors/xdr`, made by libtirpc through rpcgen.

use std::fs;
use std::path::{Path, PathBuf};

use manyrpc_codec::Buf;
use manyrpc_codec::meta::Field;
use manyrpc_codec::xdr::{self, Limits};
use manyrpc_dynamic::json::value_from_json;
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Shape, lower};
use manyrpc_model::{Type, Value};
use serde_json::{Map, Value as Json, json};

struct Vector {
    definition: PathBuf,
    ty: String,
    value: Json,
    bytes: Vec<u8>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> Vector {
    let text = fs::read_to_string(path).unwrap();
    let fact = |key: &str| {
        let line = text.lines().find_map(|l| l.strip_prefix(key));
        line.unwrap_or_else(|| panic!("{} says {key}", path.display()))
            .to_owned()
    };
    let source = fact("# source: ");
    let hex: String = text.lines().filter(|l| !l.starts_with('#')).collect();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    Vector {
        definition: root().join(source.rsplit(", ").next().unwrap()),
        ty: fact("# type: "),
        value: serde_json::from_str(&fact("# value: ")).unwrap(),
        bytes: (0..hex.len()).step_by(2).map(byte).collect(),
    }
}

fn lowered(definition: &Path) -> Lowered {
    let (module, diagnostics) = manyrpc_idl::load(definition, &Default::default());
    lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap()
}

/// The vectors' JSON (see `vectors/README.md`) as ours.
fn ours(lowered: &Lowered, field: &Field, shape: &Shape, json: &Json) -> Json {
    match (shape, json) {
        (Shape::Array(_), Json::String(range)) if range == "0 to 999" => (0..1000).collect(),
        (Shape::Bytes, hex) => json!({ "hex": hex }),
        (Shape::Array(element), Json::Array(items)) => items
            .iter()
            .map(|v| ours(lowered, field.element(), element, v))
            .collect(),
        (Shape::Optional(inner), v) if !v.is_null() => ours(lowered, field.element(), inner, v),
        (Shape::Chain(element), first) => {
            let nodes = std::iter::successors(Some(first), |node| node.get("next"));
            let nodes = nodes.take_while(|node| node.is_object());
            let nodes = nodes.map(|node| {
                let mut node = node.clone();
                node.as_object_mut().unwrap().remove("next");
                ours(lowered, field.element(), element, &node)
            });
            nodes.collect()
        }
        (Shape::Record(id), Json::Object(object)) => {
            let members = lowered.record(*id).iter();
            let members = members.map(|(f, shape)| {
                let value = ours(lowered, f, shape, &object[&*f.name]);
                (f.name.to_string(), value)
            });
            Json::Object(members.collect())
        }
        (Shape::Union(id), Json::Object(object)) => union(lowered, *id, object),
        (_, v) => v.clone(),
    }
}

fn union(lowered: &Lowered, id: manyrpc_dynamic::TypeId, object: &Map<String, Json>) -> Json {
    let (name, value) = object.iter().next().unwrap();
    let arms = lowered.union(id);
    let (label, number) = match &arms.meta.discriminant {
        manyrpc_codec::meta::Discriminant::Bool => {
            (json!(name == "TRUE"), i64::from(name == "TRUE"))
        }
        manyrpc_codec::meta::Discriminant::Enum(members) => {
            match members.members.iter().find(|m| m.0 == *name) {
                Some((_, number)) => (json!(name), i64::from(*number)),
                None => (json!(name.parse::<i64>().unwrap()), name.parse().unwrap()),
            }
        }
        _ => (json!(name.parse::<i64>().unwrap()), name.parse().unwrap()),
    };
    let arm = arms.meta.arm_of(number).unwrap();
    let (field, shape) = (&arms.meta.arms[arm].field, &arms.shapes[arm]);
    let mut json = json!({ arms.discriminant.clone(): label });
    if *shape != Shape::Void {
        json[&*field.name] = ours(lowered, field, shape, value);
    }
    json
}

#[test]
fn libtirpc_writes_the_same_bytes() {
    let mut checked = 0;
    for entry in fs::read_dir(root().join("vectors/xdr")).unwrap() {
        let path = entry.unwrap().path();
        let vector = read(&path);
        let lowered = &lowered(&vector.definition);
        let (field, shape) = &lowered.place("value", &Type::Named(vector.ty)).unwrap();
        let json = ours(lowered, field, shape, &vector.value);
        let value = value_from_json(lowered, field, shape, &json);
        let value = &value.unwrap_or_else(|e| panic!("{}: {e}", path.display()));

        let mut buf = Buf::new();
        let encoded = Dyn {
            lowered,
            shape,
            value,
        };
        xdr::encode_value(&mut buf, field, &encoded, &Limits::DEFAULT).unwrap();
        assert_eq!(buf.data(), vector.bytes, "{}", path.display());

        let mut back = Value::Void;
        let mut slot = DynMut {
            lowered,
            shape,
            value: &mut back,
        };
        xdr::decode_value(&vector.bytes, field, &mut slot, &Limits::DEFAULT).unwrap();
        assert_eq!(&back, value, "{}", path.display());
        checked += 1;
    }
    assert!(checked >= 36, "only {checked} vectors found");
}
