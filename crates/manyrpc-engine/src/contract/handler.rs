//! The application behind a server, as drivers see it.

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

use manyrpc_codec::Buf;

use super::call::Call;
use super::facets::Interest;
use crate::fault::Fault;
use crate::name::ReplyMetadata;
use crate::outcome::Outcome;
use crate::streams::Stream;

/// A call that is being executed as a future.
pub type Serving<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// The application behind a server: executes calls.
pub trait Handler: Send + Sync {
    /// Reads the arguments, does the work and appends the results to `reply`.
    /// `received` is the data that [`Call`]'s ranges point into.
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome;

    /// What drivers call: as [`handle`](Self::handle), with a `caller` that reports whether the
    /// result is still wanted. For handlers that run long.
    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, _: &dyn Caller) -> Outcome {
        self.handle(call, received, reply)
    }

    /// Whether some calls are executed as futures, so that drivers use
    /// [`serve_async`](Self::serve_async). Only drivers on a runtime can.
    fn is_async(&self) -> bool {
        false
    }

    /// Whether that call is executed as a future, where only some are.
    fn is_async_call(&self, _call: &Call) -> bool {
        self.is_async()
    }

    /// That call, or one turn of its future, has kept a thread of a runtime for that long, where
    /// nothing else was served meanwhile.
    fn has_blocked(&self, _call: &Call, _took: Duration) {}

    /// As [`serve`](Self::serve), as a future. It is ready at once if the call has nothing to wait
    /// for.
    fn serve_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        caller: &'a dyn Caller,
    ) -> Serving<'a> {
        let outcome = self.serve(call, received, reply, caller);
        Box::pin(core::future::ready(outcome))
    }

    /// A streaming call begins.
    ///
    /// # Errors
    /// The call is refused.
    fn open(
        &self,
        _call: &Call,
        _received: &[u8],
        _caller: &dyn Caller,
    ) -> Result<Box<dyn Stream>, Fault> {
        Err(Fault::NoSuchOperation)
    }

    /// That [`Call::association`] has no further calls.
    fn association_ended(&self, _association: u64) {}
}

/// The caller of a call that is being executed.
pub trait Caller: Sync {
    /// Whether the result is still wanted. Looks at what has arrived so far: one or two system
    /// calls, if the protocol can tell at all.
    fn interest(&self) -> Interest;

    /// As [`ServerMetadata::attach`](super::ServerMetadata::attach), for the reply to this call.
    fn attach(&self, _metadata: ReplyMetadata) {}
}

/// A caller that always waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patient;

impl Caller for Patient {
    fn interest(&self) -> Interest {
        Interest::Wanted
    }
}
