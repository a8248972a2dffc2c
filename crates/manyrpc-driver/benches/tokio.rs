//! What a call from a task costs more than one by the blocking client.
//!
//! `cargo bench -p manyrpc-driver --bench tokio` prints for each engine the median round trip of
//! both clients, which take turns, against the same server; then the calls per second with 64 in
//! flight. Before that, what the same exchange costs more by a bare `AsyncFd` than by a socket that blocks, over TCP and over
//! UDP, in a runtime without a timer and in one with a timer that does not go off: no client on a runtime costs less. All
//! runs on one CPU. Arguments select rows by parts of their names.
#![allow(clippy::print_stdout, reason = "this is what a benchmark is for")]

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use manyrpc_driver::blocking::{self, Client};
use manyrpc_driver::server::{Running, Server};
use manyrpc_driver::tokio::{Connection, Engine, Options};
use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::{
    Buf, Call, CallHead, ClientEngine, Handler, InterfaceId, Limits, Outcome, ServerEngine, grpc,
    jsonrpc, onc, raw, xmlrpc,
};
use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::runtime::{Builder, Runtime};

const ROUNDS: usize = 101;
const CALLS: u32 = 200;
const MANY: usize = 64;

struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }
}

struct Process;

impl grpc::Host for Process {
    fn streams_of(&self, _: manyrpc_engine::Path<'_>) -> manyrpc_engine::Streams {
        manyrpc_engine::Streams::NONE
    }
}

/// A call, which returns what it sends.
#[derive(Clone, Copy)]
struct Echoed {
    head: CallHead<'static>,
    body: &'static [u8],
}

/// A protocol to measure.
struct Row<C> {
    name: &'static str,
    is_stream: bool,
    /// Whether a connection has several calls in flight.
    has_many: bool,
    interface: InterfaceId<'static>,
    /// What is sent and comes back.
    body: &'static [u8],
    client: fn() -> C,
    server: fn() -> Box<dyn ServerEngine>,
}

fn main() {
    // The runtime's time could be stopped here, as a test does it.
    manyrpc_driver::ignore_stopped_time();
    let mut only = CpuSet::new();
    only.set(sched_getcpu());
    sched_setaffinity(None, &only).expect("it may run there, since it does");
    if is_wanted("bare-tcp") {
        bare_stream();
    }
    if is_wanted("bare-udp") {
        bare_datagrams();
    }
    let program = InterfaceId::of_program(0x2000_0001, 1);
    measure(&Row {
        name: "raw-udp",
        is_stream: false,
        has_many: false,
        interface: InterfaceId::ONLY,
        body: b"abcd",
        client: || raw::Client::datagram(Limits::default(), 1),
        server: || Box::new(raw::Server::datagram(Limits::default())),
    });
    measure(&Row {
        name: "raw-tcp",
        is_stream: true,
        has_many: true,
        interface: InterfaceId::ONLY,
        body: b"abcd",
        client: || raw::Client::stream(Limits::default(), 1),
        server: || Box::new(raw::Server::stream(Limits::default())),
    });
    measure(&Row {
        name: "onc-udp",
        is_stream: false,
        has_many: false,
        interface: program,
        body: b"abcd",
        client: || onc::Client::datagram(Limits::default(), 1),
        server: || Box::new(onc::Server::datagram(Limits::default())),
    });
    measure(&Row {
        name: "onc-tcp",
        is_stream: true,
        has_many: true,
        interface: program,
        body: b"abcd",
        client: || onc::Client::stream(Limits::default(), 1),
        server: || Box::new(onc::Server::stream(Limits::default())),
    });
    measure(&Row {
        name: "json-rpc",
        is_stream: true,
        has_many: true,
        interface: InterfaceId::of_name("bench.Echo"),
        body: b"[1]",
        client: || jsonrpc::Client::stream(Limits::default(), jsonrpc::Framing::Line, 1),
        server: || {
            let framing = jsonrpc::Framing::Line;
            Box::new(jsonrpc::Server::stream(Limits::default(), framing))
        },
    });
    measure(&Row {
        name: "json-rpc-http",
        is_stream: true,
        has_many: false,
        interface: InterfaceId::of_name("bench.Echo"),
        body: b"[1]",
        client: || jsonrpc::Client::http(Limits::default(), TARGET, 1),
        server: || Box::new(jsonrpc::Server::http(Limits::default())),
    });
    measure(&Row {
        name: "xml-rpc",
        is_stream: true,
        has_many: false,
        interface: InterfaceId::of_name("bench.Echo"),
        body: b"<param><value>abcd</value></param>",
        client: || xmlrpc::Client::new(Limits::default(), TARGET, 1),
        server: || Box::new(xmlrpc::Server::new(Limits::default())),
    });
    measure(&Row {
        name: "grpc",
        is_stream: true,
        has_many: true,
        interface: InterfaceId::of_name("bench.Echo"),
        body: b"abcd",
        client: || grpc::Client::new(Limits::default(), "localhost", false),
        server: || Box::new(grpc::Server::new(Limits::default(), Arc::new(Process))),
    });
}

