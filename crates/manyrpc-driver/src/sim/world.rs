//! The world: processes, network, and the event loop that advances time.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use manyrpc_engine::{CallId, Closed, Handler, Instant};

use super::client::{Client, ClientFactory};
use super::conditions::{Conditions, Delay, StreamOptions};
use super::event::Event;
use super::ids::{ConnId, Endpoint, LinkId, Side, Transport};
use super::log::{Keep, Log, Record, What};
use super::net::{Net, Owner, Port};
use super::peer::{Peer, PeerFactory};
use super::script::Actor;
use super::server::{Server, ServerFactory, Session, Woken};

/// A change to the world, now or at a planned time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Command {
    /// Partitions two hosts. Packets in transit still arrive.
    Cut(IpAddr, IpAddr),
    /// Cuts the direction from the first host to the second.
    CutOneWay(IpAddr, IpAddr),
    /// Reconnects two hosts.
    Heal(IpAddr, IpAddr),
    /// Crashes a process: its engines are lost, its connections reset, and a call being served is
    /// not executed.
    Crash(Endpoint),
    /// Restarts a process that is down, with new engines.
    Restart(Endpoint),
    /// Changes a link.
    Link(LinkId, Conditions),
    /// Changes the service time of a server's later calls.
    Service(Endpoint, Delay),
    /// Ends the run.
    Stop,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// Nothing is planned any more.
    Quiet,
    /// The given time has passed.
    TimeUp,
    /// A script or a command stopped it.
    Stopped,
    /// A million events without time passing: some engine or script loops.
    Stuck,
}

/// A simulated world.
pub struct World {
    net: Net,
    clients: Vec<Client>,
    peers: Vec<Peer>,
    servers: Vec<Server>,
    sessions: Vec<Session>,
    free_sessions: Vec<u32>,
    commands: Vec<Command>,
    woken: Arc<Woken>,
    /// Events since time last advanced.
    still: u32,
}

impl World {
    /// An empty world at time zero. What happens in it depends only on the seed and on what is
    /// added to it.
    pub fn new(seed: u64) -> Self {
        World {
            net: Net::new(seed),
            clients: Vec::new(),
            peers: Vec::new(),
            servers: Vec::new(),
            sessions: Vec::new(),
            free_sessions: Vec::new(),
            commands: Vec::new(),
            woken: Arc::default(),
            still: 0,
        }
    }

    /// Sets the conditions of every link that has none of its own and was not used yet.
    pub fn usual(&mut self, conditions: Conditions) {
        self.net.set_usual(conditions);
    }

    /// A new link, for [`route`](Self::route).
    pub fn link(&mut self, conditions: Conditions) -> LinkId {
        self.net.add_link(conditions)
    }

    /// Packets from one host to another use this link. Each direction has its own route.
    pub fn route(&mut self, from: IpAddr, to: IpAddr, link: LinkId) {
        self.net.set_route(from, to, link);
    }

    /// Sets how streams behave.
    pub fn streams(&mut self, options: StreamOptions) {
        self.net.streams = options;
    }

    /// Sets how much of the log is kept in memory; by default, nothing.
    pub fn keep_log(&mut self, keep: Keep) {
        self.net.log.set_keep(keep);
    }

    /// Adds a datagram server: one engine for all its callers.
    ///
    /// # Panics
    /// If the address is in use, like [`serve_stream`](Self::serve_stream) and
    /// [`client`](Self::client).
    pub fn serve_datagram(
        &mut self,
        at: SocketAddr,
        factory: ServerFactory,
        handler: Arc<dyn Handler>,
    ) -> Endpoint {
        let server = self.serve(at, Transport::Datagram, factory, handler);
        self.open_datagram(server);
        Endpoint(self.servers[server as usize].place)
    }

    /// Adds a stream server: an engine for each connection.
    pub fn serve_stream(
        &mut self,
        at: SocketAddr,
        factory: ServerFactory,
        handler: Arc<dyn Handler>,
    ) -> Endpoint {
        let server = self.serve(at, Transport::Stream, factory, handler);
        Endpoint(self.servers[server as usize].place)
    }

    fn serve(
        &mut self,
        at: SocketAddr,
        transport: Transport,
        factory: ServerFactory,
        handler: Arc<dyn Handler>,
    ) -> u32 {
        let server = self.servers.len() as u32;
        let place = self.net.bind(at, transport, Owner::Server(server), None);
        self.servers.push(Server {
            place,
            factory,
            handler,
            service: Delay::NONE,
            datagram_session: u32::MAX,
        });
        server
    }

