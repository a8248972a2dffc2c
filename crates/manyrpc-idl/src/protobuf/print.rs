//! The model back to a definition.
//!
//! What is printed reads back as the same module, documentation included, which is checked each
//! time: a module that this language has no words for is refused with the reasons. Types of other
//! packages are imported, which only those that come with the language can be.

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_model as model;
use manyrpc_model::{
    Annotations, Interface, Length, Module, Operation, Semantics, Type, TypeBody, TypeDef,
};

use crate::unsayable::{Faults, Reason, Unsayable, read_back};

use super::lower::camel;

/// What the names of all facts of this language begin with.
const PREFIX: &str = "protobuf.";

/// The files that come with the language, by a type in each or the start of their types' names.
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

/// The `.proto` text of a module.
///
/// # Errors
/// Everything that the language cannot say.
pub fn print(module: &Module) -> Result<String, Vec<Unsayable>> {
    let text = Print {
        module,
        package: said(&module.annotations, "package").unwrap_or_default(),
        proto3: said(&module.annotations, "syntax").is_none_or(|s| s == "proto3"),
        imports: None,
        services: true,
    };
    read_back(module, text.text()?, "proto")
}

/// One file of a module.
pub(super) struct Print<'m> {
    pub(super) module: &'m Module,
    /// Whose types it declares.
    pub(super) package: &'m str,
    pub(super) proto3: bool,
    /// What it imports; without it what comes with the language, and types of other packages are
    /// refused.
    pub(super) imports: Option<Vec<String>>,
    /// Whether the module's services are in it.
    pub(super) services: bool,
}

impl Print<'_> {
    /// Its text.
    pub(super) fn text(self) -> Result<String, Vec<Unsayable>> {
        let mut printer = Printer {
            module: self.module,
            package: self.package.to_owned(),
            proto3: self.proto3,
            names: names(self.module),
            out: String::new(),
            faults: Faults::default(),
        };
        printer.module(&self);
        match printer.faults.0.is_empty() {
            true => Ok(printer.out),
            false => Err(printer.faults.0),
        }
    }
}

/// The full names of a module's types.
pub(super) struct Names<'m> {
    by_name: BTreeMap<&'m str, &'m str>,
    full: BTreeSet<&'m str>,
}

impl<'m> Names<'m> {
    pub(super) fn of(module: &'m Module) -> Self {
        let by_name = names(module);
        let full = by_name.values().copied().collect();
        Names { by_name, full }
    }

    /// The package of a type; a `oneof` has none.
    pub(super) fn package(&self, definition: &TypeDef) -> Option<&'m str> {
        let mut name = *self.by_name.get(&*definition.name)?;
        while let Some((scope, _)) = name.rsplit_once('.') {
            if !self.full.contains(scope) {
                return Some(scope);
            }
            name = scope;
        }
        Some("")
    }

    /// The file of a type that comes with the language.
    pub(super) fn google(&self, definition: &TypeDef) -> Option<String> {
        let full = self.by_name.get(&*definition.name)?;
        let name = full.strip_prefix("google.protobuf.")?;
        let outer = name.split('.').next().unwrap_or(name);
        let (_, file) = GOOGLE.iter().find(|(ty, _)| *ty == outer)?;
        Some(format!("google/protobuf/{file}.proto"))
    }
}

/// The full name of each type that has one, by its name in the model.
fn names(module: &Module) -> BTreeMap<&str, &str> {
    let named = module
        .types
        .iter()
        .filter_map(|t| Some((&*t.name, said(&t.annotations, "name")?)));
    named.collect()
}

pub(super) fn said<'a>(annotations: &'a Annotations, key: &str) -> Option<&'a str> {
    annotations
        .get(&format!("{PREFIX}{key}"))
        .map(String::as_str)
}

struct Printer<'m> {
    module: &'m Module,
    package: String,
    proto3: bool,
    names: BTreeMap<&'m str, &'m str>,
    out: String,
    faults: Faults,
}

