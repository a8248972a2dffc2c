//! Faults as text, where the protocol has no number for them, for our own clients to parse.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use crate::domain::Domain;
use crate::fault::Fault;

/// The text of a fault; `words` is the specification's text for its number.
pub(crate) fn of<'f>(fault: &'f Fault, words: &'static str) -> Cow<'f, str> {
    match (fault, fault.message()) {
        (Fault::Status(..), _) if is_denial(fault) => DENIED.into(),
        (Fault::Detailed(_), Some(own)) if is_denial(fault) => format!("{DENIED}: {own}").into(),
        (Fault::Detailed(details), Some(own)) if details.domain == Domain::Common => {
            format!("{words}: {own}").into()
        }
        (_, Some(own)) => own,
        (Fault::Denied(status), None) => denied(*status).into(),
        (Fault::Other(code), None) => own_code(*code as i32).into(),
        (Fault::Detailed(details), None) if details.domain == Domain::Application => {
            own_code(details.code).into()
        }
        _ => words.into(),
    }
}

fn is_denial(fault: &Fault) -> bool {
    matches!(fault.plain(), Fault::Denied(_))
}

/// A denial, with the status it has in other systems.
fn denied(status: u32) -> String {
    match status {
        0 => String::from(DENIED),
        _ => format!("{DENIED} (status {status})"),
    }
}

/// The denial in such a text.
pub(crate) fn denial(words: &str) -> Option<Fault> {
    let rest = words.strip_prefix(DENIED)?;
    if let Some(own) = rest.strip_prefix(": ") {
        return Some(Fault::Denied(0).with_message(own));
    }
    let status = rest.strip_prefix(" (status ").map(|s| s.strip_suffix(')'));
    match (rest, status) {
        ("", _) => Some(Fault::Denied(0)),
        (_, status) => status??.parse().ok().map(Fault::Denied),
    }
}

/// An application's code, for a fault without a message of its own.
fn own_code(code: i32) -> String {
    format!("{OWN}{code}")
}

/// The code in such a text.
pub(crate) fn code_of_text(words: &str) -> Option<i32> {
    words.strip_prefix(OWN)?.parse().ok()
}

const DENIED: &str = "Access denied";
const OWN: &str = "Application error ";
