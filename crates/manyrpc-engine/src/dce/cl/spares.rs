//! Unused large buffers.

use alloc::vec::Vec;
use core::mem;

use manyrpc_codec::Buf;

/// Buffers up to this size stay with their owner.
const SMALL: usize = 32 << 10;
/// Most large buffers kept.
const MOST: usize = 4;
/// Largest buffer kept, in bytes.
const LARGEST: usize = 8 << 20;

/// Large buffers for the next owner that needs one: many owners may each have needed one once.
#[derive(Debug, Default)]
pub(super) struct Spares(Vec<Buf>);

impl Spares {
    /// Clears a buffer; takes its memory if it is large.
    #[inline]
    pub(super) fn settle(&mut self, buf: &mut Buf) {
        buf.clear();
        if buf.capacity() > SMALL {
            self.put(mem::take(buf));
        }
    }

    #[cold]
    fn put(&mut self, buf: Buf) {
        if self.0.len() < MOST && buf.capacity() <= LARGEST {
            self.0.push(buf);
        }
    }

    /// Gives memory to an empty buffer.
    #[inline]
    pub(super) fn supply(&mut self, buf: &mut Buf) {
        if buf.capacity() == 0
            && let Some(spare) = self.0.pop()
        {
            *buf = spare;
        }
    }

    pub(super) fn clear(&mut self) {
        self.0 = Vec::new();
    }
}
