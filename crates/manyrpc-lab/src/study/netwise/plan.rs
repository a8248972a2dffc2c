//! The names of a run's parts, and the method of a visit.

use serde::{Deserialize, Serialize};

use crate::study::design::Cell;
use crate::workload::Workload;

/// Its name on the command line, after `manyrpc study`.
pub const NAME: &str = "netwise";

/// The document.
pub const SOURCE: &str = "Netwise 1989";

/// The document's shapes in its order, and the corresponding workloads.
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

/// The phase in which calls are timed.
pub(super) const RUNS: &str = "runs";

/// The method of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Method {
    /// Calls of a run.
    pub(super) calls: usize,
    /// Warm-up calls, which are not counted.
    pub(super) warm_up: usize,
}

pub(super) fn cell(shape: &str, system: &str) -> Cell {
    Cell::new([("shape", shape), ("system", system)])
}
