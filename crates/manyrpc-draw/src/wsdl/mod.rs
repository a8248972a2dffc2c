//! Definitions in WSDL 1.1 with XML Schema 1.0, as zeep and libxml2 take them.
//!
//! A definition has one to three namespaces, each a schema in the document or in a file, perhaps with a part of it in a
//! file that it includes, and one port type with its binding. Names of elements and attributes are unique in a
//! definition, but for uses of what is declared for everyone, of which a type has each once: so every content model is
//! deterministic (part 1, section 3.8.6).
//!
//! What these two cannot do is not drawn: zeep knows no substitution groups and no occurrence of `all`, takes the default
//! of an element for the value of one that is missing in a group, does not tell one derived type from another by its
//! attributes alone, and needs the network for the schema of SOAP's encoding. A group with an occurrence of its own, and what a choice
//! holds, always has something in it: else how often it occurs could not be seen in a message.

mod complex;
mod operations;
mod particles;
mod simple;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::names::Names;
use crate::{Definition, Draw, Language};

pub use simple::{PATTERNS, TRUTHS};

/// The namespace of XML Schema.
const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Draws a definition.
pub fn definition(name: String, draw: &mut Draw) -> Definition {
    let mut file = File::new(&name, draw);
    file.components();
    let operations = file.operations();
    file.finish(name, &operations)
}

/// A name in a namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    /// By number.
    namespace: usize,
    local: String,
}

/// A schema, or a part of one that is included.
struct Document {
    namespace: usize,
    /// The file that it is, if it is not in the definition itself.
    file: Option<String>,
    /// It has no namespace of its own, but that of its includer.
    is_chameleon: bool,
    /// The documents that it includes.
    includes: Vec<usize>,
    /// What stands before the names of XML Schema.
    prefix: &'static str,
    /// Elements, and attributes, within types are in the namespace.
    elements_qualified: bool,
    attributes_qualified: bool,
    items: String,
}

/// A simple type that everyone can use, or a built-in one.
#[derive(Clone)]
struct Simple {
    /// As it is referred to where it has a name.
    name: Option<Name>,
    /// The built-in type's.
    builtin: &'static str,
    /// A value.
    example: String,
    /// What a restriction may still restrict.
    room: Room,
    /// It has facets already.
    is_restricted: bool,
    /// Its values are free of spaces.
    is_word: bool,
    /// It is no list, and no union.
    is_atomic: bool,
    /// How it treats white space: the place in [`simple::WHITE_SPACES`].
    white_space: usize,
}

#[derive(Clone)]
enum Room {
    None,
    /// Integers within bounds.
    Range(i64, i64),
    /// Texts or bytes of that length.
    Length(usize, usize),
    /// One of these.
    Values(Vec<String>),
}

/// A complex type that everyone can use.
#[derive(Clone)]
struct Complex {
    name: Name,
    /// The document that declares it.
    document: usize,
    content: Content,
    is_abstract: bool,
    /// What it uses of that everyone can use.
    used: BTreeSet<Name>,
    /// Attributes that it says itself and that may be left out, as what restricts it prohibits them.
    optional: Vec<String>,
}

#[derive(Clone)]
enum Content {
    Nothing,
    /// Text, of a type.
    Text(Simple),
    /// A sequence of these, each with whether it may be left out.
    Sequence(Vec<(String, bool)>),
    /// A sequence of which some was written in another document, in the prefixes of that.
    Extended,
    /// What nothing can be added to, or left out of.
    Closed,
}

struct File<'d> {
    draw: &'d mut Draw,
    names: Names,
    namespaces: Vec<String>,
    documents: Vec<Document>,
    /// The document that is being written.
    at: usize,
    simple: Vec<Simple>,
    /// Complex types that will be there, in any namespace; those that are there.
    planned: Vec<(Name, usize)>,
    complex: Vec<Complex>,
    /// The attributes so far of the complex type that is being written that may be left out.
    optional: Vec<String>,
    elements: Vec<Name>,
    /// Groups, with what they use of that everyone can use.
    groups: Vec<(Name, BTreeSet<Name>)>,
    attributes: Vec<(Name, String)>,
    attribute_groups: Vec<(Name, BTreeSet<Name>)>,
    /// The namespace of which attribute groups have no attributes, if they have any others.
    wild: BTreeMap<Name, usize>,
}

