//! How those who wait for a call, for room or for the end of a connection sleep.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex};
#[cfg(feature = "tokio")]
use std::task::Context;
use std::task::Waker;

use rustix::event::{EventfdFlags, eventfd};

use crate::calls::Kept;
use crate::lock::lock;

/// Where a caller finds the event of its call.
pub(crate) struct Slot {
    pub(super) caller: Waiting,
    pub(super) given: Option<Kept>,
}

/// The caller of a call in flight.
pub(crate) enum Waiting {
    /// A thread.
    Thread(Arc<Ready>),
    /// A task, if it has looked for the event already.
    #[cfg_attr(
        not(feature = "tokio"),
        allow(dead_code, reason = "only drivers on a runtime have tasks")
    )]
    Task(Option<Waker>),
}

impl Slot {
    /// Nothing has arrived yet.
    pub(super) fn of(caller: Waiting) -> Self {
        let given = None;
        Slot { caller, given }
    }

    /// Wakes the caller, or adds it to those that are woken later.
    pub(super) fn notify(&mut self, woken: &mut Vec<Waker>) {
        match &mut self.caller {
            Waiting::Thread(ready) => ready.notify(),
            Waiting::Task(waker) => woken.extend(waker.take()),
        }
    }

    /// The task of `cx` waits for the event.
    #[cfg(feature = "tokio")]
    pub(super) fn wait(&mut self, cx: &Context<'_>) {
        self.caller = Waiting::Task(Some(cx.waker().clone()));
    }
}

/// What a thread that calls sleeps on.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    pub(super) given: Condvar,
    /// For a caller that sleeps on descriptors, because another thread may cancel its call.
    event: Mutex<Option<Arc<OwnedFd>>>,
}

impl Ready {
    fn notify(&self) {
        self.given.notify_all();
        if let Some(event) = self.event() {
            signal(&event);
        }
    }

    pub(super) fn event(&self) -> Option<Arc<OwnedFd>> {
        let event = lock(&self.event);
        event.clone()
    }

    pub(super) fn set_event(&self, event: Option<Arc<OwnedFd>>) {
        *lock(&self.event) = event;
    }
}

/// Tasks that wait for room to send, or for the end of the connection.
#[derive(Debug, Default)]
pub(super) struct Sleepers {
    tasks: BTreeMap<u64, Waker>,
    #[cfg(feature = "tokio")]
    next: u64,
}

impl Sleepers {
    /// The task of `cx` waits. `key` is its own, and is removed when it no longer waits.
    #[cfg(feature = "tokio")]
    pub(super) fn add(&mut self, key: &mut Option<u64>, cx: &Context<'_>) {
        let key = *key.get_or_insert_with(|| {
            self.next += 1;
            self.next
        });
        self.tasks.insert(key, cx.waker().clone());
    }

    /// That task no longer waits.
    #[cfg(feature = "tokio")]
    pub(super) fn remove(&mut self, key: u64) {
        self.tasks.remove(&key);
    }

    /// All of them are to look again.
    pub(super) fn wake_all(&mut self, woken: &mut Vec<Waker>) {
        woken.extend(std::mem::take(&mut self.tasks).into_values());
    }
}

/// An eventfd that threads sleep on.
pub(super) fn new_event() -> io::Result<OwnedFd> {
    Ok(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?)
}

pub(super) fn signal(event: &OwnedFd) {
    // Fails only if it is set already.
    let _ = rustix::io::write(event, &1u64.to_ne_bytes());
}
