//! A server of XML-RPC: one connection.
//!
//! Reading list: XML-RPC Specification, "Request format" and "Response format"; xmlrpc-c's document
//! on `system.multicall`: an array of structs of `methodName` and `params` gives an array, of which
//! each element is an array of one result, or the struct of a fault.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::xml::scan::{self, Message};
use manyrpc_codec::xml::to_utf8;

use super::fault::{self, METHOD_NOT_FOUND, NOT_CONFORMING, NOT_WELL_FORMED};
use super::multicalls::{self, Gathered, Member, Multicalls};
use super::text;
use super::{LABEL, MEDIA, SCAN};
use crate::Limits;
use crate::carrier::http1;
use crate::contract::{Call, CallId, Interface, Outcome, Rx, ServerEngine, Transmit};
use crate::fault::{Fault, WireError};
use crate::name::{CallName, Path};
use crate::time::Instant;

/// What a server has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls given to the application.
    pub calls: u64,
    /// Multicalls, whatever was in them.
    pub multicalls: u64,
    /// Messages and calls that the engine answered with a fault.
    pub refused: u64,
    /// Results that were too large to send.
    pub too_large: u64,
}

/// Where a call came from, and where its reply goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// An exchange of its own.
    Alone(u64),
    /// One of several.
    Member(Member),
}

/// A call whose reply is not complete.
#[derive(Clone, Copy, Debug)]
struct Pending {
    id: CallId,
    origin: Origin,
}

/// The engine of one connection. Its `Debug` prints every call under way.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    http: http1::Server,
    pending: Vec<Pending>,
    serial: u64,
    multicalls: Multicalls,
    /// The call whose reply is being written, and how many bytes stand before its result.
    writing: Option<(Pending, usize)>,
    /// The name that was called last.
    name: Option<Arc<CallName>>,
    broken: Option<WireError>,
    counters: Counters,
}

/// Before and behind the one result of a call among several.
const ELEMENT: &[u8] = b"<value><array><data>";
const ELEMENT_END: &[u8] = b"</data></array></value>";

impl Server {
    /// For one connection.
    pub fn new(limits: Limits) -> Self {
        Server {
            http: http1::Server::new(&limits, &MEDIA),
            limits,
            pending: Vec::new(),
            serial: 0,
            multicalls: Multicalls::default(),
            writing: None,
            name: None,
            broken: None,
            counters: Counters::default(),
        }
    }

    /// What was seen so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The call that a message makes, if it is one for the application.
    fn take_message(&mut self, rx: &mut Rx, exchange: u64, range: Range<usize>) -> Option<Call> {
        let range = self.in_utf8(rx, range);
        let (data, start) = (rx.buf.data(), range.start);
        let origin = Origin::Alone(exchange);
        let (method, params) = match scan::message(&data[range], &SCAN) {
            Ok(Message::Call { method, params }) => {
                (method, start + params.start..start + params.end)
            }
            Ok(_) => return self.refuse(origin, NOT_CONFORMING),
            Err(_) => return self.refuse(origin, NOT_WELL_FORMED),
        };
        if method != MULTICALL {
            return Some(self.open(origin, &method, params));
        }
        self.counters.multicalls += 1;
        match multicalls::calls(data, params, self.limits.message_fragments) {
            None => self.refuse(origin, fault::INVALID_PARAMETERS),
            Some(calls) if calls.is_empty() => {
                let (exchange, results) = (exchange, Vec::new());
                self.send_results(Gathered { exchange, results });
                None
            }
            Some(calls) => {
                self.multicalls.begin(exchange, calls);
                None
            }
        }
    }

    /// A message in another encoding is read in UTF-8, which is put behind it.
    fn in_utf8(&mut self, rx: &mut Rx, range: Range<usize>) -> Range<usize> {
        let bytes = &rx.buf.data()[range.clone()];
        match to_utf8(bytes, None, self.limits.message_bytes) {
            Ok(Cow::Owned(text)) => self.http.insert_behind(&mut rx.buf, &text),
            _ => range,
        }
    }

