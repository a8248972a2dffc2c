//! Metadata of results. That of arguments is in [`CallHead::metadata`](crate::CallHead::metadata)
//! and [`Call::metadata`](crate::Call::metadata). Without this facet there is none, and a server's
//! metadata is dropped.

use alloc::boxed::Box;

use crate::contract::call::CallId;
use crate::name::ReplyMetadata;

/// Metadata that a client receives.
pub trait ClientMetadata {
    /// Takes the metadata of the last event from [`next_event`](crate::ClientEngine::next_event):
    /// the first of several replies has the initial metadata, the end of the call the trailing.
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>>;
}

/// Metadata that a server sends.
pub trait ServerMetadata {
    /// Adds metadata to the reply, after any attached before: initial metadata is sent with the
    /// reply's head, trailing metadata with its end. False if some of it cannot be sent: the head
    /// has been sent already, or nobody waits for a reply.
    fn attach(&mut self, id: CallId, metadata: ReplyMetadata) -> bool;
}
