//! Connections that are opened on a runtime.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use manyrpc_driver::tokio::{Connection, Engine as BoxedEngine, Options};

use super::{Connect, Place};
use crate::channel::Engine;
use crate::system::binding::Transport;

/// A client's engine, and where it will be connected to.
pub(crate) struct Plan {
    engine: BoxedEngine,
    to: Destination,
    options: Options,
}

enum Destination {
    Stream {
        addresses: Vec<SocketAddr>,
        /// Connections regularly end between calls, and are opened again for those that they did
        /// not deliver.
        reopening: bool,
    },
    Unix(PathBuf),
    Datagrams {
        addresses: Vec<SocketAddr>,
        /// The server may answer from other ports.
        any_port: bool,
    },
    /// All at once.
    Members(Vec<SocketAddr>),
    /// Anyone may answer.
    Broadcast(SocketAddr),
}

impl Plan {
    pub(super) fn new<E: Engine + 'static>(connect: &Connect<'_>, engine: E) -> Self {
        let to = match (&connect.place, connect.binding.transport) {
            (Place::Path(path), _) => Destination::Unix(path.to_path_buf()),
            (Place::Members(to), _) => Destination::Members(to.clone()),
            (Place::Addresses(to), _) if connect.options.broadcast => Destination::Broadcast(to[0]),
            (Place::Addresses(to), Transport::Udp) => Destination::Datagrams {
                addresses: to.clone(),
                any_port: false,
            },
            (Place::Addresses(to), _) => Destination::Stream {
                addresses: to.clone(),
                reopening: false,
            },
        };
        Plan {
            engine: Box::new(engine),
            to,
            options: connect.options.driver.clone(),
        }
    }

    pub(super) fn reopening(mut self) -> Self {
        if let Destination::Stream { reopening, .. } = &mut self.to {
            *reopening = true;
        }
        self
    }

    pub(super) fn of_any_port(mut self) -> Self {
        if let Destination::Datagrams { any_port, .. } = &mut self.to {
            *any_port = true;
        }
        self
    }

    /// The server's address, if its datagrams come from one host.
    pub(super) fn server(&self) -> Option<SocketAddr> {
        match &self.to {
            Destination::Datagrams { addresses, .. } => addresses.first().copied(),
            _ => None,
        }
    }

    /// Opens the connection.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub(crate) async fn carry_out(self) -> io::Result<Connection> {
        let Plan {
            engine,
            to,
            options,
        } = self;
        match to {
            Destination::Stream {
                addresses,
                reopening: false,
            } => Connection::tcp(engine, &addresses, &options).await,
            Destination::Stream { addresses, .. } => {
                Connection::tcp_reopening(engine, &addresses, &options).await
            }
            Destination::Unix(path) => Connection::unix(engine, &path, &options).await,
            Destination::Datagrams {
                addresses,
                any_port: false,
            } => Connection::udp(engine, &addresses, &options),
            Destination::Datagrams { addresses, .. } => {
                Connection::udp_any_port(engine, &addresses, &options)
            }
            Destination::Members(all) => Connection::udp_members(engine, all, &options),
            Destination::Broadcast(to) => Connection::udp_unconnected(engine, to, &options),
        }
    }
}
