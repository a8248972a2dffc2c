//! A caller that is alone on its connection receives for itself: others must be heard all the same.
#![cfg(feature = "tokio")]

mod support;

use std::future::{Future, poll_fn};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use manyrpc_driver::server::{Running, Server};
use manyrpc_driver::tokio::{Connection, InFlight};
use manyrpc_engines::{ALL, Engines, RAW_TCP, RAW_UDP};
use support::engines::{Echo, connect, listen, runtimes};
use tokio::runtime::{Builder, Handle, RuntimeFlavor};

fn serve(engines: Engines) -> (Running, SocketAddr) {
    let server = listen(Server::builder(Arc::new(Echo)), engines);
    let running = server.start().expect("a server");
    let at = running.addresses()[0].ip().expect("an address");
    (running, at)
}

fn arguments(engines: Engines) -> Vec<u8> {
    let text = engines.text.map(|text| text.letters(b"abcd"));
    text.unwrap_or_else(|| b"abcd".to_vec())
}

async fn begin(connection: &Connection, engines: Engines) -> InFlight {
    let head = engines.head(1, "echo");
    let call = connection.call(&head, |_, body| {
        body.put(&arguments(engines));
        Ok(())
    });
    call.await.expect("it is sent")
}

/// The caller looks once, with a waker that wakes nobody. False if the call has ended.
fn looks_once(call: &mut InFlight) -> bool {
    let mut cx = Context::from_waker(Waker::noop());
    Pin::new(call).poll(&mut cx).is_pending()
}

#[test]
fn a_caller_that_does_not_look_again_holds_up_no_other_call() {
    for engines in &ALL {
        for runtime in runtimes() {
            let (running, to) = serve(*engines);
            runtime.block_on(async {
                let connection = connect(*engines, to).await;
                let second = async || begin(&connection, *engines).await.await;
                for _ in 0..20 {
                    let mut first = begin(&connection, *engines).await;
                    let waits = looks_once(&mut first);
                    let second = while_time_stands_still(second()).await;
                    second.expect("the second call is answered");
                    if waits {
                        // Another task goes on waiting.
                        let first = tokio::spawn(first).await.expect("a task");
                        first.unwrap_or_else(|e| panic!("{engines:?}: {e}"));
                    }
                }
                assert_eq!(connection.in_flight(), 0, "{engines:?}");
            });
            running.stop(Duration::from_secs(5));
        }
    }
}

#[test]
fn a_reply_that_its_caller_does_not_look_for_is_received_soon() {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let peer = UdpSocket::bind("127.0.0.1:0").unwrap();
        let connection = connect(RAW_UDP, peer.local_addr().unwrap()).await;
        // Time passes when nothing else happens: the reply has arrived by then.
        tokio::time::pause();
        for _ in 0..3 {
            let mut call = begin(&connection, RAW_UDP).await;
            assert!(looks_once(&mut call));
            let mut request = [0; 64];
            let (n, client) = peer.recv_from(&mut request).unwrap();
            // A reply is its call's number and the results.
            let reply = [&request[..4], &request[n - 4..n]].concat();
            peer.send_to(&reply, client).unwrap();
            tokio::time::sleep(Duration::from_secs(2)).await;
            assert_eq!(connection.in_flight(), 0);
            assert_eq!(call.await.unwrap().body(), b"abcd");
        }
    });
}

/// Waits without any timer of the connection going off, where time can be stopped: that its task looks now and then
/// must not be what ends the wait.
async fn while_time_stands_still<T>(wait: impl Future<Output = T>) -> T {
    let flavor = Handle::current().runtime_flavor();
    let can_be_stopped = flavor == RuntimeFlavor::CurrentThread;
    if can_be_stopped {
        tokio::time::pause();
    }
    let since = Instant::now();
    let mut wait = pin!(wait);
    let end = poll_fn(|cx| {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "it waits for ever"
        );
        // A runtime that always has something to do does not pass the time.
        cx.waker().wake_by_ref();
        wait.as_mut().poll(cx)
    });
    let end = end.await;
    if can_be_stopped {
        tokio::time::resume();
    }
    end
}

async fn learns_of_its_end(connection: &Connection) {
    while connection.closed().is_none() {
        tokio::task::yield_now().await;
    }
}

fn answer(stream: &mut TcpStream) {
    let mut request = [0; 64];
    let n = stream.read(&mut request).unwrap();
    // The length and number of the call, its operation, and the arguments.
    let reply = [&8u32.to_be_bytes(), &request[4..8], &request[n - 4..n]].concat();
    stream.write_all(&reply).unwrap();
}

#[test]
fn the_end_of_a_connection_is_noticed_after_a_call_and_after_a_dropped_one() {
    for runtime in runtimes() {
        for is_dropped in [false, true] {
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").unwrap();
                let connection = connect(RAW_TCP, listener.local_addr().unwrap()).await;
                let (mut stream, _) = listener.accept().unwrap();
                for _ in 0..5 {
                    let call = begin(&connection, RAW_TCP).await;
                    answer(&mut stream);
                    assert_eq!(call.await.unwrap().body(), b"abcd");
                }
                if is_dropped {
                    let mut call = begin(&connection, RAW_TCP).await;
                    assert!(looks_once(&mut call));
                }
                drop(stream);
                while_time_stands_still(learns_of_its_end(&connection)).await;
            });
        }
    }
}
