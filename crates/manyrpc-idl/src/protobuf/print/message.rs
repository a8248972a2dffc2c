//! Messages and their extensions.

use manyrpc_model as model;
use manyrpc_model::{Length, Type, TypeBody, TypeDef};

use crate::inexpressible::Reason;

use super::super::json_names::camel;
use super::Printer;
use super::names::{annotation, extension, named};

impl<'m> Printer<'m> {
    /// The members of a message.
    pub(super) fn members(
        &mut self,
        definition: &'m TypeDef,
        record: &'m model::Record,
        indent: &str,
    ) {
        let inner = format!("{indent}  ");
        self.statements(&definition.annotations, &inner);
        let full = annotation(&definition.annotations, "name").unwrap_or_default();
        let fields = record
            .fields
            .iter()
            .flat_map(|field| match self.union(&field.ty) {
                Some((_, union)) => union.arms.iter().map(|arm| &arm.field).collect(),
                None => vec![field],
            });
        let declared_type: Vec<&str> = fields.filter_map(|f| self.declared_type(f)).collect();
        let nested = self.module.types.iter().filter(|t| self.is_at(t, full));
        let nested: Vec<&TypeDef> = nested
            .filter(|t| !declared_type.contains(&&*t.name))
            .collect();
        for definition in nested {
            self.definition(definition, &inner);
        }
        let own = |field: &&model::Field| extension(field).is_none();
        for field in record.fields.iter().filter(own) {
            let at = format!("{}.{}", definition.name, field.name);
            match (
                annotation(&field.annotations, "oneof"),
                self.union(&field.ty),
            ) {
                (Some(_), Some((name, union))) => self.oneof(name, field, union, &inner),
                _ => self.field(&at, field, &inner, true),
            }
        }
        self.extend(full, &inner);
    }

    /// The fields that a message or package declares for other messages.
    pub(super) fn extend(&mut self, scope: &str, indent: &str) {
        let inner = format!("{indent}  ");
        let mut extended: Option<&str> = None;
        let declared = self.extensions.iter().filter(|e| e.scope == scope);
        for extension in declared.copied().collect::<Vec<_>>() {
            let full = annotation(&extension.of.annotations, "name").unwrap_or_default();
            if extended != Some(full) {
                let end = extended.map_or(String::new(), |_| format!("{indent}}}\n"));
                self.out += &format!("{end}\n{indent}extend .{full} {{\n");
                extended = Some(full);
            }
            let at = format!("{}.{}", extension.of.name, extension.field.name);
            self.field(&at, extension.field, &inner, true);
        }
        if extended.is_some() {
            self.out += &format!("{indent}}}\n");
        }
    }

