//! From descriptors to the model.

use std::collections::{HashMap, HashSet};

use manyrpc_model as model;
use manyrpc_model::{
    Annotations, Arm, Direction, EnumMember, Identity, Interface, Length, Module, Operation, Param,
    Semantics, Streams, Type, TypeBody, TypeDef, Version,
};
use protox::prost_reflect::prost_types::field_descriptor_proto::{self as field, Label};
use protox::prost_reflect::prost_types::method_options::IdempotencyLevel;
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    MethodDescriptorProto, ServiceDescriptorProto,
};

use crate::names;

use super::comments::Comments;
use super::read::Set;
use super::refused::path;

/// The model of a definition whose module has that name.
pub(super) fn lower(name: &str, set: &Set) -> Module {
    let mut module = Module {
        name: name.to_owned(),
        ..Module::default()
    };
    let Some(own) = set.own() else {
        return module;
    };
    annotate(&mut module.annotations, "syntax", syntax(own));
    if !own.package().is_empty() {
        annotate(&mut module.annotations, "package", own.package());
    }
    let used = used(set);
    let mut names = Names::default();
    // The definition's own types have the first choice.
    for file in set.files.iter().rev() {
        names.file(file, &used);
    }
    for file in &set.files {
        let mut lower = Lower {
            comments: Comments::of(file),
            names: &names,
            used: &used,
            open: syntax(file) == "proto3",
            types: &mut module.types,
        };
        lower.file(file);
    }
    let comments = Comments::of(own);
    for (at, service) in own.service.iter().enumerate() {
        let at = [path::SERVICES, at as i32];
        module
            .interfaces
            .push(interface(own, service, &comments, &names, &at));
    }
    module
}

fn syntax(file: &FileDescriptorProto) -> &str {
    match file.syntax() {
        "" => "proto2",
        syntax => syntax,
    }
}

fn annotate(annotations: &mut Annotations, key: &str, value: impl Into<String>) {
    annotations.insert(format!("protobuf.{key}"), value.into());
}

/// The full names of the types that a definition has or needs.
fn used(set: &Set) -> HashSet<String> {
    let mut below: HashMap<String, Vec<String>> = HashMap::new();
    for file in &set.files {
        for message in &file.message_type {
            mentions(message, &scope_of(file), &mut below);
        }
    }
    let mut waiting = Vec::new();
    if let Some(own) = set.own() {
        let mut all = HashMap::new();
        for message in &own.message_type {
            mentions(message, &scope_of(own), &mut all);
        }
        waiting.extend(all.into_keys());
        let enums = own.enum_type.iter();
        waiting.extend(enums.map(|e| format!("{}.{}", scope_of(own), e.name())));
        let methods = own.service.iter().flat_map(|s| &s.method);
        waiting
            .extend(methods.flat_map(|m| [m.input_type().to_owned(), m.output_type().to_owned()]));
    }
    let mut used = HashSet::new();
    while let Some(name) = waiting.pop() {
        if used.insert(name.clone()) {
            waiting.extend(below.remove(&name).into_iter().flatten());
        }
    }
    used
}

/// What the names of a file's types begin with.
fn scope_of(file: &FileDescriptorProto) -> String {
    match file.package() {
        "" => String::new(),
        package => format!(".{package}"),
    }
}

/// The types that a message and its nested ones mention. Nested ones hang on what they are
/// nested in: they need its name.
fn mentions(message: &DescriptorProto, scope: &str, below: &mut HashMap<String, Vec<String>>) {
    let name = format!("{scope}.{}", message.name());
    let fields = message.field.iter().map(|f| f.type_name().to_owned());
    let mentioned = fields.filter(|name| !name.is_empty()).collect();
    for nested in &message.nested_type {
        mentions(nested, &name, below);
    }
    for nested in &message.enum_type {
        below
            .entry(format!("{name}.{}", nested.name()))
            .or_default();
    }
    below.insert(name, mentioned);
}

/// The names of types in the model, by their full names.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    given: HashMap<String, String>,
}

impl Names {
    fn file(&mut self, file: &FileDescriptorProto, used: &HashSet<String>) {
        for definition in &file.enum_type {
            self.give(&scope_of(file), "", definition.name(), used);
        }
        for message in &file.message_type {
            self.message(message, &scope_of(file), "", used);
        }
    }

    fn message(
        &mut self,
        message: &DescriptorProto,
        scope: &str,
        prefix: &str,
        used: &HashSet<String>,
    ) {
        self.give(scope, prefix, message.name(), used);
        let scope = format!("{scope}.{}", message.name());
        let prefix = format!("{prefix}{}_", message.name());
        for nested in &message.enum_type {
            self.give(&scope, &prefix, nested.name(), used);
        }
        for nested in &message.nested_type {
            self.message(nested, &scope, &prefix, used);
        }
        if used.contains(&scope) {
            for oneof in oneofs(message) {
                let name = message.oneof_decl[oneof].name();
                self.give_in(&scope, &prefix, name);
            }
        }
    }

