//! Where an activity's call stands at the server, and what there is to know of it only there.
//!
//! Reading list: C706 section 10.2 (CL_SERVER and its states).
//!
//! ```text
//! Idle ──▶ Receiving ──▶ Asking ──▶ Ready ──▶ Executing ──▶ Replied ──▶ Idle
//! ```
//!
//! Each stage may be left out on the way to the right, and `Idle` follows each: a call in one PDU that
//! needs no proof is executed at once, and one without results leaves nothing to be acknowledged.

use core::mem;
use core::time::Duration;

use crate::contract::{CallId, Interest};
use crate::time::Instant;

/// Where an activity's call stands. Printed by the server's `Debug`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// No call is under way; what there is to know of the last.
    Idle(Last),
    /// Fragments of its arguments are missing.
    Receiving(Receiving),
    /// All of it is here, but whether the client is making it must be known first.
    Asking(Asking),
    /// It waits to be carried out.
    Ready(Ready),
    /// It is being carried out.
    Executing(Executing),
    /// Its results are on their way, and not acknowledged.
    Replied(Replied),
}

/// What became of an activity's last call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The client has its results, or has given it up; or there was none.
    Settled,
    /// It may be carried out again, or was not carried out yet.
    Repeatable,
    /// It was carried out and has no results.
    Silent,
    /// It was carried out, and its results are gone.
    Forgotten,
}

/// A call that comes in part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Receiving {
    pub(super) proof: Proof,
    /// The client has asked for its end.
    pub(super) cancelled: bool,
}

/// Whether a call may be carried out as soon as all of it is here.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof {
    /// It may.
    Given,
    /// The client must answer first.
    Asked(Asked),
}

/// A call that waits for its client's answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking {
    pub(super) asked: Asked,
    /// The client has asked for its end.
    pub(super) cancelled: bool,
}

/// A call that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    /// The client has asked for its end.
    pub(super) cancelled: bool,
}

/// A question to the client (conversation manager), on its way or not yet answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Its number.
    pub(super) seq: u32,
    pub(super) subject: Subject,
    pub(super) since: Instant,
    pub(super) again: Instant,
    pub(super) wait: Duration,
}

/// What a client is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Whether it is making the call.
    Call,
    /// That, and its address space.
    CallAndSpace,
    /// Its address space; that it is making the call is known, or does not matter.
    Space,
}

/// A call at the application.
#[derive(Clone, Copy, Debug)]
pub(super) struct Executing {
    pub(super) id: CallId,
    pub(super) wish: Wish,
}

/// What the client would have of a call that is being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Its results.
    Results,
    /// Its end, and the application does not know.
    End,
    /// Its end, and the application knows.
    EndTold,
    /// Nothing any more.
    Nothing,
}

/// A call whose results are kept until the client has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replied {
    /// Bytes of memory that the results are counted with.
    pub(super) bytes: usize,
    /// They were sent in full, and are kept for a client that has not got them.
    pub(super) resting: bool,
    /// How long after the last time they go again.
    pub(super) wait: Duration,
    /// How often they went unasked since the client was heard of.
    pub(super) repeats: u32,
}

impl Subject {
    /// Whether the client's address space is asked for.
    pub(super) fn has_space(self) -> bool {
        self != Subject::Call
    }
}

impl Stage {
    /// The call is done, or there is none.
    pub(super) fn is_over(&self) -> bool {
        matches!(self, Stage::Idle(_) | Stage::Replied(_))
    }

    /// It is at the application, or due there.
    pub(super) fn is_due(&self) -> bool {
        matches!(self, Stage::Ready(_) | Stage::Executing(_))
    }

    /// The question that the call waits for the answer of.
    pub(super) fn asked(&mut self) -> Option<&mut Asked> {
        match self {
            Stage::Receiving(Receiving {
                proof: Proof::Asked(asked),
                ..
            })
            | Stage::Asking(Asking { asked, .. }) => Some(asked),
            _ => None,
        }
    }

    /// The call that is being carried out.
    #[inline]
    pub(super) fn executing(&mut self) -> Option<&mut Executing> {
        match self {
            Stage::Executing(executing) => Some(executing),
            _ => None,
        }
    }

    /// The client asks for the call's end, which is not over; reports whether that is news.
    pub(super) fn cancel(&mut self) -> bool {
        match self {
            Stage::Receiving(Receiving { cancelled, .. })
            | Stage::Asking(Asking { cancelled, .. })
            | Stage::Ready(Ready { cancelled }) => !mem::replace(cancelled, true),
            Stage::Executing(executing) if executing.wish == Wish::Results => {
                executing.wish = Wish::End;
                true
            }
            Stage::Executing(_) | Stage::Idle(_) | Stage::Replied(_) => false,
        }
    }
}

impl Executing {
    /// A call that begins to be carried out.
    #[inline]
    pub(super) fn new(id: CallId, cancelled: bool) -> Self {
        let wish = if cancelled { Wish::End } else { Wish::Results };
        Executing { id, wish }
    }

    /// Tells the application what the client would have.
    pub(super) fn tell(&mut self) -> Interest {
        match self.wish {
            Wish::Results => Interest::Wanted,
            Wish::End | Wish::EndTold => {
                self.wish = Wish::EndTold;
                Interest::Cancelled
            }
            Wish::Nothing => Interest::Orphaned,
        }
    }

    /// The client has given the call up; reports whether that is news.
    pub(super) fn orphan(&mut self) -> bool {
        mem::replace(&mut self.wish, Wish::Nothing) != Wish::Nothing
    }
}
