//! A client: one binding, calls one after another on the caller's own thread, or several in flight.

mod broadcast;
mod opened;
mod raising;

use std::time::Duration;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_driver::blocking::{Cancel, Reply};
use manyrpc_driver::counters::Counters;
use manyrpc_engine::{
    CallError, CallHead, CallId, CallKind, Metadata, Misuse, ObjectKey, ReplyMetadata,
};

use crate::batch::Batch;
use crate::bodies::{marshal, unmarshal};
use crate::channel::Channel;
use crate::held::HeldContexts;
use crate::stub::{InterfaceId, InterfaceMeta, OperationMeta, Semantics};
use crate::systems::Relay;

pub use broadcast::Answer;
pub(crate) use opened::Opened;
pub use raising::PendingRaising;

/// A connection to a server, by any system that a binding can name.
pub struct Client {
    channel: Box<dyn Channel>,
    timeout: Option<Duration>,
    traits: Traits,
    object: Option<ObjectKey>,
    metadata: Metadata,
    held: HeldContexts,
}

/// What the binding of a client brings with it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    /// The socket listens to anyone, so calls may be broadcast.
    pub(crate) to_anyone: bool,
    /// Broadcasts go to registries, which pass them on like this.
    pub(crate) relay: Option<&'static dyn Relay>,
    /// Calls may end with exceptions of their operations.
    pub(crate) has_exceptions: bool,
}

/// A call that was sent and not yet waited for; of the client that sent it only.
#[derive(Debug)]
#[must_use = "wait for it, or cancel it"]
pub struct Pending {
    pub(crate) call: CallId,
    output: &'static Record,
    referents: Referents,
}

/// Nobody can wait for a one-way call.
pub(crate) const NO_REPLY: Misuse =
    Misuse::NotOffered("reply to a one-way operation; call it instead of sending it");

impl Client {
    pub(crate) fn over(channel: Box<dyn Channel>, traits: Traits) -> Self {
        Client {
            channel,
            timeout: None,
            traits,
            object: None,
            metadata: Metadata::new(),
            held: HeldContexts::default(),
        }
    }

    /// How the arguments of the next call are encoded, as far as that is known before it.
    pub fn encoding(&self) -> Encoding {
        self.channel.encoding()
    }

    /// Bytes, messages and system calls so far.
    pub fn counters(&self) -> Counters {
        self.channel.counters()
    }

