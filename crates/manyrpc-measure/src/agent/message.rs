//! The messages between a study and an agent.

use serde::{Deserialize, Serialize};

use crate::machine::cost::Totals;

/// The first argument that starts a server with an interface of the lab.
pub const SERVER: &str = "server";

/// A study's requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Start a process with these arguments and this number.
    Start {
        /// Its number.
        id: u32,
        /// The arguments of `lab-child`.
        words: Vec<String>,
        /// The number of the count that it continues, which the agent keeps until the study is over.
        counts: Option<u32>,
    },
    /// Bind it to one CPU, the same for all, or to none.
    Place {
        /// The process.
        id: u32,
        /// Whether to bind it to one CPU.
        on_one: bool,
    },
    /// Ask the process for its count of calls.
    Served {
        /// The process.
        id: u32,
    },
    /// Report the resources it has used since it started.
    Used {
        /// The process.
        id: u32,
    },
    /// Count its system calls from the first such request on, and report them; or stop counting.
    SystemCalls {
        /// The process.
        id: u32,
        /// Whether to count.
        on: bool,
    },
    /// End the process.
    Stop {
        /// The process.
        id: u32,
    },
    /// A heartbeat.
    Alive,
}

/// An agent's notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Notification {
    /// The agent's machine; always the first notification.
    Machine {
        /// A description for people.
        words: String,
    },
    /// A process printed a line.
    Line {
        /// The process.
        id: u32,
        /// The line.
        line: String,
    },
    /// The resources used by a process and its descendants, once idle.
    Used {
        /// The process.
        id: u32,
        /// `None` if the kernel does not report them.
        used: Option<Totals>,
    },
    /// The system calls of a process and its descendants since counting began.
    SystemCalls {
        /// The process.
        id: u32,
        /// The count, or why there is none.
        so_far: Result<u64, String>,
    },
    /// A process ended, or could not be started.
    Ended {
        /// The process.
        id: u32,
        /// The reason.
        why: String,
    },
}

impl Notification {
    /// The process concerned.
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
