//! Everything that can go wrong with a call, grouped by who is at fault.
//!
//! ```
//! use manyrpc_engine::{CallError, Domain, Fault};
//!
//! let fault = Fault::application(5, "out of stock");
//! assert_eq!(fault.plain(), Fault::Other(5));
//! assert_eq!(CallError::from(fault).to_string(), "out of stock (code 5)");
//! assert_eq!(Fault::of_domain(Domain::Grpc, 5, "gone").plain(), Fault::Status(Domain::Grpc, 5));
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use manyrpc_codec::WrongLabel;

use crate::domain::{self, Domain, common, in_common};
use crate::exception::Exception;
use crate::status;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The peer answered with a fault.
    Fault(Fault),
    /// The received bytes are malformed or break the protocol: the peer is broken or hostile.
    Wire(WireError),
    /// No reply in time.
    TimedOut {
        /// How often the call was sent; above one over datagrams only.
        transmissions: u32,
    },
    /// The connection ended before the reply.
    Closed(Closed),
    /// No security context could be established: what happened, and what to do about it.
    Insecure(Cow<'static, str>),
    /// The caller asked for something impossible.
    Misuse(Misuse),
    /// The call was cancelled by its caller.
    Cancelled,
    /// Something between the caller and the client ended the call, such as a limit or a timeout of
    /// the application's; or between a client's connections, such as a balancer.
    Layer(LayerError),
}

/// An error that is not one of calls, of a layer around a client. Clones share it; equal is only what
/// is the same.
#[derive(Clone, Debug)]
pub struct LayerError(Arc<dyn core::error::Error + Send + Sync>);

impl LayerError {
    /// The layer's error, of which `downcast_ref` tells the type.
    pub fn get(&self) -> &(dyn core::error::Error + Send + Sync + 'static) {
        &*self.0
    }

    /// Whether it is of that type, or caused by one that is.
    pub fn is<E: core::error::Error + 'static>(&self) -> bool {
        let mut error: Option<&(dyn core::error::Error + 'static)> = Some(&*self.0);
        while let Some(at) = error {
            if at.is::<E>() {
                return true;
            }
            error = at.source();
        }
        false
    }
}

impl PartialEq for LayerError {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for LayerError {}

impl CallError {
    /// The end of a call by a layer.
    pub fn of_layer(error: Box<dyn core::error::Error + Send + Sync>) -> Self {
        CallError::Layer(LayerError(error.into()))
    }
}

/// A reply that reports failure. Each protocol has one function each way between these and its
/// wire.
///
/// A number means something only in its [`Domain`], so it never becomes another system's number: an
/// application's 5 is not the "access denied" of DCE nor the NOT_FOUND of gRPC.
/// [`Other`](Self::Other) and [`application`](Self::application) carry an application's number
/// unchanged over every system that has room for it, and a message over those that carry messages.
/// [`Status`](Self::Status) and [`of_domain`](Self::of_domain) carry a number of one system; other
/// systems send the closest plain fault, or a server failure.
///
/// | | ONC | DCE, NCS | gRPC | JSON-RPC | XML-RPC | CORBA | raw |
/// | --- | --- | --- | --- | --- | --- | --- | --- |
/// | `NoSuchInterface` | PROG_UNAVAIL | nca_s_unk_if | UNIMPLEMENTED | -32601 | -32601 | OBJECT_NOT_EXIST | 1 |
/// | `NoSuchVersion` | PROG_MISMATCH | nca_s_unk_if | UNIMPLEMENTED | -32601 | -32601 | OBJECT_NOT_EXIST | 1 |
/// | `NoSuchOperation` | PROC_UNAVAIL | nca_s_op_rng_error | UNIMPLEMENTED | -32601 | -32601 | BAD_OPERATION | 2 |
/// | `BadArguments` | GARBAGE_ARGS | RPC_X_BAD_STUB_DATA | INTERNAL | -32602 | -32602 | MARSHAL | 3 |
/// | `ServerFailure` | SYSTEM_ERR | nca_s_fault_unspec | UNKNOWN | -32603 | -32603 | UNKNOWN | 4 |
/// | `Cancelled` | SYSTEM_ERR | nca_s_fault_cancel | CANCELLED | -32800 | -32500 | UNKNOWN 0x4d520001 | 4 |
/// | `Denied` | AUTH_ERROR | ERROR_ACCESS_DENIED | PERMISSION_DENIED | -32000 | -32501 | NO_PERMISSION | 4 |
/// | `Other(5)`, `application(5, …)` | 0xe5000005 | 0xe5000005 | UNKNOWN | 5 | 5 | UNKNOWN 0xe5000005 | 0xe5000005 |
///
/// `docs/faults.md` has the full table, and how other implementations read these faults.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The server does not offer the interface.
    NoSuchInterface,
    /// The server offers other versions of the interface.
    NoSuchVersion {
        /// The lowest version served.
        low: u32,
        /// The highest version served.
        high: u32,
    },
    /// The interface has no such operation.
    NoSuchOperation,
    /// The server could not decode the arguments.
    BadArguments,
    /// The server failed (out of memory, a panic in the application).
    ServerFailure,
    /// The peer speaks other versions of the RPC protocol itself.
    ProtocolVersion {
        /// The lowest version spoken.
        low: u32,
        /// The highest version spoken.
        high: u32,
    },
    /// The server stopped executing the call at the caller's request.
    Cancelled,
    /// The caller's credentials were not accepted. The protocol's own status, or 0; a protocol that
    /// has no such status sends its general denial.
    Denied(u32),
    /// The application's own number: an `i32`, so it may be negative.
    Other(u32),
    /// A status of that system that has no other representation here.
    Status(Domain, u32),
    /// A fault with a message, where the protocol carries one (gRPC status, JSON-RPC error, XML-RPC
    /// fault). Elsewhere only the code arrives, or a server failure.
    Detailed(Box<FaultDetails>),
}

