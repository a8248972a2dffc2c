//! The processes of the study: persistent servers, and a fresh client for every figure.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use manyrpc_measure::machine::cost::{CallCounter, CallCounts, Meter, RunLengths, Side, Used};
use manyrpc_measure::machine::placement::{Layout, pin_process};
use manyrpc_measure::machine::process::{Answer, Process};
use manyrpc_measure::net::relay::RelayProcess;
use manyrpc_measure::net::testbed::{self, Testbed};
use manyrpc_measure::net::wire::Wire;
use manyrpc_measure::stats::median;

use crate::study::design::Cell;
use crate::study::experiment::Options;
use crate::study::journal::Sample;
use crate::system::Programs;
use crate::system::bench::Counts;

use super::peers::{self, Language, System};
use super::plan::has_photo;

/// The timeout for a server to listen; a language's virtual machine starts slowly on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The timeout for a client's calls.
const CALLS_TIMEOUT: Duration = Duration::from_secs(180);

/// The timeout for the few calls whose bytes are counted.
const COUNT_TIMEOUT: Duration = Duration::from_secs(30);

/// The approximate time for counting system calls and segments in milliseconds; exceeded if a few calls take
/// longer.
const COUNTING_MS: u32 = 60;

/// A dying server's connections close slightly before its exit status is available.
const EXIT_STATUS_DELAY: Duration = Duration::from_millis(200);

/// The difference in calls between the two runs whose bytes are counted: names in the records repeat after twelve,
/// and photos always have the same size.
const COUNTED: [usize; 2] = [12, 3];

/// The running servers, by system and language.
#[derive(Debug)]
pub(super) struct Bench<'r> {
    programs: &'r Programs,
    testbed: &'r Testbed,
    layout: &'r Layout,
    servers: BTreeMap<(String, String), Server>,
}

#[derive(Debug)]
struct Server {
    process: testbed::Server,
    address: SocketAddr,
    /// The relay in front of it, if the testbed has impairments.
    relay: Option<RelayProcess>,
}

impl Server {
    fn address_for_clients(&self) -> SocketAddr {
        self.relay
            .as_ref()
            .map_or(self.address, RelayProcess::address)
    }
}

/// The work of a fresh client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Calls of the run.
    pub(super) calls: u32,
    /// Approximate duration of the calls after the run, in milliseconds.
    pub(super) warm_ms: u32,
    /// Whether system calls and segments per call are counted afterwards.
    pub(super) is_counted: bool,
}

/// The result of a client's run.
#[derive(Debug)]
pub(super) struct Sampled {
    /// From the start of the process to the last reply of the run, in nanoseconds.
    wall_ns: u64,
    /// Each call of the run.
    run_ns: Vec<u64>,
    /// Each call of the same process after the run.
    warm_ns: Vec<u64>,
    /// The resources that client and server used for those.
    warm_used: Used,
    /// The counts of further calls, if requested.
    tallied: Option<CallCounts>,
}

impl Sampled {
    /// The figures of a round: seconds of the document's run, nanoseconds of its first call, and of a single call.
    /// If a run had fewer calls than the document's, the missing ones are added, each with the median time of the
    /// calls after the run; the slower first calls of a process were all made.
    ///
    /// # Errors
    /// There were no calls.
    pub(super) fn sample(self, calls_of_the_document: u32) -> Result<Sample, String> {
        let none = || "an answer without samples".to_owned();
        let mut warm: Vec<f64> = self.warm_ns.iter().map(|&ns| ns as f64).collect();
        let call_ns = median(&mut warm).ok_or_else(none)?;
        let first_ns = *self.run_ns.first().ok_or_else(none)?;
        let missing = f64::from(calls_of_the_document) - self.run_ns.len() as f64;
        let run_s = (self.wall_ns as f64 + missing * call_ns) / 1e9;
        Ok(Sample::default()
            .figure("run_s", run_s)
            .figure("first_ns", first_ns as f64)
            .figure("call_ns", call_ns)
            .figure("wall_ns", self.wall_ns as f64)
            .costs(self.warm_used, self.warm_ns.len())
            .counts(&Counts::new(None, self.tallied.unwrap_or_default()))
            .series("run_ns", self.run_ns)
            .series("warm_ns", self.warm_ns))
    }
}

