//! Calls between the blocking client and the server, over every kind of socket.

mod support;

use std::net::{IpAddr, UdpSocket};
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options, Wanted};
use manyrpc_driver::server::Running;
use manyrpc_engine::{CallError, CallKind, Closed, Misuse};
use support::*;

const SIZES: [usize; 7] = [0, 1, 12, 1400, 8192, 16000, 65_000];

fn echoes(client: &mut Client<ToyClient>, sizes: &[usize]) {
    for (i, size) in sizes.iter().enumerate() {
        let body: Vec<u8> = (0..*size).map(|b| (b * 7 + i) as u8).collect();
        client.begin(&head(ECHO)).unwrap().put(&body);
        assert_eq!(client.exchange().unwrap().body, body, "{size} bytes");
    }
}

fn stop(running: Running) {
    running.stop(Duration::from_secs(5));
    running.join();
}

#[test]
fn echo_over_tcp_udp_and_unix_at_once() {
    let path = std::env::temp_dir().join(format!("manyrpc-driver-{}", std::process::id()));
    let (builder, works) = builder();
    let running = builder
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .listen_udp(any_port(), ToyServer::datagram())
        .unwrap()
        .listen_unix(&path, ToyServer::stream)
        .unwrap()
        .start()
        .unwrap();
    let [tcp, udp, _] = running.addresses() else {
        panic!("three listeners")
    };
    let options = Options::default();
    let mut patient = ToyClient::new(false);
    patient.retransmit = Duration::from_secs(5);
    let mut clients = [
        Client::tcp(ToyClient::new(true), &[tcp.ip().unwrap()], &options).unwrap(),
        Client::udp(patient, &[udp.ip().unwrap()], &options).unwrap(),
        Client::unix(ToyClient::new(true), &path, &options).unwrap(),
    ];
    for client in &mut clients {
        echoes(client, &SIZES);
    }
    assert_eq!(works.calls.load(std::sync::atomic::Ordering::Relaxed), 21);
    let sent = clients.iter().map(|c| c.counters().bytes_sent).sum::<u64>();
    until("the server's counters are published", || {
        let status = running.status();
        let counters = status.counters;
        (status.connections, counters.calls, counters.bytes_received) == (2, 21, sent)
    });
    stop(running);
    assert!(!path.exists(), "the socket's name is removed");
}

#[test]
fn a_small_call_is_one_send_and_one_receive() {
    let (builder, _) = builder();
    let running = builder
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .listen_udp(any_port(), ToyServer::datagram())
        .unwrap()
        .start()
        .unwrap();
    let [tcp, udp] = [0, 1].map(|i| [running.addresses()[i].ip().unwrap()]);
    let options = Options::default();
    let mut slow = ToyClient::new(false);
    // A retransmission in the measured calls would be a second send.
    slow.retransmit = Duration::from_secs(5);
    // A thread publishes its counters after the reply was sent.
    let server = |calls| {
        until("the server's counters are published", || {
            running.status().counters.calls == calls
        });
        running.status().counters
    };
    let clients = [
        Client::tcp(ToyClient::new(true), &tcp, &options).unwrap(),
        Client::udp(slow, &udp, &options).unwrap(),
    ];
    let mut before = 0;
    for (i, mut client) in clients.into_iter().enumerate() {
        until("it has a thread of its own", || {
            echoes(&mut client, &[0]);
            i == 1 || running.status().dedicated == 1
        });
        before += client.counters().calls;
        let (ours, theirs) = (client.counters(), server(before));
        echoes(&mut client, &[12; 1000]);
        before += 1000;
        let spent = client.counters() - ours;
        assert_eq!((spent.send_calls, spent.receive_calls), (1000, 1000));
        assert_eq!(spent.other_calls, 0, "{spent:?}");
        let spent = server(before) - theirs;
        assert_eq!(spent.send_calls, 1000);
        // In addition, the cost of making the thread ready.
        assert!(spent.system_calls() <= 2000 + 4, "{spent:?}");
    }
    stop(running);
}

