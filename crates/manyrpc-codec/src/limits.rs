//! Limits on encoding and decoding, for all syntaxes.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Limits, xdr};
//!
//! let mut buf = Buf::new();
//! let limits = Limits { bytes: 4, ..Limits::DEFAULT };
//! assert!(xdr::encode_value(&mut buf, &Field::plain("number"), &1i64, &limits).is_err());
//! assert!(buf.is_empty());
//! ```

use crate::error::{Malformed, MalformedKind};

/// Limits on encoding and decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nesting: records, unions, arrays, lists and optional values each count as one.
    pub depth: u32,
    /// Array elements in one message that take no bytes (`opaque[0]`); others are limited by the
    /// bytes there are.
    pub elements: u32,
    /// Bytes of one message's parameters.
    pub bytes: usize,
    /// Bytes of memory that values may take beyond a multiple of their message, in syntaxes where a
    /// few bytes can stand for many: see [`protobuf::MEMORY`](crate::protobuf::MEMORY).
    pub memory: usize,
}

impl Limits {
    /// 128 levels, 4096 elements without bytes, 64 MiB of bytes and 64 MiB of additional memory.
    pub const DEFAULT: Limits = Limits {
        depth: 128,
        elements: 4096,
        bytes: 64 << 20,
        memory: 64 << 20,
    };

    /// The same without a limit on bytes, for messages whose size is checked elsewhere, on arrival
    /// or before sending: so there is only one limit to raise or lower, and errors name that one.
    pub const OF_SHAPE: Limits = Limits {
        bytes: usize::MAX,
        ..Limits::DEFAULT
    };
}

/// The bytes of a message, for a decoder of them; if there are more than `max`, none, with the failure that it begins with.
///
/// A decoder that is made of both stays where it is made. If it were made first and then refused by a function that takes it, it
/// would be copied, and the copy would wait until it is written.
#[inline]
pub(crate) fn admit(bytes: &[u8], max: usize) -> (&[u8], Option<Malformed>) {
    match bytes.len() <= max {
        true => (bytes, None),
        false => (&[], Some(too_many(bytes.len(), max))),
    }
}

#[cold]
#[inline(never)]
fn too_many(count: usize, max: usize) -> Malformed {
    let (count, max) = (count as u64, max as u64);
    Malformed {
        kind: MalformedKind::TooLong { count, max },
        offset: 0,
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
