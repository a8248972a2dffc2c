//! The known answers in `vectors/xdr`, made by libtirpc through rpcgen, and in `vectors/ndr`, made
//! by FreeDCE and by Samba.

use std::fs;
use std::path::{Path, PathBuf};

use manyrpc_codec::meta::Field;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, ndr};
use manyrpc_dynamic::json::{params_from_json, value_from_json};
use manyrpc_dynamic::{Dyn, DynFields, DynMut, DynSlots, Lowered, Members, Shape, lower};
use manyrpc_model::{Type, Value};
use serde_json::{Map, Value as Json, json};

struct Vector {
    definition: PathBuf,
    ty: String,
    value: Json,
    bytes: Vec<u8>,
    /// What a response answers, where that matters for its full pointers.
    request: Option<PathBuf>,
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
    let request = text.lines().find_map(|l| l.strip_prefix("# request: "));
    let hex: String = text.lines().filter(|l| !l.starts_with('#')).collect();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    Vector {
        definition: root().join(source.rsplit(", ").next().unwrap()),
        ty: fact("# type: "),
        value: serde_json::from_str(&fact("# value: ")).unwrap(),
        bytes: (0..hex.len()).step_by(2).map(byte).collect(),
        request: request.map(|name| path.with_file_name(name)),
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
        (Shape::Bytes, Json::Array(numbers)) => {
            let hex = numbers
                .iter()
                .map(|n| format!("{:02x}", n.as_u64().unwrap()));
            json!({ "hex": hex.collect::<String>() })
        }
        (Shape::Bytes, hex) => json!({ "hex": hex }),
        (Shape::Shared(inner), Json::Object(object)) => {
            let mut object = object.clone();
            if let Some(value) = object.remove("$value") {
                object.insert(
                    "value".into(),
                    ours(lowered, field.element(), inner, &value),
                );
            }
            Json::Object(object)
        }
        (Shape::Optional(inner), Json::Object(object)) if object.contains_key("$some") => {
            json!({ "some": ours(lowered, field.element(), inner, &object["$some"]) })
        }
        // A context handle's identifier in one piece.
        (Shape::Record(_), Json::Object(object)) if object.contains_key("uuid") => {
            let uuid: String = object["uuid"].as_str().unwrap().replace('-', "");
            let number = |range| u64::from_str_radix(&uuid[range], 16).unwrap();
            json!({
                "attributes": object["attributes"], "time_low": number(0..8),
                "time_mid": number(8..12), "time_hi": number(12..16),
                "rest": { "hex": &uuid[16..] },
            })
        }
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
        _ => {
            // By label, or by name.
            let by_name = arms.meta.arms.iter().find(|arm| arm.field.name == *name);
            let label = name.parse().unwrap_or_else(|_| by_name.unwrap().labels[0]);
            (json!(label), label)
        }
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

fn members_of<'l>(lowered: &'l Lowered, what: &str) -> &'l Members {
    let (name, way) = what.split_once('.').unwrap();
    let mut operations = lowered.interfaces.iter().flat_map(|i| &i.operations);
    let operation = operations.find(|o| o.name == name).unwrap();
    if way == "request" {
        &operation.input
    } else {
        &operation.output
    }
}

/// One vector of `vectors/ndr`: what is in it comes out, and the other way round where the bytes
/// are in our order.
fn ndr_vector(lowered: &Lowered, vector: &Vector, name: &str) {
    let members = members_of(lowered, &vector.ty);
    let object = members.iter().map(|(field, shape)| {
        let value = match &*field.name {
            // Not in the value: it could follow from each row.
            "columns" => json!(2),
            name => ours(lowered, field, shape, &vector.value[name]),
        };
        (field.name.to_string(), value)
    });
    let json = Json::Object(object.collect());
    let values = params_from_json(lowered, members, &json);
    let values = values.unwrap_or_else(|e| panic!("{name}: {e}"));

    let big = name.ends_with("-big");
    let label = if big { [0; 4] } else { ndr::LABEL };
    let mut back = Vec::new();
    let mut slots = DynSlots::new(lowered, members, &mut back);
    let limits = &Limits::DEFAULT;
    // Section 14.3.11.1: the referents of a reply are numbered on from those of its request.
    let mut referents = Referents::default();
    if let Some(request) = vector.request.as_deref().map(read) {
        let members = members_of(lowered, &request.ty);
        let (bytes, record, mut asked) = (&request.bytes, &members.meta, Vec::new());
        let mut slots = DynSlots::new(lowered, members, &mut asked);
        ndr::decode_params_with(bytes, label, record, &mut slots, limits, &mut referents).unwrap();
    }
    ndr::decode_params(&vector.bytes, label, &members.meta, &mut slots, limits)
        .unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(back, values, "{name}");

    let mut buf = Buf::new();
    let mut fields = DynFields::new(lowered, members, &values);
    // The request that this answers said how much room there is.
    let request = members_of(lowered, &vector.ty.replace(".response", ".request"));
    let asked = match &*vector.ty {
        "get_array.response" => vec![Value::I32(9)],
        "EchoData.response" => values.clone(),
        _ => Vec::new(),
    };
    if members.needs_request() {
        fields = fields.answering(request, &asked);
    }
    ndr::encode_params_with(&mut buf, &members.meta, &fields, limits, &mut referents)
        .unwrap_or_else(|e| panic!("{name}: {e}"));
    // FreeDCE sends what a pipe has in several chunks.
    if !name.ends_with("pipe") {
        assert_eq!(buf.len(), vector.bytes.len(), "{name}");
        if !big {
            assert_eq!(buf.data(), with_our_referents(&vector.bytes), "{name}");
        }
    }
}

/// Samba numbers the referents of unique pointers from 20000 (hexadecimal) on, FreeDCE all as we do.
fn with_our_referents(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for word in bytes.as_chunks_mut::<4>().0 {
        if matches!(word, [_, 0, 2, 0] if word[0] % 4 == 0) {
            *word = [1, 0, 0, 0];
        }
    }
    bytes
}

#[test]
fn freedce_and_samba_write_the_same_bytes() {
    let zoo = lowered(&root().join("vectors/ndr/zoo.idl"));
    let graph = lowered(&root().join("vectors/ndr/graph.idl"));
    let rpcecho = lowered(&root().join("interfaces/rpcecho.idl"));
    let mut failed = Vec::new();
    let mut checked = 0;
    for entry in fs::read_dir(root().join("vectors/ndr")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|e| e != "hex") {
            continue;
        }
        let vector = read(&path);
        let lowered = match name.split('-').next() {
            Some("rpcecho") => &rpcecho,
            Some("graph") => &graph,
            _ => &zoo,
        };
        let run = std::panic::AssertUnwindSafe(|| ndr_vector(lowered, &vector, &name));
        if std::panic::catch_unwind(run).is_err() {
            failed.push(name);
        }
        checked += 1;
    }
    assert!(failed.is_empty(), "{failed:?}");
    assert!(checked >= 80, "only {checked} vectors found");
}
