//! Threads that carry out calls which may wait.
//!
//! Without them a handler runs on the thread that received its call. With them each call of a
//! stream is copied and queued for one of them, its connection goes on, and replies leave in the
//! order in which calls end. That costs two hand-overs a call.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use manyrpc_engine::{Buf, Call, CallId, Caller, Fault, Handler, Interest, Outcome, ReplyMetadata};

use super::Shared;
use super::inbox::{Inbox, Parcel};

/// The threads and what waits for them.
#[derive(Default)]
pub(super) struct Workers {
    cap: usize,
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// Threads that wait for a job.
    waiting: usize,
    started: Vec<JoinHandle<()>>,
    over: bool,
}

/// A call to carry out, and whose it is.
pub(super) struct Job {
    handler: Arc<dyn Handler>,
    call: Call,
    received: Buf,
    known: Arc<Known>,
    connection: u64,
    home: Arc<Inbox>,
}

/// What its connection knows of a call's caller.
#[derive(Default)]
pub(super) struct Known {
    interest: AtomicU8,
    /// What the application gives back beside the results.
    attached: Mutex<ReplyMetadata>,
}

impl Known {
    pub(super) fn set(&self, interest: Interest) {
        self.interest.fetch_max(interest as u8, Relaxed);
    }

    /// What travels beside the reply.
    pub(super) fn take_attached(&self) -> ReplyMetadata {
        let mut attached = self.attached.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut attached)
    }
}

impl Caller for Known {
    fn interest(&self) -> Interest {
        let all = [Interest::Wanted, Interest::Cancelled, Interest::Orphaned];
        all[usize::from(self.interest.load(Relaxed))]
    }

    fn attach(&self, metadata: ReplyMetadata) {
        let mut attached = self.attached.lock().unwrap_or_else(PoisonError::into_inner);
        attached.append(metadata);
    }
}

/// A call that was carried out.
pub(super) struct Finished {
    pub(super) call: CallId,
    pub(super) outcome: Outcome,
    /// The marshalled results.
    pub(super) reply: Buf,
    /// What travels beside them.
    pub(super) attached: ReplyMetadata,
    /// What it counted for while it was away.
    pub(super) bytes: usize,
}

/// Where a reactor's connections hand their calls in.
pub(super) struct Desk {
    pub(super) shared: Arc<Shared>,
    pub(super) home: Arc<Inbox>,
}

impl Desk {
    /// Whether a connection may hand in another call, with so many bytes of calls away.
    pub(super) fn takes_more(&self, bytes: usize) -> bool {
        bytes < self.shared.caps.ahead_bytes
    }

    /// Hands in a call of a connection; gives the bytes that it counts for, and where to tell
    /// what becomes known of its caller.
    pub(super) fn hand_in(
        &self,
        connection: u64,
        handler: &Arc<dyn Handler>,
        call: &Call,
        received: &[u8],
    ) -> (usize, Arc<Known>) {
        let (call, received) = copied(call, received);
        let bytes = received.len();
        let known = Arc::new(Known::default());
        self.shared.workers.put(
            &self.shared,
            Job {
                handler: handler.clone(),
                call,
                received,
                known: known.clone(),
                connection,
                home: self.home.clone(),
            },
        );
        (bytes, known)
    }
}

/// A call with bytes of its own, as far as it points into those that were received.
fn copied(call: &Call, received: &[u8]) -> (Call, Buf) {
    let mut call = call.clone();
    let credential = &mut call.credential.body;
    if credential.start == credential.end {
        *credential = call.arguments.start..call.arguments.start;
    }
    let first = credential.start.min(call.arguments.start);
    let last = credential.end.max(call.arguments.end);
    let mut own = Buf::with_capacity(last - first);
    own.put(&received[first..last]);
    for range in [credential, &mut call.arguments] {
        *range = range.start - first..range.end - first;
    }
    (call, own)
}

impl Job {
    /// A handler that panics has failed that call, no more.
    fn carry_out(self) {
        let mut reply = Buf::new();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let received = self.received.data();
            self.handler
                .serve(&self.call, received, &mut reply, &*self.known)
        }));
        let done = Finished {
            call: self.call.id,
            outcome: outcome.unwrap_or(Outcome::Fault(Fault::ServerFailure)),
            reply,
            attached: self.known.take_attached(),
            bytes: self.received.len(),
        };
        self.home.put(Parcel::Finished(self.connection, done));
    }
}

impl Workers {
    pub(super) fn new(cap: usize) -> Self {
        Workers {
            cap,
            ..Workers::default()
        }
    }

    /// Queues a call, for a new thread if none is free.
    fn put(&self, shared: &Arc<Shared>, job: Job) {
        let mut queue = self.lock();
        if queue.waiting <= queue.jobs.len() && queue.started.len() < self.cap && !queue.over {
            let shared = shared.clone();
            let thread = std::thread::Builder::new()
                .name(format!("worker {}", queue.started.len()))
                .spawn(move || shared.workers.work());
            match thread {
                Ok(thread) => queue.started.push(thread),
                Err(_) if queue.started.is_empty() => {
                    drop(queue);
                    return job.carry_out();
                }
                // The others come to it.
                Err(_) => {}
            }
        }
        queue.jobs.push_back(job);
        self.wake.notify_one();
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            job.carry_out();
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.over {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                return Some(job);
            }
            queue.waiting += 1;
            queue = self
                .wake
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }

    /// Lets every thread end after the call that it has; the others are dropped.
    pub(super) fn end(&self) -> Vec<JoinHandle<()>> {
        let mut queue = self.lock();
        queue.over = true;
        queue.jobs.clear();
        self.wake.notify_all();
        std::mem::take(&mut queue.started)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
