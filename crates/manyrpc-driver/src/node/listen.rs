//! Connections that others open.

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
use crate::socket::Socket;

/// Accepts connections on which both ends call. Each is a [`Node`] with a thread of its own: for tens of
/// them, where a [server](crate::server) has thousands.
pub struct Listener {
    listening: Listening,
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
    /// Listens on a TCP port, 0 for one that the system chooses.
    ///
    /// # Errors
    /// The system's own: the address is in use, or not ours.
    pub fn tcp(address: SocketAddr, options: &Options) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        if let Some(congestion) = &options.congestion {
            set_tcp_congestion(&listener, congestion)?;
        }
        Ok(Listener {
            listening: Listening::Tcp(listener),
            options: options.clone(),
        })
    }

    /// Listens on a Unix stream socket; its name is removed with the listener.
    ///
    /// # Errors
    /// The system's own: the name exists, say.
    pub fn unix(path: &Path, options: &Options) -> io::Result<Self> {
        let listener = UnixListener::bind(path)?;
        Ok(Listener {
            listening: Listening::Unix(listener, path.to_owned()),
            options: options.clone(),
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system's own.
    pub fn address(&self) -> io::Result<Address> {
        match &self.listening {
            Listening::Tcp(listener) => listener.local_addr().map(Address::Tcp),
            Listening::Unix(_, path) => Ok(Address::Unix(path.clone())),
        }
    }

    /// Waits for the next connection, and makes it a node: `engine` and `handler` are its own.
    ///
    /// # Errors
    /// The system's own; the listener goes on.
    pub fn accept(
        &self,
        engine: impl FnOnce() -> Box<dyn PeerEngine>,
        handler: impl FnOnce() -> Arc<dyn Handler>,
    ) -> io::Result<Node> {
        let socket = match &self.listening {
            Listening::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nodelay(true)?;
                Socket::stream(stream)
            }
            Listening::Unix(listener, _) => Socket::stream(listener.accept()?.0),
        };
        Node::start(engine(), handler(), socket, &self.options)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listening::Unix(_, path) = &self.listening {
            // Somebody may have removed it already.
            let _ = std::fs::remove_file(path);
        }
    }
}
