//! Arrays whose elements are read one by one.

use super::wire::{in_a_row, key_of};
use super::{ABSENT, BARE, Decoder, Detour, ZEROS};
use crate::decode::Collect;
use crate::error::{Fail, MalformedKind};
use crate::meta::{Coding, Field, Length};
use crate::protobuf::format::{LEN, VARINT, key, varint_len};

/// Bytes of memory per byte of an element that becomes an unknown field: in two places, and twice
/// as much while either grows.
const UNKNOWN_ELEMENT: usize = 4;

impl<'de> Decoder<'de> {
    /// A growing array.
    #[inline(never)]
    pub(super) fn collect<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        if f.pb.coding == Coding::Wrapped && self.wire != ABSENT {
            let opened = self.open(f)?;
            v.start(0);
            return self.unwrap(opened, |source| {
                source.again = true;
                source.run(f, v)
            });
        }
        self.run(f, v)
    }

    #[inline]
    fn run<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        if !self.again {
            let n = match self.wire {
                LEN if !f.pb.packed && !f.keyed => in_a_row(self.rest, self.number),
                _ => 0,
            };
            self.start(v, n)?;
        }
        self.note_elements();
        if self.wire == ABSENT {
            return self.defaults(f, v);
        }
        if f.keyed {
            return self.map(f, v);
        }
        let element = f.element();
        if self.wire == LEN && !f.pb.packed && !self.messages(f, v)? {
            return self.complete(f, v.len());
        }
        let mut ready = Self::ready(f, v);
        self.elements(f, |source| {
            if v.len() >= ready {
                ready = source.grow(f, v)?;
            }
            v.push(source, element)
        })?;
        self.complete(f, v.len())
    }

    /// The elements of an absent array of fixed length.
    fn defaults<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let mut ready = Self::ready(f, v);
        for _ in 0..absent_elements(f) {
            if v.len() >= ready {
                ready = self.grow(f, v)?;
            }
            (self.rest, self.wire) = (&ZEROS, ABSENT);
            (self.again, self.twice, self.fresh) = (false, false, true);
            v.push(self, f.element())?;
        }
        Ok(())
    }

    /// Elements with a length prefix, such as messages: the common case. Returns whether another
    /// element without one follows, whose key has been read.
    #[inline]
    fn messages<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<bool, Fail> {
        let (number, element) = (self.number, f.element());
        let mut ready = Self::ready(f, v);
        loop {
            let entry = self.rest;
            if v.len() >= ready {
                ready = self.grow(f, v)?;
            }
            (self.number, self.wire) = (number, LEN);
            (self.again, self.twice, self.fresh) = (false, false, true);
            if v.push(self, element).is_err() {
                return self.is_other(entry, number);
            }
            if !self.comes_again(key(number, LEN)) {
                return Ok(false);
            }
        }
    }

    /// Goes back to an element without a length prefix, if that is why reading failed.
    #[cold]
    #[inline(never)]
    fn is_other(&mut self, entry: &'de [u8], number: u32) -> Result<bool, Fail> {
        if self.detour == Detour::None || self.failure.is_some() {
            return Err(Fail);
        }
        self.detour = Detour::None;
        (self.rest, self.number, self.wire) = (entry, number, LEN);
        Ok(true)
    }

    /// The elements of an array, starting with the one whose key was read, as long as they are
    /// adjacent. `take` reads one, after its key or without a key.
    #[inline]
    pub(super) fn elements(
        &mut self,
        f: &Field,
        mut take: impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (number, wire) = (self.number, self.wire);
        let mut packed = wire == BARE
            || wire == LEN && f.pb.packed && f.element().pb.number == 0 && f.pb.number != 0;
        // Where the element's key begins, if it was read here.
        let mut begun = None;
        loop {
            if packed && wire == LEN {
                let body = self.delimited()?;
                let tail = core::mem::replace(&mut self.rest, body);
                self.bare_elements(number, &mut take)?;
                self.rest = tail;
            } else if packed {
                return self.bare_elements(number, &mut take);
            } else {
                let entry = self.rest;
                (self.number, self.wire) = (number, wire);
                (self.again, self.twice, self.fresh) = (false, false, true);
                if let Err(Fail) = take(self) {
                    if self.detour == Detour::Packed && self.failure.is_none() {
                        self.detour = Detour::None;
                        self.rest = entry;
                        packed = true;
                        continue;
                    }
                    self.leave_out_whole(begun)?;
                }
            }
            begun = Some(self.rest);
            if !self.comes_again(key(number, wire)) {
                return Ok(());
            }
        }
    }

    fn bare_elements(
        &mut self,
        number: u32,
        take: &mut impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        while !self.rest.is_empty() {
            self.wire = BARE;
            (self.again, self.twice, self.fresh) = (false, false, true);
            let before = self.rest.len();
            if let Err(Fail) = take(self) {
                self.leave_out(number)?;
            }
            if self.rest.len() == before {
                return Err(self.fail(MalformedKind::Trailing(before)));
            }
        }
        Ok(())
    }

    /// Skips an element unknown to its enumeration, and keeps it as the field that it is. The
    /// caller guarantees that it is not the array's first.
    #[cold]
    #[inline(never)]
    fn leave_out_whole(&mut self, begun: Option<&'de [u8]>) -> Result<(), Fail> {
        let (Detour::UnknownMember(_), Some(begun)) = (self.detour, begun) else {
            return Err(Fail);
        };
        self.detour = Detour::None;
        let raw = &begun[..begun.len() - self.rest.len()];
        self.charge(UNKNOWN_ELEMENT * raw.len())?;
        self.unknown_elements.extend_from_slice(raw);
        Ok(())
    }

    /// Skips an element of a packed field that is unknown to its enumeration, and keeps it as a
    /// field of its own.
    #[cold]
    #[inline(never)]
    fn leave_out(&mut self, number: u32) -> Result<(), Fail> {
        let Detour::UnknownMember(value) = self.detour else {
            return Err(Fail);
        };
        self.detour = Detour::None;
        let pair = [key(number, VARINT), value];
        self.charge(UNKNOWN_ELEMENT * pair.into_iter().map(varint_len).sum::<usize>())?;
        for mut v in pair {
            while v >= 0x80 {
                self.unknown_elements.push(v as u8 | 0x80);
                v >>= 7;
            }
            self.unknown_elements.push(v as u8);
        }
        Ok(())
    }

    /// Whether another field with the same number and wire type follows; takes its key.
    #[inline]
    pub(super) fn comes_again(&mut self, wanted: u64) -> bool {
        let entry = self.rest;
        match entry {
            [byte, rest @ ..] if *byte < 0x80 => {
                let comes = u64::from(*byte) == wanted;
                if comes {
                    self.rest = rest;
                }
                comes
            }
            [] => false,
            _ => match key_of(entry) {
                Some((found, rest)) if found == wanted => {
                    self.rest = rest;
                    true
                }
                _ => false,
            },
        }
    }

    /// Checks that an array of fixed length is complete.
    #[inline]
    pub(super) fn complete(&mut self, f: &Field, found: usize) -> Result<(), Fail> {
        match f.length {
            Length::Fixed(n) if n as usize != found => {
                let (said, found) = (i64::from(n), found as i64);
                Err(self.fail(MalformedKind::Disagrees { said, found }))
            }
            _ => Ok(()),
        }
    }
}

/// The number of elements of an absent array.
pub(super) fn absent_elements(f: &Field) -> u32 {
    match f.length {
        Length::Fixed(n) => n,
        Length::UpTo(_) => 0,
    }
}
