//! Levy's counter test through the relay: what is protected is carried out once, and what is not shows
//! that the test can tell.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use manyrpc_driver::sim::Conditions;
use manyrpc_driver::sim::counter::CounterTest;
use manyrpc_engine::limits::ReplyCacheLimits;
use manyrpc_engine::{InterfaceId, Limits, onc};
use manyrpc_lab::counter::Counted;
use manyrpc_lab::system::Transport;
use manyrpc_measure::machine::process::{Process, Program, port};
use manyrpc_measure::net::impairment::Impairments;
use manyrpc_measure::net::relay::{Counts, Relay, Setup};

use super::child;

const PATIENCE: Duration = Duration::from_secs(120);

/// A copy comes up to 2 ms after the original, and what is held longer than a call takes.
const BAD: &str = "loss=20%,dup=10%,reorder=20%,hold=2ms";
const CALLS: u64 = 2000;
/// Who make them at the same time.
const CLIENTS: u64 = 4;
/// Milliseconds before a datagram is sent again: a loss costs so much at least.
const FIRST_WAIT: &str = "10";

/// All at once: they do little but wait for what is lost to be sent again.
pub(super) fn all() {
    std::thread::scope(|scope| {
        for system in ["onc-udp", "dce-cl", "ncs"] {
            scope.spawn(move || what_is_protected_is_carried_out_once(system));
        }
        for (system, server, semantics) in [
            ("onc-udp", "onc-udp-forgetful", "at-most-once"),
            ("dce-cl", "dce-cl", "idempotent"),
            ("ncs", "ncs", "idempotent"),
        ] {
            scope.spawn(move || what_is_not_protected_shows(system, server, semantics));
        }
        for system in ["dce-cl", "ncs"] {
            scope.spawn(move || a_server_that_is_started_anew_does_not_double(system));
        }
        for system in ["onc-tcp", "dce-co", "grpc"] {
            scope.spawn(move || cut_connections_fail_calls_and_double_none(system));
        }
        scope.spawn(the_simulator_comes_to_the_same_verdict);
        scope.spawn(a_quiet_network_is_no_trouble);
    });
}

fn start(program: &Program) -> Process {
    Process::start(program).expect("our own program starts")
}

struct Server {
    _process: Process,
    address: SocketAddr,
}

fn serve(arguments: &[&str]) -> Server {
    let mut process = start(&child(arguments));
    let line = process.line(PATIENCE).expect("it says its port");
    Server {
        address: SocketAddr::from(([127, 0, 0, 1], port(&line).expect("a port"))),
        _process: process,
    }
}

fn relay(transport: Transport, server: &Server, impairments: &str) -> Relay {
    let setup = Setup {
        impairments: impairments.parse().expect("impairments"),
        ..Setup::default()
    };
    Relay::with(transport, server.address, &setup).expect("a relay")
}

/// What the client of a system finds of a server through a network.
fn counted(client: &str, server: &str, impairments: &str, order: &str) -> (Counted, Counts) {
    let server = serve(&["server", server]);
    let relay = relay(Transport::Udp, &server, impairments);
    let mut client = start(&child(&["client", client, &relay.address().to_string()]));
    client.send_line(order).expect("it listens");
    (answer(&mut client), relay.counts())
}

