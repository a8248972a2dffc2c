//! Values by themselves: generated records, unions and enumerations as bytes and back, in any transfer
//! syntax, without a call around them. For files, queues, caches and tests.
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
//! | | one value is |
//! | --- | --- |
//! | [`Encoding::Xdr`] | its XDR (RFC 4506) |
//! | [`Encoding::NDR`] | its NDR as of a parameter, from offset 0 on (C706, chapter 14); the headers of MS-RPCE's type serialization (section 2.2.6) are not written |
//! | [`Encoding::Protobuf`] | a message; an enumeration, and whatever else is none there, is field 1 of one |
//! | [`Encoding::JSON`] | a value of JSON; ProtoJSON where the definition is a `.proto` |
//! | [`Encoding::XML`] | a `<value>` of XML-RPC |
//!
//! What is decoded borrows its text and bytes from where it came; generated types have `into_owned`.
//! [`DynamicType`](crate::dynamic::DynamicType) does the same without generated code.

use manyrpc_codec::{Decode, Encode};

pub use manyrpc_codec::Encoding;
pub use manyrpc_codec::meta::Standalone;
pub use manyrpc_codec::{Limits, Malformed, MalformedKind, Unencodable, UnencodableKind};

/// An encoding with what it may take; of an [`Encoding`] with the default limits. What is decoded from
/// NDR may come from any machine ([`Encoding::Ndr`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codec {
    /// How values lie in bytes.
    pub encoding: Encoding,
    /// What encoding and decoding may use at most.
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

/// The bytes of a value.
///
/// # Errors
/// The first thing in it that its definition, the syntax or the limits do not permit, with the name of
/// the field.
pub fn encode<T>(codec: impl Into<Codec>, value: &T) -> Result<Vec<u8>, Unencodable>
where
    T: Standalone + Encode + ?Sized,
{
    codec.into().encode(T::PLACE, value)
}

/// The value that these bytes are, all of them.
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
