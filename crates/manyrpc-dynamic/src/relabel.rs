//! Labels of full pointers that a call's results share with its arguments.

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_codec::ndr::Referents;
use manyrpc_model::{Labelled, Value};

/// Replaces the labels in a reply by the caller's. In decoded results labels are the referent
/// identifiers of the wire; `request` has the referents recorded when the arguments were encoded. New
/// referents get labels that no argument has.
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
    /// Labels by referent identifier.
    labels: BTreeMap<u32, u32>,
    taken: BTreeSet<u32>,
    /// All labels below it are taken.
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

    /// The label of a referent identifier: the caller's, otherwise the identifier itself if it is free,
    /// otherwise the lowest free label.
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
