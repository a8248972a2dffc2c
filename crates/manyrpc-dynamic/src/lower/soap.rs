//! XML metadata of fields, from the annotations of WSDL and XML Schema (`xml.*`, `xsd.*`, `soap.*`).
//!
//! Definitions in other languages get the mapping of `manyrpc_codec::soap`: the element of a call is
//! `{urn:<interface>}<operation>`, that of its results has `Response` behind the name, that of an exception
//! is in the namespace of the first interface that raises it; what an operation returns is `return`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use manyrpc_codec::meta::{
    Facets, Field, Ids, Link, SoapArray, Xml, XmlForm, XmlName, XmlRecord, XmlRole, XmlUnion,
};
use manyrpc_model::{
    Annotations, Interface, Module, Operation, Semantics, Type, TypeDef, exception_element,
};

use super::lowered::{Body, Lowered, Members, Shape, TypeId};
use crate::identity::namespace;

/// The namespace of XML Schema's own types.
const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

/// The elements of an array that has an element of its own.
const ITEM: &str = "item";

fn edit(field: &mut Field, change: impl FnOnce(&mut Xml)) {
    let mut xml = Xml::clone(field.xml_facts());
    change(&mut xml);
    field.xml = Some(Link::Shared(Arc::new(xml)));
}

/// What members of an enumeration are in XML, one a line.
pub(super) fn lexical(annotations: &Annotations) -> Ids {
    let values = annotations.get("xml.values").map_or("", String::as_str);
    values
        .lines()
        .map(|value| Cow::Owned(value.to_owned()))
        .collect()
}

/// The name that an enumeration's type has in XML, if its definition says anything of XML.
pub(super) fn enum_type(annotations: &Annotations) -> Option<Link<XmlName>> {
    let stated = annotations.get("xsd.name").map(|text| name(text));
    let is_own = annotations.contains_key("xml.values");
    let ty = stated.or_else(|| is_own.then(XmlName::default))?;
    Some(Link::Shared(Arc::new(ty)))
}

/// The simple type that the element of a place states, if its marks say of another one than the built-in type that
/// follows from the value and its form.
fn simple_type(field: &Field, shape: &Shape, marks: &Annotations) -> Option<XmlName> {
    let has_parts = match shape {
        Shape::Array(_) => !marks.contains_key("xsd.list"),
        Shape::Chain(_) | Shape::Optional(_) | Shape::Shared(_) => true,
        Shape::Record(_) | Shape::Union(_) => true,
        _ => false,
    };
    if has_parts {
        return None;
    }
    if let Some(stated) = marks.get("xsd.name") {
        return Some(name(stated));
    }
    // A type without a name: the built-in one that it restricts may not stand in its place.
    let own = [
        "xml.element",
        "xsd.list",
        "xsd.own",
        "xsd.union",
        "xsd.whiteSpace",
    ];
    if own.iter().any(|key| marks.contains_key(*key)) || facets(marks).is_some() {
        return Some(XmlName::default());
    }
    // Of some built-in types only their forms are known to the codec.
    let of = marks.get("xsd.type")?;
    let form = field.xml_facts().form.type_name();
    let is_other = form.is_some_and(|known| known != of);
    is_other.then(|| named(SCHEMA, of))
}

/// Completes a field from the marks on its type.
pub(super) fn mark(field: &mut Field, shape: &Shape, marks: &Annotations) {
    let form = marks
        .get("xsd.type")
        .and_then(|name| XmlForm::of_type(name));
    let form = match shape {
        Shape::Text => with_white_space(form, marks),
        Shape::Bytes => form,
        _ => None,
    };
    if let Some(form) = form {
        edit(field, |xml| xml.form = form);
    }
    if marks.contains_key("xsd.list") && matches!(shape, Shape::Array(_)) {
        edit(field, |xml| xml.list = true);
    }
    if let Some(facets) = facets(marks) {
        edit(field, |xml| {
            xml.facets = Some(Link::Shared(Arc::new(facets)))
        });
    }
    if let Some(ty) = simple_type(field, shape, marks) {
        edit(field, |xml| xml.ty = Some(Link::Shared(Arc::new(ty))));
    }
    if let Some(item) = marks.get("soap.array") {
        let rank = marks
            .get("soap.array.rank")
            .and_then(|rank| rank.parse().ok());
        let array = SoapArray {
            item: name(item),
            rank: rank.unwrap_or(1).clamp(1, arrays(shape).max(1)),
        };
        edit(field, |xml| xml.array = Some(Link::Shared(Arc::new(array))));
        settle(field, shape, false);
    }
}

