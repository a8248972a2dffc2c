//! A protocol engine with its driver, behind one type for every system.

use std::net::SocketAddr;

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{self, Cancel, Next, OtherEvents, Reply, Wanted};
use manyrpc_driver::counters::Counters;
use manyrpc_driver::node;
use manyrpc_engine::contract::Batches;
use manyrpc_engine::{CallError, CallHead, CallId, ClientEngine, Misuse, ReplyMetadata};

/// What a broadcast does with each reply: its sender, its marshalled results, and whether to go
/// on listening.
pub(crate) type Each<'a> = dyn FnMut(SocketAddr, Reply<'_>) -> bool + 'a;

/// Where a message is written, and how it is to be encoded.
pub(crate) type Body<'a> = (Encoding, &'a mut Buf);

/// A protocol engine with its driver, seen from above.
pub(crate) trait Channel: Send {
    /// Settles what must be before such a call can go, and waits for that.
    fn prepare(&mut self, _: &CallHead<'_>) -> Result<(), CallError> {
        Ok(())
    }
    /// Starts a call and lends the place of the arguments.
    fn begin(&mut self, head: &CallHead<'_>) -> Result<Body<'_>, CallError>;
    /// How the arguments of the next call are encoded, as far as that is known.
    fn encoding(&self) -> Encoding;
    /// Gives up the call that was begun.
    fn abandon(&mut self);
    /// Sends the call that was begun and waits for its marshalled results; for those of a one-way
    /// call it does not wait.
    fn exchange(&mut self) -> Result<Reply<'_>, CallError>;
    /// Sends the call that was begun and does not wait.
    fn send(&mut self) -> Result<CallId, CallError>;
    /// The same together with other calls, once a reply is waited for.
    fn post(&mut self) -> Result<CallId, CallError>;
    /// Waits for a call that was sent; what others give meanwhile is kept.
    fn wait(&mut self, call: CallId) -> Result<Reply<'_>, CallError>;
    /// Whether calls may have several messages.
    fn has_streams(&mut self) -> bool {
        false
    }
    /// Sends the call that was begun, which has several replies.
    fn open(&mut self) -> Result<CallId, CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Starts a message of a call and lends its place.
    fn message(&mut self, _: CallId) -> Result<Body<'_>, CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Sends the message that was started. Waits while the server takes no more.
    fn send_message(&mut self, _: CallId) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Sends the message that was started and does not wait for room.
    fn push_message(&mut self) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Whether the server takes no more messages for now.
    fn is_congested(&mut self, _: CallId) -> bool {
        false
    }
    /// Says that no more messages come.
    fn end_messages(&mut self, _: CallId) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Waits for the next of several replies, or for something beside it.
    fn next_of(&mut self, _: CallId, _: OtherEvents<'_>) -> Result<Next<Reply<'_>>, CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// What ends calls from another thread.
    fn set_cancel(&mut self, cancel: Option<Cancel>);
    /// Gives up a call that was sent.
    fn cancel(&mut self, call: CallId);
    /// Asks the server to end a call that was sent.
    fn request_cancel(&mut self, call: CallId);
    /// How many calls were sent and not yet waited for.
    fn in_flight(&self) -> usize;
    /// Sends the call that was begun to everybody and gathers the replies that are wanted; gives how many.
    fn gather(&mut self, _: Wanted, _: &mut Each<'_>) -> Result<usize, CallError> {
        Err(Misuse::NotOffered("broadcast over a connection").into())
    }
    /// Gathers the calls that are begun and sent from now on into one message.
    fn begin_batch(&mut self) -> Result<(), CallError> {
        Err(Misuse::BATCHES.into())
    }
    /// Sends that message.
    fn end_batch(&mut self) -> Result<(), CallError> {
        Err(Misuse::BATCHES.into())
    }
    /// Drops it.
    fn abandon_batch(&mut self) {}
    /// Sends calls that are held back.
    fn flush(&mut self) -> Result<(), CallError> {
        Ok(())
    }
    /// What travelled beside the results, the failure or the message that was given last.
    fn reply_metadata(&self) -> Option<&ReplyMetadata>;
    /// The same, once.
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>>;
    /// What was sent and received so far.
    fn counters(&self) -> Counters;
}

/// What sends several calls in one message.
///
/// # Errors
/// The protocol has no such messages.
pub(crate) fn batches<E: ClientEngine>(
    client: &mut blocking::Client<E>,
) -> Result<&mut dyn Batches, Misuse> {
    client.engine_mut().batches().ok_or(Misuse::BATCHES)
}

/// Over a connection on which both ends call: others make calls of their own over it meanwhile.
impl Channel for node::Caller {
    fn begin(&mut self, head: &CallHead<'_>) -> Result<Body<'_>, CallError> {
        self.begin(head)
    }

    fn encoding(&self) -> Encoding {
        self.encoding()
    }

    fn abandon(&mut self) {
        self.abandon();
    }

    fn exchange(&mut self) -> Result<Reply<'_>, CallError> {
        self.exchange()
    }

    fn send(&mut self) -> Result<CallId, CallError> {
        self.send()
    }

    fn post(&mut self) -> Result<CallId, CallError> {
        self.send()
    }

    fn wait(&mut self, call: CallId) -> Result<Reply<'_>, CallError> {
        self.wait(call)
    }

    fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.set_cancel(cancel);
    }

