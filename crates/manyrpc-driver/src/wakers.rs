//! Waking streaming calls from outside their connection.
//!
//! Each call has a [`CallWaker`], each connection a [`ConnectionWaker`]. Waking a call sets the
//! call's flag and wakes its connection, which notifies the connection's thread, once for any
//! number of calls: so wake-ups take no more memory than the calls themselves. While the connection
//! moves from one thread to another, it only remembers that it was woken, and notifies the new
//! thread on arrival.
//!
//! A call's flag is set before its connection is woken, and the connection's is cleared before the
//! flags of calls are checked: no wake-up is lost. The connection's lock is not held while the
//! application runs.

use std::sync::atomic::{AtomicBool, Ordering::AcqRel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Wake, Waker};

use crate::lock::lock;

/// A thread that serves connections.
pub(crate) trait WakeTarget: Send + Sync {
    /// Wakes the connection with this token. Returns at once.
    fn wake_connection(&self, token: u64);
}

/// Where a connection is served, and its token there.
pub(crate) type Place = (Arc<dyn WakeTarget>, u64);

/// Wakes one connection.
#[derive(Default)]
pub(crate) struct ConnectionWaker(Mutex<State>);

#[derive(Default)]
struct State {
    /// `None` while the connection moves to another thread, and when it is gone.
    at: Option<Place>,
    /// Woken since the last [`clear`](ConnectionWaker::clear): its thread was notified, or will be
    /// on arrival.
    woken: bool,
}

impl ConnectionWaker {
    fn wake(&self) {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.woken, true) {
            state.notify();
        }
    }

    /// The connection has moved.
    pub(crate) fn move_to(&self, place: Option<Place>) {
        let mut state = self.lock();
        state.at = place;
        if state.woken {
            state.notify();
        }
    }

    /// The wake-up was seen: from now on the connection can be woken again.
    pub(crate) fn clear(&self) {
        self.lock().woken = false;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl State {
    fn notify(&self) {
        if let Some((target, token)) = &self.at {
            target.wake_connection(*token);
        }
    }
}

/// Keeps whom to wake, instead of whoever was kept before.
#[cfg(feature = "tokio")]
#[inline]
pub(crate) fn remember(kept: &mut Option<Waker>, waker: &Waker) {
    match kept {
        Some(kept) => kept.clone_from(waker),
        none => *none = Some(waker.clone()),
    }
}

/// Wakes one call.
pub(crate) struct CallWaker {
    connection: Arc<ConnectionWaker>,
    woken: AtomicBool,
}

impl CallWaker {
    pub(crate) fn new(connection: Arc<ConnectionWaker>) -> Self {
        CallWaker {
            connection,
            woken: AtomicBool::new(false),
        }
    }

    /// The waker for the application.
    pub(crate) fn waker(self: &Arc<Self>) -> Waker {
        Waker::from(self.clone())
    }

    /// Whether it was woken since the last check.
    pub(crate) fn take_woken(&self) -> bool {
        self.woken.swap(false, AcqRel)
    }

    /// The call has ended: waking it has no effect.
    pub(crate) fn disarm(&self) {
        self.woken.swap(true, AcqRel);
    }
}

impl Wake for CallWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.woken.swap(true, AcqRel) {
            self.connection.wake();
        }
    }
}