impl<'d> File<'d> {
    fn new(name: &str, draw: &'d mut Draw) -> Self {
        let count = draw.between(1, 3);
        let mut file = File {
            names: Names::without(&["schema"]),
            namespaces: (0..count).map(|n| format!("urn:{name}:{n}")).collect(),
            documents: Vec::new(),
            at: 0,
            simple: Vec::new(),
            planned: Vec::new(),
            complex: Vec::new(),
            optional: Vec::new(),
            elements: Vec::new(),
            groups: Vec::new(),
            attributes: Vec::new(),
            attribute_groups: Vec::new(),
            wild: BTreeMap::new(),
            draw,
        };
        for namespace in 0..count {
            let is_file = namespace > 0 && file.draw.chance(50);
            file.new_document(
                namespace,
                is_file.then(|| format!("{name}_{namespace}.xsd")),
            );
        }
        for at in 0..count {
            if file.draw.chance(25) {
                let part = file.new_document(at, Some(format!("{name}_{at}_part.xsd")));
                if file.draw.chance(50) {
                    // A name without a prefix is its own, so that those of XML Schema have one; zeep takes the
                    // includer's default namespace for it.
                    file.documents[part].is_chameleon = true;
                    file.documents[part].prefix = "xsd:";
                    file.documents[at].prefix = "xsd:";
                }
                file.documents[at].includes.push(part);
            }
        }
        file
    }

    fn new_document(&mut self, namespace: usize, file: Option<String>) -> usize {
        self.documents.push(Document {
            namespace,
            file,
            is_chameleon: false,
            includes: Vec::new(),
            prefix: self.draw.pick::<&str>(&["xsd:", "xsd:", ""]),
            elements_qualified: self.draw.chance(60),
            attributes_qualified: self.draw.chance(20),
            items: String::new(),
        });
        self.documents.len() - 1
    }

    /// Types, groups, attributes and elements that everyone can use.
    fn components(&mut self) {
        for _ in 0..self.draw.between(2, 6) {
            let at = self.any_document();
            let name = self.declared("t", at);
            self.planned.push((name, at));
        }
        for _ in 0..self.draw.between(2, 6) {
            self.at = self.any_document();
            self.simple_type();
        }
        for at in 0..self.planned.len() {
            for _ in 0..self.draw.below(3) {
                self.at = self.any_document();
                self.small_component();
            }
            self.complex_type(at);
        }
        for _ in 0..self.draw.between(1, 4) {
            self.at = self.any_document();
            self.global_element();
        }
    }

    fn small_component(&mut self) {
        match self.draw.below(6) {
            0 => self.global_attribute(),
            1 => self.attribute_group(),
            2 | 3 => self.group(),
            4 => self.global_element(),
            _ => self.simple_type(),
        }
    }

    fn any_document(&mut self) -> usize {
        self.draw.below(self.documents.len())
    }

    /// A new name of what a document declares for everyone.
    fn declared(&mut self, stem: &str, document: usize) -> Name {
        Name {
            namespace: self.documents[document].namespace,
            local: self.local(stem),
        }
    }

    /// A new local name, which may have what identifiers of languages have not.
    fn local(&mut self, stem: &str) -> String {
        let name = self.names.take(self.draw, stem);
        match self.draw.below(20) {
            0 => name + "-x",
            1 => name + ".y",
            2 => name + "é",
            _ => name,
        }
    }

    /// A name as it is written in the document at hand.
    fn refer(&self, name: &Name) -> String {
        let own = &self.documents[self.at];
        match own.is_chameleon && own.namespace == name.namespace {
            true => name.local.clone(),
            false => format!("n{}:{}", name.namespace, name.local),
        }
    }

    /// Whether the document at hand may refer to what is in a namespace: a file does not know what is in the
    /// definition.
    fn sees(&self, name: &Name) -> bool {
        let file = |namespace: usize| self.documents[namespace].file.is_some();
        let own = self.documents[self.at].namespace;
        own == name.namespace || file(name.namespace) || !file(own)
    }

    /// Some of several that the document at hand may refer to.
    fn one_of<T: Clone>(&mut self, all: &[T], name: impl Fn(&T) -> Option<&Name>) -> Option<T> {
        let seen = all
            .iter()
            .filter(|one| name(one).is_none_or(|n| self.sees(n)));
        let seen: Vec<&T> = seen.collect();
        match seen.is_empty() {
            true => None,
            false => Some((*self.draw.pick(&seen)).clone()),
        }
    }

    /// A name of XML Schema as it is written in the document at hand.
    fn xsd(&self, word: &str) -> String {
        format!("{}{word}", self.documents[self.at].prefix)
    }

