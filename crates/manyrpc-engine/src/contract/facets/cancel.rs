//! Cancelling a call that the server is executing. Without these facets a client only stops
//! waiting, and a server executes every call to its end.

use core::net::SocketAddr;

use crate::contract::bytes::Rx;
use crate::contract::call::CallId;
use crate::time::Instant;

/// Asks the server to cancel a call.
pub trait RemoteCancel {
    /// Asks the server to end a call soon, and keeps waiting for its end: a reply, a failure, or
    /// [`CallError::Cancelled`](crate::CallError::Cancelled) if the server takes longer than
    /// [`Limits::cancel_timeout`](crate::Limits). Returns false, and does nothing, if the call was
    /// not sent.
    fn request_cancel(&mut self, id: CallId, now: Instant) -> bool;
}

/// Finds out, while a call is being executed, whether its caller still waits.
pub trait LookAhead {
    /// What the received bytes after a call imply for it while the application executes it, between
    /// [`begin_reply`](crate::ServerEngine::begin_reply) and
    /// [`finish_reply`](crate::ServerEngine::finish_reply). Nothing is consumed: `rx` is as
    /// [`next_call`](crate::ServerEngine::next_call) left it, and `next_call` will read all of it
    /// again. With no bytes ahead, this may also be asked for calls that are executed elsewhere.
    ///
    /// Meanwhile the driver has taken the content of [`body`](crate::ServerEngine::body). A
    /// datagram engine may still have something to send, such as an acknowledgement; a stream
    /// engine is not polled for output before the body is returned.
    fn interest_in(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>, now: Instant) -> Interest;
}

/// Bytes received while a call was being executed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead<'a> {
    /// On a stream, everything received after [`Rx::buf`], more each time. On a datagram socket,
    /// one datagram, once.
    pub bytes: &'a [u8],
    /// The datagram's sender.
    pub from: Option<SocketAddr>,
    /// The peer has closed the stream, or its sending half.
    pub ended: bool,
}

/// Whether anybody waits for the result of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interest {
    /// The caller waits, as far as is known.
    #[default]
    Wanted,
    /// The caller has asked for the call to end soon, and waits for either the result or
    /// [`Fault::Cancelled`](crate::Fault::Cancelled).
    Cancelled,
    /// Nobody waits any more: no reply will be sent.
    Orphaned,
}
