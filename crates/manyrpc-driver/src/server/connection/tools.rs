//! What a thread lends to the connection it is serving.

use std::sync::Arc;

use manyrpc_engine::Buf;

use crate::blocking_calls::Blocking;
use crate::counters::Counters;
use crate::receive::PIECE;
use crate::server::caller::Waiting;
use crate::server::desk::Desk;
use crate::server::meter::Meter;

/// What a thread lends to the connection it is serving.
pub(in crate::server) struct Tools {
    /// The receive buffer of connections without memory of their own.
    pub(super) scratch: Buf,
    /// Buffers that have grown for large messages.
    spares: Vec<Buf>,
    pub(super) waiting: Waiting,
    pub(super) counters: Counters,
    meter: Arc<Meter>,
    /// Where calls for workers are submitted.
    pub(super) desk: Option<Desk>,
}

impl Tools {
    pub(in crate::server) fn new(meter: Arc<Meter>, desk: Option<Desk>) -> Self {
        Tools {
            scratch: Buf::with_capacity(PIECE),
            spares: Vec::new(),
            waiting: Waiting::default(),
            counters: Counters::default(),
            meter,
            desk,
        }
    }

    /// Finds calls that block, where nobody may.
    pub(super) fn blocking(&self) -> Option<&Blocking> {
        self.desk.as_ref().and_then(Desk::blocking)
    }

    /// Takes back a buffer that a connection no longer needs.
    pub(super) fn take_back(&mut self, mut buf: Buf) {
        if buf.capacity() > self.scratch.capacity() {
            std::mem::swap(&mut buf, &mut self.scratch);
            self.scratch.shrink(KEPT);
        }
        if self.spares.len() < SPARES && buf.capacity() >= PIECE {
            self.spares.push(buf);
        }
    }

    pub(super) fn next_scratch(&mut self) -> Buf {
        self.spares
            .pop()
            .unwrap_or_else(|| Buf::with_capacity(PIECE))
    }

    /// Publishes the counters to other threads.
    #[inline]
    pub(in crate::server) fn publish(&self) {
        self.meter.publish(&self.counters);
    }

    /// Counts a system call that neither sends nor receives.
    pub(in crate::server) fn count_other(&mut self) {
        self.counters.other_calls += 1;
    }
}

/// Largest buffer that a thread keeps for later messages, in bytes.
const KEPT: usize = 8 << 20;
/// Most buffers that a thread keeps in addition to the one in use.
const SPARES: usize = 4;
