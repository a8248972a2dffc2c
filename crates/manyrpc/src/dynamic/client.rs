//! A client that calls by name.

use std::net::SocketAddr;

use manyrpc_codec::ndr::Referents;
use manyrpc_driver::blocking::{Reply, Wanted};
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{DynSlots, Members, contexts};
use manyrpc_engine::{CallError, CallHead, CallId, CallKind, Misuse};
use manyrpc_model::{Semantics, Value};
use serde_json::Value as Json;

use super::bodies::{marshal, unmarshal};
use super::{raising, statuses};
use crate::client::{Answer, Client, NO_REPLY};
use crate::described::{Definition, DynamicInterface};
use crate::error::Error;
use crate::handle::ContextHandle;
use crate::held::{HeldContexts, Turn};

/// A client that calls by name.
pub struct DynamicClient {
    pub(super) client: Client,
    pub(super) interface: DynamicInterface,
}

/// A call sent but not yet waited for; belongs to the client that sent it.
#[derive(Debug)]
#[must_use = "wait for it, or cancel it"]
pub struct DynamicPending {
    pub(super) call: CallId,
    operation: String,
    referents: Referents,
    turn: Turn,
}

/// One reply to a broadcast: its sender, and the results in the order of the operation's output
/// record, or why they could not be read.
#[derive(Debug)]
pub struct DynamicAnswer {
    /// The server that sent it.
    pub from: SocketAddr,
    /// Its results.
    pub results: Result<Vec<Value>, CallError>,
}

/// A broadcast has any number of replies; an operation that raises exceptions has one.
pub(super) const ONE_REPLY: Misuse =
    Misuse::NotOffered("broadcasts of operations that raise exceptions");

impl DynamicClient {
    /// Calls `interface` through `client`.
    pub fn new(client: Client, interface: DynamicInterface) -> Self {
        DynamicClient { client, interface }
    }

    /// The underlying client, for its settings.
    pub fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    /// The interface that is called.
    pub fn interface(&self) -> &DynamicInterface {
        &self.interface
    }

    /// Calls an operation; arguments and results are in the order of its definition. A one-way
    /// operation is not waited for and has no results.
    ///
    /// If the definition has failures returned in results
    /// ([`Operation::statuses`](manyrpc_model::Operation::statuses)), such a failure is no error:
    /// the other results are then defaults. Statuses that are not sent follow the results.
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call failed.
    pub fn call(&mut self, operation: &str, arguments: &[Value]) -> Result<Vec<Value>, Error> {
        let (model, lowered) = self.interface.operation(operation)?;
        let definition = self.interface.definition();
        let head = self.interface.head(model, lowered);
        may_raise(&self.client, lowered)?;
        let turn = begin_turn(&self.client.contexts(), definition, lowered, arguments);
        let mut referents = Referents::default();
        let write = marshal(definition, lowered, arguments, &mut referents);
        let came = self.client.exchange(&head, write);
        let ended = match head.kind {
            CallKind::Call => ended(definition, lowered, came, &referents),
            _ => came.map(|_| Vec::new()).map_err(Error::Call),
        };
        let (results, is_ok) = statuses::found(definition, (model, lowered), ended)?;
        if is_ok && head.kind == CallKind::Call {
            end_turn(turn, definition, lowered, &results);
        }
        Ok(results)
    }

