//! Real engines on real sockets.

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options, Wanted};
use manyrpc_driver::server::{Builder, Running, Server};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallKind, ClientEngine, Fault, Handler, InterfaceId, Limits,
    Outcome, onc, raw,
};

const INTERFACE: InterfaceId<'static> = InterfaceId::of_program(0x2000_0001, 1);
const ECHO: u32 = 1;
const PANIC: u32 = 3;

/// Echoes; counts calls.
#[derive(Default)]
struct Echo(AtomicU64);

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.0.fetch_add(1, Relaxed);
        match call.operation {
            ECHO => reply.put(&received[call.arguments.clone()]),
            PANIC => panic!("as the test asks"),
            _ => return Outcome::Fault(Fault::NoSuchOperation),
        }
        Outcome::Done
    }
}

/// All of them at once: raw and ONC over TCP, UDP and a Unix socket.
struct All {
    running: Running,
    tcp: [SocketAddr; 2],
    udp: [SocketAddr; 2],
    unix: PathBuf,
    calls: Arc<Echo>,
}

fn listen(builder: Builder) -> std::io::Result<Builder> {
    let any = support::any_port();
    builder
        .listen_tcp(any, || Box::new(raw::Server::stream(Limits::default())))?
        .listen_tcp(any, || Box::new(onc::Server::stream(Limits::default())))?
        .listen_udp(any, Box::new(raw::Server::datagram(Limits::default())))?
        .listen_udp(any, Box::new(onc::Server::datagram(Limits::default())))
}

fn all(name: &str) -> All {
    let calls = Arc::new(Echo::default());
    let unix = std::env::temp_dir().join(format!("manyrpc-{name}-{}", std::process::id()));
    let running = listen(Server::builder(calls.clone()))
        .unwrap()
        .listen_unix(&unix, || Box::new(onc::Server::stream(Limits::default())))
        .unwrap()
        .start()
        .unwrap();
    let at = |i: usize| running.addresses()[i].ip().unwrap();
    All {
        tcp: [at(0), at(1)],
        udp: [at(2), at(3)],
        running,
        unix,
        calls,
    }
}

