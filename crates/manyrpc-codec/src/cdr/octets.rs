//! Encapsulations that are written apart from a message (CORBA 3.0, section 15.3.3), little-endian.

use alloc::vec::Vec;

/// Bytes of encapsulations, perhaps one in another.
#[derive(Default)]
pub(super) struct Octets {
    pub(super) bytes: Vec<u8>,
    /// Where the innermost encapsulation begins, from which alignment counts.
    base: usize,
}

impl Octets {
    /// One encapsulation, which begins with the byte order.
    pub(super) fn encapsulation() -> Self {
        let bytes = alloc::vec![1];
        Octets { bytes, base: 0 }
    }

    /// Begins an encapsulation in this one; returns what [`end`](Self::end) needs.
    pub(super) fn begin(&mut self) -> usize {
        self.u32(0);
        let outer = core::mem::replace(&mut self.base, self.bytes.len());
        self.bytes.push(1);
        outer
    }

    /// Ends the innermost encapsulation: writes its length in front of it.
    pub(super) fn end(&mut self, outer: usize) {
        let length = (self.bytes.len() - self.base) as u32;
        self.bytes[self.base - 4..self.base].copy_from_slice(&length.to_le_bytes());
        self.base = outer;
    }

    pub(super) fn align(&mut self, to: usize) {
        let gap = self.base.wrapping_sub(self.bytes.len()) % to;
        self.bytes.resize(self.bytes.len() + gap, 0);
    }

    /// A primitive at a multiple of its size.
    pub(super) fn put<const N: usize>(&mut self, little_endian: [u8; N]) {
        self.align(N);
        self.bytes.extend(little_endian);
    }

    pub(super) fn u32(&mut self, v: u32) {
        self.put(v.to_le_bytes());
    }

    pub(super) fn counted(&mut self, octets: &[u8]) {
        self.u32(octets.len() as u32);
        self.bytes.extend(octets);
    }

    /// A sequence of octets with tags: profiles or components (section 13.6.2).
    pub(super) fn tagged<'t>(&mut self, all: impl ExactSizeIterator<Item = (u32, &'t [u8])>) {
        self.u32(all.len() as u32);
        for (tag, data) in all {
            self.u32(tag);
            self.counted(data);
        }
    }

    /// A string.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.u32(text.len() as u32 + 1);
        self.bytes.extend(text);
        self.bytes.push(0);
    }
}
