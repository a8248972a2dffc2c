//! Calls and services straight from a definition, without generated code.

use std::sync::Arc;

use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{DynFields, DynSlots, JsonError, Lowered, json};
use manyrpc_engine::{
    CallError, CallKind, Fault, Interface as WireInterface, Misuse, Outcome, WireError,
};
use manyrpc_model::{Interface, Module, Operation, Semantics, Value};

use serde_json::Value as Json;

use crate::client::Client;
use crate::context::{Context, Dispatch};
use crate::error::Error;
use crate::stub::{InterfaceId, Service};

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
}

/// A client that calls by name.
pub struct DynamicClient {
    client: Client,
    interface: DynamicInterface,
}

/// What a dynamic service does for a call: arguments in, results out, both in the order of the
/// operation's input and output records.
pub type Respond =
    dyn Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Fault> + Send + Sync;

/// A service whose operations are one function.
pub struct DynamicService {
    interface: DynamicInterface,
    respond: Box<Respond>,
}

impl Definition {
    /// Makes a module ready.
    ///
    /// # Errors
    /// The module does not hold together: a type that is not defined, or infinite in size.
    pub fn new(module: Module) -> Result<Arc<Self>, Error> {
        let lowered = manyrpc_dynamic::lower(&module).map_err(|e| Error::Value(e.to_string()))?;
        Ok(Arc::new(Definition { module, lowered }))
    }
}

impl DynamicInterface {
    /// The interface of that name, or the only one where no name is given.
    ///
    /// # Errors
    /// There is no such interface, or several to choose from; the error lists them.
    pub fn find(definition: &Arc<Definition>, name: Option<&str>) -> Result<Self, Error> {
        let interfaces = &definition.module.interfaces;
        let index = match name {
            Some(name) => interfaces.iter().position(|i| i.name == name),
            None => (interfaces.len() == 1).then_some(0),
        };
        let index = index.ok_or_else(|| Error::Unknown {
            what: "interface",
            name: name.unwrap_or("(none given)").to_owned(),
            known: interfaces.iter().map(|i| i.name.clone()).collect(),
        })?;
        Ok(DynamicInterface {
            definition: definition.clone(),
            index,
        })
    }

    /// Every interface of a definition.
    pub fn all(definition: &Arc<Definition>) -> Vec<Self> {
        (0..definition.module.interfaces.len())
            .map(|index| DynamicInterface {
                definition: definition.clone(),
                index,
            })
            .collect()
    }

    /// The definition it is of.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The model's view of it.
    pub fn model(&self) -> &Interface {
        &self.definition.module.interfaces[self.index]
    }

