//! A client of the raw protocol, over datagrams or over a stream.
//!
//! Nothing is retransmitted: over datagrams, a call whose message is lost times out.
//!
//! ```
//! use manyrpc_engine::raw::{Client, pdu};
//! use manyrpc_engine::{CallHead, ClientEngine, Instant, InterfaceId, Limits};
//!
//! let mut client = Client::datagram(Limits::default(), 1);
//! client.begin_call(&CallHead::new(InterfaceId::ONLY, 7))?;
//! client.finish_call(Instant::ZERO)?;
//! let request = client.poll_transmit().unwrap();
//! let (_tag, operation) = pdu::parse_request(request.bytes).unwrap();
//! assert_eq!(operation, 7);
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding};

use super::fault;
use super::pdu::{self, FAULT};
use crate::Limits;
use crate::carrier::length_prefix::{self, Splitter};
use crate::carrier::outbox::Outbox;
use crate::contract::{CallHead, CallId, CallKind, ClientEngine, ClientEvent, Rx, Transmit};
use crate::fault::{CallError, Closed, Misuse, WireError};
use crate::pending_events;
use crate::time::{Clock, Instant, earlier};

#[derive(Debug)]
struct InFlight {
    id: CallId,
    deadline: Instant,
}

/// A request kept for resending.
#[derive(Debug, Default)]
struct Canned {
    frame: Buf,
    due: bool,
    sent: usize,
}

#[derive(Debug)]
struct Writing {
    id: CallId,
    canned: bool,
    kind: CallKind,
    timeout: Duration,
}

/// The engine of one client socket.
#[derive(Debug)]
pub struct Client {
    call_timeout: Duration,
    most_calls: usize,
    /// The largest message that can be sent.
    most_bytes: usize,
    /// For a stream; datagrams have none.
    splitter: Option<Splitter>,
    next: u64,
    in_flight: Vec<InFlight>,
    out: Outbox,
    /// The lengths of the datagrams in the output.
    lengths: VecDeque<usize>,
    canned: Canned,
    /// Whether the canned request was lent for sending.
    canned_lent: bool,
    writing: Option<Writing>,
    /// Length of the last received datagram, which events point into.
    lent: usize,
    events: VecDeque<ClientEvent>,
    ended: Option<CallError>,
    stray: u64,
}

impl Client {
    /// Over datagrams. Tags count up from `seed`.
    pub fn datagram(limits: Limits, seed: u64) -> Self {
        Self::new(&limits, seed, None)
    }

    /// Over a stream. Tags count up from `seed`.
    pub fn stream(limits: Limits, seed: u64) -> Self {
        let splitter = Splitter::new(&limits);
        Self::new(&limits, seed, Some(splitter))
    }

    fn new(limits: &Limits, seed: u64, splitter: Option<Splitter>) -> Self {
        Client {
            call_timeout: limits.call_timeout,
            most_calls: limits.calls_in_flight,
            most_bytes: match &splitter {
                Some(_) => limits.sent_message_bytes.min(u32::MAX as usize),
                None => limits.datagram.bytes.min(limits.sent_message_bytes),
            },
            splitter,
            next: seed & u64::from(!FAULT),
            in_flight: Vec::new(),
            out: Outbox::default(),
            lengths: VecDeque::new(),
            canned: Canned::default(),
            canned_lent: false,
            writing: None,
            lent: 0,
            events: VecDeque::new(),
            ended: None,
            stray: 0,
        }
    }

    /// Sends the last canned request again as a new call, changing only its tag. The previous one
    /// must have been sent.
    #[inline]
    pub fn resend(&mut self, now: Instant) -> Result<CallId, CallError> {
        if self.canned.frame.is_empty() {
            return Err(Misuse::NotOffered("canned request before one was written").into());
        }
        let id = self.open()?;
        if self.canned.due {
            return Err(Misuse::TooManyCalls.into());
        }
        let at = self.prefix();
        self.canned.frame.patch_u32(at, tag(id));
        self.canned.due = true;
        let deadline = now + self.call_timeout;
        self.in_flight.push(InFlight { id, deadline });
        Ok(id)
    }

