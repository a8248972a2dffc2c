//! Conversion of values to and from JSON, for people: errors state their place and suggest corrections.
//!
//! Values of `.proto` definitions use ProtoJSON, as implemented in the codec (`manyrpc_codec::json`).
//! Unknown members are rejected. An invalid timestamp, which a peer may send, is shown by its members,
//! and a message of an unknown type by its bytes: `{"@type": …, "@value": …}`; both forms are accepted.
//!
//! Values of other definitions:
//!
//! | value | JSON |
//! | --- | --- |
//! | a record, parameters | an object by field name |
//! | an array, a list | an array |
//! | an optional | the value, or null; a value that could itself be null is wrapped as `{"some": …}` |
//! | an enumeration | the member's name; its number is accepted too |
//! | a union | an object of the discriminant and, unless void, the arm: `{"status": "OK", "file": …}` |
//! | text | a string; text that is not UTF-8 as `{"latin1": "M\u00fcller"}`, a character per byte |
//! | bytes | base64 (RFC 4648, section 4); `{"hex": "00ff"}` is accepted |
//! | 64-bit integers | a number up to 2^53, above it a string of digits; both are accepted |
//! | floating point | the shortest number that reads back; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | 128-bit floating point | `"0x"` and its 32 hexadecimal digits |
//! | nothing | null |
//! | a shared value | `{"$id": 1, "value": …}` at its first place, `{"$ref": 1}` at later ones, or null;
//! a plain value is accepted for one that occurs once |
//! | a value with its type (`any`) | `{"type": "sequence<long>", "value": [1, 2]}`, with types as in OMG IDL |
//!
//! Derived fields, such as the length of an array, are not written. They are accepted by name if they
//! agree with the values.

mod names;
mod octets;
mod proto;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{params_from_json, params_from_text, value_from_json};
pub use write::{params_to_json, value_to_json};

use crate::lower::{Arms, Lowered, Members, Shape};

/// The root of the paths in errors about parameters.
const ARGS: &str = "args";

type Read<T> = Result<T, JsonError>;

/// An error: JSON that does not fit a type, or a value that does not fit its own, and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The place: `args.wanted.id`, `args.values[3]`.
    pub path: String,
    /// The problem.
    pub message: String,
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for JsonError {}

impl JsonError {
    fn new(message: impl Into<String>) -> Self {
        JsonError {
            path: String::new(),
            message: message.into(),
        }
    }

    /// The same error with its path extended by an outer step.
    fn inside(mut self, step: &str) -> Self {
        let dot = match self.path.as_bytes().first() {
            None | Some(b'[') => "",
            Some(_) => ".",
        };
        self.path = format!("{step}{dot}{}", self.path);
        self
    }

    fn at(self, index: usize) -> Self {
        self.inside(&format!("[{index}]"))
    }
}

/// Whether a value of this shape may be null, so that an optional one needs a wrapper.
fn may_be_null(shape: &Shape) -> bool {
    matches!(shape, Shape::Void | Shape::Optional(_) | Shape::Shared(_))
}

const SOME: &str = "some";

/// The members of the first occurrence of a shared value.
const ID: &str = "$id";
const VALUE: &str = "value";

/// The members of a value with its type, besides that of the value: the type, and the encapsulation of both
/// instead of a value that has no JSON form.
const TYPE: &str = "type";
const CDR: &str = "cdr";

/// The member of later occurrences.
const REF: &str = "$ref";

/// The member name of an arm's value, next to the discriminant.
fn arm_key(arms: &Arms, arm: usize) -> &str {
    match &*arms.meta.arms[arm].field.name {
        name if name == arms.discriminant => "value",
        name => name,
    }
}

/// The record that these parameters consist of, if they are a single record, and whether it has a member
/// with the parameter's own name: an object with such a member is ambiguous, and is taken as the record.
fn whole<'a>(lowered: &'a Lowered, members: &Members) -> Option<(&'a Members, bool)> {
    let (true, [Shape::Record(id)]) = (members.meta.is_members_of_one(), &members.shapes[..])
    else {
        return None;
    };
    let record = lowered.record(*id);
    let by_name = &members.meta.fields[0].name;
    let confusing = record.meta.fields.iter().any(|f| f.name == *by_name);
    Some((record, confusing))
}
