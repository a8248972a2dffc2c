//! The byte buffer that messages are written to and received into.
//!
//! Its memory starts on a 64-byte boundary: where `malloc` places large blocks
//! (16 bytes past a page), the kernel's copies run at a third of their speed.
//!
//! ```
//! use manyrpc_codec::Buf;
//!
//! let mut buf = Buf::new();
//! buf.put_u32(0);
//! buf.put(b"abc");
//! buf.patch_u32(0, 3);
//! assert_eq!(buf.data(), b"\0\0\0\x03abc");
//! ```

use alloc::vec::Vec;
use core::ops::Range;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

// Reading and writing whole cache lines as bytes needs no further `unsafe`.
#[expect(unsafe_code, reason = "marker for a plain array of bytes")]
// SAFETY: 64 bytes, aligned to 64, no padding, every bit pattern valid.
unsafe impl bytemuck::Zeroable for Line {}
#[expect(unsafe_code, reason = "marker for a plain array of bytes")]
// SAFETY: as above, and `Copy`.
unsafe impl bytemuck::Pod for Line {}

/// Bytes between a moving start and a moving end, in aligned memory.
#[derive(Clone, Default)]
pub struct Buf {
    lines: Vec<Line>,
    start: usize,
    end: usize,
}

/// The place of data hidden by [`Buf::hide_behind`].
#[derive(Debug)]
#[must_use = "what is hidden is lost if it is not revealed"]
pub struct Hidden {
    at: usize,
    end: usize,
}

impl Buf {
    /// An empty buffer without memory.
    pub const fn new() -> Self {
        Buf {
            lines: Vec::new(),
            start: 0,
            end: 0,
        }
    }

    /// An empty buffer with room for `n` bytes.
    pub fn with_capacity(n: usize) -> Self {
        let mut buf = Self::new();
        buf.grow(n);
        buf
    }

