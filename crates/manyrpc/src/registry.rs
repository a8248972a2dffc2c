//! Registries of servers: clients of each system's registry, and registries of our own. Each is in the folder of its
//! system; this module names them all.
//!
//! - `rpcbind`: Sun / ONC RPC, by program and version
//! - `epm`: DCE's endpoint mapper, by interface and object
//! - `llb`: the location brokers of Apollo NCS, by object, type and interface
//! - `naming`: CORBA's naming service, by names in contexts
//!
//! ```
//! use manyrpc::Server;
//! use manyrpc::registry::inquire;
//!
//! # fn main() -> Result<(), manyrpc::Error> {
//! let server = Server::builder().listen("dce+tcp://127.0.0.1:0")?.start()?;
//! let information = inquire(&server.bindings()[0])?;
//! assert_eq!(information.listening, Some(true));
//! # Ok(())
//! # }
//! ```

pub use crate::system::management::{Management, ManagementOperation};
pub use crate::system::server_info::{Counts, ServerInfo, SyntaxId, inquire};

#[allow(
    unreachable_pub,
    reason = "empty where no system with a registry is compiled"
)]
pub use crate::systems::exports::registries::*;
