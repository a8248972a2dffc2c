//! The states of a call at the client, each with its data.
//!
//! Reading list: C706 section 10.1 (CL_CLIENT and its states).
//!
//! ```text
//! Idle ──▶ Writing ──▶ Sent: Sending ──▶ Waiting ──▶ Idle
//! ```

use core::time::Duration;

use crate::time::Instant;

/// The state of an activity's call. Printed by the client's `Debug`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// There is no call.
    Idle {
        /// The last call's results are not acknowledged.
        owes_ack: bool,
    },
    /// Its arguments are being written.
    Writing(Writing),
    /// The call is in flight.
    Sent(Sent),
}

/// A call being written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writing {
    /// Its own timeout, if it has one.
    pub(super) timeout: Option<Duration>,
    /// The last call's results are not acknowledged; this call acknowledges them.
    pub(super) owes_ack: bool,
}

/// A call in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) phase: Phase,
    pub(super) deadline: Instant,
    /// When to retransmit or ping.
    pub(super) again: Instant,
    pub(super) wait: Duration,
    pub(super) transmissions: u32,
    pub(super) cancel: Cancel,
}

/// The phases of a call in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The server may lack part of the request.
    Sending,
    /// The server has the request; the client pings it now and then.
    Waiting,
}

/// The state of a cancel.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cancel {
    /// None was sent.
    No,
    /// Sent `times` times and not acknowledged; to be retransmitted.
    Unacknowledged { times: u32, again: Instant },
    /// Sent `times` times and acknowledged.
    Acknowledged { times: u32 },
}

impl Stage {
    /// The call in flight.
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
    /// Schedules the next action for when nothing is received until then.
    #[inline]
    pub(super) fn rest(&mut self, wait: Duration, now: Instant) {
        (self.wait, self.again) = (wait, now + wait);
    }

    /// When the next action is due.
    #[inline]
    pub(super) fn alarm(&self) -> Instant {
        let alarm = self.again.min(self.deadline);
        match self.cancel {
            Cancel::Unacknowledged { again, .. } => alarm.min(again),
            Cancel::No | Cancel::Acknowledged { .. } => alarm,
        }
    }
}

impl Cancel {
    /// How often a cancel was sent.
    pub(super) fn times(self) -> u32 {
        match self {
            Cancel::No => 0,
            Cancel::Unacknowledged { times, .. } | Cancel::Acknowledged { times } => times,
        }
    }
}
