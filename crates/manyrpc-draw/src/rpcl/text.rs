//! The text of a file.

use std::fmt::Write;

use super::file::*;

/// The text of a file. `prefix` is added to every name of the file, so that many files can be combined.
pub fn write(file: &File, prefix: &str) -> String {
    let mut writer = Writer {
        out: String::new(),
        prefix,
    };
    for item in &file.items {
        writer.item(item);
    }
    writer.out
}

struct Writer<'p> {
    out: String,
    prefix: &'p str,
}

impl Writer<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn written(&self, written: &Written) -> String {
        match written {
            Written::Literal(digits) => digits.clone(),
            Written::Name(name) => self.name(name),
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Const(constant) => {
                let (name, value) = (
                    self.name(&constant.name),
                    self.written(&constant.value.written),
                );
                self.line(0, &format!("const {name} = {value};"));
            }
            Item::Type(ty) => self.ty(ty),
            Item::Program(program) => self.program(program),
            Item::Verbatim(text) => self.line(0, text),
        }
    }

    fn ty(&mut self, ty: &TypeDef) {
        let name = self.name(&ty.name);
        match &ty.body {
            Body::Struct(fields) => {
                self.line(0, &format!("struct {name} {{"));
                for field in fields {
                    let field = self.decl(field);
                    self.line(4, &format!("{field};"));
                }
            }
            Body::Union(union) => {
                let tag = self.decl(&union.tag);
                self.line(0, &format!("union {name} switch ({tag}) {{"));
                self.arms(union);
            }
            Body::Enum(members) => {
                self.line(0, &format!("enum {name} {{"));
                for (at, member) in members.iter().enumerate() {
                    let value = member.written.as_ref().map(|w| self.written(w));
                    let value = value.map_or(String::new(), |v| format!(" = {v}"));
                    let comma = if at + 1 < members.len() { "," } else { "" };
                    let name = self.name(&member.name);
                    self.line(4, &format!("{name}{value}{comma}"));
                }
            }
            Body::Typedef(decl) => {
                let decl = self.decl(decl);
                return self.line(0, &format!("typedef {decl};"));
            }
        }
        self.line(0, "};");
    }

    fn arms(&mut self, union: &Union) {
        for arm in &union.arms {
            for label in &arm.labels {
                let label = self.written(&label.written);
                self.line(0, &format!("case {label}:"));
            }
            self.held(&arm.held);
        }
        if let Some(held) = &union.default {
            self.line(0, "default:");
            self.held(held);
        }
    }

    fn held(&mut self, held: &Held) {
        let held = held.as_ref().map_or("void".to_owned(), |d| self.decl(d));
        self.line(4, &format!("{held};"));
    }

    fn spec(&self, spec: &Spec) -> String {
        match spec {
            Spec::Scalar(_, written) => (*written).to_owned(),
            Spec::Text => "string".to_owned(),
            Spec::Opaque => "opaque".to_owned(),
            Spec::Named(None, name) => self.name(name),
            Spec::Named(Some(word), name) => format!("{word} {}", self.name(name)),
        }
    }

    fn decl(&self, decl: &Decl) -> String {
        let (of, name) = (self.spec(&decl.of), self.name(&decl.name));
        match &decl.shape {
            Shape::Plain => format!("{of} {name}"),
            Shape::Optional => format!("{of} *{name}"),
            Shape::Fixed(n) => format!("{of} {name}[{}]", self.written(&n.written)),
            Shape::UpTo(None) => format!("{of} {name}<>"),
            Shape::UpTo(Some(n)) => format!("{of} {name}<{}>", self.written(&n.written)),
        }
    }

    fn program(&mut self, program: &Program) {
        let name = self.name(&program.name);
        self.line(0, &format!("program {name} {{"));
        for version in &program.versions {
            let name = self.name(&version.name);
            self.line(4, &format!("version {name} {{"));
            for procedure in &version.procedures {
                let procedure = self.procedure(procedure);
                self.line(8, &procedure);
            }
            self.line(4, &format!("}} = {};", version.number));
        }
        self.line(0, &format!("}} = 0x{:x};", program.number));
    }

    fn procedure(&self, procedure: &Procedure) -> String {
        let result = procedure.result.as_ref();
        let result = result.map_or("void".to_owned(), |spec| self.spec(spec));
        let arguments =
            procedure
                .arguments
                .iter()
                .map(|argument| match (procedure.named, &argument.shape) {
                    (true, _) => self.decl(argument),
                    (false, Shape::Optional) => format!("{} *", self.spec(&argument.of)),
                    (false, _) => self.spec(&argument.of),
                });
        let mut arguments: Vec<String> = arguments.collect();
        if arguments.is_empty() {
            arguments.push("void".to_owned());
        }
        let (name, arguments) = (self.name(&procedure.name), arguments.join(", "));
        format!("{result} {name}({arguments}) = {};", procedure.number)
    }
}
