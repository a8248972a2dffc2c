//! Servers and clients in two namespaces, and the traffic of others between them.

use std::net::SocketAddrV4;
use std::ops::Range;
use std::time::{Duration, Instant};

use manyrpc_measure::machine::process::{Answer, Process, port};
use manyrpc_measure::net::background::{Background, Traffic};
use manyrpc_measure::net::namespaces::{Link, Namespaces, SERVER};

use super::child;
use super::tries::one_of_a_few;

const PATIENCE: Duration = Duration::from_secs(20);

pub(super) fn all() {
    systems_call_each_other_over_the_link();
    a_slow_link_is_slow();
    a_full_link_passes_its_rate();
    a_part_of_a_link_is_that_part();
}

/// A client of a system, its server on the other side, and where that is.
pub(super) fn pair(both: &Namespaces, system: &str) -> (Process, Process, SocketAddrV4) {
    let server = both.server(&child(&["server", system]));
    let mut server = Process::start(&server).expect("a server");
    let line = server.line(PATIENCE).expect("its port");
    let address = SocketAddrV4::new(SERVER, port(&line).expect("a port"));
    let client = both.client(&child(&["client", system, &address.to_string()]));
    let client = Process::start(&client).expect("a client");
    (server, client, address)
}

fn ask(client: &mut Process, command: &str) -> Answer {
    client.send_line(command).expect("it listens");
    Answer::parse(&client.line(PATIENCE).expect("an answer")).expect("no error")
}

fn systems_call_each_other_over_the_link() {
    let both = Namespaces::new(&Link::default()).expect("two namespaces");
    for system in ["raw-udp", "raw-tcp", "onc-udp", "dce-cl", "ncs", "grpc"] {
        let (_server, mut client, _) = pair(&both, system);
        let workload = if system.starts_with("raw") {
            "nothing"
        } else {
            "echo:8000"
        };
        let answer = ask(&mut client, &format!("run {workload} 20"));
        assert_eq!(answer.ns.len(), 20, "{system}");
    }
}

/// 16,000 bytes take 13 ms at 10 Mbit/s, there and back again.
fn a_slow_link_is_slow() {
    let both = Namespaces::new(&"10Mbit".parse().expect("a link")).expect("two namespaces");
    for system in ["raw-udp", "raw-tcp", "onc-tcp"] {
        let (_server, mut client, _) = pair(&both, system);
        // 11 frames of 1,538 bytes, the first of each direction for nothing: 24 ms.
        one_of_a_few(|| {
            let ns = ask(&mut client, "run echo:16000 15").ns;
            let ms = ns.into_iter().min().expect("15 calls") as f64 / 1e6;
            println!("{system}: 16,000 bytes there and back over 10 Mbit/s take {ms:.1} ms");
            assert!(ms > 23.0, "{system}: {ms}");
            (ms < 27.0).then_some(()).ok_or(format!("{system}: {ms}"))
        });
    }
}

/// What arrives in each direction while so much time passes.
fn utilised(traffic: &str, link: &str, time: Duration) -> [f64; 2] {
    let link: Link = link.parse().expect("a link");
    let traffic: Traffic = traffic.parse().expect("traffic");
    let both = Namespaces::new(&link).expect("two namespaces");
    let ours = std::env::current_exe().expect("a path of our own");
    let mut background = Background::start(&ours, &both, &link, &traffic, 3).expect("traffic");
    // The time is what is measured over, not what is waited for.
    let until = Instant::now() + time;
    while Instant::now() < until {
        std::thread::park_timeout(until - Instant::now());
    }
    let arrived = background.arrived().expect("sinks");
    let rate = link.rate_bits.expect("a rate");
    arrived.map(|arrived| traffic.utilised(&arrived, rate))
}

/// What arrives in each direction, as a part of what should.
fn passes(what: &str, both: [f64; 2], whole: f64, range: Range<f64>) -> Result<(), String> {
    let said = format!("{what}: {both:?} of {whole}");
    println!("{said}");
    let right = |utilised: &f64| range.contains(&(utilised / whole));
    both.iter().all(right).then_some(()).ok_or(said)
}

/// A bucket whose tokens nobody fetched in time is full and no more: a machine that has other work passes less,
/// but half of it is missing in each of a few tries for other reasons only.
fn a_full_link_passes_its_rate() {
    for link in ["10Mbit", "100Mbit"] {
        one_of_a_few(|| {
            let both = utilised("150%", link, Duration::from_secs(2));
            passes(&format!("a full link of {link}"), both, 1.0, 0.5..1.03)
        });
    }
}

/// The number of bursts is that of a Poisson process: six standard deviations. A source that is late makes up for it.
fn a_part_of_a_link_is_that_part() {
    for (traffic, share, bursts) in [("10%,burst=4,frame=300", 0.1, 1900.0), ("60%", 0.6, 2400.0)] {
        let link = "10Mbit";
        let off: f64 = 6.0 / f64::sqrt(bursts);
        one_of_a_few(|| {
            let both = utilised(traffic, link, Duration::from_secs(5));
            let range = 1.0 - off..1.0 + off;
            passes(&format!("{traffic} of {link}"), both, share, range)
        });
    }
}