    /// The data.
    #[inline]
    pub fn data(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.lines)[self.start..self.end]
    }

    /// The data, mutably.
    #[inline]
    pub fn data_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[self.start..self.end]
    }

    /// The length of the data in bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Whether there is no data.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.end == self.start
    }

    /// The number of bytes it can hold without allocating.
    pub fn capacity(&self) -> usize {
        self.lines.len() * 64
    }

    /// Removes the data and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.start = 0;
        self.end = 0;
    }

    /// Frees memory above `keep` bytes. Call it on an empty buffer.
    pub fn shrink(&mut self, keep: usize) {
        if self.capacity() > keep && self.len() <= keep {
            self.compact();
            self.lines.truncate(keep.div_ceil(64));
            self.lines.shrink_to_fit();
        }
    }

    /// At least `min` bytes of space behind the data, to receive into; followed by [`Buf::filled`].
    #[inline]
    pub fn space(&mut self, min: usize) -> &mut [u8] {
        if self.capacity() - self.end < min {
            self.make_room(min);
        }
        &mut bytemuck::cast_slice_mut(&mut self.lines)[self.end..]
    }

    /// Whether `n` more bytes fit without allocating.
    #[inline]
    pub fn has_room(&self, n: usize) -> bool {
        self.capacity() - self.end >= n
    }

    /// Appends `n` bytes written by `write` if they fit without allocating; otherwise returns
    /// false.
    #[inline]
    pub fn append_if_room(&mut self, n: usize, write: impl FnOnce(&mut [u8])) -> bool {
        let memory: &mut [u8] = bytemuck::cast_slice_mut(&mut self.lines);
        let Some(space) = memory.get_mut(self.end..).and_then(|s| s.get_mut(..n)) else {
            return false;
        };
        write(space);
        self.end += n;
        true
    }

    /// Lends `N` bytes of space to `write` and appends as many as it returns, if `N` fit without
    /// allocating; otherwise returns false.
    #[inline]
    pub fn append_within_if_room<const N: usize>(
        &mut self,
        write: impl FnOnce(&mut [u8; N]) -> usize,
    ) -> bool {
        let memory: &mut [u8] = bytemuck::cast_slice_mut(&mut self.lines);
        let slot = memory.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut);
        let Some(slot) = slot else { return false };
        let n = write(slot);
        self.end += n.min(N);
        true
    }

    /// Makes the first `n` bytes of the space part of the data.
    #[inline]
    pub fn filled(&mut self, n: usize) {
        assert!(
            n <= self.capacity() - self.end,
            "no more than the space that was lent"
        );
        self.end += n;
    }

    /// Drops the first `n` bytes of data.
    #[inline]
    pub fn consume(&mut self, n: usize) {
        assert!(n <= self.len(), "no more than there is");
        self.start += n;
        if self.start == self.end {
            self.clear();
        }
    }

    /// Drops everything after the first `n` bytes of data.
    #[inline]
    pub fn truncate(&mut self, n: usize) {
        if n < self.len() {
            self.end = self.start + n;
        }
    }

    /// Hides the data behind its first `n` bytes, so that those can be read as if they were all;
    /// [`reveal`](Self::reveal) brings it back. In between, data may be consumed but not appended.
    pub fn hide_behind(&mut self, n: usize) -> Hidden {
        let at = self.start + n.min(self.len());
        let hidden = Hidden { at, end: self.end };
        self.end = at;
        hidden
    }

    /// Puts hidden data back behind the remaining data.
    pub fn reveal(&mut self, hidden: Hidden) {
        if self.is_empty() {
            self.start = hidden.at;
        } else {
            debug_assert!(self.end == hidden.at, "nothing was appended meanwhile");
        }
        self.end = hidden.end;
        if self.start == self.end {
            self.clear();
        }
    }

    /// Whether a part of so many bytes had better take the memory away ([`detach`](Self::detach)) than be copied: it is
    /// large, and would not hold on to much more memory than its own.
    pub fn is_worth_detaching(&self, size: usize) -> bool {
        size >= LARGE && self.capacity() <= 2 * size + LARGE
    }

    /// Takes the memory away, for what lies in `range` of the data, without copying that. In its place comes that of `left`
    /// or, where that is too small, other memory of the same size, with as much data: what it has in `range` is
    /// unspecified, and the rest as before.
    pub fn detach(&mut self, range: Range<usize>, mut left: Buf) -> Buf {
        let all = self.len();
        assert!(
            range.start <= range.end && range.end <= all,
            "a range of the data"
        );
        left.clear();
        if !left.has_room(all) {
            left = Buf::with_capacity(self.capacity());
        }
        left.end = all;
        left.data_mut()[..range.start].copy_from_slice(&self.data()[..range.start]);
        left.data_mut()[range.end..].copy_from_slice(&self.data()[range.end..]);
        let mut detached = core::mem::replace(self, left);
        detached.end = detached.start + range.end;
        detached.start += range.start;
        detached
    }

    /// Puts bytes in front of the data if they fit there, in the place of what was consumed; otherwise returns false.
    pub fn put_before_if_room(&mut self, bytes: &[u8]) -> bool {
        let Some(start) = self.start.checked_sub(bytes.len()) else {
            return false;
        };
        self.start = start;
        self.data_mut()[..bytes.len()].copy_from_slice(bytes);
        true
    }

    /// Appends bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.space(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    /// Appends a fixed number of bytes.
    #[inline]
    pub fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        if !self.put_array_if_room(bytes) {
            self.make_room(N);
            self.put(&bytes);
        }
    }

    /// Appends a fixed number of bytes if they fit without allocating; otherwise returns false.
    #[inline]
    pub fn put_array_if_room<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        let memory: &mut [u8] = bytemuck::cast_slice_mut(&mut self.lines);
        let slot = memory.get_mut(self.end..).and_then(<[u8]>::first_chunk_mut);
        match slot {
            Some(slot) => {
                *slot = bytes;
                self.end += N;
                true
            }
            None => false,
        }
    }

    /// Appends a big-endian 32-bit word.
    #[inline]
    pub fn put_u32(&mut self, v: u32) {
        self.put_array(v.to_be_bytes());
    }

    /// Overwrites a big-endian 32-bit word at `at` bytes from the start of the data.
    #[inline]
    pub fn patch_u32(&mut self, at: usize, v: u32) {
        self.data_mut()[at..at + 4].copy_from_slice(&v.to_be_bytes());
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, min: usize) {
        self.compact();
        if self.capacity() - self.end < min {
            self.grow(self.end + min);
        }
    }

    /// Moves the data to the start of the memory.
    fn compact(&mut self) {
        let (start, end) = (self.start, self.end);
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.lines);
        bytes.copy_within(start..end, 0);
        self.end = end - start;
        self.start = 0;
    }

    /// Allocates zeroed memory from the system, so that a large buffer's pages are first touched
    /// when bytes arrive.
    fn grow(&mut self, needed: usize) {
        let lines = needed.max(self.capacity() * 2).max(512).div_ceil(64);
        let mut grown: Vec<Line> = bytemuck::zeroed_vec(lines);
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut grown);
        bytes[..self.end].copy_from_slice(&bytemuck::cast_slice(&self.lines)[..self.end]);
        self.lines = grown;
    }
}

/// From this many bytes on, other memory costs less than a copy.
const LARGE: usize = 64 << 10;

