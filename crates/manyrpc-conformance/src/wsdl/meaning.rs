//! What a module means in WSDL, in the lines of `peers/wsdl/wsdl_meaning`, which says what they are.

use std::collections::{BTreeSet, HashMap};

use manyrpc_model::{
    Annotations, Direction, Field, Interface, Length, Module, Operation, Type, TypeBody, TypeDef,
};

use super::held::Held;

/// What a module means.
pub(super) struct Said {
    pub(super) lines: BTreeSet<String>,
    /// Of a derived type that holds itself, what zeep may say instead.
    pub(super) instead: HashMap<String, Vec<String>>,
    /// How attributes begin in lines that a type does not have and its base has, as its definition prohibits them.
    pub(super) prohibited: BTreeSet<String>,
}

/// The lines of a module, whose definition prohibits attributes with these local names somewhere.
pub(super) fn of(module: &Module, prohibited: &[&str]) -> Said {
    let mut meaning = Meaning {
        types: module.types.iter().map(|t| (&*t.name, t)).collect(),
        held: Held::of(module),
        known: BTreeSet::new(),
        lines: BTreeSet::new(),
        instead: HashMap::new(),
    };
    // Nothing is compared of what no binding says.
    let bound = |i: &&Interface| i.annotations.contains_key("soap.version");
    for interface in module.interfaces.iter().filter(bound) {
        meaning.interface(interface);
    }
    let missing = module.types.iter().flat_map(|t| meaning.held.missing(t));
    // What stands for any attributes a restriction does not inherit (XML Schema part 1, section 3.4.2).
    let signs = missing.filter_map(|field| match role(&field.annotations) {
        "anyAttribute" => Some("@any".to_owned()),
        _ => {
            let notes = &field.annotations;
            let local = notes.get("xml.name").unwrap_or(&field.name);
            let is_known = prohibited.contains(&local.as_str());
            is_known.then(|| format!("@{}:", qualified(&field.name, notes)))
        }
    });
    Said {
        prohibited: signs.collect(),
        lines: meaning.lines,
        instead: meaning.instead,
    }
}

struct Meaning<'m> {
    types: HashMap<&'m str, &'m TypeDef>,
    held: Held<'m>,
    known: BTreeSet<&'m str>,
    lines: BTreeSet<String>,
    instead: HashMap<String, Vec<String>>,
}

/// A parameter or result, or a field.
struct Member<'m> {
    name: &'m str,
    ty: &'m Type,
    notes: Annotations,
}

/// How often something occurs, and whether it may be nil.
struct Occurs<'m> {
    least: u32,
    most: Option<u32>,
    is_nillable: bool,
    ty: &'m Type,
}

impl<'m> Meaning<'m> {
    fn interface(&mut self, interface: &'m Interface) {
        let namespace = said(&interface.annotations, "wsdl.namespace");
        let local = interface
            .annotations
            .get("wsdl.name")
            .unwrap_or(&interface.name);
        let port = format!("{{{namespace}}}{local}");
        for operation in &interface.operations {
            self.operation(&port, operation);
        }
    }

    fn operation(&mut self, port: &str, operation: &'m Operation) {
        let notes = &operation.annotations;
        let name = notes.get("wsdl.name").unwrap_or(&operation.name);
        let key = format!("{port} {name}");
        let style = said(notes, "soap.style");
        let soap = if style == "rpc" { "rpc" } else { "document" };
        let action = said(notes, "soap.action");
        self.lines
            .insert(format!("op {key} action={action} style={soap}"));
        let asked = members(operation, Direction::Out);
        self.way("in", &key, style, said(notes, "soap.request"), asked);
        let mut told = Vec::new();
        if operation.result != Type::Void {
            let own = notes.iter();
            let own =
                own.filter_map(|(k, v)| Some((k.strip_prefix("result.")?.to_owned(), v.clone())));
            told.push(Member {
                name: "return",
                ty: &operation.result,
                notes: own.collect(),
            });
        }
        told.extend(members(operation, Direction::In));
        let has_reply = notes.contains_key("soap.response") || !told.is_empty();
        if has_reply {
            self.way("out", &key, style, said(notes, "soap.response"), told);
        }
        // A fault's element in a remote procedure call is not known to zeep.
        let raised = operation.raises.iter().filter(|_| style != "rpc");
        for raised in raised {
            let Some(definition) = self.types.get(&**raised).copied() else {
                continue;
            };
            let element = said(&definition.annotations, "xml.element");
            let content = self.exception(definition);
            self.lines
                .insert(format!("fault {key} {element}:{content}"));
        }
    }

