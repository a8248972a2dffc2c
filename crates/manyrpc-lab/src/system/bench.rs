//! The processes of one system: its server and its clients, on the testbed of a run.

mod counting;

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use manyrpc_measure::machine::cost::{Busy, Meter, Used, Watch};
use manyrpc_measure::machine::placement::{Layout, pin_process};
use manyrpc_measure::machine::process::FirstCall;
use manyrpc_measure::machine::process::{Answer, Process};
use manyrpc_measure::net::relay::RelayProcess;
use manyrpc_measure::net::testbed::{Server, Testbed};

use crate::workload::Workload;

use super::System;

pub(crate) use counting::{Calls, Counts};

/// The timeout for a process's answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A dying server's connections close slightly before its exit status is available.
const EXIT_STATUS_DELAY: Duration = Duration::from_millis(200);

/// A system's running processes.
#[derive(Debug)]
pub(crate) struct Bench {
    system: Rc<dyn System>,
    testbed: Testbed,
    server: Server,
    address: SocketAddr,
    /// The relay in front of the server, if the testbed has impairments.
    relay: Option<RelayProcess>,
    clients: Vec<Process>,
    layout: Option<Layout>,
}

/// One batch of calls.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// Nanoseconds of each call.
    pub(crate) ns: Vec<u64>,
    /// CPU time of the calling thread over all of them.
    pub(crate) client_cpu_ns: u64,
    /// The resources used by both sides' processes, including the client's reporting.
    pub(crate) used: Used,
}

/// Calls of several concurrent clients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rated {
    /// Timed calls per second, in total.
    pub(crate) calls_per_s: f64,
    /// The utilisation of each side.
    pub(crate) busy: Busy,
    /// Calls made, including those that were not timed.
    pub(crate) made: u64,
    /// How many of them the server counted, if it counts.
    pub(crate) served: Option<u64>,
}

impl Bench {
    /// Starts the server and its relay, if any; clients are started when needed.
    pub(crate) fn start(system: &Rc<dyn System>, testbed: &Testbed) -> Result<Self, String> {
        let (server, address) = testbed.serve(&system.server(), &[], TIMEOUT)?;
        Ok(Bench {
            system: Rc::clone(system),
            relay: testbed.impairing_relay(system.transport(), address)?,
            testbed: testbed.clone(),
            server,
            address,
            clients: Vec::new(),
            layout: None,
        })
    }

    /// Binds all its processes, current and future, to the layout's CPUs.
    pub(crate) fn place(&mut self, layout: &Layout) -> Result<(), String> {
        if self.layout.as_ref() == Some(layout) {
            return Ok(());
        }
        self.server.place(&layout.server)?;
        if let Some(relay) = &self.relay {
            pin_process(relay.id(), &layout.conductor)?;
        }
        for client in &self.clients {
            pin_process(client.id(), &layout.client)?;
        }
        self.layout = Some(layout.clone());
        Ok(())
    }

    /// Makes one batch of calls with the first client.
    pub(crate) fn batch(&mut self, workload: Workload, calls: usize) -> Result<Batch, String> {
        self.ensure_clients(1)?;
        let meter = self.meter(1);
        let answer = self.ask_first(workload, calls)?;
        Ok(Batch {
            ns: answer.ns,
            client_cpu_ns: answer.cpu_ns,
            used: meter.used(),
        })
    }

    /// Connects the first client, so that no batch includes that.
    pub(crate) fn connect(&mut self, workload: Workload) -> Result<(), String> {
        if self.clients.is_empty() {
            self.ensure_clients(1)?;
            self.ask_first(workload, 1)?;
        }
        Ok(())
    }

    fn ask_first(&mut self, workload: Workload, calls: usize) -> Result<Answer, String> {
        let command = self.system.command(workload, calls);
        ask(&mut self.clients[0], &command).map_err(|e| self.explain(e))
    }

    /// Starts metering the server and a number of clients.
    pub(crate) fn meter(&self, clients: usize) -> Meter {
        let clients = self.clients[..clients].iter().map(Process::id);
        Meter::start(clients.collect::<Vec<u32>>(), self.server.side())
    }

    /// The first call of a fresh client process on its fresh connection.
    pub(crate) fn first_call(&mut self, workload: Workload) -> Result<u64, String> {
        self.make_room();
        let mut client = self.new_client(self.address_for_clients())?;
        let command = self.system.command(workload, 1);
        let answer = ask(&mut client, &command).map_err(|e| self.explain(e))?;
        let first = answer.ns.first().copied();
        first.ok_or_else(|| "an answer without samples".to_owned())
    }

