//! One connection to a server, recorded on its way.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// What went over a connection: whether to the server, and the bytes.
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

/// Passes on one connection, and no second one, to a port.
pub(crate) struct Relay {
    pub(crate) port: u16,
    pub(crate) recorded: Recorded,
    pub(crate) gate: Arc<Gate>,
}

impl Relay {
    pub(crate) fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback can be listened on");
        let relay = Relay {
            port: listener.local_addr().expect("it is bound").port(),
            recorded: Recorded::default(),
            gate: Arc::default(),
        };
        let (recorded, gate) = (relay.recorded.clone(), relay.gate.clone());
        thread::spawn(move || {
            let (client, _) = listener.accept().expect("a client comes");
            drop(listener);
            let server = TcpStream::connect(("127.0.0.1", server)).expect("it listens");
            let twice = |stream: &TcpStream| stream.try_clone().expect("descriptors are left");
            let directions = [
                (true, twice(&client), twice(&server)),
                (false, server, client),
            ];
            for direction in directions {
                let (recorded, gate) = (recorded.clone(), gate.clone());
                thread::spawn(move || pass_on(direction, &recorded, &gate));
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

fn pass_on(
    (to_server, mut from, mut to): (bool, TcpStream, TcpStream),
    recorded: &Recorded,
    gate: &Gate,
) {
    let mut piece = vec![0; 65_536];
    while let Ok(n @ 1..) = from.read(&mut piece) {
        let bytes = piece[..n].to_vec();
        if !to_server {
            gate.pass();
        }
        let mut records = recorded.lock().expect("nobody panics");
        records.push((to_server, bytes));
        drop(records);
        if to.write_all(&piece[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
