//! Calls and services straight from a definition, without generated code.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//!
//! let values = greeter.arguments_from_json("GREET", &json!(["ann"]))?;
//! assert_eq!(greeter.results_to_json("GREET", &values)?, "ann");
//! assert!(greeter.arguments_from_json("GREET", &json!([7])).is_err());
//! # Ok(())
//! # }
//! ```

use std::borrow::Cow;
use std::sync::Arc;

use manyrpc_codec::ndr::Referents;
use manyrpc_dynamic::contexts;
use manyrpc_dynamic::identity;
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{DynFields, DynSlots, JsonError, Lowered, json};
use manyrpc_engine::{CallHead, CallKind, Fault, Outcome, Stream, Streams};
use manyrpc_model::{Interface, Module, Operation, Semantics, Value};

use serde_json::Value as Json;

use crate::context::{Context, Dispatch};
use crate::error::Error;
use crate::stub::{self, InterfaceId, Service};

mod batch;
mod bodies;
mod client;
mod raising;
mod statuses;
mod streams;
mod types;

pub use batch::DynamicBatch;
pub use client::{DynamicAnswer, DynamicClient, DynamicPending};
pub use manyrpc_driver::blocking::{Next, OtherEvents};
pub use manyrpc_engine::Flow;
pub use raising::Refusal;
pub use streams::{Conversation, DynamicReplies, DynamicStream};
pub use types::DynamicType;

use streams::Marshalled;

/// A definition ready for calls: the model, and its metadata for the transfer syntaxes.
#[derive(Debug)]
pub struct Definition {
    /// The model.
    pub module: Module,
    /// Its metadata.
    pub lowered: Lowered,
}

/// One interface of a definition.
#[derive(Clone, Debug)]
pub struct DynamicInterface {
    definition: Arc<Definition>,
    index: usize,
    /// Its identifiers besides its names.
    numbers: InterfaceId<'static>,
}

/// Handles a call of a dynamic service: maps arguments to results, both in the order of the
/// operation's input and output records.
pub type Respond =
    dyn Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Refusal> + Send + Sync;

/// Starts a call with several messages of a dynamic service.
pub type Converse =
    dyn Fn(&Context<'_>, &Operation) -> Result<Box<dyn Conversation>, Fault> + Send + Sync;

/// A service whose operations are implemented by one function.
pub struct DynamicService {
    interface: DynamicInterface,
    respond: Box<Respond>,
    converse: Box<Converse>,
}

impl Definition {
    /// Prepares a module for calls.
    ///
    /// # Errors
    /// The module is inconsistent: a type is undefined, or infinite in size.
    pub fn new(module: Module) -> Result<Arc<Self>, Error> {
        let (module, lowered) = Self::lowered(module)?;
        Ok(Arc::new(Definition { module, lowered }))
    }

    /// A module with its interfaces' inherited operations included, lowered.
    fn lowered(module: Module) -> Result<(Module, Lowered), Error> {
        let flat = match manyrpc_model::flatten(&module) {
            Ok(Cow::Borrowed(_)) => None,
            Ok(Cow::Owned(flat)) => Some(flat),
            Err(e) => return Err(Error::Value(e.to_string())),
        };
        let module = flat.unwrap_or(module);
        let lowered = manyrpc_dynamic::lower(&module).map_err(|e| Error::Value(e.to_string()))?;
        Ok((module, lowered))
    }

    /// The same for programs that pass values on unseen: values decoded from XDR take about as many
    /// bytes as they did on the wire ([`Value::Packed`]).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn packing(module: Module) -> Result<Arc<Self>, Error> {
        let (module, mut lowered) = Self::lowered(module)?;
        lowered.pack();
        Ok(Arc::new(Definition { module, lowered }))
    }
}

impl DynamicInterface {
    /// The interface with that name or full name; without a name, the only one. Case is ignored if
    /// the result is unique.
    ///
    /// # Errors
    /// There is no such interface, or there are several; the error lists them.
    pub fn find(definition: &Arc<Definition>, name: Option<&str>) -> Result<Self, Error> {
        let interfaces = &definition.module.interfaces;
        let index = match name {
            Some(name) => position(interfaces.iter().map(|i| &i.name), name).or_else(|| {
                let full = |i: &Interface| identity::full_name(i) == name;
                interfaces.iter().position(full)
            }),
            None => (interfaces.len() == 1).then_some(0),
        };
        let index = index.ok_or_else(|| Error::Unknown {
            what: "interface",
            name: name.unwrap_or_default().to_owned(),
            known: interfaces.iter().map(|i| i.name.clone()).collect(),
        })?;
        Ok(Self::at_index(definition, index))
    }

