//! The states of a call at the server, each with its data.
//!
//! Reading list: C706 section 10.2 (CL_SERVER and its states).
//!
//! ```text
//! Idle ──▶ Receiving ──▶ Asking ──▶ Ready ──▶ Executing ──▶ Replied ──▶ Idle
//! ```
//!
//! Any stage may be skipped, and `Idle` may follow each: a call in one PDU that needs no
//! confirmation is executed at once, and one without results leaves nothing to be acknowledged.

use core::mem;
use core::time::Duration;

use crate::contract::{CallId, Interest};
use crate::time::Instant;

/// The state of an activity's call. Printed by the server's `Debug`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// No call is in progress; what is kept of the last one.
    Idle(Last),
    /// The arguments are incomplete.
    Receiving(Receiving),
    /// The arguments are complete, but the client must confirm the call.
    Asking(Asking),
    /// Ready to be executed.
    Ready(Ready),
    /// Being executed.
    Executing(Executing),
    /// The results are being sent, or await their acknowledgement.
    Replied(Replied),
}

/// The outcome of an activity's last call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The client has its results or has abandoned it; or there was no call.
    Settled,
    /// It may be executed again, or was not executed yet.
    Repeatable,
    /// It was executed and has no results.
    Silent,
    /// It was executed, and its results were dropped.
    Forgotten,
}

/// A call being received.
#[derive(Clone, Copy, Debug)]
pub(super) struct Receiving {
    pub(super) proof: Confirmation,
    /// The client has cancelled it.
    pub(super) cancelled: bool,
}

/// Whether a call may be executed once it is complete.
#[derive(Clone, Copy, Debug)]
pub(super) enum Confirmation {
    /// It may.
    Given,
    /// The client must answer a callback first.
    PendingCallback(PendingCallback),
}

/// A call that awaits its client's confirmation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking {
    pub(super) asked: PendingCallback,
    /// The client has cancelled it.
    pub(super) cancelled: bool,
}

/// A call that is ready to be executed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    /// The client has cancelled it.
    pub(super) cancelled: bool,
}

/// A callback to the client (conversation manager), unanswered.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingCallback {
    /// Its sequence number.
    pub(super) seq: u32,
    pub(super) subject: Subject,
    pub(super) since: Instant,
    pub(super) again: Instant,
    pub(super) wait: Duration,
}

/// The subject of a callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Whether the client is making the call.
    Call,
    /// That, and its address space.
    CallAndSpace,
    /// Its address space only; that it is making the call is known, or does not matter.
    Space,
}

/// A call at the application.
#[derive(Clone, Copy, Debug)]
pub(super) struct Executing {
    pub(super) id: CallId,
    pub(super) wish: Wish,
}

/// What the client wants of a call being executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Its results.
    Results,
    /// Its end; the application has not been told.
    End,
    /// Its end; the application has been told.
    EndReported,
    /// Nothing any more.
    Nothing,
}

/// A call whose results are kept until the client has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replied {
    /// The memory counted for the results, in bytes.
    pub(super) bytes: usize,
    /// They were sent in full, and are kept for retransmission.
    pub(super) resting: bool,
    /// The time between retransmissions.
    pub(super) wait: Duration,
    /// How often they were retransmitted unasked since the client's last PDU.
    pub(super) repeats: u32,
}

impl Subject {
    /// Whether it asks for the client's address space.
    pub(super) fn has_space(self) -> bool {
        self != Subject::Call
    }
}

impl Stage {
    /// The call has ended, or there is none.
    pub(super) fn is_over(&self) -> bool {
        matches!(self, Stage::Idle(_) | Stage::Replied(_))
    }

    /// The call is at the application, or ready for it.
    pub(super) fn is_due(&self) -> bool {
        matches!(self, Stage::Ready(_) | Stage::Executing(_))
    }

    /// The callback that the call awaits the answer to.
    pub(super) fn asked(&mut self) -> Option<&mut PendingCallback> {
        match self {
            Stage::Receiving(Receiving {
                proof: Confirmation::PendingCallback(asked),
                ..
            })
            | Stage::Asking(Asking { asked, .. }) => Some(asked),
            _ => None,
        }
    }

    /// The call being executed.
    #[inline]
    pub(super) fn executing(&mut self) -> Option<&mut Executing> {
        match self {
            Stage::Executing(executing) => Some(executing),
            _ => None,
        }
    }

    /// The client cancels the call, which has not ended; false if it already had.
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
    /// A call whose execution begins.
    #[inline]
    pub(super) fn new(id: CallId, cancelled: bool) -> Self {
        let wish = if cancelled { Wish::End } else { Wish::Results };
        Executing { id, wish }
    }

    /// Tells the application what the client wants.
    pub(super) fn report_interest(&mut self) -> Interest {
        match self.wish {
            Wish::Results => Interest::Wanted,
            Wish::End | Wish::EndReported => {
                self.wish = Wish::EndReported;
                Interest::Cancelled
            }
            Wish::Nothing => Interest::Orphaned,
        }
    }

    /// The client has abandoned the call; false if it already had.
    pub(super) fn orphan(&mut self) -> bool {
        mem::replace(&mut self.wish, Wish::Nothing) != Wish::Nothing
    }
}
