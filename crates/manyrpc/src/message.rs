//! Single values as bytes: encodes and decodes generated records, unions and enumerations in any
//! transfer syntax, without a call. For files, queues, caches and tests.
//!
//! ```
//! use manyrpc::grpc::details::RetryInfo;
//! use manyrpc::{Encoding, message};
//!
//! let info = RetryInfo::default();
//! let bytes = message::encode(Encoding::Protobuf, &info)?;
//! let back: RetryInfo = message::decode(Encoding::Protobuf, &bytes)?;
//! assert_eq!(back, info);
//! assert_eq!(message::encode(Encoding::JSON, &info)?, b"{}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | | encoding of a value |
//! | --- | --- |
//! | [`Encoding::Xdr`] | XDR (RFC 4506) |
//! | [`Encoding::NDR`] | NDR as for a parameter, from offset 0 (C706, chapter 14); without the headers of MS-RPCE's type serialization (section 2.2.6) |
//! | [`Encoding::CDR`] | CDR (CORBA 3.0, section 15.3), from a multiple of 8; without the byte order of an encapsulation |
//! | [`Encoding::Protobuf`] | a message; enumerations and other types are field 1 of a message |
//! | [`Encoding::JSON`] | a JSON value; ProtoJSON for `.proto` definitions |
//! | [`Encoding::XML`] | an XML-RPC `<value>` |
//!
//! Decoded values borrow text and bytes from their input; generated types have `into_owned`.
//! [`DynamicType`](crate::dynamic::DynamicType) does the same without generated code.

use manyrpc_codec::{Decode, Encode};

pub use manyrpc_codec::Encoding;
pub use manyrpc_codec::meta::Standalone;
pub use manyrpc_codec::{Limits, Malformed, MalformedKind, Unencodable, UnencodableKind};

/// An encoding with limits; the default limits if converted from an [`Encoding`]. Decoding NDR
/// accepts any machine's representation ([`Encoding::Ndr`]); so does CDR if told it ([`Encoding::Cdr`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codec {
    /// The transfer syntax.
    pub encoding: Encoding,
    /// Limits on encoding and decoding.
    pub limits: Limits,
}

impl From<Encoding> for Codec {
    fn from(encoding: Encoding) -> Self {
        Codec {
            encoding,
            limits: Limits::DEFAULT,
        }
    }
}

/// Encodes a value.
///
/// The first part of the value that its definition, the syntax or the limits do not permit, with
/// the name of the field.
pub fn encode<T>(codec: impl Into<Codec>, value: &T) -> Result<Vec<u8>, Unencodable>
where
    T: Standalone + Encode + ?Sized,
{
    codec.into().encode(T::PLACE, value)
}

/// Decodes a value from all of the bytes.
///
/// # Errors
/// What is wrong with the bytes, and at which offset.
pub fn decode<'de, T>(codec: impl Into<Codec>, bytes: &'de [u8]) -> Result<T, Malformed>
where
    T: Standalone + Decode<'de> + Default,
{
    let mut value = T::default();
    codec.into().decode(T::PLACE, bytes, &mut value)?;
    Ok(value)
}
