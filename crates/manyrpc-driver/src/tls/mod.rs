//! TLS, between a stream's socket and its engine.
//!
//! Reading list: RFC 8446 (TLS 1.3), RFC 5246 (1.2), RFC 7301 (ALPN), RFC 6125 (names), by
//! `rustls`; RFC 4514 for how a name is written.
//!
//! Neither engines nor the rest of the driver know of it: a `Socket` that
//! has a session takes plain bytes apart from what it receives and makes records of what it sends.
//! One without pays a look at whether there is a session.
//!
//! - [`Client`], [`Server`]: what is trusted, and who we are
//! - [`Connector`], [`Acceptor`]: the same, checked and ready for connections
//! - `Owner`: who a certificate says that its owner is
//! - [`TlsError`]: why a connection could not be secured, and what to do about it
//! - `session`: one connection's state; `anyone`: the check that is none
//!
//! All of it is there with the feature `tls`, which is on by default. Without it the types are left that
//! the rest of the driver names, and nothing makes a session (`absent`).

#[cfg(not(feature = "tls"))]
mod absent;
#[cfg(feature = "tls")]
mod anyone;
mod error;
#[cfg(feature = "tls")]
mod owner;
#[cfg(feature = "tls")]
mod session;
#[cfg(feature = "tls")]
mod settings;

#[cfg(not(feature = "tls"))]
pub use absent::{Acceptor, Client, Connector, Server};
#[cfg(not(feature = "tls"))]
pub(crate) use absent::{LEAST_ROOM, Session};
pub use error::{Reason, TlsError};
#[cfg(feature = "tls")]
pub use owner::Owner;
#[cfg(feature = "tls")]
pub(crate) use session::{LEAST_ROOM, Session};
#[cfg(feature = "tls")]
pub use settings::{Acceptor, Client, Connector, Identity, Roots, Server};
