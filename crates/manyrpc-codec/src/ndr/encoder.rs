//! The output shared by all walks of the encoder.

use bytemuck::NoUninit;
use core::num::NonZeroU32;

use super::layout::{LARGEST, is_label, tag_width};
use super::walk::{TOP, Walk};
use super::writer::{Writer, too_large};
use super::{Limits, Referents};
use crate::buf::Buf;
use crate::chars;
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Array, Chars, Enum, Field, Length, Union};

/// How often a value is written until there is room for it. The first attempt finds the size it
/// needs, so a third is only for values that change in the meantime.
const ATTEMPTS: usize = 3;

/// Appends what `value` writes. On failure the buffer is unchanged.
#[inline(always)]
pub(super) fn encode(
    buf: &mut Buf,
    limits: &Limits,
    referents: Option<&mut Referents>,
    value: impl Fn(&mut Encoder<'_, TOP>),
) -> Result<(), Unencodable> {
    attempt(buf, limits, referents, &value, ATTEMPTS)
}

/// The same with a bounded number of attempts. It calls itself if there was no room: with a loop,
/// the compiler would reload all that `value` reads before each round, and a wrapper function would
/// cost every value a call.
#[inline(never)]
fn attempt(
    buf: &mut Buf,
    limits: &Limits,
    mut referents: Option<&mut Referents>,
    value: &impl Fn(&mut Encoder<'_, TOP>),
    attempts: usize,
) -> Result<(), Unencodable> {
    let mut w = Writer::new(limits);
    if let Some(before) = referents.as_deref_mut().filter(|r| !r.is_empty()) {
        w.go_on(before);
    }
    let space = buf.space(0);
    let room = space.len().min(LARGEST);
    let mut top = Encoder {
        space: &mut space[..room],
        at: 0,
        w: &mut w,
    };
    value(&mut top);
    let size = top.at as usize;
    w.finish(size, referents.as_deref_mut())?;
    if size <= room {
        buf.filled(size);
        return Ok(());
    }
    if attempts <= 1 {
        return Err(too_large());
    }
    make_room(buf, size);
    attempt(buf, limits, referents, value, attempts - 1)
}

#[cold]
#[inline(never)]
fn make_room(buf: &mut Buf, size: usize) {
    let _ = buf.space(size);
}

/// The most bytes of a string whose characters are copied without a call: a gap, counts, characters
/// and terminator.
const SHORT_STRING: usize = 3 + 12 + chars::SHORT + 1;

/// One walk over a value.
///
/// The position is a field here rather than in the writer so that it stays in a register; it is
/// passed from walk to walk. Bytes without room are only counted.
pub(super) struct Encoder<'w, const P: Walk> {
    space: &'w mut [u8],
    /// The position of the next byte. No message exceeds 31 bits, so sums here do not overflow.
    pub(super) at: u32,
    pub(super) w: &'w mut Writer,
}

impl<const P: Walk> Encoder<'_, P> {
    /// Another walk that continues at this position; [`end`](Encoder::end) returns where it
    /// stopped.
    #[inline(always)]
    pub(super) fn walk<const Q: Walk>(&mut self) -> Encoder<'_, Q> {
        Encoder {
            space: self.space,
            at: self.at,
            w: self.w,
        }
    }

    #[inline(always)]
    pub(super) fn end(self) -> u32 {
        self.at
    }

    /// Continues out of line, so that this walk stays in registers.
    #[inline(always)]
    pub(super) fn apart(&mut self, go_on: impl FnOnce(&mut Encoder<'_, P>)) {
        let mut walk = self.walk();
        go_on(&mut walk);
        self.at = walk.end();
    }

    /// A primitive at a multiple of its size (section 14.2.2).
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, f: &Field, bytes: [u8; N]) {
        self.align::<N>();
        let (at, end) = (self.at as usize, self.at as usize + N);
        match self.space.get_mut(at..end) {
            Some(slot) => slot.copy_from_slice(&bytes),
            None => self.w.no_room(f, end),
        }
        self.at = end as u32;
    }

    #[inline(always)]
    pub(super) fn put_u32(&mut self, f: &Field, v: u32) {
        self.put(f, v.to_le_bytes());
    }

    /// `n` bytes at a multiple of `N`.
    #[inline(always)]
    pub(super) fn append<const N: usize>(
        &mut self,
        f: &Field,
        n: usize,
        write: impl FnOnce(&mut [u8]),
    ) {
        self.align::<N>();
        let at = self.at as usize;
        let end = at.saturating_add(n);
        match self.space.get_mut(at..end) {
            Some(space) => write(space),
            None => self.w.no_room(f, end),
        }
        self.at = end as u32;
    }

    /// Zeros up to a multiple of `N`, which is 1, 2, 4 or 8.
    #[inline(always)]
    pub(super) fn align<const N: usize>(&mut self) {
        // In this form the compiler can tell whether the next position is aligned.
        let mask = N as u32 - 1;
        let aligned = self.at.wrapping_add(mask) & !mask;
        if aligned != self.at {
            // Bytes behind the gap are overwritten.
            let at = self.at as usize;
            match self.space.get_mut(at..at + N) {
                Some(gap) => gap.fill(0),
                None => fill_last_gap(self.space, at),
            }
        }
        self.at = aligned;
    }

    /// The same for an alignment of a record or union.
    #[inline(always)]
    pub(super) fn align_to(&mut self, align: u8) {
        match align {
            0 | 1 => {}
            2 => self.align::<2>(),
            4 => self.align::<4>(),
            _ => self.align::<8>(),
        }
    }

    /// One level deeper; fails above the limit.
    #[inline(always)]
    pub(super) fn enter(&mut self, f: &Field) -> bool {
        match self.w.depth.checked_sub(1) {
            Some(depth) => {
                self.w.depth = depth;
                true
            }
            None => {
                self.w.fail(f, UnencodableKind::TooDeep);
                false
            }
        }
    }

    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.w.depth += 1;
    }

    #[inline(always)]
    pub(super) fn put_octets(&mut self, f: &Field, v: &[u8]) {
        self.append::<1>(f, v.len(), |space| space.copy_from_slice(v));
    }

    /// Writes scalars in bulk.
    #[inline(always)]
    pub(super) fn put_bulk<T: NoUninit, const N: usize>(
        &mut self,
        f: &Field,
        v: &[T],
        bytes: fn(T) -> [u8; N],
    ) {
        if v.is_empty() {
            return;
        }
        self.append::<N>(f, v.len() * N, |space| {
            if cfg!(target_endian = "little") {
                return space.copy_from_slice(bytemuck::cast_slice(v));
            }
            for (to, from) in space.as_chunks_mut::<N>().0.iter_mut().zip(v) {
                *to = bytes(*from);
            }
        });
    }

    /// The most common kind of text: conformant, varying, terminated, with narrow characters.
    #[inline(always)]
    pub(super) fn put_string(&mut self, f: &Field, v: &str) {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        match put_short_string(self.space, self.at, max, v) {
            Some(end) => self.at = end.get(),
            None => self.apart(|walk| walk.put_long_string(f, v, max)),
        }
    }

    #[cold]
    #[inline(never)]
    fn put_long_string(&mut self, f: &Field, v: &str, max: u32) {
        if v.len() > max as usize {
            return self.w.fail_length(f, v.len(), max);
        }
        if chars::has_nul(v.as_bytes()) {
            return self.w.fail(f, UnencodableKind::Nul);
        }
        let n = v.len() + 1;
        self.append::<4>(f, 12 + n, |space| {
            let (counts, text) = space.split_at_mut(12);
            let count = (n as u32).to_le_bytes();
            counts.copy_from_slice([count, [0; 4], count].as_flattened());
            let (text, nul) = text.split_at_mut(v.len());
            text.copy_from_slice(v.as_bytes());
            nul.fill(0);
        });
    }

    /// The characters of a text, with a terminator if required.
    pub(super) fn put_chars(&mut self, f: &Field, v: &str, n: usize) {
        match f.ndr.chars {
            Chars::Natural | Chars::Narrow => self.append::<1>(f, n, |space| {
                let (text, nul) = space.split_at_mut(v.len());
                text.copy_from_slice(v.as_bytes());
                nul.fill(0);
            }),
            Chars::Wide => self.append::<2>(f, n * 2, |space| {
                space.fill(0);
                let units = space.as_chunks_mut::<2>().0.iter_mut();
                for (to, unit) in units.zip(v.encode_utf16()) {
                    *to = unit.to_le_bytes();
                }
            }),
        }
    }

    /// The number of characters sent, including the terminator; 0 if the text cannot be sent.
    pub(super) fn char_count(&mut self, f: &Field, v: &str, terminated: bool) -> Option<usize> {
        let n = match f.ndr.chars {
            Chars::Natural | Chars::Narrow => v.len(),
            Chars::Wide => chars::units(v),
        };
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if n > max as usize {
            self.w.fail_length(f, n, max);
            return None;
        }
        if terminated && chars::has_nul(v.as_bytes()) {
            self.w.fail(f, UnencodableKind::Nul);
            return None;
        }
        Some(n + usize::from(terminated))
    }

    #[inline(always)]
    pub(super) fn put_max(&mut self, f: &Field, n: usize) {
        self.put_max_of(f, n, f.varies());
    }

    /// The maximum count of an array or text; with `varies`, a part of its capacity may be sent.
    #[inline(always)]
    pub(super) fn put_max_of(&mut self, f: &Field, n: usize, varies: bool) {
        let max = self.w.max_of(f, n, varies);
        self.put_u32(f, max);
    }

    /// The offset and the count of the part sent (section 14.3.3.3).
    #[inline(always)]
    pub(super) fn put_part(&mut self, f: &Field, n: usize) {
        let first = self.w.first_of(f, n);
        if f.is_short() {
            return self.apart(|walk| walk.put_short_part(f, n));
        }
        self.put_u32(f, first);
        self.put_u32(f, n as u32);
    }

    /// The counts as in NCS.
    #[cold]
    #[inline(never)]
    fn put_short_part(&mut self, f: &Field, n: usize) {
        let Some(most) = self.w.short_capacity(f, n) else {
            return;
        };
        if f.ndr.array == Array::ShortConformant {
            self.put(f, most.to_le_bytes());
        }
        self.put(f, (n as u16).to_le_bytes());
    }

    /// Section 14.2.5.1: 16 bits; 32 if the definition says so.
    #[inline(always)]
    pub(super) fn put_member(&mut self, f: &Field, m: &Enum, v: i32) {
        if !m.contains(v) {
            return self.w.fail(f, UnencodableKind::NotMember(v));
        }
        match f.ndr.bits {
            32 => self.put(f, v.to_le_bytes()),
            // Definitions also use values up to 65,535.
            _ if (-0x8000..=0xffff).contains(&v) => self.put(f, (v as u16).to_le_bytes()),
            _ => self.w.fail(f, UnencodableKind::NotMember(v)),
        }
    }

    /// Section 14.3.8: the discriminant; false if it cannot have this value.
    #[inline(always)]
    pub(super) fn put_label(&mut self, f: &Field, m: &Union, label: i64) -> bool {
        let width = tag_width(m);
        if !is_label(m, label, u32::from(width) * 8) {
            self.w.fail(f, UnencodableKind::NoArm(label));
            return false;
        }
        match width {
            1 => self.put(f, (label as i8).to_le_bytes()),
            2 => self.put(f, (label as i16).to_le_bytes()),
            4 => self.put(f, (label as i32).to_le_bytes()),
            _ => self.put(f, label.to_le_bytes()),
        }
        true
    }
}

