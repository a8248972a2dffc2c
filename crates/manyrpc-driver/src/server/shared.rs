//! What a server's threads have in common.

use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};

use manyrpc_engine::Instant;

use super::caps::Caps;
use super::inbox::Inbox;
use super::meter::Meter;
use crate::blocking_calls::Blocking;
use crate::lock::lock;
use crate::socket::Socket;
use crate::workers::Workers;

/// The state shared by all threads of a server.
pub(super) struct Shared {
    pub(super) caps: Caps,
    /// The time of the server's threads, or of its runtime.
    pub(super) now: fn() -> Instant,
    pub(super) inboxes: Vec<Arc<Inbox>>,
    /// UDP sockets that threads sleep on.
    pub(super) wakers: Mutex<Vec<Socket>>,
    pub(super) workers: Workers,
    pub(super) blocking: Arc<Blocking>,
    pub(super) meters: Mutex<Vec<Arc<Meter>>>,
    pub(super) open: AtomicUsize,
    pub(super) accepted: AtomicU64,
    pub(super) stopping: AtomicBool,
    /// When the server must have stopped, in the nanoseconds of an instant.
    pub(super) deadline: AtomicU64,
}

impl Shared {
    pub(super) fn new(caps: Caps, now: fn() -> Instant, inboxes: Vec<Arc<Inbox>>) -> Self {
        Shared {
            workers: Workers::new(caps.workers),
            blocking: Arc::new(Blocking::new(caps.may_block_for)),
            caps,
            now,
            inboxes,
            wakers: Mutex::default(),
            meters: Mutex::default(),
            open: AtomicUsize::new(0),
            accepted: AtomicU64::new(0),
            stopping: AtomicBool::new(false),
            deadline: AtomicU64::new(u64::MAX),
        }
    }

    pub(super) fn wakers(&self) -> std::sync::MutexGuard<'_, Vec<Socket>> {
        lock(&self.wakers)
    }

    /// The current time.
    pub(super) fn now(&self) -> Instant {
        (self.now)()
    }

    /// A thread's counters.
    pub(super) fn new_meter(&self) -> Arc<Meter> {
        let meter = Arc::new(Meter::default());
        self.meters().push(meter.clone());
        meter
    }

    pub(super) fn meters(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Meter>>> {
        lock(&self.meters)
    }

    pub(super) fn may_open(&self) -> bool {
        self.open.load(Relaxed) < self.caps.connections
    }

    /// Counts a new connection and chooses its reactor.
    pub(super) fn opened(&self) -> &Arc<Inbox> {
        self.open.fetch_add(1, Relaxed);
        let n = self.accepted.fetch_add(1, Relaxed);
        &self.inboxes[n as usize % self.inboxes.len()]
    }

    pub(super) fn closed(&self, n: usize) {
        self.open.fetch_sub(n, Relaxed);
    }

    /// Whether the server must have stopped by now.
    #[cfg(feature = "tokio")]
    pub(super) fn is_late(&self) -> bool {
        self.now() >= self.deadline()
    }

    pub(super) fn deadline(&self) -> Instant {
        Instant::from_nanos(self.deadline.load(Acquire))
    }
}
