//! Decoding of packed values, from syntaxes that deliver each part once and in order.

use std::borrow::Cow;

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Arms, BytesSlot, Collect, Decode, Fail, Maybe, Slots, Source, TextSlot};
use manyrpc_model::packed::{Open, Packed};

use crate::lower::{self, Lowered, Members, Shape, TypeId};

/// Appends a value to others.
pub(crate) struct Packing<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) shape: &'a Shape,
    pub(crate) to: &'a mut Packed,
}

/// Reads a scalar and appends it.
macro_rules! scalar {
    ($s:ident, $f:ident, $to:expr, $read:ident $put:ident $ty:ty) => {{
        let mut v = <$ty>::default();
        $s.$read($f, &mut v)?;
        $to.$put(v);
        Ok(())
    }};
}

/// Reads an array of numbers and appends it.
macro_rules! numbers {
    ($s:ident, $f:ident, $to:expr, $read:ident $put:ident) => {{
        let mut v = Vec::new();
        $s.$read($f, &mut v)?;
        fits($to.$put(&v))
    }};
}

fn fits(is: bool) -> Result<(), Fail> {
    if is { Ok(()) } else { Err(Fail) }
}

impl<'de> Decode<'de> for Packing<'_> {
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let to = &mut *self.to;
        match self.shape {
            Shape::Void => {
                to.put_void();
                s.void(f)
            }
            Shape::Bool => scalar!(s, f, to, bool put_bool bool),
            Shape::I8 => scalar!(s, f, to, i8 put_i8 i8),
            Shape::U8 => scalar!(s, f, to, u8 put_u8 u8),
            Shape::I16 => scalar!(s, f, to, i16 put_i16 i16),
            Shape::U16 => scalar!(s, f, to, u16 put_u16 u16),
            Shape::I32 => scalar!(s, f, to, i32 put_i32 i32),
            Shape::U32 => scalar!(s, f, to, u32 put_u32 u32),
            Shape::I64 => scalar!(s, f, to, i64 put_i64 i64),
            Shape::U64 => scalar!(s, f, to, u64 put_u64 u64),
            Shape::F32 => scalar!(s, f, to, f32 put_f32 f32),
            Shape::F64 => scalar!(s, f, to, f64 put_f64 f64),
            Shape::F128 => {
                let mut v = [0; 16];
                s.f128(f, &mut v)?;
                to.put_f128(&v);
                Ok(())
            }
            Shape::Text => s.text(f, &mut Characters(to)),
            Shape::Reference => s.reference(f, &mut Characters(to)),
            Shape::Bytes => s.bytes(f, &mut Octets(to)),
            Shape::Enum(id) => {
                let mut v = 0;
                s.enumeration(f, self.lowered.enumeration(*id), &mut v)?;
                to.put_i32(v);
                Ok(())
            }
            Shape::Array(element) => self.array(s, f, element),
            Shape::Chain(element) => self.list(element, |list| s.chain(f, list)),
            Shape::Optional(inner) => self.optional(s, f, inner),
            Shape::Record(id) => self.record(s, f, *id),
            Shape::Union(id) => self.union(s, f, *id),
            // Definitions with packed values do not have any.
            Shape::Shared(_) => Err(Fail),
        }
    }
}

impl Packing<'_> {
    fn inside<'b>(&'b mut self, shape: &'b Shape) -> Packing<'b> {
        Packing {
            lowered: self.lowered,
            shape,
            to: self.to,
        }
    }

    fn array<'de, S: Source<'de>>(
        &mut self,
        s: &mut S,
        f: &Field,
        element: &Shape,
    ) -> Result<(), Fail> {
        let to = &mut *self.to;
        match element {
            Shape::I32 => numbers!(s, f, to, i32s put_i32s),
            Shape::U32 => numbers!(s, f, to, u32s put_u32s),
            Shape::I64 => numbers!(s, f, to, i64s put_i64s),
            Shape::U64 => numbers!(s, f, to, u64s put_u64s),
            Shape::F32 => numbers!(s, f, to, f32s put_f32s),
            Shape::F64 => numbers!(s, f, to, f64s put_f64s),
            element => self.list(element, |list| s.seq(f, list)),
        }
    }

    fn list(
        &mut self,
        element: &Shape,
        read: impl FnOnce(&mut Elements<'_>) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let begun = self.to.begin_list();
        let mut elements = Elements {
            element: self.inside(element),
            count: 0,
        };
        read(&mut elements)?;
        let count = elements.count;
        fits(self.to.end_list(begun, count))
    }

    fn optional<'de, S: Source<'de>>(
        &mut self,
        s: &mut S,
        f: &Field,
        inner: &Shape,
    ) -> Result<(), Fail> {
        let mut perhaps = Perhaps {
            inner: self.inside(inner),
            begun: None,
        };
        s.optional(f, &mut perhaps)?;
        match perhaps.begun.take() {
            Some(begun) => fits(self.to.end_some(begun)),
            None => Ok(()),
        }
    }

    fn record<'de, S: Source<'de>>(
        &mut self,
        s: &mut S,
        f: &Field,
        id: TypeId,
    ) -> Result<(), Fail> {
        let members = self.lowered.record(id);
        self.to.begin_record(members.shapes.len());
        let mut fields = PackedFields {
            members,
            record: self,
        };
        s.record(f, &members.meta, &mut fields)
    }

    fn union<'de, S: Source<'de>>(&mut self, s: &mut S, f: &Field, id: TypeId) -> Result<(), Fail> {
        let arms = self.lowered.union(id);
        let mut choice = Choice {
            arms,
            union: self,
            arm: None,
        };
        s.union(f, &arms.meta, &mut choice)
    }
}

