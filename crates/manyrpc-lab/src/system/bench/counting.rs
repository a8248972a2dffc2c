//! Counts of calls that are not timed: bytes, packets, system calls.

use std::time::Duration;

use manyrpc_measure::machine::cost::{CallCounter, CallCounts, RunLengths, wait_until_idle};
use manyrpc_measure::net::wire::Wire;

use super::{Bench, TIMEOUT, ask};
use crate::workload::Workload;

/// The difference in calls between two runs whose bytes are counted, also for large messages.
const COUNTED_CALLS: usize = 10;
const COUNTED_LARGE_CALLS: usize = 2;
const LARGE_BYTES: usize = 256 * 1024;

/// The runs whose system calls and segments are counted. The number of segments of a large message varies from
/// call to call.
const LENGTHS: RunLengths = RunLengths {
    fewest: 2,
    more: 40,
    patience: Duration::from_secs(TIMEOUT.as_secs() / 2),
};

/// A kind of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Calls {
    /// Their workload.
    pub(crate) workload: Workload,
    /// The number of concurrent clients.
    pub(crate) clients: usize,
    /// Whether each call has its own connection, which only our clients support; otherwise each client keeps one.
    pub(crate) per_call: bool,
}

impl From<Workload> for Calls {
    /// Calls of one client with a persistent connection.
    fn from(workload: Workload) -> Self {
        Calls {
            workload,
            clients: 1,
            per_call: false,
        }
    }
}

/// The counts of one call, as far as known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Bytes on the wire.
    pub(crate) wire: Option<Wire>,
    /// Packets out and back.
    pub(crate) packets: Option<(f64, f64)>,
    /// System calls of client and server.
    pub(crate) system_calls: Option<(f64, f64)>,
}

impl Counts {
    /// Combines bytes counted by a relay with what was counted without one.
    pub(crate) fn new(wire: Option<Wire>, tallied: CallCounts) -> Self {
        let datagrams = wire.and_then(|wire| wire.out_packets.zip(wire.in_packets));
        Counts {
            wire,
            packets: tallied.segments.or(datagrams),
            system_calls: tallied.system_calls,
        }
    }
}

impl Bench {
    /// The command for a number of calls.
    pub(crate) fn command(&self, of: Calls, calls: usize) -> String {
        match of.per_call {
            true => format!("once {} {calls}", of.workload),
            false => self.system.command(of.workload, calls),
        }
    }

    /// Bytes and datagrams of one call of each workload, counted by a relay without impairments. Stops at the
    /// first failure.
    pub(crate) fn wires(&mut self, workloads: &[Workload]) -> Result<Vec<Wire>, String> {
        let all: Vec<Calls> = workloads.iter().map(|&w| w.into()).collect();
        self.wires_of(&all)
    }

    fn wires_of(&mut self, all: &[Calls]) -> Result<Vec<Wire>, String> {
        let mut relay = (self.testbed).counting_relay(self.system.transport(), self.address)?;
        self.make_room();
        let mut client = self.new_client(relay.address())?;
        let (through, server) = (relay.id(), self.server.family());
        let mut count = |&of: &Calls| {
            let make = |calls| {
                ask(&mut client, &self.command(of, calls))?;
                // Closing connections may send final bytes that must not be counted.
                for at_work in [&[client.id()][..], &[through], &server, &[through]] {
                    wait_until_idle(at_work);
                }
                Ok(())
            };
            relay.per_call(counted_calls(of.workload), make).ok()
        };
        Ok(all.iter().map_while(&mut count).collect())
    }

    /// System calls and segments of one call of each workload, and why system calls are not counted, if so. Stops
    /// at the first failure.
    pub(crate) fn tallies(
        &mut self,
        workloads: &[Workload],
    ) -> Result<(Vec<CallCounts>, Option<String>), String> {
        let all: Vec<Calls> = workloads.iter().map(|&w| w.into()).collect();
        self.tallies_of(&all)
    }

    fn tallies_of(&mut self, all: &[Calls]) -> Result<(Vec<CallCounts>, Option<String>), String> {
        let Some(&first) = all.first() else {
            return Ok((Vec::new(), None));
        };
        // The thread or process that serves a connection may start only now.
        self.make(first, 1)?;
        let clients = &self.clients[..first.clients];
        let clients = clients.iter().map(|client| client.id()).collect();
        let (mut tally, why) = CallCounter::start(clients, self.server.side());
        let mut count = |&of: &Calls| tally.per_call(LENGTHS, |calls| self.make(of, calls)).ok();
        Ok((all.iter().map_while(&mut count).collect(), why))
    }

    fn make(&mut self, of: Calls, calls: usize) -> Result<(), String> {
        self.together(&self.command(of, calls), of.clients)
            .map(drop)
    }

    /// All counts of one call.
    ///
    /// # Errors
    /// Calls fail. It is not an error if something cannot be counted here.
    pub(crate) fn counts(&mut self, of: impl Into<Calls>) -> Result<Counts, String> {
        let of = of.into();
        let wire = self.wires_of(&[of])?.first().copied();
        let (tallies, _) = self.tallies_of(&[of])?;
        Ok(Counts::new(
            wire,
            tallies.first().copied().unwrap_or_default(),
        ))
    }
}

fn counted_calls(workload: Workload) -> usize {
    match workload.request_bytes().max(workload.reply_bytes()) < LARGE_BYTES {
        true => COUNTED_CALLS,
        false => COUNTED_LARGE_CALLS,
    }
}
