//! Values read in place that the deferred part needs.

use alloc::vec::Vec;

/// Values read in place that the deferred part needs: a queue for each outermost construct. Few
/// constructs have more than fit in here.
pub(super) struct Due {
    few: [u64; 8],
    more: Vec<u64>,
    pub(super) len: usize,
    pub(super) next: usize,
}

impl Due {
    pub(super) const NONE: Self = Due {
        few: [0; 8],
        more: Vec::new(),
        len: 0,
        next: 0,
    };

    #[inline]
    pub(super) fn push(&mut self, what: u64) {
        match self.few.get_mut(self.len) {
            Some(slot) => *slot = what,
            None => self.more.push(what),
        }
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<u64> {
        if self.next >= self.len {
            return None;
        }
        let at = self.next;
        self.next += 1;
        match self.few.get(at) {
            Some(what) => Some(*what),
            None => self.more.get(at - self.few.len()).copied(),
        }
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = len;
        self.more.truncate(len.saturating_sub(self.few.len()));
    }
}
