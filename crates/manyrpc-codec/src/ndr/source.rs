//! Reading NDR (C706, chapter 14): the walks over a value.

mod arrays;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use arrays::Chunk;

use super::reader::Reader;
use super::trace::Trace;
use super::walk::{BODY, DEFER, TOP, Walk};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Array, Chars, Enum, Field, Length, Pointer, Record, Union};

/// One walk over a value. There is no walk for hoisted counts: they are read when they come, and
/// kept. Elements with no part in place are walked by `VARY`, which reads nothing.
pub(super) struct Decoder<'r, 'de, const P: Walk, L = ()> {
    pub(super) r: &'r mut Reader<'de, L>,
}

impl<'de, T: Trace> Reader<'de, T> {
    #[inline]
    pub(super) fn walk<const P: Walk>(&mut self) -> Decoder<'_, 'de, P, T> {
        Decoder { r: self }
    }
}

const fn in_place(walk: Walk) -> bool {
    walk == TOP || walk == BODY
}

impl<'de, const P: Walk, L: Trace> Decoder<'_, 'de, P, L> {
    /// A value behind a pointer that cannot be null: the pointer in place, its target later.
    #[inline]
    fn pointed(
        &mut self,
        f: &Field,
        referent: impl FnOnce(&mut Decoder<'_, 'de, TOP, L>) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        match (P, f.ndr.pointer) {
            (TOP, Pointer::Ref) => {}
            // Section 14.3.12.2: the value is unspecified.
            (BODY, Pointer::Ref) => drop(self.r.pointer()?),
            (TOP | BODY, _) => self.r.some_pointer()?,
            _ => {}
        }
        match P {
            TOP | DEFER => referent(&mut self.r.walk::<TOP>()),
            _ => Ok(()),
        }
    }

    /// A primitive, or a pointer to one.
    #[inline]
    fn scalar(
        &mut self,
        f: &Field,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Inline if in_place(P) => read(self.r),
            Pointer::Inline => Ok(()),
            _ => self.pointed(f, |top| read(top.r)),
        }
    }

    #[inline]
    fn text_here<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        let natural = f.ndr.array == Array::Natural && f.ndr.chars != Chars::Wide;
        if P == TOP
            && natural
            && let Some(text) = self.r.plain_string(f)
        {
            v.set(Cow::Borrowed(text));
        } else if in_place(P) {
            v.set(self.r.text(f, P == TOP)?);
        }
        Ok(())
    }

    #[inline]
    fn record_here<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        self.r.nested(|r| match P {
            TOP => {
                r.park(m.ndr.hoists)?;
                r.align(m.ndr.align)?;
                if !m.ndr.defers {
                    return v.all(&mut r.walk::<BODY>());
                }
                let start = r.frame();
                v.all(&mut r.walk::<BODY>())?;
                let next = r.unroll(start);
                v.all(&mut r.walk::<DEFER>())?;
                r.close(start, next);
                Ok(())
            }
            BODY => {
                r.align(m.ndr.align)?;
                v.all(&mut r.walk::<BODY>())
            }
            DEFER => v.all(&mut r.walk::<DEFER>()),
            _ => Ok(()),
        })
    }

    #[inline]
    fn union_here<U: Arms<'de> + ?Sized>(&mut self, m: &Union, v: &mut U) -> Result<(), Fail> {
        self.r.nested(|r| {
            let start = r.frame();
            if in_place(P) {
                r.align(m.ndr.align)?;
                let label = r.label(m)?;
                let Some(arm) = m.arm_of(label) else {
                    let width = usize::from(super::layout::tag_width(m));
                    return Err(r.fail_back(width, MalformedKind::NoArm(label)));
                };
                v.select(arm, label);
                v.arm(&mut r.walk::<BODY>())?;
            }
            match P {
                TOP if m.ndr.defers => {
                    let next = r.unroll(start);
                    v.arm(&mut r.walk::<DEFER>())?;
                    r.close(start, next);
                    Ok(())
                }
                DEFER => v.arm(&mut r.walk::<DEFER>()),
                _ => Ok(()),
            }
        })
    }

    #[inline]
    fn chain_here<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let some = match P {
            TOP | BODY => self.r.pointer()? != 0,
            DEFER => self.r.left_behind()? != 0,
            _ => return Ok(()),
        };
        v.start(0);
        match P {
            BODY => {
                self.r.leave(u64::from(some));
                Ok(())
            }
            _ if some => self.links(f, v),
            _ => Ok(()),
        }
    }

    #[inline]
    fn optional_here<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if in_place(P) {
            let some = self.r.pointer()? != 0;
            v.set(some);
        }
        if (P == TOP || P == DEFER) && v.is_some() {
            return self
                .r
                .nested(|r| v.inner(&mut r.walk::<TOP>(), f.element()));
        }
        Ok(())
    }

    /// The elements of a list, starting with the first deferred one.
    #[inline]
    fn links<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let element = f.element();
        self.r.nested(|r| {
            loop {
                let at = v.len();
                if at >= max as usize {
                    return Err(r.too_long(at + 1, max as usize));
                }
                let start = r.frame();
                v.push(&mut r.walk::<BODY>(), element)?;
                let more = r.pointer()? != 0;
                if element.ndr.defers {
                    let next = r.unroll(start);
                    v.again(at, &mut r.walk::<DEFER>(), element)?;
                    r.close(start, next);
                }
                if !more {
                    return Ok(());
                }
            }
        })
    }

    fn shared_here<O: SharedSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut O,
    ) -> Result<(), Fail> {
        if in_place(P) {
            v.promise(self.r.pointer()?);
        }
        match P {
            TOP | DEFER => self.resolve(f, v),
            _ => Ok(()),
        }
    }

    /// A full pointer's referent, unless another pointer carried it.
    fn resolve<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        match v.promised() {
            0 => Ok(()),
            id => match self.r.referents.noted(id) {
                Some(seen) => {
                    let alias = v.alias(seen);
                    alias.map_err(|Fail| self.r.fail_at(self.r.offset(), MalformedKind::OtherType))
                }
                None => self
                    .r
                    .nested(|r| v.fresh(&mut r.walk::<TOP>(), f.element())),
            },
        }
    }
}

