//! What the protocol itself marshals: heads, encapsulations, references.
//!
//! Reading list: CORBA 3.0 sections 15.3.1 (primitives), 15.3.3 (encapsulations).

use alloc::string::String;

use manyrpc_codec::Buf;
use manyrpc_codec::cdr::ByteOrder;

use crate::fault::WireError;

/// A position in a message or an encapsulation, which alignment counts from.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    order: ByteOrder,
}

impl<'a> Reader<'a> {
    /// Of these bytes, from an offset on.
    pub(super) fn at(bytes: &'a [u8], order: ByteOrder, at: usize) -> Self {
        Reader { bytes, at, order }
    }

    /// Of an encapsulation, which states its byte order first (section 15.3.3).
    pub(super) fn encapsulated(bytes: &'a [u8]) -> Result<Self, WireError> {
        let order = match bytes.first() {
            None => return Err(WireError::Truncated),
            Some(0) => ByteOrder::Big,
            Some(1) => ByteOrder::Little,
            Some(other) => return Err(bad("byte_order", u32::from(*other))),
        };
        Ok(Reader {
            bytes,
            at: 1,
            order,
        })
    }

    /// How far it has come.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    pub(super) fn skip(&mut self, n: usize) -> Result<(), WireError> {
        self.take(n).map(drop)
    }

    #[inline]
    fn take(&mut self, n: usize) -> Result<&'a [u8], WireError> {
        let end = self.at.checked_add(n).ok_or(WireError::Truncated)?;
        let taken = self.bytes.get(self.at..end).ok_or(WireError::Truncated)?;
        self.at = end;
        Ok(taken)
    }

    #[inline]
    fn aligned<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        self.at = self.at.next_multiple_of(N);
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N)?);
        if self.order == ByteOrder::Big {
            bytes.reverse();
        }
        Ok(bytes)
    }

    #[inline]
    pub(super) fn u8(&mut self) -> Result<u8, WireError> {
        Ok(self.aligned::<1>()?[0])
    }

    #[inline]
    pub(super) fn u16(&mut self) -> Result<u16, WireError> {
        Ok(u16::from_le_bytes(self.aligned()?))
    }

    #[inline]
    pub(super) fn u32(&mut self) -> Result<u32, WireError> {
        Ok(u32::from_le_bytes(self.aligned()?))
    }

    /// Octets with their number.
    #[inline]
    pub(super) fn octets(&mut self) -> Result<&'a [u8], WireError> {
        let n = self.u32()? as usize;
        self.take(n)
    }

    /// A string's bytes without the terminator. Some implementations leave that of an empty one out.
    pub(super) fn text(&mut self) -> Result<&'a [u8], WireError> {
        let bytes = self.octets()?;
        match bytes.split_last() {
            None => Ok(bytes),
            Some((0, text)) => Ok(text),
            Some((last, _)) => Err(bad("terminator of a string", u32::from(*last))),
        }
    }

    /// A string that the protocol restricts to ASCII.
    #[inline]
    pub(super) fn string(&mut self) -> Result<&'a str, WireError> {
        core::str::from_utf8(self.text()?)
            .map_err(|_| WireError::Violation("a name in it is not text"))
    }

    /// A string for people.
    pub(super) fn lossy(&mut self) -> Result<String, WireError> {
        Ok(String::from_utf8_lossy(self.text()?).into_owned())
    }
}

/// A field with a value that means nothing there.
pub(super) const fn bad(field: &'static str, value: u32) -> WireError {
    WireError::BadField { field, value }
}

/// Appends zeros up to a multiple of `n` bytes from `start`.
#[inline]
pub(super) fn align(buf: &mut Buf, start: usize, n: usize) {
    let missing = (buf.len() - start).wrapping_neg() % n;
    buf.put(&[0; 8][..missing]);
}

/// Appends a number at a multiple of 4 bytes.
#[inline]
pub(super) fn put_u32(buf: &mut Buf, start: usize, v: u32) {
    align(buf, start, 4);
    buf.put_array(v.to_le_bytes());
}

/// Appends octets with their number.
#[inline]
pub(super) fn put_octets(buf: &mut Buf, start: usize, octets: &[u8]) {
    put_u32(buf, start, octets.len() as u32);
    buf.put(octets);
}

/// Appends a string.
#[inline]
pub(super) fn put_string(buf: &mut Buf, start: usize, text: &str) {
    put_u32(buf, start, text.len() as u32 + 1);
    buf.put(text.as_bytes());
    buf.put(&[0]);
}
