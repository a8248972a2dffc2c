//! What carries a client's calls.

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::counters::Counters;
use manyrpc_driver::tokio::node::{self, Caller};
use manyrpc_driver::tokio::{self as driver, Connection, Failed, Received};
use manyrpc_engine::{CallError, CallHead, Misuse};

/// What carries a client's calls.
#[derive(Clone)]
pub(crate) enum Line {
    /// A connection of the client's own.
    Own(Connection),
    /// One on which both ends call, shared with others.
    Shared(Caller),
}

/// A call that was sent. Dropping it cancels the call.
pub(crate) enum InFlight {
    Own(driver::InFlight),
    Shared(node::InFlight),
}

impl InFlight {
    /// Waits for the end of the call.
    pub(crate) async fn end(self) -> Result<Received, Failed> {
        match self {
            InFlight::Own(call) => call.end().await,
            InFlight::Shared(call) => call.end().await,
        }
    }
}

impl Line {
    /// Makes a call, which may be one-way.
    ///
    /// # Errors
    /// It has not begun: the connection has ended, the engine refuses such a call, or `write` does.
    pub(crate) async fn call(
        &self,
        head: &CallHead<'_>,
        write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    ) -> Result<InFlight, CallError> {
        match self {
            Line::Own(connection) => connection.call(head, write).await.map(InFlight::Own),
            Line::Shared(caller) => caller.call(head, write).await.map(InFlight::Shared),
        }
    }

    /// The client's own connection.
    ///
    /// # Errors
    /// It has none, and so none of what needs one: `otherwise`.
    pub(crate) fn own(&self, otherwise: Misuse) -> Result<&Connection, CallError> {
        match self {
            Line::Own(connection) => Ok(connection),
            Line::Shared(_) => Err(otherwise.into()),
        }
    }

    /// The encoding of the next call's arguments, as far as is known.
    #[cfg(feature = "tower")]
    pub(crate) fn encoding(&self) -> Encoding {
        match self {
            Line::Own(connection) => connection.encoding(),
            Line::Shared(caller) => caller.encoding(),
        }
    }

    /// Whether no more calls should begin here.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Line::Own(connection) => connection.is_over(),
            Line::Shared(caller) => caller.closed().is_some(),
        }
    }

    pub(crate) fn in_flight(&self) -> usize {
        match self {
            Line::Own(connection) => connection.in_flight(),
            Line::Shared(caller) => caller.in_flight(),
        }
    }

    pub(crate) fn counters(&self) -> Counters {
        match self {
            Line::Own(connection) => connection.counters(),
            Line::Shared(caller) => caller.counters(),
        }
    }
}
