//! Where an activity's call stands at the client, and what there is to know of it only there.
//!
//! Reading list: C706 section 10.1 (CL_CLIENT and its states).
//!
//! ```text
//! Idle ──▶ Writing ──▶ Sent: Sending ──▶ Waiting ──▶ Idle
//! ```

use core::time::Duration;

use crate::time::Instant;

/// Where an activity's call stands. Printed by the client's `Debug`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// There is none.
    Idle {
        /// The last call's results are not acknowledged.
        owes_ack: bool,
    },
    /// Its arguments are being written.
    Writing(Writing),
    /// It is under way.
    Sent(Sent),
}

/// A call that is being written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writing {
    /// How long it may take, where it says so itself.
    pub(super) timeout: Option<Duration>,
    /// The last call's results are not acknowledged: this one does so.
    pub(super) owes_ack: bool,
}

/// A call that is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) phase: Phase,
    pub(super) deadline: Instant,
    /// When something is sent again, or the server asked.
    pub(super) again: Instant,
    pub(super) wait: Duration,
    pub(super) transmissions: u32,
    /// Whether the server was heard of in this call.
    pub(super) heard: bool,
    pub(super) cancel: Cancel,
}

/// What of a call is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The server is not known to have all of it.
    Sending,
    /// The server has it: now and then it is asked.
    Waiting,
}

/// Whether the server was asked to end the call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cancel {
    /// It was not.
    No,
    /// It was, so often, and was not heard of since: it is asked again.
    Unheard { times: u32, again: Instant },
    /// It was, so often, and knows.
    Heard { times: u32 },
}

impl Stage {
    /// The call that is under way.
    #[inline]
    pub(super) fn sent(&mut self) -> Option<&mut Sent> {
        match self {
            Stage::Sent(call) => Some(call),
            Stage::Idle { .. } | Stage::Writing(_) => None,
        }
    }

    /// Whether the last call's results are not acknowledged.
    #[inline]
    pub(super) fn owes_ack(&self) -> bool {
        match *self {
            Stage::Idle { owes_ack } | Stage::Writing(Writing { owes_ack, .. }) => owes_ack,
            Stage::Sent(_) => false,
        }
    }

    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        matches!(self, Stage::Idle { .. })
    }

    #[inline]
    pub(super) fn is_sent(&self) -> bool {
        matches!(self, Stage::Sent(_))
    }
}

impl Sent {
    /// Something is due that long after now, if nothing is heard before.
    #[inline]
    pub(super) fn rest(&mut self, wait: Duration, now: Instant) {
        (self.wait, self.again) = (wait, now + wait);
    }

    /// When something is due.
    #[inline]
    pub(super) fn alarm(&self) -> Instant {
        let alarm = self.again.min(self.deadline);
        match self.cancel {
            Cancel::Unheard { again, .. } => alarm.min(again),
            Cancel::No | Cancel::Heard { .. } => alarm,
        }
    }
}

impl Cancel {
    /// How often the server was asked.
    pub(super) fn times(self) -> u32 {
        match self {
            Cancel::No => 0,
            Cancel::Unheard { times, .. } | Cancel::Heard { times } => times,
        }
    }
}
