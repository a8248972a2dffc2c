//! A socket with its timeouts, and its TLS.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::time::nanos;
use manyrpc_engine::{Buf, Call, Closed, Instant};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::{Timeout, set_socket_recv_buffer_size, set_socket_timeout};
use rustix::net::{
    RecvFlags, SendFlags, Shutdown, bind, connect, connect_unspec, recv, recvfrom, send, sendto,
    shutdown,
};

use crate::tls::{Acceptor, MIN_ROOM, Session};
use crate::wait::Wait;

/// A socket in blocking mode; calls that must not wait use a flag.
#[derive(Debug)]
pub(crate) struct Socket {
    /// Shared with a runtime that watches it.
    fd: Arc<OwnedFd>,
    /// A stream, or datagrams.
    pub(crate) stream: bool,
    /// The timeout of blocking receives set in the system, in nanoseconds; 0 for none.
    timeout: u64,
    /// For a stream with TLS.
    tls: Option<Box<Session>>,
}

/// A stream that is open.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) socket: Socket,
    /// What the peer has sent behind the TLS handshake.
    pub(crate) received: Buf,
}

impl From<Socket> for Opened {
    fn from(socket: Socket) -> Self {
        let received = Buf::new();
        Opened { socket, received }
    }
}

/// Where something arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    Here,
    Elsewhere,
    Nothing,
}

impl Socket {
    pub(crate) fn stream(fd: impl Into<OwnedFd>) -> Self {
        Socket::new(fd.into(), true)
    }

    pub(crate) fn datagram(fd: impl Into<OwnedFd>) -> Self {
        Socket::new(fd.into(), false)
    }

    fn new(fd: OwnedFd, stream: bool) -> Self {
        Socket {
            fd: Arc::new(fd),
            stream,
            timeout: 0,
            tls: None,
        }
    }

    /// The same stream, with TLS from now on.
    pub(crate) fn secured(mut self, session: Session) -> Self {
        self.tls = Some(Box::new(session));
        self
    }

    /// The same, if a server's settings are given: its handshake has begun now.
    ///
    /// # Errors
    /// Those of TLS.
    pub(crate) fn secured_by(
        self,
        tls: Option<&Acceptor>,
        now: impl FnOnce() -> Instant,
    ) -> io::Result<Self> {
        match tls {
            None => Ok(self),
            Some(tls) => Ok(self.secured(tls.session(now())?)),
        }
    }

    /// Whether the stream uses TLS.
    #[inline]
    pub(crate) fn is_secured(&self) -> bool {
        self.tls.is_some()
    }

    /// The TLS session of the stream, if any.
    #[inline]
    pub(crate) fn tls(&self) -> Option<&Session> {
        self.tls.as_deref()
    }

    /// Whether a TLS handshake is incomplete: nothing can be sent yet.
    pub(crate) fn is_shaking(&self) -> bool {
        self.tls().is_some_and(Session::is_shaking)
    }

    /// When the TLS handshake must be complete, while it is in progress.
    pub(crate) fn handshake_due(&self) -> Option<Instant> {
        self.tls().and_then(Session::due)
    }

    /// Adds what TLS knows about a caller.
    #[inline]
    pub(crate) fn introduce(&self, call: &mut Call) {
        if let Some(peer) = self.tls().and_then(Session::peer) {
            call.certificate = Some(peer.certificate.clone());
            if call.principal.is_none() {
                call.principal.clone_from(&peer.principal);
            }
        }
    }

    /// The meaning of a failed system call on a stream.
    pub(crate) fn closed_by(&self, errno: Errno) -> Closed {
        match (self.tls().and_then(Session::ended), errno) {
            (Some(why), Errno::PROTO) => Closed::Insecure(why),
            (_, Errno::CONNRESET | Errno::PIPE | Errno::CONNABORTED) => Closed::ByPeer,
            (_, other) => Closed::Unreachable(other.raw_os_error()),
        }
    }

    /// Least room for a receive, in bytes.
    #[inline]
    pub(crate) fn least_room(&self) -> usize {
        if self.is_secured() { MIN_ROOM } else { 0 }
    }

    /// Its descriptor, which stays open until all who share it are gone.
    #[cfg(feature = "tokio")]
    pub(crate) fn descriptor(&self) -> Arc<OwnedFd> {
        self.fd.clone()
    }

