//! The names of a run's parts, and the method of a visit.

use serde::{Deserialize, Serialize};

use crate::study::design::Cell;
use crate::study::systems;

/// Its name on the command line, after `manyrpc study`.
pub const NAME: &str = "ipc";

/// The document.
pub const SOURCE: &str = "IPC comparison";

/// The document's methods in its order, and the corresponding systems.
pub(super) const METHODS: [(&str, &str); 5] = [
    ("UDP", "raw-udp"),
    ("TCP", "raw-tcp"),
    ("RPC over UDP", "onc-udp"),
    ("RPC over TCP", "onc-tcp"),
    ("CORBA", "iiop"),
];

/// The phase in which messages are timed.
pub(super) const RUNS: &str = "runs";

/// The phase in which the parts of first calls are measured.
pub(super) const FIRSTS: &str = "first calls";

/// The method of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Method {
    /// Messages of a run.
    pub(super) messages: usize,
}

pub(super) fn cell(system: &str) -> Cell {
    Cell::new([(systems::FACTOR, system)])
}
