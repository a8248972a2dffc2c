//! The server role of one connection.
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_engine::{Limits, Path, ServerEngine, Streams, grpc};
//!
//! struct Unary;
//! impl grpc::Host for Unary {
//!     fn streams_of(&self, _: Path<'_>) -> Streams {
//!         Streams::NONE
//!     }
//! }
//!
//! let mut server = grpc::Server::new(Limits::default(), Arc::new(Unary));
//! // The server's SETTINGS are queued at once.
//! assert!(server.poll_transmit().is_some());
//! ```

mod reply;

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::caps::Caps;
use super::head::{self, Refusal, Request};
use super::message::{Compression, Content, Found, Messages, PREFIX, Spare, Unfit};
use super::{id_of, status, stream_of};
use crate::Limits;
use crate::carrier::exchange::HttpExchange;
use crate::carrier::http2::{
    Carrier, Config, Connection, Event, Exchange, Field, Fields, Prepared, Refused, StreamId,
};
use crate::contract::{
    Call, CallId, Closing, InterfaceKey, Outcome, Rx, ServerEngine, ServerMetadata, ServerStreams,
    Transmit,
};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::name::{Metadata, Path, ReplyMetadata};
use crate::streams::{Part, Streams};
use crate::time::{Clock, Instant};

/// What a server engine needs to know about the services.
pub trait Host: Send + Sync {
    /// In which directions the operation of that name has several messages; neither, if it is not
    /// served.
    fn streams_of(&self, path: Path<'_>) -> Streams;
}

/// A call in progress.
#[derive(Debug)]
struct Incoming {
    stream: StreamId,
    request: Arc<Request>,
    streams: Streams,
    deadline: Option<Instant>,
    messages: Messages,
    /// The compression of the reply's messages.
    encoding: Compression,
    /// The single message of the request is complete.
    complete: bool,
    /// The application has it.
    handed: bool,
    /// The head of the reply was sent.
    answered: bool,
    /// A message of the reply was sent.
    message_sent: bool,
}

impl Incoming {
    /// The part that a call with one message consists of.
    fn only_part(&self) -> Part {
        match self.streams.reply {
            true => Part::Opens(self.streams),
            false => Part::Whole,
        }
    }
}

/// The constant fields of replies.
#[derive(Clone, Copy, Debug)]
struct Always {
    /// Heads, by `head_of`, once such a reply was sent.
    heads: [Option<Prepared>; 4],
    /// Trailers of a successful reply.
    well: Prepared,
}

/// The engine of one server connection, or of one [exchange](Server::exchange).
pub struct Server<C = Connection> {
    caps: Caps,
    /// Compress replies to clients that accept gzip; otherwise only to those whose requests are
    /// compressed.
    compresses: bool,
    host: Arc<dyn Host>,
    connection: C,
    always: Always,
    /// In order of streams.
    calls: VecDeque<Incoming>,
    /// The last parsed heads, by token.
    heads: Vec<(u64, Arc<Request>, Streams)>,
    /// The head to replace next.
    oldest: usize,
    content: Content,
    /// Bytes of messages that are incomplete or await the end of their call.
    held: usize,
    /// Memory of completed requests, for reuse.
    spare: Spare,
    /// A stream whose client has finished, with content that was not parsed yet.
    ends: Option<StreamId>,
    due: VecDeque<Call>,
    /// The stream whose reply is being written.
    writing: Option<StreamId>,
    /// The stream whose reply is not sent, since too much waits for the client's windows.
    unsendable: Option<StreamId>,
    /// Metadata of incomplete replies.
    pub(super) attached: Vec<(StreamId, ReplyMetadata)>,
    /// Lent for replies that nobody awaits.
    nothing: Buf,
    broken: Option<WireError>,
}

impl Server {
    /// For one connection.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Self {
        let config = Config {
            streams: limits.calls_in_flight,
            header_list_bytes: limits.metadata_bytes,
            queued_bytes: limits.queued_bytes,
            keepalive: limits.keepalive.clone(),
            ..Config::default()
        };
        let connection = Connection::server(&limits, config);
        Self::over(&limits, host, connection)
    }
}

