//! Clients: one binding, and calls made one after another on the caller's thread, or several in
//! flight.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
//! use manyrpc::{Client, Server};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let service = DynamicService::new(greeter.clone(), |_, _, arguments| Ok(arguments));
//! let server = Server::builder().service(service).listen("onc+udp://127.0.0.1:0")?.start()?;
//!
//! let mut client = Client::open_for(&server.bindings()[0].to_string(), greeter.id())?;
//! client.set_timeout(Some(std::time::Duration::from_secs(2)));
//! let mut greetings = DynamicClient::new(client, greeter);
//! assert_eq!(greetings.call_json("GREET", &json!(["ann"]))?, "ann");
//! # Ok(())
//! # }
//! ```

mod broadcast;
mod opened;
mod raising;
pub(crate) mod relay;

use std::time::Duration;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, InterfaceId, Slots};
use manyrpc_driver::blocking::{Cancel, Reply};
use manyrpc_driver::counters::Counters;
use manyrpc_engine::{
    CallError, CallHead, CallId, CallKind, Metadata, Misuse, ObjectKey, ReplyMetadata,
};

use crate::bodies::{marshal, unmarshal};
use crate::channel::Channel;
use crate::held::HeldContexts;
use crate::operation::{InterfaceMeta, OperationMeta, Semantics};
#[cfg(feature = "tracing")]
use crate::spans;
use relay::Relay;

pub use broadcast::Answer;
#[cfg(feature = "tokio")]
pub(crate) use broadcast::{NOT_TO_ANYONE, through_relay};
pub(crate) use opened::Opened;
pub use raising::PendingRaising;

/// A connection to a server, over any system.
pub struct Client {
    channel: Box<dyn Channel>,
    timeout: Option<Duration>,
    traits: Traits,
    object: Option<ObjectKey>,
    metadata: Metadata,
    held: HeldContexts,
    #[cfg(feature = "tracing")]
    called: spans::Called<'static>,
}

/// Properties of a client that depend on its binding.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    /// The socket accepts replies from any address, so calls may be broadcast.
    pub(crate) to_anyone: bool,
    /// Broadcasts go to registries, which pass them on like this.
    pub(crate) relay: Option<&'static dyn Relay>,
    /// Calls may end with exceptions of their operations.
    pub(crate) has_exceptions: bool,
}

/// A call sent but not yet waited for; belongs to the client that sent it.
#[derive(Debug)]
#[must_use = "wait for it, or cancel it"]
pub struct Pending {
    pub(crate) call: CallId,
    output: &'static Record,
    referents: Referents,
}

