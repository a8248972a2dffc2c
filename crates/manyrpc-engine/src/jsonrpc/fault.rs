//! Mapping faults to and from error objects.
//!
//! Reading list: JSON-RPC 2.0 section 5.1.
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::jsonrpc::fault;
//!
//! let error = fault::to_wire(&Fault::NoSuchOperation);
//! assert_eq!((error.code, &*error.message), (-32601, "Method not found"));
//! assert_eq!(fault::from_wire(&error), Fault::NoSuchOperation);
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;

use manyrpc_codec::Buf;
use manyrpc_codec::json::scan;

use crate::carrier::messages::fault_text::{self, code_of_text};
use crate::domain::Domain;
use crate::exception::Exception;
use crate::fault::{DomainFault, Fault, FaultDetails};

use super::{SCAN, text};

pub use super::error::Error;

/// Not well-formed JSON.
pub const PARSE_ERROR: i32 = -32700;
/// Not a request.
pub const INVALID_REQUEST: i32 = -32600;
/// The method does not exist.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters do not match the method.
pub const INVALID_PARAMS: i32 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i32 = -32603;
/// Access denied: the first of the codes for server-defined errors (down to -32099).
pub const DENIED: i32 = -32000;
/// The call was cancelled on request (Language Server Protocol 3.17, `RequestCancelled`).
pub const CANCELLED: i32 = -32800;

/// The specification's message for a code that it defines.
pub const fn message_of(code: i32) -> Option<&'static str> {
    Some(match code {
        PARSE_ERROR => "Parse error",
        INVALID_REQUEST => "Invalid Request",
        METHOD_NOT_FOUND => "Method not found",
        INVALID_PARAMS => "Invalid params",
        INTERNAL_ERROR => "Internal error",
        CANCELLED => "Request cancelled",
        _ => return None,
    })
}

impl Error<'static> {
    /// The error for a code that the specification defines.
    pub fn of(code: i32) -> Self {
        Error {
            code,
            message: Cow::Borrowed(message_of(code).unwrap_or("Server error")),
            data: Cow::Borrowed(&[]),
        }
    }
}

/// A fault with one of these codes and a message.
pub fn with_code(code: i32, message: impl Into<String>) -> Fault {
    Fault::of_domain(Domain::JsonRpc, code, message)
}

/// The error for `fault`. An application's number is kept, except for those that the specification
/// reserves (`is_reserved`).
pub fn to_wire(fault: &Fault) -> Error<'_> {
    let code = match fault.in_domain(Domain::JsonRpc) {
        DomainFault::Own(code) => code,
        DomainFault::Application(code) if is_reserved(code) => INTERNAL_ERROR,
        DomainFault::Application(code) => code,
        DomainFault::Plain(plain) => code_of(&plain),
    };
    Error {
        code,
        message: fault_text::of(fault, message_of(code).unwrap_or("Server error")),
        data: data_of(fault),
    }
}

/// An exception is an object with its name and members, unless the application provides other data:
/// `{"exception":"shop.OutOfStock","members":{"left":3}}`.
fn data_of(fault: &Fault) -> Cow<'_, [u8]> {
    let details = fault.details();
    let mut exceptions = fault.exceptions().iter();
    let first = exceptions.find_map(|e| Some((&e.name, e.as_json()?)));
    match first {
        Some((name, members)) if details.is_empty() => {
            let mut buf = Buf::new();
            text::put_exception(&mut buf, name, members);
            Cow::Owned(buf.data().to_vec())
        }
        _ => Cow::Borrowed(details),
    }
}

/// The exception in an error's data.
fn exception_of(data: &[u8]) -> Option<Exception> {
    let found = scan::exception(data, 0..data.len(), &SCAN).ok()?;
    let members = data.get(found.members?)?;
    Some(Exception::json(found.exception?, members))
}

fn code_of(plain: &Fault) -> i32 {
    match plain {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } | Fault::NoSuchOperation => {
            METHOD_NOT_FOUND
        }
        Fault::BadArguments => INVALID_PARAMS,
        Fault::ProtocolVersion { .. } => INVALID_REQUEST,
        Fault::Cancelled => CANCELLED,
        Fault::Denied(_) => DENIED,
        _ => INTERNAL_ERROR,
    }
}

