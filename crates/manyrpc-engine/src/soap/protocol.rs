//! SOAP as a protocol of messages.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::soap::{Options, Version, to_utf8};
use manyrpc_codec::{Buf, Encoding, Malformed};

use super::addressing::{self, Addressing, Related};
use super::security::Verifier;
use super::{envelope, fault, metadata, replies, requests};
use crate::carrier::http1::ResponseHead;
use crate::carrier::messages::{
    Delimiters, Protocol, Refused, ReplyMessage, Request, RequestHead, RequestMessage, Within,
};
use crate::contract::{Call, CallHead};
use crate::domain::Domain;
use crate::fault::{Fault, WireError};
use crate::name::Metadata;

/// Writes entries of a message's header.
pub trait HeaderWriter: fmt::Debug + Send {
    /// Appends the entries of one message, with the namespaces that they need; `soap` is the envelope's prefix.
    fn write(&mut self, buf: &mut Buf, version: Version);
}

/// The names of entries in headers that an application understands: namespace and local name.
pub type Understood = Vec<(String, String)>;

/// SOAP.
#[derive(Debug)]
pub struct Soap {
    /// How a client's messages are written. Servers take what they answer to.
    pub(super) options: Options,
    /// The boundary of this connection's MIME packages.
    pub(super) boundary: [u8; 16],
    /// Of a client.
    pub(super) addressing: Option<Addressing>,
    pub(super) headers: Option<Box<dyn HeaderWriter>>,
    /// Calls read a document.
    pub(super) reads: bool,
    /// What a request's head has of the call, and the action that it was made of.
    fields: Vec<u8>,
    action: String,
    /// It has metadata, too.
    has_more: bool,
    /// Of a server: the metadata of requests.
    pub(super) received: metadata::Fields,
    /// Whether results may travel in packages.
    pub(super) packages: bool,
    pub(super) understood: Arc<Understood>,
    pub(super) verifier: Option<Arc<dyn Verifier>>,
    /// The type of a server's packages, by version.
    types: [String; 2],
}

/// What a reply needs of a request.
#[derive(Clone, Debug)]
pub struct Tag {
    pub(super) version: Version,
    /// The request came in a MIME package.
    pub(super) package: bool,
    pub(super) related: Option<Box<Related>>,
    pub(super) refusal: Option<Box<Refusal>>,
    /// Until the call has them.
    pub(super) user: Option<Arc<str>>,
    pub(super) metadata: Option<Arc<Metadata>>,
}

/// What the answer to a refused message states beside the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Which versions there are.
    Version,
    /// A mandatory entry of its header: namespace and local name.
    Entry(String, String),
    /// Who sends it.
    User,
}

impl Soap {
    pub(super) fn new(seed: u64) -> Self {
        let boundary = boundary(seed);
        let package = |version| {
            let mut text = String::new();
            let options = Options {
                version,
                mtom: Some(boundary),
                ..Options::DEFAULT
            };
            envelope::put_content_type(&mut text, &options);
            text
        };
        Soap {
            options: Options::DEFAULT,
            boundary,
            addressing: None,
            headers: None,
            reads: false,
            fields: Vec::new(),
            action: String::new(),
            has_more: false,
            received: metadata::Fields::default(),
            packages: true,
            understood: Arc::default(),
            verifier: None,
            types: [Version::V11, Version::V12].map(package),
        }
    }

    /// SOAP 1.1 section 6.1.1; SOAP 1.2 part 2 section 7.1.4 and appendix A.
    #[cold]
    fn make_fields(&mut self, action: &str) {
        self.action.clear();
        self.action.push_str(action);
        self.fields.clear();
        let (before, is_stated) = match self.options.version {
            Version::V11 => ("\r\nSOAPAction: \"", true),
            Version::V12 => ("; action=\"", !action.is_empty()),
        };
        if is_stated {
            self.fields.extend_from_slice(before.as_bytes());
            let plain = action
                .bytes()
                .filter(|b| !b.is_ascii_control() && *b != b'"');
            self.fields.extend(plain);
            self.fields.push(b'"');
        }
    }

