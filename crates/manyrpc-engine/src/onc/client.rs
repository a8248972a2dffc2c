//! A client of RPC version 2, over datagrams or over a stream.
//!
//! Reading list: RFC 5531 sections 5 (what is left to the transport), 8.4.1
//! (batching), 8.4.2 (broadcast), 9 (messages), 11 (record marking), appendix A
//! (shorthand credentials).
//!
//! Over datagrams a call is retransmitted until it is answered or times out; over a stream it is
//! sent once. In both cases many calls may be in flight, and replies are matched by xid; unmatched
//! ones are ignored.
//!
//! ```
//! use manyrpc_engine::onc::{Client, pdu};
//! use manyrpc_engine::{CallHead, ClientEngine, Instant, InterfaceId, Limits};
//!
//! let mut client = Client::datagram(Limits::default(), 1);
//! client.begin_call(&CallHead::new(InterfaceId::of_program(100_003, 3), 0))?;
//! client.finish_call(Instant::ZERO)?;
//! let message = pdu::Message::new_checked(client.poll_transmit().unwrap().bytes).unwrap();
//! assert_eq!(message.kind(), pdu::MessageType::Call);
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

use alloc::collections::VecDeque;
use core::mem;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding, InterfaceId};

use super::auth::Credentials;
use super::calls::{Calls, Sent, State};
use super::fault;
use super::pdu::{self, Message, ReplyHeader};
use super::rtt::Estimator;
use crate::Limits;
use crate::carrier::outbox::Outbox;
use crate::carrier::record_mark::{self, Assembler};
use crate::contract::{CallHead, CallId, CallKind, ClientEngine, ClientEvent, Rx, Transmit};
use crate::fault::{CallError, Closed, Misuse, WireError};
use crate::pending_events;
use crate::time::{Clock, Instant, earlier};

/// Counts since the client was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls sent, of any kind.
    pub calls: u64,
    /// Replies delivered to callers.
    pub replies: u64,
    /// Retransmitted datagrams.
    pub retransmissions: u64,
    /// Calls that timed out.
    pub timeouts: u64,
    /// Messages that matched no call in flight.
    pub stray: u64,
    /// Malformed messages.
    pub malformed: u64,
    /// Calls retransmitted with the full credential after the shorthand was rejected.
    pub fallbacks: u64,
}

/// Datagrams, or a stream of records.
#[derive(Debug)]
enum Transport {
    Datagram {
        /// Queued calls, in order.
        due: VecDeque<(u32, CallId)>,
        rtt: Estimator,
        /// Length of the last received datagram, which events point into.
        lent: usize,
    },
    Stream {
        assembler: Assembler,
        /// Bytes at the end of the output that are one-way calls held back.
        held: usize,
    },
}

/// The engine of one client socket. Its `Debug` prints every call and its state.
#[derive(Debug)]
pub struct Client {
    call_timeout: Duration,
    /// The largest message that can be sent.
    most_bytes: usize,
    transport: Transport,
    calls: Calls,
    out: Outbox,
    writing: Option<u32>,
    credentials: Credentials,
    shorthand: Option<Credentials>,
    fragment_bytes: usize,
    batch_bytes: usize,
    events: VecDeque<ClientEvent>,
    ended: Option<CallError>,
    counters: Counters,
}

impl Client {
    /// Over datagrams. `seed` determines the first xid: successive clients at one address should
    /// use different ones.
    pub fn datagram(limits: Limits, seed: u64) -> Self {
        let transport = Transport::Datagram {
            due: VecDeque::new(),
            rtt: Estimator::new(&limits),
            lent: 0,
        };
        Self::new(&limits, seed, transport)
    }

    /// Over a stream. `seed` determines the first xid.
    pub fn stream(limits: Limits, seed: u64) -> Self {
        let assembler = Assembler::new(&limits);
        Self::new(&limits, seed, Transport::Stream { assembler, held: 0 })
    }

