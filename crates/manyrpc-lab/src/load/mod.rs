//! Load: calls made at a rate or as fast as replies arrive, with their latencies.
//!
//! A [`Plan`] states when calls start ([`Arrivals`]), over how many connections, and for how long; a [`Mix`]
//! states which calls; [`drive()`] makes them from one process, and the outcomes of several processes are merged
//! ([`Outcome::merge`]).
//!
//! **Closed and open loops.** In a closed loop each connection calls again when it has its reply: a slow server is
//! called less often, so few calls see that it is slow. In an open loop calls are due at times that do not depend
//! on replies, like those of many independent users. The *latency* of a call is measured from when it was due,
//! whatever delayed it: otherwise a server that stalls for a second would affect the figure of one call only, and
//! not of all calls due in that second ("coordinated omission"). The *service time*, from the actual start of the
//! call, is reported as well; in a closed loop both are the same.
//!
//! **How calls overlap.** Each connection has a thread and one call at a time. Calls that are due take the next
//! free connection; if there is none they wait, and are counted as *queued*: either the server is slower than the
//! rate, or there are too few connections. A call that started late although a connection was free is *late*,
//! which is the client's fault. The client's CPU utilisation shows when the client and not the server is the
//! bottleneck ([`Outcome::warnings`]).
//!
//! **Several clients** are several processes. Each makes its [share](Plan::share) of the load: shares
//! of a Poisson process are Poisson processes, and those of a constant rate take turns.
//!
//! The child command is `load {json}` with an [`LoadCommand`]; its answer is an [`Outcome`].

mod arrivals;
mod drive;
mod mix;
mod outcome;
mod parts;
mod plan;
mod render;
mod times;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use arrivals::{Arrivals, Process, Starts};
pub use drive::{Connection, Control, Target, drive};
pub use mix::{Mix, Weights};
pub use outcome::{LATE_NS, Outcome};
pub use parts::{Conducted, conduct, run_worker};
pub use plan::{Plan, Reuse};
pub use render::{description, json, text};
pub use times::Times;

/// The command to a client of the lab: `load` and this as JSON, on one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadCommand {
    /// The calls, in the text form of [`Mix`].
    pub mix: String,
    /// When and how many.
    pub plan: Plan,
}

impl LoadCommand {
    /// The command line for a client.
    pub fn command(&self) -> String {
        format!("load {self}")
    }
}

impl fmt::Display for LoadCommand {
    /// The JSON form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self).expect("numbers and names are JSON");
        f.write_str(&json)
    }
}
