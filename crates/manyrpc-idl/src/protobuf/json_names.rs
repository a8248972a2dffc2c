//! Fields that share a name in JSON. In proto2 protoc accepts this if neither name was chosen
//! explicitly; the crate that checks definitions does not, so it is given distinct names
//! temporarily.

use std::collections::HashSet;

use protox::prost_reflect::prost_types::{DescriptorProto, FileDescriptorProto};

/// A character that cannot occur in a definition's names.
const MARK: char = '\u{fffe}';

/// The file with distinct names for such fields; `None` if it has none.
pub(super) fn with_distinct_names(file: &FileDescriptorProto) -> Option<FileDescriptorProto> {
    if file.syntax() == "proto3" {
        return None;
    }
    let mut file = file.clone();
    let messages = file.message_type.iter_mut();
    let changed = messages.fold(false, |changed, message| make_distinct(message) | changed);
    changed.then_some(file)
}

fn make_distinct(message: &mut DescriptorProto) -> bool {
    let mut changed = false;
    let mut taken = HashSet::new();
    for field in &mut message.field {
        if field.json_name.is_none() && !taken.insert(camel(field.name())) {
            field.json_name = Some(format!("{MARK}{}", field.name()));
            changed = true;
        }
    }
    let nested = message.nested_type.iter_mut();
    nested.fold(changed, |changed, nested| make_distinct(nested) | changed)
}

/// Removes those names again.
pub(super) fn restore(files: &mut [FileDescriptorProto]) {
    let messages = files.iter_mut().flat_map(|file| &mut file.message_type);
    messages.for_each(remove_marked);
}

fn remove_marked(message: &mut DescriptorProto) {
    for field in &mut message.field {
        if field.json_name().starts_with(MARK) {
            field.json_name = None;
        }
    }
    message.nested_type.iter_mut().for_each(remove_marked);
}

/// A field's default JSON name.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::new();
    let mut upper = false;
    for c in name.chars() {
        match (c, upper) {
            ('_', _) => upper = true,
            (c, true) => {
                camel.push(c.to_ascii_uppercase());
                upper = false;
            }
            (c, false) => camel.push(c),
        }
    }
    camel
}
