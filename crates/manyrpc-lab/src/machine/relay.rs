//! A relay that stands between a client and a server and counts what crosses.
//!
//! It sees what any system puts into its sockets, so every system's bytes are counted by the same
//! code, foreign ones too. Figures of time are never taken through it.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};

use crate::record::Wire;
use crate::system::Transport;

/// A relay in front of one server. Dropping it ends it.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    counters: Arc<Counters>,
    wake: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Counters {
    out: AtomicU64,
    back: AtomicU64,
}

/// Larger than any datagram.
const BUFFER: usize = 1 << 17;

impl Relay {
    /// Stands in front of `server` for one client at a time.
    pub fn start(transport: Transport, server: SocketAddr) -> io::Result<Self> {
        let counters = Arc::new(Counters::default());
        let wake = Arc::new(eventfd(0, EventfdFlags::CLOEXEC)?);
        let (shared, stop) = (Arc::clone(&counters), Arc::clone(&wake));
        let (address, thread) = match transport {
            Transport::Udp => {
                let front = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
                let back = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
                back.connect(server)?;
                let address = front.local_addr()?;
                let thread = std::thread::spawn(move || {
                    drop(relay_datagrams(&front, &back, &stop, &shared));
                });
                (address, thread)
            }
            Transport::Tcp => {
                let front = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                let address = front.local_addr()?;
                let thread = std::thread::spawn(move || {
                    drop(relay_streams(&front, server, &stop, &shared));
                });
                (address, thread)
            }
        };
        Ok(Relay {
            address,
            counters,
            wake,
            thread: Some(thread),
        })
    }

    /// Where the client finds it.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Bytes so far, from client to server and back.
    pub fn counted(&self) -> (u64, u64) {
        let counters = &self.counters;
        (
            counters.out.load(Ordering::Acquire),
            counters.back.load(Ordering::Acquire),
        )
    }

    /// Bytes of one call, when `make` has a client make so many. A client may make calls of its own
    /// about the ones it was told to make (to warm up, to check a result in full), and a connection
    /// has a beginning: the difference of `calls` and twice as many is free of them.
    ///
    /// # Errors
    /// What `make` says.
    pub fn per_call(
        &self,
        calls: usize,
        mut make: impl FnMut(usize) -> Result<(), String>,
    ) -> Result<Wire, String> {
        let mut crossed = |calls| {
            let before = self.counted();
            make(calls)?;
            let after = self.counted();
            Ok::<_, String>((after.0 - before.0, after.1 - before.1))
        };
        let (few, more) = (crossed(calls)?, crossed(2 * calls)?);
        let per_call = |few: u64, more: u64| (more as f64 - few as f64) / calls as f64;
        Ok(Wire {
            out_bytes: per_call(few.0, more.0),
            in_bytes: per_call(few.1, more.1),
        })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        // An event counter that was never written cannot be full.
        let _ = rustix::io::write(&*self.wake, &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn relay_datagrams(
    front: &UdpSocket,
    back: &UdpSocket,
    stop: &OwnedFd,
    counters: &Counters,
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    let mut client = None;
    while let Some([from_client, from_server]) = wait(front, back, stop)? {
        if from_client {
            let (n, from) = front.recv_from(&mut buffer)?;
            client = Some(from);
            counters.out.fetch_add(n as u64, Ordering::AcqRel);
            back.send(&buffer[..n])?;
        }
        if from_server {
            let n = back.recv(&mut buffer)?;
            counters.back.fetch_add(n as u64, Ordering::AcqRel);
            if let Some(client) = client {
                front.send_to(&buffer[..n], client)?;
            }
        }
    }
    Ok(())
}

/// One connection after another. Writing may block, which is harmless while calls are a ping-pong.
fn relay_streams(
    listener: &TcpListener,
    server: SocketAddr,
    stop: &OwnedFd,
    counters: &Counters,
) -> io::Result<()> {
    while wait(listener, listener, stop)?.is_some() {
        let (front, _) = listener.accept()?;
        let back = TcpStream::connect(server)?;
        front.set_nodelay(true)?;
        back.set_nodelay(true)?;
        if !relay_stream(&front, &back, stop, counters)? {
            break;
        }
    }
    Ok(())
}

/// Until one side closes (true), or the relay is told to stop (false).
fn relay_stream(
    mut front: &TcpStream,
    mut back: &TcpStream,
    stop: &OwnedFd,
    counters: &Counters,
) -> io::Result<bool> {
    let mut buffer = vec![0; BUFFER];
    while let Some([from_client, from_server]) = wait(front, back, stop)? {
        if from_client {
            let n = front.read(&mut buffer)?;
            if n == 0 {
                return Ok(true);
            }
            counters.out.fetch_add(n as u64, Ordering::AcqRel);
            back.write_all(&buffer[..n])?;
        }
        if from_server {
            let n = back.read(&mut buffer)?;
            if n == 0 {
                return Ok(true);
            }
            counters.back.fetch_add(n as u64, Ordering::AcqRel);
            front.write_all(&buffer[..n])?;
        }
    }
    Ok(false)
}

/// Which of the two has something to read; `None` when it is time to stop.
fn wait(a: &impl AsFd, b: &impl AsFd, stop: &OwnedFd) -> io::Result<Option<[bool; 2]>> {
    let mut fds = [
        PollFd::new(stop, PollFlags::IN),
        PollFd::new(a, PollFlags::IN),
        PollFd::new(b, PollFlags::IN),
    ];
    poll(&mut fds, None)?;
    if !fds[0].revents().is_empty() {
        return Ok(None);
    }
    Ok(Some([
        !fds[1].revents().is_empty(),
        !fds[2].revents().is_empty(),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datagrams_are_passed_on_and_counted() {
        let server = UdpSocket::bind("127.0.0.1:0").unwrap();
        let relay = Relay::start(Transport::Udp, server.local_addr().unwrap()).unwrap();
        let client = UdpSocket::bind("127.0.0.1:0").unwrap();
        client.connect(relay.address()).unwrap();
        let mut buffer = [0; 100];
        client.send(b"question").unwrap();
        let (n, from) = server.recv_from(&mut buffer).unwrap();
        assert_eq!(&buffer[..n], b"question");
        server.send_to(b"the answer", from).unwrap();
        assert_eq!(client.recv(&mut buffer).unwrap(), 10);
        assert_eq!(relay.counted(), (8, 10));
    }

    #[test]
    fn streams_are_passed_on_and_counted_one_after_another() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let relay = Relay::start(Transport::Tcp, server.local_addr().unwrap()).unwrap();
        for round in 1..=2 {
            let mut client = TcpStream::connect(relay.address()).unwrap();
            let (mut accepted, _) = server.accept().unwrap();
            client.write_all(&[1; 300_000]).unwrap();
            let mut all = vec![0; 300_000];
            accepted.read_exact(&mut all).unwrap();
            accepted.write_all(b"ok").unwrap();
            client.read_exact(&mut all[..2]).unwrap();
            assert_eq!(&all[..2], b"ok");
            assert_eq!(relay.counted(), (300_000 * round, 2 * round));
        }
    }
}
