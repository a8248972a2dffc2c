//! Decoding: dynamic values are filled in by any syntax.
//!
//! A value that has the right shape already is filled in place and keeps its
//! memory; a syntax may also visit it a second time.

use std::any::Any;
use std::borrow::Cow;

use manyrpc_codec::json::Messages;
use manyrpc_codec::meta::{Field, Notation};
use manyrpc_codec::{
    Arms, Collect, Decode, Fail, Maybe, SharedSlot, Slots, Source, TextSlot, derived,
};
use manyrpc_model::{Labelled, Packed, Value};

use crate::derive;
use crate::lower::{self, Lowered, Member, Members, Role, Shape, TypeId};
use crate::packed::Packing;

/// A value to be filled in, with its shape. The initial value does not matter.
#[derive(Debug)]
pub struct DynMut<'a> {
    /// The module that the shape's identifiers refer to.
    pub lowered: &'a Lowered,
    /// The shape of the value.
    pub shape: &'a Shape,
    /// The value.
    pub value: &'a mut Value,
}

/// The content of a variant, after turning the value into that variant.
macro_rules! inside {
    ($value:expr, $variant:ident) => {{
        if !matches!($value, Value::$variant(_)) {
            *$value = Value::$variant(Default::default());
        }
        match $value {
            Value::$variant(v) => v,
            _ => return Err(Fail),
        }
    }};
}

impl<'de> Decode<'de> for DynMut<'_> {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let lowered = self.lowered;
        if S::IN_ORDER && lowered.packs && may_be_large(self.shape) {
            return self.pack(s, f);
        }
        let value = &mut *self.value;
        match self.shape {
            Shape::Void => {
                *value = Value::Void;
                s.void(f)
            }
            Shape::Bool => s.bool(f, inside!(value, Bool)),
            Shape::I8 => s.i8(f, inside!(value, I8)),
            Shape::U8 => s.u8(f, inside!(value, U8)),
            Shape::I16 => s.i16(f, inside!(value, I16)),
            Shape::U16 => s.u16(f, inside!(value, U16)),
            Shape::I32 => s.i32(f, inside!(value, I32)),
            Shape::U32 => s.u32(f, inside!(value, U32)),
            Shape::I64 => s.i64(f, inside!(value, I64)),
            Shape::U64 => s.u64(f, inside!(value, U64)),
            Shape::F32 => s.f32(f, inside!(value, F32)),
            Shape::F64 => s.f64(f, inside!(value, F64)),
            Shape::F128 => s.f128(f, inside!(value, F128)),
            Shape::Text => s.text(f, &mut Words(value)),
            Shape::Bytes => s.bytes(f, inside!(value, Bytes)),
            Shape::Enum(id) => s.enumeration(f, lowered.enumeration(*id), inside!(value, I32)),
            Shape::Array(element) => decode_array(lowered, element, value, s, f),
            Shape::Chain(shape) => {
                let values = inside!(value, List);
                s.chain(
                    f,
                    &mut List {
                        lowered,
                        shape,
                        values,
                    },
                )
            }
            Shape::Optional(shape) => {
                let value = inside!(value, Optional);
                s.optional(
                    f,
                    &mut Perhaps {
                        lowered,
                        shape,
                        value,
                    },
                )
            }
            Shape::Shared(shape) => {
                let value = inside!(value, Shared);
                s.shared(
                    f,
                    &mut Common {
                        lowered,
                        shape,
                        value,
                    },
                )
            }
            Shape::Record(id) => decode_record(lowered, *id, value, s, f),
            Shape::Union(id) => decode_union(lowered, *id, value, s, f),
        }
    }
}

impl DynMut<'_> {
    /// Fills in a packed value.
    fn pack<'de, S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let mut packed = Packed::default();
        let mut packing = Packing {
            lowered: self.lowered,
            shape: self.shape,
            to: &mut packed,
        };
        packing.decode(s, f)?;
        *self.value = Value::Packed(packed);
        Ok(())
    }
}

