//! Keepalives: our PINGs after silence, and limits on the peer's.
//!
//! Reading list: RFC 9113, section 6.7; gRPC's proposals A8 (client keepalive) and A9 (server
//! keepalive), and the guide "Keepalive" on how servers count a client's PINGs.

use alloc::boxed::Box;
use core::time::Duration;

use crate::carrier::http2::fault::{KEEPALIVE_TIMEOUT, Scope, Violation, calm};
use crate::carrier::http2::streams::Role;
use crate::limits::Keepalive;
use crate::time::Instant;

/// The payload of our keepalive PINGs.
pub(super) const ALIVE_PING: u64 = u64::from_be_bytes(*b"alive???");
/// The PING interval for a client without streams that may not ping then (A8).
const WITHOUT_CALLS: Duration = Duration::from_secs(2 * 3600);
/// The most PINGs that content permits: a window of 16 MiB in the smallest frames.
const MAX_DUE: u32 = 1024;

/// What is known about the peer being alive. `streams` counts the open streams, as other rules may
/// apply without any.
#[derive(Debug)]
pub(super) struct Liveness {
    keepalive: Keepalive,
    silence: Silence,
    /// On a server that limits PINGs.
    pings: Option<Pings>,
}

/// The peer's silence.
#[derive(Debug, Default)]
struct Silence {
    /// When bytes last arrived.
    heard: Option<Instant>,
    /// Bytes of an incomplete frame since then.
    begun: usize,
    /// When we sent a PING, if nothing has arrived since.
    asked: Option<Instant>,
}

/// The rate of the peer's PINGs.
#[derive(Debug, Default)]
struct Pings {
    /// The last one since we sent any part of a message.
    last: Option<Instant>,
    /// How many came too soon since then.
    strikes: u32,
    /// How many are permitted at any time: some clients measure the path with a PING for each frame
    /// of content they read, even long after we sent the last one.
    due: u32,
}

impl Liveness {
    /// `None` if it sends no PINGs and counts none.
    pub(super) fn new(role: Role, keepalive: &Keepalive) -> Option<Box<Self>> {
        let counts = role == Role::Server && keepalive.strikes > 0;
        let needed = counts || keepalive.every.is_some();
        needed.then(|| {
            Box::new(Liveness {
                keepalive: keepalive.clone(),
                silence: Silence::default(),
                pings: counts.then(Pings::default),
            })
        })
    }

    /// A complete frame arrived.
    #[inline]
    pub(super) fn received_frame(&mut self, now: Instant) {
        self.silence = Silence {
            heard: Some(now),
            begun: 0,
            asked: None,
        };
    }

    /// `bytes` bytes of an incomplete frame wait for the rest.
    #[inline]
    pub(super) fn received_part(&mut self, bytes: usize, now: Instant) {
        if bytes > self.silence.begun {
            self.received_frame(now);
        }
        self.silence.begun = bytes;
    }

    /// We sent this many frames of messages: the peer may ping soon after to see whether they
    /// arrived (A8).
    #[inline]
    pub(super) fn sent_messages(&mut self, frames: u32) {
        if let Some(pings) = self.pings.as_mut().filter(|_| frames > 0) {
            pings.strikes = 0;
            pings.last = None;
            pings.due = pings.due.saturating_add(frames).min(MAX_DUE);
        }
    }

    /// When to send a PING, or give the peer up.
    pub(super) fn timeout(&self, streams: usize) -> Option<Instant> {
        let wanted = self.keepalive.without_calls || streams > 0;
        let every = self.keepalive.every.filter(|_| wanted)?;
        Some(match (self.silence.asked, self.silence.heard) {
            (Some(asked), _) => asked + self.keepalive.within,
            (None, Some(heard)) => heard + every,
            // Before the first bytes, silence starts at the first poll.
            (None, None) => Instant::ZERO,
        })
    }

    /// The time is now `now`; true if it is time to send [`ALIVE_PING`]. An error if the peer has
    /// not answered one.
    pub(super) fn handle_timeout(
        &mut self,
        streams: usize,
        now: Instant,
    ) -> Result<bool, Violation> {
        if self.timeout(streams).is_none_or(|due| now < due) {
            return Ok(false);
        }
        if self.silence.asked.is_some() {
            return Err(KEEPALIVE_TIMEOUT);
        }
        if self.silence.heard.is_none() {
            self.silence.heard = Some(now);
            return Ok(false);
        }
        self.silence.asked = Some(now);
        Ok(true)
    }

    /// The peer sent a PING. Clients may do so at some interval (A8); one that repeatedly does so
    /// more often is disconnected.
    pub(super) fn received_ping(&mut self, streams: usize, now: Instant) -> Result<(), Scope> {
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
                // gRPC clients recognise this and send fewer PINGs from then on (A8).
                return Err(calm("too_many_pings"));
            }
        }
        Ok(())
    }
}
