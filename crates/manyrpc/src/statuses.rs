//! Failures returned in the results of a call because its definition asks for that (C706 section
//! 4.3.8); see `docs/exceptions.md` for what is returned where.

use std::io;

use manyrpc_engine::{CallError, Closed, Failure};

use crate::error::Error;
use crate::exceptions::Ended;

/// The failure of a call whose failures are returned in its results, if it failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statuses(Option<Failure>);

/// An error that may have a status.
pub trait Failing {
    /// Its status. `None` for mistakes of the caller.
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
            // In C706's terms, servers are located and connected to when their first call begins.
            Error::Io { source, .. } => Failure::of(&CallError::Closed(unreachable(source))),
            Error::Unreachable { tried, .. } => tried.last().and_then(|at| at.why.failure()),
            Error::NotRegistered { .. } => Some(Failure::NOT_REGISTERED),
            Error::Registry { .. } => Some(Failure::NO_REGISTRY),
            _ => None,
        }
    }
}

/// An error of the system by number, for those without a kind in Rust.
fn unreachable(error: &io::Error) -> Closed {
    const ETIMEDOUT: i32 = 110;
    Closed::Unreachable(match error.raw_os_error() {
        Some(errno) => errno,
        None if error.kind() == io::ErrorKind::TimedOut => ETIMEDOUT,
        None => 0,
    })
}

impl<O: Default, R> Default for Ended<O, R> {
    fn default() -> Self {
        Ended::Results(O::default())
    }
}

impl Statuses {
    /// The outcome of a call whose communication failures are returned in its results, which are
    /// then defaults.
    ///
    /// # Errors
    /// Failures of other kinds.
    pub fn of_communication<T: Default, E: Failing>(came: Result<T, E>) -> Result<(T, Self), E> {
        Self::of(came, |failure| matches!(failure, Failure::Communication(_)))
    }

    /// The same for failures of the server.
    ///
    /// # Errors
    /// Failures of other kinds.
    pub fn of_server<T: Default, E: Failing>(came: Result<T, E>) -> Result<(T, Self), E> {
        Self::of(came, |failure| matches!(failure, Failure::Server(_)))
    }

    /// The same for both.
    ///
    /// # Errors
    /// Mistakes of the caller.
    pub fn of_all<T: Default, E: Failing>(came: Result<T, E>) -> Result<(T, Self), E> {
        Self::of(came, |_| true)
    }

    /// The same for the kinds in `found`.
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

    /// Whether the results come from the server.
    pub const fn is_ok(self) -> bool {
        self.0.is_none()
    }

    /// The status of a communication failure; if there is none, `sent`, the value from the server.
    pub const fn communication(self, sent: u32) -> u32 {
        match self.0 {
            Some(Failure::Communication(status)) => status,
            _ => sent,
        }
    }

    /// The status of a failure of the server; if there is none, `sent`, the value from the server.
    pub const fn server(self, sent: u32) -> u32 {
        match self.0 {
            Some(Failure::Server(status)) => status,
            _ => sent,
        }
    }

    /// The status of either kind of failure; if there is none, `sent`, the value from the server.
    pub const fn all(self, sent: u32) -> u32 {
        match self.0 {
            Some(failure) => failure.status(),
            None => sent,
        }
    }
}