    fn give(&mut self, scope: &str, prefix: &str, name: &str, used: &HashSet<String>) {
        if used.contains(&format!("{scope}.{name}")) {
            self.give_in(scope, prefix, name);
        }
    }

    fn give_in(&mut self, scope: &str, prefix: &str, name: &str) {
        let free = names::free(&mut self.taken, format!("{prefix}{name}"));
        self.given.insert(format!("{scope}.{name}"), free);
    }

    fn of(&self, full: &str) -> String {
        self.given.get(full).cloned().unwrap_or_default()
    }
}

/// The `oneof`s that are more than the mark of an optional field, by index.
fn oneofs(message: &DescriptorProto) -> impl Iterator<Item = usize> + '_ {
    (0..message.oneof_decl.len()).filter(|at| {
        let mut arms = message
            .field
            .iter()
            .filter(|f| f.oneof_index == Some(*at as i32));
        arms.any(|f| !f.proto3_optional())
    })
}

struct Lower<'a> {
    comments: Comments<'a>,
    names: &'a Names,
    used: &'a HashSet<String>,
    /// Whether enumerations have values that none of their members has.
    open: bool,
    types: &'a mut Vec<TypeDef>,
}

impl Lower<'_> {
    fn file(&mut self, file: &FileDescriptorProto) {
        let scope = scope_of(file);
        for (at, definition) in file.enum_type.iter().enumerate() {
            self.enumeration(definition, &scope, &[path::ENUMS, at as i32]);
        }
        for (at, message) in file.message_type.iter().enumerate() {
            self.message(message, &scope, &[path::MESSAGES, at as i32]);
        }
    }

    fn define(&mut self, full: &str, at: &[i32], body: TypeBody, annotations: Annotations) {
        self.types.push(TypeDef {
            name: self.names.of(full),
            doc: self.comments.at(at),
            body,
            annotations,
        });
    }

    fn enumeration(&mut self, definition: &EnumDescriptorProto, scope: &str, at: &[i32]) {
        let full = format!("{scope}.{}", definition.name());
        if !self.used.contains(&full) {
            return;
        }
        let members = definition
            .value
            .iter()
            .enumerate()
            .map(|(i, value)| EnumMember {
                name: value.name().to_owned(),
                value: value.number(),
                doc: self.comments.at(&[at, &[path::MEMBERS, i as i32]].concat()),
            });
        let body = TypeBody::Enum(model::Enum {
            members: members.collect(),
        });
        let mut annotations = Annotations::new();
        annotate(&mut annotations, "name", full.trim_start_matches('.'));
        annotate(
            &mut annotations,
            "enum",
            if self.open { "open" } else { "closed" },
        );
        let ranges = definition
            .reserved_range
            .iter()
            .map(|r| (r.start(), i64::from(r.end()), i64::from(i32::MAX)));
        reserve(&mut annotations, ranges, &definition.reserved_name);
        if definition.options.as_ref().is_some_and(|o| o.deprecated()) {
            annotate(&mut annotations, "deprecated", "true");
        }
        self.define(&full, at, body, annotations);
    }

    /// What is nested in a message, then the message: enumerations, messages, then what fields
    /// bring with them, in the order of their numbers.
    fn message(&mut self, message: &DescriptorProto, scope: &str, at: &[i32]) {
        let full = format!("{scope}.{}", message.name());
        let below = |kind: i32, i: usize| [at, &[kind, i as i32]].concat();
        for (i, nested) in message.enum_type.iter().enumerate() {
            self.enumeration(nested, &full, &below(path::NESTED_ENUMS, i));
        }
        let brought: Vec<&str> = message
            .field
            .iter()
            .filter_map(|f| brings(message, f))
            .collect();
        for (i, nested) in message.nested_type.iter().enumerate() {
            if !brought.contains(&nested.name()) {
                self.message(nested, &full, &below(path::NESTED, i));
            }
        }
        if !self.used.contains(&full) {
            return;
        }
        let mut fields: Vec<usize> = (0..message.field.len()).collect();
        fields.sort_by_key(|i| message.field[*i].number());
        let mut record = model::Record::default();
        let mut done = HashSet::new();
        for i in fields {
            let field = &message.field[i];
            let nested = brings(message, field)
                .and_then(|name| message.nested_type.iter().position(|n| n.name() == name));
            if let Some(nested) = nested {
                self.message(
                    &message.nested_type[nested],
                    &full,
                    &below(path::NESTED, nested),
                );
            }
            match choice(field) {
                None => record
                    .fields
                    .push(self.field(message, field, &below(path::FIELDS, i))),
                Some(oneof) if done.insert(oneof) => {
                    record.fields.push(self.oneof(message, oneof, &full, at));
                }
                Some(_) => {}
            }
        }
        let annotations = facts(message, &full);
        self.define(&full, at, TypeBody::Record(record), annotations);
    }

    fn oneof(
        &mut self,
        message: &DescriptorProto,
        oneof: usize,
        scope: &str,
        at: &[i32],
    ) -> model::Field {
        let name = message.oneof_decl[oneof].name();
        let full = format!("{scope}.{name}");
        let all = message.field.iter().enumerate();
        let mut arms: Vec<(i64, model::Field)> = all
            .filter(|(_, field)| choice(field) == Some(oneof))
            .map(|(i, field)| {
                let at = [at, &[path::FIELDS, i as i32]].concat();
                (i64::from(field.number()), self.field(message, field, &at))
            })
            .collect();
        arms.sort_by_key(|(number, _)| *number);
        let arms = arms.into_iter().map(|(label, field)| Arm {
            labels: vec![label],
            field,
        });
        let body = TypeBody::Union(model::Union {
            discriminant: "number".to_owned(),
            discriminant_type: Type::I32,
            arms: arms.collect(),
            default: None,
        });
        let place = [at, &[path::ONEOFS, oneof as i32]].concat();
        let mut annotations = Annotations::new();
        annotate(&mut annotations, "oneof", full.trim_start_matches('.'));
        let ty = Type::Named(self.names.of(&full)).optional();
        self.define(&full, &place, body, annotations);
        let mut field = model::Field::new(name, ty);
        annotate(&mut field.annotations, "oneof", "true");
        field
    }

    fn field(
        &self,
        message: &DescriptorProto,
        field: &FieldDescriptorProto,
        at: &[i32],
    ) -> model::Field {
        let ty = self.ty(field);
        let is_entry = message.options.as_ref().is_some_and(|o| o.map_entry());
        let ty = match field.label() {
            Label::Repeated => Type::array(ty, Length::UpTo(None)),
            Label::Required => ty,
            Label::Optional if is_entry || choice(field).is_some() => ty,
            Label::Optional if self.is_implicit(field) => ty,
            Label::Optional => ty.optional(),
        };
        let mut made = model::Field::new(field.name(), ty).documented(self.comments.at(at));
        let annotations = &mut made.annotations;
        annotate(annotations, "number", field.number().to_string());
        if let Some(name) = type_name(field) {
            annotate(annotations, "type", name);
        }
        if field.label() == Label::Required {
            annotate(annotations, "presence", "required");
        }
        if is_entry {
            annotate(annotations, "presence", "explicit");
        }
        if field.label() == Label::Repeated
            && brings(message, field).is_some()
            && field.r#type() == field::Type::Message
        {
            annotate(annotations, "map", "true");
        }
        self.options(field, annotations);
        made
    }

    fn options(&self, field: &FieldDescriptorProto, annotations: &mut Annotations) {
        let options = field.options.as_ref();
        let packable = field.label() == Label::Repeated && is_packable(field);
        let packed = options.and_then(|o| o.packed).unwrap_or(self.open);
        if packable && !packed {
            annotate(annotations, "packed", "false");
        }
        if let Some(default) = &field.default_value {
            annotate(annotations, "default", default);
        }
        if options.is_some_and(|o| o.deprecated()) {
            annotate(annotations, "deprecated", "true");
        }
        if field
            .json_name
            .as_deref()
            .is_some_and(|name| name != camel(field.name()))
        {
            annotate(annotations, "json_name", field.json_name());
        }
    }

    /// Whether nobody can tell that a field was sent with its default value.
    fn is_implicit(&self, field: &FieldDescriptorProto) -> bool {
        let is_message = matches!(field.r#type(), field::Type::Message | field::Type::Group);
        self.open && !is_message && !field.proto3_optional()
    }

    fn ty(&self, field: &FieldDescriptorProto) -> Type {
        use field::Type as Kind;
        match field.r#type() {
            Kind::Double => Type::F64,
            Kind::Float => Type::F32,
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Type::I64,
            Kind::Uint64 | Kind::Fixed64 => Type::U64,
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Type::I32,
            Kind::Uint32 | Kind::Fixed32 => Type::U32,
            Kind::Bool => Type::Bool,
            Kind::String => Type::Text { max: None },
            Kind::Bytes => Type::Bytes(Length::UpTo(None)),
            Kind::Group | Kind::Message | Kind::Enum => {
                Type::Named(self.names.of(field.type_name()))
            }
        }
    }
}

