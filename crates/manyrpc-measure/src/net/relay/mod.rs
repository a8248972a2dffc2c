//! A relay between clients and a server that counts traffic and impairs it as configured.
//!
//! It works on the sockets' payload, so the bytes of every system, foreign ones included, are counted and impaired
//! by the same code. Times are never measured through a relay that only counts.
//!
//! - One thread waits for packets and for the times at which packets are due; nothing sleeps.
//! - Each client has its own socket connect_to the server, so that replies can be routed back, and a server that
//!   distinguishes clients by port still can.
//! - Each datagram is counted, numbered per client and direction, and meets its [fate](super::fate). Only whether
//!   a rate's queue has room depends on time.
//! - Streams are only delayed, slowed and cut, since TCP would repair losses. A cut is a reset on both sides.
//! - Clients do not see ICMP errors through it: datagrams to a closed port are silently lost.
//!
//! A server restarted on another port keeps its clients: [`Relay::redirect`]. If clients are in another network, a
//! relay runs there as a separate process: [`RelayProcess`].

mod counts;
mod datagrams;
mod event_queue;
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

pub use counts::{Counts, DirectionCounts};
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

/// The configuration of a relay.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The listening address; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// The impairments to apply.
    pub impairments: Impairments,
    /// The seed of all fates.
    pub seed: u64,
}

impl Default for Setup {
    /// On loopback, without impairments.
    fn default() -> Self {
        Setup {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            impairments: Impairments::default(),
            seed: 1989,
        }
    }
}

/// State shared by the relay's thread and its owner.
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

    fn signal(&self) {
        // It cannot be full: the thread reads each signal.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }

    /// Handles a signal: the server's current address; `None` to stop.
    fn take_signal(&self) -> Option<SocketAddr> {
        let _ = rustix::io::read(&self.bell, &mut [0; 8]);
        let state = self.lock();
        (!state.stopped).then_some(state.server)
    }
}

impl Relay {
    /// Starts a relay in front of `server` that only counts.
    ///
    /// # Errors
    /// No socket could be opened.
    pub fn start(transport: Transport, server: SocketAddr) -> io::Result<Self> {
        Self::with(transport, server, &Setup::default())
    }

    /// Starts a relay in front of `server` with the given setup.
    ///
    /// # Errors
    /// No socket could be opened, or the impairments do not apply to the transport.
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

    /// The address for clients.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.shared.lock().counts
    }

    /// Bytes so far, from clients to the server and back.
    pub fn counted(&self) -> (u64, u64) {
        let counts = self.counts();
        (counts.out.bytes, counts.back.bytes)
    }

    /// Sends later traffic to another server address, as after a restart. Datagrams of all clients are redirected;
    /// open connections stay.
    pub fn redirect(&self, server: SocketAddr) {
        self.shared.lock().server = server;
        self.shared.signal();
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.shared.lock().stopped = true;
        self.shared.signal();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Checks that the impairments apply to the transport.
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

/// Waits until a descriptor is ready or the timeout expires.
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

/// Sets the calling thread's timer slack to one microsecond instead of the usual fifty.
pub(super) fn without_timer_slack() {
    // Without support for this, packets are a little late.
    let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1000));
}

/// Enlarges the receive buffer for packets that arrive during sends, as far as the system allows.
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
