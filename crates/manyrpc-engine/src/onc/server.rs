//! A server of RPC version 2: all peers of one datagram socket, or one connection.
//!
//! Reading list: RFC 5531 sections 5 (at most once), 8.2 and 9 (refusals), 11 (record marking),
//! appendix A (shorthand credentials).
//!
//! A message that cannot be answered (too short, or a reply instead of a call) is dropped over
//! datagrams and ends a stream, because the peer does not speak RPC or its framing is lost.
//!
//! ```
//! use manyrpc_engine::onc::{Server, pdu};
//! use manyrpc_engine::{Clock, Instant, InterfaceKey, Limits, Rx, ServerEngine};
//!
//! let none = pdu::OpaqueAuth::NONE;
//! let (xid, program, version, procedure) = (1, 100_003, 3, 0);
//! let mut rx = Rx::default();
//! pdu::CallHeader { xid, program, version, procedure, credential: none, verifier: none }
//!     .emit(&mut rx.buf);
//! let mut server = Server::datagram(Limits::default());
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!(call.interface, InterfaceKey::Program { program, version });
//! ```

use alloc::boxed::Box;
use core::net::SocketAddr;
use core::ops::Range;

use manyrpc_codec::{Buf, Encoding};

use super::datagrams::Datagrams;
use super::fault::{denied, to_wire};
use super::pdu::{
    self, CallHeader, CallRefused, Flavor, Message, OpaqueAuth, ReplyBody, ReplyHeader,
};
use super::pending::{self, Pending, Table};
use super::replies::{self, Replies, Verdict};
use super::shorthand::{self, Known, Shorthands};
use crate::Limits;
use crate::carrier::outbox::Outbox;
use crate::carrier::record_mark::{self, Assembler};
use crate::contract::{
    Call, CallId, Credential, InterfaceKey, Outcome, Rx, ServerEngine, Transmit,
};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::time::{Clock, Instant};

/// Counts since the server was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls passed to the application.
    pub calls: u64,
    /// Calls answered by the engine with a refusal (RPC version, credentials).
    pub refused: u64,
    /// Messages dropped because they cannot be answered.
    pub malformed: u64,
    /// Calls dropped because of a limit: calls in flight, queued bytes or clients.
    pub dropped: u64,
    /// Duplicates answered with the cached reply.
    pub duplicates_answered: u64,
    /// Duplicates of calls in progress, dropped.
    pub duplicates_in_progress: u64,
    /// Duplicates dropped because their reply was no longer cached.
    pub duplicates_forgotten: u64,
    /// Results that were too large to send, answered with SYSTEM_ERR.
    pub too_large: u64,
}

#[derive(Debug)]
enum Transport {
    /// Boxed, since there are many connections and few datagram sockets.
    Datagram(Box<Datagrams>),
    Stream(Assembler),
}

/// The engine of one server socket or connection. Its `Debug` prints every call in flight.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    /// The largest message that can be sent.
    most_bytes: usize,
    transport: Transport,
    pending: Table,
    out: Outbox,
    /// The call whose reply is being written, and the offset of its results.
    writing: Option<(CallId, usize)>,
    fragment_bytes: usize,
    shorthands: Option<Shorthands>,
    broken: Option<WireError>,
    counters: Counters,
}

impl Server {
    /// For a datagram socket with all its peers.
    pub fn datagram(limits: Limits) -> Self {
        let datagrams = Box::new(Datagrams::new(&limits));
        Self::new(limits, Transport::Datagram(datagrams))
    }

    /// For one connection.
    pub fn stream(limits: Limits) -> Self {
        let assembler = Assembler::new(&limits);
        Self::new(limits, Transport::Stream(assembler))
    }

    fn new(limits: Limits, transport: Transport) -> Self {
        let most_bytes = match transport {
            Transport::Datagram(_) => limits.datagram.bytes.min(limits.sent_message_bytes),
            Transport::Stream(_) => limits.sent_message_bytes,
        };
        Server {
            limits,
            most_bytes,
            transport,
            pending: Table::default(),
            out: Outbox::default(),
            writing: None,
            fragment_bytes: 0,
            shorthands: None,
            broken: None,
            counters: Counters::default(),
        }
    }

