//! Outcomes of calls as values: results or an exception, and the union of both.

use manyrpc_codec::cdr::repository_id;
use manyrpc_model::Value;

use crate::lower::{LoweredOperation, Raising};

/// The outcome of a call of an operation that raises exceptions.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// Results, in the order of the operation's output record.
    Results(Vec<Value>),
    /// An exception: its index among the operation's exceptions, and its members.
    Raised(usize, Value),
}

impl Ended {
    /// Converts the outcome to the union.
    pub fn into_union(self) -> Value {
        let (label, value) = match self {
            Ended::Results(mut results) => match results.len() {
                0 => (0, Value::Void),
                1 => (0, results.remove(0)),
                _ => (0, Value::Record(results)),
            },
            Ended::Raised(index, members) => (index as i64 + 1, members),
        };
        let value = Box::new(value);
        Value::Union { label, value }
    }

    /// The outcome in a decoded union; `None` if it is impossible for this operation.
    pub fn of_union(operation: &LoweredOperation, union: Value) -> Option<Self> {
        let union = match union {
            Value::Packed(packed) => packed.unpack(),
            other => other,
        };
        let Value::Union { label, value } = union else {
            return None;
        };
        let raising = operation.raising.as_ref()?;
        if let Some(index) = usize::try_from(label).ok()?.checked_sub(1) {
            return (index < raising.exceptions.len()).then_some(Ended::Raised(index, *value));
        }
        Some(Ended::Results(match (operation.output.given(), *value) {
            (0, _) => Vec::new(),
            (1, result) => vec![result],
            (_, Value::Record(results)) => results,
            _ => return None,
        }))
    }
}

impl Raising {
    /// The index of the exception with this name: that of its definition, or its full name, or else the last part of that,
    /// so that a server may have the definition in a different module. A name may be a repository identifier.
    pub fn find(&self, name: &str) -> Option<usize> {
        let own = self.exceptions.iter().position(|e| e.name == name);
        let full_names = self.exceptions.iter().map(|e| &*e.full_name);
        own.or_else(|| repository_id::position(full_names, name))
    }
}
