//! Keys, varints and bytes; skipping fields.

use super::Decoder;
use crate::error::{Fail, MalformedKind};
use crate::protobuf::format::{I32, I64, LARGEST_NUMBER, LEN, START, VARINT, Wire};

impl<'de> Decoder<'de> {
    #[inline]
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        match self.rest.split_first_chunk::<N>() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.fail(MalformedKind::Truncated)),
        }
    }

    #[inline]
    pub(super) fn varint(&mut self) -> Result<u64, Fail> {
        match after_varint(self.rest) {
            Some((v, rest)) => {
                self.rest = rest;
                Ok(v)
            }
            None => self.longer_varint(),
        }
    }

    /// Bits above the 64th are dropped, as in all decoders.
    #[inline(never)]
    pub(super) fn longer_varint(&mut self) -> Result<u64, Fail> {
        self.varint_within(10)
    }

    /// A length is a 32-bit integer of at most five bytes, as in C++ and everything based on it.
    #[inline(never)]
    pub(super) fn longer_length(&mut self) -> Result<u64, Fail> {
        self.varint_within(5)
    }

    fn varint_within(&mut self, most: usize) -> Result<u64, Fail> {
        match varint_within(self.rest, most) {
            Some((v, rest)) => {
                self.rest = rest;
                Ok(v)
            }
            None if self.rest.len() < most => Err(self.fail(MalformedKind::Truncated)),
            None => Err(self.fail(MalformedKind::Varint)),
        }
    }

    #[inline]
    fn length(&mut self) -> Result<u64, Fail> {
        match after_varint(self.rest) {
            Some((n, rest)) => {
                self.rest = rest;
                Ok(n)
            }
            None => self.longer_length(),
        }
    }

    /// Bytes with a length prefix.
    #[inline]
    pub(super) fn delimited(&mut self) -> Result<&'de [u8], Fail> {
        let n = self.length()?;
        match self
            .rest
            .split_at_checked(usize::try_from(n).unwrap_or(usize::MAX))
        {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => {
                let max = self.rest.len() as u64;
                Err(self.fail(MalformedKind::TooLong { count: n, max }))
            }
        }
    }

    /// Reads a field's key.
    #[inline]
    pub(super) fn next_key(&mut self) -> Result<(), Fail> {
        let entry = self.rest;
        let v = match key_of(entry) {
            Some((v, rest)) => {
                self.rest = rest;
                v
            }
            None => return Err(self.no_key()),
        };
        self.wire = (v & 7) as Wire;
        self.number = (v >> 3) as u32;
        if self.wire > I32 || v < 8 || v >> 3 > u64::from(LARGEST_NUMBER) {
            return Err(self.fail_at(self.place_of(entry), MalformedKind::Key(v)));
        }
        Ok(())
    }

    /// Reports bytes that are not a valid key.
    #[cold]
    fn no_key(&mut self) -> Fail {
        let place = self.offset();
        match self.longer_varint() {
            Ok(v) => self.fail_at(place, MalformedKind::Key(v)),
            Err(Fail) => Fail,
        }
    }

    /// The next field, including its key.
    #[cfg(test)]
    pub(in crate::protobuf) fn field(&mut self) -> Result<&'de [u8], Fail> {
        let entry = self.rest;
        self.next_key()?;
        self.pass(entry)
    }

    /// Skips the field whose key was read; returns all of it.
    #[inline(never)]
    pub(super) fn pass(&mut self, entry: &'de [u8]) -> Result<&'de [u8], Fail> {
        if !self.skip_within()? {
            return Err(self.unmatched_end());
        }
        Ok(&entry[..entry.len() - self.rest.len()])
    }

    /// Skips the value whose key was read. False if that is the end of a group.
    #[inline(never)]
    pub(super) fn skip_within(&mut self) -> Result<bool, Fail> {
        match self.wire {
            VARINT => drop(self.varint()?),
            I64 => drop(self.take::<8>()?),
            I32 => drop(self.take::<4>()?),
            LEN => drop(self.delimited()?),
            START => self.skip_group()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn skip_group(&mut self) -> Result<(), Fail> {
        let number = self.number;
        self.enter()?;
        loop {
            self.next_key()?;
            if !self.skip_within()? {
                break;
            }
        }
        if self.number != number {
            return Err(self.unmatched_end());
        }
        self.depth += 1;
        Ok(())
    }
}

/// A varint of one or two bytes, and what follows it.
#[inline(always)]
pub(super) fn after_varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    match bytes {
        [a, rest @ ..] if *a < 0x80 => Some((u64::from(*a), rest)),
        [a, b, rest @ ..] if *b < 0x80 => Some((u64::from(*a & 0x7f) | u64::from(*b) << 7, rest)),
        _ => None,
    }
}

/// A field's key of at most five bytes, and what follows it.
#[inline(always)]
pub(super) fn key_of(bytes: &[u8]) -> Option<(u64, &[u8])> {
    match after_varint(bytes) {
        None => longer_key(bytes),
        found => found,
    }
}

#[inline(never)]
fn longer_key(bytes: &[u8]) -> Option<(u64, &[u8])> {
    varint_within(bytes, 5)
}

/// A varint of at most this many bytes, and what follows it.
fn varint_within(bytes: &[u8], most: usize) -> Option<(u64, &[u8])> {
    let mut v = 0;
    for (i, byte) in bytes.iter().take(most).enumerate() {
        v |= u64::from(byte & 0x7f) << (7 * i);
        if *byte < 0x80 {
            return Some((v, &bytes[i + 1..]));
        }
    }
    None
}

/// If the next field has that number: its wire type, and what follows the key.
#[inline(always)]
pub(super) fn key_before(bytes: &[u8], number: u32) -> Option<(Wire, &[u8])> {
    if number < 16 {
        return match bytes {
            [a, rest @ ..] if u32::from(*a >> 3) == number => Some((*a & 7, rest)),
            _ => None,
        };
    }
    if number >= 2048 {
        return longer_key_before(bytes, number);
    }
    match bytes {
        [a, b, rest @ ..] if *a >= 0x80 => {
            let found = u32::from(*a & 0x78) >> 3 | u32::from(*b) << 4;
            (found == number).then_some((*a & 7, rest))
        }
        _ => None,
    }
}

/// The number of adjacent elements from the one whose key was read, as long as their lengths are
/// short: used to reserve no more room than needed.
#[inline]
pub(super) fn in_a_row(mut rest: &[u8], number: u32) -> usize {
    /// The most elements that are counted.
    const MANY: usize = 1024;
    let mut n = 1;
    while n < MANY
        && let Some((length, body)) = after_varint(rest)
        && let Some(behind) = body.get(length as usize..)
        && let Some((LEN, next)) = key_before(behind, number)
    {
        (rest, n) = (next, n + 1);
    }
    n
}

#[inline(never)]
fn longer_key_before(bytes: &[u8], number: u32) -> Option<(Wire, &[u8])> {
    let (v, rest) = longer_key(bytes)?;
    (v >> 3 == u64::from(number)).then_some(((v & 7) as Wire, rest))
}
