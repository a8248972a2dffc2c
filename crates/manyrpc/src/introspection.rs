//! Introspection: servers describe their services and operations to clients without a definition.
//!
//! - XML-RPC: the methods `system.listMethods`, `system.methodSignature`, `system.methodHelp` and
//!   `system.getCapabilities`
//! - JSON-RPC: `rpc.discover`, a document of OpenRPC
//! - gRPC: server reflection, `grpc.reflection.v1.ServerReflection` and `v1alpha`; `ReflectionClient` is its client
//!
//! The source is [`Service::definition`](crate::stub::Service::definition); services without a definition are not
//! described. Each kind is in the folder of its system; this module names them all.
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

pub use crate::system::introspection::{Introspection, IntrospectionService};

#[allow(
    unreachable_pub,
    reason = "empty where no system with a client of its introspection is compiled"
)]
pub use crate::systems::exports::introspection::*;
