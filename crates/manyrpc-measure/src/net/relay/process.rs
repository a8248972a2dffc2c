//! A relay in a separate process, wherever a process can be started.
//!
//! `lab-child relay udp|tcp SERVER IMPAIRMENTS SEED` prints `PORT n` and relays until its standard input
//! closes. Its commands are `counts`, answered with [`Counts`], and `redirect ADDRESS`, answered likewise once
//! done.

use std::io::{self, BufRead, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use super::{Counts, Relay, Setup};
use crate::child::{self, listen_address};
use crate::machine::process::{Process, Program, parse, port};
use crate::net::impairment::Impairments;
use crate::net::wire::Wire;
use crate::transport::Transport;

/// Its first argument.
pub const RELAY: &str = "relay";

const PATIENCE: Duration = Duration::from_secs(10);

/// The program of a relay process; `ours` is the measuring program, which runs itself as children.
pub fn program(
    ours: &Path,
    transport: Transport,
    server: SocketAddr,
    impairments: &Impairments,
    seed: u64,
) -> Program {
    let (server, impairments) = (server.to_string(), impairments.to_string());
    let arguments = [RELAY, transport.name(), &server, &impairments];
    child::program(ours, arguments.into_iter().chain([&*seed.to_string()]))
}

/// A relay in front of one server. Dropping it ends it.
#[derive(Debug)]
pub struct RelayProcess {
    process: Process,
    address: SocketAddr,
    transport: Transport,
}

impl RelayProcess {
    /// Starts a relay that listens on `host`.
    ///
    /// # Errors
    /// Why it could not be started.
    pub fn start(program: &Program, host: Ipv4Addr, transport: Transport) -> Result<Self, String> {
        let failed = |e| format!("no relay: {e}");
        let mut process = Process::start(program).map_err(failed)?;
        let port = process.line(PATIENCE).and_then(|line| port(&line));
        Ok(RelayProcess {
            address: SocketAddr::from((host, port.map_err(failed)?)),
            process,
            transport,
        })
    }

    /// The address for clients.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The counts so far.
    ///
    /// # Errors
    /// It has ended.
    pub fn counts(&mut self) -> Result<Counts, String> {
        self.ask("counts")
    }

    /// Sends later traffic to another server address; see [`Relay::redirect`].
    ///
    /// # Errors
    /// It has ended.
    pub fn redirect(&mut self, server: SocketAddr) -> Result<(), String> {
        self.ask(&format!("redirect {server}")).map(drop)
    }

    fn ask(&mut self, command: &str) -> Result<Counts, String> {
        self.process.send_line(command)?;
        let answer = self.process.line(PATIENCE).and_then(|line| parse(&line));
        answer.map_err(|e| format!("the relay: {e}"))
    }

    /// Bytes and datagrams of one call, from the difference between `calls` and twice as many.
    ///
    /// # Errors
    /// The error of `make`, or the relay has ended.
    pub fn per_call(
        &mut self,
        calls: usize,
        make: impl FnMut(usize) -> Result<(), String>,
    ) -> Result<Wire, String> {
        let datagrams = self.transport == Transport::Udp;
        per_call(|| self.counts(), datagrams, calls, make)
    }
}

/// Bytes of one call, and packets if `datagrams`, from a relay's counts; `make` makes a client perform the given
/// number of calls. A client may make additional calls (to warm up, to check a result in full), and a connection
/// has a setup; the difference between `calls` and twice as many cancels both.
///
/// # Errors
/// The error of `counts` or `make`.
pub(super) fn per_call(
    mut counts: impl FnMut() -> Result<Counts, String>,
    datagrams: bool,
    calls: usize,
    mut make: impl FnMut(usize) -> Result<(), String>,
) -> Result<Wire, String> {
    let mut crossed = |calls| {
        let before = counts()?;
        make(calls)?;
        let after = counts()?;
        let counts = |c: &Counts| [c.out.bytes, c.back.bytes, c.out.received, c.back.received];
        let (before, after) = (counts(&before), counts(&after));
        Ok::<_, String>([0, 1, 2, 3].map(|what| after[what] - before[what]))
    };
    // After this the connection's setup is complete.
    crossed(1)?;
    let (few, more) = (crossed(calls)?, crossed(2 * calls)?);
    let per_call = |what: usize| (more[what] as f64 - few[what] as f64) / calls as f64;
    // The chunks of a stream do not reflect how it was sent.
    let packets = |what| datagrams.then(|| per_call(what));
    Ok(Wire {
        out_bytes: per_call(0),
        in_bytes: per_call(1),
        out_packets: packets(2),
        in_packets: packets(3),
    })
}

const USAGE: &str = "usage: lab-child relay udp|tcp SERVER IMPAIRMENTS SEED";

/// The main function of the relay process.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let &[transport, server, impairments, seed] = arguments else {
        return Err(USAGE.to_owned());
    };
    let transport = match transport {
        "udp" => Transport::Udp,
        "tcp" => Transport::Tcp,
        _ => return Err(USAGE.to_owned()),
    };
    let server = address(server)?;
    let setup = Setup {
        listen: SocketAddr::from((listen_address(), 0)),
        impairments: impairments.parse()?,
        seed: seed.parse().map_err(|_| USAGE.to_owned())?,
    };
    let relay = Relay::with(transport, server, &setup).map_err(|e| e.to_string())?;
    write_line(&format!("PORT {}", relay.address().port()))?;
    for line in io::stdin().lock().lines() {
        let answer = match execute(&relay, &line.map_err(|e| e.to_string())?) {
            Ok(counts) => serde_json::to_string(&counts).map_err(|e| e.to_string())?,
            Err(error) => serde_json::json!({ "error": error }).to_string(),
        };
        write_line(&answer)?;
    }
    Ok(())
}

fn execute(relay: &Relay, line: &str) -> Result<Counts, String> {
    match line.split_once(' ') {
        None if line == "counts" => {}
        Some(("redirect", server)) => relay.redirect(address(server)?),
        _ => return Err("commands: counts, redirect ADDRESS".to_owned()),
    }
    Ok(relay.counts())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not an address and port"))
}

fn write_line(line: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|e| format!("cannot write to standard output: {e}"))
}
