//! Calls with several messages, by name.

use std::task::Waker;

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{self, Next};
use manyrpc_dynamic::{DynFields, DynSlots};
use manyrpc_engine::{Fault, Flow, Outcome, Replies, ReplyMetadata, Stream};
use manyrpc_model::Value;

use super::bodies::{marshal, unmarshal};
use super::{DynamicClient, DynamicInterface};
use crate::client::Opened;
use crate::error::Error;
use crate::streams::{MetadataWriter, ReplySource, next_reply, read, write};

/// A call with several messages that was opened. When dropped before its end it is given up.
pub struct DynamicStream<'c> {
    opened: Opened<'c>,
    interface: &'c DynamicInterface,
    /// Which operation of its interface.
    at: usize,
}

impl DynamicClient {
    /// Opens a call of an operation with several messages. `arguments` are the request where only
    /// the server sends several, and empty otherwise.
    ///
    /// # Errors
    /// No such operation, arguments that do not fit, or the call could not be sent; systems that
    /// have no such calls refuse it.
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
        let opened = client.open_call(&interface.head(model), write)?;
        Ok(DynamicStream {
            opened,
            interface,
            at,
        })
    }
}

impl DynamicStream<'_> {
    /// Sends a message. Waits while the server takes no more.
    ///
    /// # Errors
    /// The values do not fit, or the call is over: [`next`](Self::next) says how.
    pub fn send(&mut self, arguments: &[Value]) -> Result<(), Error> {
        self.write(arguments)?;
        Ok(self.opened.send()?)
    }

    /// Sends a message and does not wait: look first whether there [is room](Self::is_congested).
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

    /// Whether the server takes no more messages for now.
    pub fn is_congested(&mut self) -> bool {
        self.opened.is_congested()
    }

    /// Says that no more messages come from here.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end(&mut self) -> Result<(), Error> {
        Ok(self.opened.end()?)
    }

    /// Waits for the next message of the server; `None` when the call is over and went well. The
    /// only reply of a call where the server sends no more than one is a message, too.
    ///
    /// # Errors
    /// Whatever ended the call otherwise.
    #[expect(
        clippy::should_implement_trait,
        reason = "it may fail and then be over"
    )]
    pub fn next(&mut self) -> Result<Option<Vec<Value>>, Error> {
        Ok(self.next_of(blocking::OtherEvents::default())?.message())
    }

    /// The same, or something beside it, whichever comes first: room for our own messages, or
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

    /// What has travelled beside the messages so far: what is initial with the first one, what is
    /// trailing with the end, however the call ended.
    pub fn metadata(&mut self) -> &ReplyMetadata {
        self.opened.metadata()
    }

    /// Gives the call up; the server is told.
    pub fn cancel(self) {}
}

/// The application's side of one call with several messages. Everything happens on the thread of
/// the connection, so nothing here may wait. Dropped when the client is gone.
pub trait Conversation: Send {
    /// The call was taken: what there is to say before anything comes. A request that is the only
    /// one follows if this waits.
    fn begun(&mut self, _replies: &mut DynamicReplies<'_>) -> Flow {
        Flow::Wait
    }

    /// A message came.
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow;

    /// No more messages come.
    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow;

    /// There is room again for what [`Flow::More`] spoke of, or somebody used the call's
    /// [`waker`](DynamicReplies::waker).
    fn more(&mut self, _replies: &mut DynamicReplies<'_>) -> Flow {
        Flow::Wait
    }
}

/// Where the replies of a call with several messages go.
pub struct DynamicReplies<'r> {
    replies: &'r mut dyn Replies,
    interface: &'r DynamicInterface,
    at: usize,
    results: Encoding,
}

impl DynamicReplies<'_> {
    /// Sends one. Values that do not fit fail the call.
    pub fn send(&mut self, results: &[Value]) {
        let (_, lowered) = self.interface.at(self.at);
        let definition = &self.interface.definition().lowered;
        let output = DynFields::new(definition, &lowered.output, results);
        let results = self.results;
        self.replies
            .send(&mut |body: &mut Buf| write(results, body, &lowered.output.meta, &output));
    }

    /// Whether the client takes no more for now: then end with [`Flow::More`].
    pub fn is_congested(&mut self) -> bool {
        self.replies.is_congested()
    }

    /// What says from any thread that there is more to say: the call goes on as if it had answered
    /// [`Flow::More`].
    pub fn waker(&mut self) -> Waker {
        self.replies.waker()
    }

    /// Sends what a source has while there is room. The call may go on like that; it is
    /// [over](Flow::Over) when the source is.
    pub fn pull(&mut self, source: &mut (impl ReplySource<Vec<Value>> + ?Sized)) -> Flow {
        loop {
            match next_reply(source, self.replies) {
                Ok(results) => self.send(&results),
                Err(flow) => return flow,
            }
        }
    }

    /// What travels beside the replies.
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

/// A conversation, and how its messages lie in bytes.
pub(super) struct Marshalled {
    pub(super) conversation: Box<dyn Conversation>,
    pub(super) interface: DynamicInterface,
    pub(super) at: usize,
    pub(super) arguments: Encoding,
    pub(super) results: Encoding,
    /// Of a call with one request: until the conversation has it.
    pub(super) request: Option<Vec<Value>>,
    /// That was all, which the conversation is told when it waits.
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

    /// A conversation that waits hears that nothing comes, once.
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
