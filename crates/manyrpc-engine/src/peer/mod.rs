//! Both roles on one connection or socket: calls in both directions.
//!
//! JSON-RPC lets either end of a connection call the other (as the Language Server Protocol does),
//! ONC RPC marks each message as a call or a reply, and a datagram socket may call one peer while
//! it serves another. For these, drivers use a [`PeerEngine`]. Its order of use is that of the
//! [contract](crate::contract) for both roles, except that:
//!
//! - [`next`](PeerEngine::next) replaces both `next_event` and `next_call`, because the received
//!   messages of both roles form one sequence;
//! - so does each of [`poll_transmit`](PeerEngine::poll_transmit), [`sent`](PeerEngine::sent),
//!   [`next_timeout`](PeerEngine::next_timeout) and [`handle_timeout`](PeerEngine::handle_timeout);
//! - everything else is a method of the role: [`client`](PeerEngine::client) and
//!   [`server`](PeerEngine::server).
//!
//! An engine with state shared by both roles implements the trait itself. Where the roles share
//! only the socket, three adapters combine ordinary engines:
//!
//! - [`Pair`]: a client and a server on one stream
//! - [`DatagramPeer`]: a server and any number of clients, one for each address called, on one
//!   datagram socket
//! - [`ClientOnly`]: a client only, for drivers that run its timers while there are no calls
//!
//! How messages are assigned to roles depends on the protocol: [`Demux`].
//!
//! ```
//! use manyrpc_engine::jsonrpc::{Framing, Peer};
//! use manyrpc_engine::{CallHead, Clock, Incoming, Instant, Limits, Path, PeerEngine, PeerId, Rx};
//!
//! let mut left = Peer::stream(&Limits::default(), Framing::Line, 1);
//! let mut right = Peer::stream(&Limits::default(), Framing::Line, 1);
//! let client = left.client(PeerId::ONLY); // Either end may call.
//! client.begin_call(&CallHead::named(Path { interface: "Editor", operation: "save" }))?;
//! client.finish_call(Instant::ZERO)?;
//! let mut rx = Rx::default();
//! rx.buf.put(left.poll_transmit().unwrap().bytes);
//! let next = right.next(&mut rx, &Clock::at(Instant::ZERO));
//! assert!(matches!(next, Some(Incoming::Call(_))));
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

mod client_only;
mod datagram;
mod demux;
mod pair;
#[cfg(test)]
mod tests;

use core::net::SocketAddr;

pub use client_only::ClientOnly;
pub use datagram::DatagramPeer;
pub use demux::{Demux, Front, Role};
pub use pair::Pair;

use crate::contract::{Call, ClientEngine, ClientEvent, Rx, ServerEngine, Transmit};
use crate::fault::{Closed, Misuse, WireError};
use crate::time::{Clock, Instant};

/// Identifies a peer that an engine calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeerId(pub u32);

impl PeerId {
    /// The only peer, of a connection.
    pub const ONLY: Self = PeerId(0);
}

/// A received event or call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// An event for the client that calls this peer.
    Event(PeerId, ClientEvent),
    /// A call for the server.
    Call(Call),
}

/// Which end of a connection an engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The one that opened it.
    Opened,
    /// The one that accepted it.
    Accepted,
}

/// An engine with both roles on one connection or socket.
pub trait PeerEngine: Send {
    /// The id of the peer at an address, for [`client`](Self::client); `None` for the one that the
    /// socket is connected to.
    ///
    /// # Errors
    /// The engine calls only the connected peer, or calls too many peers already.
    fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse>;

    /// The client role for that peer.
    fn client(&mut self, peer: PeerId) -> &mut dyn ClientEngine;

    /// The server role, if the engine has it.
    fn server(&mut self) -> Option<&mut dyn ServerEngine>;

    /// The next event or call in the received bytes. As with [`ClientEngine::next_event`] and
    /// [`ServerEngine::next_call`], it consumes from `rx` what the previous one pointed into, and
    /// must be called until `None` before more is received.
    fn next(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming>;

    /// How many more bytes the incoming message needs at least; 0 when unknown.
    fn wanted(&self) -> usize {
        0
    }

    /// The next bytes to send, of either role. Returns the same ones until [`sent`](Self::sent) is
    /// called.
    fn poll_transmit(&mut self) -> Option<Transmit<'_>>;

    /// `n` bytes of the last [`Transmit`] were sent; of a datagram, all.
    fn sent(&mut self, n: usize);

    /// Why the connection must be closed once output is drained, if so.
    fn broken(&self) -> Option<WireError>;

    /// The peer sends no more, though it may still read. [`next`](Self::next) is called once more.
    fn handle_end(&mut self) {}

    /// The connection has ended: calls in flight fail with `how`, and no more arrive. [`next`](Self::next) then has their
    /// failures, and reads nothing.
    fn handle_closed(&mut self, how: Closed);

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    fn next_timeout(&self) -> Option<Instant>;

    /// The time is now `now`.
    fn handle_timeout(&mut self, now: Instant);
}

/// The only peer of an engine that calls no other.
///
/// # Errors
/// `at` is another peer.
pub(crate) fn only_connected(at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
    match at {
        None => Ok(PeerId::ONLY),
        Some(_) => Err(Misuse::NotOffered(
            "call of another peer than the connected one",
        )),
    }
}

/// The role that sends, of two that share a stream, and how much of its output is left.
#[derive(Debug)]
pub(crate) struct Turns {
    role: Role,
    left: usize,
}

impl Default for Turns {
    fn default() -> Self {
        Turns {
            role: Role::Client,
            left: 0,
        }
    }
}

impl Turns {
    /// The role that sends next: one that has started continues, then the other.
    fn next(&self, mut has_output: impl FnMut(Role) -> bool) -> Role {
        let other = match self.role {
            Role::Client => Role::Server,
            Role::Server => Role::Client,
        };
        match self.left == 0 && has_output(other) {
            true => other,
            false => self.role,
        }
    }

    /// The next bytes to send, of the role whose turn it is.
    pub(crate) fn poll_transmit<'a>(
        &mut self,
        client: &'a mut impl ClientEngine,
        server: &'a mut impl ServerEngine,
    ) -> Option<Transmit<'a>> {
        let role = self.next(|role| match role {
            Role::Client => client.poll_transmit().is_some(),
            Role::Server => server.poll_transmit().is_some(),
        });
        let due = match role {
            Role::Client => client.poll_transmit(),
            Role::Server => server.poll_transmit(),
        }?;
        (self.role, self.left) = (role, due.bytes.len());
        Some(due)
    }

    /// `n` of them were sent; returns whose they were.
    pub(crate) fn sent(&mut self, n: usize) -> Role {
        self.left = self.left.saturating_sub(n);
        self.role
    }
}

/// Takes client events that need no received bytes, such as timeouts.
pub(crate) fn queued_event<C: ClientEngine>(
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
