//! Calls with several messages, as bytes: what static and dynamic ones stand on.

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{Next, OtherEvents, Reply};
use manyrpc_engine::{CallError, CallHead, CallId, Misuse, ReplyMetadata, Streams};

use super::Client;

/// A call with several messages that was opened. When dropped before its end it is given up.
pub(crate) struct Opened<'c> {
    client: &'c mut Client,
    call: CallId,
    streams: Streams,
    over: bool,
    metadata: ReplyMetadata,
}

impl Client {
    /// Sends a call with several messages, whose marshalled arguments `write` makes where it has
    /// one request.
    pub(crate) fn open_call<F>(
        &mut self,
        head: &CallHead<'_>,
        write: F,
    ) -> Result<Opened<'_>, CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        if !self.channel.has_streams() {
            return Err(Misuse::STREAMS.into());
        }
        let streams = head.streams;
        self.channel.take_metadata();
        self.begin(head, |encoding, body| match streams.request {
            true => Ok(()),
            false => write(encoding, body),
        })?;
        let call = match streams.reply {
            true => self.channel.open()?,
            false => self.channel.send()?,
        };
        Ok(Opened {
            client: self,
            call,
            streams,
            over: false,
            metadata: ReplyMetadata::NONE,
        })
    }
}

impl Opened<'_> {
    /// Has `write` make a message, which is to be sent or pushed then.
    pub(crate) fn write<F>(&mut self, write: F) -> Result<(), CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        // What is not sent is dropped when the next message or call begins.
        let (encoding, body) = self.client.channel.message(self.call)?;
        write(encoding, body)?;
        Ok(())
    }

    /// Sends the message that was written. Waits while the server takes no more.
    pub(crate) fn send(&mut self) -> Result<(), CallError> {
        self.client.channel.send_message(self.call)
    }

    /// The same without waiting.
    pub(crate) fn push(&mut self) -> Result<(), CallError> {
        self.client.channel.push_message()
    }

    /// Whether the server takes no more for now.
    pub(crate) fn is_congested(&mut self) -> bool {
        self.client.channel.is_congested(self.call)
    }

    /// Says that no more messages come from here.
    pub(crate) fn end(&mut self) -> Result<(), CallError> {
        self.client.channel.end_messages(self.call)
    }

    /// Waits for the next message of the server; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Reply<'_>>, CallError> {
        Ok(self.next_of(OtherEvents::default())?.message())
    }

    /// The same, or something beside it. The only reply of a call that has one is a message, too.
    pub(crate) fn next_of(
        &mut self,
        beside: OtherEvents<'_>,
    ) -> Result<Next<Reply<'_>>, CallError> {
        if self.over {
            return Ok(Next::Ended);
        }
        self.metadata();
        let next = self.client.channel.next_of(self.call, beside);
        self.over = match &next {
            Ok(Next::Message(_)) => !self.streams.reply,
            Ok(Next::Room | Next::Readable) => false,
            Ok(Next::Ended) | Err(_) => true,
        };
        next
    }

    /// What has travelled beside the messages so far.
    pub(crate) fn metadata(&mut self) -> &ReplyMetadata {
        if let Some(more) = self.client.channel.take_metadata() {
            self.metadata.append(*more);
        }
        &self.metadata
    }
}

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        if !self.over {
            self.client.abandon(self.call);
        }
    }
}
