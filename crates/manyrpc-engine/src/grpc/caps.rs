//! What engines ask for of the limits.

use core::time::Duration;

use crate::Limits;

/// Those of the [`Limits`] that an engine asks for during calls: an idle connection should be small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) message_bytes: usize,
    pub(super) sent_message_bytes: usize,
    pub(super) reassembly_bytes: usize,
    pub(super) calls_in_flight: usize,
    pub(super) call_timeout: Duration,
}

impl Caps {
    pub(super) fn of(limits: &Limits) -> Self {
        Caps {
            message_bytes: limits.message_bytes,
            sent_message_bytes: limits.sent_message_bytes,
            reassembly_bytes: limits.reassembly_bytes,
            calls_in_flight: limits.calls_in_flight,
            call_timeout: limits.call_timeout,
        }
    }
}
