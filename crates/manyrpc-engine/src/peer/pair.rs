//! A client and a server on one stream.

use core::net::SocketAddr;

use super::{
    Demux, Front, Incoming, PeerEngine, PeerId, Role, Turns, only_connected, queued_event,
};
use crate::contract::{ClientEngine, Rx, ServerEngine, Transmit};
use crate::fault::{Closed, Misuse, WireError};
use crate::time::{Clock, Instant, earlier};

/// A client and a server engine on one stream, on which both ends may call; `D` assigns messages to
/// them.
///
/// Each engine sees one message at a time, in place: the bytes after it are hidden meanwhile. What
/// one of them sends must end at a message boundary, so that the other's output can follow.
#[derive(Debug)]
pub struct Pair<C, S, D> {
    client: C,
    server: S,
    demux: D,
    /// The message being read.
    front: Option<Front>,
    turns: Turns,
    ended: bool,
    /// The connection is gone, and what was received of a message with it.
    closed: bool,
    broken: Option<WireError>,
}

impl<C: ClientEngine, S: ServerEngine, D: Demux> Pair<C, S, D> {
    /// From two engines that have neither sent nor received anything yet.
    pub fn new(client: C, server: S, demux: D) -> Self {
        Pair {
            client,
            server,
            demux,
            front: None,
            turns: Turns::default(),
            ended: false,
            closed: false,
            broken: None,
        }
    }

    /// The next event or call in the message at the front; `None` when there is no more. A server
    /// that takes no more calls for now leaves the message in place.
    fn read(&mut self, front: Front, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        let hidden = rx.buf.hide_behind(front.bytes);
        let incoming = match front.reader {
            Role::Client => {
                let event = self.client.next_event(rx, clock);
                event.map(|event| Incoming::Event(PeerId::ONLY, event))
            }
            Role::Server => self.server.next_call(rx, clock).map(Incoming::Call),
        };
        let bytes = rx.buf.len();
        rx.buf.reveal(hidden);
        let over = incoming.is_none() && bytes == 0;
        self.front = (!over).then_some(Front { bytes, ..front });
        incoming
    }

    /// An event of the client that needs no received bytes.
    fn overdue(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        queued_event(&mut self.client, PeerId::ONLY, rx, clock)
    }
}

impl<C, S, D> PeerEngine for Pair<C, S, D>
where
    C: ClientEngine + Send,
    S: ServerEngine,
    D: Demux,
{
    fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
        only_connected(at)
    }

    fn client(&mut self, _: PeerId) -> &mut dyn ClientEngine {
        &mut self.client
    }

    fn server(&mut self) -> Option<&mut dyn ServerEngine> {
        Some(&mut self.server)
    }

    fn next(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        if self.closed {
            return self.overdue(rx, clock);
        }
        loop {
            if let Some(front) = self.front {
                let incoming = self.read(front, rx, clock);
                if incoming.is_some() {
                    return incoming;
                }
            }
            if let Some(event) = self.overdue(rx, clock) {
                return Some(event);
            }
            // A protocol violation found by either role stops reading for both.
            if self.front.is_some() || self.broken().is_some() {
                return None;
            }
            match self.demux.front(&mut rx.buf, clock) {
                Ok(front) => self.front = Some(front?),
                Err(e) => {
                    self.broken = Some(e);
                    return None;
                }
            }
        }
    }

    fn wanted(&self) -> usize {
        self.demux.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.turns.poll_transmit(&mut self.client, &mut self.server)
    }

    fn sent(&mut self, n: usize) {
        match self.turns.sent(n) {
            Role::Client => self.client.sent(n),
            Role::Server => self.server.sent(n),
        }
    }

    fn broken(&self) -> Option<WireError> {
        self.broken.or(self.server.broken())
    }

    fn handle_end(&mut self) {
        self.ended = true;
        self.demux.end();
        self.server.handle_end();
    }

    fn handle_closed(&mut self, how: Closed) {
        self.closed = true;
        self.client.handle_closed(how);
        if let Some(associations) = self.server.associations() {
            associations.handle_closed();
        }
    }

    fn next_timeout(&self) -> Option<Instant> {
        let message = self.demux.arrival().deadline();
        let message = message.filter(|_| self.broken.is_none() && !self.ended && !self.closed);
        let roles = earlier(self.client.next_timeout(), self.server.next_timeout());
        earlier(roles, message)
    }

    fn handle_timeout(&mut self, now: Instant) {
        let reads = self.broken.is_none() && !self.closed;
        if reads && self.demux.arrival().is_late(now) {
            self.broken = Some(WireError::TooSlow);
        }
        self.client.handle_timeout(now);
        self.server.handle_timeout(now);
    }
}
