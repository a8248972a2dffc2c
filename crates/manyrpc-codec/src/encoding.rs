//! The encoding of one message's body, chosen at run time.
//!
//! A protocol engine states the [`Encoding`] of every body that it lends: it has negotiated the
//! transfer syntax, and reads or writes the message's header. Code above it need not know the
//! protocol.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Encoding, Limits};
//!
//! let written = |encoding: Encoding| {
//!     let mut buf = Buf::new();
//!     let result = encoding.encode_value(&mut buf, &Field::plain("name"), "ann", &Limits::DEFAULT);
//!     result.map(|()| buf.data().to_vec()).unwrap()
//! };
//! assert_eq!(written(Encoding::JSON), b"\"ann\"");
//! assert_eq!(written(Encoding::Xdr), b"\0\0\0\x03ann\0");
//! ```

use crate::buf::Buf;
use crate::decode::{Decode, Slots};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Malformed, MalformedKind, Unencodable};
use crate::limits::Limits;
use crate::meta::{Field, Record};
use crate::ndr::Referents;
use crate::syntaxes::Syntaxes;
use crate::textual::Way;
use crate::{cdr, json, ndr, protobuf, soap, xdr, xml};

/// A transfer syntax with its variations between messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// XDR, RFC 4506.
    Xdr,
    /// NDR, C706 chapter 14, with the sender's data representation label (section 14.1): byte 0 has
    /// the integers' byte order and the character set, byte 1 the floating-point format. The
    /// receiver converts; encoding here uses the label [`ndr::LABEL`].
    Ndr([u8; 4]),
    /// JSON, RFC 8259, with its options.
    Json(json::Options),
    /// XML as in XML-RPC, with its extensions.
    Xml(xml::Options),
    /// Protocol Buffers.
    Protobuf,
    /// CDR, CORBA 3.0 section 15.3, with the representation of one message.
    Cdr(cdr::Representation),
    /// XML with the types of XML Schema, as in SOAP, with the options of one message.
    Soap(soap::Options),
}

impl Encoding {
    /// NDR as encoded here.
    pub const NDR: Self = Encoding::Ndr(ndr::LABEL);

    /// JSON with default options.
    pub const JSON: Self = Encoding::Json(json::Options::DEFAULT);

    /// XML with default options.
    pub const XML: Self = Encoding::Xml(xml::Options::DEFAULT);

    /// SOAP with default options.
    pub const SOAP: Self = Encoding::Soap(soap::Options::DEFAULT);

    /// CDR as encoded here, from a multiple of 8.
    pub const CDR: Self = Encoding::Cdr(cdr::Representation::NATIVE);

    /// Whether both have the same syntax and arrange parameters in the same way; other options are
    /// ignored.
    pub fn is_akin_to(self, other: Self) -> bool {
        match (self, other) {
            (Encoding::Json(a), Encoding::Json(b)) => a.message == b.message,
            (a, b) => core::mem::discriminant(&a) == core::mem::discriminant(&b),
        }
    }

    /// Appends the parameters of a call, or its results. `referents` are the call's full pointers
    /// so far (NDR).
    ///
    /// # Errors
    /// The first part of the value that its definition, the limits or the syntax do not permit.
    #[inline]
    pub fn encode_params<T: Fields + ?Sized>(
        self,
        way: Way,
        out: &mut Buf,
        record: &Record,
        value: &T,
        limits: &Limits,
        referents: &mut Referents,
    ) -> Result<(), Unencodable> {
        match self {
            Encoding::Xdr if const { T::SYNTAXES.has(Syntaxes::XDR) } => {
                xdr::encode_params(out, record, value, limits)
            }
            Encoding::Ndr(_) if const { T::SYNTAXES.has(Syntaxes::NDR) } => {
                ndr::encode_params_with(out, record, value, limits, referents)
            }
            Encoding::Json(options) if const { T::SYNTAXES.has(Syntaxes::JSON) } => {
                json::encode_params(out, record, value, limits, way, options)
            }
            Encoding::Xml(options) if const { T::SYNTAXES.has(Syntaxes::XML) } => match way {
                Way::Request => xml::encode_request(out, record, value, limits, options),
                Way::Reply => xml::encode_reply(out, record, value, limits, options),
            },
            Encoding::Protobuf if const { T::SYNTAXES.has(Syntaxes::PROTOBUF) } => {
                protobuf::encode_params(out, record, value, limits)
            }
            Encoding::Cdr(representation) if const { T::SYNTAXES.has(Syntaxes::CDR) } => {
                cdr::encode_params(out, representation, record, value, limits)
            }
            Encoding::Soap(options) if const { T::SYNTAXES.has(Syntaxes::SOAP) } => {
                soap::encode_params(out, record, value, limits, options)
            }
            _ => Err(Unencodable::other_syntax(record)),
        }
    }

