//! Definitions in OMG IDL, as omniidl 4.2 accepts them.
//!
//! Every name of a definition is unique, whatever the case of its letters: what a name clashes with is
//! for definitions written by hand.

mod interfaces;
mod spoil;
mod types;

use crate::names::Names;
use crate::{Definition, Draw, Language};

pub use spoil::spoil;

/// Words that are no names.
const KEYWORDS: [&str; 50] = [
    "abstract",
    "any",
    "attribute",
    "boolean",
    "case",
    "char",
    "const",
    "context",
    "custom",
    "default",
    "double",
    "enum",
    "exception",
    "factory",
    "false",
    "fixed",
    "float",
    "in",
    "inout",
    "interface",
    "local",
    "long",
    "module",
    "native",
    "object",
    "octet",
    "oneway",
    "out",
    "private",
    "public",
    "raises",
    "readonly",
    "sequence",
    "short",
    "string",
    "struct",
    "supports",
    "switch",
    "true",
    "truncatable",
    "typedef",
    "union",
    "unsigned",
    "valuebase",
    "valuetype",
    "void",
    "wchar",
    "wstring",
    "corba",
    "l",
];

/// Draws a definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let mut file = File {
        text: String::new(),
        names: Names::without(&KEYWORDS),
        scope: Vec::new(),
        types: Vec::new(),
        enums: Vec::new(),
        exceptions: Vec::new(),
        values: Vec::new(),
        abstracts: Vec::new(),
        interfaces: Vec::new(),
        draw,
    };
    file.items();
    Definition::new(Language::Omg, name, file.text)
}

/// What has been drawn so far.
struct File<'d> {
    text: String,
    names: Names,
    /// The modules that are open, and the interface.
    scope: Vec<String>,
    /// Paths of types.
    types: Vec<String>,
    /// Paths of enumerations and of their members.
    enums: Vec<(String, Vec<String>)>,
    exceptions: Vec<String>,
    /// Paths of valuetypes with a state, and of abstract ones.
    values: Vec<String>,
    abstracts: Vec<String>,
    interfaces: Vec<String>,
    draw: &'d mut Draw,
}

impl File<'_> {
    fn items(&mut self) {
        if self.draw.chance(30) {
            self.line("#pragma prefix \"example.org\"");
        }
        for _ in 0..self.draw.between(3, 10) {
            match self.draw.below(10) {
                0 if self.scope.len() < 3 => {
                    let name = self.name("m");
                    self.line(&format!("module {name} {{"));
                    self.scope.push(name);
                    if self.draw.chance(20) {
                        self.line("#pragma prefix \"inner.example\"");
                    }
                    // A module is not empty.
                    self.type_item();
                }
                1 if !self.scope.is_empty() => {
                    self.scope.pop();
                    self.line("};");
                }
                2..=4 => self.interface(),
                _ => self.type_item(),
            }
        }
        while self.scope.pop().is_some() {
            self.line("};");
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn name(&mut self, stem: &str) -> String {
        self.names.take(self.draw, stem)
    }

    /// The path of a name in the scope at hand.
    fn path(&self, name: &str) -> String {
        let mut path = self.scope.clone();
        path.push(name.to_owned());
        format!("::{}", path.join("::"))
    }

    /// A path as it may be written here.
    fn reference(&mut self, path: &str) -> String {
        let (scope, name) = path.rsplit_once("::").unwrap_or(("", path));
        let own = self
            .scope
            .iter()
            .map(|s| format!("::{s}"))
            .collect::<String>();
        match own.starts_with(scope) && self.draw.chance(50) {
            true => name.to_owned(),
            false => path.to_owned(),
        }
    }

    /// Something declared, which may be given another identifier.
    fn declared(&mut self, name: &str) {
        match self.draw.below(12) {
            0 => self.line(&format!("#pragma ID {name} \"IDL:given/{name}:3.0\"")),
            1 => self.line(&format!("#pragma version {name} 2.7")),
            _ => {}
        }
    }
}
