//! A call with several messages as a future: messages come from one queue and go to another.
//!
//! The future runs where the call's connection is served, whenever a message arrives, there is room
//! for replies, or something else that it awaits has happened. Its halves may also be given to other
//! tasks. Both queues are bounded: a client that sends faster than its messages are taken is not
//! permitted to send more, and a sender of replies waits while the client accepts none.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use manyrpc_engine::{Fault, Flow, Outcome, Replies, ReplyMetadata, Stream};

use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A call that is being served; its end is that of the call.
pub type Conversing = Pin<Box<dyn Future<Output = Result<(), Fault>> + Send>>;

/// The marshalled messages of the client, and room for those of the server.
#[derive(Debug, Default)]
struct Queues {
    requests: VecDeque<Vec<u8>>,
    /// Their bytes.
    bytes: usize,
    /// The client sends no more.
    ended: bool,
    replies: VecDeque<Vec<u8>>,
    /// Their bytes.
    reply_bytes: usize,
    reader: Option<Waker>,
    writer: Option<Waker>,
    /// Continues the call.
    call: Option<Waker>,
    /// The call's future is being polled where its replies are sent.
    is_polled: bool,
    /// The call is over.
    is_gone: bool,
    /// Metadata that was not passed on yet.
    metadata: ReplyMetadata,
    /// The client is to learn that the call was accepted.
    is_accepted: bool,
}

type Shared = Arc<Mutex<Queues>>;

fn lock(shared: &Shared) -> MutexGuard<'_, Queues> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The client's marshalled messages.
#[derive(Debug)]
pub(crate) struct Requests(Shared);

impl Requests {
    /// The same requests, for one who takes them in place of this.
    #[cfg(feature = "tokio")]
    pub(crate) fn take(&mut self) -> Self {
        Requests(self.0.clone())
    }

    /// Waits for the next; `None` after the last, and when the client is gone.
    pub(crate) async fn next(&mut self) -> Option<Vec<u8>> {
        let next = poll_fn(|cx| self.poll_next(cx)).await;
        next.and_then(Result::ok)
    }

    /// The same with [`Fault::Cancelled`] for a client that is gone before its last message.
    pub(crate) fn poll_next(&mut self, cx: &Context<'_>) -> Poll<Option<Result<Vec<u8>, Fault>>> {
        let mut queues = lock(&self.0);
        if let Some(request) = queues.requests.pop_front() {
            queues.bytes -= request.len();
            queues.go_on();
            return Poll::Ready(Some(Ok(request)));
        }
        if queues.ended {
            return Poll::Ready(None);
        }
        if queues.is_gone {
            return Poll::Ready(Some(Err(Fault::Cancelled)));
        }
        queues.reader = Some(cx.waker().clone());
        Poll::Pending
    }
}

/// Takes the server's marshalled messages.
#[derive(Clone, Debug)]
pub(crate) struct Replying(Shared);

impl Replying {
    /// Sends a reply, once there is room for it.
    ///
    /// # Errors
    /// The client is gone.
    pub(crate) async fn send(&self, reply: Vec<u8>) -> Result<(), Fault> {
        let mut reply = Some(reply);
        poll_fn(|cx| {
            let mut queues = lock(&self.0);
            if queues.is_gone {
                return Poll::Ready(Err(Fault::Cancelled));
            }
            if queues.replies.len() >= MOST_REPLIES || queues.reply_bytes > FULL {
                queues.writer = Some(cx.waker().clone());
                return Poll::Pending;
            }
            if let Some(reply) = reply.take() {
                queues.reply_bytes += reply.len();
                queues.replies.push_back(reply);
            }
            queues.go_on();
            Poll::Ready(Ok(()))
        })
        .await
    }
}

#[cfg(feature = "tokio")]
impl Replying {
    /// Adds metadata, while the call's future is polled: it goes before the replies that wait.
    pub(crate) fn attach(&self, metadata: ReplyMetadata) {
        lock(&self.0).metadata.append(metadata);
    }

    /// Sends the initial metadata before there is a reply, while the call's future is polled.
    pub(crate) fn accept(&self) {
        lock(&self.0).is_accepted = true;
    }

    /// Whether the call is over.
    pub(crate) fn is_gone(&self) -> bool {
        lock(&self.0).is_gone
    }
}

impl Queues {
    /// The call has something to do, unless it is being done.
    fn go_on(&self) {
        if let Some(call) = self.call.as_ref().filter(|_| !self.is_polled) {
            call.wake_by_ref();
        }
    }
}

