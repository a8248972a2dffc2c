use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use super::*;
use crate::net::fate::{Direction, Fate, Fates};
use crate::net::impairment::Impairment;

const SEED: u64 = 7;
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a loaded machine may delay every timer.
const BUSY: Duration = Duration::from_secs(120);

fn socket() -> UdpSocket {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket
}

fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

fn relay(transport: Transport, server: SocketAddr, impairments: &str) -> Relay {
    let setup = Setup {
        impairments: impairments.parse().unwrap(),
        seed: SEED,
        ..Setup::default()
    };
    Relay::with(transport, server, &setup).unwrap()
}

/// A server's socket, a relay in front of it, and a client of the relay.
fn datagrams(impairments: &str) -> (UdpSocket, Relay, UdpSocket) {
    let server = socket();
    let relay = relay(Transport::Udp, server.local_addr().unwrap(), impairments);
    let client = client_of(&relay);
    (server, relay, client)
}

fn client_of(relay: &Relay) -> UdpSocket {
    let client = socket();
    client.connect(relay.address()).unwrap();
    client
}

fn receive(socket: &UdpSocket) -> (Vec<u8>, SocketAddr) {
    let mut buffer = [0; 2000];
    let (n, from) = socket.recv_from(&mut buffer).expect("it arrives in time");
    (buffer[..n].to_vec(), from)
}

/// The fates of a relay's first client.
fn fates(impairment: &str, packets: u64) -> Vec<Fate> {
    let impairment: Impairment = impairment.parse().unwrap();
    let fates = Fates::new(SEED, 0, Direction::Out);
    (0..packets).map(|n| fates.of(n, &impairment)).collect()
}

#[test]
fn datagrams_are_passed_on_and_counted() {
    let (server, relay, client) = datagrams("none");
    client.send(b"question").unwrap();
    let (question, from) = receive(&server);
    assert_eq!(question, b"question");
    server.send_to(b"the answer", from).unwrap();
    assert_eq!(receive(&client).0, b"the answer");
    assert_eq!(relay.counted(), (8, 10));
}

/// A client with a preface before its first call, as in HTTP/2, and one additional call for checking.
#[test]
fn what_a_connection_begins_with_is_no_part_of_a_call() {
    let (server, relay, client) = datagrams("none");
    let mut greeted = false;
    let make = |calls| {
        let greeting = usize::from(!std::mem::replace(&mut greeted, true));
        for _ in 0..greeting * 50 + calls + 1 {
            client.send(&[7; 30]).unwrap();
            let (_, from) = receive(&server);
            server.send_to(&[7; 20], from).unwrap();
            receive(&client);
        }
        Ok(())
    };
    let wire = process::per_call(|| Ok(relay.counts()), true, 4, make).unwrap();
    assert_eq!((wire.out_bytes, wire.in_bytes), (30.0, 20.0));
    assert_eq!((wire.out_packets, wire.in_packets), (Some(1.0), Some(1.0)));
}

#[test]
fn streams_are_passed_on_and_counted_one_after_another() {
    let (server, address) = listener();
    let relay = Relay::start(Transport::Tcp, address).unwrap();
    for round in 1..=2 {
        let mut client = TcpStream::connect(relay.address()).unwrap();
        let (mut accepted, _) = server.accept().unwrap();
        client.write_all(&[1; 300_000]).unwrap();
        let mut all = vec![0; 300_000];
        accepted.read_exact(&mut all).unwrap();
        accepted.write_all(b"ok").unwrap();
        client.read_exact(&mut all[..2]).unwrap();
        assert_eq!(&all[..2], b"ok");
        assert_eq!(relay.counted(), (300_000 * round, 2 * round));
    }
}

#[test]
fn each_client_gets_its_own_answers() {
    let server = socket();
    let relay = Relay::start(Transport::Udp, server.local_addr().unwrap()).unwrap();
    let clients: Vec<UdpSocket> = (0..20).map(|_| client_of(&relay)).collect();
    for (i, client) in clients.iter().enumerate() {
        client.send(&[i as u8]).unwrap();
    }
    let questions: Vec<_> = clients.iter().map(|_| receive(&server)).collect();
    for (question, from) in questions.iter().rev() {
        server
            .send_to(&[question[0], 100 + question[0]], from)
            .unwrap();
    }
    for (i, client) in clients.iter().enumerate() {
        assert_eq!(receive(client).0, [i as u8, 100 + i as u8]);
    }
    assert_eq!(relay.counts().clients, 20);
}

