//! Type specifiers, and what defines types.

use std::rc::Rc;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Length, Type, TypeBody};

use super::super::ast::*;
use super::super::builtin;
use super::super::check;
use super::super::shape::{self, Alias, Base, Class, Dimension, Shape, Step};
use super::{CONTEXT, ENUM, KEPT_OF_TYPE, Lowering, UNION};
use crate::names;
use crate::source::Span;

/// Pointers and arrays that may lie between a name and what it stands for in the end, so that
/// looking costs little.
const MOST_LEVELS: usize = 64;

/// The values of enumerations, of 32 bits with a sign or without.
const OF_ENUM: (i128, i128) = (i32::MIN as i128, u32::MAX as i128);

/// The keyword and tag of a specifier that has a body.
pub(super) fn body_tag(spec: &Spec) -> Option<(&'static str, Option<&Name>)> {
    match &spec.node {
        SpecNode::Struct(tag, Some(_)) => Some(("struct", tag.as_ref())),
        SpecNode::Union(tag, Some(_)) => Some(("union", tag.as_ref())),
        SpecNode::Enum(tag, Some(_)) => Some(("enum", tag.as_ref())),
        _ => None,
    }
}

/// The keyword and tag of a struct or union without its body.
pub(super) fn bare_tag(spec: &Spec) -> Option<(&'static str, &Name)> {
    match &spec.node {
        SpecNode::Struct(Some(tag), None) => Some(("struct", tag)),
        SpecNode::Union(Some(tag), None) => Some(("union", tag)),
        _ => None,
    }
}

/// The scalar behind a name.
pub(super) fn scalar_of(base: &Base) -> Option<Scalar> {
    match base {
        Base::Scalar(scalar) => Some(*scalar),
        Base::Alias(alias) if alias.steps.is_empty() => scalar_of(&alias.base),
        _ => None,
    }
}

/// The values of an integer, character or boolean.
pub(super) fn range(scalar: Scalar) -> Option<(i128, i128)> {
    Some(match scalar {
        Scalar::Bool => (0, 1),
        Scalar::I8 => (i8::MIN.into(), i8::MAX.into()),
        Scalar::Byte | Scalar::Char | Scalar::U8 => (0, u8::MAX.into()),
        Scalar::I16 => (i16::MIN.into(), i16::MAX.into()),
        Scalar::U16 | Scalar::WideChar => (0, u16::MAX.into()),
        Scalar::I32 => (i32::MIN.into(), i32::MAX.into()),
        Scalar::U32 => (0, u32::MAX.into()),
        Scalar::I64 => (i64::MIN.into(), i64::MAX.into()),
        Scalar::U64 => (0, u64::MAX.into()),
        Scalar::F32 | Scalar::F64 => return None,
    })
}