    /// What an exception's element holds: a text alone is one of a simple type.
    fn exception(&mut self, definition: &'m TypeDef) -> String {
        if let (TypeBody::Record(record), false) = (
            &definition.body,
            definition.annotations.contains_key("xsd.name"),
        ) && let [only] = &record.fields[..]
            && role(&only.annotations) == "text"
        {
            return self.ty(&only.ty);
        }
        self.content(definition)
    }

    fn way(&mut self, word: &str, key: &str, style: &str, wrapper: &str, members: Vec<Member<'m>>) {
        let (headers, body): (Vec<_>, Vec<_>) = members
            .into_iter()
            .partition(|m| role(&m.notes) == "header");
        for header in &headers {
            let top = self.top(header);
            self.lines.insert(format!("header-{word} {key} {top}"));
        }
        if style == "bare" {
            for member in &body {
                let top = self.top(member);
                self.lines.insert(format!("{word} {key} {top}"));
            }
            return;
        }
        let parts: Vec<String> = body
            .iter()
            .map(|m| self.particle(m.name, m.ty, &m.notes, false))
            .collect();
        let content = format!("({})", parts.join(", "));
        self.lines.insert(match style {
            "rpc" => format!("{word} {key} {content}"),
            _ => format!("{word} {key} {wrapper}:{content}"),
        });
    }

    /// An element of a message, with what it holds.
    fn top(&mut self, member: &Member<'m>) -> String {
        let occurs = self.occurs(member.ty, &member.notes);
        let nil = if occurs.is_nillable { "~" } else { "" };
        let what = match self.held.declared(occurs.ty) {
            Some(definition) if is_complex(definition) => self.content(definition),
            _ => self.ty_of(member.name, &member.notes, occurs.ty),
        };
        format!("{}:{what}{nil}", qualified(member.name, &member.notes))
    }

    /// The type of what has that name. zeep gives types without names those of what they are the types of, so that it
    /// does not tell one from a type with that name.
    fn ty_of(&mut self, name: &str, notes: &Annotations, ty: &'m Type) -> String {
        let local = notes.get("xml.name").map_or(name, String::as_str);
        match self.held.declared(ty) {
            Some(definition)
                if !is_complex(definition)
                    && said(&definition.annotations, "xsd.name")
                        .ends_with(&format!("}}{local}")) =>
            {
                self.built_in(definition)
            }
            _ => self.ty(ty),
        }
    }

    /// A use of a type.
    fn ty(&mut self, ty: &'m Type) -> String {
        if ty.mark("soap.array").is_some() {
            return "array".to_owned();
        }
        let Some(definition) = self.held.declared(ty) else {
            return self.simple(ty);
        };
        let notes = &definition.annotations;
        let name = notes.get("xsd.name");
        // zeep does not know these by their names.
        let is_nameless = notes.contains_key("xsd.list") || notes.contains_key("xsd.union");
        if is_complex(definition) {
            let Some(name) = name else {
                return self.content(definition);
            };
            if self.known.insert(&definition.name) {
                let content = self.content(definition);
                let line = format!("type {name} = {content}");
                for fields in self.held.instead(definition) {
                    let other = format!("type {name} = {}", self.record(definition, fields));
                    self.instead.entry(line.clone()).or_default().push(other);
                }
                self.lines.insert(line);
            }
            return name.clone();
        }
        let what = self.built_in(definition);
        match name {
            Some(name) if !is_nameless => {
                self.lines.insert(format!("simple {name} = {what}"));
                name.clone()
            }
            _ => what,
        }
    }