/// A fault with a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultDetails {
    /// The system that defines the number; the application, by default.
    pub domain: Domain,
    /// The number.
    pub code: i32,
    /// A message for people.
    pub message: String,
    /// Further details for programs, as the protocol carries them (JSON-RPC's `data`, gRPC's
    /// `grpc-status-details-bin`).
    pub details: Vec<u8>,
    /// The named exceptions. A fault of our own servers has at most one, for operations that
    /// declare exceptions. A received gRPC status has one for each of its details, declared or not.
    /// If `details` is not empty, it is sent instead.
    pub exceptions: Vec<Exception>,
}

impl Fault {
    /// A client sent a context handle that its server does not know (C706, appendix E). Only DCE RPC has a status for
    /// it; over other systems it is a server failure.
    pub const CONTEXT_MISMATCH: Self = Fault::Status(Domain::Dce, status::FAULT_CONTEXT_MISMATCH);

    /// A server has run out of a resource, such as memory or room in a queue, with a message. gRPC has a status
    /// for it, and CORBA an exception (TRANSIENT); over other systems it is a server failure.
    pub fn exhausted(message: impl Into<String>) -> Self {
        let (domain, code) = domain::EXHAUSTED;
        Self::of_domain(domain, code, message)
    }

    /// A fault with the application's own number and a message.
    pub fn application(code: i32, message: impl Into<String>) -> Self {
        Self::of_domain(Domain::Application, code, message)
    }

    /// A fault with a number of that domain and a message, such as gRPC's `NOT_FOUND`.
    pub fn of_domain(domain: Domain, code: i32, message: impl Into<String>) -> Self {
        Fault::Detailed(Box::new(FaultDetails {
            domain,
            code,
            message: message.into(),
            ..FaultDetails::default()
        }))
    }

    /// An exception of an operation, with its number in that operation, counted from 1. Unless a
    /// `FaultTable` states otherwise, that is also the fault's number, as an application's.
    pub fn raised(number: u32, exception: Exception) -> Self {
        Fault::Detailed(Box::new(FaultDetails {
            code: number as i32,
            message: exception.name.clone(),
            exceptions: alloc::vec![exception],
            ..FaultDetails::default()
        }))
    }

    /// The exceptions: see [`FaultDetails::exceptions`].
    pub fn exceptions(&self) -> &[Exception] {
        match self {
            Fault::Detailed(details) => &details.exceptions,
            _ => &[],
        }
    }

    /// Whether the server reports that the call's deadline passed.
    pub fn is_deadline_exceeded(&self) -> bool {
        match self {
            Fault::Detailed(details) => domain::is_deadline_exceeded(details.domain, details.code),
            Fault::Status(domain, code) => domain::is_deadline_exceeded(*domain, *code as i32),
            _ => false,
        }
    }