/// The index of the `oneof` that a field is an arm of.
fn choice(field: &FieldDescriptorProto) -> Option<usize> {
    match field.proto3_optional() {
        true => None,
        false => field.oneof_index.map(|at| at as usize),
    }
}

/// The nested message that a field declares along with itself: a map's entry, a group.
fn brings<'a>(message: &'a DescriptorProto, field: &FieldDescriptorProto) -> Option<&'a str> {
    let last = field.type_name().rsplit('.').next()?;
    let nested = message.nested_type.iter().find(|n| n.name() == last)?;
    let is_entry = nested.options.as_ref().is_some_and(|o| o.map_entry());
    let is_group = field.r#type() == field::Type::Group;
    (is_entry || is_group).then(|| nested.name())
}

/// The name of a type that is not the first choice for its values.
fn type_name(field: &FieldDescriptorProto) -> Option<&'static str> {
    use field::Type as Kind;
    Some(match field.r#type() {
        Kind::Sint32 => "sint32",
        Kind::Sint64 => "sint64",
        Kind::Fixed32 => "fixed32",
        Kind::Fixed64 => "fixed64",
        Kind::Sfixed32 => "sfixed32",
        Kind::Sfixed64 => "sfixed64",
        Kind::Group => "group",
        _ => return None,
    })
}

