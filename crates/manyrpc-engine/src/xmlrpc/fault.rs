//! Mapping faults to and from fault codes.
//!
//! Reading list: XML-RPC Specification, "Fault example"; "Specification for Fault Code
//! Interoperability" (2001).
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::xmlrpc::fault;
//!
//! let (code, message) = fault::to_wire(&Fault::NoSuchOperation);
//! assert_eq!(code, fault::METHOD_NOT_FOUND);
//! assert_eq!(fault::from_wire(code, message.into_owned()), Fault::NoSuchOperation);
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use manyrpc_codec::json;

use crate::carrier::messages::fault_text::{self, code_of_text};
use crate::domain::Domain;
use crate::exception::Exception;
use crate::fault::{DomainFault, Fault, FaultDetails};

use super::SCAN;

/// Not well-formed XML.
pub const NOT_WELL_FORMED: i32 = -32700;
/// Not a call of XML-RPC.
pub const NOT_CONFORMING: i32 = -32600;
/// The method does not exist.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters do not match the method.
pub const INVALID_PARAMETERS: i32 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i32 = -32603;
/// An application error: the call was cancelled on request.
pub const CANCELLED: i32 = -32500;
/// Access denied.
pub const DENIED: i32 = -32501;

/// The message of a predefined code.
pub const fn message_of(code: i32) -> Option<&'static str> {
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

/// A fault with one of these codes and a message.
pub fn with_code(code: i32, message: impl Into<String>) -> Fault {
    Fault::of_domain(Domain::XmlRpc, code, message)
}

/// The code and message for `fault`. An application's number is kept, except for reserved ones
/// (`is_reserved`).
pub fn to_wire(fault: &Fault) -> (i32, Cow<'_, str>) {
    let code = match fault.in_domain(Domain::XmlRpc) {
        DomainFault::Own(code) => code,
        DomainFault::Application(code) if is_reserved(code) => INTERNAL_ERROR,
        DomainFault::Application(code) => code,
        DomainFault::Plain(plain) => code_of(&plain),
    };
    let exception = fault.exceptions().iter().find_map(to_text);
    let details = || fault_text::of(fault, message_of(code).unwrap_or_default());
    (code, exception.map_or_else(details, Cow::Owned))
}

/// A fault has exactly two members (some clients reject a third), so an exception is sent as text:
/// its name, a space and its members in JSON, `shop.OutOfStock {"left":3}`.
fn to_text(exception: &Exception) -> Option<String> {
    let members = core::str::from_utf8(exception.as_json()?).ok()?;
    // XML permits neither; JSON strings can escape them.
    let members = members.replace('\u{fffe}', "\\ufffe");
    let members = members.replace('\u{ffff}', "\\uffff");
    Some(format!("{} {members}", exception.name))
}

/// The exception in such a text.
fn of_text(message: &str) -> Option<Exception> {
    let (name, members) = message.split_once(' ')?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let is_object = members.starts_with('{') && json::scan::is_value(members.as_bytes(), &SCAN);
    (is_object && name.chars().all(is_part)).then(|| Exception::json(name, members))
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

/// "Specification for Fault Code Interoperability": reserved codes.
const fn is_reserved(code: i32) -> bool {
    matches!(code, -32768..=-32000)
}

/// The fault for a code and message. The peer's own message is kept, except for an unknown method.
pub fn from_wire(code: i32, message: String) -> Fault {
    let own_words = !message.is_empty() && message_of(code) != Some(&message);
    let plain = match code {
        METHOD_NOT_FOUND => Some(Fault::NoSuchOperation),
        INVALID_PARAMETERS if !own_words => Some(Fault::BadArguments),
        INTERNAL_ERROR if !own_words => Some(Fault::ServerFailure),
        CANCELLED if !own_words => Some(Fault::Cancelled),
        DENIED => fault_text::denial(&message),
        code if code_of_text(&message) == Some(code) => Some(Fault::Other(code as u32)),
        _ => None,
    };
    let domain = match is_reserved(code) {
        true => Domain::XmlRpc,
        false => Domain::Application,
    };
    plain.unwrap_or_else(|| {
        Fault::Detailed(Box::new(FaultDetails {
            domain,
            code,
            exceptions: of_text(&message).into_iter().collect(),
            message,
            ..FaultDetails::default()
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_is_text_with_its_name() {
        let members = "{\"a\":\"x\u{ffff}<\"}";
        let raised = Fault::raised(2, Exception::json("a.B", members));
        let (code, message_of) = to_wire(&raised);
        assert_eq!((code, &*message_of), (2, "a.B {\"a\":\"x\\uffff<\"}"));
        let back = from_wire(code, message_of.into_owned());
        let escaped = Exception::json("a.B", *b"{\"a\":\"x\\uffff<\"}");
        assert_eq!(back.exceptions(), [escaped]);
        for other in ["a.B", "a.B {", "a.B {} {}", "a b {}", "a.B [1]", "so: {}"] {
            assert_eq!(from_wire(2, other.into()).exceptions(), [], "{other}");
        }
    }

    #[test]
    fn faults_round_trip() {
        for fault in [
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Cancelled,
            Fault::application(4, "Too many parameters."),
            Fault::of_domain(Domain::XmlRpc, INVALID_PARAMETERS, "`id` is missing"),
            Fault::Other(5),
            Fault::Other(-5i32 as u32),
            Fault::Denied(5),
            Fault::Denied(0).with_message("not you"),
        ] {
            let (code, message) = to_wire(&fault);
            assert_eq!(from_wire(code, message.into_owned()), fault);
        }
    }
}
