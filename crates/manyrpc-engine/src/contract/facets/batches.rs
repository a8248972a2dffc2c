//! Several calls in one message. Without this facet, batches are refused
//! ([`Misuse::BATCHES`](crate::Misuse::BATCHES)).

use crate::fault::CallError;

/// Sends several calls in one message.
pub trait Batches {
    /// Whether so many calls can begin now, besides those in flight.
    fn has_room(&self, calls: usize) -> bool;

    /// Calls begun and finished from now on go into one message, until
    /// [`end_batch`](Self::end_batch).
    ///
    /// # Errors
    /// The protocol version in use has no batches.
    fn begin_batch(&mut self) -> Result<(), CallError>;

    /// The message is complete and queued. A batch without calls sends nothing.
    ///
    /// # Errors
    /// The connection has ended, or no batch was begun.
    fn end_batch(&mut self) -> Result<(), CallError>;

    /// Drops the batch: nothing is sent, and its calls end without an event.
    fn abandon_batch(&mut self);
}