/// A gap near the end of the buffer, behind which something small may still fit.
#[cold]
#[inline(never)]
fn fill_last_gap(space: &mut [u8], at: usize) {
    if let Some(gap) = space.get_mut(at..) {
        gap.fill(0);
    }
}

/// The same if there is room, though possibly little more. Returns the end position if the text
/// fits and is valid. Works in registers only.
#[inline(never)]
fn put_short_string(space: &mut [u8], at: u32, max: u32, v: &str) -> Option<NonZeroU32> {
    let start = at as usize;
    let window = space.get_mut(start..start + SHORT_STRING);
    let window = window.and_then(<[u8]>::first_chunk_mut::<SHORT_STRING>)?;
    if v.len() > chars::SHORT || v.len() > max as usize {
        return None;
    }
    // The gap first; the rest of it is overwritten.
    let gap = start.wrapping_neg() & 3;
    window[..4].fill(0);
    let count = (v.len() as u32 + 1).to_le_bytes();
    window[gap..gap + 12].copy_from_slice([count, [0; 4], count].as_flattened());
    let end = gap + 12 + v.len();
    window[end] = 0;
    let has_nul = chars::copy_short(&mut window[gap + 12..end], v.as_bytes());
    NonZeroU32::new(at + end as u32 + 1).filter(|_| !has_nul)
}
