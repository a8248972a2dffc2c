//! `typedef`: names for types, with the pointers and arrays of their declarators.

use std::rc::Rc;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Length, Type, TypeBody};

use super::super::ast::*;
use super::super::check;
use super::super::kept::KEPT_OF_TYPE;
use super::super::shape::{Alias, Base, Class, Dimension, Shape, Step};
use super::types::{Path, bare_tag, body_tag};
use super::{CONTEXT, Lowering};
use crate::names;
use crate::place::Span;

/// The most pointers and arrays between a name and its base type, which bounds the cost of a
/// look-up.
const MOST_LEVELS: usize = 64;

impl Lowering<'_, '_> {
    pub(super) fn typedef(&mut self, typedef: &Typedef, doc: &str) {
        check::typedef(self.sources, self.findings, &typedef.attrs);
        let of_pointers: &[&str] = match body_tag(&typedef.spec) {
            Some(_) => &["context_handle", "string"],
            None => &[],
        };
        self.points_if_classed(
            &typedef.attrs,
            &typedef.spec,
            &typedef.declarators,
            of_pointers,
        );
        let plain = typedef.declarators.iter().find(|d| d.levels.is_empty());
        let pipe = matches!(typedef.spec.node, SpecNode::Pipe(..));
        let path = match (body_tag(&typedef.spec), plain) {
            // The body itself takes the name.
            (Some((_, None)), Some(plain)) => plain.name.text.to_string(),
            (None, Some(plain)) if pipe => plain.name.text.to_string(),
            (Some((_, None)), None) | (None, None) => {
                let first = &typedef.declarators[0].name.text;
                names::free(&mut self.taken, format!("{first}_target"))
            }
            _ => String::new(),
        };
        // C706 section 4.2.16.6: the target of a context handle is known only to the server.
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

    /// C706 section 4.2.20.1: pointer classes, strings and context handles need a pointer. A named
    /// type may be one.
    pub(super) fn points_if_classed(
        &mut self,
        attrs: &Attrs,
        spec: &Spec,
        declarators: &[Declarator],
        others: &[&str],
    ) {
        let named = match &spec.node {
            SpecNode::Named(name) => match self.types.get(&name.text) {
                Some((Base::Alias(alias), _)) => !alias.steps.is_empty(),
                Some(_) => false,
                None => true,
            },
            _ => false,
        };
        let leads = |declarator: &Declarator| !declarator.levels.is_empty();
        if named || declarators.iter().any(leads) {
            return;
        }
        let of_pointers = |attr: &&Attr| {
            let text = &*attr.name.text;
            others.contains(&text) || Class::named(text).is_some()
        };
        if let Some(attr) = attrs.0.iter().find(of_pointers) {
            let message = format!(
                "`{}` belongs to a pointer or array, and here is none",
                attr.name.text
            );
            self.error(attr.name.span, message, None);
        }
    }

    /// One name declared by a typedef.
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
        // `typedef struct x x;` before or after adds nothing.
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
        // A context handle's pointer has no class.
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
        // An alias of an alias refers to the latter's target.
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

    /// The type of a shape without neighbouring fields.
    pub(super) fn alone(&mut self, shape: &Shape, span: Span) -> Option<Type> {
        let sizes = vec![super::sizes::Extent::default(); shape.steps.len()];
        self.built(shape, &sizes, false, span)
    }

    /// C706 section 4.2.16.3: the transmitted type is sent, and callers see it.
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
        let message = "a pointer to a function cannot be sent (C706 section 4.2.24.3)";
        let help = "it is permitted in an interface with the attribute `local`";
        self.error(span, message, Some(help));
    }

    /// C706 section 4.2.16.6: `void *` with the attribute; 20 bytes on the wire (section 14.3).
    fn context(&mut self, name: &Name, steps: &[Step], base: &Base, doc: &str) -> Option<Base> {
        let shape = Shape {
            steps: steps.to_vec(),
            base: base.clone(),
            string: false,
        };
        let shape = shape.unfolded();
        let is_void = matches!(shape.base, Base::Void);
        let pointer = matches!(shape.steps[..], [Step::Pointer { .. }]);
        // MIDL accepts a pointer to anything.
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

    /// The pointers and arrays of a declarator. `of_param` is the class of a parameter's first
    /// pointer; others have theirs from the attributes or the interface. An attribute applies to
    /// the first pointer, even that of an array's elements (Microsoft, "Three Pointer Types"; pidl
    /// and widl do the same); on an array parameter it applies to the parameter's own pointer
    /// (C706, section 4.2.20.1).
    pub(super) fn steps(
        &mut self,
        levels: &[Level],
        attrs: &Attrs,
        of_param: Option<Class>,
    ) -> Option<Vec<Step>> {
        let written = attrs.0.iter().find_map(|a| Class::named(&a.name.text));
        let first = match of_param {
            Some(_) => Some(0),
            None => levels.iter().position(|l| matches!(l, Level::Pointer(_))),
        };
        let mut steps = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            steps.push(match level {
                Level::Pointer(span) => {
                    let explicit = first == Some(at) && written.is_some();
                    let known = written.or(of_param).filter(|_| first == Some(at));
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

    /// An error by C706 section 4.2.4.6; MIDL assumes `unique`.
    fn default_class(&mut self, span: Span) -> Class {
        if self.pointer_default.is_none() && !self.warned_default && !self.local && self.emitting {
            self.warned_default = true;
            let message = "the class of this pointer is not specified: `unique` is assumed";
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
}

/// A context handle on the wire: attributes, which are 0, and a UUID.
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
