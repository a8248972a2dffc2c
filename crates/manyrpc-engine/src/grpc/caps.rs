//! What engines ask for of the limits.

use core::time::Duration;

use crate::Limits;
use crate::carrier::http2::settings::most;
use crate::time::nanos;

/// Those of the [`Limits`] that an engine asks for during calls: an idle connection should be small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// No message is longer than its prefix can say, which has four bytes for the length.
    pub(super) message_bytes: u32,
    /// The same.
    pub(super) sent_message_bytes: u32,
    pub(super) reassembly_bytes: usize,
    calls_in_flight: u32,
    call_timeout_ns: u64,
}

impl Caps {
    pub(super) fn of(limits: &Limits) -> Self {
        Caps {
            message_bytes: most(limits.message_bytes),
            sent_message_bytes: most(limits.sent_message_bytes),
            reassembly_bytes: limits.reassembly_bytes,
            calls_in_flight: most(limits.calls_in_flight),
            call_timeout_ns: nanos(limits.call_timeout),
        }
    }

    pub(super) fn calls_in_flight(&self) -> usize {
        self.calls_in_flight as usize
    }

    pub(super) fn call_timeout(&self) -> Duration {
        Duration::from_nanos(self.call_timeout_ns)
    }
}
