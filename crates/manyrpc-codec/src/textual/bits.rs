//! A stack and a set of bits that do not allocate while they are small.

use alloc::vec::Vec;

/// A stack of bits.
#[derive(Default)]
pub(crate) struct BitStack {
    /// The topmost bits, the last one lowest.
    top: u64,
    below: Vec<u64>,
    len: u32,
}

impl BitStack {
    pub(crate) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(64) && self.len > 0 {
            self.below.push(self.top);
        }
        self.top = self.top << 1 | u64::from(bit);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) {
        debug_assert!(self.len > 0, "what was pushed is popped");
        self.top >>= 1;
        self.len = self.len.saturating_sub(1);
        if self.len.is_multiple_of(64) {
            self.top = self.below.pop().unwrap_or_default();
        }
    }

    /// The last bit pushed.
    pub(crate) fn last(&self) -> Option<bool> {
        (self.len > 0).then_some(self.top & 1 == 1)
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }
}

/// A set of small numbers: the fields of a record that were present.
#[derive(Default)]
pub(crate) struct BitSet {
    low: u64,
    more: Vec<u64>,
}

impl BitSet {
    /// No numbers.
    pub(crate) const EMPTY: Self = BitSet {
        low: 0,
        more: Vec::new(),
    };

    /// All numbers below `n`.
    pub(crate) fn below(n: usize) -> Self {
        let mut set = Self::default();
        match n {
            0..64 => set.low = (1 << n) - 1,
            _ => (0..n).for_each(|i| {
                set.insert(i);
            }),
        }
        set
    }

    /// Adds a number; false if it was already there.
    pub(crate) fn insert(&mut self, i: usize) -> bool {
        let (word, bit) = (self.word(i), 1 << (i % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes those of the first 64 whose bits are set.
    pub(crate) fn forget(&mut self, low: u64) {
        self.low &= !low;
    }

    /// Removes a number.
    pub(crate) fn remove(&mut self, i: usize) {
        *self.word(i) &= !(1 << (i % 64));
    }

    pub(crate) fn contains(&self, i: usize) -> bool {
        let word = match i / 64 {
            0 => Some(&self.low),
            n => self.more.get(n - 1),
        };
        word.is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    fn word(&mut self, i: usize) -> &mut u64 {
        match i / 64 {
            0 => &mut self.low,
            n => {
                if self.more.len() < n {
                    self.more.resize(n, 0);
                }
                &mut self.more[n - 1]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_gives_back_what_it_took() {
        let bit = |i: u32| i.is_multiple_of(3) || i.is_multiple_of(7);
        let mut stack = BitStack::default();
        for i in 0..300 {
            stack.push(bit(i));
            assert_eq!((stack.len(), stack.last()), (i + 1, Some(bit(i))));
        }
        for i in (0..300).rev() {
            assert_eq!((stack.len(), stack.last()), (i + 1, Some(bit(i))));
            stack.pop();
        }
        assert_eq!((stack.len(), stack.last()), (0, None));
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        for n in [0, 1, 63, 64, 65, 200] {
            let mut set = BitSet::below(n);
            assert!((0..300).all(|i| set.contains(i) == (i < n)), "{n}");
            assert!(set.insert(250) && !set.insert(250) && set.contains(250));
        }
    }
}
