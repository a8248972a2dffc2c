//! Both roles on one connection or socket: calls go out and calls come in, side by side.
//!
//! JSON-RPC lets either end of a connection call the other (as the Language Server Protocol does), ONC
//! RPC marks each message as a call or a reply, and a datagram socket may call one peer while it
//! serves another. A [`PeerEngine`] is what a driver carries then. Its order of use is that of the
//! [contract](crate::contract) for the two roles, with these differences:
//!
//! - [`next`](PeerEngine::next) stands for both `next_event` and `next_call`, because what was received
//!   is one sequence of messages for both;
//! - so does each of [`poll_transmit`](PeerEngine::poll_transmit), [`sent`](PeerEngine::sent),
//!   [`next_timeout`](PeerEngine::next_timeout) and [`handle_timeout`](PeerEngine::handle_timeout);
//! - everything else is asked of the role itself: [`client`](PeerEngine::client) and
//!   [`server`](PeerEngine::server).
//!
//! An engine that keeps state for both roles together implements the trait itself. Where the roles
//! share nothing but the socket there are three that are made of ordinary engines:
//!
//! - [`Pair`]: a client and a server on one stream
//! - [`Mesh`]: a server and any number of clients, one for each address called, on one datagram socket
//! - [`Calling`]: a client alone, for drivers that run its timers while nobody calls
//!
//! How messages are sorted is the protocol's to say: [`Demux`].

mod calling;
mod demux;
mod mesh;
mod pair;
#[cfg(test)]
mod tests;

use core::net::SocketAddr;

pub use calling::Calling;
pub use demux::{Demux, Front, Role};
pub use mesh::Mesh;
pub use pair::Pair;

use crate::contract::{Call, ClientEngine, ClientEvent, Rx, ServerEngine, Transmit};
use crate::fault::{Closed, Misuse, WireError};
use crate::time::{Clock, Instant};

/// An engine's name for one of the peers that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeerId(pub u32);

impl PeerId {
    /// The only peer there is: of a connection.
    pub const ONLY: Self = PeerId(0);
}

/// What the received bytes say to one of the two roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// To the client that calls this peer.
    Event(PeerId, ClientEvent),
    /// To the server.
    Call(Call),
}

/// An engine with both roles on one connection or socket.
pub trait PeerEngine: Send {
    /// The name of the peer at an address, for [`client`](Self::client); `None` for the one that the
    /// socket is connected to.
    ///
    /// # Errors
    /// Calls go to the connected peer only, or to too many peers already.
    fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse>;

    /// The role that calls that peer.
    fn client(&mut self, peer: PeerId) -> &mut dyn ClientEngine;

    /// The role that is called, if the engine has it.
    fn server(&mut self) -> Option<&mut dyn ServerEngine>;

    /// The next thing that the received bytes say. As [`ClientEngine::next_event`] and
    /// [`ServerEngine::next_call`]: it consumes from `rx` what the previous one pointed into, and is
    /// asked until it gives `None` before more is received.
    fn next(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming>;

    /// How many more bytes the message that is arriving needs at least; 0 when unknown.
    fn wanted(&self) -> usize {
        0
    }

    /// The next bytes to send, of either role. Repeats until [`sent`](Self::sent) says they went.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] went; a datagram goes whole.
    fn sent(&mut self, n: usize);

    /// Why the connection must be closed, once that is so and output is drained.
    fn broken(&self) -> Option<WireError>;

    /// The peer sends no more, though it may still read. [`next`](Self::next) is asked once more.
    fn handle_end(&mut self) {}

    /// The connection ended: calls in flight fail with this, and no more come.
    fn handle_closed(&mut self, how: Closed);

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// Time has come to `now`.
    fn handle_timeout(&mut self, now: Instant);
}

/// The one peer of an engine that calls no other.
///
/// # Errors
/// Another is asked for.
fn only_connected(at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
    match at {
        None => Ok(PeerId::ONLY),
        Some(_) => Err(Misuse::NotOffered(
            "call of another peer than the connected one",
        )),
    }
}

/// The earlier of two times, of those that there are.
fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Lets a client's events go that need no received bytes: calls whose time is over, say.
fn queued_event<C: ClientEngine>(
    client: &mut C,
    peer: PeerId,
    rx: &mut Rx,
    clock: &Clock,
) -> Option<Incoming> {
    let hidden = rx.buf.hide_behind(0);
    let event = client.next_event(rx, clock);
    rx.buf.reveal(hidden);
    event.map(|event| Incoming::Event(peer, event))
}
