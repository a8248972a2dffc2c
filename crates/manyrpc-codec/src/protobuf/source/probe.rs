//! Finds out what a value already holds, where incoming data depends on it: the arm of a `oneof`,
//! the key of a map's entry.

use alloc::string::String;
use alloc::vec::Vec;

use super::scalars::zigzag;
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Name};
use crate::meta::{Coding, Enum, Field, Others, Presence, Record, Union};
use crate::protobuf::format::{I32, I64, LEN, VARINT, Wire};

/// A source that reads nothing: it is passed to a value and records what the value asks for.
pub(super) struct Probe {
    asked: Asked,
    /// The number of the arm.
    number: Option<u32>,
    /// The key.
    key: Option<Shown>,
    member: Member,
}

enum Asked {
    Arm,
    /// The key of a map's entry.
    Key,
    /// Its value, as it would be for this number on the wire.
    Value(i32),
}

/// A recorded key.
#[derive(Clone)]
pub(super) struct Shown {
    /// Its wire type.
    pub(super) wire: Wire,
    /// The number of significant bits: 1, 32 or 64.
    pub(super) bits: u32,
    /// Those bits.
    pub(super) number: u64,
    pub(super) text: String,
}

/// Properties of a map's value.
pub(super) struct Member {
    /// Whether it is of a closed enumeration.
    pub(super) closed: bool,
    /// Whether the enumeration has no such member.
    pub(super) strange: bool,
    /// A required field, if it is a message.
    pub(super) needs: Option<Name>,
}

impl Probe {
    fn new(asked: Asked) -> Self {
        Probe {
            asked,
            number: None,
            key: None,
            member: Member {
                closed: false,
                strange: false,
                needs: None,
            },
        }
    }

    /// The number of the selected arm.
    pub(super) fn arm_of(show: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Option<u32> {
        let mut probe = Probe::new(Asked::Arm);
        show(&mut probe).ok().and(probe.number)
    }

    /// The key of the entry.
    pub(super) fn key_of(show: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Option<Shown> {
        let mut probe = Probe::new(Asked::Key);
        // It reads nothing, so it always fails.
        let _ = show(&mut probe);
        probe.key
    }

    /// The properties of a number as the entry's value.
    pub(super) fn member(value: i32, show: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Member {
        let mut probe = Probe::new(Asked::Value(value));
        let _ = show(&mut probe);
        probe.member
    }

    fn shown(&mut self, wire: Wire, bits: u32, number: u64) -> Result<(), Fail> {
        let text = String::new();
        self.key = Some(Shown {
            wire,
            bits,
            number,
            text,
        });
        Err(Fail)
    }

    /// A signed integer of this many bits.
    fn signed(&mut self, f: &Field, bits: u32, v: i64) -> Result<(), Fail> {
        match f.pb.coding {
            Coding::Zigzag => self.unsigned(f, bits, zigzag(v)),
            _ => self.unsigned(f, bits, v as u64),
        }
    }

    fn unsigned(&mut self, f: &Field, bits: u32, v: u64) -> Result<(), Fail> {
        let wire = match (f.pb.coding, bits) {
            (Coding::Fixed, 64) => I64,
            (Coding::Fixed, _) => I32,
            _ => VARINT,
        };
        let number = if bits == 64 { v } else { u64::from(v as u32) };
        self.shown(wire, bits, number)
    }
}

macro_rules! nothing {
    ($($name:ident $ty:ty)*) => {$(
        fn $name(&mut self, _: &Field, _: &mut $ty) -> Result<(), Fail> {
            Err(Fail)
        }
    )*};
}

macro_rules! integers {
    ($($name:ident $show:ident $bits:literal)*) => {$(
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            self.$show(f, $bits, (*v).into())
        }
    )*};
}

impl<'de> Source<'de> for Probe {
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        self.number = Some(f.pb.number);
        match self.asked {
            Asked::Arm => Ok(()),
            _ => v.decode(self, f),
        }
    }

    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        _: &Field,
        _: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        match self.asked {
            Asked::Arm => v.arm(self),
            _ => Err(Fail),
        }
    }

    integers! {
        i8 signed 32
        i16 signed 32
        i32 signed 32
        i64 signed 64
        u8 unsigned 32
        u16 unsigned 32
        u32 unsigned 32
        u64 unsigned 64
    }

    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        self.shown(VARINT, 1, u64::from(*v))
    }

    fn enumeration(&mut self, f: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        if let Asked::Value(value) = self.asked {
            self.member.closed = m.others == Others::Unknown;
            self.member.strange = self.member.closed && !m.contains(value);
        }
        self.signed(f, 32, i64::from(*v))
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, _: &Field, v: &mut T) -> Result<(), Fail> {
        let text = String::from(v.get().ok_or(Fail)?);
        self.key = Some(Shown {
            wire: LEN,
            bits: 0,
            number: 0,
            text,
        });
        Err(Fail)
    }

    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        match (&self.asked, self.number) {
            (Asked::Arm, _) => Err(Fail),
            (Asked::Key, _) => v.one(0, self),
            (Asked::Value(_), None) => v.one(1, self),
            // It is the value itself.
            (Asked::Value(_), Some(_)) => {
                let mut fields = m.fields.iter();
                let required = fields.find(|f| f.pb.presence == Presence::Required);
                self.member.needs = required.map(|f| Name::new(&f.name));
                Err(Fail)
            }
        }
    }

    nothing! {
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

    fn params<T: Slots<'de> + ?Sized>(&mut self, _: &Record, _: &mut T) -> Result<(), Fail> {
        Err(Fail)
    }
}