/// The form of a text whose type says how white space is treated: that of the built-in type that treats it so.
fn with_white_space(form: Option<XmlForm>, marks: &Annotations) -> Option<XmlForm> {
    let way = marks.get("xsd.whiteSpace").map(String::as_str);
    match (form, way) {
        (None | Some(XmlForm::NormalizedString), Some("collapse")) => Some(XmlForm::Token),
        (None, Some("replace")) => Some(XmlForm::NormalizedString),
        _ => form,
    }
}

/// How many arrays are in each other.
fn arrays(shape: &Shape) -> u32 {
    match shape {
        Shape::Array(inner) => 1 + arrays(inner),
        _ => 0,
    }
}

/// `{namespace}local`, or a local name.
fn name(text: &str) -> XmlName {
    let (ns, local) = text
        .strip_prefix('{')
        .and_then(|text| text.split_once('}'))
        .unwrap_or(("", text));
    named(ns, local)
}

fn named(ns: &str, local: &str) -> XmlName {
    XmlName {
        ns: Cow::Owned(ns.to_owned()),
        local: Cow::Owned(local.to_owned()),
    }
}

fn facets(marks: &Annotations) -> Option<Facets> {
    let text = |key: &str| marks.get(key).map(|text| Cow::Owned(text.clone()));
    let number = |key: &str| marks.get(key).and_then(|text| text.trim().parse().ok());
    let lines = |key: &str| {
        let text = marks.get(key).map_or("", String::as_str);
        text.lines()
            .map(|line| Cow::Owned(line.to_owned()))
            .collect()
    };
    let facets = Facets {
        length: number("xsd.length"),
        min_length: number("xsd.minLength"),
        max_length: number("xsd.maxLength"),
        patterns: lines("xsd.pattern"),
        values: lines("xsd.enumeration"),
        min: text("xsd.minInclusive"),
        max: text("xsd.maxInclusive"),
        above: text("xsd.minExclusive"),
        below: text("xsd.maxExclusive"),
        digits: number("xsd.totalDigits"),
        places: number("xsd.fractionDigits"),
    };
    (facets != Facets::default()).then_some(facets)
}

/// Completes a field from its annotations, and the elements inside of it.
pub(super) fn annotate(field: &mut Field, shape: &Shape, said: &Annotations) {
    let text = |key: &str| said.get(key).cloned();
    if let Some(name) = text("xml.name").filter(|name| *name != field.name) {
        edit(field, |xml| xml.name = Cow::Owned(name));
    } else if !is_name(field.xml_name()) {
        let name = sanitized(&field.name);
        edit(field, |xml| xml.name = Cow::Owned(name));
    }
    if let Some(ns) = text("xml.ns").filter(|ns| !ns.is_empty()) {
        edit(field, |xml| xml.ns = Cow::Owned(ns));
    }
    let role = said.get("xml.role").map_or("", String::as_str);
    let role = match role {
        "attribute" => XmlRole::Attribute,
        "text" => XmlRole::Text,
        "any" => XmlRole::Any,
        "anyAttribute" => XmlRole::AnyAttributes,
        "group" => XmlRole::Group,
        "header" => XmlRole::Header,
        _ => XmlRole::Element,
    };
    if role != XmlRole::Element {
        edit(field, |xml| xml.role = role);
    }
    settle(field, shape, false);
    // An element that may be left out is left out, even if it might be nil.
    let is_optional = matches!(
        shape,
        Shape::Optional(_) | Shape::Shared(_) | Shape::Chain(_)
    );
    let may_be_left_out = is_optional && !said.contains_key("xml.min");
    if said.contains_key("xml.nillable") && !may_be_left_out {
        nillable(field, shape);
    }
    // XML Schema part 1, sections 3.2.1 and 3.3.1: a fixed value is the default, and the only one.
    let fixed: Option<Cow<'static, str>> = text("xml.fixed").map(Cow::Owned);
    if let Some(default) = fixed
        .clone()
        .or_else(|| text("xml.default").map(Cow::Owned))
    {
        innermost(field, shape, &|xml| {
            xml.default = Some(default.clone());
            if let Some(fixed) = &fixed {
                let mut facets = xml.facets.as_deref().cloned().unwrap_or_default();
                facets.values = Cow::Owned(vec![fixed.clone()]);
                xml.facets = Some(Link::Shared(Arc::new(facets)));
            }
        });
    }
}