#[test]
fn many_in_flight_end_in_any_order() {
    let (running, address, _) = tcp_server();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    let mut ids = Vec::new();
    for i in 0..200u32 {
        client.begin(&head(ECHO)).unwrap().put_u32(i);
        ids.push(client.send().unwrap());
    }
    for i in (0..100).rev() {
        assert_eq!(client.wait(ids[i]).unwrap().body, (i as u32).to_be_bytes());
    }
    let mut rest = Vec::new();
    while let Some((id, result)) = client.next_reply() {
        assert_eq!(
            id.0 - ids[0].0,
            u64::from(u32::from_be_bytes(result.unwrap().body.try_into().unwrap()))
        );
        rest.push(id);
    }
    rest.sort();
    assert_eq!(rest, ids[100..]);
    assert_eq!(client.in_flight(), 0);
    assert_eq!(client.wait(ids[0]), Err(CallError::Cancelled));
    stop(running);
}

#[test]
fn posted_calls_go_together() {
    let (running, address, _) = tcp_server();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    let before = client.counters().send_calls;
    let post = |client: &mut Client<ToyClient>, i: u32, size: usize| {
        let body = client.begin(&head(ECHO)).unwrap();
        body.put_u32(i);
        body.put(&vec![7; size]);
        client.post().unwrap()
    };
    let ids: Vec<_> = (0..64).map(|i| post(&mut client, i, 0)).collect();
    assert_eq!(
        (client.in_flight(), client.counters().send_calls),
        (64, before)
    );
    for (i, id) in (0u32..).zip(ids) {
        assert_eq!(client.wait(id).unwrap().body, i.to_be_bytes());
    }
    assert_eq!(client.counters().send_calls, before + 1);
    // On request, or when the batch is large, they are sent although nobody waits.
    let first = post(&mut client, 1, 0);
    client.send_due().unwrap();
    assert_eq!(client.counters().send_calls, before + 2);
    let second = post(&mut client, 2, 100_000);
    assert!(client.counters().send_calls > before + 2);
    assert_eq!(client.wait(second).unwrap().body.len(), 100_004);
    assert_eq!(client.wait(first).unwrap().body.len(), 4);

    // The server has eight to work on; the next are sent when there are as many.
    let mut ids: Vec<_> = (0..8).map(|i| post(&mut client, i, 0)).collect();
    client.send_due().unwrap();
    let before = client.counters().send_calls;
    ids.extend((0..7).map(|i| post(&mut client, i, 0)));
    assert_eq!(client.counters().send_calls, before);
    ids.push(post(&mut client, 7, 0));
    assert_eq!(client.counters().send_calls, before + 1);
    for id in ids {
        assert_eq!(client.wait(id).unwrap().body.len(), 4);
    }
    stop(running);
}

#[test]
fn both_ways_16_megabytes_at_once() {
    let (running, address, _) = tcp_server();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    let body: Vec<u8> = (0..16 << 20).map(|i: u32| (i >> 3) as u8).collect();
    // Three in flight: the server answers the first while the second is being sent.
    for _ in 0..3 {
        client.begin(&head(ECHO)).unwrap().put(&body);
        client.send().unwrap();
    }
    for _ in 0..3 {
        assert!(client.next_reply().unwrap().1.unwrap().body == body);
    }
    stop(running);
}

#[test]
fn large_replies_take_few_receives() {
    let (running, address, _) = tcp_server();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    let mut megabyte = || {
        client.begin(&head(MAKE)).unwrap().put_u32(1 << 20);
        assert_eq!(client.exchange().unwrap().body.len(), 1 << 20);
        client.counters().receive_calls
    };
    for _ in 0..20 {
        megabyte();
    }
    let before = megabyte();
    let mut after = 0;
    for _ in 0..20 {
        after = megabyte();
    }
    assert!(
        after - before <= 20 * 32,
        "{} receives each",
        (after - before) / 20
    );
    stop(running);
}

#[test]
fn one_way_calls_wait_for_nothing() {
    let (running, address, works) = tcp_server();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    let one_way = manyrpc_engine::CallHead {
        kind: CallKind::OneWay,
        ..head(SINK)
    };
    for _ in 0..100 {
        client.begin(&one_way).unwrap();
        assert_eq!(client.exchange().unwrap().body, b"");
    }
    assert_eq!(client.counters().receive_calls, 0);
    echoes(&mut client, &[4]);
    assert_eq!(works.calls.load(std::sync::atomic::Ordering::Relaxed), 101);
    stop(running);
}

#[test]
fn a_panic_fails_its_call_alone() {
    let (running, address, _) = tcp_server();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    client.begin(&head(PANIC)).unwrap();
    assert_eq!(client.exchange().unwrap().body, b"fault");
    echoes(&mut client, &[100]);
    stop(running);
}

