//! Integer fields of PDUs, in either byte order.
//!
//! Reading list: C706 section 14.1 (data representation format label), section 12.3 (alignment).
//!
//! ```
//! use manyrpc_engine::dce::fields::Fields;
//!
//! let mut fields = Fields::new(&[0, 1, 0, 0, 0, 0, 0, 7], 0, false);
//! assert_eq!(fields.u16()?, 1);
//! fields.align_4()?;
//! assert_eq!(fields.u32()?, 7);
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use super::uuid;
use crate::fault::WireError;

/// Our representation: little-endian, ASCII, IEEE floating point.
pub const REPRESENTATION: [u8; 4] = [0x10, 0, 0, 0];

/// Whether a label means little-endian; `None` if it is invalid (C706 section 14.1).
#[inline]
pub const fn is_little(label: [u8; 4]) -> Option<bool> {
    match label[0] >> 4 {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// Reads the fields of a PDU in order.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    little: bool,
}

impl<'a> Fields<'a> {
    /// From offset `at` of `bytes`.
    #[inline]
    pub fn new(bytes: &'a [u8], at: usize, little: bool) -> Self {
        Fields { bytes, at, little }
    }

    /// Bytes that are left.
    #[inline]
    pub fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// The next `n` bytes.
    #[inline]
    pub fn take(&mut self, n: usize) -> Result<&'a [u8], WireError> {
        let rest = self.bytes.get(self.at..).ok_or(WireError::Truncated)?;
        let taken = rest.get(..n).ok_or(WireError::Truncated)?;
        self.at += n;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let rest = self.bytes.get(self.at..).ok_or(WireError::Truncated)?;
        let taken = rest.first_chunk::<N>().ok_or(WireError::Truncated)?;
        self.at += N;
        Ok(*taken)
    }

    /// 8 bits.
    #[inline]
    pub fn u8(&mut self) -> Result<u8, WireError> {
        Ok(self.array::<1>()?[0])
    }

    /// 16 bits.
    #[inline]
    pub fn u16(&mut self) -> Result<u16, WireError> {
        let bytes = self.array()?;
        Ok(if self.little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    }

    /// 32 bits.
    #[inline]
    pub fn u32(&mut self) -> Result<u32, WireError> {
        let bytes = self.array()?;
        Ok(if self.little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        })
    }

    /// A UUID, in printed order.
    #[inline]
    pub fn uuid(&mut self) -> Result<[u8; 16], WireError> {
        Ok(uuid::from_pdu(self.array()?, self.little))
    }

    /// Skips to a multiple of four bytes from the PDU's start.
    pub fn align_4(&mut self) -> Result<(), WireError> {
        let pad = self.at.wrapping_neg() & 3;
        self.take(pad).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_in_both_orders_and_past_the_end() {
        let bytes = [9, 1, 2, 3, 4, 5, 6, 0, 0xaa];
        let mut little = Fields::new(&bytes, 1, true);
        let mut big = Fields::new(&bytes, 1, false);
        assert_eq!((little.u16(), big.u16()), (Ok(0x0201), Ok(0x0102)));
        assert_eq!(
            (little.u32(), big.u32()),
            (Ok(0x0605_0403), Ok(0x0304_0506))
        );
        assert_eq!(little.align_4(), Ok(()));
        assert_eq!((little.left(), little.u8()), (1, Ok(0xaa)));
        assert_eq!(little.u8(), Err(WireError::Truncated));
        assert_eq!(big.uuid(), Err(WireError::Truncated));
        assert_eq!(
            Fields::new(&bytes, 99, true).take(0),
            Err(WireError::Truncated)
        );
    }
}