macro_rules! take_scalars {
    ($($name:ident $bits:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            self.scalar(f, |r| {
                *v = r.$bits()? as $name;
                Ok(())
            })
        }
    )*};
}

macro_rules! take_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &mut Vec<$ty>) -> Result<(), Fail> {
            if f.holds_pointers() {
                return self.seq(f, v);
            }
            self.flat(f, size_of::<$ty>(), |r, chunk| {
                let n = match chunk {
                    Chunk::First(n) => {
                        v.clear();
                        n
                    }
                    Chunk::More(n) => n,
                };
                r.scalars(n, v, $ty::from_le_bytes, $ty::from_be_bytes)
            })
        }
    )*};
}

macro_rules! take_floats {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &mut Vec<$ty>) -> Result<(), Fail> {
            if f.holds_pointers() {
                return self.seq(f, v);
            }
            self.flat(f, size_of::<$ty>(), |r, chunk| {
                let n = match chunk {
                    Chunk::First(n) => {
                        v.clear();
                        n
                    }
                    Chunk::More(n) => n,
                };
                match r.is_ieee() {
                    true => r.scalars(n, v, $ty::from_le_bytes, $ty::from_be_bytes),
                    false => r.foreign(n, v, Reader::$ty),
                }
            })
        }
    )*};
}

