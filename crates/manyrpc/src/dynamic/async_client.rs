//! A client that calls by name, with futures.

use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding};
use manyrpc_driver::blocking::{Reply, Wanted};
use manyrpc_driver::tokio::Sender;
use manyrpc_engine::{CallError, CallHead, CallKind, ReplyMetadata};
use manyrpc_model::{Semantics, Value};
use serde_json::Value as Json;

use super::bodies::{marshal, unmarshal};
use super::client::{DynamicAnswer, ONE_REPLY, begin_turn, end_turn, ended};
use super::statuses;
use crate::async_client::{AsyncAnswer, AsyncAnswers, AsyncClient, CallReceiver, reply_of};
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
        let head = self.interface.head(model, lowered);
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
            ..self.interface.head(model, lowered)
        };
        Ok(self.client.post(&head, write).await?)
    }
}

/// The client's messages of a call by name. Dropping it ends them.
#[derive(Debug)]
pub struct AsyncDynamicSender {
    sender: Sender,
    interface: DynamicInterface,
    /// The index of the operation in its interface.
    at: usize,
}

/// The server's messages of a call by name. Dropping it before the call has ended cancels the call.
#[derive(Debug)]
#[must_use = "dropping it cancels the call"]
pub struct AsyncDynamicReceiver {
    receiver: CallReceiver,
    interface: DynamicInterface,
    at: usize,
}

impl AsyncDynamicClient {
    /// Opens a call of an operation with several messages. `arguments` are the request if only the
    /// server sends several messages, otherwise empty.
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call could not be sent; systems
    /// without such calls refuse it.
    pub async fn open(
        &self,
        operation: &str,
        arguments: &[Value],
    ) -> Result<(AsyncDynamicSender, AsyncDynamicReceiver), Error> {
        let at = self.interface.place(operation)?;
        let (model, lowered) = self.interface.at(at);
        let mut referents = Referents::default();
        let definition = self.interface.definition();
        let write = marshal(definition, lowered, arguments, &mut referents);
        let head = self.interface.head(model, lowered);
        let (sender, receiver) = self.client.open_call(&head, write).await?;
        let interface = self.interface.clone();
        let sender = AsyncDynamicSender {
            sender,
            interface: interface.clone(),
            at,
        };
        let receiver = AsyncDynamicReceiver {
            receiver,
            interface,
            at,
        };
        Ok((sender, receiver))
    }
}

impl AsyncDynamicSender {
    /// Sends a message once the server's flow control permits it.
    ///
    /// # Errors
    /// The values do not fit, or the call has ended: [`AsyncDynamicReceiver::next`] tells how.
    pub async fn send(&mut self, arguments: &[Value]) -> Result<(), Error> {
        let (_, lowered) = self.interface.at(self.at);
        let mut referents = Referents::default();
        let definition = self.interface.definition();
        let write = marshal(definition, lowered, arguments, &mut referents);
        Ok(self.sender.send(write).await?)
    }

    /// Ends this side's messages.
    pub fn finish(self) {
        self.sender.finish();
    }
}

impl AsyncDynamicReceiver {
    /// Waits for the server's next message; `None` when the call has ended successfully.
    ///
    /// # Errors
    /// The failure that ended the call.
    pub async fn next(&mut self) -> Result<Option<Vec<Value>>, Error> {
        let Some(received) = self.receiver.next().await? else {
            return Ok(None);
        };
        let (_, lowered) = self.interface.at(self.at);
        let definition = self.interface.definition();
        let referents = Referents::default();
        let values = unmarshal(definition, &lowered.output, received.reply(), &referents)?;
        Ok(Some(values))
    }

    /// The metadata received so far, as
    /// [`AsyncReceiver::metadata`](crate::async_client::AsyncReceiver::metadata).
    pub fn metadata(&self) -> &ReplyMetadata {
        self.receiver.metadata()
    }
}

/// The answers to a broadcast by name, or of the members of a group.
pub struct AsyncDynamicAnswers {
    answers: AsyncAnswers,
    interface: DynamicInterface,
    at: usize,
}

impl AsyncDynamicClient {
    /// Calls an operation on every server that the binding's address reaches, as
    /// [`DynamicClient::gather`](super::DynamicClient::gather): a source of the answers.
    ///
    /// # Errors
    /// As there.
    pub async fn gather(
        &self,
        operation: &str,
        arguments: &[Value],
        wanted: Wanted,
    ) -> Result<AsyncDynamicAnswers, Error> {
        let at = self.interface.place(operation)?;
        let (model, lowered) = self.interface.at(at);
        if lowered.raising.is_some() {
            return Err(CallError::from(ONE_REPLY).into());
        }
        let mut referents = Referents::default();
        let write = marshal(
            self.interface.definition(),
            lowered,
            arguments,
            &mut referents,
        );
        let head = self.interface.head(model, lowered);
        let answers = self.client.spread(&head, wanted, write).await?;
        let interface = self.interface.clone();
        Ok(AsyncDynamicAnswers {
            answers,
            interface,
            at,
        })
    }

    /// Calls several operations in one message; the results are in the order of the calls. Those of
    /// one-way operations are empty.
    ///
    /// # Errors
    /// The system has no such messages; there is no such operation, or arguments do not fit: then
    /// nothing is sent. The end of each call is as that of [`call`](Self::call).
    pub async fn batch(
        &self,
        calls: &[(&str, &[Value])],
    ) -> Result<Vec<Result<Vec<Value>, Error>>, Error> {
        let definition = self.interface.definition();
        let mut batch = self.client.batch();
        let mut operations = Vec::new();
        for (operation, arguments) in calls {
            let (model, lowered) = self.interface.operation(operation)?;
            if lowered.raising.is_some() {
                self.client.may_raise()?;
            }
            let write = move |encoding: Encoding, body: &mut Buf| {
                let referents = &mut Referents::default();
                marshal(definition, lowered, arguments, referents)(encoding, body)
            };
            let head = self.interface.head(model, lowered);
            let one_way = head.kind != CallKind::Call;
            batch.push(head, Box::new(write), &lowered.output.meta);
            operations.push((one_way, model, lowered));
        }
        let answers = batch.send().await?;
        let read = |(answer, (one_way, model, lowered)): (Result<AsyncAnswer<'_>, _>, _)| {
            if one_way {
                return answer.map(|_| Vec::new()).map_err(Error::Call);
            }
            let came = answer
                .as_ref()
                .map(AsyncAnswer::reply)
                .map_err(Clone::clone);
            let ended = ended(definition, lowered, came, &Referents::default());
            let (results, _) = statuses::found(definition, (model, lowered), ended)?;
            Ok(results)
        };
        Ok(answers.into_iter().zip(operations).map(read).collect())
    }
}

impl AsyncDynamicAnswers {
    /// Waits for the next answer; `None` when all that are wanted have come, or the call's time is
    /// over.
    ///
    /// # Errors
    /// The call has failed.
    pub async fn next(&mut self) -> Result<Option<DynamicAnswer>, Error> {
        let (_, lowered) = self.interface.at(self.at);
        let definition = self.interface.definition();
        let read = |reply: Reply<'_>| {
            let referents = Referents::default();
            Ok(unmarshal(definition, &lowered.output, reply, &referents))
        };
        let next = self.answers.next(read).await?;
        Ok(next.map(|(from, results)| DynamicAnswer { from, results }))
    }
}
