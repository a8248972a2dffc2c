//! Dynamic values describe themselves to any syntax.

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Encode, Fields, Sink, UnencodableKind};
use manyrpc_model::Value;

use crate::lower::{Lowered, Members, Shape, TypeId};

/// A value with its shape. What does not fit the shape is refused by the sink as a mismatch.
#[derive(Clone, Copy, Debug)]
pub struct Dyn<'a> {
    /// What the shape's identifiers refer to.
    pub lowered: &'a Lowered,
    /// What the value should look like.
    pub shape: &'a Shape,
    /// The value.
    pub value: &'a Value,
}

impl Encode for Dyn<'_> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        match (self.shape, self.value) {
            (Shape::Void, Value::Void) => s.void(f),
            (Shape::Bool, Value::Bool(v)) => s.bool(f, *v),
            (Shape::I8, Value::I8(v)) => s.i8(f, *v),
            (Shape::U8, Value::U8(v)) => s.u8(f, *v),
            (Shape::I16, Value::I16(v)) => s.i16(f, *v),
            (Shape::U16, Value::U16(v)) => s.u16(f, *v),
            (Shape::I32, Value::I32(v)) => s.i32(f, *v),
            (Shape::U32, Value::U32(v)) => s.u32(f, *v),
            (Shape::I64, Value::I64(v)) => s.i64(f, *v),
            (Shape::U64, Value::U64(v)) => s.u64(f, *v),
            (Shape::F32, Value::F32(v)) => s.f32(f, *v),
            (Shape::F64, Value::F64(v)) => s.f64(f, *v),
            (Shape::F128, Value::F128(v)) => s.f128(f, v),
            (Shape::Text, Value::Text(v)) => s.text(f, v),
            (Shape::Bytes, Value::Bytes(v)) => s.bytes(f, v),
            (Shape::Enum(id), Value::I32(v)) => {
                s.enumeration(f, self.lowered.enumeration(*id), *v);
            }
            (Shape::Array(element), _) => self.array(s, f, element),
            (Shape::Chain(element), Value::List(v)) => s.chain(f, self.each(element, v)),
            (Shape::Optional(inner), Value::Optional(v)) => {
                let v = v.as_deref().map(|v| self.with(inner, v));
                s.optional(f, v.as_ref());
            }
            (Shape::Record(id), Value::Record(values)) => self.record(s, f, *id, values),
            (Shape::Union(id), Value::Union { label, value }) => {
                self.union(s, f, *id, *label, value);
            }
            _ => s.refuse(f, UnencodableKind::Mismatch),
        }
    }
}

impl<'a> Dyn<'a> {
    fn with(&self, shape: &'a Shape, value: &'a Value) -> Self {
        let lowered = self.lowered;
        Dyn {
            lowered,
            shape,
            value,
        }
    }

    fn each(
        &self,
        element: &'a Shape,
        values: &'a [Value],
    ) -> impl ExactSizeIterator<Item = Dyn<'a>> + DoubleEndedIterator + Clone {
        let this = *self;
        values.iter().map(move |v| this.with(element, v))
    }

    fn array<S: Sink>(&self, s: &mut S, f: &Field, element: &'a Shape) {
        match (element, self.value) {
            (Shape::I32, Value::I32s(v)) => s.i32s(f, v),
            (Shape::U32, Value::U32s(v)) => s.u32s(f, v),
            (Shape::I64, Value::I64s(v)) => s.i64s(f, v),
            (Shape::U64, Value::U64s(v)) => s.u64s(f, v),
            (Shape::F32, Value::F32s(v)) => s.f32s(f, v),
            (Shape::F64, Value::F64s(v)) => s.f64s(f, v),
            // Lists of the above are mismatches: their elements have typed arrays.
            (element, Value::List(v)) if !element.is_bulk() => s.seq(f, self.each(element, v)),
            _ => s.refuse(f, UnencodableKind::Mismatch),
        }
    }

    fn record<S: Sink>(&self, s: &mut S, f: &Field, id: TypeId, values: &'a [Value]) {
        let fields = DynFields {
            lowered: self.lowered,
            members: self.lowered.record(id),
            values,
        };
        s.record(f, &fields.members.meta, &fields);
    }

    fn union<S: Sink>(&self, s: &mut S, f: &Field, id: TypeId, label: i64, value: &'a Value) {
        let arms = self.lowered.union(id);
        let Some(arm) = arms.meta.arm_of(label) else {
            return s.refuse(f, UnencodableKind::NoArm(label));
        };
        let held = DynArm {
            field: &arms.meta.arms[arm].field,
            value: self.with(&arms.shapes[arm], value),
        };
        s.union(f, &arms.meta, arm, label, &held);
    }
}

impl Shape {
    /// Whether arrays of it are typed arrays, which travel in bulk.
    pub fn is_bulk(&self) -> bool {
        matches!(
            self,
            Shape::I32 | Shape::U32 | Shape::I64 | Shape::U64 | Shape::F32 | Shape::F64
        )
    }
}

/// The fields of a record, or the parameters that travel one way, in order.
#[derive(Clone, Copy, Debug)]
pub struct DynFields<'a> {
    /// What the shapes' identifiers refer to.
    pub lowered: &'a Lowered,
    /// What the values should look like.
    pub members: &'a Members,
    /// As many values.
    pub values: &'a [Value],
}

impl Fields for DynFields<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        if self.values.len() != self.members.shapes.len() {
            let whole = Field {
                name: self.members.meta.name.clone(),
                ..Field::plain("")
            };
            return s.refuse(&whole, UnencodableKind::Mismatch);
        }
        let lowered = self.lowered;
        for ((field, shape), value) in self.members.iter().zip(self.values) {
            let value = Dyn {
                lowered,
                shape,
                value,
            };
            s.field(field, &value);
        }
    }
}

/// What the chosen arm of a union holds.
struct DynArm<'a> {
    field: &'a Field,
    value: Dyn<'a>,
}

impl Fields for DynArm<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(self.field, &self.value);
    }
}
