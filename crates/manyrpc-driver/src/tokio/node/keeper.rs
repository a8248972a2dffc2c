//! Keepalives for a client that makes no calls, without a thread.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use manyrpc_engine::PeerEngine;
use tokio::runtime::Handle;

use super::{Node, Options};
use crate::lock::lock;
use crate::node::keeper::{Factory, NoService, keep, socket_to};

/// Sends keepalives to a server for a client, as [`node::Keeper`](crate::node::Keeper), by a task.
pub struct Keeper {
    factory: Factory,
    server: SocketAddr,
    runtime: Handle,
    node: Mutex<Option<Node>>,
}

impl fmt::Debug for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

impl Keeper {
    /// As [`node::Keeper::new`](crate::node::Keeper::new), on the current runtime.
    ///
    /// # Panics
    /// There is no current runtime.
    pub fn new(
        factory: impl Fn() -> Box<dyn PeerEngine> + Send + Sync + 'static,
        server: SocketAddr,
    ) -> Self {
        Keeper {
            factory: Box::new(factory),
            server,
            runtime: Handle::current(),
            node: Mutex::default(),
        }
    }

    /// The server keeps `things` items of state ([`Liveness`](manyrpc_engine::contract::Liveness)).
    /// The first starts a task, and the last ends it.
    ///
    /// # Errors
    /// No socket is available, or the runtime is gone: then the server receives no keepalive, so it
    /// expects none, and the next change tries again.
    pub fn keep(&self, things: usize) -> io::Result<()> {
        let _inside = self.runtime.enter();
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
        Node::udp(engine, |_| Arc::new(NoService), socket, &Options::default())
    }
}