impl Server<Exchange> {
    /// For one exchange of HTTP/2 whose frames another implementation reads and writes.
    pub fn exchange(limits: Limits, host: Arc<dyn Host>) -> Self {
        let exchange = Exchange::new(&limits);
        Self::over(&limits, host, exchange)
    }
}

impl<C: Carrier> Server<C> {
    fn over(limits: &Limits, host: Arc<dyn Host>, mut connection: C) -> Self {
        let well = [Field::new(b"grpc-status", b"0")];
        let always = Always {
            heads: [None; 4],
            well: connection.prepare(well.into_iter().collect()),
        };
        Server {
            caps: Caps::of(limits),
            compresses: false,
            host,
            connection,
            always,
            calls: VecDeque::new(),
            heads: Vec::new(),
            oldest: 0,
            content: Content::default(),
            held: 0,
            spare: Spare::default(),
            ends: None,
            due: VecDeque::new(),
            writing: None,
            unsendable: None,
            attached: Vec::new(),
            nothing: Buf::new(),
            broken: None,
        }
    }

    /// The same, with replies compressed by gzip to clients that accept it, if that makes them
    /// shorter. Otherwise only those to compressed requests are.
    #[must_use]
    pub fn compressing(mut self) -> Self {
        self.compresses = true;
        self
    }

    /// Bytes of messages that are incomplete or await the end of their call; at most
    /// [`Limits::reassembly_bytes`] plus one frame.
    pub fn held_bytes(&self) -> usize {
        self.held
    }

    fn position(&self, stream: StreamId) -> Option<usize> {
        self.calls.binary_search_by_key(&stream, |c| c.stream).ok()
    }

    fn remove(&mut self, stream: StreamId) -> Option<Incoming> {
        if self.content.stream() == Some(stream) {
            self.content.drop_rest();
        }
        let call = self.calls.remove(self.position(stream)?)?;
        self.held -= call.messages.len();
        if !self.attached.is_empty() {
            self.attached.retain(|(of, _)| *of != stream);
        }
        Some(call)
    }

    /// Ends a call before it was answered; the client knows why.
    fn forget(&mut self, stream: StreamId) -> Option<Call> {
        let call = self.remove(stream)?;
        let part = Part::Gone;
        (call.streams.any() && call.handed).then(|| part_of(&call, part, 0..0))
    }

    fn take(&mut self, event: Event, rx: &mut Rx, now: Instant) -> Option<Call> {
        match event {
            Event::Headers { stream, end } => self.take_head(stream, end, now),
            Event::Data { stream, range, end } => {
                self.connection.consumed(stream, range.len() as u32);
                self.content.came(stream, range);
                self.ends = end.then_some(stream);
                self.take_content(rx)
            }
            // Clients send nothing after their messages.
            Event::Trailers { stream } => {
                self.ends = Some(stream);
                self.take_end(rx)
            }
            Event::TooLong { stream } => {
                let what = "the request has more metadata than is taken";
                self.fail(stream, &status::with_code(status::RESOURCE_EXHAUSTED, what));
                None
            }
            Event::Reset { stream, .. } => self.forget(stream),
            Event::Broken(violation) => {
                self.broken = Some(violation.into());
                self.calls.clear();
                self.attached.clear();
                self.held = 0;
                None
            }
            Event::Interim { .. } | Event::Pong { .. } | Event::GoAway { .. } => None,
        }
    }

    /// The parsed head, from memory if it was parsed before.
    fn read_head(&mut self) -> Result<(Arc<Request>, Streams), Refusal> {
        let token = self.connection.head_token();
        if let Some((_, request, streams)) = self.heads.iter().find(|(t, ..)| *t == token) {
            return Ok((request.clone(), *streams));
        }
        let request = Arc::new(head::request(self.connection.head())?);
        let streams = self.host.streams_of(request.name.path());
        let entry = (token, request.clone(), streams);
        match self.heads.get_mut(self.oldest) {
            Some(place) => *place = entry,
            None => self.heads.push(entry),
        }
        self.oldest = (self.oldest + 1) % HEADS;
        Ok((request, streams))
    }

