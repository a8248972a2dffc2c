//! Threads that execute calls which may block, and the tasks that execute calls as futures.
//!
//! Without them a handler runs on the thread that received its call. With them each call of a
//! stream is copied and queued for one of them, its connection continues, and replies are sent in
//! the order in which calls end. That costs two switches between threads per call.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

#[cfg(feature = "tokio")]
use std::{
    future::{Future, poll_fn},
    task::{Context, Poll, Waker},
};

#[cfg(feature = "tokio")]
use manyrpc_engine::Serving;
use manyrpc_engine::{
    Buf, Call, CallId, Caller, Clock, Fault, Handler, Interest, Outcome, ReplyMetadata,
    ServerEngine,
};

#[cfg(feature = "tokio")]
use crate::blocking_calls::Blocking;
use crate::lock::lock;
use crate::spare;

/// The threads and the queued calls. Clones are handles of the same.
#[derive(Clone, Default)]
pub(crate) struct Workers(Arc<Pool>);

#[derive(Default)]
struct Pool {
    cap: usize,
    queue: Mutex<Queue>,
    wake: Condvar,
}

/// Where calls came from and return after execution.
pub(crate) trait Origin: Send + Sync {
    /// A call of that connection was executed.
    fn finished(&self, connection: u64, done: Finished);
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// Threads waiting for a job.
    waiting: usize,
    started: Vec<JoinHandle<()>>,
    over: bool,
}

/// A call to execute, and its origin.
pub(crate) struct Job {
    handler: Arc<dyn Handler>,
    call: Call,
    received: Buf,
    known: Arc<Known>,
    connection: u64,
    origin: Arc<dyn Origin>,
}

/// What its connection knows about a call's caller.
#[derive(Default)]
pub(crate) struct Known {
    interest: AtomicU8,
    has_attached: AtomicBool,
    /// Metadata that the application attached.
    attached: Mutex<ReplyMetadata>,
}

impl Known {
    pub(crate) fn set(&self, interest: Interest) {
        self.interest.fetch_max(interest as u8, Relaxed);
    }

    /// The metadata of the reply.
    pub(crate) fn take_attached(&self) -> ReplyMetadata {
        if !self.has_attached.load(Acquire) {
            return ReplyMetadata::NONE;
        }
        std::mem::take(&mut lock(&self.attached))
    }

    /// For another call, if nobody else has it any more.
    pub(crate) fn renewed(mut self: Arc<Self>) -> Option<Arc<Self>> {
        let known = Arc::get_mut(&mut self)?;
        if known.has_attached.load(Relaxed) || *known.interest.get_mut() != 0 {
            *known = Known::default();
        }
        Some(self)
    }
}

impl Caller for Known {
    fn interest(&self) -> Interest {
        let all = [Interest::Wanted, Interest::Cancelled, Interest::Orphaned];
        all[usize::from(self.interest.load(Relaxed))]
    }

    fn attach(&self, metadata: ReplyMetadata) {
        lock(&self.attached).append(metadata);
        self.has_attached.store(true, Release);
    }
}

/// An executed call.
pub(crate) struct Finished {
    pub(crate) call: CallId,
    pub(crate) outcome: Outcome,
    /// The marshalled results.
    pub(crate) reply: Buf,
    /// Their metadata.
    pub(crate) attached: ReplyMetadata,
    /// The bytes it counted for while at a worker.
    pub(crate) bytes: usize,
}

impl Finished {
    /// Passes the results to the engine that the call came from.
    pub(crate) fn reply_to(self, engine: &mut dyn ServerEngine, clock: &Clock) {
        attach(engine, self.call, self.attached);
        engine.begin_reply(self.call);
        engine.body().put(self.reply.data());
        engine.finish_reply(self.outcome, clock);
        spare::note_size(self.reply.len());
        spare::give(self.reply);
    }
}

/// Gives a reply its metadata, where the protocol has any.
pub(crate) fn attach(engine: &mut dyn ServerEngine, call: CallId, attached: ReplyMetadata) {
    if !attached.is_empty()
        && let Some(metadata) = engine.metadata()
    {
        metadata.attach(call, attached);
    }
}

/// A call with its own copy of the bytes it points into.
fn copied(mut call: Call, received: &[u8]) -> (Call, Buf) {
    let credential = &mut call.credential.body;
    if credential.start == credential.end {
        *credential = call.arguments.start..call.arguments.start;
    }
    let first = credential.start.min(call.arguments.start);
    let last = credential.end.max(call.arguments.end);
    let mut own = spare::take_for(last - first);
    own.put(&received[first..last]);
    for range in [credential, &mut call.arguments] {
        *range = range.start - first..range.end - first;
    }
    (call, own)
}

impl Job {
    /// A call of a connection, with its own bytes.
    pub(crate) fn new(
        handler: &Arc<dyn Handler>,
        call: Call,
        received: &[u8],
        (origin, connection): (Arc<dyn Origin>, u64),
        known: Arc<Known>,
    ) -> Self {
        let (call, received) = copied(call, received);
        Job {
            handler: handler.clone(),
            call,
            received,
            known,
            connection,
            origin,
        }
    }

