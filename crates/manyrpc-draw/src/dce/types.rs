//! Enumerations, unions and other names of types.

use std::fmt::Write;

use super::Interface;
use super::text::{Declared, Kind, Known, Scope};

impl Interface<'_> {
    /// One definition of a type.
    pub(super) fn definition(&mut self) {
        let kind = match (self.draw.below(20), self.dialect.other_names) {
            (7..=10, false) => 11,
            (kind, _) => kind,
        };
        match kind {
            0..=2 => self.enumeration(),
            3..=4 if self.dialect.encapsulated => self.encapsulated(),
            5..=6 => self.apart(),
            7 => self.plain_name(),
            8 => self.array_name(),
            9 => self.pointer_name(),
            10 => self.string_name(),
            _ => self.record(),
        }
    }

    pub(super) fn know(&mut self, name: String, kind: Kind) {
        self.known.push(Known { name, kind });
    }

    /// Something that can stand by value wherever a type can, by its name.
    pub(super) fn value(&mut self) -> String {
        let by_value = |known: &&Known| match known.kind {
            Kind::Record { conformant } => !conformant,
            Kind::Apart(_) => false,
            _ => true,
        };
        let fitting: Vec<&str> = self
            .known
            .iter()
            .filter(by_value)
            .map(|k| &*k.name)
            .collect();
        match fitting.is_empty() || self.draw.chance(55) {
            true => self.dialect.scalar(self.draw).to_owned(),
            false => (*self.draw.pick(&fitting)).to_owned(),
        }
    }

    fn enumeration(&mut self) {
        let mut members = Vec::new();
        let mut body = Vec::new();
        let mut next = 0;
        for _ in 0..self.draw.between(1, 5) {
            let name = self.names.take(self.draw, "E_");
            let value = match self.draw.chance(30) {
                true => next + *self.draw.pick(&[1, 2, 126, 255, 4000]),
                false => next,
            };
            body.push(match value == next && self.dialect.implied_values {
                true => name.clone(),
                false => format!("{name} = {value}"),
            });
            members.push(name);
            next = value + 1;
        }
        let wide = !self.dialect.beyond_wine || self.dialect.microsoft && self.draw.chance(40);
        let attribute = if wide { "[v1_enum] " } else { "" };
        let name = self.names.take(self.draw, "enum_");
        let body = body.join(", ");
        let _ = writeln!(
            self.text,
            "    typedef {attribute}enum {{ {body} }} {name};"
        );
        self.know(name, Kind::Enum(members));
    }

    /// The type of a discriminant, and labels that it may have.
    fn discriminant(&mut self) -> (String, Vec<String>) {
        let enums = self.known.iter().filter_map(|known| match &known.kind {
            Kind::Enum(members) => Some((known.name.clone(), members.clone())),
            _ => None,
        });
        let enums: Vec<_> = enums.collect();
        let numbers = |of: &[i64]| of.iter().map(i64::to_string).collect();
        let kind = match self.dialect.beyond_wine {
            true if !self.dialect.letter_tags => self.draw.between(2, 10),
            true => self.draw.below(11),
            false => *self.draw.pick(&[2, 9, 10]),
        };
        let named = |ty| self.dialect.named(ty).to_owned();
        match kind {
            0 => ("boolean".into(), vec!["FALSE".into(), "TRUE".into()]),
            1 => (
                "char".into(),
                vec!["'a'".into(), "'Z'".into(), "'0'".into()],
            ),
            2..=4 if !enums.is_empty() => self.draw.pick(&enums).clone(),
            5 => (named("small"), numbers(&[0, 1, 127, 5])),
            6 => (named("unsigned small"), numbers(&[0, 1, 127, 200])),
            7 => (named("short"), numbers(&[0, 1, -1, 3, 32767])),
            8 => (named("unsigned short"), numbers(&[1, 2, 65535, 4])),
            9 => (named("unsigned long"), numbers(&[0, 7, 8, 70000])),
            _ => (named("long"), numbers(&[1, 2, -5, 3, 70000])),
        }
    }

    fn encapsulated(&mut self) {
        let (tag, labels) = self.discriminant();
        let arms = self.arms(labels, false);
        let mut scope = Scope::new();
        let kind = scope.name(self.draw, "k");
        let inner = match self.draw.chance(50) {
            true => scope.name(self.draw, "u"),
            false => String::new(),
        };
        let name = self.names.take(self.draw, "enc_");
        let _ = writeln!(
            self.text,
            "    typedef union switch ({tag} {kind}) {inner} {{\n{arms}    }} {name};"
        );
        self.know(name, Kind::Encapsulated);
    }

    /// A union whose discriminant stands elsewhere.
    fn apart(&mut self) {
        let (tag, labels) = self.discriminant();
        let arms = self.arms(labels, true);
        let name = self.names.take(self.draw, "uni_");
        let _ = writeln!(
            self.text,
            "    typedef [switch_type({tag})] union {{\n{arms}    }} {name};"
        );
        self.know(name, Kind::Apart(tag));
    }

    fn arms(&mut self, mut labels: Vec<String>, brackets: bool) -> String {
        let mut scope = Scope::new();
        let mut text = String::new();
        while !labels.is_empty() && (text.is_empty() || self.draw.chance(75)) {
            let mut own = vec![labels.remove(self.draw.below(labels.len()))];
            let several = (brackets || self.dialect.beyond_wine) && self.dialect.labels;
            if several && !labels.is_empty() && self.draw.chance(20) {
                own.push(labels.remove(0));
            }
            let head = match brackets {
                true => format!("case({})", own.join(", ")),
                false => own
                    .iter()
                    .map(|label| format!("case {label}: "))
                    .collect::<String>(),
            };
            text += &self.labelled(&head, brackets, &mut scope);
        }
        if self.draw.chance(35) {
            let head = if brackets { "default" } else { "default: " };
            text += &self.labelled(head, brackets, &mut scope);
        }
        text
    }

    /// An arm with its labels, in brackets or before it.
    fn labelled(&mut self, head: &str, brackets: bool, scope: &mut Scope) -> String {
        let arm = self.arm(scope);
        let joined = !self.dialect.tagged || self.draw.chance(50);
        match (brackets, arm) {
            (false, arm) => format!("        {head}{};\n", shown(arm)),
            (true, Some(mut arm)) if joined => {
                arm.attributes.insert(0, head.to_owned());
                format!("        {arm};\n")
            }
            (true, arm) => format!("        [{head}] {};\n", shown(arm)),
        }
    }

    /// What an arm holds: perhaps nothing.
    fn arm(&mut self, scope: &mut Scope) -> Option<Declared> {
        if self.draw.chance(20) {
            return None;
        }
        let name = scope.name(self.draw, "a");
        let mut declared = match self.draw.below(10) {
            0 => self.string_pointer(&name),
            1..=2 => self.pointer(&name),
            3 if self.dialect.dimensions => self.fixed_array(&name),
            _ => Declared::new(self.value(), name),
        };
        if !self.dialect.ref_arms {
            declared.attributes.retain(|attribute| attribute != "ref");
        }
        Some(declared)
    }

    fn plain_name(&mut self) {
        let scalar = self.dialect.scalar(self.draw);
        let name = self.names.take(self.draw, "t");
        let _ = writeln!(self.text, "    typedef {scalar} {name};");
        self.know(name, Kind::Plain);
    }

    fn array_name(&mut self) {
        let name = self.names.take(self.draw, "arr_");
        let declared = self.fixed_array(&name);
        let _ = writeln!(self.text, "    typedef {declared};");
        self.know(name, Kind::Array);
    }

    fn pointer_name(&mut self) {
        let name = self.names.take(self.draw, "ptr_");
        let declared = self.pointer(&name);
        let attributes = declared.attributes.join(", ");
        let attributes = match attributes.is_empty() {
            true => attributes,
            false => format!("[{attributes}] "),
        };
        let (ty, declarator) = (declared.ty, declared.declarator);
        let _ = writeln!(self.text, "    typedef {attributes}{ty} {declarator};");
        let open = |known: &Known| {
            known.name == ty && matches!(known.kind, Kind::Record { conformant: true })
        };
        let nullable = attributes != "[ref] ";
        self.know(
            name,
            match self.known.iter().any(open) {
                true => Kind::Open { nullable },
                false => Kind::Pointer,
            },
        );
    }

    fn string_name(&mut self) {
        let name = self.names.take(self.draw, "str_");
        let declared = self.string_pointer(&name);
        let nullable = !declared.attributes.iter().any(|a| a == "ref");
        let _ = writeln!(self.text, "    typedef {declared};");
        self.know(name, Kind::Open { nullable });
    }
}

fn shown(arm: Option<Declared>) -> String {
    arm.map(|arm| arm.to_string()).unwrap_or_default()
}
