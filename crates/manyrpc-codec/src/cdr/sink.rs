//! Writing CDR (CORBA 3.0, section 15.3).

use super::encoder::Encoder;
use super::results::put_returned_first;
use super::{is_label, tag_width};
use crate::encode::{Encode, Fields, Sink};
use crate::error::UnencodableKind;
use crate::meta::{Cdr, Enum, Field, Length, Record, Union};

impl Encoder<'_> {
    /// Section 15.3.2.2: the discriminant; false if it cannot have this value.
    #[inline(always)]
    fn put_label(&mut self, f: &Field, m: &Union, label: i64) -> bool {
        if !is_label(m, label) {
            self.w.fail(f, UnencodableKind::NoArm(label));
            return false;
        }
        match tag_width(m) {
            1 => self.put(f, (label as i8).to_le_bytes()),
            2 if m.cdr == Cdr::Wide => self.apart(|there| there.put_wide_char(f, label as u16)),
            2 => self.put(f, (label as i16).to_le_bytes()),
            4 => self.put(f, (label as i32).to_le_bytes()),
            _ => self.put(f, label.to_le_bytes()),
        }
        true
    }
}

macro_rules! put_scalars {
    ($($name:ident)*) => {$(
        #[inline(always)]
        fn $name(&mut self, f: &Field, v: $name) {
            self.put(f, v.to_le_bytes());
        }
    )*};
}

macro_rules! put_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            self.put_bulk(f, v, $ty::to_le_bytes);
        }
    )*};
}

impl Sink for Encoder<'_> {
    #[inline]
    fn void(&mut self, _: &Field) {}

    // Section 15.3.1.5.
    #[inline(always)]
    fn bool(&mut self, f: &Field, v: bool) {
        self.put(f, [u8::from(v)]);
    }

    // Sections 15.3.1.2 to 15.3.1.4.
    put_scalars! { i8 u8 i16 i32 u32 i64 u64 f32 f64 }

    #[inline(always)]
    fn u16(&mut self, f: &Field, v: u16) {
        match f.cdr {
            Cdr::Wide => self.apart(|there| there.put_wide_char(f, v)),
            _ => self.put(f, v.to_le_bytes()),
        }
    }

    // Section 15.3.1.3: at a multiple of eight.
    #[inline]
    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        let mut bytes = *v;
        bytes.reverse();
        self.align::<8>();
        self.put_here(f, bytes);
    }

    // Section 15.3.2.6.
    #[inline(always)]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        match m.contains(v) {
            true => self.put(f, v.to_le_bytes()),
            false => self.w.fail(f, UnencodableKind::NotMember(v)),
        }
    }

    // Section 15.3.2.7.
    #[inline(always)]
    fn text(&mut self, f: &Field, v: &str) {
        match f.cdr {
            Cdr::Natural | Cdr::Char | Cdr::Any | Cdr::Value | Cdr::Derived => {
                self.put_string(f, v)
            }
            Cdr::Reference => self.apart(|there| there.put_reference(f, v)),
            Cdr::Wide => self.apart(|there| there.put_wide_text(f, v)),
            Cdr::Fixed { digits, scale } => {
                self.apart(|there| there.put_fixed(f, digits, scale, v));
            }
        }
    }

    fn text_bytes(&mut self, f: &Field, v: &[u8]) {
        match f.cdr {
            Cdr::Natural => self.put_string_bytes(f, v),
            _ => self.w.fail(f, UnencodableKind::NotUtf8),
        }
    }

    #[inline(always)]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        match f.cdr {
            Cdr::Any => self.apart(|there| there.put_any(f, v)),
            _ if self.put_count(f, v.len()) => self.put_octets(f, v),
            _ => {}
        }
    }

    // Sections 15.3.2.3 and 15.3.2.4.
    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if !self.put_count(f, items.len()) {
            return;
        }
        self.nested(f, |sink| {
            let element = f.element();
            for item in items {
                item.encode(sink, element);
            }
        });
    }

    put_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 f32s f32 f64s f64 }

    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if items.len() > max as usize {
            return self.w.fail_length(f, items.len(), max);
        }
        self.put_u32(f, items.len() as u32);
        self.nested(f, |sink| {
            let element = f.element();
            for item in items {
                item.encode(sink, element);
            }
        });
    }

    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        self.put_u32(f, u32::from(v.is_some()));
        if let Some(v) = v {
            self.nested(f, |sink| v.encode(sink, f.element()));
        }
    }

    #[inline]
    fn shared<T: Encode + ?Sized>(&mut self, f: &Field, identity: usize, v: Option<&T>) {
        match f.cdr {
            Cdr::Value => self.apart(|there| there.put_shared(f, identity, v)),
            // What CDR has no word for: each place has a value of its own.
            _ if identity != 0 && v.is_none() => self.w.fail(f, UnencodableKind::Dangling),
            _ => self.optional(f, v),
        }
    }

    // Section 15.3.4.
    #[inline]
    fn value<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.apart(|there| there.put_value(f, m, v));
    }

    // Section 15.3.2.1.
    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, v: &T) {
        self.nested(f, |sink| v.fields(sink));
    }

    // Section 15.3.2.2.
    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.w.fail(f, UnencodableKind::NoArm(label));
        }
        // The identifier of a valuetype is its label.
        if f.cdr == Cdr::Value || self.put_label(f, m, label) {
            self.nested(f, |sink| v.fields(sink));
        }
    }

    #[inline]
    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T) {
        match m.returns {
            true => put_returned_first(self, m, v),
            false => v.fields(self),
        }
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.w.fail(f, kind);
    }
}
