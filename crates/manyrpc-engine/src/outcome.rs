//! How calls end on servers.

use crate::fault::Fault;

/// How a call ended on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The results are in the body.
    Done,
    /// As `Done`, and executing the call again does no harm: duplicates need not be detected.
    Idempotent,
    /// The call was refused or failed; the body's content is dropped.
    Fault(Fault),
    /// No reply is sent, now or later (one-way operations).
    Silent,
}
