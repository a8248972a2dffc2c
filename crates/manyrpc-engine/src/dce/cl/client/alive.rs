//! Keepalives of a client while a server keeps context handles for it.
//!
//! Reading list: C706 section 9.5.4 (the interval), appendix P (`convc_indy`).
//!
//! The first keepalive is sent at once: a server that never received one does not interpret
//! silence.

use super::super::callback;
use super::super::pdu::Header;
use super::super::uuids::with_number;
use super::Client;
use crate::time::Instant;

/// What to send, and when.
#[derive(Debug)]
pub(super) struct Alive {
    /// The same for all clients of one address space.
    pub(super) address_space: [u8; 16],
    /// An activity of its own: it gets no reply.
    activity: [u8; 16],
    seq: u32,
    /// `None` while no server keeps context handles for us.
    pub(super) next: Option<Instant>,
}

impl Alive {
    /// `base`: the base of the client's activity UUIDs.
    pub(super) fn new(address_space: [u8; 16], base: [u8; 16]) -> Self {
        Alive {
            address_space,
            activity: with_number(base, u32::MAX),
            seq: 0,
            next: None,
        }
    }
}

impl Client {
    /// A client in the same address space, for another socket. It must be told of everything that
    /// the server keeps for either ([`keep_alive`](crate::contract::Liveness::keep_alive)) if the
    /// other's timers do not run while it makes no calls. `seed` must be its own.
    pub fn companion(&self, seed: u64) -> Client {
        let mut companion = Client::new(self.limits.clone(), self.personality.clone(), seed);
        companion.alive.address_space = self.alive.address_space;
        companion
    }

    /// Starts or stops keepalives.
    pub(super) fn set_alive(&mut self, contexts: bool, now: Instant) {
        match (contexts, self.alive.next) {
            (true, None) => self.send_keepalive(now),
            (true, Some(_)) => {}
            (false, _) => self.alive.next = None,
        }
    }

    /// Sends one and schedules the next.
    pub(super) fn send_keepalive(&mut self, now: Instant) {
        self.alive.next = Some(now + self.personality.timeouts.indy);
        self.alive.seq = self.alive.seq.wrapping_add(1);
        let header = Header {
            activity: self.alive.activity,
            seq: self.alive.seq,
            boot: self.boot,
            ..callback::indy()
        };
        callback::emit_indy(self.alive.address_space, &mut self.scratch);
        self.counters.alive += 1;
        self.outbox.control(None, header, self.scratch.data());
    }
}
