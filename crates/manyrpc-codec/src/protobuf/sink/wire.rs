//! Keys, varints, words and bytes.

use super::Encoder;
use crate::meta::{Coding, Field};
use crate::protobuf::format::{I32, I64, LEN, VARINT, Wire, key, varint_len};

impl Encoder<'_, '_> {
    /// A signed integer in one of its encodings; `wide` for 64 bits instead of 32.
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

    /// A key and a varint; without a number, only the varint.
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

    /// Bytes with a length prefix.
    #[inline(always)]
    pub(super) fn put_delimited(&mut self, f: &Field, v: &[u8]) {
        let number = f.pb.number;
        if v.len() >= 0x80 || !is_short(number) {
            return self.lend(move |sink| sink.put_delimited_apart(f, v));
        }
        if self.fits(f, v.len()) && !(v.is_empty() && Self::omits(f)) {
            self.at = put_short(self.space, self.at, key(number, LEN) as u8, v);
        }
    }

    #[inline]
    fn put_delimited_apart(&mut self, f: &Field, v: &[u8]) {
        let number = f.pb.number;
        if !self.fits(f, v.len()) || v.is_empty() && Self::omits(f) {
            return;
        }
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

    #[inline]
    pub(super) fn put_bare(&mut self, v: u64) {
        self.lend(move |sink| {
            sink.append(varint_len(v), |space| {
                write_varint(space, 0, v);
            });
        });
    }

    #[inline]
    pub(super) fn put_raw(&mut self, bytes: &[u8]) {
        self.append(bytes.len(), |space| space.copy_from_slice(bytes));
    }

    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        let at = self.at & MOST;
        let space = self.space.get_mut(at..at + N);
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

/// Fewer than 128 bytes with their key and length from this position on; returns the new position.
/// Not inlined: it needs only values in registers, and calling it costs a third of a call of
/// `memcpy`.
#[inline(never)]
fn put_short(space: &mut [u8], at: usize, key: u8, v: &[u8]) -> usize {
    let (from, size) = (at & MOST, 2 + v.len());
    if let Some(space) = space.get_mut(from..from + size)
        && let Some((front, body)) = space.split_first_chunk_mut()
    {
        *front = [key, v.len() as u8];
        copy_short(body, v);
    }
    at + size
}

/// No slice is longer. A position clamped to it does not overflow when a little is added, so that
/// one comparison tests for room.
const MOST: usize = isize::MAX as usize;

/// Copies bytes into a slice of the same length; short ones as overlapping words.
#[inline(always)]
fn copy_short(to: &mut [u8], from: &[u8]) {
    let n = from.len();
    match n {
        0 => {}
        1..=3 => [0, n / 2, n - 1].into_iter().for_each(|i| to[i] = from[i]),
        4..=7 => copy_ends::<4>(to, from),
        8..=16 => copy_ends::<8>(to, from),
        17..=32 => copy_ends::<16>(to, from),
        _ => to.copy_from_slice(from),
    }
}

#[inline(always)]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(front), Some(first)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *front = *first;
    }
    if let (Some(back), Some(last)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
        *back = *last;
    }
}

/// Whether the key of a field takes one byte.
#[inline]
pub(super) const fn is_short(number: u32) -> bool {
    number.wrapping_sub(1) < 15
}

/// Writes a varint at `at`; returns its end.
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

/// Maps signed integers so that small ones take few bytes: 0, -1, 1, -2 …
#[inline]
pub(in crate::protobuf) const fn zigzag(v: i64) -> u64 {
    (v << 1 ^ v >> 63) as u64
}

/// Bytes that are worth a second walk.
pub(super) const LARGE: usize = 16 << 10;
