//! Negotiation before the first call. Without this facet, calls are sent at once.

use crate::contract::call::{CallHead, CallId};
use crate::fault::CallError;
use crate::time::Instant;

/// Negotiates what calls need, without a call.
pub trait Negotiation {
    /// Negotiates with the server what a call with this head requires, such as a presentation
    /// context. Returns an id if anything had to be negotiated; it ends as a call does, with a
    /// reply without a body.
    ///
    /// # Errors
    /// As [`begin_call`](crate::ClientEngine::begin_call).
    fn prepare(&mut self, head: &CallHead<'_>, now: Instant) -> Result<Option<CallId>, CallError>;
}
