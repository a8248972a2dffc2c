//! A client's state of each call in flight.

use core::fmt;

use crate::in_flight::InFlight;
use crate::time::Instant;

pub(super) use crate::in_flight::State;

/// All calls of one client, by `call_id`. Their messages are queued requests.
pub(super) type Calls = InFlight<Request>;

/// State of a request.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// Its presentation context.
    pub(super) context: u16,
    /// Length in bytes before its stub data.
    pub(super) head: usize,
    /// Its deadline.
    pub(super) due: Instant,
    /// A cancel was sent to the server.
    pub(super) cancelled: bool,
    /// It only negotiates its context, and ends when that is accepted.
    pub(super) negotiates_only: bool,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "context {}", self.context)
    }
}
