//! Throughput: many calls in flight on one connection, ours and a foreign client and server.
//!
//! A client keeps [`AT_ONCE`] calls for a record in flight on its one connection, and checks every reply in full. The
//! systems of a [`Race`] take turns in each round; their threads are not bound to CPUs, so that multi-threaded ones may
//! use several.

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

/// The approximate length of a turn.
const TURN: Duration = Duration::from_millis(300);

/// Calls to estimate a system's speed.
const TRIAL_CALLS: usize = 2000;

const TIMEOUT: Duration = Duration::from_secs(30);

/// Systems that take turns; the others are compared with the first, which is ours.
pub(super) struct Race(&'static [&'static str]);

/// All races: gRPC and CORBA.
pub(super) const RACES: [Race; 2] = [Race(&["grpc", ASYNC, TONIC]), Race(&["iiop", OMNIORB])];

/// Our client and server with futures, each on a runtime.
pub(super) const ASYNC: &str = "grpc-async";
/// gRPC in Rust, on a runtime.
pub(super) const TONIC: &str = "tonic";
/// CORBA in C++: each of its calls in flight has a thread of its own on either side.
pub(super) const OMNIORB: &str = "omniorb";

/// One system, and its calls per second in each round.
#[derive(Default)]
struct Contestant {
    name: &'static str,
    /// Calls per turn, once its speed is known.
    calls: Option<usize>,
    rates: Vec<f64>,
    busy: Vec<Busy>,
}

/// Its processes, fresh in each round as for all measurements.
struct Pair {
    client: Process,
    server: Server,
    /// The relay in front of the server, if the testbed has impairments.
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

impl Race {
    /// Our system.
    pub(super) fn ours(&self) -> &'static str {
        self.0[0]
    }

    /// Measures throughput over the given number of rounds.
    ///
    /// # Errors
    /// A program is missing, misbehaves, or cannot run on this testbed.
    pub(super) fn measure(
        &self,
        programs: &Programs,
        testbed: &Testbed,
        rounds: u32,
        seed: u64,
    ) -> Result<Vec<Throughput>, String> {
        if let Some(why) = testbed.cannot(Transport::Tcp, Reachability::Anywhere) {
            return Err(why);
        }
        let names = self.0.iter();
        let mut contestants: Vec<Contestant> = names
            .map(|name| Contestant {
                name,
                ..Contestant::default()
            })
            .collect();
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
}

impl Contestant {
    fn turn(&mut self, programs: &Programs, testbed: &Testbed, cpus: usize) -> Result<(), String> {
        let mut pair = Pair::start(programs, testbed, self.name)?;
        // The first calls set up the connection, the threads and the memory.
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
        let (server, address) = testbed.serve(&program(programs, name, None), &[], TIMEOUT)?;
        let relay = testbed.impairing_relay(Transport::Tcp, address)?;
        let address_for_clients = relay.as_ref().map_or(address, RelayProcess::address);
        let client = testbed.client(&program(programs, name, Some(address_for_clients)));
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
        let line = self.client.line(TIMEOUT)?;
        let answer: Answer =
            serde_json::from_str(&line).map_err(|e| format!("a malformed answer: {e}"))?;
        match answer.error {
            Some(error) => Err(error),
            None if answer.calls != calls || answer.seconds <= 0.0 => {
                Err(format!("unexpected answer: {line}"))
            }
            None => Ok(calls as f64 / answer.seconds),
        }
    }
}

/// The server program, or the client program for the server at that address.
fn program(programs: &Programs, name: &str, server: Option<SocketAddr>) -> Program {
    let at = server.map(|at| [at.to_string(), at.ip().to_string(), at.port().to_string()]);
    match (name, &at) {
        ("grpc", None) => child::program(&programs.ours, ["database-server", name]),
        ("grpc", Some([at, ..])) => child::program(&programs.ours, ["database-client", name, at]),
        (ASYNC, None) => child::program(&programs.ours, ["database-server-async", "grpc"]),
        (ASYNC, Some([at, ..])) => {
            child::program(&programs.ours, ["database-client-async", "grpc", at])
        }
        ("iiop", None) => child::program(&programs.ours, ["server", name]),
        ("iiop", Some([at, ..])) => child::program(&programs.ours, ["client", name, at]),
        (_, None) => peer(programs, name, "server", &["tcp"]),
        (OMNIORB, Some([_, host, port])) => {
            let shared = ["tcp", host, port, "-ORBoneCallPerConnection", "0"];
            peer(programs, name, "client", &shared)
        }
        (_, Some([_, host, port])) => peer(programs, name, "client", &["tcp", host, port]),
    }
}

fn peer(programs: &Programs, name: &str, role: &str, arguments: &[&str]) -> Program {
    let stem = match name {
        OMNIORB => "omniorb/omniorb",
        _ => "rust/grpc",
    };
    Program {
        path: programs.peers.join(format!("{stem}_{role}")),
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
                ours: ours.name.to_owned(),
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
