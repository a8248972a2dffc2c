//! Writing attachments: bytes stand behind the document, each in a part of its own (XOP; SOAP Message
//! Transmission Optimization Mechanism).

use super::names;
use crate::encode::{Encode, Fields, Sink};
use crate::error::UnencodableKind;
use crate::meta::{Enum, Field, Record, Union, XmlForm, XmlRole};
use crate::textual::out::Out;

/// The fewest bytes that are an attachment and not Base64: its head alone takes about a hundred.
pub(super) const ATTACHED: usize = 512;

/// Refers to an attachment by its number, in the place of its characters.
pub(super) fn refer(out: &mut Out<'_>, f: &Field, part: u32) {
    out.put(f, b"<xop:Include xmlns:xop=\"");
    out.put(f, names::XOP.as_bytes());
    out.put(f, b"\" href=\"cid:");
    out.put_u64(f, part.into());
    out.put(f, b"@manyrpc\"/>");
}

/// Appends all attachments of a message, and the end of the package.
pub(super) fn write<T: Fields + ?Sized>(out: &mut Out<'_>, boundary: &[u8; 16], v: &T) {
    // A value that has failed may not even end.
    if out.has_failed() {
        return;
    }
    let mut attached = Attached {
        out,
        boundary: super::boundary(boundary),
        parts: 0,
    };
    v.fields(&mut attached);
    let Attached { boundary, .. } = attached;
    let f = &Field::plain("message");
    out.put(f, b"\r\n--");
    out.put(f, &boundary);
    out.put(f, b"--\r\n");
}

/// Walks values for their bytes.
struct Attached<'o, 'b> {
    out: &'o mut Out<'b>,
    boundary: [u8; super::BOUNDARY],
    parts: u32,
}

macro_rules! nothing {
    ($($name:ident($($ty:ty),*))*) => {$(
        #[inline(always)]
        fn $name(&mut self, _: &Field $(, _: $ty)*) {}
    )*};
}

impl Sink for Attached<'_, '_> {
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        // Attributes and simple content are characters; so is what the header has.
        let role = f.xml_facts().role;
        if !matches!(role, XmlRole::Attribute | XmlRole::Text | XmlRole::Header) {
            v.encode(self, f);
        }
    }

    fn derived<T: Encode + ?Sized>(&mut self, _: &Field, _: &T) {}

    nothing! {
        void() bool(bool) i8(i8) u8(u8) i16(i16) u16(u16) i32(i32) u32(u32) i64(i64) u64(u64) f32(f32)
        f64(f64) f128(&[u8; 16]) enumeration(&Enum, i32) text(&str) i32s(&[i32]) u32s(&[u32])
        i64s(&[i64]) u64s(&[u64]) f32s(&[f32]) f64s(&[f64])
    }

    fn bytes(&mut self, f: &Field, v: &[u8]) {
        if v.len() < ATTACHED || f.xml_facts().form == XmlForm::Hex {
            return;
        }
        self.parts += 1;
        self.out.put(f, b"\r\n--");
        self.out.put(f, &self.boundary);
        self.out.put(
            f,
            b"\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\n\
              Content-ID: <",
        );
        self.out.put_u64(f, self.parts.into());
        self.out.put(f, b"@manyrpc>\r\n\r\n");
        self.out.put(f, v);
    }

    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if !f.xml_facts().list {
            items.for_each(|item| item.encode(self, f.element()));
        }
    }

    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.seq(f, items);
    }

    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        if let Some(v) = v {
            v.encode(self, f.element());
        }
    }

    fn record<T: Fields + ?Sized>(&mut self, _: &Field, _: &Record, v: &T) {
        v.fields(self);
    }

    fn union<T: Fields + ?Sized>(&mut self, _: &Field, _: &Union, _: usize, _: i64, v: &T) {
        v.fields(self);
    }

    fn params<T: Fields + ?Sized>(&mut self, _: &Record, v: &T) {
        v.fields(self);
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.out.fail(f, kind);
    }
}
