//! The network between endpoints: hosts, routes, partitions and datagrams.

mod streams;

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};

use manyrpc_engine::{Instant, Rx};

use super::conditions::{Conditions, StreamOptions};
use super::conn::Conn;
use super::event::Event;
use super::ids::{ConnId, LinkId, Side, Transport};
use super::link::{Fate, Link};
use super::log::{Keep, Log, Record, What, digest};
use super::pool::{Packet, Pool};
use super::queue::Queue;
use super::rng::Rng;

/// Everything but the processes.
#[derive(Debug)]
pub(super) struct Net {
    pub(super) now: Instant,
    pub(super) queue: Queue,
    pub(super) rng: Rng,
    pub(super) pool: Pool,
    pub(super) log: Log,
    pub(super) places: Vec<Place>,
    pub(super) conns: Vec<Conn>,
    pub(super) free_conns: Vec<u32>,
    pub(super) streams: StreamOptions,
    pub(super) stopped: bool,
    by_address: BTreeMap<(SocketAddr, Transport), u32>,
    hosts: BTreeMap<IpAddr, u32>,
    links: Vec<Link>,
    routes: BTreeMap<(u32, u32), u32>,
    cuts: Vec<(u32, u32)>,
    usual: Conditions,
}

/// A bound address, and what waits there to be read.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) address: SocketAddr,
    pub(super) transport: Transport,
    pub(super) owner: Owner,
    pub(super) up: bool,
    /// The destination of datagrams without an explicit one.
    pub(super) towards: Option<SocketAddr>,
    /// The only sender accepted, on a connected datagram socket.
    pub(super) peer: Option<SocketAddr>,
    pub(super) inbox_limit: usize,
    host: u32,
    inbox: VecDeque<u32>,
    inbox_bytes: usize,
}

/// The process that reads there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    Client(u32),
    Server(u32),
    Peer(u32),
}

/// The socket that a process sends through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Port {
    /// A datagram socket, connected if it has a peer.
    Datagram(u32),
    /// One side of a connection.
    Stream(ConnId, Side),
    /// Nothing: not connected.
    #[default]
    None,
}

impl Net {
    pub(super) fn new(seed: u64) -> Self {
        Net {
            now: Instant::ZERO,
            queue: Queue::default(),
            rng: Rng::new(seed),
            pool: Pool::default(),
            log: Log::new(Keep::HashOnly),
            places: Vec::new(),
            conns: Vec::new(),
            free_conns: Vec::new(),
            streams: StreamOptions::default(),
            stopped: false,
            by_address: BTreeMap::new(),
            hosts: BTreeMap::new(),
            links: Vec::new(),
            routes: BTreeMap::new(),
            cuts: Vec::new(),
            usual: Conditions::default(),
        }
    }

    pub(super) fn bind(
        &mut self,
        address: SocketAddr,
        transport: Transport,
        owner: Owner,
        towards: Option<SocketAddr>,
    ) -> u32 {
        let index = self.places.len() as u32;
        let before = self.by_address.insert((address, transport), index);
        assert!(before.is_none(), "{address} is bound already");
        let host = self.host(address.ip());
        self.places.push(Place {
            address,
            transport,
            owner,
            up: true,
            towards,
            peer: towards.filter(|a| !is_broadcast(a.ip())),
            inbox_limit: SOCKET_BYTES,
            host,
            inbox: VecDeque::new(),
            inbox_bytes: 0,
        });
        index
    }

    pub(super) fn at_address(&self, address: SocketAddr, transport: Transport) -> Option<u32> {
        self.by_address.get(&(address, transport)).copied()
    }

