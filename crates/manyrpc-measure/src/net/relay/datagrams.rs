//! The relay of datagrams.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use super::event_queue::EventQueue;
use super::{
    BUFFER, Counts, DirectionCounts, Setup, Shared, enlarge_receive_buffer, wait,
    without_timer_slack,
};
use crate::net::fate::{Direction, Fates};
use crate::net::line::Line;

#[derive(Debug)]
pub(super) struct Datagrams {
    front: UdpSocket,
    server: SocketAddr,
    seed: u64,
    lines: [Line; 2],
    clients: BTreeMap<u64, Client>,
    numbers: HashMap<SocketAddr, u64>,
    seen: u64,
    event_queue: EventQueue<InTransit>,
    shared: Arc<Shared>,
    started: Instant,
    buffer: Vec<u8>,
}

/// One client, by its address.
#[derive(Debug)]
struct Client {
    address: SocketAddr,
    /// The socket that represents it to the server.
    back: UdpSocket,
    last_active: Duration,
    ways: [ClientDirection; 2],
}

/// One direction of one client.
#[derive(Debug)]
struct ClientDirection {
    fates: Fates,
    received: u64,
    /// One more than the highest number forwarded.
    passed: u64,
}

/// A datagram in transit.
#[derive(Debug)]
struct InTransit {
    client: u64,
    direction: Direction,
    number: u64,
    bytes: Vec<u8>,
}

/// Clients that are remembered, each with a socket; the least recently active one is forgotten.
const MAX_CLIENTS: usize = 256;
/// Datagrams read from one socket before the next socket is served.
const DATAGRAMS_PER_TURN: usize = 64;

impl Datagrams {
    pub(super) fn new(
        front: UdpSocket,
        server: SocketAddr,
        setup: &Setup,
        shared: Arc<Shared>,
    ) -> io::Result<Self> {
        front.set_nonblocking(true)?;
        enlarge_receive_buffer(&front);
        Ok(Datagrams {
            front,
            server,
            seed: setup.seed,
            lines: [&setup.impairments.out, &setup.impairments.back].map(Line::new),
            clients: BTreeMap::new(),
            numbers: HashMap::new(),
            seen: 0,
            event_queue: EventQueue::new(),
            shared,
            started: Instant::now(),
            buffer: vec![0; BUFFER],
        })
    }

    /// Runs until it is told to stop.
    pub(super) fn run(mut self) -> io::Result<()> {
        without_timer_slack();
        loop {
            let (rang, front, ready) = self.wait()?;
            if rang {
                match self.shared.take_signal() {
                    Some(server) => self.redirect(server)?,
                    None => return Ok(()),
                }
            }
            if front {
                self.receive_from_clients();
            }
            for client in ready {
                self.receive_from_server(client);
            }
            self.deliver();
        }
    }

