//! The bench interface between ours and impacket, both directions, over TCP.
//!
//! impacket's server answers with one fragment of at most 4,000 bytes and takes requests of one
//! fragment only; its client has no such limits.

mod support;

use manyrpc::{Client, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::{BenchV1Client, BenchV1Server};
use support::{Peer, bench, judge};

const KNOWN: &str = include_str!("dce_bench_known_failures.txt");

#[test]
fn impacket_calls_us() {
    let server = Server::builder()
        .service(BenchV1Server(Application::default()))
        .listen("dce+tcp://127.0.0.1:0")
        .and_then(|s| s.start())
        .expect("loopback can be listened on");
    let text = server.bindings()[0].to_string();
    let port = text.rsplit(':').next().expect("it ends with its port");
    let mut peer = Peer::start("impacket/impacket_client", &["tcp", "127.0.0.1", port]);
    let mut results = Vec::new();
    for workload in [
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
    ] {
        let result = peer.run(&format!("run {workload} 5"));
        let result = result.and_then(|n| {
            if n == 5 {
                Ok(())
            } else {
                Err(format!("{n} calls"))
            }
        });
        results.push((workload.to_owned(), result));
    }
    judge(KNOWN, "impacket-calls-us", results);
    server.stop();
}

#[test]
fn we_call_impacket() {
    let mut server = Peer::start("impacket/impacket_server", &["tcp"]);
    let binding = format!("dce+tcp://127.0.0.1:{}", server.port());
    let mut results = Vec::new();
    for workload in [
        "nothing",
        "add",
        "echo:0",
        "echo:12",
        "echo:3900",
        "echo:8192",
        "ints:100",
        "concat",
    ] {
        let client = Client::open(&binding).expect("it listens");
        let mut ours = BenchV1Client::new(client);
        let result = (0..5).try_for_each(|_| bench::call(&mut ours, workload));
        results.push((workload.to_owned(), result));
    }
    judge(KNOWN, "we-call-impacket", results);
}
