//! A client: any number of calls over one connection.
//!
//! ```
//! use manyrpc_engine::{CallHead, ClientEngine, Encoding, Instant, Limits, Path, grpc};
//!
//! let mut client = grpc::Client::new(Limits::default(), "example.com:50051", false).compressing();
//! let path = Path { interface: "shop.v1.Orders", operation: "Place" };
//! client.begin_call(&CallHead::named(path))?;
//! assert_eq!(client.encoding(), Encoding::Protobuf);
//! client.finish_call(Instant::ZERO)?;
//! assert!(client.poll_transmit().unwrap().bytes.starts_with(b"PRI * HTTP/2.0"));
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

mod receive;
mod waiting;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use manyrpc_codec::{Buf, Encoding};

use self::receive::TIMED_OUT;
use self::waiting::Waiting;
use super::caps::Caps;
use super::message::{self, Compression, Content, Messages, PREFIX, Spare};
use super::{JSON, PROTO, head, id_of, status, stream_of, timeout};
use crate::Limits;
use crate::carrier::http2::{Config, Connection, ErrorCode, Field, Fields, Heading};
use crate::carrier::http2::{Prepared, Refused, StreamId};
use crate::contract::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, ClientMetadata, ClientStreams,
};
use crate::contract::{Rx, Transmit};
use crate::fault::{CallError, Closed, Misuse};
use crate::in_use::{Idle, InUse};
use crate::name::{CallName, Metadata, Path, ReplyMetadata};
use crate::pending_events;
use crate::streams::Streams;
use crate::time::{Clock, Instant};

/// A call in progress.
#[derive(Debug)]
struct Call {
    stream: StreamId,
    streams: Streams,
    /// Nobody awaits its result.
    silent: bool,
    deadline: Option<Instant>,
    messages: Messages,
    /// How the reply's messages are encoded, once its head was accepted.
    head: Option<Encoding>,
    /// The single message of the reply is complete.
    complete: bool,
    metadata: Option<Metadata>,
}

/// The call or message being written.
#[derive(Clone, Copy, Debug)]
enum Writing {
    /// The head of a call without a message.
    Head(CallHeading),
    /// A call with its only message.
    Whole(CallHeading),
    /// One of several messages.
    Message,
}

#[derive(Clone, Copy, Debug)]
struct CallHeading {
    stream: StreamId,
    timeout: Option<Duration>,
}

/// The prepared heads of an operation's calls.
#[derive(Debug)]
struct Ready {
    name: CallName,
    head: Prepared,
    /// The timeout of the first call that had one, and from the second such call on, the head that
    /// includes it: most clients use one timeout for all calls.
    timed: Option<(Duration, Option<Prepared>)>,
}

/// Tokens of common header lists, which need not be examined again.
#[derive(Clone, Copy, Debug, Default)]
struct Usual {
    /// A reply's head in Protocol Buffers, without metadata.
    head: Option<u64>,
    /// Trailers of a successful call, without metadata.
    well: Option<u64>,
}

/// The engine of one client connection.
#[derive(Debug)]
pub struct Client {
    caps: Caps,
    connection: Connection,
    /// Whether the connection is encrypted.
    secure: bool,
    authority: Box<str>,
    /// The encoding of messages in both directions.
    encoding: Encoding,
    /// The compression of our messages.
    compression: Compression,
    busy: InUse<Busy>,
    ended: Option<Box<CallError>>,
}

/// What a client needs while it calls.
#[derive(Debug, Default)]
struct Busy {
    /// The heads of the operations called so far, at most [`PREPARED`].
    prepared: Vec<Ready>,
    /// In order of streams.
    calls: VecDeque<Call>,
    /// Calls that wait for the server to permit more streams, in order.
    waiting: VecDeque<Waiting>,
    writing: Option<Writing>,
    /// Lent while no message is being written.
    nothing: Buf,
    content: Content,
    /// A stream that has ended with content that was not parsed yet.
    ends: Option<StreamId>,
    /// Bytes of messages that are incomplete or await the end of their call.
    held: usize,
    events: VecDeque<ClientEvent>,
    /// Memory of completed replies, for reuse.
    spare: Spare,
    /// Tokens of the common header lists.
    usual: Usual,
    /// The metadata of the last event.
    last_metadata: Option<Box<ReplyMetadata>>,
}

