//! Throughput: many calls in flight on one connection, ours beside a foreign client and server.
//!
//! A client makes so many calls of `interfaces/database.proto` at a time, all on its one connection,
//! and checks every reply in full. The systems take turns in each round; the scheduler lays their
//! threads upon all CPUs, so that one that has several may use them.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Deserialize;

use manyrpc_measure::child;
use manyrpc_measure::machine::cost::{Busy, Watch};
use manyrpc_measure::machine::placement::allowed_cpus;
use manyrpc_measure::machine::process::{Process, Program};
use manyrpc_measure::net::relay::RelayProcess;
use manyrpc_measure::net::testbed::{Server, Testbed};
use manyrpc_measure::stats::{Random, median, ratio_interval};

use crate::record::Throughput;
use crate::system::{Programs, Reachability, Transport};

/// Calls in flight.
pub(super) const AT_ONCE: u32 = 64;

const WORKLOAD: &str = "info";

/// How long a turn lasts, about.
const TURN: Duration = Duration::from_millis(300);

/// Calls that tell how fast a system is.
const TRIAL_CALLS: usize = 2000;

const PATIENCE: Duration = Duration::from_secs(30);

/// The systems, the first of them ours, which the others are compared with.
pub(super) const SYSTEMS: [&str; 2] = ["grpc", "tonic"];

/// One system, and calls per second of each round.
#[derive(Default)]
struct Contestant {
    name: &'static str,
    /// Calls of a turn, when it is known how fast it is.
    calls: Option<usize>,
    rates: Vec<f64>,
    busy: Vec<Busy>,
}

/// Its processes: fresh ones in each round, as for all figures of rounds.
struct Pair {
    client: Process,
    server: Server,
    /// What stands before the server, where the testbed is a bad one.
    _relay: Option<RelayProcess>,
}

/// The answer to `flood`.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    calls: usize,
    #[serde(default)]
    seconds: f64,
    error: Option<String>,
}

/// Measures it, over so many rounds.
///
/// # Errors
/// A program is missing, does not do what it should, or cannot be on this testbed.
pub(super) fn measure(
    programs: &Programs,
    testbed: &Testbed,
    rounds: u32,
    seed: u64,
) -> Result<Vec<Throughput>, String> {
    if let Some(why) = testbed.cannot(Transport::Tcp, Reachability::Anywhere) {
        return Err(format!("{}: {why}", SYSTEMS[1]));
    }
    let mut contestants = SYSTEMS.map(|name| Contestant {
        name,
        ..Contestant::default()
    });
    let cpus = allowed_cpus().len();
    let mut random = Random::new(seed);
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    for _ in 0..rounds {
        random.shuffle(&mut order);
        for &i in &order {
            let contestant = &mut contestants[i];
            let turn = contestant.turn(programs, testbed, cpus);
            turn.map_err(|e| format!("{}: {e}", contestant.name))?;
        }
    }
    Ok(rows(&contestants))
}

impl Contestant {
    fn turn(&mut self, programs: &Programs, testbed: &Testbed, cpus: usize) -> Result<(), String> {
        let mut pair = Pair::start(programs, testbed, self.name)?;
        // The first calls have the connection, the threads and the memory to make.
        pair.turn(TRIAL_CALLS)?;
        let calls = match self.calls {
            Some(calls) => calls,
            None => {
                let rate = pair.turn(TRIAL_CALLS)?;
                let calls = (rate * TURN.as_secs_f64()) as usize;
                *self.calls.insert(calls.max(TRIAL_CALLS))
            }
        };
        let watch = Watch::start(vec![pair.client.id()], pair.server.family());
        let rate = pair.turn(calls);
        self.busy.push(watch.busy(cpus, cpus));
        self.rates.push(rate?);
        Ok(())
    }
}

impl Pair {
    fn start(programs: &Programs, testbed: &Testbed, name: &str) -> Result<Self, String> {
        let (server, address) = testbed.serve(&program(programs, name, None), &[], PATIENCE)?;
        let relay = testbed.impairing_relay(Transport::Tcp, address)?;
        let found_at = relay.as_ref().map_or(address, RelayProcess::address);
        let client = testbed.client(&program(programs, name, Some(found_at)));
        Ok(Pair {
            client: Process::start(&client)?,
            server,
            _relay: relay,
        })
    }

    /// Calls per second.
    fn turn(&mut self, calls: usize) -> Result<f64, String> {
        let command = format!("flood {WORKLOAD} {calls} {AT_ONCE}");
        self.client.send_line(&command)?;
        let line = self.client.line(PATIENCE)?;
        let answer: Answer =
            serde_json::from_str(&line).map_err(|e| format!("an answer that is none: {e}"))?;
        match answer.error {
            Some(error) => Err(error),
            None if answer.calls != calls || answer.seconds <= 0.0 => {
                Err(format!("not what was asked for: {line}"))
            }
            None => Ok(calls as f64 / answer.seconds),
        }
    }
}

/// The server, or the client of the one at that address.
fn program(programs: &Programs, name: &str, server: Option<SocketAddr>) -> Program {
    let at = server.map(|at| [at.to_string(), at.ip().to_string(), at.port().to_string()]);
    match (name, &at) {
        ("grpc", None) => child::program(&programs.ours, ["database-server", name]),
        ("grpc", Some([at, ..])) => child::program(&programs.ours, ["database-client", name, at]),
        (_, None) => tonic(programs, "server", &["tcp"]),
        (_, Some([_, host, port])) => tonic(programs, "client", &["tcp", host, port]),
    }
}

fn tonic(programs: &Programs, role: &str, arguments: &[&str]) -> Program {
    Program {
        path: programs.peers.join(format!("rust/grpc_{role}")),
        arguments: arguments.iter().map(Into::into).collect(),
    }
}

fn rows(contestants: &[Contestant]) -> Vec<Throughput> {
    let ours = &contestants[0];
    contestants
        .iter()
        .filter_map(|c| {
            let ratios: Vec<f64> = ours
                .rates
                .iter()
                .zip(&c.rates)
                .map(|(o, c)| o / c)
                .collect();
            Some(Throughput {
                system: c.name.to_owned(),
                workload: WORKLOAD.to_owned(),
                in_flight: AT_ONCE,
                calls_per_s: median(&mut c.rates.clone())?,
                rounds_per_s: c.rates.clone(),
                ours_against_it: ratio_interval(&ratios).filter(|_| c.name != ours.name),
                busy: Busy::mean(&c.busy),
            })
        })
        .collect()
}
