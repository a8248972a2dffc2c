//! Faults to and from their codes: one function each way.
//!
//! Reading list: XML-RPC Specification, "Fault example"; "Specification for Fault Code
//! Interoperability" (2001).

use alloc::borrow::Cow;
use alloc::string::String;

use crate::carrier::messages::words::{self, said_code};
use crate::domain::Domain;
use crate::fault::{Fault, Meant};

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
/// The application's own: the call ended because that was asked for.
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

/// A refusal with one of these codes and words.
pub fn said(code: i32, message: impl Into<String>) -> Fault {
    Fault::said_by(Domain::XmlRpc, code, message)
}

/// The code and the words that say `fault`. An application's numbers go as they are, but for those
/// that mean something to everybody (`is_reserved`).
pub fn to_wire(fault: &Fault) -> (i32, Cow<'_, str>) {
    let code = match fault.in_domain(Domain::XmlRpc) {
        Meant::Own(code) => code,
        Meant::Application(code) if is_reserved(code) => INTERNAL_ERROR,
        Meant::Application(code) => code,
        Meant::Plain(plain) => code_of(&plain),
    };
    (code, words::of(fault, words(code).unwrap_or_default()))
}

fn code_of(plain: &Fault) -> i32 {
    match plain {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } | Fault::NoSuchOperation => {
            METHOD_NOT_FOUND
        }
        Fault::BadArguments => INVALID_PARAMETERS,
        Fault::ProtocolVersion { .. } => NOT_CONFORMING,
        Fault::Cancelled => CANCELLED,
        Fault::Denied(_) => DENIED,
        _ => INTERNAL_ERROR,
    }
}

/// "Specification for Fault Code Interoperability": codes that it reserves.
const fn is_reserved(code: i32) -> bool {
    matches!(code, -32768..=-32000)
}

/// What a code with its words says. Words of the peer's own are kept; that a method does not exist
/// needs none.
pub fn from_wire(code: i32, message: String) -> Fault {
    let own_words = !message.is_empty() && words(code) != Some(&message);
    let plain = match code {
        METHOD_NOT_FOUND => Some(Fault::NoSuchOperation),
        INVALID_PARAMETERS if !own_words => Some(Fault::BadArguments),
        INTERNAL_ERROR if !own_words => Some(Fault::ServerFailure),
        CANCELLED if !own_words => Some(Fault::Cancelled),
        DENIED => words::denial(&message),
        code if said_code(&message) == Some(code) => Some(Fault::Other(code as u32)),
        _ => None,
    };
    let domain = match is_reserved(code) {
        true => Domain::XmlRpc,
        false => Domain::Application,
    };
    plain.unwrap_or_else(|| Fault::said_by(domain, code, message))
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
            Fault::said_by(Domain::XmlRpc, INVALID_PARAMETERS, "`id` is missing"),
            Fault::Other(5),
            Fault::Other(-5i32 as u32),
            Fault::Denied(5),
            Fault::Denied(0).in_words("not you"),
        ] {
            let (code, message) = to_wire(&fault);
            assert_eq!(from_wire(code, message.into_owned()), fault);
        }
    }
}
