//! One socket, and how long it waits.

use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use manyrpc_engine::Instant;
use manyrpc_engine::time::nanos;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::{Timeout, set_socket_recv_buffer_size, set_socket_timeout};
use rustix::net::{
    RecvFlags, SendFlags, Shutdown, bind, connect, connect_unspec, recv, recvfrom, send, sendto,
    shutdown,
};

use crate::tls::{LEAST_ROOM, Session};
use crate::wait::Wait;

/// A socket in blocking mode; calls that shall not wait say so.
#[derive(Debug)]
pub(crate) struct Socket {
    fd: OwnedFd,
    /// A stream, or datagrams.
    pub(crate) stream: bool,
    /// The time-out of blocking receives that the system knows of, in nanoseconds; 0 for none.
    patience: u64,
    /// Of a stream that is secured.
    tls: Option<Box<Session>>,
}

/// Where something came.
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
            fd,
            stream,
            patience: 0,
            tls: None,
        }
    }

    /// The same stream, secured from now on.
    pub(crate) fn secured(mut self, session: Session) -> Self {
        self.tls = Some(Box::new(session));
        self
    }

    /// Whether the stream is secured.
    #[inline]
    pub(crate) fn is_secured(&self) -> bool {
        self.tls.is_some()
    }

    /// The security of the stream, where there is one.
    #[inline]
    pub(crate) fn tls(&self) -> Option<&Session> {
        self.tls.as_deref()
    }

    /// Least room of a receive, in bytes.
    #[inline]
    pub(crate) fn least_room(&self) -> usize {
        if self.is_secured() { LEAST_ROOM } else { 0 }
    }

    /// Receives from the connected peer. Of a secured stream `INTR` also says that something came
    /// of which nothing can be read yet, and `PROTO` that security has failed.
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

    /// Receives a datagram from anyone. `None` for a sender without an Internet address.
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

    /// Sends; a stream may take less than all. What a secured stream takes may wait for
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

    /// Sends what a secured stream has taken and not sent.
    ///
    /// # Errors
    /// `AGAIN` while the system takes no more.
    #[inline]
    pub(crate) fn finish(&mut self, wait: Wait) -> Result<(), Errno> {
        match &mut self.tls {
            None => Ok(()),
            Some(tls) => tls.flush(&self.fd, wait),
        }
    }

    /// Says what the handshake of a secured stream begins with; receiving goes on with it.
    ///
    /// # Errors
    /// As [`receive`](Self::receive).
    pub(crate) fn begin_handshake(&mut self) -> Result<(), Errno> {
        match &mut self.tls {
            None => Ok(()),
            Some(tls) => tls.take_apart(&self.fd, &mut []).map(|_| ()),
        }
    }

    /// Gives back memory that is not needed while nothing is under way.
    pub(crate) fn shrink(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.shrink();
        }
    }

    /// Receives from `peer` alone from now on.
    pub(crate) fn connect(&self, peer: SocketAddr) -> Result<(), Errno> {
        connect(&self.fd, &peer)
    }

    /// Receives from anyone from now on, at the address that it had before it was connected.
    pub(crate) fn disconnect(&self, ours: SocketAddr) -> Result<(), Errno> {
        connect_unspec(&self.fd)?;
        // The system gives up a port that it had chosen itself; one that was asked for it keeps, and
        // refuses this.
        let _ = bind(&self.fd, &ours);
        Ok(())
    }

    /// Waits until the socket or one of `others` has something to read; the socket goes before.
    /// Early returns are harmless.
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

    /// Waits until the socket has something to read or room to write, or the other something to read.
    /// Early returns are harmless.
    pub(crate) fn wait_both(&self, other: Option<BorrowedFd<'_>>, at_most: Option<Duration>) {
        let mut fds = vec![PollFd::new(&self.fd, PollFlags::IN | PollFlags::OUT)];
        fds.extend(other.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
        // A failure (a signal, no memory) is an early return.
        let _ = poll(&mut fds, at_most.map(timespec).as_ref());
    }

    /// Makes blocking receives return about when `deadline` comes. Reports whether the system
    /// had to be told.
    ///
    /// A receive that returns early costs a further round, one that returns late delays a
    /// retransmission. So what was set stays while it is anything from half of what is needed
    /// up to that, and a new setting leaves room for the need to drift both ways.
    #[inline]
    pub(crate) fn wait_until(&mut self, now: Instant, deadline: Instant) -> bool {
        let needed = deadline.nanos_since(now).max(nanos(SHORTEST));
        let fits = self.patience > needed / 2 && self.patience <= needed;
        if !fits {
            self.wait_for(deadline.since(now));
        }
        !fits
    }

    #[cold]
    fn wait_for(&mut self, needed: Duration) {
        let ample = needed > FINE;
        self.set_patience(Some(if ample { needed - needed / 4 } else { needed }));
    }

    /// Makes blocking receives return after that long, or wait for ever.
    pub(crate) fn set_patience(&mut self, patience: Option<Duration>) {
        self.patience = patience.map_or(0, nanos);
        let patience = patience.map(|p| p.clamp(SHORTEST, LONGEST));
        // Fails only for what is no socket, or a time-out beyond all reason: both are ruled out.
        let _ = set_socket_timeout(&self.fd, Timeout::Recv, patience);
    }

    /// Makes blocking sends give up after having waited that long.
    pub(crate) fn set_send_patience(&self, patience: Duration) {
        let _ = set_socket_timeout(&self.fd, Timeout::Send, Some(patience));
    }

    /// Gives datagrams room to wait for their turn.
    pub(crate) fn set_room(&self, bytes: usize) {
        // The system takes it for a wish and grants what it may.
        let _ = set_socket_recv_buffer_size(&self.fd, bytes);
    }

    /// Lets receives return nothing once what has arrived is read, and wakes those that wait.
    pub(crate) fn wake(&self) {
        // Of a datagram socket the system says that it is not connected, and does it all the same.
        let _ = shutdown(&self.fd, Shutdown::Read);
    }

    /// Says that nothing more is sent.
    pub(crate) fn end_sending(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.say_goodbye(&self.fd);
        }
        let _ = shutdown(&self.fd, Shutdown::Write);
    }

    /// Receives what nobody will look at, without waiting.
    pub(crate) fn discard(&self, into: &mut [u8]) -> Result<usize, Errno> {
        recv(&self.fd, into, RecvFlags::DONTWAIT).map(|(_, n)| n)
    }

    /// Whether the peer, which has ended the stream in order, resets it within that time. TCP does that
    /// when data comes for, or was left unread by, a program that has closed the stream (RFC 9293,
    /// section 3.6.1; RFC 1122, section 4.2.2.13): it has not read all that we have sent, if we send
    /// nothing more.
    pub(crate) fn is_reset(&self, within: Duration) -> bool {
        let mut fds = [PollFd::new(&self.fd, PollFlags::empty())];
        // A failure (a signal, no memory) is as good as no reset.
        let _ = poll(&mut fds, Some(&timespec(within)));
        fds[0].revents().contains(PollFlags::HUP)
    }

    /// Ends both directions.
    pub(crate) fn shutdown(&mut self) {
        if let Some(tls) = &mut self.tls {
            tls.say_goodbye(&self.fd);
        }
        // It may be closed by the peer already.
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
            tls.say_goodbye(&self.fd);
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// The system counts in ticks; below one the wait would only be spinning.
const SHORTEST: Duration = Duration::from_micros(100);
/// Waits below this are set exactly.
const FINE: Duration = Duration::from_millis(10);
const LONGEST: Duration = Duration::from_secs(1 << 20);
