//! Operations: their messages as parameters and results (WSDL 1.1, sections 2.3 to 2.5 and 3.4 to 3.7).
//!
//! A document is wrapped if its request's element has the operation's name and, as its reply's, holds nothing but
//! elements: these are then the parameters and results (the rule of Java's binding, JAX-WS 2.3, section 2.3.1.2, which
//! deployed tools follow).

use std::collections::HashMap;
use std::rc::Rc;

use manyrpc_model::{Annotations, Direction, Field, Operation, Param, Semantics, Type};

use super::super::names::{Names, identifier, local_name};
use super::super::words::{ADDRESSING, MIME, WSDL, XSD};
use super::super::xml::{Element, Name};
use super::interface::{Messages, NO_SCHEMA, PortType, documentation};
use super::particles::Occurs;
use super::{Lower, free, is_true, named_apart, note};

/// What a binding says about one direction.
#[derive(Default)]
struct Bound {
    body: Option<Rc<Element>>,
    headers: Vec<Rc<Element>>,
    /// Parts of the message that are attachments.
    attached: Vec<String>,
}

/// A part of a message.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) element: Option<Name>,
    pub(super) ty: Option<Name>,
    pub(super) at: Rc<Element>,
}

/// The two ways of a call.
struct Ways {
    request: Vec<Field>,
    reply: Vec<Field>,
    /// The elements around these.
    wrappers: Option<(Name, Option<Name>)>,
    style: &'static str,
}

/// Notes the name of an input or output, unless it is the default (WSDL 1.1, section 2.4.5), and the action that it
/// states (WS-Addressing 1.0, metadata section 4.4.1).
fn addressed(
    notes: &mut Annotations,
    [named, stated]: [&str; 2],
    way: &Element,
    operation: &str,
    suffix: &str,
) {
    let name = way.attribute("name").map(str::trim);
    if let Some(name) = name.filter(|name| name.strip_prefix(operation) != Some(suffix)) {
        note(notes, named, name);
    }
    let mut actions = ADDRESSING.into_iter();
    if let Some(action) = actions.find_map(|ns| way.attribute_in(ns, "Action")) {
        note(notes, stated, action);
    }
}

/// Notes how the messages are carried.
fn carried(notes: &mut Annotations, ways: &Ways, bound: [&Bound; 2]) {
    note(notes, "soap.style", ways.style);
    let mut bodies = bound.into_iter().filter_map(|bound| bound.body.as_ref());
    let is_encoded = bodies.any(|body| body.attribute("use") == Some("encoded"));
    let used = if is_encoded { "encoded" } else { "literal" };
    note(notes, "soap.use", used);
    if let Some((request, reply)) = &ways.wrappers {
        note(notes, "soap.request", request.to_string());
        if let Some(reply) = reply {
            note(notes, "soap.response", reply.to_string());
        }
    }
}

/// Whether an operation is a remote procedure call. Without a binding it is one if a part of its messages is no element.
fn is_rpc<'p>(
    port: &PortType,
    soap: Option<&Rc<Element>>,
    mut parts: impl Iterator<Item = &'p Part>,
) -> bool {
    match (soap.and_then(|s| s.attribute("style")), &port.binding) {
        (Some(style), _) => style == "rpc",
        (None, Some(binding)) => binding.is_rpc,
        (None, None) => parts.any(|part| part.element.is_none()),
    }
}