    /// Receives from the connected peer. On a TLS stream `INTR` also means that something arrived
    /// of which nothing can be read yet, and `PROTO` that TLS has failed.
    #[inline]
    pub(crate) fn receive(&mut self, into: &mut [u8], wait: Wait) -> Result<usize, Errno> {
        if let Some(tls) = &mut self.tls {
            return tls.receive(&self.fd, into, wait);
        }
        let flags = match wait {
            Wait::Yes => RecvFlags::empty(),
            Wait::No => RecvFlags::DONTWAIT,
        };
        recv(&self.fd, into, flags).map(|(_, n)| n)
    }

    /// Whether the last receive, of `n` bytes into so much room, has taken all that had arrived on a stream.
    pub(crate) fn was_emptied(&self, n: usize, room: usize) -> bool {
        match &self.tls {
            Some(tls) => tls.was_emptied(),
            None => n < room,
        }
    }

    /// Receives a datagram from anyone. The sender is `None` without an Internet address.
    #[inline]
    pub(crate) fn receive_from(
        &self,
        into: &mut [u8],
        wait: Wait,
    ) -> Result<(usize, Option<SocketAddr>), Errno> {
        let flags = match wait {
            Wait::Yes => RecvFlags::empty(),
            Wait::No => RecvFlags::DONTWAIT,
        };
        let (_, n, from) = recvfrom(&self.fd, into, flags)?;
        Ok((n, from.and_then(|a| a.try_into().ok())))
    }

    /// Sends; a stream may accept less than all. What a TLS stream has accepted may wait for
    /// [`finish`](Self::finish).
    #[inline]
    pub(crate) fn send(
        &mut self,
        to: Option<SocketAddr>,
        bytes: &[u8],
        wait: Wait,
    ) -> Result<usize, Errno> {
        let flags = match wait {
            Wait::Yes => SendFlags::NOSIGNAL,
            Wait::No => SendFlags::NOSIGNAL | SendFlags::DONTWAIT,
        };
        if let Some(tls) = &mut self.tls {
            return tls.send(&self.fd, bytes, wait);
        }
        match to {
            None => send(&self.fd, bytes, flags),
            Some(to) => sendto(&self.fd, bytes, flags, &to),
        }
    }

    /// Sends what a TLS stream has accepted and not sent.
    ///
    /// # Errors
    /// `AGAIN` while the system accepts no more.
    #[inline]
    pub(crate) fn finish(&mut self, wait: Wait) -> Result<(), Errno> {
        match &mut self.tls {
            None => Ok(()),
            Some(tls) => tls.flush(&self.fd, wait),
        }
    }

    /// Sends the start of a TLS handshake; receives continue it.
    ///
    /// # Errors
    /// As [`receive`](Self::receive).
    pub(crate) fn begin_handshake(&mut self) -> Result<(), Errno> {
        match &mut self.tls {
            None => Ok(()),
            Some(tls) => tls.take_apart(&self.fd, &mut []).map(|_| ()),
        }
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub(crate) fn shrink(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.shrink();
        }
    }

    /// Receives only from `peer` from now on.
    pub(crate) fn connect(&self, peer: SocketAddr) -> Result<(), Errno> {
        connect(&self.fd, &peer)
    }

    /// Receives from anyone from now on, at the address that it had before it was connected.
    pub(crate) fn disconnect(&self, ours: SocketAddr) -> Result<(), Errno> {
        connect_unspec(&self.fd)?;
        // The system releases a port that it had chosen itself; a requested port is kept, and this
        // bind fails.
        let _ = bind(&self.fd, &ours);
        Ok(())
    }

    /// Whether there is something to receive now, or a failure to report.
    pub(crate) fn has_input(&self) -> bool {
        let mut fds = [PollFd::new(&self.fd, PollFlags::IN)];
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        poll(&mut fds, Some(&now)) != Ok(0)
    }

