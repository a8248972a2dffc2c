//! What a server engine asks of the process it runs in.

use alloc::boxed::Box;
use core::fmt;

use crate::security::{Acceptor, AuthType, Level};

/// The process behind one or many server engines: what it serves, the association groups that its
/// connections share (C706 section 9.3.3), and whom it can authenticate.
pub trait Host: Send + Sync {
    /// Whether version `major`.`minor` of the interface is served. A server serves a minor version
    /// that is its own or lower (C706 section 6.1.3).
    fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool;

    /// Joins the group `wanted`, or a new one where that is 0. Gives the group's id, never 0;
    /// `None` where there is no such group or no room for another.
    fn join_group(&self, wanted: u32) -> Option<u32>;

    /// One association of the group ended. Whether it was the last.
    fn leave_group(&self, id: u32) -> bool;

    /// Our side of a new security context of that kind; `None` where there is no such mechanism.
    fn acceptor(&self, _auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        None
    }

    /// The level of security below which calls to this interface are refused.
    fn least_level(&self, _uuid: &[u8; 16]) -> Level {
        Level::None
    }

    /// The local part of our address, a TCP port in digits, where a client's further connections
    /// should go (C706 section 12.6.3.1, `port_any_t`). At most 16 bytes of it are told.
    fn port(&self) -> &str {
        ""
    }
}

impl fmt::Debug for dyn Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Host")
    }
}
