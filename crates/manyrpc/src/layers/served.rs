//! A server's call, as its layers see it.
//!
//! Arguments and results are lent to whoever executes the call, and layers own what passes through
//! them. So what passes through is a token: the service below all layers, when it has the token,
//! asks for the call to be executed, and whoever polls the layers executes it, where arguments,
//! buffer and caller are at hand.

use std::fmt;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use manyrpc_codec::Encoding;
use manyrpc_engine::{
    Call, Caller, Fault, InterfaceKey, Metadata, ObjectKey, Outcome, Path, ReplyMetadata, Serving,
};
use tower_service::Service;

use super::ServedService;
use super::turn::{Executing, Executor, Turn};

/// What serves the calls below all layers.
pub(crate) trait Naming: Send + Sync {
    /// The full name of a call's interface and the name of its operation, if the interface is served.
    fn names(&self, call: &Call) -> Option<(String, String)>;

    /// A layer's refusal of a call, as its caller learns it.
    fn refusal(&self, call: &Call, fault: Fault) -> Fault;
}

/// A call that has arrived at a server.
pub struct ServedCall {
    call: Call,
    naming: Arc<dyn Naming>,
    turn: Turn,
}

impl fmt::Debug for ServedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedCall")
            .field("interface", &self.call.interface)
            .field("operation", &self.call.operation)
            .field("name", &self.call.name)
            .finish_non_exhaustive()
    }
}

impl ServedCall {
    /// The full name of the interface and the name of the operation in their definition, over every
    /// system, or the operation's number if it has no such operation; `None` if the interface is not
    /// served. Looks them up.
    pub fn names(&self) -> Option<(String, String)> {
        self.naming.names(&self.call)
    }

    /// How the caller named the interface.
    pub fn interface(&self) -> InterfaceKey {
        self.call.interface
    }

    /// The operation's number; 0 where the caller gave names.
    pub fn operation(&self) -> u32 {
        self.call.operation
    }

    /// The names that the caller gave, in systems that send names.
    pub fn path(&self) -> Option<Path<'_>> {
        self.call.name.as_ref().map(|name| name.path())
    }

    /// The metadata sent with the arguments.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.call.metadata.as_deref()
    }

    /// How long the caller waits, if it stated that.
    pub fn timeout(&self) -> Option<Duration> {
        self.call.timeout
    }

    /// The object that the caller named, if any.
    pub fn object(&self) -> Option<&ObjectKey> {
        self.call.object.as_ref()
    }

    /// The caller's address; `None` for connections without addresses.
    pub fn from(&self) -> Option<SocketAddr> {
        self.call.from
    }

    /// The caller's name, verified: as [`Context::principal`](crate::Context::principal).
    pub fn principal(&self) -> Option<&str> {
        self.call.principal.as_deref()
    }

    /// As [`Context::association`](crate::Context::association).
    pub fn association(&self) -> u64 {
        self.call.association
    }

    /// The encoding of the arguments.
    pub fn encoding(&self) -> Encoding {
        self.call.encoding
    }

    /// The length of the marshalled arguments in bytes.
    pub fn argument_bytes(&self) -> usize {
        self.call.arguments.len()
    }
}

/// That a call was executed; its results stand in the buffer of its connection.
#[derive(Debug)]
pub struct Served {
    outcome: Outcome,
    metadata: ReplyMetadata,
}

impl Served {
    /// Whether a reply is sent.
    pub fn has_reply(&self) -> bool {
        self.outcome != Outcome::Silent
    }

    /// Sends metadata before the results, in systems that support it.
    pub fn add_initial(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.metadata.initial.push(name, value);
    }

    /// Sends metadata after the results, in systems that support it.
    pub fn add_trailing(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.metadata.trailing.push(name, value);
    }
}

/// The service below all layers.
pub(crate) fn innermost() -> ServedService {
    ServedService::new(Innermost)
}

#[derive(Clone)]
struct Innermost;

impl Service<ServedCall> for Innermost {
    type Response = Served;
    type Error = Fault;
    type Future = Response;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Fault>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: ServedCall) -> Response {
        Response(Executing(request.turn))
    }
}

/// The execution of a call, as the innermost service's response.
struct Response(Executing);

impl Future for Response {
    type Output = Result<Served, Fault>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(cx).map(|outcome| match outcome {
            Outcome::Fault(fault) => Err(fault),
            outcome => Ok(Served {
                outcome,
                metadata: ReplyMetadata::NONE,
            }),
        })
    }
}

/// Executes a call through layers. `execute` begins what is below them, if they let the call pass.
pub(crate) async fn executed<'a>(
    mut service: ServedService,
    naming: Arc<dyn Naming>,
    (call, caller): (&'a Call, &'a dyn Caller),
    execute: impl FnOnce() -> Serving<'a> + Send,
) -> Outcome {
    let executor = Executor(Turn::new());
    let request = ServedCall {
        call: call.clone(),
        naming: naming.clone(),
        turn: executor.0.clone(),
    };
    let layers = async move {
        poll_fn(|cx| service.poll_ready(cx)).await?;
        service.call(request).await
    };
    let (end, is_executed) = executor.run(layers, execute).await;
    match end {
        Ok(Served { outcome, metadata }) => {
            if !metadata.is_empty() {
                caller.attach(metadata);
            }
            outcome
        }
        // What it serves has already said what its callers learn.
        Err(fault) if is_executed => Outcome::Fault(fault),
        Err(fault) => Outcome::Fault(naming.refusal(call, fault)),
    }
}
