//! Opening the socket of a client.

use std::io;
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use manyrpc_engine::{Buf, ClientEngine, Clock};
use rustix::io::Errno;
use rustix::net::sockopt::set_tcp_congestion;

use super::link::Link;
use super::ports::Ports;
use super::{Client, Options};
use crate::calls::Calls;
use crate::clock;
use crate::counters::Counters;
use crate::receive::room;
use crate::socket::{Opened, Socket};
use crate::tls::{Session, TlsError};
use crate::wait::Wait;

impl<E: ClientEngine> Client<E> {
    /// Connects over TCP to the first of `addresses` that accepts.
    ///
    /// # Errors
    /// The failure of the last address, or `InvalidInput` if there is none; a [`TlsError`] if the
    /// connection must be secured and cannot be.
    pub fn tcp(engine: E, addresses: &[SocketAddr], options: &Options) -> io::Result<Self> {
        let socket = connected(addresses, options)?;
        let mut client = Client::on(engine, Link::new(socket, None, options));
        client.secure(options)?;
        Ok(client)
    }

    /// Connects over UDP to the first of `addresses` that there is a route to. Only datagrams from
    /// that address are received, and its being unreachable is noticed.
    ///
    /// # Errors
    /// The failure of the last address, or `InvalidInput` if there is none.
    pub fn udp(engine: E, addresses: &[SocketAddr], options: &Options) -> io::Result<Self> {
        Ok(Client::on(engine, Link::udp(addresses, options)?))
    }

    /// As [`udp`](Self::udp), and also receives from other ports of that address while the server
    /// may call back: protocols with callbacks permit them from any port.
    ///
    /// # Errors
    /// As [`udp`](Self::udp).
    pub fn udp_any_port(
        engine: E,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<Self> {
        Ok(Client::on(engine, Link::udp_any_port(addresses, options)?))
    }

    /// Sends datagrams to `to`, which may be a broadcast address, and receives from anyone.
    ///
    /// # Errors
    /// Those of the system.
    pub fn udp_unconnected(engine: E, to: SocketAddr, options: &Options) -> io::Result<Self> {
        Ok(Client::on(engine, Link::udp_unconnected(to, options)?))
    }

    /// Sends each datagram to all of `members`, and receives from anyone.
    ///
    /// # Errors
    /// There are none, or they are of different address families (`InvalidInput`); those of the
    /// system.
    pub fn udp_members(engine: E, members: Vec<SocketAddr>, options: &Options) -> io::Result<Self> {
        Ok(Client::on(engine, Link::udp_members(members, options)?))
    }

    /// Connects to a Unix stream socket.
    ///
    /// # Errors
    /// Those of the system.
    pub fn unix(engine: E, path: &Path, options: &Options) -> io::Result<Self> {
        let stream = UnixStream::connect(path)?;
        let link = Link::new(Socket::stream(stream), None, options);
        Ok(Client::on(engine, link))
    }

    /// Reconnects to the first of `addresses` that accepts.
    pub(super) fn connect_again(
        &mut self,
        addresses: &[SocketAddr],
        options: &Options,
    ) -> io::Result<()> {
        self.link.replace(connected(addresses, options)?);
        self.calls.rx.buf.clear();
        self.secure(options)
    }

    fn secure(&mut self, options: &Options) -> io::Result<()> {
        match options.tls {
            Some(_) => {
                let (link, received) = (&mut self.link, &mut self.calls.rx.buf);
                let within = options.connect_timeout;
                shake_hands(&mut link.socket, received, &mut link.counters, within)
            }
            None => Ok(()),
        }
    }

    fn on(engine: E, link: Link) -> Self {
        Client {
            engine,
            calls: Calls::new(Clock::running(clock::now)),
            link,
            cancel: None,
            again: None,
        }
    }
}

/// Opening datagram sockets. The methods of [`Client`] with the same names tell what for.
impl Link {
    pub(crate) fn udp(addresses: &[SocketAddr], options: &Options) -> io::Result<Self> {
        let socket = first(addresses, |to| {
            let socket = UdpSocket::bind(any_port(to))?;
            socket.connect(to)?;
            Ok(socket)
        })?;
        Ok(Link::new(Socket::datagram(socket), None, options))
    }

    pub(crate) fn udp_any_port(addresses: &[SocketAddr], options: &Options) -> io::Result<Self> {
        let (socket, ports) = first(addresses, |to| {
            let socket = UdpSocket::bind(any_port(to))?;
            let mut ours = any_port(to);
            ours.set_port(socket.local_addr()?.port());
            socket.connect(to)?;
            Ok((socket, Ports::new(to, ours)))
        })?;
        let mut link = Link::new(Socket::datagram(socket), None, options);
        link.ports = Some(Box::new(ports));
        Ok(link)
    }

