//! How the latest streams ended.

use alloc::collections::VecDeque;

use crate::carrier::http2::state::State;

/// How many streams are remembered after their end.
const REMEMBERED: usize = 128;

/// The streams that ended last.
#[derive(Debug, Default)]
pub(super) struct Closed {
    /// The youngest at the back.
    latest: VecDeque<(u32, State)>,
    /// The highest identifier that fell out of them.
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

    /// How a stream ended, that is not open and has an identifier up to the highest in use;
    /// `None` when it was passed over.
    pub(super) fn get(&self, id: u32) -> Option<State> {
        let found = self.latest.iter().rev().find(|(closed, _)| *closed == id);
        match found {
            Some((_, how)) => Some(*how),
            // The mildest of what it can have been.
            None if id <= self.forgotten => Some(State::ResetByUs),
            None => None,
        }
    }
}
