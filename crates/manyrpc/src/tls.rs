//! TLS connections: trusted authorities, and one's own certificate.
//!
//! Bindings determine which connections are secured (`grpcs://`, `jsonrpc+https://`,
//! `xmlrpc+https://`, `jsonrpc+tls://`); [`ClientOptions::tls`](crate::ClientOptions::tls) and
//! [`Builder::tls`](crate::server::Builder::tls) determine how. The server's handlers identify a
//! client with a certificate by [`Context::principal`](crate::Context::principal) and
//! [`Context::certificate`](crate::Context::certificate).
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