impl Idle for Busy {
    const IDLE: &'static Self = &Busy {
        prepared: Vec::new(),
        calls: VecDeque::new(),
        waiting: VecDeque::new(),
        writing: None,
        nothing: Buf::new(),
        content: Content::NOTHING,
        ends: None,
        held: 0,
        events: VecDeque::new(),
        spare: Spare::NOTHING,
        usual: Usual {
            head: None,
            well: None,
        },
        last_metadata: None,
    };
}

impl Client {
    /// For one connection to `authority` (the server's host and port). `secure`: the connection is
    /// encrypted.
    pub fn new(limits: Limits, authority: &str, secure: bool) -> Self {
        let config = Config {
            streams: limits.calls_in_flight,
            header_list_bytes: limits.metadata_bytes.saturating_add(STATUS_BYTES),
            keepalive: limits.keepalive.clone(),
            ..Config::default()
        };
        Client {
            connection: Connection::client(&limits, config),
            caps: Caps::of(&limits),
            secure,
            authority: authority.into(),
            encoding: PROTO,
            compression: Compression::Identity,
            busy: InUse::default(),
            ended: None,
        }
    }

    /// The same, with messages in JSON instead of Protocol Buffers.
    #[must_use]
    pub fn speaking_json(mut self) -> Self {
        self.encoding = JSON;
        self
    }

    /// The same, with messages compressed by gzip if that makes them shorter. Replies are accepted
    /// in either form.
    #[must_use]
    pub fn compressing(mut self) -> Self {
        self.compression = Compression::Gzip;
        self
    }

    /// Bytes of messages that are incomplete or await the end of their call; at most
    /// [`Limits::reassembly_bytes`] plus one frame.
    pub fn held_bytes(&self) -> usize {
        self.busy.held
    }

    /// The prepared head of an operation's calls, if any, and the timeout if the head does not
    /// include it.
    fn prepare(
        &mut self,
        path: Path<'_>,
        timeout: Option<Duration>,
    ) -> (Option<Prepared>, Option<Duration>) {
        let Some(at) = self.ready(path) else {
            return (None, timeout);
        };
        let ready = &mut self.busy.prepared[at];
        let Some(wanted) = timeout else {
            return (Some(ready.head), None);
        };
        match ready.timed {
            Some((usual, Some(timed))) if usual == wanted => (Some(timed), None),
            Some((usual, None)) if usual == wanted => (Some(self.prepare_timed(at, wanted)), None),
            before => {
                ready.timed = before.or(Some((wanted, None)));
                (Some(ready.head), timeout)
            }
        }
    }

    fn ready(&mut self, path: Path<'_>) -> Option<usize> {
        let known = self
            .busy
            .prepared
            .iter()
            .position(|r| r.name.path() == path);
        known.or_else(|| {
            let at = self.busy.prepared.len();
            (at < PREPARED).then(|| {
                let fields = self.request_fields(path);
                self.busy.prepared.push(Ready {
                    name: CallName::new(path),
                    head: self.connection.prepare(fields),
                    timed: None,
                });
                at
            })
        })
    }

    #[cold]
    fn prepare_timed(&mut self, at: usize, timeout: Duration) -> Prepared {
        let mut text = [0; timeout::TEXT];
        let field = Field::new(TIMEOUT, timeout::write(timeout, &mut text));
        let fields = self.request_fields(self.busy.prepared[at].name.path());
        let prepared = self
            .connection
            .prepare(fields.iter().chain([field]).collect());
        self.busy.prepared[at].timed = Some((timeout, Some(prepared)));
        prepared
    }

    fn request_fields(&self, path: Path<'_>) -> Fields {
        let text = alloc::format!("/{}/{}", path.interface, path.operation);
        let list = [
            Field::new(b":method", b"POST"),
            Field::new(b":scheme", if self.secure { b"https" } else { b"http" }),
            Field::new(b":path", text.as_bytes()),
            Field::new(b":authority", self.authority.as_bytes()),
            Field::new(b"te", b"trailers"),
            Field::new(b"content-type", head::content_type(self.encoding)),
            Field::new(
                b"user-agent",
                concat!("manyrpc/", env!("CARGO_PKG_VERSION")).as_bytes(),
            ),
            Field::new(b"grpc-accept-encoding", b"gzip"),
        ];
        let packed = Field::new(b"grpc-encoding", b"gzip");
        let packed = (self.compression == Compression::Gzip).then_some(packed);
        list.into_iter().chain(packed).collect()
    }

