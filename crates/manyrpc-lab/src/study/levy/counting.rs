//! The counter test of one server by its only clients, and what is between them.

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
use super::dependability::Guarded;

/// How long a process may take to begin, where others have its CPU.
const STARTING: Duration = Duration::from_secs(30);

/// How long calls may take that are made at once, before the client counts as hung.
const PATIENCE: Duration = Duration::from_secs(300);

/// Calls that are made before the client says something: where the server is busy they take seconds.
const AT_ONCE: u64 = 10_000;

/// How often one looks up from waiting.
const LOOK: Duration = Duration::from_millis(2);

/// What clients are to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Calls of all of them together.
    pub(super) calls: u64,
    /// How many make them at the same time.
    pub(super) clients: usize,
    /// How long they wait before they send a datagram again, unless as their protocol has it.
    pub(super) first_wait_ms: Option<u32>,
}

/// A server, the process of its clients, and the network between them, if that does anything.
#[derive(Debug)]
pub(super) struct Pair<'c> {
    commercial: &'c Commercial<'c>,
    testbed: Testbed,
    guarded: &'static Guarded,
    /// What a server that is started anew finds of its count.
    counts: Option<CountFile>,
    /// `None` only while it is started anew.
    server: Option<Server>,
    /// The network, where it does anything.
    pub(super) relay: Option<RelayProcess>,
    client: Process,
}

impl<'c> Pair<'c> {
    pub(super) fn start(
        commercial: &'c Commercial<'c>,
        testbed: &Testbed,
        guarded: &'static Guarded,
        is_restarted: bool,
    ) -> Result<Self, String> {
        let layout = &commercial.plan.layout;
        let counts = is_restarted.then(CountFile::new);
        let program = commercial.server(guarded, counts.as_ref());
        let (server, address) = testbed.serve(&program, &layout.server, STARTING)?;
        let relay = testbed.impairing_relay(Transport::Udp, address)?;
        let found_at = relay.as_ref().map_or(address, RelayProcess::address);
        let client = commercial.child(&["client", guarded.system, &found_at.to_string()]);
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

    /// Makes the calls. While they are made, `look` is called now and then.
    pub(super) fn count(
        &mut self,
        order: &Order,
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

    fn send_line(&mut self, order: &Order, calls: u64) -> Result<(), String> {
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
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(line) = self.client.line_within(LOOK)? {
                return parse(&line);
            }
            if self.commercial.options.stop.load(Ordering::Relaxed) {
                return Err("interrupted".to_owned());
            }
            if Instant::now() > until {
                let seconds = PATIENCE.as_secs();
                return Err(format!("{calls} calls were not over within {seconds} s"));
            }
            look(self)?;
        }
    }

    /// Ends the server and starts it anew, at another port, with its count and without its memory of replies.
    pub(super) fn restart(&mut self) -> Result<(), String> {
        self.server = None;
        let program = self.commercial.server(self.guarded, self.counts.as_ref());
        let cpus = &self.commercial.plan.layout.server;
        let (server, address) = self.testbed.serve(&program, cpus, STARTING)?;
        self.server = Some(server);
        match &mut self.relay {
            Some(relay) => relay.redirect(address),
            None => Err("nothing leads its clients to a server that is started anew".to_owned()),
        }
    }
}

impl Commercial<'_> {
    fn server(&self, guarded: &Guarded, counts: Option<&CountFile>) -> Program {
        match counts {
            None => self.child(&["server", guarded.server]),
            Some(file) => self.child(&["server", guarded.server, &file.path().to_string_lossy()]),
        }
    }

    pub(super) fn child(&self, arguments: &[&str]) -> Program {
        child::program(&self.options.programs.ours, arguments)
    }
}

/// Starts a program upon these CPUs.
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