    fn take_head(&mut self, stream: StreamId, end: bool, now: Instant) -> Option<Call> {
        let (request, streams) = match self.read_head() {
            Ok(read) => read,
            Err(refusal) => {
                self.refuse(stream, &refusal);
                return None;
            }
        };
        let asked = self.compresses || request.encoding == Compression::Gzip;
        let mut messages = self.spare.take();
        messages.encoding = request.encoding;
        let call = Incoming {
            stream,
            encoding: match asked && request.accepts_gzip {
                true => Compression::Gzip,
                false => Compression::Identity,
            },
            deadline: request.timeout.map(|timeout| now + timeout),
            request,
            streams,
            messages,
            complete: false,
            handed: streams.request,
            answered: false,
            message_sent: false,
        };
        let opens = streams
            .request
            .then(|| part_of(&call, Part::Opens(streams), 0..0));
        self.calls.push_back(call);
        if end {
            self.ends = Some(stream);
        }
        opens
    }

    /// The next part of a call in received content.
    fn take_content(&mut self, rx: &mut Rx) -> Option<Call> {
        let stream = self.content.stream()?;
        let Some(at) = self.position(stream) else {
            // Refused, or answered before it was complete.
            self.content.drop_rest();
            self.ends = None;
            return None;
        };
        let ends = self.ends == Some(stream);
        let call = &mut self.calls[at];
        let single = !call.streams.request;
        // The last content of a single message can be lent in place.
        let keep = single && !ends;
        let most = self.caps.message_bytes as usize;
        let (connection, messages) = (&mut self.connection, &mut call.messages);
        let before = messages.len();
        let found = self.content.next(connection, rx, messages, most, keep);
        self.held = self.held + messages.len() - before;
        let found = match found {
            Ok(_) if self.held > self.caps.reassembly_bytes => {
                let what = "too much waits for the rest of its message";
                self.fail(stream, &status::with_code(status::RESOURCE_EXHAUSTED, what));
                return None;
            }
            Ok(found) => found,
            Err(unfit) => {
                self.fail(stream, &unfit_request(unfit));
                return None;
            }
        };
        match found {
            None => None,
            Some(_) if call.complete && single => {
                let what = "the request has a second message";
                self.fail(stream, &status::with_code(status::UNIMPLEMENTED, what));
                None
            }
            Some(Found::Kept) => {
                call.complete = true;
                None
            }
            Some(Found::Message(range)) if single => {
                if self.content.stream().is_some() || !call.messages.is_empty() {
                    let what = "the request has a second message";
                    self.fail(stream, &status::with_code(status::UNIMPLEMENTED, what));
                    return None;
                }
                self.ends = None;
                call.handed = true;
                Some(part_of(call, call.only_part(), range))
            }
            Some(Found::Message(range)) => Some(part_of(call, Part::Message, range)),
        }
    }

    /// The client has finished a call, and all of it was parsed.
    fn take_end(&mut self, rx: &mut Rx) -> Option<Call> {
        let stream = self.ends.take()?;
        let at = self.position(stream)?;
        let call = &mut self.calls[at];
        if call.streams.request && call.messages.is_empty() {
            return Some(part_of(call, Part::Ends, 0..0));
        }
        if !call.streams.request && call.complete {
            call.handed = true;
            self.held -= call.messages.len();
            let range = self.connection.lend(rx, call.messages.whole());
            return Some(part_of(call, call.only_part(), range));
        }
        // "Cardinality violations" of `statuscodes.md`.
        let (code, what) = match call.messages.is_empty() {
            true => (status::UNIMPLEMENTED, "the request has no message"),
            false => (status::INTERNAL, "the request ends within a message"),
        };
        self.fail(stream, &status::with_code(code, what));
        None
    }
}

/// Most heads remembered.
const HEADS: usize = 8;

