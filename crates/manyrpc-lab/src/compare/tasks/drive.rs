//! One turn of one system: its processes, fresh, and what they answer. Commands and answers are those of
//! `peers/exchange.md`.

use std::time::Duration;

use serde::Deserialize;

use manyrpc_measure::machine::cost::user_memory_bytes;
use manyrpc_measure::machine::process::{self, Process};
use manyrpc_measure::net::testbed::{Server, Testbed};

use crate::system::Programs;
use crate::system::tasks::Pair;

use super::plan::Shape;

/// The timeout for an answer: a thousand calls with a megabyte each take long.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Connections before the memory is read first, so that what comes with the first ones does not count.
pub(super) const FIRST_CONNECTIONS: u32 = 100;

/// How long the first connections have to settle, and then all: our servers release the memory of quiet connections
/// after a second or two.
const SETTLING: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(2500)];

/// The processes of a pair. Both end when this is dropped.
struct Running {
    client: Process,
    server: Server,
}

/// The answer to `saturate`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Turn {
    calls: u64,
    seconds: f64,
    p99_ns: f64,
}

impl Turn {
    #[cfg(test)]
    pub(super) fn of(calls: u64, seconds: f64, p99_ns: f64) -> Self {
        Turn {
            calls,
            seconds,
            p99_ns,
        }
    }

    pub(super) fn calls_per_s(&self) -> f64 {
        self.calls as f64 / self.seconds
    }

    pub(super) fn p99_ns(&self) -> f64 {
        self.p99_ns
    }
}

/// The answer to `idle`.
#[derive(Deserialize)]
struct Idle {
    connections: u32,
}

impl Running {
    fn start(pair: &Pair, programs: &Programs, testbed: &Testbed) -> Result<Self, String> {
        if let Some(why) = pair.absent(programs) {
            return Err(why);
        }
        let (server, address) = testbed.serve(&pair.server(programs), &[], TIMEOUT)?;
        let client = testbed.client(&pair.client(programs, address));
        Ok(Running {
            client: Process::start(&client)?,
            server,
        })
    }

    fn ask(&mut self, command: &str) -> Result<String, String> {
        self.client.send_line(command)?;
        self.client.line(TIMEOUT)
    }

    fn saturate(&mut self, shape: Shape, time: Duration) -> Result<Turn, String> {
        let Shape {
            workload,
            in_flight,
            connections,
        } = shape;
        let ms = time.as_millis();
        let answer = self.ask(&format!(
            "saturate {workload} {in_flight} {connections} {ms}"
        ))?;
        let turn: Turn = process::parse(&answer)?;
        match turn.calls >= u64::from(in_flight) && turn.seconds > 0.0 {
            true => Ok(turn),
            false => Err(format!("unexpected answer: {answer}")),
        }
    }

    /// Opens connections up to that number; returns the memory of server and client some time later.
    fn idle(&mut self, connections: u32, settling: Duration) -> Result<[u64; 2], String> {
        let answer = self.ask(&format!("idle {connections}"))?;
        let idle: Idle = process::parse(&answer)?;
        if idle.connections != connections {
            return Err(format!("unexpected answer: {answer}"));
        }
        std::thread::sleep(settling);
        let memory = |id| user_memory_bytes(id).ok_or("the kernel does not tell its memory");
        let server = self.server.id().ok_or("the server runs elsewhere")?;
        Ok([memory(server)?, memory(self.client.id())?])
    }
}

/// Keeps calls in flight, after a warm-up on as many connections.
pub(super) fn saturate(
    (pair, programs, testbed): (&Pair, &Programs, &Testbed),
    shape: Shape,
    [warm_up, turn]: [Duration; 2],
) -> Result<Turn, String> {
    /// Enough to grow every buffer; a thousand calls with a megabyte would take seconds.
    const WARM_UP_IN_FLIGHT: u32 = 64;

    let mut running = Running::start(pair, programs, testbed)?;
    let in_flight = shape
        .in_flight
        .min(WARM_UP_IN_FLIGHT.max(shape.connections));
    running.saturate(Shape { in_flight, ..shape }, warm_up)?;
    running.saturate(shape, turn)
}

/// The bytes of user memory that each of so many idle connections takes in the server and in the client.
pub(super) fn idle(
    (pair, programs, testbed): (&Pair, &Programs, &Testbed),
    connections: u32,
) -> Result<[f64; 2], String> {
    let mut running = Running::start(pair, programs, testbed)?;
    let before = running.idle(FIRST_CONNECTIONS, SETTLING[0])?;
    let after = running.idle(FIRST_CONNECTIONS + connections, SETTLING[1])?;
    Ok([0, 1].map(|side| (after[side] as f64 - before[side] as f64) / f64::from(connections)))
}