fn answer(client: &mut Process) -> Counted {
    let line = client.line(PATIENCE).expect("an answer");
    serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

fn what_is_protected_is_carried_out_once(system: &str) {
    let order = format!("count {CALLS} at-most-once wait={FIRST_WAIT} clients={CLIENTS}");
    let (counted, counts) = counted(system, system, BAD, &order);
    println!("{system}: {counted:?}");
    assert_eq!(
        (counted.calls, counted.lost, counted.duplicated),
        (CALLS, 0, 0),
        "{system}"
    );
    assert_eq!(counted.failed, 0, "{system}");
    // The network really was bad.
    let out = counts.out;
    assert!(
        out.lost > CALLS / 6 && out.duplicated > CALLS / 15,
        "{system}: {counts:?}"
    );
    assert!(out.overtaken > CALLS / 200, "{system}: {counts:?}");
}

/// The same network, the same clients, and a server that need not or does not remember.
fn what_is_not_protected_shows(system: &str, server: &str, semantics: &str) {
    let order = format!("count {CALLS} {semantics} wait={FIRST_WAIT} clients={CLIENTS}");
    let (counted, _) = counted(system, server, BAD, &order);
    println!("{system} unprotected: {counted:?}");
    assert_eq!(
        (counted.calls, counted.failed, counted.lost),
        (CALLS, 0, 0),
        "{system}"
    );
    assert!(counted.duplicated > CALLS / 50, "{system}: {counted:?}");
}

/// The same network in the simulator, by the same words.
fn the_simulator_comes_to_the_same_verdict() {
    let impairments: Impairments = BAD.parse().expect("impairments");
    let simulated = |replies| {
        let limits = Limits {
            reply_cache: ReplyCacheLimits {
                replies,
                ..ReplyCacheLimits::default()
            },
            ..Limits::default()
        };
        let test = CounterTest {
            clients: 1,
            calls_each: CALLS as u32,
            conditions: Conditions::from(&impairments.out),
            interface: InterfaceId::of_program(0x2000_0001, 1),
            ..CounterTest::default()
        };
        let clients = Limits::default();
        test.run(
            Box::new(move |_| Box::new(onc::Server::datagram(limits.clone()))),
            move |seed| Box::new(onc::Client::datagram(clients.clone(), seed)),
        )
    };
    let protected = simulated(Limits::default().reply_cache.replies);
    assert_eq!(
        (protected.answered, protected.lost, protected.doubled),
        (CALLS, 0, 0)
    );
    let unprotected = simulated(0);
    println!(
        "simulated: {:?} {:?}",
        protected.per_million(),
        unprotected.per_million()
    );
    assert_eq!((unprotected.answered, unprotected.lost), (CALLS, 0));
    assert!(unprotected.doubled > CALLS / 50);
}

/// Where nothing is impaired. A machine that is busy may be late by more than a client waits, so that
/// calls come again all the same: Levy's finding, and why the server here remembers.
fn a_quiet_network_is_no_trouble() {
    let (counted, counts) = counted("onc-udp", "onc-udp", "none", "count 3000");
    let fine = Counted {
        calls: 3000,
        ..Counted::default()
    };
    assert_eq!(counted, fine);
    assert!(counts.out.received >= 3002, "{counts:?}");
    assert_eq!(counts.out.received, counts.out.passed);
}

/// A file of this test's own, gone with it.
struct Counts8(PathBuf);

impl Counts8 {
    fn new(name: &str) -> Self {
        let file = format!("manyrpc-counts-{}-{name}", std::process::id());
        Counts8(std::env::temp_dir().join(file))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in words")
    }

    fn read(&self) -> u64 {
        let bytes = std::fs::read(&self.0).expect("the server keeps it");
        let (counts, rest) = bytes.as_chunks();
        assert!(rest.is_empty());
        counts.iter().copied().map(u64::from_le_bytes).sum()
    }
}

impl Drop for Counts8 {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// DCE's and NCS's calls are bound to one life of their server (C706 chapter 10, section 10.1.1: boot
/// times): a call in flight when it ends fails, and is not carried out by the next, be they in one
/// second (section 12.5.2.9). Calls of ONC RPC are not, and there nothing is promised.
fn a_server_that_is_started_anew_does_not_double(system: &str) {
    let counts = Counts8::new(system);
    let mut server = serve(&["server", system, counts.path()]);
    let relay = relay(Transport::Udp, &server, "loss=5%,dup=5%");
    let mut client = start(&child(&["client", system, &relay.address().to_string()]));
    let order = format!("count 4000 at-most-once wait={FIRST_WAIT} clients={CLIENTS}");
    client.send_line(&order).expect("it listens");
    for life in 1..=5 {
        let until = life * 500;
        while relay.counts().out.received < until {
            std::thread::yield_now();
        }
        drop(server);
        server = serve(&["server", system, counts.path()]);
        relay.redirect(server.address);
    }
    let counted = answer(&mut client);
    println!(
        "{system} in six lives: {counted:?}, carried out {}",
        counts.read()
    );
    assert_eq!(
        (counted.calls, counted.lost, counted.duplicated),
        (4000, 0, 0),
        "{system}"
    );
    // Each client has one call in flight when a server ends.
    assert!(counted.failed <= 5 * CLIENTS, "{system}: {counted:?}");
    // Those at the beginning and at the end are not counted.
    let executed = counts.read() - 2 * CLIENTS;
    assert!(
        (4000 - counted.failed..=4000).contains(&executed),
        "{system}: {executed}"
    );
}

fn cut_connections_fail_calls_and_double_none(system: &str) {
    let counts = Counts8::new(system);
    let server = serve(&["server", system, counts.path()]);
    let relay = relay(Transport::Tcp, &server, "cut=20kB");
    let mut client = start(&child(&["client", system, &relay.address().to_string()]));
    client.send_line("count 2000").expect("it listens");
    let counted = answer(&mut client);
    println!("{system} cut {} times: {counted:?}", relay.counts().cut);
    assert_eq!(
        (counted.calls, counted.lost, counted.duplicated),
        (2000, 0, 0),
        "{system}"
    );
    assert!(counted.failed > 2, "{system}: {counted:?}");
    let executed = counts.read();
    assert!(
        (2000 - counted.failed..=2002).contains(&executed),
        "{system}: {executed}"
    );
}