impl<'de, const P: Walk, L: Trace> Source<'de> for Decoder<'_, 'de, P, L> {
    #[inline]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match P {
            TOP | BODY => v.decode(self, f),
            DEFER if f.ndr.defers => v.decode(self, f),
            _ => Ok(()),
        }
    }

    #[inline]
    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        Ok(())
    }

    // Section 14.2.3: every value except 0 is true.
    #[inline]
    fn bool(&mut self, f: &Field, v: &mut bool) -> Result<(), Fail> {
        self.scalar(f, |r| {
            *v = r.take::<1>()?[0] != 0;
            Ok(())
        })
    }

    #[inline]
    fn i8(&mut self, f: &Field, v: &mut i8) -> Result<(), Fail> {
        self.scalar(f, |r| {
            *v = r.take::<1>()?[0] as i8;
            Ok(())
        })
    }

    #[inline]
    fn u8(&mut self, f: &Field, v: &mut u8) -> Result<(), Fail> {
        self.scalar(f, |r| {
            *v = r.octet(f)?;
            Ok(())
        })
    }

    take_scalars! { i16 u16 u16 u16 i32 u32 u32 u32 i64 u64 u64 u64 f32 f32 f64 f64 }

    #[inline]
    fn f128(&mut self, f: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        self.scalar(f, |r| {
            v.copy_from_slice(r.bytes(16)?);
            Ok(())
        })
    }

    #[inline]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        self.scalar(f, |r| {
            *v = r.member(f, m)?;
            Ok(())
        })
    }

    #[inline]
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Inline => self.text_here(f, v),
            _ => self.pointed(f, |top| top.text_here(f, v)),
        }
    }

    #[inline]
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        if f.ndr.terminated {
            return self.terminated(f, v);
        }
        self.flat(f, 1, |r, chunk| match chunk {
            Chunk::First(n) if r.converts(f) => {
                v.set(&[]);
                v.append(&r.converted(n)?)
            }
            Chunk::First(n) => {
                v.set(r.bytes(n)?);
                Ok(())
            }
            Chunk::More(n) if r.converts(f) => v.append(&r.converted(n)?),
            Chunk::More(n) => v.append(r.bytes(n)?),
        })
    }

    #[inline(never)]
    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail> {
        self.flat(f, 1, |r, chunk| match chunk {
            Chunk::First(n) if n == v.len() && r.converts(f) => {
                v.copy_from_slice(&r.converted(n)?);
                Ok(())
            }
            Chunk::First(n) if n == v.len() => {
                v.copy_from_slice(r.bytes(n)?);
                Ok(())
            }
            Chunk::First(n) | Chunk::More(n) => Err(r.too_long(n, v.len())),
        })
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        match (f.ndr.array, f.ndr.pointer) {
            (Array::Counted, _) => self.counted(f, v, |top, v, there| match there {
                true => top.seq_here(f, v),
                false => {
                    v.start(0);
                    Ok(())
                }
            }),
            (_, Pointer::Inline) => self.seq_here(f, v),
            _ => self.pointed(f, |top| top.seq_here(f, v)),
        }
    }

    #[inline]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Inline => self.exact_here(f, v),
            _ => self.pointed(f, |top| top.exact_here(f, v)),
        }
    }

    take_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 }

    take_floats! { f32s f32 f64s f64 }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Ref => self.pointed(f, |top| top.chain_here(f, v)),
            _ => self.chain_here(f, v),
        }
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Ref => self.pointed(f, |top| top.optional_here(f, v)),
            _ => self.optional_here(f, v),
        }
    }

    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Ref => self.pointed(f, |top| top.shared_here(f, v)),
            _ => self.shared_here(f, v),
        }
    }

    fn note(&mut self, id: u32, identity: usize, value: Box<dyn Any + Send + Sync>) {
        self.r.referents.note(id, identity, value);
    }

    fn earlier(&self, id: u32) -> Option<&(dyn Any + Send + Sync)> {
        self.r.referents.earlier(id)
    }

    /// A field that describes a deferred one is needed again when that is read.
    #[inline]
    fn derived<T: Decode<'de>>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match P {
            BODY if f.ndr.defers => {
                self.r.leave(self.r.left() as u64);
                v.decode(self, f)
            }
            DEFER if f.ndr.defers => {
                let left = self.r.left_behind()?;
                self.r.again(left, |r| v.decode(&mut r.walk::<BODY>(), f))
            }
            TOP => self.slot(f, v),
            BODY => v.decode(self, f),
            _ => Ok(()),
        }
    }

    #[inline]
    fn agree(&mut self, of: &Field, said: i64, found: i64) -> Result<(), Fail> {
        let known = match P {
            TOP => true,
            BODY => !of.ndr.defers,
            DEFER => of.ndr.defers,
            _ => false,
        };
        if !known || said == found {
            return Ok(());
        }
        let offset = self.r.offset();
        Err(self
            .r
            .fail_at(offset, MalformedKind::Disagrees { said, found }))
    }

    #[inline]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Inline => self.record_here(m, v),
            _ => self.pointed(f, |top| top.record_here(m, v)),
        }
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        match f.ndr.pointer {
            Pointer::Inline => self.union_here(m, v),
            _ => self.pointed(f, |top| top.union_here(m, v)),
        }
    }

    #[inline]
    fn params<T: Slots<'de> + ?Sized>(&mut self, _: &Record, v: &mut T) -> Result<(), Fail> {
        v.all(self)
    }
}
