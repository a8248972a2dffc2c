//! Calls with several messages from one side or both. Without this facet they are refused
//! ([`Misuse::STREAMS`](crate::Misuse::STREAMS)).

use crate::contract::call::CallId;
use crate::fault::CallError;
use crate::time::Instant;

/// The client's messages of calls with several.
pub trait ClientStreams {
    /// Starts one of the messages of a call with
    /// [`CallHead::streams`](crate::CallHead::streams) from the client, which
    /// [`finish_call`](crate::ClientEngine::finish_call) opened without a body.
    /// [`body`](crate::ClientEngine::body) lends its place; no call is begun before
    /// [`finish_message`](Self::finish_message).
    ///
    /// # Errors
    /// The call is over.
    fn begin_message(&mut self, id: CallId) -> Result<(), CallError>;

    /// The message is complete and due.
    ///
    /// # Errors
    /// It is too large; nothing was sent.
    fn finish_message(&mut self, now: Instant) -> Result<(), CallError>;

    /// No more messages come from the client.
    fn end_messages(&mut self, id: CallId, now: Instant);

    /// Whether the server takes no more of a call's messages for now: what is written all the same
    /// is kept, without bounds.
    fn is_congested(&mut self, id: CallId) -> bool;
}

/// The server's messages of calls with several, whose parts
/// [`next_call`](crate::ServerEngine::next_call) gives as they come.
pub trait ServerStreams {
    /// The client may know, before there is a message for it, that the application has taken a call
    /// that has several: the reply's head goes, where the protocol has one.
    fn accept(&mut self, id: CallId);

    /// What is in the body is one of several messages: the call goes on. The body that its
    /// [`finish_reply`](crate::ServerEngine::finish_reply) finds is a last message, if there is
    /// anything in it.
    fn finish_message(&mut self, now: Instant);

    /// Whether the client takes no more of a call's messages for now: what is written all the same
    /// is kept, without bounds.
    fn is_congested(&mut self, id: CallId) -> bool;
}
