//! Refuses what the language permits and the model cannot represent.

use std::collections::{HashMap, HashSet};

use protox::prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use protox::prost_reflect::prost_types::field_options::JsType;
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
};

use crate::diagnostic::Findings;
use crate::source::Sources;

use super::set::Set;

/// Field numbers of `descriptor.proto`, as used in paths.
pub(super) mod path {
    pub(crate) const MESSAGES: i32 = 4;
    pub(crate) const ENUMS: i32 = 5;
    pub(crate) const SERVICES: i32 = 6;
    pub(crate) const EXTENSIONS: i32 = 7;
    pub(crate) const FIELDS: i32 = 2;
    pub(crate) const NESTED: i32 = 3;
    pub(crate) const NESTED_ENUMS: i32 = 4;
    pub(crate) const NESTED_EXTENSIONS: i32 = 6;
    pub(crate) const ONEOFS: i32 = 8;
    pub(crate) const MEMBERS: i32 = 2;
    pub(crate) const METHODS: i32 = 2;
    pub(crate) const EXTENSION_RANGES: i32 = 5;
    pub(crate) const RESERVED_RANGES: i32 = 9;
    pub(crate) const RESERVED_NAMES: i32 = 10;
    pub(crate) const ENUMS_RESERVED_RANGES: i32 = 4;
    pub(crate) const ENUMS_RESERVED_NAMES: i32 = 5;
}

/// Whether a message is one of the language's options or a part of one: extensions of those concern
/// their users only.
pub(super) fn is_option(extendee: &str) -> bool {
    let name = extendee.strip_prefix(".google.protobuf.");
    name.is_some_and(|name| name.ends_with("Options") || name == "FeatureSet")
}

fn is_of_64_bits(ty: Type) -> bool {
    let varint = matches!(ty, Type::Int64 | Type::Uint64 | Type::Sint64);
    varint || matches!(ty, Type::Fixed64 | Type::Sfixed64)
}

/// Refuses invalid extensions, message sets and packed fields, maps of enumerations whose first
/// member is not 0, and `allow_alias` on enumerations without aliases.
pub(super) fn check(sources: &Sources<'_>, findings: &mut Findings, set: &Set) {
    let mut check = Check {
        sources,
        findings,
        set,
        numbers: HashSet::new(),
        first: HashMap::new(),
    };
    for file in &set.files {
        let scope = format!(".{}", file.package());
        let scope = scope.trim_end_matches('.');
        check.firsts(scope, &file.enum_type, &file.message_type);
    }
    for file in &set.files {
        check.extensions(file, &file.extension, &[path::EXTENSIONS]);
        check.aliases(file, &file.enum_type, &[path::ENUMS]);
        for (at, message) in file.message_type.iter().enumerate() {
            let scope = format!(".{}", file.package());
            check.message(
                file,
                message,
                scope.trim_end_matches('.'),
                &[path::MESSAGES, at as i32],
            );
        }
    }
}

struct Check<'a, 'f> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    set: &'a Set,
    /// The extended messages with the numbers of their extensions.
    numbers: HashSet<(String, i32)>,
    /// The number of each enumeration's first member.
    first: HashMap<String, i32>,
}

impl Check<'_, '_> {
    /// What protoc requires of extensions and the parser does not check.
    fn extensions(
        &mut self,
        file: &FileDescriptorProto,
        all: &[FieldDescriptorProto],
        within: &[i32],
    ) {
        let all = all.iter().enumerate();
        for (at, extension) in all.filter(|(_, e)| !is_option(e.extendee())) {
            let name = extension.name();
            let key = (extension.extendee().to_owned(), extension.number());
            let message = if !self.numbers.insert(key) {
                let number = extension.number();
                format!("`{name}` has the number {number} of another extension")
            } else if extension.label() == Label::Required {
                format!("`{name}` is an extension, which cannot be required")
            } else if extension.oneof_index.is_some() {
                format!("`{name}` is an extension, which cannot be an arm of a oneof")
            } else if file.syntax() == "proto3" {
                format!("`{name}` extends a message, where proto3 has extensions of options only")
            } else {
                self.options(file, extension, &[within, &[at as i32]].concat());
                continue;
            };
            let place = [within, &[at as i32]].concat();
            let span = self.set.place(self.sources, file, &place);
            self.findings.error(self.sources, span, message);
        }
    }

