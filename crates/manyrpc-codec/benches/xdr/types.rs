//! The types of `interfaces/bench.x` as the generator writes them, and an encoder by hand.

use std::borrow::Cow;

use manyrpc_codec::meta::{Field, Length, NdrShape, Record};
use manyrpc_codec::{Buf, Decode, Encode, Fail, Fields, Sink, Slots, Source};

pub(crate) static INTS: Field = Field::sized("values", Length::UpTo(1_000_000));
pub(crate) static WANTED: Field = Field::plain("result");

pub(crate) static INFO: Record = Record {
    name: Cow::Borrowed("info"),
    fields: Cow::Borrowed(&[
        Field::plain("id"),
        Field::plain("first_name"),
        Field::plain("last_name"),
        Field::plain("age"),
        Field::plain("email"),
        Field::plain("phone"),
        Field::plain("newsletter"),
        Field::plain("latitude"),
        Field::plain("longitude"),
        Field::plain("photo"),
    ]),
    ndr: NdrShape::WORDS,
};

/// `info` with text and bytes of type `T` and `B`: owned, or borrowed from the message.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Info<T, B> {
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

pub(crate) type Owned = Info<String, Vec<u8>>;
pub(crate) type Borrowed<'a> = Info<Cow<'a, str>, Cow<'a, [u8]>>;

impl<T: Encode, B: Encode> Encode for Info<T, B> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &INFO, self);
    }
}

impl<T: Encode, B: Encode> Fields for Info<T, B> {
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

impl<'de, T: Decode<'de>, B: Decode<'de>> Decode<'de> for Info<T, B> {
    #[inline]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &INFO, self)
    }
}

impl<'de, T: Decode<'de>, B: Decode<'de>> Slots<'de> for Info<T, B> {
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

/// What somebody writes who knows the type and the buffer, and nothing of visitors.
pub(crate) fn info_by_hand(out: &mut Buf, v: &Owned) {
    out.put_u32(v.id as u32);
    opaque_by_hand(out, v.first_name.as_bytes());
    opaque_by_hand(out, v.last_name.as_bytes());
    out.put_u32(v.age as u32);
    opaque_by_hand(out, v.email.as_bytes());
    opaque_by_hand(out, v.phone.as_bytes());
    out.put_u32(u32::from(v.newsletter));
    out.put_u32(v.latitude.to_bits());
    out.put_u32(v.longitude.to_bits());
    opaque_by_hand(out, &v.photo);
}

fn opaque_by_hand(out: &mut Buf, v: &[u8]) {
    let end = 4 + v.len().next_multiple_of(4);
    let space = &mut out.space(end)[..end];
    space[end - 4..].fill(0);
    space[..4].copy_from_slice(&(v.len() as u32).to_be_bytes());
    space[4..4 + v.len()].copy_from_slice(v);
    out.filled(end);
}

pub(crate) fn ints_by_hand(out: &mut Buf, v: &[i32]) {
    out.put_u32(v.len() as u32);
    let space = &mut out.space(v.len() * 4)[..v.len() * 4];
    for (to, from) in space.chunks_exact_mut(4).zip(v) {
        to.copy_from_slice(&from.to_be_bytes());
    }
    out.filled(v.len() * 4);
}

pub(crate) fn the_info(photo: usize) -> Owned {
    Info {
        id: 1,
        first_name: "Ada".into(),
        last_name: "Lovelace".into(),
        age: 36,
        email: "ada@example.org".into(),
        phone: "+44 20 7946 0000".into(),
        newsletter: true,
        latitude: 51.5,
        longitude: -0.125,
        photo: (0..photo).map(|i| i as u8).collect(),
    }
}