/// Marks the optional value at or in a place, or the end of a linked list.
fn nillable(field: &mut Field, shape: &Shape) {
    match shape {
        Shape::Optional(_) | Shape::Shared(_) | Shape::Chain(_) => {
            edit(field, |xml| xml.nillable = true);
        }
        Shape::Array(inner) => inside(field, |elem| nillable(elem, inner)),
        _ => {}
    }
}

fn innermost(field: &mut Field, shape: &Shape, change: &dyn Fn(&mut Xml)) {
    match shape {
        Shape::Optional(inner) | Shape::Shared(inner) => {
            inside(field, |elem| innermost(elem, inner, change));
        }
        // A list is one text.
        Shape::Array(inner) if !field.xml_facts().list => {
            inside(field, |elem| innermost(elem, inner, change));
        }
        _ => edit(field, change),
    }
}

/// Changes the metadata of an element or pointee.
fn inside(field: &mut Field, change: impl FnOnce(&mut Field)) {
    if let Some(elem) = &field.elem {
        let mut elem = Field::clone(elem);
        change(&mut elem);
        field.elem = Some(Link::Shared(Arc::new(elem)));
    }
}

/// Elements are named as their place, and what would otherwise lose its bounds is in an element of its own:
/// an array or an optional value in another one.
fn settle(field: &mut Field, shape: &Shape, nested: bool) {
    let (list, array) = (field.xml_facts().list, field.xml_facts().array.is_some());
    let inner = match shape {
        Shape::Array(inner)
        | Shape::Chain(inner)
        | Shape::Optional(inner)
        | Shape::Shared(inner) => inner,
        _ => return,
    };
    let is_array = matches!(shape, Shape::Array(_) | Shape::Chain(_));
    let wrapped = (nested && !list) || array;
    if wrapped || field.xml_facts().wrapped {
        edit(field, |xml| xml.wrapped = wrapped);
    }
    if array {
        let rank = field.xml_facts().array.as_ref().map_or(1, |a| a.rank);
        return inside(field, |elem| rows(elem, inner, rank.saturating_sub(1)));
    }
    let outer = Xml::clone(field.xml_facts());
    let is_plain = outer.name.is_empty() && outer.ns.is_empty() && outer.role == XmlRole::Element;
    inside(field, |elem| {
        if wrapped {
            edit(elem, |xml| {
                xml.name = Cow::Borrowed(ITEM);
                xml.ns = Cow::Borrowed("");
                xml.role = XmlRole::Element;
            });
        } else if !is_plain || elem.xml.is_some() {
            edit(elem, |xml| {
                xml.name = outer.name.clone();
                xml.ns = outer.ns.clone();
                xml.role = outer.role;
            });
        }
        let is_optional = matches!(**inner, Shape::Optional(_) | Shape::Shared(_));
        match is_array && is_optional && !list {
            true => {
                edit(elem, |xml| xml.nillable = true);
                settle(elem, inner, false);
            }
            false => settle(elem, inner, !list),
        }
    });
}

/// Completes what an array of SOAP's encoding holds: rows of its further dimensions, and items in those of the last.
fn rows(field: &mut Field, shape: &Shape, below: u32) {
    edit(field, |xml| {
        xml.name = Cow::Borrowed(ITEM);
        xml.ns = Cow::Borrowed("");
        xml.role = XmlRole::Element;
    });
    match shape {
        Shape::Array(inner) if below > 0 => {
            let row = SoapArray {
                item: XmlName::default(),
                rank: 0,
            };
            edit(field, |xml| xml.array = Some(Link::Shared(Arc::new(row))));
            inside(field, |elem| rows(elem, inner, below - 1));
        }
        Shape::Optional(_) | Shape::Shared(_) => {
            edit(field, |xml| xml.nillable = true);
            settle(field, shape, false);
        }
        _ => settle(field, shape, true),
    }
}

