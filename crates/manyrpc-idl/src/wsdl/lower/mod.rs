//! From documents to the model.
//!
//! Named types are lowered one after the other as something needs them; within one of them the text's own nesting is
//! followed, and that of groups, up to the limit of nesting. What all of it may grow to is bounded by the size of
//! the documents.

mod attributes;
mod complex;
mod elements;
mod fault;
mod finite;
mod interface;
mod members;
mod message;
mod particles;
mod simple;

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use manyrpc_model::{Annotations, Field, Module, Type, TypeBody, TypeDef};

use crate::diagnostic::{self, Findings, Severity};
use crate::options::Limits;
use crate::place::Span;
use crate::source::Sources;

use super::builtin;
use super::names::{Names, identifier, role};
use super::schema::{Components, Declared};
use super::set::{Schema, Set};
use super::words::{XSD, is_encoding};
use super::xml::{Element, Name};

use complex::Content;

/// The module of a definition. What is wrong is among the findings.
pub(super) fn lower(
    sources: &Sources<'_>,
    findings: &mut Findings,
    limits: &Limits,
    name: &str,
    set: &Set,
) -> Module {
    let mut lower = Lower {
        sources,
        findings,
        limits,
        schemas: &set.schemas,
        components: Components::of(&set.schemas),
        budget: set.nodes.saturating_mul(GROWTH).min(MOST) + LEAST,
        depth: 0,
        names: Names::default(),
        type_names: HashMap::new(),
        element_names: HashMap::new(),
        unions: HashMap::new(),
        xml_names: HashMap::new(),
        derived: HashMap::new(),
        substitutes: HashMap::new(),
        contents: HashMap::new(),
        open: HashSet::new(),
        wanted: HashSet::new(),
        waiting: VecDeque::new(),
        place: (0, 0),
        made: Vec::new(),
        exceptions: HashMap::new(),
        raised: HashMap::new(),
        wrappers: HashMap::new(),
        taken_apart: HashSet::new(),
        lacks_messages: false,
    };
    let interfaces = lower.interface_names(set);
    lower.begin();
    let interfaces = lower.interfaces(set, interfaces);
    if interfaces.is_empty() {
        lower.want_own_elements();
    }
    lower.want_own_types();
    lower.finish();
    let mut types = lower.made;
    types.sort_by_key(|(place, _)| *place);
    let mut types: Vec<TypeDef> = types.into_iter().map(|(_, made)| made).collect();
    members::name(&mut types);
    finite::make(&mut types);
    Module {
        name: name.to_owned(),
        consts: Vec::new(),
        types,
        interfaces,
        annotations: Annotations::new(),
    }
}

/// A definition may make so many fields of each of its elements and attributes, since types hold those of their
/// bases and groups again,
const GROWTH: usize = 16;
/// but no more than that,
const MOST: usize = 1 << 22;
/// and so many more.
const LEAST: usize = 1000;
/// Names longer than this count as further fields.
const LONG: usize = 64;

/// Where something is declared: its schema, its place in that, and how many were made there before.
type Place = (usize, usize, usize);

struct Lower<'a, 'f> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    limits: &'a Limits,
    schemas: &'a [Schema],
    components: Components,
    /// What may still be made.
    budget: usize,
    /// How deep groups, bases and elements are nested here.
    depth: usize,
    names: Names,
    /// The model's names of types, of elements with types of their own, and of types with those that derive.
    type_names: HashMap<Name, String>,
    element_names: HashMap<Name, String>,
    unions: HashMap<Name, String>,
    /// What the model's names of types, also with those that derive, are in XML.
    xml_names: HashMap<String, Name>,
    /// The types that derive from each, and the elements that may stand for each, in order.
    derived: HashMap<Name, Vec<Name>>,
    substitutes: HashMap<Name, Vec<Name>>,
    contents: HashMap<Name, Rc<Content>>,
    /// What is being lowered, to find what contains itself.
    open: HashSet<(&'static str, Name)>,
    wanted: HashSet<Wanted>,
    waiting: VecDeque<Wanted>,
    place: (usize, usize),
    made: Vec<(Place, TypeDef)>,
    /// The exceptions of the elements of faults.
    exceptions: HashMap<Name, String>,
    /// Complex types that are exceptions themselves, each with the first element of a fault that has it.
    raised: HashMap<Name, Name>,
    /// The contents of elements around parameters.
    wrappers: HashMap<Name, Rc<Content>>,
    /// Types whose contents are used elsewhere, too.
    taken_apart: HashSet<Name>,
    /// Whether the port type refers to messages that are not there.
    lacks_messages: bool,
}

/// What a definition needs and is still to be lowered.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Wanted {
    Type(Name),
    /// The type that an element has of its own.
    Element(Name),
    /// A type with those that derive from it.
    Union(Name),
}