impl Lower<'_, '_> {
    pub(super) fn operation(
        &mut self,
        port: &PortType,
        at: &Element,
        messages: &Messages,
    ) -> Option<Operation> {
        let local = at.attribute("name").unwrap_or_default().trim();
        let mut ways = at
            .children
            .iter()
            .filter(|c| c.is(WSDL, "input") || c.is(WSDL, "output"));
        let (input, output) = (ways.next(), ways.next());
        let Some(input) = input.filter(|first| first.is(WSDL, "input")) else {
            let message = format!("`{local}` begins with what the server says, and is left out");
            self.warning(at.span, message);
            return None;
        };
        let binding = port.binding.as_ref();
        let bound = binding.and_then(|b| bound_operation(&b.element, local, input));
        let soap = bound.and_then(|b| b.child(binding?.words, "operation"));
        let request = bound_way(port, bound, "input");
        let reply = bound_way(port, bound, "output");
        let said = self.parts(input, messages)?;
        let answered = match output {
            Some(output) => self.parts(output, messages)?,
            None => Vec::new(),
        };
        let bodies = (
            self.body_parts(&said, &request, input),
            self.body_parts(&answered, &reply, output.unwrap_or(input)),
        );
        let ways = match is_rpc(port, soap, said.iter().chain(&answered)) {
            true => self.procedure(port, local, &bodies, [&request, &reply], output.is_some()),
            false => self.documents(local, at, &bodies, output.is_some())?,
        };
        let mut operation = Operation::new(identifier(local), 0, Vec::new(), Type::Void);
        operation.doc = documentation(at);
        if *operation.name != *local {
            note(&mut operation.annotations, "wsdl.name", local);
        }
        let notes = &mut operation.annotations;
        if port.binding.is_some() {
            let action = soap.and_then(|s| s.attribute("soapAction"));
            note(notes, "soap.action", action.unwrap_or_default());
        }
        let suffix = output.map_or("", |_| "Request");
        addressed(notes, ["wsdl.input", "wsa.request"], input, local, suffix);
        if let Some(output) = output {
            let keys = ["wsdl.output", "wsa.response"];
            addressed(notes, keys, output, local, "Response");
        }
        carried(notes, &ways, [&request, &reply]);
        if output.is_none() {
            operation.semantics = Semantics::Maybe;
        }
        let headers = [
            self.headers(&request, messages),
            self.headers(&reply, messages),
        ];
        join(&mut operation, ways, headers);
        for fault in at.all(WSDL, "fault") {
            let raised = self.fault(fault, port, bound, messages);
            operation.raises.extend(raised);
        }
        let mut seen = std::collections::HashSet::new();
        operation.raises.retain(|name| seen.insert(name.clone()));
        Some(operation)
    }

    /// A remote procedure call: its parts are accessors in an element of the operation's name.
    fn procedure(
        &mut self,
        port: &PortType,
        local: &str,
        bodies: &(Vec<Part>, Vec<Part>),
        bound: [&Bound; 2],
        is_answered: bool,
    ) -> Ways {
        let namespaces = bound.map(|bound| {
            let own = bound.body.as_ref().and_then(|b| b.attribute("namespace"));
            own.unwrap_or(match port.binding {
                Some(_) => "",
                None => &port.name.namespace,
            })
        });
        let answer = || Name::new(namespaces[1], &format!("{local}Response"));
        Ways {
            request: self.rpc_fields(&bodies.0, local),
            reply: self.rpc_fields(&bodies.1, local),
            wrappers: Some((Name::new(namespaces[0], local), is_answered.then(answer))),
            style: "rpc",
        }
    }

    /// The parts of the message of an input, output, fault or header.
    pub(super) fn parts(&mut self, way: &Element, messages: &Messages) -> Option<Vec<Part>> {
        let name = self.resolve(way, "message", NO_SCHEMA)?;
        let Some(message) = messages.get(&name) else {
            self.lacks(way, &name);
            return None;
        };
        let parts = message.all(WSDL, "part").map(|part| Part {
            name: part.attribute("name").unwrap_or_default().trim().to_owned(),
            element: self.resolve(part, "element", NO_SCHEMA),
            ty: self.resolve(part, "type", NO_SCHEMA),
            at: part.clone(),
        });
        Some(parts.collect())
    }

    /// Says that a message is missing. Since definitions of deployed services lack some, it keeps nobody from other operations;
    /// without a header the server might refuse one.
    fn lacks(&mut self, way: &Element, message: &Name) {
        let (local, namespace) = (&message.local, &message.namespace);
        let what = format!("there is no message `{local}` in `{namespace}`");
        let span = way.place("message");
        match &*way.name.local {
            "header" => return self.error(span, what),
            "fault" => self.warning(span, what + ": the fault is left out"),
            _ => self.warning(span, what + ": the operation is left out"),
        }
        self.lacks_messages = true;
    }

    /// Those parts that are in the body.
    fn body_parts(&mut self, all: &[Part], bound: &Bound, way: &Element) -> Vec<Part> {
        if !bound.attached.is_empty() {
            let message = "attachments are not part of calls, and are left out";
            self.warning(way.span, message);
        }
        let listed = bound.body.as_ref().and_then(|b| b.attribute("parts"));
        let message = way.attribute("message").and_then(|m| way.resolve(m));
        let is_header = |part: &Part| {
            bound.headers.iter().any(|h| {
                let of = h.attribute("message").and_then(|m| h.resolve(m));
                of == message && h.attribute("part") == Some(&part.name)
            })
        };
        let is_named =
            |listed: &str, part: &Part| listed.split_whitespace().any(|n| n == part.name);
        // gSOAP's generator names one that is none of the message.
        let listed = listed.filter(|listed| {
            listed.trim().is_empty() || all.iter().any(|part| is_named(listed, part))
        });
        let is_in = |part: &&Part| match listed {
            Some(listed) => is_named(listed, part),
            None => !is_header(part) && !bound.attached.contains(&part.name),
        };
        all.iter().filter(is_in).cloned().collect()
    }