/// What a body at its place of use is called.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    /// So: the name was kept free for it.
    Given(&'p str),
    /// So, or like it where that is taken.
    From(&'p str),
}

impl Lowering<'_, '_> {
    pub(super) fn typedef(&mut self, typedef: &Typedef, doc: &str) {
        check::typedef(self.sources, self.findings, &typedef.attrs);
        let plain = typedef.declarators.iter().find(|d| d.levels.is_empty());
        let pipe = matches!(typedef.spec.node, SpecNode::Pipe(..));
        let path = match (body_tag(&typedef.spec), plain) {
            // The body itself has the name.
            (Some((_, None)), Some(plain)) => plain.name.text.to_string(),
            (None, Some(plain)) if pipe => plain.name.text.to_string(),
            (Some((_, None)), None) | (None, None) => {
                let first = &typedef.declarators[0].name.text;
                names::free(&mut self.taken, format!("{first}_target"))
            }
            _ => String::new(),
        };
        // C706 section 4.2.16.6: what a context handle points to is the server's own business.
        let opaque = typedef.attrs.has("context_handle")
            && bare_tag(&typedef.spec).is_some_and(|(_, t)| !self.tag_names.contains_key(&t.text));
        let base = match opaque {
            true => Some(Base::Void),
            false => self.base(&typedef.attrs, &typedef.spec, doc, Path::Given(&path)),
        };
        for declarator in &typedef.declarators {
            let Some(base) = base.clone() else {
                self.broken.insert(declarator.name.text.clone());
                continue;
            };
            self.type_name(typedef, declarator, base, doc);
        }
    }

    /// One name that a typedef gives.
    fn type_name(&mut self, typedef: &Typedef, declarator: &Declarator, base: Base, doc: &str) {
        let name = &declarator.name;
        let is_body = declarator.levels.is_empty()
            && *base.ty().plain() == Type::Named(name.text.to_string())
            && !matches!(base, Base::Alias(_));
        let base = match is_body {
            true => Some(base),
            false => self.alias(typedef, declarator, base, doc),
        };
        let Some(base) = base else {
            self.broken.insert(name.text.clone());
            return;
        };
        let known = self.types.get(&name.text);
        // `typedef struct x x;` before or after says nothing new.
        let again = known.is_some_and(|(k, _)| k.ty() == base.ty() && is_body);
        match known.map(|(_, span)| *span).filter(|_| !again) {
            Some(first) => {
                let message = format!("`{}` is defined twice", name.text);
                let found = self.finding(name.span, message);
                let found = found.label(self.sources, first, "first here");
                self.findings.push(found);
            }
            None => drop(self.types.insert(name.text.clone(), (base, name.span))),
        }
    }

    fn alias(
        &mut self,
        typedef: &Typedef,
        declarator: &Declarator,
        base: Base,
        doc: &str,
    ) -> Option<Base> {
        let (attrs, name) = (&typedef.attrs, &declarator.name);
        let base = match attrs.find("transmit_as") {
            Some(attr) => self.transmitted(attr, name)?,
            None => base,
        };
        // A handle's pointer has no class.
        let class = attrs.has("context_handle").then_some(Class::Ref);
        let mut steps = self.steps(&declarator.levels, attrs, class)?;
        if attrs.has("context_handle") {
            return self.context(name, &steps, &base, doc);
        }
        let mut shape = Shape {
            steps: std::mem::take(&mut steps),
            base,
            string: attrs.has("string"),
        };
        if shape.string {
            self.unfold_string(&mut shape, name.span)?;
        }
        let silent = shape.unfolded();
        if silent.steps.len() > MOST_LEVELS {
            self.error(name.span, "types nest too deep here", None);
            return None;
        }
        let unseen = silent.steps.iter().any(|s| matches!(s, Step::Function))
            || matches!(silent.base, Base::Void | Base::Handle);
        if unseen {
            let pointers = silent.steps.iter().any(|s| matches!(s, Step::Function));
            if pointers && !self.local {
                self.no_function(name.span);
                return None;
            }
        } else {
            let body = TypeBody::Alias(self.alone(&shape, name.span)?);
            let mut annotations = Annotations::new();
            self.keep(&mut annotations, attrs, &KEPT_OF_TYPE);
            self.define(&name.text, doc, body, annotations);
        }
        // A name for a name is a name for what that stands for.
        let Shape {
            steps,
            base,
            string,
        } = match shape.steps.is_empty() && matches!(shape.base, Base::Alias(_)) {
            true => silent,
            false => shape,
        };
        Some(Base::Alias(Rc::new(Alias {
            name: name.text.clone(),
            steps,
            base,
            string,
        })))
    }

    /// The type of a shape that has no fields beside it.
    pub(super) fn alone(&mut self, shape: &Shape, span: Span) -> Option<Type> {
        let sizes = vec![super::fields::Extent::default(); shape.steps.len()];
        self.built(shape, &sizes, false, span)
    }

    /// C706 section 4.2.16.3: what travels is the other type, and that is what we show.
    fn transmitted(&mut self, attr: &Attr, name: &Name) -> Option<Base> {
        let Args::Type(spec) = &attr.args else {
            return None;
        };
        let base = self.base(&Attrs::default(), spec, "", Path::From("type"))?;
        let message = format!(
            "`{}` appears as the type that it is transmitted as",
            name.text
        );
        let help = "no conversion routines are called: that is left to the application";
        self.warn(attr.name.span, message, Some(help));
        Some(base)
    }

    pub(super) fn keep(&mut self, to: &mut Annotations, attrs: &Attrs, known: &[&str]) {
        for attr in attrs.0.iter().filter(|a| known.contains(&&*a.name.text)) {
            let words: Vec<&str> = attr.words().iter().map(|w| &*w.text).collect();
            let value = match &attr.args {
                Args::Words(_) => words.join(" "),
                _ => "true".to_owned(),
            };
            to.insert(format!("dce.{}", attr.name.text), value);
        }
    }

    pub(super) fn no_function(&mut self, span: Span) {
        let message = "a pointer to a function cannot travel (C706 section 4.2.24.3)";
        let help = "in an interface with the attribute `local` it may stand";
        self.error(span, message, Some(help));
    }

    /// C706 section 4.2.16.6: `void *` with the attribute, and 20 bytes on the wire (section 14.3).
    fn context(&mut self, name: &Name, steps: &[Step], base: &Base, doc: &str) -> Option<Base> {
        let shape = Shape {
            steps: steps.to_vec(),
            base: base.clone(),
            string: false,
        };
        let shape = shape.unfolded();
        let is_void = matches!(shape.base, Base::Void);
        let pointer = matches!(shape.steps[..], [Step::Pointer { .. }]);
        // MIDL takes a pointer to anything.
        if !pointer || !(is_void || matches!(shape.base, Base::Record { .. } | Base::Scalar(_))) {
            self.error(name.span, "a context handle is a `void *`", None);
            return None;
        }
        Some(self.define_context(&name.text, doc))
    }

    pub(super) fn define_context(&mut self, name: &Rc<str>, doc: &str) -> Base {
        let annotations = [(CONTEXT.to_owned(), format!("{name}_rundown"))].into();
        self.define(name, doc, TypeBody::Record(context_body()), annotations);
        Base::Context(name.clone())
    }

    /// Pointers and arrays as they are written; `of_param` is the class of the first pointer of a
    /// parameter, which others have from the attributes or the interface.
    pub(super) fn steps(
        &mut self,
        levels: &[Level],
        attrs: &Attrs,
        of_param: Option<Class>,
    ) -> Option<Vec<Step>> {
        let written = attrs.0.iter().find_map(|a| Class::named(&a.name.text));
        let mut steps = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            steps.push(match level {
                Level::Pointer(span) => {
                    let explicit = at == 0 && written.is_some();
                    let known = if at == 0 { written.or(of_param) } else { None };
                    let class = known.unwrap_or_else(|| self.default_class(*span));
                    Step::Pointer { class, explicit }
                }
                Level::Array { span, lower, upper } => {
                    Step::Array(self.dimension(*span, lower, upper)?)
                }
                Level::Function => Step::Function,
            });
        }
        Some(steps)
    }

    /// C706 section 4.2.4.6 calls it an error; MIDL assumes `unique`.
    fn default_class(&mut self, span: Span) -> Class {
        if self.pointer_default.is_none() && !self.said_default && !self.local && self.emitting {
            self.said_default = true;
            let message = "the class of this pointer is not said: `unique` is assumed";
            let help = "add `pointer_default(unique)` or `pointer_default(ptr)` to the \
                        attributes of the interface";
            self.warn(span, message, Some(help));
        }
        self.pointer_default.unwrap_or(Class::Unique)
    }

    fn dimension(&mut self, span: Span, lower: &Bound, upper: &Bound) -> Option<Dimension> {
        let first = match lower {
            Bound::Index(expr) => Some(self.eval(expr)?),
            Bound::Zero | Bound::Length(_) => Some(0),
            Bound::Open => None,
        };
        let length = match upper {
            Bound::Length(expr) => Some(self.eval(expr)?),
            Bound::Index(expr) => match first {
                Some(first) => self.eval(expr)?.checked_sub(first)?.checked_add(1),
                None => {
                    let message = "an array whose highest index is known has a lowest that is";
                    self.error(span, message, None);
                    return None;
                }
            },
            Bound::Open | Bound::Zero => None,
        };
        match length.map(u32::try_from) {
            Some(Err(_)) => {
                self.error(span, "a length is between 0 and 4294967295", None);
                None
            }
            length => Some(Dimension {
                lower: first,
                length: length.and_then(Result::ok),
            }),
        }
    }

    /// What a specifier leads to; a body at its place of use is called `path`.
    pub(super) fn base(
        &mut self,
        attrs: &Attrs,
        spec: &Spec,
        doc: &str,
        path: Path<'_>,
    ) -> Option<Base> {
        match &spec.node {
            SpecNode::Void => Some(Base::Void),
            SpecNode::Handle => Some(Base::Handle),
            SpecNode::Scalar(scalar) => Some(Base::Scalar(*scalar)),
            SpecNode::Named(name) => self.named(name),
            SpecNode::Pipe(element, declarator) => self.pipe(element, declarator, doc, path),
            SpecNode::Struct(Some(tag), None) => self.tag("struct", tag),
            SpecNode::Union(Some(tag), None) => self.tag("union", tag),
            SpecNode::Enum(Some(tag), None) => self.tag("enum", tag),
            SpecNode::Struct(tag, Some(fields)) => {
                let name = self.body_name(tag.as_ref(), path);
                let record = self.record(&name, fields);
                let conformant = record.as_ref().is_some_and(|(_, c)| *c);
                let base = Base::Record {
                    name: name.clone(),
                    conformant,
                };
                self.complete("struct", tag.as_ref(), &base, record.is_none());
                let mut annotations = Annotations::new();
                self.keep(&mut annotations, attrs, &KEPT_OF_TYPE);
                self.define(&name, doc, TypeBody::Record(record?.0), annotations);
                Some(base)
            }
            SpecNode::Union(tag, Some(body)) => {
                let name = self.body_name(tag.as_ref(), path);
                let union = self.union(&name, attrs, spec.span, body);
                let switch_is = body.switch.is_none();
                let base = Base::Union {
                    name: name.clone(),
                    switch_is,
                };
                self.complete("union", tag.as_ref(), &base, union.is_none());
                let mut annotations = Annotations::new();
                if switch_is {
                    annotations.insert(UNION.into(), "switch_is".into());
                }
                self.keep(&mut annotations, attrs, &KEPT_OF_TYPE);
                self.define(&name, doc, TypeBody::Union(union?), annotations);
                Some(base)
            }
            SpecNode::Enum(tag, Some(members)) => {
                let name = self.body_name(tag.as_ref(), path);
                let wide = attrs.has("v1_enum");
                let body = self.enumeration(members, wide);
                let base = Base::Enum(name.clone());
                self.complete("enum", tag.as_ref(), &base, false);
                let mut annotations = Annotations::new();
                if wide {
                    annotations.insert(ENUM.into(), "32".into());
                }
                self.keep(&mut annotations, attrs, &KEPT_OF_TYPE);
                self.define(&name, doc, TypeBody::Enum(body), annotations);
                Some(base)
            }
            SpecNode::Struct(None, None)
            | SpecNode::Union(None, None)
            | SpecNode::Enum(None, None) => None,
        }
    }

    pub(super) fn tagged(&mut self, attrs: &Attrs, spec: &Spec, doc: &str) {
        check::typedef(self.sources, self.findings, attrs);
        if body_tag(spec).is_some() {
            self.base(attrs, spec, doc, Path::From("enumeration"));
        }
    }

    fn body_name(&mut self, tag: Option<&Name>, path: Path<'_>) -> Rc<str> {
        match (tag.and_then(|t| self.tag_names.get(&t.text)), path) {
            (Some((_, name)), _) => name.clone(),
            (None, Path::Given(name)) => name.into(),
            (None, Path::From(path)) => names::free(&mut self.taken, path.to_owned()).into(),
        }
    }

    fn complete(&mut self, keyword: &'static str, tag: Option<&Name>, base: &Base, faulty: bool) {
        match base {
            _ if faulty => {}
            Base::Record { name, conformant } => {
                self.complete.insert(name.clone());
                if *conformant {
                    self.conformant.insert(name.clone());
                }
            }
            Base::Union { name, .. } | Base::Enum(name) => drop(self.complete.insert(name.clone())),
            _ => {}
        }
        let Some(tag) = tag else {
            return;
        };
        if faulty {
            self.broken.insert(tag.text.clone());
        }
        let other = self.tags.insert(tag.text.clone(), (keyword, base.clone()));
        if other.is_some() {
            let message = format!("`{keyword} {}` is defined twice", tag.text);
            self.error(tag.span, message, None);
        }
    }

    /// A tag without a body: complete, or to be completed where only a pointer needs it.
    fn tag(&mut self, keyword: &'static str, tag: &Name) -> Option<Base> {
        let known = self.tags.get(&tag.text).cloned();
        let named = known.as_ref().map(|(k, _)| *k);
        let named = named.or_else(|| self.tag_names.get(&tag.text).map(|(k, _)| *k));
        match named {
            None if self.broken.contains(&tag.text) => return None,
            _ if self.local_only.contains(&tag.text) => {
                self.unknown_type(tag);
                return None;
            }
            None => {
                let message = format!("there is no `{keyword} {}`", tag.text);
                let tags = self.tag_names.keys().map(|k| &**k);
                let meant = self.findings.suggest(&tag.text, tags);
                let help = meant.map(|m| format!("did you mean `{m}`?"));
                self.error(tag.span, message, help.as_deref());
                return None;
            }
            Some(other) if other != keyword => {
                let message = format!("`{}` is a {other}: `{keyword}` does not fit", tag.text);
                self.error(tag.span, message, None);
                return None;
            }
            Some(_) => {}
        }
        if let Some((_, base)) = known {
            return Some(base);
        }
        let name = self.tag_names[&tag.text].1.clone();
        Some(match keyword {
            "struct" => Base::Record {
                name,
                conformant: false,
            },
            "union" => Base::Union {
                name,
                switch_is: false,
            },
            _ => Base::Enum(name),
        })
    }

    /// By value a type has to be complete, so that none contains itself.
    pub(super) fn must_be_complete(&mut self, shape: &Shape, span: Span) -> bool {
        let by_value = !shape
            .steps
            .iter()
            .any(|s| matches!(s, Step::Pointer { class, .. } if *class != Class::Ref));
        let (Base::Record { name, .. } | Base::Union { name, .. } | Base::Enum(name)) = &shape.base
        else {
            return true;
        };
        if !by_value || self.complete.contains(name) {
            return true;
        }
        if !self.broken.contains(name) {
            let message = format!("`{name}` is not complete here, so it would have no end");
            let help = "a `unique` or full pointer may lead to it";
            self.error(span, message, Some(help));
        }
        false
    }

    fn named(&mut self, name: &Name) -> Option<Base> {
        if let Some((base, _)) = self.types.get(&name.text) {
            let mut base = base.clone();
            // It may have been completed since.
            if let Base::Record { name, conformant } = &mut base {
                *conformant = self.conformant.contains(name);
            }
            return Some(base);
        }
        if let Some(scalar) = builtin::scalar(&name.text) {
            return Some(Base::Scalar(scalar));
        }
        self.unknown_type(name);
        None
    }

    /// C706 section 4.2.14: elements in any number, sent as they come.
    fn pipe(
        &mut self,
        element: &Spec,
        declarator: &Declarator,
        doc: &str,
        path: Path<'_>,
    ) -> Option<Base> {
        let attrs = Attrs::default();
        let (Path::Given(of) | Path::From(of)) = path;
        let inner = format!("{of}_element");
        let base = self.base(&attrs, element, "", Path::From(&inner))?;
        let shape = Shape {
            steps: self.steps(&declarator.levels, &attrs, None)?,
            base,
            string: false,
        };
        let scalar = match shape.base {
            Base::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        let fixed = !shape.conformant() && shape.steps.is_empty();
        if !fixed || matches!(shape.base, Base::Context(_) | Base::Pipe(_) | Base::Void) {
            let message = "a pipe has no pointers, pipes or arrays of unknown length in it";
            self.error(element.span, message, None);
            return None;
        }
        let element = self.alone(&shape, declarator.name.span)?;
        let ty = shape::array(scalar, element, Length::UpTo(None)).marked(shape::ARRAY, "pipe");
        let name = self.body_name(None, path);
        self.define(&name, doc, TypeBody::Alias(ty), Annotations::new());
        Some(Base::Pipe(name))
    }

    fn enumeration(&mut self, members: &[Member], wide: bool) -> model::Enum {
        let values = self.members(members);
        let mut body = model::Enum::default();
        for (member, value) in members.iter().zip(values) {
            let Some(value) = value else {
                continue;
            };
            // An enumeration travels in 16 bits (C706 section 14.2.5), with `v1_enum` in 32.
            let (min, max) = match wide {
                true => (i32::MIN.into(), u32::MAX.into()),
                false => (i16::MIN.into(), u16::MAX.into()),
            };
            if !(min..=max).contains(&value) {
                let message = format!("{value} is not between {min} and {max}");
                let help = (!wide).then_some("with the attribute `v1_enum` it may have 32 bits");
                self.error(member.name.span, message, help);
            }
            body.members.push(model::EnumMember {
                name: member.name.text.to_string(),
                value: value as i32,
                doc: member.doc.clone(),
            });
        }
        body
    }

    /// The values of members, which are constants from here on.
    pub(super) fn members(&mut self, members: &[Member]) -> Vec<Option<i128>> {
        let mut next = Some(0);
        let mut values = Vec::new();
        for Member { name, value, .. } in members {
            let known = match value {
                Some(expr) => self.eval(expr),
                None => next,
            };
            if self.constants.defines(&name.text) {
                let message = format!("`{}` is defined twice", name.text);
                self.error(name.span, message, None);
            }
            self.constants.set(name, known);
            next = known.map(|v| v + 1);
            values.push(known);
        }
        values
    }

    fn union(
        &mut self,
        owner: &str,
        attrs: &Attrs,
        span: Span,
        body: &UnionBody,
    ) -> Option<model::Union> {
        let (discriminant, base) = match &body.switch {
            Some(switch) => {
                let path = format!("{owner}_{}", switch.name.text);
                let base = self.base(&Attrs::default(), &switch.spec, "", Path::From(&path))?;
                (switch.name.text.to_string(), base)
            }
            None => {
                let Some(Attr {
                    args: Args::Type(spec),
                    ..
                }) = attrs.find("switch_type")
                else {
                    let message = "the type of this union's discriminant is not said";
                    let help = "write `switch (type name)` behind `union`, or the attribute \
                                `switch_type(type)` before it";
                    self.error(span, message, Some(help));
                    return None;
                };
                let base = self.base(&Attrs::default(), spec, "", Path::From("type"))?;
                ("switch".to_owned(), base)
            }
        };
        let range = self.discriminant(&base, span)?;
        self.arms(owner, body, base.ty(), discriminant, range)
    }

    /// C706 section 4.2.12.2: an integer, character, boolean or enumeration.
    fn discriminant(&mut self, base: &Base, span: Span) -> Option<(i128, i128)> {
        let range = match base {
            Base::Enum(_) => Some(OF_ENUM),
            Base::Alias(alias) if alias.steps.is_empty() => match &alias.base {
                Base::Enum(_) => Some(OF_ENUM),
                other => scalar_of(other).and_then(range),
            },
            other => scalar_of(other).and_then(range),
        };
        if range.is_none() {
            let message = "this type cannot discriminate a union";
            let help = "a union is switched on an integer, `char`, `boolean` or an `enum`";
            self.error(span, message, Some(help));
        }
        range
    }

    fn arms(
        &mut self,
        owner: &str,
        body: &UnionBody,
        discriminant_type: Type,
        discriminant: String,
        (min, max): (i128, i128),
    ) -> Option<model::Union> {
        let mut union = model::Union {
            discriminant,
            discriminant_type,
            arms: Vec::new(),
            default: None,
        };
        let mut labels_seen = check::Seen::new();
        let mut names_seen = check::Seen::new();
        let mut fine = true;
        for arm in &body.arms {
            let mut labels = Vec::new();
            for expr in &arm.labels {
                let Some(value) = self.eval(expr) else {
                    fine = false;
                    continue;
                };
                if !(min..=max).contains(&value) {
                    let message = format!("the label {value} is not between {min} and {max}");
                    self.error(expr.span, message, None);
                }
                // The model's enumerations are signed.
                let label = match (min, max) == OF_ENUM {
                    true => (value as i32).into(),
                    false => value as i64,
                };
                let message = format!("label {value} is used twice");
                check::unique(
                    self.sources,
                    self.findings,
                    &mut labels_seen,
                    label,
                    expr.span,
                    message,
                );
                labels.push(label);
            }
            if let Some(field) = &arm.field {
                let name = &field.declarator.name;
                let message = format!("arm `{}` is defined twice", name.text);
                check::unique(
                    self.sources,
                    self.findings,
                    &mut names_seen,
                    name.text.clone(),
                    name.span,
                    message,
                );
            }
            let Some(field) = self.arm_field(owner, arm, &labels) else {
                fine = false;
                continue;
            };
            if arm.default {
                if union.default.is_some() {
                    self.error(arm.span, "a union has one `default`", None);
                }
                // Labels beside `default` say nothing that it does not.
                union.default = Some(field);
            } else if !labels.is_empty() {
                union.arms.push(model::Arm { labels, field });
            }
        }
        if union.arms.is_empty() && union.default.is_none() && !body.arms.is_empty() {
            fine = false;
        }
        fine.then_some(union)
    }

    fn arm_field(&mut self, owner: &str, arm: &Arm, labels: &[i64]) -> Option<model::Field> {
        if let Some(field) = &arm.field {
            let (lowered, conformant) =
                self.fields_of(owner, std::slice::from_ref(field))?.pop()?;
            if conformant {
                let message = "an arm cannot be an array whose length is known at run time \
                               (C706 section 4.2.12.2)";
                let help = "let a pointer lead to it";
                self.error(field.declarator.name.span, message, Some(help));
                return None;
            }
            return Some(lowered.documented(&arm.doc));
        }
        let name = match labels {
            _ if arm.default => "default".to_owned(),
            [value, ..] => match &arm.labels[0].node {
                ExprNode::Name(name) => name.to_string(),
                _ => names::numbered_arm(*value),
            },
            [] => String::new(),
        };
        Some(model::Field::new(name, Type::Void).documented(&arm.doc))
    }
}

/// What a context handle is on the wire: attributes, which are 0, and a UUID.
pub(crate) fn context_body() -> model::Record {
    let fields = vec![
        model::Field::new("attributes", Type::U32),
        model::Field::new("time_low", Type::U32),
        model::Field::new("time_mid", Type::U16),
        model::Field::new("time_hi", Type::U16),
        model::Field::new("rest", Type::Bytes(Length::Fixed(8))),
    ];
    model::Record { fields }
}