    /// The same fault with a message, where the protocol carries one.
    #[must_use]
    pub fn with_message(self, message: impl Into<String>) -> Self {
        let (domain, code) = match self {
            Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => {
                (Domain::Common, common::NO_SUCH_INTERFACE)
            }
            Fault::NoSuchOperation => (Domain::Common, common::NO_SUCH_OPERATION),
            Fault::BadArguments => (Domain::Common, common::BAD_ARGUMENTS),
            Fault::ServerFailure | Fault::ProtocolVersion { .. } => {
                (Domain::Common, common::SERVER_FAILURE)
            }
            Fault::Cancelled => (Domain::Common, common::CANCELLED),
            Fault::Denied(_) => (Domain::Common, common::DENIED),
            Fault::Other(code) => (Domain::Application, code as i32),
            Fault::Status(domain, code) => (domain, code as i32),
            Fault::Detailed(mut details) => {
                details.message = message.into();
                return Fault::Detailed(details);
            }
        };
        Self::of_domain(domain, code, message)
    }

    /// The same fault without its message: what tells faults apart, whichever system they came
    /// over. A number that is equivalent to a plain fault becomes that fault.
    #[must_use]
    pub fn plain(&self) -> Self {
        let (domain, code) = match self {
            Fault::Detailed(details) => (details.domain, details.code),
            Fault::Status(domain, code) => (*domain, *code as i32),
            Fault::Denied(_) => return Fault::Denied(0),
            other => return other.clone(),
        };
        match in_common(domain, code).and_then(of_common) {
            Some(plain) => plain,
            None if domain == Domain::Application => Fault::Other(code as u32),
            None => Fault::Status(domain, code as u32),
        }
    }

    /// Whether it says that a server has run out of a resource.
    pub(crate) fn is_exhausted(&self) -> bool {
        let (domain, code) = domain::EXHAUSTED;
        match self {
            Fault::Detailed(details) => (details.domain, details.code) == (domain, code),
            Fault::Status(of, status) => (*of, *status as i32) == (domain, code),
            _ => false,
        }
    }

    /// The fault as a protocol of domain `own` sends it.
    pub(crate) fn in_domain(&self, own: Domain) -> DomainFault {
        let (domain, code) = match self {
            Fault::Detailed(details) => (details.domain, details.code),
            Fault::Status(domain, code) => (*domain, *code as i32),
            Fault::Other(code) => (Domain::Application, *code as i32),
            plain => return DomainFault::Plain(plain.clone()),
        };
        match domain {
            _ if domain == own => DomainFault::Own(code),
            Domain::Application => DomainFault::Application(code),
            _ => {
                let plain = in_common(domain, code).and_then(of_common);
                DomainFault::Plain(plain.unwrap_or(Fault::ServerFailure))
            }
        }
    }

    /// The message to send, where the protocol carries one.
    pub(crate) fn message(&self) -> Option<Cow<'_, str>> {
        match self {
            Fault::Detailed(details) if !details.message.is_empty() => {
                Some(Cow::Borrowed(&details.message))
            }
            Fault::Status(..) => Some(Cow::Owned(self.to_string())),
            _ => None,
        }
    }

    /// Further details, for programs.
    pub(crate) fn details(&self) -> &[u8] {
        match self {
            Fault::Detailed(details) => &details.details,
            _ => &[],
        }
    }
}

/// A server that builds a union with another arm's label is at fault: a server failure, with a
/// message.
impl From<WrongLabel> for Fault {
    fn from(wrong: WrongLabel) -> Self {
        Fault::ServerFailure.with_message(wrong.to_string())
    }
}

/// A fault as one protocol sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DomainFault {
    /// A fault that every protocol has a code for, or sends as a server failure.
    Plain(Fault),
    /// A number of the protocol's own.
    Own(i32),
    /// A number of the application's.
    Application(i32),
}

/// The plain fault of a number of [`Domain::Common`].
fn of_common(code: i32) -> Option<Fault> {
    Some(match code {
        common::NO_SUCH_INTERFACE => Fault::NoSuchInterface,
        common::NO_SUCH_OPERATION => Fault::NoSuchOperation,
        common::BAD_ARGUMENTS => Fault::BadArguments,
        common::SERVER_FAILURE => Fault::ServerFailure,
        common::CANCELLED => Fault::Cancelled,
        common::DENIED => Fault::Denied(0),
        _ => return None,
    })
}

