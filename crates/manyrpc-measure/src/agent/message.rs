//! What a study and an agent tell each other.

use serde::{Deserialize, Serialize};

use crate::machine::cost::Totals;

/// The first word of what starts a server with an interface of the lab.
pub const SERVER: &str = "server";

/// What a study asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Start what these words say, and call it by this number.
    Start {
        /// Its number from then on.
        id: u32,
        /// As `lab-child` has them.
        words: Vec<String>,
        /// The number of the count that it goes on with, which is kept here until the study is over.
        counts: Option<u32>,
    },
    /// Have it on one CPU, the same for all, or on any.
    Place {
        /// Which.
        id: u32,
        /// On one.
        on_one: bool,
    },
    /// Ask it for its count of calls.
    Served {
        /// Which.
        id: u32,
    },
    /// Tell what it has used since it began.
    Used {
        /// Which.
        id: u32,
    },
    /// Count its system calls, from the first such request on, and tell them; or do not count any more.
    SystemCalls {
        /// Which.
        id: u32,
        /// Count.
        on: bool,
    },
    /// End it.
    Stop {
        /// Which.
        id: u32,
    },
    /// A sign of life.
    Alive,
}

/// What an agent tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Notification {
    /// The machine it is on; the first of all.
    Machine {
        /// In words.
        words: String,
    },
    /// A process said a line.
    Line {
        /// Which.
        id: u32,
        /// What.
        line: String,
    },
    /// What a process and its descendants have used, when they had come to rest.
    Used {
        /// Which.
        id: u32,
        /// `None` where the kernel does not tell.
        used: Option<Totals>,
    },
    /// The system calls of a process and its descendants since they are counted.
    SystemCalls {
        /// Which.
        id: u32,
        /// Or why they are not.
        so_far: Result<u64, String>,
    },
    /// A process ended, or was not started.
    Ended {
        /// Which.
        id: u32,
        /// Why.
        why: String,
    },
}

impl Notification {
    /// Which process they are of.
    pub fn of(&self) -> Option<u32> {
        match *self {
            Notification::Machine { .. } => None,
            Notification::Line { id, .. }
            | Notification::Used { id, .. }
            | Notification::SystemCalls { id, .. }
            | Notification::Ended { id, .. } => Some(id),
        }
    }
}