    /// The call that one of several makes.
    fn take_member(&mut self, rx: &Rx, member: Member, range: Range<usize>) -> Option<Call> {
        let (data, origin) = (rx.buf.data(), Origin::Member(member));
        let Some(call) = multicalls::call(data, range) else {
            return self.refuse(origin, NOT_CONFORMING);
        };
        match scan::text(data, call.method, &SCAN) {
            // One within another would be work without end.
            Ok(method) if method == MULTICALL => self.refuse(origin, METHOD_NOT_FOUND),
            Ok(method) => Some(self.open(origin, &method, call.params)),
            Err(_) => self.refuse(origin, NOT_CONFORMING),
        }
    }

    #[inline]
    fn open(&mut self, origin: Origin, method: &str, params: Range<usize>) -> Call {
        self.counters.calls += 1;
        self.serial += 1;
        let id = CallId(self.serial);
        self.pending.push(Pending { id, origin });
        Call {
            name: Some(self.name_of(text::path(method))),
            representation: LABEL,
            ..Call::new(id, Interface::Named, 0, params)
        }
    }

    /// A caller who repeats himself costs no memory.
    #[inline]
    fn name_of(&mut self, path: Path<'_>) -> Arc<CallName> {
        match &self.name {
            Some(name) if name.path() == path => name.clone(),
            _ => {
                let name = Arc::new(CallName::new(path));
                self.name = Some(name.clone());
                name
            }
        }
    }

    /// Answers what the application does not see.
    #[cold]
    fn refuse(&mut self, origin: Origin, code: i32) -> Option<Call> {
        self.counters.refused += 1;
        self.begin(origin);
        self.write_fault(origin, code, fault::words(code).unwrap_or_default());
        self.finish(origin);
        None
    }

    fn write_fault(&mut self, origin: Origin, code: i32, message: &str) {
        let buf = &mut self.http.out.buf;
        match origin {
            Origin::Alone(_) => text::put_fault(buf, code, message),
            Origin::Member(_) => text::put_fault_value(buf, code, message),
        }
    }

    /// Puts a fault in the place of what was written.
    #[cold]
    fn rewrite_as(&mut self, origin: Origin, fault: &Fault) {
        self.http.out.rollback();
        self.begin(origin);
        let (code, message) = fault::to_wire(fault);
        self.write_fault(origin, code, &message);
    }

    #[inline]
    fn begin(&mut self, origin: Origin) {
        if let Origin::Alone(exchange) = origin {
            self.http.begin(exchange);
        }
    }

    /// What is being written is complete, and goes where the call came from.
    #[inline]
    fn finish(&mut self, origin: Origin) {
        match origin {
            Origin::Alone(exchange) => self.http.finish(exchange),
            Origin::Member(member) => {
                let result = self.http.out.unfinished();
                let gathered = self.multicalls.finish(member, result);
                self.http.out.rollback();
                if let Some(gathered) = gathered {
                    self.send_results(gathered);
                }
            }
        }
    }

    /// Sends the results of several calls.
    fn send_results(&mut self, gathered: Gathered) {
        self.http.begin(gathered.exchange);
        let buf = &mut self.http.out.buf;
        buf.put(text::RESULT);
        buf.put(b"<param><value><array><data>");
        for result in &gathered.results {
            buf.put(result.data());
        }
        buf.put(b"</data></array></value></param>");
        buf.put(text::RESULT_END);
        self.http.finish(gathered.exchange);
    }

