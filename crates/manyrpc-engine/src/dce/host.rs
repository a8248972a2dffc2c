//! What a server engine needs from its process.
//!
//! ```
//! use manyrpc_engine::dce::Host;
//!
//! struct Process;
//! impl Host for Process {
//!     fn serves(&self, _uuid: &[u8; 16], major: u16, _minor: u16) -> bool {
//!         major == 1
//!     }
//!     fn join_group(&self, wanted: u32) -> Option<u32> {
//!         (wanted == 0).then_some(1) // One association per group.
//!     }
//!     fn leave_group(&self, _id: u32) -> bool {
//!         true
//!     }
//! }
//! assert!(Process.serves(&[0; 16], 1, 0));
//! ```

use alloc::boxed::Box;
use core::fmt;

use crate::security::{Acceptor, AuthType, Level};

/// The process behind one or more server engines: the interfaces it serves, the association groups
/// shared by its connections (C706 section 9.3.3), and its authentication mechanisms.
pub trait Host: Send + Sync {
    /// Whether version `major`.`minor` of the interface is served. A server serves minor versions
    /// up to its own (C706 section 6.1.3).
    fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool;

    /// Joins the group `wanted`, or a new one if that is 0. Returns the group's id, never 0; `None`
    /// if there is no such group or no room for another.
    fn join_group(&self, wanted: u32) -> Option<u32>;

    /// One association of the group ended. True if it was the last.
    fn leave_group(&self, id: u32) -> bool;

    /// The server side of a new security context of that type; `None` for an unknown mechanism.
    fn acceptor(&self, _auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        None
    }

    /// The security level below which calls to this interface are refused.
    fn least_level(&self, _uuid: &[u8; 16]) -> Level {
        Level::None
    }

    /// The local endpoint, a TCP port in digits, where a client's further connections should go
    /// (C706 section 12.6.3.1, `port_any_t`). At most 16 bytes of it are sent.
    fn port(&self) -> &str {
        ""
    }
}

impl fmt::Debug for dyn Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Host")
    }
}
