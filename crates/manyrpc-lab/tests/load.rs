//! Calls on fresh connections, first calls in their parts, and loads, by real child processes of every
//! system of ours: this test is its own child program.
//!
//! It has no harness because a test binary must not take `lab-child` for a filter.

use std::process::ExitCode;
use std::time::Duration;

use manyrpc_lab::child;
use manyrpc_lab::load::{Arrivals, LoadCommand, Outcome, Plan, Process as Arriving, Reuse};
use manyrpc_lab::system::{self, Programs, System};
use manyrpc_measure::child::CHILD_ARGUMENT;
use manyrpc_measure::machine::process::FirstCall;
use manyrpc_measure::machine::process::{self, Answer, Process, Program};
use manyrpc_measure::net::relay::Relay;

const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((CHILD_ARGUMENT, rest)) = arguments.split_first().map(|(a, r)| (a.as_str(), r)) {
        return child::run(rest);
    }
    let programs = Programs::find().unwrap();
    let mut cpu_ns = 0;
    for system in system::all(&programs, false) {
        let mut pair = Pair::start(&programs, &*system);
        every_call_has_a_connection(&mut pair);
        a_first_call_is_the_sum_of_its_parts(&mut pair);
        cpu_ns += loads_are_made(&mut pair);
    }
    // A virtual machine's host may take as much away as one of them needs.
    assert!(cpu_ns > 0);
    what_cannot_be_is_refused(&programs);
    a_server_that_is_gone_is_a_reason(&programs);
    println!("load: ok");
    ExitCode::SUCCESS
}

/// A server, and a client that knows it by a name, with a relay between them that counts.
struct Pair {
    system: String,
    server: Process,
    relay: Relay,
    client: Process,
}

impl Pair {
    fn start(programs: &Programs, system: &dyn System) -> Self {
        let mut server = Process::start(&system.server()).unwrap();
        let port = process::port(&server.line(PATIENCE).unwrap()).unwrap();
        let relay = Relay::start(system.transport(), ([127, 0, 0, 1], port).into()).unwrap();
        let address = format!("localhost:{}", relay.address().port());
        let arguments = [CHILD_ARGUMENT, "client", system.id(), &address];
        let client = Program {
            path: programs.ours.clone(),
            arguments: arguments.iter().map(Into::into).collect(),
        };
        Pair {
            system: system.id().to_owned(),
            client: Process::start(&client).unwrap(),
            server,
            relay,
        }
    }

    fn ask(&mut self, command: &str) -> String {
        self.client.send_line(command).unwrap();
        self.client.line(PATIENCE).unwrap()
    }

    fn load(&mut self, mix: &str, plan: Plan) -> Outcome {
        let mix = mix.to_owned();
        let line = self.ask(&LoadCommand { mix, plan }.command());
        process::parse(&line).unwrap_or_else(|e| panic!("{}: {e}", self.system))
    }
}

fn every_call_has_a_connection(pair: &mut Pair) {
    let workload = if pair.system == "dce-cl-1" {
        "info-photo"
    } else {
        "echo:512"
    };
    let mut connections = |command: &str| {
        let before = pair.relay.counts().clients;
        let answer = Answer::parse(&pair.ask(&format!("{command} {workload} 20"))).unwrap();
        assert_eq!(answer.ns.len(), 20, "{}", pair.system);
        pair.relay.counts().clients - before
    };
    let (kept, once) = (connections("run"), connections("once"));
    // One or two more look at results in full. Of sockets for datagrams two may have had one port.
    let all = 19..=22;
    match pair.system.ends_with("-once") {
        true => assert!(all.contains(&kept), "{}: {kept}", pair.system),
        false => assert!(kept <= 1, "{}: {kept}", pair.system),
    }
    assert!(all.contains(&once), "{}: {once}", pair.system);
}

fn a_first_call_is_the_sum_of_its_parts(pair: &mut Pair) {
    let firsts = [(); 5].map(|()| FirstCall::parse(&pair.ask("first nothing")).unwrap());
    for first in &firsts {
        let parts = first.resolve_ns + first.connect_ns + first.bind_ns + first.exchange_ns;
        assert_eq!(parts, first.first_ns, "{}: {first:?}", pair.system);
        // Looking a name up reads files; a socket is made; a call crosses the loopback twice.
        let parts = [
            first.resolve_ns,
            first.connect_ns,
            first.exchange_ns,
            first.again_ns,
        ];
        assert!(parts.iter().all(|ns| *ns > 0), "{first:?}");
    }
    // DCE over a stream has something to settle before a call, which crosses the loopback twice;
    // gRPC sends its settings and does not wait.
    if ["dce-co", "grpc"].contains(&pair.system.as_str()) {
        assert!(firsts.iter().all(|first| first.bind_ns > 0), "{firsts:?}");
    }
}

/// Returns the clients' CPU time.
fn loads_are_made(pair: &mut Pair) -> u64 {
    let mut plan = Plan::closed(60);
    plan.connections = 3;
    let outcome = pair.load("nothing=2,echo:512=1", plan);
    assert_eq!((outcome.sent, outcome.done), (60, 60), "{}", pair.system);
    assert_eq!(outcome.service.count(), 60);
    let cpu_ns = outcome.client_cpu_ns;

    let mut plan = Plan::open(500.0, Arriving::Poisson, 0.1);
    plan.connections = 2;
    plan.reuse = Reuse::PerCall;
    let outcome = pair.load("nothing", plan);
    assert!(outcome.failed.is_empty(), "{}: {outcome:?}", pair.system);
    // 50 in the mean, with a deviation of 7.
    assert!((15..=85).contains(&outcome.done), "{}", outcome.done);
    assert!(outcome.latency.at(0.5) >= outcome.service.at(0.5));
    cpu_ns
}

fn what_cannot_be_is_refused(programs: &Programs) {
    let all = system::all(programs, false);
    let mut pair = Pair::start(programs, &*all[0]);
    let mut plan = Plan::closed(1);
    plan.arrivals = Arrivals::Open {
        rate: 0.0,
        process: Arriving::Constant,
    };
    for command in [
        "first morse".to_owned(),
        "once nothing".to_owned(),
        "load {}".to_owned(),
        LoadCommand {
            mix: "nothing".to_owned(),
            plan,
        }
        .command(),
    ] {
        let refused = process::parse::<Outcome>(&pair.ask(&command));
        assert!(refused.is_err(), "{command}");
    }
}

fn a_server_that_is_gone_is_a_reason(programs: &Programs) {
    let all = system::all(programs, false);
    let system = all.iter().find(|s| s.id() == "onc-tcp").unwrap();
    let Pair {
        server, mut client, ..
    } = Pair::start(programs, &**system);
    drop(server);
    for command in ["run nothing 5", "once nothing 5", "first nothing"] {
        client.send_line(command).unwrap();
        let refused = process::parse::<FirstCall>(&client.line(PATIENCE).unwrap());
        let reason = refused.unwrap_err();
        assert!(reason.contains("refused"), "{command}: {reason}");
    }
}
