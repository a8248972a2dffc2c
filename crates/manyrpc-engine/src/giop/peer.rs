//! Both roles on one connection: bidirectional GIOP.
//!
//! Reading list: CORBA 3.0 sections 15.8 (bidirectional GIOP), 15.9 (its service context), 15.4.2.1 (numbers of requests).
//!
//! The end that has opened the connection offers to be called over it, by a service context of its requests, and numbers
//! them even; the other's are odd, so that a fragment belongs to one message only. The other end calls the objects at the
//! addresses that the context lists, or any whose connection the application picks.

use alloc::sync::Arc;
use core::net::SocketAddr;

use super::frames::Frames;
use super::pdu::MessageType;
use super::{Client, Host, Server, Version};
use crate::Limits;
use crate::contract::{ClientEngine, Rx, ServerEngine, Transmit};
use crate::fault::{Closed, Misuse, WireError};
use crate::peer::{End, Incoming, PeerEngine, PeerId, Role, Turns, only_connected, queued_event};
use crate::time::{Clock, Instant, earlier};

/// The engine of a connection on which both ends call.
#[derive(Debug)]
pub struct Peer {
    client: Client,
    server: Server,
    frames: Frames,
    turns: Turns,
    ended: bool,
    /// The connection is gone, and what was received of a message with it.
    closed: bool,
}

impl Peer {
    /// Over a connection to or from the process `host`. `seed` determines the first request's number.
    pub fn new(limits: Limits, version: Version, seed: u64, host: Arc<dyn Host>, end: End) -> Self {
        let mut client = Client::new(limits.clone(), version, seed);
        client.share_connection(end);
        Peer {
            client,
            frames: Frames::new(&limits),
            server: Server::new(limits, host),
            turns: Turns::default(),
            ended: false,
            closed: false,
        }
    }

    /// The client role, to be set up before the first call.
    pub fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}

impl PeerEngine for Peer {
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
            return queued_event(&mut self.client, PeerId::ONLY, rx, clock);
        }
        loop {
            self.frames.release(&mut rx.buf);
            if let Some(event) = queued_event(&mut self.client, PeerId::ONLY, rx, clock) {
                return Some(event);
            }
            if self.broken().is_some() || !self.server.takes_calls() {
                return None;
            }
            let message = match self.frames.next(&mut rx.buf, clock) {
                Ok(message) => message?,
                Err(e) => {
                    self.server.give_up(e);
                    continue;
                }
            };
            // Who cuts messages gets them cut, by either role.
            let most = self.frames.piece_bytes();
            self.client.limit_pieces(most);
            self.server.limit_pieces(most);
            let kind = message.header.kind;
            let is_end = matches!(
                kind,
                MessageType::CloseConnection | MessageType::MessageError
            );
            if is_end || matches!(kind, MessageType::Reply | MessageType::LocateReply) {
                if let Some(event) = self.client.take(rx, &message) {
                    return Some(Incoming::Event(PeerId::ONLY, event));
                }
                if !is_end {
                    continue;
                }
            }
            match self.server.take(rx, &message) {
                Ok(Some(call)) => {
                    self.client.set_offered(self.server.is_offered());
                    return Some(Incoming::Call(call));
                }
                Ok(None) => {}
                Err(e) => self.server.give_up(e),
            }
        }
    }

    fn wanted(&self) -> usize {
        self.frames.wanted()
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
        self.server.broken()
    }

    fn handle_end(&mut self) {
        self.ended = true;
        self.server.handle_end();
    }

    fn handle_closed(&mut self, how: Closed) {
        self.closed = true;
        self.client.handle_closed(how);
    }

    fn next_timeout(&self) -> Option<Instant> {
        let message = self.frames.deadline();
        let message = message.filter(|_| self.broken().is_none() && !self.ended && !self.closed);
        let roles = earlier(self.client.next_timeout(), self.server.next_timeout());
        earlier(roles, message)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken().is_none() && !self.closed && self.frames.is_late(now) {
            // The other end need not complete a reply that nobody waits for.
            self.frames.keep_replies(|id| self.client.awaits(id));
            if self.frames.is_late(now) {
                self.server.give_up(WireError::TooSlow);
            }
        }
        self.client.handle_timeout(now);
        self.server.handle_timeout(now);
    }
}

#[cfg(test)]
mod tests;