#[test]
fn nobody_on_the_udp_port_is_noticed_at_once() {
    // Bound and closed: nobody listens.
    let address = UdpSocket::bind(any_port()).unwrap().local_addr().unwrap();
    let mut client = Client::udp(ToyClient::new(false), &[address], &Options::default()).unwrap();
    for _ in 0..2 {
        let start = std::time::Instant::now();
        client.begin(&head(ECHO)).unwrap();
        let failure = client.exchange().unwrap_err();
        assert!(
            matches!(failure, CallError::Closed(Closed::Unreachable(_))),
            "{failure:?}"
        );
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn a_udp_server_that_starts_again_is_found_again() {
    let serve = |address| {
        let (builder, _) = builder();
        builder
            .listen_udp(address, ToyServer::datagram())
            .unwrap()
            .start()
            .unwrap()
    };
    let first = serve(any_port());
    let address = first.addresses()[0].ip().unwrap();
    let mut toy = ToyClient::new(false);
    toy.retransmit = Duration::from_millis(50);
    let mut client = Client::udp(toy, &[address], &Options::default()).unwrap();
    echoes(&mut client, &[4]);
    stop(first);
    client.begin(&head(ECHO)).unwrap();
    let id = client.send().unwrap();
    // Its datagram did not arrive; the retransmission reaches the successor.
    let second = serve(address);
    assert_eq!(client.wait(id).unwrap().body, b"");
    stop(second);
}

#[test]
fn time_is_over_when_nobody_answers() {
    let silent = UdpSocket::bind(any_port()).unwrap();
    let address = silent.local_addr().unwrap();
    let mut client = Client::udp(ToyClient::new(false), &[address], &Options::default()).unwrap();
    let mut call = head(ECHO);
    call.timeout = Some(Duration::from_millis(110));
    let start = std::time::Instant::now();
    client.begin(&call).unwrap();
    let failure = client.exchange().unwrap_err();
    let took = start.elapsed();
    let CallError::TimedOut { transmissions } = failure else {
        panic!("{failure:?}")
    };
    // Fewer if the machine was suspended.
    assert!((2..=6).contains(&transmissions), "{transmissions}");
    assert!(
        took >= Duration::from_millis(110) && took < Duration::from_secs(2),
        "{took:?}"
    );
}

#[test]
fn a_datagram_too_large_is_misuse() {
    let (running, address, _) = tcp_server();
    let mut client = Client::udp(ToyClient::new(false), &[address], &Options::default()).unwrap();
    client.begin(&head(ECHO)).unwrap().put(&vec![0; 70_000]);
    assert!(matches!(
        client.exchange(),
        Err(CallError::Misuse(Misuse::TooLarge { bytes: 70_008, .. }))
    ));
    assert_eq!(client.in_flight(), 0);
    stop(running);
}

#[test]
fn a_broadcast_hears_everyone_until_enough_or_time() {
    let (builder, works) = builder();
    let running = builder
        .listen_udp(any_port(), ToyServer::datagram())
        .unwrap()
        .start()
        .unwrap();
    let address = running.addresses()[0].ip().unwrap();
    let mut toy = ToyClient::new(false);
    toy.retransmit = Duration::from_millis(10);
    let mut client = Client::udp_unconnected(toy, address, &Options::default()).unwrap();
    let mut call = head(ECHO);
    call.kind = CallKind::Broadcast;
    call.timeout = Some(Duration::from_millis(200));
    let mut heard = 0;
    client.begin(&call).unwrap().put(b"anyone?");
    client
        .gather(Wanted::UntilTimeout, |from, reply| {
            assert_eq!((from, reply.body), (address, &b"anyone?"[..]));
            heard += 1;
            true
        })
        .unwrap();
    assert!(heard >= 2, "each retransmission was answered: {heard}");
    assert!(works.calls.load(std::sync::atomic::Ordering::Relaxed) >= heard);
    client.begin(&call).unwrap();
    client.gather(Wanted::UntilTimeout, |_, _| false).unwrap();
    assert_eq!(client.in_flight(), 0);
    stop(running);
}

/// Servers may call back from another of their ports, but from no other host, before they answer
/// the first call that must not be executed twice.
#[test]
fn a_client_hears_other_ports_of_its_server() {
    let bind = |host: [u8; 4]| {
        let socket = UdpSocket::bind((IpAddr::from(host), 0)).unwrap();
        socket
            .set_read_timeout(Some(Duration::from_secs(5)))
            .unwrap();
        socket
    };
    let (server, other) = (bind([127, 0, 0, 1]), bind([127, 0, 0, 1]));
    let stranger = bind([127, 0, 0, 2]);
    let address = server.local_addr().unwrap();
    let mut toy = ToyClient::new(false);
    toy.retransmit = Duration::from_secs(10);
    let mut client = Client::udp_any_port(toy, &[address], &Options::default()).unwrap();
    // A request and its reply share the tag.
    let answer = |from: &UdpSocket, bytes: &[u8], to, body: &[u8]| {
        from.send_to(&[&bytes[..4], body].concat(), to).unwrap();
    };
    let mut bytes = [0; 100];
    let mut ports = Vec::new();
    for round in 0..3 {
        client.begin(&head(ECHO)).unwrap();
        let id = client.send().unwrap();
        let (n, from) = server.recv_from(&mut bytes).unwrap();
        ports.push(from.port());
        let first: &[u8] = if round == 0 {
            answer(&stranger, &bytes[..n], from, b"stranger");
            b"other"
        } else {
            b"server"
        };
        answer(&other, &bytes[..n], from, b"other");
        answer(&server, &bytes[..n], from, b"server");
        assert_eq!(client.wait(id).unwrap().body, first, "{round}");
    }
    assert!(ports.iter().all(|port| *port == ports[0]), "{ports:?}");
}

/// Replies of a server that moved to another port are received, every time.
#[test]
fn a_client_receives_from_other_ports_after_a_timeout() {
    let server = UdpSocket::bind(any_port()).unwrap();
    let address = server.local_addr().unwrap();
    let mut toy = ToyClient::new(false);
    toy.retransmit = Duration::from_millis(10);
    let mut client = Client::udp_any_port(toy, &[address], &Options::default()).unwrap();
    let ports = std::thread::scope(|scope| {
        let answers = scope.spawn(|| {
            let other = UdpSocket::bind(any_port()).unwrap();
            let (mut bytes, mut ports) = ([0; 100], Vec::new());
            loop {
                let (n, from) = server.recv_from(&mut bytes).unwrap();
                if n == 0 {
                    return ports;
                }
                ports.push(from.port());
                other.send_to(&bytes[..4], from).unwrap();
            }
        });
        echoes(&mut client, &[0; 6]);
        let over = UdpSocket::bind(any_port()).unwrap();
        over.send_to(&[], address).unwrap();
        answers.join().unwrap()
    });
    assert!(ports.len() > 6, "only time-outs made it listen");
    assert!(ports.iter().all(|port| *port == ports[0]), "{ports:?}");
}

/// After a timeout the socket is connected: then the system reports errors.
#[test]
fn a_client_of_other_ports_notices_an_unreachable_server() {
    let address = UdpSocket::bind(any_port()).unwrap().local_addr().unwrap();
    let mut toy = ToyClient::new(false);
    toy.retransmit = Duration::from_millis(20);
    let mut client = Client::udp_any_port(toy, &[address], &Options::default()).unwrap();
    client.begin(&head(ECHO)).unwrap();
    let failure = client.exchange().unwrap_err();
    assert!(
        matches!(failure, CallError::Closed(Closed::Unreachable(_))),
        "{failure:?}"
    );
}

#[test]
fn busy_polling_gives_the_same_answers() {
    let (running, address, _) = tcp_server();
    let options = Options {
        busy_poll: Duration::from_millis(2),
        ..Options::default()
    };
    let mut client = Client::tcp(ToyClient::new(true), &[address], &options).unwrap();
    echoes(&mut client, &SIZES);
    stop(running);
}

#[test]
fn a_server_that_goes_away_ends_every_call() {
    let listener = std::net::TcpListener::bind(any_port()).unwrap();
    let address = listener.local_addr().unwrap();
    let mut client = Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap();
    for _ in 0..3 {
        client.begin(&head(ECHO)).unwrap();
        client.send().unwrap();
    }
    drop(listener.accept().unwrap());
    for _ in 0..3 {
        let (_, result) = client.next_reply().unwrap();
        assert_eq!(result, Err(CallError::Closed(Closed::ByPeer)));
    }
    assert!(client.next_reply().is_none());
    assert!(matches!(
        client.begin(&head(ECHO)),
        Err(CallError::Closed(_))
    ));
}
