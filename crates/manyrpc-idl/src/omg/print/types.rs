//! Definitions and uses of types.

use std::collections::HashSet;

use manyrpc_model::{Annotations, Enum, Field, Length, Type, TypeBody, TypeDef, Union};

use super::super::lower::values::NO_STATE;
use super::super::lower::{
    ABSTRACT, BYTES_OF_UNIT, CHAR, EXCEPTION, FIXED, ID, MEMBERS, NAME, PRIVATE,
    REFERENCE_OR_VALUE, SWITCH, VALUE, WCHAR, WIDE, YES,
};
use super::{Path, Printer, interface_path, type_path};
use crate::inexpressible::Reason;

/// Where a type is used.
pub(super) struct Use {
    /// The scope around what uses it.
    pub(super) scope: Path,
    /// Names that mean something else there, in small letters.
    pub(super) avoided: HashSet<String>,
}

impl<'m> Printer<'m> {
    /// A definition, with its comment and what follows it.
    pub(super) fn definition(&mut self, definition: &'m TypeDef, indent: &str) -> String {
        let subject = &definition.name;
        let mut text = self.faults.comment(subject, &definition.doc, indent);
        let path = type_path(definition);
        match &definition.body {
            TypeBody::Alias(ty) => {
                self.only(subject, &definition.annotations, &[NAME, ID]);
                let at = Use {
                    scope: path[..path.len() - 1].to_vec(),
                    avoided: HashSet::new(),
                };
                let name = self.name(subject, &path[path.len() - 1]);
                let declared = self.declaration(subject, &name, ty, &at);
                text += &format!("{indent}typedef {declared};\n");
                self.known.insert(subject);
                self.printed.insert(subject);
            }
            _ => text += &format!("{indent}{};\n", self.body(definition, indent)),
        }
        text + &self.identifiers(definition, path.len() - 1)
    }

    /// `#pragma ID` of a type and those inside of it; `outer` names of its path are around the place.
    fn identifiers(&mut self, definition: &'m TypeDef, outer: usize) -> String {
        let path = type_path(definition);
        let name = self.scoped(&definition.name, &path[outer..]);
        let mut text = self.identifier(&definition.name, &name, &definition.annotations);
        for inner in self.inner(definition) {
            text += &self.identifiers(inner, outer);
        }
        text
    }

