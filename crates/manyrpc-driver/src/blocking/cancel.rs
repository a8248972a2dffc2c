//! Cancelling a call from a thread other than the one that waits for it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use manyrpc_engine::{CallError, CallId, ClientEngine};
use rustix::event::{EventfdFlags, eventfd};

use super::Client;

/// Cancels calls from any thread: after [`pull`](Self::pull), waits for calls of a client that [has
/// it](Client::set_cancel) end at once with [`CallError::Cancelled`]. It stays pulled. Clones are
/// handles of the same.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<Pulled>);

#[derive(Debug)]
struct Pulled {
    yes: AtomicBool,
    /// What threads that sleep on a socket also wait for.
    event: OwnedFd,
}

impl Cancel {
    /// A handle that was not pulled.
    ///
    /// # Errors
    /// The system has no descriptors left.
    pub fn new() -> io::Result<Self> {
        let yes = AtomicBool::new(false);
        let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Cancel(Arc::new(Pulled { yes, event })))
    }

    /// Cancels the calls being waited for, and later ones.
    pub fn pull(&self) {
        self.0.yes.store(true, Relaxed);
        // Nobody reads it, so it stays readable; a second write changes nothing.
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
    /// Sets what cancels this client's calls from another thread; `None` for nothing. While it is
    /// set, each wait takes one more system call. The server is notified if the protocol has a
    /// message for it.
    pub fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.cancel = cancel;
    }

    /// Whether calls are cancelled.
    #[inline]
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_pulled)
    }

    /// Ends the call if it is cancelled.
    ///
    /// # Errors
    /// It is cancelled.
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

    /// As [`receive`](Self::receive), for a call that may be cancelled meanwhile.
    ///
    /// # Errors
    /// It is cancelled, or the connection is closed.
    #[inline]
    pub(super) fn receive_for(&mut self, id: CallId) -> Result<(), CallError> {
        match self.receive() {
            Ok(()) => Ok(()),
            Err(why) => self.give_up(id, why),
        }
    }

    /// Waiting for a call has failed, and so does the call; a cancelled one continues if the
    /// cancellation was withdrawn meanwhile.
    #[cold]
    pub(super) fn give_up(&mut self, id: CallId, why: CallError) -> Result<(), CallError> {
        if why == CallError::Cancelled {
            return self.heed(id);
        }
        self.calls.forget(id);
        Err(why)
    }
}
