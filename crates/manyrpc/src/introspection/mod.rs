//! Introspection: servers describe their services and operations to clients without a definition.
//!
//! - XML-RPC: the methods `system.listMethods`, `system.methodSignature`, `system.methodHelp` and
//!   `system.getCapabilities`
//! - JSON-RPC: `rpc.discover`, a document of OpenRPC
//! - gRPC: server reflection, `grpc.reflection.v1.ServerReflection` and `v1alpha`; `ReflectionClient` is its client
//!
//! The source is [`Service::definition`]; services without a definition are not described. Each kind is in the folder
//! of its system; this module has what they share.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
//! use manyrpc::introspection::Introspection;
//! use manyrpc::{Client, Server, systems};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let server = Server::builder()
//!     .service(DynamicService::new(greeter, |_, _, arguments| Ok(arguments)))
//!     .introspection(Introspection::of(&[systems::named("jsonrpc").unwrap()]))
//!     .listen("jsonrpc+http://127.0.0.1:0/rpc")?
//!     .start()?;
//! let mut client = Client::open(&server.bindings()[0].to_string())?;
//! let document = client.call_untyped("rpc.discover", &serde_json::json!([]))?;
//! assert_eq!(document["methods"].as_array().map(Vec::len), Some(1));
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "dynamic")]
mod known;

use std::sync::Arc;

use manyrpc_codec::Encoding;

use crate::stub::Service;
use crate::systems::{self, System};

#[cfg(feature = "dynamic")]
pub(crate) use known::{Described, Known};

#[allow(
    unreachable_pub,
    reason = "empty where no system with a client of its introspection is compiled"
)]
pub use crate::systems::exports::introspection::*;

/// A service for introspection, with the syntax that it is for.
pub type IntrospectionService = (Encoding, Arc<dyn Service>);

/// The systems whose kind of introspection a server offers; all by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introspection(Option<Vec<&'static dyn System>>);

impl Introspection {
    /// Every system.
    pub const ALL: Self = Introspection(None);

    /// None.
    pub const NONE: Self = Introspection(Some(Vec::new()));

    /// Only these systems.
    #[must_use]
    pub fn of(systems: &[&'static dyn System]) -> Self {
        Introspection(Some(systems.to_vec()))
    }

    /// The services for introspection, each with the syntax that it is for.
    pub(crate) fn services(&self, of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
        let offered = systems::all().filter(|system| match &self.0 {
            Some(only) => only.contains(system),
            None => true,
        });
        offered
            .flat_map(|system| system.introspection(of))
            .collect()
    }
}

impl Default for Introspection {
    fn default() -> Self {
        Self::ALL
    }
}
