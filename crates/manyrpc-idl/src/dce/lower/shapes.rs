//! Converts shapes to the model's types, with the annotations of their arrays.

use manyrpc_model::{Annotations, Length, Type};

use super::super::ast::*;
use super::super::shape::{self, Base, Class, Shape, Step};
use super::Lowering;
use super::sizes::Extent;
use crate::place::Span;

impl Lowering<'_, '_> {
    /// The model's type of a shape. With `top`, its first step is a parameter's, whose reference
    /// pointer is not visible.
    pub(super) fn built(
        &mut self,
        shape: &Shape,
        extents: &[Extent],
        top: bool,
        span: Span,
    ) -> Option<Type> {
        if !self.can_travel(shape, span) {
            return None;
        }
        let scalar = match shape.base {
            Base::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        let mut ty = shape.base.ty();
        let innermost = shape.steps.len().saturating_sub(1);
        for (at, step) in shape.steps.iter().enumerate().rev() {
            let extent = &extents[at];
            let element = scalar.filter(|_| at == innermost);
            let string = scalar.filter(|_| shape.string && at == innermost);
            ty = match step {
                Step::Pointer { class, .. } => {
                    let target = match string {
                        Some(scalar) => text(scalar, None, extent),
                        None if extent.sized => array(element, ty, None, extent),
                        None => ty,
                    };
                    match class {
                        Class::Ref if top && at == 0 => target,
                        class => class.pointer_to(target),
                    }
                }
                Step::Array(dimension) => match string {
                    Some(scalar) => text(scalar, dimension.length, extent),
                    None => array(element, ty, dimension.length, extent),
                },
                Step::Function => return None,
            };
        }
        Some(ty)
    }

    /// Whether the shape can be sent.
    fn can_travel(&mut self, shape: &Shape, span: Span) -> bool {
        if shape.steps.iter().any(|s| matches!(s, Step::Function)) {
            self.no_function(span);
            return false;
        }
        let unfolded = shape.unfolded();
        if unfolded.steps.iter().any(|s| matches!(s, Step::Function)) {
            self.no_function(span);
            return false;
        }
        let problem = match &unfolded.base {
            Base::Void => "`void` has no shape on the wire",
            Base::Handle => "a `handle_t` cannot be sent",
            _ => "",
        };
        if !problem.is_empty() {
            let help = "with the attribute `context_handle`, `void *` is a handle to state of the \
                        server";
            self.error(span, problem, Some(help));
            return false;
        }
        let in_array = unfolded
            .steps
            .windows(2)
            .any(|w| matches!(w, [Step::Array(_), Step::Pointer { .. }]));
        let last_is_array = matches!(unfolded.steps.last(), Some(Step::Array(_)));
        let conformant = matches!(
            unfolded.base,
            Base::Record {
                conformant: true,
                ..
            }
        );
        if conformant && last_is_array && !in_array {
            let message = "the elements of an array cannot end in an array whose length is known at \
                           run time (C706 section 4.2.15.2)";
            self.error(span, message, None);
            return false;
        }
        self.must_be_complete(&unfolded, span)
    }
}

/// The outermost array's annotations go on the field, since pointers may be in between.
pub(super) fn keep_outermost(shape: &Shape, extents: &mut [Extent], annotations: &mut Annotations) {
    for (step, extent) in shape.steps.iter().zip(extents) {
        if extent.sized || matches!(step, Step::Array(_)) {
            annotations.append(&mut extent.marks);
            return;
        }
    }
}

fn array(scalar: Option<Scalar>, element: Type, fixed: Option<u32>, extent: &Extent) -> Type {
    let length = match fixed {
        Some(n) if extent.varying => Length::UpTo(Some(n)),
        Some(n) => Length::Fixed(n),
        None => Length::UpTo(None),
    };
    let kind = match (fixed, extent.varying, extent.v1) {
        (Some(_), true, false) => Some("varying"),
        (Some(_), true, true) => Some("v1-varying"),
        (None, true, false) => Some("conformant-varying"),
        (None, true, true) => Some("v1-conformant-varying"),
        (_, false, _) => None,
    };
    let ty = shape::array(scalar, element, length);
    marked(
        kind.into_iter()
            .fold(ty, |ty, kind| ty.marked(shape::ARRAY, kind)),
        extent,
    )
}

fn text(scalar: Scalar, fixed: Option<u32>, extent: &Extent) -> Type {
    let ty = shape::string(scalar, fixed).unwrap_or(Type::Void);
    let ty = match fixed {
        Some(_) if extent.v1 => ty.marked(shape::ARRAY, "v1-varying"),
        Some(_) => ty.marked(shape::ARRAY, "varying"),
        None => ty,
    };
    marked(ty, extent)
}

fn marked(ty: Type, extent: &Extent) -> Type {
    let marks = extent.marks.iter();
    marks.fold(ty, |ty, (key, value)| ty.marked(key, value))
}
