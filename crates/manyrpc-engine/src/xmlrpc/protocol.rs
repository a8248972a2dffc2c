//! XML-RPC as a protocol of messages.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::xml::{Options, to_utf8};
use manyrpc_codec::{Buf, Encoding, Malformed};

use super::{fault, replies, requests, text};
use crate::carrier::messages::{
    Delimiters, HttpHead, Protocol, Refused, ReplyMessage, Request, RequestMessage, Within,
};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::name::Metadata;

/// XML-RPC.
#[derive(Debug)]
pub struct XmlRpc {
    /// Extensions of the specification to use.
    pub(super) options: Options,
}

impl Protocol for XmlRpc {
    const DOMAIN: Domain = Domain::XmlRpc;
    const REPLY_DELIMITERS: Delimiters = text::RESULTS;
    // Results are matched by position.
    const UNANSWERED: Option<Fault> = Some(Fault::ServerFailure);
    type Tag = ();

    #[inline]
    fn encoding(&self) -> Encoding {
        Encoding::Xml(self.options)
    }

    #[inline]
    fn begin_request(&mut self, buf: &mut Buf, method: &str, _: Option<&Metadata>, within: Within) {
        match within {
            Within::Alone => text::begin_request(buf, method),
            Within::Batch => text::begin_member(buf, method),
        }
    }

    #[inline]
    fn end_request(&mut self, buf: &mut Buf, body: usize, _: Option<u32>, within: Within) {
        match within {
            Within::Alone => buf.put(text::REQUEST_END),
            Within::Batch => {
                text::unwrap_params(buf, body);
                buf.put(text::MEMBER_END);
            }
        }
    }

    fn request_delimiters(&self) -> Option<Delimiters> {
        Some(text::CALLS)
    }

    fn parse_replies(
        &mut self,
        data: &[u8],
        message: Range<usize>,
        several: bool,
        most: usize,
    ) -> Result<ReplyMessage, WireError> {
        replies::read(data, message, several.then_some(most))
    }

    fn parse_request<'a>(
        &mut self,
        data: &'a [u8],
        message: Range<usize>,
        most: usize,
        _: HttpHead<'_>,
    ) -> Result<RequestMessage<'a, ()>, Refused<()>> {
        requests::read(data, message, most)
    }

    fn parse_member<'a>(
        &mut self,
        data: &'a [u8],
        call: Range<usize>,
    ) -> Result<Request<'a, ()>, Refused<()>> {
        requests::member(data, call)
    }

    #[inline]
    fn begin_result(&self, buf: &mut Buf, (): &(), within: Within) {
        buf.put(match within {
            Within::Alone => text::RESULT,
            Within::Batch => text::ELEMENT,
        });
    }

    #[inline]
    fn end_result(&self, buf: &mut Buf, body: usize, (): &(), within: Within) {
        if buf.len() == body {
            buf.put(text::NO_RESULT);
        }
        match within {
            Within::Alone => buf.put(text::RESULT_END),
            Within::Batch => {
                text::unwrap_params(buf, body);
                buf.put(text::ELEMENT_END);
            }
        }
    }

    #[cold]
    fn put_fault(&self, buf: &mut Buf, fault: &Fault, (): &(), within: Within) {
        let (code, message) = fault::to_wire(fault);
        match within {
            Within::Alone => text::put_fault(buf, code, &message),
            Within::Batch => text::put_fault_value(buf, code, &message),
        }
    }

    fn transcoded(
        document: &[u8],
        charset: Option<&str>,
        most: usize,
    ) -> Result<Option<Vec<u8>>, Malformed> {
        Ok(match to_utf8(document, charset, most)? {
            Cow::Owned(text) => Some(text),
            Cow::Borrowed(_) => None,
        })
    }

    fn malformed(&mut self) -> Refused<()> {
        requests::refused(fault::NOT_WELL_FORMED)
    }
}
