//! Who executes the calls that are not executed where they were received.

#[cfg(feature = "tokio")]
use std::sync::Arc;

use manyrpc_engine::Handler;

#[cfg(feature = "tokio")]
use crate::blocking_calls::Blocking;
use crate::workers::{Finished, Job, Workers};

/// Executes calls.
pub(crate) enum Executor {
    /// Threads, which may block.
    Workers(Workers),
    /// Tasks of a runtime, for calls that are futures.
    #[cfg(feature = "tokio")]
    Tasks(Tasks),
}

/// Tasks that execute calls.
#[cfg(feature = "tokio")]
pub(crate) struct Tasks {
    pub(crate) runtime: tokio::runtime::Handle,
    /// For the calls that are no futures, if there are any threads for them.
    pub(crate) workers: Option<Workers>,
    pub(crate) blocking: Arc<Blocking>,
}

impl Executor {
    /// Whether calls of that handler are executed here, rather than where they are received.
    #[cfg_attr(
        not(feature = "tokio"),
        allow(unused_variables, reason = "workers execute all calls")
    )]
    pub(crate) fn is_for(&self, handler: &dyn Handler) -> bool {
        match self {
            Executor::Workers(_) => true,
            #[cfg(feature = "tokio")]
            Executor::Tasks(tasks) => tasks.workers.is_some() || handler.is_async(),
        }
    }

    /// Executes a call. Returns what came of it if it had nothing to wait for; otherwise its origin
    /// is told later.
    pub(crate) fn execute(&self, job: Job) -> Option<Finished> {
        match self {
            Executor::Workers(workers) => workers.put(job),
            #[cfg(feature = "tokio")]
            Executor::Tasks(tasks) => match &tasks.workers {
                Some(workers) if !job.is_async() => workers.put(job),
                _ => return job.begin(&tasks.runtime, &tasks.blocking),
            },
        }
        None
    }

    /// Lets each thread end after its current call, and drops the calls that wait for one.
    pub(crate) fn end(&self) {
        let workers = match self {
            Executor::Workers(workers) => Some(workers),
            #[cfg(feature = "tokio")]
            Executor::Tasks(tasks) => tasks.workers.as_ref(),
        };
        // Nobody waits for them: a handler that never returns would block whoever does.
        workers.map(Workers::end).into_iter().for_each(drop);
    }
}
