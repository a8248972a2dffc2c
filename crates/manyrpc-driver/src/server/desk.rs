//! Where a reactor's connections submit calls that are executed elsewhere.

use std::cell::RefCell;
use std::sync::Arc;

use manyrpc_engine::{Call, Handler};

use crate::blocking_calls::Blocking;
use crate::executor::Executor;
use crate::workers::{Finished, Job, Known, Origin};

/// A reactor's interface to workers or tasks, and theirs to it.
pub(super) struct Desk {
    pub(super) executor: Executor,
    /// As [`Caps::ahead_bytes`](super::Caps::ahead_bytes).
    ahead_bytes: usize,
    home: Arc<dyn Origin>,
    /// For the next call's caller, where nobody needs the last one's any more.
    spare: RefCell<Option<Arc<Known>>>,
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
    pub(super) fn new(executor: Executor, ahead_bytes: usize, home: Arc<dyn Origin>) -> Self {
        Desk {
            executor,
            ahead_bytes,
            home,
            spare: RefCell::default(),
        }
    }

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
        call: Call,
        received: &[u8],
    ) -> Submitted {
        let known = self.spare.take().unwrap_or_default();
        let origin = (self.home.clone(), connection);
        let job = Job::new(handler, call, received, origin, known.clone());
        let bytes = job.bytes();
        match self.executor.execute(job) {
            Some(done) => {
                self.spare.replace(known.renewed());
                Submitted::Done(done)
            }
            None => Submitted::Away(bytes, known),
        }
    }
}
