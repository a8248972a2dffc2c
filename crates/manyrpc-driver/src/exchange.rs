//! The calls of a server's engine whose bytes somebody else receives and sends.
//!
//! There is neither a socket nor a task: whoever owns the engine puts what was received into
//! [`Calls::received`], polls [`Calls`], and takes the engine's output. Calls are executed inside of that poll, so
//! dropping their owner cancels them.

use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use manyrpc_engine::{
    Buf, Call, CallId, Clock, Fault, Handler, Interest, Outcome, Part, Rx, ServerEngine,
};
use tokio::task::JoinSet;

use crate::alarm::Alarm;
use crate::blocking_calls::Blocking;
use crate::clock::runtime_now;
use crate::lock::lock;
use crate::server::Caps;
use crate::streams::{By, Streams};
use crate::wakers::{WakeTarget, remember};
use crate::workers::{Finished, Job, Known, Origin, Workers, attach};

/// How calls are executed, for all engines of a server. Clones are handles of the same.
#[derive(Clone)]
pub struct Execution(Arc<Shared>);

struct Shared {
    handler: Arc<dyn Handler>,
    /// As [`Handler::is_async`].
    is_async: bool,
    /// For the calls that are no futures, if there are any threads for them.
    workers: Option<Workers>,
    blocking: Arc<Blocking>,
}

impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").finish_non_exhaustive()
    }
}

impl Execution {
    /// By this handler where [`Calls`] are polled; what is no future is executed by so many
    /// [threads](Caps::workers) of its own, if there are any. The other caps are those of connections, which are not ours,
    /// but for [`Caps::may_block_for`].
    pub fn new(handler: Arc<dyn Handler>, caps: &Caps) -> Self {
        Execution(Arc::new(Shared {
            is_async: handler.is_async(),
            handler,
            workers: (caps.workers > 0).then(|| Workers::new(caps.workers)),
            blocking: Arc::new(Blocking::new(caps.may_block_for)),
        }))
    }
}

impl Shared {
    fn by(&self) -> By<'_> {
        By {
            handler: &*self.handler,
            blocking: Some(&self.blocking),
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(workers) = &self.workers {
            // They do not outlive their work.
            drop(workers.end());
        }
    }
}

/// The calls of one engine.
pub struct Calls {
    execution: Execution,
    rx: Rx,
    from: Option<SocketAddr>,
    clock: Clock,
    alarm: Alarm,
    streams: Streams,
    home: Arc<Home>,
    /// A call that is executed here.
    running: Option<Pin<Box<dyn Future<Output = Finished> + Send>>>,
    /// Those beyond it are tasks, so that one that is woken is not polled with all others.
    others: Option<JoinSet<Finished>>,
    /// Those that workers execute.
    away: Vec<(CallId, Arc<Known>)>,
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls").finish_non_exhaustive()
    }
}

impl Calls {
    /// For one engine; `from` is its client's address, if that is known.
    pub fn new(execution: &Execution, from: Option<SocketAddr>) -> Self {
        Calls {
            execution: execution.clone(),
            rx: Rx::default(),
            from,
            clock: Clock::running(runtime_now),
            alarm: Alarm::default(),
            streams: Streams::default(),
            home: Arc::default(),
            running: None,
            others: None,
            away: Vec::new(),
        }
    }

    /// What was received and not used yet: append to it, then [poll](Self::poll).
    pub fn received(&mut self) -> &mut Buf {
        &mut self.rx.buf
    }

    /// Does what can be done: executes calls that have arrived, and passes their results to the engine. Wakes the task
    /// when there may be more to do than more input or room for output causes.
    ///
    /// Needs a runtime with time.
    pub fn poll(&mut self, engine: &mut dyn ServerEngine, cx: &mut Context<'_>) {
        self.clock.read();
        self.streams.note_woken();
        for done in self.home.take(cx.waker()) {
            self.away.retain(|(call, _)| *call != done.call);
            done.reply_to(engine, &self.clock);
        }
        loop {
            while self.step(engine, cx) {}
            let due = engine.next_timeout();
            if self.alarm.poll(due, runtime_now, cx).is_pending() {
                return;
            }
            let now = self.clock.read();
            engine.handle_timeout(now);
        }
    }

    /// Nobody awaits the calls any more.
    pub fn cancel(&mut self) {
        self.streams.end();
        (self.running, self.others) = (None, None);
        for (_, known) in self.away.drain(..) {
            known.set(Interest::Orphaned);
        }
    }

