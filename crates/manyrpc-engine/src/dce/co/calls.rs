//! What a client keeps of each call in flight.

use core::fmt;

use crate::in_flight::InFlight;
use crate::time::Instant;

pub(super) use crate::in_flight::State;

/// All calls of one client, by `call_id`. Their messages are requests that are queued.
pub(super) type Calls = InFlight<Request>;

/// What a request is.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// Its presentation context.
    pub(super) context: u16,
    /// Bytes before its stub data.
    pub(super) head: usize,
    /// When its time is over.
    pub(super) due: Instant,
    /// The server was asked to end it.
    pub(super) cancelled: bool,
    /// It is no call: it ends when its context is accepted.
    pub(super) only_settles: bool,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "context {}", self.context)
    }
}