/// Section 5.1: codes that the specification reserves. Those from -32099 to -32000 are for servers,
/// and so for their applications.
const fn is_reserved(code: i32) -> bool {
    matches!(code, -32768..=-32100 | CANCELLED)
}

/// The fault for an error. The peer's own message is kept, except for an unknown method.
pub fn from_wire(error: &Error<'_>) -> Fault {
    let message = &*error.message;
    let own_words = !message.is_empty() && message_of(error.code) != Some(message);
    let plain = match error.code {
        METHOD_NOT_FOUND => Some(Fault::NoSuchOperation),
        INVALID_PARAMS if !own_words => Some(Fault::BadArguments),
        INTERNAL_ERROR if !own_words => Some(Fault::ServerFailure),
        CANCELLED if !own_words => Some(Fault::Cancelled),
        DENIED => fault_text::denial(message),
        code if code_of_text(message) == Some(code) => Some(Fault::Other(code as u32)),
        _ => None,
    };
    if let Some(plain) = plain.filter(|_| error.data.is_empty()) {
        return plain;
    }
    let domain = match is_reserved(error.code) {
        true => Domain::JsonRpc,
        false => Domain::Application,
    };
    Fault::Detailed(Box::new(FaultDetails {
        domain,
        code: error.code,
        message: String::from(message),
        exceptions: exception_of(&error.data).into_iter().collect(),
        details: error.data.to_vec(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_round_trip() {
        let details = FaultDetails {
            code: 7,
            message: "no".into(),
            details: b"[1]".into(),
            ..FaultDetails::default()
        };
        for fault in [
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Cancelled,
            Fault::Detailed(Box::new(details)),
            Fault::of_domain(Domain::JsonRpc, INVALID_PARAMS, "`id` is missing"),
            Fault::Other(5),
            Fault::Other(-5i32 as u32),
            Fault::application(-32050, "no"),
            Fault::Denied(5),
            Fault::Denied(0).with_message("not you"),
            Fault::application(DENIED, "no"),
        ] {
            assert_eq!(from_wire(&to_wire(&fault)), fault);
        }
    }

    #[test]
    fn an_exception_is_data_with_its_name() {
        let raised = Fault::raised(2, Exception::json("a.B", *br#"{"n":1}"#));
        let error = to_wire(&raised);
        assert_eq!((error.code, &*error.message), (2, "a.B"));
        let data = br#"{"exception":"a.B","members":{"n":1}}"#;
        assert_eq!(&*error.data, data);
        let back = from_wire(&error);
        assert_eq!(back.exceptions(), raised.exceptions());
        for other in [
            &b"{}"[..],
            b"[1]",
            br#"{"exception":1,"members":{}}"#,
            br#"{"exception":"a.B"}"#,
            br#"{"exception":"a.B","exception":"c.D","members":{}}"#,
            br#"{"exception":"a.B","members":{"#,
        ] {
            let error = Error {
                data: Cow::Borrowed(other),
                ..error.clone()
            };
            assert_eq!(from_wire(&error).exceptions(), []);
        }
    }

    #[test]
    fn an_applications_code_is_no_other_message() {
        for code in [METHOD_NOT_FOUND, INVALID_PARAMS, CANCELLED, -32768, -32100] {
            let fault = Fault::application(code, "the disk is full");
            let error = to_wire(&fault);
            assert_eq!(
                (error.code, &*error.message),
                (INTERNAL_ERROR, "the disk is full")
            );
        }
        let fault = Fault::BadArguments.with_message("`b` is missing");
        let error = to_wire(&fault);
        assert_eq!(&*error.message, "Invalid params: `b` is missing");
        assert_eq!(from_wire(&error).plain(), Fault::BadArguments);
    }

    // Section 5.1.
    #[test]
    fn codes_have_the_messages_of_the_specification() {
        let table = [
            (-32700, "Parse error"),
            (-32600, "Invalid Request"),
            (-32601, "Method not found"),
            (-32602, "Invalid params"),
            (-32603, "Internal error"),
        ];
        for (code, message) in table {
            assert_eq!(message_of(code), Some(message));
        }
    }
}
