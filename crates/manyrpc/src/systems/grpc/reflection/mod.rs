//! gRPC's server reflection: definitions as descriptors, requested by name.
//!
//! Reading list: gRPC's "Server Reflection Protocol"; its service, `grpc.reflection.v1` and
//! `v1alpha`, is `interfaces/reflection.proto`.
//!
//! - `files`: the descriptors of what a server serves
//! - `server`: the service
//! - `client`: the client

mod client;
mod files;
mod server;

use std::sync::Arc;

use manyrpc_model::Value;

use crate::dynamic::{Definition, DynamicInterface};

pub use client::ReflectionClient;
pub(super) use server::services;

const TEXT: &str = include_str!("../../../../../../interfaces/reflection.proto");

/// The packages of the service, the newer one first.
const PACKAGES: [&str; 2] = ["grpc.reflection.v1", "grpc.reflection.v1alpha"];

const METHOD: &str = "ServerReflectionInfo";

/// The arms of a request, by number.
mod request {
    pub(super) const FILE: i64 = 3;
    pub(super) const SYMBOL: i64 = 4;
    pub(super) const EXTENSION: i64 = 5;
    pub(super) const EXTENSIONS: i64 = 6;
    pub(super) const SERVICES: i64 = 7;
}

/// The arms of a response, by number.
mod response {
    pub(super) const FILES: i64 = 4;
    pub(super) const SERVICES: i64 = 6;
    pub(super) const ERROR: i64 = 7;
}

/// The service in a package.
fn interface(package: &str) -> DynamicInterface {
    let statement = |package: &str| format!("package {package};");
    let text = TEXT.replacen(&statement(PACKAGES[0]), &statement(package), 1);
    let path = "reflection.proto";
    let (module, problems) = manyrpc_idl::load_text(path, &text, &manyrpc_idl::Options::default());
    let own = || unreachable!("our own definition: {problems:?}");
    let definition = Definition::new(module.unwrap_or_else(own));
    let definition: Arc<Definition> = definition.unwrap_or_else(|e| unreachable!("our own: {e}"));
    let found = DynamicInterface::find(&definition, None);
    found.unwrap_or_else(|e| unreachable!("our own: {e}"))
}

/// A message with a `oneof` in it.
fn choice(label: i64, value: Value) -> Value {
    let value = Box::new(value);
    Value::Optional(Some(Box::new(Value::Union { label, value })))
}

/// The selected arm of a `oneof`.
fn chosen(value: &Value) -> Option<(i64, &Value)> {
    match value {
        Value::Optional(Some(union)) => match &**union {
            Value::Union { label, value } => Some((*label, value)),
            _ => None,
        },
        _ => None,
    }
}
