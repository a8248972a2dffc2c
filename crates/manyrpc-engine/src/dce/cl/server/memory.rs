//! What the messages of all activities take: counted, so that each kind has its limit.

use super::stage::Replied;

/// Bytes of messages, over all activities.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Of messages that came in part.
    pub(super) parts: usize,
    /// How many such messages there are.
    pub(super) assembling: u32,
    /// Of results that are kept.
    pub(super) kept: usize,
    /// Of those of them that were sent in full.
    pub(super) resting: usize,
}

impl Memory {
    /// Of a message that comes in part there were so many bytes, and are so many.
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

    /// Results that are kept were sent in full; reports whether that is news.
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
