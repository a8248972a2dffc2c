//! Extensions: fields that `extend` adds to messages.

use std::collections::{BTreeMap, HashSet};

use protox::prost_reflect::prost_types::field_descriptor_proto::Type;
use protox::prost_reflect::prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto,
};

use super::super::refused::{is_option, path};

/// One extension.
pub(crate) struct Extension<'a> {
    /// The file that declares it.
    pub(crate) file: &'a FileDescriptorProto,
    /// Its path in that file.
    pub(crate) at: Vec<i32>,
    /// The message or package that declares it, with a leading dot.
    pub(crate) scope: String,
    pub(crate) field: &'a FieldDescriptorProto,
    /// The message of a group, declared with the field, and its path.
    pub(super) group: Option<(&'a DescriptorProto, Vec<i32>)>,
}

impl Extension<'_> {
    /// The field's name as in JSON and the text format: `[pkg.name]`.
    pub(super) fn name(&self) -> String {
        let scope = self.scope.trim_start_matches('.');
        match scope {
            "" => format!("[{}]", self.field.name()),
            scope => format!("[{scope}.{}]", self.field.name()),
        }
    }
}

/// All extensions of a definition, except those of the language's options.
#[derive(Default)]
pub(crate) struct Extensions<'a> {
    /// By extended message, ordered by number.
    by_message: BTreeMap<&'a str, Vec<Extension<'a>>>,
    /// The addresses of their groups' messages.
    groups: HashSet<*const DescriptorProto>,
}

impl<'a> Extensions<'a> {
    pub(crate) fn of(files: &'a [FileDescriptorProto]) -> Self {
        let mut all = Extensions::default();
        for file in files {
            let nested = (&file.message_type[..], path::MESSAGES);
            all.take(file, &file.extension, nested, &scope_of(file), &[]);
            for (i, message) in file.message_type.iter().enumerate() {
                let at = [path::MESSAGES, i as i32];
                all.within(file, message, &scope_of(file), &at);
            }
        }
        for extensions in all.by_message.values_mut() {
            extensions.sort_by_key(|e| e.field.number());
        }
        all
    }

    fn within(
        &mut self,
        file: &'a FileDescriptorProto,
        message: &'a DescriptorProto,
        scope: &str,
        at: &[i32],
    ) {
        let scope = format!("{scope}.{}", message.name());
        let nested = (&message.nested_type[..], path::NESTED);
        self.take(file, &message.extension, nested, &scope, at);
        for (i, nested) in message.nested_type.iter().enumerate() {
            let at = [at, &[path::NESTED, i as i32]].concat();
            self.within(file, nested, &scope, &at);
        }
    }

    /// Adds those of one scope; `nested` are its messages and their field number in the path.
    fn take(
        &mut self,
        file: &'a FileDescriptorProto,
        declared: &'a [FieldDescriptorProto],
        nested: (&'a [DescriptorProto], i32),
        scope: &str,
        at: &[i32],
    ) {
        let kind = match at {
            [] => path::EXTENSIONS,
            _ => path::NESTED_EXTENSIONS,
        };
        for (i, field) in declared.iter().enumerate() {
            if is_option(field.extendee()) {
                continue;
            }
            let below = |kind: i32, i: usize| [at, &[kind, i as i32]].concat();
            let group = (field.r#type() == Type::Group).then(|| {
                let last = field.type_name().rsplit('.').next();
                let place = nested.0.iter().position(|n| Some(n.name()) == last);
                place.map(|i| (&nested.0[i], below(nested.1, i)))
            });
            let group = group.flatten();
            self.groups.extend(
                group
                    .iter()
                    .map(|(message, _)| std::ptr::from_ref(*message)),
            );
            let extended = self.by_message.entry(field.extendee()).or_default();
            extended.push(Extension {
                file,
                at: below(kind, i),
                scope: scope.to_owned(),
                field,
                group,
            });
        }
    }

    /// The extensions of one message.
    pub(crate) fn of_message(&self, full: &str) -> &[Extension<'a>] {
        self.by_message.get(full).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Extension<'a>> {
        self.by_message.values().flatten()
    }

    /// Whether a message is a group that an extension declares.
    pub(super) fn declare(&self, message: &DescriptorProto) -> bool {
        self.groups.contains(&std::ptr::from_ref(message))
    }
}

/// The prefix of the full names of a file's types.
pub(super) fn scope_of(file: &FileDescriptorProto) -> String {
    match file.package() {
        "" => String::new(),
        package => format!(".{package}"),
    }
}
