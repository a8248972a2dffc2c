//! Where a reactor's connections submit calls that are executed elsewhere.

use std::sync::Arc;

use manyrpc_engine::{Call, Handler};

use crate::blocking_calls::Blocking;
use crate::executor::Executor;
use crate::workers::{Finished, Job, Known, Origin};

/// A reactor's interface to workers or tasks, and theirs to it.
pub(super) struct Desk {
    pub(super) executor: Executor,
    /// As [`Caps::ahead_bytes`](super::Caps::ahead_bytes).
    pub(super) ahead_bytes: usize,
    pub(super) home: Arc<dyn Origin>,
}

/// A call that was submitted.
pub(super) enum Submitted {
    /// It is being executed: the bytes that it counts for, and where to report news about its
    /// caller.
    Away(usize, Arc<Known>),
    /// It had nothing to wait for.
    Done(Finished),
}

impl Desk {
    /// Whether calls of that handler are submitted.
    pub(super) fn is_for(&self, handler: &dyn Handler) -> bool {
        self.executor.is_for(handler)
    }

    /// Finds calls that block, where nobody may.
    pub(super) fn blocking(&self) -> Option<&Blocking> {
        match &self.executor {
            Executor::Workers(_) => None,
            #[cfg(feature = "tokio")]
            Executor::Tasks(tasks) => Some(&tasks.blocking),
        }
    }

    /// Whether a connection may submit another call, with this many bytes of calls away.
    pub(super) fn takes_more(&self, bytes: usize) -> bool {
        bytes < self.ahead_bytes
    }

    /// Submits a call of a connection.
    pub(super) fn hand_in(
        &self,
        connection: u64,
        handler: &Arc<dyn Handler>,
        call: &Call,
        received: &[u8],
    ) -> Submitted {
        let job = Job::new(handler, call, received, (self.home.clone(), connection));
        let (bytes, known) = (job.bytes(), job.known());
        match self.executor.execute(job) {
            Some(done) => Submitted::Done(done),
            None => Submitted::Away(bytes, known),
        }
    }
}
