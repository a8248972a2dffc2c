//! What both roles keep, and what a reply needs of its request.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use manyrpc_codec::Buf;
use manyrpc_codec::soap::{Options, Version};

use super::addressing::{Addressing, Related};
use super::security::Verifier;
use super::{envelope, metadata};
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
    pub(super) fields: Vec<u8>,
    pub(super) action: String,
    /// It has metadata, too.
    pub(super) has_more: bool,
    /// Of a server: the metadata of requests.
    pub(super) received: metadata::Fields,
    /// Whether results may travel in packages.
    pub(super) packages: bool,
    pub(super) understood: Arc<Understood>,
    pub(super) verifier: Option<Arc<dyn Verifier>>,
    /// The type of a server's packages, by version.
    pub(super) types: [String; 2],
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
    pub(super) fn make_fields(&mut self, action: &str) {
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
    pub(super) fn put_header(&mut self, buf: &mut Buf, metadata: Option<&Metadata>) {
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
