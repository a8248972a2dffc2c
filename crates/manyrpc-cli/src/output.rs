//! Exit codes, messages and data.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use manyrpc::systems::System;
use manyrpc::tls::Reason;
use manyrpc::{CallError, Closed, Error, Metadata, WireError};
use serde_json::Value;

/// Why the command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line, a file or an argument is wrong: exit 2.
    Misuse(String),
    /// A call failed: exit 64 and above, by the party at fault.
    Call(Error),
    /// A call failed, with a message specific to its system: exit likewise.
    Told(String, Error),
    /// The server raised an exception, printed as a line of JSON: exit as for a call.
    Raised(String),
    /// The operating system refused: exit 1.
    Refused(String),
    /// A broadcast without replies: exit as for a call without a reply.
    NoAnswer,
    /// The user interrupted the call: exit code by the shells' convention.
    Interrupted,
    /// Diagnostics have already been printed: exit 1.
    Printed,
}

impl Failure {
    /// A misuse with the given message.
    pub(crate) fn misuse(what: impl Display) -> Self {
        Failure::Misuse(what.to_string())
    }

    /// Prints the failure and returns its exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (text, code) = match self {
            Failure::Misuse(text) => (text, 2),
            Failure::Refused(text) => (text, 1),
            Failure::Call(error @ Error::NotProvided { .. }) => {
                (format!("{error}, with call --idl FILE"), code(&error))
            }
            Failure::Call(error) => {
                let hints = [tls_hint(&error), wrong_protocol_hint(&error)];
                (format!("{error}{}", hints.concat()), code(&error))
            }
            Failure::Told(text, error) => (text, code(&error)),
            Failure::Raised(line) => {
                note(line);
                return ExitCode::from(RAISED);
            }
            Failure::NoAnswer => ("no server replied in time".to_owned(), NO_ANSWER),
            Failure::Interrupted => (INTERRUPT.to_owned(), INTERRUPTED),
            Failure::Printed => return ExitCode::FAILURE,
        };
        note(format_args!("manyrpc: {}", printable(&text)));
        ExitCode::from(code)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Binding(_)
            | Error::Unknown { .. }
            | Error::Value(_)
            | Error::Settings(_)
            | Error::Tls(_) => Failure::misuse(error),
            other => Failure::Call(other),
        }
    }
}

/// The message for a failed call in terms of its system.
pub(crate) fn told(system: &dyn System, error: &Error) -> Option<String> {
    match error {
        Error::Call(CallError::Fault(fault)) => system.fault_text(fault),
        _ => None,
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Failure::Call(Error::Call(error))
    }
}

/// Whether a timeout expired: our own while connecting or waiting, or the server's.
fn is_late(error: &Error) -> bool {
    match error {
        Error::Call(CallError::TimedOut { .. }) => true,
        Error::Call(CallError::Fault(fault)) => fault.is_deadline_exceeded(),
        Error::Io { source, .. } => {
            source.kind() == ErrorKind::TimedOut
                || error
                    .tls()
                    .is_some_and(|tls| tls.reason() == Reason::TooSlow)
        }
        _ => false,
    }
}

/// A hint at the options that may resolve an error.
fn tls_hint(error: &Error) -> &'static str {
    match (error, error.tls().map(|e| e.reason())) {
        (_, Some(Reason::UnknownIssuer)) => " (--ca FILE)",
        (_, Some(Reason::WrongName)) => " (--server-name NAME)",
        (_, Some(Reason::Refused)) => " (--cert FILE --key FILE)",
        (Error::Call(CallError::Closed(Closed::Insecure(_))), _) => " (--cert FILE --key FILE)",
        _ => "",
    }
}

/// A hint that the peer may speak another protocol, for a protocol error.
fn wrong_protocol_hint(error: &Error) -> &'static str {
    use WireError::{BadField, TooLarge, Truncated, Violation};
    match error {
        Error::Call(CallError::Wire(
            BadField { .. } | TooLarge { .. } | Truncated | Violation(_),
        )) => ". Does it speak what the binding says?",
        _ => "",
    }
}

/// The first exit code of failed calls.
const CALLS: u8 = 64;
const NO_ANSWER: u8 = CALLS + 3;
const RAISED: u8 = CALLS + 7;

/// 128 plus the number of SIGINT, by the shells' convention.
pub(crate) const INTERRUPTED: u8 = 130;
const INTERRUPT: &str = "interrupted; the call is cancelled, and the server is notified";

/// The exit code by the party at fault, as documented in the help.
fn code(error: &Error) -> u8 {
    match error {
        _ if is_late(error) => NO_ANSWER,
        Error::Call(CallError::Fault(_)) => CALLS + 1,
        Error::Call(CallError::Wire(_)) => CALLS + 2,
        Error::Call(CallError::Closed(_)) | Error::Io { .. } => CALLS + 4,
        Error::NotRegistered { .. } | Error::Name { .. } => CALLS + 5,
        Error::NotProvided { .. } => CALLS + 1,
        Error::Raised(_) => RAISED,
        Error::Registry { source, .. } => code(source),
        Error::Unreachable { tried, .. } => tried.last().map_or(CALLS + 4, |at| code(&at.why)),
        _ => CALLS + 6,
    }
}

/// Text that others have a part in, such as a server's names and messages, without the control characters that a terminal would
/// obey.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        match is_plain(c) {
            true => shown.push(c),
            false => shown.extend(c.escape_default()),
        }
    }
    Cow::Owned(shown)
}

/// Prints a note for the user; a closed standard error is not a failure.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Writes a line to standard output; whether it is still being read.
pub(crate) fn write_line(text: &str) -> Result<bool, Failure> {
    let written = writeln!(std::io::stdout().lock(), "{text}");
    match written {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(false),
        other => other.map(|()| true).map_err(Failure::misuse),
    }
}

/// A result in the requested format.
pub(crate) fn printed(compact: bool, result: &Value) -> Result<String, Failure> {
    let text = match compact {
        true => serde_json::to_string(result),
        false => serde_json::to_string_pretty(result),
    };
    text.map_err(Failure::misuse)
}

/// Prints the metadata of a reply, in the form that `--metadata` accepts.
pub(crate) fn tell(when: &str, all: &Metadata) {
    for (key, value) in all.iter() {
        let value = match key.ends_with("-bin") {
            true => base64_simd::STANDARD.encode_to_string(value),
            false => String::from_utf8_lossy(value).into_owned(),
        };
        note(format_args!("{when} {key}={value}"));
    }
}

/// Writes to a file or to standard output; a closed pipe is not a failure.
pub(crate) fn write_out(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    let result = match path {
        Some(path) => fs::write(path, text),
        None => std::io::stdout().lock().write_all(text.as_bytes()),
    };
    match (result, path) {
        (Err(e), None) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        (Err(e), Some(path)) => Err(Failure::Misuse(format!(
            "cannot write {}: {e}",
            path.display()
        ))),
        (other, _) => other.map_err(Failure::misuse),
    }
}