    /// Begins the header of a request.
    fn put_header(&mut self, buf: &mut Buf, metadata: Option<&Metadata>) {
        buf.put(b"<soap:Header>");
        if let Some(addressing) = &mut self.addressing {
            addressing.write(buf, &self.action);
        }
        if let Some(headers) = &mut self.headers {
            headers.write(buf, self.options.version);
        }
        if let Some(metadata) = metadata {
            metadata::write_entries(buf, metadata);
        }
    }

    /// How the results of a call are written.
    fn options_of(&self, tag: &Tag) -> Options {
        Options {
            version: tag.version,
            header_open: tag.related.is_some(),
            mtom: (tag.package && self.packages).then_some(self.boundary),
            ..Options::DEFAULT
        }
    }
}

/// Different for every connection, so that no value has it by chance.
fn boundary(seed: u64) -> [u8; 16] {
    let mut state = seed;
    let mut next = || {
        // SplitMix64 (Steele, Lea, Flood 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let halves = [next().to_be_bytes(), next().to_be_bytes()];
    let mut boundary = [0; 16];
    for (to, from) in boundary.chunks_exact_mut(8).zip(halves) {
        to.copy_from_slice(&from);
    }
    boundary
}

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
        if self.fields.is_empty() || self.has_more || has_more || self.action != head.action {
            self.make_fields(head.action);
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
    fn end_request(&mut self, _: &mut Buf, _: usize, _: Option<u32>, _: Within) {}

    fn request_delimiters(&self) -> Option<Delimiters> {
        None
    }

    fn parse_replies(
        &self,
        data: &[u8],
        message: Range<usize>,
        _: bool,
        _: usize,
    ) -> Result<ReplyMessage, WireError> {
        match self.reads {
            true => Ok(replies::whole(message)),
            false => replies::read(data, message, self.options),
        }
    }

    fn parse_request<'a>(
        &mut self,
        data: &'a [u8],
        message: Range<usize>,
        _: usize,
        head: RequestHead<'_>,
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

    #[inline]
    fn complete(tag: &mut Tag, call: &mut Call) {
        call.metadata = tag.metadata.take();
        call.principal = tag.user.take();
    }

    fn tag_bytes(tag: &Tag) -> usize {
        tag.related.as_ref().map_or(0, |related| related.bytes())
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

    fn response_head(&self, tag: &Tag, fault: Option<&Fault>) -> Option<ResponseHead<'_>> {
        let (plain, package) = match tag.version {
            Version::V11 => (envelope::TYPE_11, &self.types[0]),
            Version::V12 => (envelope::TYPE_12, &self.types[1]),
        };
        let is_package = fault.is_none() && tag.package && self.packages;
        let content_type = if is_package { package } else { plain };
        // RFC 7617 section 2.
        if tag.refusal.as_deref() == Some(&Refusal::User) {
            return Some(ResponseHead {
                status: "401 Unauthorized",
                content_type,
                more: "\r\nWWW-Authenticate: Basic realm=\"SOAP\"",
            });
        }
        Some(ResponseHead {
            status: fault.map_or("200 OK", |fault| fault::http_status(tag.version, fault)),
            content_type,
            more: "",
        })
    }

    #[inline]
    fn begin_result(&self, buf: &mut Buf, tag: &Tag, _: Within) {
        envelope::begin(buf, &self.options_of(tag));
        if let Some(related) = &tag.related {
            buf.put(b"<soap:Header>");
            addressing::write_reply(buf, related, false);
        }
    }

    #[inline]
    fn end_result(&self, _: &mut Buf, _: usize, _: &Tag, _: Within) {}

    #[cold]
    fn put_fault(&self, buf: &mut Buf, fault: &Fault, tag: &Tag, _: Within) {
        fault::write(buf, fault, tag);
    }

    fn transcoded(document: &[u8], most: usize) -> Result<Option<Vec<u8>>, Malformed> {
        // The parts of a package say themselves what they are.
        if document.starts_with(b"--") {
            return Ok(None);
        }
        Ok(match to_utf8(document, None, most)? {
            alloc::borrow::Cow::Owned(text) => Some(text),
            alloc::borrow::Cow::Borrowed(_) => None,
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