    /// Sends the head of a call, or keeps it until the server permits another stream.
    fn request(&mut self, call: &CallHead<'_>) -> Result<StreamId, Refused> {
        let (prepared, due) = self.prepare(call.path(), call.timeout);
        let sent = match prepared {
            Some(prepared) if call.metadata.is_none() && due.is_none() => {
                self.connection.request(prepared, false)
            }
            _ => {
                let request = |c: &mut Connection, h: Heading<'_>| c.request(h, false);
                self.with_heading(call.path(), (prepared, due), call.metadata, request)
            }
        };
        match sent {
            Err(Refused::TooManyStreams) => self.reserve(call),
            sent => sent,
        }
    }

    /// Builds the fields of a call's head that are not prepared.
    fn with_heading<T>(
        &mut self,
        path: Path<'_>,
        (prepared, due): (Option<Prepared>, Option<Duration>),
        metadata: Option<&Metadata>,
        send: impl FnOnce(&mut Connection, Heading<'_>) -> T,
    ) -> T {
        let beyond = match prepared {
            Some(_) => Fields::new(),
            None => self.request_fields(path),
        };
        let mut text = [0; timeout::TEXT];
        let timeout = due.map(|t| Field::varying(TIMEOUT, timeout::write(t, &mut text)));
        let none = Metadata::new();
        let metadata = metadata.unwrap_or(&none);
        let written = head::written(metadata);
        let all = beyond.iter().chain(timeout);
        let fields: Vec<Field<'_>> = all.chain(head::fields(metadata, &written)).collect();
        let heading = Heading {
            prepared,
            fields: &fields,
        };
        send(&mut self.connection, heading)
    }

    fn position(&self, stream: StreamId) -> Option<usize> {
        self.busy
            .calls
            .binary_search_by_key(&stream, |c| c.stream)
            .ok()
    }

    /// Removes a call.
    fn remove(&mut self, stream: StreamId) -> Option<Call> {
        if self.busy.content.stream() == Some(stream) {
            self.busy.content.drop_rest();
        }
        if !self.busy.waiting.is_empty() {
            self.busy.waiting.retain(|waiting| waiting.stream != stream);
        }
        let at = self.position(stream)?;
        let call = self.busy.calls.remove(at)?;
        self.busy.held -= call.messages.len();
        Some(call)
    }

    /// Ends a call without a result, and resets its stream if it is still open.
    fn fail(&mut self, stream: StreamId, error: CallError) -> Option<ClientEvent> {
        let call = self.remove(stream)?;
        self.connection.reset(stream, ErrorCode::Cancel);
        self.busy.spare.give(call.messages);
        (!call.silent).then(|| ClientEvent::Failed {
            id: id_of(stream),
            error,
        })
    }

    fn fail_all(&mut self, error: &CallError) {
        let Some(busy) = self.busy.used() else {
            return;
        };
        busy.writing = None;
        busy.content.drop_rest();
        busy.ends = None;
        busy.waiting.clear();
        busy.held = 0;
        for call in busy.calls.drain(..).filter(|call| !call.silent) {
            busy.events.push_back(ClientEvent::Failed {
                id: id_of(call.stream),
                error: error.clone(),
            });
        }
    }

    fn content_limit(&mut self) -> Result<(), Misuse> {
        let bytes = self.connection.body_bytes().len() - PREFIX;
        let max = self.caps.sent_message_bytes as usize;
        if bytes > max {
            return Err(Misuse::TooLarge { bytes, max });
        }
        let gzip = &mut self.busy.content.gzip;
        message::seal(&mut self.connection, self.compression, gzip);
        Ok(())
    }

    fn begin_content(&mut self, stream: StreamId, is_promised: bool) -> Result<(), CallError> {
        let begun = match is_promised {
            true => self.connection.begin_promised(stream),
            false => self.connection.begin_data(stream),
        };
        begun.map_err(refused)?;
        self.connection.body().put_array([0; PREFIX]);
        Ok(())
    }

    /// Whether little of the stream waits for the server's windows.
    fn has_room(&mut self, stream: StreamId) -> bool {
        self.connection.stream_backlog(stream) <= CONGESTED
    }
}

const TIMEOUT: &[u8] = b"grpc-timeout";

/// Most bytes of a status's details, which are a message among the trailers: the server is told that it may send so many
/// more than [`Limits::metadata_bytes`], which all other fields are held to.
const STATUS_BYTES: usize = 256 << 10;

/// Most operations whose heads are prepared.
const PREPARED: usize = 256;

fn refused(why: Refused) -> CallError {
    match why {
        Refused::GoingAway => CallError::Closed(Closed::ByPeer),
        Refused::OutOfStreams => CallError::Closed(Closed::ByUs),
        Refused::TooManyStreams | Refused::Full => Misuse::TooManyCalls.into(),
        Refused::NoSuchStream | Refused::AlreadyEnded => CallError::Cancelled,
        Refused::TooLarge { bytes, most } => Misuse::TooLarge { bytes, max: most }.into(),
    }
}

impl Client {
    /// Whether a call is in flight or being written, or something of one has not been asked for.
    fn is_in_use(&self) -> bool {
        let Busy {
            calls,
            writing,
            events,
            content,
            ..
        } = &*self.busy;
        !calls.is_empty() || writing.is_some() || !events.is_empty() || content.stream().is_some()
    }
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.abandon_call();
        if let Some(why) = &self.ended {
            return Err((**why).clone());
        }
        if head.kind == CallKind::Broadcast {
            return Err(Misuse::NotOffered("broadcast").into());
        }
        if head.name.is_empty() {
            return Err(Misuse::NotOffered("call without a name").into());
        }
        if self.busy.calls.len() >= self.caps.calls_in_flight() {
            return Err(Misuse::TooManyCalls.into());
        }
        let stream = self.request(head).map_err(refused)?;
        let heading = CallHeading {
            stream,
            timeout: match head.streams.any() {
                true => head.timeout,
                false => Some(head.timeout.unwrap_or(self.caps.call_timeout())),
            },
        };
        let busy = &mut *self.busy;
        busy.calls.push_back(Call {
            stream,
            streams: head.streams,
            silent: head.kind == CallKind::OneWay,
            deadline: None,
            messages: busy.spare.take(),
            head: None,
            complete: false,
            metadata: None,
        });
        if head.streams.request {
            self.busy.nothing.clear();
            self.busy.writing = Some(Writing::Head(heading));
        } else {
            self.busy.writing = Some(Writing::Whole(heading));
            self.begin_content(stream, false)?;
        }
        Ok(id_of(stream))
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        match self.busy.writing {
            Some(Writing::Whole(_) | Writing::Message) => self.connection.body(),
            _ => &mut self.busy.nothing,
        }
    }

