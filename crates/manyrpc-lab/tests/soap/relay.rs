//! A relay on loopback that keeps what both sides say.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What one side of a connection said.
type Said = Arc<Mutex<Vec<u8>>>;

/// Between clients and a server of this machine, as long as the program runs.
pub(crate) struct Relay {
    port: u16,
    said: Arc<Mutex<Vec<Said>>>,
}

impl Relay {
    pub(crate) fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback can be listened on");
        let port = listener.local_addr().expect("it is bound").port();
        let said: Arc<Mutex<Vec<Said>>> = Arc::default();
        let all = said.clone();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(to) = TcpStream::connect(("127.0.0.1", server)) else {
                    return;
                };
                let ends = [(&client, &to), (&to, &client)];
                for (from, to) in ends {
                    let kept = Said::default();
                    all.lock()
                        .expect("nobody panics with it")
                        .push(kept.clone());
                    let clones = from
                        .try_clone()
                        .and_then(|from| Ok((from, to.try_clone()?)));
                    let (from, to) = clones.expect("descriptors are left");
                    thread::spawn(move || pass(from, to, &kept));
                }
            }
        });
        Relay { port, said }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// How often clients said something, and how often servers, in whatever case.
    pub(crate) fn count(&self, text: &str) -> [usize; 2] {
        let all = self.said.lock().expect("nobody panics with it");
        let mut counts = [0; 2];
        for (i, said) in all.iter().enumerate() {
            let said = said.lock().expect("nobody panics with it");
            let found = said
                .windows(text.len())
                .filter(|part| part.eq_ignore_ascii_case(text.as_bytes()));
            counts[i % 2] += found.count();
        }
        counts
    }

    /// How much clients said, and how much servers.
    pub(crate) fn bytes(&self) -> [usize; 2] {
        let all = self.said.lock().expect("nobody panics with it");
        let mut bytes = [0; 2];
        for (i, said) in all.iter().enumerate() {
            bytes[i % 2] += said.lock().expect("nobody panics with it").len();
        }
        bytes
    }

    /// The bodies of all HTTP messages so far that have one, of both sides.
    pub(crate) fn bodies(&self) -> Vec<Vec<u8>> {
        let all = self.said.lock().expect("nobody panics with it");
        let mut bodies = Vec::new();
        for said in all.iter() {
            let said = said.lock().expect("nobody panics with it");
            let mut rest = &said[..];
            while let Some(at) = rest.windows(4).position(|w| w == b"\r\n\r\n") {
                let (head, after) = (&rest[..at], &rest[at + 4..]);
                let length = length(&String::from_utf8_lossy(head));
                let length = length.min(after.len());
                if length > 0 {
                    bodies.push(after[..length].to_vec());
                }
                rest = &after[length..];
            }
        }
        bodies
    }
}

/// The `Content-Length` of a head; 0 without.
fn length(head: &str) -> usize {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    found.map_or(0, |(_, value)| value.trim().parse().expect("a length"))
}

fn pass(mut from: TcpStream, mut to: TcpStream, kept: &Said) {
    let mut piece = [0; 1 << 16];
    loop {
        let Ok(length @ 1..) = from.read(&mut piece) else {
            let _ = to.shutdown(Shutdown::Write);
            return;
        };
        kept.lock()
            .expect("nobody panics with it")
            .extend_from_slice(&piece[..length]);
        if to.write_all(&piece[..length]).is_err() {
            return;
        }
    }
}