/// Sends numbered datagrams, a few at a time so that no buffer overflows, and returns what arrives, in order.
fn numbered(server: &UdpSocket, client: &UdpSocket, fates: &[Fate]) -> Vec<Vec<u8>> {
    let mut arrived = Vec::new();
    for (batch, fates) in fates.chunks(50).enumerate() {
        let arrivals = |f: &Fate| {
            if f.lost {
                0
            } else {
                1 + usize::from(f.copy.is_some())
            }
        };
        for number in 0..fates.len() {
            client
                .send(&(50 * batch as u64 + number as u64).to_be_bytes())
                .unwrap();
        }
        let expected = fates.iter().map(arrivals).sum();
        arrived.extend((0..expected).map(|_: usize| receive(server).0));
    }
    server.set_nonblocking(true).unwrap();
    assert!(
        server.recv(&mut [0; 9]).is_err(),
        "more than expected arrives"
    );
    arrived
}

#[test]
fn each_datagram_meets_its_own_fate() {
    const BAD: &str = "loss=20%,dup=10%,corrupt=5%";
    let fates = fates(BAD, 3000);
    let mut expected = Vec::new();
    for (number, fate) in fates.iter().enumerate() {
        let mut bytes = (number as u64).to_be_bytes().to_vec();
        if let Some(flips) = fate.flips {
            flips.flip(&mut bytes);
        }
        let copies = if fate.lost {
            0
        } else {
            1 + usize::from(fate.copy.is_some())
        };
        expected.extend(std::iter::repeat_n(bytes, copies));
    }
    let (server, relay, client) = datagrams(BAD);
    assert_eq!(numbered(&server, &client, &fates), expected);
    let out = relay.counts().out;
    assert_eq!((out.received, out.bytes), (3000, 24_000));
    assert_eq!(out.passed, expected.len() as u64);
    assert_eq!(out.lost, fates.iter().filter(|f| f.lost).count() as u64);
    assert_eq!(out.passed, out.received - out.lost + out.duplicated);
    // Six standard deviations about 600 and 240.
    assert!((470..730).contains(&out.lost), "{out:?}");
    assert!((150..330).contains(&out.duplicated), "{out:?}");
    assert!(out.corrupted > 60 && out.dropped == 0, "{out:?}");
}

#[test]
fn only_what_is_held_is_overtaken() {
    const BAD: &str = "reorder=20%,hold=3ms";
    let fates = fates(BAD, 500);
    let (server, relay, client) = datagrams(BAD);
    let arrived = numbered(&server, &client, &fates);
    let numbers = arrived
        .iter()
        .map(|b| u64::from_be_bytes(b[..].try_into().unwrap()));
    let numbers: Vec<u64> = numbers.collect();
    let held = |n: &&u64| fates[**n as usize].first.held;
    let others: Vec<&u64> = numbers.iter().filter(|n| !held(n)).collect();
    assert!(others.is_sorted());
    let mut highest = 0;
    let mut overtaken = 0;
    for number in &numbers {
        overtaken += u64::from(*number < highest);
        highest = highest.max(*number);
    }
    let out = relay.counts().out;
    assert_eq!(out.held, numbers.iter().filter(held).count() as u64);
    assert_eq!(out.overtaken, overtaken);
    assert!(overtaken > 0 && overtaken <= out.held, "{out:?}");
}

#[test]
fn directions_have_their_own() {
    let (server, relay, client) = datagrams("none/loss=100%");
    for _ in 0..20 {
        client.send(b"question").unwrap();
        let (_, from) = receive(&server);
        server.send_to(b"answer", from).unwrap();
    }
    // Once the relay has read the next request, it has counted the last reply.
    client.send(b"last").unwrap();
    receive(&server);
    let counts = relay.counts();
    assert_eq!((counts.out.lost, counts.out.passed), (0, 21));
    assert_eq!(
        (counts.back.lost, counts.back.passed),
        (counts.back.received, 0)
    );
    assert!(counts.back.lost >= 19);
}

