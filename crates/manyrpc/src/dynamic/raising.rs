//! Exceptions of dynamic calls and services.

use manyrpc_codec::ndr::Referents;
use manyrpc_driver::blocking::Reply;
use manyrpc_dynamic::lower::{Exception, LoweredOperation, Raising};
use manyrpc_dynamic::raising::Ended;
use manyrpc_dynamic::{Dyn, DynFields, DynMut, Lowered, default_value, json};
use manyrpc_engine::{CallError, Fault, Outcome};
use manyrpc_model::{Operation, Value};
use serde_json::Value as Json;

use super::bodies::unmarshal;
use crate::context::Dispatch;
use crate::described::{Definition, DynamicInterface, value_error};
use crate::error::Error;
use crate::exceptions::{self, DynamicException, Stated};

/// Why a call of a dynamic service has no results.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// It failed or was refused.
    Fault(Fault),
    /// It raised an exception of the operation.
    Raised {
        /// The exception's name in the definition.
        name: String,
        /// Its members.
        members: Value,
    },
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Refusal::Fault(fault)
    }
}

/// An exception of another server is raised again, by name.
impl From<DynamicException> for Refusal {
    fn from(exception: DynamicException) -> Self {
        Refusal::Raised {
            name: exception.name,
            members: exception.members,
        }
    }
}

/// The end of a call of another server, for services that pass calls on.
impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Raised(exception) => (*exception).into(),
            other => Refusal::Fault(exceptions::fault_of(other)),
        }
    }
}

impl Refusal {
    /// Converts it to a fault, for operations that raise no exceptions.
    pub(super) fn into_fault(self) -> Fault {
        match self {
            Refusal::Fault(fault) => fault,
            Refusal::Raised { name, .. } => undeclared(&name),
        }
    }
}

/// A server that raises an undeclared exception is in error: its failure, as text.
fn undeclared(name: &str) -> Fault {
    Fault::ServerFailure.with_message(format!("the operation does not raise `{name}`"))
}

impl DynamicInterface {
    /// An exception of an operation, with members from a JSON object.
    ///
    /// # Errors
    /// There is no such operation or exception, or the members do not fit.
    pub fn exception_from_json(
        &self,
        operation: &str,
        name: &str,
        members: &Json,
    ) -> Result<Refusal, Error> {
        let (_, lowered) = self.operation(operation)?;
        let raising = lowered.raising.iter().flat_map(|r| &r.exceptions);
        let found = raising
            .clone()
            .find(|e| e.name == name || e.full_name == name);
        let exception = found.ok_or_else(|| Error::Unknown {
            what: "exception",
            name: name.to_owned(),
            known: raising.map(|e| e.name.clone()).collect(),
        })?;
        let definition = &self.definition().lowered;
        let (place, shape) = (&exception.place, &exception.shape);
        let members = json::value_from_json(definition, place, shape, members);
        Ok(Refusal::Raised {
            name: exception.name.clone(),
            members: members.map_err(value_error)?,
        })
    }

    /// An exception of an operation with zero and empty members.
    ///
    /// # Errors
    /// As [`exception_from_json`](Self::exception_from_json).
    pub fn default_exception(&self, operation: &str, name: &str) -> Result<Refusal, Error> {
        let (_, lowered) = self.operation(operation)?;
        let raising = lowered.raising.iter().flat_map(|r| &r.exceptions);
        let exception = raising.clone().find(|e| e.name == name);
        let exception = exception.ok_or_else(|| Error::Unknown {
            what: "exception",
            name: name.to_owned(),
            known: raising.map(|e| e.name.clone()).collect(),
        })?;
        let (place, shape) = (&exception.place, &exception.shape);
        Ok(Refusal::Raised {
            name: exception.name.clone(),
            members: default_value(&self.definition().lowered, place, shape),
        })
    }
}

