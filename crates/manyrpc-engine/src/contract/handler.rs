//! The application behind a server, as drivers see it.

use alloc::boxed::Box;

use manyrpc_codec::Buf;

use super::call::Call;
use super::facets::Interest;
use crate::fault::Fault;
use crate::name::ReplyMetadata;
use crate::outcome::Outcome;
use crate::streams::Stream;

/// The application behind a server: carries out one call.
pub trait Handler: Send + Sync {
    /// Reads the arguments, does the work, appends the results to `reply`.
    /// `received` is what [`Call`]'s ranges point into.
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome;

    /// What drivers call: as [`handle`](Self::handle), and `caller` tells whether the result is
    /// still wanted. For handlers that take long.
    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, _: &dyn Caller) -> Outcome {
        self.handle(call, received, reply)
    }

    /// A call with several messages begins.
    ///
    /// # Errors
    /// It is refused.
    fn open(
        &self,
        _call: &Call,
        _received: &[u8],
        _caller: &dyn Caller,
    ) -> Result<Box<dyn Stream>, Fault> {
        Err(Fault::NoSuchOperation)
    }

    /// No call of that [`Call::association`] comes any more.
    fn association_ended(&self, _association: u64) {}
}

/// The caller of a call that is being carried out.
pub trait Caller: Sync {
    /// Whether the result is still wanted. Looks at what has arrived by now: a system call or two,
    /// where the protocol can say such things at all.
    fn interest(&self) -> Interest;

    /// As [`ServerMetadata::attach`](super::ServerMetadata::attach), of the reply to this call.
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