impl Lower<'_, '_> {
    /// Names all types, and finds what derives from what.
    fn begin(&mut self) {
        for (element, name) in std::mem::take(&mut self.components.again) {
            let message = format!("`{}` is declared again, which is ignored", name.local);
            self.warning(element.place("name"), message);
        }
        for name in self.components.type_order.clone() {
            let free = self.names.free(identifier(&name.local));
            self.xml_names.insert(free.clone(), name.clone());
            self.type_names.insert(name.clone(), free);
            let declared = self.components.types[&name].clone();
            if let Some(base) = self.base_of(&declared) {
                self.derived.entry(base).or_default().push(name);
            }
        }
        for name in self.components.element_order.clone() {
            let declared = self.components.elements[&name].clone();
            if let Some(head) =
                self.resolve(&declared.element, "substitutionGroup", declared.schema)
            {
                self.substitutes.entry(head).or_default().push(name);
            }
        }
    }

    /// The complex type that one derives from.
    fn base_of(&mut self, declared: &Declared) -> Option<Name> {
        let contents = ["complexContent", "simpleContent"];
        let mut children = declared.element.children.iter();
        let content = children.find(|c| contents.iter().any(|word| c.is(XSD, word)))?;
        let by = content
            .child(XSD, "extension")
            .or(content.child(XSD, "restriction"))?;
        let base = by.resolve(by.attribute("base")?)?;
        let base = self.placed(base, declared.schema);
        let of = self.components.types.get(&base)?;
        of.element.is(XSD, "complexType").then_some(base)
    }

    fn want_own_types(&mut self) {
        for name in self.components.type_order.clone() {
            if self.schemas[self.components.types[&name].schema].is_own {
                self.want(Wanted::Type(name));
            }
        }
    }

    /// Elements that have types of their own are types where there is nothing else.
    fn want_own_elements(&mut self) {
        for name in self.components.element_order.clone() {
            let declared = &self.components.elements[&name];
            let element = declared.element.clone();
            let own = element
                .child(XSD, "complexType")
                .or(element.child(XSD, "simpleType"));
            if own.is_some() && self.schemas[declared.schema].is_own {
                self.element_name(&name);
            }
        }
    }

    fn want(&mut self, wanted: Wanted) {
        if self.wanted.insert(wanted.clone()) {
            self.waiting.push_back(wanted);
        }
    }

    /// Lowers everything that is needed.
    fn finish(&mut self) {
        while let Some(wanted) = self.waiting.pop_front() {
            if self.findings.full() || self.budget == 0 {
                return;
            }
            match wanted {
                Wanted::Type(name) => self.global_type(&name),
                Wanted::Element(name) => self.global_element(&name),
                Wanted::Union(name) => self.union_of(&name),
            }
        }
    }

    /// The name of an element's own type.
    fn element_name(&mut self, name: &Name) -> String {
        if let Some(known) = self.element_names.get(name) {
            return known.clone();
        }
        let free = self.names.free(identifier(&name.local));
        self.element_names.insert(name.clone(), free.clone());
        self.want(Wanted::Element(name.clone()));
        free
    }

    /// A use of a type.
    fn type_of(&mut self, name: &Name, span: Span) -> Type {
        let built_in = match &*name.namespace {
            XSD => builtin::of(&name.local),
            other if is_encoding(other) => builtin::of_encoding(&name.local),
            _ => None,
        };
        if let Some(ty) = built_in {
            return ty;
        }
        if !self.components.types.contains_key(name) {
            let message = format!("there is no type `{}` in `{}`", name.local, name.namespace);
            self.error(span, message);
            return builtin::any();
        }
        self.want(Wanted::Type(name.clone()));
        if !self.derived.contains_key(name) {
            return Type::Named(self.type_names[name].clone());
        }
        if let Some(union) = self.unions.get(name) {
            return Type::Named(union.clone());
        }
        let union = format!("{}_or_derived", self.type_names[name]);
        let union = self.names.free(union);
        self.xml_names.insert(union.clone(), name.clone());
        self.unions.insert(name.clone(), union.clone());
        self.want(Wanted::Union(name.clone()));
        Type::Named(union)
    }

    /// The qualified name in an attribute, if there is one.
    fn resolve(&mut self, element: &Element, attribute: &str, schema: usize) -> Option<Name> {
        let qualified = element.attribute(attribute)?;
        match element.resolve(qualified) {
            Some(name) => Some(self.placed(name, schema)),
            None => {
                let prefix = qualified.split(':').next().unwrap_or_default().trim();
                let message = format!("the prefix `{prefix}` is not declared");
                self.error(element.place(attribute), message);
                None
            }
        }
    }

