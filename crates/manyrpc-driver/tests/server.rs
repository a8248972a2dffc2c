//! The server against clients that vanish, stall, flood or are merely there.

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::{Caps, Server};
use manyrpc_engine::{Buf, Call, Fault, Handler, Outcome};
use support::*;

fn client(address: SocketAddr) -> Client<ToyClient> {
    Client::tcp(ToyClient::new(true), &[address], &Options::default()).unwrap()
}

fn echo(client: &mut Client<ToyClient>, body: &[u8]) {
    client.begin(&head(ECHO)).unwrap().put(body);
    assert_eq!(client.exchange().unwrap().body, body);
}

/// A server on one TCP port with those limits.
fn capped(caps: Caps) -> (manyrpc_driver::server::Running, SocketAddr) {
    let (builder, _) = builder();
    let running = builder
        .caps(caps)
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .start()
        .unwrap();
    let address = running.addresses()[0].ip().unwrap();
    (running, address)
}

fn read_reply(stream: &mut TcpStream) -> Vec<u8> {
    let mut head = [0; 4];
    stream.read_exact(&mut head).unwrap();
    let mut rest = vec![0; u32::from_be_bytes(head) as usize];
    stream.read_exact(&mut rest).unwrap();
    rest.split_off(4)
}

#[test]
fn quick_callers_are_lent_threads_and_some_give_them_back() {
    let (running, address) = capped(Caps {
        dedicated: 2,
        ..Caps::default()
    });
    let mut quick = [client(address), client(address)];
    until("both have a thread", || {
        for client in &mut quick {
            (0..20).for_each(|_| echo(client, b"quick"));
        }
        running.status().dedicated == 2
    });
    until("one of the quiet connections is given back", || {
        running.status().dedicated == 1
    });
    for client in &mut quick {
        echo(client, b"still there");
    }
    drop(quick);
    until("they are closed", || running.status().connections == 0);
    until("nothing is lent", || running.status().dedicated == 0);
}

#[test]
fn a_stop_wakes_threads_without_a_timeout() {
    let (running, address, _) = tcp_server();
    let mut quick = client(address);
    until("it has a thread", || {
        echo(&mut quick, b"quick");
        running.status().dedicated == 1
    });
    running.stop(Duration::from_secs(60));
    running.join();
    quick.begin(&head(ECHO)).unwrap();
    assert!(quick.exchange().is_err());
}

#[test]
fn threads_to_lend_are_few_and_the_others_are_served_too() {
    let (running, address) = capped(Caps {
        dedicated: 2,
        ..Caps::default()
    });
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let mut client = client(address);
                for _ in 0..500 {
                    echo(&mut client, b"one of many");
                    assert!(running.status().dedicated <= 2);
                }
            });
        }
    });
    until("all is counted", || running.status().counters.calls == 3000);
}

#[test]
fn a_client_that_sends_byte_by_byte_is_understood() {
    let (running, address, _) = tcp_server();
    let mut slow = TcpStream::connect(address).unwrap();
    slow.set_nodelay(true).unwrap();
    let mut quick = client(address);
    for byte in request(7, ECHO, b"slowly") {
        slow.write_all(&[byte]).unwrap();
        echo(&mut quick, b"meanwhile");
    }
    assert_eq!(read_reply(&mut slow), b"slowly");
    drop(running);
}

#[test]
fn a_message_that_never_ends_is_given_up() {
    let (builder, _) = builder();
    let running = builder
        .listen_tcp(any_port(), || {
            Box::new(ToyServer::slow_after(Duration::from_millis(50)))
        })
        .unwrap()
        .start()
        .unwrap();
    let mut slow = TcpStream::connect(running.addresses()[0].ip().unwrap()).unwrap();
    slow.write_all(&request(7, ECHO, b"slowly")[..9]).unwrap();
    assert_eq!(slow.read(&mut [0; 8]).unwrap(), 0, "closed by the server");
    until("it is counted out", || running.status().connections == 0);
}

#[test]
fn a_length_that_lies_costs_nothing_but_the_connection() {
    let (running, address, _) = tcp_server();
    let mut liar = TcpStream::connect(address).unwrap();
    liar.write_all(&[0xff; 64]).unwrap();
    // By an orderly close, or by a reset because it had more to send.
    assert!(matches!(liar.read(&mut [0; 8]), Ok(0) | Err(_)));
    until("it is closed", || running.status().connections == 0);
    echo(&mut client(address), b"the next");
}

#[test]
fn a_half_closed_client_still_gets_its_replies() {
    let (running, address, _) = tcp_server();
    let mut stream = TcpStream::connect(address).unwrap();
    let big = vec![9; 4 << 20];
    for tag in 0..4 {
        stream
            .write_all(&request(tag, MAKE, &(4u32 << 20).to_be_bytes()))
            .unwrap();
    }
    stream.shutdown(Shutdown::Write).unwrap();
    for _ in 0..4 {
        assert_eq!(read_reply(&mut stream).len(), big.len());
    }
    assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0);
    until("it is closed", || running.status().connections == 0);
}

