//! The types of `interfaces/bench.x` as the generator writes them.

use std::borrow::Cow;

use manyrpc_codec::meta::{Array, Field, Length, Ndr, NdrShape, Pointer, Record};
use manyrpc_codec::{Decode, Encode, Fail, Fields, Sink, Slots, Source};

pub(crate) static INTS: Field = Field::sized("values", Length::UpTo(1_000_000))
    .ndr(COUNTED)
    .number(1)
    .packed();
pub(crate) static WANTED: Field = Field::plain("result");

pub(crate) static INFO: Record = Record::of(
    "info",
    const {
        &[
            Field::plain("id").number(1),
            Field::plain("first_name").ndr(TEXT).number(2),
            Field::plain("last_name").ndr(TEXT).number(3),
            Field::plain("age").number(4),
            Field::plain("email").ndr(TEXT).number(5),
            Field::plain("phone").ndr(TEXT).number(6),
            Field::plain("newsletter").number(7),
            Field::plain("latitude").number(8),
            Field::plain("longitude").number(9),
            Field::plain("photo").ndr(COUNTED).number(10),
        ]
    },
)
.ndr(NdrShape {
    defers: true,
    ..NdrShape::WORDS
});

const TEXT: Ndr = Ndr {
    pointer: Pointer::Unique,
    terminated: true,
    defers: true,
    ..Ndr::NATURAL
};

const COUNTED: Ndr = Ndr {
    array: Array::Counted,
    defers: true,
    ..Ndr::NATURAL
};

/// `info` as the generator writes it: text and bytes borrow if they can.
pub(crate) type Info<'a> = InfoOf<Cow<'a, str>, Cow<'a, [u8]>>;

/// The same with owned text and bytes.
pub(crate) type Owned = InfoOf<String, Vec<u8>>;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct InfoOf<T, B> {
    pub(crate) id: i32,
    pub(crate) first_name: T,
    pub(crate) last_name: T,
    pub(crate) age: i32,
    pub(crate) email: T,
    pub(crate) phone: T,
    pub(crate) newsletter: bool,
    pub(crate) latitude: f32,
    pub(crate) longitude: f32,
    pub(crate) photo: B,
}

impl<T: Encode, B: Encode> Encode for InfoOf<T, B> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &INFO, self);
    }
}

impl<T: Encode, B: Encode> Fields for InfoOf<T, B> {
    #[inline]
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&INFO.fields[0], &self.id);
        s.field(&INFO.fields[1], &self.first_name);
        s.field(&INFO.fields[2], &self.last_name);
        s.field(&INFO.fields[3], &self.age);
        s.field(&INFO.fields[4], &self.email);
        s.field(&INFO.fields[5], &self.phone);
        s.field(&INFO.fields[6], &self.newsletter);
        s.field(&INFO.fields[7], &self.latitude);
        s.field(&INFO.fields[8], &self.longitude);
        s.field(&INFO.fields[9], &self.photo);
    }
}

impl<'de, T: Decode<'de>, B: Decode<'de>> Decode<'de> for InfoOf<T, B> {
    #[inline]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &INFO, self)
    }
}

impl<'de, T: Decode<'de>, B: Decode<'de>> Slots<'de> for InfoOf<T, B> {
    #[inline]
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        s.slot(&INFO.fields[0], &mut self.id)?;
        s.slot(&INFO.fields[1], &mut self.first_name)?;
        s.slot(&INFO.fields[2], &mut self.last_name)?;
        s.slot(&INFO.fields[3], &mut self.age)?;
        s.slot(&INFO.fields[4], &mut self.email)?;
        s.slot(&INFO.fields[5], &mut self.phone)?;
        s.slot(&INFO.fields[6], &mut self.newsletter)?;
        s.slot(&INFO.fields[7], &mut self.latitude)?;
        s.slot(&INFO.fields[8], &mut self.longitude)?;
        s.slot(&INFO.fields[9], &mut self.photo)
    }

    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&INFO.fields[0], &mut self.id),
            1 => s.slot(&INFO.fields[1], &mut self.first_name),
            2 => s.slot(&INFO.fields[2], &mut self.last_name),
            3 => s.slot(&INFO.fields[3], &mut self.age),
            4 => s.slot(&INFO.fields[4], &mut self.email),
            5 => s.slot(&INFO.fields[5], &mut self.phone),
            6 => s.slot(&INFO.fields[6], &mut self.newsletter),
            7 => s.slot(&INFO.fields[7], &mut self.latitude),
            8 => s.slot(&INFO.fields[8], &mut self.longitude),
            9 => s.slot(&INFO.fields[9], &mut self.photo),
            _ => Err(Fail),
        }
    }
}

pub(crate) fn the_info(photo: usize) -> Info<'static> {
    InfoOf {
        id: 1,
        first_name: "Ada".into(),
        last_name: "Lovelace".into(),
        age: 36,
        email: "ada@example.org".into(),
        phone: "+44 20 7946 0000".into(),
        newsletter: true,
        latitude: 51.5,
        longitude: -0.125,
        photo: (0..photo).map(|i| i as u8).collect::<Vec<u8>>().into(),
    }
}
