//! Values by themselves: generated records, unions and enumerations as bytes and back, in any transfer
//! syntax, without a call around them. For files, queues, caches and tests.
//!
//! ```
//! use manyrpc::grpc::details::RetryInfo;
//! use manyrpc::{Syntax, message};
//!
//! let info = RetryInfo::default();
//! let bytes = message::encode(Syntax::Protobuf, &info)?;
//! let back: RetryInfo = message::decode(Syntax::Protobuf, &bytes)?;
//! assert_eq!(back, info);
//! assert_eq!(message::encode(Syntax::JSON, &info)?, b"{}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | | one value is |
//! | --- | --- |
//! | [`Syntax::Xdr`] | its XDR (RFC 4506) |
//! | [`Syntax::Ndr`] | its NDR as of a parameter, from offset 0 on (C706, chapter 14); the headers of MS-RPCE's type serialization (section 2.2.6) are not written |
//! | [`Syntax::Protobuf`] | a message; an enumeration, and whatever else is none there, is field 1 of one |
//! | [`Syntax::JSON`] | a value of JSON; ProtoJSON where the definition is a `.proto` |
//! | [`Syntax::XML`] | a `<value>` of XML-RPC |
//!
//! What is decoded borrows its text and bytes from where it came; generated types have `into_owned`.
//! [`DynamicType`](crate::dynamic::DynamicType) does the same without generated code.

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, json, ndr, protobuf, xdr, xml};
use manyrpc_codec::{Decode, Encode, Sink, Way};

pub use manyrpc_codec::meta::Standalone;
pub use manyrpc_codec::{Limits, Malformed, MalformedKind, Unencodable, UnencodableKind};

use crate::syntax::Syntax;

/// A transfer syntax with what it may take; of a [`Syntax`] with the default limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codec {
    /// How values lie in bytes.
    pub syntax: Syntax,
    /// What encoding and decoding may use at most.
    pub limits: Limits,
    /// How the sender represents data, of NDR alone (C706, section 14.1): what is decoded may come from
    /// any machine. What is encoded is little-endian, ASCII, IEEE.
    pub label: [u8; 4],
}

impl From<Syntax> for Codec {
    fn from(syntax: Syntax) -> Self {
        Codec {
            syntax,
            limits: Limits::DEFAULT,
            label: ndr::LABEL,
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

impl Codec {
    /// The bytes of a value in that place.
    pub(crate) fn encode<T: Encode + ?Sized>(
        self,
        place: &Field,
        value: &T,
    ) -> Result<Vec<u8>, Unencodable> {
        let (mut buf, limits) = (Buf::new(), &self.limits);
        match self.syntax {
            Syntax::Xdr => xdr::encode_value(&mut buf, place, value, limits),
            Syntax::Ndr => ndr::encode_value(&mut buf, place, value, limits),
            Syntax::Protobuf => protobuf::encode_value(&mut buf, place, value, limits),
            Syntax::Json(options) => {
                let mut sink = json::Encoder::new(&mut buf, limits, Way::Request).with(options);
                sink.field(place, value);
                sink.finish()
            }
            Syntax::Xml(options) => xml::encode_value(&mut buf, place, value, limits, options),
        }?;
        Ok(buf.data().to_vec())
    }

    /// Fills in a value in that place from all of these bytes.
    pub(crate) fn decode<'de, T: Decode<'de> + ?Sized>(
        self,
        place: &Field,
        bytes: &'de [u8],
        value: &mut T,
    ) -> Result<(), Malformed> {
        let limits = &self.limits;
        match self.syntax {
            Syntax::Xdr => xdr::decode_value(bytes, place, value, limits),
            Syntax::Ndr => ndr::decode_value(bytes, self.label, place, value, limits),
            Syntax::Protobuf => protobuf::decode_value(bytes, place, value, limits),
            Syntax::Json(_) => json::decode_value(bytes, place, value, limits),
            Syntax::Xml(_) => xml::decode_value(bytes, place, value, limits),
        }
    }
}
