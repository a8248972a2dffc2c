//! Signs of life: PINGs of ours after silence, and how many of the peer's are taken.
//!
//! Reading list: RFC 9113, section 6.7; gRPC's proposals A8 (a client's keepalive) and A9 (a
//! server's), and their guide "Keepalive" for how PINGs of clients are counted.

use core::time::Duration;

use crate::carrier::http2::fault::{SILENT, Scope, Violation, calm};
use crate::carrier::http2::streams::Role;
use crate::limits::Keepalive;
use crate::time::Instant;

/// What our PINGs after silence carry.
pub(super) const ALIVE_PING: u64 = u64::from_be_bytes(*b"alive???");
/// What a server takes of a client without streams that may not ask then (A8).
const WITHOUT_CALLS: Duration = Duration::from_secs(2 * 3600);
/// The most that content permits: of a window of 16 MiB in the smallest frames.
const MOST_DUE: u32 = 1024;

/// What is known of the peer's being there. `streams` is how many there are: while there is none,
/// rules may differ.
#[derive(Debug)]
pub(super) struct Liveness {
    keepalive: Keepalive,
    silence: Silence,
    /// On a server that minds how often it is asked.
    pings: Option<Pings>,
}

/// How long the peer has said nothing.
#[derive(Debug, Default)]
struct Silence {
    /// When anything came last.
    heard: Option<Instant>,
    /// Bytes of what began to come since.
    begun: usize,
    /// When it was asked, and has said nothing since.
    asked: Option<Instant>,
}

/// How often the peer asks.
#[derive(Debug, Default)]
struct Pings {
    /// When it did last, since we sent anything of a message.
    last: Option<Instant>,
    /// How often it did too soon, likewise.
    strikes: u32,
    /// How often it may at any time: some measure the path with a PING for each frame of content
    /// that they read, also when we have long sent the last one.
    due: u32,
}

impl Liveness {
    pub(super) fn new(role: Role, keepalive: &Keepalive) -> Self {
        let counts = role == Role::Server && keepalive.strikes > 0;
        Liveness {
            keepalive: keepalive.clone(),
            silence: Silence::default(),
            pings: counts.then(Pings::default),
        }
    }

    /// A whole frame came.
    #[inline]
    pub(super) fn heard(&mut self, now: Instant) {
        self.silence = Silence {
            heard: Some(now),
            begun: 0,
            asked: None,
        };
    }

    /// So many bytes wait for the rest of their frame.
    #[inline]
    pub(super) fn begun(&mut self, bytes: usize, now: Instant) {
        if bytes > self.silence.begun {
            self.heard(now);
        }
        self.silence.begun = bytes;
    }

    /// We sent so many frames of messages: the peer may ask whether they arrived soon after (A8).
    #[inline]
    pub(super) fn spoke(&mut self, frames: u32) {
        if let Some(pings) = self.pings.as_mut().filter(|_| frames > 0) {
            pings.strikes = 0;
            pings.last = None;
            pings.due = pings.due.saturating_add(frames).min(MOST_DUE);
        }
    }

    /// When the peer is to be asked, or given up.
    pub(super) fn timeout(&self, streams: usize) -> Option<Instant> {
        let wanted = self.keepalive.without_calls || streams > 0;
        let every = self.keepalive.every.filter(|_| wanted)?;
        Some(match (self.silence.asked, self.silence.heard) {
            (Some(asked), _) => asked + self.keepalive.within,
            (None, Some(heard)) => heard + every,
            // Before the first word the silence begins when we are first asked.
            (None, None) => Instant::ZERO,
        })
    }

    /// Time has come to `now`: whether to ask the peer by [`ALIVE_PING`]. An error when it has not
    /// answered.
    pub(super) fn handle_timeout(
        &mut self,
        streams: usize,
        now: Instant,
    ) -> Result<bool, Violation> {
        if self.timeout(streams).is_none_or(|due| now < due) {
            return Ok(false);
        }
        if self.silence.asked.is_some() {
            return Err(SILENT);
        }
        if self.silence.heard.is_none() {
            self.silence.heard = Some(now);
            return Ok(false);
        }
        self.silence.asked = Some(now);
        Ok(true)
    }

    /// The peer asks whether we are there. A client may do so every so often (A8): whoever does it
    /// more often, again and again, is sent away.
    pub(super) fn asked(&mut self, streams: usize, now: Instant) -> Result<(), Scope> {
        let Some(pings) = &mut self.pings else {
            return Ok(());
        };
        if let Some(due) = pings.due.checked_sub(1) {
            pings.due = due;
            return Ok(());
        }
        let least = match streams {
            0 if !self.keepalive.permit_without_calls => WITHOUT_CALLS,
            _ => self.keepalive.least_between,
        };
        let before = pings.last.replace(now);
        if before.is_some_and(|before| now < before + least) {
            pings.strikes += 1;
            if pings.strikes > self.keepalive.strikes {
                // What gRPC's clients look for, to ask less often from then on (A8).
                return Err(calm("too_many_pings"));
            }
        }
        Ok(())
    }
}
