//! Servers of gRPC, JSON-RPC and XML-RPC against malicious clients: a clear error, bounded memory,
//! and the calls of other clients answered meanwhile.

#[expect(dead_code, reason = "the other tests use the rest")]
#[path = "../support/mod.rs"]
mod support;

mod grpc;
mod text;
#[path = "../../../manyrpc-lab/tests/support/world.rs"]
mod world;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::scope;
use std::time::Duration;

use manyrpc::dynamic::{DynamicClient, DynamicService};
use manyrpc::{Client, ClientOptions, Fault, Limits, Server};
use manyrpc_model::Value;
use support::{add, client_with, interface};
use world::{Served, World};

const V2: &str = "CALCULATOR_V2";

/// The largest message of these servers, in bytes.
const MESSAGE: usize = 1 << 20;
/// The most bytes one attack sends.
const MOST: usize = 48 << 20;
/// The most memory a server may use for it in bytes, including that of the test and its good
/// client.
const MEMORY: usize = 12 << 20;

/// One attack at a time: they share the process whose memory is measured.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server that adds, with short time-outs for messages.
fn serve(world: World, binding: &str) -> Served {
    let service = DynamicService::new(interface(V2), |_, _, arguments| match arguments[..] {
        [Value::I32(a), Value::I32(b)] => Ok(vec![Value::I32(a.wrapping_add(b))]),
        _ => Err(Fault::BadArguments),
    });
    let limits = Limits {
        message_bytes: MESSAGE,
        message_timeout: Duration::from_millis(300),
        ..Limits::default()
    };
    let server = world.service(Server::builder(), service).limits(limits);
    let server = server.listen(binding).and_then(|s| world.start(s));
    server.unwrap()
}

fn client(server: &Served) -> DynamicClient {
    client_with(&server.bindings()[0], V2, &ClientOptions::default())
}

fn connect(server: &Served) -> TcpStream {
    let port = server.bindings()[0].port().unwrap();
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).unwrap();
    stream.set_write_timeout(patience).unwrap();
    stream
}

fn resident_bytes() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

/// An attack while another client makes calls: all of these are answered, the last after the
/// attack, and memory stays bounded.
fn undisturbed<T>(server: &Served, what: &str, attack: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    let mut other = client(server);
    assert_eq!(add(&mut other, 1, 2).unwrap(), [Value::I32(3)]);
    let before = resident_bytes();
    let result = scope(|scope| {
        let calls = scope.spawn(|| {
            for n in 0.. {
                let was_over = over.load(Relaxed);
                let sum = add(&mut other, n, 2).unwrap();
                assert_eq!(sum, [Value::I32(n + 2)], "{what}");
                if was_over {
                    return;
                }
            }
        });
        let result = attack();
        over.store(true, Relaxed);
        calls.join().unwrap();
        result
    });
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < MEMORY, "{what} costs {grown} bytes");
    result
}

/// How a flood ended.
struct Flooded {
    sent: usize,
    /// The beginning of the server's answer.
    said: Vec<u8>,
}

/// Sends pieces, made by their index, until the server closes the connection; reads its answer
/// meanwhile.
fn flood(server: &Served, mut piece: impl FnMut(u32) -> Vec<u8>) -> Flooded {
    let mut stream = connect(server);
    let mut reader = stream.try_clone().unwrap();
    scope(|scope| {
        let reads = scope.spawn(move || {
            let (mut said, mut buf) = (Vec::new(), vec![0; 1 << 16]);
            while let Ok(n @ 1..) = reader.read(&mut buf) {
                said.extend_from_slice(&buf[..n]);
                said.truncate(1 << 16);
            }
            said
        });
        let mut sent = 0;
        for n in 0.. {
            let bytes = piece(n);
            if sent > MOST || stream.write_all(&bytes).is_err() {
                break;
            }
            sent += bytes.len();
        }
        let _ = stream.shutdown(Shutdown::Both);
        let said = reads.join().unwrap();
        Flooded { sent, said }
    })
}

/// The server's answer to these bytes until it closes the connection.
fn last_words(server: &Served, bytes: &[u8]) -> Vec<u8> {
    let mut stream = connect(server);
    stream.write_all(bytes).unwrap();
    let (mut said, mut buf) = (Vec::new(), [0; 4096]);
    while let Ok(n @ 1..) = stream.read(&mut buf) {
        said.extend_from_slice(&buf[..n]);
    }
    said
}

/// Checks that a client of the facade can still use the server.
fn is_well(server: &Served) {
    let binding = server.bindings()[0].to_string();
    Client::open(&binding).unwrap();
    let sum = add(&mut client(server), 20, 3);
    assert_eq!(sum.unwrap(), [Value::I32(23)]);
}