    /// A name as it is meant in a schema: one that was included without a namespace means its includer's. Of a name without a
    /// namespace that only the schema's own has, that is meant: authors forget the default namespace.
    fn placed(&self, name: Name, schema: usize) -> Name {
        let Some(schema) = self
            .schemas
            .get(schema)
            .filter(|_| name.namespace.is_empty())
        else {
            return name;
        };
        let own = Name {
            namespace: schema.namespace.clone(),
            ..name.clone()
        };
        let is_forgotten = || !self.components.have(&name) && self.components.have(&own);
        match schema.is_chameleon || is_forgotten() {
            true => own,
            false => name,
        }
    }

    /// Begins a component, whose types are to be in its place.
    fn enter(&mut self, declared: &Declared) {
        self.place = (declared.schema, declared.at);
    }

    fn define(&mut self, name: String, doc: String, body: TypeBody, annotations: Annotations) {
        self.spend(&name);
        let (schema, at) = self.place;
        let place = (schema, at, self.made.len());
        self.made.push((
            place,
            TypeDef {
                name,
                doc,
                body,
                annotations,
            },
        ));
    }

    /// Counts something that is made; whether there may be more.
    fn spend(&mut self, name: &str) -> bool {
        self.spend_some(1 + name.len() / LONG)
    }

    fn spend_some(&mut self, cost: usize) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget = self.budget.saturating_sub(cost);
        if self.budget == 0 {
            let schema = self.schemas.first();
            let span = schema.map_or(Span::default(), |s| s.element.span);
            self.error(
                span,
                "types and groups of this definition repeat each other too often",
            );
        }
        self.budget > 0
    }

    /// Does something one level deeper, unless that is too deep.
    fn deeper<T: Default>(&mut self, span: Span, what: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= self.limits.nesting {
            let most = self.limits.nesting;
            self.error(
                span,
                format!("types and groups are nested more than {most} levels deep"),
            );
            return T::default();
        }
        self.depth += 1;
        let done = what(self);
        self.depth -= 1;
        done
    }

    /// Does something with a component that must not contain itself.
    fn within<T: Default>(
        &mut self,
        kind: &'static str,
        name: &Name,
        span: Span,
        what: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if !self.open.insert((kind, name.clone())) {
            self.error(span, format!("the {kind} `{}` contains itself", name.local));
            return T::default();
        }
        let done = self.deeper(span, what);
        self.open.remove(&(kind, name.clone()));
        done
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.findings.error(self.sources, span, message);
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        let found = diagnostic::at(self.sources, span, Severity::Warning, message.into());
        self.findings.push(found);
    }
}

/// A name and all that follow from it, directly or through others, in order.
fn all_from(first: &Name, following: &HashMap<Name, Vec<Name>>) -> Vec<Name> {
    let mut all = vec![first.clone()];
    let mut seen = HashSet::from([first.clone()]);
    let mut at = 0;
    while let Some(name) = all.get(at) {
        let further = following.get(name).into_iter().flatten();
        let further: Vec<Name> = further
            .filter(|n| seen.insert((*n).clone()))
            .cloned()
            .collect();
        all.extend(further);
        at += 1;
    }
    all
}

/// What is said about a component.
fn doc(element: &Element) -> String {
    let annotation = element.child(XSD, "annotation");
    let all = annotation
        .into_iter()
        .flat_map(|a| a.all(XSD, "documentation"));
    text(all.map(|d| &*d.text))
}

/// Texts as documentation: lines without the spaces around them, in one paragraph each.
fn text<'t>(all: impl Iterator<Item = &'t str>) -> String {
    let all = all.map(|text| {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines.join("\n").trim().to_owned()
    });
    let all: Vec<String> = all.filter(|text| !text.is_empty()).collect();
    // Text that is valid within comments of every language.
    all.join("\n").replace("*/", "* /")
}

/// Notes a fact.
fn note(annotations: &mut Annotations, key: &str, value: impl Into<String>) {
    annotations.insert(key.to_owned(), value.into());
}

/// Gives fields names that are unique in their record.
fn named_apart(fields: &mut [Field]) {
    let mut names = Names::default();
    for field in fields {
        field.name = free(&mut names, &field.name, &mut field.annotations);
    }
}

/// A name that is free; XML has it as it was, if it has it at all.
fn free(names: &mut Names, name: &str, annotations: &mut Annotations) -> String {
    let free = names.free(name.to_owned());
    let has_none = matches!(role(annotations), "text" | "any" | "anyAttribute" | "group");
    if free != name && !has_none && !annotations.contains_key("xml.name") {
        note(annotations, "xml.name", name);
    }
    free
}

/// Whether an attribute says yes (XML Schema part 2, section 3.2.2).
fn is_true(value: Option<&str>) -> bool {
    matches!(value.map(str::trim), Some("true" | "1"))
}
