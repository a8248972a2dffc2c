//! Encoding: dynamic values describe themselves to any syntax.

use manyrpc_codec::json::Messages;
use manyrpc_codec::meta::{Field, Notation};
use manyrpc_codec::{Bounds, ByteText, Encode, Extent, Fields, Sink, UnencodableKind};
use manyrpc_model::{Labelled, Value};

use crate::derive::{Around, Underivable};
use crate::lower::{self, Lowered, Member, Members, Shape, TypeId};
use crate::packed::Unpacking;

/// A value with its shape. The sink rejects a value that does not fit its shape as a mismatch.
#[derive(Clone, Copy, Debug)]
pub struct Dyn<'a> {
    /// The module that the shape's identifiers refer to.
    pub lowered: &'a Lowered,
    /// The shape of the value.
    pub shape: &'a Shape,
    /// The value.
    pub value: &'a Value,
}

impl Encode for Dyn<'_> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        match (self.shape, self.value) {
            (shape, Value::Packed(packed)) => {
                let (lowered, from) = (self.lowered, packed.values());
                let value = Unpacking {
                    lowered,
                    shape,
                    from,
                };
                value.encode(s, f);
            }
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
            // Text that is not UTF-8.
            (Shape::Text, Value::Bytes(v)) => ByteText::from(&v[..]).encode(s, f),
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
            (Shape::Shared(inner), Value::Shared(v)) => self.shared(s, f, inner, v.as_ref()),
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
        let fields = DynFields::new(self.lowered, self.lowered.record(id), values);
        match fields.members.meta.notation {
            Notation::Members if !fields.members.meta.ids.is_empty() => {
                s.value(f, &fields.members.meta, &fields);
            }
            Notation::Members => s.record(f, &fields.members.meta, &fields),
            _ => s.noted(f, &fields.members.meta, &fields),
        }
    }

    fn shared<S: Sink>(&self, s: &mut S, f: &Field, inner: &'a Shape, v: Option<&'a Labelled>) {
        let identity = match v {
            None => 0,
            Some(Labelled { id: 0, .. }) => return s.refuse(f, UnencodableKind::Mismatch),
            Some(labelled) => labelled.id as usize,
        };
        let value = v.and_then(|labelled| labelled.value.as_deref());
        let value = value.map(|v| self.with(inner, v));
        s.shared(f, identity, value.as_ref());
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
    /// Whether arrays of it are typed arrays, which are encoded in bulk.
    pub fn is_bulk(&self) -> bool {
        matches!(
            self,
            Shape::I32 | Shape::U32 | Shape::I64 | Shape::U64 | Shape::F32 | Shape::F64
        )
    }
}

/// The fields of a record, or the parameters of one direction, in order.
#[derive(Clone, Copy, Debug)]
pub struct DynFields<'a> {
    /// The module that the shapes' identifiers refer to.
    pub lowered: &'a Lowered,
    /// The fields with their shapes.
    pub members: &'a Members,
    /// A value for each member that is not derived from another.
    pub values: &'a [Value],
    /// The request that these values reply to, if any.
    pub request: Option<(&'a Members, &'a [Value])>,
}

impl<'a> DynFields<'a> {
    /// The fields of a record, or the arguments of a request.
    pub fn new(lowered: &'a Lowered, members: &'a Members, values: &'a [Value]) -> Self {
        DynFields {
            lowered,
            members,
            values,
            request: None,
        }
    }

    /// Sets the request that these results reply to, which may determine the capacity of their arrays.
    pub fn answering(self, members: &'a Members, values: &'a [Value]) -> Self {
        let request = Some((members, values));
        DynFields { request, ..self }
    }

    fn with<'v>(&self, member: &Member<'v>, value: &'v Value) -> Dyn<'v>
    where
        'a: 'v,
    {
        Dyn {
            lowered: self.lowered,
            shape: member.shape,
            value,
        }
    }

    fn describe<S: Sink>(&self, s: &mut S, member: &Member, value: &Value) {
        let dynamic = self.with(member, value);
        match self.bounds(s, member) {
            bounds if bounds.is_empty() => s.field(member.field, &dynamic),
            bounds => {
                let (value, bounds) = (&dynamic, &bounds[..]);
                s.field(member.field, &Extent { value, bounds });
            }
        }
    }

    /// The bounds of the arrays in a member.
    #[inline]
    fn bounds<S: Sink>(&self, s: &mut S, member: &Member) -> Vec<Bounds> {
        match member.role.bounds() {
            [] => Vec::new(),
            said => self.bounds_of(s, member.field, said),
        }
    }

    // Separate from the recursive function, to keep its stack frames small.
    #[inline(never)]
    fn bounds_of<S: Sink>(&self, s: &mut S, f: &Field, said: &[lower::Bounds]) -> Vec<Bounds> {
        let mut all = Vec::with_capacity(said.len());
        for said in said {
            match self.around().bounds(said) {
                Ok(bounds) => all.push(bounds),
                Err(why) => refuse(s, f, why),
            }
        }
        all
    }

    /// The values of the known fields.
    fn known(&self) -> &'a [Value] {
        match self.values.split_last() {
            Some((Value::Bytes(_), known)) if self.keeps_more() => known,
            _ => self.values,
        }
    }

    /// Whether there is a value for unknown fields after those of the fields.
    fn keeps_more(&self) -> bool {
        self.members.keeps_unknown && self.values.len() > self.members.given()
    }

    fn around(&self) -> Around<'a> {
        Around {
            lowered: self.lowered,
            members: self.members,
            values: self.values,
            request: self.request,
        }
    }
}

impl Fields for DynFields<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        if self.known().len() != self.members.given() {
            let whole = Field {
                name: self.members.meta.name.clone(),
                ..Field::plain("")
            };
            return s.refuse(&whole, UnencodableKind::Mismatch);
        }
        let mut values = self.known().iter();
        for member in self.members.all() {
            match member.role.is_derived() {
                false => match values.next() {
                    Some(value) => self.describe(s, &member, value),
                    None => return,
                },
                true => match self.around().derived(&member) {
                    Ok(value) => s.field(member.field, &Declaration(self.with(&member, &value))),
                    Err(why) => refuse(s, member.field, why),
                },
            }
        }
    }

    fn unknown(&self) -> &[u8] {
        match self.values.last() {
            Some(Value::Bytes(raw)) if self.keeps_more() => raw,
            _ => &[],
        }
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(self.lowered)
    }
}

fn refuse<S: Sink>(s: &mut S, field: &Field, why: Underivable) {
    let kind = match why {
        Underivable::Count(count) => UnencodableKind::DerivedCount(count),
        Underivable::Label(label) => UnencodableKind::NoArm(label),
        Underivable::Mismatch => UnencodableKind::Mismatch,
    };
    s.refuse(field, kind);
}

/// A derived field.
struct Declaration<'a>(Dyn<'a>);

impl Encode for Declaration<'_> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.derived(f, &self.0);
    }
}

/// The content of a union's selected arm.
struct DynArm<'a> {
    field: &'a Field,
    value: Dyn<'a>,
}

impl Fields for DynArm<'_> {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(self.field, &self.value);
    }
}
