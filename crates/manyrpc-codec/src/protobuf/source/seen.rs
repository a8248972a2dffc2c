//! The fields of a message that were present.

use alloc::vec::Vec;

/// A set of field indices; those above 63 are rare and allocated.
#[derive(Default)]
pub(super) struct Seen {
    first: u64,
    more: Vec<u64>,
}

impl Seen {
    /// From a bit for each of the first 64.
    #[inline]
    pub(super) fn of(first: u64) -> Self {
        let more = Vec::new();
        Seen { first, more }
    }

    /// Returns whether it was there before.
    #[inline]
    pub(super) fn insert(&mut self, i: usize) -> bool {
        if i >= 64 {
            return self.insert_more(i - 64);
        }
        let bit = 1 << i;
        let before = self.first & bit != 0;
        self.first |= bit;
        before
    }

    #[cold]
    #[inline(never)]
    fn insert_more(&mut self, i: usize) -> bool {
        let (word, bit) = (i / 64, 1 << (i % 64));
        if self.more.len() <= word {
            self.more.resize(word + 1, 0);
        }
        let before = self.more[word] & bit != 0;
        self.more[word] |= bit;
        before
    }

    #[cold]
    pub(super) fn remove(&mut self, i: usize) {
        match i.checked_sub(64) {
            None => self.first &= !(1 << i),
            Some(i) => {
                if let Some(word) = self.more.get_mut(i / 64) {
                    *word &= !(1 << (i % 64));
                }
            }
        }
    }

    /// The first index from `from` on and below `n` that is missing.
    #[inline]
    pub(super) fn next_missing(&self, from: usize, n: usize) -> Option<usize> {
        if from < 64 {
            let missing = !self.first & (u64::MAX << from);
            let i = missing.trailing_zeros() as usize;
            if i < 64 {
                return (i < n).then_some(i);
            }
        }
        if n <= 64 {
            return None;
        }
        (from.max(64)..n).find(|i| {
            let word = self.more.get((i - 64) / 64).copied().unwrap_or_default();
            word & 1 << ((i - 64) % 64) == 0
        })
    }
}

/// The selected arm of each `oneof` of a message: pairs of the field's index and the arm's number.
#[derive(Default)]
pub(super) struct Choices {
    first: Option<(usize, Option<u32>)>,
    more: Vec<(usize, Option<u32>)>,
}

impl Choices {
    /// Selects an arm of a field, or none; returns the previous one.
    pub(super) fn choose(&mut self, i: usize, number: Option<u32>) -> Option<u32> {
        let known = self.first.iter_mut().chain(&mut self.more);
        for (field, arm) in known {
            if *field == i {
                return core::mem::replace(arm, number);
            }
        }
        match self.first {
            None => self.first = Some((i, number)),
            Some(_) => self.more.push((i, number)),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_kept_apart_beyond_a_word() {
        let mut seen = Seen::default();
        for i in [0, 63, 64, 200] {
            assert!(!seen.insert(i));
            assert!(seen.insert(i));
        }
        assert_eq!(seen.next_missing(0, 201), Some(1));
        assert_eq!(seen.next_missing(63, 201), Some(65));
        assert_eq!(seen.next_missing(200, 201), None);
        assert_eq!(seen.next_missing(63, 64), None);
        seen.remove(200);
        seen.remove(63);
        assert_eq!(seen.next_missing(200, 201), Some(200));
        assert_eq!(seen.next_missing(63, 64), Some(63));
    }

    #[test]
    fn the_last_arm_of_each_choice_is_known() {
        let mut choices = Choices::default();
        assert_eq!(choices.choose(1, Some(5)), None);
        assert_eq!(choices.choose(2, Some(6)), None);
        assert_eq!(choices.choose(1, Some(5)), Some(5));
        assert_eq!(choices.choose(2, Some(7)), Some(6));
        assert_eq!(choices.choose(2, Some(7)), Some(7));
        assert_eq!(choices.choose(2, None), Some(7));
    }
}
