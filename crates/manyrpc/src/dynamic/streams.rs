//! Calls with several messages, by name.

use std::task::Waker;

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{self, Next};
use manyrpc_dynamic::{DynFields, DynSlots};
use manyrpc_engine::{Fault, Flow, Outcome, Replies, ReplyMetadata, Stream};
use manyrpc_model::Value;

use super::DynamicClient;
use super::bodies::{marshal, unmarshal};
use crate::client::Opened;
use crate::described::DynamicInterface;
use crate::error::Error;
use crate::streams::{MetadataWriter, ReplySource, next_reply, read, write};

/// A call with several messages. Dropping it before its end abandons it.
pub struct DynamicStream<'c> {
    opened: Opened<'c>,
    interface: &'c DynamicInterface,
    /// The index of the operation in its interface.
    at: usize,
}

impl DynamicClient {
    /// Opens a call of an operation with several messages. `arguments` are the request if only the
    /// server sends several messages, otherwise empty.
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call could not be sent; systems
    /// without such calls refuse it.
    pub fn open(
        &mut self,
        operation: &str,
        arguments: &[Value],
    ) -> Result<DynamicStream<'_>, Error> {
        let DynamicClient { client, interface } = self;
        let at = interface.place(operation)?;
        let (model, lowered) = interface.at(at);
        let mut referents = Referents::default();
        let write = marshal(interface.definition(), lowered, arguments, &mut referents);
        let opened = client.open_call(&interface.head(model, lowered), write)?;
        Ok(DynamicStream {
            opened,
            interface,
            at,
        })
    }
}

impl DynamicStream<'_> {
    /// Sends a message; waits for the server's flow control.
    ///
    /// # Errors
    /// The values do not fit, or the call has ended: [`next`](Self::next) returns how.
    pub fn send(&mut self, arguments: &[Value]) -> Result<(), Error> {
        self.write(arguments)?;
        Ok(self.opened.send()?)
    }

    /// Sends a message without waiting: check first for [room](Self::is_congested).
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn push(&mut self, arguments: &[Value]) -> Result<(), Error> {
        self.write(arguments)?;
        Ok(self.opened.push()?)
    }

    fn write(&mut self, arguments: &[Value]) -> Result<(), Error> {
        let (_, lowered) = self.interface.at(self.at);
        let mut referents = Referents::default();
        let definition = self.interface.definition();
        let write = marshal(definition, lowered, arguments, &mut referents);
        Ok(self.opened.write(write)?)
    }

    /// Whether the server's flow control currently permits no more messages.
    pub fn is_congested(&mut self) -> bool {
        self.opened.is_congested()
    }

    /// Ends this side's messages.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end(&mut self) -> Result<(), Error> {
        Ok(self.opened.end()?)
    }

    /// Waits for the server's next message; `None` when the call has ended successfully. If the
    /// server sends only one reply, that is a message, too.
    ///
    /// # Errors
    /// The failure that ended the call.
    #[expect(
        clippy::should_implement_trait,
        reason = "it may fail and then be over"
    )]
    pub fn next(&mut self) -> Result<Option<Vec<Value>>, Error> {
        Ok(self.next_of(blocking::OtherEvents::default())?.message())
    }

    /// The same, or another event, whichever comes first: room for our own messages, or activity on
    /// files that they come from.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub fn next_of(
        &mut self,
        beside: blocking::OtherEvents<'_>,
    ) -> Result<Next<Vec<Value>>, Error> {
        let (_, lowered) = self.interface.at(self.at);
        let definition = self.interface.definition();
        let referents = Referents::default();
        let next = self.opened.next_of(beside)?;
        let read = |reply| unmarshal(definition, &lowered.output, reply, &referents);
        Ok(next.try_map(read)?)
    }

    /// The metadata received so far: initial metadata with the first message, trailing metadata
    /// with the end, however the call ended.
    pub fn metadata(&mut self) -> &ReplyMetadata {
        self.opened.metadata()
    }

    /// Abandons the call and notifies the server.
    pub fn cancel(self) {}
}

/// The application's side of one call with several messages. All methods run on the connection's
/// thread and must not block. Dropped when the client is gone.
pub trait Conversation: Send {
    /// The call was accepted: sends what is to be sent before any message arrives. A single request
    /// follows if this returns to wait.
    fn begun(&mut self, _replies: &mut DynamicReplies<'_>) -> Flow {
        Flow::Wait
    }

    /// A message arrived.
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow;

    /// The client has ended its messages.
    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow;

    /// There is room again after [`Flow::More`], or the call's [`waker`](DynamicReplies::waker) was
    /// used.
    fn more(&mut self, _replies: &mut DynamicReplies<'_>) -> Flow {
        Flow::Wait
    }
}

