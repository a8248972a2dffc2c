//! Messages of `Database.Request` that libraries of other languages wrote, in JSON-RPC and XML-RPC:
//! what they carry is read through the definition, and is what they say it is.

use std::fs;
use std::ops::Range;
use std::path::Path;

use manyrpc_codec::json::scan::{Body, body, envelope, error};
use manyrpc_codec::xml::scan::{Message, message};
use manyrpc_codec::{Buf, Limits, Way, json as codec, xml};
use manyrpc_dynamic::json::params_to_json;
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, lower};
use manyrpc_model::Value;
use serde_json::Value as Json;

const LIMITS: Limits = Limits::DEFAULT;

/// One file: who wrote it is its name.
struct Vector {
    name: String,
    /// Of a message with a value: whether it is a request, and what it holds.
    says: Option<(Way, Json)>,
    bytes: Vec<u8>,
}

fn vectors(folder: &str) -> Vec<Vector> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let files = fs::read_dir(root.join(folder)).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|e| e == "hex"));
    files.map(|path| vector(&path)).collect()
}

fn vector(path: &Path) -> Vector {
    let text = fs::read_to_string(path).unwrap();
    let fact = |name| text.lines().find_map(|line| line.strip_prefix(name));
    let way = match fact("# type: Database.Request.") {
        Some("request") => Some(Way::Request),
        Some("reply") => Some(Way::Reply),
        _ => None,
    };
    let value = fact("# value: ").map(|value| serde_json::from_str(value).unwrap());
    let hex: String = text.lines().filter(|l| !l.starts_with('#')).collect();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    Vector {
        name: path.display().to_string(),
        says: way.zip(value),
        bytes: (0..hex.len()).step_by(2).map(byte).collect(),
    }
}

fn database() -> Lowered {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interfaces/database.x");
    let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
    lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap()
}

fn members(lowered: &Lowered, way: Way) -> &Members {
    let operation = &lowered.interfaces[0].operations[0];
    match way {
        Way::Request => &operation.input,
        Way::Reply => &operation.output,
    }
}

/// The one record that travels, as the definition's JSON.
fn said(lowered: &Lowered, members: &Members, values: &[Value]) -> Json {
    let json = params_to_json(lowered, members, values).unwrap();
    let object = json.as_object().unwrap();
    object.values().next().unwrap().clone()
}

#[test]
fn json_rpc_of_other_languages() {
    let lowered = database();
    let all = vectors("jsonrpc");
    assert!(all.len() >= 18, "{} of them", all.len());
    for Vector { name, says, bytes } in all {
        let Ok(Body::One(whole)) = body(&bytes, 1, &LIMITS) else {
            panic!("{name}: no message");
        };
        let found = envelope(&bytes, whole, &LIMITS).unwrap().unwrap();
        let Some((way, value)) = says else {
            let error = error(&bytes, found.error.unwrap(), &LIMITS).unwrap();
            assert!(error.code.is_some() && error.message.is_some(), "{name}");
            continue;
        };
        let range = match way {
            Way::Request => found.params,
            Way::Reply => found.result,
        };
        let bytes = &bytes[range.unwrap()];
        let members = members(&lowered, way);
        let mut values = Vec::new();
        let mut slots = DynSlots::new(&lowered, members, &mut values);
        let read = match way {
            Way::Request => codec::decode_request(bytes, &members.meta, &mut slots, &LIMITS),
            Way::Reply => codec::decode_reply(bytes, &members.meta, &mut slots, &LIMITS),
        };
        assert_eq!(read, Ok(()), "{name}");
        assert_eq!(said(&lowered, members, &values), value, "{name}");

        let fields = DynFields::new(&lowered, members, &values);
        let mut buf = Buf::new();
        let written = match way {
            Way::Request => codec::encode_request(&mut buf, &members.meta, &fields, &LIMITS),
            Way::Reply => codec::encode_reply(&mut buf, &members.meta, &fields, &LIMITS),
        };
        assert_eq!(written, Ok(()), "{name}");
        let (ours, theirs) = (buf.data(), bytes);
        let [ours, theirs] = [ours, theirs].map(|b| serde_json::from_slice::<Json>(b).unwrap());
        assert_eq!(ours, theirs, "{name}: what is written says the same");
    }
}

#[test]
fn xml_rpc_of_other_languages() {
    let lowered = database();
    let all = vectors("xmlrpc");
    assert!(all.len() >= 24, "{} of them", all.len());
    for Vector { name, says, bytes } in all {
        let range: Range<usize> = match (message(&bytes, &LIMITS).unwrap(), &says) {
            (Message::Call { params, .. }, Some((Way::Request, _))) => params,
            (Message::Reply { params }, Some((Way::Reply, _))) => params,
            (Message::Fault(fault), None) => {
                assert!(!fault.message.is_empty(), "{name}");
                continue;
            }
            (other, _) => panic!("{name}: {other:?}"),
        };
        let (way, value) = says.unwrap();
        let members = members(&lowered, way);
        let read = |bytes: &[u8]| {
            let mut values = Vec::new();
            let mut slots = DynSlots::new(&lowered, members, &mut values);
            match way {
                Way::Request => xml::decode_request(bytes, &members.meta, &mut slots, &LIMITS),
                Way::Reply => xml::decode_reply(bytes, &members.meta, &mut slots, &LIMITS),
            }
            .map(|()| values)
        };
        let values = read(&bytes[range]).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(said(&lowered, members, &values), value, "{name}");

        for options in [xml::Options::DEFAULT, xml::Options::STRICT] {
            let fields = DynFields::new(&lowered, members, &values);
            let (mut buf, m) = (Buf::new(), &members.meta);
            let written = match way {
                Way::Request => xml::encode_request(&mut buf, m, &fields, &LIMITS, options),
                Way::Reply => xml::encode_reply(&mut buf, m, &fields, &LIMITS, options),
            };
            assert_eq!(written, Ok(()), "{name}");
            assert_eq!(read(buf.data()).as_ref(), Ok(&values), "{name}");
        }
    }
}