    /// Waits until the socket or one of `others` is readable; the socket takes precedence. May
    /// return early.
    pub(crate) fn wait_among(&self, others: &[BorrowedFd<'_>], at_most: Option<Duration>) -> Came {
        let mut fds = vec![PollFd::new(&self.fd, PollFlags::IN)];
        fds.extend(others.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
        // A failure (a signal, no memory) is an early return.
        let _ = poll(&mut fds, at_most.map(timespec).as_ref());
        let has = |fd: &PollFd<'_>| !fd.revents().is_empty();
        match fds.iter().position(has) {
            Some(0) => Came::Here,
            Some(_) => Came::Elsewhere,
            None => Came::Nothing,
        }
    }

    /// Waits until the socket is readable or writable, or the other one readable. May return early.
    pub(crate) fn wait_both(&self, other: Option<BorrowedFd<'_>>, at_most: Option<Duration>) {
        let mut fds = vec![PollFd::new(&self.fd, PollFlags::IN | PollFlags::OUT)];
        fds.extend(other.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
        // A failure (a signal, no memory) is an early return.
        let _ = poll(&mut fds, at_most.map(timespec).as_ref());
    }

    /// Makes blocking receives return at about `deadline`. True if that took a system call.
    ///
    /// A receive that returns early costs another round; one that returns late delays a
    /// retransmission. So the timeout is kept while it is between half of what is needed and that,
    /// and a new setting leaves room for the need to drift both ways.
    #[inline]
    pub(crate) fn wait_until(&mut self, now: Instant, deadline: Instant) -> bool {
        let needed = deadline.nanos_since(now).max(nanos(SHORTEST));
        let fits = self.timeout > needed / 2 && self.timeout <= needed;
        if !fits {
            self.wait_for(deadline.since(now));
        }
        !fits
    }

    #[cold]
    fn wait_for(&mut self, needed: Duration) {
        let ample = needed > FINE;
        self.set_receive_timeout(Some(if ample { needed - needed / 4 } else { needed }));
    }

    /// Makes blocking receives return after that long, or wait forever.
    pub(crate) fn set_receive_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout.map_or(0, nanos);
        let timeout = timeout.map(|p| p.clamp(SHORTEST, LONGEST));
        // Fails only for non-sockets or extreme timeouts, which are both ruled out.
        let _ = set_socket_timeout(&self.fd, Timeout::Recv, timeout);
    }

    /// Makes blocking sends return after that long.
    pub(crate) fn set_send_timeout(&self, timeout: Duration) {
        let _ = set_socket_timeout(&self.fd, Timeout::Send, Some(timeout));
    }

    /// Requests a receive buffer for datagrams.
    pub(crate) fn set_room(&self, bytes: usize) {
        // The system treats it as a hint and grants what it permits.
        let _ = set_socket_recv_buffer_size(&self.fd, bytes);
    }

    /// Lets receives return nothing once what has arrived is read, and wakes those that wait.
    pub(crate) fn wake(&self) {
        // On a datagram socket the system reports that it is not connected, but does it all the
        // same.
        let _ = shutdown(&self.fd, Shutdown::Read);
    }

    /// Ends our half of the stream.
    pub(crate) fn end_sending(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.send_close_notify(&self.fd);
        }
        let _ = shutdown(&self.fd, Shutdown::Write);
    }

    /// Receives and drops data, without waiting.
    pub(crate) fn discard(&self, into: &mut [u8]) -> Result<usize, Errno> {
        recv(&self.fd, into, RecvFlags::DONTWAIT).map(|(_, n)| n)
    }

    /// Whether the peer, which has closed the stream, resets it within that time. TCP does that
    /// when data arrives for, or was left unread by, a program that has closed the stream (RFC
    /// 9293, section 3.6.1; RFC 1122, section 4.2.2.13): it has not read everything, if we send
    /// nothing more.
    pub(crate) fn is_reset(&self, within: Duration) -> bool {
        let mut fds = [PollFd::new(&self.fd, PollFlags::empty())];
        // A failure (a signal, no memory) counts as no reset.
        let _ = poll(&mut fds, Some(&timespec(within)));
        // Linux reports the error before the end of both directions, if it is asked in between.
        fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
    }

    /// Ends both directions.
    pub(crate) fn shutdown(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.send_close_notify(&self.fd);
        }
        // The peer may have closed it already.
        let _ = shutdown(&self.fd, Shutdown::Both);
    }
}

pub(crate) fn timespec(of: Duration) -> Timespec {
    Timespec {
        tv_sec: of.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: of.subsec_nanos().into(),
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.send_close_notify(&self.fd);
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// The system counts in ticks; waiting less would be spinning.
const SHORTEST: Duration = Duration::from_micros(100);
/// Shorter waits are set exactly.
const FINE: Duration = Duration::from_millis(10);
const LONGEST: Duration = Duration::from_secs(1 << 20);
