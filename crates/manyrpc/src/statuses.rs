//! Failures that callers find among the results of a call, because its definition says so; what it
//! means where (C706 section 4.3.8), `docs/exceptions.md` tells.

use std::io;

use manyrpc_engine::{CallError, Closed, Failure};

use crate::error::Error;
use crate::exceptions::Ended;

/// Why a call has no results, if its caller finds that among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statuses(Option<Failure>);

/// What may be a failure that has a status.
pub trait Failing {
    /// It as a status. `None` for what the caller did wrong.
    fn failure(&self) -> Option<Failure>;
}

impl Failing for CallError {
    fn failure(&self) -> Option<Failure> {
        Failure::of(self)
    }
}

impl Failing for Error {
    fn failure(&self) -> Option<Failure> {
        match self {
            Error::Call(error) => Failure::of(error),
            // Servers are looked for and connected to when their first call begins, in C706's terms.
            Error::Io { source, .. } => Failure::of(&CallError::Closed(unreachable(source))),
            Error::Unreachable { tried, .. } => tried.last().and_then(|at| at.why.failure()),
            Error::NotRegistered { .. } => Some(Failure::NOT_REGISTERED),
            Error::Registry { .. } => Some(Failure::NO_REGISTRY),
            _ => None,
        }
    }
}

/// A failure of the system by its number, which Rust's own patience does not have.
fn unreachable(said: &io::Error) -> Closed {
    const ETIMEDOUT: i32 = 110;
    Closed::Unreachable(match said.raw_os_error() {
        Some(errno) => errno,
        None if said.kind() == io::ErrorKind::TimedOut => ETIMEDOUT,
        None => 0,
    })
}

impl<O: Default, R> Default for Ended<O, R> {
    fn default() -> Self {
        Ended::Results(O::default())
    }
}

impl Statuses {
    /// What came of a call whose failures of communication its caller finds among the results,
    /// which are defaults then.
    ///
    /// # Errors
    /// Failures of other kinds.
    pub fn of_communication<T: Default, E: Failing>(came: Result<T, E>) -> Result<(T, Self), E> {
        Self::of(came, |failure| matches!(failure, Failure::Communication(_)))
    }

    /// The same of failures of the server.
    ///
    /// # Errors
    /// Failures of other kinds.
    pub fn of_server<T: Default, E: Failing>(came: Result<T, E>) -> Result<(T, Self), E> {
        Self::of(came, |failure| matches!(failure, Failure::Server(_)))
    }

    /// The same of both.
    ///
    /// # Errors
    /// What the caller did wrong.
    pub fn of_all<T: Default, E: Failing>(came: Result<T, E>) -> Result<(T, Self), E> {
        Self::of(came, |_| true)
    }

    /// The same of those that are `found`.
    pub(crate) fn of<T: Default, E: Failing>(
        came: Result<T, E>,
        found: impl Fn(Failure) -> bool,
    ) -> Result<(T, Self), E> {
        let error = match came {
            Ok(results) => return Ok((results, Statuses(None))),
            Err(error) => error,
        };
        match error.failure().filter(|failure| found(*failure)) {
            Some(failure) => Ok((T::default(), Statuses(Some(failure)))),
            None => Err(error),
        }
    }

    /// Whether the results are those of the server.
    pub const fn is_ok(self) -> bool {
        self.0.is_none()
    }

    /// What stands where failures of communication are found, and `said` without one.
    pub const fn communication(self, said: u32) -> u32 {
        match self.0 {
            Some(Failure::Communication(status)) => status,
            _ => said,
        }
    }

    /// What stands where failures of the server are found, and `said` without one.
    pub const fn server(self, said: u32) -> u32 {
        match self.0 {
            Some(Failure::Server(status)) => status,
            _ => said,
        }
    }

    /// What stands where both are found, and `said` without one.
    pub const fn all(self, said: u32) -> u32 {
        match self.0 {
            Some(failure) => failure.status(),
            None => said,
        }
    }
}
