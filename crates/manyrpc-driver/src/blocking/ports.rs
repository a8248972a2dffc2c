//! A client's datagram socket that receives from one port of its server, or from all of them.
//!
//! A server may have to call its client back before it executes a call, and some do so from another
//! port than the one called. A connected socket does not receive that, but is faster and reports an
//! unreachable peer. So the socket is connected, except during the first call that must not be
//! executed twice, and after timeouts; after a timeout, one transmission is still made on the
//! connected socket to find out whether the peer is reachable.

use std::net::SocketAddr;

/// The state of a client that receives from other ports.
#[derive(Debug)]
pub(crate) struct Ports {
    /// The server's address.
    pub(super) server: SocketAddr,
    /// The local address.
    pub(super) ours: SocketAddr,
    /// A call was made that must not be executed twice.
    pub(super) called: bool,
    /// And the server has answered it.
    pub(super) knows_us: bool,
    /// One transmission of the current call was made to find out whether the peer is reachable.
    pub(super) tried: bool,
}

impl Ports {
    pub(super) fn new(server: SocketAddr, ours: SocketAddr) -> Self {
        Ports {
            server,
            ours,
            called: false,
            knows_us: false,
            tried: false,
        }
    }

    /// The server's address.
    pub(super) fn server(&self) -> SocketAddr {
        self.server
    }

    /// Whether the server may have to call back before it executes a call.
    #[inline]
    pub(super) fn may_ask(&self, idempotent: bool) -> bool {
        !self.knows_us && !idempotent
    }

    /// Whether a datagram is from the server's host.
    pub(super) fn is_host(&self, from: Option<SocketAddr>) -> bool {
        from.is_some_and(|from| from.ip() == self.server.ip())
    }
}
