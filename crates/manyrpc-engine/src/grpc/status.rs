//! Mapping status codes to and from faults.
//!
//! Reading list: gRPC's `statuscodes.md`; the mapping of HTTP/2 errors and of HTTP statuses in
//! `PROTOCOL-HTTP2.md` (section "Errors") and `http-grpc-status-mapping.md`.
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::grpc::status;
//!
//! let (code, _) = status::to_wire(&Fault::NoSuchOperation);
//! assert_eq!((code, status::name(code)), (status::UNIMPLEMENTED, Some("UNIMPLEMENTED")));
//! ```

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::exceptions;
use crate::carrier::http2::{ErrorCode, GoAwayReason};
use crate::domain::Domain;
use crate::fault::{CallError, Closed, DomainFault, Fault, FaultDetails, Misuse, WireError};

macro_rules! codes {
    ($($name:ident = $value:literal, $doc:literal;)*) => {
        $(#[doc = $doc] pub const $name: i32 = $value;)*

        /// The name of a status, as spelled in the specification.
        pub const fn name(code: i32) -> Option<&'static str> {
            match code {
                $($value => Some(stringify!($name)),)*
                _ => None,
            }
        }
    };
}

codes! {
    OK = 0, "All went well.";
    CANCELLED = 1, "The call was cancelled, mostly by its caller.";
    UNKNOWN = 2, "Something else, mostly of another system.";
    INVALID_ARGUMENT = 3, "An argument that never makes sense.";
    DEADLINE_EXCEEDED = 4, "Too late.";
    NOT_FOUND = 5, "What was asked for is not there.";
    ALREADY_EXISTS = 6, "What was to be made is there already.";
    PERMISSION_DENIED = 7, "The caller may not do this.";
    RESOURCE_EXHAUSTED = 8, "Out of something: memory, a quota.";
    FAILED_PRECONDITION = 9, "Not in the state that this needs.";
    ABORTED = 10, "Given up, mostly for others who did the same.";
    OUT_OF_RANGE = 11, "Beyond the end of what is there.";
    UNIMPLEMENTED = 12, "The server does not have this operation.";
    INTERNAL = 13, "Something that must hold does not.";
    UNAVAILABLE = 14, "Not now; try again.";
    DATA_LOSS = 15, "Data are lost or damaged.";
    UNAUTHENTICATED = 16, "It is not known who calls.";
}

/// A fault with one of these statuses and a message.
pub fn with_code(code: i32, message: impl Into<String>) -> Fault {
    Fault::of_domain(Domain::Grpc, code, message)
}

/// The status and message for `fault`. An application's number is "of an error space not known
/// here" (`statuscodes.md`): UNKNOWN, with the number in a trailer.
pub fn to_wire(fault: &Fault) -> (i32, Cow<'_, str>) {
    let code = match fault.in_domain(Domain::Grpc) {
        DomainFault::Own(OK) | DomainFault::Application(_) => UNKNOWN,
        DomainFault::Own(code) => code,
        DomainFault::Plain(plain) => match plain {
            Fault::NoSuchInterface
            | Fault::NoSuchVersion { .. }
            | Fault::NoSuchOperation
            | Fault::ProtocolVersion { .. } => UNIMPLEMENTED,
            Fault::BadArguments => INTERNAL,
            Fault::Cancelled => CANCELLED,
            Fault::Denied(_) => PERMISSION_DENIED,
            _ => UNKNOWN,
        },
    };
    let message = match fault {
        Fault::Detailed(details) if details.domain == Domain::Common => {
            alloc::format!("{}: {}", fault.plain(), details.message).into()
        }
        Fault::Detailed(details) => Cow::Borrowed(details.message.as_str()),
        _ => Cow::Owned(fault.to_string()),
    };
    (code, message)
}

/// The trailer with an application's own number.
pub(super) const OWN_CODE: &str = "manyrpc-code";

/// The application's own number in `fault`, if any, for [`OWN_CODE`].
pub(super) fn own_code(fault: &Fault) -> Option<i32> {
    match fault.in_domain(Domain::Grpc) {
        DomainFault::Application(code) => Some(code),
        _ => None,
    }
}

/// The fault for a status with an application's number.
pub(super) fn from_application(own: i32, message: String, details: Vec<u8>) -> Fault {
    let plain = Fault::Other(own as u32);
    if details.is_empty() && plain.to_string() == message {
        return plain;
    }
    let details = FaultDetails {
        code: own,
        message,
        exceptions: exceptions::of_details(&details),
        details,
        ..FaultDetails::default()
    };
    Fault::Detailed(details.into())
}

