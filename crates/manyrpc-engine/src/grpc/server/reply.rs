//! The parts of a reply: head, messages, end, and metadata.

use alloc::vec::Vec;

use super::Server;
use crate::carrier::http2::{Carrier, ErrorCode, Field, Heading, Prepared, Refused, StreamId};
use crate::contract::Outcome;
use crate::fault::Fault;
use crate::grpc::head::{self, Refusal};
use crate::grpc::message::{self, Compression, PREFIX};
use crate::grpc::{JSON, base64, exceptions, percent, status};
use crate::name::Metadata;

impl<C: Carrier> Server<C> {
    /// Answers a request that is not a call, or cannot be executed.
    pub(super) fn refuse(&mut self, stream: StreamId, refusal: &Refusal) {
        match refusal {
            Refusal::Http(status) => {
                let status = head::digits((*status).into());
                let fields = [Field::new(b":status", status.as_bytes())];
                let _ = self.connection.respond(stream, &fields, true);
            }
            Refusal::Compression => self.refuse_encoding(stream),
            Refusal::Call(fault) => self.answer_with(stream, fault, false, &Metadata::new()),
        }
        self.want_no_more(stream);
    }

    /// "Compression": a refusal lists the supported compressions.
    fn refuse_encoding(&mut self, stream: StreamId) {
        let code = head::digits(status::UNIMPLEMENTED);
        let fields = [
            Field::new(b":status", b"200"),
            Field::new(b"content-type", b"application/grpc"),
            Field::new(b"grpc-status", code.as_bytes()),
            Field::new(
                b"grpc-message",
                b"messages in this grpc-encoding are not taken",
            ),
            Field::new(b"grpc-accept-encoding", b"identity,gzip"),
        ];
        let _ = self.connection.respond(stream, &fields, true);
    }

    /// The head of a call's reply, without metadata.
    fn head_of(&mut self, at: usize) -> Prepared {
        let call = &self.calls[at];
        let content = call.request.content;
        let packed = call.encoding == Compression::Gzip;
        let kind = usize::from(packed) + 2 * usize::from(content == JSON);
        if let Some(prepared) = self.always.heads[kind] {
            return prepared;
        }
        let encoding = Field::new(b"grpc-encoding", b"gzip");
        let fields = [
            Field::new(b":status", b"200"),
            Field::new(b"content-type", head::content_type(content)),
        ];
        let fields = fields.into_iter().chain(packed.then_some(encoding));
        *self.always.heads[kind].insert(self.connection.prepare(fields.collect()))
    }

    /// Ends a call because of the client's behaviour, and tells the application if it has the call.
    pub(super) fn fail(&mut self, stream: StreamId, fault: &Fault) {
        let answered = self
            .position(stream)
            .is_some_and(|at| self.calls[at].answered);
        let gone = self.forget(stream);
        self.due.extend(gone);
        self.answer_with(stream, fault, answered, &Metadata::new());
        self.want_no_more(stream);
    }

    /// Resets the stream of an answered call, whose remaining request is not needed (RFC 9113,
    /// 8.1), unless the answer still waits for the client's windows and would be lost.
    pub(super) fn want_no_more(&mut self, stream: StreamId) {
        if self.connection.stream_backlog(stream) == 0 {
            self.connection.reset(stream, ErrorCode::NoError);
        }
    }

    /// Ends a reply with a fault; `answered`: its head was sent.
    pub(super) fn answer_with(
        &mut self,
        stream: StreamId,
        fault: &Fault,
        answered: bool,
        trailing: &Metadata,
    ) {
        let (code, message) = status::to_wire(fault);
        let details = base64::encode(&exceptions::details(fault, code, &message));
        let code = head::digits(code);
        let message = percent::encode(&message);
        let own = status::own_code(fault)
            .map(head::digits)
            .unwrap_or_default();
        let written = head::written(trailing);
        let opening = [
            Field::new(b":status", b"200"),
            Field::new(b"content-type", b"application/grpc"),
        ];
        let opening = opening.iter().filter(|_| !answered);
        let status = [
            Field::new(b"grpc-status", code.as_bytes()),
            Field::varying(b"grpc-message", &message),
        ];
        let details = Field::varying(head::DETAILS, &details);
        let own = Field::new(status::OWN_CODE.as_bytes(), own.as_bytes());
        let metadata_of = [details, own]
            .into_iter()
            .filter(|field| !field.value.is_empty());
        let all = opening.chain(&status).copied().chain(metadata_of);
        let fields: Vec<Field<'_>> = all.chain(head::fields(trailing, &written)).collect();
        let ended = match answered {
            true => self.connection.trailers(stream, &fields[..]),
            false => self.connection.respond(stream, &fields[..], true),
        };
        // The stream has ended: nobody awaits this.
        if let Err(Refused::TooLarge { .. }) = ended {
            let least = if answered { 1 } else { 3 };
            let fields = &fields[..least];
            let _ = match answered {
                true => self.connection.trailers(stream, fields),
                false => self.connection.respond(stream, fields, true),
            };
        }
    }