/// One-way calls cannot be waited for.
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
            #[cfg(feature = "tracing")]
            called: spans::Called::default(),
        }
    }

    /// The encoding of the next call's arguments, as far as known in advance.
    pub fn encoding(&self) -> Encoding {
        self.channel.encoding()
    }

    /// Bytes, messages and system calls so far.
    pub fn counters(&self) -> Counters {
        self.channel.counters()
    }

    /// Sets how long each call waits for its reply; `None` for the engine's default.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Sets what cancels calls from another thread; `None` for nothing. Use a new one for each call
    /// that is to be cancelled separately. The server is notified if the system supports that.
    /// Cancelling has no effect on calls that have ended.
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

    /// Sets the object of the server that the next calls are for; `None` for no particular one.
    /// Systems without objects ignore it; DCE and NCS accept only UUIDs
    /// ([`Uuid`](crate::uuid::Uuid)).
    pub fn set_object(&mut self, object: Option<ObjectKey>) {
        self.object = object;
    }

    /// Sets the metadata sent with each of the next calls. Systems without metadata ignore it.
    pub fn set_metadata(&mut self, metadata: Metadata) {
        self.metadata = metadata;
    }

    /// The metadata of the last call's reply or failure. Results that borrow from the reply must be
    /// converted to owned ones first.
    pub fn reply_metadata(&self) -> &ReplyMetadata {
        static NOTHING: ReplyMetadata = ReplyMetadata::NONE;
        self.channel.reply_metadata().unwrap_or(&NOTHING)
    }

    /// Establishes what calls of an interface need on the connection, so that the first call does
    /// not wait for it: for DCE, the presentation context and with it the authentication. What
    /// needs no answer is only sent, such as gRPC's settings. Does nothing if nothing is needed or
    /// it is already established.
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

    /// Asks the server whether it has the client's object, or without one that of an interface, before a call is made:
    /// CORBA's LocateRequest. If the object is elsewhere, the client goes there, and makes its calls there. A large call
    /// is then not sent in vain. That a server says it has the object need not mean that calls of it succeed.
    ///
    /// # Errors
    /// The system has no such question; the server cannot be reached; nobody has the object.
    pub fn locate(&mut self, interface: InterfaceId<'_>) -> Result<(), CallError> {
        let head = CallHead {
            object: self.object.as_ref(),
            timeout: self.timeout,
            ..CallHead::new(interface, 0)
        };
        self.channel.locate(&head)
    }

    /// The context handles that the client holds, as recorded by its stubs.
    pub fn contexts(&self) -> HeldContexts {
        self.held.clone()
    }

    /// Whom it calls, as spans tell it.
    #[cfg(feature = "tracing")]
    pub(crate) fn calls(&mut self, called: spans::Called<'static>) {
        self.called = called;
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

    /// Calls an operation without a reply. With [`batch_bytes`](crate::ClientOptions::batch_bytes)
    /// the call may be held back. Over CORBA a binding can say that the server is waited for (`sync=server`, `sync=target`).
    ///
    /// # Errors
    /// The call could not be sent. If the server is waited for, as [`invoke`](Self::invoke).
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

    /// Sends a call without waiting, so that several can be in flight.
    ///
    /// # Errors
    /// The call could not be sent; [`Misuse::TooManyCalls`] if
    /// [`calls_in_flight`](crate::Limits::calls_in_flight) calls are in flight.
    pub fn send<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<Pending, CallError> {
        self.start_one(interface, operation, input, |channel| channel.send())
    }

    /// Like [`send`](Self::send), but buffered: over a stream the call is sent when a reply is
    /// waited for that has not arrived, at [`flush`](Self::flush), or when some ten kilobytes have
    /// gathered. With many calls in flight on one connection this is several times as fast as
    /// [`send`](Self::send), which makes a system call for each.
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

    /// Waits for a call that was sent. Calls can be waited for in any order: earlier replies are
    /// kept.
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

    /// Asks the server to cancel a call that was sent, if the system supports that (DCE); otherwise
    /// abandons the call. [`wait`](Self::wait) then returns the outcome: the results if they
    /// arrived anyway, [`Fault::Cancelled`](crate::Fault::Cancelled) if the server stopped,
    /// [`CallError::Cancelled`] if it did not within
    /// [`cancel_timeout`](crate::Limits::cancel_timeout).
    pub fn request_cancel(&mut self, pending: &Pending) {
        self.ask_to_end(pending.call);
    }

    /// Abandons a call that was sent. The server may execute it nevertheless.
    pub fn cancel(&mut self, pending: Pending) {
        self.abandon(pending.call);
    }

    pub(crate) fn begin_batch(&mut self) -> Result<(), CallError> {
        self.channel.begin_batch()
    }

    pub(crate) fn end_batch(&mut self) -> Result<(), CallError> {
        self.channel.end_batch()
    }

    pub(crate) fn abandon_batch(&mut self) {
        self.channel.abandon_batch();
    }

    /// The number of calls sent and not yet waited for.
    pub fn in_flight(&self) -> usize {
        self.channel.in_flight()
    }

    /// Makes a call whose marshalled arguments `write` produces; returns the marshalled results. A
    /// one-way call has none and is not waited for.
    #[inline]
    pub(crate) fn exchange<F>(
        &mut self,
        head: &CallHead<'_>,
        write: F,
    ) -> Result<Reply<'_>, CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        #[cfg(feature = "tracing")]
        let span = spans::made(head, || self.called.clone());
        let begun = self.begin(head, write);
        let end = begun.and_then(|()| self.channel.exchange());
        #[cfg(feature = "tracing")]
        span.end(&end);
        end
    }

    /// Sends a call whose marshalled arguments `write` produces.
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

    /// Begins a call, with the client's object and metadata.
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
