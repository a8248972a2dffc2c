//! A server's replies over datagrams: the send queue, and the duplicate-request cache that stores
//! them.

use alloc::collections::VecDeque;
use core::mem;
use core::net::SocketAddr;

use manyrpc_codec::Buf;

use super::replies::{Replies, Verdict};
use crate::Limits;
use crate::contract::{Outcome, Rx, Transmit};
use crate::time::Instant;

/// A queued reply.
#[derive(Debug)]
enum Reply {
    /// In the duplicate-request cache.
    Cached(u32),
    Own(Buf),
}

/// The state that only datagram servers have.
#[derive(Debug)]
pub(super) struct Datagrams {
    /// `None` if turned off.
    pub(super) replies: Option<Replies>,
    /// Queued replies, in order.
    queue: VecDeque<(Option<SocketAddr>, Reply)>,
    queued_bytes: usize,
    /// A buffer for the next reply.
    spare: Buf,
    /// Length of the last received datagram, which calls point into.
    lent: usize,
}

impl Datagrams {
    pub(super) fn new(limits: &Limits) -> Self {
        Datagrams {
            replies: Replies::new(limits),
            queue: VecDeque::new(),
            queued_bytes: 0,
            spare: Buf::new(),
            lent: 0,
        }
    }

    pub(super) fn queued_bytes(&self) -> usize {
        self.queued_bytes
    }

    /// Consumes the last datagram and lends the next one, of this length.
    #[inline]
    pub(super) fn receive(&mut self, rx: &mut Rx) -> usize {
        let done = mem::take(&mut self.lent).min(rx.buf.len());
        rx.buf.consume(done);
        self.lent = rx.buf.len();
        self.lent
    }

    /// `n` more bytes after the datagram are lent with it.
    pub(super) fn extend_lent(&mut self, n: usize) {
        self.lent += n;
    }

    /// Checks a call for being a duplicate, and retransmits its reply if it was answered before.
    /// `Err`: nothing remains to be done. `Ok`: the call is new, with its entry in the cache, if
    /// there is one.
    #[inline]
    pub(super) fn admit(
        &mut self,
        from: Option<SocketAddr>,
        xid: u32,
        fingerprint: impl FnOnce() -> u64,
        now: Instant,
    ) -> Result<Option<u32>, Verdict> {
        let Some(replies) = &mut self.replies else {
            return Ok(None);
        };
        match replies.admit(from, xid, fingerprint(), now) {
            Verdict::New(entry) => Ok(Some(entry)),
            Verdict::Again(entry) => {
                replies.hold(entry);
                self.push_cached(from, entry);
                Err(Verdict::Again(entry))
            }
            other => Err(other),
        }
    }

    fn push_cached(&mut self, to: Option<SocketAddr>, entry: u32) {
        if let Some(replies) = &self.replies {
            self.queued_bytes += replies.reply(entry).len();
            self.queue.push_back((to, Reply::Cached(entry)));
        }
    }

    /// Queues `reply`, and leaves an empty buffer in its place.
    pub(super) fn push(&mut self, to: Option<SocketAddr>, reply: &mut Buf) {
        let reply = mem::replace(reply, mem::take(&mut self.spare));
        self.queued_bytes += reply.len();
        self.queue.push_back((to, Reply::Own(reply)));
    }

    /// Queues `reply`, and stores it in the cache as `entry` unless that is unnecessary.
    #[inline]
    pub(super) fn finish(
        &mut self,
        entry: u32,
        outcome: Outcome,
        to: Option<SocketAddr>,
        reply: &mut Buf,
    ) {
        let Some(replies) = &mut self.replies else {
            return;
        };
        match outcome {
            Outcome::Silent => replies.silent(entry),
            Outcome::Idempotent => {
                replies.forget(entry);
                self.push(to, reply);
            }
            _ if replies.done(entry, reply) => self.push_cached(to, entry),
            _ => self.push(to, reply),
        }
    }

    /// The next datagram to send.
    #[inline]
    pub(super) fn front(&self) -> Option<Transmit<'_>> {
        let (to, reply) = self.queue.front()?;
        let bytes = match reply {
            Reply::Own(reply) => reply.data(),
            Reply::Cached(entry) => self.replies.as_ref()?.reply(*entry),
        };
        Some(Transmit { to: *to, bytes })
    }

    /// The first datagram was sent.
    #[inline]
    pub(super) fn sent(&mut self) {
        match (self.queue.pop_front(), &mut self.replies) {
            (Some((_, Reply::Own(mut reply))), _) => {
                self.queued_bytes -= reply.len();
                reply.clear();
                self.spare = reply;
            }
            (Some((_, Reply::Cached(entry))), Some(replies)) => {
                self.queued_bytes -= replies.reply(entry).len();
                replies.release(entry);
            }
            _ => {}
        }
    }

    pub(super) fn shrink(&mut self) {
        self.spare = Buf::new();
    }
}
