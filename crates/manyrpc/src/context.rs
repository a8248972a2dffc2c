//! A call being served.

use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_engine::{Call, Caller, Fault, Interest, Metadata, ObjectKey, Outcome, ReplyMetadata};

#[cfg(feature = "tokio")]
use crate::async_client::AsyncClient;
use crate::bodies::{ReplyBody, read_arguments};
use crate::client::Client;
use crate::exceptions::{Ending, RaisingMeta};
use crate::operation::OperationMeta;

/// The caller and the circumstances of a call, as far as the protocol reports them.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The caller's address; `None` for connections without addresses.
    pub from: Option<SocketAddr>,
    /// The protocol's number for the kind of credential; 0 for none.
    pub credential_flavor: u32,
    /// The credential's body as received, unverified.
    pub credential: &'a [u8],
    /// The object that the caller named, if any; for DCE and NCS a [`uuid`](ObjectKey::uuid).
    pub object: Option<&'a ObjectKey>,
    /// The caller's name, verified by a security mechanism: `user@REALM`, `DOMAIN\user`; with TLS
    /// the [principal](crate::tls::Owner::principal) of the certificate:
    /// `spiffe://example.org/billing`, `client.example.org`, `CN=alice,O=Example`.
    pub principal: Option<&'a str>,
    /// The certificate (X.509, DER) that the caller authenticated with over TLS;
    /// [`Owner::of`](crate::tls::Owner::of) reads its names.
    pub certificate: Option<&'a [u8]>,
    /// The same number for all calls of one client during its lifetime; 0 if the protocol has no
    /// such notion. [`Service::association_ended`](crate::stub::Service::association_ended) reports
    /// its end.
    pub association: u64,
    /// The metadata sent with the arguments.
    pub metadata: &'a Metadata,
    /// How long the caller waits, if it stated that.
    pub timeout: Option<Duration>,
    marks: &'a Marks,
    caller: &'a dyn Caller,
    peer: Option<&'a dyn CallBack>,
}

/// What is decided about a reply while its call is served.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// No reply is sent.
    silent: AtomicBool,
    /// The refused operation has parameters or results: then it is not a null procedure.
    refused_more: AtomicBool,
}

impl Marks {
    pub(crate) fn is_silent(&self) -> bool {
        self.silent.load(Relaxed)
    }

    pub(crate) fn has_refused_more(&self) -> bool {
        self.refused_more.load(Relaxed)
    }
}

/// A connection or socket over which calls are answered with calls.
pub(crate) trait CallBack: Send + Sync {
    /// A client that calls the sender of a call, who is `from` there; `None` if whoever executes the
    /// call must not block, or if there are already as many peers as the socket may have.
    fn back_to(&self, from: Option<SocketAddr>) -> Option<Client>;

    /// The same, whose calls are futures; `None` without a runtime.
    #[cfg(feature = "tokio")]
    fn async_back_to(&self, _from: Option<SocketAddr>) -> Option<AsyncClient> {
        None
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("from", &self.from)
            .field("credential_flavor", &self.credential_flavor)
            .field("object", &self.object)
            .field("principal", &self.principal)
            .field("association", &self.association)
            .field("metadata", &self.metadata)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// That of a call with this credential.
    #[inline]
    pub(crate) fn of(
        call: &'a Call,
        credential: &'a [u8],
        marks: &'a Marks,
        caller: &'a dyn Caller,
    ) -> Self {
        Context {
            from: call.from,
            credential_flavor: call.credential.flavor,
            credential,
            object: call.object.as_ref(),
            principal: call.principal.as_deref(),
            certificate: call.certificate.as_deref(),
            association: call.association,
            metadata: call.metadata.as_deref().unwrap_or(&NO_METADATA),
            timeout: call.timeout,
            marks,
            caller,
            peer: None,
        }
    }
}

impl Context<'_> {
    /// Whether the caller still wants the result, for long operations: a
    /// [`Cancelled`](Interest::Cancelled) call may end with [`Fault::Cancelled`]; the result of an
    /// [`Orphaned`](Interest::Orphaned) one no longer reaches anybody. Checks what has arrived,
    /// with a system call or two. In systems whose calls cannot be cancelled, the result is always
    /// wanted.
    pub fn interest(&self) -> Interest {
        self.caller.interest()
    }

