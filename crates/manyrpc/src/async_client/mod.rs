//! Clients whose calls are futures, for programs on a tokio runtime (feature `tokio`).
//!
//! An [`AsyncClient`] is a handle: clones share its connections, and any number of tasks call at
//! once. Over systems with several calls in flight one connection carries them all; over HTTP/1 each
//! call in flight has a connection of its own, of which there are at most
//! [`ClientOptions::connections`](crate::ClientOptions::connections). Connections that have ended are opened again when there is a
//! call, with growing pauses while that fails.
//!
//! Dropping the future of a call cancels it; the server is notified if the system has a message for
//! that. A call is never repeated once it may have been executed.
//!
//! Stubs give calls with several messages as halves for the messages' types: [`RequestSender`],
//! [`ReplyReceiver`] and [`ClientStreaming`].
//!
//! ```
//! use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
//! use manyrpc::{AsyncClient, Server};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! # runtime.block_on(async {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let service = DynamicService::new(greeter.clone(), |_, _, arguments| Ok(arguments));
//! let server = Server::builder().service(service).listen("onc+tcp://127.0.0.1:0")?.start()?;
//!
//! let client = AsyncClient::open(&server.bindings()[0].to_string()).await?;
//! let client = client.with_timeout(Some(std::time::Duration::from_secs(2)));
//! let greetings = AsyncDynamicClient::new(client, greeter);
//! let (ann, bob) = (json!(["ann"]), json!(["bob"]));
//! let (ann, bob) = tokio::join!(
//!     greetings.call_json("GREET", &ann), // Both are in flight at once.
//!     greetings.call_json("GREET", &bob),
//! );
//! assert_eq!((ann?, bob?), (json!("ann"), json!("bob")));
//! # Ok(())
//! # })
//! # }
//! ```

mod lanes;
#[cfg(feature = "tower")]
mod layered;
mod receiver;
mod several;
mod streams;
mod typed;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Decode, Encoding, Fields, InterfaceId, Slots};
use manyrpc_driver::blocking::Reply;
use manyrpc_driver::counters::Counters;
use manyrpc_driver::tokio::Received;
use manyrpc_driver::tokio::node::Caller;
use manyrpc_engine::{CallError, CallHead, CallKind, Metadata, Misuse, ObjectKey, ReplyMetadata};

use crate::bodies::{Marshalled, marshal, unmarshal};
use crate::client::{NO_REPLY, Traits};
use crate::error::Error;
use crate::exceptions::{Ended, NO_EXCEPTIONS, RaisingMeta, ended};
use crate::held::HeldContexts;
pub use crate::last_metadata::LastMetadata;
use crate::last_metadata::noted;
#[cfg(feature = "tower")]
use crate::layers::ClientService;
use crate::line::InFlight;
use crate::operation::{InterfaceMeta, OperationMeta, Semantics};
#[cfg(feature = "tracing")]
use crate::spans::{self, CallSpan};

use lanes::Lane;
pub(crate) use lanes::{Connecting, Connector, Lanes};
pub use lanes::{Connectivities, Connectivity};
pub(crate) use receiver::CallReceiver;
pub use several::{AsyncAnswer, AsyncAnswers, AsyncBatch};
pub use streams::{AsyncMessage, AsyncReceiver, AsyncSender};
pub use typed::{ClientStreaming, ReplyReceiver, RequestSender};

/// A connection to a server, or several, shared by tasks.
#[derive(Clone)]
pub struct AsyncClient {
    lanes: Arc<Lanes>,
    /// What its calls are sent with, unless that is what the connector has for all.
    settings: Option<Arc<Settings>>,
    traits: Traits,
    held: HeldContexts,
    /// What calls pass through on their way to the connections.
    #[cfg(feature = "tower")]
    layers: Option<Arc<ClientService>>,
}

/// What calls are sent with, of a client whose connector has something else.
#[derive(Clone)]
struct Settings {
    timeout: Option<Duration>,
    object: Option<ObjectKey>,
    metadata: Metadata,
    /// Where the metadata of replies and failures goes.
    last: Option<LastMetadata>,
}

