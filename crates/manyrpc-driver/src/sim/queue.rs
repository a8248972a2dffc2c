//! Planned events in order of time; of two at the same time, the one planned first comes first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use manyrpc_engine::Instant;

use super::event::Event;

#[derive(Debug, PartialEq, Eq)]
struct Planned {
    at: Instant,
    order: u64,
    event: Event,
}

impl Ord for Planned {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.order).cmp(&(other.at, other.order))
    }
}

impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<Reverse<Planned>>,
    planned: u64,
}

impl Queue {
    pub(super) fn push(&mut self, at: Instant, event: Event) {
        let order = self.planned;
        self.planned += 1;
        self.heap.push(Reverse(Planned { at, order, event }));
    }

    /// The next event, if it is due at `until` or earlier.
    pub(super) fn pop(&mut self, until: Instant) -> Option<(Instant, Event)> {
        if self.heap.peek()?.0.at > until {
            return None;
        }
        self.heap.pop().map(|Reverse(p)| (p.at, p.event))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}