    /// A client that calls the caller back over the connection or socket of the call; `None` if
    /// only the other side makes calls. A handler may wait for such calls. Services of futures,
    /// which must not block, have `async_peer` instead (feature `tokio`).
    pub fn peer(&self) -> Option<Client> {
        self.peer?.back_to(self.from)
    }

    /// The same, whose calls are futures; `None` unless the call came to an
    /// [`AsyncPeer`](crate::AsyncPeer). It may be kept after the call.
    #[cfg(feature = "tokio")]
    pub fn async_peer(&self) -> Option<AsyncClient> {
        self.peer?.async_back_to(self.from)
    }

    /// Sends metadata before the results, in systems that support it. The value of a name ending in
    /// `-bin` may be any bytes; others are text.
    pub fn add_initial(&self, name: &str, value: impl Into<Vec<u8>>) {
        let mut metadata = ReplyMetadata::NONE;
        metadata.initial.push(name, value);
        self.caller.attach(metadata);
    }

    /// Sends metadata after the results, or with the failure.
    pub fn add_trailing(&self, name: &str, value: impl Into<Vec<u8>>) {
        let mut metadata = ReplyMetadata::NONE;
        metadata.trailing.push(name, value);
        self.caller.attach(metadata);
    }

    /// Sends the initial metadata now, before there is a reply: some clients wait for it before they
    /// send anything. Only calls with several messages that are served as futures can; others send
    /// it with their reply.
    pub fn send_initial(&self) {
        self.caller.accept();
    }

    /// Sends no reply to this call, whatever the application returns: for protocols whose servers
    /// refuse by not answering, such as those that answer broadcasts.
    pub fn suppress_reply(&self) {
        self.marks.silent.store(true, Relaxed);
    }
}

static NO_METADATA: Metadata = Metadata::new();

/// A call to be served: its arguments, and the destination of its results.
pub struct Dispatch<'a> {
    call: &'a Call,
    received: &'a [u8],
    reply: &'a mut Buf,
    marks: &'a Marks,
    caller: &'a dyn Caller,
    /// The connection, if both ends call.
    pub(crate) peer: Option<&'a dyn CallBack>,
}

impl<'a> Dispatch<'a> {
    pub(crate) fn new(
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        marks: &'a Marks,
        caller: &'a dyn Caller,
    ) -> Self {
        Dispatch {
            call,
            received,
            reply,
            marks,
            caller,
            peer: None,
        }
    }

