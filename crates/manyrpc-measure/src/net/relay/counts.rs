//! What a relay has seen and done.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// From clients to the server.
    pub out: Way,
    /// From the server to clients.
    pub back: Way,
    /// Clients seen by address, or connections.
    pub clients: u64,
    /// Connections that were cut.
    pub cut: u64,
}

/// One direction. What is counted is datagrams, or pieces of streams as they came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// What came.
    pub received: u64,
    /// Its bytes.
    pub bytes: u64,
    /// What was handed on, copies included.
    pub passed: u64,
    /// What was lost.
    pub lost: u64,
    /// What was handed on twice.
    pub duplicated: u64,
    /// What was held back, so that others could overtake it.
    pub held: u64,
    /// What was handed on behind one that came later.
    pub overtaken: u64,
    /// What had bits flipped.
    pub corrupted: u64,
    /// What found the queue full.
    pub dropped: u64,
}

/// One of its numbers.
type Of = fn(&Way) -> u64;

impl fmt::Display for Counts {
    /// A table for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: [(&str, Of); 9] = [
            ("received", |w| w.received),
            ("bytes", |w| w.bytes),
            ("passed on", |w| w.passed),
            ("lost", |w| w.lost),
            ("duplicated", |w| w.duplicated),
            ("held back", |w| w.held),
            ("overtaken", |w| w.overtaken),
            ("corrupted", |w| w.corrupted),
            ("queue full", |w| w.dropped),
        ];
        writeln!(f, "{:12}{:>16}{:>16}", "", "to the server", "to clients")?;
        for (name, of) in rows {
            writeln!(f, "{name:12}{:>16}{:>16}", of(&self.out), of(&self.back))?;
        }
        write!(f, "{:12}{:>16}", "clients", self.clients)?;
        match self.cut {
            0 => Ok(()),
            cut => write!(f, "\n{:12}{cut:>16}", "cut"),
        }
    }
}