    /// How long each call waits for its reply; `None` for the engine's default.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// What ends calls from another thread; `None` for nothing. Make a new one for each call that is
    /// to be ended apart from others. The server is told where the system has a word for it. A call
    /// that has ended before it was pulled has ended as it did.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let mut client = manyrpc::Client::open("grpc://127.0.0.1:50051")?;
    /// let cancel = manyrpc::Cancel::new()?;
    /// client.set_cancel(Some(cancel.clone()));
    /// std::thread::spawn(move || cancel.pull());
    /// // Calls end with `CallError::Cancelled` from now on.
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.channel.set_cancel(cancel);
    }

    /// Which object of the server the next calls are for; `None` for no object in particular.
    /// Systems whose calls name no objects ignore it; DCE and NCS take UUIDs only ([`Uuid`](crate::uuid::Uuid)).
    pub fn set_object(&mut self, object: Option<ObjectKey>) {
        self.object = object;
    }

    /// What travels beside the arguments of the next calls, of each of them. Systems whose calls
    /// have no metadata leave it out.
    pub fn set_metadata(&mut self, metadata: Metadata) {
        self.metadata = metadata;
    }

    /// What travelled beside the results of the last call, or beside its failure. Results that
    /// borrow from the reply have to be owned or done with.
    pub fn reply_metadata(&self) -> &ReplyMetadata {
        static NOTHING: ReplyMetadata = ReplyMetadata::NONE;
        self.channel.reply_metadata().unwrap_or(&NOTHING)
    }

    /// Settles with the server what must be before calls of an interface can go, so that the first of
    /// them does not wait for that: DCE's presentation context and, with it, who calls. What needs no
    /// answer is sent, as gRPC's settings; where there is nothing of the kind, or it is settled,
    /// nothing happens.
    ///
    /// # Errors
    /// The server cannot be reached or refuses.
    pub fn prepare(&mut self, interface: InterfaceId<'_>) -> Result<(), CallError> {
        let head = CallHead {
            timeout: self.timeout,
            ..CallHead::new(interface, 0)
        };
        self.channel.prepare(&head)
    }

    /// The context handles that the client has of its server, as its stubs keep account of them.
    pub fn contexts(&self) -> HeldContexts {
        self.held.clone()
    }

    pub(crate) fn keep_account(&mut self, held: HeldContexts) {
        self.held = held;
    }

    /// Calls an operation and waits for its results, which may borrow from the reply.
    ///
    /// # Errors
    /// The call could not be made, was refused, or was not answered in time.
    #[inline]
    pub fn invoke<'c, I, O>(
        &'c mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<O, CallError>
    where
        I: Fields,
        O: Slots<'c> + Default,
    {
        let mut referents = Referents::default();
        let write = marshal(operation.input, input, &mut referents);
        let reply = self.exchange(&interface.head(operation), write)?;
        unmarshal(reply, operation.output, &mut referents)
    }

    /// Calls an operation that has no reply. With
    /// [`batch_bytes`](crate::ClientOptions::batch_bytes) it may be held back.
    ///
    /// # Errors
    /// The call could not be sent.
    pub fn invoke_oneway<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<(), CallError> {
        let head = CallHead {
            kind: CallKind::OneWay,
            ..interface.head(operation)
        };
        let mut referents = Referents::default();
        let write = marshal(operation.input, input, &mut referents);
        self.exchange(&head, write).map(drop)
    }

    /// Sends the calls that are held back.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn flush(&mut self) -> Result<(), CallError> {
        self.channel.flush()
    }

    /// Sends a call and does not wait, so that several can be in flight.
    ///
    /// # Errors
    /// The call could not be sent; [`Misuse::TooManyCalls`] where
    /// [`calls_in_flight`](crate::Limits::calls_in_flight) are.
    pub fn send<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<Pending, CallError> {
        self.start_one(interface, operation, input, |channel| channel.send())
    }

    /// The same together with other calls: over a stream it goes when a reply is waited for that
    /// has not arrived, at [`flush`](Self::flush), or when some ten kilobytes have gathered. With
    /// many calls in flight on one connection this is several times as fast as
    /// [`send`](Self::send), which takes a system call for each.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn post<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<Pending, CallError> {
        self.start_one(interface, operation, input, |channel| channel.post())
    }

    #[inline]
    fn start_one<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
        go: impl FnOnce(&mut dyn Channel) -> Result<CallId, CallError>,
    ) -> Result<Pending, CallError> {
        if operation.semantics == Semantics::Maybe {
            return Err(NO_REPLY.into());
        }
        let mut referents = Referents::default();
        let write = marshal(operation.input, input, &mut referents);
        self.begin(&interface.head(operation), write)?;
        Ok(Pending {
            call: go(&mut *self.channel)?,
            output: operation.output,
            referents,
        })
    }

    /// Waits for a call that was sent, in any order: replies that come before are kept.
    ///
    /// # Errors
    /// As [`invoke`](Self::invoke).
    pub fn wait<'c, O>(&'c mut self, mut pending: Pending) -> Result<O, CallError>
    where
        O: Slots<'c> + Default,
    {
        let reply = self.finish(pending.call)?;
        unmarshal(reply, pending.output, &mut pending.referents)
    }

    /// Asks the server to end a call that was sent, where the system has a word for that (DCE);
    /// elsewhere gives the call up. [`wait`](Self::wait) gives what came of it: the results if
    /// they came all the same, [`Fault::Cancelled`](crate::Fault::Cancelled) if the server
    /// stopped, [`CallError::Cancelled`] if it did not within
    /// [`cancel_timeout`](crate::Limits::cancel_timeout).
    pub fn request_cancel(&mut self, pending: &Pending) {
        self.ask_to_end(pending.call);
    }

    /// Gives up a call that was sent. The server may carry it out nevertheless.
    pub fn cancel(&mut self, pending: Pending) {
        self.abandon(pending.call);
    }

    /// Gathers calls into one message: a batch of JSON-RPC 2.0, a `system.multicall` of XML-RPC.
    ///
    /// # Errors
    /// The system has no such messages, or the connection has ended.
    pub fn batch(&mut self) -> Result<Batch<'_>, CallError> {
        self.channel.begin_batch()?;
        Ok(Batch::of(self))
    }

    pub(crate) fn end_batch(&mut self) -> Result<(), CallError> {
        self.channel.end_batch()
    }

    pub(crate) fn abandon_batch(&mut self) {
        self.channel.abandon_batch();
    }

    /// How many calls were sent and not yet waited for.
    pub fn in_flight(&self) -> usize {
        self.channel.in_flight()
    }

    /// Makes a call with marshalled arguments made by `write`; gives the marshalled results. A one-way
    /// call gives none and is not waited for.
    #[inline]
    pub(crate) fn exchange<F>(
        &mut self,
        head: &CallHead<'_>,
        write: F,
    ) -> Result<Reply<'_>, CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        self.begin(head, write)?;
        self.channel.exchange()
    }

    /// Sends a call whose marshalled arguments `write` makes.
    pub(crate) fn start<F>(&mut self, head: &CallHead<'_>, write: F) -> Result<CallId, CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        self.begin(head, write)?;
        self.channel.send()
    }

    /// Waits for the marshalled results of a call that was sent.
    pub(crate) fn finish(&mut self, call: CallId) -> Result<Reply<'_>, CallError> {
        self.channel.wait(call)
    }

    pub(crate) fn ask_to_end(&mut self, call: CallId) {
        self.channel.request_cancel(call);
    }

    pub(crate) fn abandon(&mut self, call: CallId) {
        self.channel.cancel(call);
    }

    /// Begins a call with what the client has to say beside it.
    #[inline]
    fn begin<F>(&mut self, head: &CallHead<'_>, write: F) -> Result<(), CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let head = CallHead {
            object: self.object.as_ref(),
            metadata: (!self.metadata.is_empty()).then_some(&self.metadata),
            timeout: self.timeout,
            ..*head
        };
        let (encoding, body) = self.channel.begin(&head)?;
        if let Err(misuse) = write(encoding, body) {
            self.channel.abandon();
            return Err(misuse.into());
        }
        Ok(())
    }
}