/// Bytes that break the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// A message is shorter than its contents require.
    Truncated,
    /// A message, or its announced length, exceeds [`Limits::message_bytes`](crate::Limits).
    TooLarge {
        /// Bytes announced or received.
        bytes: u64,
    },
    /// More fragments than [`Limits::message_fragments`](crate::Limits).
    TooManyFragments,
    /// A message took longer than [`Limits::message_timeout`](crate::Limits) to arrive.
    TooSlow,
    /// The peer did not answer a keepalive ([`Keepalive`](crate::limits::Keepalive)).
    Silent,
    /// The peer expects TLS and was called without it.
    TlsExpected,
    /// A field has a value that the protocol does not define.
    BadField {
        /// The field's name in the specification.
        field: &'static str,
        /// Its value.
        value: u32,
    },
    /// A protocol violation, in a few words that complete "the peer broke the protocol:".
    Violation(&'static str),
    /// A message's signature does not verify: modified in transit, replayed, out of order or
    /// forged.
    BadSignature,
    /// The result could not be decoded.
    BadResult(manyrpc_codec::Malformed),
}

/// Who ended a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Closed {
    /// The peer, by an orderly close or a reset.
    ByPeer,
    /// The peer, by an orderly close that left some of our data unread: it has not executed the
    /// last call.
    Unread,
    /// We did.
    ByUs,
    /// The operating system could not reach the peer; its error number.
    Unreachable(i32),
    /// Transport security ended it: what happened, and what to do about it.
    Insecure(&'static str),
}

/// What a caller must not do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misuse {
    /// The message is larger than the transport carries.
    TooLarge {
        /// Bytes of the message.
        bytes: usize,
        /// The most that can be sent.
        max: usize,
    },
    /// More calls in flight than [`Limits::calls_in_flight`](crate::Limits).
    TooManyCalls,
    /// The arguments cannot be encoded.
    Unencodable(manyrpc_codec::Unencodable),
    /// The protocol has no such kind of call (a broadcast over a stream, for example).
    NotOffered(&'static str),
}

impl Misuse {
    /// A streaming call, on a system without streaming.
    pub const STREAMS: Self = Misuse::NotOffered(
        "operations with several requests or replies, as this one has; call it over gRPC",
    );

    /// A batch, on a system whose messages hold one call each.
    pub const BATCHES: Self = Misuse::NotOffered("several calls in one message");

    /// Where an object is, on a system that has no such question.
    pub const LOCATION: Self = Misuse::NotOffered("question where an object is");
}

impl From<Fault> for CallError {
    fn from(f: Fault) -> Self {
        CallError::Fault(f)
    }
}

impl From<WireError> for CallError {
    fn from(e: WireError) -> Self {
        CallError::Wire(e)
    }
}

impl From<Misuse> for CallError {
    fn from(m: Misuse) -> Self {
        CallError::Misuse(m)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Fault(fault) => fault.fmt(f),
            CallError::Wire(e @ (WireError::Silent | WireError::TlsExpected)) => e.fmt(f),
            CallError::Wire(e) => write!(f, "the peer broke the protocol: {e}"),
            CallError::TimedOut {
                transmissions: 0 | 1,
            } => write!(f, "no reply in time"),
            CallError::TimedOut { transmissions } => {
                write!(f, "no reply in time, sent {transmissions} times")
            }
            CallError::Closed(Closed::ByPeer | Closed::Unread) => {
                write!(f, "the peer closed the connection")
            }
            CallError::Closed(Closed::ByUs) => write!(f, "the connection is closed"),
            CallError::Closed(Closed::Unreachable(errno)) => {
                write!(f, "the peer cannot be reached: {}", unreachable(*errno))?;
                write!(f, " (system error {errno})")
            }
            CallError::Closed(Closed::Insecure(why)) => f.write_str(why),
            CallError::Insecure(why) => f.write_str(why),
            CallError::Misuse(m) => m.fmt(f),
            CallError::Cancelled => write!(f, "cancelled"),
            CallError::Layer(LayerError(error)) => error.fmt(f),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoSuchInterface => write!(f, "the server does not offer this interface"),
            Fault::NoSuchVersion { low, high } => {
                write!(
                    f,
                    "the server offers versions {low} to {high} of this interface"
                )
            }
            Fault::NoSuchOperation => write!(f, "the interface has no such operation"),
            Fault::BadArguments => write!(f, "the server could not decode the arguments"),
            Fault::ServerFailure => write!(f, "the server failed to carry out the call"),
            Fault::ProtocolVersion { low, high } => {
                write!(f, "the server speaks RPC versions {low} to {high}")
            }
            Fault::Cancelled => write!(f, "the server stopped the call, as it was asked to"),
            Fault::Denied(status) => match message(*status) {
                Some((name, meaning)) => write!(f, "access denied: {meaning} ({name})"),
                None => write!(f, "access denied (status {status})"),
            },
            Fault::Other(code) => {
                write!(f, "the application refused, with its code {}", *code as i32)
            }
            Fault::Status(Domain::Dce, code) if status::name(*code).is_some() => {
                let (name, meaning) = (status::name(*code), status::meaning(*code));
                let message = (meaning.unwrap_or_default(), name.unwrap_or_default());
                write!(f, "{} ({})", message.0, message.1)
            }
            Fault::Status(domain, code) => {
                f.write_str("the server answered with ")?;
                number(f, *domain, *code as i32)
            }
            Fault::Detailed(details) if details.message.is_empty() => self.plain().fmt(f),
            Fault::Detailed(details) => {
                f.write_str(&details.message)?;
                if details.domain == Domain::Common {
                    return Ok(());
                }
                f.write_str(" (")?;
                number(f, details.domain, details.code)?;
                f.write_str(")")
            }
        }
    }
}

