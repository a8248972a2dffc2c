//! Where a reactor's connections submit calls for workers.

use std::sync::Arc;

use manyrpc_engine::{Call, Handler};

use super::Shared;
use super::inbox::Inbox;
use crate::workers::{Job, Known};

/// A reactor's interface to the workers, and theirs to it.
pub(super) struct Desk {
    pub(super) shared: Arc<Shared>,
    pub(super) home: Arc<Inbox>,
}

impl Desk {
    /// Whether a connection may submit another call, with this many bytes of calls at workers.
    pub(super) fn takes_more(&self, bytes: usize) -> bool {
        bytes < self.shared.caps.ahead_bytes
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
        self.shared.workers.put(job);
        (bytes, known)
    }
}
