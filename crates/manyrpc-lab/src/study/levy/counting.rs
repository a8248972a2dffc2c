//! The counter test with one server, its clients, and the network between them.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use manyrpc_measure::child;
use manyrpc_measure::machine::placement::pin_process;
use manyrpc_measure::machine::process::{Process, Program, parse};
use manyrpc_measure::net::relay::RelayProcess;
use manyrpc_measure::net::testbed::{Server, Testbed};

use crate::counter::{CountFile, Counted};
use crate::study::journal::Sample;
use crate::system::Transport;

use super::Commercial;
use super::protected::ProtectedSystem;

/// The timeout for a process to start when its CPU is busy.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The timeout for one batch of calls.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Calls per batch, after which the client reports; with a busy server they take seconds.
const AT_ONCE: u64 = 10_000;

/// The polling interval while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The work of the clients.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountRequest {
    /// Calls of all of them together.
    pub(super) calls: u64,
    /// The number of concurrent clients.
    pub(super) clients: usize,
    /// The first retransmission interval, unless the protocol's own.
    pub(super) first_wait_ms: Option<u32>,
}

/// A server, the process of its clients, and the relay between them, if any.
#[derive(Debug)]
pub(super) struct Pair<'c> {
    commercial: &'c Commercial<'c>,
    testbed: Testbed,
    guarded: &'static ProtectedSystem,
    /// The file in which a restarted server finds its count.
    counts: Option<CountFile>,
    /// `None` only during a restart.
    server: Option<Server>,
    /// The relay, if there are impairments.
    pub(super) relay: Option<RelayProcess>,
    client: Process,
}

impl<'c> Pair<'c> {
    pub(super) fn start(
        commercial: &'c Commercial<'c>,
        testbed: &Testbed,
        guarded: &'static ProtectedSystem,
        is_restarted: bool,
    ) -> Result<Self, String> {
        let layout = &commercial.plan.layout;
        let counts = is_restarted.then(CountFile::new);
        let program = commercial.server(guarded, counts.as_ref());
        let (server, address) = testbed.serve(&program, &layout.server, START_TIMEOUT)?;
        let relay = testbed.impairing_relay(Transport::Udp, address)?;
        let address_for_clients = relay.as_ref().map_or(address, RelayProcess::address);
        let client =
            commercial.child(&["client", guarded.system, &address_for_clients.to_string()]);
        Ok(Pair {
            client: start(&testbed.client(&client), &layout.client)?,
            testbed: testbed.clone(),
            server: Some(server),
            commercial,
            guarded,
            counts,
            relay,
        })
    }

    /// Makes the calls, calling `look` periodically.
    pub(super) fn count(
        &mut self,
        order: &CountRequest,
        mut look: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<Counted, String> {
        let mut all = Counted::default();
        while all.calls < order.calls {
            let calls = AT_ONCE.min(order.calls - all.calls);
            self.send_line(order, calls)?;
            all += self.answer(calls, &mut look)?;
        }
        Ok(all)
    }

    fn send_line(&mut self, order: &CountRequest, calls: u64) -> Result<(), String> {
        let semantics = self.guarded.semantics;
        let clients = order.clients.min(calls as usize);
        let wait = order.first_wait_ms;
        let wait = wait.map_or(String::new(), |ms| format!(" wait={ms}"));
        (self.client).send_line(&format!(
            "count {calls} {semantics} clients={clients}{wait}"
        ))
    }

    fn answer(
        &mut self,
        calls: u64,
        look: &mut impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<Counted, String> {
        let until = Instant::now() + TIMEOUT;
        loop {
            if let Some(line) = self.client.line_within(POLL_INTERVAL)? {
                return parse(&line);
            }
            if self.commercial.options.stop.load(Ordering::Relaxed) {
                return Err("interrupted".to_owned());
            }
            if Instant::now() > until {
                let seconds = TIMEOUT.as_secs();
                return Err(format!("{calls} calls were not over within {seconds} s"));
            }
            look(self)?;
        }
    }

    /// Restarts the server on another port, with its count and an empty reply cache.
    pub(super) fn restart(&mut self) -> Result<(), String> {
        self.server = None;
        let program = self.commercial.server(self.guarded, self.counts.as_ref());
        let cpus = &self.commercial.plan.layout.server;
        let (server, address) = self.testbed.serve(&program, cpus, START_TIMEOUT)?;
        self.server = Some(server);
        match &mut self.relay {
            Some(relay) => relay.redirect(address),
            None => Err("its clients cannot follow a restarted server without a relay".to_owned()),
        }
    }
}

impl Commercial<'_> {
    fn server(&self, guarded: &ProtectedSystem, counts: Option<&CountFile>) -> Program {
        match counts {
            None => self.child(&["server", guarded.server]),
            Some(file) => self.child(&["server", guarded.server, &file.path().to_string_lossy()]),
        }
    }

    pub(super) fn child(&self, arguments: &[&str]) -> Program {
        child::program(&self.options.programs.ours, arguments)
    }
}

/// Starts a program bound to these CPUs.
fn start(program: &Program, cpus: &[usize]) -> Result<Process, String> {
    let process = Process::start(program)?;
    pin_process(process.id(), cpus)?;
    Ok(process)
}

/// The figures of a visit.
pub(super) fn sample(counted: Counted) -> Sample {
    Sample::default()
        .figure("calls", counted.calls as f64)
        .figure("failed", counted.failed as f64)
        .figure("lost", counted.lost as f64)
        .figure("duplicated", counted.duplicated as f64)
}
