//! Several calls in one message. Without this facet, batches are refused
//! ([`Misuse::BATCHES`](crate::Misuse::BATCHES)).

use crate::fault::CallError;

/// Messages with several calls in them.
pub trait Batches {
    /// The calls that are begun and finished from now on go in one message, with
    /// [`end_batch`](Self::end_batch).
    ///
    /// # Errors
    /// The protocol has no such messages, in the version that is spoken.
    fn begin_batch(&mut self) -> Result<(), CallError>;

    /// The message is complete and due. Without any calls nothing is sent.
    ///
    /// # Errors
    /// The connection has ended, or no batch was begun.
    fn end_batch(&mut self) -> Result<(), CallError>;

    /// Nothing of the batch is sent; its calls are over, without an event.
    fn abandon_batch(&mut self);
}
