//! What is counted of calls, and not timed: bytes, packets, system calls.
//!
//! A client may make calls of its own about those that it was told to make, and a run has a beginning and an
//! end: what is told of one call is by how much two runs of different length differ, divided by the calls
//! that one has more.

use std::time::Instant;

use super::{Bench, PATIENCE, ask};
use crate::machine::cost::{Segments, SystemCalls, rest};
use crate::record::Wire;
use crate::system::Transport;
use crate::workload::Workload;

/// Calls by which two runs differ whose bytes are counted, and of large messages.
const COUNTED_CALLS: usize = 10;
const COUNTED_LARGE_CALLS: usize = 2;
const LARGE_BYTES: usize = 256 * 1024;

/// Two runs whose system calls and segments are counted: the calls of the shorter, and those that the longer has
/// more. Into how many pieces the kernel takes a large message apart differs from call to call.
const FEWEST_CALLS: usize = 2;
const MORE_CALLS: usize = 40;

/// What is counted of one call; as far as it could be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// What crosses the wire.
    pub(crate) wire: Option<Wire>,
    /// System calls of client and server.
    pub(crate) system_calls: Option<(f64, f64)>,
}

impl Bench {
    /// The bytes of one call of each workload, and the datagrams, counted by a relay that does nothing else. Ends
    /// at the first that fails.
    pub(crate) fn wires(&mut self, workloads: &[Workload]) -> Result<Vec<Wire>, String> {
        let mut relay = (self.ground).counting(self.system.transport(), self.address)?;
        self.make_room();
        let mut client = self.new_client(relay.address())?;
        let mut count = |&workload: &Workload| {
            let make = |calls| ask(&mut client, &self.system.command(workload, calls)).map(drop);
            relay.per_call(counted_calls(workload), make).ok()
        };
        Ok(workloads.iter().map_while(&mut count).collect())
    }

    /// System calls of one call of each workload, of client and server. Ends at the first that fails or is too
    /// slow to be made often.
    ///
    /// # Errors
    /// They cannot be counted here.
    pub(crate) fn system_calls(
        &mut self,
        workloads: &[Workload],
    ) -> Result<Vec<(f64, f64)>, String> {
        let Some(&first) = workloads.first() else {
            return Ok(Vec::new());
        };
        if self.server.id().is_none() {
            return Err("the server is on another host".to_owned());
        }
        // What serves a connection may be a thread or a process that does not live before.
        self.connect(first)?;
        let server = SystemCalls::count(&self.server.family())?;
        let mut counters = [SystemCalls::count(&[self.clients[0].id()])?, server];
        let mut read = || {
            let [client, server] = &mut counters;
            Some([client.so_far().ok()?, server.so_far().ok()?])
        };
        let counted = workloads.iter().map_while(|w| self.of_one(*w, &mut read));
        Ok(counted.collect())
    }

    /// Segments of one call of each workload, from client to server and back, on the connection between them. Ends
    /// at the first of which they are not known: on one where every call has a connection of its own, where
    /// there is none, or where calls are too slow to be made often.
    pub(crate) fn segments(&mut self, workloads: &[Workload]) -> Result<Vec<(f64, f64)>, String> {
        let tcp = self.system.transport() == Transport::Tcp;
        let Some(&first) = workloads.first().filter(|_| tcp) else {
            return Ok(Vec::new());
        };
        self.connect(first)?;
        let client = self.clients[0].id();
        let Some(begin) = Segments::of(client).filter(|begin| !begin.sockets.is_empty()) else {
            return Ok(Vec::new());
        };
        let mut read = || {
            let now = Segments::of(client).filter(|now| now.sockets == begin.sockets)?;
            Some([now.sent, now.received])
        };
        let counted = workloads.iter().map_while(|w| self.of_one(*w, &mut read));
        Ok(counted.collect())
    }

    /// By how much two counts grow with one call.
    fn of_one(
        &mut self,
        workload: Workload,
        mut read: impl FnMut() -> Option<[u64; 2]>,
    ) -> Option<(f64, f64)> {
        let mut made = |calls| {
            self.ask_first(workload, calls).ok()?;
            // An answer is there before the server waits again.
            rest(&[self.clients[0].id()]);
            rest(&self.server.family());
            read()
        };
        // The first run makes what later ones find.
        let start = made(FEWEST_CALLS)?;
        let begin = Instant::now();
        let few = made(FEWEST_CALLS)?;
        if begin.elapsed() * (1 + MORE_CALLS / FEWEST_CALLS) as u32 > PATIENCE / 2 {
            return None;
        }
        let more = made(FEWEST_CALLS + MORE_CALLS)?;
        let per_call = |side: usize| {
            let [start, few, more] = [start, few, more].map(|counts| counts[side] as f64);
            ((more - few) - (few - start)) / MORE_CALLS as f64
        };
        Some((per_call(0), per_call(1)))
    }

    /// All that is counted of one call of a workload.
    ///
    /// # Errors
    /// Calls fail. That something cannot be counted here is none.
    pub(crate) fn counts(&mut self, workload: Workload) -> Result<Counts, String> {
        let wire = self.wires(&[workload])?.first().copied();
        let segments = self.segments(&[workload]).unwrap_or_default();
        let system_calls = self.system_calls(&[workload]).unwrap_or_default();
        Ok(Counts {
            wire: wire.map(|wire| wire.with_segments(segments.first().copied())),
            system_calls: system_calls.first().copied(),
        })
    }
}

fn counted_calls(workload: Workload) -> usize {
    match workload.request_bytes().max(workload.reply_bytes()) < LARGE_BYTES {
        true => COUNTED_CALLS,
        false => COUNTED_LARGE_CALLS,
    }
}
