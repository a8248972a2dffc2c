//! The server role.

use manyrpc_codec::Buf;

use super::bytes::{Rx, Transmit};
use super::call::{Call, CallId};
use super::facets::{Associations, Closing, LookAhead, ServerMetadata, ServerStreams};
use crate::fault::WireError;
use crate::outcome::Outcome;
use crate::time::{Clock, Instant};

/// The server role of one connection, or of one datagram socket with all its peers.
pub trait ServerEngine: Send {
    /// The next call in the received bytes, or the next part of a streaming call. Consumes from
    /// `rx` the bytes that the previous call pointed into.
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call>;

    /// Starts the reply to a call that expects one; [`body`](Self::body) lends the space for the
    /// results.
    fn begin_reply(&mut self, id: CallId);

    /// Where the results go: append only.
    fn body(&mut self) -> &mut Buf;

    /// The results are complete, or the call failed and the body's content is dropped.
    fn finish_reply(&mut self, outcome: Outcome, clock: &Clock);

    /// The next bytes to send. Returns the same ones until [`sent`](Self::sent) is called.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] were sent; of a datagram, all.
    fn sent(&mut self, n: usize);

    /// Why the connection must be closed once output is drained, if so.
    fn broken(&self) -> Option<WireError>;

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// The time is now `now`.
    fn handle_timeout(&mut self, now: Instant);

    /// The client sends no more, though it may still read. [`next_call`](Self::next_call) is called
    /// once more for what was received.
    fn handle_end(&mut self) {}

    /// As [for clients](super::ClientEngine::wanted).
    fn wanted(&self) -> usize {
        0
    }

    /// Whether no more calls are taken for now, because too much is queued or in flight: received
    /// bytes wait in [`Rx`], and no more should be received.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether nothing is in flight: no call, and no partly received message.
    fn is_idle(&self) -> bool {
        self.next_timeout().is_none()
    }

    /// The connection must be closed once output is drained: the client has asked for that, for
    /// example.
    fn is_finished(&self) -> bool {
        false
    }

    /// Releases memory that is not needed while nothing is in flight: the connection has been idle for some time.
    fn shrink(&mut self) {}

    /// The same where a call has just ended, which what the client sent before may still follow.
    fn rest(&mut self) {
        self.shrink();
    }

    /// Calls with several messages.
    fn streams(&mut self) -> Option<&mut dyn ServerStreams> {
        None
    }

    /// Metadata of results.
    fn metadata(&mut self) -> Option<&mut dyn ServerMetadata> {
        None
    }

    /// Finding out, while a call is being executed, whether its caller still waits.
    fn look_ahead(&mut self) -> Option<&mut dyn LookAhead> {
        None
    }

    /// Graceful shutdown.
    fn closing(&mut self) -> Option<&mut dyn Closing> {
        None
    }

    /// State per client.
    fn associations(&mut self) -> Option<&mut dyn Associations> {
        None
    }
}
