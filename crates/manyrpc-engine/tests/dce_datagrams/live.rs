//! Our engines on real sockets, with scapy as the peer.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::UdpSocket;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant as Clock};

use manyrpc_engine::contract::Liveness;
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::{
    CallError, CallHead, ClientEngine, ClientEvent, Domain, Fault, Instant, Limits, Rx,
    ServerEngine,
};

use crate::scapy::Live;
use crate::support::{ASSOCIATION, DCE, serve};

/// How long to wait for a datagram before the timers are checked.
const TICK: Duration = Duration::from_millis(20);

/// How long scapy may be silent after a keepalive, as in its script.
const SILENCE: Duration = Duration::from_millis(600);

fn socket() -> UdpSocket {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(TICK)).unwrap();
    socket
}

/// The next datagram, if one arrives soon.
fn receive(socket: &UdpSocket, rx: &mut Rx) -> bool {
    let mut bytes = [0; 65536];
    match socket.recv_from(&mut bytes) {
        Ok((n, from)) => {
            rx.buf.put(&bytes[..n]);
            rx.from = Some(from);
            true
        }
        Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => false,
        Err(e) => panic!("{e}"),
    }
}

fn now(since: Clock) -> Instant {
    Instant::from_nanos(since.elapsed().as_nanos() as u64 + 1)
}

/// The failures of scapy's client against our server.
pub(crate) fn scapy_calls(order: &str) -> BTreeMap<String, String> {
    let (socket, over) = (socket(), AtomicBool::new(false));
    let port = socket.local_addr().unwrap().port().to_string();
    let mut failures = BTreeMap::new();
    thread::scope(|scope| {
        scope.spawn(|| serve_until(&socket, &over));
        let mut scapy = Live::start(&["client", "127.0.0.1", &port, order]);
        let mut cases = 0;
        while let Some(line) = scapy.line() {
            cases += 1;
            if !line.ends_with(" ok") {
                let (case, why) = line.split_once(": ").unwrap_or((&line, ""));
                failures.insert(format!("{order} {case}"), why.to_owned());
            }
        }
        scapy.end();
        over.store(true, Ordering::Relaxed);
        assert_eq!(cases, 11);
    });
    failures
}

fn serve_until(socket: &UdpSocket, over: &AtomicBool) {
    let since = Clock::now();
    let limits = Limits {
        dce: DceLimits {
            silent_for: Some(SILENCE),
            ..DceLimits::default()
        },
        ..Limits::default()
    };
    let mut server = Server::new(limits, Personality::DEFAULT, 3, 0x5e0b_e100);
    server.keep_contexts([(DCE.uuid, DCE.major(), ASSOCIATION as u16)]);
    while !over.load(Ordering::Relaxed) {
        let mut rx = Rx::default();
        if receive(socket, &mut rx) {
            serve(&mut server, &mut rx, now(since));
        }
        server.handle_timeout(now(since));
        while let Some(transmit) = server.poll_transmit() {
            socket
                .send_to(transmit.bytes, transmit.to.unwrap())
                .unwrap();
            server.sent(0);
        }
    }
}

/// How a call should end.
type Ending = Result<Vec<u8>, CallError>;

/// The failures of our client against scapy's server.
pub(crate) fn we_call_scapy(order: &str) -> BTreeMap<String, String> {
    let body: Vec<u8> = (0..9000u32).map(|n| (n * 7) as u8).collect();
    let head = |operation, idempotent| CallHead {
        idempotent,
        timeout: Some(Duration::from_secs(10)),
        ..CallHead::new(DCE, operation)
    };
    let fault = |fault| Err(CallError::Fault(fault));
    let cases: [(&str, CallHead, &[u8], Ending); 10] = [
        ("echo", head(1, false), b"once", Ok(b"once".to_vec())),
        ("idempotent", head(1, true), b"often", Ok(b"often".to_vec())),
        ("fragments", head(1, false), &body, Ok(body.clone())),
        (
            "idempotent fragments",
            head(1, true),
            &body,
            Ok(body.clone()),
        ),
        (
            "fault",
            head(2, true),
            b"",
            fault(Fault::Status(Domain::Dce, 0x1c00_0001)),
        ),
        ("reject", head(3, true), b"", fault(Fault::NoSuchOperation)),
        ("ping", head(4, true), b"", Ok(b"at last".to_vec())),
        ("nocall", head(5, true), b"again", Ok(b"again".to_vec())),
        ("contexts", head(6, true), b"whose", Ok(b"whose".to_vec())),
        ("liveness", head(7, true), b"", Ok(b"alive".to_vec())),
    ];
    let mut failures = BTreeMap::new();
    for mut personality in [Personality::DEFAULT, Personality::FREEDCE] {
        // Losses and slow calls must show soon.
        personality.timeouts.frag = Duration::from_millis(50);
        personality.timeouts.ping = Duration::from_millis(50);
        let mut scapy = Live::start(&["server", order]);
        let said = scapy.line().expect("it says its port");
        let port = said.strip_prefix("PORT ").unwrap().parse().unwrap();
        let mut client = Client::new(Limits::default(), personality.clone(), 77);
        let (ours, since) = (socket(), Clock::now());
        for (name, head, arguments, ending) in &cases {
            let how = one(&mut client, &ours, port, since, (head, arguments));
            if *name == "contexts" {
                client.keep_alive(1, now(since));
            }
            if how != *ending {
                let case = format!("{order} {} {name}", personality.name);
                failures.insert(case, format!("{how:?}"));
            }
        }
        for (n, complaint) in scapy.end().into_iter().enumerate() {
            let case = format!("{order} {} complaint {n}", personality.name);
            failures.insert(case, complaint);
        }
    }
    failures
}

fn one(
    client: &mut Client,
    socket: &UdpSocket,
    port: u16,
    since: Clock,
    (head, arguments): (&CallHead<'_>, &[u8]),
) -> Ending {
    client.begin_call(head)?;
    client.body().put(arguments);
    client.finish_call(now(since))?;
    let mut rx = Rx::default();
    loop {
        if let Some(event) = client.next_event(&mut rx, &manyrpc_engine::Clock::at(now(since))) {
            // Acknowledged at once, for the other side to see.
            client.acknowledge();
            let how = match event {
                ClientEvent::Reply { body, .. } => Ok(rx.buf.data()[body].to_vec()),
                ClientEvent::Failed { error, .. } => Err(error),
                ClientEvent::Ended { .. } => unreachable!("no call here has several messages"),
                ClientEvent::Broken(e) => Err(e.into()),
            };
            send(client, socket, port);
            return how;
        }
        send(client, socket, port);
        if !receive(socket, &mut rx) {
            client.handle_timeout(now(since));
        }
    }
}

fn send(client: &mut Client, socket: &UdpSocket, port: u16) {
    while let Some(transmit) = client.poll_transmit() {
        let to = transmit.to.unwrap_or(([127, 0, 0, 1], port).into());
        socket.send_to(transmit.bytes, to).unwrap();
        client.sent(0);
    }
}
