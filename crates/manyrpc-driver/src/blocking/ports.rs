//! A client's datagram socket that hears one port of its server, or all of them.
//!
//! A server may have to ask its client something before it carries out a call, and some ask from
//! another port than the one that was called. A connected socket does not hear that, but is quicker
//! and learns when nobody is there. So the socket is connected, but not while a call is under way
//! that is the first of those that must not be carried out twice, nor after time-outs, but for one
//! transmission that is to tell whether anybody is there.

use std::net::SocketAddr;

use manyrpc_engine::ClientEngine;

use super::Client;

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
        let Some(ports) = &mut self.ports else {
            return;
        };
        if self.in_flight.is_empty() {
            ports.knows_us |= ports.called && self.refused.peer_seen;
        }
        ports.called |= !idempotent;
        ports.tried = false;
        let wide = ports.may_ask(idempotent);
        if self.in_flight.is_empty() || wide {
            self.hear(wide);
        }
    }

    /// Nothing was heard in time.
    #[cold]
    pub(super) fn hear_elsewhere(&mut self) {
        if let Some(ports) = &mut self.ports {
            let wide = self.to.is_none() || ports.tried;
            ports.tried |= !wide;
            self.hear(wide);
        }
    }

    /// Hears all ports of the server, or only the one that is called.
    fn hear(&mut self, wide: bool) {
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
            self.rx.from = None;
        }
    }
}
