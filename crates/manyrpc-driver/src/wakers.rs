//! How a call with several messages is woken from outside its connection.
//!
//! Each call has a [`CallWaker`], each connection a [`ConnectionWaker`]. Waking a call sets a flag of the
//! call and wakes its connection; that tells the thread that has the connection, once for any number of
//! calls: so what is woken costs no more memory than the calls that there are. While the connection is on
//! its way from one thread to another it only remembers that it was woken, and says so on arrival.
//!
//! A call's flag is set before its connection is woken, and the connection's is cleared before the flags of
//! calls are looked at: no wake is ever lost. Nobody holds the connection's lock while the application works.

use std::sync::atomic::{AtomicBool, Ordering::AcqRel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Wake, Waker};

/// Where connections are looked after.
pub(crate) trait WakeTarget: Send + Sync {
    /// Wakes the connection of that name. Returns at once.
    fn wake_connection(&self, token: u64);
}

/// Where a connection is: at whom, and what it is called there.
pub(crate) type Place = (Arc<dyn WakeTarget>, u64);

/// What wakes one connection.
#[derive(Default)]
pub(crate) struct ConnectionWaker(Mutex<State>);

#[derive(Default)]
struct State {
    /// `None` while the connection moves to another thread, and when it is gone.
    at: Option<Place>,
    /// Woken since the last [`clear`](ConnectionWaker::clear): whoever has it knows, or will on arrival.
    woken: bool,
}

impl ConnectionWaker {
    fn wake(&self) {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.woken, true) {
            state.tell();
        }
    }

    /// The connection is somewhere else.
    pub(crate) fn move_to(&self, place: Option<Place>) {
        let mut state = self.lock();
        state.at = place;
        if state.woken {
            state.tell();
        }
    }

    /// The wake was seen: from now on the connection can be woken again.
    pub(crate) fn clear(&self) {
        self.lock().woken = false;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn tell(&self) {
        if let Some((target, token)) = &self.at {
            target.wake_connection(*token);
        }
    }
}

/// What wakes one call.
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

    /// For the application.
    pub(crate) fn waker(self: &Arc<Self>) -> Waker {
        Waker::from(self.clone())
    }

    /// Whether it was woken since this was last asked.
    pub(crate) fn take_woken(&self) -> bool {
        self.woken.swap(false, AcqRel)
    }

    /// The call is over: waking it does nothing any more.
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