#[test]
fn everything_takes_what_its_fate_says() {
    const SLOW: &str = "delay=4ms±1ms";
    let impairment: Impairment = SLOW.parse().unwrap();
    let takes = |direction, number| {
        let fate = Fates::new(SEED, 0, direction).of(number, &impairment);
        fate.first.takes
    };
    let (server, _relay, client) = datagrams(SLOW);
    let mut late = (0..).map(|number| {
        let sent = Instant::now();
        client.send(b"question").unwrap();
        let (_, from) = receive(&server);
        server.send_to(b"answer", from).unwrap();
        receive(&client);
        let expected = takes(Direction::Out, number) + takes(Direction::Back, number);
        let late = sent.elapsed().checked_sub(expected);
        late.expect("nothing arrives before its time")
    });
    assert!(late.by_ref().take(25).count() == 25);
    sooner_or_later(|| {
        late.next()
            .is_some_and(|late| late < Duration::from_millis(1))
    });
}

/// A loaded machine is late, but not always.
fn sooner_or_later(mut on_time: impl FnMut() -> bool) {
    let began = Instant::now();
    while !on_time() {
        assert!(began.elapsed() < BUSY, "never on time");
    }
}

/// Never early, and eventually on time.
fn takes(expected: Duration, mut run: impl FnMut() -> Duration) {
    sooner_or_later(|| {
        let ratio = run().as_secs_f64() / expected.as_secs_f64();
        // The first of a hundred may pass at once.
        assert!(ratio > 0.985, "{ratio}");
        ratio < 1.03
    });
}

#[test]
fn datagrams_pass_at_the_rate() {
    // 1,222 bytes and 28 of headers at 10 Mbit/s: one in a millisecond.
    takes(Duration::from_millis(150), || {
        let (server, _relay, client) = datagrams("rate=10Mbit,queue=200");
        let began = Instant::now();
        for _ in 0..150 {
            client.send(&[7; 1222]).unwrap();
        }
        for _ in 0..150 {
            receive(&server);
        }
        began.elapsed()
    });
}

#[test]
fn a_full_queue_drops_what_comes_last() {
    let began = Instant::now();
    let (server, relay, client) = datagrams("rate=1Mbit,queue=5");
    for number in 0..40u8 {
        client.send(&[number; 1222]).unwrap();
    }
    let first: Vec<u8> = (0..5).map(|_| receive(&server).0[0]).collect();
    assert_eq!(first, [0, 1, 2, 3, 4]);
    let out = relay.counts().out;
    assert_eq!(out.received, 40);
    // The queue drains only at the rate: 10 ms for each.
    let room = 5 + began.elapsed().as_millis() as u64 / 10;
    assert!(out.dropped >= 40u64.saturating_sub(room), "{out:?}");
}

/// Bytes that differ from their neighbours.
fn pattern(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i.wrapping_mul(31) + 7) as u8).collect()
}

/// Sends everything one way through a relay, closes, and returns what arrived and how long it took.
fn stream(relay: &Relay, server: &TcpListener, sent: &[u8]) -> (Vec<u8>, Duration) {
    let began = Instant::now();
    let client = TcpStream::connect(relay.address()).unwrap();
    let (mut accepted, _) = server.accept().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut client = &client;
            client.write_all(sent).unwrap();
            client.shutdown(Shutdown::Write).unwrap();
        });
        let mut arrived = Vec::new();
        accepted.read_to_end(&mut arrived).unwrap();
        // The other direction is still open.
        accepted.write_all(b"all").unwrap();
        let mut answer = [0; 3];
        (&client).read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"all");
        (arrived, began.elapsed())
    })
}

#[test]
fn streams_lose_nothing_and_end_as_they_were_ended() {
    for impairments in [
        "none",
        "delay=1ms±1ms",
        "rate=200Mbit",
        "delay=2ms,rate=100Mbit,queue=9",
    ] {
        let (server, address) = listener();
        let relay = relay(Transport::Tcp, address, impairments);
        let sent = pattern(500_000);
        let (arrived, _) = stream(&relay, &server, &sent);
        assert!(arrived == sent, "{impairments}");
        assert_eq!(relay.counted(), (500_000, 3));
    }
}

