//! The names of what a run is made of, and how a visit measures.

use serde::{Deserialize, Serialize};

use crate::study::design::Cell;
use crate::study::systems;

/// What follows `manyrpc study`.
pub const NAME: &str = "ipc";

/// The document.
pub const SOURCE: &str = "IPC comparison";

/// The document's methods in its order, and the system that each is here.
pub(super) const METHODS: [(&str, Result<&str, &str>); 5] = [
    ("UDP", Ok("raw-udp")),
    ("TCP", Ok("raw-tcp")),
    ("RPC over UDP", Ok("onc-udp")),
    ("RPC over TCP", Ok("onc-tcp")),
    ("CORBA", Err(NO_CORBA)),
];

/// Why nothing is said of CORBA.
const NO_CORBA: &str = "CORBA is none of the systems here";

/// The part of the run in which messages are timed.
pub(super) const RUNS: &str = "runs";

/// The part of the run in which first calls are taken apart.
pub(super) const FIRSTS: &str = "first calls";

/// How a visit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Method {
    /// Messages of a run.
    pub(super) messages: usize,
}

pub(super) fn cell(system: &str) -> Cell {
    Cell::new([(systems::FACTOR, system)])
}
