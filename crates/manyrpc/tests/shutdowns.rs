//! Runtimes that shut down while calls are under way on them, and futures that panic.
#![cfg(feature = "tokio")]

#[path = "../../manyrpc-lab/tests/support/dynamic.rs"]
mod dynamic;
#[path = "../../manyrpc-lab/tests/support/world.rs"]
mod world;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};

use dynamic::Dynamic;
use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::server::RunningTasks;
use manyrpc::{AsyncClient, CallError, ClientOptions, Error, Fault, Server};
use manyrpc_model::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::time::sleep;
use world::World;

const TEXT: &str = "
    program HELD {
        version V1 { int HOLD(int) = 1; int PASS(int) = 2; int PANIC(int) = 3; int PANIC_LATER(int) = 4; } = 1;
    } = 0x2000000b;";

const STREAMS: [&str; 9] = [
    "onc+tcp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "raw+tcp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0",
    "soap+http://127.0.0.1:0",
    "iiop://127.0.0.1:0",
];

const DATAGRAMS: [&str; 4] = [
    "onc+udp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "raw+udp://127.0.0.1:0",
];

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

fn held() -> DynamicInterface {
    let (module, _) = manyrpc_idl::load_text("held.x", TEXT, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap()).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

/// How many calls of `HOLD` have begun, and how many of them are over, in whatever way.
#[derive(Default)]
struct Counts {
    begun: AtomicU32,
    over: AtomicU32,
    /// Lets them go on.
    go_on: Notify,
}

struct Over(Arc<Counts>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.over.fetch_add(1, SeqCst);
    }
}

async fn serve(binding: &str, counts: &Arc<Counts>) -> RunningTasks {
    let counts = counts.clone();
    let service = DynamicService::of_futures(held(), move |_, operation, arguments| {
        let (name, counts) = (operation.name.clone(), counts.clone());
        Box::pin(async move {
            match &*name {
                "HOLD" => {
                    let _over = Over(counts.clone());
                    counts.begun.fetch_add(1, SeqCst);
                    counts.go_on.notified().await;
                }
                "PANIC" => panic!("as the test wants it"),
                "PANIC_LATER" => {
                    tokio::task::yield_now().await;
                    panic!("as the test wants it");
                }
                _ => {}
            }
            Ok(arguments)
        })
    });
    let server = Server::builder().service(service).listen(binding).unwrap();
    server.start_on_runtime().await.unwrap()
}

fn runtimes() -> [Runtime; 2] {
    manyrpc::ignore_stopped_time();
    let mut threads = Builder::new_multi_thread();
    [
        Builder::new_current_thread().enable_all().build(),
        threads.worker_threads(2).enable_all().build(),
    ]
    .map(Result::unwrap)
}

/// Drives a runtime of one thread until so many calls have begun.
fn until_begun(runtime: &Runtime, counts: &Counts, calls: u32) {
    let began = Instant::now();
    runtime.block_on(async {
        while counts.begun.load(SeqCst) < calls {
            assert!(began.elapsed() < PATIENCE, "no call has arrived");
            sleep(Duration::from_millis(1)).await;
        }
    });
}

fn one() -> [Value; 1] {
    [Value::I32(1)]
}

/// The other end is told by the end of the connection. What was being carried out may have had effects, and is not
/// repeated at the server that comes next.
#[test]
fn a_servers_runtime_that_shuts_down_ends_its_calls() {
    for binding in STREAMS {
        for world in World::ALL {
            for runtime in runtimes() {
                let counts = Arc::<Counts>::default();
                let server = runtime.block_on(serve(binding, &counts));
                let at = server.bindings()[0].to_string();
                let mut client = Dynamic::open(world, &at, held()).unwrap();
                let caller = std::thread::spawn(move || {
                    let ended = client.call("HOLD", &one());
                    (client, ended)
                });
                until_begun(&runtime, &counts, 1);
                runtime.shutdown_timeout(PATIENCE);
                let (mut client, ended) = caller.join().unwrap();
                let is_closed = matches!(ended, Err(Error::Call(CallError::Closed(_))));
                assert!(is_closed, "{binding}, {world}: {ended:?}");
                assert_eq!(
                    counts.over.load(SeqCst),
                    1,
                    "the handler's future is dropped"
                );
                drop(server);

                if world == World::Blocking && !binding.contains("http") {
                    continue;
                }
                let [again, _] = runtimes();
                let server = again.block_on(serve(&at, &counts));
                let caller = std::thread::spawn(move || client.call("PASS", &one()));
                let began = Instant::now();
                again.block_on(async {
                    while !caller.is_finished() {
                        assert!(began.elapsed() < PATIENCE, "{binding}, {world}");
                        sleep(Duration::from_millis(1)).await;
                    }
                    server.stop().await;
                });
                assert_eq!(caller.join().unwrap().unwrap(), one(), "{binding}, {world}");
                assert_eq!(counts.begun.load(SeqCst), 1, "{binding}, {world}: repeated");
            }
        }
    }
}

