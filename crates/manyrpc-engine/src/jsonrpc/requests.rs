//! Parsing requests.
//!
//! Reading list: JSON-RPC 2.0 sections 4 (requests, notifications) and 6 (batches); JSON-RPC 1.0
//! (notifications have an `id` that is null).

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use manyrpc_codec::json::scan::{self, Body, Envelope};
use manyrpc_codec::{Malformed, MalformedKind};

use super::SCAN;
use super::fault::{self, INVALID_REQUEST, PARSE_ERROR};
use super::state::{JsonRpc, Tag};
use super::version::Version;
use crate::carrier::messages::{Name, Refused, Request, RequestMessage};

/// Parses a message: one call, a batch, or an invalid message.
pub(super) fn read<'a>(
    own: &mut JsonRpc,
    data: &'a [u8],
    message: Range<usize>,
    most: usize,
) -> Result<RequestMessage<'a, Tag>, Refused<Tag>> {
    let start = message.start;
    let offset = |r: Range<usize>| start + r.start..start + r.end;
    match scan::body(&data[message], most, &SCAN) {
        Ok(Body::One(message)) => one(own, data, offset(message)).map(RequestMessage::Single),
        Ok(Body::Batch(messages)) if messages.is_empty() => Err(own.refuse(INVALID_REQUEST, None)),
        Ok(Body::Batch(messages)) => Ok(RequestMessage::Batch(
            messages.into_iter().map(offset).collect(),
        )),
        Err(malformed) => Err(own.refuse_body(&malformed)),
    }
}

/// Parses a single call.
pub(super) fn one<'a>(
    own: &mut JsonRpc,
    data: &'a [u8],
    message: Range<usize>,
) -> Result<Request<'a, Tag>, Refused<Tag>> {
    let start = message.start;
    match scan::envelope(data, message, &SCAN) {
        Ok(Some(envelope)) => own.request(data, envelope, start),
        Ok(None) => Err(own.refuse(INVALID_REQUEST, None)),
        Err(_) => Err(own.refuse(PARSE_ERROR, None)),
    }
}

impl JsonRpc {
    #[cold]
    pub(super) fn refuse(&mut self, code: i32, id: Option<&[u8]>) -> Refused<Tag> {
        let words = fault::message_of(code).unwrap_or_default();
        self.refuse_with_message(code, words, id)
    }

    fn refuse_with_message(
        &mut self,
        code: i32,
        words: impl Into<String>,
        id: Option<&[u8]>,
    ) -> Refused<Tag> {
        let tag = self.tag(Version::V2, id.unwrap_or(b"null"));
        Refused(fault::with_code(code, words), tag)
    }

    /// A batch of too many calls is valid JSON; the answer tells its sender how many are permitted.
    #[cold]
    fn refuse_body(&mut self, malformed: &Malformed) -> Refused<Tag> {
        let MalformedKind::TooLong { max, .. } = malformed.kind else {
            return self.refuse(PARSE_ERROR, None);
        };
        let words =
            format!("Invalid Request: more than {max} calls in a batch; send several batches");
        self.refuse_with_message(INVALID_REQUEST, words, None)
    }

    /// Sections 4 and 4.2: what makes a message a request.
    fn request<'a>(
        &mut self,
        data: &'a [u8],
        envelope: Envelope<'a>,
        start: usize,
    ) -> Result<Request<'a, Tag>, Refused<Tag>> {
        let first = |range: &Range<usize>| data.get(range.start).copied();
        let version = match envelope.version.as_deref() {
            None | Some("1.0" | "1.1") => Some(Version::V1),
            Some("2.0") => Some(Version::V2),
            Some(_) => None,
        };
        // Section 4: a string, a number or null. Version 1.0 allows any value.
        let simple =
            |id: &Range<usize>| matches!(first(id), Some(b'"' | b'-' | b'0'..=b'9' | b'n'));
        let id = envelope.id.clone();
        let echo = id.clone().filter(simple);
        let refused = |own: &mut Self| {
            let echo = echo.clone().map(|id| &data[id]);
            Err(own.refuse(INVALID_REQUEST, echo))
        };
        let (Some(version), Some(method), false) = (version, envelope.method, envelope.odd) else {
            return refused(self);
        };
        let params = match envelope.params {
            None => start..start,
            Some(params) => match first(&params) {
                Some(b'[' | b'{') => params,
                // Against the specification, some clients send null for no parameters.
                Some(b'n') => start..start,
                _ => return refused(self),
            },
        };
        let id = match version {
            Version::V1 => id.filter(|id| first(id) != Some(b'n')),
            Version::V2 if id != echo => return refused(self),
            Version::V2 => id,
        };
        let tag = self.tag(version, id.map_or(&[], |id| &data[id]));
        Ok(Request {
            name: Name::Method(method),
            params,
            tag,
        })
    }
}
