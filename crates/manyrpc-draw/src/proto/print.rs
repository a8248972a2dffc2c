//! The text of a file.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::Draw;

use super::shape::{Enum, Extension, Field, File, KNOWN, Kind, Label, Message, Within};

pub(super) fn text(file: &File, draw: &mut Draw) -> String {
    let mut printer = Printer {
        file,
        draw,
        out: String::new(),
    };
    let syntax = if file.new { "proto3" } else { "proto2" };
    let _ = writeln!(
        printer.out,
        "syntax = \"{syntax}\";\npackage {};",
        file.package
    );
    for import in imports(file) {
        let _ = writeln!(printer.out, "import \"google/protobuf/{import}.proto\";");
    }
    printer.scope(None, "");
    for service in &file.services {
        let _ = writeln!(printer.out, "service {} {{", service.name);
        for (name, sides) in &service.methods {
            let [request, reply] = sides.map(|(message, streams)| {
                let name = printer.refer(None, &printer.full_of(message));
                format!("({}{name})", if streams { "stream " } else { "" })
            });
            let _ = writeln!(printer.out, "  rpc {name} {request} returns {reply};");
        }
        printer.out.push_str("}\n");
    }
    printer.out
}

fn imports(file: &File) -> BTreeSet<&'static str> {
    fn of(kind: &Kind) -> Option<&'static str> {
        match kind {
            Kind::Known(at) => Some(KNOWN[*at].1),
            Kind::Map(_, value) => of(value),
            _ => None,
        }
    }
    let fields = file.messages.iter().flat_map(|m| &m.fields);
    let all = fields.chain(file.extensions.iter().map(|e| &e.field));
    all.filter_map(|field| of(&field.kind)).collect()
}

struct Printer<'a> {
    file: &'a File,
    draw: &'a mut Draw,
    out: String,
}

impl Printer<'_> {
    /// All that is declared in a scope, but for the fields of a message.
    fn scope(&mut self, within: Within, indent: &str) {
        let file = self.file;
        for of in file.enums.iter().filter(|e| e.within == within) {
            self.enumeration(of, indent);
        }
        for (at, message) in file.messages.iter().enumerate() {
            if message.within == within && !message.is_group {
                let _ = writeln!(self.out, "{indent}message {} {{", message.name);
                self.body(at, message, indent);
            }
        }
        for extension in file.extensions.iter().filter(|e| e.within == within) {
            self.extension(extension, indent);
        }
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
        let inner = format!("{indent}  ");
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
        self.scope(Some(at), &inner);
        for field in &message.fields {
            if !matches!(field.label, Label::Arm(_)) {
                self.field(Some(at), field, &inner);
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
                    .for_each(|arm| self.field(Some(at), arm, &format!("{inner}  ")));
                let _ = writeln!(self.out, "{inner}}}");
            }
        }
        let _ = writeln!(self.out, "{indent}}}");
    }

    fn extension(&mut self, extension: &Extension, indent: &str) {
        let of = self.refer(extension.within, &self.full_of(extension.of));
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
            let message = &self.file.messages[group];
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
            Kind::Message(at) | Kind::Group(at) => self.refer(within, &self.full_of(*at)),
            Kind::Enum(at) => {
                let of = &self.file.enums[*at];
                self.refer(within, &self.file.full(of.within, &of.name))
            }
            Kind::Known(at) => format!(".google.protobuf.{}", KNOWN[*at].0),
            Kind::Map(key, value) => format!("map<{key}, {}>", self.ty(within, value)),
        }
    }

    fn full_of(&self, message: usize) -> String {
        let message = &self.file.messages[message];
        self.file.full(message.within, &message.name)
    }

    /// A type's name where it is used: from the outermost scope, or from one around both, unless
    /// something further in is called as it begins.
    fn refer(&mut self, within: Within, full: &str) -> String {
        let whole = format!(".{full}");
        if self.draw.chance(50) {
            return whole;
        }
        let mut scope = within;
        loop {
            let (taken, prefix) = match scope {
                None => (&self.file.taken, self.file.package.clone()),
                Some(at) => (&self.file.messages[at].taken, self.full_of(at)),
            };
            let rest = full
                .strip_prefix(&prefix)
                .and_then(|rest| rest.strip_prefix('.'));
            if let Some(rest) = rest {
                return match is_word(rest) {
                    true => whole,
                    false => rest.to_owned(),
                };
            }
            let first = |at: usize| self.file.messages[at].within;
            // What begins the name must not be declared on the way out.
            let meets = full.split('.').any(|word| taken.has(word));
            match scope {
                Some(at) if !meets => scope = first(at),
                _ => return whole,
            }
        }
    }
}

/// Whether a name would be taken for another word of the language where a type stands.
fn is_word(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    !first.starts_with("Message") && !first.starts_with("Enum") && !first.starts_with("Group")
}
