//! The tokio client with every engine, against servers of the thread driver.
#![cfg(feature = "tokio")]

mod support;

use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use manyrpc_driver::server::{Running, Server};
use manyrpc_driver::tokio::Connection;
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallKind, Encoding, Fault, Handler, InterfaceId, Limits,
    Misuse, Outcome, onc, raw,
};
use manyrpc_engines::{ALL, Engines};
use support::engines::{connect, listen, over};
use tokio::runtime::{Builder, Runtime};

const ECHO: u32 = 1;
const PANIC: u32 = 3;

/// Returns the arguments.
#[derive(Default)]
struct Echo(AtomicU64);

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.0.fetch_add(1, Relaxed);
        let named = |name| {
            call.name
                .as_ref()
                .is_some_and(|n| n.path().operation == name)
        };
        if call.operation == PANIC || named("panic") {
            panic!("as the test asks");
        }
        reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
        Outcome::Done
    }
}

fn current_thread() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime")
}

fn multi_thread() -> Runtime {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.expect("a runtime")
}

/// A server of one protocol.
fn serve(engines: Engines, handler: Arc<dyn Handler>) -> (Running, SocketAddr) {
    let server = listen(Server::builder(handler), engines);
    let running = server.start().expect("a server");
    let at = running.addresses()[0].ip().expect("an address");
    (running, at)
}

/// The arguments that stand for these bytes.
fn arguments(engines: Engines, bytes: &[u8]) -> Vec<u8> {
    engines
        .text
        .map_or_else(|| bytes.to_vec(), |text| text.letters(bytes))
}

/// Whether a reply stands for the same bytes: text protocols may write it otherwise.
fn is_same(engines: Engines, sent: &[u8], received: &[u8]) -> bool {
    match engines.text {
        None => sent == received,
        Some(text) => {
            let inside = &sent[text.before.len()..sent.len() - text.behind.len()];
            received
                .windows(inside.len().max(1))
                .any(|part| part == inside)
        }
    }
}

/// Appends these bytes as the arguments.
fn put(bytes: &[u8]) -> impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse> {
    move |_, body| {
        body.put(bytes);
        Ok(())
    }
}

async fn echo(connection: &Connection, engines: Engines, bytes: &[u8]) -> Result<(), CallError> {
    let sent = arguments(engines, bytes);
    let head = engines.head(ECHO, "echo");
    let call = connection.call(&head, put(&sent));
    let reply = call.await?.await?;
    assert!(is_same(engines, &sent, reply.body()), "{engines:?}");
    Ok(())
}

#[test]
fn every_engine_calls_from_many_tasks_at_once() {
    for engines in ALL {
        for runtime in [current_thread(), multi_thread()] {
            let (running, to) = serve(engines, Arc::new(Echo::default()));
            runtime.block_on(async {
                let connection = connect(engines, to).await;
                let tasks: Vec<_> = (0..16u8)
                    .map(|task| {
                        let connection = connection.clone();
                        tokio::spawn(async move {
                            for size in [1, 40, 1000, 3000] {
                                let bytes = vec![task; size];
                                let done = echo(&connection, engines, &bytes).await;
                                done.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
                            }
                        })
                    })
                    .collect();
                for task in tasks {
                    task.await.expect("a task that ends well");
                }
                assert_eq!(connection.in_flight(), 0, "{engines:?}");
            });
            drop(runtime);
            drop(running);
        }
    }
}

#[test]
fn large_messages_go_both_ways_at_once() {
    for engines in ALL.into_iter().filter(|engines| engines.is_stream) {
        let (running, to) = serve(engines, Arc::new(Echo::default()));
        current_thread().block_on(async {
            let connection = connect(engines, to).await;
            let large = vec![b'x'; 3 << 20];
            let calls = (0..4).map(|_| echo(&connection, engines, &large));
            for call in calls.collect::<Vec<_>>() {
                call.await.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
            }
        });
        drop(running);
    }
}

