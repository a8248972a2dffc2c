//! What an idle connection keeps in memory, on either side.
//!
//! Client and server each are on a thread of their own, with a runtime of that thread, so that the bytes that a thread
//! has allocated are those of one side.
#![cfg(all(feature = "tokio", feature = "dynamic"))]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::thread;
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::{AsyncClient, Server};
use manyrpc_model::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{pause, resume, sleep};

/// Counts the bytes that each thread has allocated and not freed, as `malloc` rounds them.
struct Counting;

thread_local! {
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

/// glibc has 8 bytes before each block, and blocks of at least 32 bytes in steps of 16.
fn block(layout: Layout) -> i64 {
    (layout.size() + 8).next_multiple_of(16).max(32) as i64
}

fn count(bytes: i64) {
    // A thread that ends frees its own variables last.
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
}

#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(block(layout));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-block(layout));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const TEXT: &str = "program SHOP { version SHOP_V1 { int COUNT(void) = 1; } = 1; } = 0x20000008;";

/// Tables that double have the same number of free places at both.
const CONNECTIONS: [usize; 2] = [120, 504];

/// Most bytes for each connection of client and server. A client counts with all that it has besides its connection.
const MOST: [(&str, [i64; 2]); 6] = [
    ("raw+tcp://127.0.0.1:0", [1950, 1150]),
    ("onc+tcp://127.0.0.1:0", [2100, 1170]),
    ("dce+tcp://127.0.0.1:0", [2400, 1500]),
    ("jsonrpc+tcp://127.0.0.1:0", [2050, 1450]),
    ("jsonrpc+http://127.0.0.1:0", [2460, 1850]),
    ("grpc://127.0.0.1:0", [2590, 2460]),
];

fn shop() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("shop.x", TEXT, &options);
    assert!(found.is_empty(), "{found:?}");
    let definition = Definition::new(module.unwrap()).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime")
}

/// The bytes of this thread after the last call, and once its connections have released what they do not need: time
/// passes while nothing else is to be done.
async fn at_once_and_settled() -> [i64; 2] {
    let at_once = LIVE.get();
    pause();
    sleep(Duration::from_secs(5)).await;
    resume();
    [at_once, LIVE.get()]
}

/// Serves, and tells its bytes when asked.
fn serve(
    binding: &'static str,
    told: oneshot::Sender<String>,
    mut asked: mpsc::Receiver<oneshot::Sender<[i64; 2]>>,
) {
    runtime().block_on(async {
        let service = DynamicService::new(shop(), |_, _, _| Ok(vec![Value::I32(7)]));
        let server = Server::builder().service(service);
        let server = server.listen(binding).expect("a listener");
        let running = server.start_on_runtime().await.expect("a server");
        told.send(running.bindings()[0].to_string())
            .expect("a client");
        while let Some(reply) = asked.recv().await {
            reply.send(at_once_and_settled().await).expect("a client");
        }
        running.stop().await;
    });
}

/// Bytes for each connection of client and server, each after the last call and once it is idle.
fn bytes_for_each(binding: &'static str) -> [[i64; 2]; 2] {
    let (told, address) = oneshot::channel();
    let (ask, asked) = mpsc::channel(1);
    let server = thread::spawn(move || serve(binding, told, asked));
    let per_connection = runtime().block_on(async {
        let (shop, address) = (shop(), address.await.expect("a server"));
        let mut clients = Vec::with_capacity(CONNECTIONS[1]);
        let mut live = [[[0; 2]; 2]; 2];
        for (live, connections) in live.iter_mut().zip(CONNECTIONS) {
            while clients.len() < connections {
                let client = AsyncClient::open(&address).await.expect("a connection");
                let caller = AsyncDynamicClient::new(client.clone(), shop.clone());
                let results = caller.call("COUNT", &[]).await.expect("a reply");
                assert_eq!(results, [Value::I32(7)]);
                clients.push(client);
            }
            let (reply, servers) = oneshot::channel();
            ask.send(reply).await.expect("a server");
            *live = [
                at_once_and_settled().await,
                servers.await.expect("a server"),
            ];
        }
        let more = (CONNECTIONS[1] - CONNECTIONS[0]) as i64;
        [0, 1].map(|side| [0, 1].map(|when| (live[1][side][when] - live[0][side][when]) / more))
    });
    drop(ask);
    server.join().expect("a server");
    per_connection
}

#[test]
fn an_idle_connection_is_small() {
    for (binding, most) in MOST {
        let sides = bytes_for_each(binding);
        println!("{binding}: {sides:?}");
        for (name, [at_once, settled], most) in
            [("client", sides[0], most[0]), ("server", sides[1], most[1])]
        {
            assert!(settled <= most, "{binding}: {settled} bytes of a {name}");
            // A connection that was opened for one call keeps what calls need no longer than that.
            assert!(
                at_once <= most,
                "{binding}: {at_once} bytes of a {name} after its first call"
            );
        }
    }
}