impl core::fmt::Debug for Buf {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Buf({} of {} bytes)", self.len(), self.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_aligned(buf: &mut Buf) -> bool {
        buf.clear();
        buf.space(1).as_ptr().addr().is_multiple_of(64)
    }

    #[test]
    fn what_is_put_is_there_across_growth() {
        let mut buf = Buf::new();
        for i in 0..5000u32 {
            buf.put_u32(i);
        }
        let words = buf.data().as_chunks::<4>().0.iter();
        assert!(words.map(|w| u32::from_be_bytes(*w)).eq(0..5000));
        buf.patch_u32(4, 77);
        assert_eq!(buf.data()[4..8], [0, 0, 0, 77]);
        assert!(is_aligned(&mut buf));
    }

    #[test]
    fn consumed_space_is_used_again_before_memory_grows() {
        let mut buf = Buf::with_capacity(512);
        let capacity = buf.capacity();
        buf.put(&[1; 500]);
        buf.consume(490);
        buf.put(&[2; 400]);
        assert_eq!(buf.capacity(), capacity);
        assert_eq!((buf.data()[0], buf.data()[10], buf.len()), (1, 2, 410));
        buf.consume(410);
        assert!(buf.is_empty() && buf.has_room(capacity));
    }

    #[test]
    fn what_is_detached_keeps_its_memory() {
        let mut buf = Buf::new();
        buf.put(b"..head body tail");
        buf.consume(2);
        let body = buf.data()[5..9].as_ptr();
        let detached = buf.detach(5..9, Buf::new());
        assert_eq!(detached.data(), b"body");
        assert_eq!(detached.data().as_ptr(), body, "it was not copied");
        assert_eq!(
            (&buf.data()[..5], &buf.data()[9..]),
            (&b"head "[..], &b" tail"[..])
        );
        buf.consume(9);
        buf.put(b" more");
        assert_eq!(buf.data(), b" tail more");
        let mut other = Buf::with_capacity(1000);
        other.put(b"of another use");
        let memory = other.data().as_ptr();
        assert!(buf.detach(10..10, other).is_empty());
        assert_eq!(buf.data(), b" tail more");
        assert_eq!(buf.data().as_ptr(), memory, "it was not allocated");
    }

    #[test]
    fn what_is_hidden_comes_back_behind_what_is_left() {
        for consumed in 0..=3 {
            let mut buf = Buf::new();
            buf.put(b"..abcdef");
            buf.consume(2);
            let hidden = buf.hide_behind(3);
            assert_eq!(buf.data(), b"abc");
            buf.consume(consumed);
            buf.reveal(hidden);
            assert_eq!(buf.data(), &b"abcdef"[consumed..]);
        }
        let mut buf = Buf::new();
        buf.put(b"abc");
        let hidden = buf.hide_behind(7);
        buf.consume(3);
        buf.reveal(hidden);
        assert!(buf.is_empty() && is_aligned(&mut buf));
    }

    #[test]
    fn bytes_come_back_in_the_place_of_what_was_consumed() {
        let mut buf = Buf::new();
        buf.put(b"abcdef");
        buf.consume(4);
        assert!(!buf.put_before_if_room(b"12345") && buf.data() == b"ef");
        assert!(buf.put_before_if_room(b"123") && buf.data() == b"123ef");
        buf.consume(5);
        assert!(!buf.put_before_if_room(b"1") && buf.is_empty());
    }

    #[test]
    fn appending_without_room_changes_nothing() {
        let mut buf = Buf::new();
        assert!(!buf.put_array_if_room([0; 4]));
        assert!(!buf.append_if_room(4, |_| panic!("there is no room to write to")));
        assert!(buf.is_empty());
        buf.space(4);
        assert!(buf.append_if_room(4, |space| space.copy_from_slice(b"abcd")));
        assert_eq!(buf.data(), b"abcd");
    }

    #[test]
    fn received_bytes_and_truncation() {
        let mut buf = Buf::new();
        buf.space(3)[..3].copy_from_slice(b"abc");
        buf.filled(3);
        buf.truncate(5);
        assert_eq!(buf.data(), b"abc");
        buf.truncate(1);
        assert_eq!(buf.data(), b"a");
    }

    #[test]
    fn shrinking_gives_memory_back_and_keeps_the_data() {
        let mut buf = Buf::new();
        buf.put(&[7; 10_000]);
        buf.shrink(1000);
        assert_eq!(buf.len(), 10_000, "not below what is in it");
        buf.consume(9_990);
        buf.shrink(1000);
        assert!(buf.capacity() <= 1024);
        assert_eq!(buf.data(), [7; 10]);
        assert!(is_aligned(&mut buf));
    }
}
