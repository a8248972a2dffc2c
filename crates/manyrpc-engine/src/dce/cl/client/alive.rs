//! Saying that the client lives, while a server keeps contexts for it.
//!
//! Reading list: C706 section 9.5.4 (how often), appendix P (`convc_indy`).
//!
//! The first word goes at once: a server that never heard one does not take silence for the
//! client's end.

use super::super::callback;
use super::super::pdu::Header;
use super::super::uuids::with_number;
use super::Client;
use crate::time::Instant;

/// What there is to say, and when.
#[derive(Debug)]
pub(super) struct Alive {
    /// All clients of one address space say the same.
    pub(super) address_space: [u8; 16],
    /// An activity of its own: no reply to it comes.
    activity: [u8; 16],
    seq: u32,
    /// `None` while no server keeps anything for us.
    pub(super) next: Option<Instant>,
}

impl Alive {
    /// `base`: what the client's activities are made of.
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
    /// A client in the same address space, for another socket. To be told of everything that the
    /// server keeps for one of them ([`keep_alive`](crate::contract::Liveness::keep_alive)), where
    /// nobody looks at the other's time while it makes no calls. `seed` is its own.
    pub fn companion(&self, seed: u64) -> Client {
        let mut companion = Client::new(self.limits.clone(), self.personality.clone(), seed);
        companion.alive.address_space = self.alive.address_space;
        companion
    }

    /// There are contexts, or there are none any more.
    pub(super) fn set_alive(&mut self, contexts: bool, now: Instant) {
        match (contexts, self.alive.next) {
            (true, None) => self.say_alive(now),
            (true, Some(_)) => {}
            (false, _) => self.alive.next = None,
        }
    }

    /// Says it, and when to say it again.
    pub(super) fn say_alive(&mut self, now: Instant) {
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