/// The results of a call whose operation raises exceptions, or the exception.
pub(super) fn ended(
    definition: &Definition,
    (lowered, raising): (&LoweredOperation, &Raising),
    came: Result<Reply<'_>, CallError>,
    referents: &Referents,
) -> Result<Vec<Value>, Error> {
    let fault = match came {
        Ok(reply) if Stated::by(reply.encoding) == Stated::InResult => {
            let union = unmarshal(definition, &raising.result, reply, referents)?;
            return of_union(definition, (lowered, raising), union);
        }
        Ok(reply) => return Ok(unmarshal(definition, &lowered.output, reply, referents)?),
        Err(CallError::Fault(fault)) => fault,
        Err(other) => return Err(other.into()),
    };
    let exceptions = raising.exceptions.iter();
    let known = exceptions.map(|e| (e.full_name.as_str(), &e.place));
    let Some((at, members)) = exceptions::find(&fault, known) else {
        return Err(CallError::Fault(fault).into());
    };
    let Exception { place, shape, .. } = &raising.exceptions[at];
    let mut value = Value::Void;
    let mut slot = DynMut {
        lowered: &definition.lowered,
        shape,
        value: &mut value,
    };
    exceptions::read(members, place, &mut slot)?;
    Err(raised(&definition.lowered, raising, at, value))
}

/// The same, from a union of both.
fn of_union(
    definition: &Definition,
    (lowered, raising): (&LoweredOperation, &Raising),
    union: Vec<Value>,
) -> Result<Vec<Value>, Error> {
    let union = union.into_iter().next().unwrap_or_default();
    match Ended::of_union(lowered, union) {
        Some(Ended::Results(results)) => Ok(results),
        Some(Ended::Raised(at, members)) => Err(raised(&definition.lowered, raising, at, members)),
        None => Err(Error::Value(
            "the result is none of its operation's".to_owned(),
        )),
    }
}

fn raised(lowered: &Lowered, raising: &Raising, at: usize, members: Value) -> Error {
    let exception = &raising.exceptions[at];
    let json = json::value_to_json(lowered, &exception.place, &exception.shape, &members);
    match json {
        Ok(json) => Error::Raised(Box::new(DynamicException {
            name: exception.name.clone(),
            full_name: exception.full_name.clone(),
            number: at as u32 + 1,
            members,
            json,
        })),
        Err(e) => value_error(e),
    }
}

/// The outcome of a call that a service responded to.
pub(super) fn dispatched(
    definition: &Lowered,
    (model, lowered, raising): (&Operation, &LoweredOperation, &Raising),
    responded: Result<Vec<Value>, Refusal>,
    call: &mut Dispatch<'_>,
    referents: &mut Referents,
) -> Outcome {
    let stated = Stated::by(call.results());
    let ended = match responded {
        Ok(values) => Ended::Results(values),
        Err(Refusal::Fault(fault)) => {
            return call.refuse(&lowered.input.meta, &lowered.output.meta, fault);
        }
        Err(Refusal::Raised { name, members }) => match raising.find(&name) {
            Some(at) => Ended::Raised(at, members),
            None => return Outcome::Fault(undeclared(&name)),
        },
    };
    let place = call.place(referents);
    match (stated, ended) {
        (Stated::InResult, ended) => {
            let union = [ended.into_union()];
            let output = DynFields::new(definition, &raising.result, &union);
            place.finish(&raising.result.meta, &output, model.semantics.into())
        }
        (stated, Ended::Raised(at, members)) => {
            let exception = &raising.exceptions[at];
            let members = Dyn {
                lowered: definition,
                shape: &exception.shape,
                value: &members,
            };
            let name = (at as u32 + 1, exception.full_name.as_str());
            Outcome::Fault(stated.fault(name, &exception.place, &members))
        }
        (_, Ended::Results(values)) => {
            let output = DynFields::new(definition, &lowered.output, &values);
            place.finish(&lowered.output.meta, &output, model.semantics.into())
        }
    }
}
