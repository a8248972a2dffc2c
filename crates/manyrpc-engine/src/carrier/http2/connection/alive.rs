//! Signs of life: PINGs of ours after silence, and how many of the peer's are taken.
//!
//! Reading list: RFC 9113, section 6.7; gRPC's proposals A8 (a client's keepalive) and A9 (a
//! server's), and their guide "Keepalive" for how PINGs of clients are counted.

use core::time::Duration;

use super::Connection;
use crate::carrier::http2::event::Event;
use crate::carrier::http2::fault::{SILENT, Scope, calm};
use crate::limits::Keepalive;
use crate::time::Instant;

/// What our PINGs after silence carry.
const ALIVE_PING: u64 = u64::from_be_bytes(*b"alive???");
/// What a server takes of a client without streams that may not ask then (A8).
const WITHOUT_CALLS: Duration = Duration::from_secs(2 * 3600);

/// What is known of the peer's being there.
#[derive(Debug, Default)]
pub(super) struct Alive {
    /// When anything came last.
    heard: Option<Instant>,
    /// Bytes of what began to come since.
    begun: usize,
    /// When it was asked, and has said nothing since.
    asked: Option<Instant>,
    /// When the peer asked last, since we sent anything of a message.
    was_asked: Option<Instant>,
    /// How often it asked too soon, likewise.
    strikes: u32,
    /// How often it may ask at any time: some measure the path with a PING for each frame of
    /// content that they read, also when we have long sent the last one.
    due: u32,
}

/// The most that content permits: of a window of 16 MiB in the smallest frames.
const MOST_DUE: u32 = 1024;

impl Alive {
    /// A whole frame came.
    #[inline]
    pub(super) fn heard(&mut self, now: Instant) {
        self.heard = Some(now);
        self.asked = None;
        self.begun = 0;
    }

    /// So many bytes wait for the rest of their frame.
    #[inline]
    pub(super) fn begun(&mut self, bytes: usize, now: Instant) {
        if bytes > self.begun {
            self.heard(now);
        }
        self.begun = bytes;
    }

    /// We send so many frames of messages: the peer may ask whether they arrived soon after (A8).
    #[inline]
    pub(super) fn spoke(&mut self, frames: u32) {
        self.strikes = 0;
        self.was_asked = None;
        self.due = self.due.saturating_add(frames).min(MOST_DUE);
    }
}

impl Connection {
    /// What is wanted of signs of life, while there is anybody to want them from.
    fn keepalive(&self) -> Option<(&Keepalive, Duration)> {
        let keepalive = &self.config.keepalive;
        let wanted = keepalive.without_calls || self.streams.len() > 0;
        let every = keepalive
            .every
            .filter(|_| wanted && self.broken.is_none())?;
        Some((keepalive, every))
    }

    /// When the peer is to be asked, or given up.
    pub(super) fn alive_timeout(&self) -> Option<Instant> {
        let (keepalive, every) = self.keepalive()?;
        match self.alive.asked {
            Some(asked) => Some(asked + keepalive.within),
            // Before the first word the silence begins when we are first asked.
            None => Some(
                self.alive
                    .heard
                    .map_or(Instant::ZERO, |heard| heard + every),
            ),
        }
    }

    /// Asks the peer whether it is there, or gives it up.
    pub(super) fn ask_whether_alive(&mut self, now: Instant) {
        if self.alive_timeout().is_none_or(|due| now < due) {
            return;
        }
        if self.alive.asked.is_some() {
            return self.break_down(SILENT);
        }
        if self.alive.heard.is_none() {
            self.alive.heard = Some(now);
            return;
        }
        self.alive.asked = Some(now);
        self.ping(ALIVE_PING);
    }

    /// The peer has answered a PING; what that means to others.
    pub(super) fn ponged(&self, opaque: u64) -> Option<Event> {
        (opaque != ALIVE_PING).then_some(Event::Pong { opaque })
    }

    /// The peer asks whether we are there. A client may do so every so often (A8): whoever does it
    /// more often, again and again, is sent away.
    pub(super) fn was_asked(&mut self, now: Instant) -> Result<(), Scope> {
        let keepalive = &self.config.keepalive;
        if self.client || keepalive.strikes == 0 {
            return Ok(());
        }
        if let Some(due) = self.alive.due.checked_sub(1) {
            self.alive.due = due;
            return Ok(());
        }
        let least = match self.streams.len() {
            0 if !keepalive.permit_without_calls => WITHOUT_CALLS,
            _ => keepalive.least_between,
        };
        let before = self.alive.was_asked.replace(now);
        if before.is_some_and(|before| now < before + least) {
            self.alive.strikes += 1;
            if self.alive.strikes > keepalive.strikes {
                // What gRPC's clients look for, to ask less often from then on (A8).
                return Err(calm("too_many_pings"));
            }
        }
        Ok(())
    }
}
