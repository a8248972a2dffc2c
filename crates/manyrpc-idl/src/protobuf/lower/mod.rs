//! Lowers descriptors to the model.
//!
//! - `names`: which types there are, and their names
//! - `extensions`: fields added to messages from outside
//! - `endless`: messages that require themselves
//! - `fields`, `facts`: the annotations of fields and of types
//! - `service`: services and their methods

mod endless;
mod extensions;
mod facts;
mod fields;
mod names;
mod service;

use std::collections::HashSet;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Arm, EnumMember, Length, Module, Type, TypeBody, TypeDef};
use protox::prost_reflect::prost_types::field_descriptor_proto::{self as field, Label};
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
};

use super::comments::Comments;
use super::refused::path;
use super::set::{Set, is_empty};
use endless::Endless;
use extensions::{Extension, scope_of};
use fields::choice;
use names::Names;

pub(super) use extensions::Extensions;

/// The model of a definition, as a module of that name.
pub(super) fn lower(name: &str, set: &Set) -> Module {
    let mut module = Module {
        name: name.to_owned(),
        ..Module::default()
    };
    let Some(own) = set.own() else {
        return module;
    };
    let roots = set.roots();
    let own = first(own, &roots);
    annotate(&mut module.annotations, "syntax", syntax(own));
    let package = own.package();
    if !package.is_empty() {
        annotate(&mut module.annotations, "package", package);
    }
    let extensions = Extensions::of(&set.files);
    let used = names::used(set, &extensions);
    let mut names = Names::default();
    // The definition's own types choose their names first.
    for file in set.files.iter().rev() {
        names.file(file, &used);
    }
    let context = Context {
        endless: Endless::of(set),
        extensions,
        names,
        used,
    };
    let mut made = Made::default();
    for file in &set.files {
        Lower::of(file, &context, &mut made).file(file);
    }
    // Groups that extend each other are not reached from any other message.
    for extension in context.extensions.all() {
        if let Some((group, at)) = &extension.group {
            let mut lower = Lower::of(extension.file, &context, &mut made);
            lower.message(group, &extension.scope, at);
        }
    }
    module.types = made.types;
    // Services are qualified by their package alone.
    for root in roots.into_iter().filter(|root| root.package() == package) {
        let comments = Comments::of(root);
        for (at, service) in root.service.iter().enumerate() {
            let at = [path::SERVICES, at as i32];
            let interface =
                service::interface((set, root), service, &comments, &context.names, &at);
            module.interfaces.push(interface);
        }
    }
    module
}

/// The definition's own file, or if it declares nothing, the first file that it stands for.
fn first<'a>(
    own: &'a FileDescriptorProto,
    roots: &[&'a FileDescriptorProto],
) -> &'a FileDescriptorProto {
    let mut declaring = roots.iter().filter(|root| !is_empty(root));
    declaring
        .next()
        .copied()
        .filter(|_| is_empty(own))
        .unwrap_or(own)
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

/// A message, its full name with a leading dot, and its path in its file.
struct Whole<'m> {
    message: &'m DescriptorProto,
    full: String,
    at: &'m [i32],
}

impl Whole<'_> {
    /// The path of one of its parts.
    fn below(&self, kind: i32, i: usize) -> Vec<i32> {
        [self.at, &[kind, i as i32]].concat()
    }

    /// The nested message that a field declares implicitly: a map's entry or a group.
    fn declared_type(&self, field: &FieldDescriptorProto) -> Option<usize> {
        let name = field.type_name().strip_prefix(&*self.full)?;
        let name = name.strip_prefix('.')?;
        let at = self
            .message
            .nested_type
            .iter()
            .position(|n| n.name() == name)?;
        let options = self.message.nested_type[at].options.as_ref();
        let is_entry = options.is_some_and(|o| o.map_entry());
        let is_group = field.r#type() == field::Type::Group && field.extendee().is_empty();
        (is_entry || is_group).then_some(at)
    }
}

