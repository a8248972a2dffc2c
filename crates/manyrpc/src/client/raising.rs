//! Calls of operations that raise exceptions.

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Decode, Fields, Slots};
use manyrpc_engine::CallError;

use super::{Client, Pending};
use crate::bodies::marshal;
use crate::error::Error;
use crate::exceptions::{Ended, NO_EXCEPTIONS, RaisingMeta, ended};
use crate::operation::InterfaceMeta;

/// A call sent but not yet waited for, of an operation that raises exceptions.
#[derive(Debug)]
#[must_use = "wait for it, or cancel it"]
pub struct PendingRaising {
    operation: &'static RaisingMeta,
    /// The call, for [`Client::cancel`] and [`Client::request_cancel`].
    pub pending: Pending,
}

impl Client {
    /// Calls an operation that raises exceptions, and waits for its end, which stubs convert to
    /// results or errors.
    ///
    /// # Errors
    /// As [`invoke`](Self::invoke), or the system does not support exceptions.
    #[inline]
    pub fn invoke_raising<'c, I, O, R>(
        &'c mut self,
        interface: &InterfaceMeta,
        operation: &RaisingMeta,
        input: &I,
    ) -> Result<Ended<O, R>, Error>
    where
        I: Fields,
        O: Slots<'c> + Default,
        R: Decode<'c> + Default,
    {
        self.may_raise()?;
        let mut referents = Referents::default();
        let write = marshal(operation.operation.input, input, &mut referents);
        let came = self.exchange(&interface.head(&operation.operation), write);
        ended(operation, came, &mut referents)
    }

    /// Sends a call of an operation that raises exceptions, without waiting.
    ///
    /// # Errors
    /// As [`send`](Self::send), or the system does not support exceptions.
    pub fn send_raising<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &'static RaisingMeta,
        input: &I,
    ) -> Result<PendingRaising, CallError> {
        self.may_raise()?;
        let pending = self.send(interface, &operation.operation, input)?;
        Ok(PendingRaising { operation, pending })
    }

    /// Waits for the end of a call that was sent, in any order.
    ///
    /// # Errors
    /// As [`invoke_raising`](Self::invoke_raising).
    pub fn wait_raising<'c, O, R>(&'c mut self, call: PendingRaising) -> Result<Ended<O, R>, Error>
    where
        O: Slots<'c> + Default,
        R: Decode<'c> + Default,
    {
        let PendingRaising {
            operation,
            mut pending,
        } = call;
        let came = self.finish(pending.call);
        ended(operation, came, &mut pending.referents)
    }

    /// Refuses a call of an operation that raises exceptions if the system does not support them.
    pub(crate) fn may_raise(&self) -> Result<(), CallError> {
        match self.traits.has_exceptions {
            true => Ok(()),
            false => Err(NO_EXCEPTIONS.into()),
        }
    }
}
