//! Memory use of all activities' messages, counted so that each kind has a limit.

use super::stage::Replied;

/// Bytes of messages, over all activities.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Of incomplete messages.
    pub(super) parts: usize,
    /// The number of incomplete messages.
    pub(super) assembling: u32,
    /// Of results that are kept.
    pub(super) kept: usize,
    /// Of kept results that were sent in full.
    pub(super) resting: usize,
}

impl Memory {
    /// An incomplete message changed its length.
    #[inline]
    pub(super) fn part_changed(&mut self, before: usize, after: usize) {
        self.parts = self.parts - before + after;
        self.assembling += u32::from(after > 0);
        self.assembling -= u32::from(before > 0);
    }

    /// Results are kept from now on.
    #[inline]
    pub(super) fn keep(&mut self, results: &Replied) {
        self.kept += results.bytes;
    }

    /// Kept results were sent in full; false if they already had been.
    pub(super) fn rest(&mut self, results: &mut Replied) -> bool {
        let news = !results.resting;
        if news {
            results.resting = true;
            self.resting += results.bytes;
        }
        news
    }

    /// Results are kept no longer.
    #[inline]
    pub(super) fn release(&mut self, results: &Replied) {
        self.kept -= results.bytes;
        if results.resting {
            self.resting -= results.bytes;
        }
    }
}
