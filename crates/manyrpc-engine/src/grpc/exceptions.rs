//! Exceptions in `grpc-status-details-bin`: a `google.rpc.Status` whose details are named messages.
//!
//! Reading list: `google/rpc/status.proto`; `google/protobuf/any.proto`; Protocol Buffers,
//! "Encoding".

use alloc::format;
use alloc::vec::Vec;

use manyrpc_codec::meta::Standalone;
use manyrpc_codec::{Buf, protobuf};

use super::generated::google_rpc::{Any, Status};
use crate::exception::{Exception, Members};
use crate::fault::Fault;

/// The prefix of a message's name (`any.proto`).
const TYPE_URL: &str = "type.googleapis.com/";

/// The content of the trailer for a fault: its details, or else its exceptions.
pub(super) fn details(fault: &Fault, code: i32, message: &str) -> Vec<u8> {
    let Fault::Detailed(details) = fault else {
        return Vec::new();
    };
    if !details.details.is_empty() {
        return details.details.clone();
    }
    let details: Vec<Any<'_>> = details.exceptions.iter().filter_map(any).collect();
    if details.is_empty() {
        return Vec::new();
    }
    let status = Status {
        code,
        message: message.into(),
        details,
        ..Status::default()
    };
    let mut out = Buf::new();
    match protobuf::encode_value(&mut out, Status::PLACE, &status, &protobuf::Limits::DEFAULT) {
        Ok(()) => out.data().to_vec(),
        // Too large for any peer: only code and message matter.
        Err(_) => Vec::new(),
    }
}

fn any(exception: &Exception) -> Option<Any<'_>> {
    let Members::Protobuf(members) = &exception.members else {
        return None;
    };
    Some(Any {
        type_url: format!("{TYPE_URL}{}", exception.name).into(),
        value: members.as_slice().into(),
        ..Any::default()
    })
}

/// The messages in the details of a status; empty if it is not a status.
pub(super) fn of_details(details: &[u8]) -> Vec<Exception> {
    let mut status = Status::default();
    let limits = &protobuf::Limits::DEFAULT;
    match protobuf::decode_value(details, Status::PLACE, &mut status, limits) {
        Ok(()) => status.details.into_iter().filter_map(exception).collect(),
        Err(_) => Vec::new(),
    }
}

fn exception(any: Any<'_>) -> Option<Exception> {
    // What precedes the last slash is where its type can be looked up (`any.proto`).
    let (_, name) = any.type_url.rsplit_once('/')?;
    Some(Exception::protobuf(name, any.value.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The output of `protoc --encode google.rpc.Status` (libprotoc 3.21.12) for `code: 2 message:
    // "m" details { type_url: "type.googleapis.com/a.B" value: "\010\003" }`.
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
            // A prefix that ends after a field is a status with fewer fields.
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
