//! Prints a model as a definition.
//!
//! The printed text reads back as the same module, documentation included, and this is checked each
//! time: a module that the language cannot express is refused with the reasons. Types of other
//! packages are imported, which is possible only for the language's standard files.

mod message;
mod names;
mod service;

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_model as model;
use manyrpc_model::{Annotations, Module, TypeBody, TypeDef};

use crate::inexpressible::{Faults, Inexpressible, Reason, read_back};

use names::{Extension, PREFIX, google, named, names};

pub(super) use names::{Names, annotation, extension, extensions};

/// The `.proto` text of a module.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print(module: &Module) -> Result<String, Vec<Inexpressible>> {
    let text = Print {
        module,
        package: annotation(&module.annotations, "package").unwrap_or_default(),
        proto3: annotation(&module.annotations, "syntax").is_none_or(|s| s == "proto3"),
        imports: None,
        services: true,
    };
    read_back(module, text.text()?, "proto", super::load)
}

/// One file of a module.
pub(super) struct Print<'m> {
    pub(super) module: &'m Module,
    /// The package whose types it declares.
    pub(super) package: &'m str,
    pub(super) proto3: bool,
    /// Its imports; `None` for the standard files only, and types of other packages are refused.
    pub(super) imports: Option<Vec<String>>,
    /// Whether it contains the module's services.
    pub(super) services: bool,
}

impl Print<'_> {
    /// Its text.
    pub(super) fn text(self) -> Result<String, Vec<Inexpressible>> {
        let mut printer = Printer {
            module: self.module,
            package: self.package.to_owned(),
            proto3: self.proto3,
            names: names(self.module),
            groups: groups(self.module),
            extensions: extensions(self.module).collect(),
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

/// The types of groups that are extensions.
fn groups(module: &Module) -> BTreeSet<&str> {
    let groups =
        extensions(module).filter(|e| annotation(&e.field.annotations, "type") == Some("group"));
    groups.filter_map(|e| named(&e.field.ty)).collect()
}

/// Whether an operation raises exceptions, so that the file of the option must be imported.
pub(super) fn raises(module: &Module) -> bool {
    let mut operations = module.interfaces.iter().flat_map(|i| &i.operations);
    operations.any(|operation| !operation.raises.is_empty())
}

struct Printer<'m> {
    module: &'m Module,
    package: String,
    proto3: bool,
    names: BTreeMap<&'m str, &'m str>,
    /// The types that extensions declare implicitly.
    groups: BTreeSet<&'m str>,
    extensions: Vec<Extension<'m>>,
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
            None => {
                self.imports();
                self.scopes();
            }
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
        self.extend(&self.package.clone(), "");
        for interface in module.interfaces.iter().filter(|_| print.services) {
            self.out += "\n";
            self.service(interface);
        }
    }

    /// Whether a type is declared directly in that scope.
    fn is_at(&self, definition: &TypeDef, scope: &str) -> bool {
        let full = annotation(&definition.annotations, "name");
        let is_group = self.groups.contains(&*definition.name);
        !is_group && full.is_some_and(|full| full.rsplit_once('.').unwrap_or(("", full)).0 == scope)
    }

    fn imports(&mut self) {
        let mut imported: Vec<&str> = Vec::new();
        for definition in &self.module.types {
            if matches!(definition.body, TypeBody::Union(_)) {
                continue;
            }
            let Some(full) = annotation(&definition.annotations, "name") else {
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
                Some(name) if self.package != "google.protobuf" => match google(name) {
                    Some(file) if imported.contains(&file) => {}
                    Some(file) => imported.push(file),
                    None => self.faults.push(&definition.name, Reason::Elsewhere),
                },
                _ if !inside => self.faults.push(&definition.name, Reason::Elsewhere),
                _ => {}
            }
        }
        let lines = imported
            .iter()
            .map(|file| format!("import \"google/protobuf/{file}.proto\";\n"));
        let mut lines: String = lines.collect();
        if raises(self.module) {
            lines += &format!("import \"{}\";\n", super::raises::FILE);
        }
        if !lines.is_empty() {
            self.out += &format!("\n{lines}");
        }
    }

    /// Checks that the scope of every extension is printed.
    fn scopes(&mut self) {
        let known = |scope: &str| {
            let mut names = self.names.values();
            scope == self.package || names.any(|name| *name == scope)
        };
        let elsewhere = self.extensions.iter().filter(|e| !known(e.scope));
        let subjects: Vec<String> = elsewhere
            .map(|e| format!("{}.{}", e.of.name, e.field.name))
            .collect();
        for subject in subjects {
            self.faults.push(&subject, Reason::Elsewhere);
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
                "message_set",
                "reserved",
                "reserved_names",
                "extensions",
            ],
        );
        let full = annotation(annotations, "name").unwrap_or_default();
        full.rsplit('.').next().unwrap_or_default()
    }

    /// Checks that all annotations can be expressed.
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
        if annotation(annotations, "deprecated").is_some() {
            self.out += &format!("{indent}option deprecated = true;\n");
        }
        if annotation(annotations, "message_set").is_some() {
            self.out += &format!("{indent}option message_set_wire_format = true;\n");
        }
        if let Some(ranges) = annotation(annotations, "reserved") {
            self.out += &format!("{indent}reserved {ranges};\n");
        }
        if let Some(names) = annotation(annotations, "reserved_names") {
            let names: Vec<String> = names
                .split(", ")
                .map(|name| format!("\"{name}\""))
                .collect();
            self.out += &format!("{indent}reserved {};\n", names.join(", "));
        }
        if let Some(ranges) = annotation(annotations, "extensions") {
            self.out += &format!("{indent}extensions {ranges};\n");
        }
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
