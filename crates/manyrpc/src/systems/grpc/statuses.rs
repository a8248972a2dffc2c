//! gRPC's statuses of failed calls: a code, a message, and details for programs.
//!
//! Reading list: gRPC's `statuscodes.md`; `google/rpc/status.proto` and `error_details.proto` of
//! Google's common definitions, whose messages are in [`details`].
//!
//! A server refuses a call with one:
//!
//! ```
//! use manyrpc::Fault;
//! use manyrpc::grpc::{Any, Status, code, details::ErrorInfo};
//!
//! fn find(photo: &str) -> Result<Vec<u8>, Fault> {
//!     let info = ErrorInfo {
//!         reason: "PHOTO_DELETED".into(),
//!         domain: "photos.example.org".into(),
//!         ..ErrorInfo::default()
//!     };
//!     let status = Status::new(code::NOT_FOUND, format!("there is no photo {photo}"));
//!     Err(status.with(Any::of(&info)).into())
//! }
//!
//! // What its client makes of that.
//! let status = Status::from(&find("of me").unwrap_err());
//! assert_eq!((status.code, status.name()), (5, Some("NOT_FOUND")));
//! let info: ErrorInfo = status.detail().unwrap();
//! assert_eq!(info.reason, "PHOTO_DELETED");
//! ```
//!
//! Failures of all systems map to a status: `Status::from(&call_error)`.

use std::fmt;

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode, Malformed, Unencodable, protobuf};
/// The messages of statuses and their details.
pub use manyrpc_engine::grpc::generated::google_rpc as details;
use manyrpc_engine::grpc::status;
use manyrpc_engine::{CallError, Domain, Fault, FaultDetails};

/// gRPC's status codes.
pub mod code {
    pub use manyrpc_engine::grpc::status::{
        ABORTED, ALREADY_EXISTS, CANCELLED, DATA_LOSS, DEADLINE_EXCEEDED, FAILED_PRECONDITION,
        INTERNAL, INVALID_ARGUMENT, NOT_FOUND, OK, OUT_OF_RANGE, PERMISSION_DENIED,
        RESOURCE_EXHAUSTED, UNAUTHENTICATED, UNAVAILABLE, UNIMPLEMENTED, UNKNOWN, name,
    };
}

/// The status of a failed call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// One of the [`code`]s, or a code of the server's own.
    pub code: i32,
    /// A message for people.
    pub message: String,
    /// Details for programs.
    pub details: Vec<Any>,
}

/// A message of any type, with the type's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Any {
    /// The type; its full name follows the last slash.
    pub type_url: String,
    /// The encoded message.
    pub value: Vec<u8>,
}

/// A message whose full name is a constant of its type.
pub trait Named {
    /// `package.Message`.
    const NAME: &'static str;
}

macro_rules! named {
    ($($message:ident $(<$life:lifetime>)?,)*) => {
        $(impl Named for details::$message $(<$life>)? {
            const NAME: &'static str = concat!("google.rpc.", stringify!($message));
        })*

        /// The full names of the messages in [`details`] that are used as details.
        pub const DETAILS: &[&str] = &[$(<details::$message as Named>::NAME,)*];
    };
}

named! {
    ErrorInfo<'_>,
    RetryInfo,
    DebugInfo<'_>,
    QuotaFailure<'_>,
    PreconditionFailure<'_>,
    BadRequest<'_>,
    RequestInfo<'_>,
    ResourceInfo<'_>,
    Help<'_>,
    LocalizedMessage<'_>,
}

/// The prefix of type names.
const PREFIX: &str = "type.googleapis.com/";

/// A single message.
const MESSAGE: Field = Field::plain("message");

impl Any {
    /// A message of the [`details`].
    ///
    /// # Panics
    /// It is larger than a message may be (2 GiB).
    pub fn of<T: Named + Encode>(message: &T) -> Self {
        let packed = Any::named(T::NAME, message);
        packed.unwrap_or_else(|e| panic!("{}: {e}", T::NAME))
    }

