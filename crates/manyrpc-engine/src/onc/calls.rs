//! A client's state of each call in flight.

use core::fmt;
use core::time::Duration;

use crate::in_flight::InFlight;
use crate::time::Instant;

pub(super) use crate::in_flight::State;

/// All calls of one client, by xid. Over a stream, their messages are unused.
pub(super) type Calls = InFlight<Sent>;

/// State of a call in flight.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// The offset of the arguments in its message.
    pub(super) arguments_at: usize,
    /// Whether it is queued for transmission.
    pub(super) due: bool,
    /// Whether it was sent with a shorthand credential.
    pub(super) short: bool,
    pub(super) first_sent: Instant,
    pub(super) deadline: Instant,
    /// The current retransmission timeout.
    pub(super) wait: Duration,
    pub(super) transmissions: u32,
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sent {}", self.transmissions)
    }
}
