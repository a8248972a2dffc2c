//! Exit codes and messages.

use std::fmt::Display;
use std::process::ExitCode;

use manyrpc::{CallError, Error};

/// Why the command ends without having done what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line, a file or an argument is wrong: exit 2.
    Misuse(String),
    /// A call failed: exit 64 and above, by whose fault it is.
    Call(Error),
    /// Diagnostics were printed already: exit 1.
    Printed,
}

impl Failure {
    /// A misuse, with what went wrong.
    pub(crate) fn misuse(what: impl Display) -> Self {
        Failure::Misuse(what.to_string())
    }

    /// Tells the user and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Misuse(text) => {
                eprintln!("manyrpc: {text}");
                ExitCode::from(2)
            }
            Failure::Call(error) => {
                eprintln!("manyrpc: {error}");
                ExitCode::from(code(&error))
            }
            Failure::Printed => ExitCode::FAILURE,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Binding(_) | Error::Unknown { .. } | Error::Value(_) => Failure::misuse(error),
            other => Failure::Call(other),
        }
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Failure::Call(Error::Call(error))
    }
}

/// 64 plus: 1 refused by the server, 2 broken protocol, 3 no answer, 4 no connection,
/// 5 not registered, 6 not sent.
fn code(error: &Error) -> u8 {
    64 + match error {
        Error::Call(CallError::Fault(_)) => 1,
        Error::Call(CallError::Wire(_)) => 2,
        Error::Call(CallError::TimedOut { .. }) => 3,
        Error::Call(CallError::Closed(_)) | Error::Io { .. } => 4,
        Error::NotRegistered { .. } => 5,
        _ => 6,
    }
}
