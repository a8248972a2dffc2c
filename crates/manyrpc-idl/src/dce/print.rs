//! Prints a model as a definition.
//!
//! The printed text reads back as the same module, documentation included, and this is checked each
//! time: a module that the language cannot express is refused with the reasons. Attributes from a
//! configuration file are printed at the places they apply to, so that one text is complete.
//!
//! A pointer's class is printed with it only at the first pointer of a declaration, since the
//! language has no place for the others: those have the class of `pointer_default`. Types that need
//! a different default from their neighbours are therefore printed in an interface of their own
//! without operations.

mod declare;
mod operations;
mod types;

use std::collections::{HashMap, HashSet};

use manyrpc_model::{Annotations, Const, Interface, Module, Type, TypeBody, TypeDef};

use super::lower::TEXT_CONST;
use super::parse::KEYWORDS;
use super::shape::Class;
use crate::inexpressible::{Faults, Inexpressible, Labels, Reason, read_back};
use crate::names;

const INDENT: &str = "    ";

/// The `.idl` text of a module.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print(module: &Module) -> Result<String, Vec<Inexpressible>> {
    let types = module.types.iter().map(|t| (&*t.name, t)).collect();
    let mut printer = Printer {
        module,
        labels: Labels::new(module),
        tagged: tagged(module, &types),
        types,
        defined: HashSet::new(),
        within: None,
        faults: Faults::default(),
    };
    let blocks = printer.blocks();
    let text = printer.rendered(&blocks);
    if !printer.faults.0.is_empty() {
        return Err(printer.faults.0);
    }
    read_back(module, text, "idl", super::load)
}

/// Definitions by name.
type Types<'m> = HashMap<&'m str, &'m TypeDef>;

struct Printer<'m> {
    module: &'m Module,
    labels: Labels<'m>,
    types: Types<'m>,
    /// Types that are used before they are complete and therefore need a tag.
    tagged: HashSet<&'m str>,
    /// Types already printed.
    defined: HashSet<&'m str>,
    /// The class of the pointers behind the first ones in the current item, if there are any.
    within: Option<Class>,
    faults: Faults,
}

/// The contents of one `interface`.
#[derive(Default)]
struct Block<'m> {
    /// `None` for one that holds only types and constants.
    interface: Option<&'m Interface>,
    default: Option<Class>,
    consts: String,
    /// Types and operations, each with its line end.
    items: Vec<String>,
}

impl Block<'_> {
    fn fits(&self, class: Option<Class>) -> bool {
        self.default.is_none() || class.is_none() || self.default == class
    }
}