#[test]
fn a_handler_that_panics_fails_its_call_alone() {
    for engines in ALL {
        let (running, to) = serve(engines, Arc::new(Echo::default()));
        current_thread().block_on(async {
            let connection = connect(engines, to).await;
            let head = engines.head(PANIC, "panic");
            let sent = arguments(engines, b"x");
            let call = connection.call(&head, put(&sent));
            let failed = call.await.expect("it is sent").await;
            assert!(
                matches!(&failed, Err(CallError::Fault(f)) if f.plain() == Fault::ServerFailure),
                "{engines:?}: {failed:?}"
            );
            echo(&connection, engines, b"again")
                .await
                .expect("it goes on");
        });
        drop(running);
    }
}

/// Holds its calls until it is told.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
    entered: AtomicU64,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}

impl Handler for Gate {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.entered.fetch_add(1, Relaxed);
        let open = self.open.lock().unwrap();
        drop(self.opened.wait_while(open, |open| !*open).unwrap());
        reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
        Outcome::Done
    }
}

#[test]
fn a_dropped_future_cancels_its_call_and_no_other() {
    let gate = Arc::new(Gate::default());
    let engines = manyrpc_engines::ONC_TCP;
    let (running, to) = serve(engines, gate.clone());
    current_thread().block_on(async {
        let connection = connect(engines, to).await;
        let head = engines.head(ECHO, "echo");
        let start = || connection.call(&head, put(&[0, 0, 0, 7]));
        let (dropped, kept) = (start().await.unwrap(), start().await.unwrap());
        assert_eq!(connection.in_flight(), 2);
        drop(dropped);
        assert_eq!(connection.in_flight(), 1);
        gate.open();
        assert_eq!(kept.await.unwrap().body(), 7u32.to_be_bytes());
        assert_eq!(connection.in_flight(), 0);
    });
    drop(running);
}

/// The server may have been quicker than who thinks better of a call.
#[test]
fn asking_to_cancel_a_call_that_was_answered_does_not_lose_the_reply() {
    use manyrpc_engines::{DCE_CO, GIOP_1_2, GRPC, ONC_TCP, RAW_TCP};
    for engines in [RAW_TCP, ONC_TCP, DCE_CO, GRPC, GIOP_1_2] {
        let (running, to) = serve(engines, Arc::new(Echo::default()));
        current_thread().block_on(async {
            let connection = connect(engines, to).await;
            let head = engines.head(ECHO, "echo");
            let sent = arguments(engines, b"x");
            let call = connection.call(&head, put(&sent)).await;
            let call = call.expect("it is sent");
            // Calls of one connection are executed in turn.
            let another = echo(&connection, engines, b"another").await;
            another.expect("it is answered");
            call.request_cancel();
            let reply = call.await.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
            assert!(is_same(engines, &sent, reply.body()), "{engines:?}");
        });
        drop(running);
    }
}

#[test]
fn a_runtime_that_shuts_down_fails_calls_in_flight() {
    let gate = Arc::new(Gate::default());
    let engines = manyrpc_engines::RAW_TCP;
    let (running, to) = serve(engines, gate.clone());
    let inner = current_thread();
    let (connection, call) = inner.block_on(async {
        let connection = connect(engines, to).await;
        let head = engines.head(ECHO, "echo");
        let call = connection.call(&head, put(b"")).await.unwrap();
        (connection, call)
    });
    drop(inner);
    let failed = current_thread().block_on(call);
    assert!(matches!(failed, Err(CallError::Closed(_))), "{failed:?}");
    assert!(connection.is_over());
    gate.open();
    drop(running);
}

#[test]
fn a_server_that_goes_fails_calls_in_flight_and_later_ones() {
    let engines = manyrpc_engines::RAW_TCP;
    let listener = std::net::TcpListener::bind(support::any_port()).unwrap();
    let to = listener.local_addr().unwrap();
    current_thread().block_on(async {
        let connection = connect(engines, to).await;
        let head = engines.head(ECHO, "echo");
        let call = connection.call(&head, put(b"")).await.unwrap();
        drop(listener.accept().unwrap());
        let failed = call.await;
        assert!(matches!(failed, Err(CallError::Closed(_))), "{failed:?}");
        let refused = connection.call(&head, put(b"")).await;
        assert!(matches!(refused, Err(CallError::Closed(_))), "{refused:?}");
        assert!(connection.is_over());
    });
}

