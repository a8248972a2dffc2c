//! The streams of one connection: those that are open, and how the latest others ended.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::hash::{BuildHasherDefault, Hasher};

use hashbrown::HashMap;
use manyrpc_codec::Buf;

use super::fields::Fields;
use super::state::State;

/// How many streams are remembered after their end.
const REMEMBERED: usize = 128;
/// Memory of a backlog that is kept for the next stream, in bytes.
const KEPT_BACKLOG: usize = 64 << 10;

/// What follows the backlog of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    /// More to come.
    #[default]
    Open,
    /// The end of the stream.
    Data,
    /// Trailers.
    Trailers,
}

/// One open stream.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) id: u32,
    pub(super) state: State,
    /// Bytes that we may send; negative after the peer has lowered the initial window (6.9.2).
    pub(super) send_window: i64,
    /// Bytes that the peer may send.
    pub(super) receive_window: i64,
    /// Bytes that were consumed and not yet permitted again.
    pub(super) consumed: u32,
    /// Bytes of content that `content-length` still promises.
    pub(super) promised: Option<u64>,
    /// The final header list has come.
    pub(super) has_head: bool,
    /// The response has no content, whatever its `content-length` says (HEAD).
    pub(super) no_content: bool,
    /// What waits for the peer's windows.
    pub(super) backlog: Buf,
    pub(super) ending: Ending,
    pub(super) trailers: Fields,
    /// It is in the queue of streams that have something to send.
    pub(super) queued: bool,
}

/// Identifiers are dense and a multiplication spreads them well.
#[derive(Default)]
pub(super) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    #[inline]
    fn write_u32(&mut self, id: u32) {
        self.0 = (u64::from(id) ^ self.0)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(32);
    }
}

/// All streams of a connection.
#[derive(Debug, Default)]
pub(super) struct Streams {
    slots: Vec<Stream>,
    free: Vec<u32>,
    by_id: HashMap<u32, u32, BuildHasherDefault<IdHasher>>,
    /// The streams that ended last, the youngest at the back.
    ended: VecDeque<(u32, State)>,
    /// The highest identifier that fell out of `ended`.
    forgotten: u32,
}

impl Streams {
    /// How many are open.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Opens one. Its identifier must be new.
    pub(super) fn open(&mut self, id: u32, state: State, send: u32, receive: u32) -> &mut Stream {
        let at = match self.free.pop() {
            Some(at) => at,
            None => self.new_slot(),
        };
        self.by_id.insert(id, at);
        let stream = &mut self.slots[at as usize];
        stream.id = id;
        stream.state = state;
        stream.send_window = i64::from(send);
        stream.receive_window = i64::from(receive);
        stream.consumed = 0;
        stream.promised = None;
        stream.has_head = false;
        stream.no_content = false;
        stream.ending = Ending::Open;
        stream.queued = false;
        stream
    }

    #[cold]
    fn new_slot(&mut self) -> u32 {
        self.slots.push(Stream {
            id: 0,
            state: State::Idle,
            send_window: 0,
            receive_window: 0,
            consumed: 0,
            promised: None,
            has_head: false,
            no_content: false,
            backlog: Buf::new(),
            ending: Ending::Open,
            trailers: Fields::new(),
            queued: false,
        });
        // Room for all of them, so that closing one never allocates.
        self.free.reserve(self.slots.len());
        self.slots.len() as u32 - 1
    }

    /// The open stream with this identifier.
    #[inline]
    pub(super) fn get(&mut self, id: u32) -> Option<&mut Stream> {
        let at = *self.by_id.get(&id)?;
        Some(&mut self.slots[at as usize])
    }

    /// All that are open, in no order.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Stream> {
        self.slots
            .iter_mut()
            .filter(|s| !s.state.is_over() && s.state != State::Idle)
    }

    /// Closes one; returns how many bytes of its backlog are lost.
    pub(super) fn close(&mut self, id: u32, how: State) -> usize {
        let Some(at) = self.by_id.remove(&id) else {
            return 0;
        };
        let stream = &mut self.slots[at as usize];
        stream.state = how;
        let lost = stream.backlog.len();
        stream.backlog.clear();
        stream.backlog.shrink(KEPT_BACKLOG);
        stream.trailers.clear();
        self.free.push(at);
        self.remember(id, how);
        lost
    }

    /// Notes how a stream ended that never was open to us.
    pub(super) fn remember(&mut self, id: u32, how: State) {
        if self.ended.len() == REMEMBERED
            && let Some((id, _)) = self.ended.pop_front()
        {
            self.forgotten = self.forgotten.max(id);
        }
        self.ended.push_back((id, how));
    }

    /// How a stream ended, that is not open and has an identifier up to the highest in use;
    /// `None` when it was passed over.
    pub(super) fn ended(&self, id: u32) -> Option<State> {
        let found = self.ended.iter().rev().find(|(ended, _)| *ended == id);
        match found {
            Some((_, how)) => Some(*how),
            // The mildest of what it can have been.
            None if id <= self.forgotten => Some(State::ResetByUs),
            None => None,
        }
    }

    /// Gives memory back while nothing is open.
    pub(super) fn shrink(&mut self) {
        if self.by_id.is_empty() {
            self.slots = Vec::new();
            self.free = Vec::new();
            self.by_id = HashMap::default();
        }
    }
}
