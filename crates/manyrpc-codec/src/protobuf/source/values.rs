//! Reading each kind of value.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::probe::Probe;
use super::scalars::unzigzag;
use super::{ABSENT, BARE, Decoder, Detour, Opened, ZEROS};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, MalformedKind};
use crate::meta::{Coding, Enum, Field, Length, Others, Record, Union};
use crate::protobuf::format::LEN;

macro_rules! take_narrow {
    ($($name:ident $take:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            let wide = self.$take(f.pb.coding)?;
            *v = $name::try_from(wide)
                .map_err(|_| self.fail(MalformedKind::OutOfRange(wide.into())))?;
            Ok(())
        }
    )*};
}

macro_rules! take_integers {
    ($($name:ident $take:ident $bulk:ident $wide:expr;)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.$take(f.pb.coding)?;
            Ok(())
        }

        #[inline(never)]
        fn $bulk(&mut self, f: &Field, v: &mut Vec<$name>) -> Result<(), Fail> {
            self.scalars(f, v, Some($wide), |source, coding| source.$take(coding))
        }
    )*};
}

macro_rules! take_floats {
    ($($name:ident $take:ident $bulk:ident)*) => {$(
        #[inline]
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = $name::from_le_bytes(self.$take()?);
            Ok(())
        }

        #[inline(never)]
        fn $bulk(&mut self, f: &Field, v: &mut Vec<$name>) -> Result<(), Fail> {
            self.scalars(f, v, None, |source, _| source.$take().map($name::from_le_bytes))
        }
    )*};
}

impl<'de> Source<'de> for Decoder<'de> {
    #[inline]
    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        match self.wire {
            BARE | ABSENT => Ok(()),
            _ => self.skip_within().map(drop),
        }
    }

    #[inline]
    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.integer()? != 0;
        Ok(())
    }

    take_narrow! { i8 int32 u8 uint32 i16 int32 u16 uint32 }

    take_integers! {
        i32 int32 i32s |v, coding| match coding {
            Coding::Zigzag => unzigzag(u64::from(v as u32)) as i32,
            _ => v as i32,
        };
        u32 uint32 u32s |v, _| v as u32;
        i64 int64 i64s |v, coding| match coding {
            Coding::Zigzag => unzigzag(v),
            _ => v as i64,
        };
        u64 uint64 u64s |v, _| v;
    }

    take_floats! { f32 fixed4 f32s f64 fixed8 f64s }

    fn f128(&mut self, f: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        if self.wire == ABSENT {
            *v = [0; 16];
            return Ok(());
        }
        let bytes = self.bytes_of(f)?;
        *v = bytes.try_into().map_err(|_| {
            let (said, found) = (16, bytes.len() as i64);
            self.fail(MalformedKind::Disagrees { said, found })
        })?;
        Ok(())
    }

    #[inline]
    fn enumeration(&mut self, _: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        let number = self.integer()?;
        let mut value = number as i32;
        if !m.contains(value) {
            match m.others {
                _ if self.wire == ABSENT => value = m.members.first().map_or(0, |(_, v)| *v),
                Others::Unknown => {
                    self.detour = Detour::UnknownMember(number);
                    return Err(Fail);
                }
                _ => return Err(self.fail(MalformedKind::NotMember(value))),
            }
        }
        *v = value;
        Ok(())
    }

    #[inline]
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(Cow::Borrowed(self.text_of(f)?));
        Ok(())
    }

    #[inline]
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.bytes_of(f)?);
        if let (ABSENT, Length::Fixed(n)) = (self.wire, f.length) {
            self.charge(n as usize)?;
            for _ in 0..n {
                v.append(&[0])?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail> {
        let bytes = self.bytes_of(f)?;
        match self.wire {
            ABSENT => v.fill(0),
            _ if bytes.len() == v.len() => v.copy_from_slice(bytes),
            _ => {
                let (said, found) = (v.len() as i64, bytes.len() as i64);
                return Err(self.fail(MalformedKind::Disagrees { said, found }));
            }
        }
        Ok(())
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        self.collect(f, v)
    }

    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        let element = f.element();
        if self.wire == ABSENT {
            return v.iter_mut().try_for_each(|item| {
                (self.rest, self.wire) = (&ZEROS, ABSENT);
                item.decode(self, element)
            });
        }
        self.note_elements();
        let wanted = v.len();
        let mut items = v.iter_mut();
        let mut found = 0;
        let mut take = |source: &mut Self| {
            let Some(item) = items.next() else {
                return Err(source.too_long(wanted + 1, wanted));
            };
            found += 1;
            source.fresh = false;
            item.decode(source, element)
        };
        match f.pb.coding {
            Coding::Wrapped => {
                let opened = self.open(f)?;
                self.unwrap(opened, |source| source.elements(f, &mut take))?;
            }
            _ => self.elements(f, &mut take)?,
        }
        self.complete(f, found)
    }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        self.collect(f, v)
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if self.wire == ABSENT {
            v.set(false);
            return Ok(());
        }
        if f.pb.coding == Coding::Wrapped {
            let opened = self.open(f)?;
            v.set(false);
            return self.unwrap(opened, |source| source.some(f, v));
        }
        if f.pb.coding == Coding::Choice && core::mem::take(&mut self.displaces) && !self.again {
            return self.arm_again(f, v);
        }
        self.some(f, v)
    }

    // Each place is an optional value of its own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if self.wire == ABSENT {
            v.promise(0);
            return Ok(());
        }
        let mut take = |source: &mut Self| {
            source.shared += 1;
            source.charge(v.bytes_apart())?;
            v.promise(source.shared);
            (source.again, source.twice, source.fresh) = (false, false, true);
            let result = v.fresh(source, f.element());
            if result.is_err() {
                v.promise(0);
            }
            result
        };
        match f.pb.coding {
            Coding::Wrapped => {
                let opened = self.open(f)?;
                let mut some = false;
                self.unwrap(opened, |source| {
                    some = true;
                    take(source)
                })?;
                if !some {
                    v.promise(0);
                }
                Ok(())
            }
            _ => take(self),
        }
    }

    fn agree(&mut self, _: &Field, said: i64, found: i64) -> Result<(), Fail> {
        if said == found {
            return Ok(());
        }
        Err(self.fail(MalformedKind::Disagrees { said, found }))
    }

    #[inline(always)]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let opened = match self.wire {
            LEN if f.pb.coding != Coding::Group => {
                let body = self.delimited()?;
                self.enter()?;
                let tail = core::mem::replace(&mut self.rest, body);
                Opened { tail, group: 0 }
            }
            _ => self.open(f)?,
        };
        self.message(m, v, opened.group)?;
        self.close(opened);
        Ok(())
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        if f.pb.coding != Coding::Choice {
            return self.arm_of_message(f, m, v);
        }
        let number = self.number;
        let Some(arm) = m.arms.iter().position(|a| a.field.pb.number == number) else {
            return Err(self.fail(MalformedKind::NoArm(i64::from(number))));
        };
        let displaces = core::mem::take(&mut self.displaces);
        if displaces && !self.again {
            self.again = Probe::arm_of(|probe| v.arm(probe)) == Some(number);
        }
        if !self.again {
            let label = m.arms[arm].labels.first().copied();
            self.charge(v.bytes_apart())?;
            v.select(arm, label.unwrap_or_default());
            self.fresh = true;
        }
        v.arm(self)
    }

    #[inline]
    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        if m.whole {
            return v.one(0, self);
        }
        self.message(m, v, 0)
    }
}
