//! A running handler's view of its caller: data that has arrived meanwhile is received, shown to
//! the engine, and kept for later.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Mutex;

use manyrpc_engine::{
    Ahead, Buf, CallId, Caller, Instant, Interest, ReplyMetadata, Rx, ServerEngine,
};
use rustix::io::Errno;

use crate::counters::Counters;
use crate::lock::lock;
use crate::receive::DATAGRAM;
use crate::socket::Socket;
use crate::wait::Wait;

/// Data received while a handler runs.
#[derive(Default)]
pub(super) struct Waiting {
    /// On a stream, all of it. On a datagram socket, memory for the next one.
    buf: Buf,
    datagrams: VecDeque<(Box<[u8]>, Option<SocketAddr>)>,
    bytes: usize,
    /// The peer sends no more.
    pub(super) ended: bool,
}

impl Waiting {
    /// Returns a stream's bytes to the buffer they would have been received into.
    #[inline]
    pub(super) fn restore(&mut self, rx: &mut Rx) {
        if !self.buf.is_empty() {
            rx.buf.put(self.buf.data());
            self.buf.clear();
            self.buf.shrink(0);
        }
    }

    /// Receives the next datagram, if there is one, replacing the last.
    #[inline]
    pub(super) fn next_datagram(&mut self, rx: &mut Rx) -> bool {
        let Some((bytes, from)) = self.datagrams.pop_front() else {
            return false;
        };
        self.bytes -= bytes.len();
        rx.buf.clear();
        rx.buf.put(&bytes);
        rx.from = from;
        true
    }
}

/// The socket of a call.
pub(super) struct Place<'a> {
    pub(super) socket: &'a mut Socket,
    pub(super) rx: &'a Rx,
    pub(super) waiting: &'a mut Waiting,
    pub(super) counters: &'a mut Counters,
}

/// The caller of a call being executed.
pub(super) struct Watched<'a>(Mutex<Watch<'a>>);

struct Watch<'a> {
    engine: &'a mut dyn ServerEngine,
    place: Place<'a>,
    call: CallId,
    known: Interest,
    /// Gives the server's time.
    now: fn() -> Instant,
}

impl<'a> Watched<'a> {
    #[inline]
    pub(super) fn new(
        engine: &'a mut dyn ServerEngine,
        place: Place<'a>,
        call: CallId,
        now: fn() -> Instant,
    ) -> Self {
        Watched(Mutex::new(Watch {
            engine,
            place,
            call,
            known: Interest::Wanted,
            now,
        }))
    }
}

impl Caller for Watched<'_> {
    fn interest(&self) -> Interest {
        let mut watch = lock(&self.0);
        let can_say = watch.engine.look_ahead().is_some();
        let seen = match watch.place.socket.stream {
            _ if !can_say => Interest::Wanted,
            true => watch.look_at_stream(),
            false => watch.look_at_datagrams(),
        };
        watch.known = seen.max(watch.known);
        watch.known
    }

    fn attach(&self, metadata: ReplyMetadata) {
        let mut watch = lock(&self.0);
        let call = watch.call;
        if let Some(facet) = watch.engine.metadata() {
            facet.attach(call, metadata);
        }
    }
}

impl Watch<'_> {
    fn look_at_stream(&mut self) -> Interest {
        let Waiting { buf, ended, .. } = &mut *self.place.waiting;
        if buf.len() < MAX_AHEAD && !*ended {
            let space = buf.space(MIN_ROOM.max(self.place.socket.least_room()));
            self.place.counters.receive_calls += 1;
            match self.place.socket.receive(space, Wait::No) {
                Ok(0) => *ended = true,
                Ok(n) => {
                    self.place.counters.received(&space[..n]);
                    buf.filled(n);
                }
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(_) => *ended = true,
            }
        }
        let ahead = Ahead {
            bytes: buf.data(),
            from: None,
            ended: *ended,
        };
        show(
            &mut *self.engine,
            self.call,
            self.place.rx,
            &ahead,
            (self.now)(),
        )
    }

    fn look_at_datagrams(&mut self) -> Interest {
        let mut seen = self.look_at(&Ahead::default());
        let mut memory = std::mem::take(&mut self.place.waiting.buf);
        while self.place.waiting.bytes < MAX_AHEAD
            && self.place.waiting.datagrams.len() < MAX_DATAGRAMS
        {
            let space = memory.space(DATAGRAM);
            self.place.counters.receive_calls += 1;
            let Ok((n, from)) = self.place.socket.receive_from(space, Wait::No) else {
                break;
            };
            // A stopping socket returns empty datagrams from nobody, repeatedly.
            if (n, from) == (0, None) {
                break;
            }
            let bytes = &space[..n];
            self.place.counters.received(bytes);
            let ended = false;
            seen = self.look_at(&Ahead { bytes, from, ended });
            self.place.waiting.bytes += n;
            self.place.waiting.datagrams.push_back((bytes.into(), from));
        }
        self.place.waiting.buf = memory;
        seen
    }

    /// Shows the engine a datagram, and sends its answer at once.
    fn look_at(&mut self, ahead: &Ahead<'_>) -> Interest {
        let seen = show(
            &mut *self.engine,
            self.call,
            self.place.rx,
            ahead,
            (self.now)(),
        );
        while let Some(due) = self.engine.poll_transmit() {
            let size = due.bytes.len();
            self.place.counters.send_calls += 1;
            if self.place.socket.send(due.to, due.bytes, Wait::No).is_ok() {
                self.place.counters.sent(due.bytes);
            }
            self.engine.sent(size);
        }
        seen
    }
}

/// The engine's verdict on the data that waits after a call.
fn show(
    engine: &mut dyn ServerEngine,
    call: CallId,
    rx: &Rx,
    ahead: &Ahead<'_>,
    now: Instant,
) -> Interest {
    engine.look_ahead().map_or(Interest::Wanted, |engine| {
        engine.interest_in(call, rx, ahead, now)
    })
}

/// Most bytes received while a handler runs; a cancel beyond them is seen later.
const MAX_AHEAD: usize = 64 << 10;
/// Most datagrams, likewise.
const MAX_DATAGRAMS: usize = 256;
/// Least room for a receive.
const MIN_ROOM: usize = 4 << 10;