fn is_packable(field: &FieldDescriptorProto) -> bool {
    use field::Type as Kind;
    !matches!(
        field.r#type(),
        Kind::String | Kind::Bytes | Kind::Message | Kind::Group
    )
}

/// The name that a field has in JSON where the definition gives none.
pub(super) fn camel(name: &str) -> String {
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

/// What is said of a message beside its fields.
fn facts(message: &DescriptorProto, full: &str) -> Annotations {
    let mut annotations = Annotations::new();
    annotate(&mut annotations, "name", full.trim_start_matches('.'));
    let options = message.options.as_ref();
    if options.is_some_and(|o| o.map_entry()) {
        annotate(&mut annotations, "map_entry", "true");
    }
    if options.is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    let last = |end: i32| i64::from(end) - 1;
    let most = (1 << 29) - 1;
    let ranges = message
        .reserved_range
        .iter()
        .map(|r| (r.start(), last(r.end()), most));
    reserve(&mut annotations, ranges, &message.reserved_name);
    let extensions = message
        .extension_range
        .iter()
        .map(|r| (r.start(), last(r.end()), most));
    let extensions = ranges_text(extensions);
    if !extensions.is_empty() {
        annotate(&mut annotations, "extensions", extensions);
    }
    annotations
}

fn reserve(
    annotations: &mut Annotations,
    ranges: impl Iterator<Item = (i32, i64, i64)>,
    names: &[String],
) {
    let ranges = ranges_text(ranges);
    if !ranges.is_empty() {
        annotate(annotations, "reserved", ranges);
    }
    if !names.is_empty() {
        annotate(annotations, "reserved_names", names.join(", "));
    }
}

/// `2, 9 to 11, 40 to max`, from first, last and the largest possible number.
fn ranges_text(ranges: impl Iterator<Item = (i32, i64, i64)>) -> String {
    let texts = ranges.map(|(first, last, most)| match last {
        last if last == i64::from(first) => first.to_string(),
        last if last >= most => format!("{first} to max"),
        last => format!("{first} to {last}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn interface(
    file: &FileDescriptorProto,
    service: &ServiceDescriptorProto,
    comments: &Comments<'_>,
    names: &Names,
    at: &[i32],
) -> Interface {
    let full = format!("{}.{}", scope_of(file), service.name());
    let methods = service.method.iter().enumerate();
    let operations = methods.map(|(i, method)| {
        let doc = comments.at(&[at, &[path::METHODS, i as i32]].concat());
        operation(method, i as u32, doc, names)
    });
    let mut annotations = Annotations::new();
    if service.options.as_ref().is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    Interface {
        name: service.name().to_owned(),
        doc: comments.at(at),
        identity: Identity {
            name: Some(full.trim_start_matches('.').to_owned()),
            version: Version { major: 1, minor: 0 },
            ..Identity::default()
        },
        operations: operations.collect(),
        annotations,
    }
}

fn operation(method: &MethodDescriptorProto, number: u32, doc: String, names: &Names) -> Operation {
    let mut annotations = Annotations::new();
    let options = method.options.as_ref();
    if options.is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    let level = options.map(|o| o.idempotency_level());
    let semantics = match level {
        Some(IdempotencyLevel::NoSideEffects) => {
            annotate(&mut annotations, "idempotency", "no_side_effects");
            Semantics::Idempotent
        }
        Some(IdempotencyLevel::Idempotent) => Semantics::Idempotent,
        _ => Semantics::AtMostOnce,
    };
    let request = Type::Named(names.of(method.input_type()));
    Operation {
        name: method.name().to_owned(),
        doc,
        number,
        params: vec![Param::new("request", Direction::In, request)],
        result: Type::Named(names.of(method.output_type())),
        semantics,
        streams: Streams {
            request: method.client_streaming(),
            reply: method.server_streaming(),
        },
        annotations,
    }
}
