//! Introspection: servers describe their services and operations to clients without a definition.
//!
//! - `xmlrpc`: the methods `system.listMethods` and its like
//! - `jsonrpc`: `rpc.discover`, a document of OpenRPC
//! - `grpc`: server reflection; `ReflectionClient` is its client
//!
//! The source is [`Service::definition`]; services without a definition are not described.

#[cfg(all(feature = "dynamic", feature = "grpc", feature = "idl-protobuf"))]
mod grpc;
#[cfg(all(feature = "dynamic", feature = "jsonrpc"))]
mod jsonrpc;
#[cfg(feature = "dynamic")]
mod known;
#[cfg(all(feature = "dynamic", feature = "jsonrpc"))]
mod schema;
#[cfg(all(feature = "dynamic", feature = "xmlrpc"))]
mod xmlrpc;

use std::sync::Arc;

use manyrpc_codec::Encoding;

use crate::stub::Service;

#[cfg(all(feature = "dynamic", feature = "grpc", feature = "idl-protobuf"))]
pub use grpc::ReflectionClient;
#[cfg(feature = "dynamic")]
use known::{Described, Known};

/// Which kinds of introspection a server offers; all by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introspection {
    /// For XML-RPC: `system.listMethods`, `system.methodSignature`, `system.methodHelp` and
    /// `system.getCapabilities`.
    pub system_methods: bool,
    /// For JSON-RPC: `rpc.discover`.
    pub discover: bool,
    /// For gRPC: the services `grpc.reflection.v1.ServerReflection` and `v1alpha`.
    pub reflection: bool,
}

impl Introspection {
    /// Everything.
    pub const ALL: Self = Introspection {
        system_methods: true,
        discover: true,
        reflection: true,
    };

    /// Nothing.
    pub const NONE: Self = Introspection {
        system_methods: false,
        discover: false,
        reflection: false,
    };

    /// The services for introspection, each with the syntax that it is for.
    pub(crate) fn services(self, of: &[Arc<dyn Service>]) -> Vec<Telling> {
        TELLERS.iter().flat_map(|teller| teller(self, of)).collect()
    }
}

/// A service for introspection, with the syntax that it is for.
type Telling = (Encoding, Arc<dyn Service>);

/// Makes the introspection services of one system, if enabled.
type Teller = fn(Introspection, &[Arc<dyn Service>]) -> Vec<Telling>;

/// One for each system.
const TELLERS: &[Teller] = &[
    #[cfg(all(feature = "dynamic", feature = "xmlrpc"))]
    xmlrpc::services,
    #[cfg(all(feature = "dynamic", feature = "jsonrpc"))]
    jsonrpc::services,
    #[cfg(all(feature = "dynamic", feature = "grpc", feature = "idl-protobuf"))]
    grpc::services,
];

impl Default for Introspection {
    fn default() -> Self {
        Self::ALL
    }
}
