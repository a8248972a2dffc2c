//! Calls with several messages, at the level of bytes: shared by static and dynamic calls.

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{Next, OtherEvents, Reply};
use manyrpc_engine::{CallError, CallHead, CallId, Misuse, ReplyMetadata, Streams};

use super::Client;

/// A call with several messages. Dropping it before its end abandons it.
pub(crate) struct Opened<'c> {
    client: &'c mut Client,
    call: CallId,
    streams: Streams,
    over: bool,
    metadata: ReplyMetadata,
}

impl Client {
    /// Opens a call with several messages; `write` produces the marshalled arguments if there is
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
    /// Begins a message that `write` produces; it is then to be sent or pushed.
    pub(crate) fn write<F>(&mut self, write: F) -> Result<(), CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        // An unsent message is dropped when the next message or call begins.
        let (encoding, body) = self.client.channel.message(self.call)?;
        write(encoding, body)?;
        Ok(())
    }

    /// Sends the message that was written; waits for the server's flow control.
    pub(crate) fn send(&mut self) -> Result<(), CallError> {
        self.client.channel.send_message(self.call)
    }

    /// The same without waiting.
    pub(crate) fn push(&mut self) -> Result<(), CallError> {
        self.client.channel.push_message()
    }

    /// Whether the server's flow control currently permits no more messages.
    pub(crate) fn is_congested(&mut self) -> bool {
        self.client.channel.is_congested(self.call)
    }

    /// Ends this side's messages.
    pub(crate) fn end(&mut self) -> Result<(), CallError> {
        self.client.channel.end_messages(self.call)
    }

    /// Waits for the server's next message; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Reply<'_>>, CallError> {
        Ok(self.next_of(OtherEvents::default())?.message())
    }

    /// The same, or another event. For a call with one reply, that is a message, too.
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

    /// The metadata received so far.
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
