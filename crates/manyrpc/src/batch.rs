//! Several calls in one message.

use manyrpc_codec::Fields;
use manyrpc_engine::{CallError, CallId};

use crate::client::{Client, Pending};
use crate::operation::{InterfaceMeta, OperationMeta};

/// Calls that are sent in one message by [`send`](Self::send); a batch dropped without it sends
/// nothing. Each call is then waited for like any other ([`Client::wait`]); their results are
/// independent.
pub struct Batch<'c> {
    client: &'c mut Client,
    calls: Vec<CallId>,
    sent: bool,
}

impl Client {
    /// Starts a batch: calls sent in one message, a batch of JSON-RPC 2.0 or a `system.multicall`
    /// of XML-RPC.
    ///
    /// # Errors
    /// The system has no such messages, or the connection has ended.
    pub fn batch(&mut self) -> Result<Batch<'_>, CallError> {
        self.begin_batch()?;
        Ok(Batch::of(self))
    }
}

impl<'c> Batch<'c> {
    pub(crate) fn of(client: &'c mut Client) -> Self {
        Batch {
            client,
            calls: Vec::new(),
            sent: false,
        }
    }

    /// Adds a call.
    ///
    /// # Errors
    /// As [`Client::send`]; calls added before remain.
    pub fn add<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<Pending, CallError> {
        let pending = self.client.send(interface, operation, input)?;
        self.calls.push(pending.call);
        Ok(pending)
    }

    /// Adds a call that has no reply.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_oneway<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<(), CallError> {
        self.client.invoke_oneway(interface, operation, input)
    }

    /// Adds a call; `send` makes it with the client.
    pub(crate) fn add_with<T, E>(
        &mut self,
        send: impl FnOnce(&mut Client) -> Result<(CallId, T), E>,
    ) -> Result<T, E> {
        let (call, value) = send(self.client)?;
        self.calls.push(call);
        Ok(value)
    }

    pub(crate) fn client(&mut self) -> &mut Client {
        self.client
    }

    /// Sends the message.
    ///
    /// # Errors
    /// The connection has ended.
    pub fn send(mut self) -> Result<(), CallError> {
        self.sent = true;
        self.client.end_batch()
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        if !self.sent {
            for call in self.calls.drain(..) {
                self.client.abandon(call);
            }
            self.client.abandon_batch();
        }
    }
}
