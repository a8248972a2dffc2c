//! The streams of one connection: open ones, reserved ones, their waiting output, and how recent
//! ones ended (RFC 9113, 5.1).

mod closed;
mod slots;
mod stream;

use alloc::collections::VecDeque;
use alloc::vec::Vec;

pub(super) use stream::{Part, Stream};

use super::config::Config;
use super::fault::{Refused, Violation};
use super::fields::Field;
use super::flow::SendWindow;
use super::frame::{Kind, LAST_STREAM};
use super::state::{State, Verdict};
use crate::in_use::InUse;
use closed::Closed;
use slots::Slots;
use stream::Ending;

/// Our side of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Client,
    Server,
}

/// All streams of a connection.
#[derive(Debug)]
pub(super) struct Streams {
    ids: Identifiers,
    open: InUse<Slots>,
    closed: Closed,
    /// Streams whose backlog may be sent from, in turn: those that are `queued`, and some that have
    /// ended since.
    ready: InUse<VecDeque<u32>>,
    /// The bytes of all backlogs.
    backlog_bytes: usize,
    caps: Caps,
}

/// Limits on what a peer can make us keep.
#[derive(Debug)]
struct Caps {
    streams: usize,
    backlog_bytes: usize,
    /// The initial receive window of streams.
    window_bytes: u32,
}

/// Which identifiers are in use (5.1.1).
#[derive(Debug)]
struct Identifiers {
    role: Role,
    /// Our next stream.
    next_local: u32,
    /// Our reserved streams, which wait for the peer to permit more, in order.
    reserved: InUse<VecDeque<u32>>,
    /// The peer's highest stream.
    last_remote: u32,
}

impl Identifiers {
    /// Whether a stream with this identifier is begun by us.
    #[inline]
    fn is_local(&self, id: u32) -> bool {
        (id % 2 == 1) == (self.role == Role::Client)
    }

    /// Whether it is above all that were used on its side.
    fn is_idle(&self, id: u32) -> bool {
        match self.is_local(id) {
            true => id >= self.next_local,
            false => id > self.last_remote,
        }
    }

    #[inline]
    fn next(&mut self) -> u32 {
        let id = self.next_local;
        self.next_local += 2;
        id
    }
}

impl Streams {
    pub(super) fn new(role: Role, config: &Config) -> Self {
        Streams {
            ids: Identifiers {
                role,
                next_local: 1,
                reserved: InUse::default(),
                last_remote: 0,
            },
            open: InUse::default(),
            closed: Closed::default(),
            ready: InUse::default(),
            backlog_bytes: 0,
            caps: Caps {
                streams: config.streams,
                backlog_bytes: config.backlog_bytes,
                window_bytes: config.stream_window_bytes,
            },
        }
    }

    /// How many streams there are, including reserved ones.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// How many are open.
    pub(super) fn open_len(&self) -> usize {
        self.open.len() - self.ids.reserved.len()
    }

    /// The highest stream that the peer has begun.
    pub(super) fn last_remote(&self) -> u32 {
        self.ids.last_remote
    }

    /// The stream with this identifier.
    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<&Stream> {
        self.open.get(id)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Stream> {
        self.open.used()?.get_mut(id)
    }

    /// What to do with a frame of that kind.
    #[inline]
    pub(super) fn judge(&self, id: u32, kind: Kind) -> (State, Verdict) {
        let state = match self.open.get(id) {
            Some(open) => open.state(),
            None => self.state_of_closed(id),
        };
        (state, state.judge(kind))
    }

    #[cold]
    fn state_of_closed(&self, id: u32) -> State {
        if self.ids.is_idle(id) {
            return State::Idle;
        }
        // 5.1.1: skipped identifiers are closed, and opening one is an error, as for an idle
        // stream.
        self.closed.get(id).unwrap_or(State::Idle)
    }
}

/// Opening.
impl Streams {
    /// Whether we have identifiers left.
    pub(super) fn may_reserve(&self) -> Result<(), Refused> {
        match self.ids.next_local > LAST_STREAM {
            true => Err(Refused::OutOfStreams),
            false => Ok(()),
        }
    }

    /// Whether we may open another stream while the peer permits `most` (5.1.2).
    #[inline]
    pub(super) fn permit_another(&self, most: usize) -> bool {
        self.open_len() < most
    }

    /// Whether a stream may open at once: reserved ones go first.
    pub(super) fn may_open(&self, most: usize) -> Result<(), Refused> {
        match self.ids.reserved.is_empty() && self.permit_another(most) {
            true => Ok(()),
            false => Err(Refused::TooManyStreams),
        }
    }

    /// Reserves a stream for a request that cannot begin yet.
    pub(super) fn reserve(&mut self) -> u32 {
        let id = self.ids.next();
        // Its send window is set when it is opened.
        self.begin(id, State::Idle, 0);
        self.ids.reserved.push_back(id);
        id
    }

