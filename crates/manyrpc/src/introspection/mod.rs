//! What servers tell of themselves to those who call without a definition: what they serve, and what
//! it takes.
//!
//! - `xmlrpc`: the methods `system.listMethods` and its like
//! - `jsonrpc`: `rpc.discover`, a document of OpenRPC
//! - `grpc`: server reflection; `ReflectionClient` asks others
//!
//! They go by what [`Service::definition`] says, and tell nothing of services that say nothing.

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

/// Of what a server tells; the default is all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introspection {
    /// To clients of XML-RPC, by `system.listMethods`, `system.methodSignature`,
    /// `system.methodHelp` and `system.getCapabilities`.
    pub system_methods: bool,
    /// To clients of JSON-RPC, by `rpc.discover`.
    pub discover: bool,
    /// To clients of gRPC, by the services `grpc.reflection.v1.ServerReflection` and `v1alpha`.
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

    /// The services that tell of others, each with the syntax that it is for.
    pub(crate) fn services(self, of: &[Arc<dyn Service>]) -> Vec<Telling> {
        TELLERS.iter().flat_map(|teller| teller(self, of)).collect()
    }
}

/// A service that tells of others, with the syntax that it is for.
type Telling = (Encoding, Arc<dyn Service>);

/// Gives those of one system, if it is to tell.
type Teller = fn(Introspection, &[Arc<dyn Service>]) -> Vec<Telling>;

/// How each system tells.
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
