//! Full pointers that a call's results share with its arguments.

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_codec::ndr::Referents;
use manyrpc_model::{Labelled, Value};

/// Gives what came in a reply the labels that its caller gave it. In the results as they were
/// decoded, labels are the identifiers of the wire; `request` is what the arguments left behind
/// when they were encoded. What is new has a label that no argument has.
pub fn relabel(results: &mut [Value], request: &Referents) {
    if request.is_empty() {
        return;
    }
    let given = request.identities().map(|(id, label)| (id, label as u32));
    let labels: BTreeMap<_, _> = given.collect();
    let mut names = Names {
        taken: labels.values().copied().collect(),
        labels,
        next: 1,
    };
    results.iter_mut().for_each(|value| names.visit(value));
}

struct Names {
    /// By identifier of the wire.
    labels: BTreeMap<u32, u32>,
    taken: BTreeSet<u32>,
    /// No label below it is free.
    next: u32,
}

impl Names {
    fn visit(&mut self, value: &mut Value) {
        match value {
            Value::Shared(Some(Labelled { id, value })) => {
                *id = self.label(*id);
                if let Some(value) = value {
                    self.visit(value);
                }
            }
            Value::List(values) | Value::Record(values) => {
                values.iter_mut().for_each(|value| self.visit(value));
            }
            Value::Optional(Some(value)) | Value::Union { value, .. } => self.visit(value),
            _ => {}
        }
    }

    /// The label of what has this identifier: its caller's, or the identifier itself where that is
    /// free, or the lowest that is.
    fn label(&mut self, id: u32) -> u32 {
        if let Some(label) = self.labels.get(&id) {
            return *label;
        }
        let mut label = id;
        while !self.taken.insert(label) {
            label = self.next;
            self.next += 1;
        }
        self.labels.insert(id, label);
        label
    }
}
