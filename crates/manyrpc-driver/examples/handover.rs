//! What a call over a node, with a thread and on a runtime, costs against one of a blocking client,
//! interleaved in one run.
//!
//! ```text
//! cargo run --release -p manyrpc-driver --example handover
//! ```
//!
//! All call the same server, ONC RPC over TCP on loopback, with nothing in and nothing out. Each row is the median over the
//! rounds of the ratio to the blocking client's round beside it, with the lowest and the highest.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use manyrpc_driver::blocking::{self, Client};
use manyrpc_driver::node::{self, Caller, Node};
use manyrpc_driver::server::Server;
use manyrpc_driver::tokio::node as tasks;
use manyrpc_engine::{Buf, Call, CallHead, Handler, InterfaceId, Limits, Outcome, onc};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

const ROUNDS: usize = 15;
const CALLS: usize = 3000;

struct Nothing;

impl Handler for Nothing {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        Outcome::Done
    }
}

fn head() -> CallHead<'static> {
    CallHead::new(InterfaceId::of_program(300_000, 1), 1)
}

fn main() {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = Server::builder(Arc::new(Nothing))
        .listen_tcp(any, || Box::new(onc::Server::stream(Limits::default())))
        .and_then(|server| server.start())
        .expect("a port of our own");
    let at = server.addresses()[0].ip().expect("a TCP port");
    let mut client = Client::tcp(
        onc::Client::stream(Limits::default(), 1),
        &[at],
        &blocking::Options::default(),
    )
    .expect("it listens");
    let node = Node::tcp(
        Box::new(onc::Peer::stream(&Limits::default(), 2)),
        Arc::new(Nothing),
        &[at],
        &node::Options::default(),
    )
    .expect("it listens");
    let mut alone = vec![node.caller(None).expect("a connection")];
    let mut several: Vec<Caller> = (0..8).map(|_| alone[0].clone()).collect();
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let on_runtime = runtime.block_on(tasks::Node::tcp(
        Box::new(onc::Peer::stream(&Limits::default(), 3)),
        |_| Arc::new(Nothing),
        &[at],
        &node::Options::default(),
    ));
    let on_runtime = on_runtime.expect("it listens");
    let caller = on_runtime.caller(None).expect("a connection");
    let mut rows = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        let blocking = timed(|| by_client(&mut client));
        rows[0].push(timed(|| by_callers(&mut alone)) / blocking);
        rows[1].push(timed(|| by_callers(&mut several)) / blocking);
        rows[2].push(timed(|| by_tasks(&runtime, &caller, 1)) / blocking);
        rows[3].push(timed(|| by_tasks(&runtime, &caller, 8)) / blocking);
    }
    println!(
        "time of a null call, as a multiple of the blocking client's (median, lowest, highest)"
    );
    let names = [
        "one caller of a node",
        "8 callers, per call",
        "one task, on a runtime",
        "8 tasks, per call",
    ];
    for (name, row) in names.iter().zip(&mut rows) {
        row.sort_by(f64::total_cmp);
        let (median, last) = (row[ROUNDS / 2], row[ROUNDS - 1]);
        println!("{name:<24} {median:.2} ({:.2} to {last:.2})", row[0]);
    }
    node.close();
    server.stop(Duration::from_secs(1));
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn by_client(client: &mut Client<onc::Client>) {
    for _ in 0..CALLS {
        client.begin(&head()).expect("an open connection");
        client.exchange().expect("a reply");
    }
}

/// As many calls, shared out.
fn by_callers(callers: &mut [Caller]) {
    let each = CALLS / callers.len();
    thread::scope(|scope| {
        for caller in callers {
            scope.spawn(move || {
                for _ in 0..each {
                    caller.begin(&head()).expect("an open connection");
                    caller.exchange().expect("a reply");
                }
            });
        }
    });
}

/// The same by tasks of one thread.
fn by_tasks(runtime: &Runtime, caller: &tasks::Caller, several: usize) {
    runtime.block_on(async {
        let mut tasks = JoinSet::new();
        for _ in 0..several {
            let caller = caller.clone();
            tasks.spawn(async move {
                for _ in 0..CALLS / several {
                    let call = caller.call(&head(), |_, _| Ok(())).await;
                    call.expect("an open connection").await.expect("a reply");
                }
            });
        }
        tasks.join_all().await;
    });
}
