//! A client's datagram socket that hears one port of its server, or all of them.
//!
//! A server may have to ask its client something before it carries out a call, and some ask from
//! another port than the one that was called. A connected socket does not hear that, but is quicker
//! and learns when nobody is there. So the socket is connected, but not while a call is under way
//! that is the first of those that must not be carried out twice, nor after time-outs, but for one
//! transmission that is to tell whether anybody is there.

use std::net::SocketAddr;

use manyrpc_engine::{ClientEngine, Rx};

use super::Client;
use super::link::Link;

/// Of a client that hears other ports.
#[derive(Debug)]
pub(super) struct Ports {
    /// Whom it calls.
    server: SocketAddr,
    /// Ours, of any address.
    ours: SocketAddr,
    /// The server was called for something that must not be carried out twice.
    called: bool,
    /// And has answered.
    knows_us: bool,
    /// One transmission of the present call was to tell whether anybody is there.
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

impl<E: ClientEngine> Client<E> {
    /// A call begins that the server may ask about, or one after such.
    #[cold]
    pub(super) fn choose_ports(&mut self, idempotent: bool) {
        let first = self.calls.any_in_flight().is_none();
        self.link
            .choose_ports(&mut self.calls.rx, first, idempotent);
    }
}

impl Link {
    /// Whether the ports that are heard may have to change for a call.
    #[inline]
    pub(super) fn must_choose_ports(&self, idempotent: bool) -> bool {
        let ports = self.ports.as_ref();
        ports.is_some_and(|ports| self.to.is_some() || ports.may_ask(idempotent))
    }

    /// A call begins; `first` says that no other is under way.
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
            self.hear(rx, wide);
        }
    }

    /// Nothing was heard in time.
    #[cold]
    pub(super) fn hear_elsewhere(&mut self, rx: &mut Rx) {
        if let Some(ports) = &mut self.ports {
            let wide = self.to.is_none() || ports.tried;
            ports.tried |= !wide;
            self.hear(rx, wide);
        }
    }

    /// Hears all ports of the server, or only the one that is called.
    fn hear(&mut self, rx: &mut Rx, wide: bool) {
        let Some(ports) = &self.ports else {
            return;
        };
        if wide == self.to.is_some() {
            return;
        }
        // Where the system refuses, the socket stays as it was.
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