    /// Adds a client of `to` that follows its actor's script from now on. With a broadcast address
    /// (datagrams only), calls reach every server on that port.
    pub fn client(
        &mut self,
        at: SocketAddr,
        transport: Transport,
        to: SocketAddr,
        factory: ClientFactory,
        actor: impl Actor + 'static,
    ) -> Endpoint {
        let client = self.clients.len() as u32;
        let place = self
            .net
            .bind(at, transport, Owner::Client(client), Some(to));
        let actor = Box::new(actor);
        self.clients
            .push(Client::new(place, transport, to, factory, actor));
        self.net.queue.push(self.net.now, Event::Start { place });
        Endpoint(place)
    }

    /// Adds a process at one end of a stream on which both ends call: its actor makes calls, and `handler` answers the other
    /// end's. It opens the connection to `to`, or else accepts: one at a time, the newest, as if
    /// whoever opens another had given up the former.
    pub fn peer(
        &mut self,
        at: SocketAddr,
        to: Option<SocketAddr>,
        factory: PeerFactory,
        handler: Arc<dyn Handler>,
        actor: impl Actor + 'static,
    ) -> Endpoint {
        let owner = Owner::Peer(self.peers.len() as u32);
        let place = self.net.bind(at, Transport::Stream, owner, to);
        let actor = Box::new(actor);
        self.peers
            .push(Peer::new(place, to, factory, handler, actor));
        self.net.queue.push(self.net.now, Event::Start { place });
        Endpoint(place)
    }

    /// Sets how long a server's calls take, one at a time per connection or datagram socket, or a peer's, which are
    /// carried out side by side; by default, no time.
    pub fn service(&mut self, server: Endpoint, takes: Delay) {
        self.command(Command::Service(server, takes));
    }

    /// Sets how many bytes of datagrams may wait to be read at an endpoint; 208 KiB by default.
    pub fn socket_bytes(&mut self, at: Endpoint, bytes: usize) {
        self.net.places[at.0 as usize].inbox_limit = bytes;
    }

    /// Plans a command.
    pub fn at(&mut self, time: Instant, command: Command) {
        let index = self.commands.len() as u32;
        self.commands.push(command);
        self.net
            .queue
            .push(time.max(self.net.now), Event::Command(index));
    }

    /// Plans a partition between two hosts.
    pub fn partition(&mut self, a: IpAddr, b: IpAddr, from: Instant, to: Instant) {
        self.at(from, Command::Cut(a, b));
        self.at(to, Command::Heal(a, b));
    }

    /// Executes a command now.
    pub fn command(&mut self, command: Command) {
        match command {
            Command::Cut(a, b) => {
                self.net.cut(a, b);
                self.net.cut(b, a);
            }
            Command::CutOneWay(a, b) => self.net.cut(a, b),
            Command::Heal(a, b) => {
                self.net.heal(a, b);
                self.net.heal(b, a);
            }
            Command::Crash(who) => self.crash(who),
            Command::Restart(who) => self.restart(who),
            Command::Link(link, conditions) => self.net.set_link(link, conditions),
            Command::Service(who, takes) => match self.net.places[who.0 as usize].owner {
                Owner::Server(server) => self.servers[server as usize].service = takes,
                Owner::Peer(peer) => self.peers[peer as usize].service = takes,
                Owner::Client(_) => {}
            },
            Command::Stop => self.net.stopped = true,
        }
    }

    /// Runs until nothing is planned or the run is stopped. Another run continues from there.
    ///
    /// # Panics
    /// If a client's engine gives an event of a call that has ended, or forgets one: when the
    /// connection has ended, or nothing is planned any more, no call may be in flight. That is a
    /// defect of the engine and no result.
    pub fn run(&mut self) -> End {
        self.run_until(Instant::from_nanos(u64::MAX))
    }

    /// Runs up to the time `until` at most.
    ///
    /// # Panics
    /// As [`run`](Self::run).
    pub fn run_until(&mut self, until: Instant) -> End {
        self.net.stopped = false;
        while !self.net.stopped {
            self.plan_woken();
            let Some((at, event)) = self.net.queue.pop(until) else {
                if self.net.queue.is_empty() {
                    self.check_rest();
                    return End::Quiet;
                }
                self.net.now = until;
                return End::TimeUp;
            };
            self.still = if at == self.net.now {
                self.still + 1
            } else {
                0
            };
            if self.still > MAX_AT_ONCE {
                return End::Stuck;
            }
            self.net.now = at;
            self.dispatch(event);
        }
        End::Stopped
    }

    fn check_rest(&self) {
        for client in &self.clients {
            client.check_rest(&self.net);
        }
        for peer in &self.peers {
            peer.check_rest(&self.net);
        }
    }

