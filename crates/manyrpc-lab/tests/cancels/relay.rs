//! Connections to a server, recorded on their way.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use tokio::sync::watch;

/// What went over the connections: whether to the server, and the bytes.
pub(crate) type Recorded = Arc<Mutex<Vec<(bool, Vec<u8>)>>>;

/// Whether what a server sends arrives, or waits on its way.
#[derive(Default)]
pub(crate) struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub(crate) fn close(&self) {
        *self.closed.lock().expect("nobody panics") = true;
    }

    pub(crate) fn open(&self) {
        *self.closed.lock().expect("nobody panics") = false;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let closed = self.closed.lock().expect("nobody panics");
        drop(self.opened.wait_while(closed, |closed| *closed));
    }
}

/// Passes on connections to a port.
pub(crate) struct Relay {
    pub(crate) port: u16,
    pub(crate) recorded: Recorded,
    pub(crate) gate: Arc<Gate>,
    /// How many connections it has passed on.
    pub(crate) passed: Arc<watch::Sender<usize>>,
}

impl Relay {
    /// Passes on one connection, and no second one.
    pub(crate) fn to(server: u16) -> Self {
        Self::of(server, 1)
    }

    /// Passes on whatever comes.
    pub(crate) fn of_all_to(server: u16) -> Self {
        Self::of(server, usize::MAX)
    }

    fn of(server: u16, connections: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback can be listened on");
        let relay = Relay {
            port: listener.local_addr().expect("it is bound").port(),
            recorded: Recorded::default(),
            gate: Arc::default(),
            passed: Arc::default(),
        };
        let (recorded, gate) = (relay.recorded.clone(), relay.gate.clone());
        let passed = relay.passed.clone();
        thread::spawn(move || {
            for client in listener.incoming().take(connections) {
                let client = client.expect("a client comes");
                let server = TcpStream::connect(("127.0.0.1", server)).expect("it listens");
                pass_both_ways(client, server, &recorded, &gate);
                passed.send_modify(|passed| *passed += 1);
            }
        });
        relay
    }

    /// Passes on one client's datagrams.
    pub(crate) fn of_datagrams_to(server: u16) -> Self {
        let socket = || UdpSocket::bind("127.0.0.1:0").expect("loopback has ports left");
        let (near, far) = (socket(), socket());
        far.connect(("127.0.0.1", server))
            .expect("it is on loopback");
        let relay = Relay {
            port: near.local_addr().expect("it is bound").port(),
            recorded: Recorded::default(),
            gate: Arc::default(),
            passed: Arc::default(),
        };
        let (recorded, gate) = (relay.recorded.clone(), relay.gate.clone());
        thread::spawn(move || {
            let mut first = [0; 1];
            let (_, client) = near.peek_from(&mut first).expect("a client comes");
            near.connect(client).expect("it is on loopback");
            let twice = |socket: &UdpSocket| socket.try_clone().expect("descriptors are left");
            let directions = [(true, twice(&near), twice(&far)), (false, far, near)];
            for direction in directions {
                let (recorded, gate) = (recorded.clone(), gate.clone());
                thread::spawn(move || pass_datagrams_on(direction, &recorded, &gate));
            }
        });
        relay
    }

    pub(crate) fn pieces(&self) -> usize {
        pieces(&self.recorded)
    }
}

/// How many pieces have come from the client.
pub(crate) fn pieces(recorded: &Recorded) -> usize {
    let recorded = recorded.lock().expect("nobody panics");
    recorded.iter().filter(|(to_server, _)| *to_server).count()
}

fn pass_both_ways(client: TcpStream, server: TcpStream, recorded: &Recorded, gate: &Arc<Gate>) {
    let twice = |stream: &TcpStream| stream.try_clone().expect("descriptors are left");
    let directions = [
        (true, twice(&client), twice(&server)),
        (false, server, client),
    ];
    for direction in directions {
        let (recorded, gate) = (recorded.clone(), gate.clone());
        thread::spawn(move || pass_on(direction, &recorded, &gate));
    }
}

fn pass_on(
    (to_server, mut from, mut to): (bool, TcpStream, TcpStream),
    recorded: &Recorded,
    gate: &Gate,
) {
    let mut piece = vec![0; 65_536];
    while let Ok(n @ 1..) = from.read(&mut piece) {
        record(to_server, &piece[..n], recorded, gate);
        if to.write_all(&piece[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// Records what may pass now.
fn record(to_server: bool, bytes: &[u8], recorded: &Recorded, gate: &Gate) {
    if !to_server {
        gate.pass();
    }
    let mut records = recorded.lock().expect("nobody panics");
    records.push((to_server, bytes.to_vec()));
}

/// Goes on after errors, which a socket has when nobody is at the other end.
fn pass_datagrams_on(
    (to_server, from, to): (bool, UdpSocket, UdpSocket),
    recorded: &Recorded,
    gate: &Gate,
) {
    let mut datagram = vec![0; 65_536];
    loop {
        let Ok(n) = from.recv(&mut datagram) else {
            continue;
        };
        record(to_server, &datagram[..n], recorded, gate);
        let _ = to.send(&datagram[..n]);
    }
}
