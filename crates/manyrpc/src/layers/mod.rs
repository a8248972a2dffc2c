//! Calls as requests and responses of `tower`, whose layers then apply to clients and servers
//! (feature `tower`).
//!
//! Layers stand above bodies. A client's request is a [`CallRequest`]: which operation of which
//! interface, whether it may be repeated, metadata, object and timeout. Its arguments are marshalled
//! once a connection below the layers tells how, and once only, however often it is repeated. A
//! server's is a [`ServedCall`], which tells the same of a call that has arrived; its arguments and
//! results stay where they are. So a layer neither knows nor delays what it does not look at, and is
//! the same over every system.
//!
//! - [`AsyncClient::layered`](crate::AsyncClient::layered): the same client, behind layers; stubs and
//!   dynamic clients are then made from it
//! - [`AsyncClient::through`](crate::AsyncClient::through): the same with any service, such as one
//!   that chooses among several clients
//! - [`server::Builder::layer`](crate::server::Builder::layer): layers around everything that a
//!   server on a runtime serves
//! - [`RepeatLayer`]: repeats what may be repeated, within a budget
//!
//! An error of a layer becomes [`CallError::Layer`], which contains it; an error that layers only
//! passed on is as it was.
//!
//! ```
//! use std::time::Duration;
//!
//! use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
//! use manyrpc::layers::RepeatLayer;
//! use manyrpc::{AsyncClient, Server};
//! use serde_json::json;
//! use tower::ServiceBuilder;
//! use tower::limit::ConcurrencyLimitLayer;
//! use tower::timeout::TimeoutLayer;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! # runtime.block_on(async {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let service = DynamicService::new(greeter.clone(), |_, _, arguments| Ok(arguments));
//! let server = Server::builder()
//!     .service(service)
//!     .layer(ConcurrencyLimitLayer::new(100))
//!     .listen("onc+tcp://127.0.0.1:0")?
//!     .start_on_runtime()
//!     .await?;
//!
//! let layers = ServiceBuilder::new()
//!     .layer(RepeatLayer::attempts(3))
//!     .layer(TimeoutLayer::new(Duration::from_secs(2)))
//!     .into_inner();
//! let client = AsyncClient::open(&server.bindings()[0].to_string()).await?;
//! let greetings = AsyncDynamicClient::new(client.layered(layers), greeter);
//! assert_eq!(greetings.call_json("GREET", &json!(["ann"])).await?, "ann");
//! # server.stop().await;
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! Calls with several messages pass through layers as any other: the layers let them begin, and see
//! their end; a time limit ends them. A client's layers go on while its receiver is polled. Layers do
//! not see the bytes of arguments; a server's see no results either.

mod arguments;
mod boxed;
mod halves;
mod opened;
mod repeat;
mod request;
mod served;
mod streamed;
mod turn;

pub use boxed::{BoxError, BoxedService};
pub use manyrpc_driver::tokio::Received as CallReply;
pub use repeat::{Repeat, RepeatLayer, Repeats};
pub use request::CallRequest;
pub use served::{Served, ServedCall};

use manyrpc_engine::{CallError, Fault};

pub(crate) use opened::Passage;
pub(crate) use request::exchange;
pub(crate) use served::{Naming, executed, innermost};
pub(crate) use streamed::StreamedCall;

/// A client's calls as a service: below all layers, its connections.
pub type ClientService = BoxedService<CallRequest, CallReply, CallError>;

/// The calls of a server as a service: below all layers, what it serves.
pub type ServedService = BoxedService<ServedCall, Served, Fault>;