    /// Waits; returns whether the owner signalled, whether clients have sent, and for which clients the server has
    /// sent.
    fn wait(&self) -> io::Result<(bool, bool, Vec<u64>)> {
        let mut fds = vec![
            PollFd::new(&self.shared.bell, PollFlags::IN),
            PollFd::new(&self.front, PollFlags::IN),
        ];
        let backs = self.clients.values().map(|c| &c.back);
        fds.extend(backs.map(|back| PollFd::new(back, PollFlags::IN)));
        let due = self.event_queue.next();
        wait(&mut fds, due.map(|at| at.saturating_sub(self.now())))?;
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let rang = ready.next() == Some(true);
        let front = ready.next() == Some(true);
        let of_clients = self.clients.keys().zip(ready);
        let ready = of_clients.filter(|(_, ready)| *ready).map(|(n, _)| *n);
        Ok((rang, front, ready.collect()))
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn redirect(&mut self, server: SocketAddr) -> io::Result<()> {
        self.server = server;
        self.clients
            .values()
            .try_for_each(|c| c.back.connect(server))
    }

    fn receive_from_clients(&mut self) {
        for _ in 0..DATAGRAMS_PER_TURN {
            match self.front.recv_from(&mut self.buffer) {
                Ok((n, from)) => {
                    if let Ok(client) = self.client(from) {
                        self.accept(client, Direction::Out, n);
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                // An error reported for an earlier datagram.
                Err(_) => {}
            }
        }
    }

    fn receive_from_server(&mut self, client: u64) {
        for _ in 0..DATAGRAMS_PER_TURN {
            // A client that was just forgotten receives nothing.
            let Some(known) = self.clients.get(&client) else {
                return;
            };
            match known.back.recv(&mut self.buffer) {
                Ok(n) => self.accept(client, Direction::Back, n),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => {}
            }
        }
    }

    /// The client with this address, which may be new.
    fn client(&mut self, address: SocketAddr) -> io::Result<u64> {
        let now = self.now();
        if let Some(number) = self.numbers.get(&address) {
            if let Some(client) = self.clients.get_mut(number) {
                client.last_active = now;
            }
            return Ok(*number);
        }
        let back = connect_to(self.server)?;
        if self.clients.len() == MAX_CLIENTS {
            self.forget_one();
        }
        let number = self.seen;
        self.seen += 1;
        let passage = |direction| ClientDirection {
            fates: Fates::new(self.seed, number, direction),
            received: 0,
            passed: 0,
        };
        let ways = [Direction::Out, Direction::Back].map(passage);
        self.numbers.insert(address, number);
        self.clients.insert(
            number,
            Client {
                address,
                back,
                last_active: now,
                ways,
            },
        );
        self.shared.lock().counts.clients += 1;
        Ok(number)
    }

    fn forget_one(&mut self) {
        let longest = self
            .clients
            .iter()
            .min_by_key(|(_, client)| client.last_active);
        if let Some((&number, client)) = longest {
            self.numbers.remove(&client.address);
            self.clients.remove(&number);
        }
    }

    /// Decides the fate of the datagram in the first `n` bytes of the buffer.
    fn accept(&mut self, client: u64, direction: Direction, n: usize) {
        let now = self.now();
        let Some(known) = self.clients.get_mut(&client) else {
            return;
        };
        let passage = &mut known.ways[direction as usize];
        let number = passage.received;
        passage.received += 1;
        let line = &mut self.lines[direction as usize];
        let fate = passage.fates.of(number, line.impairment());
        let mut state = self.shared.lock();
        let way = way(&mut state.counts, direction);
        way.received += 1;
        way.bytes += n as u64;
        let Some(left) = line.datagram_leaves(n, now) else {
            way.dropped += 1;
            return;
        };
        if fate.lost {
            way.lost += 1;
            return;
        }
        let bytes = &mut self.buffer[..n];
        if let Some(flips) = fate.flips {
            way.corrupted += 1;
            flips.flip(bytes);
        }
        way.duplicated += u64::from(fate.copy.is_some());
        for transit in std::iter::once(fate.first).chain(fate.copy) {
            way.held += u64::from(transit.held);
            let parcel = InTransit {
                client,
                direction,
                number,
                bytes: bytes.to_vec(),
            };
            self.event_queue.put(line.arrives(left, transit), parcel);
        }
    }

    /// Forwards the datagrams that are due.
    fn deliver(&mut self) {
        let now = self.now();
        while let Some(parcel) = self.event_queue.take(now) {
            let Some(client) = self.clients.get_mut(&parcel.client) else {
                continue;
            };
            let passage = &mut client.ways[parcel.direction as usize];
            let overtaken = parcel.number + 1 < passage.passed;
            passage.passed = passage.passed.max(parcel.number + 1);
            {
                let mut state = self.shared.lock();
                let way = way(&mut state.counts, parcel.direction);
                way.passed += 1;
                way.overtaken += u64::from(overtaken);
            }
            let send = || match parcel.direction {
                Direction::Out => client.back.send(&parcel.bytes),
                Direction::Back => self.front.send_to(&parcel.bytes, client.address),
            };
            // The error may concern an earlier datagram, in which case nothing was sent.
            if send().is_err() {
                let _ = send();
            }
        }
    }
}

fn way(counts: &mut Counts, direction: Direction) -> &mut DirectionCounts {
    match direction {
        Direction::Out => &mut counts.out,
        Direction::Back => &mut counts.back,
    }
}

/// A socket connected to the server.
fn connect_to(server: SocketAddr) -> io::Result<UdpSocket> {
    let socket = match server {
        SocketAddr::V4(_) => UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)),
        SocketAddr::V6(_) => UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)),
    }?;
    socket.connect(server)?;
    socket.set_nonblocking(true)?;
    enlarge_receive_buffer(&socket);
    Ok(socket)
}
