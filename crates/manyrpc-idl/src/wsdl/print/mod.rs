//! Prints a module as WSDL 1.1.
//!
//! What a definition in another language leaves open is as calls over SOAP have it: documents with wrappers; the
//! namespace of an interface, `urn:` and its full name, also of its requests (`<operation>`), replies
//! (`<operation>Response`) and actions (`<namespace>#<operation>`); types in the namespace of the first interface,
//! the elements of exceptions in that of the first one that raises them; the result in a child `return`. Arrays are
//! repeated elements; what cannot be told apart so (an array in an array or in an optional value, an optional in an
//! optional value) is in an element of its own, around elements `item`. A union is a choice of its arms; one whose label
//! does not follow from the arm has the label before it.

mod derived;
mod interface;
mod node;
mod types;
mod uses;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use manyrpc_model::{Annotations, Module, TypeDef, flatten};

use crate::inexpressible::{Faults, Inexpressible, Reason};

use super::names::Names;
use super::words::{ADDRESSING, ENCODING_11, SOAP_11, SOAP_12, WSDL, XML, XSD};

use node::Node;

/// The text of a module.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print(module: &Module) -> Result<String, Vec<Inexpressible>> {
    print_at(module, None)
}

/// The same with the address of the service, instead of the definition's own; without either it is a placeholder.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print_at(module: &Module, location: Option<&str>) -> Result<String, Vec<Inexpressible>> {
    let subject = module.name.clone();
    let flat = flatten(module).map_err(|e| {
        let reason = Reason::ReadsBack(e.to_string());
        vec![Inexpressible { subject, reason }]
    })?;
    let mut printer = Printer::new(&flat, location);
    let text = printer.text();
    match printer.faults.0.is_empty() {
        true => Ok(text),
        false => Err(printer.faults.0),
    }
}

struct Printer<'m> {
    module: &'m Module,
    location: Option<&'m str>,
    faults: Faults,
    definitions: HashMap<&'m str, &'m TypeDef>,
    /// The module is of this language: what has no name in XML is written where it is used.
    is_own: bool,
    /// Elements within types are in their schema's namespace, unless they say otherwise.
    is_qualified: bool,
    /// The namespace of the definition, and of types that say none.
    namespace: String,
    /// The prefix of each namespace, in the order of their numbers.
    prefixes: Vec<String>,
    schemas: Vec<Schema>,
    /// The elements of exceptions that say none.
    exceptions: HashMap<&'m str, XmlName>,
    /// Names of messages.
    messages: Names,
    /// Whether actions of WS-Addressing are stated.
    is_addressed: bool,
    depth: usize,
}

/// What is declared in a namespace.
struct Schema {
    namespace: String,
    imports: Vec<String>,
    /// What is declared, in order.
    components: Vec<Node>,
    /// The numbers of these by kind and name.
    known: HashMap<(Kind, String), usize>,
}

/// The space of a component's name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Element,
    Attribute,
    Type,
}

/// Types may be written within each other up to here.
const NESTING: usize = 100;

impl<'m> Printer<'m> {
    fn new(module: &'m Module, location: Option<&'m str>) -> Self {
        let is_own = module
            .interfaces
            .iter()
            .any(|i| i.annotations.contains_key("wsdl.namespace"))
            || module
                .types
                .iter()
                .any(|t| t.annotations.contains_key("xsd.name"));
        Printer {
            module,
            location,
            faults: Faults::default(),
            definitions: module.types.iter().map(|t| (&*t.name, t)).collect(),
            is_own,
            is_qualified: types::has_qualified(module),
            namespace: types_namespace(module),
            prefixes: Vec::new(),
            schemas: Vec::new(),
            exceptions: HashMap::new(),
            messages: Names::default(),
            is_addressed: false,
            depth: 0,
        }
    }

    fn text(&mut self) -> String {
        let own = self.namespace.clone();
        self.prefix(&own);
        self.types();
        let interfaces = self.interfaces();
        let schemas = std::mem::take(&mut self.schemas);
        let schemas: Vec<Node> = schemas
            .into_iter()
            .map(|schema| self.schema(schema))
            .collect();
        let name = super::names::identifier(&self.module.name);
        let mut root = Node::new("wsdl:definitions")
            .with("xmlns:wsdl", WSDL)
            .with("xmlns:soap", SOAP_11)
            .with("xmlns:soap12", SOAP_12)
            .with("xmlns:xsd", XSD)
            .with("xmlns:enc", ENCODING_11)
            .maybe("xmlns:wsam", self.is_addressed.then_some(ADDRESSING[0]));
        for (number, namespace) in self.prefixes.iter().enumerate() {
            root = root.with(&format!("xmlns:{}", prefix(number)), namespace);
        }
        root = root.with("targetNamespace", own).with("name", name);
        if !schemas.is_empty() {
            root = root.child(Node::new("wsdl:types").children(schemas));
        }
        let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        root.children(interfaces).write(&mut out, 0);
        out
    }