/// Whether the arguments name a row, by a part of its name, or name none.
fn is_wanted(name: &str) -> bool {
    // Cargo adds an option.
    let parts = std::env::args()
        .skip(1)
        .filter(|part| !part.starts_with("--"));
    let parts: Vec<String> = parts.collect();
    parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()))
}

const TARGET: Target<'static> = Target {
    host: "localhost",
    path: "/",
};

/// A socket that carries a few bytes without any client.
trait Bare: AsRawFd {
    fn never_block(&self) -> io::Result<()>;
    fn send(&self, bytes: &[u8]) -> io::Result<()>;
    fn receive(&self, into: &mut [u8]) -> io::Result<usize>;
}

impl Bare for TcpStream {
    fn never_block(&self) -> io::Result<()> {
        self.set_nonblocking(true)
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        (&mut &*self).write_all(bytes)
    }

    fn receive(&self, into: &mut [u8]) -> io::Result<usize> {
        (&mut &*self).read(into)
    }
}

impl Bare for UdpSocket {
    fn never_block(&self) -> io::Result<()> {
        self.set_nonblocking(true)
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        self.send(bytes).map(drop)
    }

    fn receive(&self, into: &mut [u8]) -> io::Result<usize> {
        self.recv(into)
    }
}

/// The floor over TCP.
fn bare_stream() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a listener");
    let to = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            stream.set_nodelay(true).expect("an option");
            thread::spawn(move || {
                let mut received = [0; 64];
                while let Ok(n @ 1..) = stream.read(&mut received) {
                    stream.write_all(&received[..n]).expect("room");
                }
            });
        }
    });
    bare("TCP", || {
        let stream = TcpStream::connect(to).expect("a connection");
        stream.set_nodelay(true).expect("an option");
        stream
    });
}

/// The floor over UDP.
fn bare_datagrams() {
    let server = UdpSocket::bind(("127.0.0.1", 0)).expect("a socket");
    let to = server.local_addr().expect("an address");
    thread::spawn(move || {
        let mut received = [0; 64];
        while let Ok((n, from)) = server.recv_from(&mut received) {
            server.send_to(&received[..n], from).expect("room");
        }
    });
    bare("UDP", || {
        let socket = UdpSocket::bind(("127.0.0.1", 0)).expect("a socket");
        socket.connect(to).expect("an address");
        socket
    });
}

#[allow(
    deprecated,
    reason = "the constructor is deprecated for types that may close or change their descriptor; \
              this one is left alone, and the replacement is unsafe for all"
)]
fn bare<S: Bare>(over: &str, connect: impl Fn() -> S) {
    let blocking = connect();
    for has_timer in [false, true] {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let watched = runtime.block_on(async {
            if has_timer {
                tokio::spawn(tokio::time::sleep(Duration::from_secs(600)));
            }
            let socket = connect();
            socket.never_block().expect("an option");
            // As a client does: that a datagram has left is nothing to be woken for.
            AsyncFd::with_interest(socket, Interest::READABLE).expect("a runtime with I/O")
        });
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let start = Instant::now();
            (0..CALLS).for_each(|_| exchange(&blocking));
            theirs.push(each(start.elapsed(), CALLS));
            let start = Instant::now();
            runtime.block_on(async {
                for _ in 0..CALLS {
                    exchange_when_ready(&watched).await;
                }
            });
            ours.push(each(start.elapsed(), CALLS));
        }
        let [theirs, ours] = [theirs, ours].map(median);
        let with = if has_timer { "with" } else { "without" };
        println!(
            "a bare AsyncFd over {over} {with} a timer: {:.2} ({theirs:.0} ns, and {:+.0} ns)",
            ours / theirs,
            ours - theirs,
        );
    }
}

fn exchange(socket: &impl Bare) {
    socket.send(b"16 bytes or more").expect("room");
    assert_eq!(socket.receive(&mut [0; 64]).expect("a reply"), 16);
}