struct Characters<'a>(&'a mut Packed);

impl<'de> TextSlot<'de> for Characters<'_> {
    fn set(&mut self, v: Cow<'de, str>) {
        // The reader has limited its length to 32 bits.
        let _ = self.0.put_text(&v);
    }

    fn set_bytes(&mut self, v: &'de [u8]) -> Result<(), Fail> {
        fits(self.0.put_bytes(v))
    }

    // It was already packed when it was set.
    fn get(&self) -> Option<&str> {
        None
    }
}

struct Octets<'a>(&'a mut Packed);

impl<'de> BytesSlot<'de> for Octets<'_> {
    fn set(&mut self, v: &'de [u8]) {
        // As above.
        let _ = self.0.put_bytes(v);
    }
}

/// The elements of an array or a linked list.
struct Elements<'a> {
    element: Packing<'a>,
    count: usize,
}

// Elements are appended as bytes, about as many as in the message.
impl<'de> Collect<'de> for Elements<'_> {
    fn start(&mut self, _: usize) {}

    fn capacity(&self) -> usize {
        self.count
    }

    fn make_room(&mut self, _: usize) {}

    fn element_bytes(&self) -> usize {
        0
    }

    fn len(&self) -> usize {
        self.count
    }

    fn push<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        self.element.decode(s, f)?;
        self.count += 1;
        Ok(())
    }

    fn again<S: Source<'de>>(&mut self, _: usize, _: &mut S, _: &Field) -> Result<(), Fail> {
        Err(Fail)
    }
}

/// A value or none.
struct Perhaps<'a> {
    inner: Packing<'a>,
    begun: Option<Open>,
}

impl<'de> Maybe<'de> for Perhaps<'_> {
    type Aside = ();

    fn set_aside(&mut self) {}

    fn put_back(&mut self, (): ()) {}

    fn set(&mut self, some: bool) {
        match some {
            true => self.begun = Some(self.inner.to.begin_some()),
            false => self.inner.to.put_none(),
        }
    }

    fn bytes_apart(&self) -> usize {
        0
    }

    fn is_some(&self) -> bool {
        self.begun.is_some()
    }

    fn inner<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        self.inner.decode(s, f)
    }
}

/// The fields of a record.
struct PackedFields<'a, 'p> {
    members: &'a Members,
    record: &'a mut Packing<'p>,
}

impl<'de> Slots<'de> for PackedFields<'_, '_> {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        let fields = self.members.meta.fields.iter();
        for (field, shape) in fields.zip(&self.members.shapes) {
            s.slot(field, &mut self.record.inside(shape))?;
        }
        Ok(())
    }

    fn one<S: Source<'de>>(&mut self, _: usize, _: &mut S) -> Result<(), Fail> {
        Err(Fail)
    }
}

/// One of a union's arms.
struct Choice<'a, 'p> {
    arms: &'a lower::Arms,
    union: &'a mut Packing<'p>,
    arm: Option<usize>,
}

impl<'de> Arms<'de> for Choice<'_, '_> {
    fn select(&mut self, arm: usize, label: i64) {
        self.union.to.begin_union(label);
        self.arm = Some(arm);
    }

    fn arm<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        let arm = self.arm.ok_or(Fail)?;
        let field = &self.arms.meta.arms[arm].field;
        s.slot(field, &mut self.union.inside(&self.arms.shapes[arm]))
    }
}
