//! What faults say in words that have no number for it, to be understood by our own clients.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use crate::domain::Domain;
use crate::fault::Fault;

/// The words that go with a fault, whose number the specification has `words` for.
pub(crate) fn of<'f>(fault: &'f Fault, words: &'static str) -> Cow<'f, str> {
    match (fault, fault.words()) {
        (Fault::Status(..), _) if is_denial(fault) => DENIED.into(),
        (Fault::Detailed(_), Some(own)) if is_denial(fault) => format!("{DENIED}: {own}").into(),
        (Fault::Detailed(said), Some(own)) if said.domain == Domain::Common => {
            format!("{words}: {own}").into()
        }
        (_, Some(own)) => own,
        (Fault::Denied(status), None) => denied(*status).into(),
        (Fault::Other(code), None) => own_code(*code as i32).into(),
        (Fault::Detailed(said), None) if said.domain == Domain::Application => {
            own_code(said.code).into()
        }
        _ => words.into(),
    }
}

fn is_denial(fault: &Fault) -> bool {
    matches!(fault.plain(), Fault::Denied(_))
}

/// A denial by the status that it has elsewhere.
fn denied(status: u32) -> String {
    match status {
        0 => String::from(DENIED),
        _ => format!("{DENIED} (status {status})"),
    }
}

/// The denial that those words say.
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

/// An application's code, where the application has no words.
fn own_code(code: i32) -> String {
    format!("{OWN}{code}")
}

/// The code that those words say.
pub(crate) fn said_code(words: &str) -> Option<i32> {
    words.strip_prefix(OWN)?.parse().ok()
}

const DENIED: &str = "Access denied";
const OWN: &str = "Application error ";
