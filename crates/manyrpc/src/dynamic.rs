//! Calls and services straight from a definition, without generated code.

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

/// A definition ready for use: the model and what the transfer syntaxes need of it.
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
    /// What names it beside its names.
    numbers: InterfaceId<'static>,
}

/// What a dynamic service does for a call: arguments in, results out, both in the order of the
/// operation's input and output records.
pub type Respond =
    dyn Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Refusal> + Send + Sync;

/// What a dynamic service does when a call with several messages begins.
pub type Converse =
    dyn Fn(&Context<'_>, &Operation) -> Result<Box<dyn Conversation>, Fault> + Send + Sync;

/// A service whose operations are one function.
pub struct DynamicService {
    interface: DynamicInterface,
    respond: Box<Respond>,
    converse: Box<Converse>,
}

impl Definition {
    /// Makes a module ready.
    ///
    /// # Errors
    /// The module does not hold together: a type that is not defined, or infinite in size.
    pub fn new(module: Module) -> Result<Arc<Self>, Error> {
        let (module, lowered) = Self::lowered(module)?;
        Ok(Arc::new(Definition { module, lowered }))
    }

    /// A module with all operations that its interfaces have, lowered.
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

    /// The same for programs that hand values on without looking into them: what is decoded from XDR
    /// is kept in about as many bytes as it came in ([`Value::Packed`]).
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
    /// The interface of that name, or of that full name, or the only one where no name is given. Upper
    /// and lower case may be mixed up where that leaves one.
    ///
    /// # Errors
    /// There is no such interface, or several to choose from; the error lists them.
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

    /// Every interface of a definition.
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

    /// The definition it is of.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    pub(crate) fn shared_definition(&self) -> Arc<Definition> {
        self.definition.clone()
    }

    /// The model's view of it.
    pub fn model(&self) -> &Interface {
        &self.definition.module.interfaces[self.index]
    }

    /// What names it on a wire.
    pub fn id(&self) -> InterfaceId<'_> {
        InterfaceId {
            name: &self.model().name,
            full_name: identity::full_name(self.model()),
            ..self.numbers
        }
    }

    /// The operation of that name, with its metadata. Upper and lower case may be mixed up where
    /// that leaves one.
    ///
    /// # Errors
    /// There is none; the error lists those there are.
    pub fn operation(&self, name: &str) -> Result<(&Operation, &LoweredOperation), Error> {
        self.place(name).map(|at| self.at(at))
    }

    /// The place of the operation of that name.
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

    /// Every operation with its metadata, by ascending number.
    pub fn operations(&self) -> impl ExactSizeIterator<Item = (&Operation, &LoweredOperation)> {
        (0..self.model().operations.len()).map(|at| self.at(at))
    }

    /// Arguments of an operation from an object by parameter name or an array in order. Messages of
    /// Protocol Buffers have the JSON of ProtoJSON, and nothing at all is an empty one.
    ///
    /// # Errors
    /// No such operation; or a value that does not fit, with its path.
    pub fn arguments_from_json(&self, operation: &str, json: &Json) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_from_json(&self.definition.lowered, &lowered.input, json).map_err(value_error)
    }

    /// The same from the text of JSON. Members that are there twice are refused where the definition is
    /// one of Protocol Buffers.
    ///
    /// # Errors
    /// As [`arguments_from_json`](Self::arguments_from_json), or the text is no JSON.
    pub fn arguments_from_text(&self, operation: &str, text: &str) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_from_text(&self.definition.lowered, &lowered.input, text).map_err(value_error)
    }

    /// Arguments of an operation as an object by parameter name; those that are one message of
    /// Protocol Buffers as that message.
    ///
    /// # Errors
    /// No such operation, or values that do not have its shape.
    pub fn arguments_to_json(&self, operation: &str, values: &[Value]) -> Result<Json, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_to_json(&self.definition.lowered, &lowered.input, values).map_err(value_error)
    }

    /// The beginning of the same as text, of about so many characters, with an ellipsis where that is
    /// not all.
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

    /// Results of an operation: `null` for none, the value itself for one, an object for several.
    /// Statuses that are added for callers may stand behind them.
    ///
    /// # Errors
    /// No such operation, or values that do not have its shape.
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

    /// The reverse of [`results_to_json`](Self::results_to_json).
    ///
    /// # Errors
    /// No such operation; or a value that does not fit, with its path.
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

    /// What an operation answers when nobody says otherwise: zeros and nothing.
    ///
    /// # Errors
    /// No such operation.
    pub fn default_results(&self, operation: &str) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        Ok(manyrpc_dynamic::default_params(
            &self.definition.lowered,
            &lowered.output,
        ))
    }

    /// Results made up for a request: defaults, or with `echo` arguments of the same type, in
    /// arrays as long as the request says.
    ///
    /// # Errors
    /// No such operation.
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

    /// What a call of an operation asks for.
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

/// Which ways an operation has several messages.
fn streams(operation: &Operation) -> Streams {
    let manyrpc_model::Streams { request, reply } = operation.streams;
    Streams { request, reply }
}

/// The place of a name; without it, of the only one that differs in case alone.
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
    /// Serves `interface` by `respond`.
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

    /// The same by what may raise the operations' exceptions.
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

    /// Serves calls with several messages by `converse`; without it there are none.
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
            // Those that have such calls open them.
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
