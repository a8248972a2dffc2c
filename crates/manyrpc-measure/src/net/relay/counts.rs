//! A relay's counts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The counts of both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// From clients to the server.
    pub out: DirectionCounts,
    /// From the server to clients.
    pub back: DirectionCounts,
    /// Clients by address, or connections.
    pub clients: u64,
    /// Connections cut.
    pub cut: u64,
}

/// The counts of one direction, in datagrams, or chunks of streams as they were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectionCounts {
    /// Received.
    pub received: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Forwarded, duplicates included.
    pub passed: u64,
    /// Lost.
    pub lost: u64,
    /// Forwarded twice.
    pub duplicated: u64,
    /// Held back for reordering.
    pub held: u64,
    /// Forwarded after one that was received later.
    pub overtaken: u64,
    /// Forwarded with flipped bits.
    pub corrupted: u64,
    /// Dropped because the queue was full.
    pub dropped: u64,
}

/// Selects one of the counts.
type Of = fn(&DirectionCounts) -> u64;

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
