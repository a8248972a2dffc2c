//! Receiving a reply: its head, its messages, its end.

use alloc::boxed::Box;
use core::ops::Range;

use super::{Call, Client, STATUS_BYTES, id_of};
use crate::carrier::http2::{ErrorCode, Event, StreamId};
use crate::contract::{ClientEvent, Rx};
use crate::fault::{CallError, Fault, WireError};
use crate::grpc::head::DETAILS;
use crate::grpc::message::{Compression, Found, Unfit};
use crate::grpc::{PROTO, head, status};
use crate::name::{Metadata, ReplyMetadata};
use crate::time::Instant;

impl Client {
    pub(super) fn take(&mut self, event: Event, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        match event {
            Event::Headers { stream, end } => self.take_head(stream, end, rx, now),
            Event::Data { stream, range, end } => {
                self.connection.consumed(stream, range.len() as u32);
                self.busy.content.came(stream, range);
                self.busy.ends = end.then_some(stream);
                self.take_content(rx)
            }
            Event::Trailers { stream } => self.finish(stream, rx, now),
            Event::TooLong { stream } => self.has_too_much_metadata(stream),
            Event::Reset { stream, code, .. } => {
                let error = self.reset_error(stream, code, now);
                self.fail(stream, error)
            }
            Event::Broken(violation) => {
                let error = WireError::from(violation);
                self.fail_all(&error.into());
                self.ended.get_or_insert(Box::new(error.into()));
                self.busy.events.push_back(ClientEvent::Broken(error));
                self.busy.events.pop_front()
            }
            Event::Interim { .. } | Event::Pong { .. } | Event::GoAway { .. } => None,
        }
    }

    /// The error for a reset. A server that cancels a call after its deadline reports the deadline
    /// this way, as gRPC's own libraries understand it.
    fn reset_error(&self, stream: StreamId, code: ErrorCode, now: Instant) -> CallError {
        match self.connection.goaway_reason() {
            Some(disconnect) if code == ErrorCode::RefusedStream => {
                status::of_goaway(disconnect).into()
            }
            _ if code == ErrorCode::Cancel && self.is_late(stream, now) => TIMED_OUT,
            _ => status::of_reset(code).into(),
        }
    }

    /// Whether the call's deadline has passed.
    fn is_late(&self, stream: StreamId, now: Instant) -> bool {
        let call = self.position(stream).map(|at| &self.busy.calls[at]);
        call.is_some_and(|call| call.deadline.is_some_and(|due| now >= due))
    }

    fn has_too_much_metadata(&mut self, stream: StreamId) -> Option<ClientEvent> {
        let what = "the reply has more metadata than is taken";
        let fault = status::with_code(status::RESOURCE_EXHAUSTED, what);
        self.fail(stream, fault.into())
    }

    /// Whether the last received fields without a status's details are more than is taken.
    fn is_too_much_metadata(&self) -> bool {
        let fields = self.connection.head();
        let details = fields.iter().find(|field| field.name == DETAILS);
        let others = fields.size() - details.map_or(0, |field| field.size());
        others
            > self
                .connection
                .header_list_bytes()
                .saturating_sub(STATUS_BYTES)
    }

    /// A reply's content was parsed, and its stream has ended without trailers.
    pub(super) fn end_without_trailers(&mut self, stream: StreamId) -> Option<ClientEvent> {
        let fault = status::with_code(status::INTERNAL, "the reply has no trailers");
        self.fail(stream, fault.into())
    }

    /// Handles the head of a reply; with `end`, its trailers too.
    fn take_head(
        &mut self,
        stream: StreamId,
        end: bool,
        rx: &mut Rx,
        now: Instant,
    ) -> Option<ClientEvent> {
        let at = self.position(stream)?;
        let token = self.connection.head_token();
        if !end && self.busy.usual.head == Some(token) {
            self.busy.calls[at].head = Some(self.encoding);
            return None;
        }
        if self.is_too_much_metadata() {
            return self.has_too_much_metadata(stream);
        }
        let fields = self.connection.head();
        let content_type = fields.get(b"content-type").unwrap_or_default();
        let content = head::encoding(content_type);
        let encoding = fields.get(b"grpc-encoding").unwrap_or(b"identity");
        if self.connection.status() != 200 {
            let fault = match fields.get(b"grpc-status") {
                Some(_) => head::ending(fields),
                None => None,
            };
            let fault = fault.unwrap_or_else(|| status::of_http(self.connection.status()));
            return self.fail(stream, fault.into());
        }
        if content.is_none() || (content != Some(self.encoding) && !end) {
            let what = "the answer is no gRPC, or in another syntax, by its content type";
            return self.fail(stream, status::with_code(status::UNKNOWN, what).into());
        }
        let encoding = match Compression::named(encoding) {
            Some(encoding) => encoding,
            None if end => Compression::Identity,
            None => {
                let what = "the reply is compressed in a way that was not asked for";
                return self.fail(stream, status::with_code(status::INTERNAL, what).into());
            }
        };
        let metadata = head::metadata(fields);
        let busy = &mut *self.busy;
        let call = &mut busy.calls[at];
        call.head = content;
        call.messages.encoding = encoding;
        if !end {
            if encoding == Compression::Identity && metadata.is_none() {
                busy.usual.head = Some(token);
            }
            call.metadata = metadata;
            return None;
        }
        self.finish(stream, rx, now)
    }

