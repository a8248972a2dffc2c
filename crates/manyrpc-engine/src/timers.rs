//! One timer for each of many numbered items; the earliest is known at once.

use alloc::vec::Vec;

use crate::time::Instant;

const NONE: u32 = u32::MAX;

/// A binary heap that knows the position of each item's timer.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    heap: Vec<(Instant, u32)>,
    /// Position of each item in the heap.
    place: Vec<u32>,
}

impl Timers {
    /// The earliest timer and its item.
    #[inline]
    pub(crate) fn first(&self) -> Option<(Instant, u32)> {
        self.heap.first().copied()
    }

    /// Sets the timer of `who`, replacing any earlier one.
    pub(crate) fn set(&mut self, who: u32, at: Instant) {
        let who_at = who as usize;
        if who_at >= self.place.len() {
            self.place.resize(who_at + 1, NONE);
        }
        match self.place[who_at] {
            NONE => {
                self.place[who_at] = self.heap.len() as u32;
                self.heap.push((at, who));
                self.up(self.heap.len() - 1);
            }
            i => {
                self.heap[i as usize].0 = at;
                self.settle(i as usize);
            }
        }
    }

    /// Stops the timer of `who`, if it has one.
    pub(crate) fn clear(&mut self, who: u32) {
        let Some(&i) = self.place.get(who as usize) else {
            return;
        };
        if i == NONE {
            return;
        }
        self.place[who as usize] = NONE;
        let last = self.heap.len() - 1;
        self.heap.swap_remove(i as usize);
        if (i as usize) < last {
            let moved = self.heap[i as usize].1;
            self.place[moved as usize] = i;
            self.settle(i as usize);
        }
    }

    fn settle(&mut self, i: usize) {
        let i = self.up(i);
        self.down(i);
    }

    fn up(&mut self, mut i: usize) -> usize {
        while i > 0 {
            let parent = (i - 1) / 2;
            if self.heap[parent].0 <= self.heap[i].0 {
                break;
            }
            self.swap(i, parent);
            i = parent;
        }
        i
    }

    fn down(&mut self, mut i: usize) {
        loop {
            let (left, right) = (2 * i + 1, 2 * i + 2);
            let mut least = i;
            for child in [left, right] {
                if child < self.heap.len() && self.heap[child].0 < self.heap[least].0 {
                    least = child;
                }
            }
            if least == i {
                return;
            }
            self.swap(i, least);
            i = least;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.place[self.heap[a].1 as usize] = a as u32;
        self.place[self.heap[b].1 as usize] = b as u32;
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_earliest_is_always_first() {
        let (mut timers, mut model) = (Timers::default(), BTreeMap::new());
        let mut x = 1u64;
        for _ in 0..20_000 {
            x = x
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let (who, at) = ((x >> 33) as u32 % 50, Instant::from_nanos(x >> 50));
            if x >> 60 < 10 {
                timers.set(who, at);
                model.insert(who, at);
            } else {
                timers.clear(who);
                model.remove(&who);
            }
            assert_eq!(
                timers.first().map(|(at, _)| at),
                model.values().min().copied()
            );
            if let Some((at, who)) = timers.first() {
                assert_eq!(model[&who], at);
            }
        }
    }
}
