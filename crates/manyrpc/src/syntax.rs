//! The transfer syntaxes, chosen at run time by a binding.

pub use manyrpc_codec::Way;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Fields, Limits, Malformed, MalformedKind, Slots, Unencodable};
use manyrpc_codec::{json, ndr, protobuf, xdr, xml};
use manyrpc_engine::{Representation, grpc, jsonrpc, xmlrpc};

/// Caps of one message's shape. Its size has one cap only, `message_bytes` of the engine's limits,
/// so that raising or lowering that is enough, and errors name it.
const LIMITS: Limits = Limits {
    bytes: usize::MAX,
    ..Limits::DEFAULT
};

/// How values lie in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// XDR, RFC 4506.
    Xdr,
    /// NDR, C706 chapter 14.
    Ndr,
    /// JSON, RFC 8259, with what is written otherwise than by default.
    Json(json::Options),
    /// XML as XML-RPC has it, with what is written beyond the specification.
    Xml(xml::Options),
    /// Protocol Buffers.
    Protobuf,
}

/// The one label that stands for all of a system.
pub(crate) fn family(label: Representation) -> Representation {
    match (xmlrpc::options(label), jsonrpc::is_full(label)) {
        (Some(_), _) => xmlrpc::LABEL,
        (None, Some(_)) => jsonrpc::LABEL,
        (None, None) => label,
    }
}

impl Syntax {
    /// JSON with everything at its default.
    pub const JSON: Self = Syntax::Json(json::Options::DEFAULT);

    /// XML with everything at its default.
    pub const XML: Self = Syntax::Xml(xml::Options::DEFAULT);

    /// JSON as calls of gRPC have it.
    pub(crate) const MESSAGES_OF_JSON: Self = Syntax::Json(json::Options {
        message: true,
        ..json::Options::DEFAULT
    });

    /// What calls are marshalled with that name their interface in words and say so; `None` for
    /// what is not known here.
    pub(crate) fn of(label: Representation) -> Option<Self> {
        if let Some(options) = xmlrpc::options(label) {
            return Some(Syntax::Xml(options));
        }
        if let Some(full) = jsonrpc::is_full(label) {
            let options = json::Options {
                full,
                ..json::Options::DEFAULT
            };
            return Some(Syntax::Json(options));
        }
        match label {
            grpc::JSON => Some(Syntax::MESSAGES_OF_JSON),
            grpc::PROTO => Some(Syntax::Protobuf),
            _ => None,
        }
    }

    /// Appends parameters or results to `out`.
    #[inline]
    pub fn encode<T: Fields + ?Sized>(
        self,
        way: Way,
        out: &mut Buf,
        record: &Record,
        value: &T,
    ) -> Result<(), Unencodable> {
        self.encode_with(way, out, record, value, &mut Referents::default())
    }

    /// The same in a call, whose full pointers `referents` are so far.
    #[inline]
    pub fn encode_with<T: Fields + ?Sized>(
        self,
        way: Way,
        out: &mut Buf,
        record: &Record,
        value: &T,
        referents: &mut Referents,
    ) -> Result<(), Unencodable> {
        match self {
            Syntax::Xdr => xdr::encode_params(out, record, value, &LIMITS),
            Syntax::Ndr => ndr::encode_params_with(out, record, value, &LIMITS, referents),
            Syntax::Json(options) => json::encode_params(out, record, value, &LIMITS, way, options),
            Syntax::Xml(options) => match way {
                Way::Request => xml::encode_request(out, record, value, &LIMITS, options),
                Way::Reply => xml::encode_reply(out, record, value, &LIMITS, options),
            },
            Syntax::Protobuf => protobuf::encode_params(out, record, value, &LIMITS),
        }
    }

    /// Fills parameters or results from all of `bytes`, which their sender represents so.
    #[inline]
    pub fn decode<'de, T: Slots<'de> + ?Sized>(
        self,
        way: Way,
        bytes: &'de [u8],
        representation: Representation,
        record: &Record,
        value: &mut T,
    ) -> Result<(), Malformed> {
        let referents = &mut Referents::default();
        self.decode_with(way, bytes, representation, record, value, referents)
    }

    /// The same in a call, whose full pointers `referents` are so far.
    #[inline]
    pub fn decode_with<'de, T: Slots<'de> + ?Sized>(
        self,
        way: Way,
        bytes: &'de [u8],
        representation: Representation,
        record: &Record,
        value: &mut T,
        referents: &mut Referents,
    ) -> Result<(), Malformed> {
        match self {
            Syntax::Xdr => xdr::decode_params(bytes, record, value, &LIMITS),
            Syntax::Ndr => {
                let label = representation.0;
                let decoded =
                    ndr::decode_params_with(bytes, label, record, value, &LIMITS, referents);
                match decoded {
                    // Deployed servers pass over whatever follows the arguments.
                    Err(e)
                        if way == Way::Request && matches!(e.kind, MalformedKind::Trailing(_)) =>
                    {
                        Ok(())
                    }
                    other => other,
                }
            }
            Syntax::Json(options) => {
                json::decode_params(bytes, record, value, &LIMITS, way, options)
            }
            Syntax::Xml(_) => match way {
                Way::Request => xml::decode_request(bytes, record, value, &LIMITS),
                Way::Reply => xml::decode_reply(bytes, record, value, &LIMITS),
            },
            Syntax::Protobuf => protobuf::decode_params(bytes, record, value, &LIMITS),
        }
    }
}
