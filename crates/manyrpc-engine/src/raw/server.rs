//! A server of the raw protocol: all peers of one datagram socket, or one connection.
//!
//! ```
//! use manyrpc_engine::raw::{Server, pdu};
//! use manyrpc_engine::{Clock, Instant, Limits, Rx, ServerEngine};
//!
//! let mut server = Server::datagram(Limits::default());
//! let mut rx = Rx::default();
//! rx.buf.put_u32(1); // The tag.
//! rx.buf.put_u32(pdu::canned_operation(100));
//! assert!(server.next_call(&mut rx, &Clock::at(Instant::ZERO)).is_none());
//! let reply = server.poll_transmit().unwrap();
//! assert_eq!(reply.bytes.len(), pdu::REPLY_HEAD + 100);
//! ```

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::net::SocketAddr;
use core::ops::Range;

use manyrpc_codec::{Buf, Encoding};

use super::fault;
use super::pdu::{self, FAULT};
use crate::Limits;
use crate::carrier::length_prefix::{self, Splitter};
use crate::carrier::outbox::Outbox;
use crate::contract::{Call, CallId, InterfaceKey, Outcome, Rx, ServerEngine, Transmit};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::time::{Clock, Instant};

/// Space for the longest head of a frame: length and tag.
const FRAME_HEAD: usize = length_prefix::HEADER + pdu::REPLY_HEAD;

#[derive(Debug)]
struct Pending {
    id: CallId,
    tag: u32,
    from: Option<SocketAddr>,
}

/// The frame that canned replies are sent from: space for a length, the tag, arbitrary bytes.
#[derive(Debug, Default)]
struct Canned {
    frame: Buf,
    to: Option<SocketAddr>,
    /// The bytes of the frame left to send.
    due: Range<usize>,
}

impl Canned {
    /// Ensures `n` bytes of body.
    #[inline]
    fn build(&mut self, n: usize) {
        let have = self.frame.len();
        if have < FRAME_HEAD + n {
            let more = FRAME_HEAD + n - have;
            // Varying bytes, since pages never written to are all the same physical page.
            for (i, b) in self.frame.space(more)[..more].iter_mut().enumerate() {
                *b = (have + i).wrapping_sub(FRAME_HEAD) as u8;
            }
            self.frame.filled(more);
        }
    }
}

/// The engine of one server socket or connection.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    /// For a stream; datagrams have none.
    splitter: Option<Splitter>,
    pending: Vec<Pending>,
    serial: u64,
    out: Outbox,
    /// The destination and length of each datagram in the output.
    lengths: VecDeque<(Option<SocketAddr>, usize)>,
    canned: Canned,
    /// Whether the canned reply was lent for sending.
    canned_lent: bool,
    writing: Option<Pending>,
    /// Length of the last received datagram, which calls point into.
    lent: usize,
    broken: Option<WireError>,
    dropped: u64,
}

impl Server {
    /// For a datagram socket with all its peers.
    pub fn datagram(limits: Limits) -> Self {
        Self::new(limits, None)
    }

    /// For one connection.
    pub fn stream(limits: Limits) -> Self {
        let splitter = Splitter::new(&limits);
        Self::new(limits, Some(splitter))
    }

    fn new(limits: Limits, splitter: Option<Splitter>) -> Self {
        Server {
            limits,
            splitter,
            pending: Vec::new(),
            serial: 0,
            out: Outbox::default(),
            lengths: VecDeque::new(),
            canned: Canned::default(),
            canned_lent: false,
            writing: None,
            lent: 0,
            broken: None,
            dropped: 0,
        }
    }

