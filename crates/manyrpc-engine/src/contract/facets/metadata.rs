//! What travels beside results. What travels beside arguments is in
//! [`CallHead::metadata`](crate::CallHead::metadata) and [`Call::metadata`](crate::Call::metadata). Without
//! this facet there is none, and what a server has to say in this way is lost.

use alloc::boxed::Box;

use crate::contract::call::CallId;
use crate::name::ReplyMetadata;

/// Metadata that a client receives.
pub trait ClientMetadata {
    /// Gives what travelled beside the event that
    /// [`next_event`](crate::ClientEngine::next_event) gave last: of several replies the first has the
    /// initial metadata, the end of the call the trailing.
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>>;
}

/// Metadata that a server sends.
pub trait ServerMetadata {
    /// Metadata travels beside the reply, behind what was given before: what is initial with the
    /// reply's head, what is trailing with its end. False where something of it does not: the head
    /// has gone already, or nobody waits for a reply.
    fn attach(&mut self, id: CallId, metadata: ReplyMetadata) -> bool;
}
