//! The client role.

use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding};

use super::bytes::{Rx, Transmit};
use super::call::{CallHead, CallId, CallKind};
use super::facets::{
    Batches, ClientMetadata, ClientStreams, Liveness, Location, Negotiation, Reconnection,
    RemoteCancel,
};
#[cfg(doc)]
use crate::fault::Misuse;
use crate::fault::{CallError, Closed, WireError};
use crate::time::{Clock, Instant};

/// The client role of one connection or socket.
pub trait ClientEngine {
    /// Starts a call: writes its header; [`body`](Self::body) then lends the space for the
    /// arguments. One call at a time is being written, until [`finish_call`](Self::finish_call) or
    /// [`abandon_call`](Self::abandon_call).
    ///
    /// # Errors
    /// The connection has ended, too many calls are in flight, or the protocol has no such calls.
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError>;

    /// Where the arguments go: append only.
    fn body(&mut self) -> &mut Buf;

    /// How to encode the arguments of the call being written; if there is none, those of the next
    /// call, as far as is known.
    fn encoding(&self) -> Encoding;

    /// The arguments are complete: patches lengths and queues the message.
    ///
    /// # Errors
    /// The message is too large: nothing is sent, and the call does not exist.
    fn finish_call(&mut self, now: Instant) -> Result<(), CallError>;

    /// Drops the call being written; nothing is sent.
    fn abandon_call(&mut self);

    /// The caller no longer wants a reply. Gives no event. The server is notified if the protocol
    /// has a message for it.
    fn cancel(&mut self, id: CallId);

    /// The next event in the received bytes. Consumes from `rx` the bytes that the previous event
    /// pointed into, so use an event's bytes before the next call; other bytes may stand in their place by then, as
    /// many of them ([`Buf::detach`]). Most events need no time, so
    /// `clock` is read only when one does.
    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent>;

    /// The next bytes to send. Returns the same ones until [`sent`](Self::sent) is called.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] were sent; of a datagram, all.
    fn sent(&mut self, n: usize);

    /// The connection has ended: every call in flight fails with `how`.
    fn handle_closed(&mut self, how: Closed);

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// The time is now `now`.
    fn handle_timeout(&mut self, now: Instant);

    /// How many more bytes the incoming message needs at least, according to its sender and within
    /// [`Limits::message_bytes`](crate::Limits); 0 when unknown. Do not reserve that much out of
    /// proportion to what has arrived.
    fn wanted(&self) -> usize {
        0
    }

    /// What a call of that kind expects over this connection: one without a reply expects one, without a body, if it is the
    /// server that says when the call is over.
    #[inline]
    fn expects(&self, kind: CallKind) -> CallKind {
        kind
    }

    /// Whether no call can begin for now, because too many are in flight or too much of them waits for the server:
    /// [`begin_call`](Self::begin_call) refuses it with [`Misuse::TooManyCalls`].
    fn is_full(&self) -> bool {
        false
    }

    /// Whether a call would be refused, or what it sends would only wait in the engine until the server permits it. A driver
    /// whose callers can wait lets them do so before they marshal anything.
    fn is_saturated(&self) -> bool {
        self.is_full()
    }

    /// How long a call without a timeout of its own may take in all, waiting to begin included; `None` for any time.
    fn call_timeout(&self) -> Option<Duration> {
        None
    }

    /// The server has asked for the connection to be closed and no call is in flight: close it. No
    /// call begins on it any more.
    fn is_finished(&self) -> bool {
        false
    }

    /// No call begins on the connection any more, though some may still be in flight: others need another connection.
    fn is_closing(&self) -> bool {
        self.is_finished()
    }

    /// Releases memory that is not needed while no call is in flight. What the server sent before may still arrive.
    fn shrink(&mut self) {}

    /// Calls with several messages.
    fn streams(&mut self) -> Option<&mut dyn ClientStreams> {
        None
    }

    /// Metadata of results.
    fn metadata(&mut self) -> Option<&mut dyn ClientMetadata> {
        None
    }

    /// Several calls in one message.
    fn batches(&mut self) -> Option<&mut dyn Batches> {
        None
    }

    /// Negotiation with the server before the first call.
    fn negotiation(&mut self) -> Option<&mut dyn Negotiation> {
        None
    }

    /// Asking where objects are.
    fn location(&mut self) -> Option<&mut dyn Location> {
        None
    }

    /// Asking the server to cancel a call.
    fn remote_cancel(&mut self) -> Option<&mut dyn RemoteCancel> {
        None
    }

    /// Keepalives while there are no calls.
    fn liveness(&mut self) -> Option<&mut dyn Liveness> {
        None
    }

    /// Continuing calls over another connection.
    fn reconnection(&mut self) -> Option<&mut dyn Reconnection> {
        None
    }
}

/// An event of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// A result. A broadcast, and a call with [`CallHead::streams`] from the server, has many.
    Reply {
        /// The call.
        id: CallId,
        /// Where the marshalled results lie in [`Rx::buf`]'s data.
        body: Range<usize>,
        /// How they are encoded.
        encoding: Encoding,
    },
    /// A call with several messages from the server has ended: all have arrived.
    Ended {
        /// The call.
        id: CallId,
    },
    /// The call has ended without a result. Also ends a broadcast.
    Failed {
        /// The call.
        id: CallId,
        /// Why.
        error: CallError,
    },
    /// The connection is unusable; follows the failures of its calls.
    Broken(WireError),
}