    /// Decodes the parameters of a call, or its results, from all of `bytes`.
    ///
    /// # Errors
    /// What is wrong with the bytes, and where; the value is then partly filled in.
    #[inline]
    pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
        self,
        way: Way,
        bytes: &'de [u8],
        record: &Record,
        value: &mut T,
        limits: &Limits,
        referents: &mut Referents,
    ) -> Result<(), Malformed> {
        match self {
            Encoding::Xdr if const { T::SYNTAXES.has(Syntaxes::XDR) } => {
                xdr::decode_params(bytes, record, value, limits)
            }
            Encoding::Ndr(label) if const { T::SYNTAXES.has(Syntaxes::NDR) } => {
                match ndr::decode_params_with(bytes, label, record, value, limits, referents) {
                    // Deployed servers ignore bytes behind the arguments.
                    Err(e) if way == Way::Request && is_trailing(&e) => Ok(()),
                    other => other,
                }
            }
            Encoding::Json(options) if const { T::SYNTAXES.has(Syntaxes::JSON) } => {
                json::decode_params(bytes, record, value, limits, way, options)
            }
            Encoding::Xml(_) if const { T::SYNTAXES.has(Syntaxes::XML) } => match way {
                Way::Request => xml::decode_request(bytes, record, value, limits),
                Way::Reply => xml::decode_reply(bytes, record, value, limits),
            },
            Encoding::Protobuf if const { T::SYNTAXES.has(Syntaxes::PROTOBUF) } => {
                protobuf::decode_params(bytes, record, value, limits)
            }
            Encoding::Cdr(representation) if const { T::SYNTAXES.has(Syntaxes::CDR) } => {
                cdr::decode_params(bytes, representation, record, value, limits)
            }
            Encoding::Soap(options) if const { T::SYNTAXES.has(Syntaxes::SOAP) } => {
                soap::decode_params(bytes, record, value, limits, options)
            }
            _ => Err(Malformed {
                kind: MalformedKind::OtherSyntax,
                offset: 0,
            }),
        }
    }

    /// Appends a single value outside of a call.
    ///
    /// # Errors
    /// As [`encode_params`](Self::encode_params).
    pub fn encode_value<T: Encode + ?Sized>(
        self,
        out: &mut Buf,
        place: &Field,
        value: &T,
        limits: &Limits,
    ) -> Result<(), Unencodable> {
        match self {
            Encoding::Xdr => xdr::encode_value(out, place, value, limits),
            Encoding::Ndr(_) => ndr::encode_value(out, place, value, limits),
            Encoding::Protobuf => protobuf::encode_value(out, place, value, limits),
            Encoding::Cdr(representation) => {
                cdr::encode_value(out, representation, place, value, limits)
            }
            Encoding::Json(options) => {
                let mut sink = json::Encoder::new(out, limits, Way::Request).with(options);
                sink.field(place, value);
                sink.finish()
            }
            Encoding::Xml(options) => xml::encode_value(out, place, value, limits, options),
            Encoding::Soap(options) => soap::encode_value(out, place, value, limits, options),
        }
    }

    /// Decodes a single value outside of a call from all of `bytes`.
    ///
    /// # Errors
    /// As [`decode_params`](Self::decode_params).
    pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
        self,
        bytes: &'de [u8],
        place: &Field,
        value: &mut T,
        limits: &Limits,
    ) -> Result<(), Malformed> {
        match self {
            Encoding::Xdr => xdr::decode_value(bytes, place, value, limits),
            Encoding::Ndr(label) => ndr::decode_value(bytes, label, place, value, limits),
            Encoding::Protobuf => protobuf::decode_value(bytes, place, value, limits),
            Encoding::Cdr(representation) => {
                cdr::decode_value(bytes, representation, place, value, limits)
            }
            Encoding::Json(_) => json::decode_value(bytes, place, value, limits),
            Encoding::Xml(_) => xml::decode_value(bytes, place, value, limits),
            Encoding::Soap(options) => soap::decode_value(bytes, place, value, limits, options),
        }
    }
}

fn is_trailing(malformed: &Malformed) -> bool {
    matches!(malformed.kind, MalformedKind::Trailing(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_otherwise_makes_no_other_syntax() {
        let nameless = Encoding::Json(json::Options {
            by_position: true,
            full: true,
            ..json::Options::DEFAULT
        });
        let message = Encoding::Json(json::Options {
            message: true,
            ..json::Options::DEFAULT
        });
        assert!(Encoding::JSON.is_akin_to(nameless));
        assert!(!Encoding::JSON.is_akin_to(message));
        assert!(!Encoding::JSON.is_akin_to(Encoding::XML));
        assert!(Encoding::NDR.is_akin_to(Encoding::Ndr([0; 4])));
    }
}
