//! Prints a model as a definition.
//!
//! The printed text reads back as the same module, documentation included, and this is checked each
//! time: a module that the language cannot express is refused with the reasons. The text is plain
//! RFC 4506 and RFC 5531 except for procedures with several arguments, `quadruple` and optional
//! arguments; rpcgen accepts it (with `-N` for several arguments).

use manyrpc_model as model;
use manyrpc_model::{
    Annotations, Derived, Direction, Interface, Length, Module, Operation, Semantics, Type,
    TypeBody, TypeDef,
};

use crate::inexpressible::{Faults, Inexpressible, Labels, Reason, read_back};
use crate::options::Strings;

use super::lower::{BYTES, HELD_AS, PROGRAM, PROGRAM_DOC, TEXT_CONST, VERSION};
use super::parse;

/// The `.x` text of a module.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print(module: &Module) -> Result<String, Vec<Inexpressible>> {
    let mut printer = Printer {
        module,
        strings: Strings::Text,
        labels: Labels::new(module),
        out: String::new(),
        faults: Faults::default(),
    };
    printer.module();
    let Printer { out, faults, .. } = printer;
    if !faults.0.is_empty() {
        return Err(faults.0);
    }
    read_back(module, out, "x", super::load)
}

struct Printer<'m> {
    module: &'m Module,
    /// The current setting of how strings are held.
    strings: Strings,
    labels: Labels<'m>,
    out: String,
    faults: Faults,
}

impl<'m> Printer<'m> {
    fn module(&mut self) {
        let module = self.module;
        for (key, value) in &module.annotations {
            match key.strip_prefix(TEXT_CONST) {
                Some(name) => {
                    let name = self.name(name, name);
                    self.out += &format!("const {name} = {value};\n");
                }
                None => self.fault(&module.name, Reason::Annotation(key.clone())),
            }
        }
        for constant in &module.consts {
            let name = self.name(&constant.name, &constant.name);
            self.comment(&constant.name, &constant.doc, "");
            self.out += &format!("const {name} = {};\n", constant.value);
        }
        for definition in &module.types {
            self.out += "\n";
            self.hold_strings(uses(&definition.body));
            self.definition(definition);
        }
        let same_program = |a: &Interface, b: &Interface| {
            let key = |i: &'_ Interface| (i.identity.number, i.annotations.get(PROGRAM).cloned());
            key(a) == key(b) && a.annotations.get(PROGRAM_DOC) == b.annotations.get(PROGRAM_DOC)
        };
        for program in module.interfaces.chunk_by(same_program) {
            self.out += "\n";
            let operations = program.iter().flat_map(|version| &version.operations);
            self.hold_strings(operations.flat_map(|o| {
                let params = o.params.iter().map(|p| &p.ty);
                params.chain([&o.result])
            }));
            self.program(program);
        }
    }

    /// Prints the setting of how strings are held if this definition needs another one. A
    /// definition that needs both cannot be expressed; the first kind is taken.
    fn hold_strings(&mut self, types: impl IntoIterator<Item = &'m Type>) {
        let mut held = types.into_iter().filter_map(held);
        if let Some(strings) = held.next().filter(|held| *held != self.strings) {
            self.strings = strings;
            let held = match strings {
                Strings::Text => "text",
                Strings::Bytes => BYTES,
            };
            self.out += &format!("%/* manyrpc: strings = {held} */\n");
        }
    }

