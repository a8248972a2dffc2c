//! Bodies of calls: converts arguments and results between records and the bytes that engines
//! carry.
//!
//! Clients and servers, stubs and dynamic calls all marshal here. The functions on the path of a
//! call are generic over its record and inlined, so that a generated record is walked directly by
//! the sink of the engine's syntax, without look-ups.
//!
//! The size of a body is bounded by the definition ([`Limits::OF_SHAPE`]) and by the engine, which
//! received it.

#[cfg(feature = "tokio")]
mod marshalled;
#[cfg(feature = "tokio")]
mod message;
mod refusal;

use manyrpc_codec::meta::{Field, Record};
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{
    Buf, Decode, Encode, Encoding, Fields, Limits, Malformed, Slots, Unencodable, Way,
};
use manyrpc_driver::blocking::Reply;
use manyrpc_engine::{CallError, Fault, Misuse, Outcome, WireError, marshalling};

use crate::message::Codec;
use crate::operation::Semantics;
#[cfg(feature = "tokio")]
pub(crate) use marshalled::Marshalled;
#[cfg(feature = "tokio")]
pub(crate) use message::Read;
#[cfg(feature = "tokio")]
pub use message::{MessageReader, MessageWriter};
use refusal::bad_arguments;

const LIMITS: &Limits = &Limits::OF_SHAPE;

/// Marshals a client's arguments once the engine has provided the encoding and a buffer.
#[inline]
pub(crate) fn marshal<I: Fields>(
    record: &Record,
    input: &I,
    referents: &mut Referents,
) -> impl FnMut(Encoding, &mut Buf) -> Result<(), Misuse> {
    move |encoding, body| write_arguments((encoding, body), record, input, referents)
}

/// Marshals a client's arguments.
#[inline]
pub(crate) fn write_arguments<I: Fields>(
    (encoding, body): (Encoding, &mut Buf),
    record: &Record,
    input: &I,
    referents: &mut Referents,
) -> Result<(), Misuse> {
    encoding
        .encode_params(Way::Request, body, record, input, LIMITS, referents)
        .map_err(Misuse::Unencodable)
}

/// Unmarshals a client's results.
#[inline]
pub(crate) fn unmarshal<'r, O>(
    reply: Reply<'r>,
    record: &Record,
    referents: &mut Referents,
) -> Result<O, CallError>
where
    O: Slots<'r> + Default,
{
    let mut output = O::default();
    read_results(reply, record, &mut output, referents)?;
    Ok(output)
}

/// Decodes a client's results.
#[inline]
pub(crate) fn read_results<'r, O: Slots<'r>>(
    Reply { body, encoding }: Reply<'r>,
    record: &Record,
    output: &mut O,
    referents: &mut Referents,
) -> Result<(), CallError> {
    encoding
        .decode_params(Way::Reply, body, record, output, LIMITS, referents)
        .map_err(|malformed| CallError::Wire(WireError::BadResult(malformed)))
}

/// Decodes the arguments that a server received; the fault describes what is wrong with them.
#[inline]
pub(crate) fn read_arguments<'a, I: Slots<'a>>(
    (encoding, body): (Encoding, &'a [u8]),
    record: &Record,
    input: &mut I,
    referents: &mut Referents,
) -> Result<(), Fault> {
    encoding
        .decode_params(Way::Request, body, record, input, LIMITS, referents)
        .map_err(|malformed| bad_arguments(encoding, record, body, &malformed))
}

/// Decodes one of several messages that a server received; the fault describes what is wrong with it.
#[cfg(feature = "tokio")]
pub(crate) fn read_request<T>(
    mut request: Marshalled,
    record: &'static Record,
    read: Read<T>,
) -> Result<T, Fault> {
    let message = MessageReader {
        way: Way::Request,
        record,
        received: &mut request,
    };
    read(message).map_err(|malformed| {
        let Reply { body, encoding } = request.reply();
        bad_arguments(encoding, record, body, &malformed)
    })
}

/// Marshals a server's results.
#[inline]
pub(crate) fn write_results<O: Fields>(
    (encoding, body): (Encoding, &mut Buf),
    record: &Record,
    output: &O,
    referents: &mut Referents,
) -> Result<(), Unencodable> {
    encoding.encode_params(Way::Reply, body, record, output, LIMITS, referents)
}

/// The destination of a call's results; used once.
pub(crate) struct ReplyBody<'r> {
    pub(crate) body: &'r mut Buf,
    pub(crate) encoding: Encoding,
    /// The targets of the arguments' full pointers.
    pub(crate) referents: &'r mut Referents,
}

impl ReplyBody<'_> {
    /// Marshals the results and ends the call.
    #[inline]
    pub(crate) fn finish<O: Fields>(
        self,
        record: &Record,
        output: &O,
        semantics: Semantics,
    ) -> Outcome {
        if semantics == Semantics::Maybe {
            return Outcome::Silent;
        }
        match write_results((self.encoding, self.body), record, output, self.referents) {
            Err(why) => Outcome::Fault(marshalling::bad_results(self.encoding, why.kind)),
            Ok(()) if semantics == Semantics::Idempotent => Outcome::Idempotent,
            Ok(()) => Outcome::Done,
        }
    }
}

/// Encoding and decoding of single values, for [`message`](crate::message) and exceptions.
impl Codec {
    /// Encodes a value.
    pub(crate) fn encode<T: Encode + ?Sized>(
        self,
        place: &Field,
        value: &T,
    ) -> Result<Vec<u8>, Unencodable> {
        let mut buf = Buf::new();
        self.encoding
            .encode_value(&mut buf, place, value, &self.limits)?;
        Ok(buf.data().to_vec())
    }

    /// Decodes a value from all of the bytes.
    pub(crate) fn decode<'de, T: Decode<'de> + ?Sized>(
        self,
        place: &Field,
        bytes: &'de [u8],
        value: &mut T,
    ) -> Result<(), Malformed> {
        self.encoding
            .decode_value(bytes, place, value, &self.limits)
    }
}
