//! Ten thousand calls in each direction of one connection, many of them given up at random, leave
//! nothing behind: no call, task, thread or descriptor. No other test is in this process.
#![cfg(feature = "tokio")]

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::Poll;

use manyrpc_driver::tokio::node::{Caller, Listener, Node, Options, WeakNode};
use manyrpc_engine::jsonrpc::{self, Framing};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, Handler, InterfaceId, Limits, Outcome, PeerEngine, Serving, onc,
};
use tokio::runtime::{Builder, Handle};
use tokio::task::{JoinSet, yield_now};

/// Replies with the arguments: at once, a moment later, by a worker, or after a call back that it
/// may give up.
struct Echo {
    node: WeakNode,
    calls: AtomicU64,
}

impl Echo {
    fn of(node: WeakNode) -> Arc<dyn Handler> {
        let calls = AtomicU64::new(0);
        Arc::new(Echo { node, calls })
    }
}

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }

    fn is_async(&self) -> bool {
        true
    }

    fn is_async_call(&self, call: &Call) -> bool {
        !is_called(call, "block", 4)
    }

    fn serve_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        _: &'a dyn manyrpc_engine::Caller,
    ) -> Serving<'a> {
        let n = self.calls.fetch_add(1, Relaxed);
        Box::pin(async move {
            if is_called(call, "back", 2)
                && let Some(node) = self.node.upgrade()
            {
                let caller = node.caller(None).expect("the connected peer");
                drop(node);
                let back = begin(&caller, 1, b"[1234567890]").await;
                match (n % 3, back) {
                    (0, Ok(back)) => drop(back),
                    (_, Ok(back)) => drop(back.await),
                    (_, Err(_)) => {}
                }
            }
            if n.is_multiple_of(2) {
                yield_now().await;
            }
            self.handle(call, received, reply)
        })
    }
}

const NAMES: [&str; 5] = ["", "echo", "back", "wait", "block"];

fn is_called(call: &Call, name: &str, number: u32) -> bool {
    match &call.name {
        Some(of) => of.path().operation == name,
        None => call.operation == number,
    }
}

async fn begin(
    caller: &Caller,
    operation: usize,
    with: &[u8],
) -> Result<manyrpc_driver::tokio::node::InFlight, CallError> {
    let head = CallHead {
        name: NAMES[operation],
        ..CallHead::new(InterfaceId::of_program(300_000, 1), operation as u32)
    };
    let write = |_, body: &mut Buf| {
        body.put(with);
        Ok(())
    };
    caller.call(&head, write).await
}

/// Xorshift (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// One task's calls. Returns how many were answered.
async fn calls(caller: Caller, mut random: Random, calls: u32) -> u32 {
    let mut answered = 0;
    for n in 0..calls {
        let operation = [1, 1, 2, 4][(random.next() % 4) as usize];
        let sent = format!("[{n:>10}]").into_bytes();
        let mut call = begin(&caller, operation, &sent).await.expect("it is sent");
        match random.next() % 6 {
            0 => drop(call),
            1 => {
                yield_now().await;
                drop(call);
            }
            2 => {
                // It waits for a while, then gives up.
                for _ in 0..random.next() % 4 {
                    let looks = poll_fn(|cx| Poll::Ready(Pin::new(&mut call).poll(cx)));
                    if looks.await.is_ready() {
                        break;
                    }
                    yield_now().await;
                }
            }
            3 => {
                call.request_cancel();
                match call.await {
                    Ok(_) | Err(CallError::Cancelled) => {}
                    Err(other) => panic!("{other}"),
                }
            }
            _ => {
                let reply = call.await.expect("an answer");
                assert_eq!(reply.body(), sent);
                answered += 1;
            }
        }
    }
    answered
}

/// Entries of this process.
fn count(of: &str) -> usize {
    let entries = std::fs::read_dir(format!("/proc/self/{of}"));
    entries.expect("it is there").count()
}

type Engine = fn() -> Box<dyn PeerEngine>;

#[test]
fn ten_thousand_calls_each_way_leave_nothing_behind() {
    let engines: [Engine; 2] = [
        || Box::new(jsonrpc::Peer::stream(&Limits::default(), Framing::Line, 1)),
        || Box::new(onc::Peer::stream(&Limits::default(), 1)),
    ];
    manyrpc_driver::ignore_stopped_time();
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let options = Options {
            workers: 4,
            ..Options::default()
        };
        let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), &options).await;
        let listener = listener.expect("a listener");
        let at = listener.address().ok().and_then(|at| at.ip());
        let at = at.expect("an address");
        // Warm: threads of the runtime and its descriptors are there.
        yield_now().await;
        let before = [count("task"), count("fd")];
        for (seed, engine) in engines.into_iter().enumerate() {
            let ours = Node::tcp(engine(), Echo::of, &[at], &options).await;
            let nodes = [ours, listener.accept(engine, Echo::of).await];
            let nodes = nodes.map(|node| node.expect("a node"));
            let mut tasks = JoinSet::new();
            for (end, node) in nodes.iter().enumerate() {
                for task in 0..20 {
                    let random = Random((seed * 1000 + end * 100 + task + 1) as u64);
                    let caller = node.caller(None).expect("the connected peer");
                    tasks.spawn(calls(caller, random, 500));
                }
            }
            let answered: u32 = tasks.join_all().await.into_iter().sum();
            assert!(answered > 5_000, "{answered}");
            // Handlers whose callers gave up are still at work.
            // A task has each node, and one the runtime's timers.
            while nodes.iter().any(|node| node.in_flight() > 0) || alive() > 3 {
                yield_now().await;
            }
            let [ours, theirs] = nodes;
            drop(ours);
            theirs.ended().await;
            drop(theirs);
            while alive() > 0 || [count("task"), count("fd")] != before {
                yield_now().await;
            }
        }
    });
}

fn alive() -> usize {
    Handle::current().metrics().num_alive_tasks()
}
