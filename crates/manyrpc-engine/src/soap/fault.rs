//! Mapping faults to and from fault codes.
//!
//! Reading list: SOAP 1.1 section 4.4; SOAP 1.2 part 1 sections 5.4, 5.4.6 to 5.4.8; SOAP 1.2 part 2 section 7.5.2.2 (HTTP
//! statuses); Web Services Addressing 1.0, SOAP binding section 6.4; Web Services Security: SOAP Message Security 1.1,
//! section 12.
//!
//! Codes are names. The numbers of [`Domain::Soap`] stand for them: those of the specification, and those by which a
//! server's own refusals are told apart, which are behind the specification's code: `Client.NoSuchOperation` in version 1.1
//! (section 4.4.1, the dot), a subcode in 1.2. An application's number is in the detail, in a namespace of ours.
//!
//! ```
//! use manyrpc_engine::soap::fault;
//!
//! assert_eq!(fault::name(fault::MUST_UNDERSTAND), Some("MustUnderstand"));
//! assert_eq!(fault::name(fault::NO_SUCH_OPERATION), Some("NoSuchOperation"));
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use manyrpc_codec::soap::{Options, Version, scan};
use manyrpc_codec::{Buf, Encoding};

use super::addressing;
use super::envelope;
use super::state::{Refusal, Tag};
use crate::carrier::markup::{put_escaped, put_integer};
use crate::carrier::messages::fault_text::{self, code_of_text};
use crate::domain::{self, Domain};
use crate::exception::Exception;
use crate::fault::{DomainFault, Fault, FaultDetails};

/// The message is of another version of SOAP.
pub const VERSION_MISMATCH: i32 = 1;
/// An entry of the header was not understood that had to be.
pub const MUST_UNDERSTAND: i32 = 2;
/// The message is wrong: `Client`, since version 1.2 `Sender`.
pub const SENDER: i32 = 3;
/// The server failed: `Server`, since version 1.2 `Receiver`.
pub const RECEIVER: i32 = 4;
/// The encoding of the arguments is unknown (version 1.2).
pub const DATA_ENCODING_UNKNOWN: i32 = 5;
/// A sender's: the interface is not served.
pub const NO_SUCH_INTERFACE: i32 = 6;
/// A sender's: the interface has no such operation.
pub const NO_SUCH_OPERATION: i32 = 7;
/// A sender's: the arguments are not the operation's.
pub const BAD_ARGUMENTS: i32 = 8;
/// A receiver's: the call was cancelled.
pub const CANCELLED: i32 = 9;
/// A sender's: access denied.
pub const DENIED: i32 = 10;

/// The namespace of what is ours in a fault.
pub(super) const OWN: &str = "urn:manyrpc:fault";
/// The element with an application's number.
const CODE: &str = "code";

/// The name of a number.
pub fn name(code: i32) -> Option<&'static str> {
    domain::name(Domain::Soap, code)
}

/// The text of a number that has no other.
const fn message_of(code: i32) -> &'static str {
    match code {
        VERSION_MISMATCH => "The version of SOAP is unknown",
        MUST_UNDERSTAND => "A mandatory header is not understood",
        SENDER => "The message is wrong",
        DATA_ENCODING_UNKNOWN => "The encoding is unknown",
        NO_SUCH_INTERFACE => "Interface not found",
        NO_SUCH_OPERATION => "Operation not found",
        BAD_ARGUMENTS => "Invalid arguments",
        CANCELLED => "Cancelled",
        _ => "The server failed",
    }
}

/// A fault with one of these codes and a message.
pub fn with_code(code: i32, message: impl Into<String>) -> Fault {
    Fault::of_domain(Domain::Soap, code, message)
}

/// The code of a fault, and an application's number.
pub fn to_wire(fault: &Fault) -> (i32, Option<i32>) {
    match fault.in_domain(Domain::Soap) {
        DomainFault::Own(code) if name(code).is_some() => (code, None),
        DomainFault::Own(_) => (RECEIVER, None),
        DomainFault::Application(number) => (RECEIVER, Some(number)),
        DomainFault::Plain(plain) => (code_of_plain(&plain), None),
    }
}

fn code_of_plain(plain: &Fault) -> i32 {
    match plain {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => NO_SUCH_INTERFACE,
        Fault::NoSuchOperation => NO_SUCH_OPERATION,
        Fault::BadArguments => BAD_ARGUMENTS,
        Fault::Cancelled => CANCELLED,
        Fault::Denied(_) => DENIED,
        _ => RECEIVER,
    }
}

