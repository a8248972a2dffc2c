//! Load: calls made at a rate or as fast as answers come, and how long they take.
//!
//! A [`Plan`] says when calls begin ([`Arrivals`]), over how many connections, and for how long; a
//! [`Mix`] says which calls; [`drive()`] makes them from one process, and what came of several
//! processes is added up ([`Outcome::merge`]).
//!
//! **Closed and open.** In a closed loop each connection calls again when it has its answer: a server
//! that is slow is called less, so its slowness is seen by few calls. In an open loop calls are due at
//! moments that do not depend on answers, as those of many users are. The *latency* of a call is
//! counted from when it was due, whatever kept it from being sent: else a server that stands still
//! for a second would spoil the figure of one call, and not of all that were due in that second
//! ("coordinated omission"). The *service time*, from when the call was really begun, stands
//! beside it; in a closed loop both are the same.
//!
//! **How calls overlap.** Each connection has a thread and one call at a time. Calls that are due take
//! the next free connection; when there is none they wait, and are counted as *queued*: either the
//! server is slower than the rate, or there are too few connections. A call that began late although
//! a connection was free is *late*, the client's own fault. The client's share of its CPU time tells
//! when it, not the server, is the bottleneck ([`Outcome::warnings`]).
//!
//! **Several clients** are several processes. Each makes its [share](Plan::share) of the load: shares
//! of a Poisson process are Poisson processes, and those of a constant rate take turns.
//!
//! The child command is `load {json}` with an [`Order`]; its answer is an [`Outcome`].

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
pub use render::{in_words, json, text};
pub use times::Times;

/// What a client of the lab is told to do: `load` and this as JSON, on one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Which calls, as [`Mix`] is written.
    pub mix: String,
    /// When, and how many.
    pub plan: Plan,
}

impl Order {
    /// The command line for a client.
    pub fn command(&self) -> String {
        format!("load {self}")
    }
}

impl fmt::Display for Order {
    /// As JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self).expect("numbers and names are JSON");
        f.write_str(&json)
    }
}
