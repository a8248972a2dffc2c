//! Blocking calls at workers: none delays another, and what clients can make a server keep is
//! bounded.

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use manyrpc_driver::server::{Caps, Running, Server};
use manyrpc_engine::{Buf, Call, Handler, Outcome};
use support::*;

/// Waits until the gate opens, then echoes the body.
const WAIT: u32 = 100;

/// What calls wait for.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
    waiting: AtomicU64,
    works: Works,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn waiting(&self) -> u64 {
        self.waiting.load(Relaxed)
    }
}

impl Handler for Gate {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        if call.operation != WAIT {
            return self.works.handle(call, received, reply);
        }
        self.waiting.fetch_add(1, Relaxed);
        let open = self.open.lock().unwrap();
        drop(self.opened.wait_while(open, |open| !*open).unwrap());
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }
}

/// Opens the gate when a test ends, in any way: a server waits for the calls that it has.
struct Opens(Arc<Gate>);

impl std::ops::Deref for Opens {
    type Target = Gate;
    fn deref(&self) -> &Gate {
        &self.0
    }
}

impl Drop for Opens {
    fn drop(&mut self) {
        self.0.open();
    }
}

fn gated(caps: Caps) -> (Running, SocketAddr, Opens) {
    let gate = Arc::new(Gate::default());
    let running = Server::builder(gate.clone())
        .caps(caps)
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .start()
        .unwrap();
    let address = running.addresses()[0].ip().unwrap();
    (running, address, Opens(gate))
}

fn two_workers() -> Caps {
    Caps {
        workers: 2,
        reactors: 1,
        ..Caps::default()
    }
}

/// The next reply: its tag and body.
fn reply(stream: &mut TcpStream) -> (u32, Vec<u8>) {
    let mut head = [0; 8];
    stream.read_exact(&mut head).unwrap();
    let [length, tag] = [&head[..4], &head[4..]].map(|b| u32::from_be_bytes(b.try_into().unwrap()));
    let mut body = vec![0; length as usize - 4];
    stream.read_exact(&mut body).unwrap();
    (tag, body)
}

#[test]
fn a_call_that_waits_holds_up_none_of_its_own_connection() {
    let (_running, address, gate) = gated(two_workers());
    let mut stream = TcpStream::connect(address).unwrap();
    let calls = [
        request(1, WAIT, b"slow"),
        request(2, ECHO, b"quick"),
        request(3, PANIC, b""),
        request(4, SINK, b"nothing"),
        request(5, ECHO, b"again"),
    ];
    stream.write_all(&calls.concat()).unwrap();
    assert_eq!(reply(&mut stream), (2, b"quick".to_vec()));
    assert_eq!(reply(&mut stream), (3, b"fault".to_vec()));
    assert_eq!(reply(&mut stream), (5, b"again".to_vec()));
    gate.open();
    assert_eq!(reply(&mut stream), (1, b"slow".to_vec()));
}

#[test]
fn a_connection_with_too_much_at_workers_is_not_read_from() {
    let (running, address, gate) = gated(Caps {
        ahead_bytes: 100_000,
        ..two_workers()
    });
    let mut stream = TcpStream::connect(address).unwrap();
    // More than the system's buffers hold.
    const CALLS: u32 = 2000;
    let body = vec![7; 50_000];
    let writer = std::thread::spawn({
        let mut stream = stream.try_clone().unwrap();
        let body = body.clone();
        move || (0..CALLS).for_each(|tag| stream.write_all(&request(tag, WAIT, &body)).unwrap())
    });
    until("both workers wait", || gate.waiting() == 2);
    // Another connection is read until it has as much there.
    let mut other = TcpStream::connect(address).unwrap();
    other.write_all(&request(1, ECHO, b"behind")).unwrap();
    // A server that continued to read would reach it between these.
    for _ in 0..100 {
        let mut liar = TcpStream::connect(address).unwrap();
        liar.write_all(&[0xff; 64]).unwrap();
        assert!(matches!(liar.read(&mut [0; 1]), Ok(0) | Err(_)));
    }
    let received = running.status().counters.bytes_received;
    assert!(received < 1_000_000, "{received} bytes were received");
    gate.open();
    assert_eq!(reply(&mut other), (1, b"behind".to_vec()));
    let mut tags: Vec<u32> = Vec::new();
    for _ in 0..CALLS {
        let (tag, echoed) = reply(&mut stream);
        assert!(echoed == body);
        tags.push(tag);
    }
    tags.sort_unstable();
    assert!(tags.into_iter().eq(0..CALLS));
    writer.join().unwrap();
}

#[test]
fn a_half_closed_client_waits_for_its_reply() {
    let (running, address, gate) = gated(Caps {
        idle_for: Some(Duration::from_millis(20)),
        ..two_workers()
    });
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(&request(1, WAIT, b"slow")).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    until("it waits", || gate.waiting() == 1);
    // Longer than connections may be idle: this one is not.
    let mut other = TcpStream::connect(address).unwrap();
    assert_eq!(other.read(&mut [0; 1]).unwrap(), 0);
    gate.open();
    assert_eq!(reply(&mut stream), (1, b"slow".to_vec()));
    assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0);
    until("it is closed", || running.status().connections == 0);
}

#[test]
fn a_client_that_vanishes_counts_until_its_calls_are_done() {
    let (running, address, gate) = gated(two_workers());
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(&request(1, WAIT, b"slow")).unwrap();
    until("it waits", || gate.waiting() == 1);
    // A false length breaks the connection.
    stream.write_all(&[0xff; 64]).unwrap();
    assert!(matches!(stream.read(&mut [0; 1]), Ok(0) | Err(_)));
    drop(stream);
    let mut other = TcpStream::connect(address).unwrap();
    other.write_all(&request(2, ECHO, b"behind")).unwrap();
    assert_eq!(reply(&mut other), (2, b"behind".to_vec()));
    assert_eq!(running.status().connections, 2);
    gate.open();
    until("it is gone", || running.status().connections == 1);
}

#[test]
fn a_stop_lets_calls_at_workers_end() {
    let (running, address, gate) = gated(two_workers());
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(&request(1, WAIT, b"slow")).unwrap();
    until("it waits", || gate.waiting() == 1);
    running.stop(Duration::from_secs(60));
    until("nobody else is let in", || {
        TcpStream::connect(address).is_err()
    });
    gate.open();
    assert_eq!(reply(&mut stream), (1, b"slow".to_vec()));
    running.join();
    assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0);
}