    /// Splits records into fragments of at most this many bytes; with 0, the default, records are
    /// not split.
    pub fn set_fragment_bytes(&mut self, n: usize) {
        self.fragment_bytes = n;
    }

    /// Sets the seed for hashing peers' addresses; use a random number, before the first call, so
    /// that nobody can choose colliding addresses.
    pub fn set_seed(&mut self, seed: u64) {
        if let Transport::Datagram(datagrams) = &mut self.transport
            && let Some(replies) = &mut datagrams.replies
        {
            replies.set_seed(seed);
        }
    }

    /// Issues shorthands for AUTH_SYS credentials from now on (RFC 5531 appendix A).
    pub fn offer_shorthands(&mut self, seed: u64) {
        self.shorthands = Some(Shorthands::new(self.limits.onc.shorthand_credentials, seed));
    }

    /// Cached replies, their memory in bytes, and clients remembered.
    pub fn cache_usage(&self) -> (usize, usize, usize) {
        match &self.transport {
            Transport::Datagram(datagrams) => {
                let replies = datagrams.replies.as_ref();
                replies.map_or((0, 0, 0), Replies::usage)
            }
            Transport::Stream(_) => (0, 0, 0),
        }
    }

    /// Counts so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// How many calls await their reply.
    pub fn calls_in_flight(&self) -> usize {
        self.pending.len()
    }

    fn is_stream(&self) -> bool {
        matches!(self.transport, Transport::Stream(_))
    }

    /// Reads the message in `rx` at `range`; returns the call if it is for the application.
    fn take_message(&mut self, rx: &mut Rx, range: Range<usize>, now: Instant) -> Option<Admitted> {
        let message = match Message::new_checked(&rx.buf.data()[range.clone()]) {
            Ok(message) => message,
            Err(e) => return self.unanswerable(e),
        };
        let xid = message.xid();
        let (call, arguments) = match CallHeader::parse(message) {
            Ok(parsed) => parsed,
            Err(CallRefused::Unanswerable(e)) => return self.unanswerable(e),
            Err(CallRefused::RpcVersion) => {
                let (low, high) = (pdu::RPC_VERSION, pdu::RPC_VERSION);
                let fault = Fault::ProtocolVersion { low, high };
                return self.refuse(xid, rx.from, to_wire(&fault, OpaqueAuth::NONE));
            }
            Err(CallRefused::Auth(status)) => return self.refuse(xid, rx.from, denied(status)),
        };
        let known = match shorthand::judge(&call.credential, &mut self.shorthands) {
            Ok(known) => known,
            Err(status) => return self.refuse(xid, rx.from, denied(status)),
        };
        let arguments = range.end - arguments..range.end;
        let cached = match &mut self.transport {
            Transport::Stream(_) => None,
            Transport::Datagram(datagrams) => {
                let bytes = &rx.buf.data()[arguments.clone()];
                let print =
                    || replies::fingerprint(call.program, call.version, call.procedure, bytes);
                match datagrams.admit(rx.from, xid, print, now) {
                    Ok(entry) => entry,
                    Err(verdict) => return self.count_duplicate(verdict),
                }
            }
        };
        self.counters.calls += 1;
        let mut admitted = Admitted {
            id: self.pending.open(Pending {
                xid,
                from: rx.from,
                cached,
                shorthand: None,
            }),
            interface: InterfaceKey::Program {
                program: call.program,
                version: call.version,
            },
            procedure: call.procedure,
            credential: Credential {
                flavor: call.credential.flavor.into(),
                body: credential_range(&call, range.start),
            },
            arguments,
        };
        match known {
            Known::Plain => {}
            Known::HandOut(token) => self.pending.hand_out(admitted.id, token),
            Known::StandsFor(body) => self.expand_credential(rx, &mut admitted, &body),
        }
        Some(admitted)
    }

