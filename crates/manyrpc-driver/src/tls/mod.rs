//! TLS, between a stream's socket and its engine.
//!
//! Reading list: RFC 8446 (TLS 1.3), RFC 5246 (1.2), RFC 7301 (ALPN), RFC 6125 (names), implemented
//! by `rustls`; RFC 4514 for the text form of names.
//!
//! Neither engines nor the rest of the driver are aware of it: a `Socket` with a session decrypts
//! what it receives and encrypts what it sends. Without a session, the cost is a check for one.
//!
//! - [`Client`], [`Server`]: trusted authorities, and our identity
//! - [`Connector`], [`Acceptor`]: the same, checked and prepared for connections
//! - `Owner`: the owner named in a certificate
//! - [`TlsError`]: why a connection could not be secured, and what to do about it
//! - `session`: one connection's state; `anyone`: a verifier that accepts any certificate
//!
//! All of this requires the feature `tls`, which is on by default. Without it, only the types
//! remain that the rest of the driver uses, and no session can be made (`absent`).
//!
//! ```
//! use manyrpc_driver::tls::{Client, Identity, Reason};
//!
//! // Trusts the system's authorities, and checks the name in the server's certificate.
//! let _client = Client::new().server_name("db.example.com");
//! let error = Identity::from_pem(b"", b"").unwrap_err();
//! assert_eq!(error.reason(), Reason::Settings);
//! ```

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
pub(crate) use absent::{MIN_ROOM, Session};
pub use error::{Reason, TlsError};
#[cfg(feature = "tls")]
pub use owner::Owner;
#[cfg(feature = "tls")]
pub(crate) use session::{MIN_ROOM, Session};
#[cfg(feature = "tls")]
pub use settings::{Acceptor, Client, Connector, Identity, Roots, Server};