#[test]
fn clients_that_vanish_leave_nothing() {
    let (running, address, works) = tcp_server();
    for round in 0..20 {
        // In the middle of a request, in the middle of a reply, and with a thread of its own.
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&request(1, ECHO, b"half")[..10]).unwrap();
        let mut reader = TcpStream::connect(address).unwrap();
        reader
            .write_all(&request(1, MAKE, &(32u32 << 20).to_be_bytes()))
            .unwrap();
        reader.read_exact(&mut [0; 1000]).unwrap();
        let mut quick = client(address);
        for _ in 0..50 {
            echo(&mut quick, b"quick");
        }
        quick.begin(&head(MAKE)).unwrap().put_u32(8 << 20);
        quick.send().unwrap();
        drop((stream, reader, quick));
        assert!(works.calls.load(Relaxed) >= (round + 1) * 51);
    }
    until("all are closed", || {
        let status = running.status();
        (status.connections, status.dedicated) == (0, 0)
    });
}

#[test]
fn a_client_that_never_reads_is_not_read_and_finally_closed() {
    let (running, address) = capped(Caps {
        stalled_for: Duration::from_millis(100),
        ..Caps::default()
    });
    let mut greedy = TcpStream::connect(address).unwrap();
    greedy.set_nonblocking(true).unwrap();
    let ask = request(1, MAKE, &(1u32 << 20).to_be_bytes());
    let mut asked = 0u64;
    let stop = loop {
        match greedy.write(&ask) {
            Ok(n) => asked += n as u64,
            Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => std::thread::yield_now(),
            Err(e) => break e,
        }
        assert!(asked < 1 << 30, "the server reads without end");
    };
    assert!(matches!(
        stop.kind(),
        std::io::ErrorKind::ConnectionReset | std::io::ErrorKind::BrokenPipe
    ));
    let counters = running.status().counters;
    assert!(
        counters.calls * ask.len() as u64 * 4 < asked,
        "{} calls carried out of {} asked",
        counters.calls,
        asked / ask.len() as u64
    );
    until("it is closed", || running.status().connections == 0);
}

#[test]
fn idle_connections_are_closed_and_others_stay() {
    let (running, address) = capped(Caps {
        idle_for: Some(Duration::from_millis(300)),
        ..Caps::default()
    });
    let mut idle = TcpStream::connect(address).unwrap();
    let mut busy = client(address);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                echo(&mut busy, b"busy");
            }
        });
        assert_eq!(idle.read(&mut [0; 1]).unwrap(), 0);
        over.store(true, Relaxed);
    });
    until("one is left", || running.status().connections == 1);
}

/// Waits for a token, and then a little longer.
struct Slow(Mutex<mpsc::Receiver<()>>);

impl Handler for Slow {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        let token = self.0.lock().unwrap().recv_timeout(Duration::from_secs(5));
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(1) {
            std::hint::spin_loop();
        }
        token.map_or(Outcome::Fault(Fault::ServerFailure), |()| Outcome::Done)
    }
}

#[test]
fn a_slow_call_does_not_hold_back_the_reply_before_it() {
    let (tokens, taken) = mpsc::channel();
    let running = Server::builder(Arc::new(Slow(Mutex::new(taken))))
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .start()
        .unwrap();
    let mut stream = TcpStream::connect(running.addresses()[0].ip().unwrap()).unwrap();
    // The cost of the calls is known after two of them at the latest.
    tokens.send(()).unwrap();
    tokens.send(()).unwrap();
    stream.write_all(&request(1, 9, b"").repeat(6)).unwrap();
    for _ in 0..2 {
        assert_eq!(read_reply(&mut stream), b"");
    }
    for _ in 2..6 {
        tokens.send(()).unwrap();
        assert_eq!(read_reply(&mut stream), b"");
    }
}

#[test]
fn more_connections_than_allowed_wait_their_turn() {
    let (running, address) = capped(Caps {
        connections: 3,
        ..Caps::default()
    });
    let mut first: Vec<_> = (0..3).map(|_| client(address)).collect();
    first.iter_mut().for_each(|c| echo(c, b"in"));
    let mut fourth = client(address);
    fourth.begin(&head(ECHO)).unwrap().put(b"waiting");
    let id = fourth.send().unwrap();
    first.iter_mut().for_each(|c| echo(c, b"still in"));
    assert_eq!(running.status().connections, 3);
    first.pop();
    assert_eq!(fourth.wait(id).unwrap().body, b"waiting");
}