    /// Messages that matched no call in flight.
    pub fn stray(&self) -> u64 {
        self.stray
    }

    #[inline]
    fn prefix(&self) -> usize {
        if self.splitter.is_some() {
            length_prefix::HEADER
        } else {
            0
        }
    }

    #[inline]
    fn open(&mut self) -> Result<CallId, CallError> {
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if self.in_flight.len() >= self.most_calls {
            return Err(Misuse::TooManyCalls.into());
        }
        let id = CallId(self.next);
        self.next += 1;
        Ok(id)
    }

    /// Where the message being written is, and its offset there.
    fn unfinished(&mut self) -> (&mut Buf, usize) {
        match self.writing {
            Some(Writing { canned: true, .. }) => (&mut self.canned.frame, 0),
            _ => {
                let start = self.out.start();
                (&mut self.out.buf, start)
            }
        }
    }

    #[inline]
    fn canned_goes_first(&self) -> bool {
        self.canned.due && (self.canned.sent > 0 || self.out.due().is_empty())
    }

    fn take_message(&mut self, rx: &Rx, range: Range<usize>) -> Option<ClientEvent> {
        let (tag_of_reply, status) = match pdu::parse_reply(&rx.buf.data()[range.clone()]) {
            Ok(reply) => reply,
            Err(e) => {
                if self.splitter.is_some() {
                    self.break_down(e);
                }
                return self.events.pop_front();
            }
        };
        let found = self
            .in_flight
            .iter()
            .position(|c| tag(c.id) == tag_of_reply);
        let Some(at) = found else {
            self.stray += 1;
            return None;
        };
        let id = self.in_flight.remove(at).id;
        Some(match status {
            None => ClientEvent::Reply {
                id,
                body: range.start + pdu::REPLY_HEAD..range.end,
                encoding: Encoding::Xdr,
            },
            Some(status) => ClientEvent::Failed {
                id,
                error: fault::from_wire(status).into(),
            },
        })
    }

    fn fail_all(&mut self, error: &CallError) {
        for InFlight { id, .. } in self.in_flight.drain(..) {
            let error = error.clone();
            self.events.push_back(ClientEvent::Failed { id, error });
        }
        self.out.clear();
        self.lengths.clear();
        self.canned.due = false;
        self.canned.sent = 0;
        self.writing = None;
    }

    fn break_down(&mut self, e: WireError) {
        if self.ended.is_none() {
            self.fail_all(&e.into());
            self.ended = Some(e.into());
            self.events.push_back(ClientEvent::Broken(e));
        }
    }
}