/// Shared by all files of a definition.
struct Context<'a> {
    endless: Endless,
    extensions: Extensions<'a>,
    names: Names,
    /// The full names of the types that are needed.
    used: HashSet<String>,
}

#[derive(Default)]
struct Made {
    types: Vec<TypeDef>,
    /// The full names of the messages that are lowered or being lowered.
    begun: HashSet<String>,
}

/// Lowers one file.
struct Lower<'a> {
    context: &'a Context<'a>,
    comments: Comments<'a>,
    /// Whether enumerations are open.
    open: bool,
    made: &'a mut Made,
}

impl<'a> Lower<'a> {
    fn of(file: &'a FileDescriptorProto, context: &'a Context<'a>, made: &'a mut Made) -> Self {
        Lower {
            context,
            comments: Comments::of(file),
            open: syntax(file) == "proto3",
            made,
        }
    }

    fn file(&mut self, file: &FileDescriptorProto) {
        let scope = scope_of(file);
        for (at, definition) in file.enum_type.iter().enumerate() {
            self.enumeration(definition, &scope, &[path::ENUMS, at as i32]);
        }
        for (at, message) in file.message_type.iter().enumerate() {
            if !self.context.extensions.declare(message) {
                self.message(message, &scope, &[path::MESSAGES, at as i32]);
            }
        }
    }

    fn define(&mut self, full: &str, at: &[i32], body: TypeBody, annotations: Annotations) {
        self.made.types.push(TypeDef {
            name: self.context.names.of(full),
            doc: self.comments.at(at),
            body,
            annotations,
        });
    }

