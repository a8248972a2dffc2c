//! A call on its way through a server.

use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_engine::{Call, Caller, Fault, Interest, Metadata, ObjectKey, Outcome, ReplyMetadata};

use crate::bodies::{ReplyBody, read_arguments};
use crate::client::Client;
use crate::exceptions::{Ending, RaisingMeta};
use crate::peer::Peer;
use crate::stub::OperationMeta;

/// Who calls, as far as the protocol says.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Where the call came from; `None` for connections without addresses.
    pub from: Option<SocketAddr>,
    /// The protocol's number of the kind of credential; 0 for none.
    pub credential_flavor: u32,
    /// The credential's body as it came, unverified.
    pub credential: &'a [u8],
    /// The object that the call is for, if the caller named one: of DCE and NCS a
    /// [`uuid`](ObjectKey::uuid).
    pub object: Option<&'a ObjectKey>,
    /// Who the caller is, verified by a security mechanism: `user@REALM`, `DOMAIN\user`; by TLS the
    /// [principal](crate::tls::Owner::principal) of the certificate: `spiffe://example.org/billing`,
    /// `client.example.org`, `CN=alice,O=Example`.
    pub principal: Option<&'a str>,
    /// The certificate (X.509, DER) by which the caller has proved that to TLS;
    /// [`Owner::of`](crate::tls::Owner::of) reads its names.
    pub certificate: Option<&'a [u8]>,
    /// What all calls of one client have in common while it is there; 0 where the protocol has no
    /// such notion. [`Service::association_ended`](crate::stub::Service::association_ended) says
    /// when it is gone.
    pub association: u64,
    /// What travels beside the arguments.
    pub metadata: &'a Metadata,
    /// How long the caller waits, if it says so.
    pub timeout: Option<Duration>,
    silent: &'a AtomicBool,
    caller: &'a dyn Caller,
    peer: Option<&'a Peer>,
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

impl Context<'_> {
    /// Whether the caller still wants the result, for operations that take long: one that is
    /// [`Cancelled`](Interest::Cancelled) may end with [`Fault::Cancelled`], of an
    /// [`Orphaned`](Interest::Orphaned) one nobody hears any more. Looks at what has arrived by
    /// now, for a system call or two; in systems whose calls cannot be cancelled the result is
    /// always wanted.
    pub fn interest(&self) -> Interest {
        self.caller.interest()
    }

    /// Whoever calls may be called back, over the connection or socket that the call came over; `None` where the
    /// other side makes calls only. A handler that calls back may wait for that.
    pub fn peer(&self) -> Option<Client> {
        self.peer?.back_to(self.from).ok()
    }

    /// Sends metadata before the results, in systems that have such. A name that ends in `-bin` has
    /// a value of any bytes, others have text.
    pub fn add_initial(&self, name: &str, value: impl Into<Vec<u8>>) {
        let mut metadata = ReplyMetadata::NONE;
        metadata.initial.push(name, value);
        self.caller.attach(metadata);
    }

    /// Sends metadata behind the results, or beside the word that the call failed.
    pub fn add_trailing(&self, name: &str, value: impl Into<Vec<u8>>) {
        let mut metadata = ReplyMetadata::NONE;
        metadata.trailing.push(name, value);
        self.caller.attach(metadata);
    }

    /// Nothing is answered to this call, whatever the application returns: for protocols whose
    /// servers refuse by silence, as those that answer broadcasts do.
    pub fn suppress_reply(&self) {
        self.silent.store(true, Relaxed);
    }
}

static NO_METADATA: Metadata = Metadata::new();

/// One call to carry out: its arguments, and the place for its results.
pub struct Dispatch<'a> {
    call: &'a Call,
    received: &'a [u8],
    reply: &'a mut Buf,
    silent: &'a AtomicBool,
    caller: &'a dyn Caller,
    /// The connection, where both ends of it call.
    pub(crate) peer: Option<&'a Peer>,
    /// Whether what was refused takes or gives anything: then it is no null procedure.
    pub(crate) refused_more: bool,
}

impl<'a> Dispatch<'a> {
    pub(crate) fn new(
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        silent: &'a AtomicBool,
        caller: &'a dyn Caller,
    ) -> Self {
        Dispatch {
            call,
            received,
            reply,
            silent,
            caller,
            peer: None,
            refused_more: false,
        }
    }

    /// Who calls.
    pub fn context(&self) -> Context<'a> {
        Context {
            from: self.call.from,
            credential_flavor: self.call.credential.flavor,
            credential: &self.received[self.call.credential.body.clone()],
            object: self.call.object.as_ref(),
            principal: self.call.principal.as_deref(),
            certificate: self.call.certificate.as_deref(),
            association: self.call.association,
            metadata: self.call.metadata.as_deref().unwrap_or(&NO_METADATA),
            timeout: self.call.timeout,
            silent: self.silent,
            caller: self.caller,
            peer: self.peer,
        }
    }

    /// The marshalled arguments.
    pub fn arguments(&self) -> &'a [u8] {
        &self.received[self.call.arguments.clone()]
    }

    /// How the arguments are encoded.
    pub fn encoding(&self) -> Encoding {
        self.call.encoding
    }

    /// How the results are to be encoded.
    pub fn results(&self) -> Encoding {
        self.call.results
    }

    /// Where marshalled results go: append only.
    pub fn reply(&mut self) -> &mut Buf {
        self.reply
    }

    /// Unmarshals the arguments, calls `f`, marshals its results.
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

    /// The same where `f` hands its results over before it returns, so that they may borrow from what
    /// it holds until then.
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

    /// Fills in the arguments; a fault says what is wrong with them.
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

    /// Where the results go.
    #[inline]
    pub(crate) fn place<'r>(&'r mut self, referents: &'r mut Referents) -> ReplyBody<'r> {
        ReplyBody {
            body: self.reply,
            encoding: self.call.results,
            referents,
        }
    }

    /// The application refuses an operation that takes and gives this.
    pub(crate) fn refuse(&mut self, input: &Record, output: &Record, fault: Fault) -> Outcome {
        self.refused_more = !(input.fields.is_empty() && output.fields.is_empty());
        Outcome::Fault(fault)
    }
}

/// Where the results of a call go, once.
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
