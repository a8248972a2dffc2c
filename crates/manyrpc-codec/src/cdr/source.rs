//! Reading CDR (CORBA 3.0, section 15.3).

mod fragments;
mod reader;
mod seen;
mod values;

pub use reader::Decoder;
pub(super) use values::Next;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use super::tag_width;
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Cdr, Enum, Field, Length, Record, Union};

/// Elements to reserve room for before reading the first: the memory that one byte of input stands
/// for depends on the type, so a count alone reserves little.
const FIRST_ELEMENTS: usize = 32;

impl<'de> Decoder<'de> {
    /// The elements of a sequence or list, which were counted.
    #[inline]
    fn elements<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        n: usize,
        v: &mut C,
    ) -> Result<(), Fail> {
        v.start(n.min(FIRST_ELEMENTS));
        self.nested(|source| {
            let element = f.element();
            for _ in 0..n {
                let before = source.offset();
                v.push(source, element)?;
                if source.offset() == before {
                    source.charge_element()?;
                }
            }
            Ok(())
        })
    }

    /// What is text here and something else in CDR.
    #[inline(never)]
    fn converted_text<T: TextSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        v.set(match f.cdr {
            Cdr::Reference => self.reference()?,
            Cdr::Fixed { digits, scale } => Cow::Owned(self.fixed(digits, scale)?),
            _ => Cow::Owned(self.wide_text(f)?),
        });
        Ok(())
    }

    /// Whether there is an optional value: the count of a `sequence<T, 1>`.
    #[inline]
    fn presence(&mut self) -> Result<bool, Fail> {
        match self.u32()? {
            0 => Ok(false),
            1 => Ok(true),
            n => Err(self.too_long(n as usize, 1)),
        }
    }
}

macro_rules! take_scalars {
    ($($name:ident $take:ident)*) => {$(
        #[inline]
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.$take()? as $name;
            Ok(())
        }
    )*};
}

macro_rules! take_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &mut Vec<$ty>) -> Result<(), Fail> {
            self.bulk(f, v, $ty::from_le_bytes, $ty::from_be_bytes)
        }
    )*};
}

impl<'de> Source<'de> for Decoder<'de> {
    const IN_ORDER: bool = true;

    #[inline]
    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        Ok(())
    }

    #[inline]
    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.truth()?;
        Ok(())
    }

    take_scalars! { i8 u8 u8 u8 i16 u16 i32 u32 u32 u32 i64 u64 u64 u64 }

    #[inline]
    fn u16(&mut self, f: &Field, v: &mut u16) -> Result<(), Fail> {
        *v = match f.cdr {
            Cdr::Wide => self.wide_char()?,
            _ => Decoder::u16(self)?,
        };
        Ok(())
    }

    #[inline]
    fn f32(&mut self, _: &Field, v: &mut f32) -> Result<(), Fail> {
        *v = f32::from_bits(self.u32()?);
        Ok(())
    }

    #[inline]
    fn f64(&mut self, _: &Field, v: &mut f64) -> Result<(), Fail> {
        *v = f64::from_bits(self.u64()?);
        Ok(())
    }

    fn f128(&mut self, _: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        self.align::<8>()?;
        v.copy_from_slice(self.take(16)?);
        if !self.is_big() {
            v.reverse();
        }
        Ok(())
    }

    #[inline]
    fn enumeration(&mut self, _: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        let member = self.u32()? as i32;
        if !m.contains(member) {
            return Err(self.fail_back(4, MalformedKind::NotMember(member)));
        }
        *v = member;
        Ok(())
    }

    #[inline]
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match f.cdr {
            Cdr::Reference | Cdr::Wide | Cdr::Fixed { .. } => self.converted_text(f, v),
            Cdr::Natural | Cdr::Char | Cdr::Any | Cdr::Value | Cdr::Derived => self.string(f, v),
        }
    }

    #[inline]
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        if f.cdr == Cdr::Any {
            return self.any(v);
        }
        let n = self.count(f, 1)?;
        v.set(self.take(n)?);
        Ok(())
    }

    #[inline(never)]
    fn bytes_exact(&mut self, _: &Field, v: &mut [u8]) -> Result<(), Fail> {
        v.copy_from_slice(self.take(v.len())?);
        Ok(())
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let n = self.element_count(f)?;
        self.elements(f, n, v)
    }

    // Not inlined: unrolling a fixed length takes the compiler minutes.
    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        self.nested(|source| {
            let element = f.element();
            v.iter_mut()
                .try_for_each(|item| item.decode(source, element))
        })
    }

    take_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 f32s f32 f64s f64 }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let n = self.element_count(&Field::sized("", Length::UpTo(max)))?;
        self.elements(f, n, v)
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        let some = self.presence()?;
        v.set(some);
        if !some {
            return Ok(());
        }
        self.nested(|source| v.inner(source, f.element()))
    }

    // Outside of valuetypes CDR has no sharing: each place is an optional value of its own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if f.cdr == Cdr::Value {
            return self.shared_value(f, v);
        }
        if !self.presence()? {
            v.promise(0);
            return Ok(());
        }
        let identity = self.next_identity();
        v.promise(identity);
        self.nested(|source| v.fresh(source, f.element()))
    }

    fn note(&mut self, id: u32, _: usize, value: Box<dyn Any + Send + Sync>) {
        self.hold(id, value);
    }

    fn agree(&mut self, _: &Field, said: i64, found: i64) -> Result<(), Fail> {
        match said == found {
            true => Ok(()),
            false => Err(self.fail_back(0, MalformedKind::Disagrees { said, found })),
        }
    }

    #[inline]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.nested(|source| v.all(source))
    }

    // Section 15.3.4.
    #[inline]
    fn value<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.value_state(m, v)
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        if f.cdr == Cdr::Value {
            let arm = self.arm_ahead(m)?;
            let label = m.arms[arm].labels.first().copied().unwrap_or_default();
            v.select(arm, label);
            return self.nested(|source| v.arm(source));
        }
        let before = self.offset();
        let label = self.label(m)?;
        let Some(arm) = m.arm_of(label) else {
            let width = match m.cdr {
                // Of as many bytes as it says.
                Cdr::Wide => self.offset() - before,
                _ => usize::from(tag_width(m)),
            };
            return Err(self.fail_back(width, MalformedKind::NoArm(label)));
        };
        v.select(arm, label);
        self.nested(|source| v.arm(source))
    }

    #[inline]
    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        if !m.returns {
            return v.all(self);
        }
        let last = m.fields.len().saturating_sub(1);
        v.one(last, self)?;
        (0..last).try_for_each(|at| v.one(at, self))
    }
}
