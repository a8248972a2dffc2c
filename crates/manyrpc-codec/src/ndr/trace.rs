//! A record of how each part of a message was read: numbers and pointers, with their places.

use alloc::vec::Vec;

/// What some bytes of a message are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A number, count, label or wide character: in the sender's byte order.
    Number,
    /// A pointer in place, which is also recorded as a number. If it may be null, its value shows
    /// whether it is; otherwise the value matters only if the target is shared.
    Pointer,
}

/// Receives a record of all reads.
pub(super) trait Trace: Default {
    /// These bytes were read as `part`. Bytes read twice are reported twice.
    fn read(&mut self, at: usize, bytes: usize, part: Part);
}

/// Records nothing.
impl Trace for () {
    #[inline(always)]
    fn read(&mut self, _: usize, _: usize, _: Part) {}
}

/// Records everything in reading order: offset, length in bytes, kind.
impl Trace for Vec<(usize, usize, Part)> {
    fn read(&mut self, at: usize, bytes: usize, part: Part) {
        self.push((at, bytes, part));
    }
}
