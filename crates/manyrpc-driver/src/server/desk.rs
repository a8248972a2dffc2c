//! Where a reactor's connections submit calls that are executed elsewhere.

use std::sync::Arc;

use manyrpc_engine::{Call, Handler};

use crate::workers::{Finished, Job, Known, Origin, Workers};

/// A reactor's interface to workers or tasks, and theirs to it.
pub(super) struct Desk {
    pub(super) executor: Executor,
    /// As [`Caps::ahead_bytes`](super::Caps::ahead_bytes).
    pub(super) ahead_bytes: usize,
    pub(super) home: Arc<dyn Origin>,
}

/// Who executes calls.
pub(super) enum Executor {
    /// Threads, which may block.
    Workers(Workers),
    /// Tasks of a runtime, for handlers whose calls are futures.
    #[cfg(feature = "tokio")]
    Tasks(tokio::runtime::Handle),
}

/// A call that was submitted.
pub(super) enum Submitted {
    /// It is being executed: the bytes that it counts for, and where to report news about its
    /// caller.
    Away(usize, Arc<Known>),
    /// It had nothing to wait for.
    #[cfg_attr(
        not(feature = "tokio"),
        allow(dead_code, reason = "only tasks are polled at once")
    )]
    Done(Finished),
}

impl Desk {
    /// Whether calls of that handler are submitted.
    #[cfg_attr(
        not(feature = "tokio"),
        allow(unused_variables, reason = "workers execute all calls")
    )]
    pub(super) fn is_for(&self, handler: &dyn Handler) -> bool {
        match &self.executor {
            Executor::Workers(_) => true,
            #[cfg(feature = "tokio")]
            Executor::Tasks(_) => handler.is_async(),
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
        match &self.executor {
            Executor::Workers(workers) => workers.put(job),
            #[cfg(feature = "tokio")]
            Executor::Tasks(runtime) => {
                if let Some(done) = job.begin(runtime) {
                    return Submitted::Done(done);
                }
            }
        }
        Submitted::Away(bytes, known)
    }
}