/// Nobody says that a server over datagrams has gone: calls end by their own time.
#[test]
fn a_servers_runtime_that_shuts_down_leaves_datagrams_unanswered() {
    for binding in DATAGRAMS {
        for world in World::ALL {
            let [runtime, _] = runtimes();
            let counts = Arc::<Counts>::default();
            let server = runtime.block_on(serve(binding, &counts));
            let options = ClientOptions {
                timeout: Some(Duration::from_millis(300)),
                ..ClientOptions::default()
            };
            let at = &server.bindings()[0];
            let mut client = Dynamic::connect(world, at, held(), &options).unwrap();
            let caller = std::thread::spawn(move || client.call("HOLD", &one()));
            until_begun(&runtime, &counts, 1);
            drop(runtime);
            let ended = caller.join().unwrap();
            assert!(
                matches!(ended, Err(Error::Call(_))),
                "{binding}, {world}: {ended:?}"
            );
            assert_eq!(counts.over.load(SeqCst), 1);
        }
    }
}

/// The server, to which a caller that has gone may just as well have ended its requests, goes on; and so does the client on
/// another runtime.
#[test]
fn a_clients_runtime_that_shuts_down_ends_its_calls() {
    let [_, serving] = runtimes();
    for binding in STREAMS {
        for gone in runtimes() {
            let counts = Arc::<Counts>::default();
            let server = serving.block_on(serve(binding, &counts));
            let at = server.bindings()[0].to_string();
            let client = gone.block_on(AsyncClient::open(&at)).unwrap();
            let client = AsyncDynamicClient::new(client, held());
            let calling = client.clone();
            gone.spawn(async move { calling.call("HOLD", &one()).await });
            until_begun(&gone, &counts, 1);
            gone.shutdown_timeout(PATIENCE);
            assert_eq!(client.client().in_flight(), 0, "{binding}");

            let [others, _] = runtimes();
            let passed = others.block_on(client.call("PASS", &one()));
            assert_eq!(passed.unwrap(), one(), "{binding}");
            drop((client, others));
            counts.go_on.notify_one();
            let began = Instant::now();
            while server.status().connections > 0 {
                assert!(
                    began.elapsed() < PATIENCE,
                    "{binding}: {:?}",
                    server.status()
                );
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(counts.begun.load(SeqCst), 1, "{binding}");
            assert_eq!(counts.over.load(SeqCst), 1, "{binding}");
            serving.block_on(server.stop());
        }
    }
}

#[test]
fn a_future_that_panics_fails_its_call_and_no_other() {
    for binding in STREAMS.into_iter().chain(DATAGRAMS) {
        for world in World::ALL {
            let [_, runtime] = runtimes();
            let counts = Arc::<Counts>::default();
            let server = runtime.block_on(serve(binding, &counts));
            let at = server.bindings()[0].to_string();
            let mut client = Dynamic::open(world, &at, held()).unwrap();
            for operation in ["PANIC", "PANIC_LATER"] {
                let failed = client.call(operation, &one());
                let Err(Error::Call(CallError::Fault(fault))) = failed else {
                    panic!("{binding}, {world}: {failed:?}");
                };
                assert_eq!(fault.plain(), Fault::ServerFailure, "{binding}, {world}");
                let passed = client.call("PASS", &one());
                assert_eq!(passed.unwrap(), one(), "{binding}, {world}");
            }
            runtime.block_on(server.stop());
        }
    }
}
