//! Names in the model of what XML names.
//!
//! An identifier is the name with `_` for every character but ASCII's letters, digits and `_`, and before a digit
//! that is first. What has no name has that of what it is in, with `_` and its element's between (`Order_item`). Of
//! two that would be the same the later has a number (`Order_2`). Words that a language reserves are the matter of
//! who writes that language.

use std::collections::{HashMap, HashSet};

use manyrpc_model::Annotations;

/// The identifier for a name; `empty` for one that is empty.
pub(super) fn identifier(name: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() {
        true => c,
        false => '_',
    };
    let mut made: String = name.chars().map(plain).collect();
    if made.is_empty() {
        made.push_str("empty");
    }
    if made.starts_with(|c: char| c.is_ascii_digit()) {
        made.insert(0, '_');
    }
    made
}

/// The local name in XML of a field or parameter.
pub(super) fn local_name<'a>(name: &'a str, notes: &'a Annotations) -> &'a str {
    notes.get("xml.name").map_or(name, String::as_str)
}

/// The namespace of that name.
pub(super) fn namespace(notes: &Annotations) -> &str {
    notes.get("xml.ns").map_or("", String::as_str)
}

/// What a field or parameter is in XML, if it is no element.
pub(super) fn role(notes: &Annotations) -> &str {
    notes.get("xml.role").map_or("", String::as_str)
}

/// Names in one scope.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The last number of each name that was wanted again.
    last: HashMap<String, usize>,
}

impl Names {
    /// The name, or with a number if it is taken.
    pub(super) fn free(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let last = self.last.entry(name.clone()).or_insert(1);
        loop {
            *last += 1;
            let numbered = format!("{name}_{last}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
