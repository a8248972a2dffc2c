//! JSON-RPC as a protocol of messages.

use core::ops::Range;

use manyrpc_codec::{Buf, Encoding};

use super::state::{JsonRpc, Tag};
use super::version::Version;
use super::{fault, replies, requests, text};
use crate::carrier::messages::{
    Delimiters, HttpHead, Protocol, Refused, ReplyMessage, Request, RequestMessage, Within,
};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::name::Metadata;

/// Section 6.
const BATCH: Delimiters = Delimiters {
    open: b"[",
    between: b",",
    close: b"]",
};

impl Protocol for JsonRpc {
    const DOMAIN: Domain = Domain::JsonRpc;
    const REPLY_DELIMITERS: Delimiters = BATCH;
    const UNANSWERED: Option<Fault> = None;
    type Tag = Tag;

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::Json(self.options)
    }

    #[inline]
    fn begin_request(&mut self, buf: &mut Buf, method: &str, _: Option<&Metadata>, _: Within) {
        text::begin_request(buf, self.version, method);
    }

    #[inline]
    fn end_request(&mut self, buf: &mut Buf, body: usize, number: Option<u32>, _: Within) {
        text::end_request(buf, self.version, body, number);
    }

    fn request_delimiters(&self) -> Option<Delimiters> {
        (self.version == Version::V2).then_some(BATCH)
    }

    fn parse_replies(
        &mut self,
        data: &[u8],
        message: Range<usize>,
        _: bool,
        most: usize,
    ) -> Result<ReplyMessage, WireError> {
        replies::read(data, message, most).map_err(WireError::BadResult)
    }

    fn parse_request<'a>(
        &mut self,
        data: &'a [u8],
        message: Range<usize>,
        most: usize,
        _: HttpHead<'_>,
    ) -> Result<RequestMessage<'a, Tag>, Refused<Tag>> {
        requests::read(self, data, message, most)
    }

    fn parse_member<'a>(
        &mut self,
        data: &'a [u8],
        call: Range<usize>,
    ) -> Result<Request<'a, Tag>, Refused<Tag>> {
        requests::one(self, data, call)
    }

    // Section 4.1: a notification has no reply, whatever its outcome.
    #[inline]
    fn is_answered(tag: &Tag) -> bool {
        !tag.echo.is_empty()
    }

    #[inline]
    fn tag_bytes(tag: &Tag) -> usize {
        tag.echo.len()
    }

    #[inline]
    fn reclaim(&mut self, tag: Tag) {
        self.take_back(tag);
    }

    #[inline]
    fn begin_result(&self, buf: &mut Buf, tag: &Tag, _: Within) {
        text::begin_result(buf, tag.version);
    }

    #[inline]
    fn end_result(&self, buf: &mut Buf, body: usize, tag: &Tag, _: Within) {
        if buf.len() == body {
            buf.put(b"null");
        }
        text::end_result(buf, tag.version, &tag.echo);
    }

    fn malformed(&mut self) -> Refused<Tag> {
        self.refuse(fault::PARSE_ERROR, None)
    }

    #[cold]
    fn put_fault(&self, buf: &mut Buf, fault: &Fault, tag: &Tag, _: Within) {
        text::put_error(buf, tag.version, &fault::to_wire(fault), &tag.echo);
    }
}
