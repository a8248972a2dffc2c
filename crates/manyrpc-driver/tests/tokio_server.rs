//! A server on a tokio runtime with every engine, called from the same runtime and from others.
#![cfg(feature = "tokio")]

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use manyrpc_driver::server::{Caps, RunningTasks, Server};
use manyrpc_driver::tokio::{Connection, Options};
use manyrpc_engine::{
    Buf, Call, CallError, Caller, Handler, InterfaceId, Limits, Outcome, Serving, raw,
};
use manyrpc_engines::{ALL, Engines};
use support::engines::{listen, over, runtimes};
use tokio::io::AsyncReadExt;

const ECHO: u32 = 1;

/// Returns the arguments.
#[derive(Default)]
struct Echo(AtomicU64);

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.0.fetch_add(1, Relaxed);
        reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
        Outcome::Done
    }
}

/// Serves one protocol on the current runtime.
fn serve(engines: Engines, handler: Arc<dyn Handler>) -> (RunningTasks, SocketAddr) {
    serve_with(engines, handler, Caps::default())
}

fn serve_with(
    engines: Engines,
    handler: Arc<dyn Handler>,
    caps: Caps,
) -> (RunningTasks, SocketAddr) {
    let server = listen(Server::builder(handler).caps(caps), engines);
    let running = server.start_on_runtime().expect("a server");
    let at = running.addresses()[0].ip().expect("an address");
    (running, at)
}

fn arguments(engines: Engines) -> Vec<u8> {
    let bytes = b"some bytes";
    engines
        .text
        .map_or_else(|| bytes.to_vec(), |text| text.letters(bytes))
}

/// Calls from a thread with a runtime of its own.
fn call_from_elsewhere(engines: Engines, to: SocketAddr) {
    let [runtime, _] = runtimes();
    runtime.block_on(call_from_tasks(engines, to, 1));
}

async fn call_from_tasks(engines: Engines, to: SocketAddr, seed: u64) {
    let engine = engines.client_of_many(&Limits::default(), seed);
    let options = Options::default();
    let connection = match engines.is_stream {
        true => Connection::tcp(engine, &[to], &options).await,
        false => Connection::udp(engine, &[to], &options),
    };
    let connection = connection.expect("a connection");
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let connection = connection.clone();
            tokio::spawn(async move {
                for _ in 0..20 {
                    let head = engines.head(ECHO, "echo");
                    let call = connection.call(&head, |_, body| {
                        body.put(&arguments(engines));
                        Ok(())
                    });
                    let reply = call.await.expect("it is sent").await;
                    assert!(!reply.expect("a reply").body().is_empty(), "{engines:?}");
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("a task that ends well");
    }
}

#[test]
fn every_engine_serves_its_own_runtime_and_another() {
    for engines in ALL {
        for runtime in runtimes() {
            let echo = Arc::new(Echo::default());
            runtime.block_on(async {
                let (running, to) = serve(engines, echo.clone());
                let thread = tokio::task::spawn_blocking(move || call_from_elsewhere(engines, to));
                call_from_tasks(engines, to, 2).await;
                thread.await.expect("a thread that ends well");
                running.stop(Duration::from_secs(10));
                running.join().await;
            });
            assert_eq!(echo.0.load(Relaxed), 2 * 16 * 20, "{engines:?}");
        }
    }
}

#[test]
fn a_server_that_stops_answers_what_has_arrived() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (running, to) = serve(manyrpc_engines::RAW_TCP, Arc::new(Echo::default()));
            let talk = tokio::task::spawn_blocking(move || {
                let mut stream = TcpStream::connect(to).expect("a connection");
                // A length, a tag and an operation, and four bytes.
                let call = [0, 0, 0, 12, 0, 0, 0, 9, 0, 0, 0, 1, b'a', b'b', b'c', b'd'];
                stream.write_all(&call).expect("it is sent");
                let mut reply = [0; 12];
                stream.read_exact(&mut reply).expect("a reply");
                (stream, reply)
            });
            let (mut stream, reply) = talk.await.expect("a thread that ends well");
            assert_eq!(&reply[8..], b"abcd");
            running.stop(Duration::from_secs(10));
            running.join().await;
            let rest = tokio::task::spawn_blocking(move || stream.read(&mut [0; 8]));
            assert_eq!(rest.await.unwrap().expect("its end"), 0);
        });
    }
}

#[test]
fn an_idle_connection_is_closed_when_its_time_is_over() {
    // The server has the time of its runtime, where an hour passes as soon as all have nothing to do.
    let runtime = &runtimes()[0];
    runtime.block_on(async {
        tokio::time::pause();
        let hour = Duration::from_secs(3600);
        let caps = Caps {
            idle_for: Some(hour),
            ..Caps::default()
        };
        let begun = tokio::time::Instant::now();
        let server = Server::builder(Arc::new(Echo::default()))
            .caps(caps)
            .listen_tcp(support::any_port(), || {
                Box::new(raw::Server::stream(Limits::default()))
            })
            .expect("a listener")
            .start_on_runtime()
            .expect("a server");
        let to = server.addresses()[0].ip().expect("an address");
        let mut idle = tokio::net::TcpStream::connect(to).await.expect("it");
        let end = idle.read(&mut [0; 8]).await;
        assert_eq!(end.expect("its end"), 0);
        assert!(begun.elapsed() >= hour);
    });
}

/// Operation 1 keeps its thread until the system's coarse clock has gone on, operation 2 does not.
struct Busy(Mutex<Vec<u32>>);

