//! Faults to and from their codes: one function each way.
//!
//! Reading list: XML-RPC Specification, "Fault example"; "Specification for Fault Code
//! Interoperability" (2001).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::fault::{Fault, Said};

/// Not well-formed XML.
pub const NOT_WELL_FORMED: i32 = -32700;
/// No call of XML-RPC.
pub const NOT_CONFORMING: i32 = -32600;
/// There is no such method.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters are not those of the method.
pub const INVALID_PARAMETERS: i32 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i32 = -32603;
/// The call ended because that was asked for.
pub const CANCELLED: i32 = -32500;
/// The caller is not let in.
pub const DENIED: i32 = -32501;

/// The words for a code that has some.
pub const fn words(code: i32) -> Option<&'static str> {
    Some(match code {
        NOT_WELL_FORMED => "Not well-formed",
        NOT_CONFORMING => "Not an XML-RPC call",
        METHOD_NOT_FOUND => "Method not found",
        INVALID_PARAMETERS => "Invalid method parameters",
        INTERNAL_ERROR => "Internal error",
        CANCELLED => "Cancelled",
        _ => return None,
    })
}

/// The code and the words that say `fault`.
pub fn to_wire(fault: &Fault) -> (i32, Cow<'_, str>) {
    let code = match fault {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } | Fault::NoSuchOperation => {
            METHOD_NOT_FOUND
        }
        Fault::BadArguments => INVALID_PARAMETERS,
        Fault::ServerFailure => INTERNAL_ERROR,
        Fault::ProtocolVersion { .. } => NOT_CONFORMING,
        Fault::Cancelled => CANCELLED,
        Fault::Denied(status) => return (DENIED, format!("Access denied ({status})").into()),
        Fault::Other(status) => return (*status as i32, format!("Status {status}").into()),
        Fault::Said(said) => return (said.code, Cow::Borrowed(&said.message)),
    };
    (code, Cow::Borrowed(words(code).unwrap_or_default()))
}

/// What a code with its words says. Words of the peer's own are kept; that a method does not exist
/// needs none.
pub fn from_wire(code: i32, message: String) -> Fault {
    let own_words = !message.is_empty() && words(code) != Some(&message);
    match code {
        METHOD_NOT_FOUND => Fault::NoSuchOperation,
        INVALID_PARAMETERS if !own_words => Fault::BadArguments,
        INTERNAL_ERROR if !own_words => Fault::ServerFailure,
        CANCELLED if !own_words => Fault::Cancelled,
        _ => Fault::Said(Box::new(Said {
            code,
            message,
            details: Vec::new(),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_back_as_they_went() {
        for fault in [
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Cancelled,
            Fault::said(4, "Too many parameters."),
            Fault::said(INVALID_PARAMETERS, "`id` is missing"),
        ] {
            let (code, message) = to_wire(&fault);
            assert_eq!(from_wire(code, message.into_owned()), fault);
        }
    }
}
