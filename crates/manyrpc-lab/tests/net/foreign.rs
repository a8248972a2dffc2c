//! Servers of every foreign program are reached from another network namespace.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_lab::study::kiraly::peers::{self, LANGUAGES, OURS};
use manyrpc_lab::system::{self, Programs, Reachability};
use manyrpc_lab::workload::Workload;
use manyrpc_measure::machine::process::{Answer, Process, Program};
use manyrpc_measure::net::testbed::Testbed;
use manyrpc_measure::net::topology::Topology;

const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn all() {
    let programs = Programs::find().expect("a path of our own");
    let between = Topology::parse(Some("namespaces"), None, None).expect("namespaces");
    let testbed = Testbed::make(&between, &programs.ours, 1, None).expect("two namespaces");
    what_is_compared_is_reached(&programs, &testbed);
    every_language_is_reached(&programs, &testbed);
}

/// Has a client where clients are make three calls.
fn reached(testbed: &Testbed, what: &str, client: &Program, command: &str) {
    let mut client = Process::start(&testbed.client(client)).expect("a client");
    client.send_line(command).expect("it listens");
    let line = client.line(PATIENCE).expect("an answer");
    let answer = Answer::parse(&line).unwrap_or_else(|why| panic!("{what}: {why}"));
    assert_eq!(answer.ns.len(), 3, "{what}");
}

fn elsewhere(server: SocketAddr) -> SocketAddr {
    assert!(!server.ip().is_loopback(), "{server}");
    server
}

fn what_is_compared_is_reached(programs: &Programs, testbed: &Testbed) {
    let all = system::all(programs, true);
    let foreign: Vec<_> = all
        .iter()
        .filter(|s| s.reach() == Reachability::Anywhere)
        .collect();
    assert!(foreign.len() >= 7, "{foreign:?}");
    for system in foreign {
        let id = system.id();
        assert_eq!(testbed.cannot(system.transport(), system.reach()), None);
        let serving = testbed.serve(&system.server(), &[], PATIENCE);
        let (server, address) = serving.unwrap_or_else(|why| panic!("{id}: {why}"));
        let mut workloads = [Workload::Nothing, Workload::Info].into_iter();
        let workload = workloads.find(|&w| system.cannot_carry(w).is_none());
        let command = system.command(workload.expect("one of the two"), 3);
        let process = server.id().expect("it is of this host");
        let client = system.client(elsewhere(address), process);
        reached(testbed, id, &client, &command);
    }
}

/// By its own client and by ours.
fn every_language_is_reached(programs: &Programs, testbed: &Testbed) {
    let ours = peers::language(OURS).expect("it is one");
    for language in LANGUAGES.iter().filter(|l| l.id != OURS) {
        for (id, _) in language.speaks {
            let what = format!("{id} of {}", language.id);
            let system = peers::system(id).expect("it is one");
            assert_eq!(testbed.cannot(system.transport, language.reach()), None);
            let server = peers::server(programs, system, language);
            let serving = testbed.serve(&server, &[], PATIENCE);
            let (_server, address) = serving.unwrap_or_else(|why| panic!("{what}: {why}"));
            for client in [language, ours] {
                let what = format!("{what} by {}", client.id);
                let client = peers::client(programs, system, client, elsewhere(address));
                reached(testbed, &what, &client, "run info-photo 3");
            }
        }
    }
}
