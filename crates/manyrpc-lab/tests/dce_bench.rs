//! The bench interface between ours and impacket, both directions, over TCP.
//!
//! impacket's server answers with one fragment of at most 4,000 bytes and takes requests of one
//! fragment only; its client has no such limits.

mod support;

use support::world::World;
use support::{Peer, bench, judge};

const KNOWN: &str = include_str!("dce_bench_known_failures.txt");

#[test]
fn impacket_calls_us() {
    for world in World::ALL {
        let server = bench::serve(world, &["dce+tcp://127.0.0.1:0"]);
        let port = server.port().to_string();
        let mut peer = Peer::start("impacket/impacket_client", &["tcp", "127.0.0.1", &port]);
        let workloads = [
            "nothing",
            "add",
            "echo:0",
            "echo:12",
            "echo:512",
            "echo:8192",
            "echo:65536",
            "ints:0",
            "ints:100",
            "ints:10000",
            "concat",
        ];
        let results = workloads.map(|workload| (workload.to_owned(), peer.run_all(workload, 5)));
        judge(KNOWN, "impacket-calls-us", world.told(results.into()));
        server.stop();
    }
}

#[test]
fn we_call_impacket() {
    for world in World::ALL {
        let mut server = Peer::start("impacket/impacket_server", &["tcp"]);
        let binding = format!("dce+tcp://127.0.0.1:{}", server.port());
        let workloads = [
            "nothing",
            "add",
            "echo:0",
            "echo:12",
            "echo:3900",
            "echo:8192",
            "ints:100",
            "concat",
        ];
        let results = workloads.map(|workload| {
            let mut ours = bench::open(world, &binding).expect("it listens");
            let result = (0..5).try_for_each(|_| bench::call(&mut ours, workload));
            (workload.to_owned(), result)
        });
        judge(KNOWN, "we-call-impacket", world.told(results.into()));
    }
}