    /// All interfaces of a definition.
    pub fn all(definition: &Arc<Definition>) -> Vec<Self> {
        (0..definition.module.interfaces.len())
            .map(|index| Self::at_index(definition, index))
            .collect()
    }

    fn at_index(definition: &Arc<Definition>, index: usize) -> Self {
        DynamicInterface {
            definition: definition.clone(),
            index,
            numbers: identity::numbers(&definition.module.interfaces[index]),
        }
    }

    /// Its definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    pub(crate) fn shared_definition(&self) -> Arc<Definition> {
        self.definition.clone()
    }

    /// Its model.
    pub fn model(&self) -> &Interface {
        &self.definition.module.interfaces[self.index]
    }

    /// Its identifiers.
    pub fn id(&self) -> InterfaceId<'_> {
        InterfaceId {
            name: &self.model().name,
            full_name: identity::full_name(self.model()),
            ..self.numbers
        }
    }

    /// The operation with that name, with its metadata. Case is ignored if the result is unique.
    ///
    /// # Errors
    /// There is none; the error lists those that exist.
    pub fn operation(&self, name: &str) -> Result<(&Operation, &LoweredOperation), Error> {
        self.place(name).map(|at| self.at(at))
    }

    /// The index of the operation with that name.
    fn place(&self, name: &str) -> Result<usize, Error> {
        let at = position(self.model().operations.iter().map(|o| &o.name), name);
        at.ok_or_else(|| Error::Unknown {
            what: "operation",
            name: name.to_owned(),
            known: self
                .model()
                .operations
                .iter()
                .map(|o| o.name.clone())
                .collect(),
        })
    }

    /// All operations with their metadata, by ascending number.
    pub fn operations(&self) -> impl ExactSizeIterator<Item = (&Operation, &LoweredOperation)> {
        (0..self.model().operations.len()).map(|at| self.at(at))
    }

    /// Arguments of an operation from a JSON object by parameter name, or an array in order.
    /// Messages of Protocol Buffers have the JSON of ProtoJSON, and may be omitted if empty.
    ///
    /// # Errors
    /// There is no such operation, or a value does not fit; the error has its path.
    pub fn arguments_from_json(&self, operation: &str, json: &Json) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_from_json(&self.definition.lowered, &lowered.input, json).map_err(value_error)
    }

    /// The same from JSON text. For definitions of Protocol Buffers, duplicate members are refused.
    ///
    /// # Errors
    /// As [`arguments_from_json`](Self::arguments_from_json), or the text is not JSON.
    pub fn arguments_from_text(&self, operation: &str, text: &str) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_from_text(&self.definition.lowered, &lowered.input, text).map_err(value_error)
    }

    /// Arguments of an operation as a JSON object by parameter name; a single Protocol Buffers
    /// message as that message.
    ///
    /// # Errors
    /// There is no such operation, or the values do not have its types.
    pub fn arguments_to_json(&self, operation: &str, values: &[Value]) -> Result<Json, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_to_json(&self.definition.lowered, &lowered.input, values).map_err(value_error)
    }

    /// The beginning of the same as text, of about this many characters, with an ellipsis if it is
    /// shortened.
    ///
    /// # Errors
    /// As [`arguments_to_json`](Self::arguments_to_json).
    pub fn arguments_in_brief(
        &self,
        operation: &str,
        values: &[Value],
        characters: usize,
    ) -> Result<String, Error> {
        let (values, cut) = manyrpc_dynamic::brief(values, characters);
        let mut text = self.arguments_to_json(operation, &values)?.to_string();
        if cut || text.len() > characters {
            text.truncate(manyrpc_dynamic::brief::boundary(&text, characters));
            text.push('…');
        }
        Ok(text)
    }

    /// Results of an operation as JSON: `null` for none, the value itself for one, an object for
    /// several. They may be followed by statuses that are added for callers.
    ///
    /// # Errors
    /// There is no such operation, or the values do not have its types.
    pub fn results_to_json(&self, operation: &str, values: &[Value]) -> Result<Json, Error> {
        let (model, lowered) = self.operation(operation)?;
        let definition = &self.definition.lowered;
        let fields: Vec<_> = lowered.output.iter().collect();
        if let Some((own, added @ [_, ..])) = values.split_at_checked(fields.len())
            && manyrpc_dynamic::statuses::added(model).count() == added.len()
        {
            let own =
                json::params_to_json(definition, &lowered.output, own).map_err(value_error)?;
            let own = own.as_object().cloned().unwrap_or_default();
            return Ok(statuses::to_json(model, own, added));
        }
        match (fields.as_slice(), values) {
            ([], _) => Ok(Json::Null),
            ([(field, shape)], [value]) => json::value_to_json(definition, field, shape, value),
            _ => json::params_to_json(definition, &lowered.output, values),
        }
        .map_err(value_error)
    }

    /// The inverse of [`results_to_json`](Self::results_to_json).
    ///
    /// # Errors
    /// There is no such operation, or a value does not fit; the error has its path.
    pub fn results_from_json(&self, operation: &str, json: &Json) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        let definition = &self.definition.lowered;
        let fields: Vec<_> = lowered.output.iter().collect();
        match fields.as_slice() {
            [] => Ok(Vec::new()),
            [(field, shape)] => {
                json::value_from_json(definition, field, shape, json).map(|v| vec![v])
            }
            _ => json::params_from_json(definition, &lowered.output, json),
        }
        .map_err(value_error)
    }

    /// Default results of an operation: zero and empty values.
    ///
    /// # Errors
    /// There is no such operation.
    pub fn default_results(&self, operation: &str) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        Ok(manyrpc_dynamic::default_params(
            &self.definition.lowered,
            &lowered.output,
        ))
    }

    /// Sample results for a request: defaults, or with `echo` the arguments of the same types, with
    /// arrays as long as the request asks for.
    ///
    /// # Errors
    /// There is no such operation.
    pub fn made_up_results(
        &self,
        operation: &str,
        arguments: &[Value],
        echo: bool,
    ) -> Result<Vec<Value>, Error> {
        let mut results = self.default_results(operation)?;
        let (_, lowered) = self.operation(operation)?;
        let (output, input) = (&lowered.output, &lowered.input);
        if echo {
            manyrpc_dynamic::echo((output, &mut results), (input, arguments));
        }
        let definition = &self.definition.lowered;
        manyrpc_dynamic::fit(definition, (output, &mut results), (input, arguments));
        Ok(results)
    }

    pub(super) fn at(&self, at: usize) -> (&Operation, &LoweredOperation) {
        let lowered = &self.definition.lowered.interfaces[self.index];
        (&self.model().operations[at], &lowered.operations[at])
    }

    /// The head of a call of an operation.
    pub(super) fn head<'a>(&'a self, operation: &'a Operation) -> CallHead<'a> {
        let semantics = stub::Semantics::from(operation.semantics);
        CallHead {
            name: &operation.name,
            idempotent: semantics.may_be_repeated(),
            kind: match semantics {
                stub::Semantics::Maybe => CallKind::OneWay,
                _ => CallKind::Call,
            },
            streams: streams(operation),
            ..CallHead::new(self.id(), operation.number)
        }
    }
}

