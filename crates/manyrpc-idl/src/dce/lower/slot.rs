//! Fields and parameters while they are lowered.

use std::rc::Rc;

use manyrpc_model::{Annotations, Derived, Direction, Type};

use super::super::ast::*;
use super::super::shape::{Class, Shape, Step};

/// A field or parameter while it is lowered.
pub(super) struct Slot<'f> {
    pub(super) field: &'f Field,
    pub(super) shape: Shape,
    /// `None` for a field.
    pub(super) direction: Option<Direction>,
    pub(super) derived: Option<Derived>,
    pub(super) annotations: Annotations,
    pub(super) ty: Type,
    /// The first step is implicit: the pointer that represents an array parameter.
    pub(super) implicit: bool,
}

impl<'f> Slot<'f> {
    pub(super) fn new(field: &'f Field, shape: Shape, direction: Option<Direction>) -> Self {
        Slot {
            field,
            shape,
            direction,
            derived: None,
            annotations: Annotations::new(),
            ty: Type::Void,
            implicit: false,
        }
    }

    /// Whether no visible pointer leads to it.
    pub(super) fn is_plain(&self) -> bool {
        match self.shape.unfolded().steps[..] {
            [] => true,
            [Step::Pointer { class, .. }] => self.direction.is_some() && class == Class::Ref,
            _ => false,
        }
    }

    pub(super) fn name(&self) -> &Rc<str> {
        &self.field.declarator.name.text
    }
}
