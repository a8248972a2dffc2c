//! Listening sockets.

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use manyrpc_engine::{Handler, Instant, ServerEngine};
use rustix::io::Errno;
use rustix::net::sockopt::{
    set_socket_keepalive, set_socket_reuseaddr, set_tcp_congestion, set_tcp_keepidle,
    set_tcp_nodelay,
};
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, acceptfrom_with, bind, getsockname,
    listen, socket_with,
};

use super::caps::Caps;
use super::connection::Connection;
use crate::socket::Socket;
use crate::tls::Acceptor;

/// Makes the engine of each new connection.
pub type EngineFactory = Box<dyn Fn() -> Box<dyn ServerEngine> + Send + Sync>;

/// A socket that accepts stream connections.
pub(super) struct StreamListener {
    fd: OwnedFd,
    factory: EngineFactory,
    pub(super) handler: Arc<dyn Handler>,
    /// How its connections are secured.
    tls: Option<Acceptor>,
    /// A Unix socket's path, to remove at the end.
    path: Option<PathBuf>,
}

impl StreamListener {
    pub(super) fn tcp(
        address: SocketAddr,
        caps: &Caps,
        factory: EngineFactory,
        handler: Arc<dyn Handler>,
        tls: Option<Acceptor>,
    ) -> io::Result<(Self, SocketAddr)> {
        let family = match address {
            SocketAddr::V4(_) => AddressFamily::INET,
            SocketAddr::V6(_) => AddressFamily::INET6,
        };
        let fd = stream_socket(family)?;
        // Accepted sockets inherit these.
        set_socket_reuseaddr(&fd, true)?;
        set_tcp_nodelay(&fd, true)?;
        if let Some(congestion) = &caps.congestion {
            set_tcp_congestion(&fd, congestion)?;
        }
        if let Some(idle) = caps.keepalive {
            set_socket_keepalive(&fd, true)?;
            set_tcp_keepidle(&fd, idle)?;
        }
        bind(&fd, &address)?;
        listen(&fd, caps.backlog)?;
        let bound = getsockname(&fd)?.try_into()?;
        let listener = StreamListener {
            fd,
            factory,
            handler,
            tls,
            path: None,
        };
        Ok((listener, bound))
    }

    pub(super) fn unix(
        path: &Path,
        caps: &Caps,
        factory: EngineFactory,
        handler: Arc<dyn Handler>,
    ) -> io::Result<Self> {
        let fd = stream_socket(AddressFamily::UNIX)?;
        bind(&fd, &SocketAddrUnix::new(path)?)?;
        listen(&fd, caps.backlog)?;
        Ok(StreamListener {
            fd,
            factory,
            handler,
            tls: None,
            path: Some(path.to_owned()),
        })
    }

    /// Accepts the next connection; `None` if there is none.
    ///
    /// # Errors
    /// No descriptors or memory are left.
    pub(super) fn accept(&self, now: fn() -> Instant) -> io::Result<Option<Box<Connection>>> {
        loop {
            return match acceptfrom_with(&self.fd, SocketFlags::CLOEXEC) {
                Ok((fd, peer)) => Ok(Some(Box::new(Connection::new(
                    Socket::stream(fd).secured_by(self.tls.as_ref(), now)?,
                    peer.and_then(|peer| peer.try_into().ok()),
                    (self.factory)(),
                    self.handler.clone(),
                    now,
                )))),
                Err(Errno::AGAIN) => Ok(None),
                // The peer closed it before it was accepted, or a signal arrived.
                Err(
                    Errno::CONNABORTED
                    | Errno::INTR
                    | Errno::PERM
                    | Errno::PROTO
                    | Errno::HOSTUNREACH
                    | Errno::NETUNREACH
                    | Errno::NETDOWN,
                ) => continue,
                Err(e) => Err(e.into()),
            };
        }
    }
}

impl AsFd for StreamListener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

impl Drop for StreamListener {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A UDP socket bound to `address`.
pub(super) fn udp(address: SocketAddr) -> io::Result<(UdpSocket, SocketAddr)> {
    let socket = UdpSocket::bind(address)?;
    let bound = socket.local_addr()?;
    Ok((socket, bound))
}

fn stream_socket(family: AddressFamily) -> rustix::io::Result<OwnedFd> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    socket_with(family, SocketType::STREAM, flags, None)
}
