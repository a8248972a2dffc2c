//! The cost of a call to a server with 1,000 services, relative to a server with one.
//!
//! `cargo bench -p manyrpc --bench services` prints the median ratio over rounds in which the
//! servers take turns, and the interquartile range. The called service was added last, which is the
//! worst case of a linear search. Everything runs on one CPU: where threads land otherwise makes a
//! difference of 5 ×.
#![allow(clippy::print_stdout, reason = "this is what a benchmark is for")]

use std::time::Instant;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{Client, Server};
use manyrpc_idl::Options;
use manyrpc_model::Value;
use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};

const MANY: usize = 1000;
const ROUNDS: usize = 301;
const CALLS: usize = 100;

fn main() {
    stay_on_one_cpu();
    let interfaces = interfaces();
    let last = interfaces.last().expect("there are many");
    for binding in [
        "raw+tcp://127.0.0.1:0",
        "onc+udp://127.0.0.1:0",
        "onc+tcp://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
        "grpc+tcp://127.0.0.1:0",
    ] {
        let one = serve(std::slice::from_ref(last), binding);
        let many = serve(&interfaces, binding);
        // Raw calls name no interface: the first service is called.
        let first = match binding.starts_with("raw") {
            true => &interfaces[0],
            false => last,
        };
        let [mut one_client, mut many_client] =
            [(&one, last), (&many, first)].map(|(server, of)| client(server, of));
        let mut ratios: Vec<f64> = (0..ROUNDS)
            .map(|_| round(&mut many_client) / round(&mut one_client))
            .collect();
        ratios.sort_by(f64::total_cmp);
        let at = |part: usize| ratios[ROUNDS * part / 4];
        let (low, median, high) = (at(1), at(2), at(3));
        let (scheme, _) = binding.split_once(':').expect("it is a binding");
        println!("{scheme:12} {median:.3}  ({low:.3} to {high:.3})");
    }
}

/// Binds this thread, and those that it will start, to the CPU on which it runs.
fn stay_on_one_cpu() {
    let mut only = CpuSet::new();
    only.set(sched_getcpu());
    sched_setaffinity(None, &only).expect("it may run there, since it does");
}

/// Programs with one procedure each.
fn interfaces() -> Vec<DynamicInterface> {
    let program = |n: usize| {
        let number = 0x2000_0000 + n;
        format!("program P{n} {{ version V{n} {{ int ADD{n}(int) = 1; }} = 1; }} = {number};\n")
    };
    let text: String = (0..MANY).map(program).collect();
    let (module, findings) = manyrpc_idl::load_text("many.x", &text, &Options::default());
    assert!(findings.is_empty(), "it is a definition");
    let definition = Definition::new(module.expect("it is a definition"));
    DynamicInterface::all(&definition.expect("it holds together"))
}

fn serve(interfaces: &[DynamicInterface], binding: &str) -> Running {
    let mut server = Server::builder().listen(binding).expect("it is a binding");
    for interface in interfaces {
        let service = DynamicService::new(interface.clone(), |_, _, arguments| Ok(arguments));
        server = server.service(service);
    }
    server.start().expect("the system has ports")
}

fn client(server: &Running, interface: &DynamicInterface) -> DynamicClient {
    let client = Client::open(&server.bindings()[0].to_string()).expect("it listens");
    DynamicClient::new(client, interface.clone())
}

/// The time of some calls in seconds.
fn round(client: &mut DynamicClient) -> f64 {
    let operation = client.interface().model().operations[0].name.clone();
    let arguments = [Value::I32(7)];
    let start = Instant::now();
    for _ in 0..CALLS {
        client.call(&operation, &arguments).expect("it is served");
    }
    start.elapsed().as_secs_f64()
}
