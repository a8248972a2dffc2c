//! Which calls of one client were executed, as a set of xids.
//!
//! Reading list: RFC 5531 section 5 ("execute-at-most-once semantics").
//!
//! Clients with increasing xids produce one range with a few holes: calls that were lost or are
//! still in transit. The set is stored as a range and its holes, so membership is exact for any
//! number of calls. Only when there are too many holes is the oldest filled in; a call in it then
//! counts as executed: at most once holds, and that call is lost.

use alloc::vec::Vec;

/// How far an xid may be from the highest one and still belong to the same sequence.
const REACH: i32 = 1 << 22;
/// Extended xids start here, so that nothing wraps below zero.
const BASE: u64 = 1 << 32;

/// An xid extended beyond wrapping; meaningful only to the [`Seen`] that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(pub(super) u64);

/// The executed calls of one client.
#[derive(Debug, Default)]
pub(super) struct Seen {
    low: u64,
    high: u64,
    /// Ranges between `low` and `high`, inclusive, that were not executed.
    holes: Vec<(u64, u64)>,
    any: bool,
}

impl Seen {
    /// Empties the set. The next calls are expected around `xid`.
    pub(super) fn restart(&mut self, xid: u32) {
        self.high = BASE + u64::from(xid);
        self.low = self.high;
        self.holes.clear();
        self.any = false;
    }

    /// Whether the set is empty.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        !self.any
    }

    pub(super) fn holes(&self) -> usize {
        self.holes.len()
    }

    /// Extends an xid; `None` if it is too far away to belong to the same sequence.
    #[inline]
    pub(super) fn place(&self, xid: u32) -> Option<Place> {
        let ahead = xid.wrapping_sub(self.high as u32) as i32;
        if !(-REACH..=REACH).contains(&ahead) {
            return None;
        }
        self.high.checked_add_signed(i64::from(ahead)).map(Place)
    }

    /// Whether the call was executed.
    #[inline]
    pub(super) fn contains(&self, Place(x): Place) -> bool {
        if !self.any || x > self.high || x < self.low {
            return false;
        }
        self.hole_with(x).is_err()
    }

    /// The hole that contains `x`, or where it would be inserted.
    fn hole_with(&self, x: u64) -> Result<usize, usize> {
        let at = self.holes.partition_point(|(_, end)| *end < x);
        match self.holes.get(at) {
            Some((start, _)) if *start <= x => Ok(at),
            _ => Err(at),
        }
    }

    /// Records that the call was executed.
    #[inline]
    pub(super) fn insert(&mut self, Place(x): Place) {
        if !self.any {
            (self.low, self.high, self.any) = (x, x, true);
        } else if x > self.high {
            if x > self.high + 1 {
                self.holes.push((self.high + 1, x - 1));
            }
            self.high = x;
        } else if x < self.low {
            if x + 1 < self.low {
                self.holes.insert(0, (x + 1, self.low - 1));
            }
            self.low = x;
        } else {
            self.fill(x);
        }
    }

    fn fill(&mut self, x: u64) {
        let Ok(at) = self.hole_with(x) else {
            return;
        };
        let (start, end) = self.holes[at];
        match (start == x, end == x) {
            (true, true) => {
                self.holes.remove(at);
            }
            (true, false) => self.holes[at].0 = x + 1,
            (false, true) => self.holes[at].1 = x - 1,
            (false, false) => {
                self.holes[at].1 = x - 1;
                self.holes.insert(at + 1, (x + 1, end));
            }
        }
    }

    /// Fills in the oldest hole.
    pub(super) fn forget_oldest_hole(&mut self) {
        if !self.holes.is_empty() {
            self.holes.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    fn starting(xid: u32) -> Seen {
        let mut seen = Seen::default();
        seen.restart(xid);
        seen
    }

    #[test]
    fn the_set_is_exact_in_any_order_and_across_the_wrap() {
        for first in [5u32, 1000, u32::MAX - 100] {
            let (mut seen, mut model, mut r) = (starting(first), BTreeSet::new(), 1u64);
            for _ in 0..5000 {
                r = r
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let xid = first.wrapping_add((r >> 40) as u32 % 700).wrapping_sub(90);
                let place = seen.place(xid).unwrap();
                assert_eq!(seen.contains(place), model.contains(&xid));
                if r >> 62 != 0 {
                    seen.insert(place);
                    model.insert(xid);
                    assert!(seen.contains(place));
                }
            }
            assert!(seen.holes() <= 5, "nearly all were inserted");
        }
    }

    #[test]
    fn one_in_flight_leaves_no_holes_and_a_lost_one_leaves_one() {
        let mut seen = starting(10);
        for xid in 10..100_000 {
            let place = seen.place(xid).unwrap();
            assert!(!seen.contains(place));
            if xid != 777 {
                seen.insert(place);
            }
        }
        assert_eq!(seen.holes(), 1);
        assert!(!seen.contains(seen.place(777).unwrap()));
        seen.forget_oldest_hole();
        assert!(seen.contains(seen.place(777).unwrap()));
    }

    #[test]
    fn far_away_is_another_count() {
        let seen = starting(1 << 30);
        assert!(seen.place((1 << 30) + (1 << 22)).is_some());
        assert!(seen.place((1 << 30) + (1 << 22) + 1).is_none());
        assert!(seen.place(0).is_none());
    }
}
