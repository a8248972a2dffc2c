//! Interfaces as messages, port types, bindings and services.

use std::collections::HashMap;

use manyrpc_model::{
    Annotations, Direction, Interface, Operation, Semantics, Type, TypeDef, exception_element,
};

use super::super::names::{local_name, namespace, role};
use super::super::words::{ENCODING_11, OVER_HTTP};
use super::node::Node;
use super::uses::Use;
use super::{Kind, Printer, XmlName, interface_namespace};
use crate::inexpressible::Reason;

/// Where a service is to be found, as long as nobody says it.
const PLACEHOLDER: &str = "http://localhost/";

/// A field of a message.
#[derive(Clone)]
struct Member<'m> {
    name: &'m str,
    ty: &'m Type,
    notes: Annotations,
}

impl Member<'_> {
    fn is_header(&self) -> bool {
        role(&self.notes) == "header"
    }
}

/// An operation in all places where it is written.
struct Printed {
    messages: Vec<Node>,
    operation: Node,
    /// Its name, action, style and what is in it.
    name: String,
    action: String,
    style: &'static str,
    ways: Vec<(&'static str, Vec<Bound>)>,
    faults: Vec<String>,
}

/// What a binding says of a part: an element of it.
#[derive(Clone)]
enum Bound {
    Body(Vec<(&'static str, String)>),
    Header {
        message: String,
        part: String,
        is_required: bool,
    },
}

impl<'m> Printer<'m> {
    /// The messages, then port types, bindings and services.
    pub(super) fn interfaces(&mut self) -> Vec<Node> {
        let (mut messages, mut ports, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let (mut services, mut numbers) = (Vec::new(), HashMap::new());
        for interface in &self.module.interfaces {
            let operations = interface.operations.iter();
            let mut operations = operations
                .map(|o| self.operation(interface, o))
                .collect::<Vec<_>>();
            for operation in &mut operations {
                messages.append(&mut operation.messages);
            }
            let notes = &interface.annotations;
            let name = notes.get("wsdl.name").unwrap_or(&interface.name);
            let name = self.name(&interface.name, name);
            let port = Node::new("wsdl:portType").with("name", &*name);
            let port = port.children(operations.iter().map(|o| o.operation.clone()));
            ports.push(port.documented("wsdl:documentation", &interface.doc));
            let versions: &[(bool, &str)] = match notes.get("soap.version").map(String::as_str) {
                Some("1.2") => &[(true, "")],
                Some(_) => &[(false, "")],
                None => &[(false, ""), (true, "12")],
            };
            let service = notes.get("wsdl.service").cloned();
            let service = service.unwrap_or_else(|| format!("{name}Service"));
            for (is_12, suffix) in versions {
                let binding = format!("{name}Soap{suffix}");
                rest.push(binding_of(&binding, &name, &operations, *is_12));
                let port = notes.get("wsdl.port").cloned();
                let port = port.unwrap_or_else(|| format!("{name}{suffix}"));
                let own = notes.get("soap.location").map(String::as_str);
                let location = self.location.or(own).unwrap_or(PLACEHOLDER);
                let word = if *is_12 {
                    "soap12:address"
                } else {
                    "soap:address"
                };
                let address = Node::new(word).with("location", location);
                let port = Node::new("wsdl:port")
                    .with("name", port)
                    .with("binding", format!("tns:{binding}"))
                    .child(address);
                let number = numbers.entry(service.clone()).or_insert_with(|| {
                    services.push(Node::new("wsdl:service").with("name", &*service));
                    services.len() - 1
                });
                services[*number].push(port);
            }
        }
        messages.extend(ports);
        messages.extend(rest);
        messages.extend(services);
        messages
    }

    fn operation(&mut self, interface: &'m Interface, operation: &'m Operation) -> Printed {
        let at = format!("{}.{}", interface.name, operation.name);
        if operation.streams.any() {
            self.faults.push(&at, Reason::OneMessage);
        }
        let notes = &operation.annotations;
        let name = notes.get("wsdl.name").unwrap_or(&operation.name).clone();
        let style = match notes.get("soap.style").map(String::as_str) {
            Some("bare") => "bare",
            Some("rpc") => "rpc",
            _ => "wrapped",
        };
        let namespace = interface_namespace(interface);
        let default = |suffix: &str| XmlName::new(&*namespace, format!("{name}{suffix}"));
        let request = XmlName::of(notes, "soap.request").unwrap_or_else(|| default(""));
        let reply = XmlName::of(notes, "soap.response").unwrap_or_else(|| default("Response"));
        let mut printed = Printed {
            messages: Vec::new(),
            operation: Node::new("wsdl:operation").with("name", self.name(&at, &name)),
            action: notes
                .get("soap.action")
                .cloned()
                .unwrap_or_else(|| format!("{namespace}#{name}")),
            name,
            style,
            ways: Vec::new(),
            faults: Vec::new(),
        };
        let has_reply = operation.semantics != Semantics::Maybe || !replied(operation).is_empty();
        self.way(
            &at,
            "input",
            &requested(operation),
            &request,
            notes,
            &mut printed,
        );
        if has_reply {
            self.way(
                &at,
                "output",
                &replied(operation),
                &reply,
                notes,
                &mut printed,
            );
        }
        for raised in &operation.raises {
            if let Some(definition) = self.definitions.get(&**raised).copied() {
                self.fault(definition, &namespace, &mut printed);
            }
        }
        printed.operation = printed
            .operation
            .documented("wsdl:documentation", &operation.doc);
        printed
    }

    /// One direction: its message, and the parts of that.
    fn way(
        &mut self,
        at: &str,
        word: &'static str,
        members: &[Member<'m>],
        wrapper: &XmlName,
        notes: &Annotations,
        printed: &mut Printed,
    ) {
        let is_encoded = notes.get("soap.use").is_some_and(|used| used == "encoded");
        let (suffix, own_name, action) = match word {
            "input" => ("Request", "wsdl.input", "wsa.request"),
            _ => ("Response", "wsdl.output", "wsa.response"),
        };
        let message = self.messages.free(format!("{}{suffix}", printed.name));
        let mut bound = Vec::new();
        let mut parts = Vec::new();
        let (headers, body): (Vec<_>, Vec<_>) = members.iter().partition(|m| m.is_header());
        match printed.style {
            "wrapped" => {
                self.wrapper(at, wrapper, &body);
                let element = self.qualified(wrapper, None);
                let part = Node::new("wsdl:part").with("name", "parameters");
                parts.push(("parameters".to_owned(), part.with("element", element)));
            }
            "bare" => parts.extend(body.iter().map(|m| self.element_part(at, m))),
            _ => parts.extend(body.iter().map(|m| self.rpc_part(at, m))),
        }
        let mut facts = Vec::new();
        if !headers.is_empty() {
            let names: Vec<&str> = parts.iter().map(|(name, _)| &**name).collect();
            facts.push(("parts", names.join(" ")));
        }
        facts.push((
            "use",
            if is_encoded { "encoded" } else { "literal" }.to_owned(),
        ));
        if printed.style == "rpc" {
            facts.push(("namespace", wrapper.namespace.clone()));
        }
        if is_encoded {
            facts.push(("encodingStyle", ENCODING_11.to_owned()));
        }
        bound.push(Bound::Body(facts));
        for header in headers {
            let (part, node) = self.element_part(at, header);
            bound.push(Bound::Header {
                message: message.clone(),
                part: part.clone(),
                is_required: self.occurring(header.ty, &header.notes).least > 0,
            });
            parts.push((part, node));
        }
        let parts = parts.into_iter().map(|(_, node)| node);
        printed.messages.push(
            Node::new("wsdl:message")
                .with("name", &*message)
                .children(parts),
        );
        let word_node = if word == "input" {
            "wsdl:input"
        } else {
            "wsdl:output"
        };
        self.is_addressed |= notes.contains_key(action);
        let node = Node::new(word_node)
            .maybe("name", notes.get(own_name))
            .maybe("wsam:Action", notes.get(action))
            .with("message", format!("tns:{message}"));
        printed.operation.push(node);
        printed.ways.push((word_node, bound));
    }

    /// The element around parameters or results.
    fn wrapper(&mut self, at: &str, name: &XmlName, members: &[&Member<'m>]) {
        let within = name.namespace.clone();
        let mut children = Vec::new();
        for member in members {
            let at = format!("{at}.{}", member.name);
            let node = self.element(&at, member.name, member.ty, &member.notes, &within, "");
            children.push(node);
        }
        let mut ty = Node::new("xsd:complexType");
        if !children.is_empty() {
            ty = ty.child(Node::new("xsd:sequence").children(children));
        }
        let local = self.name(at, &name.local);
        let node = Node::new("xsd:element").with("name", local).child(ty);
        self.declare(at, Kind::Element, name, node);
    }

    /// A part that is an element.
    fn element_part(&mut self, at: &str, member: &Member<'m>) -> (String, Node) {
        let local = local_name(member.name, &member.notes);
        let namespace = namespace(&member.notes);
        if namespace.is_empty() && member.is_header() {
            return self.rpc_part(at, member);
        }
        let name = XmlName::new(namespace, self.name(at, local));
        let occurs = self.occurring(member.ty, &member.notes);
        let nillable = occurs.is_nillable.then_some("true");
        let node = Node::new("xsd:element")
            .with("name", &*name.local)
            .maybe("nillable", nillable);
        if !self.is_its_own(occurs.ty, &name) {
            let used = self.used(at, occurs.ty, namespace);
            self.declare(at, Kind::Element, &name, used.on(node));
        }
        let element = self.qualified(&name, None);
        let part = Node::new("wsdl:part")
            .with("name", member.name)
            .with("element", element);
        (member.name.to_owned(), part)
    }

    /// A part that is a type.
    fn rpc_part(&mut self, at: &str, member: &Member<'m>) -> (String, Node) {
        if member.notes.contains_key("xml.ns") && !member.is_header() {
            return self.element_part(at, member);
        }
        let name = local_name(member.name, &member.notes);
        let own = self.namespace.clone();
        let occurs = self.occurring(member.ty, &member.notes);
        let ty = match self.used(at, occurs.ty, &own) {
            Use::Name(ty) => ty,
            Use::Own(_) => {
                self.faults.push(at, Reason::TypeNeedsName);
                "xsd:anyType".to_owned()
            }
        };
        let part = Node::new("wsdl:part").with("name", name).with("type", ty);
        (name.to_owned(), part)
    }

    fn fault(&mut self, raised: &'m TypeDef, namespace: &str, printed: &mut Printed) {
        let element = XmlName::of(&raised.annotations, "xml.element");
        let element = element.unwrap_or_else(|| self.own_element(raised, namespace));
        let message = self
            .messages
            .free(format!("{}{}Fault", printed.name, raised.name));
        let part = Node::new("wsdl:part").with("name", "fault");
        let part = part.with("element", self.qualified(&element, None));
        printed.messages.push(
            Node::new("wsdl:message")
                .with("name", &*message)
                .child(part),
        );
        let node = Node::new("wsdl:fault")
            .with("name", &*raised.name)
            .with("message", format!("tns:{message}"));
        printed.operation.push(node);
        printed.faults.push(raised.name.clone());
    }

    /// The element of an exception that says none, in the namespace of the first interface that raises it.
    fn own_element(&mut self, raised: &'m TypeDef, namespace: &str) -> XmlName {
        if let Some(known) = self.exceptions.get(&*raised.name) {
            return known.clone();
        }
        let name = XmlName::new(namespace, self.free_element(&raised.name, namespace));
        self.element_of(raised, &name);
        self.exceptions.insert(&raised.name, name.clone());
        name
    }

    /// The name of an exception's element in a namespace; names are spelled as they are, or refused.
    fn free_element(&self, raised: &str, namespace: &str) -> String {
        let same = |i: &&Interface| interface_namespace(i) == namespace;
        let interfaces = self.module.interfaces.iter().filter(same);
        let operations: Vec<&Operation> = interfaces.flat_map(|i| &i.operations).collect();
        exception_element(&operations, raised, str::to_owned)
    }
}

/// What a request has.
fn requested(operation: &Operation) -> Vec<Member<'_>> {
    members(operation, Direction::Out)
}

/// What a reply has: the result, then what comes back.
fn replied(operation: &Operation) -> Vec<Member<'_>> {
    let mut all = Vec::new();
    if operation.result != Type::Void {
        let own = operation.annotations.iter();
        let own = own.filter_map(|(key, value)| {
            Some((key.strip_prefix("result.")?.to_owned(), value.clone()))
        });
        all.push(Member {
            name: "return",
            ty: &operation.result,
            notes: own.collect(),
        });
    }
    all.extend(members(operation, Direction::In));
    all
}

/// The parameters of all directions but one.
fn members(operation: &Operation, but: Direction) -> Vec<Member<'_>> {
    let all = operation.params.iter();
    let all = all.filter(|p| p.direction != but && p.derived.is_none());
    all.map(|param| Member {
        name: &param.name,
        ty: &param.ty,
        notes: param.annotations.clone(),
    })
    .collect()
}

fn binding_of(name: &str, port: &str, operations: &[Printed], is_12: bool) -> Node {
    let word = |plain: &'static str, newer: &'static str| if is_12 { newer } else { plain };
    let is_rpc = !operations.is_empty() && operations.iter().all(|o| o.style == "rpc");
    let style = if is_rpc { "rpc" } else { "document" };
    let soap = Node::new(word("soap:binding", "soap12:binding"))
        .with("style", style)
        .with("transport", OVER_HTTP);
    let operations = operations.iter().map(|operation| {
        let own = if operation.style == "rpc" {
            "rpc"
        } else {
            "document"
        };
        let soap = Node::new(word("soap:operation", "soap12:operation"))
            .with("soapAction", &*operation.action)
            .maybe("style", (own != style).then_some(own));
        let mut node = Node::new("wsdl:operation")
            .with("name", &*operation.name)
            .child(soap);
        for (way, bound) in &operation.ways {
            node.push(Node::new(way).children(bound.iter().map(|b| {
                match b {
                    Bound::Body(facts) => {
                        let body = Node::new(word("soap:body", "soap12:body"));
                        facts
                            .iter()
                            .fold(body, |body, (name, value)| body.with(name, &**value))
                    }
                    Bound::Header {
                        message,
                        part,
                        is_required,
                    } => Node::new(word("soap:header", "soap12:header"))
                        .with("message", format!("tns:{message}"))
                        .with("part", &**part)
                        .with("use", "literal")
                        .maybe("wsdl:required", is_required.then_some("true")),
                }
            })));
        }
        let faults = operation.faults.iter().map(|fault| {
            let soap = Node::new(word("soap:fault", "soap12:fault"))
                .with("name", &**fault)
                .with("use", "literal");
            Node::new("wsdl:fault").with("name", &**fault).child(soap)
        });
        node.children(faults)
    });
    Node::new("wsdl:binding")
        .with("name", name)
        .with("type", format!("tns:{port}"))
        .child(soap)
        .children(operations)
}
