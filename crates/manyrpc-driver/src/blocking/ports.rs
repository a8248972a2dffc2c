//! A client's datagram socket that hears one port of its server, or all of them.
//!
//! A server may have to ask its client something before it carries out a call, and some ask from
//! another port than the one that was called. A connected socket does not hear that, but is quicker
//! and learns when nobody is there. So the socket is connected, but not while a call is under way
//! that is the first of those that must not be carried out twice, nor after time-outs, but for one
//! transmission that is to tell whether anybody is there.

use std::net::SocketAddr;

/// Of a client that hears other ports.
#[derive(Debug)]
pub(super) struct Ports {
    /// Whom it calls.
    pub(super) server: SocketAddr,
    /// Ours, of any address.
    pub(super) ours: SocketAddr,
    /// The server was called for something that must not be carried out twice.
    pub(super) called: bool,
    /// And has answered.
    pub(super) knows_us: bool,
    /// One transmission of the present call was to tell whether anybody is there.
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

    /// Whom it calls.
    pub(super) fn server(&self) -> SocketAddr {
        self.server
    }

    /// Whether the server may have to ask before it carries out a call.
    #[inline]
    pub(super) fn may_ask(&self, idempotent: bool) -> bool {
        !self.knows_us && !idempotent
    }

    /// Whether a datagram is from the host that is called.
    pub(super) fn is_host(&self, from: Option<SocketAddr>) -> bool {
        from.is_some_and(|from| from.ip() == self.server.ip())
    }
}
