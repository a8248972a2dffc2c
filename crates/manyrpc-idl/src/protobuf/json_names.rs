//! Fields that have one name in JSON. In proto2 protoc accepts that where nobody chose the name; the
//! crate that checks definitions does not, so it is shown others meanwhile.

use std::collections::HashSet;

use protox::prost_reflect::prost_types::{DescriptorProto, FileDescriptorProto};

/// What no definition can give as a name: texts in it have no such character.
const MARK: char = '\u{fffe}';

/// The same file with names of its own for such fields, if it has any.
pub(super) fn told_apart(file: &FileDescriptorProto) -> Option<FileDescriptorProto> {
    if file.syntax() == "proto3" {
        return None;
    }
    let mut file = file.clone();
    let messages = file.message_type.iter_mut();
    let changed = messages.fold(false, |changed, message| tell_apart(message) | changed);
    changed.then_some(file)
}

fn tell_apart(message: &mut DescriptorProto) -> bool {
    let mut changed = false;
    let mut taken = HashSet::new();
    for field in &mut message.field {
        if field.json_name.is_none() && !taken.insert(camel(field.name())) {
            field.json_name = Some(format!("{MARK}{}", field.name()));
            changed = true;
        }
    }
    let nested = message.nested_type.iter_mut();
    nested.fold(changed, |changed, nested| tell_apart(nested) | changed)
}

/// Takes those names away again.
pub(super) fn restore(files: &mut [FileDescriptorProto]) {
    let messages = files.iter_mut().flat_map(|file| &mut file.message_type);
    messages.for_each(forget);
}

fn forget(message: &mut DescriptorProto) {
    for field in &mut message.field {
        if field.json_name().starts_with(MARK) {
            field.json_name = None;
        }
    }
    message.nested_type.iter_mut().for_each(forget);
}

/// The name that a field has in JSON where the definition gives none.
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
