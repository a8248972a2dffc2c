//! The client's side.

use core::ops::Range;

use manyrpc_codec::{Buf, Encoding};

use super::bytes::{Rx, Transmit};
use super::call::{CallHead, CallId};
use super::facets::{
    Batches, ClientMetadata, ClientStreams, Liveness, Negotiation, RemoteCancel, Renewal,
};
use crate::fault::{CallError, Closed, WireError};
use crate::time::{Clock, Instant};

/// A client's side of one connection or socket.
pub trait ClientEngine {
    /// Starts a call: headers are written, [`body`](Self::body) lends the place of the arguments.
    /// One call at a time is being written; [`finish_call`](Self::finish_call) or
    /// [`abandon_call`](Self::abandon_call) ends that.
    ///
    /// # Errors
    /// The connection has ended, too many calls are in flight, or the protocol has no such calls.
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError>;

    /// Where the arguments go: append only.
    fn body(&mut self) -> &mut Buf;

    /// How the arguments of the call that is being written are to be encoded; while there is none, those
    /// of the next, as far as is known.
    fn encoding(&self) -> Encoding;

    /// The arguments are complete: lengths are patched, the message is due.
    ///
    /// # Errors
    /// It is too large, and nothing is sent; no call was begun.
    fn finish_call(&mut self, now: Instant) -> Result<(), CallError>;

    /// The arguments could not be written: nothing is sent.
    fn abandon_call(&mut self);

    /// The caller no longer wants a reply. Gives no event. Where the protocol has a word for it,
    /// the server is told.
    fn cancel(&mut self, id: CallId);

    /// The next thing that the received bytes say. Consumes from `rx` what the previous event
    /// pointed into, so look at an event's bytes before the next call of this. Most events need no
    /// time, so `clock` is read only where one does.
    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent>;

    /// The next bytes to send. Repeats until [`sent`](Self::sent) says they went.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] went; a datagram goes whole.
    fn sent(&mut self, n: usize);

    /// The connection ended: every call in flight fails with this.
    fn handle_closed(&mut self, how: Closed);

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// Time has come to `now`.
    fn handle_timeout(&mut self, now: Instant);

    /// How many more bytes the message under way needs at least, as its sender says, within
    /// [`Limits::message_bytes`](crate::Limits). Who makes room for them must not believe it
    /// beyond proportion to what has arrived. 0 when unknown.
    fn wanted(&self) -> usize {
        0
    }

    /// The server has asked for the connection to be closed, and no call is under way on it any
    /// more: it is time to do so. No call begins on it.
    fn is_finished(&self) -> bool {
        false
    }

    /// Calls with several messages.
    fn streams(&mut self) -> Option<&mut dyn ClientStreams> {
        None
    }

    /// What travels beside results.
    fn metadata(&mut self) -> Option<&mut dyn ClientMetadata> {
        None
    }

    /// Several calls in one message.
    fn batches(&mut self) -> Option<&mut dyn Batches> {
        None
    }

    /// What is settled with the server before a first call.
    fn negotiation(&mut self) -> Option<&mut dyn Negotiation> {
        None
    }

    /// Asking the server to end a call.
    fn remote_cancel(&mut self) -> Option<&mut dyn RemoteCancel> {
        None
    }

    /// What the server is told while no call is made.
    fn liveness(&mut self) -> Option<&mut dyn Liveness> {
        None
    }

    /// Calls that go on over another connection.
    fn renewal(&mut self) -> Option<&mut dyn Renewal> {
        None
    }
}

/// What a client learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// A result. A broadcast call, and one with [`CallHead::streams`] from the server, has many.
    Reply {
        /// Which call.
        id: CallId,
        /// Where the marshalled results lie in [`Rx::buf`]'s data.
        body: Range<usize>,
        /// How they are encoded.
        encoding: Encoding,
    },
    /// A call with several messages from the server is over: all have come.
    Ended {
        /// Which call.
        id: CallId,
    },
    /// The call is over without a result. Ends a broadcast call too.
    Failed {
        /// Which call.
        id: CallId,
        /// Why.
        error: CallError,
    },
    /// The connection cannot be used any more; comes after the failures of its calls.
    Broken(WireError),
}