impl<'m> Printer<'m> {
    fn module(&mut self, print: &Print<'_>) {
        let module = self.module;
        let syntax = if self.proto3 { "proto3" } else { "proto2" };
        self.out += &format!("syntax = \"{syntax}\";\n");
        if !self.package.is_empty() {
            self.out += &format!("\npackage {};\n", self.package);
        }
        for constant in &module.consts {
            self.faults.push(&constant.name, Reason::Constant);
        }
        match &print.imports {
            None => self.imports(),
            Some(files) if files.is_empty() => {}
            Some(files) => {
                let lines = files.iter().map(|file| format!("import \"{file}\";\n"));
                self.out += &format!("\n{}", lines.collect::<String>());
            }
        }
        let own: Vec<&TypeDef> = module
            .types
            .iter()
            .filter(|t| self.is_at(t, &self.package))
            .collect();
        for definition in own {
            self.out += "\n";
            self.definition(definition, "");
        }
        for interface in module.interfaces.iter().filter(|_| print.services) {
            self.out += "\n";
            self.service(interface);
        }
    }

    /// Whether a type stands directly in that scope.
    fn is_at(&self, definition: &TypeDef, scope: &str) -> bool {
        let full = said(&definition.annotations, "name");
        full.is_some_and(|full| full.rsplit_once('.').unwrap_or(("", full)).0 == scope)
    }

