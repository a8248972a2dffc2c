//! Arrays, with their counts and offsets (C706, sections 14.3.3 to 14.3.5 and 14.3.9).

use super::{Decoder, in_place};
use crate::decode::{BytesSlot, Collect, Decode};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Array, Field, Length, Pointer};
use crate::ndr::reader::{FIRST_ELEMENTS, Reader};
use crate::ndr::trace::Trace;
use crate::ndr::walk::{BODY, DEFER, TOP, VARY, Walk};

/// Queued for an array that is absent.
const NO_ARRAY: u64 = u64::MAX;

impl<'de, const P: Walk, L: Trace> Decoder<'_, 'de, P, L> {
    /// An array whose elements defer nothing; `elements` reads that many, `clear` empties it.
    #[inline]
    pub(super) fn flat(
        &mut self,
        f: &Field,
        least: usize,
        chunk: impl FnMut(&mut Reader<'de, L>, Chunk) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        match (f.ndr.array, f.ndr.pointer) {
            (Array::Counted, _) => self.counted(f, chunk, |top, chunk, there| match there {
                true => top.flat_here(f, least, chunk),
                false => {
                    let mut chunk = chunk;
                    chunk(top.r, Chunk::First(0))
                }
            }),
            (_, Pointer::Inline) => self.flat_here(f, least, chunk),
            _ => self.pointed(f, |top| top.flat_here(f, least, chunk)),
        }
    }

    #[inline]
    pub(super) fn flat_here(
        &mut self,
        f: &Field,
        least: usize,
        mut chunk: impl FnMut(&mut Reader<'de, L>, Chunk) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if !in_place(P) {
            return Ok(());
        }
        if P == TOP && f.ndr.array == Array::Pipe {
            return self.chunks(f, least, |r, n, first| {
                chunk(
                    r,
                    if first {
                        Chunk::First(n)
                    } else {
                        Chunk::More(n)
                    },
                )
            });
        }
        if P == TOP && f.conforms() {
            self.r.park(1)?;
        }
        let n = self.r.length(f, least)?;
        chunk(self.r, Chunk::First(n))
    }

    /// Section 14.3.9: chunks, of which the last is empty. `chunk` is called at least once.
    #[inline]
    pub(super) fn chunks(
        &mut self,
        f: &Field,
        least: usize,
        mut chunk: impl FnMut(&mut Reader<'de, L>, usize, bool) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let mut all = 0;
        loop {
            let n = self.r.u32()? as usize;
            let possible = match least {
                0 => self.r.left(),
                least => self.r.left() / least,
            };
            let most = possible.min((max as usize).saturating_sub(all));
            if n > most {
                return Err(self.r.too_long(n, most));
            }
            if n > 0 || all == 0 {
                chunk(self.r, n, all == 0)?;
            }
            all += n;
            if n == 0 {
                return Ok(());
            }
        }
    }

    /// Two members in IDL: a length, and a pointer to an array, which may be null if the length is
    /// 0. `array` is told whether there is one.
    #[inline]
    pub(super) fn counted<T>(
        &mut self,
        _: &Field,
        into: T,
        array: impl FnOnce(&mut Decoder<'_, 'de, TOP, L>, T, bool) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let due = match P {
            TOP => self.count()?,
            BODY => {
                let due = self.count()?;
                self.r.leave(due);
                return Ok(());
            }
            DEFER => self.r.left_behind()?,
            _ => return Ok(()),
        };
        let there = due != NO_ARRAY;
        self.r.said = there.then_some(due as u32);
        array(&mut self.r.walk::<TOP>(), into, there)
    }

    #[inline]
    pub(super) fn count(&mut self) -> Result<u64, Fail> {
        let n = self.r.u32()?;
        match (self.r.pointer()?, n) {
            (0, 0) => Ok(NO_ARRAY),
            (0, _) => Err(self.r.fail_back(4, MalformedKind::Null)),
            _ => Ok(u64::from(n)),
        }
    }

    #[inline]
    pub(super) fn seq_here<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        let element = f.element();
        match P {
            TOP if f.ndr.array == Array::Pipe => self.chunks(f, 0, |r, n, first| {
                if first {
                    v.start(n.min(FIRST_ELEMENTS));
                }
                push(r, f, v, n)
            }),
            TOP => {
                if f.conforms() {
                    self.r.park(f.maxima())?;
                }
                if !element.ndr.defers {
                    return self.r.walk::<BODY>().seq_here(f, v);
                }
                // One after the other: both walks need the value.
                let start = self.r.frame();
                self.r.walk::<BODY>().seq_here(f, v)?;
                let next = self.r.unroll(start);
                self.r.walk::<DEFER>().seq_here(f, v)?;
                self.r.close(start, next);
                Ok(())
            }
            BODY => {
                let n = self.r.length(f, 0)?;
                v.start(n.min(FIRST_ELEMENTS));
                push(self.r, f, v, n)
            }
            DEFER if element.ndr.defers => self.r.nested(|r| {
                (0..v.len()).try_for_each(|i| v.again(i, &mut r.walk::<DEFER>(), element))
            }),
            _ => Ok(()),
        }
    }

    // Not inlined: unrolling a fixed length takes the compiler minutes.
    #[inline(never)]
    pub(super) fn exact_here<T: Decode<'de>>(
        &mut self,
        f: &Field,
        v: &mut [T],
    ) -> Result<(), Fail> {
        let element = f.element();
        match P {
            TOP => {
                if f.conforms() {
                    self.r.park(f.maxima())?;
                }
                let start = self.r.frame();
                self.r.walk::<BODY>().exact_here(f, v)?;
                let next = self.r.unroll(start);
                self.r.walk::<DEFER>().exact_here(f, v)?;
                self.r.close(start, next);
                Ok(())
            }
            BODY => {
                let n = self.r.length(f, 0)?;
                if n != v.len() {
                    return Err(self.r.too_long(n, v.len()));
                }
                if element.ndr.pointer == Pointer::Ref {
                    return Ok(());
                }
                inside(self.r, f, |r| {
                    v.iter_mut()
                        .try_for_each(|item| item.decode(&mut r.walk::<BODY>(), element))
                })
            }
            DEFER if element.ndr.defers => self.r.nested(|r| {
                v.iter_mut()
                    .try_for_each(|item| item.decode(&mut r.walk::<DEFER>(), element))
            }),
            _ => Ok(()),
        }
    }

    /// A string of bytes (section 14.3.4); its bound excludes the terminator.
    #[inline(never)]
    pub(super) fn terminated<T: BytesSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        let room = match f.length {
            Length::UpTo(max) => Length::UpTo(max.saturating_add(1)),
            Length::Fixed(n) => Length::Fixed(n.saturating_add(1)),
        };
        let f = &Field {
            length: room,
            ..f.clone()
        };
        self.flat(f, 1, |r, chunk| {
            let (Chunk::First(n) | Chunk::More(n)) = chunk;
            let bytes = r.bytes(n)?;
            match bytes.iter().position(|b| *b == 0) {
                Some(end) => {
                    v.set(&bytes[..end]);
                    Ok(())
                }
                None => Err(r.fail_back(0, MalformedKind::Unterminated)),
            }
        })
    }
}

