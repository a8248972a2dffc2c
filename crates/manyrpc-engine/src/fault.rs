//! Everything that can go wrong with a call, sorted by whose fault it is.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
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
    /// The peer answered, and said no.
    Fault(Fault),
    /// What came is malformed or breaks the protocol: the peer is broken or hostile.
    Wire(WireError),
    /// No answer in time.
    TimedOut {
        /// How often the call was sent; above one over datagrams only.
        transmissions: u32,
    },
    /// The connection ended first.
    Closed(Closed),
    /// No security context could be established: what happened, and what to do about it.
    Insecure(Cow<'static, str>),
    /// Our caller asked for what cannot be.
    Misuse(Misuse),
    /// The call was cancelled by its caller.
    Cancelled,
}

/// A reply that says no. One function per protocol maps these to and from its wire.
///
/// A number means something in its [`Domain`] only, so none becomes another system's: an application's
/// 5 is not the "access denied" of DCE nor the NOT_FOUND of gRPC. What an application says with
/// [`Other`](Self::Other) and [`application`](Self::application) comes back so from every system that has room for
/// it, words from those that carry words. What it wants said in a system's own number it says with
/// [`Status`](Self::Status) and [`of_domain`](Self::of_domain); other systems send what is nearest to that
/// among the plain faults, or a failure.
///
/// | | ONC | DCE, NCS | gRPC | JSON-RPC | XML-RPC | raw |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | `NoSuchInterface` | PROG_UNAVAIL | nca_s_unk_if | UNIMPLEMENTED | -32601 | -32601 | 1 |
/// | `NoSuchVersion` | PROG_MISMATCH | nca_s_unk_if | UNIMPLEMENTED | -32601 | -32601 | 1 |
/// | `NoSuchOperation` | PROC_UNAVAIL | nca_s_op_rng_error | UNIMPLEMENTED | -32601 | -32601 | 2 |
/// | `BadArguments` | GARBAGE_ARGS | RPC_X_BAD_STUB_DATA | INTERNAL | -32602 | -32602 | 3 |
/// | `ServerFailure` | SYSTEM_ERR | nca_s_fault_unspec | UNKNOWN | -32603 | -32603 | 4 |
/// | `Cancelled` | SYSTEM_ERR | nca_s_fault_cancel | CANCELLED | -32800 | -32500 | 4 |
/// | `Denied` | AUTH_ERROR | ERROR_ACCESS_DENIED | PERMISSION_DENIED | -32000 | -32501 | 4 |
/// | `Other(5)`, `application(5, …)` | 0xe5000005 | 0xe5000005 | UNKNOWN | 5 | 5 | 0xe5000005 |
///
/// The document `docs/faults.md` has all of it, and says what other implementations make of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Nobody here serves that interface.
    NoSuchInterface,
    /// The interface is here, but in other versions.
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
    /// The server failed on its side (out of memory, a panic in the application).
    ServerFailure,
    /// The peer speaks other versions of the RPC protocol itself.
    ProtocolVersion {
        /// The lowest version spoken.
        low: u32,
        /// The highest version spoken.
        high: u32,
    },
    /// The server stopped carrying out the call, as its caller had asked.
    Cancelled,
    /// The caller's credentials were not accepted; the protocol's own status, or 0. A protocol that
    /// has no such denial sends its plain one.
    Denied(u32),
    /// The application's own number; as an `i32`, so that some can be below 0.
    Other(u32),
    /// A status of that system for which there is nothing else here.
    Status(Domain, u32),
    /// A refusal with words of its own, where the protocol carries them (a gRPC status, the error
    /// of JSON-RPC, the fault of XML-RPC). Elsewhere the code alone arrives, or a failure.
    Detailed(Box<FaultDetails>),
}

/// A refusal with words of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultDetails {
    /// Whose number it is: the application's own, if nobody says otherwise.
    pub domain: Domain,
    /// The number.
    pub code: i32,
    /// What it means, for people.
    pub message: String,
    /// What else there is to know, for programs, as the protocol carries it (JSON-RPC's `data`,
    /// gRPC's `grpc-status-details-bin`).
    pub details: Vec<u8>,
    /// What it is by name, where an operation declares exceptions: one from our own servers. Of a
    /// gRPC status that came each of its details, whether the operation declares such or not.
    /// Where there are `details` to send, they are sent in its place.
    pub exceptions: Vec<Exception>,
}

impl Fault {
    /// A refusal with a number of the application's own, and words.
    pub fn application(code: i32, message: impl Into<String>) -> Self {
        Self::of_domain(Domain::Application, code, message)
    }

    /// A refusal with a number of that domain, and words: `NOT_FOUND` of gRPC, say.
    pub fn of_domain(domain: Domain, code: i32, message: impl Into<String>) -> Self {
        Fault::Detailed(Box::new(FaultDetails {
            domain,
            code,
            message: message.into(),
            ..FaultDetails::default()
        }))
    }

    /// An exception of an operation, which has that number there, the first 1. Where nothing else
    /// is said (`FaultTable`), that is the number of the fault, as one of the application's.
    pub fn raised(number: u32, exception: Exception) -> Self {
        Fault::Detailed(Box::new(FaultDetails {
            code: number as i32,
            message: exception.name.clone(),
            exceptions: alloc::vec![exception],
            ..FaultDetails::default()
        }))
    }

    /// What it is by name: see [`FaultDetails::exceptions`].
    pub fn exceptions(&self) -> &[Exception] {
        match self {
            Fault::Detailed(said) => &said.exceptions,
            _ => &[],
        }
    }

