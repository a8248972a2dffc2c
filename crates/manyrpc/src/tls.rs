//! TLS connections: trusted authorities, and one's own certificate.
//!
//! Bindings determine which connections are secured (`grpcs://`, `jsonrpc+https://`,
//! `xmlrpc+https://`, `jsonrpc+tls://`); [`ClientOptions::tls`](crate::ClientOptions::tls) and
//! [`Builder::tls`](crate::server::Builder::tls) determine how. The server's handlers identify a
//! client with a certificate by [`Context::principal`](crate::Context::principal) and
//! [`Context::certificate`](crate::Context::certificate).
//!
//! ```no_run
//! use manyrpc::tls::{self, Identity, Roots};
//! use manyrpc::{Client, ClientOptions, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let identity = Identity::read("server.pem".as_ref(), "server.key".as_ref())?;
//! let server = Server::builder()
//!     .tls(tls::Server::new(identity))
//!     .listen("grpcs://localhost:0")?
//!     .start()?;
//!
//! let roots = Roots::read("ca.pem".as_ref())?;
//! let options = ClientOptions { tls: tls::Client::new().roots(roots), ..ClientOptions::default() };
//! let client = Client::connect(&server.bindings()[0], None, &options)?;
//! # drop(client);
//! # Ok(())
//! # }
//! ```
//!
//! Without the feature `tls` such bindings are refused, and the settings cannot be made.

use std::io;

pub use manyrpc_driver::tls::{Client, Reason, Server, TlsError};
#[cfg(feature = "tls")]
pub use manyrpc_driver::tls::{Identity, Owner, Roots};

/// The TLS failure in an error of the system, if that is the cause.
pub(crate) fn failure(error: &io::Error) -> Option<&TlsError> {
    error.get_ref()?.downcast_ref()
}
