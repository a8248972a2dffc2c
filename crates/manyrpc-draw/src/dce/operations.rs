//! Operations: parameters that travel either way, and results.

use std::fmt::Write;

use super::Interface;
use super::text::{Declared, Kind, Scope, Travels};

impl Interface<'_> {
    pub(super) fn operation(&mut self) {
        let mut scope = Scope::new();
        for _ in 0..self.draw.between(0, 4) {
            self.parameter(&mut scope);
        }
        let name = self.names.take(self.draw, "op");
        let (result, value) = self.result(&scope);
        let params: Vec<String> = scope.lines.iter().map(ToString::to_string).collect();
        let attributes = *self.draw.weighted(&[(8, ""), (1, "[idempotent] ")]);
        let body = format!("{}{value}", scope.body);
        if self.dialect.bodies {
            let _ = writeln!(self.text, "    cpp_quote(\"#define BODY_{name} {body}\")");
        }
        let _ = writeln!(
            self.text,
            "    {attributes}{result} {name}({});",
            params.join(", ")
        );
    }

    /// A type of result, and what a server returns.
    fn result(&mut self, scope: &Scope) -> (String, String) {
        let plain = |line: &&Declared| {
            let word = line
                .declarator
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_');
            let says = scope.counters.contains(&line.declarator);
            word && !says && line.attributes == ["in"] && !line.ty.contains('{')
        };
        match self.draw.below(4) {
            0 => ("void".into(), String::new()),
            1 if self.dialect.any_result => match scope.lines.iter().find(plain) {
                Some(line) => (line.ty.clone(), format!("return {};", line.declarator)),
                None => ("void".into(), String::new()),
            },
            _ => {
                let results = [
                    "long",
                    "short",
                    "unsigned long",
                    "small",
                    "hyper",
                    "boolean",
                ];
                let ty = self.dialect.named(self.draw.pick::<&str>(&results));
                (ty.into(), "return 1;".into())
            }
        }
    }

    fn parameter(&mut self, scope: &mut Scope) {
        let travels = *self
            .draw
            .pick(&[Travels::In, Travels::InOut, Travels::Twin]);
        scope.travels = Some(travels);
        let name = scope.name(self.draw, "p");
        match self.draw.below(16) {
            0..=2 => self.by_value(scope, &name),
            3..=6 => self.by_reference(scope, &name, travels),
            7..=9 => self.array_parameter(scope, &name, travels),
            10..=11 => self.string_parameter(scope, &name, travels),
            12 => self.union_parameter(scope, &name, travels),
            13..=14 => self.nullable(scope, &name, travels),
            _ => self.twice(scope, &name, travels),
        }
    }

    fn by_value(&mut self, scope: &mut Scope, name: &str) {
        let arrays: Vec<String> = self
            .known
            .iter()
            .filter(|known| matches!(known.kind, Kind::Array | Kind::Pointer | Kind::Open { .. }))
            .map(|known| known.name.clone())
            .collect();
        let mut ty = self.value();
        if arrays.contains(&ty) {
            ty = self.dialect.any_scalar(self.draw).to_owned();
        }
        scope.lines.push(Declared::new(ty, name).with("in"));
    }

    /// Declares it one way, and the other where that is a parameter of its own.
    fn travelling(&mut self, scope: &mut Scope, declared: Declared, travels: Travels, copy: &str) {
        let with = |declared: &Declared, attribute: &str| {
            let mut declared = declared.clone();
            declared.attributes.insert(0, attribute.to_owned());
            declared
        };
        let line = with(&declared, travels.attribute());
        scope.lines.push(line);
        if travels == Travels::Twin {
            let name: String = declared
                .declarator
                .trim_start_matches('*')
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let back = declared.declarator.replacen(&name, &format!("o_{name}"), 1);
            let back = Declared {
                declarator: back,
                ..declared
            };
            scope.lines.push(with(&back, "out"));
            scope.body += &copy.replace("NAME", &name);
        }
    }

    fn by_reference(&mut self, scope: &mut Scope, name: &str, travels: Travels) {
        let ty = match travels {
            Travels::Twin => self.value(),
            _ => self.pointee(),
        };
        let declared = Declared::new(ty, format!("*{name}"));
        self.travelling(
            scope,
            declared,
            travels,
            "memcpy(o_NAME, NAME, sizeof *NAME); ",
        );
    }

    fn array_parameter(&mut self, scope: &mut Scope, name: &str, travels: Travels) {
        if self.draw.chance(25) {
            let declared = self.fixed_array(name);
            let copy = format!(
                "memcpy(o_NAME, NAME, sizeof(*NAME) * ({})); ",
                first_bound(&declared.declarator)
            );
            return self.travelling(scope, declared, travels, &copy);
        }
        let declared = match self.dialect.parts && self.draw.chance(30) {
            true => self.varying_array(scope, name),
            false => self.open_array(scope, name),
        };
        // How many there are is not known here: the server sends what it was sent.
        let travels = match travels {
            Travels::Twin => Travels::InOut,
            travels => travels,
        };
        self.travelling(scope, declared, travels, "");
    }

    fn string_parameter(&mut self, scope: &mut Scope, name: &str, travels: Travels) {
        let character = self.dialect.character(self.draw);
        let travels = match travels {
            Travels::Twin => Travels::In,
            travels => travels,
        };
        let declared = match self.draw.below(3) {
            0 if self.dialect.parts => self.varying_string(name),
            _ => Declared::new(character, format!("*{name}")).with(self.dialect.string(character)),
        };
        self.travelling(scope, declared, travels, "");
    }

    fn union_parameter(&mut self, scope: &mut Scope, name: &str, travels: Travels) {
        let declared = self.switched(scope, name);
        let Some(kind) = scope.lines.last_mut().filter(|_| {
            declared
                .attributes
                .first()
                .is_some_and(|a| a.starts_with("switch_is"))
        }) else {
            return self.by_value(scope, name);
        };
        kind.attributes.push("in".into());
        let kind = kind.declarator.clone();
        scope.counters.push(kind);
        let plain = !declared.declarator.starts_with('*');
        let travels = match (travels, plain) {
            (Travels::Twin, _) => Travels::In,
            (travels, _) => travels,
        };
        let mut declared = declared;
        if travels == Travels::InOut && plain {
            declared.declarator.insert(0, '*');
        }
        self.travelling(scope, declared, travels, "");
    }

    /// A pointer that may be null.
    fn nullable(&mut self, scope: &mut Scope, name: &str, travels: Travels) {
        let class = self.dialect.class(self.draw);
        let kind = self.draw.below(3);
        // C706 has no array or string that is null before the call and not after it.
        let travels = match travels {
            Travels::InOut if self.dialect.microsoft || kind == 2 => Travels::InOut,
            _ => Travels::In,
        };
        scope.travels = Some(travels);
        let declared = match kind {
            0 => {
                let character = self.dialect.character(self.draw);
                Declared::new(character, format!("*{name}")).with(self.dialect.string(character))
            }
            1 => self.extents(scope, format!("*{name}")),
            _ => Declared::new(self.pointee(), format!("*{name}")),
        };
        self.travelling(scope, declared.with(class), travels, "");
    }

    /// A pointer to a pointer.
    fn twice(&mut self, scope: &mut Scope, name: &str, travels: Travels) {
        let declared = match self.draw.below(3) {
            0 if self.dialect.microsoft => {
                let character = self.dialect.character(self.draw);
                Declared::new(character, format!("**{name}")).with(self.dialect.string(character))
            }
            _ => Declared::new(self.pointee(), format!("**{name}")),
        };
        self.travelling(scope, declared, travels, "*o_NAME = *NAME; ");
    }
}

/// How many elements the first dimension of a declarator has, in C.
fn first_bound(declarator: &str) -> String {
    let inside = declarator.split(['[', ']']).nth(1).unwrap_or("1");
    match inside.split_once("..") {
        Some((_, last)) => format!("{last} + 1"),
        None => inside.to_owned(),
    }
}
