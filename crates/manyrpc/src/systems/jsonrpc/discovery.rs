//! Introspection for JSON-RPC: `rpc.discover` returns an OpenRPC document.
//!
//! Reading list: the OpenRPC specification, version 1.2.6: "OpenRPC Object", "Method Object",
//! "Content Descriptor Object", "Service Discovery Method".

use std::sync::Arc;

use manyrpc_codec::{Encoding, InterfaceId};
use manyrpc_dynamic::lower::{Members, Shape};
use manyrpc_engine::Outcome;
use manyrpc_model::Semantics;
use serde_json::{Map, Value as Json, json};

use super::schema::Schemas;
use crate::context::Dispatch;
use crate::service::Service;
use crate::system::introspection::IntrospectionService;
use crate::systems::known::{Described, Known};

/// The version of the specification that our documents follow.
const OPENRPC: &str = "1.2.6";

/// The service `rpc`.
struct Discovery(Arc<Known>);

/// The introspection service.
pub(super) fn service(of: &[Arc<dyn Service>]) -> IntrospectionService {
    (Encoding::JSON, Arc::new(Discovery(Known::new(of))))
}

impl Service for Discovery {
    fn interface(&self) -> InterfaceId<'_> {
        InterfaceId {
            name: "rpc",
            version: 1,
            ..InterfaceId::of_name("rpc")
        }
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        vec![("discover", 0)]
    }

    fn dispatch(&self, _: u32, call: &mut Dispatch<'_>) -> Outcome {
        call.reply().put(document(&self.0).to_string().as_bytes());
        Outcome::Idempotent
    }
}

/// The document for all services.
fn document(known: &Known) -> Json {
    let mut methods = Vec::new();
    let mut schemas = Schemas::default();
    known.each(|name, operation| methods.push(method(name, &operation, &mut schemas)));
    let interfaces: Vec<_> = known.interfaces().collect();
    let names: Vec<&str> = interfaces.iter().map(|i| i.id().full_name).collect();
    let first = interfaces.first();
    let version = first.map_or((0, 0), |i| (i.id().version, u32::from(i.id().minor)));
    let docs: Vec<&str> = interfaces.iter().map(|i| i.model().doc.as_str()).collect();
    let mut info = json!({
        "title": match names.is_empty() {
            true => "nothing".to_owned(),
            false => names.join(", "),
        },
        "version": format!("{}.{}.0", version.0, version.1),
    });
    say(&mut info, "description", docs.join("\n\n").trim());
    json!({
        "openrpc": OPENRPC,
        "info": info,
        "methods": methods,
        "components": { "schemas": schemas.into_json() },
    })
}

fn method(name: String, operation: &Described<'_>, schemas: &mut Schemas) -> Json {
    let Described {
        interface,
        model,
        lowered,
    } = *operation;
    let lowered_types = &interface.definition().lowered;
    let scope = interface.id().full_name;
    // Parameters that are one record are listed as its members.
    let params = match lowered.input.shapes[..] {
        [Shape::Record(id)] if lowered.input.meta.is_members_of_one() => lowered_types.record(id),
        _ => &lowered.input,
    };
    let params = schemas.members(lowered_types, scope, params).into_iter();
    let params = params.map(|member| {
        json!({ "name": member.name, "required": member.required, "schema": member.schema })
    });
    let params: Vec<Json> = params.collect();
    let mut method = json!({ "name": name, "params": params });
    // An array with one record is read as that record; its members in order are not.
    let structure = match lowered.input.meta.is_members_of_one() {
        true => "by-name",
        false => "either",
    };
    method["paramStructure"] = json!(structure);
    if model.semantics != Semantics::Maybe {
        method["result"] = json!({
            "name": "result",
            "schema": result(operation, &lowered.output, schemas),
        });
    }
    say(&mut method, "description", &model.doc);
    method
}

fn result(operation: &Described<'_>, results: &Members, schemas: &mut Schemas) -> Json {
    let definition = &operation.interface.definition().lowered;
    let scope = operation.interface.id().full_name;
    // Derived results count towards several results, but are not written.
    match (&results.meta.fields[..], &results.shapes[..]) {
        ([], _) => json!({ "type": "null" }),
        ([field], [shape]) => schemas.of(definition, scope, field, shape),
        _ => schemas.object(definition, scope, results),
    }
}

/// Adds a text if it is not empty.
fn say(of: &mut Json, key: &str, text: &str) {
    if let Some(object) = of.as_object_mut().filter(|_| !text.is_empty()) {
        Map::insert(object, key.to_owned(), json!(text));
    }
}
