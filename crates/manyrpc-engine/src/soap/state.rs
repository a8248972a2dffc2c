//! What both roles keep, and what a reply needs of its request.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;
use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::soap::{Options, Version};

use super::addressing::{Actions, Addressing, Related};
use super::security::Verifier;
use super::{envelope, metadata};
use crate::contract::CallHead;
use crate::name::Metadata;
use crate::random::Random;

/// Writes entries of a message's header.
pub trait HeaderWriter: fmt::Debug + Send {
    /// Appends the entries of one message, with the namespaces that they need; `soap` is the envelope's prefix.
    fn write(&mut self, buf: &mut Buf);
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
    /// What a request's head has of the call, and the action that it was made of; that of WS-Addressing.
    pub(super) fields: Vec<u8>,
    pub(super) action: String,
    pub(super) addressed: String,
    /// It has metadata, too.
    pub(super) has_more: bool,
    /// The metadata of what was received.
    pub(super) received: metadata::Fields,
    /// Where the entries of the header are in the last reply.
    pub(super) entries: Vec<Range<usize>>,
    /// Whether results may travel in packages.
    pub(super) packages: bool,
    pub(super) understood: Arc<Understood>,
    pub(super) actions: Arc<Actions>,
    pub(super) verifier: Option<Arc<dyn Verifier>>,
    /// The type of a server's packages, by version, once there are any.
    types: [OnceCell<String>; 2],
}

/// What a reply needs of a request.
#[derive(Clone, Debug)]
pub struct Tag {
    pub(super) version: Version,
    /// The request came in a package of MTOM.
    pub(super) package: bool,
    pub(super) related: Option<Box<Related>>,
    pub(super) refusal: Option<Box<Refusal>>,
    /// Until the call has them.
    pub(super) user: Option<Arc<str>>,
    pub(super) metadata: Option<Arc<Metadata>>,
    /// Metadata of its results, as fields of HTTP, each behind a line break.
    pub(super) fields: Vec<u8>,
}

impl Tag {
    pub(super) fn new(version: Version) -> Self {
        Tag {
            version,
            package: false,
            related: None,
            refusal: None,
            user: None,
            metadata: None,
            fields: Vec::new(),
        }
    }
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
        Soap {
            options: Options::DEFAULT,
            boundary: boundary(seed),
            addressing: None,
            headers: None,
            reads: false,
            fields: Vec::new(),
            action: String::new(),
            addressed: String::new(),
            has_more: false,
            received: metadata::Fields::default(),
            entries: Vec::new(),
            packages: true,
            understood: Arc::default(),
            actions: Arc::default(),
            verifier: None,
            types: Default::default(),
        }
    }

    /// SOAP 1.1 section 6.1.1; SOAP 1.2 part 2 section 7.1.4 and appendix A.
    #[cold]
    pub(super) fn make_fields(&mut self, head: &CallHead<'_>) {
        let action = head.action;
        self.action.clear();
        self.action.push_str(action);
        self.addressed.clear();
        self.addressed.push_str(head.addressed_action());
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

    /// Whether the fields of the head are those of a call with that action of WS-Addressing.
    pub(super) fn is_addressed(&self, head: &CallHead<'_>) -> bool {
        self.addressed == head.addressed_action()
    }

    /// Begins the header of a request.
    pub(super) fn put_header(&mut self, buf: &mut Buf, metadata: Option<&Metadata>) {
        buf.put(b"<soap:Header>");
        if let Some(addressing) = &mut self.addressing {
            addressing.write(buf, &self.addressed);
        }
        if let Some(headers) = &mut self.headers {
            headers.write(buf);
        }
        if let Some(metadata) = metadata {
            metadata::write_entries(buf, metadata);
        }
    }

    /// The content type of a call's results.
    pub(super) fn type_of(&self, tag: &Tag) -> &str {
        let options = self.options_of(tag);
        let place = match (options.mtom, options.version) {
            (None, version) => return envelope::plain_content_type(version),
            (Some(_), Version::V11) => &self.types[0],
            (Some(_), Version::V12) => &self.types[1],
        };
        place.get_or_init(|| envelope::content_type(&options))
    }

    /// How the results of a call are written.
    pub(super) fn options_of(&self, tag: &Tag) -> Options {
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
    Random::new(seed).bytes()
}
