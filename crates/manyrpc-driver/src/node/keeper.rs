//! Keepalives for a client that makes no calls.
//!
//! A blocking client's engine runs on the calling thread, only during calls. A server that keeps
//! state for the client between calls needs keepalives all the same, so a node runs while there is
//! such state: its thread runs the timers of an engine that makes no calls.

use std::fmt;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};

use manyrpc_engine::{Buf, Call, ClientEngine, Fault, Handler, Instant, Outcome, PeerEngine};

use super::{Node, Options};
use crate::blocking::any_port;
use crate::lock::lock;

/// Makes an engine that sends keepalives for the client.
pub(crate) type Factory = Box<dyn Fn() -> Box<dyn PeerEngine> + Send + Sync>;

/// Sends keepalives to a server for a client.
pub struct Keeper {
    factory: Factory,
    server: SocketAddr,
    node: Mutex<Option<Node>>,
}

impl fmt::Debug for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

/// The client serves no calls.
pub(crate) struct NoService;

impl Handler for NoService {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        Outcome::Fault(Fault::NoSuchInterface)
    }
}

impl Keeper {
    /// Nothing is kept yet. The engines of `factory` make no calls; like the client's own engine
    /// they are for `server`, and they send keepalives for it while the server keeps state.
    pub fn new(
        factory: impl Fn() -> Box<dyn PeerEngine> + Send + Sync + 'static,
        server: SocketAddr,
    ) -> Self {
        Keeper {
            factory: Box::new(factory),
            server,
            node: Mutex::default(),
        }
    }

    /// The server keeps `things` items of state ([`Liveness`](manyrpc_engine::contract::Liveness)).
    /// The first starts a thread, and the last ends it.
    ///
    /// # Errors
    /// No socket or thread is available: then the server receives no keepalive, so it expects none,
    /// and the next change tries again.
    pub fn keep(&self, things: usize) -> io::Result<()> {
        let mut node = lock(&self.node);
        if things == 0 {
            *node = None;
            return Ok(());
        }
        let node = match &mut *node {
            Some(node) => node,
            none => none.insert(self.start()?),
        };
        let _ = node.with_client(keep(things));
        Ok(())
    }

    fn start(&self) -> io::Result<Node> {
        let socket = socket_to(self.server)?;
        let engine = (self.factory)();
        Node::udp(engine, Arc::new(NoService), socket, &Options::default())
    }
}

/// A socket that is connected to the server.
///
/// # Errors
/// Those of the system.
pub(crate) fn socket_to(server: SocketAddr) -> io::Result<UdpSocket> {
    let socket = UdpSocket::bind(any_port(server))?;
    socket.connect(server)?;
    Ok(socket)
}

/// Tells the engine, which calls the connected peer, how many things the server keeps.
pub(crate) fn keep(things: usize) -> impl FnOnce(&mut dyn ClientEngine, Instant) {
    move |engine, now| {
        if let Some(liveness) = engine.liveness() {
            liveness.keep_alive(things, now);
        }
    }
}
