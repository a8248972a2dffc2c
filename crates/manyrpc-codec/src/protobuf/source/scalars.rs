//! Integers in all encodings, text and bytes; arrays of scalars in bulk.

use alloc::vec::Vec;

use super::arrays::absent_elements;
use super::{ABSENT, BARE, Decoder, Detour, ZEROS};
use crate::chars;
use crate::error::{Fail, MalformedKind};
use crate::meta::{Coding, Field, Length};
use crate::protobuf::format::{I32, I64, LEN, VARINT, key};

impl<'de> Decoder<'de> {
    /// An integer encoded as a varint.
    #[inline]
    pub(super) fn integer(&mut self) -> Result<u64, Fail> {
        self.expect(VARINT)?;
        self.varint()
    }

    #[inline]
    pub(super) fn fixed4(&mut self) -> Result<[u8; 4], Fail> {
        self.expect(I32)?;
        self.take()
    }

    #[inline]
    pub(super) fn fixed8(&mut self) -> Result<[u8; 8], Fail> {
        self.expect(I64)?;
        self.take()
    }

    #[inline]
    pub(super) fn int32(&mut self, coding: Coding) -> Result<i32, Fail> {
        Ok(match coding {
            Coding::Zigzag => unzigzag(u64::from(self.integer()? as u32)) as i32,
            Coding::Fixed => i32::from_le_bytes(self.fixed4()?),
            _ => self.integer()? as i32,
        })
    }

    #[inline]
    pub(super) fn uint32(&mut self, coding: Coding) -> Result<u32, Fail> {
        Ok(match coding {
            Coding::Fixed => u32::from_le_bytes(self.fixed4()?),
            _ => self.integer()? as u32,
        })
    }

    #[inline]
    pub(super) fn int64(&mut self, coding: Coding) -> Result<i64, Fail> {
        Ok(match coding {
            Coding::Zigzag => unzigzag(self.integer()?),
            Coding::Fixed => i64::from_le_bytes(self.fixed8()?),
            _ => self.integer()? as i64,
        })
    }

    #[inline]
    pub(super) fn uint64(&mut self, coding: Coding) -> Result<u64, Fail> {
        match coding {
            Coding::Fixed => Ok(u64::from_le_bytes(self.fixed8()?)),
            _ => self.integer(),
        }
    }

    #[inline(never)]
    pub(super) fn text_of(&mut self, f: &Field) -> Result<&'de str, Fail> {
        let bytes = self.bytes_of(f)?;
        chars::utf8(bytes).map_err(|e| self.not_utf8(bytes, &e))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn not_utf8(&mut self, bytes: &[u8], e: &core::str::Utf8Error) -> Fail {
        let at = self.place_of(bytes) + e.valid_up_to();
        self.fail_at(at, MalformedKind::NotUtf8)
    }

    /// Reports a length of bytes that is not permitted.
    #[cold]
    #[inline(never)]
    pub(super) fn other_length(&mut self, f: &Field, found: usize) -> Fail {
        match f.length {
            Length::UpTo(max) => self.too_long(found, max as usize),
            Length::Fixed(n) if found > n as usize => self.too_long(found, n as usize),
            Length::Fixed(n) => {
                let (said, found) = (i64::from(n), found as i64);
                self.fail(MalformedKind::Disagrees { said, found })
            }
        }
    }

