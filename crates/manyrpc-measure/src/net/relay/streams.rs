//! The relay of streams.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, connect, ipproto, socket_with};

use super::{BUFFER, Setup, Shared, wait, without_timer_slack};
use crate::net::fate::{Direction, Fates};
use crate::net::impairment::Impairments;
use crate::net::line::Line;

#[derive(Debug)]
pub(super) struct Streams {
    listener: TcpListener,
    server: SocketAddr,
    seed: u64,
    impairments: Impairments,
    lines: [Line; 2],
    connections: BTreeMap<u64, Connection>,
    seen: u64,
    shared: Arc<Shared>,
    started: Instant,
    buffer: Vec<u8>,
}

/// A client's connection and the corresponding one to the server.
#[derive(Debug)]
struct Connection {
    ends: [TcpStream; 2],
    /// The pipes from the client and from the server.
    pipes: [Pipe; 2],
    /// Bytes left until the cut.
    allowed: Option<u64>,
    cut_at: Option<Duration>,
}

/// Data sent by one end and not yet passed to the other.
#[derive(Debug)]
struct Pipe {
    pieces: VecDeque<Chunk>,
    bytes: usize,
    fates: Fates,
    received: u64,
    /// The sending end has finished.
    ended: bool,
    /// The end of data has been passed on.
    told: bool,
    /// The receiving end's buffer is full.
    full: bool,
}

#[derive(Debug)]
struct Chunk {
    due: Duration,
    bytes: Vec<u8>,
    written: usize,
}

/// The connection must be reset.
struct MustReset;

/// Concurrent connections; each has two sockets.
const MAX_CONNECTIONS: usize = 400;
/// Bytes in transit without a rate limit.
const MAX_IN_TRANSIT: usize = 1 << 20;
/// Bytes of a chunk with a rate limit: those of one Ethernet frame.
const SEGMENT: usize = 1460;

impl Streams {
    pub(super) fn new(
        listener: TcpListener,
        server: SocketAddr,
        setup: &Setup,
        shared: Arc<Shared>,
    ) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        Ok(Streams {
            listener,
            server,
            seed: setup.seed,
            impairments: setup.impairments.clone(),
            lines: [&setup.impairments.out, &setup.impairments.back].map(Line::new),
            connections: BTreeMap::new(),
            seen: 0,
            shared,
            started: Instant::now(),
            buffer: vec![0; BUFFER],
        })
    }

    /// Runs until it is told to stop.
    pub(super) fn run(mut self) -> io::Result<()> {
        without_timer_slack();
        loop {
            let ready = self.wait()?;
            if ready.rang {
                match self.shared.take_signal() {
                    Some(server) => self.server = server,
                    None => return Ok(()),
                }
            }
            for (number, end, events) in ready.ends {
                self.serve(number, end, events);
            }
            self.run_timers();
            if ready.knocked {
                self.accept();
            }
        }
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn wait(&self) -> io::Result<Ready> {
        let room = self.connections.len() < MAX_CONNECTIONS;
        let knocks = if room {
            PollFlags::IN
        } else {
            PollFlags::empty()
        };
        let mut fds = vec![
            PollFd::new(&self.shared.bell, PollFlags::IN),
            PollFd::new(&self.listener, knocks),
        ];
        let mut of = Vec::new();
        for (number, connection) in &self.connections {
            for end in 0..2 {
                let wanted = connection.wanted(end, &self.lines);
                // An end without requested events would report its hang-up again and again.
                if !wanted.is_empty() {
                    fds.push(PollFd::new(&connection.ends[end], wanted));
                    of.push((*number, end));
                }
            }
        }
        let due = self.connections.values().filter_map(Connection::due).min();
        wait(&mut fds, due.map(|at| at.saturating_sub(self.now())))?;
        let ends = of.into_iter().zip(&fds[2..]);
        Ok(Ready {
            rang: !fds[0].revents().is_empty(),
            knocked: !fds[1].revents().is_empty(),
            ends: ends
                .map(|((number, end), fd)| (number, end, fd.revents()))
                .filter(|(_, _, events)| !events.is_empty())
                .collect(),
        })
    }

    fn accept(&mut self) {
        let Ok((front, _)) = self.listener.accept() else {
            return;
        };
        // If the server is unreachable, the client's connection is closed.
        let Ok(back) = connect_to(self.server) else {
            return;
        };
        let quick = [&front, &back].map(|end| end.set_nodelay(true).and(end.set_nonblocking(true)));
        if quick.iter().any(Result::is_err) {
            return;
        }
        let number = self.seen;
        self.seen += 1;
        self.shared.lock().counts.clients += 1;
        let fates = [Direction::Out, Direction::Back].map(|d| Fates::new(self.seed, number, d));
        let Impairments { out, back: other } = &self.impairments;
        let bytes = out.cut_bytes.or(other.cut_bytes);
        let after = out.cut_after.or(other.cut_after);
        let after = after.map(|mean| fates[1].about(u64::MAX, mean.as_nanos() as u64));
        let connection = Connection {
            ends: [front, back],
            pipes: fates.map(Pipe::new),
            allowed: bytes.map(|mean| fates[0].about(u64::MAX, mean)),
            cut_at: after.map(|ns| self.now() + Duration::from_nanos(ns)),
        };
        self.connections.insert(number, connection);
    }

    /// Handles the events of one end.
    fn serve(&mut self, number: u64, end: usize, events: PollFlags) {
        let now = self.now();
        let Some(connection) = self.connections.get_mut(&number) else {
            return;
        };
        if events.contains(PollFlags::OUT) {
            connection.pipes[1 - end].full = false;
        }
        let trouble = PollFlags::IN | PollFlags::HUP | PollFlags::ERR;
        let outcome = match events.intersects(trouble) && !connection.pipes[end].ended {
            true => connection.read(end, &mut self.lines[end], &mut self.buffer, now),
            false => Ok(0),
        };
        let Ok(bytes) = outcome else {
            self.reset(number);
            return;
        };
        if bytes > 0 {
            let mut state = self.shared.lock();
            let counts = &mut state.counts;
            let way = if end == 0 {
                &mut counts.out
            } else {
                &mut counts.back
            };
            way.received += 1;
            way.bytes += bytes as u64;
        }
        if !connection.may_cross(bytes as u64) {
            self.cut(number);
        }
    }

    /// Writes data that is due, and cuts connections that are due.
    fn run_timers(&mut self) {
        let now = self.now();
        let numbers: Vec<u64> = self.connections.keys().copied().collect();
        for number in numbers {
            let Some(connection) = self.connections.get_mut(&number) else {
                continue;
            };
            if connection.cut_at.is_some_and(|at| at <= now) {
                self.cut(number);
                continue;
            }
            match [0, 1].map(|end| connection.write(end, now)) {
                [Ok(out), Ok(back)] => {
                    let over = connection.pipes.iter().all(|pipe| pipe.told);
                    let mut state = self.shared.lock();
                    state.counts.out.passed += out;
                    state.counts.back.passed += back;
                    drop(state);
                    if over {
                        self.connections.remove(&number);
                    }
                }
                _ => self.reset(number),
            }
        }
    }

    fn cut(&mut self, number: u64) {
        self.shared.lock().counts.cut += 1;
        self.reset(number);
    }

    /// Resets both ends.
    fn reset(&mut self, number: u64) {
        if let Some(connection) = self.connections.remove(&number) {
            for end in &connection.ends {
                let _ = rustix::net::sockopt::set_socket_linger(end, Some(Duration::ZERO));
            }
        }
    }
}

