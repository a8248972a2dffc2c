//! A server and any number of clients on one datagram socket.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::net::SocketAddr;

use super::{Incoming, PeerEngine, PeerId, Role, queued_event};
use crate::contract::{ClientEngine, Rx, ServerEngine, Transmit};
use crate::fault::{Closed, Misuse, WireError};
use crate::time::{Clock, Instant, earlier};

/// Makes the client engine for another peer, identified by the argument.
type Factory<C> = Box<dyn FnMut(PeerId) -> C + Send>;

/// One datagram socket that serves any peer and calls any peer: one server engine, and one client
/// engine per called address, with its own round-trip estimate and window.
///
/// A datagram holds one message, and the protocol determines which role reads it (`reader`). A
/// reply is for the client that calls the address it came from; replies from elsewhere are dropped.
pub struct DatagramPeer<C, S> {
    server: S,
    clients: Vec<(SocketAddr, C)>,
    factory: Factory<C>,
    reader: fn(&[u8]) -> Role,
    most_peers: usize,
    /// The reader of the datagram in the receive buffer.
    reading: Option<Reader>,
    /// The sender of the last datagram.
    sending: Reader,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    Server,
    Client(usize),
}

impl<C: fmt::Debug, S: fmt::Debug> fmt::Debug for DatagramPeer<C, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            server, clients, ..
        } = self;
        let mut out = f.debug_struct("DatagramPeer");
        out.field("server", server).field("clients", clients);
        out.finish_non_exhaustive()
    }
}

impl<C: ClientEngine, S: ServerEngine> DatagramPeer<C, S> {
    /// A server that has received nothing yet, and a factory for the clients of at most
    /// `most_peers` peers.
    pub fn new(
        server: S,
        factory: impl FnMut(PeerId) -> C + Send + 'static,
        reader: fn(&[u8]) -> Role,
        most_peers: usize,
    ) -> Self {
        DatagramPeer {
            server,
            clients: Vec::new(),
            factory: Box::new(factory),
            reader,
            most_peers,
            reading: None,
            sending: Reader::Server,
        }
    }

    /// The reader of the received datagram; `None` if there is none.
    fn reader_of(&self, rx: &Rx) -> Option<Reader> {
        match (self.reader)(rx.buf.data()) {
            Role::Server => Some(Reader::Server),
            Role::Client => {
                let from = rx.from?;
                let at = self.clients.iter().position(|(peer, _)| *peer == from);
                at.map(Reader::Client)
            }
        }
    }

    fn read(&mut self, reader: Reader, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        match reader {
            Reader::Server => self.server.next_call(rx, clock).map(Incoming::Call),
            Reader::Client(at) => {
                let event = self.clients[at].1.next_event(rx, clock);
                event.map(|event| Incoming::Event(PeerId(at as u32), event))
            }
        }
    }

    /// An event of a client that needs no received bytes.
    fn overdue(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        let mut clients = self.clients.iter_mut().enumerate();
        clients.find_map(|(at, (_, client))| queued_event(client, PeerId(at as u32), rx, clock))
    }

    /// An engine with output.
    fn sender(&mut self) -> Option<Reader> {
        if self.server.poll_transmit().is_some() {
            return Some(Reader::Server);
        }
        let mut clients = self.clients.iter_mut();
        let at = clients.position(|(_, client)| client.poll_transmit().is_some());
        at.map(Reader::Client)
    }
}

impl<C, S> PeerEngine for DatagramPeer<C, S>
where
    C: ClientEngine + Send,
    S: ServerEngine,
{
    fn peer(&mut self, at: Option<SocketAddr>) -> Result<PeerId, Misuse> {
        let at = at.ok_or(Misuse::NotOffered(
            "call of the connected peer on a socket that is not connected",
        ))?;
        if let Some(known) = self.clients.iter().position(|(peer, _)| *peer == at) {
            return Ok(PeerId(known as u32));
        }
        if self.clients.len() >= self.most_peers {
            return Err(Misuse::NotOffered("call of one more peer"));
        }
        let id = PeerId(self.clients.len() as u32);
        let client = (self.factory)(id);
        self.clients.push((at, client));
        Ok(id)
    }

    fn client(&mut self, peer: PeerId) -> &mut dyn ClientEngine {
        &mut self.clients[peer.0 as usize].1
    }

    fn server(&mut self) -> Option<&mut dyn ServerEngine> {
        Some(&mut self.server)
    }

    fn next(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Incoming> {
        if self.reading.is_none() && !rx.buf.is_empty() {
            self.reading = self.reader_of(rx);
            if self.reading.is_none() {
                rx.buf.clear();
            }
        }
        if let Some(reader) = self.reading {
            let incoming = self.read(reader, rx, clock);
            if incoming.is_some() {
                return incoming;
            }
            // An engine that returns nothing has consumed its datagram.
            self.reading = None;
        }
        self.overdue(rx, clock)
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.sending = self.sender()?;
        match self.sending {
            Reader::Server => self.server.poll_transmit(),
            Reader::Client(at) => {
                let (peer, client) = &mut self.clients[at];
                let due = client.poll_transmit()?;
                let to = due.to.or(Some(*peer));
                Some(Transmit { to, ..due })
            }
        }
    }

    fn sent(&mut self, n: usize) {
        match self.sending {
            Reader::Server => self.server.sent(n),
            Reader::Client(at) => self.clients[at].1.sent(n),
        }
    }

    fn broken(&self) -> Option<WireError> {
        self.server.broken()
    }

    fn handle_closed(&mut self, how: Closed) {
        for (_, client) in &mut self.clients {
            client.handle_closed(how);
        }
        if let Some(associations) = self.server.associations() {
            associations.handle_closed();
        }
    }

    fn next_timeout(&self) -> Option<Instant> {
        let clients = self.clients.iter();
        let first = clients
            .filter_map(|(_, client)| client.next_timeout())
            .min();
        earlier(self.server.next_timeout(), first)
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.server.handle_timeout(now);
        for (_, client) in &mut self.clients {
            if client.next_timeout().is_some_and(|due| due <= now) {
                client.handle_timeout(now);
            }
        }
    }
}
