//! Clients and servers that look for input for a while before they sleep: all are answered, others have their turn, timers
//! run, and servers stop. Where a process may use one CPU only, none of this differs from sleeping at once.
#![cfg(feature = "tokio")]

mod support;

use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Poll;
use std::thread::available_parallelism;
use std::time::Duration;

use manyrpc_driver::blocking;
use manyrpc_driver::server::{Builder as ServerBuilder, Caps, Server};
use manyrpc_driver::tokio::{Connection, Options};
use manyrpc_engine::{CallError, CallHead, Limits, raw};
use manyrpc_engines::{ALL, Engines, RAW_TCP, RAW_UDP};
use support::engines::{Echo, listen, runtimes, with_options};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

const ECHO: u32 = 1;

/// So long that nobody ever sleeps.
const ALWAYS: Duration = Duration::from_secs(3600);

fn options(busy_poll: Duration) -> Options {
    Options {
        busy_poll,
        ..Options::default()
    }
}

fn server(engines: Engines) -> ServerBuilder {
    let caps = Caps {
        busy_poll: ALWAYS,
        ..Caps::default()
    };
    listen(Server::builder(Arc::new(Echo)).caps(caps), engines)
}

async fn connect(engines: Engines, to: SocketAddr, busy_poll: Duration) -> Connection {
    let engine = engines.client_of_many(&Limits::default(), 3);
    with_options(engine, engines.is_stream, to, &options(busy_poll)).await
}

/// Calls one after the other, and then some at a time.
async fn echoes(connection: &Connection, engines: Engines) {
    let arguments = |bytes: &[u8]| match engines.text {
        None => bytes.to_vec(),
        Some(text) => text.letters(bytes),
    };
    let echo = async |bytes: &[u8]| {
        let sent = arguments(bytes);
        let head = engines.head(ECHO, "echo");
        let call = connection.call(&head, |_, body| {
            body.put(&sent);
            Ok(())
        });
        let call = call.await.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
        let reply = call.await.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
        // Text may be written otherwise.
        if engines.text.is_none() {
            assert_eq!(reply.body(), sent, "{engines:?}");
        }
    };
    for size in [1, 40, 1000, 3000].into_iter().cycle().take(24) {
        echo(&vec![7; size]).await;
    }
    let some = (0..4_u8).map(|n| {
        let bytes = vec![n; 500];
        let echo = &echo;
        async move { echo(&bytes).await }
    });
    let mut some: Vec<_> = some.map(Box::pin).collect();
    // All of them are polled whenever one is woken.
    poll_fn(|cx| {
        some.retain_mut(|call| call.as_mut().poll(cx).is_pending());
        match some.is_empty() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await;
}

#[test]
fn every_engine_calls_and_serves_while_both_sides_poll() {
    for engines in ALL {
        for runtime in runtimes() {
            let running = server(engines).start().expect("a server");
            let to = running.addresses()[0].ip().expect("an address");
            runtime.block_on(async {
                echoes(&connect(engines, to, ALWAYS).await, engines).await;
            });
            running.stop(Duration::from_secs(60));
            running.join();
            runtime.block_on(async {
                let running = server(engines).start_on_runtime().expect("a server");
                let to = running.addresses()[0].ip().expect("an address");
                let connection = connect(engines, to, ALWAYS).await;
                echoes(&connection, engines).await;
                // As a task beside the server's, and not as the runtime's main future.
                let calls = tokio::spawn(async move { echoes(&connection, engines).await });
                calls.await.expect("a task that ends well");
                running.stop(Duration::from_secs(60));
                running.join().await;
            });
        }
    }
}

#[test]
fn a_blocking_client_and_the_threads_of_its_server_poll() {
    for engines in [RAW_TCP, RAW_UDP] {
        let running = server(engines).start().expect("a server");
        let to = running.addresses()[0].ip().expect("an address");
        let (limits, options) = (Limits::default(), options(ALWAYS));
        let client = match engines.is_stream {
            true => blocking::Client::tcp(raw::Client::stream(limits, 3), &[to], &options),
            false => blocking::Client::udp(raw::Client::datagram(limits, 3), &[to], &options),
        };
        let mut client = client.expect("a client");
        // So many that a connection gets a thread of its own.
        for n in 0..1000_u32 {
            let head = engines.head(ECHO, "echo");
            client.begin(&head).unwrap().put(&n.to_be_bytes());
            assert_eq!(client.exchange().unwrap().body, n.to_be_bytes());
        }
        // It stops while the client is there, and its threads poll.
        running.stop(Duration::from_secs(60));
        running.join();
    }
}

#[test]
fn others_have_their_turn_while_a_caller_polls() {
    for (at, runtime) in runtimes().into_iter().enumerate() {
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
            let to = listener.local_addr().unwrap();
            // The only thread of a runtime must come to run this, too.
            let peer = tokio::spawn(async move {
                let (mut stream, _) = listener.accept().await.unwrap();
                for _ in 0..50 {
                    let mut request = [0; 16];
                    stream.read_exact(&mut request).await.unwrap();
                    for _ in 0..20 {
                        tokio::task::yield_now().await;
                    }
                    let reply = [&8_u32.to_be_bytes(), &request[4..8], &request[12..]].concat();
                    stream.write_all(&reply).await.unwrap();
                }
            });
            let connection = connect(RAW_TCP, to, ALWAYS).await;
            let head = RAW_TCP.head(ECHO, "echo");
            for _ in 0..50 {
                let call = connection.call(&head, |_, body| {
                    body.put(b"abcd");
                    Ok(())
                });
                let reply = call.await.unwrap().await.expect("a reply");
                assert_eq!(reply.body(), b"abcd");
            }
            peer.await.expect("a task that ends well");
            let polls = available_parallelism().is_ok_and(|cpus| cpus.get() > 1);
            if at == 0 && polls {
                // The peer gave way between request and reply, and the caller looked each time.
                let receives = connection.counters().receive_calls;
                assert!(receives > 500, "{receives} receives of 50 replies");
            }
        });
    }
}

#[test]
fn a_call_times_out_while_its_caller_polls() {
    let silent = std::net::UdpSocket::bind(support::any_port()).unwrap();
    let to = silent.local_addr().unwrap();
    let fails = async |within, busy_poll| {
        let connection = connect(RAW_UDP, to, busy_poll).await;
        let head = CallHead {
            timeout: Some(within),
            ..RAW_UDP.head(ECHO, "echo")
        };
        let call = connection.call(&head, |_, body| {
            body.put(b"abcd");
            Ok(())
        });
        let failed = call.await.unwrap().await;
        assert!(
            matches!(failed, Err(CallError::TimedOut { .. })),
            "{failed:?}"
        );
    };
    for runtime in runtimes() {
        runtime.block_on(fails(Duration::from_millis(20), ALWAYS));
    }
    // Where the runtime's time stands still while somebody polls, it goes on when that is over.
    let mut stopped = Builder::new_current_thread();
    let stopped = stopped.enable_all().start_paused(true).build().unwrap();
    stopped.block_on(fails(ALWAYS, Duration::from_millis(1)));
}
