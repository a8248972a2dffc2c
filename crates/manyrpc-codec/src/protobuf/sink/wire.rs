//! Keys, varints, words and bytes.

use super::Encoder;
use super::settling::LARGE;
use crate::meta::{Coding, Field};
use crate::protobuf::{I32, I64, LEN, VARINT, Wire, key, varint_len};

impl Encoder<'_> {
    /// A signed integer in one of its codings; `bits` are those of its 32 or 64.
    #[inline(always)]
    pub(super) fn put_signed(&mut self, f: &Field, v: i64, wide: bool) {
        match (f.pb.coding, wide) {
            (Coding::Zigzag, _) => self.put_varint(f, zigzag(v)),
            (Coding::Fixed, false) => self.put_fixed4(f, v as u32),
            (Coding::Fixed, true) => self.put_fixed8(f, v as u64),
            _ => self.put_varint(f, v as u64),
        }
    }

    #[inline(always)]
    pub(super) fn put_unsigned(&mut self, f: &Field, v: u64, wide: bool) {
        match (f.pb.coding, wide) {
            (Coding::Fixed, false) => self.put_fixed4(f, v as u32),
            (Coding::Fixed, true) => self.put_fixed8(f, v),
            _ => self.put_varint(f, v),
        }
    }

    /// A key and a varint; without a number, the varint alone.
    #[inline(always)]
    pub(super) fn put_varint(&mut self, f: &Field, v: u64) {
        let number = f.pb.number;
        if v == 0 && Self::omits(f) {
            return;
        }
        if is_short(number) && v < 0x80 {
            return self.put([key(number, VARINT) as u8, v as u8]);
        }
        if number != 0 {
            self.put_key(number, VARINT);
        }
        self.put_bare(v);
    }

    #[inline(always)]
    pub(super) fn put_fixed4(&mut self, f: &Field, v: u32) {
        if v == 0 && Self::omits(f) {
            return;
        }
        let [a, b, c, d] = v.to_le_bytes();
        if is_short(f.pb.number) {
            return self.put([key(f.pb.number, I32) as u8, a, b, c, d]);
        }
        if f.pb.number != 0 {
            self.put_key(f.pb.number, I32);
        }
        self.put([a, b, c, d]);
    }

    #[inline(always)]
    pub(super) fn put_fixed8(&mut self, f: &Field, v: u64) {
        if v == 0 && Self::omits(f) {
            return;
        }
        if f.pb.number != 0 {
            self.put_key(f.pb.number, I64);
        }
        self.put(v.to_le_bytes());
    }

    /// Bytes with their length before them.
    #[inline]
    pub(super) fn put_delimited(&mut self, f: &Field, v: &[u8]) {
        let (number, n) = (f.pb.number, v.len());
        if n == 0 && Self::omits(f) {
            return;
        }
        if !is_short(number) || n >= 0x80 {
            return self.put_delimited_apart(number, v);
        }
        let space = self.space.get_mut(self.at..);
        if let Some([front, length, body @ ..]) = space
            && let Some(body) = body.get_mut(..n)
        {
            *front = key(number, LEN) as u8;
            *length = n as u8;
            body.copy_from_slice(v);
        }
        self.at += 2 + n;
    }

    #[inline(never)]
    fn put_delimited_apart(&mut self, number: u32, v: &[u8]) {
        if number != 0 {
            self.put_key(number, LEN);
        }
        self.put_bare(v.len() as u64);
        if v.len() < LARGE || !self.leaves_out(v) {
            self.put_raw(v);
        }
    }

    #[inline]
    pub(super) fn put_key(&mut self, number: u32, wire: Wire) {
        match is_short(number) {
            true => self.put([key(number, wire) as u8]),
            false => self.put_bare(key(number, wire)),
        }
    }

    #[inline(never)]
    pub(super) fn put_bare(&mut self, v: u64) {
        self.append(varint_len(v), |space| {
            write_varint(space, 0, v);
        });
    }

    #[inline]
    pub(super) fn put_raw(&mut self, bytes: &[u8]) {
        self.append(bytes.len(), |space| space.copy_from_slice(bytes));
    }

    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        let space = self.space.get_mut(self.at..);
        if let Some(slot) = space.and_then(<[u8]>::first_chunk_mut) {
            *slot = bytes;
        }
        self.at += N;
    }

    #[inline]
    pub(super) fn append(&mut self, n: usize, write: impl FnOnce(&mut [u8])) {
        let end = self.at.saturating_add(n);
        if let Some(space) = self.space.get_mut(self.at..end) {
            write(space);
        }
        self.at = end;
    }
}

/// Whether the key of a field takes one byte.
#[inline]
pub(super) const fn is_short(number: u32) -> bool {
    number.wrapping_sub(1) < 15
}

/// Writes a varint at `at`; where it ends.
#[inline]
pub(super) fn write_varint(space: &mut [u8], mut at: usize, mut v: u64) -> usize {
    while v >= 0x80 {
        space[at] = v as u8 | 0x80;
        v >>= 7;
        at += 1;
    }
    space[at] = v as u8;
    at + 1
}

/// Signed integers so that small ones take few bytes: 0, -1, 1, -2 …
#[inline]
pub(super) const fn zigzag(v: i64) -> u64 {
    (v << 1 ^ v >> 63) as u64
}
