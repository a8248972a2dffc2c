//! A server of one connection.
//!
//! Reading list: CORBA 3.0 sections 15.4 (messages), 15.5 (connections), 13.10.2.6 (code sets).
//!
//! Each request is answered in the version that it came in. A message that is none is answered with a message
//! error, and the connection is closed.
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_engine::giop::{Host, Object, Server};
//! use manyrpc_engine::{Clock, Instant, Limits, Rx, ServerEngine};
//!
//! #[derive(Debug)]
//! struct Process;
//! impl Host for Process {
//!     fn find(&self, key: &[u8]) -> Object {
//!         if key == b"shop" { Object::Application } else { Object::Unknown }
//!     }
//!     fn repository_id(&self, _: &[u8]) -> Option<String> {
//!         Some("IDL:Shop:1.0".into())
//!     }
//!     fn is_a(&self, _: &[u8], id: &str) -> bool {
//!         id == "IDL:Shop:1.0"
//!     }
//! }
//!
//! let mut server = Server::new(Limits::default(), Arc::new(Process));
//! let mut rx = Rx::default();
//! rx.buf.put(b"GIOP\x01\x00\x00\x03\0\0\0\x0c\0\0\0\x07\0\0\0\x04shop");
//! assert!(server.next_call(&mut rx, &Clock::at(Instant::ZERO)).is_none());
//! // LocateReply, request 7, OBJECT_HERE.
//! let answer = server.poll_transmit().unwrap().bytes;
//! assert_eq!(answer[7..], [4, 8, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0]);
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;
use manyrpc_codec::cdr::ByteOrder;
use manyrpc_codec::{Encoding, cdr::Representation};

use super::code_sets::CodeSets;
use super::fault;
use super::frames::{Frames, Message};
use super::pdu::{self, MessageType, REPLY_HEAD, ReplyStatus, Request, Response, Target};
use super::system_exception::{Completion, OMG, Standard, SystemException};
use super::wire;
use super::{Host, Object, context_id, metadata_of, put_metadata};
use crate::Limits;
use crate::carrier::outbox::Outbox;
use crate::contract::{
    Ahead, Call, CallId, Closing, Interest, InterfaceKey, LookAhead, Outcome, Rx, ServerEngine,
    ServerMetadata, Transmit,
};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::in_service::{self, InService};
use crate::name::{CallName, Metadata, ObjectKey, Path, ReplyMetadata};
use crate::time::{Clock, Instant};

/// Counts since the server was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls passed to the application.
    pub calls: u64,
    /// Calls answered by the engine: refused, or about the object itself.
    pub answered: u64,
    /// Locate requests answered.
    pub located: u64,
    /// Cancel requests for calls in flight.
    pub cancels: u64,
    /// Results that were too large to send, answered with an exception.
    pub too_large: u64,
}

/// A call whose reply is incomplete.
#[derive(Clone, Copy, Debug)]
struct Pending {
    request: u32,
    minor: u8,
    /// Whether a reply is expected.
    answers: bool,
    /// The client no longer waits for it.
    cancelled: bool,
}

/// The minor code of `CODESET_INCOMPATIBLE`: the server does not speak what the client has chosen (section 4.12.4).
const NOT_SPOKEN: u32 = OMG | 2;

/// Whether the connection goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// What is in flight is completed, and nothing more is taken.
    Winding,
    /// One of the two has ended it.
    Finished,
}

/// The engine of one server connection. Its `Debug` prints every call in flight.
#[derive(Debug)]
pub struct Server {
    limits: Limits,
    host: Arc<dyn Host>,
    frames: Frames,
    pending: InService<Pending>,
    /// The names of the last call, which the next one often has, too.
    last: Option<Arc<CallName>>,
    code_sets: CodeSets,
    /// The client may be called over the connection.
    offered: bool,
    out: Outbox,
    writing: Option<CallId>,
    /// Service contexts of replies to come.
    attached: Vec<(CallId, Metadata)>,
    /// Those of the reply being written.
    contexts: Option<Metadata>,
    /// How much of the received bytes was searched for cancel requests.
    looked_at: usize,
    /// The version of the last message.
    minor: u8,
    state: State,
    broken: Option<WireError>,
    counters: Counters,
}

