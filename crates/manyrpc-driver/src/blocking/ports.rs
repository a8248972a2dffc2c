//! A client's datagram socket that receives from one port of its server, or from all of them.
//!
//! A server may have to call its client back before it executes a call, and some do so from another
//! port than the one called. A connected socket does not receive that, but is faster and reports an
//! unreachable peer. So the socket is connected, except during the first call that must not be
//! executed twice, and after timeouts; after a timeout, one transmission is still made on the
//! connected socket to find out whether the peer is reachable.

use std::net::SocketAddr;

use manyrpc_engine::{ClientEngine, Rx};

use super::Client;
use super::link::Link;

/// The state of a client that receives from other ports.
#[derive(Debug)]
pub(super) struct Ports {
    /// The server's address.
    server: SocketAddr,
    /// The local address.
    ours: SocketAddr,
    /// A call was made that must not be executed twice.
    called: bool,
    /// And the server has answered it.
    knows_us: bool,
    /// One transmission of the current call was made to find out whether the peer is reachable.
    tried: bool,
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

impl<E: ClientEngine> Client<E> {
    /// A call begins that the server may call back for, or one after such a call.
    #[cold]
    pub(super) fn choose_ports(&mut self, idempotent: bool) {
        let first = self.calls.any_in_flight().is_none();
        self.link
            .choose_ports(&mut self.calls.rx, first, idempotent);
    }
}

impl Link {
    /// Whether the set of ports may have to change for a call.
    #[inline]
    pub(super) fn must_choose_ports(&self, idempotent: bool) -> bool {
        let ports = self.ports.as_ref();
        ports.is_some_and(|ports| self.to.is_some() || ports.may_ask(idempotent))
    }

    /// A call begins; `first`: no other is in flight.
    fn choose_ports(&mut self, rx: &mut Rx, first: bool, idempotent: bool) {
        let peer_seen = self.peer_seen();
        let Some(ports) = &mut self.ports else {
            return;
        };
        if first {
            ports.knows_us |= ports.called && peer_seen;
        }
        ports.called |= !idempotent;
        ports.tried = false;
        let wide = ports.may_ask(idempotent);
        if first || wide {
            self.set_wide(rx, wide);
        }
    }

    /// A timeout occurred.
    #[cold]
    pub(super) fn widen(&mut self, rx: &mut Rx) {
        if let Some(ports) = &mut self.ports {
            let wide = self.to.is_none() || ports.tried;
            ports.tried |= !wide;
            self.set_wide(rx, wide);
        }
    }

    /// Receives from all ports of the server, or only from the one called.
    fn set_wide(&mut self, rx: &mut Rx, wide: bool) {
        let Some(ports) = &self.ports else {
            return;
        };
        if wide == self.to.is_some() {
            return;
        }
        // If the system refuses, the socket remains unchanged.
        let done = match wide {
            true => self.socket.disconnect(ports.ours),
            false => self.socket.connect(ports.server),
        };
        self.counters.other_calls += 1 + u64::from(wide);
        if done.is_ok() {
            self.to = wide.then_some(ports.server);
            rx.from = None;
        }
    }
}
