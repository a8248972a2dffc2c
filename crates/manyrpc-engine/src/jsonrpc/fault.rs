//! Faults to and from error objects: one function each way.
//!
//! Reading list: JSON-RPC 2.0 section 5.1.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::fault::{Fault, Said};

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

/// An error object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Error<'a> {
    /// What kind of error.
    pub code: i32,
    /// The same for people.
    pub message: Cow<'a, str>,
    /// More about it, a value in JSON; empty where there is none.
    pub data: &'a [u8],
}

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
            data: &[],
        }
    }
}

/// The error that says `fault`.
pub fn to_wire(fault: &Fault) -> Error<'_> {
    match fault {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } | Fault::NoSuchOperation => {
            Error::of(METHOD_NOT_FOUND)
        }
        Fault::BadArguments => Error::of(INVALID_PARAMS),
        Fault::ServerFailure => Error::of(INTERNAL_ERROR),
        Fault::ProtocolVersion { .. } => Error::of(INVALID_REQUEST),
        Fault::Cancelled => Error::of(CANCELLED),
        Fault::Denied(status) => Error {
            code: DENIED,
            message: format!("Access denied (status {status})").into(),
            data: &[],
        },
        Fault::Other(status) => Error {
            code: *status as i32,
            message: format!("Status {status}").into(),
            data: &[],
        },
        Fault::Said(said) => Error {
            code: said.code,
            message: Cow::Borrowed(&said.message),
            data: &said.details,
        },
    }
}

/// What an error says. Words of the peer's own are kept; that a method does not exist needs none.
pub fn from_wire(error: &Error<'_>) -> Fault {
    let own_words = !error.message.is_empty() && words(error.code) != Some(&error.message);
    match (error.code, error.data.is_empty()) {
        (METHOD_NOT_FOUND, true) => Fault::NoSuchOperation,
        (INVALID_PARAMS, true) if !own_words => Fault::BadArguments,
        (INTERNAL_ERROR, true) if !own_words => Fault::ServerFailure,
        (CANCELLED, true) if !own_words => Fault::Cancelled,
        _ => Fault::Said(Box::new(Said {
            code: error.code,
            message: String::from(&*error.message),
            details: Vec::from(error.data),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_back_as_they_went() {
        let said = Said {
            code: 7,
            message: "no".into(),
            details: b"[1]".into(),
        };
        for fault in [
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Cancelled,
            Fault::Said(Box::new(said)),
            Fault::said(INVALID_PARAMS, "`id` is missing"),
        ] {
            assert_eq!(from_wire(&to_wire(&fault)), fault);
        }
        let fault = Fault::said(-5, "Status 4294967291");
        assert_eq!(from_wire(&to_wire(&Fault::Other(-5i32 as u32))), fault);
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
