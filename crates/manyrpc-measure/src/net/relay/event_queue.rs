//! The event queue of a relay.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::time::Duration;

/// Events ordered by time, and by insertion for the same time.
#[derive(Debug)]
pub(super) struct EventQueue<T> {
    heap: BinaryHeap<Reverse<Entry<T>>>,
    entries: u64,
}

#[derive(Debug)]
struct Entry<T> {
    at: Duration,
    number: u64,
    what: T,
}

impl<T> EventQueue<T> {
    pub(super) const fn new() -> Self {
        EventQueue {
            heap: BinaryHeap::new(),
            entries: 0,
        }
    }

    pub(super) fn put(&mut self, at: Duration, what: T) {
        let number = self.entries;
        self.entries += 1;
        self.heap.push(Reverse(Entry { at, number, what }));
    }

    /// The time of the first event.
    pub(super) fn next(&self) -> Option<Duration> {
        self.heap.peek().map(|Reverse(entry)| entry.at)
    }

    /// Removes and returns the first event, if it is due.
    pub(super) fn take(&mut self, now: Duration) -> Option<T> {
        let due = self.next().is_some_and(|at| at <= now);
        due.then(|| self.heap.pop().map(|Reverse(entry)| entry.what))?
    }
}

impl<T> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Entry<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_comes_first_and_the_first_of_one_time() {
        let mut event_queue = EventQueue::new();
        for (at, what) in [(5, 'c'), (1, 'a'), (5, 'd'), (3, 'b')] {
            event_queue.put(Duration::from_nanos(at), what);
        }
        let taken =
            |event_queue: &mut EventQueue<char>, now| event_queue.take(Duration::from_nanos(now));
        assert_eq!(taken(&mut event_queue, 0), None);
        assert_eq!(event_queue.next(), Some(Duration::from_nanos(1)));
        for expected in "abcd".chars() {
            assert_eq!(taken(&mut event_queue, 5), Some(expected));
        }
        assert_eq!(taken(&mut event_queue, 9), None);
    }
}
