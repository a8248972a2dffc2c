//! What is settled with the server before a first call. Without this facet, calls go at once.

use crate::contract::call::{CallHead, CallId};
use crate::fault::CallError;
use crate::time::Instant;

/// Settling what calls need, without a call.
pub trait Negotiation {
    /// Settles with the server what must be before a call with this head can go, a presentation
    /// context, say. Gives the name of that, if anything was left to settle: it ends as a call does,
    /// with a reply that has no body.
    ///
    /// # Errors
    /// As [`begin_call`](crate::ClientEngine::begin_call).
    fn prepare(&mut self, head: &CallHead<'_>, now: Instant) -> Result<Option<CallId>, CallError>;
}