    /// Plans the events of wakers that were used.
    fn plan_woken(&mut self) {
        for (session, life) in self.woken.take() {
            self.net
                .queue
                .push(self.net.now, Event::SessionWoken { session, life });
        }
    }

    /// The current time.
    pub fn now(&self) -> Instant {
        self.net.now
    }

    /// What happened.
    pub fn log(&self) -> &Log {
        &self.net.log
    }

    /// The address of an endpoint in a [`Record`].
    pub fn address(&self, endpoint: u32) -> Option<SocketAddr> {
        self.net.places.get(endpoint as usize).map(|p| p.address)
    }

    /// The endpoint at an address, if there is one, up or down.
    pub fn endpoint(&self, at: SocketAddr, transport: Transport) -> Option<Endpoint> {
        let places = &self.net.places;
        let place = places
            .iter()
            .position(|p| p.address == at && p.transport == transport);
        place.map(|place| Endpoint(place as u32))
    }

    /// Packets in transit or waiting to be read.
    pub fn packets_in_flight(&self) -> usize {
        self.net.pool.in_use()
    }

    /// Connections and sessions for which memory is allocated.
    #[cfg(test)]
    pub(super) fn tables(&self) -> (usize, usize) {
        (self.net.conns.len(), self.sessions.len())
    }

    fn dispatch(&mut self, event: Event) {
        match event {
            Event::Datagram { to, packet } => {
                if self.net.deliver(to, packet) {
                    self.readable(to);
                }
            }
            Event::Timer { place, life } => {
                self.with_caller(place, |c, n| c.timer(n, life), |p, n| p.timer(n, life));
            }
            Event::PeerServed { place, life, call } => {
                self.with_caller(place, |_, _| {}, |p, n| p.served(n, life, CallId(call)));
            }
            Event::SessionTimer { session, life } => {
                self.with_session(session, |s, n, server| s.timer(n, server, life));
            }
            Event::Served { session, life } => {
                self.with_session(session, |s, n, server| s.served(n, server, life));
            }
            Event::SessionWoken { session, life } => {
                self.with_session(session, |s, n, server| s.woken(n, server, life));
            }
            Event::Woken { place, token } => {
                self.with_caller(place, |c, n| c.woken(n, token), |p, n| p.woken(n, token));
            }
            Event::Start { place } => {
                self.with_caller(place, Client::start_if_up, Peer::start_if_up);
            }
            Event::Command(index) => self.command(self.commands[index as usize].clone()),
            _ => self.dispatch_stream(event),
        }
    }

    fn dispatch_stream(&mut self, event: Event) {
        match event {
            Event::Handshake { conn, from, tries } => self.net.send_handshake(conn, from, tries),
            Event::Syn { conn } => self.connection_asked(conn),
            Event::SynAck { conn } => {
                if self.net.opened(conn) {
                    self.with_side(
                        conn,
                        Side::Client,
                        Client::opened,
                        Peer::opened,
                        |_, _, _| {},
                    );
                }
            }
            Event::Segment { conn, from, seq } => {
                if self.net.arrived(conn, from, seq) {
                    self.with_side(conn, from.other(), Client::pump, Peer::pump, Session::pump);
                }
            }
            Event::Resend { conn, from, seq } => self.net.transmit_piece(conn, from, seq),
            Event::Credit { conn, to, bytes } => {
                if self.net.credit(conn, to, bytes) {
                    self.with_side(conn, to, Client::pump, Peer::pump, Session::pump);
                }
            }
            Event::Reset { conn, to, how } => self.connection_reset(conn, to, how),
            _ => unreachable!("every other event is dispatched before"),
        }
    }

    fn readable(&mut self, place: u32) {
        match self.net.places[place as usize].owner {
            Owner::Client(client) => self.with_client(client, Client::pump),
            Owner::Server(server) => {
                let session = self.servers[server as usize].datagram_session;
                self.with_session(session, Session::pump);
            }
            Owner::Peer(_) => unreachable!("peers are on streams"),
        }
    }

    /// The client or peer at that place.
    fn with_caller(
        &mut self,
        place: u32,
        client: impl FnOnce(&mut Client, &mut Net),
        peer: impl FnOnce(&mut Peer, &mut Net),
    ) {
        match self.net.places[place as usize].owner {
            Owner::Client(index) => self.with_client(index, client),
            Owner::Peer(index) => peer(&mut self.peers[index as usize], &mut self.net),
            Owner::Server(_) => {}
        }
    }

    fn with_client(&mut self, client: u32, f: impl FnOnce(&mut Client, &mut Net)) {
        f(&mut self.clients[client as usize], &mut self.net);
    }

