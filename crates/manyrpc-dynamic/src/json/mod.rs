//! Values to and from JSON, for people: errors say where they are and suggest what was meant.
//!
//! Values of `.proto` definitions have the JSON of ProtoJSON, as the codec has it
//! (`manyrpc_codec::json`). Members that the definition does not have are refused. A moment that is
//! none, as a peer may send it, is shown by its members, and a message of a type that is not known by
//! its bytes: `{"@type": …, "@value": …}`; both are accepted.
//!
//! Those of other definitions:
//!
//! | a value of | is in JSON |
//! | --- | --- |
//! | a record, parameters | an object by field name |
//! | an array, a list | an array |
//! | an optional | the value, or null; one that could be null itself is `{"some": …}` |
//! | an enumeration | the member's name; its number is accepted |
//! | a union | an object of the discriminant and, unless void, the arm: `{"status": "OK", "file": …}` |
//! | text | a string; what is not UTF-8 `{"latin1": "M\u00fcller"}`, a character for each byte |
//! | bytes | base64 (RFC 4648, section 4); `{"hex": "00ff"}` is accepted |
//! | 64-bit integers | a number up to 2^53, above it a string of digits; both are accepted |
//! | floating point | the shortest number that reads back; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | 128-bit floating point | `"0x"` and its 32 hexadecimal digits |
//! | nothing | null |
//! | a shared value | `{"$id": 1, "value": …}` where it stands first, `{"$ref": 1}` where it stands again, or null; a value alone is accepted for one that stands once |
//!
//! Fields that follow from others, such as the length of an array, are not written. By name they
//! are accepted and must be what they would be.

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

/// Why JSON does not fit a type, or a value its own, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The place: `args.wanted.id`, `args.values[3]`.
    pub path: String,
    /// What is wrong with it.
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

    /// The same error, seen from one level up.
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

/// Whether a value of this shape may be null, so that an optional one needs a wrapping.
fn may_be_null(shape: &Shape) -> bool {
    matches!(shape, Shape::Void | Shape::Optional(_) | Shape::Shared(_))
}

const SOME: &str = "some";

/// Where a shared value stands first, and what it is there.
const ID: &str = "$id";
const VALUE: &str = "value";

/// Where it stands again.
const REF: &str = "$ref";

/// Under what name an arm's value stands beside the discriminant.
fn arm_key(arms: &Arms, arm: usize) -> &str {
    match &*arms.meta.arms[arm].field.name {
        name if name == arms.discriminant => "value",
        name => name,
    }
}

/// The record that these parameters are as a whole, and whether it has a member of the parameter's
/// own name: an object that has one cannot be told from the parameter by its name, so it is the record.
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
