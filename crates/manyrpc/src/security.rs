//! Security of bindings: authentication and protection of calls by mechanisms that protocols only
//! carry.
//!
//! A mechanism consists of an [`Initiator`] for clients and an [`Acceptor`] for servers. The crate
//! `manyrpc-security` has the mechanisms; the feature `security` provides it as `mechanisms`.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
//! use manyrpc::security::Level;
//! use manyrpc::{Client, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let server = Server::builder()
//!     .service(DynamicService::new(greeter.clone(), |_, _, arguments| Ok(arguments)))
//!     .least_level(Level::Integrity)
//!     .listen("dce+tcp://127.0.0.1:0")?
//!     .start()?;
//!
//! let unprotected = Client::open_for(&server.bindings()[0].to_string(), greeter.id())?;
//! let call = DynamicClient::new(unprotected, greeter).call_json("GREET", &serde_json::json!(["ann"]));
//! assert!(call.is_err());
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::sync::Arc;

pub use manyrpc_engine::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

#[cfg(feature = "security")]
pub use manyrpc_security as mechanisms;

/// A client's request for security: a mechanism, and the protection of each call.
#[derive(Clone)]
pub struct Security {
    pub(crate) level: Level,
    initiator: Arc<dyn Fn() -> Box<dyn Initiator> + Send + Sync>,
}

impl Security {
    /// Protects calls at a level; `initiator` makes our side of a new security context, one for
    /// each connection.
    pub fn new(
        level: Level,
        initiator: impl Fn() -> Box<dyn Initiator> + Send + Sync + 'static,
    ) -> Self {
        Security {
            level,
            initiator: Arc::new(initiator),
        }
    }

    /// Protects calls to a service (`host/name`) with these credentials; errors in them are
    /// reported by the first call.
    #[cfg(feature = "security")]
    pub fn with(
        level: Level,
        auth_type: AuthType,
        credentials: mechanisms::Credentials,
        service: &str,
    ) -> Self {
        let service = service.to_owned();
        Security::new(level, move || {
            mechanisms::initiator(auth_type, &credentials, &service)
        })
    }

    pub(crate) fn initiator(&self) -> Box<dyn Initiator> {
        (self.initiator)()
    }
}

impl fmt::Debug for Security {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Security({})", self.level)
    }
}

/// The mechanisms that a server accepts: returns its side of a new security context, or `None` for
/// unknown types.
pub(crate) type Acceptors = dyn Fn(AuthType) -> Option<Box<dyn Acceptor>> + Send + Sync;