    /// An element of XML Schema.
    fn node(&self, word: &str, attributes: &str, content: &str) -> String {
        let tag = self.xsd(word);
        let space = if attributes.is_empty() { "" } else { " " };
        match content.is_empty() {
            true => format!("<{tag}{space}{attributes}/>"),
            false => format!("<{tag}{space}{attributes}>{content}</{tag}>"),
        }
    }

    /// Declares something in the document at hand.
    fn item(&mut self, text: &str) {
        let items = &mut self.documents[self.at].items;
        items.push_str(text);
        items.push('\n');
    }

    /// The text of a schema.
    fn schema(&self, at: usize) -> String {
        let document = &self.documents[at];
        let mut out = format!("<{}schema", document.prefix);
        let own = &self.namespaces[document.namespace];
        if !document.is_chameleon {
            let _ = write!(out, " targetNamespace=\"{own}\"");
        }
        let colon = document.prefix.trim_end_matches(':');
        let sign = if colon.is_empty() { "" } else { ":" };
        let _ = write!(out, " xmlns{sign}{colon}=\"{XSD}\"");
        for (number, namespace) in self.namespaces.iter().enumerate() {
            let _ = write!(out, " xmlns:n{number}=\"{namespace}\"");
        }
        let form = |is: bool| if is { "qualified" } else { "unqualified" };
        let _ = writeln!(
            out,
            " elementFormDefault=\"{}\" attributeFormDefault=\"{}\">",
            form(document.elements_qualified),
            form(document.attributes_qualified)
        );
        for part in &document.includes {
            let file = self.documents[*part].file.as_deref().unwrap_or_default();
            let _ = writeln!(
                out,
                "<{}include schemaLocation=\"{file}\"/>",
                document.prefix
            );
        }
        out += &self.imports(document);
        out += &document.items;
        let _ = write!(out, "</{}schema>", document.prefix);
        out
    }

    /// All other namespaces that it may refer to.
    fn imports(&self, document: &Document) -> String {
        let mut out = String::new();
        let is_file = self.documents[document.namespace].file.is_some();
        for (number, namespace) in self.namespaces.iter().enumerate() {
            let file = self.documents[number].file.as_deref();
            if number == document.namespace || is_file && file.is_none() {
                continue;
            }
            let place = file.map_or(String::new(), |f| format!(" schemaLocation=\"{f}\""));
            let word = document.prefix;
            let _ = writeln!(out, "<{word}import namespace=\"{namespace}\"{place}/>");
        }
        out
    }

    fn finish(self, name: String, operations: &operations::Text) -> Definition {
        let in_definition =
            (0..self.documents.len()).filter(|at| self.documents[*at].file.is_none());
        let schemas: Vec<String> = in_definition.map(|at| self.schema(at)).collect();
        let types = format!("<wsdl:types>\n{}\n</wsdl:types>\n", schemas.join("\n"));
        let mut imported: Vec<(String, String)> = Vec::new();
        for (at, document) in self.documents.iter().enumerate() {
            if let Some(file) = &document.file {
                imported.push((file.clone(), self.schema(at)));
            }
        }
        let own = operations::NAMESPACE;
        let text = match operations.is_apart {
            false => {
                let content = [&types, &operations.messages, &operations.bindings].map(|s| &**s);
                self.definitions(own, &content.concat())
            }
            true => {
                let other = format!("{name}_messages.wsdl");
                let messages = operations::MESSAGES;
                let abstract_part = types + &operations.messages;
                imported.push((other.clone(), self.definitions(messages, &abstract_part)));
                let import =
                    format!("<wsdl:import namespace=\"{messages}\" location=\"{other}\"/>\n");
                self.definitions(own, &(import + &operations.bindings))
            }
        };
        Definition {
            imported,
            ..Definition::new(Language::Wsdl, name, text)
        }
    }

    /// A document of WSDL.
    fn definitions(&self, namespace: &str, content: &str) -> String {
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <wsdl:definitions targetNamespace=\"{namespace}\" xmlns:xsd=\"{XSD}\"\n  \
             xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:tns=\"{}\" xmlns:m=\"{}\"",
            operations::NAMESPACE,
            operations::MESSAGES
        );
        for (number, namespace) in self.namespaces.iter().enumerate() {
            let _ = write!(out, " xmlns:n{number}=\"{namespace}\"");
        }
        out + ">\n" + content + "</wsdl:definitions>\n"
    }
}
