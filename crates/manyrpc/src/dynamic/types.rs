//! Types of a definition whose values are encoded and decoded without a call.

use std::sync::Arc;

use manyrpc_codec::meta::Field;
use manyrpc_dynamic::{Dyn, DynMut, Shape, json};
use manyrpc_model::{Type, TypeDef, Value};
use serde_json::Value as Json;

use crate::described::{Definition, position, value_error};
use crate::error::Error;
use crate::message::{Codec, Malformed, Unencodable};

/// A type of a definition, including type aliases.
#[derive(Clone, Debug)]
pub struct DynamicType {
    definition: Arc<Definition>,
    field: Field,
    shape: Shape,
}

impl DynamicType {
    /// The type with that name, or the message with that full name. Case is ignored if the result
    /// is unique.
    ///
    /// # Errors
    /// There is no such type; the error lists them.
    pub fn find(definition: &Arc<Definition>, name: &str) -> Result<Self, Error> {
        let types = &definition.module.types;
        let full = |t: &TypeDef| {
            t.annotations
                .get("protobuf.name")
                .is_some_and(|n| n == name)
        };
        let index = types.iter().position(full);
        let index = index.or_else(|| position(types.iter().map(|t| &t.name), name));
        let index = index.ok_or_else(|| Error::Unknown {
            what: "type",
            name: name.to_owned(),
            known: types.iter().map(|t| t.name.clone()).collect(),
        })?;
        let name = &types[index].name;
        let place = definition.lowered.place(name, &Type::Named(name.clone()));
        let (field, shape) = place.map_err(|e| Error::Value(e.to_string()))?;
        Ok(DynamicType {
            definition: definition.clone(),
            field,
            shape,
        })
    }

    /// Its name in the definition.
    pub fn name(&self) -> &str {
        &self.field.name
    }

    /// Encodes a value: [`message::encode`](crate::message::encode).
    ///
    /// # Errors
    /// As there, or the value does not have the type.
    pub fn encode(&self, codec: impl Into<Codec>, value: &Value) -> Result<Vec<u8>, Unencodable> {
        let value = Dyn {
            lowered: &self.definition.lowered,
            shape: &self.shape,
            value,
        };
        codec.into().encode(&self.field, &value)
    }

    /// Decodes a value: [`message::decode`](crate::message::decode).
    ///
    /// # Errors
    /// As there.
    pub fn decode(&self, codec: impl Into<Codec>, bytes: &[u8]) -> Result<Value, Malformed> {
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.definition.lowered,
            shape: &self.shape,
            value: &mut value,
        };
        codec.into().decode(&self.field, bytes, &mut slot)?;
        Ok(value)
    }

    /// A value from JSON, in the form of call arguments.
    ///
    /// # Errors
    /// What does not fit, with its path from the type's name.
    pub fn from_json(&self, json: &Json) -> Result<Value, Error> {
        let lowered = &self.definition.lowered;
        json::value_from_json(lowered, &self.field, &self.shape, json).map_err(value_error)
    }

    /// A value as JSON, in the form of call results.
    ///
    /// # Errors
    /// The value does not have the type.
    pub fn to_json(&self, value: &Value) -> Result<Json, Error> {
        let lowered = &self.definition.lowered;
        json::value_to_json(lowered, &self.field, &self.shape, value).map_err(value_error)
    }
}
