//! A million calls, many of them given up at random, leave nothing behind: no call, task,
//! descriptor or memory.
#![cfg(feature = "tokio")]

#[path = "support/left.rs"]
mod left;
mod support;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use left::{Random, descriptors, live_bytes, tasks};
use manyrpc_driver::server::{RunningTasks, Server};
use manyrpc_driver::tokio::Connection;
use manyrpc_engine::{CallError, CallHead, Limits};
use manyrpc_engines::Engines;
use support::engines::{Echo, connect, listen_within};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, yield_now};

fn runtime() -> Runtime {
    manyrpc_driver::ignore_stopped_time();
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.expect("a runtime")
}

fn serve(engines: Engines) -> (RunningTasks, SocketAddr) {
    let mut limits = Limits::default();
    // A client that has sent something again has more replies kept for it, which is no leak.
    limits.reply_cache.replies = 512;
    let server = listen_within(Server::builder(Arc::new(Echo)), engines, limits);
    let running = server.start_on_runtime();
    let running = running.expect("a server");
    let at = running.addresses()[0].ip().expect("an address");
    (running, at)
}

/// One task's calls; a third of them are given up before or after others have had their turn.
async fn calls(connection: Connection, engines: Engines, mut random: Random, calls: u32) -> u32 {
    let head = CallHead {
        // A machine that is busy elsewhere may let calls wait for longer than a client would.
        timeout: Some(Duration::from_secs(match engines.is_stream {
            true => 600,
            false => 10,
        })),
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
            _ => match call.await {
                Ok(_) => answered += 1,
                // The reply was lost, and is kept no longer, behind so many others; the call is not carried out again.
                Err(CallError::TimedOut { .. }) if !engines.is_stream => {}
                Err(other) => panic!("{engines:?}: {other}"),
            },
        }
    }
    answered
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
            let (mut live, mut running_tasks, mut files) = (0, 0, 0);
            for n in 0..rounds {
                round(engines, to, n, 200).await;
                // The connection's task ends, and the server closes its end, a moment later.
                // A further task has the runtime's timers, and a descriptor for them.
                while running.status().connections > 0
                    || tasks() > 2 + usize::from(engines.is_stream)
                {
                    yield_now().await;
                }
                // Tables and caches of the server have grown to their size after the first rounds.
                if n < rounds / 2 {
                    live = live_bytes();
                    (running_tasks, files) = (tasks(), descriptors());
                }
            }
            let grown = live_bytes() - live;
            let calls = rounds / 2 * 50 * 200;
            assert!(
                grown < 256 << 10,
                "{engines:?}: {grown} bytes by {calls} calls"
            );
            // That of the timers may have ended, or begun.
            let now = (tasks(), descriptors());
            assert!(
                now.0 <= running_tasks + 1 && now.1 <= files + 1,
                "{engines:?}: {now:?} after {:?}",
                (running_tasks, files)
            );
            running.stop(Duration::from_secs(10));
            running.join().await;
        }
    });
}
