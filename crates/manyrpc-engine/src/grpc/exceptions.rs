//! Exceptions in `grpc-status-details-bin`: a `google.rpc.Status` whose details are messages by name.
//!
//! Reading list: `google/rpc/status.proto`; `google/protobuf/any.proto`; Protocol Buffers,
//! "Encoding".

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use crate::exception::{Exception, Members};
use crate::fault::Fault;

/// What stands in front of the name of a message (`any.proto`).
const TYPE_URL: &[u8] = b"type.googleapis.com/";

/// Fields of `google.rpc.Status`.
const CODE: u64 = 1;
const MESSAGE: u64 = 2;
const DETAILS: u64 = 3;

/// Fields of `google.protobuf.Any`.
const URL: u64 = 1;
const VALUE: u64 = 2;

/// The kinds of field that these messages have.
const VARINT: u64 = 0;
const BYTES: u64 = 2;

/// What goes into the trailer with a fault that says this: its details, or else its exceptions.
pub(super) fn details(fault: &Fault, code: i32, message: &str) -> Vec<u8> {
    let Fault::Detailed(said) = fault else {
        return Vec::new();
    };
    if !said.details.is_empty() {
        return said.details.clone();
    }
    let mut status = Vec::new();
    for exception in &said.exceptions {
        let Members::Protobuf(members) = &exception.members else {
            continue;
        };
        if status.is_empty() {
            put_varint(&mut status, CODE << 3 | VARINT);
            put_varint(&mut status, i64::from(code) as u64);
            put_bytes(&mut status, MESSAGE, message.as_bytes());
        }
        let mut any = Vec::new();
        put_bytes(
            &mut any,
            URL,
            &[TYPE_URL, exception.name.as_bytes()].concat(),
        );
        put_bytes(&mut any, VALUE, members);
        put_bytes(&mut status, DETAILS, &any);
    }
    status
}

/// The messages among the details of a status; nothing of what is no status.
pub(super) fn of_details(mut status: &[u8]) -> Vec<Exception> {
    let mut exceptions = Vec::new();
    while !status.is_empty() {
        match take_field(&mut status) {
            Some((DETAILS, any)) => exceptions.extend(exception(any)),
            Some(_) => {}
            None => return Vec::new(),
        }
    }
    exceptions
}

fn exception(mut any: &[u8]) -> Option<Exception> {
    let (mut url, mut value): (&[u8], &[u8]) = (b"", b"");
    while !any.is_empty() {
        match take_field(&mut any)? {
            (URL, bytes) => url = bytes,
            (VALUE, bytes) => value = bytes,
            _ => {}
        }
    }
    // Whatever stands before the last slash says where to ask about it (`any.proto`).
    let name = core::str::from_utf8(url).ok()?.rsplit_once('/')?.1;
    Some(Exception::protobuf(name, value.to_owned()))
}

/// The next field's number and, of one of bytes, these.
fn take_field<'b>(from: &mut &'b [u8]) -> Option<(u64, &'b [u8])> {
    let tag = take_varint(from)?;
    let taken = match tag & 7 {
        VARINT => take_varint(from).map(|_| &b""[..])?,
        1 => take(from, 8)?,
        BYTES => {
            let length = take_varint(from)?;
            take(from, usize::try_from(length).ok()?)?
        }
        5 => take(from, 4)?,
        _ => return None,
    };
    Some((tag >> 3, taken))
}

fn take<'b>(from: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(taken)
}

fn take_varint(from: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn put_varint(to: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

fn put_bytes(to: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    put_varint(to, field << 3 | BYTES);
    put_varint(to, bytes.len() as u64);
    to.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    // What `protoc --encode google.rpc.Status` (libprotoc 3.21.12) writes for
    // `code: 2 message: "m" details { type_url: "type.googleapis.com/a.B" value: "\010\003" }`.
    const STATUS: &[u8] =
        b"\x08\x02\x12\x01m\x1a\x1d\x0a\x17type.googleapis.com/a.B\x12\x02\x08\x03";

    fn fault() -> Fault {
        Fault::raised(7, Exception::protobuf("a.B", *b"\x08\x03"))
    }

    #[test]
    fn an_exception_is_a_detail_of_a_status() {
        assert_eq!(details(&fault(), 2, "m"), STATUS);
        assert_eq!(
            of_details(STATUS),
            [Exception::protobuf("a.B", *b"\x08\x03")]
        );
        let json = Fault::raised(7, Exception::json("a.B", *b"{}"));
        assert!(details(&json, 2, "m").is_empty());
    }

    #[test]
    fn what_is_no_status_has_none() {
        for end in 1..STATUS.len() {
            let found = of_details(&STATUS[..end]);
            // What ends behind a field is a status with fewer.
            assert!(found.is_empty(), "{end}: {found:?}");
        }
        for at in 0..STATUS.len() {
            for bit in 0..8 {
                let mut spoilt = STATUS.to_vec();
                spoilt[at] ^= 1 << bit;
                let _ = of_details(&spoilt);
            }
        }
        assert!(of_details(b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01").is_empty());
    }
}