impl Server {
    /// For one connection to the process `host`.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Self {
        Server {
            frames: Frames::new(&limits),
            limits,
            host,
            pending: InService::default(),
            last: None,
            code_sets: CodeSets::NONE,
            offered: false,
            out: Outbox::default(),
            writing: None,
            attached: Vec::new(),
            contexts: None,
            looked_at: 0,
            minor: 0,
            state: State::Open,
            broken: None,
            counters: Counters::default(),
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

    /// Whether the client has offered to be called over the connection (section 15.8).
    pub(super) fn is_offered(&self) -> bool {
        self.offered
    }

    /// From now on messages are sent in pieces of at most so many bytes.
    pub(super) fn limit_pieces(&mut self, most: usize) {
        self.frames.limit_pieces(most);
    }

    /// Whether messages are handled.
    pub(super) fn takes_calls(&self) -> bool {
        self.broken.is_none() && self.state == State::Open && !self.is_full()
    }

    /// Handles a message; returns the call if it is for the application.
    pub(super) fn take(&mut self, rx: &Rx, message: &Message) -> Result<Option<Call>, WireError> {
        let header = &message.header;
        self.minor = header.minor;
        match header.kind {
            MessageType::Request => return self.take_request(rx, message),
            MessageType::CancelRequest => {
                self.note_cancel(pdu::parse_cancel(header, message.bytes(&rx.buf))?);
            }
            MessageType::LocateRequest => self.take_locate(rx, message)?,
            MessageType::CloseConnection | MessageType::MessageError => {
                self.state = State::Finished;
            }
            other => return Err(wire::bad("message_type", other.into())),
        }
        Ok(None)
    }

    fn take_request(&mut self, rx: &Rx, message: &Message) -> Result<Option<Call>, WireError> {
        let header = message.header;
        let request = Request::parse(&header, message.bytes(&rx.buf))?;
        let mut pending = Pending {
            request: request.id,
            minor: header.minor,
            answers: request.response != Response::None,
            cancelled: false,
        };
        let Target::Key(key) = request.target else {
            self.want_key(&pending);
            return Ok(None);
        };
        if let Err(refusal) = self.negotiate(&request) {
            self.refuse(&pending, refusal);
            return Ok(None);
        }
        self.offered |= request.contexts.find(pdu::context::BI_DIR_IIOP).is_some();
        let found = self.host.find(key);
        if let Some(place) = self.moved(key, found) {
            self.forward(&pending, &place);
            return Ok(None);
        }
        if self.answer_about(key, found, &pending, &request, rx, message)? {
            return Ok(None);
        }
        let Some(metadata) = metadata_of(request.contexts.clone(), self.limits.metadata_bytes)
        else {
            let refusal = SystemException::new(Standard::ImpLimit, 0, Completion::No);
            self.refuse(&pending, refusal);
            return Ok(None);
        };
        let (object, interface) = match found {
            Object::Application => (Some(ObjectKey::new(key)), ""),
            // The name of an interface that others may serve.
            Object::Interface | Object::Unknown | Object::Moved => {
                match core::str::from_utf8(key) {
                    Ok(name) if !name.is_empty() => (None, name),
                    _ => {
                        self.refuse(&pending, fault::to_wire(&Fault::NoSuchInterface));
                        return Ok(None);
                    }
                }
            }
        };
        let operation = request.operation;
        let name = self.name(Path {
            interface,
            operation,
        });
        // That of a call which may turn out to be for nobody is what it ends with.
        if request.response == Response::Receipt && found != Object::Unknown {
            self.acknowledge(&pending);
            pending.answers = false;
        }
        self.counters.calls += 1;
        let id = self.pending.open(pending);
        let representation = self.code_sets.representation(header.order, header.minor);
        let encoding = Encoding::Cdr(message.body(representation, request.body));
        let arguments = pdu::range_of(&message.range, request.body);
        Ok(Some(Call {
            name: Some(name),
            metadata: (!metadata.is_empty()).then(|| Arc::new(metadata)),
            object,
            results: Encoding::Cdr(self.results(header.minor)),
            domain: Domain::Corba,
            ..Call::new(id, InterfaceKey::Named, 0, encoding, arguments)
        }))
    }

    /// How the results of a call in GIOP 1.`minor` are represented.
    fn results(&self, minor: u8) -> Representation {
        let representation = self.code_sets.representation(ByteOrder::Little, minor);
        representation.at(REPLY_HEAD)
    }

    /// Takes note of the code sets that the client has chosen (section 13.10.2.6).
    fn negotiate(&mut self, request: &Request<'_>) -> Result<(), SystemException> {
        if let Some(data) = request.contexts.find(pdu::context::CODE_SETS) {
            let standard = Standard::CodesetIncompatible;
            self.code_sets = CodeSets::read(data)
                .map_err(|_| SystemException::new(standard, NOT_SPOKEN, Completion::No))?;
        }
        Ok(())
    }

    fn name(&mut self, path: Path<'_>) -> Arc<CallName> {
        match &self.last {
            Some(last) if last.path() == path => last.clone(),
            _ => {
                let name = Arc::new(CallName::new(path));
                self.last = Some(name.clone());
                name
            }
        }
    }

    fn note_cancel(&mut self, request: u32) {
        let call = self.pending.iter_mut().find(|call| call.request == request);
        if let Some(call) = call {
            self.counters.cancels += u64::from(!call.cancelled);
            call.cancelled = true;
        }
    }

    /// The request's reply up to its body. Nothing else is being written.
    fn begin(&mut self, call: &Pending, status: ReplyStatus) {
        self.out.rollback();
        pdu::put_reply(&mut self.out.buf, call.minor, call.request, status);
    }

    /// Completes the reply at the end of the output.
    fn dispatch(&mut self, call: &Pending) {
        let start = self.out.start();
        if let Some(contexts) = self.contexts.take() {
            pdu::add_contexts(&mut self.out.buf, start, call.minor, |buf| {
                put_metadata(buf, 0, &contexts)
            });
        }
        let most = self.frames.piece_bytes();
        pdu::finish(&mut self.out.buf, start, call.request, most);
        self.out.commit();
    }

    /// Says that a request has arrived.
    #[cold]
    fn acknowledge(&mut self, call: &Pending) {
        self.begin(call, ReplyStatus::NoException);
        self.dispatch(call);
    }

    /// Answers a request that the application does not see.
    #[cold]
    fn refuse(&mut self, call: &Pending, with: SystemException) {
        self.counters.answered += 1;
        if call.answers {
            self.raise(call, with);
        }
    }

    fn raise(&mut self, call: &Pending, exception: SystemException) {
        self.begin(call, ReplyStatus::SystemException);
        let start = self.out.start();
        exception.put(&mut self.out.buf, start);
        self.dispatch(call);
    }

    /// Asks for the object's key (section 15.4.3.2).
    #[cold]
    fn want_key(&mut self, call: &Pending) {
        self.counters.answered += 1;
        if call.answers {
            self.begin(call, ReplyStatus::NeedsAddressingMode);
            self.out.buf.put_array(pdu::addressing::KEY.to_le_bytes());
            self.dispatch(call);
        }
    }

    pub(super) fn give_up(&mut self, e: WireError) {
        if self.broken.is_none() {
            self.broken = Some(e);
            if e != WireError::TooSlow && self.writing.is_none() {
                self.out.rollback();
                pdu::put_bare(&mut self.out.buf, self.minor, MessageType::MessageError);
                self.out.commit();
            }
        }
    }

    /// The client is told that nothing more is carried out, once nothing is in flight (section 15.5.1.1).
    fn close_if_idle(&mut self) -> bool {
        let idle = self.pending.len() == 0 && self.writing.is_none() && self.broken.is_none();
        if idle && self.state != State::Finished {
            self.out.rollback();
            pdu::put_bare(&mut self.out.buf, self.minor, MessageType::CloseConnection);
            self.out.commit();
            self.state = State::Finished;
        }
        idle
    }
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            if !self.takes_calls() {
                self.frames.release(&mut rx.buf);
                return None;
            }
            let taken = match self.frames.next(&mut rx.buf, clock) {
                Ok(message) => self.take(rx, &message?),
                Err(e) => Err(e),
            };
            match taken {
                Ok(Some(call)) => return Some(call),
                Ok(None) => {}
                Err(e) => self.give_up(e),
            }
        }
    }

    #[inline]
    fn begin_reply(&mut self, id: CallId) {
        self.out.rollback();
        self.writing = None;
        if let Some(call) = self.pending.get(id).copied() {
            self.begin(&call, ReplyStatus::NoException);
            self.looked_at = 0;
            self.writing = Some(id);
        }
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let id = self.writing.take();
        let call = id.and_then(|id| Some((id, self.pending.take(id)?)));
        let Some((id, call)) = call else {
            return self.out.rollback();
        };
        if let Some(at) = self.attached.iter().position(|(of, _)| *of == id) {
            self.contexts = Some(self.attached.swap_remove(at).1);
        }
        match outcome {
            _ if !call.answers => self.out.rollback(),
            // Whoever asks for a reply to a call without results gets it (SYNC_WITH_TARGET).
            Outcome::Silent => {
                self.begin(&call, ReplyStatus::NoException);
                self.dispatch(&call);
            }
            Outcome::Fault(fault) => self.end_with(&call, &fault),
            Outcome::Done | Outcome::Idempotent => {
                let bytes = self.out.unfinished().len() - REPLY_HEAD;
                if bytes <= self.limits.sent_message_bytes {
                    self.dispatch(&call);
                } else {
                    self.counters.too_large += 1;
                    self.end_with(&call, &Fault::ServerFailure);
                }
            }
        }
        self.contexts = None;
        if self.state == State::Winding {
            self.close_if_idle();
        }
    }

    fn wanted(&self) -> usize {
        self.frames.wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.out.due();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.out.sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn next_timeout(&self) -> Option<Instant> {
        match self.broken {
            None => self.frames.deadline(),
            Some(_) => None,
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.broken.is_none() && self.frames.is_late(now) {
            self.give_up(WireError::TooSlow);
        }
    }

    fn is_full(&self) -> bool {
        self.writing.is_some()
            || self.out.due().len() > self.limits.queued_bytes
            || self.pending.len() >= self.limits.calls_in_flight.min(in_service::MOST)
    }

    fn is_finished(&self) -> bool {
        self.state == State::Finished && self.pending.len() == 0
    }

    fn shrink(&mut self) {
        self.out.buf.shrink(0);
        self.attached.shrink_to_fit();
        self.pending.shrink();
        self.frames.shrink();
    }

    fn metadata(&mut self) -> Option<&mut dyn ServerMetadata> {
        Some(self)
    }

    fn look_ahead(&mut self) -> Option<&mut dyn LookAhead> {
        Some(self)
    }

    fn closing(&mut self) -> Option<&mut dyn Closing> {
        Some(self)
    }
}

impl ServerMetadata for Server {
    /// All service contexts are in the reply's head, which is written when it ends.
    fn attach(&mut self, id: CallId, metadata: ReplyMetadata) -> bool {
        let ReplyMetadata { initial, trailing } = metadata;
        let mut all = initial;
        all.append(trailing);
        let are_contexts = all.iter().all(|(name, _)| context_id(name).is_some());
        if !self.pending.get(id).is_some_and(|call| call.answers) {
            return all.is_empty();
        }
        if !all.is_empty() {
            match self.attached.iter_mut().find(|(of, _)| *of == id) {
                Some((_, before)) => before.append(all),
                None => self.attached.push((id, all)),
            }
        }
        are_contexts
    }
}

impl LookAhead for Server {
    fn interest_in(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>, _now: Instant) -> Interest {
        self.look(id, rx, ahead)
    }
}

impl Closing for Server {
    fn shut_down(&mut self) -> bool {
        self.close_if_idle()
    }

    fn wind_down(&mut self) -> bool {
        if self.state == State::Open && !self.close_if_idle() {
            self.state = State::Winding;
        }
        true
    }
}

mod about;
mod ahead;
mod ending;
#[cfg(test)]
mod tests;
