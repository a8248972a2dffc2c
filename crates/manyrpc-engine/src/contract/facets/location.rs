//! Asking where an object is. Without this facet, the first call finds out.

use crate::contract::call::{CallHead, CallId};
use crate::fault::CallError;
use crate::time::Instant;

/// Questions where objects are.
pub trait Location {
    /// Asks the server whether the object of calls with this head is there. The question ends as a call does: with a reply
    /// without a body, once a server has said that it has the object; later calls are for the object where that server is.
    ///
    /// # Errors
    /// As [`begin_call`](crate::ClientEngine::begin_call).
    fn locate(&mut self, head: &CallHead<'_>, now: Instant) -> Result<CallId, CallError>;
}