/// The specification's code, in that version, that a code is or is behind; then its own name in that case.
const fn names_of(code: i32, version: Version) -> (&'static str, Option<&'static str>) {
    let own = match code {
        NO_SUCH_INTERFACE..=DENIED => Some(domain::SOAP[code as usize - 1]),
        _ => None,
    };
    let base = match (code, version) {
        (VERSION_MISMATCH, _) => "VersionMismatch",
        (MUST_UNDERSTAND, _) => "MustUnderstand",
        (DATA_ENCODING_UNKNOWN, Version::V12) => "DataEncodingUnknown",
        (RECEIVER | CANCELLED, Version::V11) => "Server",
        (RECEIVER | CANCELLED, Version::V12) => "Receiver",
        (_, Version::V11) => "Client",
        (_, Version::V12) => "Sender",
    };
    (base, own)
}

/// The status of HTTP that comes with a fault: SOAP 1.1 section 6.2; SOAP 1.2 part 2 table 20.
pub(super) fn http_status(version: Version, fault: &Fault) -> &'static str {
    let (code, _) = to_wire(fault);
    match (version, names_of(code, version).0) {
        (Version::V12, "Sender") => "400 Bad Request",
        _ => "500 Internal Server Error",
    }
}

/// Writes a message with a fault.
pub(super) fn write(buf: &mut Buf, fault: &Fault, tag: &Tag) {
    let version = tag.version;
    envelope::begin_envelope(buf, version);
    put_headers(buf, tag);
    let (code, number) = to_wire(fault);
    let words = fault_text::of(fault, message_of(code));
    let (base, own) = names_of(code, version);
    buf.put(b"<soap:Body><soap:Fault>");
    match version {
        Version::V11 => {
            buf.put(b"<faultcode>soap:");
            buf.put(base.as_bytes());
            if let Some(own) = own {
                buf.put(b".");
                buf.put(own.as_bytes());
            }
            buf.put(b"</faultcode><faultstring>");
            put_escaped(buf, &words);
            buf.put(b"</faultstring>");
            put_detail(buf, fault, number, "detail");
        }
        Version::V12 => {
            buf.put(b"<soap:Code><soap:Value>soap:");
            buf.put(base.as_bytes());
            buf.put(b"</soap:Value>");
            if let Some(own) = own {
                buf.put(b"<soap:Subcode><soap:Value xmlns:m=\"");
                buf.put(OWN.as_bytes());
                buf.put(b"\">m:");
                buf.put(own.as_bytes());
                buf.put(b"</soap:Value></soap:Subcode>");
            }
            buf.put(b"</soap:Code><soap:Reason><soap:Text xml:lang=\"en\">");
            put_escaped(buf, &words);
            buf.put(b"</soap:Text></soap:Reason>");
            put_detail(buf, fault, number, "soap:Detail");
        }
    }
    buf.put(b"</soap:Fault></soap:Body></soap:Envelope>");
}

/// The entries that a fault's header has.
fn put_headers(buf: &mut Buf, tag: &Tag) {
    let refusal = tag.refusal.as_deref();
    if tag.related.is_none() && matches!(refusal, None | Some(Refusal::User)) {
        return;
    }
    buf.put(b"<soap:Header>");
    if let Some(related) = &tag.related {
        addressing::write_reply(buf, related, None);
    }
    match refusal {
        // SOAP 1.2 part 1 section 5.4.7; version 1.1 is told this way, too (appendix A).
        Some(Refusal::Version) => {
            buf.put(b"<v:Upgrade xmlns:v=\"");
            buf.put(Version::V12.namespace().as_bytes());
            buf.put(b"\"><v:SupportedEnvelope qname=\"v:Envelope\"/><v:SupportedEnvelope qname=\"old:Envelope\" xmlns:old=\"");
            buf.put(Version::V11.namespace().as_bytes());
            buf.put(b"\"/></v:Upgrade>");
        }
        // Section 5.4.8.
        Some(Refusal::Entry(ns, local)) if tag.version == Version::V12 => {
            buf.put(b"<soap:NotUnderstood xmlns:q=\"");
            put_escaped(buf, ns);
            buf.put(b"\" qname=\"q:");
            put_escaped(buf, local);
            buf.put(b"\"/>");
        }
        Some(Refusal::Entry(..) | Refusal::User) | None => {}
    }
    buf.put(b"</soap:Header>");
}

/// Writes what programs read of a fault: the exception, or an application's number.
fn put_detail(buf: &mut Buf, fault: &Fault, number: Option<i32>, element: &str) {
    let exception = fault.exceptions().iter().find_map(Exception::as_xml);
    let tag = |buf: &mut Buf, open: &[u8]| {
        buf.put(open);
        buf.put(element.as_bytes());
        buf.put(b">");
    };
    match (exception, number) {
        (Some(exception), _) => {
            tag(buf, b"<");
            buf.put(exception);
        }
        (None, Some(number)) => {
            tag(buf, b"<");
            buf.put(b"<m:code xmlns:m=\"");
            buf.put(OWN.as_bytes());
            buf.put(b"\">");
            put_integer(buf, number);
            buf.put(b"</m:code>");
        }
        (None, None) => return,
    }
    tag(buf, b"</");
}