    pub(super) fn record(&mut self, what: What, here: u32, there: u32, bytes: usize, id: u64) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.log.push(Record {
            at: self.now,
            what,
            here,
            there,
            bytes,
            id,
        });
    }

    /// Sends an engine's output. `None`: not now.
    pub(super) fn send(
        &mut self,
        port: Port,
        to: Option<SocketAddr>,
        bytes: &[u8],
    ) -> Option<usize> {
        match port {
            Port::Datagram(from) => {
                let to = to.or(self.places[from as usize].towards);
                self.send_datagram(from, to, bytes);
                Some(bytes.len())
            }
            Port::Stream(conn, side) => self.send_stream(conn, side, bytes),
            Port::None => None,
        }
    }

    fn send_datagram(&mut self, from: u32, to: Option<SocketAddr>, bytes: &[u8]) {
        let there = to.and_then(|to| self.at_address(to, Transport::Datagram));
        let shown = there.unwrap_or(Record::NOBODY);
        self.record(What::Send, from, shown, bytes.len(), digest(bytes));
        if bytes.len() > LARGEST_DATAGRAM {
            self.record(What::TooLarge, from, shown, bytes.len(), 0);
        } else if let Some(there) = there {
            self.forward(from, there, bytes);
        } else if let Some(to) = to.filter(|to| is_broadcast(to.ip())) {
            self.broadcast(from, to.port(), bytes);
        } else {
            self.record(What::NoListener, from, shown, bytes.len(), 0);
        }
    }

    fn broadcast(&mut self, from: u32, port: u16, bytes: &[u8]) {
        for there in 0..self.places.len() as u32 {
            let place = &self.places[there as usize];
            let hears = place.address.port() == port
                && place.transport == Transport::Datagram
                && matches!(place.owner, Owner::Server(_));
            if hears {
                self.forward(from, there, bytes);
            }
        }
    }

    fn forward(&mut self, from: u32, to: u32, bytes: &[u8]) {
        if self.is_cut(from, to) {
            return self.record(What::Cut, from, to, bytes.len(), 0);
        }
        let link = self.route_between(from, to);
        let fate = self.links[link].datagram(bytes.len(), self.now, &mut self.rng);
        let (at, again, flipped) = match fate {
            Fate::Dropped(why) => return self.record(why, from, to, bytes.len(), 0),
            Fate::Arrives { at, again, flipped } => (at, again, flipped),
        };
        let packet = self.pool.put(from, bytes);
        if flipped {
            self.flip(packet);
            self.record(What::Flipped, from, to, bytes.len(), 0);
        }
        self.queue.push(at, Event::Datagram { to, packet });
        if let Some(at) = again {
            let copy = self.pool.put_copy(packet);
            self.record(What::Duplicate, from, to, bytes.len(), 0);
            self.queue.push(at, Event::Datagram { to, packet: copy });
        }
    }

    fn flip(&mut self, packet: u32) {
        let bytes = &mut self.pool.get_mut(packet).bytes;
        let bits = bytes.len() as u64 * 8;
        for _ in 0..=self.rng.below(3) {
            let bit = self.rng.below(bits);
            if let Some(byte) = bytes.get_mut((bit / 8) as usize) {
                *byte ^= 1 << (bit % 8);
            }
        }
    }

    /// A datagram arrives. True if there is something to read now.
    pub(super) fn deliver(&mut self, to: u32, packet: u32) -> bool {
        let Packet { from, bytes } = self.pool.get(packet);
        let (from, bytes) = (*from, bytes.len());
        let sender = self.places[from as usize].address;
        let place = &mut self.places[to as usize];
        let what = if !place.up || place.peer.is_some_and(|p| p != sender) {
            What::NoListener
        } else if place.inbox_bytes + bytes > place.inbox_limit {
            What::SocketFull
        } else {
            What::Deliver
        };
        if what == What::Deliver {
            place.inbox.push_back(packet);
            place.inbox_bytes += bytes;
        } else {
            self.pool.release(packet);
        }
        self.record(what, to, from, bytes, 0);
        what == What::Deliver
    }

    /// Reads the next datagram into `rx`.
    pub(super) fn receive(&mut self, here: u32, rx: &mut Rx) -> bool {
        let place = &mut self.places[here as usize];
        let Some(packet) = place.inbox.pop_front() else {
            return false;
        };
        let Packet { from, bytes } = self.pool.get(packet);
        rx.buf.clear();
        rx.buf.put(bytes);
        let connected = place.peer.is_some();
        place.inbox_bytes -= bytes.len();
        rx.from = (!connected).then(|| self.places[*from as usize].address);
        self.pool.release(packet);
        true
    }

    /// The process is gone, and its unread data with it.
    pub(super) fn take_down(&mut self, here: u32) {
        let place = &mut self.places[here as usize];
        place.up = false;
        place.inbox_bytes = 0;
        for packet in place.inbox.drain(..) {
            self.pool.release(packet);
        }
    }

    pub(super) fn host(&mut self, ip: IpAddr) -> u32 {
        let next = self.hosts.len() as u32;
        *self.hosts.entry(ip).or_insert(next)
    }

    pub(super) fn set_usual(&mut self, conditions: Conditions) {
        self.usual = conditions;
    }

    pub(super) fn add_link(&mut self, conditions: Conditions) -> LinkId {
        self.links.push(Link::new(conditions));
        LinkId(self.links.len() as u32 - 1)
    }

    pub(super) fn set_link(&mut self, link: LinkId, conditions: Conditions) {
        self.links[link.0 as usize].conditions = conditions;
    }

    pub(super) fn set_route(&mut self, from: IpAddr, to: IpAddr, link: LinkId) {
        let key = (self.host(from), self.host(to));
        self.routes.insert(key, link.0);
    }

    fn route_between(&mut self, from: u32, to: u32) -> usize {
        let key = self.hosts_of(from, to);
        if let Some(link) = self.routes.get(&key) {
            return *link as usize;
        }
        let link = self.add_link(self.usual.clone());
        self.routes.insert(key, link.0);
        link.0 as usize
    }

    pub(super) fn link_between(&mut self, from: u32, to: u32) -> (&mut Link, &mut Rng) {
        let link = self.route_between(from, to);
        (&mut self.links[link], &mut self.rng)
    }

    fn hosts_of(&self, from: u32, to: u32) -> (u32, u32) {
        let host = |place: u32| self.places[place as usize].host;
        (host(from), host(to))
    }

    pub(super) fn is_cut(&self, from: u32, to: u32) -> bool {
        !self.cuts.is_empty() && self.cuts.contains(&self.hosts_of(from, to))
    }

    pub(super) fn cut(&mut self, from: IpAddr, to: IpAddr) {
        let key = (self.host(from), self.host(to));
        self.cuts.push(key);
    }

    pub(super) fn heal(&mut self, from: IpAddr, to: IpAddr) {
        let key = (self.host(from), self.host(to));
        self.cuts.retain(|cut| *cut != key);
    }
}

fn is_broadcast(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.is_broadcast(),
        IpAddr::V6(v6) => v6.is_multicast(),
    }
}

/// Linux's default for a socket's receive buffer, without its overhead.
const SOCKET_BYTES: usize = 208 << 10;
/// The largest payload of UDP over IPv4.
const LARGEST_DATAGRAM: usize = 65507;