    /// A message with that full name.
    ///
    /// # Errors
    /// It cannot be encoded.
    pub fn named<T: Encode + ?Sized>(name: &str, message: &T) -> Result<Self, Unencodable> {
        let mut buf = Buf::new();
        protobuf::encode_value(&mut buf, &MESSAGE, message, &protobuf::Limits::DEFAULT)?;
        Ok(Any {
            type_url: format!("{PREFIX}{name}"),
            value: buf.data().to_vec(),
        })
    }

    fn borrowed(&self) -> details::Any<'_> {
        details::Any {
            type_url: (&*self.type_url).into(),
            value: (&*self.value).into(),
            ..details::Any::default()
        }
    }

    /// The full name of the message's type.
    pub fn name(&self) -> &str {
        let name = self.type_url.rsplit_once('/').map(|(_, name)| name);
        name.unwrap_or(&self.type_url)
    }

    /// The message, if it has that type; `None` otherwise.
    ///
    /// # Errors
    /// It is malformed.
    pub fn read<'a, T>(&'a self, name: &str) -> Option<Result<T, Malformed>>
    where
        T: Decode<'a> + Default,
    {
        (self.name() == name).then(|| {
            let mut message = T::default();
            let limits = &protobuf::Limits::DEFAULT;
            protobuf::decode_value(&self.value, &MESSAGE, &mut message, limits)?;
            Ok(message)
        })
    }
}

impl Status {
    /// A status without details.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Status {
            code,
            message: message.into(),
            details: Vec::new(),
        }
    }

    /// The same with another detail.
    #[must_use]
    pub fn with(mut self, detail: Any) -> Self {
        self.details.push(detail);
        self
    }

    /// The name of its code in the specification's spelling.
    pub fn name(&self) -> Option<&'static str> {
        status::name(self.code)
    }

    /// The first well-formed detail of that type.
    pub fn detail<'a, T: Named + Decode<'a> + Default>(&'a self) -> Option<T> {
        let mut found = self.details.iter().filter_map(|any| any.read(T::NAME));
        found.find_map(Result::ok)
    }

    /// The details for `grpc-status-details-bin`: a `google.rpc.Status`, or empty.
    fn packed(&self) -> Vec<u8> {
        if self.details.is_empty() {
            return Vec::new();
        }
        let all = details::Status {
            code: self.code,
            message: (&*self.message).into(),
            details: self.details.iter().map(Any::borrowed).collect(),
            ..details::Status::default()
        };
        let mut buf = Buf::new();
        let limits = &protobuf::Limits::DEFAULT;
        match protobuf::encode_value(&mut buf, &MESSAGE, &all, limits) {
            Ok(()) => buf.data().to_vec(),
            // Too large for any peer: the code and the message are more important.
            Err(_) => Vec::new(),
        }
    }

    /// The details in `grpc-status-details-bin`; none if it has another form.
    fn unpacked(packed: &[u8]) -> Vec<Any> {
        let mut all = details::Status::default();
        let limits = &protobuf::Limits::DEFAULT;
        let read = protobuf::decode_value(packed, &MESSAGE, &mut all, limits);
        let any = |any: details::Any<'_>| Any {
            type_url: any.type_url.into_owned(),
            value: any.value.into_owned(),
        };
        match read {
            Ok(()) => all.details.into_iter().map(any).collect(),
            Err(_) => Vec::new(),
        }
    }
}

/// Whether a fault means that there is no such service or method: judged by its code alone, since
/// servers have different messages, or none.
pub(crate) fn is_absent(fault: &Fault) -> bool {
    status::to_wire(fault).0 == code::UNIMPLEMENTED
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{} ({name})", self.message),
            None => write!(f, "{} (status {})", self.message, self.code),
        }
    }
}

impl std::error::Error for Status {}

impl From<Status> for Fault {
    fn from(status: Status) -> Self {
        let details = status.packed();
        Fault::Detailed(Box::new(FaultDetails {
            domain: Domain::Grpc,
            code: status.code,
            message: status.message,
            details,
            ..FaultDetails::default()
        }))
    }
}