    /// The caller and the circumstances of the call.
    pub fn context(&self) -> Context<'a> {
        let credential = &self.received[self.call.credential.body.clone()];
        Context {
            peer: self.peer,
            ..Context::of(self.call, credential, self.marks, self.caller)
        }
    }

    /// The head of the call.
    #[cfg(feature = "tokio")]
    pub(crate) fn call(&self) -> &'a Call {
        self.call
    }

    /// The marshalled arguments.
    pub fn arguments(&self) -> &'a [u8] {
        &self.received[self.call.arguments.clone()]
    }

    /// The encoding of the arguments.
    pub fn encoding(&self) -> Encoding {
        self.call.encoding
    }

    /// The encoding of the results.
    pub fn results(&self) -> Encoding {
        self.call.results
    }

    /// The buffer for the marshalled results: append only.
    pub fn reply(&mut self) -> &mut Buf {
        self.reply
    }

    /// Unmarshals the arguments, calls `f` and marshals its results.
    #[inline]
    pub fn serve<I, O>(
        &mut self,
        operation: &OperationMeta,
        f: impl FnOnce(&Context<'a>, I) -> Result<O, Fault>,
    ) -> Outcome
    where
        I: Slots<'a> + Default,
        O: Fields,
    {
        self.serve_replying(operation, |context, input, reply| {
            f(context, input).map(|output| reply.finish(&output))
        })
    }

    /// The same if `f` passes on its results before it returns, so that they may borrow from its
    /// local state.
    #[inline]
    pub fn serve_replying<I>(
        &mut self,
        operation: &OperationMeta,
        f: impl FnOnce(&Context<'a>, I, ReplySlot<'_>) -> Result<Outcome, Fault>,
    ) -> Outcome
    where
        I: Slots<'a> + Default,
    {
        let mut input = I::default();
        let mut referents = Referents::default();
        if let Err(fault) = self.unmarshal(operation.input, &mut input, &mut referents) {
            return Outcome::Fault(fault);
        }
        let context = self.context();
        let place = self.place(&mut referents);
        let reply = ReplySlot { place, operation };
        match f(&context, input, reply) {
            Ok(outcome) => outcome,
            Err(fault) => self.refuse(operation.input, operation.output, fault),
        }
    }

    /// The same for an operation that raises exceptions.
    #[inline]
    pub fn serve_raising<I>(
        &mut self,
        operation: &RaisingMeta,
        f: impl FnOnce(&Context<'a>, I, Ending<'_>) -> Result<Outcome, Fault>,
    ) -> Outcome
    where
        I: Slots<'a> + Default,
    {
        let meta = &operation.operation;
        let (mut input, mut referents) = (I::default(), Referents::default());
        if let Err(fault) = self.unmarshal(meta.input, &mut input, &mut referents) {
            return Outcome::Fault(fault);
        }
        let context = self.context();
        let place = self.place(&mut referents);
        let ending = Ending { place, operation };
        match f(&context, input, ending) {
            Ok(outcome) => outcome,
            Err(fault) => self.refuse(meta.input, meta.output, fault),
        }
    }

    /// Decodes the arguments; the fault describes what is wrong with them.
    #[inline]
    pub(crate) fn unmarshal<I: Slots<'a>>(
        &self,
        record: &Record,
        input: &mut I,
        referents: &mut Referents,
    ) -> Result<(), Fault> {
        read_arguments(
            (self.encoding(), self.arguments()),
            record,
            input,
            referents,
        )
    }

    /// The destination of the results.
    #[inline]
    pub(crate) fn place<'r>(&'r mut self, referents: &'r mut Referents) -> ReplyBody<'r> {
        ReplyBody {
            body: self.reply,
            encoding: self.call.results,
            referents,
        }
    }

    /// Refuses an operation with these parameters and results, on behalf of the application.
    pub(crate) fn refuse(&self, input: &Record, output: &Record, fault: Fault) -> Outcome {
        let more = !(input.fields.is_empty() && output.fields.is_empty());
        self.marks.refused_more.store(more, Relaxed);
        Outcome::Fault(fault)
    }
}

/// The steps of [`Dispatch::serve`], for calls that are served as futures.
impl<'a> Dispatch<'a> {
    /// Unmarshals the arguments.
    ///
    /// # Errors
    /// The outcome of the call, if they are not those of the operation.
    pub fn input<I>(&self, operation: &OperationMeta) -> Result<(I, Referents), Outcome>
    where
        I: Slots<'a> + Default,
    {
        let (mut input, mut referents) = (I::default(), Referents::default());
        match self.unmarshal(operation.input, &mut input, &mut referents) {
            Ok(()) => Ok((input, referents)),
            Err(fault) => Err(Outcome::Fault(fault)),
        }
    }

    /// Marshals the results.
    pub fn end<O: Fields>(
        &mut self,
        operation: &OperationMeta,
        output: &O,
        referents: &mut Referents,
    ) -> Outcome {
        let place = self.place(referents);
        place.finish(operation.output, output, operation.semantics)
    }

    /// Ends the call with a fault of the application.
    pub fn fail(&self, operation: &OperationMeta, fault: Fault) -> Outcome {
        self.refuse(operation.input, operation.output, fault)
    }

    /// Ends an operation that raises exceptions.
    pub fn end_raising(
        &mut self,
        operation: &RaisingMeta,
        end: impl FnOnce(Ending<'_>) -> Result<Outcome, Fault>,
        referents: &mut Referents,
    ) -> Outcome {
        let meta = &operation.operation;
        let place = self.place(referents);
        match end(Ending { place, operation }) {
            Ok(outcome) => outcome,
            Err(fault) => self.refuse(meta.input, meta.output, fault),
        }
    }
}

/// The destination of a call's results; used once.
pub struct ReplySlot<'r> {
    place: ReplyBody<'r>,
    operation: &'r OperationMeta,
}

impl ReplySlot<'_> {
    /// Marshals the results.
    #[inline]
    pub fn finish<O: Fields>(self, output: &O) -> Outcome {
        let OperationMeta {
            output: record,
            semantics,
            ..
        } = self.operation;
        self.place.finish(record, output, *semantics)
    }
}
