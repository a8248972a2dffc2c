//! Services.

use manyrpc_model::{Interface, Operation, Semantics};

use crate::inexpressible::Reason;

use super::Printer;
use super::names::annotation;

impl<'m> Printer<'m> {
    pub(super) fn service(&mut self, interface: &'m Interface) {
        let subject = &interface.name;
        self.facts(subject, &interface.annotations, &["deprecated"]);
        if interface.identity.number.is_some() {
            self.faults.push(subject, Reason::ProgramNumber);
        }
        if interface.identity.uuid.is_some() {
            self.faults.push(subject, Reason::Uuid);
        }
        if !(interface.bases.is_empty() && interface.attributes.is_empty()) {
            self.faults.push(subject, Reason::Inherits);
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
        if !operation.statuses.is_empty() {
            self.faults.push(&at, Reason::Statuses);
        }
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
            annotation(&operation.annotations, "idempotency"),
            operation.semantics,
        ) {
            (Some(_), _) => "    option idempotency_level = NO_SIDE_EFFECTS;\n",
            (None, Semantics::Idempotent) => "    option idempotency_level = IDEMPOTENT;\n",
            (None, Semantics::AtMostOnce) => "",
            (None, _) => return self.faults.push(&at, Reason::Semantics),
        };
        let deprecated = match annotation(&operation.annotations, "deprecated") {
            Some(_) => "    option deprecated = true;\n",
            None => "",
        };
        let mut raises = String::new();
        for name in &operation.raises {
            let name = self.names.get(name.as_str()).copied().unwrap_or_default();
            raises += &format!("    option (manyrpc.raises) = \".{name}\";\n");
        }
        self.out += &match (level, deprecated, &*raises) {
            ("", "", "") => format!("{head};\n"),
            _ => format!("{head} {{\n{deprecated}{level}{raises}  }}\n"),
        };
    }
}