    /// The parts of a fresh client process's first call, including finding the server.
    pub(crate) fn first_in_parts(&mut self, workload: Workload) -> Result<FirstCall, String> {
        self.make_room();
        let mut client = self.new_client(self.address)?;
        let answer = client.send_line(&format!("first {workload}"));
        let answer = answer.and_then(|()| FirstCall::parse(&client.line(TIMEOUT)?));
        answer.map_err(|e| self.explain(e))
    }

    /// Throughput of concurrent clients, each making `calls` calls.
    pub(crate) fn rate(
        &mut self,
        workload: Workload,
        clients: usize,
        calls: usize,
    ) -> Result<Rated, String> {
        self.ensure_clients(clients)?;
        let command = self.system.command(workload, calls);
        let before = self.served()?;
        let watch = self.watch(clients);
        let start = Instant::now();
        let each = self.command_all(&command, clients);
        let elapsed = start.elapsed();
        let cpus = |of: fn(&Layout) -> &Vec<usize>| self.layout.as_ref().map_or(1, |l| of(l).len());
        let busy = watch.busy(cpus(|l| &l.client).min(clients), cpus(|l| &l.server));
        let each = each?;
        let served = self.served()?;
        let timed: usize = each.iter().map(|answer| answer.ns.len()).sum();
        let checks: u64 = each.iter().map(|answer| answer.checks).sum();
        Ok(Rated {
            calls_per_s: timed as f64 / elapsed.as_secs_f64(),
            busy,
            made: timed as u64 + checks,
            served: served.zip(before).map(|(after, before)| after - before),
        })
    }

    fn watch(&self, clients: usize) -> Watch {
        let clients = self.clients[..clients].iter().map(Process::id);
        Watch::start(clients.collect(), self.server.family())
    }

    /// The server's own count of executed calls so far, if it counts.
    fn served(&mut self) -> Result<Option<u64>, String> {
        if !self.system.counts_calls() {
            return Ok(None);
        }
        self.server.ask_served()?;
        let line = self.server.line(TIMEOUT)?;
        let count = line.parse();
        count
            .map(Some)
            .map_err(|_| format!("the server answered `{line}` instead of its count"))
    }

    /// The answers of concurrent clients to a command.
    pub(crate) fn together(
        &mut self,
        command: &str,
        clients: usize,
    ) -> Result<Vec<Vec<u64>>, String> {
        self.ensure_clients(clients)?;
        let answers = self.command_all(command, clients)?;
        Ok(answers.into_iter().map(|answer| answer.ns).collect())
    }

    fn command_all(&mut self, command: &str, clients: usize) -> Result<Vec<Answer>, String> {
        let clients = &mut self.clients[..clients];
        let told = clients
            .iter_mut()
            .try_for_each(|client| client.send_line(command));
        let answers = told.and_then(|()| {
            let lines = clients.iter_mut().map(|client| client.line(TIMEOUT));
            // All answers are read, so that no client is still working at the next command.
            let lines: Vec<Result<String, String>> = lines.collect();
            let answers = lines.into_iter().map(|line| Answer::parse(&line?));
            answers.collect::<Result<Vec<Answer>, String>>()
        });
        answers.map_err(|e| self.explain(e))
    }

    fn ensure_clients(&mut self, count: usize) -> Result<(), String> {
        while self.clients.len() < count {
            let client = self.new_client(self.address_for_clients())?;
            self.clients.push(client);
        }
        Ok(())
    }

    /// Drops clients if the server could not serve another one otherwise.
    fn make_room(&mut self) {
        let most = self.system.most_clients() as usize;
        self.clients.truncate(most.saturating_sub(1));
    }

    fn new_client(&mut self, server: SocketAddr) -> Result<Process, String> {
        let program = match self.testbed.name() {
            Some(name) => self.system.client_by_name(name, server.port())?,
            None => (self.system).client(server, self.server.id().unwrap_or_default()),
        };
        let client = Process::start(&self.testbed.client(&program))?;
        if let Some(layout) = &self.layout {
            pin_process(client.id(), &layout.client).map_err(|e| self.explain(e))?;
        }
        Ok(client)
    }

    /// The server's address for clients.
    fn address_for_clients(&self) -> SocketAddr {
        let relay = self.relay.as_ref();
        relay.map_or(self.address, RelayProcess::address)
    }

    /// Adds the server's fate to a client's error.
    fn explain(&mut self, reason: String) -> String {
        match self.server.ended(EXIT_STATUS_DELAY) {
            Some(how) => format!("the server: {how}"),
            None => reason,
        }
    }
}

fn ask(client: &mut Process, command: &str) -> Result<Answer, String> {
    client.send_line(command)?;
    Answer::parse(&client.line(TIMEOUT)?)
}