    /// Calls an operation with arguments in JSON, an object by parameter name or an array in order.
    /// Returns the operation's result, or an object if it has several.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn call_json(&mut self, operation: &str, arguments: &Json) -> Result<Json, Error> {
        let values = self.interface.arguments_from_json(operation, arguments)?;
        let results = self.call(operation, &values)?;
        let (model, _) = self.interface.operation(operation)?;
        match model.semantics {
            Semantics::Maybe if results.is_empty() => Ok(Json::Null),
            _ => self.interface.results_to_json(operation, &results),
        }
    }

    /// Calls an operation without waiting for a reply, whatever its definition says: for example, a
    /// notification of JSON-RPC.
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call could not be sent.
    pub fn notify(&mut self, operation: &str, arguments: &[Value]) -> Result<(), Error> {
        notify(&mut self.client, &self.interface, operation, arguments)
    }

    /// Sends a call without waiting, so that several can be in flight.
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call could not be sent.
    pub fn send(&mut self, operation: &str, arguments: &[Value]) -> Result<DynamicPending, Error> {
        start(&mut self.client, &self.interface, operation, arguments)
    }

    /// Waits for a call that was sent, in any order.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn wait(&mut self, pending: DynamicPending) -> Result<Vec<Value>, Error> {
        let (model, lowered) = self.interface.operation(&pending.operation)?;
        let came = self.client.finish(pending.call);
        let definition = self.interface.definition();
        let ended = ended(definition, lowered, came, &pending.referents);
        let (results, is_ok) = statuses::found(definition, (model, lowered), ended)?;
        if is_ok {
            end_turn(pending.turn, definition, lowered, &results);
        }
        Ok(results)
    }

    /// Asks the server to cancel a call that was sent: as [`Client::request_cancel`].
    pub fn request_cancel(&mut self, pending: &DynamicPending) {
        self.client.ask_to_end(pending.call);
    }

    /// Abandons a call that was sent. The server may execute it nevertheless.
    pub fn cancel(&mut self, pending: DynamicPending) {
        self.client.abandon(pending.call);
    }

    /// Calls an operation on every server that the binding's address reaches, and passes their
    /// answers to `each` until that returns `false` or the call's time is over. See
    /// [`Client::broadcast`].
    ///
    /// # Errors
    /// There is no such operation, arguments do not fit, or the call could not be sent.
    pub fn broadcast(
        &mut self,
        operation: &str,
        arguments: &[Value],
        each: impl FnMut(DynamicAnswer) -> bool,
    ) -> Result<(), Error> {
        self.gather(operation, arguments, Wanted::UntilTimeout, each)
            .map(drop)
    }

    /// The same with the wanted replies given; returns how many arrived. See [`Client::gather`].
    ///
    /// # Errors
    /// As [`broadcast`](Self::broadcast); [`Wanted::Everyone`] with a binding of a single endpoint.
    pub fn gather(
        &mut self,
        operation: &str,
        arguments: &[Value],
        wanted: Wanted,
        mut each: impl FnMut(DynamicAnswer) -> bool,
    ) -> Result<usize, Error> {
        let (model, lowered) = self.interface.operation(operation)?;
        if lowered.raising.is_some() {
            return Err(CallError::from(ONE_REPLY).into());
        }
        let definition = self.interface.definition();
        let head = self.interface.head(model, lowered);
        let mut referents = Referents::default();
        let write = marshal(definition, lowered, arguments, &mut referents);
        let gather = |answer: Answer<'_>| {
            let mut results = Vec::new();
            let mut slots = DynSlots::new(&definition.lowered, &lowered.output, &mut results);
            let decoded = answer.decode(&mut slots);
            each(DynamicAnswer {
                from: answer.from,
                results: decoded.map(|()| results),
            })
        };
        let output = (&*lowered.output.meta, wanted);
        Ok(self.client.spread(&head, output, write, gather)?)
    }
}

/// Sends a call without a reply.
pub(super) fn notify(
    client: &mut Client,
    interface: &DynamicInterface,
    operation: &str,
    arguments: &[Value],
) -> Result<(), Error> {
    let (model, lowered) = interface.operation(operation)?;
    let mut referents = Referents::default();
    let write = marshal(interface.definition(), lowered, arguments, &mut referents);
    let head = CallHead {
        kind: CallKind::OneWay,
        ..interface.head(model, lowered)
    };
    client.exchange(&head, write)?;
    Ok(())
}