    fn cancel(&mut self, call: CallId) {
        self.cancel(call);
    }

    fn request_cancel(&mut self, call: CallId) {
        self.request_cancel(call);
    }

    fn in_flight(&self) -> usize {
        self.in_flight()
    }

    fn reply_metadata(&self) -> Option<&ReplyMetadata> {
        self.reply_metadata()
    }

    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.take_metadata()
    }

    fn counters(&self) -> Counters {
        self.counters()
    }
}

/// What is asked of a client's engine beyond the contract.
pub trait Engine: ClientEngine + Send {
    /// Lets one-way calls go that are held back; most hold nothing back.
    fn release_batch(&mut self) {}
}

impl<E: Engine> Channel for blocking::Client<E> {
    fn has_streams(&mut self) -> bool {
        self.engine_mut().streams().is_some()
    }

    fn prepare(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        self.prepare(head)
    }

    fn begin(&mut self, head: &CallHead<'_>) -> Result<Body<'_>, CallError> {
        blocking::Client::begin(self, head)?;
        Ok(self.writing())
    }

    fn encoding(&self) -> Encoding {
        self.encoding()
    }

    fn abandon(&mut self) {
        self.abandon();
    }

    fn exchange(&mut self) -> Result<Reply<'_>, CallError> {
        self.exchange()
    }

    fn send(&mut self) -> Result<CallId, CallError> {
        self.send()
    }

    fn post(&mut self) -> Result<CallId, CallError> {
        self.post()
    }

    fn wait(&mut self, call: CallId) -> Result<Reply<'_>, CallError> {
        self.wait(call)
    }

    fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.set_cancel(cancel);
    }

    fn cancel(&mut self, call: CallId) {
        self.cancel(call);
    }

    fn open(&mut self) -> Result<CallId, CallError> {
        self.open()
    }

    fn message(&mut self, call: CallId) -> Result<Body<'_>, CallError> {
        blocking::Client::message(self, call)?;
        Ok(self.writing())
    }

    fn send_message(&mut self, call: CallId) -> Result<(), CallError> {
        self.send_message(call)
    }

    fn push_message(&mut self) -> Result<(), CallError> {
        self.push_message()
    }

    fn is_congested(&mut self, call: CallId) -> bool {
        self.is_congested(call)
    }

    fn end_messages(&mut self, call: CallId) -> Result<(), CallError> {
        self.end_messages(call)
    }

    fn next_of(
        &mut self,
        call: CallId,
        beside: OtherEvents<'_>,
    ) -> Result<Next<Reply<'_>>, CallError> {
        self.next_of(call, beside)
    }

    fn request_cancel(&mut self, call: CallId) {
        self.request_cancel(call);
    }

    fn in_flight(&self) -> usize {
        self.in_flight()
    }

    fn gather(&mut self, wanted: Wanted, each: &mut Each<'_>) -> Result<usize, CallError> {
        self.gather(wanted, each)
    }

    fn begin_batch(&mut self) -> Result<(), CallError> {
        batches(self)?.begin_batch()
    }

    fn end_batch(&mut self) -> Result<(), CallError> {
        batches(self)?.end_batch()?;
        self.send_due()
    }

    fn abandon_batch(&mut self) {
        if let Some(batches) = self.engine_mut().batches() {
            batches.abandon_batch();
        }
    }

    fn flush(&mut self) -> Result<(), CallError> {
        self.engine_mut().release_batch();
        self.send_due()
    }

    fn reply_metadata(&self) -> Option<&ReplyMetadata> {
        self.reply_metadata()
    }

    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.take_metadata()
    }

    fn counters(&self) -> Counters {
        self.counters()
    }
}
