//! Several calls by name in one message.

use manyrpc_model::{Semantics, Value};

use super::client::{DynamicClient, DynamicPending, notify, start};
use crate::batch::Batch;
use crate::described::DynamicInterface;
use crate::error::Error;

/// Calls by name that are sent in one message by [`send`](Self::send); a batch dropped without it
/// sends nothing.
pub struct DynamicBatch<'c> {
    batch: Batch<'c>,
    interface: &'c DynamicInterface,
    sent: Vec<DynamicPending>,
}

impl DynamicClient {
    /// Starts a batch, as [`Client::batch`](crate::Client::batch).
    ///
    /// # Errors
    /// The system has no such messages, or the connection has ended.
    pub fn batch(&mut self) -> Result<DynamicBatch<'_>, Error> {
        Ok(DynamicBatch::new(self.client.batch()?, &self.interface))
    }
}

impl<'c> DynamicBatch<'c> {
    pub(super) fn new(batch: Batch<'c>, interface: &'c DynamicInterface) -> Self {
        DynamicBatch {
            batch,
            interface,
            sent: Vec::new(),
        }
    }

    /// Adds a call, or a notification if the operation is one-way.
    ///
    /// # Errors
    /// There is no such operation, or arguments do not fit; calls added before remain.
    pub fn add(&mut self, operation: &str, arguments: &[Value]) -> Result<(), Error> {
        let (model, _) = self.interface.operation(operation)?;
        if model.semantics == Semantics::Maybe {
            return self.notify(operation, arguments);
        }
        let interface = self.interface;
        let pending = self.batch.add_with(|client| {
            let pending = start(client, interface, operation, arguments)?;
            Ok::<_, Error>((pending.call, pending))
        })?;
        self.sent.push(pending);
        Ok(())
    }

    /// Adds a call without a reply.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn notify(&mut self, operation: &str, arguments: &[Value]) -> Result<(), Error> {
        notify(self.batch.client(), self.interface, operation, arguments)
    }

    /// Sends the message; returns the calls with replies, in order, to be waited for
    /// ([`DynamicClient::wait`](super::DynamicClient::wait)).
    ///
    /// # Errors
    /// The connection has ended.
    pub fn send(self) -> Result<Vec<DynamicPending>, Error> {
        self.batch.send()?;
        Ok(self.sent)
    }
}