    /// Completes the result that is being written.
    fn end_result(&mut self, origin: Origin, before: usize) {
        let out = &mut self.http.out;
        if out.unfinished().len() == before {
            out.buf.put(text::NO_RESULT);
        }
        let Origin::Member(_) = origin else {
            out.buf.put(text::RESULT_END);
            return;
        };
        // A result among several is the value alone.
        let result = out.unfinished()[before..].trim_ascii();
        let value = result.strip_prefix(b"<param>").unwrap_or(result);
        let value = value.strip_suffix(b"</param>").unwrap_or(value);
        let value = Vec::from(value.trim_ascii());
        let end = out.start() + before;
        out.buf.truncate(end);
        out.buf.put(&value);
        out.buf.put(ELEMENT_END);
    }

    /// Whether what is being written is more than may be sent.
    fn is_too_large(&mut self, origin: Origin) -> bool {
        let bytes = self.http.out.unfinished().len();
        let bytes = match origin {
            Origin::Alone(_) => bytes - self.http.head(),
            Origin::Member(member) => bytes + self.multicalls.bytes_with(member),
        };
        bytes > self.limits.message_bytes
    }
}

const MULTICALL: &str = "system.multicall";

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, now: Instant) -> Option<Call> {
        loop {
            let stopped = self.writing.is_some() || self.broken.is_some() || self.is_full();
            if stopped {
                if !self.multicalls.is_reading() {
                    self.http.release(&mut rx.buf);
                }
                return None;
            }
            let call = match self.multicalls.next() {
                Some((member, range)) => self.take_member(rx, member, range),
                None => match self.http.next(&mut rx.buf, now) {
                    Ok(next) => {
                        let (exchange, range) = next?;
                        self.take_message(rx, exchange, range)
                    }
                    Err(e) => {
                        self.broken = Some(e);
                        return None;
                    }
                },
            };
            if call.is_some() {
                return call;
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        self.http.out.rollback();
        let found = self.pending.iter().position(|call| call.id == id);
        let Some(call) = found.map(|at| self.pending.swap_remove(at)) else {
            self.writing = None;
            return;
        };
        self.begin(call.origin);
        let out = &mut self.http.out;
        out.buf.put(match call.origin {
            Origin::Alone(_) => text::RESULT,
            Origin::Member(_) => ELEMENT,
        });
        self.writing = Some((call, out.unfinished().len()));
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.http.out.buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _now: Instant) {
        let Some((Pending { origin, .. }, before)) = self.writing.take() else {
            self.http.out.rollback();
            return;
        };
        match (outcome, origin) {
            (Outcome::Silent, Origin::Alone(exchange)) => return self.http.nothing(exchange),
            (Outcome::Silent, Origin::Member(_)) => {
                self.rewrite_as(origin, &Fault::ServerFailure);
            }
            (Outcome::Fault(fault), _) => self.rewrite_as(origin, &fault),
            (Outcome::Done | Outcome::Idempotent, _) => {
                self.end_result(origin, before);
                if self.is_too_large(origin) {
                    self.counters.too_large += 1;
                    self.rewrite_as(origin, &Fault::ServerFailure);
                }
            }
        }
        self.finish(origin);
    }

    fn wanted(&self) -> usize {
        self.http.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.http.out.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.http.out.sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn is_finished(&self) -> bool {
        self.http.is_finished()
    }

    fn next_timeout(&self) -> Option<Instant> {
        let open = self.broken.is_none();
        self.http.arrival().deadline().filter(|_| open)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken.is_none() && self.http.arrival().is_late(now) {
            self.broken = Some(WireError::TooSlow);
        }
    }

    fn is_full(&self) -> bool {
        let (due, calls) = (self.http.out.due().len(), self.pending.len());
        // What is gathered goes when calls end, so it must not keep them from coming.
        let kept = self.multicalls.bytes() + self.http.held();
        due > self.limits.queued_bytes
            || calls >= self.limits.calls_in_flight
            || (calls > 0 && kept > self.limits.queued_bytes)
    }

    fn shrink(&mut self) {
        self.http.shrink();
        if self.pending.is_empty() {
            self.pending = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests;
