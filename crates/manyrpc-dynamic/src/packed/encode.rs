//! Encoding of packed values to any syntax.

use manyrpc_codec::meta::{Field, Notation};
use manyrpc_codec::{ByteText, Encode, Fields, Quad, Sink, UnencodableKind};
use manyrpc_model::packed::{Packs, Token, numbers};

use crate::lower::{Lowered, Members, Shape, TypeId};

/// The first of packed values, with its shape.
#[derive(Clone, Copy)]
pub(crate) struct Unpacking<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) shape: &'a Shape,
    pub(crate) from: Packs<'a>,
}

impl Encode for Unpacking<'_> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let mut from = self.from;
        let Some(token) = from.step() else {
            return s.refuse(f, UnencodableKind::Mismatch);
        };
        match (self.shape, token) {
            (Shape::Void, Token::Void) => s.void(f),
            (Shape::Bool, Token::Bool(v)) => s.bool(f, v),
            (Shape::I8, Token::I8(v)) => s.i8(f, v),
            (Shape::U8, Token::U8(v)) => s.u8(f, v),
            (Shape::I16, Token::I16(v)) => s.i16(f, v),
            (Shape::U16, Token::U16(v)) => s.u16(f, v),
            (Shape::I32, Token::I32(v)) => s.i32(f, v),
            (Shape::U32, Token::U32(v)) => s.u32(f, v),
            (Shape::I64, Token::I64(v)) => s.i64(f, v),
            (Shape::U64, Token::U64(v)) => s.u64(f, v),
            (Shape::F32, Token::F32(v)) => s.f32(f, v),
            (Shape::F64, Token::F64(v)) => s.f64(f, v),
            (Shape::F128, Token::F128(v)) => Quad(v).encode(s, f),
            (Shape::Text, Token::Text(v)) => s.text(f, v),
            (Shape::Reference, Token::Text(v)) => s.reference(f, v),
            (Shape::Text, Token::Bytes(v)) => ByteText::from(v).encode(s, f),
            (Shape::Bytes, Token::Bytes(v)) => s.bytes(f, v),
            (Shape::Enum(id), Token::I32(v)) => s.enumeration(f, self.lowered.enumeration(*id), v),
            (Shape::Array(element), token) => self.array(s, f, element, token),
            (Shape::Chain(element), Token::List(left, from)) => {
                s.chain(f, self.elements(element, left, from));
            }
            (Shape::Optional(_), Token::None) => s.optional::<Unpacking<'_>>(f, None),
            (Shape::Optional(inner), Token::Some(from)) => {
                s.optional(f, Some(&self.inside(inner, from)));
            }
            (Shape::Record(id), Token::Record(count)) => self.record(s, f, *id, count, from),
            (Shape::Union(id), Token::Union(label)) => self.union(s, f, *id, label, from),
            _ => s.refuse(f, UnencodableKind::Mismatch),
        }
    }
}

impl<'a> Unpacking<'a> {
    fn inside(&self, shape: &'a Shape, from: Packs<'a>) -> Self {
        let lowered = self.lowered;
        Unpacking {
            lowered,
            shape,
            from,
        }
    }

    fn elements(&self, element: &'a Shape, left: usize, from: Packs<'a>) -> Elements<'a> {
        let next = self.inside(element, from);
        Elements { next, left }
    }

    fn array<S: Sink>(&self, s: &mut S, f: &Field, element: &'a Shape, token: Token<'a>) {
        match (element, token) {
            (Shape::I32, Token::I32s(v)) => s.i32s(f, &numbers(v, i32::from_le_bytes)),
            (Shape::U32, Token::U32s(v)) => s.u32s(f, &numbers(v, u32::from_le_bytes)),
            (Shape::I64, Token::I64s(v)) => s.i64s(f, &numbers(v, i64::from_le_bytes)),
            (Shape::U64, Token::U64s(v)) => s.u64s(f, &numbers(v, u64::from_le_bytes)),
            (Shape::F32, Token::F32s(v)) => s.f32s(f, &numbers(v, f32::from_le_bytes)),
            (Shape::F64, Token::F64s(v)) => s.f64s(f, &numbers(v, f64::from_le_bytes)),
            (element, Token::List(left, from)) if !element.is_bulk() => {
                s.seq(f, self.elements(element, left, from));
            }
            _ => s.refuse(f, UnencodableKind::Mismatch),
        }
    }

    fn record<S: Sink>(&self, s: &mut S, f: &Field, id: TypeId, count: usize, from: Packs<'a>) {
        let (lowered, members) = (self.lowered, self.lowered.record(id));
        if count != members.shapes.len() {
            return s.refuse(f, UnencodableKind::Mismatch);
        }
        let fields = PackedFields {
            lowered,
            members,
            from,
        };
        match members.meta.notation {
            Notation::Members => s.record(f, &members.meta, &fields),
            _ => s.noted(f, &members.meta, &fields),
        }
    }

    fn union<S: Sink>(&self, s: &mut S, f: &Field, id: TypeId, label: i64, from: Packs<'a>) {
        let arms = self.lowered.union(id);
        let Some(arm) = arms.meta.arm_of(label) else {
            return s.refuse(f, UnencodableKind::NoArm(label));
        };
        let held = PackedArm {
            field: &arms.meta.arms[arm].field,
            value: self.inside(&arms.shapes[arm], from),
        };
        s.union(f, &arms.meta, arm, label, &held);
    }
}

/// The elements of an array or a linked list.
#[derive(Clone)]
struct Elements<'a> {
    next: Unpacking<'a>,
    left: usize,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Unpacking<'a>;

    fn next(&mut self) -> Option<Unpacking<'a>> {
        self.left = self.left.checked_sub(1)?;
        let element = self.next;
        // A malformed element is rejected when it is encoded.
        let _ = self.next.from.skip();
        Some(element)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// Searches from the front each time: syntaxes that write backwards are not used with packed values.
impl DoubleEndedIterator for Elements<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let mut last = self.next;
        for _ in 0..self.left {
            let _ = last.from.skip();
        }
        Some(last)
    }
}

/// The fields of a record.
struct PackedFields<'a> {
    lowered: &'a Lowered,
    members: &'a Members,
    from: Packs<'a>,
}

impl Fields for PackedFields<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        let (lowered, mut from) = (self.lowered, self.from);
        let fields = self.members.meta.fields.iter();
        for (field, shape) in fields.zip(&self.members.shapes) {
            let value = Unpacking {
                lowered,
                shape,
                from,
            };
            s.field(field, &value);
            let _ = from.skip();
        }
    }
}

/// The content of a union's selected arm.
struct PackedArm<'a> {
    field: &'a Field,
    value: Unpacking<'a>,
}

impl Fields for PackedArm<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(self.field, &self.value);
    }
}
