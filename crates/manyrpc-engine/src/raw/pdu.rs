//! The wire format.

use crate::fault::WireError;

/// Bytes of a request before its body, without the stream's length.
pub const REQUEST_HEAD: usize = 8;
/// Bytes of a reply before its body, without the stream's length.
pub const REPLY_HEAD: usize = 4;
/// The bit of a reply's tag that marks a fault.
pub const FAULT: u32 = 0x8000_0000;
/// The low 8 bits of an operation that asks for a canned reply.
pub const CANNED: u32 = 0xff;

/// The operation that requests a canned reply of `bytes`, at most 2²⁴ − 1.
pub const fn canned_operation(bytes: u32) -> u32 {
    bytes << 8 | CANNED
}

/// How many bytes of reply an operation requests, if it is canned.
#[inline]
pub const fn canned_bytes(operation: u32) -> Option<usize> {
    if operation & CANNED == CANNED {
        Some((operation >> 8) as usize)
    } else {
        None
    }
}

/// Tag and operation of a request.
#[inline]
pub fn parse_request(message: &[u8]) -> Result<(u32, u32), WireError> {
    let (tag, rest) = message.split_first_chunk().ok_or(WireError::Truncated)?;
    let operation = rest.first_chunk().ok_or(WireError::Truncated)?;
    let value = u32::from_be_bytes(*tag);
    if value & FAULT != 0 {
        return Err(WireError::BadField {
            field: "tag",
            value,
        });
    }
    Ok((value, u32::from_be_bytes(*operation)))
}

/// Tag of a reply, and its status if it is a fault.
#[inline]
pub fn parse_reply(message: &[u8]) -> Result<(u32, Option<u32>), WireError> {
    let (tag, rest) = message.split_first_chunk().ok_or(WireError::Truncated)?;
    let tag = u32::from_be_bytes(*tag);
    if tag & FAULT == 0 {
        return Ok((tag, None));
    }
    let status = rest.first_chunk().ok_or(WireError::Truncated)?;
    Ok((tag & !FAULT, Some(u32::from_be_bytes(*status))))
}
