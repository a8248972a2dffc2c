//! Where a reactor's connections submit calls for workers.

use std::sync::Arc;

use manyrpc_engine::{Call, Handler};

use crate::workers::{Job, Known, Origin, Workers};

/// A reactor's interface to the workers, and theirs to it.
pub(super) struct Desk {
    pub(super) workers: Workers,
    /// As [`Caps::ahead_bytes`](super::Caps::ahead_bytes).
    pub(super) ahead_bytes: usize,
    pub(super) home: Arc<dyn Origin>,
}

impl Desk {
    /// Whether a connection may submit another call, with this many bytes of calls at workers.
    pub(super) fn takes_more(&self, bytes: usize) -> bool {
        bytes < self.ahead_bytes
    }

    /// Submits a call of a connection; returns the bytes that it counts for, and where to report
    /// news about its caller.
    pub(super) fn hand_in(
        &self,
        connection: u64,
        handler: &Arc<dyn Handler>,
        call: &Call,
        received: &[u8],
    ) -> (usize, Arc<Known>) {
        let job = Job::new(handler, call, received, (self.home.clone(), connection));
        let (bytes, known) = (job.bytes(), job.known());
        self.workers.put(job);
        (bytes, known)
    }
}