    fn new(limits: &Limits, seed: u64, transport: Transport) -> Self {
        // Small seeds like 1, 2, 3 must give xids that are far apart.
        let xid = (seed ^ seed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Client {
            call_timeout: limits.call_timeout,
            most_bytes: match transport {
                Transport::Datagram { .. } => limits.datagram.bytes.min(limits.sent_message_bytes),
                Transport::Stream { .. } => limits.sent_message_bytes,
            },
            calls: Calls::new(limits.calls_in_flight, xid),
            transport,
            out: Outbox::default(),
            writing: None,
            credentials: Credentials::none(),
            shorthand: None,
            fragment_bytes: 0,
            batch_bytes: 0,
            events: VecDeque::new(),
            ended: None,
            counters: Counters::default(),
        }
    }

    /// Sets the credential and verifier of all later calls.
    pub fn set_credentials(&mut self, credentials: Credentials) {
        self.credentials = credentials;
        self.shorthand = None;
    }

    /// Splits records into fragments of at most this many bytes; with 0, the default, records are
    /// not split.
    pub fn set_fragment_bytes(&mut self, n: usize) {
        self.fragment_bytes = n;
    }

    /// On a stream, holds back up to this many bytes of one-way calls, to send them with the next
    /// call that is not one-way (RFC 5531 section 8.4.1), or on [`flush`](Self::flush). With 0, the
    /// default, nothing is held back.
    pub fn set_batch_bytes(&mut self, n: usize) {
        self.batch_bytes = n;
    }

    /// Sends the one-way calls that are held back.
    pub fn flush(&mut self) {
        if let Transport::Stream { held, .. } = &mut self.transport {
            *held = 0;
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls are being written, queued or awaiting a reply.
    pub fn calls_in_flight(&self) -> usize {
        self.calls.len()
    }

    fn is_stream(&self) -> bool {
        matches!(self.transport, Transport::Stream { .. })
    }

    fn write_head(&mut self, at: u32, head: &CallHead<'_>) {
        let slot = self.calls.slot(at);
        let auth = self.shorthand.as_ref().unwrap_or(&self.credentials);
        slot.own.short = self.shorthand.is_some();
        let buf = &mut self.out.buf;
        let xid = slot.id.0 as u32;
        let InterfaceId {
            program, version, ..
        } = head.interface;
        buf.put_array(pdu::call_words(xid, program, version, head.operation));
        buf.put(auth.wire());
        slot.own.arguments_at = buf.len() - self.out.start();
    }

    /// Sends the finished datagram or record.
    fn dispatch(&mut self, at: u32, now: Instant) {
        let stream = self.is_stream();
        let slot = self.calls.slot(at);
        slot.own.transmissions = 1;
        slot.own.first_sent = now;
        slot.own.deadline = now + slot.timeout.unwrap_or(self.call_timeout);
        slot.state = match slot.kind {
            CallKind::OneWay => State::Queued,
            _ => State::Waiting,
        };
        if stream {
            self.dispatch_record(at);
        } else {
            self.dispatch_datagram(at, now);
        }
    }

    fn dispatch_record(&mut self, at: u32) {
        let start = self.out.start();
        record_mark::finish(&mut self.out.buf, start, self.fragment_bytes);
        self.out.commit();
        let bytes = self.out.due().len() - start;
        let slot = self.calls.slot(at);
        let (kind, deadline) = (slot.kind, slot.own.deadline);
        let Transport::Stream { held, .. } = &mut self.transport else {
            return;
        };
        if kind == CallKind::OneWay {
            self.calls.close(at);
            *held += bytes;
            if *held > self.batch_bytes {
                *held = 0;
            }
        } else {
            *held = 0;
            self.calls.timers.set(at, deadline);
        }
    }

    fn dispatch_datagram(&mut self, at: u32, now: Instant) {
        let Transport::Datagram { due, rtt, .. } = &mut self.transport else {
            return;
        };
        let slot = self.calls.slot(at);
        mem::swap(&mut slot.message, &mut self.out.buf);
        self.out.clear();
        slot.own.wait = rtt.wait();
        slot.own.due = true;
        due.push_back((at, slot.id));
        let (kind, alarm) = (slot.kind, now + slot.own.wait);
        match kind {
            CallKind::Call => {
                let alarm = alarm.min(slot.own.deadline);
                self.calls.timers.set(at, alarm);
            }
            // Sent once: each server that receives it replies once.
            CallKind::Broadcast => {
                let alarm = slot.own.deadline;
                self.calls.timers.set(at, alarm);
            }
            CallKind::OneWay => {}
        }
    }

    /// Reads the message in `rx` at `range`; returns the event if it is for a caller.
    fn take_message(
        &mut self,
        rx: &Rx,
        start: usize,
        end: usize,
        clock: &Clock,
    ) -> Option<ClientEvent> {
        let message = match Message::new_checked(&rx.buf.data()[start..end]) {
            Ok(message) => message,
            Err(e) => return self.unattributable(e),
        };
        let Some(at) = self.calls.find_waiting(message.xid()) else {
            self.counters.stray += 1;
            return None;
        };
        if message.is_plain_success() {
            self.measure(at, clock);
            return self.take_results(at, start + pdu::SUCCESS_BYTES..end);
        }
        match ReplyHeader::parse(message) {
            Ok((reply, results)) => self.take_reply(at, &reply, end - results..end, clock),
            Err(e) => {
                self.counters.malformed += 1;
                let others_may_answer = self.calls.slot(at).kind == CallKind::Broadcast;
                (!others_may_answer).then(|| self.fail(at, e.into()))
            }
        }
    }

    /// A message too short for an xid: on a stream, the peer does not speak RPC.
    fn unattributable(&mut self, e: WireError) -> Option<ClientEvent> {
        self.counters.malformed += 1;
        if self.is_stream() {
            self.break_down(e);
            return self.events.pop_front();
        }
        None
    }

    /// A reply other than the usual one.
    #[cold]
    fn take_reply(
        &mut self,
        at: u32,
        reply: &ReplyHeader<'_>,
        body: core::ops::Range<usize>,
        clock: &Clock,
    ) -> Option<ClientEvent> {
        self.measure(at, clock);
        let slot = self.calls.slot(at);
        let (kind, short) = (slot.kind, slot.own.short);
        match fault::from_wire(&reply.body) {
            None => {
                self.remember_shorthand(&reply.body);
                self.take_results(at, body)
            }
            // RFC 5531 section 8.4.2: servers answer a broadcast only on success; an error reply
            // does not end it.
            Some(_) if kind == CallKind::Broadcast => {
                self.counters.stray += 1;
                None
            }
            Some(_) if short && shorthand::is_rejected_credential(&reply.body) => {
                self.fall_back(at, clock.now());
                None
            }
            Some(fault) => {
                self.counters.replies += 1;
                Some(self.fail(at, fault.into()))
            }
        }
    }

    /// A reply has arrived: measures the round trip, if that is due.
    #[inline]
    fn measure(&mut self, at: u32, clock: &Clock) {
        let slot = self.calls.slot(at);
        if let Transport::Datagram { rtt, .. } = &mut self.transport
            && slot.own.transmissions == 1
            && slot.kind == CallKind::Call
            && rtt.is_due()
        {
            rtt.sample(clock.now().since(slot.own.first_sent));
        }
    }

    #[inline]
    fn take_results(&mut self, at: u32, body: Range<usize>) -> Option<ClientEvent> {
        let slot = self.calls.slot(at);
        let (id, kind) = (slot.id, slot.kind);
        if kind == CallKind::Call {
            self.calls.close(at);
        }
        self.counters.replies += 1;
        Some(result(id, body))
    }

    fn fail(&mut self, at: u32, error: CallError) -> ClientEvent {
        let id = self.calls.slot(at).id;
        self.calls.close(at);
        ClientEvent::Failed { id, error }
    }

    /// Fails every call in flight.
    fn fail_all(&mut self, error: &CallError) {
        let mut open: alloc::vec::Vec<_> = self.calls.open_places().collect();
        open.sort_by_key(|at| self.calls.slot(*at).id);
        for at in open {
            let waiting = self.calls.slot(at).state == State::Waiting;
            let event = self.fail(at, error.clone());
            if waiting {
                self.events.push_back(event);
            }
        }
        self.writing = None;
        self.out.clear();
        if let Transport::Datagram { due, .. } = &mut self.transport {
            due.clear();
        }
    }

    fn break_down(&mut self, e: WireError) {
        if self.ended.is_none() {
            self.fail_all(&e.into());
            self.ended = Some(e.into());
            self.events.push_back(ClientEvent::Broken(e));
        }
    }

    /// A call's timer expired: retransmits it or ends it with a timeout.
    fn alarm(&mut self, at: u32, now: Instant) {
        let slot = self.calls.slot(at);
        if now >= slot.own.deadline {
            self.counters.timeouts += 1;
            let transmissions = slot.own.transmissions;
            let event = self.fail(at, CallError::TimedOut { transmissions });
            self.events.push_back(event);
            return;
        }
        let Transport::Datagram { due, rtt, .. } = &mut self.transport else {
            let deadline = slot.own.deadline;
            self.calls.timers.set(at, deadline);
            return;
        };
        slot.own.wait = rtt.back_off(slot.own.wait);
        if !mem::replace(&mut slot.own.due, true) {
            slot.own.transmissions += 1;
            self.counters.retransmissions += 1;
            due.push_back((at, slot.id));
        }
        let alarm = (now + slot.own.wait).min(slot.own.deadline);
        self.calls.timers.set(at, alarm);
    }
}

const fn result(id: CallId, body: Range<usize>) -> ClientEvent {
    ClientEvent::Reply {
        id,
        body,
        encoding: Encoding::Xdr,
    }
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if head.kind == CallKind::Broadcast && self.is_stream() {
            return Err(Misuse::NotOffered("broadcast over a stream").into());
        }
        let at = self
            .calls
            .open(head.kind, head.timeout, Sent::default())
            .ok_or(Misuse::TooManyCalls)?;
        if self.is_stream() {
            record_mark::begin(&mut self.out.buf);
        }
        self.write_head(at, head);
        self.writing = Some(at);
        Ok(self.calls.slot(at).id)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::Xdr
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let Some(at) = self.writing else {
            let misuse = Misuse::NotOffered("end of a call that did not begin").into();
            return Err(self.ended.clone().unwrap_or(misuse));
        };
        let mark = if self.is_stream() {
            record_mark::HEADER
        } else {
            0
        };
        let bytes = self.out.unfinished().len() - mark;
        let max = self.most_bytes;
        if bytes > max {
            self.abandon_call();
            return Err(Misuse::TooLarge { bytes, max }.into());
        }
        self.writing = None;
        self.counters.calls += 1;
        if mark > 0 && self.calls.slot(at).own.short {
            // A shorthand may be rejected, and a stream keeps no message to retransmit.
            let slot = self.calls.slot(at);
            slot.own.arguments_at -= mark;
            slot.message.clear();
            slot.message.put(&self.out.unfinished()[mark..]);
        }
        self.dispatch(at, now);
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some(at) = self.writing.take() {
            self.out.rollback();
            self.calls.close(at);
        }
    }

    fn cancel(&mut self, id: CallId) {
        pending_events::forget(&mut self.events, id);
        if let Some(at) = self.calls.find(id) {
            if self.writing == Some(at) {
                self.abandon_call();
            } else {
                self.calls.close(at);
            }
        }
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        loop {
            let range = match &mut self.transport {
                Transport::Datagram { lent, .. } => {
                    let done = mem::take(lent).min(rx.buf.len());
                    rx.buf.consume(done);
                    *lent = rx.buf.len();
                    0..*lent
                }
                Transport::Stream { assembler, .. } => {
                    if self.ended.is_some() || !self.events.is_empty() {
                        assembler.release(&mut rx.buf);
                        return self.events.pop_front();
                    }
                    match assembler.next(&mut rx.buf, clock) {
                        Ok(Some(range)) => range,
                        Ok(None) => return None,
                        Err(e) => {
                            self.break_down(e);
                            continue;
                        }
                    }
                }
            };
            if range.is_empty() && !self.is_stream() {
                return self.events.pop_front();
            }
            if let Some(event) = self.take_message(rx, range.start, range.end, clock) {
                return Some(event);
            }
        }
    }

    fn wanted(&self) -> usize {
        match &self.transport {
            Transport::Datagram { .. } => 0,
            Transport::Stream { assembler, .. } => assembler.arrival().wanted(),
        }
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        match &mut self.transport {
            Transport::Datagram { due, .. } => {
                let at = loop {
                    let (at, id) = *due.front()?;
                    let slot = self.calls.slot(at);
                    if slot.id == id && slot.state != State::Free && slot.own.due {
                        break at;
                    }
                    due.pop_front();
                };
                let bytes = self.calls.slot(at).message.data();
                Some(Transmit { to: None, bytes })
            }
            Transport::Stream { held, .. } => {
                let due = self.out.due();
                let bytes = &due[..due.len() - (*held).min(due.len())];
                (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
            }
        }
    }

    fn sent(&mut self, n: usize) {
        match &mut self.transport {
            Transport::Datagram { due, .. } => {
                if let Some((at, id)) = due.pop_front() {
                    let slot = self.calls.slot(at);
                    if slot.id == id {
                        slot.own.due = false;
                        if slot.state == State::Queued {
                            self.calls.close(at);
                        }
                    }
                }
            }
            Transport::Stream { .. } => self.out.sent(n),
        }
    }

    fn handle_closed(&mut self, how: Closed) {
        self.fail_all(&CallError::Closed(how));
        // A datagram socket remains usable: the server may merely not have been running.
        if self.is_stream() && self.ended.is_none() {
            self.ended = Some(CallError::Closed(how));
        }
    }

    fn is_full(&self) -> bool {
        self.calls.is_full()
    }

    fn call_timeout(&self) -> Option<Duration> {
        Some(self.call_timeout)
    }

    fn shrink(&mut self) {
        if self.calls.len() > 0 {
            return;
        }
        // Those that are due still have ended.
        if let Transport::Datagram { due, .. } = &mut self.transport {
            *due = VecDeque::new();
        }
        self.calls.shrink();
        self.out.buf.shrink(0);
        self.events.shrink_to_fit();
    }

    fn next_timeout(&self) -> Option<Instant> {
        let calls = self.calls.timers.first().map(|(at, _)| at);
        let message = match &self.transport {
            Transport::Stream { assembler, .. } if self.ended.is_none() => {
                assembler.arrival().deadline()
            }
            _ => None,
        };
        earlier(calls, message)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if let Transport::Stream { assembler, .. } = &self.transport
            && assembler.arrival().is_late(now)
        {
            self.break_down(WireError::TooSlow);
        }
        while let Some((due, at)) = self.calls.timers.first()
            && due <= now
        {
            self.alarm(at, now);
        }
    }
}

mod shorthand;
#[cfg(test)]
mod tests;