    /// Parts as accessors of a remote procedure call.
    fn rpc_fields(&mut self, parts: &[Part], owner: &str) -> Vec<Field> {
        let fields = parts.iter().map(|part| self.part(part, owner, true));
        let mut fields: Vec<Field> = fields.collect();
        named_apart(&mut fields);
        fields
    }

    /// A part as a field: an element under its own name, a type under the part's.
    fn part(&mut self, part: &Part, owner: &str, typed: bool) -> Field {
        match (&part.element, &part.ty) {
            (Some(element), _) => self.document(element, &part.at),
            (None, Some(ty)) if typed => {
                let ty = self.type_of(ty, part.at.place("type"));
                self.named(&Name::new("", &part.name), ty)
            }
            _ => {
                let message = format!(
                    "the part `{}` of `{owner}` has neither element nor type",
                    part.name
                );
                self.error(part.at.span, message);
                Field::default()
            }
        }
    }

    /// An element as a field.
    fn document(&mut self, name: &Name, at: &Element) -> Field {
        let Some(declared) = self.declared_element(name, at.place("element")) else {
            return Field::default();
        };
        let ty = self.global_element_type(name, at.place("element"));
        self.element_field(name, &declared.element, ty, Occurs::ONCE)
    }

    fn documents(
        &mut self,
        local: &str,
        at: &Element,
        (said, answered): &(Vec<Part>, Vec<Part>),
        has_reply: bool,
    ) -> Option<Ways> {
        if let Some(typed) = said
            .iter()
            .chain(answered)
            .find(|part| part.element.is_none())
        {
            let message = format!(
                "`{local}` is left out: the part `{}` of a document has no element",
                typed.name
            );
            self.warning(at.span, message);
            return None;
        }
        if let Some(ways) = self.wrapped(local, said, answered, has_reply) {
            return Some(ways);
        }
        let mut fields = |parts: &[Part]| {
            let fields = parts.iter().map(|part| self.part(part, local, false));
            let mut fields: Vec<Field> = fields.collect();
            named_apart(&mut fields);
            fields
        };
        Some(Ways {
            request: fields(said),
            reply: fields(answered),
            wrappers: None,
            style: "bare",
        })
    }

    fn wrapped(
        &mut self,
        local: &str,
        said: &[Part],
        answered: &[Part],
        has_reply: bool,
    ) -> Option<Ways> {
        let [only] = said else {
            return None;
        };
        let request = only.element.as_ref().filter(|name| *name.local == *local)?;
        let reply = match (answered, has_reply) {
            ([], false) => None,
            ([only], true) => Some(only.element.clone()?),
            _ => return None,
        };
        let is_wrapper =
            self.is_wrapper(request) && reply.as_ref().is_none_or(|r| self.is_wrapper(r));
        if !is_wrapper {
            return None;
        }
        let fields = self.wrapper_fields(request)?;
        let results = match &reply {
            Some(reply) => self.wrapper_fields(reply)?,
            None => Vec::new(),
        };
        Some(Ways {
            request: fields,
            reply: results,
            wrappers: Some((request.clone(), reply)),
            style: "wrapped",
        })
    }

    /// Whether an element may be a wrapper, before its content is known.
    fn is_wrapper(&mut self, name: &Name) -> bool {
        let Some(declared) = self.components.elements.get(name).cloned() else {
            return false;
        };
        let element = &declared.element;
        let plain = !is_true(element.attribute("nillable")) && !self.substitutes.contains_key(name);
        let complex = match self.resolve(element, "type", declared.schema) {
            Some(ty) if self.derived.contains_key(&ty) => None,
            Some(ty) => self.components.types.get(&ty).map(|d| d.element.clone()),
            None => element.child(XSD, "complexType").cloned(),
        };
        plain && complex.is_some_and(|ty| ty.is(XSD, "complexType") && holds_elements(&ty))
    }

    /// What a wrapper holds, if that is elements only.
    fn wrapper_fields(&mut self, name: &Name) -> Option<Vec<Field>> {
        let content = self.wrapper_content(name)?;
        let plain = content.attributes.is_empty()
            && content.text.is_none()
            && !content.any_attributes
            && !content.is_mixed;
        let mut fields = content.elements.clone();
        named_apart(&mut fields);
        (plain && content.is_no_array()).then_some(fields)
    }

