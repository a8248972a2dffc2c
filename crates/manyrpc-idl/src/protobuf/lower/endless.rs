//! Messages that require themselves: no complete value of them exists, but protoc accepts their
//! definitions, and values that lack the required field.

use std::collections::{HashMap, HashSet};

use protox::prost_reflect::prost_types::DescriptorProto;
use protox::prost_reflect::prost_types::field_descriptor_proto::Label;

use super::super::set::Set;
use super::extensions::scope_of;

/// Which messages require which, by full name.
#[derive(Default)]
pub(super) struct Endless {
    below: HashMap<String, HashSet<String>>,
}

impl Endless {
    pub(super) fn of(set: &Set) -> Self {
        let mut all = Endless::default();
        for file in &set.files {
            for message in &file.message_type {
                all.take(message, &scope_of(file));
            }
        }
        all
    }

    fn take(&mut self, message: &DescriptorProto, scope: &str) {
        let name = format!("{scope}.{}", message.name());
        let required = message
            .field
            .iter()
            .filter(|f| f.label() == Label::Required);
        let held = required.map(|f| f.type_name()).filter(|ty| !ty.is_empty());
        let held: HashSet<String> = held.map(str::to_owned).collect();
        for nested in &message.nested_type {
            self.take(nested, &name);
        }
        if !held.is_empty() {
            self.below.insert(name, held);
        }
    }

    /// Whether requiring `held` makes `holder` require itself.
    pub(super) fn is_part(&self, holder: &str, held: &str) -> bool {
        let (mut seen, mut waiting) = (HashSet::new(), vec![held]);
        while let Some(name) = waiting.pop() {
            if name == holder {
                return true;
            }
            if seen.insert(name) {
                let below = self.below.get(name).into_iter().flatten();
                waiting.extend(below.map(String::as_str));
            }
        }
        false
    }
}