impl<'r> Bench<'r> {
    pub(super) const fn new(options: &'r Options, layout: &'r Layout) -> Self {
        Bench {
            programs: &options.programs,
            testbed: &options.testbed,
            layout,
            servers: BTreeMap::new(),
        }
    }

    /// One run of a fresh client process.
    pub(super) fn run(&mut self, cell: &Cell, run: Run) -> Result<Sampled, String> {
        let address = self.server(cell)?.address_for_clients();
        let outcome = self.run_at(cell, address, run);
        outcome.map_err(|why| self.explain(cell, why))
    }

    fn run_at(&self, cell: &Cell, server: SocketAddr, run: Run) -> Result<Sampled, String> {
        let (system, language) = party(cell, "client");
        let photo = has_photo(cell);
        let start = Instant::now();
        let mut client = self.client(system, language, server)?;
        let run_ns = ask(&mut client, photo, run.calls as usize, CALLS_TIMEOUT)?;
        let wall_ns = start.elapsed().as_nanos() as u64;
        let warm_calls = warm_calls(&run_ns, run.warm_ms);
        let meter = Meter::start(vec![client.id()], self.serving(cell));
        let warm_ns = ask(&mut client, photo, warm_calls, CALLS_TIMEOUT)?;
        let warm_used = meter.used();
        // All timed calls are complete.
        let tally = || self.tally(&mut client, cell, lengths(&warm_ns));
        Ok(Sampled {
            wall_ns,
            tallied: run.is_counted.then(tally).transpose()?,
            run_ns,
            warm_ns,
            warm_used,
        })
    }

    /// The processes of a cell's server.
    fn serving(&self, cell: &Cell) -> Side {
        let server = self.servers.get(&slot(cell));
        server.map_or(Vec::new().into(), |server| server.process.side())
    }

    /// System calls and segments per call of a warmed-up client.
    fn tally(
        &self,
        client: &mut Process,
        cell: &Cell,
        lengths: RunLengths,
    ) -> Result<CallCounts, String> {
        let (mut tally, _) = CallCounter::start(vec![client.id()], self.serving(cell));
        tally.per_call(lengths, |calls| {
            ask(client, has_photo(cell), calls, CALLS_TIMEOUT).map(drop)
        })
    }

    /// The bytes of one call, counted by a relay.
    pub(super) fn wire(&mut self, cell: &Cell) -> Result<Wire, String> {
        let (system, language) = party(cell, "client");
        let photo = has_photo(cell);
        let server = self.server(cell)?.address;
        let mut relay = self.testbed.counting_relay(system.transport, server)?;
        let mut client = self.client(system, language, relay.address())?;
        let counted = relay.per_call(COUNTED[usize::from(photo)], |calls| {
            ask(&mut client, photo, calls, COUNT_TIMEOUT).map(drop)
        });
        counted.map_err(|why| self.explain(cell, why))
    }

    fn client(
        &self,
        system: &System,
        language: &Language,
        server: SocketAddr,
    ) -> Result<Process, String> {
        let program = peers::client(self.programs, system, language, server);
        let client = Process::start(&self.testbed.client(&program))?;
        pin_process(client.id(), &self.layout.client)?;
        Ok(client)
    }

    /// The server of a cell, started if necessary.
    fn server(&mut self, cell: &Cell) -> Result<&Server, String> {
        let vacant = match self.servers.entry(slot(cell)) {
            Entry::Occupied(there) => return Ok(there.into_mut()),
            Entry::Vacant(vacant) => vacant,
        };
        let (system, language) = party(cell, "server");
        let program = peers::server(self.programs, system, language);
        let started = self
            .testbed
            .serve(&program, &self.layout.server, START_TIMEOUT);
        let (process, address) = started.map_err(|why| format!("the server: {why}"))?;
        let relay = self.testbed.impairing_relay(system.transport, address)?;
        Ok(vacant.insert(Server {
            process,
            address,
            relay,
        }))
    }

