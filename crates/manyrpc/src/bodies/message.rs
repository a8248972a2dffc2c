//! One of several messages of a call, as generated code reads and writes it.

use bytes::Bytes;
use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, Malformed, Slots, Unencodable, Way};
use manyrpc_driver::blocking::Reply;

use super::{LIMITS, Marshalled};

/// A message that was received.
#[derive(Debug)]
pub struct MessageReader<'m> {
    pub(crate) way: Way,
    pub(crate) record: &'static Record,
    pub(crate) received: &'m mut Marshalled,
}

impl<'m> MessageReader<'m> {
    /// Unmarshals the message as a record, which may borrow from it; `take` makes of it what the
    /// application gets.
    ///
    /// # Errors
    /// It is not a message of the operation.
    pub fn read<R, T>(self, take: impl FnOnce(R) -> T) -> Result<T, Malformed>
    where
        R: Slots<'m> + Default,
    {
        let MessageReader {
            way,
            record: meta,
            received,
        } = self;
        let (mut record, mut referents) = (R::default(), Referents::default());
        let Reply { body, encoding } = received.reply();
        encoding.decode_params(way, body, meta, &mut record, LIMITS, &mut referents)?;
        Ok(take(record))
    }

    /// The same; `take` also gets the memory that the record borrows from, so that large bytes can be parts of it. That of
    /// a small message is empty.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_shared<R, T>(self, take: impl FnOnce(R, &Bytes) -> T) -> Result<T, Malformed>
    where
        R: Slots<'m> + Default,
    {
        let memory = self.received.memory();
        self.read(|record| take(record, &memory))
    }
}

/// The destination of a message that is sent.
#[derive(Debug)]
pub struct MessageWriter<'m> {
    pub(crate) way: Way,
    pub(crate) encoding: Encoding,
    pub(crate) record: &'static Record,
    pub(crate) body: &'m mut Buf,
}

impl MessageWriter<'_> {
    /// Marshals a record as the message.
    ///
    /// # Errors
    /// It exceeds the bounds of the definition, or the encoding cannot express it.
    pub fn write<R: Fields>(self, record: &R) -> Result<(), Unencodable> {
        let MessageWriter {
            way,
            encoding,
            body,
            ..
        } = self;
        let referents = &mut Referents::default();
        encoding.encode_params(way, body, self.record, record, LIMITS, referents)
    }
}

/// What makes a message of type `T` of a received one.
pub(crate) type Read<T> = fn(MessageReader<'_>) -> Result<T, Malformed>;
