//! Prints a model as a definition.
//!
//! The printed text reads back as the same module, documentation included, and this is checked each
//! time: a module that the language cannot express is refused with the reasons.
//!
//! The model has types, constants and interfaces in lists of their own; the text has them in scopes.
//! Whatever is first in its list is printed as soon as the lists of what it needs allow it; what is
//! within an interface is printed with the interface, what is within a struct with the struct.

mod interfaces;
mod types;
mod values;

use std::collections::{HashMap, HashSet};

use manyrpc_model::{Annotations, Const, Interface, Module, TypeBody, TypeDef};

use super::lower::{CONST, CONST_NAME, ID, NAME};
use crate::inexpressible::{Faults, Inexpressible, Reason, read_back};

/// The OMG IDL of a module.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print(module: &Module) -> Result<String, Vec<Inexpressible>> {
    let mut printer = Printer::new(module);
    printer.module();
    printer.within(&[]);
    if !printer.faults.0.is_empty() {
        return Err(printer.faults.0);
    }
    read_back(module, printer.out, "idl", super::load)
}

/// Names from the outermost scope to the thing itself.
type Path = Vec<String>;

/// The place where something is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Directly in modules.
    Modules,
    /// In the interface of that position.
    Interface(usize),
    /// In a struct, a union or an exception.
    Type,
}

