//! What servers tell of themselves where their system has a management interface.

use std::fmt;

use crate::binding::Binding;
use crate::error::Error;
use crate::security::AuthType;
use crate::stub::InterfaceId;
use crate::uuid::Uuid;

/// What a server told of itself; `None` and nothing for what it does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// Whether it takes calls.
    pub listening: Option<bool>,
    /// What it serves.
    pub interfaces: Vec<SyntaxId>,
    /// What it has done so far.
    pub counters: Option<Counts>,
    /// The names under which it is authenticated.
    pub principals: Vec<(AuthType, String)>,
}

/// Counters of a server, which go around at 2³².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls carried out.
    pub calls_in: u32,
    /// Calls made.
    pub calls_out: u32,
    /// Packets received.
    pub packets_in: u32,
    /// Packets sent.
    pub packets_out: u32,
}

/// Asks the server at a binding, which names a port, by the management interface of its system.
///
/// # Errors
/// It cannot be reached, or has no management interface.
pub fn inquire(at: &Binding) -> Result<ServerInfo, Error> {
    at.system.inquire(at)
}

/// An interface or a transfer syntax: an identifier and a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SyntaxId {
    /// Its identifier.
    pub uuid: Uuid,
    /// Versions that differ in this have nothing to do with each other.
    pub major: u16,
    /// A later one can do all that an earlier one can.
    pub minor: u16,
}

impl SyntaxId {
    /// Whether a server of this serves a client of `asked`: the same major version, and no
    /// earlier minor one (C706, section 2.3.3.3).
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
