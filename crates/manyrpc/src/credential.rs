//! Credentials that clients may send.

use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// A machine, user and groups, unverified (AUTH_SYS, RFC 5531 appendix A).
#[cfg(feature = "onc")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuthSys {
    /// The caller's machine, up to 255 bytes.
    pub machine: String,
    /// The user.
    pub uid: u32,
    /// The group.
    pub gid: u32,
    /// Further groups, up to 16.
    pub gids: Vec<u32>,
}

/// A user with a password, in the header of each message (Web Services Security, UsernameToken Profile 1.1).
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "soap"), allow(dead_code, reason = "only SOAP sends it"))]
pub struct User {
    pub(crate) name: String,
    pub(crate) password: String,
    pub(crate) digest: bool,
    pub(crate) lifetime: Option<Duration>,
}

impl User {
    /// With the password as text, which only a secured connection should carry.
    pub fn new(name: impl Into<String>, password: impl Into<String>) -> Self {
        User {
            name: name.into(),
            password: password.into(),
            digest: false,
            lifetime: None,
        }
    }

    /// Sends a digest of the password instead, which is different for every message.
    #[must_use]
    pub fn digest(self) -> Self {
        User {
            digest: true,
            ..self
        }
    }

    /// States how long each message is valid: a timestamp.
    #[must_use]
    pub fn lifetime(self, lifetime: Duration) -> Self {
        User {
            lifetime: Some(lifetime),
            ..self
        }
    }
}

/// The password is a secret.
impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "User({:?})", self.name)
    }
}

/// The passwords of users, by their names.
type Passwords = dyn Fn(&str) -> Option<String> + Send + Sync;

/// A server's users, whatever binding they call.
#[cfg_attr(not(feature = "soap"), allow(dead_code, reason = "only SOAP asks"))]
pub(crate) struct Users {
    /// The password of the user with a name.
    pub(crate) password: Box<Passwords>,
    /// What each message had that may come once only, and when it came.
    pub(crate) seen: Mutex<HashMap<Vec<u8>, SystemTime>>,
}