#[test]
fn streams_pass_at_the_rate() {
    // 1,460 bytes of each 1,500.
    let bytes = 146_000;
    takes(Duration::from_millis(120), || {
        let (server, address) = listener();
        let relay = relay(Transport::Tcp, address, "rate=10Mbit/none");
        stream(&relay, &server, &pattern(bytes)).1
    });
}

#[test]
fn a_stream_that_is_not_read_waits() {
    let (server, address) = listener();
    let relay = relay(Transport::Tcp, address, "delay=1ms");
    let client = TcpStream::connect(relay.address()).unwrap();
    let (mut accepted, _) = server.accept().unwrap();
    let sent = pattern(20_000_000);
    std::thread::scope(|scope| {
        scope.spawn(|| (&client).write_all(&sent).unwrap());
        // Other connections are served meanwhile.
        let mut other = TcpStream::connect(relay.address()).unwrap();
        let (mut accepted_too, _) = server.accept().unwrap();
        other.write_all(b"hello").unwrap();
        accepted_too.read_exact(&mut [0; 5]).unwrap();
        let mut arrived = vec![0; sent.len()];
        accepted.read_exact(&mut arrived).unwrap();
        assert!(arrived == sent);
    });
}

#[test]
fn a_cut_connection_is_reset_on_both_sides() {
    for cut in ["cut=100kB", "cut=10ms"] {
        let (server, address) = listener();
        let relay = relay(Transport::Tcp, address, cut);
        let mut client = TcpStream::connect(relay.address()).unwrap();
        let (mut accepted, _) = server.accept().unwrap();
        let reader = std::thread::spawn(move || {
            let mut arrived = Vec::new();
            let end = accepted.read_to_end(&mut arrived).unwrap_err();
            assert_eq!(end.kind(), io::ErrorKind::ConnectionReset);
            arrived
        });
        // More than the buffers hold in either case, for as long as the peer reads.
        let sent = pattern(1 << 20);
        while client.write_all(&sent).is_ok() {}
        let arrived = reader.join().unwrap();
        assert!(
            arrived
                .chunks(sent.len())
                .all(|part| sent.starts_with(part))
        );
        assert_eq!(relay.counts().cut, 1, "{cut}");
        // The next connection is a new one.
        let again = TcpStream::connect(relay.address()).unwrap();
        assert!(server.accept().is_ok());
        drop(again);
    }
}

#[test]
fn a_server_may_move() {
    let (server, relay, client) = datagrams("none");
    client.send(b"one").unwrap();
    receive(&server);
    let next = socket();
    relay.redirect(next.local_addr().unwrap());
    // The relay handles the redirection before any later packet.
    client.send(b"two").unwrap();
    let (two, from) = receive(&next);
    assert_eq!(two, b"two");
    next.send_to(b"answer", from).unwrap();
    assert_eq!(receive(&client).0, b"answer");
}

#[test]
fn a_server_that_is_not_there_is_silence_or_a_reset() {
    let gone = socket().local_addr().unwrap();
    let silent = relay(Transport::Udp, gone, "none");
    let client = client_of(&silent);
    for _ in 0..3 {
        client.send(b"anybody?").unwrap();
    }
    while silent.counts().out.passed < 3 {
        std::thread::yield_now();
    }
    let there = socket();
    silent.redirect(there.local_addr().unwrap());
    client.send(b"ah").unwrap();
    assert_eq!(receive(&there).0, b"ah");

    let (listener, gone) = listener();
    drop(listener);
    let relay = relay(Transport::Tcp, gone, "none");
    let mut client = TcpStream::connect(relay.address()).unwrap();
    assert_ne!(client.read(&mut [0; 1]).ok(), Some(1));
}

#[test]
fn impairments_of_the_other_transport_are_refused() {
    for (transport, text, hint) in [
        (Transport::Tcp, "loss=5%", "give it delay"),
        (Transport::Tcp, "none/corrupt=5%", "give it delay"),
        (Transport::Udp, "cut=5kB", "no connection to cut"),
    ] {
        let setup = Setup {
            impairments: text.parse().unwrap(),
            ..Setup::default()
        };
        let refused = Relay::with(transport, SocketAddr::from(([127, 0, 0, 1], 1)), &setup);
        assert!(refused.unwrap_err().to_string().contains(hint), "{text}");
    }
}
