//! A million calls, many of them given up at random, leave nothing behind: no call, task,
//! descriptor or memory.
#![cfg(feature = "tokio")]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_driver::server::{RunningTasks, Server};
use manyrpc_driver::tokio::Connection;
use manyrpc_engine::{Buf, Call, CallError, CallHead, Handler, Outcome};
use manyrpc_engines::Engines;
use support::engines::{connect, listen};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, yield_now};

/// Counts the bytes that are allocated.
struct Counting;

static LIVE: AtomicI64 = AtomicI64::new(0);

#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size() as i64, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as i64, Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_add(size as i64 - layout.size() as i64, Relaxed);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
        Outcome::Done
    }
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

fn runtime() -> Runtime {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.expect("a runtime")
}

fn serve(engines: Engines) -> (RunningTasks, SocketAddr) {
    let server = listen(Server::builder(Arc::new(Echo)), engines);
    let running = server.start_on_runtime();
    let running = running.expect("a server");
    let at = running.addresses()[0].ip().expect("an address");
    (running, at)
}

/// One task's calls; a third of them are given up before or after others have had their turn.
async fn calls(connection: Connection, engines: Engines, mut random: Random, calls: u32) -> u32 {
    let head = CallHead {
        // A machine that is busy elsewhere may let datagrams wait for longer than a client would.
        timeout: Some(Duration::from_secs(600)),
        ..engines.head(1, "echo")
    };
    let bytes = [7; 24];
    let sent = engines
        .text
        .map_or_else(|| bytes.to_vec(), |text| text.letters(&bytes));
    let mut answered = 0;
    for _ in 0..calls {
        let call = connection.call(&head, |_, body| {
            body.put(&sent);
            Ok(())
        });
        let call = call.await.expect("it is sent");
        match random.next() % 6 {
            0 => drop(call),
            1 => {
                yield_now().await;
                drop(call);
            }
            2 if engines.is_stream => {
                call.request_cancel();
                match call.await {
                    Ok(_) | Err(CallError::Cancelled | CallError::Fault(_)) => {}
                    Err(other) => panic!("{engines:?}: {other}"),
                }
            }
            _ => {
                call.await.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
                answered += 1;
            }
        }
    }
    answered
}

fn descriptors() -> usize {
    let open = std::fs::read_dir("/proc/self/fd").expect("it is there");
    open.count()
}

/// A connection's calls by 50 tasks at once.
async fn round(engines: Engines, to: SocketAddr, seed: u64, each: u32) {
    let connection = connect(engines, to).await;
    let mut tasks = JoinSet::new();
    for task in 0..50 {
        let random = Random((seed * 1000 + task) | 1);
        tasks.spawn(calls(connection.clone(), engines, random, each));
    }
    let mut answered = 0;
    while let Some(done) = tasks.join_next().await {
        answered += done.expect("a task that ends well");
    }
    assert!(answered > each * 20, "{answered}");
    assert_eq!(connection.in_flight(), 0, "{engines:?}");
}

#[test]
fn a_million_calls_leave_nothing_behind() {
    let runtime = runtime();
    runtime.block_on(async {
        for (engines, rounds) in [
            (manyrpc_engines::RAW_TCP, 30),
            (manyrpc_engines::ONC_TCP, 20),
            (manyrpc_engines::ONC_UDP, 10),
            (manyrpc_engines::GRPC, 20),
            (manyrpc_engines::DCE_CO, 10),
            (manyrpc_engines::JSON_RPC_LINES, 10),
        ] {
            let (running, to) = serve(engines);
            let (mut live, mut tasks, mut files) = (0, 0, 0);
            for n in 0..rounds {
                round(engines, to, n, 200).await;
                // The connection's task ends, and the server closes its end, a moment later.
                while running.status().connections > 0
                    || runtime_tasks() > 1 + usize::from(engines.is_stream)
                {
                    yield_now().await;
                }
                // Tables and caches of the server have grown to their size after the first rounds.
                if n < rounds / 2 {
                    live = LIVE.load(Relaxed);
                    (tasks, files) = (runtime_tasks(), descriptors());
                }
            }
            let grown = LIVE.load(Relaxed) - live;
            let calls = rounds / 2 * 50 * 200;
            assert!(
                grown < 256 << 10,
                "{engines:?}: {grown} bytes by {calls} calls"
            );
            assert_eq!(
                (runtime_tasks(), descriptors()),
                (tasks, files),
                "{engines:?}"
            );
            running.stop(Duration::from_secs(10));
            running.join().await;
        }
    });
}

fn runtime_tasks() -> usize {
    tokio::runtime::Handle::current()
        .metrics()
        .num_alive_tasks()
}
