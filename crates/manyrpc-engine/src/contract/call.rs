//! Calls as clients make them and servers receive them.

use alloc::sync::Arc;
use core::net::SocketAddr;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Encoding, InterfaceId};

use crate::name::{CallName, Metadata, ObjectKey, Path};
use crate::streams::{Part, Streams};

/// One engine's name for one call, never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// By which of its names the call of a client names its interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InterfaceKey {
    /// By none: it is the one interface of that endpoint.
    Only,
    /// A program by number and version.
    Program {
        /// The program number.
        program: u32,
        /// The program's version.
        version: u32,
    },
    /// By universally unique identifier and version.
    Uuid {
        /// The identifier, in the order it is printed.
        uuid: [u8; 16],
        /// Both sides must agree on it.
        major: u16,
        /// A server may be newer than its client.
        minor: u16,
    },
    /// In words: [`Call::name`].
    Named,
}

/// What a caller asks for, before the arguments.
#[derive(Clone, Copy, Debug)]
pub struct CallHead<'a> {
    /// The interface, by every name that a protocol may want.
    pub interface: InterfaceId<'a>,
    /// The operation's number.
    pub operation: u32,
    /// The operation's name.
    pub name: &'a str,
    /// What travels beside the arguments, where the protocol has such; others leave it out.
    pub metadata: Option<&'a Metadata>,
    /// The object it is for, where the protocol has such.
    pub object: Option<&'a ObjectKey>,
    /// What answer is expected.
    pub kind: CallKind,
    /// Which ways there are several messages.
    pub streams: Streams,
    /// Carrying it out again does no harm.
    pub idempotent: bool,
    /// How long to wait in all; `None` for the engine's default.
    pub timeout: Option<Duration>,
}

impl<'a> CallHead<'a> {
    /// A call with a reply, at most once, in the engine's default time.
    pub const fn new(interface: InterfaceId<'a>, operation: u32) -> Self {
        CallHead {
            interface,
            operation,
            name: "",
            metadata: None,
            object: None,
            kind: CallKind::Call,
            streams: Streams::NONE,
            idempotent: false,
            timeout: None,
        }
    }

    /// The same for protocols that name operations in words.
    pub const fn named(path: Path<'a>) -> Self {
        CallHead {
            name: path.operation,
            ..CallHead::new(InterfaceId::of_name(path.interface), 0)
        }
    }

    /// Interface and operation in words.
    pub const fn path(&self) -> Path<'a> {
        Path {
            interface: self.interface.full_name,
            operation: self.name,
        }
    }
}

/// What answer a call expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// One reply.
    Call,
    /// None: the call is over when it is sent.
    OneWay,
    /// Any number of replies from anyone, until the time is over.
    Broadcast,
}

/// One call that a server received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its name, for the reply.
    pub id: CallId,
    /// Which part of it this is. What is said beside is only true of a call's first part.
    pub part: Part,
    /// Which interface.
    pub interface: InterfaceKey,
    /// Which operation; 0 where the call is for an [`InterfaceKey::Named`].
    pub operation: u32,
    /// Both in words, where the protocol says them so.
    pub name: Option<Arc<CallName>>,
    /// What travels beside the arguments.
    pub metadata: Option<Arc<Metadata>>,
    /// How long the caller waits, if it says so.
    pub timeout: Option<Duration>,
    /// The object it is for, if the caller named one.
    pub object: Option<ObjectKey>,
    /// Who sent the datagram.
    pub from: Option<SocketAddr>,
    /// What the caller says of itself.
    pub credential: Credential,
    /// Who the caller is, once a security mechanism has verified it.
    pub principal: Option<Arc<str>>,
    /// The certificate (X.509, DER) by which the caller has proved to the transport who it is.
    pub certificate: Option<Arc<[u8]>>,
    /// What the calls of one client have in common, for state that is kept while the client is
    /// there; 0 where the protocol has no such notion.
    pub association: u64,
    /// How the arguments are encoded.
    pub encoding: Encoding,
    /// How the results are to be encoded.
    pub results: Encoding,
    /// Where the marshalled arguments lie in [`Rx::buf`](super::Rx::buf)'s data.
    pub arguments: Range<usize>,
}

impl Call {
    /// A call of which no more is known; its results are encoded as the arguments are.
    pub const fn new(
        id: CallId,
        interface: InterfaceKey,
        operation: u32,
        encoding: Encoding,
        arguments: Range<usize>,
    ) -> Self {
        Call {
            id,
            part: Part::Whole,
            interface,
            operation,
            name: None,
            metadata: None,
            timeout: None,
            object: None,
            from: None,
            credential: Credential {
                flavor: 0,
                body: 0..0,
            },
            principal: None,
            certificate: None,
            association: 0,
            encoding,
            results: encoding,
            arguments,
        }
    }
}

/// What a caller says of itself, unverified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credential {
    /// The protocol's number of the kind of credential; 0 for none.
    pub flavor: u32,
    /// Where its body lies in [`Rx::buf`](super::Rx::buf)'s data.
    pub body: Range<usize>,
}
