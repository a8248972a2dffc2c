//! A client without a server.

use core::net::SocketAddr;

use super::{Incoming, PeerEngine, PeerId, only_connected};
use crate::contract::{ClientEngine, Rx, ServerEngine, Transmit};
use crate::fault::{Closed, Misuse, WireError};
use crate::time::{Clock, Instant};

/// An engine with only the client role, for drivers that support both roles and run its timers
/// while there are no calls.
#[derive(Debug)]
pub struct ClientOnly<C>(pub C);

impl<C: ClientEngine + Send> PeerEngine for ClientOnly<C> {
    fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
        only_connected(at)
    }

    fn client(&mut self, _: PeerId) -> &mut dyn ClientEngine {
        &mut self.0
    }

    fn server(&mut self) -> Option<&mut dyn ServerEngine> {
        None
    }

    fn next(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        let event = self.0.next_event(rx, clock)?;
        Some(Incoming::Event(PeerId::ONLY, event))
    }

    fn wanted(&self) -> usize {
        self.0.wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.0.poll_transmit()
    }

    fn sent(&mut self, n: usize) {
        self.0.sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        None
    }

    fn handle_closed(&mut self, how: Closed) {
        self.0.handle_closed(how);
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.0.next_timeout()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.0.handle_timeout(now);
    }
}