fn part_of(call: &Incoming, part: Part, arguments: Range<usize>) -> Call {
    let id = id_of(call.stream);
    Call {
        part,
        name: Some(call.request.name.clone()),
        metadata: call.request.metadata.clone(),
        timeout: call.request.timeout,
        domain: Domain::Grpc,
        ..Call::new(id, InterfaceKey::Named, 0, call.request.content, arguments)
    }
}

fn unfit_request(unfit: Unfit) -> Fault {
    match unfit {
        Unfit::TooLarge(bytes) => {
            let what = alloc::format!("a message of {bytes} bytes is larger than is taken");
            status::with_code(status::RESOURCE_EXHAUSTED, what)
        }
        Unfit::Inflated => {
            let what = "a compressed message is larger than is taken";
            status::with_code(status::RESOURCE_EXHAUSTED, what)
        }
        Unfit::Compressed => {
            let what = "a message is compressed without saying how";
            status::with_code(status::INTERNAL, what)
        }
        Unfit::Damaged => {
            let what = "a message is not what it says it is compressed with";
            status::with_code(status::INTERNAL, what)
        }
    }
}

impl<C: Carrier> ServerEngine for Server<C> {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        loop {
            if let Some(call) = self.due.pop_front() {
                return Some(call);
            }
            let call = if self.content.stream().is_some() {
                self.take_content(rx)
            } else if self.ends.is_some() {
                self.take_end(rx)
            } else if self.is_full() {
                return None;
            } else {
                let event = self.connection.next_event(rx, clock)?;
                self.take(event, rx, clock.now())
            };
            if call.is_some() {
                return call;
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        let stream = stream_of(id);
        self.connection.abandon_data();
        self.nothing.clear();
        (self.writing, self.unsendable) = (None, None);
        if !self.answer(stream) {
            return;
        }
        match self.begin_content(stream) {
            Ok(()) => {
                self.connection.body().put_array([0; PREFIX]);
                self.writing = Some(stream);
            }
            Err(Refused::Full) => self.unsendable = Some(stream),
            // Nobody awaits it.
            Err(_) => {}
        }
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        match self.writing {
            Some(_) => self.connection.body(),
            None => &mut self.nothing,
        }
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let (stream, outcome) = match (self.writing.take(), self.unsendable.take()) {
            (Some(stream), _) => (stream, outcome),
            (None, Some(stream)) => (stream, reply::unsendable(outcome)),
            (None, None) => return,
        };
        let trailing = self.settle_metadata(stream);
        let Some(call) = self.remove(stream) else {
            return self.connection.abandon_data();
        };
        self.spare.give(call.messages);
        let (outcome, trailing) = match trailing {
            Ok(trailing) => (outcome, trailing),
            Err(fault) => (Outcome::Fault(fault), Metadata::new()),
        };
        match outcome {
            Outcome::Done | Outcome::Idempotent | Outcome::Silent => {
                // Every call of this protocol has a reply; the closest to none is an empty one.
                if outcome == Outcome::Silent {
                    self.connection.shorten_data(PREFIX);
                }
                let need_not = call.streams.reply || call.message_sent;
                self.finish_well(stream, (need_not, call.encoding), &trailing);
            }
            Outcome::Fault(fault) => {
                self.connection.abandon_data();
                self.answer_with(stream, &fault, true, &trailing);
            }
        }
        self.want_no_more(stream);
    }

    fn wanted(&self) -> usize {
        self.connection.wanted()
    }

    #[inline]
    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.connection.poll_transmit()?;
        Some(Transmit { to: None, bytes })
    }