    pub(crate) fn udp_unconnected(to: SocketAddr, options: &Options) -> io::Result<Self> {
        let socket = UdpSocket::bind(any_port(to))?;
        socket.set_broadcast(true)?;
        Ok(Link::new(Socket::datagram(socket), Some(to), options))
    }

    pub(crate) fn udp_members(members: Vec<SocketAddr>, options: &Options) -> io::Result<Self> {
        let refused = |problem: &str| io::Error::new(io::ErrorKind::InvalidInput, problem);
        let Some(first) = members.first().copied() else {
            return Err(refused("no address to send to"));
        };
        if members
            .iter()
            .any(|member| member.is_ipv4() != first.is_ipv4())
        {
            return Err(refused("one socket reaches addresses of one family only"));
        }
        let mut link = Link::udp_unconnected(first, options)?;
        link.send_to(members);
        Ok(link)
    }
}

/// Performs the TLS handshake. Data that the server sends after it is kept.
pub(crate) fn shake_hands(
    socket: &mut Socket,
    received: &mut Buf,
    counters: &mut Counters,
    within: Duration,
) -> io::Result<()> {
    let until = clock::now() + within;
    let mut done = socket.begin_handshake().map(|()| 0);
    loop {
        match done {
            Ok(n) => received.filled(n),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(e) => return Err(insecure(socket, e)),
        }
        if !socket.is_shaking() {
            return Ok(());
        }
        let now = clock::now();
        if now >= until {
            return Err(TlsError::too_slow().into());
        }
        // The output is usually small enough for any system to take at once.
        let _ = socket.finish(Wait::Yes);
        socket.set_receive_timeout(Some(until.since(now)));
        let space = room(received, socket.least_room());
        done = socket.receive(space, Wait::Yes);
        counters.receive_calls += 1;
        if let Ok(n) = done {
            counters.received(&space[..n]);
        }
    }
}

/// A stream over TCP, secured if that is wanted.
pub(crate) fn opened(addresses: &[SocketAddr], options: &Options) -> io::Result<Opened> {
    let mut opened = Opened::from(connected(addresses, options)?);
    if options.tls.is_some() {
        let Opened { socket, received } = &mut opened;
        let mut uncounted = Counters::default();
        shake_hands(socket, received, &mut uncounted, options.connect_timeout)?;
    }
    Ok(opened)
}

/// The error for a connection that cannot be secured.
pub(crate) fn insecure(socket: &Socket, errno: Errno) -> io::Error {
    match socket.tls().and_then(Session::failure) {
        Some(failure) if errno == Errno::PROTO => failure.clone().into(),
        _ if errno == Errno::CONNRESET => TlsError::ended().into(),
        _ => errno.into(),
    }
}

/// A stream over TCP; if it is to be secured, the handshake follows.
pub(crate) fn connected(addresses: &[SocketAddr], options: &Options) -> io::Result<Socket> {
    let stream = first(addresses, |a| {
        TcpStream::connect_timeout(&a, options.connect_timeout)
    })?;
    prepared(stream, options)
}

/// A connected stream over TCP, as `options` want it; if it is to be secured, the handshake
/// follows.
pub(crate) fn prepared(stream: TcpStream, options: &Options) -> io::Result<Socket> {
    stream.set_nodelay(true)?;
    if let Some(congestion) = &options.congestion {
        set_tcp_congestion(&stream, congestion)?;
    }
    let socket = Socket::stream(stream);
    Ok(match &options.tls {
        Some(tls) => socket.secured(tls.session()?),
        None => socket,
    })
}

fn first<S>(
    addresses: &[SocketAddr],
    mut open: impl FnMut(SocketAddr) -> io::Result<S>,
) -> io::Result<S> {
    let mut failure = io::Error::new(io::ErrorKind::InvalidInput, "no address to connect to");
    for address in addresses {
        match open(*address) {
            Ok(socket) => return Ok(socket),
            Err(e) => failure = e,
        }
    }
    Err(failure)
}

/// Any local port, in the address family of `to`.
pub(crate) fn any_port(to: SocketAddr) -> SocketAddr {
    match to {
        SocketAddr::V4(_) => ([0, 0, 0, 0], 0).into(),
        SocketAddr::V6(_) => ([0u16; 8], 0).into(),
    }
}