impl Handler for Busy {
    fn handle(&self, call: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        // The coarse clock has at least 100 ticks a second.
        let until = Instant::now() + Duration::from_millis(50);
        while call.operation == 1 && Instant::now() < until {
            std::hint::spin_loop();
        }
        Outcome::Done
    }

    fn has_blocked(&self, call: &Call, took: Duration) {
        assert!(took >= Duration::from_millis(5));
        self.0.lock().expect("no panic").push(call.operation);
    }
}

#[test]
fn calls_that_keep_a_thread_of_the_runtime_are_reported() {
    for engines in [manyrpc_engines::RAW_TCP, manyrpc_engines::RAW_UDP] {
        let runtime = &runtimes()[0];
        runtime.block_on(async {
            let busy = Arc::new(Busy(Mutex::default()));
            let caps = Caps {
                may_block_for: Duration::from_millis(5),
                ..Caps::default()
            };
            let (running, to) = serve_with(engines, busy.clone(), caps);
            let engine = engines.client_of_many(&Limits::default(), 1);
            let options = Options::default();
            let connection = match engines.is_stream {
                true => Connection::tcp(engine, &[to], &options).await,
                false => Connection::udp(engine, &[to], &options),
            };
            let connection = connection.expect("a connection");
            for operation in [2, 1] {
                let head = engines.head(operation, "");
                let call = connection.call(&head, |_, _| Ok(())).await;
                call.expect("it is sent").await.expect("a reply");
            }
            let reported = busy.0.lock().expect("no panic").clone();
            // On a busy machine the other one may have waited for a processor.
            assert!(reported.contains(&1), "{reported:?}");
            assert_eq!(running.status().blocking_calls, reported.len() as u64);
        });
    }
}

#[test]
fn thousands_of_connections_need_no_task_each() {
    let runtime = &runtimes()[0];
    runtime.block_on(async {
        let (running, to) = serve(manyrpc_engines::RAW_TCP, Arc::new(Echo::default()));
        let before = runtime.metrics().num_alive_tasks();
        let connect = move || {
            let streams = (0..500).map(|_| TcpStream::connect(to).expect("a connection"));
            streams.collect::<Vec<_>>()
        };
        let streams = tokio::task::spawn_blocking(connect).await.unwrap();
        while running.status().connections < streams.len() {
            tokio::task::yield_now().await;
        }
        assert_eq!(runtime.metrics().num_alive_tasks(), before);
        let head = manyrpc_engine::CallHead::new(InterfaceId::ONLY, ECHO);
        let engine = Box::new(raw::Client::stream(Limits::default(), 1));
        let connection = Connection::tcp(engine, &[to], &Options::default()).await;
        let call = connection.unwrap();
        let call = call.call(&head, |_, body| {
            body.put(b"x");
            Ok(())
        });
        assert_eq!(call.await.unwrap().await.unwrap().body(), b"x");
    });
}

/// Returns the arguments: at once, or after others had their turn.
struct AsyncEcho;

const LATER: u32 = 2;
const PANIC: u32 = 3;

impl Handler for AsyncEcho {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        unreachable!("its calls are futures")
    }

    fn is_async(&self) -> bool {
        true
    }

    fn serve_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        _: &'a dyn Caller,
    ) -> Serving<'a> {
        Box::pin(async move {
            let named = |name| {
                call.name
                    .as_ref()
                    .is_some_and(|n| n.path().operation == name)
            };
            if call.operation == PANIC || named("panic") {
                panic!("as the test asks");
            }
            if call.operation == LATER || named("later") {
                tokio::task::yield_now().await;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
            Outcome::Done
        })
    }
}

async fn connected(engines: Engines, to: SocketAddr) -> Connection {
    let engine = engines.client_of_many(&Limits::default(), 9);
    over(engine, engines.is_stream, to).await
}

#[test]
fn handlers_that_are_futures_wait_for_each_other_on_every_engine() {
    for engines in ALL {
        for runtime in runtimes() {
            runtime.block_on(async {
                let (running, to) = serve(engines, Arc::new(AsyncEcho));
                let connection = connected(engines, to).await;
                let start = |number, name| {
                    let connection = connection.clone();
                    async move {
                        let head = engines.head(number, name);
                        let call = connection.call(&head, |_, body| {
                            body.put(&arguments(engines));
                            Ok(())
                        });
                        call.await.expect("it is sent").await
                    }
                };
                let operations = [(LATER, "later"), (ECHO, "echo"), (PANIC, "panic")];
                let calls: Vec<_> = (0..30)
                    .map(|n| (n % 3, operations[n % 3]))
                    .map(|(kind, (number, name))| (kind, tokio::spawn(start(number, name))))
                    .collect();
                for (kind, call) in calls {
                    let reply = call.await.expect("a task that ends well");
                    match reply {
                        Ok(reply) => assert!(kind < 2 && !reply.body().is_empty()),
                        Err(CallError::Fault(_)) => assert_eq!(kind, 2, "{engines:?}"),
                        Err(other) => panic!("{engines:?}: {other}"),
                    }
                }
                running.stop(Duration::from_secs(10));
                running.join().await;
            });
        }
    }
}

#[test]
fn threads_do_not_serve_futures() {
    let server = Server::builder(Arc::new(AsyncEcho)).listen_tcp(support::any_port(), || {
        Box::new(raw::Server::stream(Limits::default()))
    });
    let refused = server.expect("a listener").start();
    let kind = refused.map(drop).map_err(|e| e.kind());
    assert_eq!(kind, Err(std::io::ErrorKind::InvalidInput));
}