#[test]
fn a_connection_that_goes_quiet_gives_memory_back_once() {
    let (builder, _) = builder();
    let shrunk = Arc::new(AtomicU64::new(0));
    let count = shrunk.clone();
    let running = builder
        .listen_tcp(any_port(), move || {
            let mut engine = ToyServer::new(true);
            engine.shrunk = count.clone();
            Box::new(engine)
        })
        .unwrap()
        .start()
        .unwrap();
    let address = running.addresses()[0].ip().unwrap();
    let mut clients = [client(address), client(address)];
    clients.iter_mut().for_each(|c| echo(c, b"hello"));
    until("both have given back", || shrunk.load(Relaxed) == 2);
    echo(&mut clients[0], b"again");
    until("one has again", || shrunk.load(Relaxed) == 3);
}

#[test]
fn a_flood_of_pipelined_calls_does_not_starve_the_others() {
    let (running, address, works) = tcp_server();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut flood = TcpStream::connect(address).unwrap();
        let mut drain = flood.try_clone().unwrap();
        let over = &over;
        scope.spawn(move || {
            let batch = request(1, ECHO, b"flood").repeat(1000);
            while !over.load(Relaxed) && flood.write_all(&batch).is_ok() {}
            flood.shutdown(Shutdown::Write).unwrap();
        });
        scope.spawn(move || {
            let mut junk = vec![0; 1 << 16];
            while drain.read(&mut junk).is_ok_and(|n| n > 0) {}
        });
        until("the flood has come", || works.calls.load(Relaxed) > 5000);
        let mut others: Vec<_> = (0..8).map(|_| client(address)).collect();
        for _ in 0..50 {
            others.iter_mut().for_each(|c| echo(c, b"and me"));
        }
        over.store(true, Relaxed);
    });
    drop(running);
}

#[test]
fn connections_that_come_and_go_are_all_accepted() {
    let (running, address, _) = tcp_server();
    for _ in 0..500 {
        drop(TcpStream::connect(address).unwrap());
    }
    echo(&mut client(address), b"after them");
    until("all were accepted and are gone", || {
        let status = running.status();
        (status.accepted, status.connections) == (501, 0)
    });
}

#[test]
fn a_stop_under_load_answers_every_call_it_carried_out() {
    for transports in ["tcp", "udp"] {
        let (builder, works) = builder();
        let running = builder
            .listen_tcp(any_port(), ToyServer::stream)
            .unwrap()
            .listen_udp(any_port(), ToyServer::datagram())
            .unwrap()
            .start()
            .unwrap();
        let [tcp, udp] = [0, 1].map(|i| running.addresses()[i].ip().unwrap());
        let answered = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut toy = ToyClient::new(transports == "tcp");
                    // A retransmission would be executed twice and answered once.
                    toy.retransmit = Duration::from_secs(60);
                    let mut client = match transports {
                        "tcp" => Client::tcp(toy, &[tcp], &Options::default()).unwrap(),
                        _ => Client::udp(toy, &[udp], &Options::default()).unwrap(),
                    };
                    loop {
                        let mut call = head(ECHO);
                        call.timeout = Some(Duration::from_millis(700));
                        let begun = client.begin(&call);
                        let Ok(body) = begun else { break };
                        body.put(b"load");
                        match client.exchange() {
                            Ok(_) => answered.fetch_add(1, Relaxed),
                            Err(_) => break,
                        };
                    }
                });
            }
            until("there is load", || works.calls.load(Relaxed) > 2000);
            running.stop(Duration::from_secs(5));
            running.join();
        });
        assert_eq!(
            works.calls.load(Relaxed),
            answered.load(Relaxed),
            "{transports}: calls carried out and calls answered"
        );
    }
}

#[test]
fn a_stop_waits_for_half_received_calls_until_its_time_is_over() {
    let (running, address, _) = tcp_server();
    let mut half = TcpStream::connect(address).unwrap();
    let whole = request(1, ECHO, b"second half");
    half.write_all(&whole[..10]).unwrap();
    let mut never = TcpStream::connect(address).unwrap();
    never.write_all(&whole[..10]).unwrap();
    until("both halves have come", || {
        running.status().counters.bytes_received == 20
    });
    let start = Instant::now();
    running.stop(Duration::from_millis(300));
    half.write_all(&whole[10..]).unwrap();
    assert_eq!(read_reply(&mut half), b"second half");
    assert_eq!(half.read(&mut [0; 1]).unwrap(), 0);
    assert!(TcpStream::connect(address).is_err(), "nothing new");
    running.join();
    let took = start.elapsed();
    assert!(
        took >= Duration::from_millis(300) && took < Duration::from_secs(5),
        "{took:?}"
    );
    assert!(matches!(never.read(&mut [0; 1]), Ok(0) | Err(_)));
}
