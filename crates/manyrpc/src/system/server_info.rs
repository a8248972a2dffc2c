//! Information that servers report through their system's management interface.

use std::fmt;

use manyrpc_codec::InterfaceId;

use super::binding::Binding;
use crate::error::Error;
use crate::security::AuthType;
use crate::uuid::Uuid;

/// Information about a server; `None` or empty where it reports nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// Whether it is listening.
    pub listening: Option<bool>,
    /// Its interfaces.
    pub interfaces: Vec<SyntaxId>,
    /// Its counters.
    pub counters: Option<Counts>,
    /// Its principal names.
    pub principals: Vec<(AuthType, String)>,
}

/// Counters of a server, which wrap at 2³².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls executed.
    pub calls_in: u32,
    /// Calls made.
    pub calls_out: u32,
    /// Packets received.
    pub packets_in: u32,
    /// Packets sent.
    pub packets_out: u32,
}

/// Requests it from the server at a binding with a port, by its system's management interface.
///
/// # Errors
/// It cannot be reached, or has no management interface.
pub fn inquire(at: &Binding) -> Result<ServerInfo, Error> {
    at.system.inquire(at)
}

/// An interface or a transfer syntax: a UUID and a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SyntaxId {
    /// The UUID.
    pub uuid: Uuid,
    /// Different major versions are unrelated.
    pub major: u16,
    /// A later minor version includes all earlier ones.
    pub minor: u16,
}

impl SyntaxId {
    /// Whether a server of this version serves clients of `asked`: the same major version, and the
    /// same or a later minor one (C706, section 2.3.3.3).
    pub fn suits(&self, asked: SyntaxId) -> bool {
        (self.uuid, self.major) == (asked.uuid, asked.major) && self.minor >= asked.minor
    }
}

impl From<InterfaceId<'_>> for SyntaxId {
    fn from(id: InterfaceId<'_>) -> Self {
        SyntaxId {
            uuid: Uuid(id.uuid),
            major: id.major(),
            minor: id.minor,
        }
    }
}

impl fmt::Display for SyntaxId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}.{}", self.uuid, self.major, self.minor)
    }
}