    /// Datagrams dropped: malformed, or above a limit.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn most_bytes(&self) -> usize {
        match self.splitter {
            None => self
                .limits
                .datagram
                .bytes
                .min(self.limits.sent_message_bytes),
            Some(_) => self.limits.sent_message_bytes.min(u32::MAX as usize),
        }
    }

    fn take_message(&mut self, rx: &Rx, range: Range<usize>) -> Option<Call> {
        let (tag, operation) = match pdu::parse_request(&rx.buf.data()[range.clone()]) {
            Ok(request) => request,
            Err(e) => {
                self.give_up(e);
                return None;
            }
        };
        if let Some(n) = pdu::canned_bytes(operation) {
            self.reply_canned(tag, n, rx.from);
            return None;
        }
        self.serial += 1;
        let (id, from) = (CallId(self.serial), rx.from);
        self.pending.push(Pending { id, tag, from });
        let arguments = range.start + pdu::REQUEST_HEAD..range.end;
        Some(Call {
            from,
            domain: Domain::Raw,
            ..Call::new(id, InterfaceKey::Only, operation, Encoding::Xdr, arguments)
        })
    }

    fn give_up(&mut self, e: WireError) {
        if self.splitter.is_some() {
            self.broken = Some(e);
        } else {
            self.dropped += 1;
        }
    }

    #[inline]
    fn reply_canned(&mut self, tag: u32, n: usize, to: Option<SocketAddr>) {
        if pdu::REPLY_HEAD + n > self.most_bytes() {
            self.begin_message(tag | FAULT);
            self.out.buf.put_u32(fault::to_wire(&Fault::BadArguments));
            self.commit_message(to);
            return;
        }
        self.canned.build(n);
        if !self.canned.due.is_empty() || !self.out.due().is_empty() {
            self.begin_message(tag);
            let body = &self.canned.frame.data()[FRAME_HEAD..FRAME_HEAD + n];
            self.out.buf.put(body);
            self.commit_message(to);
            return;
        }
        let start = match self.splitter {
            None => length_prefix::HEADER,
            Some(_) => 0,
        };
        self.canned.frame.patch_u32(0, (pdu::REPLY_HEAD + n) as u32);
        self.canned.frame.patch_u32(length_prefix::HEADER, tag);
        self.canned.due = start..FRAME_HEAD + n;
        self.canned.to = to;
    }

    #[inline]
    fn begin_message(&mut self, tag: u32) {
        if self.splitter.is_some() {
            length_prefix::begin(&mut self.out.buf);
        }
        self.out.buf.put_u32(tag);
    }

    #[inline]
    fn commit_message(&mut self, to: Option<SocketAddr>) {
        let start = self.out.start();
        if self.splitter.is_some() {
            length_prefix::finish(&mut self.out.buf, start);
        } else {
            self.lengths.push_back((to, self.out.buf.len() - start));
        }
        self.out.commit();
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            let full = self.is_full();
            let range = match &mut self.splitter {
                None => {
                    let done = mem::take(&mut self.lent).min(rx.buf.len());
                    rx.buf.consume(done);
                    self.lent = rx.buf.len();
                    if rx.buf.is_empty() {
                        return None;
                    }
                    if full {
                        self.dropped += 1;
                        continue;
                    }
                    0..self.lent
                }
                Some(splitter) => {
                    if full || self.broken.is_some() {
                        splitter.release(&mut rx.buf);
                        return None;
                    }
                    match splitter.next(&mut rx.buf, clock) {
                        Ok(range) => range?,
                        Err(e) => {
                            self.give_up(e);
                            return None;
                        }
                    }
                }
            };
            if let Some(call) = self.take_message(rx, range) {
                return Some(call);
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        self.out.rollback();
        let found = self.pending.iter().position(|p| p.id == id);
        self.writing = found.map(|at| self.pending.remove(at));
        if let Some(Pending { tag, .. }) = self.writing {
            self.begin_message(tag);
        }
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let Some(call) = self.writing.take() else {
            self.out.rollback();
            return;
        };
        let fault = match outcome {
            Outcome::Silent => {
                self.out.rollback();
                return;
            }
            Outcome::Fault(fault) => Some(fault),
            Outcome::Done | Outcome::Idempotent => {
                let prefix = if self.splitter.is_some() {
                    length_prefix::HEADER
                } else {
                    0
                };
                let too_large = self.out.unfinished().len() - prefix > self.most_bytes();
                too_large.then_some(Fault::ServerFailure)
            }
        };
        if let Some(fault) = fault {
            self.out.rollback();
            self.begin_message(call.tag | FAULT);
            self.out.buf.put_u32(fault::to_wire(&fault));
        }
        self.commit_message(call.from);
    }

    fn wanted(&self) -> usize {
        self.splitter.as_ref().map_or(0, |s| s.arrival().wanted())
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        // A canned reply is started on an empty output, so it is always the older one.
        self.canned_lent = !self.canned.due.is_empty();
        if self.canned_lent {
            let bytes = &self.canned.frame.data()[self.canned.due.clone()];
            return Some(Transmit {
                to: self.canned.to,
                bytes,
            });
        }
        if self.splitter.is_some() {
            let bytes = self.out.due();
            return (!bytes.is_empty()).then_some(Transmit { to: None, bytes });
        }
        let (to, n) = *self.lengths.front()?;
        let bytes = &self.out.due()[..n];
        Some(Transmit { to, bytes })
    }

    fn sent(&mut self, n: usize) {
        if self.canned_lent {
            let n = if self.splitter.is_some() {
                n
            } else {
                usize::MAX
            };
            self.canned.due.start = self
                .canned
                .due
                .start
                .saturating_add(n)
                .min(self.canned.due.end);
        } else if self.splitter.is_some() {
            self.out.sent(n);
        } else if let Some((_, n)) = self.lengths.pop_front() {
            self.out.sent(n);
        }
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.broken.is_none();
        self.splitter
            .as_ref()
            .filter(|_| open)
            .and_then(|s| s.arrival().deadline())
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken.is_none()
            && self
                .splitter
                .as_ref()
                .is_some_and(|s| s.arrival().is_late(now))
        {
            self.give_up(WireError::TooSlow);
        }
    }

    fn is_full(&self) -> bool {
        self.writing.is_some()
            || self.out.due().len() + self.canned.due.len() > self.limits.queued_bytes
            || self.pending.len() >= self.limits.calls_in_flight
    }

    fn shrink(&mut self) {
        self.out.buf.shrink(0);
        if self.canned.due.is_empty() {
            self.canned.frame = Buf::new();
        }
        if self.pending.is_empty() {
            self.pending = Vec::new();
        }
        if self.lengths.is_empty() {
            self.lengths = VecDeque::new();
        }
    }
}
