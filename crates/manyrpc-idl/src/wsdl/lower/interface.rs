//! Port types, as one of their bindings to SOAP has them (WSDL 1.1, chapters 2 and 3).
//!
//! A port type is an interface. Of several bindings the first holds, those of ports and then those over HTTP before
//! others. One that has bindings, none of them to SOAP, is left out; one that has none is taken as its messages look:
//! with elements as documents, with types as remote procedure calls.

use std::collections::HashMap;
use std::rc::Rc;

use manyrpc_model::{Annotations, Identity, Interface, Operation, Version};

use super::super::names::identifier;
use super::super::set::Set;
use super::super::words::{OVER_HTTP, SOAP_11, SOAP_12, WSDL};
use super::super::xml::{Element, Name};
use super::{Lower, note, text};

/// Names of WSDL are not in a schema.
pub(super) const NO_SCHEMA: usize = usize::MAX;

/// A port type, and what binds it.
pub(super) struct PortType {
    pub(super) element: Rc<Element>,
    pub(super) name: Name,
    /// The name of the interface.
    model: String,
    pub(super) binding: Option<Binding>,
}

/// A binding to SOAP.
#[derive(Clone)]
pub(super) struct Binding {
    pub(super) element: Rc<Element>,
    /// The namespace of its words.
    pub(super) words: &'static str,
    pub(super) is_rpc: bool,
    over_http: bool,
    /// The first port that has it, and the service and location of that.
    port: Option<Port>,
}

#[derive(Clone)]
struct Port {
    service: String,
    name: String,
    location: String,
}

/// The messages of a definition.
#[derive(Default)]
pub(super) struct Messages {
    named: HashMap<Name, Rc<Element>>,
    /// By their local names, for who names no namespace.
    local: HashMap<Rc<str>, Rc<Element>>,
}

impl Messages {
    fn of(set: &Set) -> Self {
        let mut all = Messages::default();
        for (definitions, element) in below(set, "message") {
            let name = own_name(definitions, element);
            let local = all.local.entry(name.local.clone());
            local.or_insert_with(|| element.clone());
            all.named.entry(name).or_insert_with(|| element.clone());
        }
        all
    }

    pub(super) fn get(&self, name: &Name) -> Option<&Rc<Element>> {
        let unqualified = || self.local.get(&name.local).filter(|_| is_unqualified(name));
        self.named.get(name).or_else(unqualified)
    }
}

/// Whether a name of a component of WSDL has no prefix where the default namespace is that of WSDL, or there is none. One of the
/// definitions' own is then meant: Ruby's Action Web Service writes it so, and others read it.
fn is_unqualified(name: &Name) -> bool {
    matches!(&*name.namespace, "" | WSDL)
}

/// The name of a component of WSDL that definitions refer to.
fn referred(definitions: &Element, name: Name) -> Name {
    match is_unqualified(&name) {
        true => Name::new(target_namespace(definitions), &name.local),
        false => name,
    }
}

impl Lower<'_, '_> {
    /// The port types that are interfaces, with their names.
    pub(super) fn interface_names(&mut self, set: &Set) -> Vec<PortType> {
        let bindings = self.bindings(set);
        let mut all = Vec::new();
        for (definitions, element) in below(set, "portType") {
            let name = own_name(definitions, element);
            let own = bindings.get(&name).map_or(&[][..], Vec::as_slice);
            let soap: Vec<&Binding> = own.iter().flatten().collect();
            if soap.is_empty() && !own.is_empty() {
                let message = format!("`{}` is not bound to SOAP, and is left out", name.local);
                self.warning(element.span, message);
                continue;
            }
            let binding = best(&soap).cloned();
            let model = self.names.free(identifier(&name.local));
            all.push(PortType {
                element: element.clone(),
                name,
                model,
                binding,
            });
        }
        all
    }

    /// All bindings by port type, `None` for those that are not to SOAP.
    fn bindings(&mut self, set: &Set) -> HashMap<Name, Vec<Option<Binding>>> {
        let ports = self.ports(set);
        let mut all: HashMap<Name, Vec<Option<Binding>>> = HashMap::new();
        for (definitions, element) in below(set, "binding") {
            let Some(of) = self.resolve(element, "type", NO_SCHEMA) else {
                continue;
            };
            let of = referred(definitions, of);
            let name = own_name(definitions, element);
            let port = ports.get(&name);
            let soap = [SOAP_11, SOAP_12].into_iter().find_map(|words| {
                let soap = element.child(words, "binding")?;
                Some(Binding {
                    element: element.clone(),
                    words,
                    is_rpc: soap.attribute("style") == Some("rpc"),
                    over_http: soap.attribute("transport").is_none_or(|t| t == OVER_HTTP),
                    port: port.cloned(),
                })
            });
            all.entry(of).or_default().push(soap);
        }
        all
    }

