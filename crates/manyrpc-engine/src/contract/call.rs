//! Calls as clients make them and servers receive them.

use alloc::sync::Arc;
use core::net::SocketAddr;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::{Encoding, InterfaceId};

use crate::domain::Domain;
use crate::name::{CallName, Metadata, ObjectKey, Path};
use crate::streams::{Part, Streams};

/// An engine's identifier of a call, never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// Which of its identities a client used to name the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InterfaceKey {
    /// None: it is the only interface of that endpoint.
    Only,
    /// A program by number and version.
    Program {
        /// The program number.
        program: u32,
        /// The program's version.
        version: u32,
    },
    /// A UUID and a version.
    Uuid {
        /// The UUID, in the order it is printed.
        uuid: [u8; 16],
        /// The major version, which must match.
        major: u16,
        /// The minor version; the server's may be higher.
        minor: u16,
    },
    /// A name: [`Call::name`].
    Named,
}

/// What a caller states before the arguments.
#[derive(Clone, Copy, Debug)]
pub struct CallHead<'a> {
    /// The interface, with every identity that a protocol may need.
    pub interface: InterfaceId<'a>,
    /// The operation's number.
    pub operation: u32,
    /// The operation's name.
    pub name: &'a str,
    /// What SOAP calls the operation beside the message (`SOAPAction`); empty if nothing.
    pub action: &'a str,
    /// What WS-Addressing calls it, if that is something else.
    pub addressed: &'a str,
    /// Metadata that accompanies the arguments; ignored by protocols that have none.
    pub metadata: Option<&'a Metadata>,
    /// The object that the call is for, where the protocol has objects.
    pub object: Option<&'a ObjectKey>,
    /// Which replies are expected.
    pub kind: CallKind,
    /// In which directions there are several messages.
    pub streams: Streams,
    /// Whether executing the call again does no harm.
    pub idempotent: bool,
    /// How long to wait in all; `None` for the engine's default.
    pub timeout: Option<Duration>,
}

impl<'a> CallHead<'a> {
    /// An at-most-once call with a reply and the engine's default timeout.
    pub const fn new(interface: InterfaceId<'a>, operation: u32) -> Self {
        CallHead {
            interface,
            operation,
            name: "",
            action: "",
            addressed: "",
            metadata: None,
            object: None,
            kind: CallKind::Call,
            streams: Streams::NONE,
            idempotent: false,
            timeout: None,
        }
    }

    /// The same, for protocols that name operations.
    pub const fn named(path: Path<'a>) -> Self {
        CallHead {
            name: path.operation,
            ..CallHead::new(InterfaceId::of_name(path.interface), 0)
        }
    }

    /// What WS-Addressing calls the operation.
    pub fn addressed_action(&self) -> &'a str {
        match self.addressed {
            "" => self.action,
            own => own,
        }
    }

    /// The names of interface and operation.
    pub const fn path(&self) -> Path<'a> {
        Path {
            interface: self.interface.full_name,
            operation: self.name,
        }
    }
}

/// Which replies a call expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// One reply.
    Call,
    /// None: the call ends when it is sent.
    OneWay,
    /// Any number of replies from any server, until the timeout.
    Broadcast,
}

/// A call, or a part of one, as a server received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its identifier, for the reply.
    pub id: CallId,
    /// Which part of it this is. The other fields are set only for a call's first part.
    pub part: Part,
    /// The interface.
    pub interface: InterfaceKey,
    /// The operation's number; 0 for an [`InterfaceKey::Named`].
    pub operation: u32,
    /// The names of both, where the protocol sends names.
    pub name: Option<Arc<CallName>>,
    /// Metadata that accompanies the arguments.
    pub metadata: Option<Arc<Metadata>>,
    /// How long the caller waits, if it states that.
    pub timeout: Option<Duration>,
    /// The object that the call is for, if the caller named one.
    pub object: Option<ObjectKey>,
    /// The datagram's sender.
    pub from: Option<SocketAddr>,
    /// The caller's unverified credential.
    pub credential: Credential,
    /// The caller's verified identity, if a security mechanism established one.
    pub principal: Option<Arc<str>>,
    /// The certificate (X.509, DER) by which the caller authenticated to the transport.
    pub certificate: Option<Arc<[u8]>>,
    /// Identifies the calls of one client, for state that is kept as long as the client exists; 0
    /// where the protocol has no associations.
    pub association: u64,
    /// How the arguments are encoded.
    pub encoding: Encoding,
    /// How the results must be encoded.
    pub results: Encoding,
    /// Whose numbers the protocol has for refusals; of a protocol that has none of its own, the application's.
    pub domain: Domain,
    /// Where the marshalled arguments lie in [`Rx::buf`](super::Rx::buf)'s data.
    pub arguments: Range<usize>,
}

impl Call {
    /// A call with nothing else known; its results are encoded as its arguments are.
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
            domain: Domain::Application,
            arguments,
        }
    }
}

/// A caller's credential, unverified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credential {
    /// The protocol's number of the credential's flavor; 0 for none.
    pub flavor: u32,
    /// Where its body lies in [`Rx::buf`](super::Rx::buf)'s data.
    pub body: Range<usize>,
}