    fn count_duplicate(&mut self, verdict: Verdict) -> Option<Admitted> {
        match verdict {
            Verdict::New(_) => {}
            Verdict::Again(_) => self.counters.duplicates_answered += 1,
            Verdict::InProgress => self.counters.duplicates_in_progress += 1,
            Verdict::Forgotten => self.counters.duplicates_forgotten += 1,
            Verdict::NoRoom => self.counters.dropped += 1,
        }
        None
    }

    /// Inserts the credential that a shorthand stands for after its message.
    #[cold]
    fn expand_credential(&mut self, rx: &mut Rx, call: &mut Admitted, body: &[u8]) {
        let end = call.arguments.end;
        rx.buf.put(body);
        rx.buf.data_mut()[end..].rotate_right(body.len());
        call.credential = Credential {
            flavor: Flavor::Sys.into(),
            body: end..end + body.len(),
        };
        match &mut self.transport {
            Transport::Datagram(datagrams) => datagrams.extend_lent(body.len()),
            Transport::Stream(assembler) => assembler.insert_after(end, body.len()),
        }
    }

    fn unanswerable(&mut self, e: WireError) -> Option<Admitted> {
        self.counters.malformed += 1;
        if self.is_stream() {
            self.broken = Some(e);
        }
        None
    }

    /// Answers a call that the application does not see.
    #[cold]
    fn refuse(
        &mut self,
        xid: u32,
        from: Option<SocketAddr>,
        body: ReplyBody<'_>,
    ) -> Option<Admitted> {
        self.counters.refused += 1;
        if self.is_stream() {
            record_mark::begin(&mut self.out.buf);
        }
        ReplyHeader { xid, body }.emit(&mut self.out.buf);
        self.dispatch(from);
        None
    }

    /// Sends the complete message at the end of the output.
    fn dispatch(&mut self, to: Option<SocketAddr>) {
        match &mut self.transport {
            Transport::Datagram(datagrams) => {
                datagrams.push(to, &mut self.out.buf);
                self.out.clear();
            }
            Transport::Stream(_) => {
                let start = self.out.start();
                record_mark::finish(&mut self.out.buf, start, self.fragment_bytes);
                self.out.commit();
            }
        }
    }

    /// Replaces what was written with a reply for `fault`.
    #[cold]
    fn rewrite_as(&mut self, fault: &Fault, xid: u32) {
        self.out.rollback();
        if self.is_stream() {
            record_mark::begin(&mut self.out.buf);
        }
        let body = to_wire(fault, OpaqueAuth::NONE);
        ReplyHeader { xid, body }.emit(&mut self.out.buf);
    }
}

/// Whether the limits permit no more calls; `queued`: bytes of replies that were not sent yet.
#[inline]
fn is_full(limits: &Limits, pending: &Table, queued: usize) -> bool {
    let most = limits.calls_in_flight.min(pending::MOST);
    queued > limits.queued_bytes || pending.len() >= most
}

/// Writes the header of a success reply.
#[inline]
fn write_success(call: &Pending, buf: &mut Buf) {
    match &call.shorthand {
        None => buf.put_array(pdu::success_words(call.xid)),
        Some(token) => {
            let status = pdu::Accepted::Plain(pdu::AcceptStatus::Success);
            let verifier = OpaqueAuth {
                flavor: Flavor::Short,
                body: token,
            };
            let body = ReplyBody::Accepted { verifier, status };
            ReplyHeader {
                xid: call.xid,
                body,
            }
            .emit(buf);
        }
    }
}

/// A call for the application. A [`Call`] is large, so it is made where it is returned.
struct Admitted {
    id: CallId,
    interface: InterfaceKey,
    procedure: u32,
    credential: Credential,
    arguments: Range<usize>,
}

impl Admitted {
    #[inline]
    fn call(self, from: Option<SocketAddr>) -> Call {
        let Admitted { id, interface, .. } = self;
        Call {
            from,
            credential: self.credential,
            domain: Domain::Onc,
            ..Call::new(id, interface, self.procedure, Encoding::Xdr, self.arguments)
        }
    }
}