struct Printer<'m> {
    module: &'m Module,
    types: HashMap<&'m str, &'m TypeDef>,
    interfaces: HashMap<&'m str, &'m Interface>,
    /// Positions of interfaces, by path.
    interface_paths: HashMap<Path, usize>,
    /// Types that others can be in.
    type_paths: HashSet<Path>,
    /// The first constant, type and interface not yet printed.
    at: (usize, usize, usize),
    /// Types and interfaces that can be named.
    known: HashSet<&'m str>,
    /// Types and interfaces that have been printed.
    printed: HashSet<&'m str>,
    /// What must be announced before what is being printed, by path.
    wanted: Vec<(Path, String)>,
    /// Modules that are open.
    open: Vec<String>,
    out: String,
    faults: Faults,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module) -> Self {
        let interfaces = module.interfaces.iter();
        let holds_types = |t: &&TypeDef| matches!(t.body, TypeBody::Record(_) | TypeBody::Union(_));
        Printer {
            module,
            types: module.types.iter().map(|t| (&*t.name, t)).collect(),
            interfaces: interfaces.clone().map(|i| (&*i.name, i)).collect(),
            interface_paths: interfaces.map(interface_path).zip(0..).collect(),
            type_paths: module
                .types
                .iter()
                .filter(holds_types)
                .map(type_path)
                .collect(),
            at: (0, 0, 0),
            known: HashSet::new(),
            printed: HashSet::new(),
            wanted: Vec::new(),
            open: Vec::new(),
            out: String::new(),
            faults: Faults::default(),
        }
    }

    fn module(&mut self) {
        for key in self.module.annotations.keys() {
            if !key.starts_with(CONST) && !key.starts_with(CONST_NAME) {
                let reason = Reason::Annotation(key.clone());
                self.faults.push(&self.module.name, reason);
            }
        }
        loop {
            self.pass_implied();
            while let Some(constant) = self.next_const(&Place::Modules) {
                let (path, text) = self.constant(constant, "");
                self.put(&path, &text);
            }
            let place = self
                .module
                .types
                .get(self.at.1)
                .map(|t| self.place(&type_path(t)));
            let waits = self.module.types.get(self.at.1);
            let waits = waits.is_some_and(|definition| self.waits(definition));
            match place {
                Some(Place::Modules) if !waits => {
                    let definition = &self.module.types[self.at.1];
                    self.at.1 += 1;
                    let text = self.definition(definition, "");
                    self.put(&type_path(definition), &text);
                }
                Some(Place::Type) => self.at.1 += 1,
                Some(Place::Interface(of)) if of < self.at.2 => self.at.1 += 1,
                _ if self.at.2 < self.module.interfaces.len() => {
                    let interface = &self.module.interfaces[self.at.2];
                    self.at.2 += 1;
                    let text = self.interface(interface);
                    self.put(&interface_path(interface), &text);
                }
                _ => break,
            }
        }
        for (path, text) in self.other_consts(&Place::Modules, "") {
            self.put(&path, &text);
        }
    }

    /// Passes over types that follow from others.
    fn pass_implied(&mut self) {
        let rest = self.module.types.get(self.at.1..).unwrap_or_default();
        self.at.1 += rest.iter().take_while(|t| values::is_implied(t)).count();
    }

    /// Puts a declaration into its modules, and before it what must be announced.
    fn put(&mut self, path: &[String], text: &str) {
        for (announced, text) in std::mem::take(&mut self.wanted) {
            self.within(&announced[..announced.len() - 1]);
            self.line(&text);
        }
        self.within(&path[..path.len() - 1]);
        for line in text.lines() {
            self.line(line);
        }
    }

    fn line(&mut self, line: &str) {
        let depth = if line.starts_with('#') || line.is_empty() {
            0
        } else {
            self.open.len()
        };
        self.out += &"\t".repeat(depth);
        self.out += line;
        self.out.push('\n');
    }

    /// Closes and opens modules.
    fn within(&mut self, modules: &[String]) {
        let common = self
            .open
            .iter()
            .zip(modules)
            .take_while(|(a, b)| a == b)
            .count();
        while self.open.len() > common {
            self.open.pop();
            self.line("};");
        }
        for module in &modules[common..] {
            let name = self.name(module, module);
            self.line(&format!("module {name} {{"));
            self.open.push(module.clone());
        }
    }

    /// Where something with that path is declared.
    fn place(&self, path: &[String]) -> Place {
        let scope = &path[..path.len() - 1];
        match self.interface_paths.get(scope) {
            Some(at) => Place::Interface(*at),
            None if self.type_paths.contains(scope) => Place::Type,
            None => Place::Modules,
        }
    }

    /// The next constant, if it is in that place.
    fn next_const(&mut self, place: &Place) -> Option<&'m Const> {
        let constant = self.module.consts.get(self.at.0)?;
        if self.place(&self.const_path(constant)) != *place {
            return None;
        }
        self.at.0 += 1;
        Some(constant)
    }

    fn const_path(&self, constant: &Const) -> Path {
        let key = format!("{CONST_NAME}{}", constant.name);
        let scoped = self.module.annotations.get(&key);
        split(scoped.unwrap_or(&constant.name), "::")
    }

    fn constant(&mut self, constant: &Const, indent: &str) -> (Path, String) {
        let subject = &constant.name;
        let comment = self.faults.comment(subject, &constant.doc, indent);
        let path = self.const_path(constant);
        let name = self.name(subject, &path[path.len() - 1]);
        let value = constant.value;
        let ty = match () {
            () if i32::try_from(value).is_ok() => "long",
            () if u32::try_from(value).is_ok() => "unsigned long",
            () if i64::try_from(value).is_ok() => "long long",
            () => "unsigned long long",
        };
        let text = format!("{comment}{indent}const {ty} {name} = {value};\n");
        (path, text)
    }

    /// Constants that are no integers, in that place.
    fn other_consts(&mut self, place: &Place, indent: &str) -> Vec<(Path, String)> {
        let here = |printer: &Self, path: &Path| printer.place(path) == *place;
        self.other_consts_where(indent, here)
    }

    /// The text of those whose path is as wanted.
    fn consts_where(&mut self, indent: &str, is_it: impl Fn(&Path) -> bool) -> String {
        let texts = self.other_consts_where(indent, |_, path| is_it(path));
        texts.into_iter().map(|(_, text)| text).collect()
    }

    fn other_consts_where(
        &mut self,
        indent: &str,
        is_it: impl Fn(&Self, &Path) -> bool,
    ) -> Vec<(Path, String)> {
        let mut texts = Vec::new();
        for (key, value) in &self.module.annotations {
            let Some(scoped) = key.strip_prefix(CONST) else {
                continue;
            };
            let path = split(scoped, "::");
            if !is_it(self, &path) {
                continue;
            }
            let name = self.name(scoped, &path[path.len() - 1]);
            let Some((ty, value)) = value.split_once(" = ") else {
                self.faults.push(scoped, Reason::Annotation(key.clone()));
                continue;
            };
            texts.push((path, format!("{indent}const {ty} {name} = {value};\n")));
        }
        texts
    }

    /// An identifier, escaped where it is a word of the language.
    fn name(&mut self, subject: &str, name: &str) -> String {
        let plain = self.faults.name(subject, name, &[]);
        let is_word = super::parse::KEYWORDS
            .iter()
            .any(|k| k.eq_ignore_ascii_case(name));
        match is_word || name.starts_with('_') {
            true => format!("_{plain}"),
            false => plain,
        }
    }

    /// The identifiers of a path, with `::` between.
    fn scoped(&mut self, subject: &str, path: &[String]) -> String {
        let names: Vec<String> = path.iter().map(|n| self.name(subject, n)).collect();
        names.join("::")
    }

    /// `#pragma ID` of something that was declared in the scope of the line, under that name there.
    fn identifier(&mut self, subject: &str, name: &str, annotations: &Annotations) -> String {
        let Some(id) = annotations.get(ID) else {
            return String::new();
        };
        if id.contains(['"', '\n']) {
            self.faults.push(subject, Reason::Annotation(ID.to_owned()));
        }
        format!("#pragma ID {name} \"{id}\"\n")
    }

    fn only(&mut self, subject: &str, annotations: &Annotations, known: &[&str]) {
        for key in annotations.keys().filter(|key| !known.contains(&&***key)) {
            self.faults.push(subject, Reason::Annotation(key.clone()));
        }
    }
}

fn type_path(definition: &TypeDef) -> Path {
    split(
        definition.annotations.get(NAME).unwrap_or(&definition.name),
        "::",
    )
}

fn interface_path(interface: &Interface) -> Path {
    split(
        interface.identity.name.as_ref().unwrap_or(&interface.name),
        ".",
    )
}

fn split(scoped: &str, by: &str) -> Path {
    scoped.split(by).map(str::to_owned).collect()
}