    #[inline]
    fn encoding(&self) -> Encoding {
        self.encoding
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let heading = match self.busy.writing {
            Some(Writing::Head(heading)) => heading,
            Some(Writing::Whole(heading)) => {
                if let Err(too_large) = self.content_limit() {
                    self.abandon_call();
                    return Err(too_large.into());
                }
                self.connection.finish_data(true).map_err(refused)?;
                heading
            }
            _ => {
                let misuse = Misuse::NotOffered("end of a call that did not begin").into();
                return Err(self.ended.as_deref().cloned().unwrap_or(misuse));
            }
        };
        self.busy.writing = None;
        if let Some(at) = self.position(heading.stream) {
            self.busy.calls[at].deadline = heading.timeout.map(|timeout| now + timeout);
        }
        Ok(())
    }

    fn abandon_call(&mut self) {
        match self.busy.writing.take() {
            Some(Writing::Head(CallHeading { stream, .. })) => self.cancel(id_of(stream)),
            Some(Writing::Whole(CallHeading { stream, .. })) => {
                self.connection.abandon_data();
                self.cancel(id_of(stream));
            }
            Some(Writing::Message) => self.connection.abandon_data(),
            None => {}
        }
    }

    fn cancel(&mut self, id: CallId) {
        if let Some(busy) = self.busy.used() {
            pending_events::forget(&mut busy.events, id);
        }
        let stream = stream_of(id);
        if self.remove(stream).is_some() {
            self.connection.reset(stream, ErrorCode::Cancel);
        }
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        loop {
            // A connection that is idle stays so.
            if let Some(busy) = self.busy.used() {
                busy.last_metadata = None;
                if let Some(event) = busy.events.pop_front() {
                    return Some(event);
                }
            }
            if self.busy.content.stream().is_some() {
                if let Some(event) = self.take_content(rx) {
                    return Some(event);
                }
                continue;
            }
            if self.busy.ends.is_some()
                && let Some(stream) = self.busy.ends.take()
            {
                if let Some(event) = self.end_without_trailers(stream) {
                    return Some(event);
                }
                continue;
            }
            let Some(event) = self.connection.next_event(rx, clock) else {
                if self.busy.waiting.is_empty() {
                    return None;
                }
                self.begin_waiting(clock.now());
                return self.busy.events.pop_front();
            };
            if let Some(event) = self.take(event, rx, clock.now()) {
                return Some(event);
            }
        }
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

    fn handle_closed(&mut self, how: Closed) {
        // The reason in a GOAWAY says more than the end of the connection.
        let why = match self.connection.goaway_reason() {
            Some(goaway_reason) if how == Closed::ByPeer => status::of_goaway(goaway_reason).into(),
            _ => CallError::Closed(how),
        };
        self.fail_all(&why);
        self.ended.get_or_insert(Box::new(why));
    }

    fn is_finished(&self) -> bool {
        self.busy.calls.is_empty() && self.connection.is_finished()
    }

    fn is_closing(&self) -> bool {
        self.ended.is_some() || self.connection.is_going()
    }

    fn is_full(&self) -> bool {
        self.busy.calls.len() >= self.caps.calls_in_flight() || self.connection.is_backlog_full()
    }

    fn is_saturated(&self) -> bool {
        self.is_full() || self.connection.is_window_awaited()
    }

    fn call_timeout(&self) -> Option<Duration> {
        Some(self.caps.call_timeout())
    }

    fn next_timeout(&self) -> Option<Instant> {
        if self.ended.is_some() {
            return None;
        }
        let calls = self.busy.calls.iter().filter_map(|call| call.deadline);
        calls.chain(self.connection.next_timeout()).min()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.connection.handle_timeout(now);
        let late = |call: &&Call| call.deadline.is_some_and(|due| now >= due);
        let late: Vec<StreamId> = self
            .busy
            .calls
            .iter()
            .filter(late)
            .map(|c| c.stream)
            .collect();
        for stream in late {
            let event = self.fail(stream, TIMED_OUT);
            self.busy.events.extend(event);
        }
        if !self.busy.waiting.is_empty() {
            self.begin_waiting(now);
        }
    }

    fn shrink(&mut self) {
        if !self.is_in_use() {
            self.busy.release();
            self.connection.forget_prepared();
            // Frames of streams that ended are let pass from now on.
            self.connection.shrink();
        }
    }

    fn streams(&mut self) -> Option<&mut dyn ClientStreams> {
        Some(self)
    }

    #[inline]
    fn metadata(&mut self) -> Option<&mut dyn ClientMetadata> {
        Some(self)
    }
}

impl ClientStreams for Client {
    fn begin_message(&mut self, id: CallId) -> Result<(), CallError> {
        self.abandon_call();
        let stream = stream_of(id);
        if self.position(stream).is_none() {
            return Err(self
                .ended
                .as_deref()
                .cloned()
                .unwrap_or(CallError::Cancelled));
        }
        // Others may have filled the connection since `is_congested` was asked.
        let is_promised = self.has_room(stream);
        self.begin_content(stream, is_promised)?;
        self.busy.writing = Some(Writing::Message);
        Ok(())
    }

    fn finish_message(&mut self, _: Instant) -> Result<(), CallError> {
        let Some(Writing::Message) = self.busy.writing else {
            return Err(Misuse::NotOffered("end of a message that did not begin").into());
        };
        if let Err(too_large) = self.content_limit() {
            self.abandon_call();
            return Err(too_large.into());
        }
        self.busy.writing = None;
        self.connection.finish_data(false).map_err(refused)
    }

    fn end_messages(&mut self, id: CallId, _: Instant) {
        self.abandon_call();
        // It has ended already.
        if self.connection.begin_promised(stream_of(id)).is_ok() {
            let _ = self.connection.finish_data(true);
        }
    }

    fn is_congested(&mut self, id: CallId) -> bool {
        self.connection.is_backlog_full() || !self.has_room(stream_of(id))
    }

    fn hold(&mut self, id: CallId, held: bool) {
        self.connection.hold(stream_of(id), held);
    }
}

impl ClientMetadata for Client {
    #[inline]
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.busy.used()?.last_metadata.take()
    }
}

/// A stream with this many bytes waiting for the server's windows is congested.
const CONGESTED: usize = 64 << 10;
