//! Relays between a client and a server that keep what passes.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use manyrpc::server::Running;

fn port(server: &Running) -> u16 {
    let text = server.bindings()[0].to_string();
    let digits = text.trim_end_matches(']').rsplit(['[', ':']).next();
    digits.and_then(|d| d.parse().ok()).expect("a port")
}

/// A relay of one connection.
pub(crate) struct Streams {
    binding: String,
    both: JoinHandle<[Vec<u8>; 2]>,
}

/// What stubs have marshalled, call by call, each behind its operation's number.
#[derive(Debug, PartialEq)]
pub(crate) struct Bodies {
    pub(crate) requests: Vec<Vec<u8>>,
    pub(crate) replies: Vec<Vec<u8>>,
}

impl Streams {
    pub(crate) fn to(server: &Running) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap().port();
        let to = port(server);
        let both = spawn(move || {
            let (client, _) = listener.accept().unwrap();
            let server = TcpStream::connect(("127.0.0.1", to)).unwrap();
            let (from, back) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            let replies = spawn(move || copy(back, client));
            [copy(from, server), replies.join().unwrap()]
        });
        let binding = format!("ncacn_ip_tcp:127.0.0.1[{at}]");
        Streams { binding, both }
    }

    pub(crate) fn binding(&self) -> &str {
        &self.binding
    }

    /// What has passed, once the client is gone.
    pub(crate) fn bodies(self) -> Bodies {
        let [requests, replies] = self.both.join().unwrap();
        Bodies {
            requests: bodies(&requests, 0),
            replies: bodies(&replies, 2),
        }
    }
}

fn copy(mut from: TcpStream, mut to: TcpStream) -> Vec<u8> {
    let mut passed = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        passed.extend_from_slice(&buffer[..n]);
        if to.write_all(&buffer[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
    passed
}

/// C706 section 12.6.4: the bodies of the PDUs of one type, behind what differs from call to call.
fn bodies(mut stream: &[u8], wanted: u8) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    while !stream.is_empty() {
        let length = usize::from(u16::from_le_bytes([stream[8], stream[9]]));
        let (pdu, rest) = stream.split_at(length);
        if pdu[2] == wanted {
            found.push(pdu[16..].to_vec());
        }
        stream = rest;
    }
    found
}

/// A relay of datagrams.
pub(crate) struct Datagrams {
    binding: String,
    done: Arc<AtomicBool>,
    there: JoinHandle<Vec<Vec<u8>>>,
    back: JoinHandle<Vec<Vec<u8>>>,
}

/// The datagrams of either side.
pub(crate) struct Traffic {
    of_client: Vec<Vec<u8>>,
    of_server: Vec<Vec<u8>>,
}

impl Datagrams {
    pub(crate) fn to(server: &Running) -> Self {
        let near = UdpSocket::bind("127.0.0.1:0").unwrap();
        let far = UdpSocket::bind("127.0.0.1:0").unwrap();
        far.connect(("127.0.0.1", port(server))).unwrap();
        let at = near.local_addr().unwrap().port();
        let done = Arc::new(AtomicBool::new(false));
        for socket in [&near, &far] {
            let turn = Duration::from_millis(20);
            socket.set_read_timeout(Some(turn)).unwrap();
        }
        let client = Arc::new(Mutex::new(None));
        let (near_too, far_too) = (near.try_clone().unwrap(), far.try_clone().unwrap());
        let there = {
            let (client, done) = (client.clone(), done.clone());
            let pass = move |datagram: &[u8], from| {
                *client.lock().unwrap() = Some(from);
                far_too.send(datagram).unwrap();
            };
            spawn(move || pump(&near, &done, pass))
        };
        let back = {
            let done = done.clone();
            let pass = move |datagram: &[u8], _| {
                let to = client.lock().unwrap().expect("the client speaks first");
                near_too.send_to(datagram, to).unwrap();
            };
            spawn(move || pump(&far, &done, pass))
        };
        Datagrams {
            binding: format!("ncadg_ip_udp:127.0.0.1[{at}]"),
            done,
            there,
            back,
        }
    }

    pub(crate) fn binding(&self) -> &str {
        &self.binding
    }

    pub(crate) fn traffic(self) -> Traffic {
        self.done.store(true, Ordering::SeqCst);
        Traffic {
            of_client: self.there.join().unwrap(),
            of_server: self.back.join().unwrap(),
        }
    }
}

fn pump(
    socket: &UdpSocket,
    done: &AtomicBool,
    pass: impl Fn(&[u8], std::net::SocketAddr),
) -> Vec<Vec<u8>> {
    let mut passed = Vec::new();
    let mut buffer = [0; 65536];
    while !done.load(Ordering::SeqCst) {
        if let Ok((n, from)) = socket.recv_from(&mut buffer) {
            passed.push(buffer[..n].to_vec());
            pass(&buffer[..n], from);
        }
    }
    passed
}

impl Traffic {
    /// C706 section 12.5.1.2: the flags of the client's first request.
    pub(crate) fn request_flags(&self) -> u8 {
        let request = self.of_client.iter().find(|d| d[1] == 0);
        request.expect("a request")[2]
    }

    /// How many times the server called its client.
    pub(crate) fn callbacks(&self) -> usize {
        self.of_server.iter().filter(|d| d[1] == 0).count()
    }
}