    #[inline]
    fn sent(&mut self, n: usize) {
        self.connection.sent(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
            .or_else(|| self.connection.broken().map(Into::into))
    }

    fn next_timeout(&self) -> Option<Instant> {
        let calls = self.calls.iter().filter_map(|call| call.deadline);
        calls.chain(self.connection.next_timeout()).min()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.connection.handle_timeout(now);
        let late = |call: &&Incoming| call.deadline.is_some_and(|due| now >= due);
        let late: Vec<StreamId> = self.calls.iter().filter(late).map(|c| c.stream).collect();
        for stream in late {
            let what = "the time that the caller gave is over";
            self.fail(stream, &status::with_code(status::DEADLINE_EXCEEDED, what));
        }
    }

    fn handle_end(&mut self) {
        self.connection.handle_end();
    }

    fn is_full(&self) -> bool {
        self.connection.is_full() || self.calls.len() > self.caps.calls_in_flight()
    }

    fn shrink(&mut self) {
        self.rest();
        self.connection.shrink();
    }

    fn rest(&mut self) {
        self.spare = Spare::default();
        self.content.gzip.shrink();
        // The tokens of remembered heads stay unique, so that they only must be parsed anew.
        self.heads = Vec::new();
        self.oldest = 0;
        self.calls.shrink_to_fit();
        self.due.shrink_to_fit();
        self.nothing.shrink(0);
        self.connection.rest();
    }

    fn is_idle(&self) -> bool {
        self.calls.is_empty() && self.connection.open_streams() == 0
    }

    fn streams(&mut self) -> Option<&mut dyn ServerStreams> {
        Some(self)
    }

    fn metadata(&mut self) -> Option<&mut dyn ServerMetadata> {
        Some(self)
    }

    fn closing(&mut self) -> Option<&mut dyn Closing> {
        Some(self)
    }
}

impl<C: Carrier> ServerStreams for Server<C> {
    fn accept(&mut self, id: CallId) {
        self.answer(stream_of(id));
    }

    fn finish_message(&mut self, _: Instant) {
        let Some(stream) = self.writing.take() else {
            return;
        };
        let at = self.position(stream);
        let encoding = at.map_or(Compression::Identity, |at| self.calls[at].encoding);
        match self.seal(encoding) {
            Ok(_) => {
                if let Some(at) = at {
                    self.calls[at].message_sent = true;
                }
                let _ = self.connection.finish_data(false);
            }
            Err(fault) => {
                self.connection.abandon_data();
                self.fail(stream, &fault);
            }
        }
    }

    fn is_congested(&mut self, id: CallId) -> bool {
        let unsent = self.connection.poll_transmit().map_or(0, <[u8]>::len);
        unsent > UNSENT
            || self.connection.stream_backlog(stream_of(id)) > BACKLOG
            || self.connection.is_backlog_full()
    }

    fn hold(&mut self, id: CallId, held: bool) {
        self.connection.hold(stream_of(id), held);
    }
}

impl<C: Carrier> ServerMetadata for Server<C> {
    fn attach(&mut self, id: CallId, mut metadata: ReplyMetadata) -> bool {
        let stream = stream_of(id);
        let Some(at) = self.position(stream) else {
            return metadata.is_empty();
        };
        // A head that was just written and not sent yet can be extended.
        let gone = self.calls[at].answered && self.writing != Some(stream);
        let late = (gone || self.calls[at].message_sent) && !metadata.initial.is_empty();
        if late {
            metadata.initial = Metadata::new();
        }
        if metadata.is_empty() {
            return !late;
        }
        let known = self.attached.iter_mut().find(|(of, _)| *of == stream);
        match known {
            Some((_, before)) => before.append(metadata),
            None => self.attached.push((stream, metadata)),
        }
        !late
    }
}

impl<C: Carrier> Closing for Server<C> {
    fn shut_down(&mut self) -> bool {
        self.connection.shut_down();
        true
    }

    fn wind_down(&mut self) -> bool {
        self.connection.shut_down();
        true
    }
}

impl HttpExchange for Server<Exchange> {
    fn begin(&mut self, request: Fields) {
        self.connection.begin(request);
    }

    fn take_head(&mut self) -> Option<Fields> {
        self.connection.take_head()
    }

    fn take_content(&mut self) -> Option<Buf> {
        self.connection.take_content()
    }

    fn is_over(&self) -> bool {
        self.connection.is_over()
    }

    fn take_trailers(&mut self) -> Option<Fields> {
        self.connection.take_trailers()
    }
}

/// A call with this many bytes waiting for the client's windows is congested.
const BACKLOG: usize = 64 << 10;
/// Likewise for all output.
const UNSENT: usize = 256 << 10;
