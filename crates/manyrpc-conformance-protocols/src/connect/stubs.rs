//! Stubs of the suite's service and messages, and the framing between its runner and our programs:
//! length-prefixed messages over standard input and output.

use std::io::{self, Read, Write};

use base64_simd::STANDARD_NO_PAD;
use manyrpc::Metadata;
use manyrpc::grpc;
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode, protobuf};

mod generated {
    #![allow(
        dead_code,
        missing_docs,
        unreachable_pub,
        clippy::all,
        rustdoc::all,
        reason = "made from definitions that others wrote"
    )]
    include!(concat!(env!("OUT_DIR"), "/conformance.rs"));
}

pub(super) use generated::*;

/// The prefix of the suite's type names.
const PACKAGE: &str = "type.googleapis.com/connectrpc.conformance.v1.";

const MESSAGE: Field = Field::plain("message");

/// Reads a message from the runner; `None` at the end.
pub(super) fn read_message(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(e) => return Err(e),
    }
    let mut message = vec![0; u32::from_be_bytes(length) as usize];
    from.read_exact(&mut message)?;
    Ok(Some(message))
}

/// Writes a message to the runner.
pub(super) fn write_message<T: Encode>(to: &mut impl Write, message: &T) -> io::Result<()> {
    let bytes = encode(message);
    to.write_all(&(bytes.len() as u32).to_be_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

pub(super) fn encode<T: Encode>(message: &T) -> Vec<u8> {
    let mut buf = Buf::new();
    let written = protobuf::encode_value(&mut buf, &MESSAGE, message, &protobuf::Limits::DEFAULT);
    written.unwrap_or_else(|e| panic!("a message of the suite: {e}"));
    buf.data().to_vec()
}

pub(super) fn decode<'a, T: Decode<'a> + Default>(bytes: &'a [u8]) -> T {
    let mut message = T::default();
    let read = protobuf::decode_value(bytes, &MESSAGE, &mut message, &protobuf::Limits::DEFAULT);
    read.unwrap_or_else(|e| panic!("a message of the suite: {e}"));
    message
}

/// Wraps a message of the suite with its type name.
pub(super) fn any<T: Encode>(name: &str, message: &T) -> Any<'static> {
    Any {
        type_url: format!("{PACKAGE}{name}").into(),
        value: encode(message).into(),
        ..Any::default()
    }
}

/// Metadata in the suite's form: a name with its values, binary ones in base64.
pub(super) fn headers(metadata: &Metadata) -> Vec<Header<'static>> {
    let mut headers: Vec<Header<'static>> = Vec::new();
    for (name, value) in metadata.iter() {
        let text = match name.ends_with("-bin") {
            true => STANDARD_NO_PAD.encode_to_string(value),
            false => String::from_utf8_lossy(value).into_owned(),
        };
        match headers.iter_mut().find(|header| header.name == name) {
            Some(header) => header.value.push(text.into()),
            None => headers.push(Header {
                name: name.to_owned().into(),
                value: vec![text.into()],
                ..Header::default()
            }),
        }
    }
    headers
}

/// The name-value pairs of the suite's form.
pub(super) fn pairs<'h>(headers: &'h [Header<'_>]) -> impl Iterator<Item = (&'h str, Vec<u8>)> {
    let values = |header: &'h Header<'_>| header.value.iter().map(move |value| (header, value));
    headers.iter().flat_map(values).map(|(header, value)| {
        let name = &*header.name;
        let bytes = match name.ends_with("-bin") {
            true => {
                let decoded = STANDARD_NO_PAD.decode_to_vec(value.trim_end_matches('='));
                decoded.unwrap_or_else(|_| value.as_bytes().to_vec())
            }
            false => value.as_bytes().to_vec(),
        };
        (name, bytes)
    })
}

/// A status in the suite's form.
pub(super) fn error(status: &grpc::Status) -> Error<'static> {
    let detail = |any: &grpc::Any| Any {
        type_url: any.type_url.clone().into(),
        value: any.value.clone().into(),
        ..Any::default()
    };
    Error {
        code: Code(status.code),
        message: Some(status.message.clone().into()),
        details: status.details.iter().map(detail).collect(),
        ..Error::default()
    }
}

/// The reverse conversion, with an additional detail.
pub(super) fn status(error: &Error<'_>, more: Option<Any<'_>>) -> grpc::Status {
    let detail = |any: &Any<'_>| grpc::Any {
        type_url: any.type_url.to_string(),
        value: any.value.to_vec(),
    };
    grpc::Status {
        code: error.code.0,
        message: error.message.as_deref().unwrap_or_default().to_owned(),
        details: error.details.iter().chain(&more).map(detail).collect(),
    }
}