/// What calls are sent with.
#[derive(Clone, Copy, Default)]
pub(crate) struct SentWith<'c> {
    pub(crate) timeout: Option<Duration>,
    pub(crate) object: Option<&'c ObjectKey>,
    pub(crate) metadata: Option<&'c Metadata>,
}

impl fmt::Debug for AsyncClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sent = self.sent_with();
        f.debug_struct("AsyncClient")
            .field("connectivity", &self.connectivity())
            .field("timeout", &sent.timeout)
            .field("object", &sent.object)
            .field("metadata", &sent.metadata)
            .finish_non_exhaustive()
    }
}

/// The results of a call, which own their bytes.
#[derive(Debug)]
pub struct AsyncReply {
    received: Marshalled,
    referents: Referents,
}

impl AsyncReply {
    /// Decodes the results, which may borrow from the reply.
    ///
    /// # Errors
    /// They are not those of the operation.
    pub fn results<'r, O>(&'r mut self, operation: &OperationMeta) -> Result<O, CallError>
    where
        O: Slots<'r> + Default,
    {
        let reply = self.received.reply();
        unmarshal(reply, operation.output, &mut self.referents)
    }

    /// The marshalled results, shared: what [`results`](Self::results) borrows afterwards lies in it, so that
    /// [`Bytes::slice_ref`] gives large bytes among the results a life of their own, without a copy. They keep the memory
    /// of the whole reply.
    pub fn share(&mut self) -> Bytes {
        self.received.share()
    }

    /// The same if there may be bytes among the results that are worth to be [shared](manyrpc_codec::CowBytes::SHARED),
    /// otherwise nothing: as stubs share.
    pub fn memory(&mut self) -> Bytes {
        self.received.memory()
    }

    /// The metadata that came with them.
    pub fn metadata(&self) -> &ReplyMetadata {
        self.received.metadata()
    }
}

/// The end of a call of an operation that raises exceptions.
#[derive(Debug)]
pub struct AsyncEnd {
    received: Result<Marshalled, CallError>,
    referents: Referents,
}

impl AsyncEnd {
    /// Decodes the results or the exception, which may borrow from the reply.
    ///
    /// # Errors
    /// As [`Client::invoke_raising`](crate::Client::invoke_raising).
    pub fn ended<'r, O, R>(&'r mut self, operation: &RaisingMeta) -> Result<Ended<O, R>, Error>
    where
        O: Slots<'r> + Default,
        R: Decode<'r> + Default,
    {
        let reply = self.received.as_ref().map(Marshalled::reply);
        ended(operation, reply.map_err(Clone::clone), &mut self.referents)
    }

    /// As [`AsyncReply::memory`].
    pub fn memory(&mut self) -> Bytes {
        let received = self.received.as_mut();
        received.map(Marshalled::memory).unwrap_or_default()
    }
}

impl AsyncClient {
    /// For the connections that `connector` opens.
    pub(crate) fn over(lanes: Lanes, traits: Traits, held: HeldContexts) -> Self {
        AsyncClient {
            lanes: Arc::new(lanes),
            settings: None,
            traits,
            held,
            #[cfg(feature = "tower")]
            layers: None,
        }
    }

    /// For calls to the other end of a peer's connection.
    pub(crate) fn of_peer(caller: Caller, traits: Traits) -> Self {
        let lanes = Lanes::of_peer(caller);
        AsyncClient::over(lanes, traits, HeldContexts::default())
    }

    /// The same client, whose calls wait this long for their replies; `None` for the engine's
    /// default.
    #[must_use]
    pub fn with_timeout(&self, timeout: Option<Duration>) -> Self {
        self.with(|settings| settings.timeout = timeout)
    }

    /// The same client, whose calls are for this object of the server; `None` for no particular
    /// one. Systems without objects ignore it.
    #[must_use]
    pub fn with_object(&self, object: Option<ObjectKey>) -> Self {
        self.with(|settings| settings.object = object)
    }