    /// What a simple type is made of.
    fn built_in(&mut self, definition: &'m TypeDef) -> String {
        let notes = &definition.annotations;
        match (&definition.body, notes.get("xsd.type")) {
            (_, Some(own)) => own.clone(),
            (TypeBody::Alias(ty), None) if notes.contains_key("xsd.list") => {
                format!("list({})", self.item(ty))
            }
            (TypeBody::Alias(ty), None) => self.simple(ty),
            _ => "string".to_owned(),
        }
    }

    fn item(&mut self, ty: &'m Type) -> String {
        match ty.plain() {
            Type::Array { element, .. } => self.ty(element),
            _ => String::new(),
        }
    }

    fn simple(&mut self, ty: &'m Type) -> String {
        if ty.mark("xsd.list").is_some() {
            return format!("list({})", self.item(ty));
        }
        if let Some(own) = ty.mark("xsd.type") {
            return own.to_owned();
        }
        let name = match ty.plain() {
            Type::Bool => "boolean",
            Type::I8 => "byte",
            Type::U8 => "unsignedByte",
            Type::I16 => "short",
            Type::U16 => "unsignedShort",
            Type::I32 => "int",
            Type::U32 => "unsignedInt",
            Type::I64 => "long",
            Type::U64 => "unsignedLong",
            Type::F32 => "float",
            Type::F64 => "double",
            Type::Text { .. } => "string",
            Type::Bytes(_) => "base64Binary",
            // Of SOAP's encoding, an array of anything.
            Type::Array { .. } => "array",
            _ => "?",
        };
        name.to_owned()
    }

    /// What an element of a complex type holds.
    fn content(&mut self, definition: &'m TypeDef) -> String {
        if definition.annotations.contains_key("soap.array") {
            return "array".to_owned();
        }
        match &definition.body {
            TypeBody::Record(record) => self.record(definition, record.fields.iter().collect()),
            TypeBody::Union(_) => {
                let choice = self.choice(definition);
                format!("({choice})")
            }
            _ => "()".to_owned(),
        }
    }

    fn record(&mut self, definition: &'m TypeDef, fields: Vec<&'m Field>) -> String {
        let (mut parts, mut attributes) = (Vec::new(), BTreeSet::new());
        for field in fields {
            match role(&field.annotations) {
                "text" => {
                    let text = self.text_of_base(definition).unwrap_or(&field.ty);
                    parts.push(format!("text:{}", self.ty(text)));
                }
                "anyAttribute" => drop(attributes.insert("@any".to_owned())),
                "attribute" => drop(attributes.insert(self.attribute(field))),
                _ => parts.push(self.field(field, false)),
            }
        }
        parts.extend(attributes);
        format!("({})", parts.join(", "))
    }