/// Whether values of a shape may be much larger than in the message. Arrays of numbers are not.
fn may_be_large(shape: &Shape) -> bool {
    match shape {
        Shape::Array(element) => !element.is_bulk(),
        Shape::Chain(_) | Shape::Optional(_) => true,
        _ => false,
    }
}

fn decode_array<'de, S: Source<'de>>(
    lowered: &Lowered,
    shape: &Shape,
    value: &mut Value,
    s: &mut S,
    f: &Field,
) -> Result<(), Fail> {
    match shape {
        Shape::I32 => s.i32s(f, inside!(value, I32s)),
        Shape::U32 => s.u32s(f, inside!(value, U32s)),
        Shape::I64 => s.i64s(f, inside!(value, I64s)),
        Shape::U64 => s.u64s(f, inside!(value, U64s)),
        Shape::F32 => s.f32s(f, inside!(value, F32s)),
        Shape::F64 => s.f64s(f, inside!(value, F64s)),
        shape => {
            let values = inside!(value, List);
            s.seq(
                f,
                &mut List {
                    lowered,
                    shape,
                    values,
                },
            )
        }
    }
}

#[inline]
fn decode_record<'de, S: Source<'de>>(
    lowered: &Lowered,
    id: TypeId,
    value: &mut Value,
    s: &mut S,
    f: &Field,
) -> Result<(), Fail> {
    let (members, values) = (lowered.record(id), inside!(value, Record));
    let mut slots = DynSlots::new(lowered, members, values);
    match members.meta.notation {
        Notation::Members if !members.meta.ids.is_empty() => s.value(f, &members.meta, &mut slots),
        Notation::Members => s.record(f, &members.meta, &mut slots),
        _ => s.noted(f, &members.meta, &mut slots),
    }
}

fn decode_union<'de, S: Source<'de>>(
    lowered: &Lowered,
    id: TypeId,
    value: &mut Value,
    s: &mut S,
    f: &Field,
) -> Result<(), Fail> {
    let arms = lowered.union(id);
    s.union(
        f,
        &arms.meta,
        &mut Choice {
            lowered,
            arms,
            value,
        },
    )
}

/// The fields of a record, or the parameters of one direction, to be filled in.
#[derive(Debug)]
pub struct DynSlots<'a> {
    lowered: &'a Lowered,
    members: &'a Members,
    values: &'a mut Vec<Value>,
    /// Bytes of memory allocated.
    taken: usize,
}

impl<'a> DynSlots<'a> {
    /// Fills `values`, which is resized to the number of fields that values have.
    pub fn new(lowered: &'a Lowered, members: &'a Members, values: &'a mut Vec<Value>) -> Self {
        let mut taken = 0;
        if !members.keeps_unknown || values.len() < members.given() {
            if values.capacity() < members.given() {
                values.reserve_exact(members.given() - values.len());
                // One more for unknown fields, if they are kept.
                taken = (members.given() + 1) * size_of::<Value>();
            }
            values.resize(members.given(), Value::Void);
        }
        DynSlots {
            lowered,
            members,
            values,
            taken,
        }
    }

    fn fill<'de, S: Source<'de>>(
        &mut self,
        s: &mut S,
        member: &Member,
        at: usize,
    ) -> Result<(), Fail> {
        let mut value = DynMut {
            lowered: self.lowered,
            shape: member.shape,
            value: self.values.get_mut(at).ok_or(Fail)?,
        };
        s.slot(member.field, &mut value)
    }

    /// Reads a derived field, which is not part of values.
    fn said<'de, S: Source<'de>>(&self, s: &mut S, member: &Member) -> Result<i64, Fail> {
        let mut said = Value::Void;
        let mut value = DynMut {
            lowered: self.lowered,
            shape: member.shape,
            value: &mut said,
        };
        s.derived(member.field, &mut value)?;
        Ok(derive::number(&said).ok().flatten().unwrap_or_default())
    }

