//! Where a reactor's connections submit calls that are executed elsewhere.

use std::sync::Arc;

use manyrpc_engine::{Call, Handler};

use super::blocking::Blocking;
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
    /// Tasks of a runtime, for calls that are futures.
    #[cfg(feature = "tokio")]
    Tasks(Tasks),
}

/// Tasks that execute calls.
#[cfg(feature = "tokio")]
pub(super) struct Tasks {
    pub(super) runtime: tokio::runtime::Handle,
    /// For the calls that are no futures, if there are any threads for them.
    pub(super) workers: Option<Workers>,
    pub(super) blocking: Arc<Blocking>,
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
            Executor::Tasks(tasks) => tasks.workers.is_some() || handler.is_async(),
        }
    }

    /// Finds calls that block, where nobody may.
    pub(super) fn blocking(&self) -> Option<&Arc<Blocking>> {
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
        match &self.executor {
            Executor::Workers(workers) => workers.put(job),
            #[cfg(feature = "tokio")]
            Executor::Tasks(tasks) => match &tasks.workers {
                Some(workers) if !handler.is_async_call(call) => workers.put(job),
                _ => {
                    if let Some(done) = job.begin(&tasks.runtime, &tasks.blocking) {
                        return Submitted::Done(done);
                    }
                }
            },
        }
        Submitted::Away(bytes, known)
    }
}