    /// How many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.received.len()
    }

    /// Where to report news about its caller.
    pub(crate) fn known(&self) -> Arc<Known> {
        self.known.clone()
    }

    /// Executes a call. A handler that panics only fails that call.
    fn carry_out(self) {
        let mut reply = spare::take_for(spare::last_size());
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
        spare::give(self.received);
        self.origin.finished(self.connection, done);
    }
}

#[cfg(feature = "tokio")]
impl Job {
    /// Whether the call is executed as a future.
    pub(crate) fn is_async(&self) -> bool {
        self.handler.is_async_call(&self.call)
    }

    /// Executes a call as a future on a runtime. Returns what came of it if that is ready at once;
    /// otherwise its origin is told later.
    pub(crate) fn begin(
        self,
        on: &tokio::runtime::Handle,
        blocking: &Arc<Blocking>,
    ) -> Option<Finished> {
        let mut executed = Box::pin(self.executed_for(blocking.clone()));
        // A runtime's task polls it again, with a waker.
        let mut nobody = Context::from_waker(Waker::noop());
        if let Poll::Ready((done, _)) = executed.as_mut().poll(&mut nobody) {
            return Some(done);
        }
        on.spawn(async move {
            let (done, (origin, connection)) = executed.await;
            origin.finished(connection, done);
        });
        None
    }

    /// Executes a call. A handler that panics only fails that call.
    pub(crate) async fn executed(self, blocking: Arc<Blocking>) -> Finished {
        self.executed_for(blocking).await.0
    }

    /// The same, and whom to tell.
    #[expect(
        clippy::manual_async_fn,
        reason = "the future of an `async fn` has a second place for each argument"
    )]
    fn executed_for(
        self,
        blocking: Arc<Blocking>,
    ) -> impl Future<Output = (Finished, (Arc<dyn Origin>, u64))> + Send {
        async move {
            let mut reply = spare::take_for(spare::last_size());
            let (handler, call) = (&*self.handler, &self.call);
            let outcome = {
                let mut into = Some(&mut reply);
                let mut serving: Option<Serving<'_>> = None;
                let mut turn = |cx: &mut Context<'_>| match (&mut serving, into.take()) {
                    (Some(serving), _) => serving.as_mut().poll(cx),
                    (None, Some(reply)) => {
                        let received = self.received.data();
                        let begun = handler.serve_async(call, received, reply, &*self.known);
                        serving.insert(begun).as_mut().poll(cx)
                    }
                    // It panicked before.
                    (None, None) => Poll::Ready(Outcome::Fault(Fault::ServerFailure)),
                };
                poll_fn(|cx| {
                    // A handler that is no future is executed here.
                    let turn = || unless_it_panics(|| turn(cx));
                    blocking.during(handler, call, turn)
                })
                .await
            };
            let done = Finished {
                call: call.id,
                outcome,
                reply,
                attached: self.known.take_attached(),
                bytes: self.received.len(),
            };
            spare::give(self.received);
            (done, (self.origin, self.connection))
        }
    }
}

#[cfg(feature = "tokio")]
fn unless_it_panics(turn: impl FnOnce() -> Poll<Outcome>) -> Poll<Outcome> {
    let polled = catch_unwind(AssertUnwindSafe(turn));
    polled.unwrap_or(Poll::Ready(Outcome::Fault(Fault::ServerFailure)))
}

impl Workers {
    /// At most this many threads; none is started before there is something to do.
    pub(crate) fn new(cap: usize) -> Self {
        Workers(Arc::new(Pool {
            cap,
            ..Pool::default()
        }))
    }

    /// Queues a call, starting a new thread if none is free.
    pub(crate) fn put(&self, job: Job) {
        let mut queue = self.0.lock();
        if queue.waiting <= queue.jobs.len() && queue.started.len() < self.0.cap && !queue.over {
            let pool = self.0.clone();
            let thread = std::thread::Builder::new()
                .name(format!("worker {}", queue.started.len()))
                .spawn(move || pool.work());
            match thread {
                Ok(thread) => queue.started.push(thread),
                Err(_) if queue.started.is_empty() => {
                    drop(queue);
                    return job.carry_out();
                }
                // The existing threads will execute it.
                Err(_) => {}
            }
        }
        queue.jobs.push_back(job);
        self.0.wake.notify_one();
    }

    /// Lets every thread end after its current call; queued ones are dropped.
    pub(crate) fn end(&self) -> Vec<JoinHandle<()>> {
        let mut queue = self.0.lock();
        queue.over = true;
        queue.jobs.clear();
        self.0.wake.notify_all();
        std::mem::take(&mut queue.started)
    }
}

impl Pool {
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

    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_caller_is_left_to_the_next() {
        let used: Arc<Known> = Arc::default();
        let mut metadata = ReplyMetadata::NONE;
        metadata.trailing.push("name", "value");
        used.attach(metadata);
        used.set(Interest::Cancelled);
        let other = used.clone();
        assert!(used.renewed().is_none(), "somebody has it still");

        let next = other.renewed().unwrap();
        assert_eq!(next.interest(), Interest::Wanted);
        assert!(next.take_attached().is_empty());
    }
}