    /// Checks that a derived field agrees with the values.
    fn agree<'de, S: Source<'de>>(&self, s: &mut S, role: &Role, said: i64) -> Result<(), Fail> {
        let (Role::Count { of, .. } | Role::Label { of }) = *role else {
            return Ok(());
        };
        let field = &self.members.meta.fields[of];
        let value = self.values.get(self.members.place(of)).ok_or(Fail)?;
        // A value that is elsewhere is unknown, and an absent one has no count.
        match *role {
            Role::Count { relation, .. } => match derive::count(field, value) {
                Ok(found) => derived::agree(s, field, relation, &said, found),
                Err(_) => Ok(()),
            },
            _ => match derive::label(value) {
                Ok(Some(found)) => s.agree(field, said, found),
                _ => Ok(()),
            },
        }
    }
}

impl<'de> Slots<'de> for DynSlots<'_> {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        let members = self.members;
        let mut said = Vec::new();
        let mut at = 0;
        for member in members.all() {
            match member.role.is_derived() {
                true => said.push((member.role, self.said(s, &member)?)),
                false => {
                    self.fill(s, &member, at)?;
                    at += 1;
                }
            }
        }
        let mut said = said.into_iter();
        said.try_for_each(|(role, said)| self.agree(s, role, said))
    }

    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        let member = self.members.all().nth(i).ok_or(Fail)?;
        match member.role.is_derived() {
            true => self.said(s, &member).map(drop),
            false => self.fill(s, &member, self.members.place(i)),
        }
    }

    fn unknown(&mut self, raw: &[u8]) {
        let given = self.members.given();
        if !self.members.keeps_unknown {
            return;
        }
        if self.values.len() == given {
            self.values.reserve_exact(1);
            self.values.push(Value::Bytes(Vec::new()));
        }
        if let Some(Value::Bytes(kept)) = self.values.get_mut(given) {
            kept.extend_from_slice(raw);
        }
    }

    fn forget_unknown(&mut self) {
        self.values.truncate(self.members.given());
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(self.lowered)
    }

    fn bytes_apart(&self) -> usize {
        self.taken
    }

    // Fields without values yet.
    const PREPARED: bool = false;
}

/// The elements of an array or a linked list.
struct List<'a> {
    lowered: &'a Lowered,
    shape: &'a Shape,
    values: &'a mut Vec<Value>,
}

impl<'de> Collect<'de> for List<'_> {
    fn start(&mut self, n: usize) {
        self.values.clear();
        self.values.reserve_exact(n);
    }

    fn capacity(&self) -> usize {
        self.values.capacity()
    }

    fn make_room(&mut self, n: usize) {
        self.values.reserve_exact(n);
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn element_bytes(&self) -> usize {
        size_of::<Value>()
    }

    fn push<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        self.values.push(Value::Void);
        let last = self.values.len() - 1;
        let result = self.again(last, s, f);
        // A failed element leaves nothing behind.
        if result.is_err() {
            self.values.pop();
        }
        result
    }

    fn again<S: Source<'de>>(&mut self, i: usize, s: &mut S, f: &Field) -> Result<(), Fail> {
        let (lowered, shape) = (self.lowered, self.shape);
        let value = self.values.get_mut(i).ok_or(Fail)?;
        let mut value = DynMut {
            lowered,
            shape,
            value,
        };
        value.decode(s, f)
    }
}

/// Text, or bytes if it is not UTF-8.
struct Words<'a>(&'a mut Value);

