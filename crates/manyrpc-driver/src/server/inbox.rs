//! How connections and executed calls reach a reactor.

use std::os::fd::OwnedFd;
use std::sync::Mutex;

use rustix::event::{EventfdFlags, eventfd};

use super::connection::{Connection, Next};
use crate::lock::lock;
use crate::wakers::WakeTarget;
use crate::workers::{Finished, Origin};

/// Items on their way to a reactor, and the event that wakes it.
pub(super) struct Inbox {
    parcels: Mutex<Vec<Parcel>>,
    pub(super) event: OwnedFd,
    /// The reactor, if it is a task.
    #[cfg(feature = "tokio")]
    task: Mutex<Option<std::task::Waker>>,
}

pub(super) enum Parcel {
    /// Just accepted.
    New(Box<Connection>),
    /// Returned by a dedicated thread.
    Back(Box<Connection>, Next),
    /// A worker has executed a call of the connection with this token.
    Finished(u64, Finished),
    /// A call of the connection with this token was woken.
    Woken(u64),
}

impl WakeTarget for Inbox {
    fn wake_connection(&self, token: u64) {
        self.put(Parcel::Woken(token));
    }
}

impl Origin for Inbox {
    fn finished(&self, connection: u64, done: Finished) {
        self.put(Parcel::Finished(connection, done));
    }
}

impl Inbox {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Inbox {
            parcels: Mutex::default(),
            event: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
            #[cfg(feature = "tokio")]
            task: Mutex::default(),
        })
    }

    pub(super) fn put(&self, parcel: Parcel) {
        self.lock().push(parcel);
        self.wake();
    }

    pub(super) fn wake(&self) {
        #[cfg(feature = "tokio")]
        if let Some(task) = &*self.task() {
            return task.wake_by_ref();
        }
        // Fails only if it is set already.
        let _ = rustix::io::write(&self.event, &1u64.to_ne_bytes());
    }

    /// The reactor is a task, which is woken from now on.
    #[cfg(feature = "tokio")]
    pub(super) fn wake_task(&self, waker: &std::task::Waker) {
        crate::wakers::remember(&mut self.task(), waker);
    }

    #[cfg(feature = "tokio")]
    fn task(&self) -> std::sync::MutexGuard<'_, Option<std::task::Waker>> {
        lock(&self.task)
    }

    /// Takes all items, oldest first, without looking for the event.
    #[cfg(feature = "tokio")]
    pub(super) fn take_parcels(&self) -> Vec<Parcel> {
        std::mem::take(&mut *self.lock())
    }

    /// Takes all items, oldest first.
    pub(super) fn take(&self) -> Vec<Parcel> {
        let _ = rustix::io::read(&self.event, &mut [0; 8]);
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Parcel>> {
        lock(&self.parcels)
    }
}
