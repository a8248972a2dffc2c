//! Ending a call from another thread than the one that waits for it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use manyrpc_engine::{CallError, CallId, ClientEngine};
use rustix::event::{EventfdFlags, eventfd};

use super::Client;

/// What ends calls from any thread: [`pull`](Self::pull) it, and whoever waits for a call of a client
/// that [has it](Client::set_cancel) hears [`CallError::Cancelled`], at once. It stays pulled. Clones
/// are handles of the same.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<Pulled>);

#[derive(Debug)]
struct Pulled {
    yes: AtomicBool,
    /// What those wait for who sleep on a socket.
    event: OwnedFd,
}

impl Cancel {
    /// One that was not pulled.
    ///
    /// # Errors
    /// The system has no descriptors left.
    pub fn new() -> io::Result<Self> {
        let yes = AtomicBool::new(false);
        let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Cancel(Arc::new(Pulled { yes, event })))
    }

    /// Ends the calls that are waited for, and those that would begin.
    pub fn pull(&self) {
        self.0.yes.store(true, Relaxed);
        // Nobody reads it, so it is readable from now on; a second write changes nothing.
        let _ = rustix::io::write(&self.0.event, &1_u64.to_ne_bytes());
    }

    /// Whether it was pulled.
    pub fn is_pulled(&self) -> bool {
        self.0.yes.load(Relaxed)
    }
}

impl AsFd for Cancel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.event.as_fd()
    }
}

impl<E: ClientEngine> Client<E> {
    /// What ends the calls of this client from another thread; `None` for nothing. Each wait takes a
    /// system call more while there is one. Where the protocol has a word for it, the server is told.
    pub fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.cancel = cancel;
    }

    /// Whether calls are to end.
    #[inline]
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_pulled)
    }

    /// The call is to end: so it does.
    ///
    /// # Errors
    /// It was to.
    #[inline]
    pub(super) fn heed(&mut self, id: CallId) -> Result<(), CallError> {
        match self.is_cancelled() {
            false => Ok(()),
            true => {
                self.cancel(id);
                Err(CallError::Cancelled)
            }
        }
    }

    /// As [`receive`](Self::receive), for a call that may be to end meanwhile.
    ///
    /// # Errors
    /// It was, or the connection is closed.
    #[inline]
    pub(super) fn receive_for(&mut self, id: CallId) -> Result<(), CallError> {
        match self.receive() {
            Ok(()) => Ok(()),
            Err(why) => self.give_up(id, why),
        }
    }

    /// The wait for a call has ended with an error, and so does the call; one that was to be cancelled
    /// goes on if that was taken back meanwhile.
    #[cold]
    pub(super) fn give_up(&mut self, id: CallId, why: CallError) -> Result<(), CallError> {
        if why == CallError::Cancelled {
            return self.heed(id);
        }
        self.calls.forget(id);
        Err(why)
    }
}