/// Completes the field of a union's arm.
pub(super) fn settle_arm(
    field: &mut Field,
    shape: &Shape,
    discriminant: &str,
    annotations: &Annotations,
) {
    if annotations.contains_key("xml.choice") || annotations.contains_key("xsd.derived") {
        return;
    }
    if field.name.is_empty() {
        edit(field, |xml| xml.name = Cow::Borrowed("default"));
    } else if field.xml_name() == discriminant {
        edit(field, |xml| xml.name = Cow::Borrowed("value"));
    }
    settle(field, shape, true);
}

/// The annotations of what an operation returns.
pub(super) fn of_result(operation: &Annotations) -> Annotations {
    let said = operation.iter().filter_map(|(key, value)| {
        let key = key.strip_prefix("result.")?;
        Some((key.to_owned(), value.clone()))
    });
    let mut result: Annotations = said.collect();
    result
        .entry("xml.name".to_owned())
        .or_insert_with(|| "return".to_owned());
    result
}

/// Whether text is a name without a colon, of letters that all implementations take.
fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_alphabetic() || c == '_';
    text.starts_with(letter)
        && text
            .chars()
            .all(|c| letter(c) || c.is_numeric() || matches!(c, '-' | '.'))
}

/// A name like that; one stays as it is.
fn sanitized(text: &str) -> String {
    let fine = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let text: String = text
        .chars()
        .map(|c| if fine(c) { c } else { '_' })
        .collect();
    match is_name(&text) {
        true => text,
        false => format!("_{text}"),
    }
}

/// Completes all types and operations after everything else is lowered.
pub(super) fn finish(lowered: &mut Lowered, module: &Module) {
    let elements = exceptions(module);
    for at in 0..lowered.types.len() {
        let definition = lowered.definition(module, TypeId(at));
        let mut body = lowered.types[at].body.clone();
        match &mut body {
            Body::Record(members) => {
                complete_fields(lowered, members);
                let element = elements.get(&definition.name).cloned();
                let xml = record(definition, members, element);
                let meta = Arc::make_mut(&mut members.meta);
                meta.xml = (xml != XmlRecord::default()).then(|| Link::Shared(Arc::new(xml)));
            }
            Body::Union(arms) => {
                let types = match definition.annotations.contains_key("xsd.derived") {
                    true => arms
                        .shapes
                        .iter()
                        .map(|shape| type_of(lowered, module, shape))
                        .collect(),
                    false => Vec::new(),
                };
                let meta = Arc::make_mut(&mut arms.meta);
                let fields = meta.arms.to_mut().iter_mut().map(|arm| &mut arm.field);
                for (field, shape) in fields.zip(&arms.shapes) {
                    complete_field(lowered, field, shape);
                }
                if !types.is_empty() {
                    let types = Cow::Owned(types);
                    meta.xml = Some(Link::Shared(Arc::new(XmlUnion { types })));
                }
            }
            Body::Alias(..) | Body::Enum(_) => {}
        }
        lowered.types[at].body = body;
    }
    let mut interfaces = std::mem::take(&mut lowered.interfaces);
    for (interface, model) in interfaces.iter_mut().zip(&module.interfaces) {
        let operations = interface.operations.iter_mut().zip(&model.operations);
        for (operation, said) in operations {
            let [request, response] = wrappers(model, said);
            let action = action(model, said);
            let [called, answered] = addressed(model, said, &action);
            let both = [
                (&mut operation.input, request, action, called),
                (&mut operation.output, response, answered, String::new()),
            ];
            for (members, element, action, addressed) in both {
                complete_fields(lowered, members);
                let xml = XmlRecord {
                    element,
                    action: Cow::Owned(action),
                    addressed: Cow::Owned(addressed),
                    encoded: said
                        .annotations
                        .get("soap.use")
                        .is_some_and(|u| u == "encoded"),
                    ..flags(members)
                };
                let meta = Arc::make_mut(&mut members.meta);
                meta.xml = Some(Link::Shared(Arc::new(xml)));
            }
        }
    }
    lowered.interfaces = interfaces;
}