/// Why a peer cannot be reached and what to check, by Linux error number.
fn unreachable(errno: i32) -> &'static str {
    match errno {
        // EPERM, EACCES.
        1 | 13 => "this machine forbids it; look at its firewall",
        // ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH.
        100 | 101 | 112 | 113 => "no way leads to its host; look at the address and the network",
        // ECONNRESET, EPIPE.
        104 | 32 => "it ended the connection",
        // ETIMEDOUT.
        110 => "its host does not answer; look at the address, and for a firewall on the way",
        // ECONNREFUSED.
        111 => "nobody listens there; look whether the server runs, and on which port",
        _ => "the system says no",
    }
}

/// A number with what it is, by name where it has one.
fn number(f: &mut fmt::Formatter<'_>, domain: Domain, code: i32) -> fmt::Result {
    f.write_str(domain.noun())?;
    match (domain::name(domain, code), domain) {
        (Some(name), _) => write!(f, " {name}"),
        // As they are written elsewhere.
        (None, Domain::Dce | Domain::Onc | Domain::Raw) => write!(f, " {code:#x}"),
        (None, _) => write!(f, " {code}"),
    }
}

/// Name and meaning of a status that is DCE's by its value alone.
fn message(code: u32) -> Option<(&'static str, &'static str)> {
    if !status::is_named_by_value(code) {
        return None;
    }
    status::name(code).zip(status::meaning(code))
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Truncated => write!(f, "a message ends too early"),
            WireError::TooLarge { bytes } => write!(f, "a message of {bytes} bytes"),
            WireError::TooManyFragments => write!(f, "a message in too many fragments"),
            WireError::TooSlow => write!(f, "a message took too long to arrive"),
            WireError::Silent => write!(f, "the peer no longer answers"),
            WireError::TlsExpected => write!(
                f,
                "the peer speaks TLS on that port and was called without: call it by a binding \
                 over TLS, or another port"
            ),
            WireError::BadField { field, value } => {
                write!(
                    f,
                    "its field `{field}` is {value}, which means nothing there"
                )
            }
            WireError::Violation(what) => f.write_str(what),
            WireError::BadSignature => {
                write!(
                    f,
                    "a message is not signed as agreed: changed, repeated or forged"
                )
            }
            WireError::BadResult(m) => write!(f, "the result is malformed: {m}"),
        }
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::TooLarge { bytes, max } => {
                write!(f, "a message of {bytes} bytes, {max} can be sent")
            }
            Misuse::TooManyCalls => write!(f, "too many calls in flight"),
            Misuse::Unencodable(u) => u.fmt(f),
            Misuse::NotOffered(what) => write!(f, "this protocol has no {what}"),
        }
    }
}

impl core::error::Error for CallError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // Its own text is this one's.
            CallError::Layer(LayerError(error)) => error.source(),
            _ => None,
        }
    }
}
impl core::error::Error for Fault {}
impl core::error::Error for WireError {}
impl core::error::Error for Misuse {}