async fn exchange_when_ready<S: Bare>(watched: &AsyncFd<S>) {
    let socket = watched.get_ref();
    socket.send(b"16 bytes or more").expect("room");
    loop {
        let mut ready = watched.readable().await.expect("a runtime");
        let received = socket.receive(&mut [0; 64]);
        ready.clear_ready();
        if let Ok(n) = received {
            assert_eq!(n, 16);
            return;
        }
    }
}

fn serve<C>(row: &Row<C>) -> (Running, SocketAddr) {
    let any = ([127, 0, 0, 1], 0).into();
    let builder = Server::builder(Arc::new(Echo));
    let server = match row.is_stream {
        true => builder.listen_tcp(any, row.server),
        false => builder.listen_udp(any, (row.server)()),
    };
    let running = server.expect("a listener").start().expect("a server");
    let at = running.addresses()[0].ip().expect("an address");
    (running, at)
}

fn measure<C: ClientEngine + Send + 'static>(row: &Row<C>) {
    if !is_wanted(row.name) {
        return;
    }
    let (_running, to) = serve(row);
    let options = blocking::Options::default();
    let mut client = match row.is_stream {
        true => Client::tcp((row.client)(), &[to], &options),
        false => Client::udp((row.client)(), &[to], &options),
    }
    .expect("a client");
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let connection = runtime.block_on(async {
        let engine: Engine = Box::new((row.client)());
        let options = Options::default();
        match row.is_stream {
            true => Connection::tcp(engine, &[to], &options).await,
            false => Connection::udp(engine, &[to], &options),
        }
        .expect("a connection")
    });
    let call = Echoed {
        head: CallHead {
            name: "echo",
            ..CallHead::new(row.interface, 1)
        },
        body: row.body,
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(lone_blocking(&mut client, &call));
        ours.push(lone(&runtime, &connection, &call));
    }
    let [theirs, ours] = [theirs, ours].map(median);
    println!(
        "{:13} one call: {:.2} ({theirs:.0} ns, and {:+.0} ns)",
        row.name,
        ours / theirs,
        ours - theirs,
    );
    if row.has_many {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(many_blocking(&mut client, &call));
            ours.push(many(&runtime, &connection, call));
        }
        let [theirs, ours] = [theirs, ours].map(median);
        println!(
            "{:13} {MANY} in flight: {:.2} ({theirs:.0} ns a call, and {:+.0} ns)",
            row.name,
            ours / theirs,
            ours - theirs,
        );
    }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Nanoseconds of each of `calls`.
fn each(took: Duration, calls: u32) -> f64 {
    took.as_nanos() as f64 / f64::from(calls)
}

fn lone_blocking<C: ClientEngine>(client: &mut Client<C>, call: &Echoed) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        client.begin(&call.head).expect("it begins").put(call.body);
        assert_eq!(client.exchange().expect("a reply").body, call.body);
    }
    each(start.elapsed(), CALLS)
}

fn lone(runtime: &Runtime, connection: &Connection, call: &Echoed) -> f64 {
    runtime.block_on(async {
        let start = Instant::now();
        for _ in 0..CALLS {
            echo(connection, call).await;
        }
        each(start.elapsed(), CALLS)
    })
}

async fn echo(connection: &Connection, call: &Echoed) {
    let sent = connection.call(&call.head, |_, body| {
        body.put(call.body);
        Ok(())
    });
    let reply = sent.await.expect("it is sent").await;
    assert_eq!(reply.expect("a reply").body(), call.body);
}

fn many_blocking<C: ClientEngine>(client: &mut Client<C>, call: &Echoed) -> f64 {
    let start = Instant::now();
    let mut begun = 0;
    for _ in 0..MANY {
        client.begin(&call.head).expect("it begins").put(call.body);
        client.post().expect("it is sent");
        begun += 1;
    }
    let total = CALLS * 20;
    while let Some((_, reply)) = client.next_reply() {
        assert_eq!(reply.expect("a reply").body, call.body);
        if begun < total {
            client.begin(&call.head).expect("it begins").put(call.body);
            client.post().expect("it is sent");
            begun += 1;
        }
    }
    each(start.elapsed(), total)
}

fn many(runtime: &Runtime, connection: &Connection, call: Echoed) -> f64 {
    runtime.block_on(async {
        let start = Instant::now();
        let each_task = CALLS * 20 / MANY as u32;
        let tasks: Vec<_> = (0..MANY)
            .map(|_| {
                let connection = connection.clone();
                tokio::spawn(async move {
                    for _ in 0..each_task {
                        echo(&connection, &call).await;
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("a task that ends well");
        }
        each(start.elapsed(), each_task * MANY as u32)
    })
}
