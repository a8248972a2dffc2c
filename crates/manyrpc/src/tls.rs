//! Secured connections: whom one trusts, and who one is.
//!
//! Bindings say which connections are secured (`grpcs://`, `jsonrpc+https://`, `xmlrpc+https://`,
//! `jsonrpc+tls://`), [`ClientOptions::tls`](crate::ClientOptions::tls) and
//! [`Builder::tls`](crate::server::Builder::tls) say how. A client that gives a certificate is known
//! to the server's handlers by [`Context::principal`](crate::Context::principal) and
//! [`Context::certificate`](crate::Context::certificate).
//!
//! Without the feature `tls` such bindings are refused, and settings cannot be made.

use std::io;

pub use manyrpc_driver::tls::{Client, Reason, Server, TlsError};
#[cfg(feature = "tls")]
pub use manyrpc_driver::tls::{Identity, Owner, Roots};

/// What kept a connection from being secured, if that is what an error of the system's says.
pub(crate) fn failure(error: &io::Error) -> Option<&TlsError> {
    error.get_ref()?.downcast_ref()
}