/// This many scalars or bytes: the first of an array, or more of them.
#[derive(Clone, Copy)]
pub(super) enum Chunk {
    First(usize),
    More(usize),
}

/// The contents of an array: the next dimension, if its elements are arrays.
#[inline]
fn inside<'de, L: Trace>(
    r: &mut Reader<'de, L>,
    f: &Field,
    elements: impl FnOnce(&mut Reader<'de, L>) -> Result<(), Fail>,
) -> Result<(), Fail> {
    let level = r.level;
    let strings = core::mem::replace(&mut r.strings, level + 1);
    r.level = if f.ndr.dims > 0 { level + 1 } else { 0 };
    r.nested(elements)?;
    (r.level, r.strings) = (level, strings);
    Ok(())
}

/// Appends `n` elements.
#[inline]
fn push<'de, C: Collect<'de> + ?Sized, L: Trace>(
    r: &mut Reader<'de, L>,
    f: &Field,
    v: &mut C,
    n: usize,
) -> Result<(), Fail> {
    let element = f.element();
    inside(r, f, |r| {
        for _ in 0..n {
            let before = r.left();
            match element.ndr.pointer {
                // Section 14.3.12.2: such elements have no part in place.
                Pointer::Ref => v.push(&mut r.walk::<VARY>(), element)?,
                _ => v.push(&mut r.walk::<BODY>(), element)?,
            }
            if r.left() == before {
                r.charge_element()?;
            }
        }
        Ok(())
    })
}
