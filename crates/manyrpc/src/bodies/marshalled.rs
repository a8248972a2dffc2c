//! Marshalled results or one of several messages, with their own memory.

use bytes::Bytes;
use manyrpc_codec::CowBytes;
use manyrpc_driver::blocking::Reply;
use manyrpc_driver::tokio::Received;
use manyrpc_engine::{Encoding, ReplyMetadata};

/// What was received, whose memory is shared once somebody asks for that.
#[derive(Debug)]
pub(crate) struct Marshalled {
    received: Received,
    shared: Option<Bytes>,
}

impl From<Received> for Marshalled {
    fn from(received: Received) -> Self {
        let shared = None;
        Marshalled { received, shared }
    }
}

impl Marshalled {
    /// A client's message.
    pub(crate) fn request(encoding: Encoding, bytes: Vec<u8>) -> Self {
        Received::made(encoding, bytes, ReplyMetadata::NONE).into()
    }

    /// The bytes and their encoding.
    pub(crate) fn reply(&self) -> Reply<'_> {
        let Reply { body, encoding } = self.received.reply();
        let body = self.shared.as_deref().unwrap_or(body);
        Reply { body, encoding }
    }

    /// The metadata that came with it.
    pub(crate) fn metadata(&self) -> &ReplyMetadata {
        self.received.metadata()
    }

    /// The bytes, shared: they lie there from now on.
    pub(crate) fn share(&mut self) -> Bytes {
        let received = &mut self.received;
        let shared = self
            .shared
            .get_or_insert_with(|| Bytes::from_owner(received.take_body()));
        shared.clone()
    }

    /// The same if parts of it may be so large that they are worth to be shared, otherwise nothing.
    pub(crate) fn memory(&mut self) -> Bytes {
        match self.reply().body.len() >= CowBytes::SHARED {
            true => self.share(),
            false => Bytes::new(),
        }
    }
}
