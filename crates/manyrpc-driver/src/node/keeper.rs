//! Saying that a client lives, while it makes no calls.
//!
//! A blocking client's engine is looked at by the thread that calls, while it calls. A server that keeps
//! something for the client between calls wants to hear of it all the same, so there is a node for that while
//! there is something to keep: its thread runs the timers of an engine that makes no calls.

use std::fmt;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};

use manyrpc_engine::{Buf, Call, Fault, Handler, Outcome, PeerEngine};

use super::{Node, Options};
use crate::blocking::any_port;

/// Makes an engine that speaks for the client.
type Factory = Box<dyn Fn() -> Box<dyn PeerEngine> + Send + Sync>;

/// Keeps a server informed that its client lives.
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

/// The client is not called back.
struct NoService;

impl Handler for NoService {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        Outcome::Fault(Fault::NoSuchInterface)
    }
}

impl Keeper {
    /// Nothing is kept yet. The engines of `factory` make no calls; they are for `server` as the client's
    /// own, and each speaks for it while there is something to keep.
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

    /// The server keeps so many things ([`Liveness`](manyrpc_engine::contract::Liveness)).
    /// With the first a thread starts, with the last it ends.
    ///
    /// # Errors
    /// There is no socket or thread to be had: then the server was told nothing, so that it expects
    /// nothing, and the next change tries again.
    pub fn keep(&self, things: usize) -> io::Result<()> {
        let mut node = self.node.lock().unwrap_or_else(PoisonError::into_inner);
        if things == 0 {
            *node = None;
            return Ok(());
        }
        let node = match &mut *node {
            Some(node) => node,
            none => none.insert(self.start()?),
        };
        // The engine calls the connected peer.
        let _ = node.with_client(|engine, now| {
            if let Some(liveness) = engine.liveness() {
                liveness.keep_alive(things, now);
            }
        });
        Ok(())
    }

    fn start(&self) -> io::Result<Node> {
        let socket = UdpSocket::bind(any_port(self.server))?;
        socket.connect(self.server)?;
        Node::udp(
            (self.factory)(),
            Arc::new(NoService),
            socket,
            &Options::default(),
        )
    }
}