fn head(interface: InterfaceId<'static>, operation: u32) -> CallHead<'static> {
    CallHead::new(interface, operation)
}

/// Echoes of every size, and the two failures; counts the cost of 200 small calls.
fn exercise<E: ClientEngine>(
    mut client: Client<E>,
    interface: InterfaceId<'static>,
    largest: usize,
    sent_again: impl Fn(&E) -> u64,
) {
    for size in [0, 4, 12, 512, 8192, 16_000, largest] {
        let body: Vec<u8> = (0..size).map(|i| (i >> 2) as u8).collect();
        client.begin(&head(interface, ECHO)).unwrap().put(&body);
        assert!(client.exchange().unwrap().body == body, "{size} bytes");
    }
    for (operation, fault) in [(PANIC, Fault::ServerFailure), (9, Fault::NoSuchOperation)] {
        client.begin(&head(interface, operation)).unwrap();
        assert_eq!(client.exchange(), Err(CallError::Fault(fault)));
    }
    let (before, again) = (client.counters(), sent_again(client.engine()));
    for i in 0..200 {
        client.begin(&head(interface, ECHO)).unwrap().put_u32(i);
        assert_eq!(client.exchange().unwrap().body, i.to_be_bytes());
    }
    let spent = client.counters() - before;
    let again = sent_again(client.engine()) - again;
    assert_eq!(spent.send_calls, 200 + again);
    if again == 0 {
        assert_eq!(spent.packets_received, 200);
        assert!(spent.system_calls() <= 400 + 20, "{spent:?}");
    }
}

#[test]
fn raw_and_onc_over_everything() {
    let all = all("everything");
    let (limits, options) = (Limits::default, Options::default());
    let large = 5 << 20;
    exercise(
        Client::tcp(raw::Client::stream(limits(), 1), &[all.tcp[0]], &options).unwrap(),
        InterfaceId::ONLY,
        large,
        |_| 0,
    );
    exercise(
        Client::tcp(onc::Client::stream(limits(), 1), &[all.tcp[1]], &options).unwrap(),
        INTERFACE,
        large,
        |_| 0,
    );
    exercise(
        Client::unix(onc::Client::stream(limits(), 2), &all.unix, &options).unwrap(),
        INTERFACE,
        large,
        |_| 0,
    );
    exercise(
        Client::udp(raw::Client::datagram(limits(), 1), &[all.udp[0]], &options).unwrap(),
        InterfaceId::ONLY,
        60_000,
        |_| 0,
    );
    exercise(
        Client::udp(onc::Client::datagram(limits(), 3), &[all.udp[1]], &options).unwrap(),
        INTERFACE,
        60_000,
        |engine| engine.counters().retransmissions,
    );
    // The ONC server counts retransmissions.
    assert_eq!(all.calls.0.load(Relaxed), 5 * 209);
}

#[test]
fn a_broadcast_over_onc_gathers_replies() {
    let all = all("broadcast");
    let engine = onc::Client::datagram(Limits::default(), 4);
    let mut client = Client::udp_unconnected(engine, all.udp[1], &Options::default()).unwrap();
    let call = CallHead {
        kind: CallKind::Broadcast,
        timeout: Some(Duration::from_millis(200)),
        ..head(INTERFACE, ECHO)
    };
    let mut heard = 0;
    client.begin(&call).unwrap().put_u32(0x5ca1_ab1e);
    client
        .gather(Wanted::UntilTimeout, |from, reply| {
            assert_eq!(
                (from, reply.body),
                (all.udp[1], &0x5ca1_ab1eu32.to_be_bytes()[..])
            );
            heard += 1;
            true
        })
        .unwrap();
    assert!(heard >= 1);
}

#[test]
fn one_way_calls_held_back_go_in_one_send() {
    let all = all("batched");
    let mut engine = onc::Client::stream(Limits::default(), 5);
    engine.set_batch_bytes(1 << 16);
    let mut client = Client::tcp(engine, &[all.tcp[1]], &Options::default()).unwrap();
    let one_way = CallHead {
        kind: CallKind::OneWay,
        ..head(INTERFACE, ECHO)
    };
    for i in 0..50 {
        client.begin(&one_way).unwrap().put_u32(i);
        client.exchange().unwrap();
    }
    assert_eq!(client.counters().send_calls, 0);
    client.engine_mut().flush();
    client.send_due().unwrap();
    assert_eq!(client.counters().send_calls, 1);
    support::until("all are carried out", || all.calls.0.load(Relaxed) == 50);
}

#[test]
fn garbage_ends_connections_and_nothing_else() {
    let all = all("garbage");
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut noise = move |n: usize| -> Vec<u8> {
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        };
        (0..n).map(|_| next()).collect()
    };
    let sender = UdpSocket::bind(support::any_port()).unwrap();
    for round in 0..200usize {
        let bytes = noise(1 + round * 7 % 3000);
        for address in all.udp {
            sender.send_to(&bytes, address).unwrap();
            sender.send_to(&[], address).unwrap();
        }
        for address in all.tcp {
            let mut stream = TcpStream::connect(address).unwrap();
            // The server may have closed before all of it was sent.
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let _ = stream.read_to_end(&mut Vec::new());
        }
    }
    let options = Options::default();
    let limits = Limits::default;
    exercise(
        Client::tcp(onc::Client::stream(limits(), 1), &[all.tcp[1]], &options).unwrap(),
        INTERFACE,
        70_000,
        |_| 0,
    );
    exercise(
        Client::udp(raw::Client::datagram(limits(), 1), &[all.udp[0]], &options).unwrap(),
        InterfaceId::ONLY,
        60_000,
        |_| 0,
    );
    support::until("all are closed", || all.running.status().connections == 0);
}

/// Two clients with pipelines of large calls, each larger than the socket buffers.
#[test]
fn pipelines_of_megabytes_both_ways_over_onc() {
    let all = all("pipelines");
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let address = all.tcp[1];
            scope.spawn(move || {
                let engine = onc::Client::stream(Limits::default(), seed);
                let mut client = Client::tcp(engine, &[address], &Options::default()).unwrap();
                let body = vec![seed as u8; 3 << 20];
                let ids: Vec<_> = (0..6)
                    .map(|_| {
                        client.begin(&head(INTERFACE, ECHO)).unwrap().put(&body);
                        client.send().unwrap()
                    })
                    .collect();
                for id in ids.into_iter().rev() {
                    assert!(client.wait(id).unwrap().body == body);
                }
            });
        }
    });
}