    /// The first port of each binding, in all services.
    fn ports(&mut self, set: &Set) -> HashMap<Name, Port> {
        let mut all = HashMap::new();
        for (definitions, service) in below(set, "service") {
            for port in service.all(WSDL, "port") {
                let Some(binding) = self.resolve(port, "binding", NO_SCHEMA) else {
                    continue;
                };
                let mut words = [SOAP_11, SOAP_12].into_iter();
                let address = words.find_map(|words| port.child(words, "address"));
                let location = address.and_then(|a| a.attribute("location"));
                let port = Port {
                    service: service.attribute("name").unwrap_or_default().to_owned(),
                    name: port.attribute("name").unwrap_or_default().to_owned(),
                    location: location.unwrap_or_default().to_owned(),
                };
                let binding = referred(definitions, binding);
                all.entry(binding).or_insert(port);
            }
        }
        all
    }

    pub(super) fn interfaces(&mut self, set: &Set, all: Vec<PortType>) -> Vec<Interface> {
        let messages = Messages::of(set);
        all.into_iter()
            .map(|port| self.interface(&port, &messages))
            .collect()
    }

    fn interface(&mut self, port: &PortType, messages: &Messages) -> Interface {
        let mut operations: Vec<Operation> = Vec::new();
        let mut names = super::super::names::Names::default();
        self.lacks_messages = false;
        for element in port.element.all(WSDL, "operation") {
            if self.findings.full() || self.budget == 0 {
                break;
            }
            if let Some(mut operation) = self.operation(port, element, messages) {
                let free = names.free(operation.name.clone());
                if free != operation.name && !operation.annotations.contains_key("wsdl.name") {
                    note(&mut operation.annotations, "wsdl.name", operation.name);
                }
                operation.name = free;
                operation.number = operations.len() as u32;
                operations.push(operation);
            }
        }
        if self.lacks_messages && operations.is_empty() {
            let message = format!(
                "`{}` has no operation whose messages are there",
                port.name.local
            );
            self.error(port.element.span, message);
        }
        let mut annotations = Annotations::new();
        note(&mut annotations, "wsdl.namespace", &*port.name.namespace);
        if *port.model != *port.name.local {
            note(&mut annotations, "wsdl.name", &*port.name.local);
        }
        if let Some(binding) = &port.binding {
            note(
                &mut annotations,
                "soap.version",
                match binding.words {
                    SOAP_12 => "1.2",
                    _ => "1.1",
                },
            );
            if let Some(port) = &binding.port {
                note(&mut annotations, "wsdl.service", &port.service);
                note(&mut annotations, "wsdl.port", &port.name);
                note(&mut annotations, "soap.location", &port.location);
            }
        }
        Interface {
            doc: documentation(&port.element),
            identity: Identity {
                version: Version { major: 1, minor: 0 },
                ..Identity::default()
            },
            annotations,
            ..Interface::new(&port.model, operations)
        }
    }
}

/// The binding whose facts hold: one that a port has is before one that none has, HTTP before other carriers.
fn best<'b>(all: &[&'b Binding]) -> Option<&'b Binding> {
    let rank = |b: &&&Binding| (b.port.is_none(), !b.over_http);
    all.iter().min_by_key(rank).copied()
}

/// The children of that name in all documents, with those.
fn below<'s>(
    set: &'s Set,
    word: &'s str,
) -> impl Iterator<Item = (&'s Rc<Element>, &'s Rc<Element>)> {
    let all = set.definitions.iter();
    all.flat_map(move |d| d.all(WSDL, word).map(move |e| (d, e)))
}

fn target_namespace(definitions: &Element) -> &str {
    definitions.attribute("targetNamespace").unwrap_or_default()
}

fn own_name(definitions: &Element, element: &Element) -> Name {
    let local = element.attribute("name").unwrap_or_default().trim();
    Name::new(target_namespace(definitions), local)
}

/// What is said about a component of WSDL.
pub(super) fn documentation(element: &Element) -> String {
    text(element.all(WSDL, "documentation").map(|d| &*d.text))
}