    /// Message sets exist in proto2 only and hold only extensions.
    fn set(&mut self, file: &FileDescriptorProto, message: &DescriptorProto, at: &[i32]) {
        let options = message.options.as_ref();
        if !options.is_some_and(|o| o.message_set_wire_format()) {
            return;
        }
        let name = message.name();
        let why = match (file.syntax() == "proto3", message.field.is_empty()) {
            (true, _) => "which proto3 does not have",
            (_, false) => "which has extensions and no fields",
            _ => return,
        };
        let span = self.set.place(self.sources, file, at);
        let message = format!("`{name}` is a message set, {why}");
        self.findings.error(self.sources, span, message);
    }

    /// Only repeated numbers can be packed, only messages can be `lazy`, and only 64-bit integers
    /// can be strings in JavaScript.
    fn options(&mut self, file: &FileDescriptorProto, field: &FieldDescriptorProto, at: &[i32]) {
        let Some(options) = &field.options else {
            return;
        };
        let is_message = matches!(field.r#type(), Type::Message | Type::Group);
        let is_long = is_message || matches!(field.r#type(), Type::String | Type::Bytes);
        let why = if options.packed() && (is_long || field.label() != Label::Repeated) {
            "packed: it is not a repeated number"
        } else if options.lazy() && !is_message {
            "lazy: it is no message"
        } else if options.jstype() != JsType::JsNormal && !is_of_64_bits(field.r#type()) {
            "another type in JavaScript: it is no integer of 64 bits"
        } else {
            return;
        };
        let span = self.set.place(self.sources, file, at);
        let message = format!("`{}` cannot be {why}", field.name());
        self.findings.error(self.sources, span, message);
    }

    fn aliases(
        &mut self,
        file: &FileDescriptorProto,
        enums: &[EnumDescriptorProto],
        within: &[i32],
    ) {
        let permits =
            |of: &EnumDescriptorProto| of.options.as_ref().is_some_and(|o| o.allow_alias());
        for (at, of) in enums.iter().enumerate().filter(|(_, of)| permits(of)) {
            let mut numbers = HashSet::new();
            if of.value.iter().all(|value| numbers.insert(value.number())) {
                let place = [within, &[at as i32]].concat();
                let span = self.set.place(self.sources, file, &place);
                let message = format!("`{}` permits aliases, and has none", of.name());
                self.findings.error(self.sources, span, message);
            }
        }
    }

    fn firsts(&mut self, scope: &str, enums: &[EnumDescriptorProto], messages: &[DescriptorProto]) {
        for of in enums {
            let first = of.value.first().map_or(0, |value| value.number());
            self.first.insert(format!("{scope}.{}", of.name()), first);
        }
        for message in messages {
            let scope = format!("{scope}.{}", message.name());
            self.firsts(&scope, &message.enum_type, &message.nested_type);
        }
    }

    /// A missing value in a map's entry is 0.
    fn entry(&mut self, file: &FileDescriptorProto, entry: &DescriptorProto, at: &[i32]) {
        let mut types = entry.field.iter().map(|field| field.type_name());
        if types.any(|ty| self.first.get(ty).is_some_and(|first| *first != 0)) {
            let span = self
                .set
                .place(self.sources, file, &at[..at.len().saturating_sub(2)]);
            let name = entry.name().strip_suffix("Entry").unwrap_or_default();
            let message =
                format!("the values of `{name}` are of an enumeration that does not have 0 first");
            self.findings.error(self.sources, span, message);
        }
    }

    fn message(
        &mut self,
        file: &FileDescriptorProto,
        message: &DescriptorProto,
        scope: &str,
        at: &[i32],
    ) {
        let name = format!("{scope}.{}", message.name());
        let below = |kind: i32, i: usize| [at, &[kind, i as i32]].concat();
        if message.options.as_ref().is_some_and(|o| o.map_entry()) {
            self.entry(file, message, at);
        }
        self.extensions(
            file,
            &message.extension,
            &[at, &[path::NESTED_EXTENSIONS]].concat(),
        );
        self.set(file, message, at);
        for (i, field) in message.field.iter().enumerate() {
            self.options(file, field, &below(path::FIELDS, i));
        }
        let enums = [at, &[path::NESTED_ENUMS]].concat();
        self.aliases(file, &message.enum_type, &enums);
        for (i, nested) in message.nested_type.iter().enumerate() {
            self.message(file, nested, &name, &below(path::NESTED, i));
        }
    }
}