    /// The types within a struct, a union or an exception.
    fn inner(&self, definition: &TypeDef) -> Vec<&'m TypeDef> {
        let path = type_path(definition);
        if !matches!(definition.body, TypeBody::Record(_) | TypeBody::Union(_)) {
            return Vec::new();
        }
        let types = self.module.types.iter();
        let is_inner = |t: &&TypeDef| {
            let inner = type_path(t);
            inner[..inner.len() - 1] == path[..]
        };
        types.filter(is_inner).collect()
    }

    /// `struct x {…}` without what is around it.
    fn body(&mut self, definition: &'m TypeDef, indent: &str) -> String {
        let subject = &*definition.name;
        let path = type_path(definition);
        let name = self.name(subject, &path[path.len() - 1]);
        // It can hold sequences of itself.
        self.known.insert(subject);
        let text = match &definition.body {
            _ if definition.annotations.contains_key(VALUE) => self.valuetype(definition, indent),
            TypeBody::Alias(_) => String::new(),
            TypeBody::Enum(body) => self.enumeration(definition, &name, body, indent),
            TypeBody::Union(union) => self.union(definition, &name, union, indent),
            TypeBody::Record(record) => {
                self.only(subject, &definition.annotations, &[NAME, ID, EXCEPTION]);
                let exception = definition.annotations.get(EXCEPTION);
                let keyword = if exception.is_some() {
                    "exception"
                } else {
                    "struct"
                };
                let mut text = format!("{keyword} {name} {{\n");
                let at = self.members_use(definition, record.fields.iter());
                for field in &record.fields {
                    text += &self.field(definition, field, &at, &format!("{indent}\t"));
                }
                format!("{text}{indent}}}")
            }
        };
        self.printed.insert(subject);
        text
    }

    pub(super) fn members_use<'f>(
        &self,
        definition: &TypeDef,
        fields: impl Iterator<Item = &'f Field>,
    ) -> Use {
        let path = type_path(definition);
        let mut avoided: HashSet<String> = fields.map(|f| f.name.to_lowercase()).collect();
        for inner in self.inner(definition) {
            avoided.extend(type_path(inner).pop().map(|n| n.to_lowercase()));
            if let TypeBody::Enum(_) = inner.body {
                avoided.extend(member_names(inner).iter().map(|n| n.to_lowercase()));
            }
        }
        avoided.extend(path.last().map(|n| n.to_lowercase()));
        let scope = path[..path.len() - 1].to_vec();
        Use { scope, avoided }
    }

    pub(super) fn field(
        &mut self,
        of: &'m TypeDef,
        field: &'m Field,
        at: &Use,
        indent: &str,
    ) -> String {
        let subject = format!("{}.{}", of.name, field.name);
        let comment = self.faults.comment(&subject, &field.doc, indent);
        comment + &self.member(of, field, at, indent)
    }

    /// A member without its documentation.
    fn member(&mut self, of: &'m TypeDef, field: &'m Field, at: &Use, indent: &str) -> String {
        let subject = format!("{}.{}", of.name, field.name);
        let is_state = of.annotations.contains_key(VALUE);
        let (access, known) = match is_state {
            true => (access(field.annotations.get(PRIVATE)), &[PRIVATE][..]),
            false => ("", &[][..]),
        };
        self.only(&subject, &field.annotations, known);
        if field.derived.is_some() {
            self.faults.push(&subject, Reason::Derived);
        }
        let name = self.name(&subject, &field.name);
        let inline = self.inline(of, &field.ty, indent);
        let declared = match inline {
            Some((body, dimensions)) => format!("{body} {name}{dimensions}"),
            None => self.declaration(&subject, &name, &field.ty, at),
        };
        let space = if is_state { " " } else { "" };
        format!("{indent}{access}{space}{declared};\n")
    }

    /// The type that is defined where it is used first, with the lengths behind the name.
    fn inline(&mut self, of: &TypeDef, ty: &'m Type, indent: &str) -> Option<(String, String)> {
        let (mut base, mut dimensions) = (ty, String::new());
        while let Type::Array {
            element,
            length: Length::Fixed(length),
        } = base
        {
            dimensions += &format!("[{length}]");
            base = element;
        }
        // `sequence<struct…>` does not exist.
        let Type::Named(name) = base else {
            return None;
        };
        let definition = *self.types.get(&**name)?;
        let path = type_path(definition);
        let is_inner = path[..path.len() - 1] == type_path(of)[..];
        let open = matches!(definition.body, TypeBody::Alias(_));
        if !is_inner || open || self.known.contains(&**name) {
            return None;
        }
        if !definition.doc.is_empty() {
            self.faults.push(&definition.name, Reason::Doc);
        }
        Some((self.body(definition, indent), dimensions))
    }

    fn enumeration(
        &mut self,
        definition: &TypeDef,
        name: &str,
        body: &Enum,
        indent: &str,
    ) -> String {
        let subject = &definition.name;
        self.only(subject, &definition.annotations, &[NAME, ID, MEMBERS]);
        let mut text = format!("enum {name} {{\n");
        let names = member_names(definition);
        for (at, (member, plain)) in body.members.iter().zip(&names).enumerate() {
            let subject = format!("{subject}.{}", member.name);
            let comma = if at + 1 < body.members.len() { "," } else { "" };
            let indent = format!("{indent}\t");
            text += &self.faults.comment(&subject, &member.doc, &indent);
            text += &format!("{indent}{}{comma}\n", self.name(&subject, plain));
        }
        format!("{text}{indent}}}")
    }

    fn union(
        &mut self,
        definition: &'m TypeDef,
        name: &str,
        union: &'m Union,
        indent: &str,
    ) -> String {
        let subject = &definition.name;
        self.only(subject, &definition.annotations, &[NAME, ID]);
        if union.discriminant != SWITCH {
            let discriminant = format!("{subject}.{}", union.discriminant);
            self.faults.push(&discriminant, Reason::Name);
        }
        let fields = union.arms.iter().map(|a| &a.field).chain(&union.default);
        let at = self.members_use(definition, fields);
        let switch = match self.inline(definition, &union.discriminant_type, indent) {
            Some((body, _)) => body,
            None => {
                let switch = self.spec(&union.discriminant_type, &at);
                self.faults.or(subject, switch)
            }
        };
        let mut text = format!("union {name} switch ({switch}) {{\n");
        for arm in &union.arms {
            let subject = format!("{subject}.{}", arm.field.name);
            if arm.field.ty == Type::Void {
                self.faults.push(&subject, Reason::Void);
            }
            text += &self.faults.comment(&subject, &arm.field.doc, indent);
            for label in &arm.labels {
                let label = self.label(&union.discriminant_type, *label);
                let label = self.faults.or(&subject, label);
                text += &format!("{indent}case {label}:\n");
            }
            text += &self.member(definition, &arm.field, &at, &format!("{indent}\t"));
        }
        if let Some(default) = union.default.as_ref().filter(|d| d.ty != Type::Void) {
            let subject = format!("{subject}.default");
            text += &self.faults.comment(&subject, &default.doc, indent);
            text += &format!("{indent}default:\n");
            text += &self.member(definition, default, &at, &format!("{indent}\t"));
        }
        format!("{text}{indent}}}")
    }

    /// A label as it is written.
    fn label(&mut self, switch: &Type, label: i64) -> Result<String, Reason> {
        let mut ty = switch;
        for _ in 0..=self.module.types.len() {
            let Type::Named(name) = ty else { break };
            let definition = *self.types.get(&**name).ok_or(Reason::Label)?;
            match &definition.body {
                TypeBody::Alias(next) => ty = next,
                TypeBody::Enum(_) => {
                    let names = member_names(definition);
                    let member = usize::try_from(label).ok().and_then(|at| names.get(at));
                    let mut path = type_path(definition);
                    path.pop();
                    path.push(member.ok_or(Reason::Label)?.clone());
                    return Ok(format!("::{}", self.scoped(&definition.name, &path)));
                }
                _ => return Err(Reason::Label),
            }
        }
        Ok(match (ty, ty.plain()) {
            (_, Type::Bool) if label == 0 => "FALSE".to_owned(),
            (_, Type::Bool) => "TRUE".to_owned(),
            (Type::Marked(..), Type::U8) => format!("'\\x{label:02x}'"),
            (Type::Marked(..), Type::U16) => format!("L'\\u{label:04x}'"),
            (_, Type::U64) => (label as u64).to_string(),
            _ => label.to_string(),
        })
    }

    /// A type and the name it is given.
    fn declaration(&mut self, subject: &str, name: &str, ty: &Type, at: &Use) -> String {
        let (mut base, mut dimensions) = (ty, String::new());
        let octet = Type::U8;
        loop {
            match base {
                Type::Array {
                    element,
                    length: Length::Fixed(length),
                } => {
                    dimensions += &format!("[{length}]");
                    base = element;
                }
                Type::Bytes(Length::Fixed(length)) => {
                    dimensions += &format!("[{length}]");
                    base = &octet;
                }
                _ => break,
            }
        }
        let spec = self.spec(base, at);
        format!("{} {name}{dimensions}", self.faults.or(subject, spec))
    }

    /// A type that needs nothing behind the name.
    pub(super) fn spec(&mut self, ty: &Type, at: &Use) -> Result<String, Reason> {
        let word = match ty {
            Type::Void => return Err(Reason::Void),
            Type::Bool => "boolean",
            Type::I8 => "int8",
            Type::U8 => "octet",
            Type::I16 => "short",
            Type::U16 => "unsigned short",
            Type::I32 => "long",
            Type::U32 => "unsigned long",
            Type::I64 => "long long",
            Type::U64 => "unsigned long long",
            Type::F32 => "float",
            Type::F64 => "double",
            Type::F128 => "long double",
            Type::Any => "any",
            Type::Reference(None) => "Object",
            Type::Text { max } => return Ok(bounded("string", *max)),
            Type::Bytes(Length::UpTo(max)) => return Ok(sequence("octet", *max)),
            Type::Array {
                element,
                length: Length::UpTo(max),
            } => {
                return Ok(sequence(&self.spec(element, at)?, *max));
            }
            Type::Bytes(_) | Type::Array { .. } => return Err(Reason::TypeNeedsName),
            Type::Reference(Some(name)) => return self.interface_name(name, at),
            Type::Named(name) => return self.type_name(name, at),
            Type::Optional(_) => return Err(Reason::NoWord),
            Type::Shared(held) => return self.value_name(held, at),
            Type::Marked(inner, marks) => return marked(inner, marks),
        };
        Ok(word.to_owned())
    }

    pub(super) fn type_name(&mut self, name: &str, at: &Use) -> Result<String, Reason> {
        let Some((key, definition)) = self.types.get_key_value(name) else {
            return Ok(name.to_owned());
        };
        if let Some(of) = definition.annotations.get(REFERENCE_OR_VALUE) {
            return self.interface_name(of, at);
        }
        let (key, path) = (*key, type_path(definition));
        if !self.known.contains(key) {
            let keyword = keyword(definition).unwrap_or(match definition.body {
                TypeBody::Record(_) => "struct",
                TypeBody::Union(_) => "union",
                _ => "typedef",
            });
            let text = self.name(name, &path[path.len() - 1]);
            self.known.insert(key);
            self.wanted
                .push((path.clone(), format!("{keyword} {text};")));
        }
        Ok(self.reference(name, &path, at))
    }

    pub(super) fn interface_name(&mut self, name: &str, at: &Use) -> Result<String, Reason> {
        let Some((key, interface)) = self.interfaces.get_key_value(name) else {
            return Ok(name.to_owned());
        };
        let (key, path) = (*key, interface_path(interface));
        let is_abstract = interface.annotations.contains_key(ABSTRACT);
        if !self.known.contains(key) {
            let text = self.name(name, &path[path.len() - 1]);
            let before = if is_abstract { "abstract " } else { "" };
            self.known.insert(key);
            self.wanted
                .push((path.clone(), format!("{before}interface {text};")));
        }
        Ok(self.reference(name, &path, at))
    }

    /// A name alone where it is declared in the scope at hand, all of its path elsewhere: a name from
    /// further outside could not mean anything else there any more (CORBA 3.0, section 3.15.3).
    pub(super) fn reference(&mut self, subject: &str, path: &[String], at: &Use) -> String {
        let (last, scope) = (&path[path.len() - 1], &path[..path.len() - 1]);
        if *scope == at.scope[..] && !at.avoided.contains(&last.to_lowercase()) {
            return self.name(subject, last);
        }
        format!("::{}", self.scoped(subject, path))
    }
}

