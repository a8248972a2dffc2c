//! Structures and their members.

use std::fmt::Write;

use super::Interface;
use super::text::{Declared, Kind, Scope};

impl Interface<'_> {
    pub(super) fn record(&mut self) {
        let name = self.names.take(self.draw, "rec_");
        let tag = format!("{name}_tag");
        let mut scope = Scope::new();
        let recursive = self.draw.chance(15);
        for _ in 0..self.draw.between(1, 5) {
            self.member(&mut scope, &tag, recursive);
        }
        let conformant = self.draw.chance(20);
        if conformant {
            self.tail(&mut scope);
        }
        let link = recursive && !conformant;
        if link {
            let class = self.dialect.class(self.draw);
            let next = scope.name(self.draw, "next");
            scope
                .lines
                .push(Declared::new(format!("struct {tag}"), format!("*{next}")).with(class));
        }
        let body: String = scope
            .lines
            .iter()
            .map(|line| format!("        {line};\n"))
            .collect();
        let kind = Kind::Record { conformant };
        let form = match (self.dialect.named_twice, recursive) {
            (false, true) => 0,
            (false, false) => 1,
            _ => self.draw.below(4),
        };
        match form {
            0 if self.dialect.tagged => {
                let _ = writeln!(self.text, "    struct {tag} {{\n{body}    }};");
                self.know(format!("struct {tag}"), kind);
            }
            1 if !recursive => {
                let _ = writeln!(self.text, "    typedef struct {{\n{body}    }} {name};");
                self.know(name, kind);
            }
            _ => {
                let _ = writeln!(
                    self.text,
                    "    typedef struct {tag} {{\n{body}    }} {name};"
                );
                self.know(name, kind);
            }
        }
    }

    fn member(&mut self, scope: &mut Scope, tag: &str, recursive: bool) {
        let name = scope.name(self.draw, "f");
        let declared = match self.draw.below(40) {
            0..=3 => self.fixed_array(&name),
            4..=6 if self.dialect.parts => self.varying_array(scope, &name),
            7..=9 => self.string_pointer(&name),
            10..=11 if self.dialect.parts => self.varying_string(&name),
            12..=15 => self.pointer(&name),
            16..=18 => self.pointer_to_array(scope, &name),
            19..=20 => self.switched(scope, &name),
            21..=22 => self.array_of_pointers(&name),
            23 => self.pointer_in_a_row(scope, &name),
            24 if self.dialect.unnamed => self.inline(&name),
            25 if recursive => {
                let class = self.dialect.class(self.draw);
                Declared::new(format!("struct {tag}"), format!("*{name}")).with(class)
            }
            _ => Declared::new(self.value(), name),
        };
        scope.lines.push(declared);
    }

    /// A union whose discriminant is another member.
    pub(super) fn switched(&mut self, scope: &mut Scope, name: &str) -> Declared {
        let unions = self.known.iter().filter_map(|known| match &known.kind {
            Kind::Apart(tag) => Some((known.name.clone(), tag.clone())),
            _ => None,
        });
        let unions: Vec<_> = unions.collect();
        if unions.is_empty() {
            return Declared::new(self.value(), name);
        }
        let (union, tag) = self.draw.pick(&unions).clone();
        let kind = scope.name(self.draw, "k");
        scope.lines.push(Declared::new(tag, kind.clone()));
        let class = match self.draw.chance(30) {
            true => self.dialect.class(self.draw),
            false => "",
        };
        let star = if class.is_empty() { "" } else { "*" };
        Declared::new(union, format!("{star}{name}"))
            .with(format!("switch_is({kind})"))
            .with(class)
    }

    /// A structure at its place of use.
    fn inline(&mut self, name: &str) -> Declared {
        let mut scope = Scope::new();
        for _ in 0..self.draw.between(1, 3) {
            let (member, ty) = (scope.name(self.draw, "g"), self.value());
            scope.lines.push(Declared::new(ty, member));
        }
        let body: String = scope.lines.iter().map(|line| format!("{line}; ")).collect();
        Declared::new(format!("struct {{ {body}}}"), name)
    }

    /// An open array at the end of a structure, or a string.
    fn tail(&mut self, scope: &mut Scope) {
        let name = scope.name(self.draw, "tail");
        let declared = match self.draw.below(6) {
            0 if self.dialect.dimensions => {
                let character = self.dialect.character(self.draw);
                Declared::new(character, format!("{name}[]")).with(self.dialect.string(character))
            }
            1 if self.dialect.nested_open => {
                let nested = self.known.iter().filter_map(|known| match known.kind {
                    Kind::Record { conformant: true } => Some(known.name.clone()),
                    _ => None,
                });
                let nested: Vec<_> = nested.collect();
                match nested.is_empty() {
                    true => self.open_array(scope, &name),
                    false => Declared::new(self.draw.pick(&nested).clone(), name),
                }
            }
            _ => self.open_array(scope, &name),
        };
        scope.lines.push(declared);
    }
}
