//! What a server serves.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use manyrpc_codec::InterfaceId;
use manyrpc_engine::{Fault, Outcome, Serving, Stream, Streams};
use pin_project_lite::pin_project;

use crate::context::Dispatch;
use crate::described::DynamicInterface;
use crate::elements::Elements;

/// An application object as a server sees it: a skeleton that unmarshals, calls the object and
/// marshals. Generated, or made from a definition at run time.
pub trait Service: Send + Sync {
    /// Its interface.
    fn interface(&self) -> InterfaceId<'_>;

    /// The names and numbers of its operations, for systems that name operations in words; calls of
    /// other names are not dispatched here. Read when a server starts.
    fn operations(&self) -> Vec<(&str, u32)> {
        Vec::new()
    }

    /// The names that elements of XML have for its operations.
    fn elements(&self) -> Elements<'_> {
        Elements::default()
    }

    /// The identifiers of its type and of those that it inherits from, its own first, as references to its objects
    /// and questions about them have them. Without any there is one, which follows from the interface's full name.
    fn type_ids(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Its definition, for introspection, discovery and reflection. A service without one is not
    /// described.
    fn definition(&self) -> Option<DynamicInterface> {
        None
    }

    /// Serves one call. For an operation that it lacks, returns `Fault::NoSuchOperation`.
    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome;

    /// Whether its calls are futures, which [`dispatch_async`](Self::dispatch_async) gives: then
    /// its server must run on a runtime.
    fn is_async(&self) -> bool {
        false
    }

    /// Serves one call as a future.
    fn dispatch_async<'a>(&'a self, operation: u32, mut call: Dispatch<'a>) -> Serving<'a> {
        let outcome = self.dispatch(operation, &mut call);
        Box::pin(std::future::ready(outcome))
    }

    /// In which directions an operation has several messages.
    fn streams_of(&self, _operation: u32) -> Streams {
        Streams::NONE
    }

    /// Begins a call with several messages, of which only its head has arrived, and the request if
    /// only the server sends several messages.
    ///
    /// # Errors
    /// It is refused.
    fn open(&self, _operation: u32, _call: &Dispatch<'_>) -> Result<Box<dyn Stream>, Fault> {
        Err(Fault::NoSuchOperation)
    }

    /// The same if the call may keep the service, which futures do: what servers call.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    fn open_shared(
        self: Arc<Self>,
        operation: u32,
        call: &Dispatch<'_>,
    ) -> Result<Box<dyn Stream>, Fault> {
        self.open(operation, call)
    }

    /// Whether any of its operations raises exceptions: systems that do not support them do not
    /// serve it.
    fn raises(&self) -> bool {
        false
    }

    /// The operations with context handles: in systems where an
    /// [`association`](crate::Context::association) must be requested, only their calls have one.
    fn context_operations(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Reports that no more calls of that [`association`](crate::Context::association) will arrive: the
    /// state kept for its client can be dropped.
    fn association_ended(&self, _association: u64) {}
}

/// A call that is served in steps: its outcome is that of the last one, or of the first that fails.
pub fn serving<'a>(
    steps: impl Future<Output = Result<Outcome, Outcome>> + Send + 'a,
) -> Serving<'a> {
    Box::pin(Steps { steps })
}

pin_project! {
    /// An `async` block that awaits the steps would have two places for them.
    struct Steps<S> {
        #[pin]
        steps: S,
    }
}

impl<S: Future<Output = Result<Outcome, Outcome>>> Future for Steps<S> {
    type Output = Outcome;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Outcome> {
        let ended = ready!(self.project().steps.poll(cx));
        Poll::Ready(ended.unwrap_or_else(|early| early))
    }
}

pub(crate) fn last_part(full_name: &str) -> &str {
    full_name.rsplit('.').next().unwrap_or(full_name)
}

/// Whether a name refers to a service: its full name, its last part, or no name.
pub(crate) fn is_called(service: &dyn Service, name: &str) -> bool {
    let full = service.interface().full_name;
    name.is_empty() || name == full || name == last_part(full)
}
