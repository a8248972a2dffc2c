//! SOAP as a protocol of messages.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::soap::{Options, Version, is_package, to_utf8};
use manyrpc_codec::{Buf, Encoding, Malformed};

use super::state::{Refusal, Soap, Tag};
use super::{addressing, envelope, fault, metadata, replies, requests};
use crate::carrier::http1::ResponseHead;
use crate::carrier::messages::{
    Delimiters, HttpHead, Protocol, Refused, ReplyMessage, Request, RequestMessage, Within,
};
use crate::contract::{Call, CallHead};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::name::{Metadata, ReplyMetadata};

impl Protocol for Soap {
    const DOMAIN: Domain = Domain::Soap;
    // There are no batches.
    const REPLY_DELIMITERS: Delimiters = Delimiters {
        open: b"",
        between: b"",
        close: b"",
    };
    const UNANSWERED: Option<Fault> = None;
    // WS-I Basic Profile 1.1, R1112: a one-way call is accepted.
    const NOTHING: &str = "202 Accepted";
    type Tag = Tag;

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::Soap(self.options)
    }

    #[inline]
    fn request_fields(&mut self, head: &CallHead<'_>) -> &[u8] {
        let has_more = head.metadata.is_some();
        let is_same =
            self.action == head.action && (self.addressing.is_none() || self.is_addressed(head));
        if self.fields.is_empty() || self.has_more || has_more || !is_same {
            self.make_fields(head);
            self.has_more = has_more;
            if let Some(metadata) = head.metadata {
                metadata::write_fields(&mut self.fields, metadata);
            }
        }
        &self.fields
    }

    #[inline]
    fn begin_request(&mut self, buf: &mut Buf, _: &str, metadata: Option<&Metadata>, _: Within) {
        if self.reads {
            return;
        }
        envelope::begin(buf, &self.options);
        let metadata = metadata.filter(|metadata| metadata::has_entries(metadata));
        let has_own = self.addressing.is_some() || self.headers.is_some();
        self.options.header_open = has_own || metadata.is_some();
        if self.options.header_open {
            self.put_header(buf, metadata);
        }
    }

    /// The codec has written the end of the message.
    #[inline]
    fn end_request(&mut self, _: &mut Buf, _: usize, number: Option<u32>, _: Within) {
        if let Some(addressing) = &mut self.addressing {
            addressing.sent(number);
        }
    }

    fn request_delimiters(&self) -> Option<Delimiters> {
        None
    }

    fn parse_replies(
        &mut self,
        data: &[u8],
        message: Range<usize>,
        _: bool,
        _: usize,
    ) -> Result<ReplyMessage, WireError> {
        self.entries.clear();
        if self.reads {
            return Ok(replies::whole(message));
        }
        let (addressing, entries) = (self.addressing.as_ref(), &mut self.entries);
        replies::read(data, message, self.options, addressing, entries)
    }

    fn parse_request<'a>(
        &mut self,
        data: &'a [u8],
        message: Range<usize>,
        _: usize,
        head: HttpHead<'_>,
    ) -> Result<RequestMessage<'a, Tag>, Refused<Tag>> {
        requests::read(self, data, message, head).map(RequestMessage::Single)
    }

    fn parse_member<'a>(
        &mut self,
        _: &'a [u8],
        _: Range<usize>,
    ) -> Result<Request<'a, Tag>, Refused<Tag>> {
        Err(self.malformed())
    }

    fn is_answered(tag: &Tag) -> bool {
        let related = tag.related.as_ref();
        related.is_none_or(|related| !related.is_dropped)
    }

    #[inline]
    fn complete(tag: &mut Tag, call: &mut Call) {
        call.metadata = tag.metadata.take();
        call.principal = tag.user.take();
    }

    fn tag_bytes(tag: &Tag) -> usize {
        let related = tag.related.as_ref().map_or(0, |related| related.bytes());
        related + tag.fields.len()
    }

    fn encodings(&self, tag: &Tag) -> (Encoding, Encoding) {
        let results = self.options_of(tag);
        let arguments = Options {
            header_open: false,
            mtom: None,
            ..results
        };
        (Encoding::Soap(arguments), Encoding::Soap(results))
    }

    fn response_head<'a>(
        &'a self,
        tag: &'a Tag,
        fault: Option<&Fault>,
    ) -> Option<ResponseHead<'a>> {
        // Faults have no attachments.
        let content_type = match fault {
            Some(_) => envelope::plain_content_type(tag.version),
            None => self.type_of(tag),
        };
        // RFC 7617 section 2.
        if tag.refusal.as_deref() == Some(&Refusal::User) {
            return Some(ResponseHead {
                status: "401 Unauthorized",
                content_type,
                more: &[("WWW-Authenticate", "Basic realm=\"SOAP\"")],
                written: &[],
            });
        }
        Some(ResponseHead {
            status: fault.map_or("200 OK", |fault| fault::http_status(tag.version, fault)),
            content_type,
            more: &[],
            written: &tag.fields,
        })
    }

    const HAS_METADATA: bool = true;

    fn attach(tag: &mut Tag, metadata: &ReplyMetadata) -> bool {
        // The length of a head is not known before its results are written.
        let both = [&metadata.initial, &metadata.trailing];
        let written = both.map(|metadata| metadata::write_fields(&mut tag.fields, metadata));
        written == [true, true]
    }

    #[inline]
    fn fields(tag: &Tag) -> &[u8] {
        &tag.fields
    }

    #[inline]
    fn metadata_of(&mut self, message: &[u8], head: HttpHead<'_>) -> Option<Box<ReplyMetadata>> {
        let mut entries = self.entries.iter().filter_map(|at| message.get(at.clone()));
        let metadata = self.received.of(head, &mut entries)?;
        Some(Box::new(ReplyMetadata {
            initial: Metadata::clone(&metadata),
            ..ReplyMetadata::NONE
        }))
    }

    #[inline]
    fn begin_result(&self, buf: &mut Buf, tag: &Tag, _: Within) {
        envelope::begin(buf, &self.options_of(tag));
        if let Some(related) = &tag.related {
            buf.put(b"<soap:Header>");
            addressing::write_reply(buf, related, Some(&self.actions));
        }
    }

    #[inline]
    fn end_result(&self, _: &mut Buf, _: usize, _: &Tag, _: Within) {}

    #[cold]
    fn put_fault(&self, buf: &mut Buf, fault: &Fault, tag: &Tag, _: Within) {
        fault::write(buf, fault, tag);
    }

    fn transcoded(
        document: &[u8],
        charset: Option<&str>,
        most: usize,
    ) -> Result<Option<Vec<u8>>, Malformed> {
        // The parts of a package say themselves what they are.
        if is_package(document) {
            return Ok(None);
        }
        Ok(match to_utf8(document, charset, most)? {
            Cow::Owned(text) => Some(text),
            Cow::Borrowed(_) => None,
        })
    }

    fn malformed(&mut self) -> Refused<Tag> {
        requests::refused(
            fault::SENDER,
            "the message is not well-formed",
            Version::V11,
        )
    }
}