    /// What names it on a wire.
    pub fn id(&self) -> InterfaceId<'_> {
        let model = self.model();
        InterfaceId {
            name: &model.name,
            program: model.identity.number.unwrap_or_default(),
            version: model.identity.version.major,
        }
    }

    /// The operation of that name, with its metadata.
    ///
    /// # Errors
    /// There is none; the error lists those there are.
    pub fn operation(&self, name: &str) -> Result<(&Operation, &LoweredOperation), Error> {
        let at = self.model().operations.iter().position(|o| o.name == name);
        at.map(|at| self.at(at)).ok_or_else(|| Error::Unknown {
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

    /// Arguments of an operation from an object by parameter name or an array in order.
    ///
    /// # Errors
    /// No such operation; or a value that does not fit, with its path.
    pub fn arguments_from_json(&self, operation: &str, json: &Json) -> Result<Vec<Value>, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_from_json(&self.definition.lowered, &lowered.input, json).map_err(value_error)
    }

    /// Arguments of an operation as an object by parameter name.
    ///
    /// # Errors
    /// No such operation, or values that do not have its shape.
    pub fn arguments_to_json(&self, operation: &str, values: &[Value]) -> Result<Json, Error> {
        let (_, lowered) = self.operation(operation)?;
        json::params_to_json(&self.definition.lowered, &lowered.input, values).map_err(value_error)
    }

    /// Results of an operation: `null` for none, the value itself for one, an object for several.
    ///
    /// # Errors
    /// No such operation, or values that do not have its shape.
    pub fn results_to_json(&self, operation: &str, values: &[Value]) -> Result<Json, Error> {
        let (_, lowered) = self.operation(operation)?;
        let definition = &self.definition.lowered;
        let fields: Vec<_> = lowered.output.iter().collect();
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

    fn at(&self, at: usize) -> (&Operation, &LoweredOperation) {
        let lowered = &self.definition.lowered.interfaces[self.index];
        (&self.model().operations[at], &lowered.operations[at])
    }

    fn on_wire(&self) -> WireInterface {
        let id = self.id();
        WireInterface::Program {
            program: id.program,
            version: id.version,
        }
    }
}

fn value_error(e: JsonError) -> Error {
    Error::Value(e.to_string())
}

impl DynamicClient {
    /// Calls `interface` through `client`.
    pub fn new(client: Client, interface: DynamicInterface) -> Self {
        DynamicClient { client, interface }
    }

    /// Calls an operation; arguments and results are in the order of its definition.
    ///
    /// # Errors
    /// No such operation, arguments that do not fit, or a failed call.
    pub fn call(&mut self, operation: &str, arguments: &[Value]) -> Result<Vec<Value>, Error> {
        let (model, lowered) = self.interface.operation(operation)?;
        let definition = &self.interface.definition;
        let input = DynFields {
            lowered: &definition.lowered,
            members: &lowered.input,
            values: arguments,
        };
        let kind = match model.semantics {
            Semantics::Maybe => CallKind::OneWay,
            _ => CallKind::Call,
        };
        let wire = self.interface.on_wire();
        let syntax = self.client.syntax();
        let reply = self
            .client
            .exchange(wire, model.number, kind, |syntax, body| {
                syntax
                    .encode(body, &lowered.input.meta, &input)
                    .map_err(Misuse::Unencodable)
            })?;
        let mut results = Vec::new();
        if kind == CallKind::Call {
            let mut slots = DynSlots::new(&definition.lowered, &lowered.output, &mut results);
            syntax
                .decode(reply, &lowered.output.meta, &mut slots)
                .map_err(|m| CallError::Wire(WireError::BadResult(m)))?;
        }
        Ok(results)
    }

    /// Calls an operation with arguments in JSON, an object by parameter name or an array in
    /// order. The result is that of the operation; an object where it has several.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn call_json(&mut self, operation: &str, arguments: &Json) -> Result<Json, Error> {
        let values = self.interface.arguments_from_json(operation, arguments)?;
        let results = self.call(operation, &values)?;
        self.interface.results_to_json(operation, &results)
    }
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
        DynamicService {
            interface,
            respond: Box::new(respond),
        }
    }
}

impl Service for DynamicService {
    fn interface(&self) -> InterfaceId<'_> {
        self.interface.id()
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        let operations = &self.interface.model().operations;
        let Ok(at) = operations.binary_search_by_key(&operation, |o| o.number) else {
            return Outcome::Fault(Fault::NoSuchOperation);
        };
        let (model, lowered) = self.interface.at(at);
        let definition = &self.interface.definition.lowered;
        let mut arguments = Vec::new();
        let mut slots = DynSlots::new(definition, &lowered.input, &mut arguments);
        let syntax = call.syntax();
        if syntax
            .decode(call.arguments(), &lowered.input.meta, &mut slots)
            .is_err()
        {
            return Outcome::Fault(Fault::BadArguments);
        }
        let results = match (self.respond)(&call.context(), model, arguments) {
            Err(fault) => return Outcome::Fault(fault),
            Ok(_) if model.semantics == Semantics::Maybe => return Outcome::Silent,
            Ok(results) => results,
        };
        let output = DynFields {
            lowered: definition,
            members: &lowered.output,
            values: &results,
        };
        match syntax.encode(call.reply(), &lowered.output.meta, &output) {
            Err(_) => Outcome::Fault(Fault::ServerFailure),
            Ok(()) if model.semantics == Semantics::Idempotent => Outcome::Idempotent,
            Ok(()) => Outcome::Done,
        }
    }
}