    #[inline(never)]
    pub(super) fn bytes_of(&mut self, f: &Field) -> Result<&'de [u8], Fail> {
        // Not packed elements: a field with a length is not split up.
        if self.wire != LEN && self.wire < BARE {
            self.detour = Detour::OtherWire;
            return Err(Fail);
        }
        let bytes = self.delimited()?;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if bytes.len() > max as usize {
            return Err(self.too_long(bytes.len(), max as usize));
        }
        if self.wire != ABSENT {
            self.complete(f, bytes.len())?;
        }
        Ok(bytes)
    }

    /// An array of scalars in bulk.
    #[inline(always)]
    pub(super) fn scalars<T>(
        &mut self,
        f: &Field,
        v: &mut Vec<T>,
        wide: Option<fn(u64, Coding) -> T>,
        take: impl Fn(&mut Self, Coding) -> Result<T, Fail>,
    ) -> Result<(), Fail> {
        if f.pb.coding == Coding::Wrapped && self.wire != ABSENT {
            let opened = self.open(f)?;
            v.clear();
            return self.unwrap(opened, |source| {
                source.again = true;
                source.scalar_run(f, v, wide, &take)
            });
        }
        self.scalar_run(f, v, wide, &take)
    }

    #[inline(always)]
    fn scalar_run<T>(
        &mut self,
        f: &Field,
        v: &mut Vec<T>,
        wide: Option<fn(u64, Coding) -> T>,
        take: &impl Fn(&mut Self, Coding) -> Result<T, Fail>,
    ) -> Result<(), Fail> {
        if !self.again {
            v.clear();
        }
        let coding = f.element().pb.coding;
        if self.wire == ABSENT {
            self.make_room(v, absent_elements(f) as usize)?;
            for _ in 0..absent_elements(f) {
                self.rest = &ZEROS;
                v.push(take(self, coding)?);
            }
            return Ok(());
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (number, wire) = (self.number, self.wire);
        if wire == BARE && self.rest.is_empty() {
            return Ok(());
        }
        loop {
            if wire == LEN {
                let body = self.delimited()?;
                let tail = core::mem::replace(&mut self.rest, body);
                self.wire = BARE;
                let n = match wide {
                    Some(_) => self.count(coding, size_of::<T>()),
                    None => self.rest.len() / size_of::<T>(),
                };
                if n > (max as usize).saturating_sub(v.len()) {
                    return Err(self.too_long(v.len() + n, max as usize));
                }
                self.make_room(v, n)?;
                if let (Some(wide), true) = (wide, coding != Coding::Fixed) {
                    self.varints(v, |number| wide(number, coding))?;
                }
                while !self.rest.is_empty() {
                    v.push(take(self, coding)?);
                }
                self.rest = tail;
            } else {
                self.make_room(v, 1)?;
                self.wire = wire;
                v.push(take(self, coding)?);
            }
            if v.len() > max as usize {
                return Err(self.too_long(v.len(), max as usize));
            }
            if wire == BARE && !self.rest.is_empty() {
                continue;
            }
            if wire == BARE || !self.comes_again(key(number, wire)) {
                return self.complete(f, v.len());
            }
        }
    }

    /// Varints, as long as eight bytes are left.
    #[inline(always)]
    fn varints<T>(&mut self, v: &mut Vec<T>, wide: impl Fn(u64) -> T) -> Result<(), Fail> {
        let mut rest = self.rest;
        while let Some(eight) = rest.first_chunk() {
            let bits = u64::from_le_bytes(*eight);
            let (number, n) = if bits & 0x80 == 0 {
                (bits & 0x7f, 1)
            } else if bits & 0x8000 == 0 {
                (bits & 0x7f | bits >> 1 & 0x3f80, 2)
            } else if bits & 0x80_0000 == 0 {
                (bits & 0x7f | bits >> 1 & 0x3f80 | bits >> 2 & 0x1f_c000, 3)
            } else {
                self.rest = rest;
                let number = self.longer_varint()?;
                rest = self.rest;
                (number, 0)
            };
            v.push(wide(number));
            rest = &rest[n..];
        }
        self.rest = rest;
        Ok(())
    }

    /// The number of elements in the rest of the input.
    #[inline]
    fn count(&self, coding: Coding, size: usize) -> usize {
        match coding {
            Coding::Fixed => self.rest.len() / size.max(1),
            _ => self.rest.iter().filter(|byte| **byte < 0x80).count(),
        }
    }
}

#[inline]
pub(super) const fn unzigzag(v: u64) -> i64 {
    (v >> 1) as i64 ^ -((v & 1) as i64)
}

pub(super) use crate::protobuf::sink::zigzag;