/// The elements around parameters and results; none if each is one by itself.
fn wrappers(interface: &Interface, operation: &Operation) -> [Option<XmlName>; 2] {
    let said = |key: &str| operation.annotations.get(key).map(String::as_str);
    if said("soap.style") == Some("bare") {
        return [None, None];
    }
    let ns = namespace(interface);
    let own = sanitized(&operation.name);
    let request = said("soap.request").map_or_else(|| named(&ns, &own), name);
    let response =
        said("soap.response").map_or_else(|| named(&ns, &format!("{own}Response")), name);
    [Some(request), Some(response)]
}

/// The action of a call: that of its WSDL, or namespace and name.
fn action(interface: &Interface, operation: &Operation) -> String {
    let stated = operation.annotations.get("soap.action").cloned();
    let style = operation.annotations.contains_key("soap.style");
    stated.unwrap_or_else(|| match style {
        // Its WSDL states none.
        true => String::new(),
        false => format!("{}#{}", namespace(interface), sanitized(&operation.name)),
    })
}

/// What WS-Addressing calls a call, if that is not its action, and its results: as their definition says it, or by
/// default (WS-Addressing 1.0, metadata section 4.4.4).
fn addressed(interface: &Interface, operation: &Operation, action: &str) -> [String; 2] {
    let said = |key: &str| operation.annotations.get(key).cloned();
    let ns = namespace(interface);
    let delimiter = match ns.starts_with("urn:") {
        true => ":",
        false => "/",
    };
    let ns = ns.strip_suffix(delimiter).unwrap_or(&ns);
    let port = interface.annotations.get("wsdl.name");
    let port = port.unwrap_or(&interface.name);
    let name = said("wsdl.name").unwrap_or_else(|| operation.name.clone());
    // WSDL 1.1, section 2.4.5: the default names of inputs and outputs.
    let default = |key: &str, suffix: &str| {
        let message = said(key).unwrap_or_else(|| format!("{name}{suffix}"));
        format!("{ns}{delimiter}{port}{delimiter}{message}")
    };
    let is_one_way = operation.semantics == Semantics::Maybe && operation.result == Type::Void;
    let suffix = if is_one_way { "" } else { "Request" };
    let call = said("wsa.request").unwrap_or_else(|| match action {
        "" => default("wsdl.input", suffix),
        _ => String::new(),
    });
    let results = said("wsa.response").unwrap_or_else(|| default("wsdl.output", "Response"));
    [if call == action { String::new() } else { call }, results]
}

/// The elements of exceptions by the names of their types.
fn exceptions(module: &Module) -> HashMap<String, XmlName> {
    let mut elements = HashMap::new();
    for interface in &module.interfaces {
        let raised = interface.operations.iter().flat_map(|o| &o.raises);
        for raised in raised {
            let element = || {
                named(
                    &namespace(interface),
                    &free_element(module, interface, raised),
                )
            };
            elements.entry(raised.clone()).or_insert_with(element);
        }
    }
    for definition in &module.types {
        if let Some(element) = definition.annotations.get("xml.element") {
            elements.insert(definition.name.clone(), name(element));
        }
    }
    elements
}

/// The name of an exception's element in the namespace of an interface.
fn free_element(module: &Module, interface: &Interface, raised: &str) -> String {
    let own = namespace(interface);
    let same = module.interfaces.iter().filter(|i| namespace(i) == own);
    let operations: Vec<&Operation> = same.flat_map(|i| &i.operations).collect();
    exception_element(&operations, raised, sanitized)
}

fn flags(members: &Members) -> XmlRecord {
    let has = |role| {
        members
            .meta
            .fields
            .iter()
            .any(|f| f.xml_facts().role == role)
    };
    XmlRecord {
        attributes: has(XmlRole::Attribute) || has(XmlRole::AnyAttributes),
        headers: has(XmlRole::Header),
        ..XmlRecord::default()
    }
}

fn record(definition: &TypeDef, members: &Members, element: Option<XmlName>) -> XmlRecord {
    let said = |key: &str| definition.annotations.get(key);
    XmlRecord {
        element,
        ty: said("xsd.name").map_or_else(XmlName::default, |text| name(text)),
        mixed: said("xsd.mixed").is_some(),
        ..flags(members)
    }
}