/// Where a call's credential body lies, in a message that starts at `start`.
fn credential_range(call: &CallHeader<'_>, start: usize) -> Range<usize> {
    // RFC 5531 section 9: six words before the credential, two words before its body.
    let at = start + 32;
    at..at + call.credential.body.len()
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            let busy = self.writing.is_some();
            let range = match &mut self.transport {
                Transport::Datagram(datagrams) => {
                    let n = datagrams.receive(rx);
                    if n == 0 {
                        return None;
                    }
                    if busy || is_full(&self.limits, &self.pending, datagrams.queued_bytes()) {
                        self.counters.dropped += 1;
                        continue;
                    }
                    0..n
                }
                Transport::Stream(assembler) => {
                    let full = busy || is_full(&self.limits, &self.pending, self.out.due().len());
                    if full || self.broken.is_some() {
                        assembler.release(&mut rx.buf);
                        return None;
                    }
                    match assembler.next(&mut rx.buf, clock) {
                        Ok(range) => range?,
                        Err(e) => {
                            self.unanswerable(e);
                            return None;
                        }
                    }
                }
            };
            if let Some(admitted) = self.take_message(rx, range, clock.now()) {
                return Some(admitted.call(rx.from));
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        self.out.rollback();
        let Some(call) = self.pending.get(id) else {
            self.writing = None;
            return;
        };
        if matches!(self.transport, Transport::Stream(_)) {
            record_mark::begin(&mut self.out.buf);
        }
        write_success(call, &mut self.out.buf);
        self.writing = Some((id, self.out.buf.len()));
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let Some((id, _)) = self.writing.take() else {
            self.out.rollback();
            return;
        };
        let Some(call) = self.pending.take(id) else {
            return;
        };
        match outcome {
            Outcome::Silent => self.out.rollback(),
            Outcome::Fault(ref fault) => self.rewrite_as(fault, call.xid),
            Outcome::Done | Outcome::Idempotent => {
                let mark = if self.is_stream() {
                    record_mark::HEADER
                } else {
                    0
                };
                if self.out.unfinished().len() - mark > self.most_bytes {
                    self.counters.too_large += 1;
                    self.rewrite_as(&Fault::ServerFailure, call.xid);
                }
            }
        }
        match (&mut self.transport, call.cached) {
            (Transport::Datagram(datagrams), Some(entry)) => {
                datagrams.finish(entry, outcome, call.from, &mut self.out.buf);
                self.out.clear();
            }
            _ if matches!(outcome, Outcome::Silent) => {}
            _ => self.dispatch(call.from),
        }
    }

    fn wanted(&self) -> usize {
        match &self.transport {
            Transport::Datagram(_) => 0,
            Transport::Stream(assembler) => assembler.arrival().wanted(),
        }
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        match &self.transport {
            Transport::Datagram(datagrams) => datagrams.front(),
            Transport::Stream(_) => {
                let bytes = self.out.due();
                (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
            }
        }
    }

    fn sent(&mut self, n: usize) {
        match &mut self.transport {
            Transport::Datagram(datagrams) => datagrams.sent(),
            Transport::Stream(_) => self.out.sent(n),
        }
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn next_timeout(&self) -> Option<Instant> {
        match &self.transport {
            Transport::Stream(assembler) if self.broken.is_none() => assembler.arrival().deadline(),
            _ => None,
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if let Transport::Stream(assembler) = &self.transport
            && self.broken.is_none()
            && assembler.arrival().is_late(now)
        {
            self.unanswerable(WireError::TooSlow);
        }
    }

    fn is_full(&self) -> bool {
        let queued = match &self.transport {
            Transport::Datagram(datagrams) => datagrams.queued_bytes(),
            Transport::Stream(_) => self.out.due().len(),
        };
        is_full(&self.limits, &self.pending, queued)
    }

    fn shrink(&mut self) {
        self.out.buf.shrink(0);
        self.pending.shrink();
        if let Transport::Datagram(datagrams) = &mut self.transport {
            datagrams.shrink();
        }
    }
}

#[cfg(test)]
mod tests;
