//! A client's socket: its destination, its timeouts and its counters.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::{Rx, Transmit};
use rustix::io::Errno;

use super::Options;
use super::ports::Ports;
use crate::counters::Counters;
use crate::polling::Polling;
use crate::receive::{DATAGRAM, WAITING, room};
use crate::socket::Socket;
use crate::wait::Wait;

/// A client's socket.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) socket: Socket,
    /// The destination of datagrams, if the socket is not connected.
    to: Option<Box<SocketAddr>>,
    /// The destinations of every datagram, if there are several.
    members: Option<Box<Members>>,
    /// For a client that receives from other ports of its server while it must.
    pub(crate) ports: Option<Box<Ports>>,
    refusals: Refusals,
    pub(crate) polling: Polling,
    pub(crate) counters: Counters,
}

/// Where every datagram goes.
#[derive(Debug)]
struct Members(Vec<SocketAddr>);

/// What the system reported about datagrams that did not reach their destination.
#[derive(Debug, Default)]
struct Refusals {
    /// Since the last datagram received.
    in_a_row: u16,
    /// Whether the peer has ever responded.
    peer_seen: bool,
}

/// The result of a receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// Bytes, or a datagram.
    Bytes,
    /// A stray datagram, which was dropped.
    Stray,
    /// The stream has ended.
    End,
}

impl Link {
    pub(crate) fn new(socket: Socket, to: Option<SocketAddr>, options: &Options) -> Self {
        if !socket.stream {
            socket.set_room(WAITING);
        }
        let mut link = Link {
            socket,
            to: to.map(Box::new),
            members: None,
            ports: None,
            refusals: Refusals::default(),
            polling: Polling::new(options.busy_poll),
            counters: Counters::default(),
        };
        link.limit_sends();
        link
    }

    /// Continues with another socket.
    pub(crate) fn replace(&mut self, socket: Socket) {
        self.socket = socket;
        self.limit_sends();
    }

    fn limit_sends(&mut self) {
        self.socket.set_send_timeout(SEND_TIMEOUT);
    }

    /// The destination of datagrams, if the socket is not connected.
    #[inline]
    pub(crate) fn to(&self) -> Option<SocketAddr> {
        self.to.as_deref().copied()
    }

    /// Every datagram goes to all of these.
    pub(crate) fn send_to(&mut self, members: Vec<SocketAddr>) {
        self.members = Some(Box::new(Members(members)));
    }

    /// The destinations of every datagram, if there are several.
    pub(crate) fn members(&self) -> &[SocketAddr] {
        self.members.as_deref().map_or(&[], |members| &members.0)
    }

    /// Makes one send system call. Returns how many bytes were sent.
    #[inline]
    pub(crate) fn send(&mut self, due: &Transmit<'_>, wait: Wait) -> Result<usize, Errno> {
        if self.to.is_some() && self.members.is_some() {
            return self.send_to_members(due);
        }
        self.counters.send_calls += 1;
        let n = self.socket.send(due.to.or(self.to()), due.bytes, wait)?;
        self.counters.sent(&due.bytes[..n]);
        Ok(n)
    }

    /// A member that cannot be reached counts as one that does not respond.
    #[cold]
    fn send_to_members(&mut self, due: &Transmit<'_>) -> Result<usize, Errno> {
        for member in self.members.iter().flat_map(|members| &members.0) {
            self.counters.send_calls += 1;
            if let Ok(n) = self.socket.send(Some(*member), due.bytes, Wait::Yes) {
                self.counters.sent(&due.bytes[..n]);
            }
        }
        Ok(due.bytes.len())
    }

    /// Makes one receive system call, or several while busy polling. `wanted`: how many bytes the
    /// engine expects.
    #[inline]
    pub(crate) fn receive(&mut self, rx: &mut Rx, wanted: usize) -> Result<Received, Errno> {
        match self.polling.is_on() {
            false => self.receive_once(rx, wanted, Wait::Yes),
            true => self.spin(rx, wanted),
        }
    }

    /// Makes one receive system call.
    #[inline]
    pub(crate) fn receive_once(
        &mut self,
        rx: &mut Rx,
        wanted: usize,
        wait: Wait,
    ) -> Result<Received, Errno> {
        self.counters.receive_calls += 1;
        match self.socket.stream {
            true => self.receive_piece(rx, wanted, wait),
            false => self.receive_datagram(rx, wait),
        }
    }

    #[inline]
    fn receive_piece(&mut self, rx: &mut Rx, wanted: usize, wait: Wait) -> Result<Received, Errno> {
        let space = room(&mut rx.buf, wanted.max(self.socket.least_room()));
        let n = self.socket.receive(space, wait)?;
        if n == 0 {
            return Ok(Received::End);
        }
        self.counters.received(&space[..n]);
        rx.buf.filled(n);
        Ok(Received::Bytes)
    }

    /// The engine has consumed the last datagram, so the buffer is empty.
    #[inline]
    fn receive_datagram(&mut self, rx: &mut Rx, wait: Wait) -> Result<Received, Errno> {
        let space = rx.buf.space(DATAGRAM);
        let n = if self.to.is_none() {
            self.socket.receive(space, wait)?
        } else {
            let (n, from) = self.socket.receive_from(space, wait)?;
            if self.ports.as_ref().is_some_and(|p| !p.is_host(from)) {
                return Ok(Received::Stray);
            }
            rx.from = from;
            n
        };
        self.counters.received(&space[..n]);
        rx.buf.filled(n);
        self.refusals = Refusals {
            in_a_row: 0,
            peer_seen: true,
        };
        Ok(Received::Bytes)
    }

    /// Polls for a while before it waits.
    #[cold]
    fn spin(&mut self, rx: &mut Rx, wanted: usize) -> Result<Received, Errno> {
        self.polling.begin(1);
        loop {
            match self.receive_once(rx, wanted, Wait::No) {
                Err(Errno::AGAIN | Errno::INTR) if self.polling.goes_on() => std::hint::spin_loop(),
                Err(Errno::AGAIN | Errno::INTR) => {
                    return self.receive_once(rx, wanted, Wait::Yes);
                }
                done => return done,
            }
        }
    }

    /// Whether the peer has ever responded.
    pub(crate) fn peer_seen(&self) -> bool {
        self.refusals.peer_seen
    }

    /// The system reports that a datagram did not reach its destination; whether to fail for that.
    /// A peer that has ever responded may be restarting, in which case retransmissions will reach
    /// it.
    pub(crate) fn is_refused(&mut self) -> bool {
        self.refusals.in_a_row += 1;
        let believed = !self.refusals.peer_seen || self.refusals.in_a_row >= REFUSALS_BELIEVED;
        if believed {
            self.refusals.in_a_row = 0;
        }
        believed
    }
}

impl Link {
    /// Whether the set of ports may have to change for a call.
    #[inline]
    pub(crate) fn must_choose_ports(&self, idempotent: bool) -> bool {
        let ports = self.ports.as_ref();
        ports.is_some_and(|ports| self.to.is_some() || ports.may_ask(idempotent))
    }

    /// A call begins; `first`: no other is in flight.
    pub(crate) fn choose_ports(&mut self, rx: &mut Rx, first: bool, idempotent: bool) {
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
    pub(crate) fn widen(&mut self, rx: &mut Rx) {
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
            self.to = wide.then(|| Box::new(ports.server));
            rx.from = None;
        }
    }
}

/// How many consecutive reports fail a call to a peer that has responded.
const REFUSALS_BELIEVED: u16 = 3;
/// How long a send may block before it is suspected that the peer is blocked in turn.
const SEND_TIMEOUT: Duration = Duration::from_millis(20);
