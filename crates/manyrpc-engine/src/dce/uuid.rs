//! UUIDs in PDUs: C706 appendix A, section 14.3.
//!
//! Elsewhere a UUID is its 16 bytes in the order they are printed. In a PDU the first three fields
//! (32, 16 and 16 bits) are integers in the sender's byte order.
//!
//! ```
//! use manyrpc_engine::dce::uuid;
//!
//! let printed = uuid::parse("12345778-1234-abcd-ef00-0123456789ac");
//! let in_pdu = uuid::swapped(printed); // With little-endian integers.
//! assert_eq!(in_pdu[..4], [0x78, 0x57, 0x34, 0x12]);
//! assert_eq!(uuid::from_pdu(in_pdu, true), printed);
//! ```

use crate::contract::CallHead;
use crate::fault::Misuse;

/// The nil UUID.
pub const NIL: [u8; 16] = [0; 16];

/// Converts between printed order and little-endian integer fields; its own inverse.
#[inline]
pub const fn swapped(u: [u8; 16]) -> [u8; 16] {
    [
        u[3], u[2], u[1], u[0], u[5], u[4], u[7], u[6], u[8], u[9], u[10], u[11], u[12], u[13],
        u[14], u[15],
    ]
}

/// Converts a UUID from a PDU with little-endian integers, or not, to printed order.
#[inline]
pub const fn from_pdu(bytes: [u8; 16], little: bool) -> [u8; 16] {
    if little { swapped(bytes) } else { bytes }
}

/// The UUID and version of a call's interface.
#[inline]
pub(crate) fn of_interface(head: &CallHead<'_>) -> Result<[u8; 16], Misuse> {
    match head.interface.uuid {
        NIL => Err(Misuse::NotOffered("call without an interface's UUID")),
        uuid => Ok(uuid),
    }
}

/// The object of a call, which must be a UUID here.
pub(crate) fn of_object(head: &CallHead<'_>) -> Result<Option<[u8; 16]>, Misuse> {
    let Some(object) = head.object else {
        return Ok(None);
    };
    let uuid = object.uuid();
    let misuse = Misuse::NotOffered("call for an object whose key is no UUID");
    uuid.map(Some).ok_or(misuse)
}

/// Parses a printed UUID, such as `"12345778-1234-abcd-ef00-0123456789ac"`, for constants.
///
/// # Panics
///
/// If it is malformed; in a constant, at compile time.
pub const fn parse(text: &str) -> [u8; 16] {
    let text = text.as_bytes();
    assert!(text.len() == 36, "a UUID has 36 characters");
    let (mut uuid, mut at, mut i) = ([0; 16], 0, 0);
    while i < 16 {
        if matches!(at, 8 | 13 | 18 | 23) {
            assert!(text[at] == b'-', "a UUID's parts are joined by hyphens");
            at += 1;
        }
        uuid[i] = hex(text[at]) << 4 | hex(text[at + 1]);
        i += 1;
        at += 2;
    }
    uuid
}

const fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        b'A'..=b'F' => digit - b'A' + 10,
        _ => panic!("a UUID's digits are hexadecimal"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_in_both_orders() {
        let printed = parse("12345778-1234-abCD-ef00-0123456789ac");
        let little = [
            0x78, 0x57, 0x34, 0x12, 0x34, 0x12, 0xcd, 0xab, 0xef, 0x00, 0x01, 0x23, 0x45, 0x67,
            0x89, 0xac,
        ];
        assert_eq!(swapped(printed), little);
        assert_eq!(from_pdu(little, true), printed);
        assert_eq!(from_pdu(printed, false), printed);
    }
}