    fn schema(&mut self, schema: Schema) -> Node {
        let namespace = Some(schema.namespace.clone()).filter(|n| !n.is_empty());
        let form = if self.is_qualified {
            "qualified"
        } else {
            "unqualified"
        };
        let imports = schema.imports.into_iter().map(|namespace| {
            let namespace = Some(namespace).filter(|n| !n.is_empty());
            let node = Node::new("xsd:import").maybe("namespace", namespace.clone());
            // Nothing else says what is in the namespace of XML.
            let place =
                (namespace.as_deref() == Some(XML)).then_some("http://www.w3.org/2001/xml.xsd");
            node.maybe("schemaLocation", place)
        });
        Node::new("xsd:schema")
            .maybe("targetNamespace", namespace)
            .with("elementFormDefault", form)
            .children(imports)
            .children(schema.components)
    }

    /// The schema of a namespace.
    fn schema_of(&mut self, namespace: &str) -> &mut Schema {
        let known = self.schemas.iter().position(|s| s.namespace == namespace);
        let at = known.unwrap_or_else(|| {
            self.schemas.push(Schema {
                namespace: namespace.to_owned(),
                imports: Vec::new(),
                components: Vec::new(),
                known: HashMap::new(),
            });
            self.schemas.len() - 1
        });
        &mut self.schemas[at]
    }

    /// A qualified name as it is written in a schema, or in no schema.
    fn qualified(&mut self, name: &XmlName, within: Option<&str>) -> String {
        if name.namespace == XSD {
            return format!("xsd:{}", name.local);
        }
        if let Some(within) = within
            && within != name.namespace
        {
            let namespace = name.namespace.clone();
            let imports = &mut self.schema_of(within).imports;
            if !imports.contains(&namespace) {
                imports.push(namespace);
            }
        }
        match &*name.namespace {
            "" => name.local.clone(),
            XML => format!("xml:{}", name.local),
            other => {
                let prefix = self.prefix(other);
                format!("{prefix}:{}", name.local)
            }
        }
    }

    fn prefix(&mut self, namespace: &str) -> String {
        let known = self.prefixes.iter().position(|n| n == namespace);
        let at = known.unwrap_or_else(|| {
            self.prefixes.push(namespace.to_owned());
            self.prefixes.len() - 1
        });
        prefix(at)
    }

    /// A name that must be one of XML's without a colon.
    fn name(&mut self, subject: &str, name: &str) -> String {
        let is_first = |c: char| c.is_alphabetic() || c == '_';
        let is_further = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\u{b7}');
        if !name.starts_with(is_first) || !name.chars().all(is_further) {
            self.faults.push(subject, Reason::Name);
        }
        name.to_owned()
    }

    /// Declares something for everyone; a second one of the name must be the same.
    fn declare(&mut self, subject: &str, kind: Kind, name: &XmlName, node: Node) {
        let schema = self.schema_of(&name.namespace);
        match schema.known.entry((kind, name.local.clone())) {
            Entry::Vacant(free) => {
                free.insert(schema.components.len());
                schema.components.push(node);
            }
            Entry::Occupied(known) if schema.components[*known.get()] == node => {}
            Entry::Occupied(_) => self.faults.push(subject, Reason::DeclaredTwice),
        }
    }
}

fn prefix(number: usize) -> String {
    match number {
        0 => "tns".to_owned(),
        n => format!("n{n}"),
    }
}

/// A name in a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
struct XmlName {
    namespace: String,
    local: String,
}

impl XmlName {
    fn new(namespace: impl Into<String>, local: impl Into<String>) -> Self {
        XmlName {
            namespace: namespace.into(),
            local: local.into(),
        }
    }

    /// What an annotation says as `{namespace}local`.
    fn of(annotations: &Annotations, key: &str) -> Option<Self> {
        let said = annotations.get(key)?;
        let (namespace, local) = said.strip_prefix('{')?.rsplit_once('}')?;
        Some(XmlName::new(namespace, local))
    }
}

/// The namespace of an interface that says none.
fn interface_namespace(interface: &manyrpc_model::Interface) -> String {
    if let Some(own) = interface.annotations.get("wsdl.namespace") {
        return own.clone();
    }
    let full = interface.identity.name.as_deref();
    format!("urn:{}", full.unwrap_or(&interface.name))
}

/// The namespace of types that say none.
fn types_namespace(module: &Module) -> String {
    match module.interfaces.first() {
        Some(first) => interface_namespace(first),
        None => format!("urn:{}", module.name),
    }
}
