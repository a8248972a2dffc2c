//! Values with their types (`any`), for people: `{"type": "sequence<long>", "value": [1, 2]}`.
//!
//! A type code is turned into a definition, so that its values have the JSON form that other values
//! have. Types are written as in OMG IDL; those with names, as they are called in the definition.

mod code;
mod definition;
mod parse;
#[cfg(test)]
mod tests;

use manyrpc_codec::cdr::{Any, Kind, TypeCode};
use manyrpc_codec::{Fail, Malformed, Source};
use manyrpc_model::Value;

use crate::decode::DynMut;
use crate::encode::Dyn;
use crate::lower::{Lowered, Shape, TypeId, lower};

/// A value with a definition of its type, which its type code tells.
pub struct Described {
    /// The type.
    pub code: TypeCode,
    /// The definition.
    pub lowered: Lowered,
    /// Its place there.
    pub place: manyrpc_codec::meta::Field,
    /// Its shape there.
    pub shape: Shape,
}

/// The definition of a type; `None` of types whose values have no form for people.
fn described(code: TypeCode) -> Option<Described> {
    let (module, ty) = definition::definition(code.root())?;
    let lowered = lower(&module).ok()?;
    let (place, shape) = lowered.place("value", &ty).ok()?;
    Some(Described {
        code,
        lowered,
        place,
        shape,
    })
}

/// The value in an encapsulation, with its type; `None` if it has no form for people.
///
/// # Errors
/// The encapsulation is malformed.
pub fn value(any: &Any) -> Result<Option<(Described, Value)>, Malformed> {
    // Its own type decides how much memory it takes, which nobody here has checked: another system may have
    // carried it as bytes.
    any.check()?;
    value_inside(any)
}

/// The same of one in a value that was checked, or received over CDR, and so with it.
pub(crate) fn value_inside(any: &Any) -> Result<Option<(Described, Value)>, Malformed> {
    let (code, mut source) = any.parts()?;
    let Some(described) = described(code) else {
        return Ok(None);
    };
    let mut value = Value::Void;
    let mut slot = DynMut {
        lowered: &described.lowered,
        shape: &described.shape,
        value: &mut value,
    };
    match source.slot(&described.place, &mut slot) {
        Ok(()) => source.finish()?,
        Err(Fail) => return Err(source.failure()),
    }
    Ok(Some((described, value)))
}

/// The type code of a named type of a definition.
pub fn type_code(lowered: &Lowered, ty: TypeId) -> TypeCode {
    TypeCode::build(|types| code::Describer::new(lowered, types).named(ty))
}

/// The type that a text names, as in OMG IDL; types with names are those of the definition.
///
/// # Errors
/// What is wrong with it.
pub fn named(lowered: &Lowered, ty: &str) -> Result<Described, String> {
    let code = parse::parse(lowered, ty)?;
    described(code).ok_or_else(|| format!("values of type `{ty}` cannot be written"))
}

/// A value of a type without parts.
pub fn of(kind: Kind, value: &Value) -> Any {
    let described = described(TypeCode::build(|types| types.add(kind)));
    let any = described.and_then(|of| of.any(value).ok());
    any.unwrap_or_default()
}

impl Described {
    /// A value of this type, with the type.
    ///
    /// # Errors
    /// What the type does not permit.
    pub fn any(&self, value: &Value) -> Result<Any, String> {
        let (lowered, shape) = (&self.lowered, &self.shape);
        let value = Dyn {
            lowered,
            shape,
            value,
        };
        Any::with_type(&self.code, &self.place, &value).map_err(|e| e.to_string())
    }
}
