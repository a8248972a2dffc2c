//! A protocol engine with its driver, as one type for all systems.

use std::net::SocketAddr;

use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{self, Cancel, Next, OtherEvents, Reply, Wanted};
use manyrpc_driver::counters::Counters;
use manyrpc_driver::node;
use manyrpc_engine::contract::Batches;
use manyrpc_engine::{CallError, CallHead, CallId, ClientEngine, Misuse, ReplyMetadata};

/// Receives each reply to a broadcast: its sender and its marshalled results; returns whether to
/// keep listening.
pub(crate) type Each<'a> = dyn FnMut(SocketAddr, Reply<'_>) -> bool + 'a;

/// The buffer for a message, and its encoding.
pub(crate) type Body<'a> = (Encoding, &'a mut Buf);

/// A protocol engine with its driver, as the client sees it.
pub(crate) trait Channel: Send {
    /// Establishes what such calls need on the connection, and waits for it.
    fn prepare(&mut self, _: &CallHead<'_>) -> Result<(), CallError> {
        Ok(())
    }
    /// Asks the server where the object of such calls is, and waits for the answer.
    fn locate(&mut self, _: &CallHead<'_>) -> Result<(), CallError> {
        Err(Misuse::LOCATION.into())
    }
    /// Begins a call and lends the buffer for its arguments.
    fn begin(&mut self, head: &CallHead<'_>) -> Result<Body<'_>, CallError>;
    /// The encoding of the next call's arguments, as far as known.
    fn encoding(&self) -> Encoding;
    /// Abandons the call that was begun.
    fn abandon(&mut self);
    /// Sends the call that was begun and waits for its marshalled results; does not wait for a
    /// one-way call.
    fn exchange(&mut self) -> Result<Reply<'_>, CallError>;
    /// Sends the call that was begun, without waiting.
    fn send(&mut self) -> Result<CallId, CallError>;
    /// The same, but buffered until a reply is waited for.
    fn post(&mut self) -> Result<CallId, CallError>;
    /// Waits for a call that was sent; replies to other calls are kept.
    fn wait(&mut self, call: CallId) -> Result<Reply<'_>, CallError>;
    /// Whether the system has calls with several messages.
    fn has_streams(&mut self) -> bool {
        false
    }
    /// Sends the call that was begun, which has several replies.
    fn open(&mut self) -> Result<CallId, CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Begins a message of a call and lends its buffer.
    fn message(&mut self, _: CallId) -> Result<Body<'_>, CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Sends the message that was begun; waits for the server's flow control.
    fn send_message(&mut self, _: CallId) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Sends the message that was begun without waiting for flow control.
    fn push_message(&mut self) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Whether the server's flow control currently permits no more messages.
    fn is_congested(&mut self, _: CallId) -> bool {
        false
    }
    /// Ends this side's messages.
    fn end_messages(&mut self, _: CallId) -> Result<(), CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Waits for the next of several replies, or for another event.
    fn next_of(&mut self, _: CallId, _: OtherEvents<'_>) -> Result<Next<Reply<'_>>, CallError> {
        Err(Misuse::STREAMS.into())
    }
    /// Cancels calls from another thread.
    fn set_cancel(&mut self, cancel: Option<Cancel>);
    /// Abandons a call that was sent.
    fn cancel(&mut self, call: CallId);
    /// Asks the server to cancel a call that was sent.
    fn request_cancel(&mut self, call: CallId);
    /// The number of calls sent and not yet waited for.
    fn in_flight(&self) -> usize;
    /// Broadcasts the call that was begun and gathers the wanted replies; returns their number.
    fn gather(&mut self, _: Wanted, _: &mut Each<'_>) -> Result<usize, CallError> {
        Err(Misuse::NotOffered("broadcast over a connection").into())
    }
    /// Collects the calls that follow into one message.
    fn begin_batch(&mut self) -> Result<(), CallError> {
        Err(Misuse::BATCHES.into())
    }
    /// Sends that message.
    fn end_batch(&mut self) -> Result<(), CallError> {
        Err(Misuse::BATCHES.into())
    }
    /// Discards it.
    fn abandon_batch(&mut self) {}
    /// Sends calls that are held back.
    fn flush(&mut self) -> Result<(), CallError> {
        Ok(())
    }
    /// The metadata of the last results, failure or message.
    fn reply_metadata(&self) -> Option<&ReplyMetadata>;
    /// Takes the same.
    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>>;
    /// The traffic so far.
    fn counters(&self) -> Counters;
}

/// Puts several calls in one message.
///
/// # Errors
/// The protocol has no such messages.
pub(crate) fn batches<E: ClientEngine>(
    client: &mut blocking::Client<E>,
) -> Result<&mut dyn Batches, Misuse> {
    client.engine_mut().batches().ok_or(Misuse::BATCHES)
}

/// A channel over a connection on which both ends call, shared with others.
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

/// The requirements on a client's engine beyond the contract.
pub trait Engine: ClientEngine + Send {
    /// Releases one-way calls that are held back, in systems that hold any back.
    fn release_batch(&mut self) {}
}

impl<E: Engine> Channel for blocking::Client<E> {
    fn has_streams(&mut self) -> bool {
        self.engine_mut().streams().is_some()
    }

    fn prepare(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        self.prepare(head)
    }

    fn locate(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        self.locate(head)
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