/// The destination of the replies of a call with several messages.
pub struct DynamicReplies<'r> {
    replies: &'r mut dyn Replies,
    interface: &'r DynamicInterface,
    at: usize,
    results: Encoding,
}

impl DynamicReplies<'_> {
    /// Sends a reply. Values that do not fit fail the call.
    pub fn send(&mut self, results: &[Value]) {
        let (_, lowered) = self.interface.at(self.at);
        let definition = &self.interface.definition().lowered;
        let output = DynFields::new(definition, &lowered.output, results);
        let results = self.results;
        self.replies
            .send(&mut |body: &mut Buf| write(results, body, &lowered.output.meta, &output));
    }

    /// Whether the client's flow control currently permits no more: then return [`Flow::More`].
    pub fn is_congested(&mut self) -> bool {
        self.replies.is_congested()
    }

    /// A waker for any thread: the call continues as if it had returned [`Flow::More`].
    pub fn waker(&mut self) -> Waker {
        self.replies.waker()
    }

    /// Sends the replies of a source while there is room. The call may go on like that; it is
    /// [over](Flow::Over) when the source is.
    pub fn pull(&mut self, source: &mut (impl ReplySource<Vec<Value>> + ?Sized)) -> Flow {
        loop {
            match next_reply(source, self.replies) {
                Ok(results) => self.send(&results),
                Err(flow) => return flow,
            }
        }
    }

    /// The metadata of the replies.
    pub fn metadata(&mut self) -> MetadataWriter<'_> {
        MetadataWriter::of(self.replies)
    }

    /// As [`MetadataWriter::add_initial`].
    pub fn add_initial(&mut self, name: &str, value: impl Into<Vec<u8>>) -> bool {
        self.metadata().add_initial(name, value)
    }

    /// As [`MetadataWriter::send_initial`].
    pub fn send_initial(&mut self) {
        self.metadata().send_initial();
    }

    /// As [`MetadataWriter::add_trailing`].
    pub fn add_trailing(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.metadata().add_trailing(name, value);
    }
}

/// A conversation with the encoding of its messages.
pub(super) struct Marshalled {
    pub(super) conversation: Box<dyn Conversation>,
    pub(super) interface: DynamicInterface,
    pub(super) at: usize,
    pub(super) arguments: Encoding,
    pub(super) results: Encoding,
    /// For a call with one request: the request, until the conversation gets it.
    pub(super) request: Option<Vec<Value>>,
    /// The client's messages have ended, which the conversation learns when it waits.
    pub(super) ends: bool,
}

impl Marshalled {
    fn turn(
        &mut self,
        replies: &mut dyn Replies,
        step: impl FnOnce(&mut dyn Conversation, &mut DynamicReplies<'_>) -> Flow,
    ) -> Flow {
        let mut replies = DynamicReplies {
            replies,
            interface: &self.interface,
            at: self.at,
            results: self.results,
        };
        step(&mut *self.conversation, &mut replies)
    }
}

impl Marshalled {
    /// Unmarshals a message.
    pub(super) fn read(&self, received: &[u8]) -> Result<Vec<Value>, Fault> {
        let (_, lowered) = self.interface.at(self.at);
        let mut arguments = Vec::new();
        let definition = &self.interface.definition().lowered;
        let mut slots = DynSlots::new(definition, &lowered.input, &mut arguments);
        read(self.arguments, received, &lowered.input.meta, &mut slots)?;
        Ok(arguments)
    }

    /// Reports the end of the messages to a waiting conversation, once.
    fn ending(&mut self, flow: Flow, replies: &mut dyn Replies) -> Flow {
        match flow {
            Flow::Wait if std::mem::take(&mut self.ends) => self.ended(replies),
            other => other,
        }
    }
}

impl Stream for Marshalled {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        let mut flow = self.turn(replies, |c, replies| c.begun(replies));
        if let Some(request) = self.request.take() {
            self.ends = true;
            if flow == Flow::Wait {
                flow = self.turn(replies, |c, replies| c.message(request, replies));
            }
        }
        self.ending(flow, replies)
    }

    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow {
        match self.read(received) {
            Ok(arguments) => self.turn(replies, |c, replies| c.message(arguments, replies)),
            Err(fault) => Flow::Over(Outcome::Fault(fault)),
        }
    }

    fn ended(&mut self, replies: &mut dyn Replies) -> Flow {
        self.turn(replies, |c, replies| c.ended(replies))
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        let flow = self.turn(replies, |c, replies| c.more(replies));
        self.ending(flow, replies)
    }
}
