//! Introspection: servers describe their services and operations to clients without a definition.
//!
//! - `xmlrpc`: the methods `system.listMethods` and its like
//! - `jsonrpc`: `rpc.discover`, a document of OpenRPC
//! - `grpc`: server reflection; `ReflectionClient` is its client
//!
//! The source is [`Service::definition`]; services without a definition are not described.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
//! use manyrpc::introspection::Introspection;
//! use manyrpc::{Client, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let server = Server::builder()
//!     .service(DynamicService::new(greeter, |_, _, arguments| Ok(arguments)))
//!     .introspection(Introspection { discover: true, ..Introspection::NONE })
//!     .listen("jsonrpc+http://127.0.0.1:0/rpc")?
//!     .start()?;
//! let mut client = Client::open(&server.bindings()[0].to_string())?;
//! let document = client.call_untyped("rpc.discover", &serde_json::json!([]))?;
//! assert_eq!(document["methods"].as_array().map(Vec::len), Some(1));
//! # Ok(())
//! # }
//! ```

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
    pub(crate) fn services(self, of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
        FACTORIES
            .iter()
            .flat_map(|factory| factory(self, of))
            .collect()
    }
}

/// A service for introspection, with the syntax that it is for.
type IntrospectionService = (Encoding, Arc<dyn Service>);

/// Makes the introspection services of one system, if enabled.
type IntrospectionFactory = fn(Introspection, &[Arc<dyn Service>]) -> Vec<IntrospectionService>;

/// One for each system.
const FACTORIES: &[IntrospectionFactory] = &[
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