/// The names of an enumeration's members in their scope.
fn member_names(definition: &TypeDef) -> Vec<String> {
    match (&definition.body, definition.annotations.get(MEMBERS)) {
        (_, Some(names)) => names.split(' ').map(str::to_owned).collect(),
        (TypeBody::Enum(body), None) => body.members.iter().map(|m| m.name.clone()).collect(),
        _ => Vec::new(),
    }
}

fn bounded(word: &str, max: Option<u32>) -> String {
    max.map_or(word.to_owned(), |max| format!("{word}<{max}>"))
}

fn sequence(element: &str, max: Option<u32>) -> String {
    // `>>` would be an operator.
    let space = if element.ends_with('>') && max.is_none() {
        " "
    } else {
        ""
    };
    let max = max.map_or(String::new(), |max| format!(", {max}"));
    format!("sequence<{element}{max}{space}>")
}

/// A type that only this language has.
fn marked(inner: &Type, marks: &Annotations) -> Result<String, Reason> {
    let mut all = marks.iter();
    let (Some((key, value)), rest) = (all.next(), all.next()) else {
        return Err(Reason::NoWord);
    };
    let foreign = || Reason::Annotation(rest.map_or(key, |(key, _)| key).clone());
    if rest.is_some() {
        return Err(foreign());
    }
    let said = match (inner, key.as_str()) {
        (Type::U8, CHAR) if value == YES => Some("char".to_owned()),
        (Type::U16, WCHAR) if value == YES => Some("wchar".to_owned()),
        (Type::Text { max: None }, WIDE) if value == YES => Some("wstring".to_owned()),
        (Type::Text { max: Some(max) }, WIDE) => {
            let units = value.parse::<u32>().ok();
            let fits = units.filter(|u| u.saturating_mul(BYTES_OF_UNIT) == *max);
            fits.map(|units| format!("wstring<{units}>"))
        }
        (Type::Text { max: None }, FIXED) => Some(format!("fixed<{value}>")),
        _ => None,
    };
    said.ok_or_else(foreign)
}

/// What announces a valuetype.
pub(super) fn keyword(definition: &TypeDef) -> Option<&'static str> {
    let said = definition.annotations.get(VALUE)?;
    Some(match said.as_str() {
        NO_STATE => "abstract valuetype",
        _ => "valuetype",
    })
}

/// What says that a member is private.
pub(super) fn access(private: Option<&String>) -> &'static str {
    match private.is_some_and(|said| said == YES) {
        true => "private",
        false => "public",
    }
}