    /// The same with words, where the protocol carries some.
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
            Fault::Detailed(mut said) => {
                said.message = message.into();
                return Fault::Detailed(said);
            }
        };
        Self::of_domain(domain, code, message)
    }

    /// The same without words: what there is to tell faults apart by, whichever system they came
    /// over. A number that says what one of the plain faults does is that.
    #[must_use]
    pub fn plain(&self) -> Self {
        let (domain, code) = match self {
            Fault::Detailed(said) => (said.domain, said.code),
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

    /// What the protocol of that domain has to say.
    pub(crate) fn in_domain(&self, own: Domain) -> Meant {
        let (domain, code) = match self {
            Fault::Detailed(said) => (said.domain, said.code),
            Fault::Status(domain, code) => (*domain, *code as i32),
            Fault::Other(code) => (Domain::Application, *code as i32),
            plain => return Meant::Plain(plain.clone()),
        };
        match domain {
            _ if domain == own => Meant::Own(code),
            Domain::Application => Meant::Application(code),
            _ => {
                let plain = in_common(domain, code).and_then(of_common);
                Meant::Plain(plain.unwrap_or(Fault::ServerFailure))
            }
        }
    }

    /// The words that go along, where the protocol carries some.
    pub(crate) fn words(&self) -> Option<Cow<'_, str>> {
        match self {
            Fault::Detailed(said) if !said.message.is_empty() => Some(Cow::Borrowed(&said.message)),
            Fault::Status(..) => Some(Cow::Owned(self.to_string())),
            _ => None,
        }
    }

    /// What else there is to know, for programs.
    pub(crate) fn details(&self) -> &[u8] {
        match self {
            Fault::Detailed(said) => &said.details,
            _ => &[],
        }
    }
}

/// A server that makes a union with a label of another arm is wrong: its own failure, in words.
impl From<WrongLabel> for Fault {
    fn from(wrong: WrongLabel) -> Self {
        Fault::ServerFailure.with_message(wrong.to_string())
    }
}

/// What a fault is to a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// One that every protocol has its own word for, or sends as a failure.
    Plain(Fault),
    /// A number of its own.
    Own(i32),
    /// A number of the application's.
    Application(i32),
}

/// The plain fault of a number that all have in common.
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
    /// A message ends before it should.
    Truncated,
    /// A message, or its announced length, is above [`Limits::message_bytes`](crate::Limits).
    TooLarge {
        /// Bytes announced or received.
        bytes: u64,
    },
    /// More fragments than [`Limits::message_fragments`](crate::Limits).
    TooManyFragments,
    /// A message took longer than [`Limits::message_timeout`](crate::Limits) to arrive.
    TooSlow,
    /// The peer was asked whether it is there, and has not answered
    /// ([`Keepalive`](crate::limits::Keepalive)).
    Silent,
    /// The peer speaks TLS, and was called without.
    Secured,
    /// A field has a value that the protocol does not define.
    BadField {
        /// The field's name in the specification.
        field: &'static str,
        /// Its value.
        value: u32,
    },
    /// What was done against the protocol, in a few words that go on from "the peer broke the
    /// protocol:".
    Violation(&'static str),
    /// A message's signature does not fit: changed on the way, repeated, out of order or forged.
    BadSignature,
    /// The result could not be decoded.
    BadResult(manyrpc_codec::Malformed),
}

/// Who ended a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Closed {
    /// The peer, in order or by a reset.
    ByPeer,
    /// The peer, in order and without having read all that was sent: it has not carried out the last
    /// call.
    Unread,
    /// We did.
    ByUs,
    /// The system could not reach the peer; the operating system's error number.
    Unreachable(i32),
    /// The transport's security ended it: what happened, and what to do about it.
    Insecure(&'static str),
}

/// What our caller must not do.
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
    /// The protocol has no such kind of call (broadcast over a stream, say).
    NotOffered(&'static str),
}

impl Misuse {
    /// A call of an operation with several requests or replies, of a system that has no such calls.
    pub const STREAMS: Self = Misuse::NotOffered(
        "operations with several requests or replies, as this one has; call it over gRPC",
    );

    /// A batch, of a system whose messages have one call each.
    pub const BATCHES: Self = Misuse::NotOffered("several calls in one message");
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
            CallError::Wire(e @ (WireError::Silent | WireError::Secured)) => e.fmt(f),
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
            Fault::Denied(status) => match words(*status) {
                Some((name, meaning)) => write!(f, "access denied: {meaning} ({name})"),
                None => write!(f, "access denied (status {status})"),
            },
            Fault::Other(code) => {
                write!(f, "the application refused, with its code {}", *code as i32)
            }
            Fault::Status(Domain::Dce, code) if status::name(*code).is_some() => {
                let (name, meaning) = (status::name(*code), status::meaning(*code));
                let words = (meaning.unwrap_or_default(), name.unwrap_or_default());
                write!(f, "{} ({})", words.0, words.1)
            }
            Fault::Status(domain, code) => {
                f.write_str("the server answered with ")?;
                number(f, *domain, *code as i32)
            }
            Fault::Detailed(said) if said.message.is_empty() => self.plain().fmt(f),
            Fault::Detailed(said) => {
                f.write_str(&said.message)?;
                if said.domain == Domain::Common {
                    return Ok(());
                }
                f.write_str(" (")?;
                number(f, said.domain, said.code)?;
                f.write_str(")")
            }
        }
    }
}

/// What it means that a peer cannot be reached, and what to look at, by Linux's number of the error.
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

/// The name and the meaning of one that says by its value alone that it is DCE's.
fn words(code: u32) -> Option<(&'static str, &'static str)> {
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
            WireError::Secured => write!(
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

impl core::error::Error for CallError {}
impl core::error::Error for Fault {}
impl core::error::Error for WireError {}
impl core::error::Error for Misuse {}
