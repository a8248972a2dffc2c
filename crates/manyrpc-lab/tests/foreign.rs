//! Ours and theirs, both directions, every workload, on the real wire.
//!
//! The foreign programs are built by `make peers` (`make test` does so first); a test fails
//! where they are missing. What does not work is listed in `known_failures.txt`, which only
//! shrinks: a listed case that passes fails the test until its line is removed.

mod support;

use support::world::World;
use support::{Peer, bench, judge};

const KNOWN: &str = include_str!("known_failures.txt");

const WORKLOADS: [&str; 15] = [
    "nothing",
    "add",
    "echo:0",
    "echo:12",
    "echo:512",
    "echo:8192",
    "echo:16000",
    "echo:65536",
    "ints:100",
    "ints:1000",
    "concat",
    "info",
    "info-photo",
    "count",
    "echo:1000000",
];

/// Theirs calls ours.
#[test]
fn libtirpc_calls_us() {
    for world in World::ALL {
        let server = bench::serve(world, &["onc+udp://127.0.0.1:0", "onc+tcp://127.0.0.1:0"]);
        let mut results = Vec::new();
        for (binding, transport) in server.bindings().iter().zip(["udp", "tcp"]) {
            let port = binding.port().expect("it is bound").to_string();
            for workload in WORKLOADS {
                let mut peer =
                    Peer::start("libtirpc/tirpc_client", &[transport, "127.0.0.1", &port]);
                let result = peer.run_all(workload, 20);
                results.push((format!("{transport} {workload}"), result));
            }
        }
        judge(KNOWN, "libtirpc-calls-us", world.told(results));
        server.stop();
    }
}

/// Ours calls theirs.
#[test]
fn we_call_libtirpc() {
    for world in World::ALL {
        let mut results = Vec::new();
        for transport in ["udp", "tcp"] {
            let mut server = Peer::start("libtirpc/tirpc_server", &[transport]);
            let binding = format!("onc+{transport}://127.0.0.1:{}", server.port());
            for workload in WORKLOADS {
                let mut bench = bench::open(world, &binding).expect("it listens");
                let result = (0..20).try_for_each(|_| bench::call(&mut bench, workload));
                results.push((format!("{transport} {workload}"), result));
            }
        }
        judge(KNOWN, "we-call-libtirpc", world.told(results));
    }
}

/// The floor's wire is the same in both languages, both ways.
#[test]
fn raw_sockets_in_c() {
    for (world, transport) in World::in_all(["udp", "tcp"]) {
        let ours = bench::serve(world, &[&format!("raw+{transport}://127.0.0.1:0")]);
        let port = ours.port().to_string();
        let mut client = Peer::start("raw-c/raw_client", &[transport, "127.0.0.1", &port]);
        for (request, reply) in [(0, 0), (12, 8192), (16000, 16000), (65000, 0)] {
            let calls = client.run(&format!("run {request} {reply} 10"));
            assert_eq!(
                calls,
                Ok(10),
                "C calls us over {transport}, {world:?}: {request} and {reply} bytes"
            );
        }
        ours.stop();
    }
}