    /// Whether anything was done.
    fn step(&mut self, engine: &mut dyn ServerEngine, cx: &mut Context<'_>) -> bool {
        let mut went = self.run(engine, cx);
        while let Some(mut call) = engine.next_call(&mut self.rx, &self.clock) {
            went = true;
            call.from = call.from.or(self.from);
            match call.part {
                Part::Whole => self.begin(engine, &call, cx),
                _ => self.take_part(engine, &call),
            }
        }
        let by = self.execution.0.by();
        went | (!self.streams.is_empty() && self.streams.go_on(engine, by, &self.clock))
    }

    fn take_part(&mut self, engine: &mut dyn ServerEngine, call: &Call) {
        if let Part::Opens(_) = call.part {
            self.streams.move_to(Some((self.home.clone(), 0)));
        }
        let (by, received) = (self.execution.0.by(), self.rx.buf.data());
        self.streams.take(engine, by, call, received, &self.clock);
    }

    /// Begins to execute a call.
    fn begin(&mut self, engine: &mut dyn ServerEngine, call: &Call, cx: &mut Context<'_>) {
        let received = self.rx.buf.data();
        let Shared {
            handler,
            is_async,
            workers,
            blocking,
        } = &*self.execution.0;
        if !is_async && workers.is_none() {
            let execute = || answer(engine, &**handler, call, received, &self.clock);
            return blocking.during(&**handler, call, execute);
        }
        let origin: (Arc<dyn Origin>, u64) = (self.home.clone(), 0);
        let job = Job::new(handler, call.clone(), received, origin, Arc::default());
        if let Some(workers) = workers.as_ref().filter(|_| !handler.is_async_call(call)) {
            self.away.push((call.id, job.known()));
            return workers.put(job);
        }
        let mut executed = Box::pin(job.executed(blocking.clone()));
        if let Poll::Ready(done) = executed.as_mut().poll(cx) {
            return done.reply_to(engine, &self.clock);
        }
        match &self.running {
            None => self.running = Some(executed),
            Some(_) => drop(self.others.get_or_insert_default().spawn(executed)),
        }
    }

    /// Polls calls that are being executed. True if one has ended.
    fn run(&mut self, engine: &mut dyn ServerEngine, cx: &mut Context<'_>) -> bool {
        let mut ended = false;
        if let Some(running) = &mut self.running
            && let Poll::Ready(done) = running.as_mut().poll(cx)
        {
            self.running = None;
            ended = true;
            done.reply_to(engine, &self.clock);
        }
        while let Some(others) = &mut self.others
            && let Poll::Ready(Some(done)) = others.poll_join_next(cx)
        {
            ended = true;
            // Panics were caught, and nobody else aborts these tasks.
            if let Ok(done) = done {
                done.reply_to(engine, &self.clock);
            }
        }
        ended
    }
}

impl Drop for Calls {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Has the handler execute a call where it lies. A handler that panics only fails that call.
fn answer(
    engine: &mut dyn ServerEngine,
    handler: &dyn Handler,
    call: &Call,
    received: &[u8],
    clock: &Clock,
) {
    engine.begin_reply(call.id);
    let mut body = std::mem::take(engine.body());
    let caller = Known::default();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        handler.serve(call, received, &mut body, &caller)
    }));
    *engine.body() = body;
    attach(engine, call.id, caller.take_attached());
    let outcome = outcome.unwrap_or(Outcome::Fault(Fault::ServerFailure));
    engine.finish_reply(outcome, clock);
}

/// The task that polls, and the calls that workers have executed for it.
#[derive(Default)]
struct Home(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    task: Option<Waker>,
    done: Vec<Finished>,
}

impl Home {
    /// The calls that were executed; wakes this task when there is more.
    fn take(&self, task: &Waker) -> Vec<Finished> {
        let mut waiting = self.lock();
        remember(&mut waiting.task, task);
        std::mem::take(&mut waiting.done)
    }

    fn wake(&self) {
        let task = self.lock().task.clone();
        if let Some(task) = task {
            task.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        lock(&self.0)
    }
}

impl Origin for Home {
    fn finished(&self, _: u64, done: Finished) {
        self.lock().done.push(done);
        self.wake();
    }
}

impl WakeTarget for Home {
    fn wake_connection(&self, _: u64) {
        self.wake();
    }
}
