//! The output of the encoder: bytes, gaps, counts and text.

use alloc::boxed::Box;
use alloc::string::String;
use core::num::NonZeroU32;

use bytemuck::NoUninit;

use super::written::Values;
use super::{CharSet, Limits, Representation};
use crate::buf::Buf;
use crate::chars;
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Field, Length};

/// The most bytes of a message, whatever the limits: sums of positions do not overflow.
const LARGEST: usize = i32::MAX as usize;

/// How often a value is written until there is room for it. The first attempt finds the size it
/// needs, so a third is only for values that change in the meantime.
const ATTEMPTS: usize = 3;

/// Appends what `value` writes. On failure the buffer is unchanged.
#[inline(always)]
pub(super) fn encode(
    buf: &mut Buf,
    representation: Representation,
    limits: &Limits,
    value: impl Fn(&mut Encoder<'_>),
) -> Result<(), Unencodable> {
    attempt(buf, representation, limits, &value, ATTEMPTS)
}

/// The same with a bounded number of attempts. It calls itself if there was no room, for the
/// reasons in NDR's encoder.
#[inline(never)]
fn attempt(
    buf: &mut Buf,
    representation: Representation,
    limits: &Limits,
    value: &impl Fn(&mut Encoder<'_>),
    attempts: usize,
) -> Result<(), Unencodable> {
    let mut w = Writer::new(representation, limits);
    let space = buf.space(0);
    let room = space.len().min(LARGEST);
    let origin = u32::from(representation.origin % 8);
    let mut encoder = Encoder {
        space: &mut space[..room],
        origin,
        at: origin,
        w: &mut w,
    };
    value(&mut encoder);
    let size = encoder.index();
    w.finish(size)?;
    if size <= room {
        buf.filled(size);
        return Ok(());
    }
    if attempts <= 1 {
        return Err(too_large());
    }
    make_room(buf, size);
    attempt(buf, representation, limits, value, attempts - 1)
}

#[cold]
#[inline(never)]
fn make_room(buf: &mut Buf, size: usize) {
    let _ = buf.space(size);
}

/// What there was is dropped here, so that a message without failures and valuetypes pays nothing.
#[cold]
#[inline(never)]
fn finish_rare(
    failure: Option<Box<Unencodable>>,
    _: Option<Box<Values>>,
    fits: bool,
) -> Result<(), Unencodable> {
    match failure {
        None if fits => Ok(()),
        failure => Err(failure.map_or_else(too_large, |failure| *failure)),
    }
}

/// No single field is responsible.
#[cold]
#[inline(never)]
fn too_large() -> Unencodable {
    Unencodable {
        kind: UnencodableKind::TooLarge,
        field: String::from("message"),
    }
}

/// The state of a message besides its bytes. Keeps the first failure.
pub(super) struct Writer {
    pub(super) representation: Representation,
    depth: u32,
    limit: usize,
    /// The longest text that is written in one step: none if text is converted.
    short: usize,
    failure: Option<Box<Unencodable>>,
    /// Valuetypes, once there are any.
    pub(super) values: Option<Box<Values>>,
    /// How many `any`s have been copied.
    pub(super) scopes: u32,
}

impl Writer {
    #[inline]
    fn new(representation: Representation, limits: &Limits) -> Self {
        Writer {
            representation,
            depth: limits.depth,
            limit: limits.bytes.min(LARGEST),
            short: match representation.chars {
                CharSet::Utf8 => chars::SHORT,
                CharSet::Latin1 => 0,
            },
            failure: None,
            values: None,
            scopes: 0,
        }
    }

    #[inline]
    fn finish(self, size: usize) -> Result<(), Unencodable> {
        match (self.failure, self.values) {
            (None, None) if size <= self.limit => Ok(()),
            (failure, values) => finish_rare(failure, values, size <= self.limit),
        }
    }

    /// How many levels of nesting are left.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        if self.failure.is_none() {
            let field = String::from(&*f.name);
            self.failure = Some(Box::new(Unencodable { kind, field }));
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail_length(&mut self, f: &Field, n: usize, max: u32) {
        let (count, max) = (n as u64, u64::from(max));
        self.fail(f, UnencodableKind::Length { count, max });
    }

    /// There is no room up to `end`. The limit is checked only here and at the end: room that
    /// exists costs nothing.
    #[cold]
    #[inline(never)]
    fn no_room(&mut self, f: &Field, end: usize) {
        if end > self.limit {
            self.fail(f, UnencodableKind::TooLarge);
        }
    }
}

/// Writes values into lent space.
///
/// The position is an integer beside the space, as in NDR, so that it stays in a register and the
/// compiler can tell which positions are aligned. Bytes without room are only counted.
pub struct Encoder<'w> {
    space: &'w mut [u8],
    /// Where the space begins, counted from the origin of alignment: less than 8.
    origin: u32,
    /// The position of the next byte, counted from there.
    at: u32,
    pub(super) w: &'w mut Writer,
}

/// The most bytes of a string that is written without a call: a gap, the count, characters and
/// terminator.
const SHORT_STRING: usize = 3 + 4 + chars::SHORT + 1;

impl Encoder<'_> {
    /// The number of bytes written.
    #[inline(always)]
    fn index(&self) -> usize {
        self.at.wrapping_sub(self.origin) as usize
    }

    /// The position of the next byte, for [`go_back`](Self::go_back) and [`patch`](Self::patch).
    pub(super) fn position(&self) -> u32 {
        self.at
    }

    /// Takes back what was written behind a position.
    pub(super) fn go_back(&mut self, to: u32) {
        self.at = to;
    }

    /// Writes a number over what stands at a position.
    pub(super) fn patch(&mut self, at: u32, v: u32) {
        let index = at.wrapping_sub(self.origin) as usize;
        if let Some(slot) = self.space.get_mut(index..index.saturating_add(4)) {
            slot.copy_from_slice(&v.to_le_bytes());
        }
    }

    /// Continues out of line, so that the position stays in a register here.
    #[inline(always)]
    pub(super) fn apart(&mut self, go_on: impl FnOnce(&mut Encoder<'_>)) {
        let mut there = Encoder {
            space: self.space,
            origin: self.origin,
            at: self.at,
            w: self.w,
        };
        go_on(&mut there);
        self.at = there.at;
    }

    /// A primitive at a multiple of its size (section 15.3.1.1).
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, f: &Field, bytes: [u8; N]) {
        self.align::<N>();
        self.put_here(f, bytes);
    }

    /// Bytes at the position as it is.
    #[inline(always)]
    pub(super) fn put_here<const N: usize>(&mut self, f: &Field, bytes: [u8; N]) {
        let at = self.index();
        match self.space.get_mut(at..at + N) {
            Some(slot) => slot.copy_from_slice(&bytes),
            None => self.w.no_room(f, at + N),
        }
        self.at = self.at.wrapping_add(N as u32);
    }

    #[inline(always)]
    pub(super) fn put_u32(&mut self, f: &Field, v: u32) {
        self.put(f, v.to_le_bytes());
    }

    /// Zeros up to a multiple of `N`, which is 1, 2, 4 or 8. Section 15.3.1.1 leaves their value
    /// open.
    #[inline(always)]
    pub(super) fn align<const N: usize>(&mut self) {
        // In this form the compiler can tell whether the next position is aligned.
        let mask = N as u32 - 1;
        let aligned = self.at.wrapping_add(mask) & !mask;
        if aligned != self.at {
            // Bytes behind the gap are overwritten.
            let at = self.index();
            match self.space.get_mut(at..at + N) {
                Some(gap) => gap.fill(0),
                None => fill_last_gap(self.space, at),
            }
        }
        self.at = aligned;
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
        let at = self.index();
        let end = at.saturating_add(n);
        match self.space.get_mut(at..end) {
            Some(space) => write(space),
            None => self.w.no_room(f, end),
        }
        self.at = self.at.saturating_add(n.min(LARGEST) as u32);
    }

    #[inline(always)]
    pub(super) fn put_octets(&mut self, f: &Field, v: &[u8]) {
        self.append::<1>(f, v.len(), |space| space.copy_from_slice(v));
    }

    /// Writes scalars in bulk. No elements are not aligned.
    #[inline(always)]
    pub(super) fn put_bulk<T: NoUninit, const N: usize>(
        &mut self,
        f: &Field,
        v: &[T],
        bytes: fn(T) -> [u8; N],
    ) {
        let write = |space: &mut [u8]| {
            if cfg!(target_endian = "little") {
                return space.copy_from_slice(bytemuck::cast_slice(v));
            }
            for (to, from) in space.as_chunks_mut::<N>().0.iter_mut().zip(v) {
                *to = bytes(*from);
            }
        };
        match f.length {
            // Elements of four bytes need no gap behind their count.
            Length::UpTo(max) if N == 4 && v.len() <= max as usize => {
                self.append::<4>(f, 4 + v.len() * N, |space| {
                    let (count, elements) = space.split_at_mut(4);
                    count.copy_from_slice(&(v.len() as u32).to_le_bytes());
                    write(elements);
                });
            }
            _ if self.put_count(f, v.len()) && !v.is_empty() => {
                self.append::<N>(f, v.len() * N, write);
            }
            _ => {}
        }
    }

    /// The count of a sequence, none of an array; false if there are too many or too few elements.
    #[inline(always)]
    pub(super) fn put_count(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            self.w.fail_length(f, n, max);
            return false;
        }
        if let Length::UpTo(_) = f.length {
            self.put_u32(f, n as u32);
        }
        true
    }

    /// One level deeper; fails above the limit.
    #[inline(always)]
    pub(super) fn nested(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        match self.w.depth.checked_sub(1) {
            Some(depth) => {
                self.w.depth = depth;
                inside(self);
                self.w.depth += 1;
            }
            None => self.w.fail(f, UnencodableKind::TooDeep),
        }
    }

    /// A string (section 15.3.2.7): its length with the terminator, the characters, the terminator.
    #[inline(always)]
    pub(super) fn put_string(&mut self, f: &Field, v: &str) {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let gap = self.at.wrapping_neg() as usize & 3;
        let short = self.w.short.min(max as usize);
        match put_short_string(self.space, self.index(), gap, short, v) {
            Some(n) => self.at += n.get(),
            None => self.apart(|there| there.put_long_string(f, v)),
        }
    }

    #[cold]
    #[inline(never)]
    fn put_long_string(&mut self, f: &Field, v: &str) {
        if self.w.representation.chars == CharSet::Latin1 && !v.is_ascii() && !f.octets {
            return self.put_latin1(f, v);
        }
        self.put_string_bytes(f, v.as_bytes());
    }

    /// The bytes of a string in its transmission code set.
    pub(super) fn put_string_bytes(&mut self, f: &Field, v: &[u8]) {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if v.len() > max as usize {
            return self.w.fail_length(f, v.len(), max);
        }
        if chars::has_nul(v) {
            return self.w.fail(f, UnencodableKind::Nul);
        }
        self.append::<4>(f, 4 + v.len() + 1, |space| {
            let (count, text) = space.split_at_mut(4);
            count.copy_from_slice(&(v.len() as u32 + 1).to_le_bytes());
            let (text, nul) = text.split_at_mut(v.len());
            text.copy_from_slice(v);
            nul.fill(0);
        });
    }

    /// Text in ISO 8859-1, which has the first 256 characters of Unicode.
    fn put_latin1(&mut self, f: &Field, v: &str) {
        let beyond = |c: &char| u32::from(*c) > 0xff;
        if let Some(c) = v.chars().find(beyond) {
            return self.w.fail(f, UnencodableKind::Character(c));
        }
        let bytes: alloc::vec::Vec<u8> = v.chars().map(|c| c as u8).collect();
        self.put_string_bytes(f, &bytes);
    }
}

/// A gap near the end of the space, behind which something small may still fit.
#[cold]
#[inline(never)]
fn fill_last_gap(space: &mut [u8], at: usize) {
    if let Some(gap) = space.get_mut(at..) {
        gap.fill(0);
    }
}

/// The same if there is room, though possibly little more, and the text is not longer than `max`.
/// Returns the number of bytes written if the text fits and is valid. Works in registers only.
#[inline(never)]
fn put_short_string(
    space: &mut [u8],
    at: usize,
    gap: usize,
    max: usize,
    v: &str,
) -> Option<NonZeroU32> {
    let window = space.get_mut(at..at + SHORT_STRING);
    let window = window.and_then(<[u8]>::first_chunk_mut::<SHORT_STRING>)?;
    if v.len() > max || gap > 3 {
        return None;
    }
    // The gap first; the rest of it is overwritten.
    window[..4].fill(0);
    window[gap..gap + 4].copy_from_slice(&(v.len() as u32 + 1).to_le_bytes());
    let end = gap + 4 + v.len();
    window[end] = 0;
    let has_nul = chars::copy_short(&mut window[gap + 4..end], v.as_bytes());
    NonZeroU32::new(end as u32 + 1).filter(|_| !has_nul)
}
