//! Messages between the tasks of a test.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use crate::sync::{Arc, Mutex, PoisonError};

/// A queue with one receiver. Clones are handles of the same.
pub(crate) struct Post<T>(Arc<Mutex<Queue<T>>>);

struct Queue<T> {
    messages: VecDeque<T>,
    receiver: Option<Waker>,
}

impl<T> Clone for Post<T> {
    fn clone(&self) -> Self {
        Post(self.0.clone())
    }
}

impl<T> Post<T> {
    pub(crate) fn new() -> Self {
        Post(Arc::new(Mutex::new(Queue {
            messages: VecDeque::new(),
            receiver: None,
        })))
    }

    pub(crate) fn send(&self, message: T) {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queue.messages.push_back(message);
        let receiver = queue.receiver.take();
        drop(queue);
        if let Some(receiver) = receiver {
            receiver.wake();
        }
    }

    pub(crate) fn poll(&self, cx: &Context<'_>) -> Poll<T> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = queue.messages.pop_front() {
            return Poll::Ready(message);
        }
        queue.receiver = Some(cx.waker().clone());
        Poll::Pending
    }

    pub(crate) async fn receive(&self) -> T {
        poll_fn(|cx| self.poll(cx)).await
    }
}
