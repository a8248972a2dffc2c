//! Calls with several messages from one side or both. Without this facet they are refused
//! ([`Misuse::STREAMS`](crate::Misuse::STREAMS)).

use crate::contract::call::CallId;
use crate::fault::CallError;
use crate::time::Instant;

/// The client's messages of streaming calls.
pub trait ClientStreams {
    /// Starts a message of a call with [`CallHead::streams`](crate::CallHead::streams) from the
    /// client, which [`finish_call`](crate::ClientEngine::finish_call) opened without a body.
    /// [`body`](crate::ClientEngine::body) lends its space; no call is begun before
    /// [`finish_message`](Self::finish_message). A message is taken, even if what waits for the server has grown
    /// beyond its limit, of each call that [was told](Self::is_congested) that it has room.
    ///
    /// # Errors
    /// The call has ended; too much waits for the server, of this call and in all.
    fn begin_message(&mut self, id: CallId) -> Result<(), CallError>;

    /// The message is complete and queued.
    ///
    /// # Errors
    /// It is too large; nothing was sent.
    fn finish_message(&mut self, now: Instant) -> Result<(), CallError>;

    /// The client sends no more messages.
    fn end_messages(&mut self, id: CallId, now: Instant);

    /// Whether the server accepts no more of a call's messages for now, or too much waits for it in all. Messages written
    /// anyway are queued, as far as that is not so.
    fn is_congested(&mut self, id: CallId) -> bool;

    /// While a call is held, its server is not permitted to send more of its messages, as far as
    /// the protocol has a word for that; messages that it has sent still arrive.
    fn hold(&mut self, _id: CallId, _held: bool) {}
}

/// The server's messages of streaming calls, whose parts
/// [`next_call`](crate::ServerEngine::next_call) gives as they arrive.
pub trait ServerStreams {
    /// Tells the client that the application has accepted a streaming call, before there is a
    /// message for it: sends the reply's head, where the protocol has one.
    fn accept(&mut self, id: CallId);

    /// The body holds one of several messages: the call continues. A body present at its
    /// [`finish_reply`](crate::ServerEngine::finish_reply) is the last message, unless it is empty.
    fn finish_message(&mut self, now: Instant);

    /// Whether the client accepts no more of a call's messages for now. Messages written anyway are
    /// queued, without bounds.
    fn is_congested(&mut self, id: CallId) -> bool;

    /// As [for clients](ClientStreams::hold).
    fn hold(&mut self, _id: CallId, _held: bool) {}
}