#[inline]
fn tag(id: CallId) -> u32 {
    id.0 as u32 & !FAULT
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if head.kind == CallKind::Broadcast {
            return Err(Misuse::NotOffered("broadcast").into());
        }
        let canned = pdu::canned_bytes(head.operation).is_some();
        if canned && self.canned.due {
            return Err(Misuse::TooManyCalls.into());
        }
        let id = self.open()?;
        self.writing = Some(Writing {
            id,
            canned,
            kind: head.kind,
            timeout: head.timeout.unwrap_or(self.call_timeout),
        });
        let stream = self.splitter.is_some();
        if canned {
            self.canned.frame.clear();
        }
        let (buf, _) = self.unfinished();
        if stream {
            length_prefix::begin(buf);
        }
        buf.put_u32(tag(id));
        buf.put_u32(head.operation);
        Ok(id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        self.unfinished().0
    }

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::Xdr
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let (prefix, max) = (self.prefix(), self.most_bytes);
        let (buf, start) = self.unfinished();
        let bytes = (buf.len() - start).saturating_sub(prefix);
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        let Some(call) = self.writing.take() else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        if call.canned {
            if prefix > 0 {
                length_prefix::finish(&mut self.canned.frame, 0);
            }
            self.canned.due = true;
        } else {
            if prefix > 0 {
                length_prefix::finish(&mut self.out.buf, start);
            } else {
                self.lengths.push_back(bytes);
            }
            self.out.commit();
        }
        if call.kind == CallKind::Call {
            let (id, deadline) = (call.id, now + call.timeout);
            self.in_flight.push(InFlight { id, deadline });
        }
        Ok(())
    }

    fn abandon_call(&mut self) {
        match self.writing.take() {
            Some(Writing { canned: true, .. }) => self.canned.frame.clear(),
            Some(_) => self.out.rollback(),
            None => {}
        }
    }

    fn cancel(&mut self, id: CallId) {
        pending_events::forget(&mut self.events, id);
        if self.writing.as_ref().is_some_and(|w| w.id == id) {
            self.abandon_call();
        }
        self.in_flight.retain(|c| c.id != id);
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        loop {
            let range = match &mut self.splitter {
                None => {
                    let done = mem::take(&mut self.lent).min(rx.buf.len());
                    rx.buf.consume(done);
                    self.lent = rx.buf.len();
                    if rx.buf.is_empty() {
                        return self.events.pop_front();
                    }
                    0..self.lent
                }
                Some(splitter) => {
                    if self.ended.is_some() || !self.events.is_empty() {
                        splitter.release(&mut rx.buf);
                        return self.events.pop_front();
                    }
                    match splitter.next(&mut rx.buf, clock) {
                        Ok(range) => range?,
                        Err(e) => {
                            self.break_down(e);
                            continue;
                        }
                    }
                }
            };
            if let Some(event) = self.take_message(rx, range) {
                return Some(event);
            }
        }
    }

    fn wanted(&self) -> usize {
        self.splitter.as_ref().map_or(0, |s| s.arrival().wanted())
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.canned_lent = self.canned_goes_first();
        let bytes = if self.canned_lent {
            &self.canned.frame.data()[self.canned.sent..]
        } else if self.splitter.is_some() {
            self.out.due()
        } else {
            &self.out.due()[..*self.lengths.front()?]
        };
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        if self.canned_lent {
            self.canned.sent += n;
            if self.canned.sent >= self.canned.frame.len() || self.splitter.is_none() {
                self.canned.due = false;
                self.canned.sent = 0;
            }
        } else if self.splitter.is_some() {
            self.out.sent(n);
        } else if let Some(n) = self.lengths.pop_front() {
            self.out.sent(n);
        }
    }

    fn handle_closed(&mut self, how: Closed) {
        self.fail_all(&CallError::Closed(how));
        if self.splitter.is_some() && self.ended.is_none() {
            self.ended = Some(CallError::Closed(how));
        }
    }

    fn is_full(&self) -> bool {
        self.in_flight.len() >= self.most_calls
    }

    fn call_timeout(&self) -> Option<Duration> {
        Some(self.call_timeout)
    }

    fn shrink(&mut self) {
        if !self.in_flight.is_empty() || self.writing.is_some() {
            return;
        }
        self.in_flight = Vec::new();
        self.out.buf.shrink(0);
        self.lengths.shrink_to_fit();
        self.events.shrink_to_fit();
    }

    fn next_timeout(&self) -> Option<Instant> {
        let calls = self.in_flight.iter().map(|c| c.deadline).min();
        let open = self.ended.is_none();
        let message = self
            .splitter
            .as_ref()
            .filter(|_| open)
            .and_then(|s| s.arrival().deadline());
        earlier(calls, message)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self
            .splitter
            .as_ref()
            .is_some_and(|s| s.arrival().is_late(now))
        {
            self.break_down(WireError::TooSlow);
        }
        let events = &mut self.events;
        self.in_flight.retain(|c| {
            let late = now >= c.deadline;
            if late {
                let error = CallError::TimedOut { transmissions: 1 };
                events.push_back(ClientEvent::Failed { id: c.id, error });
            }
            !late
        });
    }
}