/// The fault that a message has.
pub(super) fn read(said: &scan::Fault<'_>, message: &[u8], options: Options) -> Fault {
    let code = code_read(said);
    let words = reason(said);
    let own_words = !words.is_empty() && words != message_of(code);
    let number = own_number(said, message);
    let exception = said.detail.as_ref().filter(|name| name.ns != OWN);
    let exception = exception.map(|name| {
        let name = alloc::format!("{{{}}}{}", name.ns, name.local);
        Exception::xml(name, message, Encoding::Soap(options.detail()))
    });
    let plain = match (code, number) {
        _ if exception.is_some() => None,
        (_, Some(number)) if code_of_text(words) == Some(number) => {
            Some(Fault::Other(number as u32))
        }
        (_, Some(_)) => None,
        (DENIED, _) => fault_text::denial(words),
        _ if own_words => None,
        (NO_SUCH_INTERFACE, _) => Some(Fault::NoSuchInterface),
        (NO_SUCH_OPERATION, _) => Some(Fault::NoSuchOperation),
        (BAD_ARGUMENTS, _) => Some(Fault::BadArguments),
        (CANCELLED, _) => Some(Fault::Cancelled),
        (RECEIVER, _) => Some(Fault::ServerFailure),
        _ => None,
    };
    let (domain, code) = match number {
        Some(number) => (Domain::Application, number),
        None => (Domain::Soap, code),
    };
    plain.unwrap_or_else(|| {
        Fault::Detailed(Box::new(FaultDetails {
            domain,
            code,
            message: String::from(words),
            exceptions: exception.into_iter().collect(),
            details: Vec::new(),
        }))
    })
}

/// What people read of a fault: in English if it can be had.
fn reason<'f>(said: &'f scan::Fault<'_>) -> &'f str {
    let mut reasons = said.reasons.iter();
    let english = reasons.find(|(lang, _)| lang.starts_with("en"));
    english
        .or(said.reasons.first())
        .map_or("", |(_, text)| text.trim())
}

/// The number of a fault's code.
fn code_read(said: &scan::Fault<'_>) -> i32 {
    let place = |name: &str| domain::SOAP.iter().position(|known| *known == name);
    let code_of = |name: &str| place(name).map(|at| at as i32 + 1);
    let own = |name: &str| code_of(name).filter(|code| *code >= NO_SUCH_INTERFACE);
    let (_, code) = &said.code;
    // Version 1.1 has refinements behind dots.
    let (base, refined) = code.split_once('.').unwrap_or((code, ""));
    let ours = said.subcodes.iter().filter(|(ns, _)| ns == OWN);
    let refinements = ours.map(|(_, local)| local.as_str()).chain([refined]);
    if let Some(code) = refinements.filter_map(own).next() {
        return code;
    }
    let names = || [&said.code].into_iter().chain(&said.subcodes);
    let is_denied = refined == "Authentication" || names().any(is_denial);
    // The SOAP binding of WS-Addressing, section 6.4.2.3.
    let is_unknown = names().any(|(_, local)| local == "ActionNotSupported");
    match base {
        _ if is_denied => DENIED,
        _ if is_unknown => NO_SUCH_OPERATION,
        "Client" | "Sender" => SENDER,
        "VersionMismatch" => VERSION_MISMATCH,
        "MustUnderstand" => MUST_UNDERSTAND,
        "DataEncodingUnknown" => DATA_ENCODING_UNKNOWN,
        _ => RECEIVER,
    }
}

/// What WSS4J says instead of any of Web Services Security, unless it is told otherwise.
const WSS4J: (&str, &str) = ("http://ws.apache.org/wss4j", "SecurityError");

/// SOAP 1.1 section 4.4.1 has `Client.Authentication`; the others are of Web Services Security, section 12.
fn is_denial((ns, local): &(String, String)) -> bool {
    let of_standard = [
        "FailedAuthentication",
        "InvalidSecurity",
        "InvalidSecurityToken",
        "FailedCheck",
    ];
    of_standard.contains(&&**local) || (&**ns, &**local) == WSS4J
}

/// An application's number in a detail of ours.
fn own_number(said: &scan::Fault<'_>, message: &[u8]) -> Option<i32> {
    said.detail
        .as_ref()
        .filter(|name| name.ns == OWN && name.local == CODE)?;
    let element = message.get(said.inside.clone())?;
    let open = element.iter().position(|b| *b == b'>')? + 1;
    let digits = element[open..].split(|b| *b == b'<').next()?;
    core::str::from_utf8(digits).ok()?.trim().parse().ok()
}
