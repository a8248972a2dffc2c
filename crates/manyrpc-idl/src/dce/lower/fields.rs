//! Fields and parameters: their types, and which of them are derived from others.
//!
//! Reading list: C706 sections 4.2.17 (fields), 4.2.23 (parameters).

use manyrpc_model as model;

use super::super::ast::*;
use super::super::check;
use super::super::shape::{self, Base, Class, Shape, Step};
use super::Lowering;
use super::shapes::keep_outermost;
use super::slot::Slot;
use super::types::Path;
use crate::place::Span;

impl Lowering<'_, '_> {
    /// A struct's fields, and whether the last is an array whose length is known at run time.
    pub(super) fn record(
        &mut self,
        owner: &str,
        fields: &[Field],
    ) -> Option<(model::Record, bool)> {
        let mut seen = check::Seen::new();
        for field in fields {
            let name = &field.declarator.name;
            let message = format!("field `{}` is defined twice", name.text);
            check::unique(
                self.sources,
                self.findings,
                &mut seen,
                name.text.clone(),
                name.span,
                message,
            );
        }
        let lowered = self.fields_of(owner, fields)?;
        let last = lowered.len().saturating_sub(1);
        for (at, (_, conformant)) in lowered.iter().enumerate() {
            if *conformant && at < last {
                let span = fields[at].declarator.name.span;
                let message = "only the last field can be an array whose length is known at run \
                               time";
                self.error(
                    span,
                    message,
                    Some("move it to the end, or let a pointer lead to it"),
                );
            }
        }
        let conformant = lowered.last().is_some_and(|(_, c)| *c);
        let fields = lowered.into_iter().map(|(field, _)| field).collect();
        Some((model::Record { fields }, conformant))
    }

    /// Fields, each with whether it is an array whose length is known at run time.
    pub(super) fn fields_of(
        &mut self,
        owner: &str,
        fields: &[Field],
    ) -> Option<Vec<(model::Field, bool)>> {
        let mut slots = Vec::new();
        let mut fine = true;
        for field in fields {
            match self.field_shape(owner, field, fields) {
                Some(shape) => slots.push(Slot::new(field, shape, None)),
                None => fine = false,
            }
        }
        if !fine || !self.finish(&mut slots) {
            return None;
        }
        let lowered = slots.into_iter().map(|slot| {
            let name = slot.name().to_string();
            let conformant = slot.shape.conformant();
            let field = model::Field {
                name,
                doc: slot.field.doc.clone(),
                ty: slot.ty,
                derived: slot.derived,
                annotations: slot.annotations,
            };
            (field, conformant)
        });
        Some(lowered.collect())
    }

    fn field_shape(&mut self, owner: &str, field: &Field, all: &[Field]) -> Option<Shape> {
        check::field(self.sources, self.findings, &field.attrs);
        let Declarator { name, levels } = &field.declarator;
        let path = format!("{owner}_{}", name.text);
        let base = self.inline(field, all, &path)?;
        let steps = self.steps(levels, &field.attrs, None)?;
        let mut shape = Shape {
            steps,
            base,
            string: field.attrs.has("string"),
        };
        self.unfold(&mut shape, &field.attrs, name.span)?;
        if matches!(
            shape.unfolded().base,
            Base::Context(_) | Base::Pipe(_) | Base::Handle
        ) {
            let message = "handles and pipes are parameters only";
            self.error(name.span, message, None);
            return None;
        }
        Some(shape)
    }

