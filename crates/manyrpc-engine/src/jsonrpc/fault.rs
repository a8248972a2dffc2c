//! Faults to and from error objects: one function each way.
//!
//! Reading list: JSON-RPC 2.0 section 5.1.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;

use manyrpc_codec::Buf;
use manyrpc_codec::json::scan;

use crate::carrier::messages::words::{self, said_code};
use crate::domain::Domain;
use crate::exception::Exception;
use crate::fault::{Fault, FaultDetails, Meant};

use super::{SCAN, text};

pub use super::error::Error;

/// Not well-formed JSON.
pub const PARSE_ERROR: i32 = -32700;
/// Not a request.
pub const INVALID_REQUEST: i32 = -32600;
/// There is no such method.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters are not those of the method.
pub const INVALID_PARAMS: i32 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i32 = -32603;
/// The first of the codes for a server's own errors (down to -32099): the caller is not let in.
pub const DENIED: i32 = -32000;
/// The call ended because that was asked for (Language Server Protocol 3.17, `RequestCancelled`).
pub const CANCELLED: i32 = -32800;

/// The specification's words for the codes that it defines.
pub const fn words(code: i32) -> Option<&'static str> {
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
    /// The error of a code that the specification defines.
    pub fn of(code: i32) -> Self {
        Error {
            code,
            message: Cow::Borrowed(words(code).unwrap_or("Server error")),
            data: Cow::Borrowed(&[]),
        }
    }
}

/// A refusal with one of these codes and words.
pub fn said(code: i32, message: impl Into<String>) -> Fault {
    Fault::of_domain(Domain::JsonRpc, code, message)
}

/// The error that says `fault`. An application's numbers go as they are, but for those that mean
/// something to everybody (`is_reserved`).
pub fn to_wire(fault: &Fault) -> Error<'_> {
    let code = match fault.in_domain(Domain::JsonRpc) {
        Meant::Own(code) => code,
        Meant::Application(code) if is_reserved(code) => INTERNAL_ERROR,
        Meant::Application(code) => code,
        Meant::Plain(plain) => code_of(&plain),
    };
    Error {
        code,
        message: words::of(fault, words(code).unwrap_or("Server error")),
        data: data_of(fault),
    }
}

/// An exception is an object of its name and its members, where the application has nothing else
/// to say: `{"exception":"shop.OutOfStock","members":{"left":3}}`.
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

/// The exception that an error's data is.
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

/// Section 5.1: codes for what the specification defines, now or later. Those from -32099 to -32000
/// are for servers, and so for their applications.
const fn is_reserved(code: i32) -> bool {
    matches!(code, -32768..=-32100 | CANCELLED)
}

/// What an error says. Words of the peer's own are kept; that a method does not exist needs none.
pub fn from_wire(error: &Error<'_>) -> Fault {
    let message = &*error.message;
    let own_words = !message.is_empty() && words(error.code) != Some(message);
    let plain = match error.code {
        METHOD_NOT_FOUND => Some(Fault::NoSuchOperation),
        INVALID_PARAMS if !own_words => Some(Fault::BadArguments),
        INTERNAL_ERROR if !own_words => Some(Fault::ServerFailure),
        CANCELLED if !own_words => Some(Fault::Cancelled),
        DENIED => words::denial(message),
        code if said_code(message) == Some(code) => Some(Fault::Other(code as u32)),
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
    fn faults_come_back_as_they_went() {
        let said = FaultDetails {
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
            Fault::Detailed(Box::new(said)),
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
    fn an_applications_code_is_no_other_words() {
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
    fn codes_have_the_words_of_the_specification() {
        let table = [
            (-32700, "Parse error"),
            (-32600, "Invalid Request"),
            (-32601, "Method not found"),
            (-32602, "Invalid params"),
            (-32603, "Internal error"),
        ];
        for (code, message) in table {
            assert_eq!(words(code), Some(message));
        }
    }
}
