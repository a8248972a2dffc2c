//! The names of what a run is made of, and how a visit measures.

use serde::{Deserialize, Serialize};

use crate::study::design::Cell;
use crate::workload::Workload;

/// What follows `manyrpc study`.
pub const NAME: &str = "netwise";

/// The document.
pub const SOURCE: &str = "Netwise 1989";

/// The document's shapes in its order, and the call that each is here.
pub(super) const SHAPES: [(&str, Workload); 8] = [
    ("Void", Workload::Nothing),
    ("Add", Workload::Add),
    ("Integer 100", Workload::Sum(100)),
    ("Integer 1000", Workload::Sum(1000)),
    ("String", Workload::Concat),
    ("Opaque 4000", Workload::Transfer(4000)),
    ("Opaque 8000", Workload::Transfer(8000)),
    ("Opaque 16000", Workload::Transfer(16000)),
];

/// The part in which calls are timed.
pub(super) const RUNS: &str = "runs";

/// How a visit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Method {
    /// Calls of a run.
    pub(super) calls: usize,
    /// Calls before them that are not counted.
    pub(super) warm_up: usize,
}

pub(super) fn cell(shape: &str, system: &str) -> Cell {
    Cell::new([("shape", shape), ("system", system)])
}