    fn with_session(&mut self, session: u32, f: impl FnOnce(&mut Session, &mut Net, &Server)) {
        let s = &mut self.sessions[session as usize];
        if s.is_over() {
            return;
        }
        f(s, &mut self.net, &self.servers[s.server as usize]);
        if s.is_over() {
            self.free_sessions.push(session);
        }
    }

    /// The process at that side of a connection, if the connection is still its own.
    fn with_side(
        &mut self,
        conn: ConnId,
        side: Side,
        client: impl FnOnce(&mut Client, &mut Net),
        peer: impl FnOnce(&mut Peer, &mut Net),
        session: impl FnOnce(&mut Session, &mut Net, &Server),
    ) {
        let Some([place, _]) = self.net.ends(conn, side) else {
            return;
        };
        match self.net.places[place as usize].owner {
            Owner::Client(index) => self.with_client(index, client),
            Owner::Peer(index) => {
                let this = &mut self.peers[index as usize];
                if this.has(conn, side) {
                    peer(this, &mut self.net);
                }
            }
            Owner::Server(_) => {
                if let Some(index) = self.net.session(conn) {
                    self.with_session(index, session);
                }
            }
        }
    }

    fn connection_asked(&mut self, conn: ConnId) {
        let Some([place, _]) = self.net.ends(conn, Side::Server) else {
            return;
        };
        let place = &self.net.places[place as usize];
        match place.owner {
            Owner::Server(server) if place.up => {
                let session = self.begin_session(server, Port::Stream(conn, Side::Server));
                self.net.accept(conn, session);
            }
            Owner::Peer(peer) if place.up && place.towards.is_none() => {
                self.net.accept(conn, peer);
                self.peers[peer as usize].accepted(&mut self.net, conn);
            }
            _ => self.net.refuse(conn),
        }
    }

    fn connection_reset(&mut self, conn: ConnId, to: Side, how: Closed) {
        let place = self.net.ends(conn, to).map(|[place, _]| place);
        let session = self.net.session(conn);
        let (Some(how), Some(place)) = (self.net.reset(conn, to, how), place) else {
            return;
        };
        match (self.net.places[place as usize].owner, session) {
            (Owner::Server(_), Some(session)) => self.with_session(session, |s, _, _| s.reset()),
            (Owner::Client(client), _) => self.with_client(client, |c, n| c.reset(n, conn, how)),
            (Owner::Peer(peer), _) => {
                self.peers[peer as usize].reset(&mut self.net, (conn, to), how);
            }
            (Owner::Server(_), None) => {}
        }
    }

    fn begin_session(&mut self, server: u32, port: Port) -> u32 {
        let index = self.free_sessions.pop().unwrap_or_else(|| {
            self.sessions.push(Session::default());
            self.sessions.len() as u32 - 1
        });
        let engine = (self.servers[server as usize].factory)(self.net.rng.next_u64());
        let session = &mut self.sessions[index as usize];
        session.server = server;
        session.index = index;
        session.begin(engine, port, &self.woken);
        index
    }

    fn open_datagram(&mut self, server: u32) {
        let place = self.servers[server as usize].place;
        let session = self.begin_session(server, Port::Datagram(place));
        self.servers[server as usize].datagram_session = session;
    }

    fn crash(&mut self, who: Endpoint) {
        if !self.net.places[who.0 as usize].up {
            return;
        }
        self.net.record(What::Crash, who.0, Record::NOBODY, 0, 0);
        match self.net.places[who.0 as usize].owner {
            Owner::Client(client) => self.with_client(client, Client::crash),
            Owner::Peer(peer) => self.peers[peer as usize].crash(&mut self.net),
            Owner::Server(server) => {
                for session in 0..self.sessions.len() as u32 {
                    if self.sessions[session as usize].server == server {
                        self.with_session(session, |s, net, _| s.crash(net));
                    }
                }
            }
        }
        self.net.take_down(who.0);
    }

    fn restart(&mut self, who: Endpoint) {
        let place = &mut self.net.places[who.0 as usize];
        if std::mem::replace(&mut place.up, true) {
            return;
        }
        let (owner, transport) = (place.owner, place.transport);
        self.net.record(What::Restart, who.0, Record::NOBODY, 0, 0);
        match (owner, transport) {
            (Owner::Client(client), _) => self.with_client(client, Client::start_if_up),
            (Owner::Peer(peer), _) => self.peers[peer as usize].start_if_up(&mut self.net),
            (Owner::Server(server), Transport::Datagram) => self.open_datagram(server),
            (Owner::Server(_), Transport::Stream) => {}
        }
    }
}

const MAX_AT_ONCE: u32 = 1_000_000;
