//! A server on a tokio runtime: each reactor is a task, and so is each datagram socket.
//!
//! A reactor's own `epoll` can itself be waited for, so its task sleeps on that, and everything
//! else is as on threads: listeners, limits, timers, TLS, streaming calls, the graceful end. A
//! connection costs the memory that it costs there, and no task.

use std::fmt;
use std::future::poll_fn;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use super::datagram::{DatagramServer, Received, Workspace};
use super::desk::Desk;
use super::reactor::{AT_ONCE, Reactor};
use super::{Builder, Status, Watch};
use crate::address::Address;
use crate::alarm::Alarm;
use crate::clock;
use crate::executor::{Executor, Tasks};
use crate::lock::lock;
use crate::polling::{Polling, give_way};
use crate::wait::Wait;
use crate::watched::watched;
use crate::workers::{Finished, Origin};

impl Builder {
    /// Starts the server on the current tokio runtime, with as many tasks for streams as the
    /// runtime has worker threads. Handlers run in them and must not block: a server with
    /// [`Caps::workers`](super::Caps::workers) executes there what is no future.
    ///
    /// # Errors
    /// The system has no descriptors left.
    ///
    /// # Panics
    /// There is no current runtime with I/O and time.
    pub fn start_on_runtime(mut self) -> io::Result<RunningTasks> {
        self.caps.dedicated = 0;
        if self.caps.reactors == 0 {
            self.caps.reactors = Handle::current().metrics().num_workers();
        }
        let watch = self.watch(clock::runtime_now)?;
        let mut tasks = Vec::new();
        let mut listeners = self.streams;
        for i in 0..watch.shared.inboxes.len() {
            let listeners = std::mem::take(&mut listeners);
            let reactor = watch.reactor(i, listeners, Some(watch.tasks()))?;
            let events = watched(&reactor.epoll, Interest::READABLE)?;
            tasks.push(tokio::spawn(react(reactor, events)));
        }
        for listener in self.datagrams {
            let executed = Arc::<Executed>::default();
            let ahead_bytes = watch.shared.caps.ahead_bytes;
            let desk = Desk::new(watch.tasks(), ahead_bytes, executed.clone());
            let server = watch.datagram_server(listener, Some(desk))?;
            let socket = watched(&server.socket, Interest::READABLE)?;
            tasks.push(tokio::spawn(serve(server, socket, executed)));
        }
        Ok(RunningTasks {
            watch,
            addresses: self.addresses,
            tasks,
        })
    }
}

impl Watch {
    /// Tasks that execute calls on the current runtime.
    fn tasks(&self) -> Executor {
        let shared = &self.shared;
        Executor::Tasks(Tasks {
            runtime: Handle::current(),
            workers: (shared.caps.workers > 0).then(|| shared.workers.clone()),
            blocking: shared.blocking.clone(),
        })
    }
}

/// A server that runs on a tokio runtime. Dropping it stops it, allowing calls in progress one
/// second.
pub struct RunningTasks {
    watch: Watch,
    addresses: Vec<Address>,
    tasks: Vec<JoinHandle<()>>,
}

impl fmt::Debug for RunningTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningTasks")
            .field("addresses", &self.addresses)
            .finish_non_exhaustive()
    }
}

impl RunningTasks {
    /// The addresses of the listeners, in the order they were added.
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// The state of the server.
    pub fn status(&self) -> Status {
        self.watch.status()
    }

    /// A handle that reports the [`status`](Self::status) elsewhere.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// As [`Running::stop`](super::Running::stop).
    pub fn stop(&self, within: Duration) {
        self.watch.stop(within);
    }

    /// Waits until a server after [`stop`](Self::stop) has ended.
    pub async fn join(mut self) {
        for task in self.tasks.drain(..) {
            // A task's panic was reported.
            let _ = task.await;
        }
    }
}

impl Drop for RunningTasks {
    fn drop(&mut self) {
        if !self.watch.is_stopping() {
            self.stop(Duration::from_secs(1));
        }
        // They do not outlive their work.
        drop(self.watch.shared.workers.end());
    }
}

/// Runs a reactor until the server has stopped.
async fn react(mut reactor: Reactor, epoll: AsyncFd<OwnedFd>) {
    let (inbox, mut alarm) = (reactor.inbox.clone(), Alarm::default());
    reactor.may_have_a_lone_one();
    while !reactor.is_done() {
        let ready = poll_fn(|cx| {
            inbox.wake_task(cx.waker());
            if reactor.take_parcels() || reactor.begins_to_stop() {
                return Poll::Ready(None);
            }
            while reactor.serve_lone(cx) {}
            if let Poll::Ready(ready) = epoll.poll_read_ready(cx) {
                return Poll::Ready(Some(ready));
            }
            let due = reactor.next_due();
            let due = alarm.poll(due, clock::runtime_now, cx).map(|()| None);
            if due.is_pending() && reactor.polling.goes_on() {
                give_way(cx);
            }
            due
        });
        let ready = ready.await;
        let is_done = reactor.turn(Some(&AT_ONCE));
        match ready {
            // What is left would not be told again.
            Some(Ok(mut ready)) if is_done => ready.clear_ready(),
            Some(Err(_)) => break,
            _ => {}
        }
    }
    reactor.close_all();
}

/// Calls of a datagram socket that were executed, and the task that sends their replies.
#[derive(Default)]
struct Executed {
    done: Mutex<Vec<Finished>>,
    task: Mutex<Option<Waker>>,
}

impl Executed {
    /// Those that were executed; wakes this task when there are more.
    fn take(&self, cx: &Context<'_>) -> Vec<Finished> {
        *lock(&self.task) = Some(cx.waker().clone());
        std::mem::take(&mut *lock(&self.done))
    }
}

impl Origin for Executed {
    fn finished(&self, _: u64, done: Finished) {
        lock(&self.done).push(done);
        if let Some(task) = lock(&self.task).take() {
            task.wake();
        }
    }
}

/// Serves a datagram socket until the server stops.
async fn serve(mut server: DatagramServer, socket: AsyncFd<OwnedFd>, executed: Arc<Executed>) {
    let (mut space, mut alarm) = (Workspace::new(clock::runtime_now), Alarm::default());
    let mut polling = Polling::new(server.shared.caps.busy_poll);
    let mut over = false;
    poll_fn(|cx| {
        for received in 1..=RECEIVES {
            let done = executed.take(cx);
            let mut went_on = !done.is_empty();
            for done in done {
                server.finished(done, &mut space);
            }
            let due = server.pass_time(&mut space);
            if !over && !server.is_full() {
                match socket.poll_read_ready(cx) {
                    Poll::Ready(Ok(mut ready)) => {
                        went_on = true;
                        match server.receive(&mut space, Wait::No) {
                            Received::Datagram => polling.begin(received),
                            Received::Nothing => ready.clear_ready(),
                            Received::Over => over = true,
                        }
                    }
                    Poll::Ready(Err(_)) => over = true,
                    Poll::Pending => {}
                }
            }
            server.meter.publish(&space.counters);
            if over && (server.away() == 0 || server.shared.is_late()) {
                return Poll::Ready(());
            }
            // Until it stops, the engine's timers are all that has its time.
            let due = if over {
                Some(server.shared.deadline())
            } else {
                due
            };
            space.clock.pass();
            went_on |= alarm.poll(due, clock::runtime_now, cx).is_ready();
            if !went_on {
                if polling.goes_on() {
                    give_way(cx);
                }
                return Poll::Pending;
            }
        }
        // Other tasks have their turn first.
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
    server.finish(&space);
}

/// Receives before other tasks have their turn.
const RECEIVES: usize = 32;