    /// The same client, whose calls carry this metadata. Systems without metadata ignore it.
    #[must_use]
    pub fn with_metadata(&self, metadata: Metadata) -> Self {
        self.with(|settings| settings.metadata = metadata)
    }

    /// The same client, whose calls leave the metadata of their replies and failures in `last` (trailers of a failed
    /// gRPC call, for example), where it stays until another of them ends. For stubs and dynamic clients too: make them
    /// of this client. Calls that run at a time need a client each, to be told apart. Calls with several messages tell
    /// theirs by their receiver.
    #[must_use]
    pub fn with_last_metadata(&self, last: &LastMetadata) -> Self {
        self.with(|settings| settings.last = Some(last.clone()))
    }

    fn with(&self, change: impl FnOnce(&mut Settings)) -> Self {
        let SentWith {
            timeout,
            object,
            metadata,
        } = self.sent_with();
        let mut settings = Settings {
            timeout,
            object: object.cloned(),
            metadata: metadata.cloned().unwrap_or_default(),
            last: self.last().cloned(),
        };
        change(&mut settings);
        AsyncClient {
            settings: Some(Arc::new(settings)),
            ..self.clone()
        }
    }

    /// What its calls are sent with.
    fn sent_with(&self) -> SentWith<'_> {
        match &self.settings {
            Some(settings) => SentWith {
                timeout: settings.timeout,
                object: settings.object.as_ref(),
                metadata: Some(&settings.metadata),
            },
            None => self.lanes.connector().sent_with(),
        }
    }

    /// Where the metadata of replies and failures goes.
    fn last(&self) -> Option<&LastMetadata> {
        self.settings.as_ref()?.last.as_ref()
    }

    #[cfg(feature = "tracing")]
    fn span(&self, head: &CallHead<'_>) -> CallSpan {
        spans::made(head, || self.lanes.connector().called())
    }

    /// Whether the server can be reached, as far as is known.
    pub fn connectivity(&self) -> Connectivity {
        self.lanes.connectivity()
    }

    /// Tells of each change of that.
    pub fn watch_connectivity(&self) -> Connectivities {
        self.lanes.watch()
    }

    /// How many calls of all handles are in flight.
    pub fn in_flight(&self) -> usize {
        self.lanes.in_flight()
    }

    /// Bytes, messages and system calls so far.
    pub fn counters(&self) -> Counters {
        self.lanes.counters()
    }

    /// The context handles that the client holds, as recorded by its stubs.
    pub fn contexts(&self) -> HeldContexts {
        self.held.clone()
    }

    /// Calls an operation. The returned reply decodes the results.
    ///
    /// # Errors
    /// The call could not be made, was refused, or was not answered in time.
    pub async fn invoke<I: Fields>(
        &self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<AsyncReply, CallError> {
        if operation.semantics == Semantics::Maybe {
            return Err(NO_REPLY.into());
        }
        let mut referents = Referents::default();
        let write = marshal(operation.input, input, &mut referents);
        let received = self.exchange(&interface.head(operation), write).await?;
        let received = received.into();
        Ok(AsyncReply {
            received,
            referents,
        })
    }

    /// Calls an operation without a reply. Over CORBA a binding can say that the server is waited for (`sync=server`,
    /// `sync=target`).
    ///
    /// # Errors
    /// The call could not be sent. If the server is waited for, as [`invoke`](Self::invoke).
    pub async fn invoke_oneway<I: Fields>(
        &self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<(), CallError> {
        let mut referents = Referents::default();
        let write = marshal(operation.input, input, &mut referents);
        self.post(&interface.head(operation), write).await
    }

    /// Calls an operation that raises exceptions.
    ///
    /// # Errors
    /// The system does not support exceptions. Other failures are told by
    /// [`AsyncEnd::ended`].
    pub async fn invoke_raising<I: Fields>(
        &self,
        interface: &InterfaceMeta,
        operation: &RaisingMeta,
        input: &I,
    ) -> Result<AsyncEnd, Error> {
        self.may_raise()?;
        let meta = &operation.operation;
        let mut referents = Referents::default();
        let write = marshal(meta.input, input, &mut referents);
        let received = self.exchange(&interface.head(meta), write).await;
        Ok(AsyncEnd {
            received: received.map(Marshalled::from),
            referents,
        })
    }

    /// As [`Client::locate`](crate::Client::locate).
    ///
    /// # Errors
    /// As [`Client::locate`](crate::Client::locate).
    pub async fn locate(&self, interface: InterfaceId<'_>) -> Result<(), CallError> {
        let head = self.completed(&CallHead::new(interface, 0));
        let (lane, head) = self.lanes.lane(&head).await?;
        let connection = lane.connection().own(Misuse::LOCATION)?;
        connection.locate(&head).await
    }

    /// Makes a call whose marshalled arguments `write` produces.
    pub(crate) async fn exchange<F>(
        &self,
        head: &CallHead<'_>,
        mut write: F,
    ) -> Result<Received, CallError>
    where
        F: FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let head = self.completed(head);
        #[cfg(feature = "tower")]
        if let Some(layers) = &self.layers {
            return self.pass(layers, &head, write).await;
        }
        #[cfg(feature = "tracing")]
        let span = self.span(&head);
        let end = match self.begin(head, &mut write).await {
            // The lane is taken until the call has ended.
            Ok((_lane, call)) => noted(call.end().await, self.last()),
            Err(refused) => Err(refused),
        };
        #[cfg(feature = "tracing")]
        span.end(&end);
        end
    }

    /// Makes a call without a reply.
    pub(crate) async fn post<F>(&self, head: &CallHead<'_>, mut write: F) -> Result<(), CallError>
    where
        F: FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let head = CallHead {
            kind: CallKind::OneWay,
            ..self.completed(head)
        };
        #[cfg(feature = "tower")]
        if let Some(layers) = &self.layers {
            return self.pass(layers, &head, write).await.map(drop);
        }
        #[cfg(feature = "tracing")]
        let span = self.span(&head);
        let sent = match self.begin(head, &mut write).await {
            Ok((lane, call)) => {
                // Over some connections the server says when it is over.
                let ended = call.end().await;
                lane.end_one_way();
                ended.map(drop).map_err(|failed| failed.error)
            }
            Err(refused) => Err(refused),
        };
        #[cfg(feature = "tracing")]
        span.end(&sent);
        sent
    }

    /// Begins a call on a connection, or on another where that one takes no more calls by the time that the call could begin.
    ///
    /// # Errors
    /// It has not begun.
    async fn begin<F>(
        &self,
        mut head: CallHead<'_>,
        write: &mut F,
    ) -> Result<(Lane<'_>, InFlight), CallError>
    where
        F: FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        let mut refusals = 0;
        loop {
            let (lane, left) = self.lanes.lane(&head).await?;
            match lane.connection().call(&left, &mut *write).await {
                Ok(call) => return Ok((lane, call)),
                Err(refused) if lane.begins_elsewhere(&refused, &mut refusals) => head = left,
                Err(refused) => return Err(refused),
            }
        }
    }

    /// The head of a call, with the client's object and metadata.
    fn completed<'h>(&'h self, head: &CallHead<'h>) -> CallHead<'h> {
        let SentWith {
            timeout,
            object,
            metadata,
        } = self.sent_with();
        CallHead {
            object,
            metadata: metadata.filter(|metadata| !metadata.is_empty()),
            timeout,
            ..*head
        }
    }

    /// Refuses a call of an operation that raises exceptions if the system does not support them.
    pub(crate) fn may_raise(&self) -> Result<(), CallError> {
        match self.traits.has_exceptions {
            true => Ok(()),
            false => Err(NO_EXCEPTIONS.into()),
        }
    }
}

/// The marshalled results of a call.
pub(crate) fn reply_of(received: &Result<Received, CallError>) -> Result<Reply<'_>, CallError> {
    match received {
        Ok(received) => Ok(received.reply()),
        Err(error) => Err(error.clone()),
    }
}
