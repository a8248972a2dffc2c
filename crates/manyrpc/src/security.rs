//! Who may call, and who is called: the security of a binding, by mechanisms that protocols only
//! carry.
//!
//! A mechanism is an [`Initiator`] on the client's side and an [`Acceptor`] on the server's. Crate
//! `manyrpc-security` has the mechanisms; feature `security` brings it along as `mechanisms`.

use std::fmt;
use std::sync::Arc;

pub use manyrpc_engine::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

#[cfg(feature = "security")]
pub use manyrpc_security as mechanisms;

/// What a client asks for: a mechanism, and how much of each call it protects.
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

    /// Protects calls to a service (`host/name`) by these credentials; what they lack, the first
    /// call says.
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

/// What a server can authenticate: gives its side of a new security context, or `None` for a type
/// that it does not know.
pub(crate) type Acceptors = dyn Fn(AuthType) -> Option<Box<dyn Acceptor>> + Send + Sync;
