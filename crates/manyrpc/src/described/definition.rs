//! A definition and its interfaces.

use std::borrow::Cow;
use std::sync::Arc;

use manyrpc_codec::InterfaceId;
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{JsonError, Lowered, identity, json, statuses};
use manyrpc_engine::{CallHead, CallKind, Streams};
use manyrpc_model::{Interface, Module, Operation, Semantics, Value};
use serde_json::{Map, Value as Json};

use crate::error::Error;
use crate::operation;

/// A definition ready for calls: the model, and its metadata for the transfer syntaxes.
#[derive(Debug)]
pub struct Definition {
    /// The model.
    pub module: Module,
    /// Its metadata.
    pub lowered: Lowered,
    /// The type identifiers of each interface, its own first: they tell what it inherits from, which the model no
    /// longer does.
    type_ids: Vec<Vec<String>>,
}

/// One interface of a definition.
#[derive(Clone, Debug)]
pub struct DynamicInterface {
    definition: Arc<Definition>,
    index: usize,
    /// Its identifiers besides its names.
    numbers: InterfaceId<'static>,
}

impl Definition {
    /// Prepares a module for calls.
    ///
    /// # Errors
    /// The module is inconsistent: a type is undefined, or infinite in size.
    pub fn new(module: Module) -> Result<Arc<Self>, Error> {
        Self::lowered(module).map(Arc::new)
    }

    /// A module with its interfaces' inherited operations included, lowered.
    fn lowered(module: Module) -> Result<Self, Error> {
        let ids = |interface| identity::repository_ids(&module, interface);
        let type_ids = module.interfaces.iter().map(ids).collect();
        let type_ids: Result<_, manyrpc_model::Inconsistent> = type_ids;
        let flat = match manyrpc_model::flatten(&module) {
            Ok(Cow::Borrowed(_)) => None,
            Ok(Cow::Owned(flat)) => Some(flat),
            Err(e) => return Err(Error::Value(e.to_string())),
        };
        let module = flat.unwrap_or(module);
        let lowered = manyrpc_dynamic::lower(&module).map_err(|e| Error::Value(e.to_string()))?;
        Ok(Definition {
            module,
            lowered,
            type_ids: type_ids.map_err(|e| Error::Value(e.to_string()))?,
        })
    }

    /// The same for programs that pass values on unseen: values decoded from XDR take about as many
    /// bytes as they did on the wire ([`Value::Packed`]).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn packing(module: Module) -> Result<Arc<Self>, Error> {
        let mut definition = Self::lowered(module)?;
        definition.lowered.pack();
        Ok(Arc::new(definition))
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

    /// The identifiers of its type and of those that it inherits from in references to its objects, its own first
    /// (CORBA 3.0 section 10.7).
    pub fn type_ids(&self) -> &[String] {
        &self.definition.type_ids[self.index]
    }

    /// The operation with that name, with its metadata. Case is ignored if the result is unique.
    ///
    /// # Errors
    /// There is none; the error lists those that exist.
    pub fn operation(&self, name: &str) -> Result<(&Operation, &LoweredOperation), Error> {
        self.place(name).map(|at| self.at(at))
    }

    /// The index of the operation with that name.
    pub(crate) fn place(&self, name: &str) -> Result<usize, Error> {
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
            return Ok(with_statuses(model, own, added));
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

    pub(crate) fn at(&self, at: usize) -> (&Operation, &LoweredOperation) {
        let lowered = &self.definition.lowered.interfaces[self.index];
        (&self.model().operations[at], &lowered.operations[at])
    }

    /// The head of a call of an operation.
    pub(crate) fn head<'a>(
        &'a self,
        operation: &'a Operation,
        lowered: &'a LoweredOperation,
    ) -> CallHead<'a> {
        let semantics = operation::Semantics::from(operation.semantics);
        CallHead {
            name: &operation.name,
            action: lowered.input.meta.action(),
            addressed: lowered.input.meta.addressed_action(),
            idempotent: semantics.may_be_repeated(),
            kind: match semantics {
                operation::Semantics::Maybe => CallKind::OneWay,
                _ => CallKind::Call,
            },
            streams: streams_of(operation),
            ..CallHead::new(self.id(), operation.number)
        }
    }
}

impl From<Semantics> for operation::Semantics {
    fn from(semantics: Semantics) -> Self {
        match semantics {
            Semantics::AtMostOnce => operation::Semantics::AtMostOnce,
            Semantics::Idempotent => operation::Semantics::Idempotent,
            Semantics::Maybe => operation::Semantics::Maybe,
            Semantics::Broadcast => operation::Semantics::Broadcast,
        }
    }
}

/// In which directions an operation has several messages.
pub(crate) fn streams_of(operation: &Operation) -> Streams {
    let manyrpc_model::Streams { request, reply } = operation.streams;
    Streams { request, reply }
}

/// The index of a name; otherwise that of the only one that differs in case alone.
pub(crate) fn position<'n>(
    names: impl Iterator<Item = &'n String> + Clone,
    name: &str,
) -> Option<usize> {
    let exact = names.clone().position(|n| n == name);
    exact.or_else(|| {
        let mut alike = names
            .enumerate()
            .filter(|(_, n)| n.eq_ignore_ascii_case(name));
        let (at, _) = alike.next()?;
        alike.next().is_none().then_some(at)
    })
}

pub(crate) fn value_error(e: JsonError) -> Error {
    Error::Value(e.to_string())
}

/// Results followed by added statuses, as JSON; `own` has the former by name.
fn with_statuses(model: &Operation, own: Map<String, Json>, added: &[Value]) -> Json {
    let numbers = added.iter().map(|value| match value {
        Value::U32(status) => Json::from(*status),
        _ => Json::Null,
    });
    let mut named = statuses::added(model).zip(numbers);
    if let (true, [_]) = (own.is_empty(), added) {
        return named.next().map_or(Json::Null, |(_, status)| status);
    }
    let mut all = own;
    all.extend(named.map(|(name, status)| (name.to_owned(), status)));
    Json::Object(all)
}
