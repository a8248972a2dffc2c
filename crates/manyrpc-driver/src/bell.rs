//! How a call with several messages is woken from outside its connection.
//!
//! Wakers set a mark at their call and ring its connection's bell. The bell tells the thread that
//! has the connection, once for any number of marks: so what is rung costs no more memory than the
//! calls that there are. While the connection is on its way from one thread to another the bell
//! only remembers that it was rung, and says so on arrival.
//!
//! A mark is set before its bell is rung, and the bell is stilled before marks are looked at:
//! nothing rung is ever lost. Nobody holds the bell's lock while the application works.

use std::sync::atomic::{AtomicBool, Ordering::AcqRel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Wake, Waker};

/// Where connections are looked after.
pub(crate) trait Home: Send + Sync {
    /// The bell of the connection of that name was rung. Returns at once.
    fn rung(&self, token: u64);
}

/// Where a connection is: at whom, and what it is called there.
pub(crate) type Place = (Arc<dyn Home>, u64);

/// One connection's bell.
#[derive(Default)]
pub(crate) struct Bell(Mutex<State>);

#[derive(Default)]
struct State {
    /// `None` while the connection is under way, and when it is gone.
    at: Option<Place>,
    /// It was rung and not heard: its home knows, or will on arrival.
    rings: bool,
}

impl Bell {
    fn ring(&self) {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.rings, true) {
            state.tell();
        }
    }

    /// The connection is somewhere else.
    pub(crate) fn move_to(&self, place: Option<Place>) {
        let mut state = self.lock();
        state.at = place;
        if state.rings {
            state.tell();
        }
    }

    /// It was heard: from now on it may ring again.
    pub(crate) fn still(&self) {
        self.lock().rings = false;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn tell(&self) {
        if let Some((home, token)) = &self.at {
            home.rung(*token);
        }
    }
}

/// The rope of one call.
pub(crate) struct Rope {
    bell: Arc<Bell>,
    pulled: AtomicBool,
}

impl Rope {
    pub(crate) fn new(bell: Arc<Bell>) -> Self {
        Rope {
            bell,
            pulled: AtomicBool::new(false),
        }
    }

    /// What pulls it.
    pub(crate) fn waker(self: &Arc<Self>) -> Waker {
        Waker::from(self.clone())
    }

    /// Whether it was pulled since it was last asked.
    pub(crate) fn was_pulled(&self) -> bool {
        self.pulled.swap(false, AcqRel)
    }

    /// The call is over: it rings no more.
    pub(crate) fn cut(&self) {
        self.pulled.swap(true, AcqRel);
    }
}

impl Wake for Rope {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.pulled.swap(true, AcqRel) {
            self.bell.ring();
        }
    }
}
