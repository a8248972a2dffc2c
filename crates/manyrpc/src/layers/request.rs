//! A client's call, as its layers see it.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, InterfaceId};
use manyrpc_driver::tokio::{Received, Receiver, Sender};
use manyrpc_engine::{CallError, CallHead, CallKind, Metadata, Misuse, ObjectKey, Streams};
use tower_service::Service;

use super::arguments::Arguments;
use super::boxed::BoxedService;
use super::halves::Halves;
use crate::bodies::write_arguments;
use crate::last_metadata::{LastMetadata, noted};
use crate::line::{InFlight, Line};
use crate::operation::{InterfaceMeta, OperationMeta, Semantics};

/// A call that a client makes. A clone is a repetition of the same call.
#[derive(Clone, Debug)]
pub struct CallRequest {
    called: Arc<Called>,
    /// How long to wait in all; `None` for the engine's default.
    pub timeout: Option<Duration>,
    /// The object of the server that the call is for, in systems with objects.
    pub object: Option<ObjectKey>,
    /// Metadata sent with the arguments, in systems with metadata.
    pub metadata: Metadata,
    arguments: Arguments,
    /// Where the metadata of its reply or failure goes.
    last: Option<LastMetadata>,
    /// Where the halves of a call with several messages go.
    halves: Halves,
}

/// Which operation of which interface.
#[derive(Debug)]
struct Called {
    /// The names of the interface, short and full, and of the operation.
    names: [String; 3],
    /// What SOAP calls the operation.
    action: String,
    /// What WS-Addressing calls it, if that is something else.
    addressed: String,
    /// The rest of the interface's identity.
    interface: InterfaceId<'static>,
    number: u32,
    kind: CallKind,
    streams: Streams,
    may_be_repeated: bool,
}

/// A call that has begun on a connection.
pub(crate) enum Begun {
    Call(InFlight),
    Several(Sender, Receiver),
}

impl CallRequest {
    /// A call with arguments of its own, for programs that call a
    /// [`ClientService`](super::ClientService) themselves.
    pub fn new<I>(
        interface: &InterfaceMeta,
        operation: &'static OperationMeta,
        arguments: I,
    ) -> Self
    where
        I: Fields + Send + Sync + 'static,
    {
        let mut head = interface.head(operation);
        if operation.semantics == Semantics::Maybe {
            head.kind = CallKind::OneWay;
        }
        let marshal = move |encoding, body: &mut Buf| {
            let mut referents = Referents::default();
            let to = (encoding, body);
            write_arguments(to, operation.input, &arguments, &mut referents)
        };
        Self::of(&head, Arguments::owned(Box::new(marshal)))
    }

    fn of(head: &CallHead<'_>, arguments: Arguments) -> Self {
        Self::opening(head, arguments, Halves::default())
    }

    /// A call whose halves, if it has several messages, go to `halves`.
    pub(super) fn opening(head: &CallHead<'_>, arguments: Arguments, halves: Halves) -> Self {
        let InterfaceId {
            name, full_name, ..
        } = head.interface;
        let called = Called {
            names: [name, full_name, head.name].map(str::to_owned),
            action: head.action.to_owned(),
            addressed: head.addressed.to_owned(),
            interface: InterfaceId {
                name: "",
                full_name: "",
                ..head.interface
            },
            number: head.operation,
            kind: head.kind,
            streams: head.streams,
            may_be_repeated: head.idempotent && !head.streams.any(),
        };
        CallRequest {
            called: Arc::new(called),
            timeout: head.timeout,
            object: head.object.cloned(),
            metadata: head.metadata.cloned().unwrap_or_default(),
            arguments,
            last: None,
            halves,
        }
    }

    /// The same call, which leaves the metadata of its reply or failure in `last`; repeated, that of the last time.
    #[must_use]
    pub fn with_last_metadata(mut self, last: &LastMetadata) -> Self {
        self.last = Some(last.clone());
        self
    }