    /// Adds the server's fate to a client's error; a server that ended is dropped, and restarted for the next
    /// cell.
    fn explain(&mut self, cell: &Cell, why: String) -> String {
        let slot = slot(cell);
        let ended = self
            .servers
            .get_mut(&slot)
            .and_then(|server| server.process.ended(EXIT_STATUS_DELAY));
        match ended {
            Some(how) => {
                self.servers.remove(&slot);
                format!("the server: {how}")
            }
            None => why,
        }
    }
}

/// The lengths of the two runs for the configured time of counting.
fn lengths(warm_ns: &[u64]) -> RunLengths {
    const MIN: usize = 3;
    const MOST: usize = 40;

    let more = warm_calls(warm_ns, COUNTING_MS).clamp(MIN, MOST);
    RunLengths {
        fewest: (more / 10).max(1),
        more,
        patience: CALLS_TIMEOUT,
    }
}

/// The key of a cell's server; servers serve all cells of their system and language.
fn slot(cell: &Cell) -> (String, String) {
    let of = |factor| cell.level(factor).to_owned();
    (of("system"), of("server"))
}

/// The system of a cell, and the language in a role.
fn party(cell: &Cell, role: &str) -> (&'static System, &'static Language) {
    let system = peers::system(cell.level("system")).expect("a cell has one of the systems");
    let language = peers::language(cell.level(role)).expect("a cell has two of the languages");
    (system, language)
}

/// Has a client make calls; returns the time of each.
fn ask(
    client: &mut Process,
    photo: bool,
    calls: usize,
    patience: Duration,
) -> Result<Vec<u64>, String> {
    let workload = if photo { "info-photo" } else { "info" };
    client.send_line(&format!("run {workload} {calls}"))?;
    let answer = Answer::parse(&client.line(patience)?)?;
    match answer.ns.len() == calls {
        true => Ok(answer.ns),
        false => Err(format!("{} samples of {calls} calls", answer.ns.len())),
    }
}

/// The number of calls for about `warm_ms` milliseconds, by the median of the run's calls.
fn warm_calls(run_ns: &[u64], warm_ms: u32) -> usize {
    const MIN: usize = 5;
    const MOST: usize = 1000;

    let mut each: Vec<f64> = run_ns.iter().map(|&ns| ns as f64).collect();
    let call_ns = median(&mut each).unwrap_or(0.0).max(1.0);
    ((f64::from(warm_ms) * 1e6 / call_ns) as usize).clamp(MIN, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_is_drawn_out_by_the_calls_after_it() {
        let sampled = || Sampled {
            wall_ns: 500_000_000,
            run_ns: vec![10_000_000, 2_000_000],
            warm_used: Used::default(),
            tallied: None,
            warm_ns: vec![3_000_000, 1_000_000, 1_500_000],
        };
        let figures = |calls| sampled().sample(calls).unwrap().figures;
        let drawn_out = figures(100);
        // 0.5 s, and 98 calls of 1.5 ms.
        assert!((drawn_out["run_s"] - 0.647).abs() < 1e-9, "{drawn_out:?}");
        assert_eq!(drawn_out["first_ns"], 10_000_000.0);
        assert_eq!(drawn_out["call_ns"], 1_500_000.0);
        assert!((figures(2)["run_s"] - 0.5).abs() < 1e-9);
    }

    #[test]
    fn slow_calls_are_not_made_often() {
        assert_eq!(warm_calls(&[40_000_000; 3], 100), 5);
        assert_eq!(warm_calls(&[1_000_000], 100), 100);
        assert_eq!(warm_calls(&[100], 100), 1000);
    }
}