/// A call that is served by a future.
pub(crate) struct FutureStream {
    conversing: Conversing,
    shared: Shared,
    /// The future has ended; its replies are still to be sent.
    end: Option<Outcome>,
    /// The client is not permitted to send more.
    held: bool,
}

impl FutureStream {
    /// A call that `begin` serves.
    pub(crate) fn new(begin: impl FnOnce(Requests, Replying) -> Conversing) -> Self {
        let shared = Shared::default();
        let conversing = begin(Requests(shared.clone()), Replying(shared.clone()));
        FutureStream {
            conversing,
            shared,
            end: None,
            held: false,
        }
    }

    /// With the client's only message, which came with the call.
    pub(crate) fn with_request(self, request: Vec<u8>) -> Self {
        let mut queues = lock(&self.shared);
        queues.bytes += request.len();
        queues.requests.push_back(request);
        queues.ended = true;
        drop(queues);
        self
    }

    /// Goes on until it has to wait.
    fn step(&mut self, replies: &mut dyn Replies) -> Flow {
        loop {
            let left = self.send(replies);
            if let Some(outcome) = &self.end {
                return match left {
                    0 => Flow::Over(outcome.clone()),
                    _ => Flow::More,
                };
            }
            if self.poll(replies) {
                continue;
            }
            let queues = lock(&self.shared);
            let (waiting, bytes) = (queues.replies.len(), queues.bytes);
            drop(queues);
            self.hold(replies, bytes);
            match waiting > 0 {
                true if !replies.is_congested() => {}
                true => return Flow::More,
                false => return Flow::Wait,
            }
        }
    }

    /// Sends replies while there is room; returns how many are left.
    fn send(&self, replies: &mut dyn Replies) -> usize {
        while !replies.is_congested() {
            let mut queues = lock(&self.shared);
            let Some(reply) = queues.replies.pop_front() else {
                return 0;
            };
            queues.reply_bytes -= reply.len();
            let writer = queues.writer.take();
            drop(queues);
            if let Some(writer) = writer {
                writer.wake();
            }
            replies.send(&mut |body| {
                body.put(&reply);
                true
            });
        }
        lock(&self.shared).replies.len()
    }

    /// Polls the future, and sends metadata that it added. True if it has ended.
    fn poll(&mut self, replies: &mut dyn Replies) -> bool {
        let waker = replies.waker();
        let mut queues = lock(&self.shared);
        queues.is_polled = true;
        queues.call = Some(waker.clone());
        drop(queues);
        let polled = self
            .conversing
            .as_mut()
            .poll(&mut Context::from_waker(&waker));
        let mut queues = lock(&self.shared);
        queues.is_polled = false;
        let metadata = std::mem::take(&mut queues.metadata);
        let is_accepted = std::mem::take(&mut queues.is_accepted);
        drop(queues);
        if !metadata.is_empty() {
            replies.attach(metadata);
        }
        if is_accepted {
            replies.accept();
        }
        let Poll::Ready(end) = polled else {
            return false;
        };
        self.end = Some(match end {
            Ok(()) => Outcome::Done,
            Err(fault) => Outcome::Fault(fault),
        });
        true
    }

    /// Lets the client send, or not.
    fn hold(&mut self, replies: &mut dyn Replies, bytes: usize) {
        let held = match self.held {
            true => bytes > FULL / 2,
            false => bytes > FULL,
        };
        if held != self.held {
            self.held = held;
            replies.hold(held);
        }
    }

    fn wake_reader(mut queues: MutexGuard<'_, Queues>) {
        let reader = queues.reader.take();
        drop(queues);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

impl Stream for FutureStream {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        self.step(replies)
    }

    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow {
        let mut queues = lock(&self.shared);
        queues.bytes += received.len();
        queues.requests.push_back(received.to_vec());
        Self::wake_reader(queues);
        self.step(replies)
    }

    fn ended(&mut self, replies: &mut dyn Replies) -> Flow {
        let mut queues = lock(&self.shared);
        queues.ended = true;
        Self::wake_reader(queues);
        self.step(replies)
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        self.step(replies)
    }
}

impl Drop for FutureStream {
    /// Halves that other tasks have learn that the call is over.
    fn drop(&mut self) {
        let mut queues = lock(&self.shared);
        queues.is_gone = true;
        let wakers = [queues.reader.take(), queues.writer.take()];
        drop(queues);
        wakers.into_iter().flatten().for_each(Waker::wake);
    }
}

/// How many replies wait before their sender does.
const MOST_REPLIES: usize = 16;
/// How many bytes may wait, about: of requests, before the client is not permitted to send more; of replies, before their
/// sender waits.
const FULL: usize = 256 << 10;
