//! How recent streams ended.

use alloc::collections::VecDeque;

use crate::carrier::http2::state::State;
use crate::in_use::InUse;

/// How many ended streams are remembered.
const REMEMBERED: usize = 128;

/// The most recently ended streams.
#[derive(Debug, Default)]
pub(super) struct Closed {
    /// The newest at the back.
    latest: InUse<VecDeque<(u32, State)>>,
    /// The highest identifier that is no longer remembered.
    forgotten: u32,
}

impl Closed {
    /// Notes how a stream ended.
    #[inline]
    pub(super) fn remember(&mut self, id: u32, how: State) {
        if self.latest.len() == REMEMBERED
            && let Some((id, _)) = self.latest.pop_front()
        {
            self.forgotten = self.forgotten.max(id);
        }
        self.latest.push_back((id, how));
    }

    /// Forgets the streams.
    pub(super) fn forget(&mut self) {
        let last = self.latest.iter().map(|(id, _)| *id).max();
        self.forgotten = self.forgotten.max(last.unwrap_or_default());
        self.latest.release();
    }

    /// How a stream ended that is not open and whose identifier is at most the highest in use;
    /// `None` if it was skipped.
    pub(super) fn get(&self, id: u32) -> Option<State> {
        let found = self.latest.iter().rev().find(|(closed, _)| *closed == id);
        match found {
            Some((_, how)) => Some(*how),
            // The most lenient of the possible states.
            None if id <= self.forgotten => Some(State::ResetByUs),
            None => None,
        }
    }
}
