//! The messages of a definition, for values that hold one of any type (`google.protobuf.Any`).

use manyrpc_codec::json::any::{read_message, write_message};
use manyrpc_codec::json::{Decoder, Encoder, Messages};
use manyrpc_codec::meta::{Field, Notation};
use manyrpc_codec::{Buf, Decode, Encode, Fail, Sink, Source};
use manyrpc_model::Value;

use crate::decode::DynMut;
use crate::encode::Dyn;
use crate::lower::{Lowered, Shape};

impl Messages for Lowered {
    fn notation(&self, name: &str) -> Option<Notation> {
        let id = self.message(name)?;
        Some(self.record(id).meta.notation)
    }

    fn write(&self, name: &str, bytes: &[u8], to: &mut Encoder<'_>) -> Result<(), Fail> {
        write_message(bytes, to, &mut Message::of(self, name)?)
    }

    fn read(&self, name: &str, from: &mut Decoder<'_>, to: &mut Buf) -> Result<(), Fail> {
        read_message(from, to, &mut Message::of(self, name)?)
    }
}

/// A message of a given type.
struct Message<'a> {
    lowered: &'a Lowered,
    shape: Shape,
    value: Value,
}

impl<'a> Message<'a> {
    fn of(lowered: &'a Lowered, name: &str) -> Result<Self, Fail> {
        let id = lowered.message(name).ok_or(Fail)?;
        Ok(Message {
            lowered,
            shape: Shape::Record(id),
            value: Value::Void,
        })
    }
}

impl Encode for Message<'_> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let Message {
            lowered,
            shape,
            value,
        } = self;
        Dyn {
            lowered,
            shape,
            value,
        }
        .encode(s, f);
    }
}

impl<'de> Decode<'de> for Message<'_> {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let Message {
            lowered,
            shape,
            value,
        } = self;
        DynMut {
            lowered,
            shape,
            value,
        }
        .decode(s, f)
    }
}