impl From<Semantics> for stub::Semantics {
    fn from(semantics: Semantics) -> Self {
        match semantics {
            Semantics::AtMostOnce => stub::Semantics::AtMostOnce,
            Semantics::Idempotent => stub::Semantics::Idempotent,
            Semantics::Maybe => stub::Semantics::Maybe,
            Semantics::Broadcast => stub::Semantics::Broadcast,
        }
    }
}

/// In which directions an operation has several messages.
fn streams(operation: &Operation) -> Streams {
    let manyrpc_model::Streams { request, reply } = operation.streams;
    Streams { request, reply }
}

/// The index of a name; otherwise that of the only one that differs in case alone.
fn position<'n>(names: impl Iterator<Item = &'n String> + Clone, name: &str) -> Option<usize> {
    let exact = names.clone().position(|n| n == name);
    exact.or_else(|| {
        let mut alike = names
            .enumerate()
            .filter(|(_, n)| n.eq_ignore_ascii_case(name));
        let (at, _) = alike.next()?;
        alike.next().is_none().then_some(at)
    })
}

fn value_error(e: JsonError) -> Error {
    Error::Value(e.to_string())
}

impl DynamicService {
    /// Serves `interface` with `respond`.
    pub fn new<F>(interface: DynamicInterface, respond: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Fault>
            + Send
            + Sync
            + 'static,
    {
        Self::raising(interface, move |context, operation, arguments| {
            respond(context, operation, arguments).map_err(Refusal::Fault)
        })
    }

    /// The same for functions that may raise the operations' exceptions.
    pub fn raising<F>(interface: DynamicInterface, respond: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Refusal>
            + Send
            + Sync
            + 'static,
    {
        DynamicService {
            interface,
            respond: Box::new(respond),
            converse: Box::new(|_, _| Err(Fault::NoSuchOperation)),
        }
    }

    /// Serves calls with several messages with `converse`; without it they are refused.
    #[must_use]
    pub fn conversing<F>(mut self, converse: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation) -> Result<Box<dyn Conversation>, Fault>
            + Send
            + Sync
            + 'static,
    {
        self.converse = Box::new(converse);
        self
    }

    fn place_of(&self, operation: u32) -> Option<usize> {
        let operations = &self.interface.model().operations;
        let found = operations.binary_search_by_key(&operation, |o| o.number);
        found.ok()
    }
}

impl Service for DynamicService {
    fn interface(&self) -> InterfaceId<'_> {
        self.interface.id()
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        let operations = self.interface.model().operations.iter();
        operations.map(|o| (o.name.as_str(), o.number)).collect()
    }

    fn definition(&self) -> Option<DynamicInterface> {
        Some(self.interface.clone())
    }

    fn raises(&self) -> bool {
        let mut operations = self.interface.operations();
        operations.any(|(_, lowered)| lowered.raising.is_some())
    }

    fn context_operations(&self) -> Vec<u32> {
        let operations = self.interface.model().operations.iter().enumerate();
        let with = operations.filter(|(at, _)| {
            let module = &self.interface.definition.module;
            contexts::of_operation(module, self.interface.at(*at).1)
        });
        with.map(|(_, operation)| operation.number).collect()
    }

    fn streams_of(&self, operation: u32) -> Streams {
        let place = self.place_of(operation);
        place.map_or(Streams::NONE, |at| streams(self.interface.at(at).0))
    }

    fn open(&self, operation: u32, call: &Dispatch<'_>) -> Result<Box<dyn Stream>, Fault> {
        let at = self.place_of(operation).ok_or(Fault::NoSuchOperation)?;
        let (model, _) = self.interface.at(at);
        let mut opened = Marshalled {
            conversation: (self.converse)(&call.context(), model)?,
            interface: self.interface.clone(),
            at,
            arguments: call.encoding(),
            results: call.results(),
            request: None,
            ends: false,
        };
        if !model.streams.request {
            opened.request = Some(opened.read(call.arguments())?);
        }
        Ok(Box::new(opened))
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        let Some(at) = self.place_of(operation) else {
            return Outcome::Fault(Fault::NoSuchOperation);
        };
        let (model, lowered) = self.interface.at(at);
        if model.streams.any() {
            // Operations with several messages are opened instead.
            return Outcome::Fault(Fault::NoSuchOperation);
        }
        let definition = &self.interface.definition.lowered;
        let mut arguments = Vec::new();
        let mut slots = DynSlots::new(definition, &lowered.input, &mut arguments);
        let mut referents = Referents::default();
        if let Err(fault) = call.unmarshal(&lowered.input.meta, &mut slots, &mut referents) {
            return Outcome::Fault(fault);
        }
        let request = match lowered.output.needs_request() {
            true => arguments.clone(),
            false => Vec::new(),
        };
        let responded = (self.respond)(&call.context(), model, arguments);
        if let Some(raising) = &lowered.raising {
            let operation = (model, lowered, raising);
            return raising::dispatched(definition, operation, responded, call, &mut referents);
        }
        let results = match responded.map_err(Refusal::into_fault) {
            Err(fault) => {
                return call.refuse(&lowered.input.meta, &lowered.output.meta, fault);
            }
            Ok(_) if model.semantics == Semantics::Maybe => return Outcome::Silent,
            Ok(results) => results,
        };
        let output = DynFields::new(definition, &lowered.output, &results);
        let output = output.answering(&lowered.input, &request);
        let place = call.place(&mut referents);
        place.finish(&lowered.output.meta, &output, model.semantics.into())
    }
}
