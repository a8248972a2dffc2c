//! A relay that stands between clients and a server, counts what crosses, and is as bad a network
//! as it is told to be.
//!
//! It sees what any system puts into its sockets, so every system's bytes are counted and every
//! system's datagrams meet their fate by the same code, foreign ones too. Figures of time are never
//! taken through one that only counts.
//!
//! - One thread, which waits for packets and for the time at which packets are due. Nothing sleeps.
//! - Each client has a socket of its own towards the server, so that answers find back. A server
//!   that tells clients apart by their ports still does.
//! - Of datagrams each is counted, given its number, and meets its [fate](super::fate); so numbers
//!   depend on the order of one client's datagrams only. Whether the queue of a rate has room
//!   depends on time.
//! - Streams are delayed, slowed and cut: what is lost below them TCP would repair. A cut is a
//!   reset, on both sides.
//! - What a client does not see through it: that nobody listens at a server's port. Datagrams to
//!   there are silence.
//!
//! A server that is started anew at another port keeps its clients: [`Relay::redirect`]. Where clients are
//! in another network, a relay stands there as a process of its own: [`RelayProcess`].

mod agenda;
mod counts;
mod datagrams;
mod process;
mod streams;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, Timespec, eventfd, poll};
use rustix::io::Errno;

use crate::transport::Transport;

pub use counts::{Counts, Way};
pub use process::RelayProcess;
pub use process::{RELAY, program, run};

use super::impairment::Impairments;

/// A relay in front of one server. Dropping it ends it.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// Where a relay listens and what it does.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where clients find it; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// What it does to what crosses it.
    pub impairments: Impairments,
    /// The seed of all fates.
    pub seed: u64,
}

impl Default for Setup {
    /// On loopback, doing nothing.
    fn default() -> Self {
        Setup {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            impairments: Impairments::default(),
            seed: 1989,
        }
    }
}

/// What the relay's thread and its owner share.
#[derive(Debug)]
struct Shared {
    bell: OwnedFd,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    server: SocketAddr,
    stopped: bool,
    counts: Counts,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) {
        // It cannot be full: it is read whenever it rings.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }

    /// What there is to know now that it rang: where the server is; `None` when it is time to stop.
    fn heard(&self) -> Option<SocketAddr> {
        let _ = rustix::io::read(&self.bell, &mut [0; 8]);
        let state = self.lock();
        (!state.stopped).then_some(state.server)
    }
}

impl Relay {
    /// Stands in front of `server` and only counts.
    ///
    /// # Errors
    /// No socket could be had.
    pub fn start(transport: Transport, server: SocketAddr) -> io::Result<Self> {
        Self::with(transport, server, &Setup::default())
    }

    /// Stands in front of `server` as a network that does what is asked for.
    ///
    /// # Errors
    /// No socket could be had, or the impairments are of the other transport.
    pub fn with(transport: Transport, server: SocketAddr, setup: &Setup) -> io::Result<Self> {
        check(transport, &setup.impairments).map_err(io::Error::other)?;
        let shared = Arc::new(Shared {
            bell: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
            state: Mutex::new(State {
                server,
                stopped: false,
                counts: Counts::default(),
            }),
        });
        let (address, thread) = match transport {
            Transport::Udp => {
                let front = UdpSocket::bind(setup.listen)?;
                let address = front.local_addr()?;
                let relay = datagrams::Datagrams::new(front, server, setup, Arc::clone(&shared))?;
                (address, std::thread::spawn(move || drop(relay.run())))
            }
            Transport::Tcp => {
                let front = TcpListener::bind(setup.listen)?;
                let address = front.local_addr()?;
                let relay = streams::Streams::new(front, server, setup, Arc::clone(&shared))?;
                (address, std::thread::spawn(move || drop(relay.run())))
            }
        };
        Ok(Relay {
            address,
            shared,
            thread: Some(thread),
        })
    }

    /// Where clients find it.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it has seen and done so far.
    pub fn counts(&self) -> Counts {
        self.shared.lock().counts
    }

    /// Bytes so far, from clients to server and back.
    pub fn counted(&self) -> (u64, u64) {
        let counts = self.counts();
        (counts.out.bytes, counts.back.bytes)
    }

    /// The server is elsewhere from now on, as one that was started anew. Datagrams of all clients
    /// go there; connections that are open stay where they are.
    pub fn redirect(&self, server: SocketAddr) {
        self.shared.lock().server = server;
        self.shared.ring();
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.shared.lock().stopped = true;
        self.shared.ring();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Whether these are impairments of this transport.
pub fn check(transport: Transport, impairments: &Impairments) -> Result<(), &'static str> {
    let any = |what: fn(&super::impairment::Impairment) -> bool| {
        what(&impairments.out) || what(&impairments.back)
    };
    match transport {
        Transport::Tcp if any(|i| i.of_datagrams_only()) => Err(
            "loss, dup, reorder and corrupt are of datagrams, which TCP repairs before anybody sees \
             it: give it delay, rate or cut",
        ),
        Transport::Udp if any(|i| i.of_streams_only()) => Err(
            "datagrams have no connection to cut: give them loss, dup, reorder, corrupt, delay or rate",
        ),
        _ => Ok(()),
    }
}

/// Waits until one of these is ready or the time has come.
pub(super) fn wait(fds: &mut [PollFd<'_>], within: Option<Duration>) -> io::Result<()> {
    let timeout = within.map(|within| Timespec {
        tv_sec: within.as_secs() as i64,
        tv_nsec: within.subsec_nanos().into(),
    });
    match poll(fds, timeout.as_ref()) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(e) => Err(e.into()),
    }
}

/// Timers of the calling thread are late by a microsecond at most, not by fifty as is usual.
pub(super) fn without_timer_slack() {
    // Where the system does not know this, packets are a little late.
    let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1000));
}

/// Room for what arrives while packets are sent; as much as the system lets us have.
pub(super) fn enlarge_receive_buffer(socket: impl AsFd) {
    const ROOM: usize = 4 << 20;
    let forced = rustix::net::sockopt::set_socket_recv_buffer_size_force(&socket, ROOM);
    if forced.is_err() {
        let _ = rustix::net::sockopt::set_socket_recv_buffer_size(&socket, ROOM);
    }
}

/// Larger than any datagram.
const BUFFER: usize = 1 << 16;

#[cfg(test)]
mod tests;