/// Sends a call to be waited for later.
pub(super) fn start(
    client: &mut Client,
    interface: &DynamicInterface,
    operation: &str,
    arguments: &[Value],
) -> Result<DynamicPending, Error> {
    let (model, lowered) = interface.operation(operation)?;
    if model.semantics == Semantics::Maybe {
        return Err(CallError::from(NO_REPLY).into());
    }
    may_raise(client, lowered)?;
    let definition = interface.definition();
    let turn = begin_turn(&client.contexts(), definition, lowered, arguments);
    let mut referents = Referents::default();
    let write = marshal(definition, lowered, arguments, &mut referents);
    let call = client.start(&interface.head(model, lowered), write)?;
    Ok(DynamicPending {
        call,
        operation: model.name.clone(),
        referents,
        turn,
    })
}

/// Refuses operations that raise exceptions if the system does not support them.
fn may_raise(client: &Client, lowered: &LoweredOperation) -> Result<(), Error> {
    match lowered.raising.is_some() {
        true => client.may_raise().map_err(Error::Call),
        false => Ok(()),
    }
}

/// The results of a call, or the exception that was raised.
pub(super) fn ended(
    definition: &Definition,
    lowered: &LoweredOperation,
    came: Result<Reply<'_>, CallError>,
    referents: &Referents,
) -> Result<Vec<Value>, Error> {
    match &lowered.raising {
        None => Ok(unmarshal(definition, &lowered.output, came?, referents)?),
        Some(raising) => raising::ended(definition, (lowered, raising), came, referents),
    }
}

/// Records that a call begins with these handles, which it returns under the same name.
pub(super) fn begin_turn(
    contexts: &HeldContexts,
    definition: &Definition,
    lowered: &LoweredOperation,
    arguments: &[Value],
) -> Turn {
    let back = |name: &str| lowered.output.iter().any(|(field, _)| field.name == name);
    let given = handles(definition, &lowered.input, arguments, back);
    contexts.turn().given(&given)
}

pub(super) fn end_turn(
    turn: Turn,
    definition: &Definition,
    lowered: &LoweredOperation,
    results: &[Value],
) {
    let got = handles(definition, &lowered.output, results, |_| true);
    turn.got(&got).done();
}

/// The context handles in parameters that satisfy `wanted` by name.
fn handles(
    definition: &Definition,
    members: &Members,
    values: &[Value],
    wanted: impl Fn(&str) -> bool,
) -> Vec<ContextHandle> {
    let mut found = Vec::new();
    for ((field, shape), value) in members.iter().zip(values) {
        if contexts::holds(&definition.module, shape) && wanted(&field.name) {
            gather(value, &mut found);
        }
    }
    found
}

/// The context handle that a value consists of.
fn gather(value: &Value, found: &mut Vec<ContextHandle>) {
    match value {
        Value::List(items) => items.iter().for_each(|item| gather(item, found)),
        Value::Optional(Some(inner)) => gather(inner, found),
        Value::Shared(Some(one)) => one.value.iter().for_each(|inner| gather(inner, found)),
        Value::Record(fields) => found.extend(handle(fields)),
        _ => {}
    }
}

/// C706, appendix N: the UUID's integers, in printed order.
fn handle(fields: &[Value]) -> Option<ContextHandle> {
    let [
        Value::U32(attributes),
        Value::U32(low),
        Value::U16(mid),
        Value::U16(high),
        Value::Bytes(rest),
    ] = fields
    else {
        return None;
    };
    let mut uuid = [0; 16];
    uuid[..4].copy_from_slice(&low.to_be_bytes());
    uuid[4..6].copy_from_slice(&mid.to_be_bytes());
    uuid[6..8].copy_from_slice(&high.to_be_bytes());
    uuid[8..].copy_from_slice(rest.get(..8)?);
    let attributes = *attributes;
    Some(ContextHandle { attributes, uuid })
}