/// The status that a gRPC server sends for a fault. Without a message of the application, ours send
/// the fault's [`Display`](fmt::Display).
impl From<&Fault> for Status {
    fn from(fault: &Fault) -> Self {
        let (code, message) = status::to_wire(fault);
        let details = match fault {
            Fault::Detailed(details) => Status::unpacked(&details.details),
            _ => Vec::new(),
        };
        Status {
            code,
            message: message.into_owned(),
            details,
        }
    }
}

/// The status that best describes why a call has no result, for any system:
///
/// | the call | the code |
/// | --- | --- |
/// | was refused | as for that [`Fault`] from a gRPC server: the application's own code, UNIMPLEMENTED for what is not served, PERMISSION_DENIED for credentials that were not accepted, INTERNAL for arguments that could not be decoded, UNKNOWN for a server that failed |
/// | was not answered in time | DEADLINE_EXCEEDED |
/// | was cancelled by its caller | CANCELLED |
/// | lost its connection, or could not connect | UNAVAILABLE |
/// | could not trust the server | UNAUTHENTICATED |
/// | had a reply above a limit, or was itself above one | RESOURCE_EXHAUSTED |
/// | is of a kind that the system does not support | UNIMPLEMENTED |
/// | had an invalid reply, or arguments that cannot be encoded | INTERNAL |
impl From<&CallError> for Status {
    fn from(error: &CallError) -> Self {
        match error {
            CallError::Fault(fault) => Status::from(fault),
            other => Status::new(status::of_call(other), other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyrpc_engine::Closed;

    #[test]
    fn details_come_back_and_others_are_left_alone() {
        let retry = details::RetryInfo {
            retry_delay: Some(details::Duration {
                seconds: 3,
                ..details::Duration::default()
            }),
            ..details::RetryInfo::default()
        };
        let status = Status::new(code::UNAVAILABLE, "later")
            .with(Any {
                type_url: "example.org/a.B".to_owned(),
                value: vec![1, 2, 3],
            })
            .with(Any::of(&retry));
        let fault = Fault::from(status.clone());
        assert_eq!(Status::from(&fault), status);
        assert_eq!(status.detail::<details::RetryInfo>(), Some(retry));
        assert_eq!(status.detail::<details::Help<'_>>(), None);
        assert_eq!(status.details[0].name(), "a.B");
        assert!(
            status.details[0]
                .read::<details::Help<'_>>("a.B")
                .unwrap()
                .is_err()
        );
        assert_eq!(status.to_string(), "later (UNAVAILABLE)");
    }

    /// The output of `protoc --encode=google.rpc.Status`.
    #[test]
    fn the_bytes_are_those_of_others() {
        let info = details::ErrorInfo {
            reason: "R".into(),
            domain: "D".into(),
            ..details::ErrorInfo::default()
        };
        let status = Status::new(code::NOT_FOUND, "no").with(Any::of(&info));
        let url = b"type.googleapis.com/google.rpc.ErrorInfo";
        let any = [
            &[0x0a, url.len() as u8][..],
            url,
            &[0x12, 6, 0x0a, 1, b'R', 0x12, 1, b'D'],
        ];
        let any = any.concat();
        let all = [
            &[8, 5, 0x12, 2, b'n', b'o', 0x1a, any.len() as u8][..],
            &any,
        ]
        .concat();
        assert_eq!(status.packed(), all);
        assert_eq!(Status::unpacked(&all), status.details);
        assert_eq!(Status::unpacked(&all[1..]), []);
    }

    #[test]
    fn failures_of_any_system_have_a_code() {
        let code_of = |error: CallError| Status::from(&error).code;
        let late = CallError::TimedOut { transmissions: 2 };
        assert_eq!(code_of(late), code::DEADLINE_EXCEEDED);
        assert_eq!(code_of(CallError::Cancelled), code::CANCELLED);
        assert_eq!(
            code_of(CallError::Closed(Closed::ByPeer)),
            code::UNAVAILABLE
        );
        assert_eq!(code_of(Fault::Denied(1).into()), code::PERMISSION_DENIED);
        assert_eq!(code_of(Fault::NoSuchOperation.into()), code::UNIMPLEMENTED);
    }
}
