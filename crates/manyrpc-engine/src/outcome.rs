//! How calls end on servers.

use crate::fault::Fault;

/// How a call ended on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The results are in the body.
    Done,
    /// As `Done`, and carrying the call out again does no harm: no duplicate need be remembered.
    Idempotent,
    /// The call is refused or failed; what is in the body is dropped.
    Fault(Fault),
    /// No reply is sent, now or later (one-way operations).
    Silent,
}
