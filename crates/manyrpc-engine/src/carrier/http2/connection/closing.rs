//! The end of a connection: GOAWAY in both directions (RFC 9113, 6.8), and connection errors
//! (5.4.1).

use alloc::boxed::Box;
use alloc::string::String;

use crate::carrier::http2::event::GoAwayReason;
use crate::carrier::http2::fault::{Refused, Scope, Violation, protocol};
use crate::carrier::http2::frame::{ErrorCode, LAST_STREAM};
use crate::carrier::http2::streams::Role;
use crate::in_use::Idle;

/// The payload of our PINGs during a shutdown.
pub(super) const SHUTDOWN_PING: u64 = u64::from_be_bytes(*b"shutdown");

/// Bytes of a GOAWAY's debug data that are kept.
const MAX_WORDS: usize = 256;

/// The GOAWAY of a shutdown.
pub(super) const GOING: Violation = Violation {
    code: ErrorCode::NoError,
    what: "",
};

/// The state of closing.
#[derive(Debug, Default)]
pub(super) struct Closing {
    shutdown: Shutdown,
    /// The last stream of ours that the peer will process, from its GOAWAY.
    peer: Option<u32>,
    /// The reason in the peer's GOAWAY.
    goaway_reason: Option<Box<GoAwayReason>>,
    broken: Option<Violation>,
}

/// The state of our own shutdown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shutdown {
    #[default]
    No,
    /// The peer was notified; streams that cross the GOAWAY are accepted until it answers a PING.
    Asked,
    /// No stream above this one is accepted.
    Above(u32),
}

/// What to send to the peer in a shutdown.
pub(super) enum Notice {
    /// GOAWAY with the highest possible stream, and a PING.
    Ask,
    /// GOAWAY with this last stream.
    Last(u32),
}

impl Idle for Closing {
    const IDLE: &'static Self = &Closing {
        shutdown: Shutdown::No,
        peer: None,
        goaway_reason: None,
        broken: None,
    };
}

impl Closing {
    /// Why the connection is unusable, if so.
    #[inline]
    pub(super) fn broken(&self) -> Option<Violation> {
        self.broken
    }

    #[inline]
    pub(super) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Ends the connection; false if it had ended before.
    pub(super) fn break_down(&mut self, why: Violation) -> bool {
        let first = self.broken.is_none();
        self.broken.get_or_insert(why);
        first
    }

    /// Whether anything may be sent.
    #[inline]
    pub(super) fn may_send(&self) -> Result<(), Refused> {
        match self.broken {
            Some(_) => Err(Refused::GoingAway),
            None => Ok(()),
        }
    }

    /// Whether requests may be made.
    pub(super) fn may_request(&self) -> Result<(), Refused> {
        match self.peer.is_some() || self.shutdown != Shutdown::No {
            true => Err(Refused::GoingAway),
            false => self.may_send(),
        }
    }

    /// Whether a stream begun by the peer is accepted.
    pub(super) fn takes(&self, id: u32) -> bool {
        !matches!(self.shutdown, Shutdown::Above(last) if id > last)
    }

    /// Whether either side accepts no more streams.
    pub(super) fn is_going(&self) -> bool {
        self.peer.is_some() || matches!(self.shutdown, Shutdown::Above(_))
    }

    /// The reason in the peer's GOAWAY, if it gave one.
    pub(super) fn goaway_reason(&self) -> Option<&GoAwayReason> {
        self.goaway_reason.as_deref()
    }

    /// Starts a shutdown: only streams already on their way are accepted. `last` is the highest
    /// received so far.
    pub(super) fn shut_down(&mut self, role: Role, last: u32) -> Option<Notice> {
        if self.is_broken() || self.shutdown != Shutdown::No {
            return None;
        }
        if role == Role::Client {
            self.shutdown = Shutdown::Above(last);
            return Some(Notice::Last(last));
        }
        self.shutdown = Shutdown::Asked;
        Some(Notice::Ask)
    }

    /// A PING was answered: if it was the shutdown's, everything that the peer sent before it saw
    /// the GOAWAY has arrived.
    pub(super) fn answered(&mut self, opaque: u64, last: u32) -> Option<Notice> {
        if opaque != SHUTDOWN_PING || self.shutdown != Shutdown::Asked {
            return None;
        }
        self.shutdown = Shutdown::Above(last);
        Some(Notice::Last(last))
    }

    /// The peer's GOAWAY arrived; true if it changes anything.
    pub(super) fn goaway(
        &mut self,
        last: u32,
        code: ErrorCode,
        debug: &[u8],
    ) -> Result<bool, Scope> {
        if self.peer.is_some_and(|before| last > before) {
            return Err(protocol("GOAWAY takes back what an earlier one said"));
        }
        if code != ErrorCode::NoError || !debug.is_empty() {
            let kept = &debug[..debug.len().min(MAX_WORDS)];
            let words = String::from_utf8_lossy(kept).into_owned();
            self.goaway_reason = Some(Box::new(GoAwayReason { code, words }));
        }
        Ok(self.peer.replace(last) != Some(last))
    }
}

impl Notice {
    /// The last stream named by the GOAWAY.
    pub(super) fn last(&self) -> u32 {
        match self {
            Notice::Ask => LAST_STREAM,
            Notice::Last(last) => *last,
        }
    }
}
