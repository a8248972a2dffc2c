//! Of a connection that alone is busy the runtime tells a server directly. Connections that are busy in turns, hold something
//! back, send much at once or end are all answered, whoever told of them.
#![cfg(feature = "tokio")]

#[allow(dead_code, reason = "other tests look for memory and tasks, too")]
#[path = "support/left.rs"]
mod left;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use left::{Random, descriptors};
use manyrpc_driver::server::{Caps, Server};
use manyrpc_engine::{Buf, Call, Handler, Limits, Outcome, raw};
use tokio::runtime::Builder;
use tokio::task::{spawn_blocking, yield_now};

/// Returns the arguments.
struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }
}

/// A client on a plain socket, with what its server still owes.
struct Client {
    stream: TcpStream,
    tag: u32,
    owed: Vec<Vec<u8>>,
}

impl Client {
    fn connect(to: SocketAddr) -> Client {
        let stream = TcpStream::connect(to).expect("a connection");
        stream.set_nodelay(true).expect("a setting");
        // Only a server that never answers takes so long.
        let patience = Some(Duration::from_secs(120));
        stream.set_read_timeout(patience).expect("a setting");
        Client {
            stream,
            tag: 0,
            owed: Vec::new(),
        }
    }

    /// The bytes of a call with so many bytes of arguments. Its reply is owed from now on.
    fn request(&mut self, size: usize) -> Vec<u8> {
        self.tag += 1;
        let mut body = vec![self.tag as u8; size];
        body.iter_mut().step_by(7).for_each(|byte| *byte ^= 0x55);
        let frame = |parts: &[&[u8]]| {
            let whole = parts.concat();
            [&(whole.len() as u32).to_be_bytes(), &whole[..]].concat()
        };
        let tag = self.tag.to_be_bytes();
        self.owed.push(frame(&[&tag, &body]));
        frame(&[&tag, &1_u32.to_be_bytes(), &body])
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("it is sent");
    }

    fn receive(&mut self) {
        for expected in self.owed.drain(..) {
            let mut reply = vec![0; expected.len()];
            self.stream.read_exact(&mut reply).expect("a reply");
            assert!(
                reply == expected,
                "a reply of {} bytes is wrong",
                reply.len()
            );
        }
    }

    fn is_at_its_end(&mut self) {
        let rest = self.stream.read(&mut [0; 8]);
        assert_eq!(rest.expect("its end"), 0);
    }
}

/// What clients do one after the other, as drawn.
fn talk(to: SocketAddr, mut random: Random) {
    let mut clients = vec![Client::connect(to)];
    for _ in 0..80 {
        let at = random.next() as usize % clients.len();
        let count = clients.len();
        let client = &mut clients[at];
        match random.next() % 11 {
            // So many that it has all the turns, or nearly.
            0..=3 | 10 => {
                for _ in 0..random.next() % 40 {
                    let request = client.request(4);
                    client.send(&request);
                    client.receive();
                }
            }
            4 if count < 4 => clients.push(Client::connect(to)),
            // Half of it now, and the other half when others had their turn.
            5 => {
                let request = client.request(100);
                client.send(&request[..50]);
                let other = random.next() as usize % count;
                if other != at {
                    let request = clients[other].request(4);
                    clients[other].send(&request);
                    clients[other].receive();
                }
                clients[at].send(&request[50..]);
                clients[at].receive();
            }
            // More than is received at once, of which a part ends where a request does.
            6 => {
                let requests: Vec<u8> = (0..300).flat_map(|_| client.request(1012)).collect();
                client.send(&requests);
                client.receive();
            }
            // More than the server can send before it is read: it waits for room.
            7 => {
                let mut writing = client.stream.try_clone().expect("a descriptor");
                let requests: Vec<u8> = (0..6).flat_map(|_| client.request(1_000_000)).collect();
                let writer = std::thread::spawn(move || writing.write_all(&requests));
                client.receive();
                writer.join().unwrap().expect("it is sent");
            }
            // The end comes with the last call, before or after its reply.
            8 if count > 1 => {
                let mut client = clients.swap_remove(at);
                let request = client.request(4);
                client.send(&request);
                if random.next().is_multiple_of(2) {
                    client.receive();
                }
                client.stream.shutdown(Shutdown::Write).expect("an end");
                client.receive();
                client.is_at_its_end();
            }
            // It vanishes, and what it is owed is lost.
            9 if count > 1 => {
                let mut client = clients.swap_remove(at);
                for _ in 0..random.next() % 30 {
                    let request = client.request(4);
                    client.send(&request);
                    client.receive();
                }
                let request = client.request(70_000);
                client.send(&request[..random.next() as usize % request.len()]);
            }
            _ => {}
        }
    }
    for mut client in clients {
        let request = client.request(4);
        client.send(&request);
        client.receive();
    }
}

#[test]
fn all_are_answered_whoever_tells_of_them() {
    let before = descriptors();
    for seed in 1..=10_u64 {
        let runtime = match seed % 2 {
            0 => Builder::new_current_thread().enable_all().build(),
            _ => Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build(),
        };
        runtime.expect("a runtime").block_on(async {
            // Some servers never sleep.
            let busy_poll = Duration::from_secs(3600 * u64::from(seed % 4 > 1));
            let caps = Caps {
                busy_poll,
                ..Caps::default()
            };
            let server = Server::builder(Arc::new(Echo))
                .caps(caps)
                .listen_tcp(([127, 0, 0, 1], 0).into(), || {
                    Box::new(raw::Server::stream(Limits::default()))
                });
            let running = server
                .expect("a listener")
                .start_on_runtime()
                .expect("a server");
            let to = running.addresses()[0].ip().expect("an address");
            let talks = [seed, seed + 1000].map(|seed| {
                spawn_blocking(move || talk(to, Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            });
            for talk in talks {
                talk.await.expect("a thread that ends well");
            }
            while running.status().connections > 0 {
                yield_now().await;
            }
            // One that is the only busy one when the server stops.
            let last = spawn_blocking(move || {
                let mut client = Client::connect(to);
                for _ in 0..40 {
                    let request = client.request(4);
                    client.send(&request);
                    client.receive();
                }
                client
            });
            let mut client = last.await.expect("a thread that ends well");
            running.stop(Duration::from_secs(60));
            running.join().await;
            let ended = spawn_blocking(move || client.is_at_its_end());
            ended.await.expect("a thread that ends well");
        });
    }
    assert_eq!(descriptors(), before);
}
