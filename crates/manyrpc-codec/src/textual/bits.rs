//! A stack of bits that needs no memory while it is small.

use alloc::vec::Vec;

/// A stack of bits.
#[derive(Default)]
pub(crate) struct BitStack {
    /// The topmost ones, the last in the lowest bit.
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

    /// The last one pushed, if there is any.
    pub(crate) fn last(&self) -> Option<bool> {
        (self.len > 0).then_some(self.top & 1 == 1)
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
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
}
