//! Type specifiers, and type definitions.

use std::rc::Rc;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Length, TypeBody};

use super::super::ast::*;
use super::super::builtin;
use super::super::check;
use super::super::kept::KEPT_OF_TYPE;
use super::super::shape::{self, Base, Class, Shape, Step};
use super::{ENUM, Lowering, UNION};
use crate::names;
use crate::place::Span;

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

/// The scalar type behind a name.
pub(super) fn scalar_of(base: &Base) -> Option<Scalar> {
    match base {
        Base::Scalar(scalar) => Some(*scalar),
        Base::Alias(alias) if alias.steps.is_empty() => scalar_of(&alias.base),
        _ => None,
    }
}

/// The range of an integer, character or boolean type.
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

/// The name of an inline type.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    /// Exactly this name, which was reserved.
    Given(&'p str),
    /// This name, or a similar one if it is taken.
    From(&'p str),
}

/// The context of a body.
struct BodyPlace<'b> {
    /// Its name in the model.
    name: Rc<str>,
    tag: Option<&'b Name>,
    attrs: &'b Attrs,
    doc: &'b str,
}

impl Lowering<'_, '_> {
    /// The type that a specifier denotes; an inline body is named after `path`.
    pub(super) fn base(
        &mut self,
        attrs: &Attrs,
        spec: &Spec,
        doc: &str,
        path: Path<'_>,
    ) -> Option<Base> {
        if let Some(attr) = attrs.find("v1_enum")
            && !matches!(spec.node, SpecNode::Enum(_, Some(_)))
        {
            let message = "`v1_enum` belongs where an enumeration is declared";
            self.error(attr.name.span, message.to_owned(), None);
        }
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
                let place = self.body_place(tag.as_ref(), attrs, doc, path);
                self.record_body(&place, fields)
            }
            SpecNode::Union(tag, Some(body)) => {
                let place = self.body_place(tag.as_ref(), attrs, doc, path);
                self.union_body(&place, spec.span, body)
            }
            SpecNode::Enum(tag, Some(members)) => {
                let place = self.body_place(tag.as_ref(), attrs, doc, path);
                Some(self.enum_body(&place, members))
            }
            SpecNode::Struct(None, None)
            | SpecNode::Union(None, None)
            | SpecNode::Enum(None, None) => None,
        }
    }

    fn body_place<'b>(
        &mut self,
        tag: Option<&'b Name>,
        attrs: &'b Attrs,
        doc: &'b str,
        path: Path<'_>,
    ) -> BodyPlace<'b> {
        BodyPlace {
            name: self.body_name(tag, path),
            tag,
            attrs,
            doc,
        }
    }

    fn record_body(&mut self, place: &BodyPlace<'_>, fields: &[Field]) -> Option<Base> {
        let record = self.record(&place.name, fields);
        let base = Base::Record {
            name: place.name.clone(),
            conformant: record.as_ref().is_some_and(|(_, c)| *c),
        };
        self.complete("struct", place.tag, &base, record.is_none());
        self.define_body(place, TypeBody::Record(record?.0), Annotations::new());
        Some(base)
    }

    fn union_body(&mut self, place: &BodyPlace<'_>, span: Span, body: &UnionBody) -> Option<Base> {
        let union = self.union(&place.name, place.attrs, span, body);
        let switch_is = body.switch.is_none();
        let base = Base::Union {
            name: place.name.clone(),
            switch_is,
        };
        self.complete("union", place.tag, &base, union.is_none());
        let mut annotations = Annotations::new();
        if switch_is {
            annotations.insert(UNION.into(), "switch_is".into());
        }
        if switch_is && self.ms_union {
            annotations.insert("dce.ms_union".into(), "true".into());
        }
        self.define_body(place, TypeBody::Union(union?), annotations);
        Some(base)
    }

    fn enum_body(&mut self, place: &BodyPlace<'_>, members: &[Member]) -> Base {
        let wide = place.attrs.has("v1_enum");
        let body = self.enumeration(members, wide);
        let base = Base::Enum(place.name.clone());
        self.complete("enum", place.tag, &base, false);
        let mut annotations = Annotations::new();
        if wide {
            annotations.insert(ENUM.into(), "32".into());
        }
        self.define_body(place, TypeBody::Enum(body), annotations);
        base
    }

    fn define_body(&mut self, place: &BodyPlace<'_>, body: TypeBody, mut marks: Annotations) {
        self.keep(&mut marks, place.attrs, &KEPT_OF_TYPE);
        self.define(&place.name, place.doc, body, marks);
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

    /// A tag without a body: a complete type, or one completed later if only pointers need it.
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

    /// A type used by value must be complete, so no type can contain itself.
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

    pub(super) fn named(&mut self, name: &Name) -> Option<Base> {
        if let Some((base, _)) = self.types.get(&name.text) {
            let mut base = base.clone();
            // It may have been completed in the meantime.
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

    /// C706 section 4.2.14: any number of elements, sent in chunks.
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
            // An enumeration has 16 bits on the wire (C706 section 14.2.5), with `v1_enum` 32.
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

    /// The values of members, which are constants from there on.
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
}