    fn imports(&mut self) {
        let mut imported: Vec<&str> = Vec::new();
        for definition in &self.module.types {
            if matches!(definition.body, TypeBody::Union(_)) {
                continue;
            }
            let Some(full) = said(&definition.annotations, "name") else {
                self.faults.push(&definition.name, Reason::FullName);
                continue;
            };
            let inside = match &*self.package {
                "" => true,
                package => full
                    .strip_prefix(package)
                    .is_some_and(|rest| rest.starts_with('.')),
            };
            match full.strip_prefix("google.protobuf.") {
                Some(name) if self.package != "google.protobuf" => {
                    let outer = name.split('.').next().unwrap_or(name);
                    match GOOGLE.iter().find(|(ty, _)| *ty == outer) {
                        Some((_, file)) if imported.contains(file) => {}
                        Some((_, file)) => imported.push(file),
                        None => self.faults.push(&definition.name, Reason::Elsewhere),
                    }
                }
                _ if !inside => self.faults.push(&definition.name, Reason::Elsewhere),
                _ => {}
            }
        }
        let lines = imported
            .iter()
            .map(|file| format!("import \"google/protobuf/{file}.proto\";\n"));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            self.out += &format!("\n{lines}");
        }
    }

    fn definition(&mut self, definition: &'m TypeDef, indent: &str) {
        let TypeDef {
            name: subject,
            doc,
            body,
            annotations,
        } = definition;
        match body {
            TypeBody::Record(record) => {
                self.comment(subject, doc, indent);
                let name = self.short(subject, annotations);
                self.out += &format!("{indent}message {name} {{\n");
                self.members(definition, record, indent);
                self.out += &format!("{indent}}}\n");
            }
            TypeBody::Enum(body) => {
                self.comment(subject, doc, indent);
                self.enumeration(subject, body, annotations, indent);
            }
            TypeBody::Alias(_) | TypeBody::Union(_) => {
                self.faults.push(subject, Reason::TypeNeedsName)
            }
        }
    }

    fn short(&mut self, subject: &str, annotations: &'m Annotations) -> &'m str {
        self.facts(
            subject,
            annotations,
            &[
                "name",
                "enum",
                "deprecated",
                "reserved",
                "reserved_names",
                "extensions",
            ],
        );
        let full = said(annotations, "name").unwrap_or_default();
        full.rsplit('.').next().unwrap_or_default()
    }

    /// That nothing else is said than what there are words for.
    fn facts(&mut self, subject: &str, annotations: &Annotations, known: &[&str]) {
        for key in annotations.keys() {
            let known = key
                .strip_prefix(PREFIX)
                .is_some_and(|key| known.contains(&key));
            if !known {
                self.faults.push(subject, Reason::Annotation(key.clone()));
            }
        }
    }

    fn enumeration(
        &mut self,
        subject: &str,
        body: &'m model::Enum,
        annotations: &'m Annotations,
        indent: &str,
    ) {
        let name = self.short(subject, annotations);
        self.out += &format!("{indent}enum {name} {{\n");
        let inner = format!("{indent}  ");
        let values: Vec<i32> = body.members.iter().map(|m| m.value).collect();
        if (1..values.len()).any(|at| values[..at].contains(&values[at])) {
            self.out += &format!("{inner}option allow_alias = true;\n");
        }
        self.statements(annotations, &inner);
        for member in &body.members {
            let at = format!("{subject}.{}", member.name);
            self.comment(&at, &member.doc, &inner);
            self.out += &format!("{inner}{} = {};\n", member.name, member.value);
        }
        self.out += &format!("{indent}}}\n");
    }

    /// Statements at the start of a body.
    fn statements(&mut self, annotations: &Annotations, indent: &str) {
        if said(annotations, "deprecated").is_some() {
            self.out += &format!("{indent}option deprecated = true;\n");
        }
        if let Some(ranges) = said(annotations, "reserved") {
            self.out += &format!("{indent}reserved {ranges};\n");
        }
        if let Some(names) = said(annotations, "reserved_names") {
            let names: Vec<String> = names
                .split(", ")
                .map(|name| format!("\"{name}\""))
                .collect();
            self.out += &format!("{indent}reserved {};\n", names.join(", "));
        }
        if let Some(ranges) = said(annotations, "extensions") {
            self.out += &format!("{indent}extensions {ranges};\n");
        }
    }

    /// What is inside of a message.
    fn members(&mut self, definition: &'m TypeDef, record: &'m model::Record, indent: &str) {
        let inner = format!("{indent}  ");
        self.statements(&definition.annotations, &inner);
        let full = said(&definition.annotations, "name").unwrap_or_default();
        let fields = record
            .fields
            .iter()
            .flat_map(|field| match self.union(&field.ty) {
                Some((_, union)) => union.arms.iter().map(|arm| &arm.field).collect(),
                None => vec![field],
            });
        let brought: Vec<&str> = fields.filter_map(|f| self.brought(f)).collect();
        let nested = self.module.types.iter().filter(|t| self.is_at(t, full));
        let nested: Vec<&TypeDef> = nested.filter(|t| !brought.contains(&&*t.name)).collect();
        for definition in nested {
            self.definition(definition, &inner);
        }
        for field in &record.fields {
            let at = format!("{}.{}", definition.name, field.name);
            match (said(&field.annotations, "oneof"), self.union(&field.ty)) {
                (Some(_), Some((name, union))) => self.oneof(name, field, union, &inner),
                _ => self.field(&at, field, &inner, true),
            }
        }
    }

    /// The type that a field declares along with itself.
    fn brought(&self, field: &'m model::Field) -> Option<&'m str> {
        let group = said(&field.annotations, "type") == Some("group");
        let map = said(&field.annotations, "map").is_some();
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
        let Some(number) = said(annotations, "number") else {
            return self.faults.push(at, Reason::FieldNumber);
        };
        self.comment(at, &field.doc, indent);
        let options = self.options(field);
        if said(annotations, "map").is_some() {
            let ty = self.map(at, field);
            self.out += &format!("{indent}{ty} {} = {number}{options};\n", field.name);
            return;
        }
        let (label, ty) = self.label(field);
        let label = if labelled { label } else { "" };
        if said(annotations, "type") == Some("group") {
            return self.group(ty, label, number, &options, indent);
        }
        let ty = self.ty(at, ty, said(annotations, "type"));
        self.out += &format!("{indent}{label}{ty} {} = {number}{options};\n", field.name);
    }

    /// The word before a field's type, and what that is of.
    fn label(&self, field: &'m model::Field) -> (&'static str, &'m Type) {
        match &field.ty {
            Type::Array { element, .. } => ("repeated ", element),
            // Messages need no word in proto3.
            Type::Optional(inner) if self.proto3 && self.is_message(inner) => ("", inner),
            Type::Optional(inner) => ("optional ", inner),
            ty if said(&field.annotations, "presence") == Some("required") => ("required ", ty),
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
                    .map(|part| self.ty(at, &part.ty, said(&part.annotations, "type")));
                format!("map<{key}, {value}>")
            }
            _ => String::new(),
        }
    }

    fn options(&mut self, field: &model::Field) -> String {
        let annotations = &field.annotations;
        let mut options = Vec::new();
        let scalars = matches!(&field.ty, Type::Array { element, .. } if self.is_scalar(element));
        let packed = said(annotations, "packed") != Some("false");
        if scalars && packed != self.proto3 {
            options.push(format!("packed = {packed}"));
        }
        if let Some(default) = said(annotations, "default") {
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
        if said(annotations, "deprecated").is_some() {
            options.push("deprecated = true".to_owned());
        }
        if let Some(name) =
            said(annotations, "json_name").filter(|name| **name != camel(&field.name))
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

    fn ty(&mut self, at: &str, ty: &Type, given: Option<&str>) -> String {
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
                    // From the outermost scope, whatever is called the same further in.
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

    fn service(&mut self, interface: &'m Interface) {
        let subject = &interface.name;
        self.facts(subject, &interface.annotations, &["deprecated"]);
        if interface.identity.number.is_some() {
            self.faults.push(subject, Reason::ProgramNumber);
        }
        if interface.identity.uuid.is_some() {
            self.faults.push(subject, Reason::Uuid);
        }
        self.comment(subject, &interface.doc, "");
        self.out += &format!("service {subject} {{\n");
        self.statements(&interface.annotations, "  ");
        for operation in &interface.operations {
            self.method(subject, operation);
        }
        self.out += "}\n";
    }

    fn method(&mut self, service: &str, operation: &'m Operation) {
        let at = format!("{service}.{}", operation.name);
        self.facts(&at, &operation.annotations, &["deprecated", "idempotency"]);
        self.comment(&at, &operation.doc, "  ");
        let [param] = &operation.params[..] else {
            return self.faults.push(&at, Reason::OneMessage);
        };
        let stream = |streams: bool| if streams { "stream " } else { "" };
        let request = self.ty(&at, &param.ty, None);
        let reply = self.ty(&at, &operation.result, None);
        let head = format!(
            "  rpc {}({}{request}) returns ({}{reply})",
            operation.name,
            stream(operation.streams.request),
            stream(operation.streams.reply),
        );
        let level = match (
            said(&operation.annotations, "idempotency"),
            operation.semantics,
        ) {
            (Some(_), _) => "    option idempotency_level = NO_SIDE_EFFECTS;\n",
            (None, Semantics::Idempotent) => "    option idempotency_level = IDEMPOTENT;\n",
            (None, Semantics::AtMostOnce) => "",
            (None, _) => return self.faults.push(&at, Reason::Semantics),
        };
        let deprecated = match said(&operation.annotations, "deprecated") {
            Some(_) => "    option deprecated = true;\n",
            None => "",
        };
        self.out += &match (level, deprecated) {
            ("", "") => format!("{head};\n"),
            _ => format!("{head} {{\n{deprecated}{level}  }}\n"),
        };
    }

    fn comment(&mut self, subject: &str, doc: &str, indent: &str) {
        if doc.is_empty() {
            return;
        }
        if super::comments::text(doc) != doc {
            return self.faults.push(subject, Reason::Doc);
        }
        for line in doc.lines() {
            self.out += format!("{indent}// {line}").trim_end();
            self.out += "\n";
        }
    }
}

/// The name of the type that a use of a type leads to.
fn named(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(name) => Some(name),
        Type::Optional(inner) | Type::Array { element: inner, .. } => named(inner),
        _ => None,
    }
}
