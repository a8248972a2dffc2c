//! Everything that can go wrong with a call, sorted by whose fault it is.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::status;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// No security context comes to stand: what happened, and what to do about it.
    Insecure(Cow<'static, str>),
    /// Our caller asked for what cannot be.
    Misuse(Misuse),
    /// The call was cancelled by its caller.
    Cancelled,
}

/// A reply that says no. One function per protocol maps these to and from its wire.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The caller's credentials were not accepted; the protocol's own status.
    Denied(u32),
    /// A status that the protocol does not define, or an application's own.
    Other(u32),
    /// A refusal with words of its own, where the protocol carries them (a gRPC status, the error
    /// of JSON-RPC, the fault of XML-RPC). Elsewhere the code alone arrives, or a failure.
    Said(Box<Said>),
}

/// A refusal with words of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The protocol's or the application's number.
    pub code: i32,
    /// What it means, for people.
    pub message: String,
    /// What else there is to know, for programs, as the protocol carries it (JSON-RPC's `data`,
    /// gRPC's `grpc-status-details-bin`).
    pub details: Vec<u8>,
}

impl Fault {
    /// A refusal with a number and words.
    pub fn said(code: i32, message: impl Into<String>) -> Self {
        Fault::Said(Box::new(Said {
            code,
            message: message.into(),
            details: Vec::new(),
        }))
    }
}

/// Bytes that break the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub enum Closed {
    /// The peer, in order or by a reset.
    ByPeer,
    /// We did.
    ByUs,
    /// The system could not reach the peer; the operating system's error number.
    Unreachable(i32),
    /// The transport's security ended it: what happened, and what to do about it.
    Insecure(&'static str),
}

/// What our caller must not do.
#[derive(Clone, Debug, PartialEq, Eq)]
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
            CallError::Closed(Closed::ByPeer) => write!(f, "the peer closed the connection"),
            CallError::Closed(Closed::ByUs) => write!(f, "the connection is closed"),
            CallError::Closed(Closed::Unreachable(errno)) => {
                write!(f, "the peer cannot be reached (system error {errno})")
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
            Fault::Other(status) => match words(*status) {
                Some((name, meaning)) => write!(f, "{meaning} ({name})"),
                None => write!(f, "the server answered with status {status}"),
            },
            Fault::Said(said) => write!(f, "{} (status {})", said.message, said.code),
        }
    }
}

/// The name and the meaning of a status that says by its value alone whose it is.
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
            WireError::BadField { field, value } => write!(f, "field {field} has value {value}"),
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