    /// The base type of a field. A union without a discriminant type takes that of the field it is
    /// switched on.
    pub(super) fn inline(&mut self, field: &Field, all: &[Field], path: &str) -> Option<Base> {
        let path = Path::From(path);
        let waits =
            matches!(&field.spec.node, SpecNode::Union(_, Some(body)) if body.switch.is_none());
        let by = match field.attrs.expr("switch_is").map(|e| &e.node) {
            Some(ExprNode::Name(name)) => Some(name),
            Some(ExprNode::Unary('*', inner)) => match &inner.node {
                ExprNode::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        };
        let by = by.and_then(|name| all.iter().find(|f| f.declarator.name.text == *name));
        let base = match by.filter(|_| waits && !field.attrs.has("switch_type")) {
            Some(by) => {
                let mut attrs = field.attrs.clone();
                attrs.0.push(Attr {
                    name: Name {
                        text: "switch_type".into(),
                        span: by.spec.span,
                    },
                    args: Args::Type(by.spec.clone()),
                });
                self.base(&attrs, &field.spec, "", path)
            }
            None => self.base(&field.attrs, &field.spec, "", path),
        };
        if base.is_none() {
            self.broken.insert(field.declarator.name.text.clone());
        }
        base
    }

    /// Expands aliases if the attributes of a use apply to their parts.
    pub(super) fn unfold(&mut self, shape: &mut Shape, attrs: &Attrs, span: Span) -> Option<()> {
        const SIZES: [&str; 6] = [
            "size_is",
            "max_is",
            "min_is",
            "length_is",
            "first_is",
            "last_is",
        ];
        let spoken_of = SIZES
            .iter()
            .filter_map(|name| match &attrs.find(name)?.args {
                Args::Exprs(exprs) => exprs.iter().rposition(Option::is_some).map(|at| at + 1),
                _ => None,
            });
        let wanted = spoken_of.max().unwrap_or(0);
        while shape.steps.len() < wanted && shape.unfold() {}
        if shape.steps.len() < wanted {
            let message = "this has sizes for more arrays than there are";
            self.error(
                span,
                message,
                Some("a size belongs to `[]` or to a pointer"),
            );
            return None;
        }
        if shape.string {
            self.unfold_string(shape, span)?;
        }
        let class = attrs
            .0
            .iter()
            .find_map(|a| Some((Class::named(&a.name.text)?, a)));
        if let Some((class, attr)) = class
            && shape.steps.is_empty()
            && !matches!(shape.unfolded().base, Base::Context(_))
        {
            shape.unfold();
            match shape.steps.first_mut() {
                Some(Step::Pointer {
                    class: known,
                    explicit,
                }) => (*known, *explicit) = (class, true),
                _ => {
                    let message = format!(
                        "`{}` belongs to a pointer, and this is none",
                        attr.name.text
                    );
                    self.error(attr.name.span, message, None);
                    return None;
                }
            }
        }
        Some(())
    }

    /// C706 section 4.2.16.5: which arrays can be strings.
    pub(super) fn unfold_string(&mut self, shape: &mut Shape, span: Span) -> Option<()> {
        loop {
            let scalar = match shape.base {
                Base::Scalar(scalar) => Some(scalar),
                _ => None,
            };
            let array = matches!(
                shape.steps.last(),
                Some(Step::Pointer { .. } | Step::Array(_))
            );
            if array && scalar.is_some_and(|s| shape::string(s, None).is_some()) {
                return Some(());
            }
            if !shape.unfold() {
                let message = "only arrays of `char`, `byte`, `wchar_t` or `unsigned short` and \
                               pointers to them are strings";
                self.error(span, message, None);
                return None;
            }
        }
    }

    /// Determines the types of all slots, and which are derived from others.
    pub(super) fn finish(&mut self, slots: &mut [Slot<'_>]) -> bool {
        let mut fine = true;
        for at in 0..slots.len() {
            let extents = self.extents(slots, at);
            let slot = &slots[at];
            let span = slot.field.declarator.name.span;
            let top = slot.direction.is_some();
            let shape = slot.shape.clone();
            let extents = extents.map(|mut extents| {
                keep_outermost(&shape, &mut extents, &mut slots[at].annotations);
                extents
            });
            match extents.and_then(|extents| self.built(&shape, &extents, top, span)) {
                Some(ty) => slots[at].ty = ty,
                None => fine = false,
            }
            fine &= self.switch(slots, at);
        }
        fine
    }
}
