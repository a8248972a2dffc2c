//! The end of a connection: GOAWAY both ways (RFC 9113, 6.8), and the rule that broke it (5.4.1).

use alloc::boxed::Box;
use alloc::string::String;

use crate::carrier::http2::event::Farewell;
use crate::carrier::http2::fault::{Refused, Scope, Violation, protocol};
use crate::carrier::http2::frame::{ErrorCode, LAST_STREAM};
use crate::carrier::http2::streams::Role;

/// What our own PINGs of a shutdown carry.
pub(super) const SHUTDOWN_PING: u64 = u64::from_be_bytes(*b"shutdown");

/// Bytes of what a peer says of its going that are kept.
const MOST_WORDS: usize = 256;

/// What a shutdown says.
pub(super) const GOING: Violation = Violation {
    code: ErrorCode::NoError,
    what: "",
};

/// How near the end is.
#[derive(Debug)]
pub(super) struct Closing {
    shutdown: Shutdown,
    /// The last stream of ours that the peer will carry out, once it has said so.
    peer: Option<u32>,
    /// Why it goes, if it has said so.
    farewell: Option<Box<Farewell>>,
    broken: Option<Violation>,
}

/// How far we are with taking no more streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shutdown {
    No,
    /// The peer was asked; streams that cross that are still taken until it has answered a PING.
    Asked,
    /// No stream above this one is taken.
    Above(u32),
}

/// What to tell the peer of a shutdown.
pub(super) enum Notice {
    /// GOAWAY with the highest stream there is, and a PING.
    Ask,
    /// GOAWAY with this last stream.
    Last(u32),
}

impl Closing {
    pub(super) fn new() -> Self {
        Closing {
            shutdown: Shutdown::No,
            peer: None,
            farewell: None,
            broken: None,
        }
    }

    /// Why the connection cannot be used any more, once that is so.
    #[inline]
    pub(super) fn broken(&self) -> Option<Violation> {
        self.broken
    }

    #[inline]
    pub(super) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// The connection is over; false when it was before.
    pub(super) fn break_down(&mut self, why: Violation) -> bool {
        let first = self.broken.is_none();
        self.broken.get_or_insert(why);
        first
    }

    /// Whether anything can be sent.
    #[inline]
    pub(super) fn may_send(&self) -> Result<(), Refused> {
        match self.broken {
            Some(_) => Err(Refused::GoingAway),
            None => Ok(()),
        }
    }

    /// Whether more requests can be made.
    pub(super) fn may_request(&self) -> Result<(), Refused> {
        match self.peer.is_some() || self.shutdown != Shutdown::No {
            true => Err(Refused::GoingAway),
            false => self.may_send(),
        }
    }

    /// Whether a stream that the peer begins is taken.
    pub(super) fn takes(&self, id: u32) -> bool {
        !matches!(self.shutdown, Shutdown::Above(last) if id > last)
    }

    /// Whether one side takes no more streams.
    pub(super) fn is_going(&self) -> bool {
        self.peer.is_some() || matches!(self.shutdown, Shutdown::Above(_))
    }

    /// Why the peer goes, if it has said more than that it does.
    pub(super) fn farewell(&self) -> Option<&Farewell> {
        self.farewell.as_deref()
    }

    /// We are to take no more streams than those that are on their way: `last` is the highest that
    /// came.
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

    /// A PING was answered: if it was that of a shutdown, what the peer sent before it knew of it
    /// has come.
    pub(super) fn answered(&mut self, opaque: u64, last: u32) -> Option<Notice> {
        if opaque != SHUTDOWN_PING || self.shutdown != Shutdown::Asked {
            return None;
        }
        self.shutdown = Shutdown::Above(last);
        Some(Notice::Last(last))
    }

    /// The peer's GOAWAY; whether it says anything new.
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
            let kept = &debug[..debug.len().min(MOST_WORDS)];
            let words = String::from_utf8_lossy(kept).into_owned();
            self.farewell = Some(Box::new(Farewell { code, words }));
        }
        Ok(self.peer.replace(last) != Some(last))
    }
}

impl Notice {
    /// The last stream that GOAWAY names.
    pub(super) fn last(&self) -> u32 {
        match self {
            Notice::Ask => LAST_STREAM,
            Notice::Last(last) => *last,
        }
    }
}