    fn enumeration(&mut self, definition: &EnumDescriptorProto, scope: &str, at: &[i32]) {
        let full = format!("{scope}.{}", definition.name());
        if !self.context.used.contains(&full) {
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
        let annotations = facts::of_enumeration(definition, &full, self.open);
        self.define(&full, at, body, annotations);
    }

    /// Lowers a message after its nested types: enumerations, messages, then the types that its
    /// fields declare, in the order of their numbers.
    fn message(&mut self, message: &DescriptorProto, scope: &str, at: &[i32]) {
        let whole = &Whole {
            message,
            full: format!("{scope}.{}", message.name()),
            at,
        };
        if !self.made.begun.insert(whole.full.clone()) {
            return;
        }
        for (i, nested) in message.enum_type.iter().enumerate() {
            self.enumeration(nested, &whole.full, &whole.below(path::NESTED_ENUMS, i));
        }
        // The fields of an unused message declare nothing; others may still need its nested types.
        let is_used = self.context.used.contains(&whole.full);
        let declaring = message.field.iter().filter(|_| is_used);
        let declared_type: Vec<usize> = declaring.filter_map(|f| whole.declared_type(f)).collect();
        for (i, nested) in message.nested_type.iter().enumerate() {
            if !declared_type.contains(&i) && !self.context.extensions.declare(nested) {
                self.message(nested, &whole.full, &whole.below(path::NESTED, i));
            }
        }
        if is_used {
            let record = self.record(whole);
            let annotations = facts::of_message(message, &whole.full);
            self.define(&whole.full, at, TypeBody::Record(record), annotations);
        }
    }

    fn record(&mut self, whole: &Whole<'_>) -> model::Record {
        let message = whole.message;
        let mut fields: Vec<(i32, model::Field)> = Vec::new();
        let mut done = HashSet::new();
        let mut order: Vec<usize> = (0..message.field.len()).collect();
        order.sort_by_key(|i| message.field[*i].number());
        for i in order {
            let field = &message.field[i];
            if let Some(nested) = whole.declared_type(field) {
                let at = whole.below(path::NESTED, nested);
                self.message(&message.nested_type[nested], &whole.full, &at);
            }
            let made = match choice(field) {
                None => self.field(whole, field, &whole.below(path::FIELDS, i)),
                Some(oneof) if done.insert(oneof) => self.oneof(whole, oneof),
                Some(_) => continue,
            };
            fields.push((field.number(), made));
        }
        for extension in self.context.extensions.of_message(&whole.full) {
            let made = self.extension(whole, extension);
            fields.push((extension.field.number(), made));
        }
        fields.sort_by_key(|(number, _)| *number);
        let fields = fields.into_iter().map(|(_, field)| field).collect();
        model::Record { fields }
    }

    /// An extension field, and the group that it may declare.
    fn extension(&mut self, whole: &Whole<'_>, extension: &Extension<'_>) -> model::Field {
        let mut there = Lower::of(extension.file, self.context, self.made);
        if let Some((group, at)) = &extension.group {
            there.message(group, &extension.scope, at);
        }
        let field = there.field(whole, extension.field, &extension.at);
        let name = extension.name();
        model::Field { name, ..field }
    }

    fn oneof(&mut self, whole: &Whole<'_>, oneof: usize) -> model::Field {
        let name = whole.message.oneof_decl[oneof].name();
        let full = format!("{}.{name}", whole.full);
        let all = whole.message.field.iter().enumerate();
        let mut arms: Vec<(i64, model::Field)> = all
            .filter(|(_, field)| choice(field) == Some(oneof))
            .map(|(i, field)| {
                let at = whole.below(path::FIELDS, i);
                (i64::from(field.number()), self.field(whole, field, &at))
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
        let mut annotations = Annotations::new();
        annotate(&mut annotations, "oneof", full.trim_start_matches('.'));
        let ty = Type::Named(self.context.names.of(&full)).optional();
        self.define(&full, &whole.below(path::ONEOFS, oneof), body, annotations);
        let mut field = model::Field::new(name, ty);
        annotate(&mut field.annotations, "oneof", "true");
        field
    }

    fn field(&self, whole: &Whole<'_>, field: &FieldDescriptorProto, at: &[i32]) -> model::Field {
        let ty = self.ty(field);
        let options = whole.message.options.as_ref();
        let is_entry = options.is_some_and(|o| o.map_entry());
        let ty = match field.label() {
            Label::Repeated => Type::array(ty, Length::UpTo(None)),
            Label::Required if self.is_endless(whole, field) => ty.optional(),
            Label::Required => ty,
            Label::Optional if is_entry || choice(field).is_some() => ty,
            Label::Optional if self.is_implicit(field) => ty,
            Label::Optional => ty.optional(),
        };
        let mut made = model::Field::new(field.name(), ty).documented(self.comments.at(at));
        let annotations = &mut made.annotations;
        annotate(annotations, "number", field.number().to_string());
        if let Some(name) = fields::type_name(field) {
            annotate(annotations, "type", name);
        }
        if field.label() == Label::Required {
            annotate(annotations, "presence", "required");
        }
        if is_entry {
            annotate(annotations, "presence", "explicit");
        }
        let is_map = field.label() == Label::Repeated && field.r#type() == field::Type::Message;
        if is_map && whole.declared_type(field).is_some() {
            annotate(annotations, "map", "true");
        }
        fields::options(field, self.open, annotations);
        made
    }

    /// Whether a required field has no finite value.
    fn is_endless(&self, whole: &Whole<'_>, field: &FieldDescriptorProto) -> bool {
        let endless = &self.context.endless;
        endless.is_part(&whole.full, field.type_name())
    }

    /// Whether a field has no presence: one sent with its default value cannot be told from an
    /// absent one.
    fn is_implicit(&self, field: &FieldDescriptorProto) -> bool {
        let is_message = matches!(field.r#type(), field::Type::Message | field::Type::Group);
        let is_within = field.extendee().is_empty();
        self.open && is_within && !is_message && !field.proto3_optional()
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
                Type::Named(self.context.names.of(field.type_name()))
            }
        }
    }
}