impl<'de> TextSlot<'de> for Words<'_> {
    fn set(&mut self, v: Cow<'de, str>) {
        match &mut *self.0 {
            Value::Text(text) => TextSlot::set(text, v),
            other => *other = Value::Text(v.into_owned()),
        }
    }

    fn set_bytes(&mut self, v: &'de [u8]) -> Result<(), Fail> {
        *self.0 = Value::Bytes(v.to_vec());
        Ok(())
    }

    fn get(&self) -> Option<&str> {
        match &*self.0 {
            Value::Text(text) => Some(text),
            Value::Bytes(_) => None,
            // Not set yet.
            _ => Some(""),
        }
    }
}

/// An optional value.
struct Perhaps<'a> {
    lowered: &'a Lowered,
    shape: &'a Shape,
    value: &'a mut Option<Box<Value>>,
}

impl<'de> Maybe<'de> for Perhaps<'_> {
    type Aside = Option<Box<Value>>;

    fn set_aside(&mut self) -> Self::Aside {
        self.value.take()
    }

    fn put_back(&mut self, aside: Self::Aside) {
        *self.value = aside;
    }

    fn set(&mut self, some: bool) {
        match some {
            true => drop(self.value.get_or_insert_default()),
            false => *self.value = None,
        }
    }

    fn bytes_apart(&self) -> usize {
        size_of::<Value>()
    }

    fn is_some(&self) -> bool {
        self.value.is_some()
    }

    fn inner<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let (lowered, shape) = (self.lowered, self.shape);
        let value = self.value.as_deref_mut().ok_or(Fail)?;
        let mut value = DynMut {
            lowered,
            shape,
            value,
        };
        value.decode(s, f)
    }
}

/// An optional value that other places may share.
struct Common<'a> {
    lowered: &'a Lowered,
    shape: &'a Shape,
    value: &'a mut Option<Labelled>,
}

/// The shape of a shared value already decoded: later places have only its label.
struct Met(Shape);

impl<'de> SharedSlot<'de> for Common<'_> {
    fn promise(&mut self, id: u32) {
        let value = None;
        *self.value = (id != 0).then_some(Labelled { id, value });
    }

    fn promised(&self) -> u32 {
        match &*self.value {
            Some(Labelled { id, value: None }) => *id,
            _ => 0,
        }
    }

    fn bytes_apart(&self) -> usize {
        size_of::<Value>()
    }

    fn fresh<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let (lowered, shape) = (self.lowered, self.shape);
        let labelled = self.value.as_mut().ok_or(Fail)?;
        let id = labelled.id;
        s.note(id, id as usize, Box::new(Met(shape.clone())));
        let mut value = DynMut {
            lowered,
            shape,
            value: labelled.value.get_or_insert_default(),
        };
        value.decode(s, f)
    }

    fn alias(&mut self, seen: &(dyn Any + Send + Sync)) -> Result<(), Fail> {
        match seen.downcast_ref::<Met>() {
            Some(Met(shape)) if shape == self.shape => Ok(()),
            _ => Err(Fail),
        }
    }
}

/// A union.
struct Choice<'a> {
    lowered: &'a Lowered,
    arms: &'a lower::Arms,
    value: &'a mut Value,
}

impl<'de> Arms<'de> for Choice<'_> {
    /// The old content belongs to the previous arm.
    fn select(&mut self, _: usize, label: i64) {
        match &mut *self.value {
            Value::Union { label: old, value } => {
                *old = label;
                **value = Value::Void;
            }
            other => {
                let value = Box::default();
                *other = Value::Union { label, value };
            }
        }
    }

    fn bytes_apart(&self) -> usize {
        match self.value {
            Value::Union { .. } => 0,
            _ => size_of::<Value>(),
        }
    }

    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        let Value::Union { label, value } = &mut *self.value else {
            return Err(Fail);
        };
        let arm = self.arms.meta.arm_of(*label).ok_or(Fail)?;
        let mut value = DynMut {
            lowered: self.lowered,
            shape: &self.arms.shapes[arm],
            value,
        };
        s.slot(&self.arms.meta.arms[arm].field, &mut value)
    }
}
