//! A client that calls by name, with futures.

use manyrpc_codec::ndr::Referents;
use manyrpc_engine::{CallHead, CallKind};
use manyrpc_model::{Semantics, Value};
use serde_json::Value as Json;

use super::bodies::marshal;
use super::client::{begin_turn, end_turn, ended};
use super::statuses;
use crate::async_client::{AsyncClient, reply_of};
use crate::described::DynamicInterface;
use crate::error::Error;

/// A client that calls by name; its calls are futures. Clones share the connections.
#[derive(Clone, Debug)]
pub struct AsyncDynamicClient {
    client: AsyncClient,
    interface: DynamicInterface,
}

impl AsyncDynamicClient {
    /// Calls `interface` through `client`.
    pub fn new(client: AsyncClient, interface: DynamicInterface) -> Self {
        AsyncDynamicClient { client, interface }
    }

    /// The underlying client.
    pub fn client(&self) -> &AsyncClient {
        &self.client
    }

    /// The interface that is called.
    pub fn interface(&self) -> &DynamicInterface {
        &self.interface
    }

    /// Calls an operation: as [`DynamicClient::call`](super::DynamicClient::call).
    ///
    /// # Errors
    /// As there.
    pub async fn call(&self, operation: &str, arguments: &[Value]) -> Result<Vec<Value>, Error> {
        let (model, lowered) = self.interface.operation(operation)?;
        let definition = self.interface.definition();
        let head = self.interface.head(model);
        if lowered.raising.is_some() {
            self.client.may_raise()?;
        }
        let turn = begin_turn(&self.client.contexts(), definition, lowered, arguments);
        let mut referents = Referents::default();
        let write = marshal(definition, lowered, arguments, &mut referents);
        let ended = match head.kind {
            CallKind::Call => {
                let came = self.client.exchange(&head, write).await;
                ended(definition, lowered, reply_of(&came), &referents)
            }
            _ => {
                let sent = self.client.post(&head, write).await;
                sent.map(|()| Vec::new()).map_err(Error::Call)
            }
        };
        let (results, is_ok) = statuses::found(definition, (model, lowered), ended)?;
        if is_ok && head.kind == CallKind::Call {
            end_turn(turn, definition, lowered, &results);
        }
        Ok(results)
    }

    /// Calls an operation with arguments in JSON: as
    /// [`DynamicClient::call_json`](super::DynamicClient::call_json).
    ///
    /// # Errors
    /// As there.
    pub async fn call_json(&self, operation: &str, arguments: &Json) -> Result<Json, Error> {
        let values = self.interface.arguments_from_json(operation, arguments)?;
        let results = self.call(operation, &values).await?;
        let (model, _) = self.interface.operation(operation)?;
        match model.semantics {
            Semantics::Maybe if results.is_empty() => Ok(Json::Null),
            _ => self.interface.results_to_json(operation, &results),
        }
    }

    /// Calls an operation without waiting for a reply, whatever its definition says.
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call could not be sent.
    pub async fn notify(&self, operation: &str, arguments: &[Value]) -> Result<(), Error> {
        let (model, lowered) = self.interface.operation(operation)?;
        let mut referents = Referents::default();
        let definition = self.interface.definition();
        let write = marshal(definition, lowered, arguments, &mut referents);
        let head = CallHead {
            kind: CallKind::OneWay,
            ..self.interface.head(model)
        };
        Ok(self.client.post(&head, write).await?)
    }
}
