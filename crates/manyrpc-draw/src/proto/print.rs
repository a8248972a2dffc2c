//! The text of a file.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::Draw;

use super::refer::Scopes;
use super::shape::{
    Enum, Extension, Field, Import, ImportKind, KNOWN, Kind, Label, Message, Service, Shape, Within,
};

/// Of a hundred files so many have their imports at the end.
const LATE: u32 = 10;

pub(super) fn text(shape: &Shape, file: usize, draw: &mut Draw) -> String {
    let mut printer = Printer {
        shape,
        scopes: Scopes::seen_from(shape, file),
        draw,
        out: String::new(),
    };
    let own = &shape.files[file];
    let syntax = if own.new { "proto3" } else { "proto2" };
    let package = &own.package;
    let _ = writeln!(printer.out, "syntax = \"{syntax}\";\npackage {package};");
    let late = printer.draw.chance(LATE);
    if !late {
        printer.imports(file);
    }
    printer.scope(Within::File(file), "");
    for service in shape.services.iter().filter(|s| s.file == file) {
        printer.service(service);
    }
    if late {
        printer.imports(file);
    }
    printer.out
}

struct Printer<'a> {
    shape: &'a Shape,
    scopes: Scopes,
    draw: &'a mut Draw,
    out: String,
}

impl Printer<'_> {
    fn imports(&mut self, file: usize) {
        for import in &self.shape.files[file].imports {
            self.import(import);
        }
        for import in known(self.shape, file) {
            let _ = writeln!(self.out, "import \"google/protobuf/{import}.proto\";");
        }
    }

    fn import(&mut self, import: &Import) {
        let kind = match import.kind {
            ImportKind::Plain => "",
            ImportKind::Public => "public ",
            ImportKind::Weak => "weak ",
        };
        let name = &self.shape.files[import.file].name;
        // Any string constant: those that follow each other are one.
        let name = match self.draw.below(10) {
            0 => format!("'{name}'"),
            1 => format!("\"{}\" '{}'", &name[..2], &name[2..]),
            _ => format!("\"{name}\""),
        };
        let _ = writeln!(self.out, "import {kind}{name};");
    }

    /// All that is declared in a scope, but for the fields of a message.
    fn scope(&mut self, within: Within, indent: &str) {
        let shape = self.shape;
        for of in shape.enums.iter().filter(|e| e.within == within) {
            self.enumeration(of, indent);
        }
        for (at, message) in shape.messages.iter().enumerate() {
            if message.within == within && !message.is_group {
                let _ = writeln!(self.out, "{indent}message {} {{", message.name);
                self.body(at, message, indent);
            }
        }
        for extension in shape.extensions.iter().filter(|e| e.within == within) {
            self.extension(extension, indent);
        }
    }

    fn service(&mut self, service: &Service) {
        let _ = writeln!(self.out, "service {} {{", service.name);
        let scope = self.shape.full(Within::File(service.file), &service.name);
        for method in &service.methods {
            let [request, reply] = method.sides.map(|(message, streams)| {
                let full = self.shape.scope(Within::Message(message));
                let names = self.scopes.names(&scope, &full, true);
                // Where `stream` may stand it is no name.
                let name = self.draw.pick(&names);
                format!("({}{name})", if streams { "stream " } else { "" })
            });
            let _ = writeln!(self.out, "  rpc {} {request} returns {reply};", method.name);
        }
        self.out.push_str("}\n");
    }

    fn enumeration(&mut self, of: &Enum, indent: &str) {
        let _ = writeln!(self.out, "{indent}enum {} {{", of.name);
        if of.has_aliases() {
            let _ = writeln!(self.out, "{indent}  option allow_alias = true;");
        }
        for (name, value) in &of.members {
            let _ = writeln!(self.out, "{indent}  {name} = {value};");
        }
        let _ = writeln!(self.out, "{indent}}}");
    }

    fn body(&mut self, at: usize, message: &Message, indent: &str) {
        let (within, inner) = (Within::Message(at), format!("{indent}  "));
        if message.is_set {
            let _ = writeln!(
                self.out,
                "{inner}option message_set_wire_format = true;\n{inner}extensions 4 to max;"
            );
        }
        for (first, last, open) in message.blocked.iter().filter(|_| !message.is_set) {
            let word = if *open { "extensions" } else { "reserved" };
            let _ = writeln!(self.out, "{inner}{word} {first} to {last};");
        }
        self.scope(within, &inner);
        for field in &message.fields {
            if !matches!(field.label, Label::Arm(_)) {
                self.field(within, field, &inner);
            }
        }
        for (oneof, name) in message.oneofs.iter().enumerate() {
            let arms: Vec<&Field> = message
                .fields
                .iter()
                .filter(|f| f.label == Label::Arm(oneof))
                .collect();
            if !arms.is_empty() {
                let _ = writeln!(self.out, "{inner}oneof {name} {{");
                arms.into_iter()
                    .for_each(|arm| self.field(within, arm, &format!("{inner}  ")));
                let _ = writeln!(self.out, "{inner}}}");
            }
        }
        let _ = writeln!(self.out, "{indent}}}");
    }

    fn extension(&mut self, extension: &Extension, indent: &str) {
        let of = self.refer(extension.within, Within::Message(extension.of), true);
        let _ = writeln!(self.out, "{indent}extend {of} {{");
        self.field(extension.within, &extension.field, &format!("{indent}  "));
        let _ = writeln!(self.out, "{indent}}}");
    }

    fn field(&mut self, within: Within, field: &Field, indent: &str) {
        let label = match field.label {
            Label::None | Label::Arm(_) => "",
            Label::Optional => "optional ",
            Label::Required => "required ",
            Label::Repeated => "repeated ",
        };
        let options = match field.options.as_slice() {
            [] => String::new(),
            options => format!(" [{}]", options.join(", ")),
        };
        let (name, number) = (&field.name, field.number);
        if let Kind::Group(group) = field.kind {
            let message = &self.shape.messages[group];
            let _ = writeln!(
                self.out,
                "{indent}{label}group {} = {number}{options} {{",
                message.name
            );
            return self.body(group, message, indent);
        }
        let ty = self.ty(within, &field.kind);
        let _ = writeln!(self.out, "{indent}{label}{ty} {name} = {number}{options};");
    }

    fn ty(&mut self, within: Within, kind: &Kind) -> String {
        match kind {
            Kind::Scalar(name) => (*name).to_owned(),
            Kind::Message(at) | Kind::Group(at) => self.refer(within, Within::Message(*at), false),
            Kind::Enum(at) => {
                let of = &self.shape.enums[*at];
                let full = self.shape.full(of.within, &of.name);
                self.named(within, &full, false)
            }
            Kind::Known(at) => format!(".google.protobuf.{}", KNOWN[*at].0),
            Kind::Map(key, value) => format!("map<{key}, {}>", self.ty(within, value)),
        }
    }

    fn refer(&mut self, within: Within, to: Within, any: bool) -> String {
        self.named(within, &self.shape.scope(to), any)
    }

    /// One of the names by which a type is meant where it is used.
    fn named(&mut self, within: Within, full: &str, any: bool) -> String {
        let names = self.scopes.names(&self.shape.scope(within), full, any);
        self.draw.pick(&names).clone()
    }
}

/// The files that come with the language and that one uses.
fn known(shape: &Shape, file: usize) -> BTreeSet<&'static str> {
    fn of(kind: &Kind) -> Option<&'static str> {
        match kind {
            Kind::Known(at) => Some(KNOWN[*at].1),
            Kind::Map(_, value) => of(value),
            _ => None,
        }
    }
    let messages = shape.messages.iter().enumerate();
    let own = messages.filter(|(at, _)| shape.file_of(Within::Message(*at)) == file);
    let fields = own.flat_map(|(_, message)| &message.fields);
    let extensions = shape.extensions.iter();
    let extensions = extensions.filter(|e| shape.file_of(e.within) == file);
    let all = fields.chain(extensions.map(|e| &e.field));
    all.filter_map(|field| of(&field.kind)).collect()
}