/// The name that a type has in `xsi:type`.
fn type_of(lowered: &Lowered, module: &Module, shape: &Shape) -> XmlName {
    let id = match shape {
        Shape::Record(id) | Shape::Union(id) | Shape::Enum(id) => *id,
        Shape::Optional(inner) | Shape::Shared(inner) => return type_of(lowered, module, inner),
        _ => return named(SCHEMA, "anyType"),
    };
    let definition = lowered.definition(module, id);
    if definition.annotations.contains_key("xsd.abstract") {
        return XmlName::default();
    }
    let stated = definition.annotations.get("xsd.name");
    stated.map_or_else(|| named("", &definition.name), |text| name(text))
}

/// Completes fields that are groups, and those in which linked lists are.
fn complete_fields(lowered: &Lowered, members: &mut Members) {
    let meta = Arc::make_mut(&mut members.meta);
    for (field, shape) in meta.fields.to_mut().iter_mut().zip(&members.shapes) {
        complete_field(lowered, field, shape);
    }
}

fn complete_field(lowered: &Lowered, field: &mut Field, shape: &Shape) {
    group(lowered, field, shape);
    links(lowered, field, shape);
}

/// States the place of the nodes of linked lists behind the first: each is the last field of the one before.
fn links(lowered: &Lowered, field: &mut Field, shape: &Shape) {
    match shape {
        Shape::Array(inner) | Shape::Optional(inner) | Shape::Shared(inner) => {
            inside(field, |elem| links(lowered, elem, inner));
        }
        Shape::Chain(inner) => {
            let Some(link) = link_of(lowered, inner) else {
                return;
            };
            let ends_alike = link.nillable == field.xml_facts().nillable;
            inside(field, |first| {
                let named_alike = first.xml_name() == link.name && first.xml_facts().ns == link.ns;
                if !(named_alike && ends_alike) {
                    edit(first, |xml| xml.link = Some(Link::Shared(Arc::new(link))));
                }
            });
        }
        _ => {}
    }
}

/// What the field of a list's node is which links it to the next one.
fn link_of(lowered: &Lowered, node: &Shape) -> Option<Xml> {
    let Shape::Record(element) = node else {
        return None;
    };
    let whole = lowered.types[element.0].twin?;
    let field = lowered.record(whole).meta.fields.last()?;
    Some(Xml {
        name: Cow::Owned(field.xml_name().to_owned()),
        nillable: field.xml_facts().nillable,
        ..Xml::clone(field.element().xml_facts())
    })
}

fn group(lowered: &Lowered, field: &mut Field, shape: &Shape) {
    if field.xml_facts().role != XmlRole::Group {
        return;
    }
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    names_in(lowered, shape, &mut names, &mut known);
    let names: Cow<'static, [XmlName]> = Cow::Owned(names);
    every(field, &|xml| xml.names = names.clone());
}

/// Changes a field and all inside of it.
fn every(field: &mut Field, change: &dyn Fn(&mut Xml)) {
    edit(field, change);
    inside(field, |elem| every(elem, change));
}

/// The names of all elements of a group.
fn names_in(
    lowered: &Lowered,
    shape: &Shape,
    names: &mut Vec<XmlName>,
    known: &mut HashSet<TypeId>,
) {
    let (id, parts): (_, Vec<(&Field, &Shape)>) = match shape {
        Shape::Array(inner)
        | Shape::Chain(inner)
        | Shape::Optional(inner)
        | Shape::Shared(inner) => {
            return names_in(lowered, inner, names, known);
        }
        Shape::Record(id) => {
            let members = lowered.record(*id);
            (
                *id,
                members.meta.fields.iter().zip(&members.shapes).collect(),
            )
        }
        Shape::Union(id) => {
            let arms = lowered.union(*id);
            let fields = arms.meta.arms.iter().map(|arm| &arm.field);
            (*id, fields.zip(&arms.shapes).collect())
        }
        _ => return,
    };
    if !known.insert(id) {
        return;
    }
    for (field, shape) in parts {
        let xml = field.xml_facts();
        match xml.role {
            XmlRole::Group => names_in(lowered, shape, names, known),
            XmlRole::Any => names.push(XmlName::default()),
            XmlRole::Element => names.push(named(&xml.ns, field.xml_name())),
            _ => {}
        }
    }
}