    /// The stream reserved first.
    pub(super) fn first_reserved(&self) -> Option<u32> {
        self.ids.reserved.front().copied()
    }

    /// Opens [`first_reserved`](Self::first_reserved); returns it, with its waiting content queued.
    pub(super) fn open_reserved(&mut self, send: u32) -> Option<&mut Stream> {
        let id = self.ids.reserved.used()?.pop_front()?;
        let open = self.open.used()?.get_mut(id)?;
        open.begin_reserved(send);
        queue(&mut self.ready, open);
        Some(open)
    }

    /// Opens a stream of ours.
    #[inline]
    pub(super) fn open_local(&mut self, state: State, send: u32) -> (u32, &mut Stream) {
        let id = self.ids.next();
        (id, self.begin(id, state, send))
    }

    /// The peer begins a stream; false if it must not. A client's identifiers are odd and increase;
    /// a server's would be pushed streams.
    pub(super) fn note_remote(&mut self, id: u32) -> bool {
        let may = self.ids.role == Role::Server && !self.ids.is_local(id) && self.ids.is_idle(id);
        if may {
            self.ids.last_remote = id;
        }
        may
    }

    /// Whether the peer may open no further stream, because of their number or because too much
    /// output waits for its windows.
    pub(super) fn are_full(&self) -> bool {
        self.open.len() >= self.caps.streams || self.is_backlog_full()
    }

    /// Opens a stream of the peer.
    pub(super) fn open_remote(&mut self, id: u32, state: State, send: u32) -> &mut Stream {
        self.begin(id, state, send)
    }

    #[inline]
    fn begin(&mut self, id: u32, state: State, send: u32) -> &mut Stream {
        let stream = self.open.insert(id);
        stream.begin(id, state, send, self.caps.window_bytes);
        stream
    }
}

/// Ending.
impl Streams {
    /// The peer has ended its side.
    #[inline]
    pub(super) fn end_received(&mut self, id: u32) -> Result<(), Violation> {
        let Some(open) = self.get_mut(id) else {
            return Ok(());
        };
        if open.end_received()?.is_over() {
            self.close(id, State::Ended);
        }
        Ok(())
    }

    /// We have ended our side; true if the stream has ended.
    #[inline]
    pub(super) fn end_sent(&mut self, id: u32) -> bool {
        let over = self.get_mut(id).map(Stream::end_sent);
        let over = over.is_some_and(State::is_over);
        if over {
            self.close(id, State::Ended);
        }
        over
    }

    /// Resets a stream; true if the peer must be told: it does not know reserved ones.
    pub(super) fn reset(&mut self, id: u32) -> bool {
        let reserved = self.ids.reserved.iter().position(|r| *r == id);
        if let Some(at) = reserved {
            self.ids.reserved.remove(at);
        }
        self.close(id, State::ResetByUs);
        reserved.is_none()
    }

    /// Forgets a stream.
    pub(super) fn close(&mut self, id: u32, how: State) {
        if let Some(stream) = self.open.used().and_then(|open| open.remove(id)) {
            self.backlog_bytes -= stream.close(how);
            self.closed.remember(id, how);
        }
    }

    /// The peer begins a stream that is not accepted.
    pub(super) fn ignore(&mut self, id: u32) {
        self.closed.remember(id, State::ResetByUs);
    }

    /// Closes our streams that the peer will not process; returns their identifiers, in order.
    pub(super) fn refused_above(&mut self, last: u32) -> Vec<u32> {
        let open = self.open.used().into_iter().flat_map(Slots::iter_mut);
        let above = open.map(|s| s.id()).filter(|id| *id > last);
        // Reserved streams begin no more.
        let reserved = self.ids.reserved.used().map(core::mem::take);
        let mut ids: Vec<u32> = above.chain(reserved.into_iter().flatten()).collect();
        ids.sort_unstable();
        for id in &ids {
            self.close(*id, State::ResetByPeer);
        }
        ids
    }

    /// Forgets how streams ended: frames that cross their ends have long arrived.
    pub(super) fn forget_closed(&mut self) {
        self.closed.forget();
    }

    /// Releases memory while nothing is open.
    pub(super) fn rest(&mut self) {
        if self.open.len() == 0 {
            self.open.release();
            self.ready.release();
            self.ids.reserved.release();
        }
    }
}

/// Content in both directions.
impl Streams {
    /// `n` bytes of a stream's content were consumed; returns the increment to announce on it, if
    /// it is time to.
    #[inline]
    pub(super) fn consumed(&mut self, id: u32, bytes: u32) -> Option<u32> {
        self.get_mut(id)?.consumed(bytes)
    }

    /// As [`Connection::hold`](super::Connection::hold); returns the increment to announce.
    pub(super) fn hold(&mut self, id: u32, held: bool) -> Option<u32> {
        self.get_mut(id)?.hold(held)
    }

