//! Which arm a `oneof` is in: what arrives in a later part of its message may go on with it.

use alloc::vec::Vec;

use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::Fail;
use crate::meta::{Enum, Field, Record, Union};

/// A source that reads nothing: it is shown the arm that a union is in, and remembers its number.
pub(super) struct Probe {
    number: Option<u32>,
}

impl Probe {
    /// The number of the arm that is shown.
    pub(super) fn arm_of(show: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Option<u32> {
        let mut probe = Probe { number: None };
        show(&mut probe).ok().and(probe.number)
    }
}

macro_rules! nothing {
    ($($name:ident $ty:ty)*) => {$(
        fn $name(&mut self, _: &Field, _: &mut $ty) -> Result<(), Fail> {
            Err(Fail)
        }
    )*};
}

impl<'de> Source<'de> for Probe {
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, _: &mut T) -> Result<(), Fail> {
        self.number = Some(f.pb.number);
        Ok(())
    }

    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        v.arm(self)
    }

    nothing! {
        bool bool
        i8 i8
        u8 u8
        i16 i16
        u16 u16
        i32 i32
        u32 u32
        i64 i64
        u64 u64
        f32 f32
        f64 f64
        f128 [u8; 16]
        bytes_exact [u8]
        i32s Vec<i32>
        u32s Vec<u32>
        i64s Vec<i64>
        u64s Vec<u64>
        f32s Vec<f32>
        f64s Vec<f64>
    }

    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        Err(Fail)
    }

    fn enumeration(&mut self, _: &Field, _: &Enum, _: &mut i32) -> Result<(), Fail> {
        Err(Fail)
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, _: &Field, _: &mut T) -> Result<(), Fail> {
        Err(Fail)
    }

    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, _: &Field, _: &mut T) -> Result<(), Fail> {
        Err(Fail)
    }

    fn seq<C: Collect<'de> + ?Sized>(&mut self, _: &Field, _: &mut C) -> Result<(), Fail> {
        Err(Fail)
    }

    fn seq_exact<T: Decode<'de>>(&mut self, _: &Field, _: &mut [T]) -> Result<(), Fail> {
        Err(Fail)
    }

    fn chain<C: Collect<'de> + ?Sized>(&mut self, _: &Field, _: &mut C) -> Result<(), Fail> {
        Err(Fail)
    }

    fn optional<O: Maybe<'de> + ?Sized>(&mut self, _: &Field, _: &mut O) -> Result<(), Fail> {
        Err(Fail)
    }

    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, _: &Field, _: &mut O) -> Result<(), Fail> {
        Err(Fail)
    }

    fn agree(&mut self, _: &Field, _: i64, _: i64) -> Result<(), Fail> {
        Err(Fail)
    }

    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Record,
        _: &mut T,
    ) -> Result<(), Fail> {
        Err(Fail)
    }

    fn params<T: Slots<'de> + ?Sized>(&mut self, _: &Record, _: &mut T) -> Result<(), Fail> {
        Err(Fail)
    }
}
