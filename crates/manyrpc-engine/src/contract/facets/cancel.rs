//! Ending a call that is being carried out. Without these facets a client gives up its call alone, and
//! a server carries every call to its end.

use core::net::SocketAddr;

use crate::contract::bytes::Rx;
use crate::contract::call::CallId;
use crate::time::Instant;

/// Asking the server to end a call.
pub trait RemoteCancel {
    /// Asks the server to end a call soon, and goes on waiting for its end: a reply, a failure, or
    /// [`CallError::Cancelled`](crate::CallError::Cancelled) when the server takes longer than
    /// [`Limits::cancel_timeout`](crate::Limits). False where the call is not one that was sent: then
    /// nothing was done.
    fn request_cancel(&mut self, id: CallId, now: Instant) -> bool;
}

/// Learning, while a call is being carried out, whether anybody waits for it.
pub trait LookAhead {
    /// What the received bytes that wait behind a call say of it, while the application carries it
    /// out: between [`begin_reply`](crate::ServerEngine::begin_reply) and
    /// [`finish_reply`](crate::ServerEngine::finish_reply). Nothing is consumed, `rx` is as
    /// [`next_call`](crate::ServerEngine::next_call) left it, which is given all of it again. With
    /// nothing that waits, also of calls that are carried out elsewhere.
    ///
    /// The driver has taken the content of [`body`](crate::ServerEngine::body) out meanwhile. A
    /// datagram engine may have something to send all the same, an acknowledgement, say; of a stream
    /// engine nothing is asked before the body is back.
    fn interest_in(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>, now: Instant) -> Interest;
}

/// What was received while a call was being carried out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead<'a> {
    /// Of a stream, all that came behind [`Rx::buf`], more each time. Of a datagram socket one
    /// datagram, each only once.
    pub bytes: &'a [u8],
    /// Who sent the datagram.
    pub from: Option<SocketAddr>,
    /// The peer has closed the stream, or its sending half.
    pub ended: bool,
}

/// Whether anybody waits for the result of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interest {
    /// As far as we know.
    #[default]
    Wanted,
    /// The caller would like the call to end soon, and waits for that: with the result, or with
    /// [`Fault::Cancelled`](crate::Fault::Cancelled).
    Cancelled,
    /// Nobody waits any more: no reply will be sent.
    Orphaned,
}
