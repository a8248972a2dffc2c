//! A server on a tokio runtime: each reactor is a task, and so is each datagram socket.
//!
//! A reactor's own `epoll` can itself be waited for, so its task sleeps on that, and everything
//! else is as on threads: listeners, limits, timers, TLS, streaming calls, the graceful end. A
//! connection costs the memory that it costs there, and no task.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::Timespec;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::runtime::Handle;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;

use super::datagram::{DatagramDesk, DatagramServer, Received};
use super::reactor::Reactor;
use super::{Builder, Status, Watch};
use crate::address::Address;
use crate::wait::Wait;
use crate::watched::watched;

impl Builder {
    /// Starts the server on the current tokio runtime, with as many tasks for streams as the
    /// runtime has worker threads. Handlers run in them and must not block; set
    /// [`Caps::workers`](super::Caps::workers) for those that do.
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
        let watch = self.watch()?;
        let mut tasks = Vec::new();
        let mut listeners = self.streams;
        for i in 0..watch.shared.inboxes.len() {
            let reactor = watch.reactor(i, std::mem::take(&mut listeners))?;
            let events = watched(&reactor.epoll, Interest::READABLE)?;
            tasks.push(tokio::spawn(react(reactor, events)));
        }
        for listener in self.datagrams {
            let server = watch.datagram_server(listener)?;
            let socket = watched(&server.socket, Interest::READABLE)?;
            tasks.push(tokio::spawn(serve(server, socket)));
        }
        Ok(RunningTasks {
            watch,
            addresses: self.addresses,
            tasks,
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
    const AT_ONCE: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    while !reactor.is_done() {
        let at_most = reactor.timeout();
        let ready = match at_most {
            Some(at_most) => timeout(at_most, epoll.readable()).await.ok(),
            None => Some(epoll.readable().await),
        };
        let Some(ready) = ready else {
            reactor.turn(Some(&AT_ONCE));
            continue;
        };
        let Ok(mut ready) = ready else {
            break;
        };
        // Events that are still due would not be told again.
        if reactor.turn(Some(&AT_ONCE)) == 0 {
            ready.clear_ready();
        }
    }
    reactor.close_all();
}

/// Serves a datagram socket until the server stops.
async fn serve(mut server: DatagramServer, socket: AsyncFd<OwnedFd>) {
    let mut desk = DatagramDesk::default();
    let mut received = 0;
    loop {
        let due = server.pass_time(&mut desk);
        match server.receive(&mut desk, Wait::No) {
            Received::Over => break,
            Received::Datagram => {
                received += 1;
                if received % BETWEEN_OTHERS == 0 {
                    yield_now().await;
                }
                continue;
            }
            Received::Nothing => {}
        }
        server.meter.publish(&desk.counters);
        let readable = socket.readable();
        let ready = match due {
            Some(due) => {
                let left = due.since(desk.clock.now());
                timeout(left, readable).await.ok()
            }
            None => Some(readable.await),
        };
        match ready {
            Some(Ok(mut ready)) => {
                // Whatever came before this is received first.
                if server.receive(&mut desk, Wait::No) == Received::Nothing {
                    ready.clear_ready();
                }
            }
            Some(Err(_)) => break,
            None => desk.clock.pass(),
        }
    }
    server.finish(&desk);
}

/// How many datagrams are received before other tasks get their turn.
const BETWEEN_OTHERS: u32 = 32;
