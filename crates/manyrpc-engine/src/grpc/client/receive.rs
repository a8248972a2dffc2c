//! What comes of a reply: its head, its messages, its end.

use alloc::boxed::Box;
use core::ops::Range;

use super::{Call, Client, id_of};
use crate::carrier::http2::{ErrorCode, Event, StreamId};
use crate::contract::{ClientEvent, Rx};
use crate::fault::{CallError, Fault, WireError};
use crate::grpc::message::{Encoding, Found, Unfit};
use crate::grpc::{PROTO, head, status};
use crate::name::{Metadata, ReplyMetadata};

impl Client {
    pub(super) fn take(&mut self, event: Event, rx: &mut Rx) -> Option<ClientEvent> {
        match event {
            Event::Headers { stream, end } => self.take_head(stream, end, rx),
            Event::Data { stream, range, end } => {
                let n = range.len() as u32;
                self.connection.consumed(stream, n);
                self.content.came(stream, range);
                let found = self.take_content(rx);
                // A reply ends with trailers.
                match end {
                    true if found.is_none() => {
                        let fault = status::said(status::INTERNAL, "the reply has no trailers");
                        self.fail(stream, fault.into())
                    }
                    _ => found,
                }
            }
            Event::Trailers { stream } => self.finish(stream, rx),
            Event::Reset { stream, code, .. } => {
                let fault = match self.connection.farewell() {
                    Some(farewell) if code == ErrorCode::RefusedStream => {
                        status::of_farewell(farewell)
                    }
                    _ => status::of_reset(code),
                };
                self.fail(stream, fault.into())
            }
            Event::Broken(violation) => {
                let error = WireError::from(violation);
                self.fail_all(&error.into());
                self.ended.get_or_insert(error.into());
                self.events.push_back(ClientEvent::Broken(error));
                self.events.pop_front()
            }
            Event::Interim { .. } | Event::Pong { .. } | Event::GoAway { .. } => None,
        }
    }

    /// The head of a reply; with `end` its trailers too.
    fn take_head(&mut self, stream: StreamId, end: bool, rx: &mut Rx) -> Option<ClientEvent> {
        let at = self.position(stream)?;
        let token = self.connection.head_token();
        if !end && self.usual.head == Some(token) {
            self.calls[at].head = Some(self.representation);
            return None;
        }
        let fields = self.connection.head();
        let content_type = fields.get(b"content-type").unwrap_or_default();
        let representation = head::representation(content_type);
        let encoding = fields.get(b"grpc-encoding").unwrap_or(b"identity");
        if self.connection.status() != 200 {
            let fault = match fields.get(b"grpc-status") {
                Some(_) => head::ending(fields),
                None => None,
            };
            let fault = fault.unwrap_or_else(|| status::of_http(self.connection.status()));
            return self.fail(stream, fault.into());
        }
        if representation.is_none() || (representation != Some(self.representation) && !end) {
            let what = "the answer is no gRPC, or in another syntax, by its content type";
            return self.fail(stream, status::said(status::UNKNOWN, what).into());
        }
        let encoding = match Encoding::named(encoding) {
            Some(encoding) => encoding,
            None if end => Encoding::Identity,
            None => {
                let what = "the reply is compressed in a way that was not asked for";
                return self.fail(stream, status::said(status::INTERNAL, what).into());
            }
        };
        let metadata = head::metadata(fields);
        let call = &mut self.calls[at];
        call.head = representation;
        call.messages.encoding = encoding;
        if !end {
            if encoding == Encoding::Identity && metadata.is_none() {
                self.usual.head = Some(token);
            }
            call.metadata = metadata;
            return None;
        }
        self.finish(stream, rx)
    }

    /// What there is to report of content.
    pub(super) fn take_content(&mut self, rx: &mut Rx) -> Option<ClientEvent> {
        let stream = self.content.stream()?;
        let Some(at) = self.position(stream) else {
            self.content.drop_rest();
            return None;
        };
        let call = &mut self.calls[at];
        let single = !call.streams.reply;
        loop {
            let most = self.limits.message_bytes;
            let (connection, messages) = (&mut self.connection, &mut call.messages);
            let before = messages.len();
            let found = self.content.next(connection, rx, messages, most, single);
            self.held = self.held + messages.len() - before;
            let found = match found {
                Ok(_) if self.held > self.limits.reassembly_bytes => {
                    let bytes = self.held as u64;
                    return self.fail(stream, WireError::TooLarge { bytes }.into());
                }
                Ok(found) => found?,
                Err(unfit) => return self.fail(stream, unfit_reply(unfit)),
            };
            match found {
                Found::Message(body) => {
                    self.beside = beside(call.metadata.take(), None);
                    return Some(reply(call, body));
                }
                Found::Kept if call.complete => {
                    let what = "the reply has a second message";
                    return self.fail(stream, status::said(status::INTERNAL, what).into());
                }
                Found::Kept => call.complete = true,
            }
            // Only a second message of a single reply is looked for.
            self.content.stream()?;
        }
    }

    /// What the fields that were received last say of the end of a reply, and beside it.
    fn ending(&mut self) -> (Option<Fault>, Option<Metadata>) {
        let token = Some(self.connection.head_token());
        if self.usual.well == token {
            return (None, None);
        }
        let fields = self.connection.head();
        let (fault, behind) = (head::ending(fields), head::metadata(fields));
        if fault.is_none() && behind.is_none() {
            self.usual.well = token;
        }
        (fault, behind)
    }

    /// A reply is over, with the fields that were received last.
    fn finish(&mut self, stream: StreamId, rx: &mut Rx) -> Option<ClientEvent> {
        let (fault, behind) = self.ending();
        let mut call = self.remove(stream)?;
        // A server may be done before it was told all: then the rest is of no use to it.
        self.connection.reset(stream, ErrorCode::Cancel);
        self.beside = beside(call.metadata.take(), behind);
        let id = id_of(stream);
        let error = match fault {
            _ if call.silent => {
                self.spare.give(call.messages);
                return None;
            }
            Some(fault) => fault,
            None if call.streams.reply && call.messages.is_empty() => {
                return Some(ClientEvent::Ended { id });
            }
            None if !call.streams.reply && call.complete => {
                let body = self.connection.lend(rx, call.messages.whole());
                let reply = reply(&call, body);
                self.spare.give(call.messages);
                return Some(reply);
            }
            None => status::said(
                status::INTERNAL,
                "the reply ends within a message, or has none",
            ),
        };
        let error = error.into();
        Some(ClientEvent::Failed { id, error })
    }
}

#[inline]
fn beside(initial: Option<Metadata>, trailing: Option<Metadata>) -> Option<Box<ReplyMetadata>> {
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
        representation: call.head.unwrap_or(PROTO),
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
            status::said(status::RESOURCE_EXHAUSTED, what).into()
        }
        Unfit::Compressed => {
            let what = "a message is compressed without saying how";
            status::said(status::INTERNAL, what).into()
        }
        Unfit::Damaged => {
            let what = "a message is not what it says it is compressed with";
            status::said(status::INTERNAL, what).into()
        }
    }
}