    /// Sends the head of a reply, unless it was sent before.
    pub(super) fn answer(&mut self, stream: StreamId) -> bool {
        let Some(at) = self.position(stream) else {
            return false;
        };
        if core::mem::replace(&mut self.calls[at].answered, true) {
            return true;
        }
        let prepared = self.head_of(at);
        let Some(initial) = self.take_initial(stream) else {
            return self.connection.respond(stream, prepared, false).is_ok();
        };
        let written = head::written(&initial);
        let fields: Vec<Field<'_>> = head::fields(&initial, &written).collect();
        let heading = Heading {
            prepared: Some(prepared),
            fields: &fields,
        };
        match self.connection.respond(stream, heading, false) {
            Err(Refused::TooLarge { .. }) => {
                self.calls[at].answered = false;
                self.fail(stream, &too_much_metadata());
                false
            }
            answered => answered.is_ok(),
        }
    }

    /// Takes the metadata for the head of a reply.
    fn take_initial(&mut self, stream: StreamId) -> Option<Metadata> {
        let mut attached = self.attached.iter_mut();
        let (_, metadata) = attached.find(|(of, _)| *of == stream)?;
        let initial = core::mem::take(&mut metadata.initial);
        (!initial.is_empty()).then_some(initial)
    }

    /// Takes the metadata for the end of a reply. Initial metadata that came after the head was
    /// written is added to the head.
    ///
    /// # Errors
    /// The client does not accept that much.
    #[inline]
    pub(super) fn settle_metadata(&mut self, stream: StreamId) -> Result<Metadata, Fault> {
        match self.attached.is_empty() {
            true => Ok(Metadata::new()),
            false => self.settle_attached(stream),
        }
    }

    #[cold]
    fn settle_attached(&mut self, stream: StreamId) -> Result<Metadata, Fault> {
        let at = self.position(stream);
        if let Some((initial, at)) = self.take_initial(stream).zip(at) {
            let written = head::written(&initial);
            let fields: Vec<Field<'_>> = head::fields(&initial, &written).collect();
            let heading = Heading {
                prepared: Some(self.head_of(at)),
                fields: &fields,
            };
            if let Err(Refused::TooLarge { .. }) = self.connection.extend_head(stream, heading) {
                return Err(too_much_metadata());
            }
        }
        let at = self.attached.iter().position(|(of, _)| *of == stream);
        let metadata = at.map(|at| self.attached.swap_remove(at).1);
        Ok(metadata.unwrap_or_default().trailing)
    }

    /// Completes the written message: whether there is one, and it is not too large.
    pub(super) fn seal(&mut self, encoding: Compression) -> Result<bool, Fault> {
        let content = self.connection.body_bytes();
        let Some(bytes) = content.len().checked_sub(PREFIX) else {
            return Ok(false);
        };
        if bytes > self.caps.sent_message_bytes as usize {
            let what = "the reply is larger than the server sends";
            return Err(status::with_code(status::RESOURCE_EXHAUSTED, what));
        }
        message::seal(&mut self.connection, encoding, &mut self.content.gzip);
        Ok(true)
    }

    /// Ends a successful reply; the body is its last message. An empty body is no message if
    /// `need_not` be one; `encoding` is that of the reply.
    pub(super) fn finish_well(
        &mut self,
        stream: StreamId,
        (need_not, encoding): (bool, Compression),
        trailing: &Metadata,
    ) {
        let empty = self.connection.body_bytes().len() <= PREFIX;
        if need_not && empty {
            self.connection.abandon_data();
        } else {
            match self.seal(encoding) {
                Ok(true) => drop(self.connection.finish_data(false)),
                Ok(false) => {}
                Err(fault) => {
                    self.connection.abandon_data();
                    return self.answer_with(stream, &fault, true, trailing);
                }
            }
        }
        if trailing.is_empty() {
            let _ = self.connection.trailers(stream, self.always.well);
        } else {
            self.end_with(stream, trailing);
        }
    }

    #[cold]
    fn end_with(&mut self, stream: StreamId, trailing: &Metadata) {
        let written = head::written(trailing);
        let fields: Vec<Field<'_>> = head::fields(trailing, &written).collect();
        let heading = Heading {
            prepared: Some(self.always.well),
            fields: &fields,
        };
        if let Err(Refused::TooLarge { .. }) = self.connection.trailers(stream, heading) {
            self.answer_with(stream, &too_much_metadata(), true, &Metadata::new());
        }
    }

    /// Begins a message of a reply. One of several is taken even while too much waits: its sender was told of room, or
    /// it is the end.
    pub(super) fn begin_content(&mut self, stream: StreamId) -> Result<(), Refused> {
        let at = self.position(stream);
        match at.is_some_and(|at| self.calls[at].streams.reply) {
            true => self.connection.begin_promised(stream),
            false => self.connection.begin_data(stream),
        }
    }
}

/// The outcome of a call whose reply would have to wait behind more than is held for the client's windows.
#[cold]
pub(super) fn unsendable(outcome: Outcome) -> Outcome {
    if let Outcome::Fault(_) = outcome {
        return outcome;
    }
    let what = "too many replies wait until the client receives them";
    Outcome::Fault(status::with_code(status::RESOURCE_EXHAUSTED, what))
}

fn too_much_metadata() -> Fault {
    let what = "the reply has more metadata than the client takes";
    status::with_code(status::RESOURCE_EXHAUSTED, what)
}