    /// Whether the stream exists and may send or queue more of our message.
    #[inline]
    pub(super) fn may_send(&self, id: u32) -> Result<&Stream, Refused> {
        let open = self.open.get(id).ok_or(Refused::NoSuchStream)?;
        match open.may_send() {
            true => Ok(open),
            false => Err(Refused::AlreadyEnded),
        }
    }

    /// Sends `n` bytes of content on a stream, within both windows.
    #[inline]
    pub(super) fn take_window(&mut self, id: u32, bytes: usize, connection: &mut SendWindow) {
        if let Some(open) = self.get_mut(id) {
            open.outgoing_mut().window.take(bytes);
            connection.take(bytes);
        }
    }

    /// Queues content that cannot be sent yet.
    pub(super) fn append_backlog(&mut self, id: u32, content: &[u8]) {
        let Some(open) = self.open.used().and_then(|open| open.get_mut(id)) else {
            return;
        };
        open.outgoing_mut().backlog.put(content);
        self.backlog_bytes += content.len();
        if open.state() != State::Idle {
            queue(&mut self.ready, open);
        }
    }

    /// The stream ends after its backlog.
    pub(super) fn end_with_backlog(&mut self, id: u32) {
        if let Some(open) = self.get_mut(id) {
            open.outgoing_mut().ending = Ending::Data;
        }
    }

    /// Likewise, with trailers.
    pub(super) fn end_with_trailers<'a>(
        &mut self,
        id: u32,
        fields: impl Iterator<Item = Field<'a>>,
    ) {
        if let Some(open) = self.get_mut(id) {
            open.outgoing_mut().end_with_trailers(fields);
        }
    }

    /// The trailers that may be sent now, after all content.
    pub(super) fn take_trailers(&mut self, id: u32) -> Option<super::fields::Fields> {
        let outgoing = self.get_mut(id)?.outgoing_mut();
        match outgoing.has_backlog() {
            true => None,
            false => outgoing.take_trailers(),
        }
    }

    /// Whether some stream may have output.
    #[inline]
    pub(super) fn any_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The next stream in turn.
    pub(super) fn next_ready(&mut self) -> Option<u32> {
        let id = self.ready.used()?.pop_front()?;
        if let Some(open) = self.get_mut(id) {
            open.outgoing_mut().queued = false;
        }
        Some(id)
    }

    /// `n` bytes of a backlog were sent, within both windows; the rest waits for its next turn.
    pub(super) fn sent_backlog(&mut self, id: u32, bytes: usize, connection: &mut SendWindow) {
        self.take_window(id, bytes, connection);
        let Some(open) = self.open.used().and_then(|open| open.get_mut(id)) else {
            return;
        };
        open.outgoing_mut().backlog.consume(bytes);
        self.backlog_bytes -= bytes;
        queue(&mut self.ready, open);
    }

    /// The peer permits more on one stream; false if its window would exceed the maximum.
    #[must_use]
    pub(super) fn grow_window(&mut self, id: u32, by: u32) -> bool {
        let Some(open) = self.open.used().and_then(|open| open.get_mut(id)) else {
            return true;
        };
        let fits = open.outgoing_mut().window.grow(i64::from(by));
        if fits {
            queue(&mut self.ready, open);
        }
        fits
    }

    /// The initial window has changed: adjusts the windows of all streams (6.9.2). False as above.
    #[must_use]
    pub(super) fn move_windows(&mut self, by: i64) -> bool {
        let open = self.open.used().into_iter().flat_map(Slots::iter_mut);
        for open in open.filter(|_| by != 0) {
            if !open.outgoing_mut().window.grow(by) {
                return false;
            }
            if by > 0 {
                queue(&mut self.ready, open);
            }
        }
        true
    }

    /// Drops everything that waits to be sent.
    pub(super) fn stop_sending(&mut self) {
        self.ready.release();
    }

    /// Bytes that wait for the peer's windows.
    pub(super) fn backlog_bytes(&self) -> usize {
        self.backlog_bytes
    }

    /// Whether no more content may be queued.
    #[inline]
    pub(super) fn is_backlog_full(&self) -> bool {
        self.backlog_bytes >= self.caps.backlog_bytes
    }

    /// Whether so much is queued that there should not be much more.
    #[inline]
    pub(super) fn is_backlog_large(&self) -> bool {
        self.backlog_bytes >= self.caps.backlog_bytes / 4
    }
}

/// Queues a stream with a backlog for its turn, once.
fn queue(ready: &mut InUse<VecDeque<u32>>, open: &mut Stream) {
    let id = open.id();
    let outgoing = open.outgoing_mut();
    if outgoing.has_backlog() && !outgoing.queued {
        outgoing.queued = true;
        ready.push_back(id);
    }
}
