//! The server's side.

use manyrpc_codec::Buf;

use super::bytes::{Rx, Transmit};
use super::call::{Call, CallId};
use super::facets::{Associations, Closing, LookAhead, ServerMetadata, ServerStreams};
use crate::fault::WireError;
use crate::outcome::Outcome;
use crate::time::{Clock, Instant};

/// A server's side of one connection, or of one datagram socket with all its peers.
pub trait ServerEngine: Send {
    /// The next call in the received bytes, or the next part of one with several messages. Consumes
    /// from `rx` what the previous call pointed into.
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call>;

    /// Starts the reply to a call that expects one; [`body`](Self::body) lends the place of the results.
    fn begin_reply(&mut self, id: CallId);

    /// Where the results go: append only.
    fn body(&mut self) -> &mut Buf;

    /// The results are complete, or the call failed and what was written is dropped.
    fn finish_reply(&mut self, outcome: Outcome, now: Instant);

    /// The next bytes to send. Repeats until [`sent`](Self::sent) says they went.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] went; a datagram goes whole.
    fn sent(&mut self, n: usize);

    /// Why the connection must be closed, once that is so and output is drained.
    fn broken(&self) -> Option<WireError>;

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// Time has come to `now`.
    fn handle_timeout(&mut self, now: Instant);

    /// The client sends no more, though it may still read: what was received is all there is.
    /// [`next_call`](Self::next_call) is asked once more.
    fn handle_end(&mut self) {}

    /// As [for clients](super::ClientEngine::wanted).
    fn wanted(&self) -> usize {
        0
    }

    /// Whether no more calls are taken for now, because too much is queued or under way: what was
    /// received waits in [`Rx`], and no more should be.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether nothing is under way: no call, and no message of which part has come.
    fn is_idle(&self) -> bool {
        self.next_timeout().is_none()
    }

    /// The connection has done its service and must be closed, once output is drained: the client
    /// has asked for that, say.
    fn is_finished(&self) -> bool {
        false
    }

    /// Gives back memory that is not needed while nothing is under way.
    fn shrink(&mut self) {}

    /// Calls with several messages.
    fn streams(&mut self) -> Option<&mut dyn ServerStreams> {
        None
    }

    /// What travels beside results.
    fn metadata(&mut self) -> Option<&mut dyn ServerMetadata> {
        None
    }

    /// Learning while a call is carried out whether anybody waits for it.
    fn look_ahead(&mut self) -> Option<&mut dyn LookAhead> {
        None
    }

    /// Asking clients to leave.
    fn closing(&mut self) -> Option<&mut dyn Closing> {
        None
    }

    /// What calls of one client have in common.
    fn associations(&mut self) -> Option<&mut dyn Associations> {
        None
    }
}
