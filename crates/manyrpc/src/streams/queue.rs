//! A bounded queue of replies that any thread fills and a call drains.

use std::collections::VecDeque;
use std::sync::mpsc::{SendError, TrySendError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use manyrpc_engine::Fault;

use super::{ReplySource, Wakes};

/// A queue of at most `capacity` replies, at least one. A service method returns the receiving
/// half; the sending half can be cloned and used on any thread, for as long as needed.
///
/// ```
/// use manyrpc::Fault;
/// use manyrpc::streams::{ReplyStream, queue};
///
/// /// What a generated trait asks of a method to which the server answers several messages.
/// fn count(to: u32) -> Result<ReplyStream<u32>, Fault> {
///     let (sender, replies) = queue(16);
///     std::thread::spawn(move || {
///         for n in 0..to {
///             // An error says that the client is gone.
///             if sender.send(n).is_err() {
///                 break;
///             }
///         }
///     });
///     Ok(Box::new(replies))
/// }
/// # assert!(count(3).is_ok());
/// ```
///
/// The call ends successfully when the last sender is dropped and the queue is empty, and with a
/// fault after [`Sender::fail`].
pub fn queue<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared {
        capacity: capacity.max(1),
        state: Mutex::new(State {
            items: VecDeque::new(),
            senders: 1,
            fault: None,
            closed: false,
            waker: None,
        }),
        room: Condvar::new(),
    });
    (Sender(shared.clone()), Receiver(shared))
}

/// The sending half of a [`queue`].
pub struct Sender<T>(Arc<Shared<T>>);

/// The receiving half of a [`queue`], which a service method returns. It is dropped when the call
/// has ended or the client is gone, and senders then fail.
pub struct Receiver<T>(Arc<Shared<T>>);

struct Shared<T> {
    capacity: usize,
    state: Mutex<State<T>>,
    room: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    senders: usize,
    /// The fault that ends the call after the queued replies.
    fault: Option<Fault>,
    /// Nothing more is accepted: the receiver is gone, or there was a fault.
    closed: bool,
    /// Set when the call has found the queue empty.
    waker: Option<Waker>,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what the call waits for, and wakes it.
    fn change<R>(&self, change: impl FnOnce(&mut State<T>) -> R) -> R {
        let mut state = self.lock();
        let result = change(&mut state);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
        result
    }
}

impl<T> Sender<T> {
    /// Sends a reply. Blocks while the queue is full, so never call it on a server's own thread,
    /// where service methods run unless the server has workers.
    ///
    /// # Errors
    /// The call has ended: returns the reply.
    pub fn send(&self, reply: T) -> Result<(), SendError<T>> {
        let full = |state: &mut State<T>| !state.closed && state.items.len() >= self.0.capacity;
        let mut reply = reply;
        loop {
            match self.try_send(reply) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(reply)) => return Err(SendError(reply)),
                Err(TrySendError::Full(back)) => reply = back,
            }
            let state = self.0.room.wait_while(self.0.lock(), full);
            drop(state.unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Sends a reply if there is room now.
    ///
    /// # Errors
    /// There is no room, or the call has ended: returns the reply.
    pub fn try_send(&self, reply: T) -> Result<(), TrySendError<T>> {
        self.0.change(|state| {
            if state.closed {
                return Err(TrySendError::Disconnected(reply));
            }
            if state.items.len() >= self.0.capacity {
                return Err(TrySendError::Full(reply));
            }
            state.items.push_back(reply);
            Ok(())
        })
    }

    /// Ends the call with a fault, after the replies sent before; nothing more can be sent.
    pub fn fail(&self, fault: Fault) {
        self.0.change(|state| {
            if !state.closed {
                (state.fault, state.closed) = (Some(fault), true);
            }
        });
        self.0.room.notify_all();
    }

    /// Whether nothing more can be sent.
    pub fn is_closed(&self) -> bool {
        self.0.lock().closed
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.lock().senders += 1;
        Sender(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.senders -= 1;
        let last = state.senders == 0;
        drop(state);
        if last {
            self.0.change(|_| ());
        }
    }
}

impl<T: Send> ReplySource<T> for Receiver<T> {
    fn poll_next(&mut self, wakes: &mut Wakes<'_>) -> Poll<Option<Result<T, Fault>>> {
        let mut state = self.0.lock();
        if let Some(reply) = state.items.pop_front() {
            drop(state);
            self.0.room.notify_one();
            return Poll::Ready(Some(Ok(reply)));
        }
        if let Some(fault) = state.fault.take() {
            return Poll::Ready(Some(Err(fault)));
        }
        if state.closed || state.senders == 0 {
            return Poll::Ready(None);
        }
        state.waker = Some(wakes.waker());
        Poll::Pending
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        let (items, waker) = (std::mem::take(&mut state.items), state.waker.take());
        drop(state);
        self.0.room.notify_all();
        // Their code is unknown, so they are dropped without holding the lock.
        drop((items, waker));
    }
}

impl<T> std::fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sender({} queued)", self.0.lock().items.len())
    }
}

impl<T> std::fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Receiver({} queued)", self.0.lock().items.len())
    }
}