/// The fault for a status other than [`OK`]. Faults that our own servers send without an
/// application's message are restored exactly.
pub fn from_wire(code: i32, message: String, details: Vec<u8>) -> Fault {
    let plain = [
        Fault::NoSuchInterface,
        Fault::NoSuchOperation,
        Fault::BadArguments,
        Fault::ServerFailure,
        Fault::Cancelled,
    ];
    for fault in plain.into_iter().filter(|_| details.is_empty()) {
        let (of, words) = to_wire(&fault);
        match message.strip_prefix(&*words).filter(|_| of == code) {
            Some("") => return fault,
            Some(rest) => {
                if let Some(more) = rest.strip_prefix(": ") {
                    return fault.with_message(more);
                }
            }
            None => {}
        }
    }
    let details = FaultDetails {
        domain: Domain::Grpc,
        code,
        message,
        exceptions: exceptions::of_details(&details),
        details,
    };
    Fault::Detailed(details.into())
}

/// The fault for a stream's reset.
pub fn of_reset(code: ErrorCode) -> Fault {
    let status = match code {
        ErrorCode::RefusedStream => UNAVAILABLE,
        ErrorCode::Cancel => CANCELLED,
        ErrorCode::EnhanceYourCalm => RESOURCE_EXHAUSTED,
        ErrorCode::InadequateSecurity => PERMISSION_DENIED,
        _ => INTERNAL,
    };
    with_code(status, alloc::format!("the stream was reset: {code:?}"))
}

/// The status of a call that ended without a result, over any system: for a fault, the server's
/// status ([`to_wire`]); for other errors, the one that gRPC's own libraries report
/// (`statuscodes.md`).
pub fn of_call(error: &CallError) -> i32 {
    match error {
        CallError::Fault(fault) => to_wire(fault).0,
        CallError::TimedOut { .. } => DEADLINE_EXCEEDED,
        CallError::Cancelled => CANCELLED,
        // "Errors raised by APIs that do not return enough error information."
        CallError::Layer(_) => UNKNOWN,
        CallError::Closed(Closed::Insecure(_)) | CallError::Insecure(_) => UNAUTHENTICATED,
        CallError::Closed(_) => UNAVAILABLE,
        CallError::Wire(WireError::TooLarge { .. }) => RESOURCE_EXHAUSTED,
        CallError::Wire(WireError::Silent | WireError::TlsExpected | WireError::TooSlow) => {
            UNAVAILABLE
        }
        CallError::Wire(_) => INTERNAL,
        CallError::Misuse(Misuse::TooLarge { .. } | Misuse::TooManyCalls) => RESOURCE_EXHAUSTED,
        CallError::Misuse(Misuse::NotOffered(_)) => UNIMPLEMENTED,
        CallError::Misuse(Misuse::Unencodable(_)) => INTERNAL,
    }
}

/// The fault for calls that a server will not process after its GOAWAY.
pub fn of_goaway(goaway_reason: &GoAwayReason) -> Fault {
    let text = alloc::format!("the server ended the connection: {goaway_reason}");
    with_code(UNAVAILABLE, text)
}

/// The fault for the HTTP status of a response that is not gRPC's.
pub fn of_http(status: u16) -> Fault {
    let code = match status {
        400 => INTERNAL,
        401 => UNAUTHENTICATED,
        403 => PERMISSION_DENIED,
        404 => UNIMPLEMENTED,
        429 | 502 | 503 | 504 => UNAVAILABLE,
        _ => UNKNOWN,
    };
    with_code(
        code,
        alloc::format!("the server answered with HTTP status {status}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain;

    #[test]
    fn statuses_have_one_name() {
        for code in -1..20 {
            assert_eq!(name(code), domain::name(Domain::Grpc, code));
        }
    }

    #[test]
    fn exhaustion_and_deadlines_have_one_status() {
        for code in -1..20 {
            let is_late = with_code(code, "").is_deadline_exceeded();
            assert_eq!(is_late, code == DEADLINE_EXCEEDED, "{code}");
        }
        assert!(!Fault::application(DEADLINE_EXCEEDED, "").is_deadline_exceeded());
        assert_eq!(Fault::exhausted("no"), with_code(RESOURCE_EXHAUSTED, "no"));
    }

    #[test]
    fn an_applications_number_is_no_status() {
        for code in 1..=16 {
            let fault = Fault::application(code, "the disk is full");
            assert_eq!(to_wire(&fault), (UNKNOWN, "the disk is full".into()));
            assert_eq!(own_code(&fault), Some(code));
            assert_eq!(to_wire(&with_code(code, "no")), (code, "no".into()));
            assert_eq!(own_code(&with_code(code, "no")), None);
        }
    }
}
