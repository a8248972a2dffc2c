//! Counters of one thread that others may read.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::counters::Counters;

/// Written by one thread, read by any; each field lags by at most one turn.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Meter([AtomicU64; 8]);

impl Meter {
    #[inline]
    pub(super) fn publish(&self, c: &Counters) {
        let now = [
            c.calls,
            c.bytes_sent,
            c.packets_sent,
            c.bytes_received,
            c.packets_received,
            c.send_calls,
            c.receive_calls,
            c.other_calls,
        ];
        for (shared, value) in self.0.iter().zip(now) {
            shared.store(value, Relaxed);
        }
    }

    pub(super) fn read(&self) -> Counters {
        let [
            calls,
            bytes_sent,
            packets_sent,
            bytes_received,
            packets_received,
            send_calls,
            receive_calls,
            other_calls,
        ] = std::array::from_fn(|i| self.0[i].load(Relaxed));
        Counters {
            calls,
            bytes_sent,
            packets_sent,
            bytes_received,
            packets_received,
            send_calls,
            receive_calls,
            other_calls,
        }
    }
}