#[test]
fn calls_that_nobody_answers_time_out() {
    // It receives and says nothing.
    let silent = std::net::UdpSocket::bind(support::any_port()).unwrap();
    let to = silent.local_addr().unwrap();
    let runtime = Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    // Time passes by itself where everybody waits, so an hour takes no time.
    runtime.block_on(async {
        let engine = Box::new(onc::Client::datagram(Limits::default(), 1));
        let connection = over(engine, false, to).await;
        let head = CallHead {
            timeout: Some(Duration::from_secs(3600)),
            ..CallHead::new(InterfaceId::of_program(0x2000_0001, 1), ECHO)
        };
        let call = connection.call(&head, put(b"")).await.unwrap();
        let failed = call.await;
        let Err(CallError::TimedOut { transmissions }) = failed else {
            panic!("{failed:?}");
        };
        assert!(transmissions > 1);
    });
}

/// Late replies of earlier calls are in the socket when the next one's arrives.
#[test]
fn calls_are_answered_among_replies_that_come_again() {
    let peer = UdpSocket::bind(support::any_port()).unwrap();
    let to = peer.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let mut request = [0; 64];
        for at in 0..300 {
            let (_, client) = peer.recv_from(&mut request).unwrap();
            let reply = [&request[..4], b"efgh"].concat();
            for _ in 0..at % 4 {
                peer.send_to(&reply, client).unwrap();
            }
            peer.send_to(&reply, client).unwrap();
        }
    });
    current_thread().block_on(async {
        let engine = Box::new(raw::Client::datagram(Limits::default(), 1));
        let connection = over(engine, false, to).await;
        let head = CallHead::new(InterfaceId::ONLY, ECHO);
        for _ in 0..300 {
            let call = connection
                .call(&head, put(b"abcd"))
                .await
                .expect("it is sent");
            assert_eq!(call.await.expect("a reply").body(), b"efgh");
        }
        assert_eq!(connection.in_flight(), 0);
    });
    server.join().unwrap();
}

#[test]
fn one_way_calls_are_not_waited_for() {
    let counter = Arc::new(Echo::default());
    let engines = manyrpc_engines::ONC_TCP;
    let (running, to) = serve(engines, counter.clone());
    current_thread().block_on(async {
        let connection = connect(engines, to).await;
        let head = CallHead {
            kind: CallKind::OneWay,
            ..engines.head(ECHO, "echo")
        };
        for _ in 0..10 {
            let sent = connection.call(&head, put(b"")).await.unwrap();
            sent.await.unwrap();
        }
        // Calls of one connection are executed in turn.
        echo(&connection, engines, b"last").await.unwrap();
    });
    assert_eq!(counter.0.load(Relaxed), 11);
    drop(running);
}

#[test]
fn callers_wait_while_the_system_accepts_no_more() {
    // A server that does not read.
    let listener = std::net::TcpListener::bind(support::any_port()).unwrap();
    let to = listener.local_addr().unwrap();
    current_thread().block_on(async {
        let engine = Box::new(raw::Client::stream(Limits::default(), 1));
        let connection = over(engine, true, to).await;
        let (server, _) = listener.accept().unwrap();
        let head = CallHead::new(InterfaceId::ONLY, ECHO);
        let piece = vec![0; 1 << 20];
        let mut calls = Vec::new();
        // The system accepts some megabytes; then callers wait.
        let mut waited = false;
        for _ in 0..64 {
            let call = connection.call(&head, put(&piece));
            match tokio::time::timeout(Duration::from_millis(50), call).await {
                Ok(call) => calls.push(call.unwrap()),
                Err(_) => {
                    waited = true;
                    break;
                }
            }
        }
        assert!(waited, "64 MiB were queued");
        let hurried = CallHead {
            timeout: Some(Duration::from_millis(50)),
            ..head
        };
        let late = connection.call(&hurried, put(&piece));
        let late = tokio::time::timeout(Duration::from_secs(20), late).await;
        let late = late.expect("it waits no longer than its timeout");
        assert!(matches!(
            late,
            Err(CallError::TimedOut { transmissions: 0 })
        ));
        drop(server);
        for call in calls {
            assert!(matches!(call.await, Err(CallError::Closed(_))));
        }
    });
}