    /// The interface, with every identity that systems may use.
    pub fn interface(&self) -> InterfaceId<'_> {
        let [name, full_name, _] = &self.called.names;
        InterfaceId {
            name,
            full_name,
            ..self.called.interface
        }
    }

    /// The operation's name in the definition.
    pub fn operation(&self) -> &str {
        &self.called.names[2]
    }

    /// The operation's number.
    pub fn number(&self) -> u32 {
        self.called.number
    }

    /// Whether executing the call several times does no harm, as its definition says.
    pub fn may_be_repeated(&self) -> bool {
        self.called.may_be_repeated
    }

    /// Whether no reply is expected.
    pub fn is_one_way(&self) -> bool {
        self.called.kind == CallKind::OneWay
    }

    /// Whether it has several requests or replies. The response is then its end.
    pub fn has_several_messages(&self) -> bool {
        self.called.streams.any()
    }

    /// Whether it, or a clone of it, was handed to a connection. One that was not has certainly not
    /// been executed.
    pub fn was_sent(&self) -> bool {
        self.arguments.were_handed_on()
    }

    /// What is sent before the arguments.
    pub(crate) fn head(&self) -> CallHead<'_> {
        CallHead {
            interface: self.interface(),
            operation: self.number(),
            name: self.operation(),
            action: &self.called.action,
            addressed: &self.called.addressed,
            metadata: Some(&self.metadata).filter(|metadata| !metadata.is_empty()),
            object: self.object.as_ref(),
            kind: self.called.kind,
            streams: self.called.streams,
            idempotent: self.may_be_repeated(),
            timeout: self.timeout,
        }
    }

    /// Begins the call on a connection, below all layers, in the time that is left for it.
    ///
    /// # Errors
    /// It has not begun.
    pub(crate) async fn begin_on(
        &self,
        connection: &Line,
        timeout: Option<Duration>,
    ) -> Result<Begun, CallError> {
        const NOT_YET: Misuse = Misuse::NotOffered("arguments in that encoding");
        let head = CallHead {
            timeout,
            ..self.head()
        };
        // What the engine says when the call begins is what counts; this is nearly always it.
        let mut encoding = connection.encoding();
        loop {
            self.arguments.marshalled(encoding).await?;
            let mut other = None;
            let write = |stated, body: &mut Buf| match self.arguments.hand_on(stated, body) {
                true => Ok(()),
                false => {
                    other = Some(stated);
                    Err(NOT_YET)
                }
            };
            let begun = match head.streams.any() {
                true => {
                    let connection = connection.own(Misuse::STREAMS)?;
                    let opened = connection.open(&head, write).await;
                    opened.map(|(sender, receiver)| Begun::Several(sender, receiver))
                }
                false => connection.call(&head, write).await.map(Begun::Call),
            };
            match other {
                Some(stated) if stated != encoding => encoding = stated,
                _ => return begun,
            }
        }
    }

    /// Waits for the end of the call.
    pub(crate) async fn end(&self, begun: Begun) -> Result<Received, CallError> {
        match begun {
            Begun::Call(in_flight) => {
                // A one-way call has no reply whose metadata could be noted.
                let last = self.last.as_ref().filter(|_| !self.is_one_way());
                noted(in_flight.end().await, last)
            }
            Begun::Several(sender, receiver) => self.halves.pass_on((sender, receiver)).await,
        }
    }
}

/// Makes a call through layers. `write` marshals the arguments when it is known how.
pub(crate) async fn exchange(
    mut service: BoxedService<CallRequest, Received, CallError>,
    head: &CallHead<'_>,
    last: Option<LastMetadata>,
    mut write: impl FnMut(Encoding, &mut Buf) -> Result<(), Misuse>,
) -> Result<Received, CallError> {
    let (arguments, lent) = Arguments::lent();
    let mut request = CallRequest::of(head, arguments);
    request.last = last;
    let mut call = pin!(async move {
        poll_fn(|cx| service.poll_ready(cx)).await?;
        service.call(request).await
    });
    poll_fn(|cx| lent.poll(cx, |cx| call.as_mut().poll(cx), &mut write)).await
}
