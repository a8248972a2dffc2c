//! Transfer syntaxes, as functions from bytes to bytes.

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode, Limits, Way, json, ndr, protobuf, soap, xdr, xml};

/// A transfer syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// XDR.
    Xdr,
    /// NDR.
    Ndr,
    /// Protocol Buffers.
    Protobuf,
    /// JSON.
    Json,
    /// XML as XML-RPC has it.
    Xml,
    /// XML as SOAP has it: an element by itself.
    Soap,
    /// Protocol Buffers where it is read, JSON where it is written.
    ProtobufToJson,
    /// The other way round; members that the definition does not have are refused.
    JsonToProtobuf,
}

/// What is done with one of them alone: a stub is compiled for those only that its language meets.
pub(crate) trait Codec {
    fn encode<T: Encode>(field: &Field, value: &T) -> Result<Vec<u8>, String>;

    fn decode<'de, T: Decode<'de>>(
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<(), String>;

    /// Decodes into a value, twice, and encodes what came of it.
    fn recode<'de, T: Decode<'de> + Encode>(
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<Vec<u8>, String> {
        Self::decode(bytes, field, value)?;
        let fresh = Self::encode(field, value)?;
        Self::decode(bytes, field, value)?;
        let used = Self::encode(field, value)?;
        same(fresh, &used)
    }
}

/// A codec of two functions with the same arguments each.
macro_rules! codec {
    ($name:ident, $encode:expr, $decode:expr) => {
        pub(crate) struct $name;

        impl Codec for $name {
            fn encode<T: Encode>(field: &Field, value: &T) -> Result<Vec<u8>, String> {
                let mut buf = Buf::new();
                match $encode(&mut buf, field, value, &Limits::DEFAULT) {
                    Ok(()) => Ok(buf.data().to_vec()),
                    Err(e) => Err(e.to_string()),
                }
            }

            fn decode<'de, T: Decode<'de>>(
                bytes: &'de [u8],
                field: &Field,
                value: &mut T,
            ) -> Result<(), String> {
                $decode(bytes, field, value, &Limits::DEFAULT).map_err(|e| e.to_string())
            }
        }
    };
}

codec!(Xdr, xdr::encode_value, xdr::decode_value);
codec!(Ndr, ndr::encode_value, |bytes, field, value, limits| {
    ndr::decode_value(bytes, ndr::LABEL, field, value, limits)
});
codec!(Protobuf, protobuf::encode_value, protobuf::decode_value);
codec!(Json, json::encode_value, json::decode_value);
codec!(
    Xml,
    |buf, field, value, limits| {
        xml::encode_value(buf, field, value, limits, xml::Options::DEFAULT)
    },
    xml::decode_value
);
codec!(
    Soap,
    |buf, field, value, limits| {
        soap::encode_value(buf, field, value, limits, soap::Options::DEFAULT)
    },
    |bytes, field, value, limits| {
        soap::decode_value(bytes, field, value, limits, soap::Options::DEFAULT)
    }
);
codec!(ProtobufToJson, json::encode_value, protobuf::decode_value);
codec!(
    JsonToProtobuf,
    protobuf::encode_value,
    |bytes, field, value, limits| {
        let source = json::Decoder::new(bytes, limits, Way::Request);
        source.strict().read(field, value)
    }
);

/// One of a codec's functions, of the syntax that is named.
macro_rules! of {
    ($syntax:expr, $function:ident($($argument:expr),*)) => {
        match $syntax {
            Syntax::Xdr => Xdr::$function($($argument),*),
            Syntax::Ndr => Ndr::$function($($argument),*),
            Syntax::Protobuf => Protobuf::$function($($argument),*),
            Syntax::Json => Json::$function($($argument),*),
            Syntax::Xml => Xml::$function($($argument),*),
            Syntax::Soap => Soap::$function($($argument),*),
            Syntax::ProtobufToJson => ProtobufToJson::$function($($argument),*),
            Syntax::JsonToProtobuf => JsonToProtobuf::$function($($argument),*),
        }
    };
}

impl Syntax {
    /// The bytes of a value, or why there are none.
    ///
    /// # Errors
    /// Whatever the encoder refuses.
    pub fn encode<T: Encode>(self, field: &Field, value: &T) -> Result<Vec<u8>, String> {
        of!(self, encode(field, value))
    }

    /// Fills in a value from exactly these bytes.
    ///
    /// # Errors
    /// Whatever the decoder refuses.
    pub fn decode<'de, T: Decode<'de>>(
        self,
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<(), String> {
        of!(self, decode(bytes, field, value))
    }

    /// Decodes into a value, twice, and encodes what came of it: a used value must give the same as
    /// a fresh one.
    ///
    /// # Errors
    /// Whatever decoder or encoder refuses, or that the two differ.
    pub fn recode<'de, T: Decode<'de> + Encode>(
        self,
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<Vec<u8>, String> {
        of!(self, recode(bytes, field, value))
    }
}

/// What a fresh value gives, if a used one gives the same.
///
/// # Errors
/// Both, where they differ.
pub fn same(fresh: Vec<u8>, used: &[u8]) -> Result<Vec<u8>, String> {
    match fresh == used {
        true => Ok(fresh),
        false => Err(format!(
            "a used value gives {} where a fresh one gives {}",
            hex(used),
            hex(&fresh)
        )),
    }
}

/// Bytes as they are told to people.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