impl<'m> Printer<'m> {
    /// All items in order, in as few blocks as the pointer classes permit.
    fn blocks(&mut self) -> Vec<Block<'m>> {
        let mut last = Block {
            consts: self.consts(),
            ..Block::default()
        };
        let mut blocks = Vec::new();
        for definition in &self.module.types {
            let text = self.definition(definition);
            let class = self.within.take();
            if !last.fits(class) {
                blocks.push(std::mem::take(&mut last));
            }
            last.default = last.default.or(class);
            last.items.push(text);
        }
        for interface in &self.module.interfaces {
            let operations = self.operations(interface);
            let class = self.within.take();
            if last.interface.is_some() || !last.fits(class) {
                blocks.push(std::mem::take(&mut last));
            }
            last.interface = Some(interface);
            last.default = last.default.or(class);
            last.items.extend(operations);
        }
        blocks.push(last);
        blocks
    }

    fn consts(&mut self) -> String {
        let mut text = String::new();
        for (key, value) in &self.module.annotations {
            let Some(name) = key.strip_prefix(TEXT_CONST) else {
                let key = Reason::Annotation(key.clone());
                self.faults.push(&self.module.name, key);
                continue;
            };
            let name = self.name(name, name);
            let ty = if value == "NULL" { "void" } else { "char" };
            text += &format!("{INDENT}const {ty} *{name} = {value};\n");
        }
        for Const { name, value, doc } in &self.module.consts {
            text += &self.faults.comment(name, doc, INDENT);
            let ty = match value {
                -0x8000_0000..=0x7fff_ffff => "long",
                0..=0xffff_ffff => "unsigned long",
                ..=0x7fff_ffff_ffff_ffff => "hyper",
                _ => "unsigned hyper",
            };
            let name = self.name(name, name);
            text += &format!("{INDENT}const {ty} {name} = {value};\n");
        }
        text
    }

    fn rendered(&mut self, blocks: &[Block<'m>]) -> String {
        let mut taken: HashSet<String> = HashSet::new();
        taken.extend(self.module.interfaces.iter().map(|i| i.name.clone()));
        let mut texts = Vec::new();
        for block in blocks {
            let parts = std::iter::once(&block.consts).chain(&block.items);
            let parts: Vec<&str> = parts.map(|p| &**p).filter(|p| !p.is_empty()).collect();
            if parts.is_empty() && block.interface.is_none() {
                continue;
            }
            let head = match block.interface {
                Some(interface) => self.head(interface, block.default),
                None => {
                    let name = names::free(&mut taken, "types".to_owned());
                    // A list of attributes also tells the language from OMG's.
                    let class = block.default.unwrap_or(Class::Unique);
                    format!("[{}] interface {name}\n", pointer_default(class))
                }
            };
            texts.push(format!("{head}{{\n{}}}\n", parts.join("\n")));
        }
        texts.join("\n")
    }

    fn name(&mut self, subject: &str, name: &str) -> String {
        self.faults.name(subject, name, &KEYWORDS)
    }

    fn no_annotations(&mut self, subject: &str, annotations: &Annotations, known: &[&str]) {
        for key in annotations.keys().filter(|key| !known.contains(&&***key)) {
            self.faults.push(subject, Reason::Annotation(key.clone()));
        }
    }

    /// Annotations that become attributes of the same name, with their value in parentheses if they
    /// have one.
    fn kept(
        &mut self,
        subject: &str,
        annotations: &Annotations,
        kept: &[&str],
        elsewhere: &[&str],
    ) -> Vec<String> {
        let mut attrs = Vec::new();
        for (key, value) in annotations {
            let name = key.strip_prefix("dce.").filter(|name| kept.contains(name));
            match name {
                Some(name) if value == "true" => attrs.push(name.to_owned()),
                Some(name) => attrs.push(format!("{name}({value})")),
                None if elsewhere.contains(&&**key) => {}
                None => self.faults.push(subject, Reason::Annotation(key.clone())),
            }
        }
        attrs
    }
}

fn pointer_default(class: Class) -> String {
    format!("pointer_default({})", class.word())
}

/// `[a, b] `, or empty.
fn listed(attrs: &[String]) -> String {
    match attrs {
        [] => String::new(),
        _ => format!("[{}] ", attrs.join(", ")),
    }
}

/// Records, unions and enumerations that are used before they are complete.
fn tagged<'m>(module: &'m Module, types: &Types<'m>) -> HashSet<&'m str> {
    let mut complete: HashSet<&str> = HashSet::new();
    let mut tagged = HashSet::new();
    for TypeDef { name, body, .. } in &module.types {
        let mut note = |ty: &'_ Type| {
            let used = named(ty).and_then(|n| types.get(n));
            let early = used.filter(|d| !complete.contains(&*d.name));
            if let Some(early) = early.filter(|d| !matches!(d.body, TypeBody::Alias(_))) {
                tagged.insert(&*early.name);
            }
        };
        match body {
            TypeBody::Alias(ty) => note(ty),
            TypeBody::Record(record) => record.fields.iter().for_each(|f| note(&f.ty)),
            TypeBody::Union(union) => {
                union.arms.iter().for_each(|a| note(&a.field.ty));
                union.default.iter().for_each(|f| note(&f.ty));
            }
            TypeBody::Enum(_) => {}
        }
        complete.insert(name);
    }
    tagged
}

/// The name of a type behind pointers and arrays.
fn named(mut ty: &Type) -> Option<&str> {
    loop {
        ty = match ty {
            Type::Named(name) => return Some(name),
            Type::Optional(inner) | Type::Shared(inner) | Type::Marked(inner, _) => inner,
            Type::Array { element, .. } => element,
            _ => return None,
        }
    }
}
