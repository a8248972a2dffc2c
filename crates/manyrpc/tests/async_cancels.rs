//! Many calls over every system and transport, a part of them given up at random, leave nothing behind: no call, handler,
//! task, connection, descriptor or memory. And none is carried out twice.
#![cfg(feature = "tokio")]

#[path = "../../manyrpc-driver/tests/support/left.rs"]
mod left;
#[path = "../../manyrpc-lab/tests/support/papers.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is other tests', which use the rest"
)]
mod papers;

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::task::Poll;
use std::time::{Duration, Instant};

use left::{Random, descriptors, live_bytes, tasks};
use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::server::RunningTasks;
use manyrpc::{AsyncClient, CallError, ClientOptions, Error, Server};
use manyrpc_model::Value;
use papers::Papers;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, yield_now};
use tokio::time::{sleep, timeout};

const TEXT: &str = "program SHOP { version V1 { int SELL(int) = 1; } = 1; } = 0x2000000d;";

const BINDINGS: [&str; 19] = [
    "onc+udp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "raw+udp://127.0.0.1:0",
    "raw+tcp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "grpcs://127.0.0.1:0",
    "iiop://127.0.0.1:0",
    "iiops://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+tls://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0?connection=close",
    "xmlrpc+http://127.0.0.1:0",
    "xmlrpc+https://127.0.0.1:0",
    "soap+http://127.0.0.1:0",
    "soap+https://127.0.0.1:0",
];

/// The tasks that call at a time, the calls of each, and how often there are so many.
const TASKS: u64 = 20;
const CALLS: u64 = 25;
const ROUNDS: u64 = 6;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

fn shop() -> DynamicInterface {
    let (module, _) = manyrpc_idl::load_text("shop.x", TEXT, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap()).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

/// Calls at the server.
#[derive(Default)]
struct Counts {
    begun: AtomicU64,
    over: AtomicU64,
}

impl Counts {
    fn under_way(&self) -> u64 {
        self.begun.load(SeqCst) - self.over.load(SeqCst)
    }
}

/// A call that is under way until it is dropped.
struct UnderWay(Arc<Counts>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.over.fetch_add(1, SeqCst);
    }
}

/// Calls are answered at once, when others had a turn, or a moment later.
async fn serve(binding: &str, papers: &Papers, counts: &Arc<Counts>) -> RunningTasks {
    let counts = counts.clone();
    let service = DynamicService::of_futures(shop(), move |_, _, arguments| {
        let n = counts.begun.fetch_add(1, SeqCst);
        let under_way = UnderWay(counts.clone());
        Box::pin(async move {
            let _under_way = under_way;
            match n % 3 {
                0 => {}
                1 => yield_now().await,
                _ => sleep(Duration::from_millis(n % 4)).await,
            }
            Ok(arguments)
        })
    });
    let server = Server::builder().service(service).tls(papers.server(true));
    let server = server.listen(binding).unwrap();
    server.start_on_runtime().await.unwrap()
}

/// Polls a call so often, with turns of others between, and drops it; its end, if that comes before.
async fn for_turns<T>(call: impl Future<Output = T>, turns: u64) -> Option<T> {
    let mut call = pin!(call);
    for _ in 0..turns {
        if let Poll::Ready(end) = poll_fn(|cx| Poll::Ready(call.as_mut().poll(cx))).await {
            return Some(end);
        }
        yield_now().await;
    }
    None
}

/// The calls of one task; how many were answered.
async fn calls(client: AsyncDynamicClient, mut random: Random, task: u64) -> u64 {
    let hurried = client.client().with_timeout(Some(Duration::from_millis(2)));
    let hurried = AsyncDynamicClient::new(hurried, shop());
    let mut answered = 0;
    for call in 0..CALLS {
        let number = [Value::I32((task * CALLS + call) as i32)];
        let asking = client.call("SELL", &number);
        let end = match random.next() % 6 {
            0 => for_turns(asking, 1 + random.next() % 6).await,
            1 => timeout(Duration::from_millis(random.next() % 4), asking)
                .await
                .ok(),
            2 => Some(hurried.call("SELL", &number).await),
            _ => Some(asking.await),
        };
        match end {
            None => {}
            Some(Ok(answer)) => {
                assert_eq!(answer, number);
                answered += 1;
            }
            Some(Err(Error::Call(CallError::TimedOut { .. }))) => {}
            Some(Err(Error::Call(CallError::Fault(fault)))) if fault.is_deadline_exceeded() => {}
            Some(Err(other)) => panic!("{other}"),
        }
    }
    answered
}

/// A client's calls by many tasks at a time. Its connections, and their tasks, end with it.
async fn round(server: &RunningTasks, papers: &Papers, counts: &Counts, seed: u64) -> u64 {
    let before = tasks();
    let options = ClientOptions {
        tls: papers.client(true),
        timeout: Some(PATIENCE),
        connections: 4,
        ..ClientOptions::default()
    };
    let client = AsyncClient::connect(&server.bindings()[0], None, &options).await;
    let client = AsyncDynamicClient::new(client.unwrap(), shop());
    let mut calling = JoinSet::new();
    for task in 0..TASKS {
        let random = Random(seed * 1000 + task + 1);
        calling.spawn(calls(client.clone(), random, task));
    }
    let mut answered = 0;
    while let Some(task) = calling.join_next().await {
        answered += task.unwrap();
    }
    assert_eq!(client.client().in_flight(), 0);
    drop(client);
    let began = Instant::now();
    while server.status().connections > 0 || counts.under_way() > 0 || tasks() > before {
        let status = server.status();
        let under_way = counts.under_way();
        assert!(
            began.elapsed() < PATIENCE,
            "{under_way} calls, {} tasks of {before}: {status:?}",
            tasks()
        );
        sleep(Duration::from_millis(1)).await;
    }
    answered
}

fn runtime() -> Runtime {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap()
}

#[test]
fn calls_that_are_given_up_leave_nothing_behind() {
    let papers = Papers::new("async-cancels");
    for binding in BINDINGS {
        runtime().block_on(async {
            let counts = Arc::<Counts>::default();
            let server = serve(binding, &papers, &counts).await;
            let (mut answered, mut live, mut files) = (0, 0, 0);
            for n in 0..ROUNDS {
                answered += round(&server, &papers, &counts, n).await;
                // Tables and caches of the server have grown to their size after the first rounds.
                if n < ROUNDS / 2 {
                    (live, files) = (live_bytes(), descriptors());
                }
            }
            let grown = live_bytes() - live;
            assert!(grown < 256 << 10, "{binding}: {grown} bytes");
            assert_eq!(descriptors(), files, "{binding}");
            let made = ROUNDS * TASKS * CALLS;
            let carried_out = counts.begun.load(SeqCst);
            assert!(answered < made, "{binding}: no call was given up");
            assert!(
                (answered..=made).contains(&carried_out),
                "{binding}: {carried_out} of {made} calls, {answered} answered"
            );
            server.stop().await;
        });
    }
}
