//! Interfaces and operations.

use manyrpc_model::{Annotations, Interface, Operation, Semantics, StatusPlace, Type};

use super::super::kept::{KEPT_OF_INTERFACE, KEPT_OF_OPERATION, STATUSES};
use super::super::lower::{ENDPOINT, HANDLE, MAYBE};
use super::super::shape::Class;
use super::super::uuid;
use super::declare::{Place, Siblings, Use};
use super::{INDENT, Printer, listed, pointer_default};
use crate::inexpressible::Reason;

/// The longest line, in columns, before each parameter gets a line of its own.
const WIDTH: usize = 96;

impl<'m> Printer<'m> {
    /// Documentation, attributes and name.
    pub(super) fn head(&mut self, interface: &'m Interface, default: Option<Class>) -> String {
        let subject = &interface.name;
        let identity = &interface.identity;
        for (present, reason) in [
            (identity.number.is_some(), Reason::ProgramNumber),
            (identity.name.is_some(), Reason::QualifiedName),
        ] {
            if present {
                self.faults.push(subject, reason);
            }
        }
        let uuid = identity.uuid.as_ref().map(uuid::print);
        let uuid = self.faults.or(subject, uuid.ok_or(Reason::NoUuid));
        let version = identity.version;
        let mut attrs = vec![
            format!("uuid({uuid})"),
            format!("version({}.{})", version.major, version.minor),
        ];
        attrs.extend(default.map(pointer_default));
        if let Some(endpoints) = interface.annotations.get(ENDPOINT) {
            let texts = endpoints.split(", ").map(|e| e.replace('\\', "\\\\"));
            let texts: Vec<String> = texts.map(|e| format!("\"{e}\"")).collect();
            attrs.push(format!("endpoint({})", texts.join(", ")));
        }
        attrs.extend(self.kept(
            subject,
            &interface.annotations,
            &KEPT_OF_INTERFACE,
            &[ENDPOINT],
        ));
        if !(interface.bases.is_empty() && interface.attributes.is_empty()) {
            self.faults.push(subject, Reason::Inherits);
        }
        let comment = self.faults.comment(subject, &interface.doc, "");
        let name = self.name(subject, &interface.name);
        let attrs = attrs.join(&format!(",\n{INDENT}"));
        format!("{comment}[\n{INDENT}{attrs}\n]\ninterface {name}\n")
    }

    pub(super) fn operations(&mut self, interface: &'m Interface) -> Vec<String> {
        let mut texts = Vec::new();
        for (at, operation) in interface.operations.iter().enumerate() {
            let subject = format!("{}.{}", interface.name, operation.name);
            if u32::try_from(at).ok() != Some(operation.number) {
                self.faults.push(&subject, Reason::OperationNumbers);
            }
            texts.push(self.operation(&subject, operation));
        }
        texts
    }

    fn operation(&mut self, subject: &str, operation: &'m Operation) -> String {
        let comment = self.faults.comment(subject, &operation.doc, INDENT);
        let annotations = &operation.annotations;
        let mut attrs = semantics(operation);
        attrs.extend(self.kept(subject, annotations, &KEPT_OF_OPERATION, &[HANDLE, MAYBE]));
        attrs.extend(statuses(operation, &StatusPlace::Result));
        for status in &operation.statuses {
            if let StatusPlace::Added(name) = &status.place {
                let name = self.name(subject, name);
                let words = statuses(operation, &status.place);
                attrs.extend(words.map(|word| format!("{word}({name})")));
            }
        }
        if !operation.raises.is_empty() {
            attrs.push(format!("raises({})", operation.raises.join(", ")));
        }
        let result = self.result(subject, operation, &mut attrs);
        let mut params = Vec::new();
        if let Some(handle) = annotations.get(HANDLE) {
            let handle = self.name(subject, handle);
            params.push(format!("[in] handle_t {handle}"));
        }
        params.extend(self.params(subject, operation));
        let head = format!("{INDENT}{}{result}(", listed(&attrs));
        let line = format!("{head}{});\n", params.join(", "));
        if params.is_empty() {
            return format!("{comment}{head}void);\n");
        }
        if line.len() <= WIDTH {
            return format!("{comment}{line}");
        }
        let separator = format!(",\n{INDENT}{INDENT}");
        let params = params.join(&separator);
        format!("{comment}{head}\n{INDENT}{INDENT}{params});\n")
    }

    /// The result's type and the operation's name, as declared.
    fn result(
        &mut self,
        subject: &str,
        operation: &'m Operation,
        attrs: &mut Vec<String>,
    ) -> String {
        if operation.result == Type::Void {
            return format!("void {}", self.name(subject, &operation.name));
        }
        let result = operation.result.plain();
        if matches!(
            result,
            Type::Text { .. } | Type::Bytes(_) | Type::Array { .. }
        ) {
            self.faults.push(subject, Reason::ArrayResult);
            return String::new();
        }
        let place = Place {
            subject: subject.to_owned(),
            name: &operation.name,
            ty: &operation.result,
            annotations: const { &Annotations::new() },
            usage: Use::Result,
        };
        let declaration = self.declaration(&place, &Siblings::default());
        attrs.extend(declaration.attrs);
        format!("{} {}", declaration.spec, declaration.declarator)
    }

    fn params(&mut self, operation: &str, of: &'m Operation) -> Vec<String> {
        let mut siblings = Siblings::default();
        for param in &of.params {
            let usage = Use::Param(param.direction);
            siblings.add(&param.name, usage, &param.ty, param.derived.as_ref());
        }
        let mut texts = Vec::new();
        for param in &of.params {
            let place = Place {
                subject: format!("{operation}.{}", param.name),
                name: &param.name,
                ty: &param.ty,
                annotations: &param.annotations,
                usage: Use::Param(param.direction),
            };
            let mut declaration = self.declaration(&place, &siblings);
            let place = StatusPlace::Param(param.name.clone());
            declaration.attrs.extend(statuses(of, &place));
            let attrs = listed(&declaration.attrs);
            texts.push(format!(
                "{attrs}{} {}",
                declaration.spec, declaration.declarator
            ));
        }
        texts
    }
}

/// C706 section 4.3.8: the attributes that put failures into `place`.
fn statuses<'o>(
    operation: &'o Operation,
    place: &StatusPlace,
) -> impl Iterator<Item = String> + use<'o> {
    let status = operation.statuses.iter().find(|s| s.place == *place);
    let of = status.map(|s| s.of);
    let [communication, server] = STATUSES;
    [
        of.is_some_and(|of| of.of_communication())
            .then(|| communication.to_owned()),
        of.is_some_and(|of| of.of_server())
            .then(|| server.to_owned()),
    ]
    .into_iter()
    .flatten()
}

/// C706 section 4.2.22.
fn semantics(operation: &Operation) -> Vec<String> {
    let maybe = operation.annotations.contains_key(MAYBE);
    let words: &[&str] = match operation.semantics {
        Semantics::AtMostOnce => &[],
        Semantics::Idempotent => &["idempotent"],
        Semantics::Maybe => &["maybe"],
        Semantics::Broadcast if maybe => &["broadcast", "maybe"],
        Semantics::Broadcast => &["broadcast"],
    };
    words.iter().map(|w| (*w).to_owned()).collect()
}