    /// A type without the mark of strings held as the current setting says.
    fn unmarked(&self, ty: &'m Type) -> &'m Type {
        match held(ty) {
            Some(held) if held == self.strings => ty.plain(),
            _ => ty,
        }
    }

    fn definition(&mut self, definition: &'m TypeDef) {
        let TypeDef {
            name: subject,
            doc,
            body,
            annotations,
        } = definition;
        self.comment(subject, doc, "");
        self.no_annotations(subject, annotations, &[]);
        let name = self.name(subject, subject);
        match body {
            TypeBody::Alias(ty) => {
                let declaration = self.declaration(subject, &name, ty);
                self.out += &format!("typedef {declaration};\n");
            }
            TypeBody::Record(record) => {
                self.out += &format!("struct {name} {{\n");
                for field in &record.fields {
                    let at = format!("{subject}.{}", field.name);
                    self.comment(&at, &field.doc, "\t");
                    let field_name = self.name(&at, &field.name);
                    self.no_facts(&at, field.derived.as_ref(), &field.annotations);
                    let declaration = self.declaration(&at, &field_name, &field.ty);
                    self.out += &format!("\t{declaration};\n");
                }
                self.out += "};\n";
            }
            TypeBody::Union(union) => self.union(subject, &name, union),
            TypeBody::Enum(body) => {
                self.out += &format!("enum {name} {{\n");
                for (at, member) in body.members.iter().enumerate() {
                    let comma = if at + 1 < body.members.len() { "," } else { "" };
                    let subject = format!("{subject}.{}", member.name);
                    self.comment(&subject, &member.doc, "\t");
                    let name = self.name(&subject, &member.name);
                    self.out += &format!("\t{name} = {}{comma}\n", member.value);
                }
                self.out += "};\n";
            }
        }
    }

    fn union(&mut self, subject: &str, name: &str, union: &'m model::Union) {
        let at = format!("{subject}.{}", union.discriminant);
        let discriminant = self.name(&at, &union.discriminant);
        let discriminant = self.declaration(&at, &discriminant, &union.discriminant_type);
        self.out += &format!("union {name} switch ({discriminant}) {{\n");
        let members = self.labels.members(&union.discriminant_type);
        for arm in &union.arms {
            let at = format!("{subject}.{}", arm.field.name);
            self.comment(&at, &arm.field.doc, "");
            for (position, &label) in arm.labels.iter().enumerate() {
                let names_arm = position == 0 && arm.field.ty == Type::Void;
                let written = match names_arm {
                    true => self
                        .labels
                        .naming(&arm.field.name, label)
                        .ok_or(Reason::ArmName),
                    false => self.label(&union.discriminant_type, members, label),
                };
                let written = self.or_fault(&at, written);
                self.out += &format!("case {written}:\n");
            }
            self.arm(&at, &arm.field);
        }
        if let Some(default) = &union.default {
            let at = format!("{subject}.default");
            if default.ty == Type::Void && default.name != "default" {
                self.fault(&at, Reason::ArmName);
            }
            self.comment(&at, &default.doc, "");
            self.out += "default:\n";
            self.arm(&at, default);
        }
        self.out += "};\n";
    }

    fn arm(&mut self, at: &str, field: &'m model::Field) {
        self.no_facts(at, field.derived.as_ref(), &field.annotations);
        if field.ty == Type::Void {
            self.out += "\tvoid;\n";
            return;
        }
        let name = self.name(at, &field.name);
        let declaration = self.declaration(at, &name, &field.ty);
        self.out += &format!("\t{declaration};\n");
    }

    fn label(
        &self,
        ty: &Type,
        members: Option<&[model::EnumMember]>,
        label: i64,
    ) -> Result<String, Reason> {
        let name = self.labels.name(ty, members, label);
        let number = members.is_none().then(|| label.to_string());
        name.or(number).ok_or(Reason::Label)
    }

    fn program(&mut self, versions: &'m [Interface]) {
        let first = &versions[0];
        if let Some(doc) = first.annotations.get(PROGRAM_DOC) {
            self.comment(&first.name, doc, "");
        }
        let program = first
            .annotations
            .get(PROGRAM)
            .ok_or(Reason::NoProgram)
            .cloned();
        let program = self.or_fault(&first.name, program);
        let number = first
            .identity
            .number
            .ok_or(Reason::NoNumber)
            .map(|n| n.to_string());
        let number = self.or_fault(&first.name, number);
        self.out += &format!("program {program} {{\n");
        for version in versions {
            self.version(version);
        }
        self.out += &format!("}} = {number};\n");
    }

    fn version(&mut self, interface: &'m Interface) {
        let subject = &interface.name;
        let identity = &interface.identity;
        let inexpressible = [
            (identity.uuid.is_some(), Reason::Uuid),
            (identity.name.is_some(), Reason::QualifiedName),
            (identity.version.minor != 0, Reason::MinorVersion),
        ];
        for (_, reason) in inexpressible.into_iter().filter(|(present, _)| *present) {
            self.fault(subject, reason);
        }
        self.no_annotations(
            subject,
            &interface.annotations,
            &[PROGRAM, PROGRAM_DOC, VERSION],
        );
        if !(interface.bases.is_empty() && interface.attributes.is_empty()) {
            self.fault(subject, Reason::Inherits);
        }
        self.comment(subject, &interface.doc, "\t");
        let name = interface.annotations.get(VERSION).unwrap_or(subject);
        let name = self.name(subject, name);
        self.out += &format!("\tversion {name} {{\n");
        for operation in &interface.operations {
            self.operation(subject, operation);
        }
        self.out += &format!("\t}} = {};\n", identity.version.major);
    }

    fn operation(&mut self, interface: &str, operation: &'m Operation) {
        let subject = format!("{interface}.{}", operation.name);
        self.comment(&subject, &operation.doc, "\t\t");
        self.no_annotations(&subject, &operation.annotations, &[]);
        if operation.semantics != Semantics::AtMostOnce {
            self.fault(&subject, Reason::Semantics);
        }
        let name = self.name(&subject, &operation.name);
        let result = match self.unmarked(&operation.result) {
            Type::Void => Ok("void".to_owned()),
            Type::Text { max: None } => Ok("string".to_owned()),
            ty => specifier(ty),
        };
        let result = self.or_fault(&subject, result);
        let params: Vec<String> = operation
            .params
            .iter()
            .map(|p| self.param(&subject, p))
            .collect();
        let params = if params.is_empty() {
            "void".to_owned()
        } else {
            params.join(", ")
        };
        if !operation.statuses.is_empty() {
            self.fault(&subject, Reason::Statuses);
        }
        let raises = match operation.raises.is_empty() {
            true => String::new(),
            false => format!(" raises ({})", operation.raises.join(", ")),
        };
        let number = operation.number;
        self.out += &format!("\t\t{result} {name}({params}){raises} = {number};\n");
    }

    fn param(&mut self, operation: &str, param: &'m model::Param) -> String {
        let subject = format!("{operation}.{}", param.name);
        if param.direction != Direction::In {
            self.fault(&subject, Reason::Direction);
        }
        self.no_facts(&subject, param.derived.as_ref(), &param.annotations);
        let name = self.name(&subject, &param.name);
        match self.unmarked(&param.ty) {
            Type::Text { max: None } => format!("string {name}"),
            Type::Bytes(_) | Type::Array { .. } => {
                self.fault(&subject, Reason::TypeNeedsName);
                name
            }
            ty => self.declaration(&subject, &name, ty),
        }
    }

    /// A type and the name it is given, without the semicolon.
    fn declaration(&mut self, subject: &str, name: &str, ty: &'m Type) -> String {
        let declaration = match self.unmarked(ty) {
            Type::Text { max } => Ok(format!("string {name}{}", Length::UpTo(*max))),
            Type::Bytes(length) => Ok(format!("opaque {name}{length}")),
            Type::Array { element, length } => {
                specifier(element).map(|e| format!("{e} {name}{length}"))
            }
            Type::Optional(inner) => specifier(inner).map(|i| format!("{i} *{name}")),
            ty => specifier(ty).map(|t| format!("{t} {name}")),
        };
        self.or_fault(subject, declaration)
    }

    fn name(&mut self, subject: &str, name: &str) -> String {
        self.faults.name(subject, name, &parse::KEYWORDS)
    }

    fn comment(&mut self, subject: &str, text: &str, indent: &str) {
        self.out += &self.faults.comment(subject, text, indent);
    }

    fn no_facts(&mut self, subject: &str, derived: Option<&Derived>, annotations: &Annotations) {
        if derived.is_some() {
            self.fault(subject, Reason::Derived);
        }
        self.no_annotations(subject, annotations, &[]);
    }

    fn no_annotations(&mut self, subject: &str, annotations: &Annotations, known: &[&str]) {
        for key in annotations.keys().filter(|key| !known.contains(&&***key)) {
            self.fault(subject, Reason::Annotation(key.clone()));
        }
    }

    fn fault(&mut self, subject: &str, reason: Reason) {
        self.faults.push(subject, reason);
    }

    fn or_fault(&mut self, subject: &str, text: Result<String, Reason>) -> String {
        self.faults.or(subject, text)
    }
}

/// How a type is held, if it is a string.
fn held(ty: &Type) -> Option<Strings> {
    match ty {
        Type::Text { .. } => Some(Strings::Text),
        Type::Marked(inner, marks) => {
            let only = marks.len() == 1 && marks.get(HELD_AS).is_some_and(|v| v == BYTES);
            (only && matches!(**inner, Type::Text { .. })).then_some(Strings::Bytes)
        }
        _ => None,
    }
}

/// The types that a definition uses directly.
fn uses(body: &TypeBody) -> Vec<&Type> {
    match body {
        TypeBody::Alias(ty) => vec![ty],
        TypeBody::Record(record) => record.fields.iter().map(|f| &f.ty).collect(),
        TypeBody::Union(union) => {
            let arms = union.arms.iter().map(|arm| &arm.field);
            arms.chain(&union.default).map(|f| &f.ty).collect()
        }
        TypeBody::Enum(_) => Vec::new(),
    }
}

/// A type that is written as one specifier.
fn specifier(ty: &Type) -> Result<String, Reason> {
    Ok(match ty {
        Type::Bool => "bool",
        Type::I8 => "char",
        Type::U8 => "unsigned char",
        Type::I16 => "short",
        Type::U16 => "unsigned short",
        Type::I32 => "int",
        Type::U32 => "unsigned int",
        Type::I64 => "hyper",
        Type::U64 => "unsigned hyper",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::F128 => "quadruple",
        Type::Named(name) => name,
        Type::Void => return Err(Reason::Void),
        Type::Reference(_) | Type::Any => return Err(Reason::NoWord),
        Type::Shared(_) => return Err(Reason::Shared),
        Type::Marked(inner, marks) => match marks.keys().next() {
            Some(key) => return Err(Reason::Annotation(key.clone())),
            None => return specifier(inner),
        },
        _ => return Err(Reason::TypeNeedsName),
    }
    .to_owned())
}
