//! What each part of a message was read as: numbers and pointers, with their places.

use alloc::vec::Vec;

/// What some bytes of a message are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A number, count, label or wide character: in the sender's byte order.
    Number,
    /// What stands for a pointer in place, which is told as a number, too. Of one that may be null
    /// it says whether that is; what else it says only matters where it leads to something shared.
    Pointer,
}

/// What a reader tells of what it reads.
pub(super) trait Trace: Default {
    /// So many bytes from there on are that. What is read twice is told twice.
    fn read(&mut self, at: usize, bytes: usize, part: Part);
}

/// Nobody wants to know.
impl Trace for () {
    #[inline(always)]
    fn read(&mut self, _: usize, _: usize, _: Part) {}
}

/// All in the order in which it is read: where it starts, how many bytes it has, what it is.
impl Trace for Vec<(usize, usize, Part)> {
    fn read(&mut self, at: usize, bytes: usize, part: Part) {
        self.push((at, bytes, part));
    }
}