    /// The headers of a message as fields. A binding lists those that there may be (WSDL 1.1, section 3.7), of which few are in each
    /// call, unless it says that one must be understood (section 2.1.3).
    fn headers(&mut self, bound: &Bound, messages: &Messages) -> Vec<Field> {
        let mut fields = Vec::new();
        for header in &bound.headers {
            let Some(parts) = self.parts(header, messages) else {
                continue;
            };
            let wanted = header.attribute("part").unwrap_or_default();
            let Some(part) = parts.iter().find(|part| part.name == wanted) else {
                let message = format!("the message has no part `{wanted}`");
                self.error(header.place("part"), message);
                continue;
            };
            let mut field = self.part(part, "header", true);
            note(&mut field.annotations, "xml.role", "header");
            if !is_true(header.attribute_in(WSDL, "required")) {
                may_be_missing(&mut field);
            }
            fields.push(field);
        }
        fields
    }
}

fn may_be_missing(field: &mut Field) {
    // What may be nil is optional already, and is then left out instead.
    field.annotations.remove("xml.min");
    if !matches!(field.ty.plain(), Type::Optional(_)) {
        field.ty = std::mem::take(&mut field.ty).optional();
    }
}

/// Whether a complex type's own words are elements only.
fn holds_elements(ty: &Element) -> bool {
    let others = [
        "attribute",
        "attributeGroup",
        "anyAttribute",
        "simpleContent",
    ];
    !is_true(ty.attribute("mixed"))
        && !ty
            .children
            .iter()
            .any(|c| others.iter().any(|word| c.is(XSD, word)))
}

/// The operation of a binding: that of the name, and of the input's name where several have that.
fn bound_operation<'b>(
    binding: &'b Element,
    local: &str,
    input: &Element,
) -> Option<&'b Rc<Element>> {
    let all = binding.all(WSDL, "operation");
    let same: Vec<_> = all
        .filter(|o| o.attribute("name").map(str::trim) == Some(local))
        .collect();
    let name = input.attribute("name");
    let exact = same.iter().find(|o| {
        o.child(WSDL, "input")
            .is_some_and(|i| i.attribute("name") == name)
    });
    exact.or(same.first()).copied()
}

/// What a binding says of a direction; within MIME (WSDL 1.1, chapter 5) the first part that has a body.
fn bound_way(port: &PortType, bound: Option<&Rc<Element>>, word: &str) -> Bound {
    let Some((binding, way)) = port
        .binding
        .as_ref()
        .zip(bound.and_then(|b| b.child(WSDL, word)))
    else {
        return Bound::default();
    };
    let mut made = Bound::default();
    let related = way.child(MIME, "multipartRelated");
    let parts = related.into_iter().flat_map(|r| r.all(MIME, "part"));
    for within in std::iter::once(way).chain(parts) {
        if made.body.is_none() {
            made.body = within.child(binding.words, "body").cloned();
        }
        made.headers
            .extend(within.all(binding.words, "header").cloned());
        let attached = within
            .all(MIME, "content")
            .filter_map(|c| c.attribute("part"));
        made.attached.extend(attached.map(str::to_owned));
    }
    made
}

/// Makes parameters and the result of fields.
fn join(operation: &mut Operation, ways: Ways, [asked, told]: [Vec<Field>; 2]) {
    let mut params: Vec<Param> = Vec::new();
    for field in asked.into_iter().chain(ways.request) {
        params.push(param(field, Direction::In));
    }
    let mut outs = told;
    let mut results = ways.reply;
    if results.len() == 1
        && let Some(field) = results.pop()
    {
        let local = local_name(&field.name, &field.annotations);
        if local != "return" {
            note(&mut operation.annotations, "result.xml.name", local);
        }
        for (key, value) in field
            .annotations
            .into_iter()
            .filter(|(key, _)| key != "xml.name")
        {
            note(&mut operation.annotations, &format!("result.{key}"), value);
        }
        operation.result = field.ty;
    }
    outs.extend(results);
    let mut names = Names::default();
    for param in &mut params {
        param.name = free(&mut names, &param.name, &mut param.annotations);
    }
    let positions: HashMap<String, usize> = params
        .iter()
        .enumerate()
        .map(|(at, p)| (p.name.clone(), at))
        .collect();
    let mut last = None;
    for field in outs {
        let out = param(field, Direction::Out);
        let same = positions.get(&out.name).copied().filter(|at| {
            let known = &params[*at];
            (&known.ty, &known.annotations) == (&out.ty, &out.annotations)
                && known.direction == Direction::In
                && last.is_none_or(|last| last < *at)
                && params.len() == positions.len()
        });
        match same {
            // The same both ways, and in the order of the reply.
            Some(at) => {
                params[at].direction = Direction::InOut;
                last = Some(at);
            }
            None => {
                let mut out = out;
                out.name = free(&mut names, &out.name, &mut out.annotations);
                params.push(out);
            }
        }
    }
    operation.params = params;
}

fn param(field: Field, direction: Direction) -> Param {
    Param {
        name: field.name,
        direction,
        ty: field.ty,
        derived: None,
        annotations: field.annotations,
    }
}
