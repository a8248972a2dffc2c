//! Accepting connections as nodes.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use manyrpc_engine::{Handler, PeerEngine};
use rustix::net::sockopt::set_tcp_congestion;

use super::{Node, Options};
use crate::address::Address;
use crate::clock;
use crate::socket::Socket;
use crate::tls::Acceptor;

/// Accepts connections on which both ends call. Each is a [`Node`] with a thread of its own: for
/// tens of connections, where a [server](crate::server) handles thousands.
pub struct Listener {
    listening: Listening,
    /// How connections over TCP are secured.
    tls: Option<Acceptor>,
    options: Options,
}

enum Listening {
    Tcp(TcpListener),
    Unix(UnixListener, PathBuf),
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener").field(&self.address()).finish()
    }
}

impl Listener {
    /// Listens on a TCP port; 0 lets the system choose one.
    ///
    /// # Errors
    /// Those of the system: the address is in use, or not local.
    pub fn tcp(address: SocketAddr, options: &Options) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        if let Some(congestion) = &options.congestion {
            set_tcp_congestion(&listener, congestion)?;
        }
        Ok(Listener {
            listening: Listening::Tcp(listener),
            tls: None,
            options: options.clone(),
        })
    }

    /// Listens on a Unix stream socket; its file is removed with the listener.
    ///
    /// # Errors
    /// Those of the system: the file exists, for example.
    pub fn unix(path: &Path, options: &Options) -> io::Result<Self> {
        let listener = UnixListener::bind(path)?;
        Ok(Listener {
            listening: Listening::Unix(listener, path.to_owned()),
            tls: None,
            options: options.clone(),
        })
    }

    /// Sets how connections over TCP are secured; `None` for not at all. A connection is a node before
    /// its handshake is complete; calls wait for it, and if it fails the node ends.
    #[must_use]
    pub fn tls(mut self, tls: Option<Acceptor>) -> Self {
        self.tls = tls;
        self
    }

    /// The listener's address.
    ///
    /// # Errors
    /// Those of the system.
    pub fn address(&self) -> io::Result<Address> {
        match &self.listening {
            Listening::Tcp(listener) => listener.local_addr().map(Address::Tcp),
            Listening::Unix(_, path) => Ok(Address::Unix(path.clone())),
        }
    }

    /// Waits for the next connection and makes it a node with this `engine` and `handler`.
    ///
    /// # Errors
    /// Those of the system; the listener remains usable.
    pub fn accept(
        &self,
        engine: impl FnOnce() -> Box<dyn PeerEngine>,
        handler: impl FnOnce() -> Arc<dyn Handler>,
    ) -> io::Result<Node> {
        let socket = match &self.listening {
            Listening::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nodelay(true)?;
                Socket::stream(stream).secured_by(self.tls.as_ref(), clock::now)?
            }
            Listening::Unix(listener, _) => Socket::stream(listener.accept()?.0),
        };
        Node::start(engine(), handler(), socket.into(), &self.options)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listening::Unix(_, path) = &self.listening {
            // It may have been removed already.
            let _ = std::fs::remove_file(path);
        }
    }
}
