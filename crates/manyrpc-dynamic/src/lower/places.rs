//! Uses of types: their fields and shapes.

use std::borrow::Cow;
use std::sync::Arc;

use manyrpc_codec::meta;
use manyrpc_model::{Annotations, Length, Type};

use super::lowered::{Body, Lowered, NamedType, Shape, TypeId};
use super::{LowerError, cdr, json, ndr, protobuf, soap};

/// The annotation on text that stubs represent as bytes.
const TEXT_HELD_AS: &str = "text.held_as";

impl Lowered {
    /// The shape of a use of a type.
    ///
    /// # Errors
    /// The type refers to one that the module does not define.
    pub fn shape(&self, ty: &Type) -> Result<Shape, LowerError> {
        self.place("value", ty).map(|(_, shape)| shape)
    }

    /// The field and shape of a use of a type, for a place with a name.
    ///
    /// # Errors
    /// Those of [`Lowered::shape`].
    pub fn place(&self, name: &str, ty: &Type) -> Result<(meta::Field, Shape), LowerError> {
        self.annotated(name, ty, &Annotations::new())
    }

    /// The same for a place with annotations.
    pub(super) fn annotated(
        &self,
        name: &str,
        ty: &Type,
        annotations: &Annotations,
    ) -> Result<(meta::Field, Shape), LowerError> {
        let (mut field, shape) = self.resolved(name, ty)?;
        if !annotations.is_empty() {
            ndr::mark(&mut field, &shape, annotations);
        }
        soap::annotate(&mut field, &shape, annotations);
        if self.finished {
            ndr::settle(self, &mut field, &shape);
            protobuf::alone(&mut field, &shape);
            json::alone(self, &mut field, &shape);
        }
        Ok((field, shape))
    }

    fn resolved(&self, name: &str, ty: &Type) -> Result<(meta::Field, Shape), LowerError> {
        Ok(match ty {
            Type::Named(to) => {
                let id = self.find(to).ok_or(LowerError::Unknown(to.clone()))?;
                match &self.types[id.0].body {
                    Body::Alias(field, shape) => (renamed(field, name), shape.clone()),
                    Body::Record(_) => (unbounded(name), Shape::Record(self.whole(id))),
                    Body::Union(_) => (unbounded(name), Shape::Union(id)),
                    Body::Enum(_) => (unbounded(name), Shape::Enum(id)),
                }
            }
            Type::Array { element, length } => {
                let (elem, shape) = self.resolved(name, element)?;
                let field = around(name, lengths(*length), elem);
                (field, Shape::Array(Arc::new(shape)))
            }
            Type::Optional(inner) => {
                let (elem, shape) = self.resolved(name, inner)?;
                (around(name, UNBOUNDED, elem), self.maybe(shape))
            }
            Type::Shared(inner) => {
                let (mut elem, shape) = self.resolved(name, inner)?;
                let is_value = cdr::is_value(self, &shape);
                if is_value {
                    elem.cdr = meta::Cdr::Value;
                }
                let mut field = around(name, UNBOUNDED, elem);
                if is_value {
                    field.cdr = meta::Cdr::Value;
                }
                (field, Shape::Shared(Arc::new(shape)))
            }
            Type::Marked(inner, marks) => {
                let (mut field, shape) = self.resolved(name, inner)?;
                field.octets |= marks.get(TEXT_HELD_AS).is_some_and(|held| held == "bytes");
                ndr::mark(&mut field, &shape, marks);
                cdr::mark(&mut field, marks);
                soap::mark(&mut field, &shape, marks);
                (field, shape)
            }
            flat => flat_place(name, flat),
        })
    }

    /// The by-value form of a record, with all its fields.
    fn whole(&self, id: TypeId) -> TypeId {
        match &self.types[id.0] {
            NamedType {
                chain: true,
                twin: Some(whole),
                ..
            } => *whole,
            _ => id,
        }
    }

    fn maybe(&self, inner: Shape) -> Shape {
        let element = match inner {
            Shape::Record(id) => self.types[id.0].twin,
            _ => None,
        };
        match element {
            Some(element) => Shape::Chain(Arc::new(Shape::Record(element))),
            None => Shape::Optional(Arc::new(inner)),
        }
    }
}

/// Unnamed types without nested types.
fn flat_place(name: &str, ty: &Type) -> (meta::Field, Shape) {
    let shape = match ty {
        Type::Bool => Shape::Bool,
        Type::I8 => Shape::I8,
        Type::U8 => Shape::U8,
        Type::I16 => Shape::I16,
        Type::U16 => Shape::U16,
        Type::I32 => Shape::I32,
        Type::U32 => Shape::U32,
        Type::I64 => Shape::I64,
        Type::U64 => Shape::U64,
        Type::F32 => Shape::F32,
        Type::F64 => Shape::F64,
        Type::F128 => Shape::F128,
        Type::Text { max } => {
            let length = lengths(Length::UpTo(*max));
            return (sized(name, length), Shape::Text);
        }
        Type::Bytes(length) => return (sized(name, lengths(*length)), Shape::Bytes),
        Type::Reference(_) => return (unbounded(name).cdr(meta::Cdr::Reference), Shape::Text),
        Type::Any => return (unbounded(name).cdr(meta::Cdr::Any), Shape::Bytes),
        Type::Void
        | Type::Array { .. }
        | Type::Optional(_)
        | Type::Shared(_)
        | Type::Named(_)
        | Type::Marked(..) => Shape::Void,
    };
    (unbounded(name), shape)
}

const UNBOUNDED: meta::Length = meta::Length::UpTo(u32::MAX);

fn lengths(length: Length) -> meta::Length {
    match length {
        Length::Fixed(n) => meta::Length::Fixed(n),
        Length::UpTo(max) => meta::Length::UpTo(max.unwrap_or(u32::MAX)),
    }
}

pub(super) fn unbounded(name: &str) -> meta::Field {
    sized(name, UNBOUNDED)
}

fn sized(name: &str, length: meta::Length) -> meta::Field {
    meta::Field {
        name: Cow::Owned(name.to_owned()),
        length,
        elem: None,
        ..meta::Field::plain("")
    }
}

fn around(name: &str, length: meta::Length, elem: meta::Field) -> meta::Field {
    meta::Field {
        elem: Some(meta::Link::Shared(Arc::new(elem))),
        ..sized(name, length)
    }
}

/// An alias's field renamed to the place that uses it, elements included.
fn renamed(field: &meta::Field, name: &str) -> meta::Field {
    let elem = field.elem.as_ref();
    meta::Field {
        name: Cow::Owned(name.to_owned()),
        elem: elem.map(|elem| meta::Link::Shared(Arc::new(renamed(elem, name)))),
        ..field.clone()
    }
}