    /// The type of the text of a base: zeep does not know how a derived type restricts it.
    fn text_of_base(&self, definition: &'m TypeDef) -> Option<&'m Type> {
        let base = self.held.base(definition)?;
        let TypeBody::Record(record) = &base.body else {
            return None;
        };
        let text = record
            .fields
            .iter()
            .find(|f| role(&f.annotations) == "text")?;
        Some(self.text_of_base(base).unwrap_or(&text.ty))
    }

    fn attribute(&mut self, field: &'m Field) -> String {
        let (ty, sign) = match field.ty.plain() {
            Type::Optional(inner) => (&**inner, ""),
            _ => (&field.ty, "!"),
        };
        let name = qualified(&field.name, &field.annotations);
        // Schemas of XML's own attributes differ.
        let what = match name.starts_with("{http://www.w3.org/XML/") {
            true => "*".to_owned(),
            false => self.ty_of(&field.name, &field.annotations, ty),
        };
        format!("@{name}:{what}{sign}")
    }

    fn field(&mut self, field: &'m Field, is_arm: bool) -> String {
        self.particle(&field.name, &field.ty, &field.annotations, is_arm)
    }

    fn particle(&mut self, name: &str, ty: &'m Type, notes: &Annotations, is_arm: bool) -> String {
        let mut occurs = self.occurs(ty, notes);
        let group = role(notes) == "group";
        if is_arm && !group {
            occurs.least = u32::from(occurs.most == Some(1));
        }
        let most = occurs.most.map_or(String::new(), |most| most.to_string());
        let often = match (occurs.least, occurs.most) {
            (1, Some(1)) => String::new(),
            (least, _) => format!("[{least}..{most}]"),
        };
        match role(notes) {
            "any" => format!("any{often}"),
            "group" => match self.held.declared(occurs.ty) {
                Some(definition) => match &definition.body {
                    TypeBody::Record(record) => {
                        let parts: Vec<String> =
                            record.fields.iter().map(|f| self.field(f, false)).collect();
                        let parts = parts.join(", ");
                        match often.is_empty() {
                            true => format!("({parts})"),
                            false => format!("seq{{{parts}}}{often}"),
                        }
                    }
                    _ => self.choice(definition) + &often,
                },
                None => "?".to_owned(),
            },
            _ => {
                let nil = if occurs.is_nillable { "~" } else { "" };
                format!(
                    "{}:{}{often}{nil}",
                    qualified(name, notes),
                    self.ty_of(name, notes, occurs.ty)
                )
            }
        }
    }

    fn choice(&mut self, definition: &'m TypeDef) -> String {
        let TypeBody::Union(union) = &definition.body else {
            return "?".to_owned();
        };
        let arms: Vec<String> = union
            .arms
            .iter()
            .map(|arm| self.field(&arm.field, true))
            .collect();
        format!("choice{{{}}}", arms.join("|"))
    }

    fn occurs(&self, ty: &'m Type, notes: &Annotations) -> Occurs<'m> {
        let is_nillable = notes.contains_key("xml.nillable");
        let least = notes.get("xml.min").and_then(|min| min.parse().ok());
        let once = Occurs {
            least: 1,
            most: Some(1),
            is_nillable,
            ty,
        };
        if ty.mark("xsd.list").is_some() || ty.mark("soap.array").is_some() {
            return once;
        }
        match ty.plain() {
            Type::Optional(inner) => Occurs {
                least: match notes.contains_key("xml.required") {
                    true => 1,
                    false => least.unwrap_or(0),
                },
                ty: inner,
                ..once
            },
            Type::Array { element, length } => Occurs {
                least: least.unwrap_or(0),
                most: match length {
                    Length::Fixed(n) => Some(*n),
                    Length::UpTo(most) => *most,
                },
                ty: match element.plain() {
                    Type::Optional(inner) => inner,
                    _ => element,
                },
                ..once
            },
            _ => once,
        }
    }
}

fn is_complex(definition: &TypeDef) -> bool {
    let body = matches!(definition.body, TypeBody::Record(_) | TypeBody::Union(_));
    body || definition.annotations.contains_key("soap.array")
}

/// The parameters of all directions but one.
fn members(operation: &Operation, but: Direction) -> Vec<Member<'_>> {
    let all = operation.params.iter().filter(|p| p.direction != but);
    all.map(|param| Member {
        name: &param.name,
        ty: &param.ty,
        notes: param.annotations.clone(),
    })
    .collect()
}

fn said<'a>(notes: &'a Annotations, key: &str) -> &'a str {
    notes.get(key).map_or("", String::as_str)
}

fn role(notes: &Annotations) -> &str {
    said(notes, "xml.role")
}

fn qualified(name: &str, notes: &Annotations) -> String {
    let local = notes.get("xml.name").map_or(name, String::as_str);
    format!("{{{}}}{local}", said(notes, "xml.ns"))
}