    /// The next event in received content.
    pub(super) fn take_content(&mut self, rx: &mut Rx) -> Option<ClientEvent> {
        let stream = self.busy.content.stream()?;
        let Some(at) = self.position(stream) else {
            self.busy.content.drop_rest();
            return None;
        };
        let busy = &mut *self.busy;
        let call = &mut busy.calls[at];
        let single = !call.streams.reply;
        loop {
            let most = self.caps.message_bytes as usize;
            let (connection, messages) = (&mut self.connection, &mut call.messages);
            let before = messages.len();
            let found = busy.content.next(connection, rx, messages, most, single);
            busy.held = busy.held + messages.len() - before;
            let found = match found {
                Ok(_) if busy.held > self.caps.reassembly_bytes => {
                    let bytes = busy.held as u64;
                    return self.fail(stream, WireError::TooLarge { bytes }.into());
                }
                Ok(found) => found?,
                Err(unfit) => return self.fail(stream, unfit_reply(unfit)),
            };
            match found {
                Found::Message(body) => {
                    busy.last_metadata = metadata_of(call.metadata.take(), None);
                    return Some(reply(call, body));
                }
                Found::Kept if call.complete => {
                    let what = "the reply has a second message";
                    return self.fail(
                        stream,
                        status::with_code(status::UNIMPLEMENTED, what).into(),
                    );
                }
                Found::Kept => call.complete = true,
            }
            // Only looks for a second message in a single reply.
            busy.content.stream()?;
        }
    }

    /// The status in the last received fields, and their metadata.
    fn ending(&mut self) -> (Option<Fault>, Option<Metadata>) {
        let token = Some(self.connection.head_token());
        if self.busy.usual.well == token {
            return (None, None);
        }
        let fields = self.connection.head();
        let (fault, behind) = (head::ending(fields), head::metadata(fields));
        if fault.is_none() && behind.is_none() {
            self.busy.usual.well = token;
        }
        (fault, behind)
    }

    /// Ends a reply with the last received fields.
    fn finish(&mut self, stream: StreamId, rx: &mut Rx, now: Instant) -> Option<ClientEvent> {
        let token = Some(self.connection.head_token());
        if self.busy.usual.well != token && self.is_too_much_metadata() {
            return self.has_too_much_metadata(stream);
        }
        let (fault, behind) = self.ending();
        let late = fault.is_some() && self.is_late(stream, now);
        let mut call = self.remove(stream)?;
        // A server may complete before it has received everything: it does not need the rest.
        self.connection.reset(stream, ErrorCode::Cancel);
        self.busy.last_metadata = metadata_of(call.metadata.take(), behind);
        let id = id_of(stream);
        let error = match fault {
            _ if call.silent => {
                self.busy.spare.give(call.messages);
                return None;
            }
            // Whichever side first notices the deadline, the result is the same.
            Some(Fault::Detailed(details)) if late && details.code == status::DEADLINE_EXCEEDED => {
                TIMED_OUT
            }
            Some(fault) => fault.into(),
            None if call.streams.reply && call.messages.is_empty() => {
                return Some(ClientEvent::Ended { id });
            }
            None if !call.streams.reply && call.complete => {
                let body = self.connection.lend(rx, call.messages.whole());
                let reply = reply(&call, body);
                self.busy.spare.give(call.messages);
                return Some(reply);
            }
            // "Cardinality violations" of `statuscodes.md`.
            None if call.messages.is_empty() => {
                status::with_code(status::UNIMPLEMENTED, "the reply has no message").into()
            }
            None => status::with_code(status::INTERNAL, "the reply ends within a message").into(),
        };
        Some(ClientEvent::Failed { id, error })
    }
}

/// A stream is reliable: calls are sent once.
pub(super) const TIMED_OUT: CallError = CallError::TimedOut { transmissions: 1 };

#[inline]
fn metadata_of(
    initial: Option<Metadata>,
    trailing: Option<Metadata>,
) -> Option<Box<ReplyMetadata>> {
    if initial.is_none() && trailing.is_none() {
        return None;
    }
    Some(Box::new(ReplyMetadata {
        initial: initial.unwrap_or_default(),
        trailing: trailing.unwrap_or_default(),
    }))
}

fn reply(call: &Call, body: Range<usize>) -> ClientEvent {
    ClientEvent::Reply {
        id: id_of(call.stream),
        body,
        encoding: call.head.unwrap_or(PROTO),
    }
}

fn unfit_reply(unfit: Unfit) -> CallError {
    match unfit {
        Unfit::TooLarge(bytes) => WireError::TooLarge {
            bytes: bytes as u64,
        }
        .into(),
        Unfit::Inflated => {
            let what = "a compressed message is larger than is taken";
            status::with_code(status::RESOURCE_EXHAUSTED, what).into()
        }
        Unfit::Compressed => {
            let what = "a message is compressed without saying how";
            status::with_code(status::INTERNAL, what).into()
        }
        Unfit::Damaged => {
            let what = "a message is not what it says it is compressed with";
            status::with_code(status::INTERNAL, what).into()
        }
    }
}