    /// The type that a field declares implicitly.
    fn declared_type(&self, field: &'m model::Field) -> Option<&'m str> {
        let group = annotation(&field.annotations, "type") == Some("group");
        let map = annotation(&field.annotations, "map").is_some();
        (group || map).then(|| named(&field.ty))?
    }

    fn union(&self, ty: &'m Type) -> Option<(&'m TypeDef, &'m model::Union)> {
        let definition = self.module.find_type(named(ty)?)?;
        match &definition.body {
            TypeBody::Union(union) => Some((definition, union)),
            _ => None,
        }
    }

    fn oneof(
        &mut self,
        definition: &'m TypeDef,
        field: &'m model::Field,
        union: &'m model::Union,
        indent: &str,
    ) {
        self.comment(&definition.name, &definition.doc, indent);
        self.out += &format!("{indent}oneof {} {{\n", field.name);
        for arm in &union.arms {
            let at = format!("{}.{}", definition.name, arm.field.name);
            self.field(&at, &arm.field, &format!("{indent}  "), false);
        }
        self.out += &format!("{indent}}}\n");
    }

    fn field(&mut self, at: &str, field: &'m model::Field, indent: &str, labelled: bool) {
        let annotations = &field.annotations;
        let known = [
            "number",
            "type",
            "presence",
            "map",
            "packed",
            "default",
            "deprecated",
            "json_name",
        ];
        self.facts(at, annotations, &known);
        if field.derived.is_some() {
            self.faults.push(at, Reason::Derived);
        }
        let Some(number) = annotation(annotations, "number") else {
            return self.faults.push(at, Reason::FieldNumber);
        };
        self.comment(at, &field.doc, indent);
        let options = self.options(field);
        let name = extension(field).map_or(&*field.name, |(_, name)| name);
        if annotation(annotations, "map").is_some() {
            let ty = self.map(at, field);
            self.out += &format!("{indent}{ty} {name} = {number}{options};\n");
            return;
        }
        let (label, ty) = self.label(field);
        let label = if labelled { label } else { "" };
        if annotation(annotations, "type") == Some("group") {
            return self.group(ty, label, number, &options, indent);
        }
        let ty = self.ty(at, ty, annotation(annotations, "type"));
        self.out += &format!("{indent}{label}{ty} {name} = {number}{options};\n");
    }

    /// The keyword before a field's type, and the type itself.
    fn label(&self, field: &'m model::Field) -> (&'static str, &'m Type) {
        let is_required = annotation(&field.annotations, "presence") == Some("required");
        match &field.ty {
            Type::Array { element, .. } => ("repeated ", element),
            // The field is required but has no finite value.
            Type::Optional(inner) if is_required => ("required ", inner),
            // Message fields need no keyword in proto3.
            Type::Optional(inner) if self.proto3 && self.is_message(inner) => ("", inner),
            Type::Optional(inner) => ("optional ", inner),
            ty if is_required => ("required ", ty),
            ty => ("", ty),
        }
    }

    fn is_message(&self, ty: &Type) -> bool {
        let definition = named(ty).and_then(|name| self.module.find_type(name));
        definition.is_some_and(|d| matches!(d.body, TypeBody::Record(_)))
    }

    fn group(&mut self, ty: &'m Type, label: &str, number: &str, options: &str, indent: &str) {
        let definition = named(ty).and_then(|name| self.module.find_type(name));
        let Some((definition, TypeBody::Record(record))) = definition.map(|d| (d, &d.body)) else {
            return;
        };
        let name = self.short(&definition.name, &definition.annotations);
        self.out += &format!("{indent}{label}group {name} = {number}{options} {{\n");
        self.members(definition, record, indent);
        self.out += &format!("{indent}}}\n");
    }

    fn map(&mut self, at: &str, field: &'m model::Field) -> String {
        let entry = named(&field.ty).and_then(|name| self.module.find_type(name));
        match entry.map(|e| &e.body) {
            Some(TypeBody::Record(record)) if record.fields.len() == 2 => {
                let [key, value] = [&record.fields[0], &record.fields[1]]
                    .map(|part| self.ty(at, &part.ty, annotation(&part.annotations, "type")));
                format!("map<{key}, {value}>")
            }
            _ => String::new(),
        }
    }

    fn options(&mut self, field: &model::Field) -> String {
        let annotations = &field.annotations;
        let mut options = Vec::new();
        let scalars = matches!(&field.ty, Type::Array { element, .. } if self.is_scalar(element));
        let packed = annotation(annotations, "packed") != Some("false");
        if scalars && packed != self.proto3 {
            options.push(format!("packed = {packed}"));
        }
        if let Some(default) = annotation(annotations, "default") {
            let of = match &field.ty {
                Type::Optional(inner) => inner,
                other => other,
            };
            options.push(match of {
                Type::Text { .. } => format!("default = {default:?}"),
                Type::Bytes(_) => format!("default = \"{default}\""),
                _ => format!("default = {default}"),
            });
        }
        if annotation(annotations, "deprecated").is_some() {
            options.push("deprecated = true".to_owned());
        }
        if let Some(name) =
            annotation(annotations, "json_name").filter(|name| **name != camel(&field.name))
        {
            options.push(format!("json_name = {name:?}"));
        }
        match options.is_empty() {
            true => String::new(),
            false => format!(" [{}]", options.join(", ")),
        }
    }

    fn is_scalar(&self, ty: &Type) -> bool {
        let is_enum = || {
            let definition = named(ty).and_then(|name| self.module.find_type(name));
            definition.is_some_and(|d| matches!(d.body, TypeBody::Enum(_)))
        };
        match ty {
            Type::Text { .. } | Type::Bytes(_) => false,
            Type::Named(_) => is_enum(),
            _ => true,
        }
    }

    pub(super) fn ty(&mut self, at: &str, ty: &Type, given: Option<&str>) -> String {
        if let Some(given) = given {
            return given.to_owned();
        }
        match ty {
            Type::Bool => "bool",
            Type::I32 => "int32",
            Type::U32 => "uint32",
            Type::I64 => "int64",
            Type::U64 => "uint64",
            Type::F32 => "float",
            Type::F64 => "double",
            Type::Text { max: None } => "string",
            Type::Bytes(Length::UpTo(None)) => "bytes",
            Type::Named(name) => {
                return match self.names.get(&**name) {
                    // Fully qualified, so that inner names cannot hide it.
                    Some(full) => format!(".{full}"),
                    None => {
                        self.faults.push(at, Reason::FullName);
                        String::new()
                    }
                };
            }
            _ => {
                self.faults.push(at, Reason::NoWord);
                ""
            }
        }
        .to_owned()
    }
}