struct Ready {
    rang: bool,
    knocked: bool,
    ends: Vec<(u64, usize, PollFlags)>,
}

impl Connection {
    /// The events to wait for at one end.
    fn wanted(&self, end: usize, lines: &[Line; 2]) -> PollFlags {
        let mut wanted = PollFlags::empty();
        let sends = &self.pipes[end];
        let limit = match lines[end].impairment().rate_bits {
            Some(_) => lines[end].impairment().queue_packets * SEGMENT,
            None => MAX_IN_TRANSIT,
        };
        if !sends.ended && sends.bytes < limit {
            wanted |= PollFlags::IN;
        }
        if self.pipes[1 - end].full {
            wanted |= PollFlags::OUT;
        }
        wanted
    }

    /// The time of the next timed action.
    fn due(&self) -> Option<Duration> {
        let pieces = self.pipes.iter().filter(|pipe| !pipe.full);
        let due = pieces.filter_map(|pipe| pipe.pieces.front().map(|piece| piece.due));
        due.chain(self.cut_at).min()
    }

    /// Reads once from one end; returns the number of bytes.
    fn read(
        &mut self,
        end: usize,
        line: &mut Line,
        buffer: &mut [u8],
        now: Duration,
    ) -> Result<usize, MustReset> {
        let limit = match line.impairment().rate_bits {
            Some(_) => SEGMENT,
            None => buffer.len(),
        };
        let pipe = &mut self.pipes[end];
        let n = match self.ends[end].read(&mut buffer[..limit]) {
            Ok(0) => {
                pipe.ended = true;
                return Ok(0);
            }
            Ok(n) => n,
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                return Ok(0);
            }
            Err(_) => return Err(MustReset),
        };
        let fate = pipe.fates.of(pipe.received, line.impairment());
        pipe.received += 1;
        let left = line.segment_leaves(n, now);
        pipe.bytes += n;
        pipe.pieces.push_back(Chunk {
            due: line.arrives(left, fate.first),
            bytes: buffer[..n].to_vec(),
            written: 0,
        });
        Ok(n)
    }

    /// Writes the due data of one end; returns the number of completed chunks.
    fn write(&mut self, end: usize, now: Duration) -> Result<u64, MustReset> {
        let pipe = &mut self.pipes[end];
        let other = &mut self.ends[1 - end];
        let mut done = 0;
        while let Some(piece) = pipe.pieces.front_mut() {
            if piece.due > now || pipe.full {
                return Ok(done);
            }
            match other.write(&piece.bytes[piece.written..]) {
                Ok(n) => {
                    piece.written += n;
                    pipe.bytes -= n;
                    if piece.written == piece.bytes.len() {
                        pipe.pieces.pop_front();
                        done += 1;
                    }
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => pipe.full = true,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(MustReset),
            }
        }
        if pipe.ended && !pipe.told {
            pipe.told = true;
            // It may be closed already.
            let _ = other.shutdown(Shutdown::Write);
        }
        Ok(done)
    }

    /// Whether this many more bytes may pass before the cut.
    fn may_cross(&mut self, bytes: u64) -> bool {
        match &mut self.allowed {
            None => true,
            Some(allowed) => {
                let may = bytes <= *allowed;
                *allowed = allowed.saturating_sub(bytes);
                may
            }
        }
    }
}

impl Pipe {
    fn new(fates: Fates) -> Self {
        Pipe {
            pieces: VecDeque::new(),
            bytes: 0,
            fates,
            received: 0,
            ended: false,
            told: false,
            full: false,
        }
    }
}

/// A connection to the server, which may still be in progress; reads and writes wait for it.
fn connect_to(server: SocketAddr) -> io::Result<TcpStream> {
    let family = match server {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = socket_with(family, SocketType::STREAM, flags, Some(ipproto::TCP))?;
    match connect(&socket, &server) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(TcpStream::from(socket)),
        Err(e) => Err(e.into()),
    }
}
