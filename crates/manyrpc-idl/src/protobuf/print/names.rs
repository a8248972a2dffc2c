//! Full names, and the standard files of types.

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_model::{Annotations, Field, Module, Type, TypeBody, TypeDef};

/// The prefix of all annotation keys of this language.
pub(super) const PREFIX: &str = "protobuf.";

/// The standard files, each with a type in it or a prefix of its types' names.
const GOOGLE: &[(&str, &str)] = &[
    ("Any", "any"),
    ("Duration", "duration"),
    ("Empty", "empty"),
    ("FieldMask", "field_mask"),
    ("SourceContext", "source_context"),
    ("Timestamp", "timestamp"),
    ("Struct", "struct"),
    ("Value", "struct"),
    ("ListValue", "struct"),
    ("NullValue", "struct"),
    ("DoubleValue", "wrappers"),
    ("FloatValue", "wrappers"),
    ("Int64Value", "wrappers"),
    ("UInt64Value", "wrappers"),
    ("Int32Value", "wrappers"),
    ("UInt32Value", "wrappers"),
    ("BoolValue", "wrappers"),
    ("StringValue", "wrappers"),
    ("BytesValue", "wrappers"),
    ("Type", "type"),
    ("Field", "type"),
    ("Enum", "type"),
    ("EnumValue", "type"),
    ("Option", "type"),
    ("Syntax", "type"),
    ("Api", "api"),
    ("Method", "api"),
    ("Mixin", "api"),
];

/// The standard file that declares a type of `google.protobuf`.
pub(super) fn google(name: &str) -> Option<&'static str> {
    let outer = name.split('.').next().unwrap_or(name);
    let found = GOOGLE.iter().find(|(ty, _)| *ty == outer);
    found.map(|(_, file)| *file)
}

/// The full names of a module's types.
pub(crate) struct Names<'m> {
    by_name: BTreeMap<&'m str, &'m str>,
    full: BTreeSet<&'m str>,
}

impl<'m> Names<'m> {
    pub(crate) fn of(module: &'m Module) -> Self {
        let by_name = names(module);
        let full = by_name.values().copied().collect();
        Names { by_name, full }
    }

    /// The package of a type; a `oneof` has none.
    pub(crate) fn package(&self, definition: &TypeDef) -> Option<&'m str> {
        let name = *self.by_name.get(&*definition.name)?;
        Some(self.around(name.rsplit_once('.').map_or("", |(scope, _)| scope)))
    }

    /// The package of a declaration in that message or package.
    pub(crate) fn around<'n>(&self, mut scope: &'n str) -> &'n str {
        while self.full.contains(scope) {
            scope = scope.rsplit_once('.').map_or("", |(scope, _)| scope);
        }
        scope
    }

    /// The standard file that declares a type.
    pub(crate) fn google(&self, definition: &TypeDef) -> Option<String> {
        let full = self.by_name.get(&*definition.name)?;
        let name = full.strip_prefix("google.protobuf.")?;
        Some(format!("google/protobuf/{}.proto", google(name)?))
    }
}

/// The full name of each type that has one, by its name in the model.
pub(super) fn names(module: &Module) -> BTreeMap<&str, &str> {
    let named = module
        .types
        .iter()
        .filter_map(|t| Some((&*t.name, annotation(&t.annotations, "name")?)));
    named.collect()
}

pub(crate) fn annotation<'a>(annotations: &'a Annotations, key: &str) -> Option<&'a str> {
    annotations
        .get(&format!("{PREFIX}{key}"))
        .map(String::as_str)
}

/// A field that is added to a message from outside.
#[derive(Clone, Copy)]
pub(crate) struct Extension<'m> {
    /// The extended message.
    pub(crate) of: &'m TypeDef,
    pub(crate) field: &'m Field,
    /// The message or package that declares it.
    pub(crate) scope: &'m str,
}

/// All extensions in a module.
pub(crate) fn extensions(module: &Module) -> impl Iterator<Item = Extension<'_>> {
    module.types.iter().flat_map(|of| {
        let fields = match &of.body {
            TypeBody::Record(record) => &record.fields[..],
            _ => &[],
        };
        fields.iter().filter_map(move |field| {
            let scope = extension(field)?.0;
            Some(Extension { of, field, scope })
        })
    })
}

/// The scope and name of an extension field.
pub(crate) fn extension(field: &Field) -> Option<(&str, &str)> {
    let full = field.name.strip_prefix('[')?.strip_suffix(']')?;
    Some(full.rsplit_once('.').unwrap_or(("", full)))
}

/// The name of the type that is ultimately used.
pub(super) fn named(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(name) => Some(name),
        Type::Optional(inner) | Type::Array { element: inner, .. } => named(inner),
        _ => None,
    }
}
