//! CORBA's GIOP 1.0, 1.1 and 1.2, over streams.
//!
//! Reading list: CORBA 3.0 chapter 15 (GIOP and IIOP), section 13.7 (service contexts), 13.10.2 (code sets);
//! CORBA 2.2 chapter 13 for versions 1.0 and 1.1.
//!
//! A call names its object by a key and its operation by name. A call without an object is for the object whose
//! key is the interface's full name: servers of ours have such an object for each interface.
//!
//! - [`Client`], [`Server`]: the engines; [`Peer`] is both on one connection
//! - [`ior`]: object references
//! - [`code_sets`]: which code sets text is transmitted in
//! - [`fault`], [`SystemException`]: the standard exceptions
//! - [`pdu`]: its messages
//! - [`repository_id`]: identifiers of interfaces and exceptions
//!
//! Service contexts are metadata: that with number 17 is `giop-context-17-bin`, and its value its data as it stands, an
//! encapsulation. Code sets are the engines' own.

use alloc::string::String;

use manyrpc_codec::Buf;

use crate::name::Metadata;

mod client;
pub mod code_sets;
pub mod fault;
mod frames;
pub mod ior;
pub mod pdu;
mod peer;
mod server;
mod system_exception;
mod wire;

pub use client::Client;
pub use code_sets::CodeSets;
pub use manyrpc_codec::cdr::repository_id;
pub use peer::Peer;
pub use server::Server;
pub use system_exception::{Completion, Standard, SystemException};

/// A version of GIOP: 1.0, 1.1 or 1.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// GIOP 1.0: no fragments, no code sets.
    V1_0,
    /// GIOP 1.1.
    V1_1,
    /// GIOP 1.2.
    #[default]
    V1_2,
}

impl Version {
    /// The minor version.
    pub const fn minor(self) -> u8 {
        self as u8
    }
}

/// When a call without a reply is over for its client (section 22.2.2.1: `SyncScope`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyncScope {
    /// When it is sent (SYNC_WITH_TRANSPORT). It is not known whether it arrives.
    #[default]
    Transport,
    /// When the server says that it has it, and will carry it out (SYNC_WITH_SERVER).
    Server,
    /// When the server says that it has carried it out (SYNC_WITH_TARGET).
    Target,
}

impl SyncScope {
    fn response(self) -> pdu::Response {
        match self {
            SyncScope::Transport => pdu::Response::None,
            SyncScope::Server => pdu::Response::Receipt,
            SyncScope::Target => pdu::Response::Results,
        }
    }
}

/// The process of a server, as its engines see it: what is known of its objects.
pub trait Host: Send + Sync + core::fmt::Debug {
    /// What an object key stands for.
    fn find(&self, key: &[u8]) -> Object;

    /// Whether there is an object with that key. It may take longer than [`find`](Self::find), which may take keys for
    /// objects' that turn out not to be when they are called.
    fn exists(&self, key: &[u8]) -> bool {
        self.find(key) != Object::Unknown
    }

    /// Where an object is that has [moved](Object::Moved), and whether it has for good, so that its new reference replaces
    /// the old one.
    fn location(&self, key: &[u8]) -> Option<(ior::Ior, bool)> {
        let _ = key;
        None
    }

    /// The repository identifier of an object's most derived interface.
    fn repository_id(&self, key: &[u8]) -> Option<String>;

    /// Whether an object has an interface, its own or a base.
    fn is_a(&self, key: &[u8], repository_id: &str) -> bool;
}

/// What an object key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// Nothing.
    Unknown,
    /// An interface, of which it is the full name.
    Interface,
    /// An object of the application.
    Application,
    /// An object that has moved: [`Host::location`] says where to.
    Moved,
}

/// What the metadata of service contexts begin and end with.
const CONTEXT: (&str, &str) = ("giop-context-", "-bin");

/// The service context that a piece of metadata is.
fn context_id(name: &str) -> Option<u32> {
    name.strip_prefix(CONTEXT.0)?
        .strip_suffix(CONTEXT.1)?
        .parse()
        .ok()
}

/// Appends the service contexts that are among metadata; returns how many.
fn put_metadata(buf: &mut Buf, start: usize, metadata: &Metadata) -> u32 {
    let mut n = 0;
    for (name, value) in metadata.iter() {
        if let Some(id) = context_id(name) {
            wire::put_u32(buf, start, id);
            wire::put_octets(buf, start, value);
            n += 1;
        }
    }
    n
}

/// Service contexts as metadata; `None` if they are more than `most` bytes.
fn metadata_of(contexts: pdu::Contexts<'_>, most: usize) -> Option<Metadata> {
    let mut metadata = Metadata::new();
    let mut bytes = 0;
    for (id, data) in contexts {
        if matches!(id, pdu::context::CODE_SETS | pdu::context::PADDING) {
            continue;
        }
        let name = alloc::format!("{}{id}{}", CONTEXT.0, CONTEXT.1);
        bytes += name.len() + data.len();
        if bytes > most {
            return None;
        }
        metadata.push(&name, data);
    }
    Some(metadata)
}
