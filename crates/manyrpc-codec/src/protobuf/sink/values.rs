//! Writing each kind of value.

use super::Encoder;
use super::arrays::put_le;
use super::wire::zigzag;
use crate::encode::{Encode, Fields, Sink};
use crate::error::UnencodableKind;
use crate::meta::{Coding, Enum, Field, Record, Union};

macro_rules! put_integers {
    ($($name:ident $put:ident $wide:ident $is_wide:literal)*) => {$(
        #[inline(always)]
        fn $name(&mut self, f: &Field, v: $name) {
            self.$put(f, $wide::from(v), $is_wide);
        }
    )*};
}

macro_rules! put_arrays {
    ($($name:ident $ty:ident $wide:ident $zigzag:expr)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            self.lend(|sink| {
                if !f.pb.packed {
                    return sink.items(f, v.iter());
                }
                let coding = f.element().pb.coding;
                sink.array(f, v.len(), |sink, number| match coding {
                    Coding::Fixed => sink.packed(number, size_of_val(v), |space| {
                        put_le(space, v, $ty::to_le_bytes);
                    }),
                    Coding::Zigzag => sink.packed_varints(number, v, $zigzag),
                    _ => sink.packed_varints(number, v, |v| $wide::from(v) as u64),
                });
            });
        }
    )*};
}

macro_rules! put_floats {
    ($($name:ident $ty:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            self.lend(|sink| {
                if !f.pb.packed {
                    return sink.items(f, v.iter());
                }
                sink.array(f, v.len(), |sink, number| {
                    sink.packed(number, size_of_val(v), |space| {
                        put_le(space, v, $ty::to_le_bytes);
                    });
                });
            });
        }
    )*};
}

impl Sink for Encoder<'_, '_> {
    #[inline]
    fn void(&mut self, _: &Field) {}

    #[inline(always)]
    fn bool(&mut self, f: &Field, v: bool) {
        self.put_varint(f, u64::from(v));
    }

    put_integers! {
        i8 put_signed i64 false
        i16 put_signed i64 false
        i32 put_signed i64 false
        i64 put_signed i64 true
        u8 put_unsigned u64 false
        u16 put_unsigned u64 false
        u32 put_unsigned u64 false
        u64 put_unsigned u64 true
    }

    // Not a comparison with 0: negative zero is not the default.
    #[inline(always)]
    fn f32(&mut self, f: &Field, v: f32) {
        self.put_fixed4(f, v.to_bits());
    }

    #[inline(always)]
    fn f64(&mut self, f: &Field, v: f64) {
        self.put_fixed8(f, v.to_bits());
    }

    #[inline]
    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        if *v != [0; 16] || !Self::omits(f) {
            self.put_delimited(f, v);
        }
    }

    #[inline]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        if m.contains(v) {
            self.put_varint(f, i64::from(v) as u64);
        } else {
            self.fail(f, UnencodableKind::NotMember(v));
        }
    }

    #[inline(always)]
    fn text(&mut self, f: &Field, v: &str) {
        self.put_delimited(f, v.as_bytes());
    }

    #[inline(always)]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        self.put_delimited(f, v);
    }

    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.items(f, items);
    }

    put_arrays! {
        i32s i32 i64 |v| zigzag(i64::from(v))
        u32s u32 u64 u64::from
        i64s i64 i64 zigzag
        u64s u64 u64 u64::from
    }

    put_floats! { f32s f32 f64s f64 }

    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.items(f, items);
    }

    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        if f.pb.coding == Coding::Wrapped {
            return self.lend(|sink| {
                sink.message(f, f.pb.number, |sink| {
                    if let Some(v) = v {
                        v.encode(sink, f.element());
                    }
                });
            });
        }
        if let Some(v) = v {
            if f.pb.coding == Coding::Item {
                return self.item(f, v);
            }
            v.encode(self, f.element());
        }
    }

    #[inline(always)]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, v: &T) {
        self.nested(f, v);
    }

    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.fail(f, UnencodableKind::NoArm(label));
        }
        self.lend(|sink| {
            if f.pb.coding == Coding::Choice {
                return v.fields(sink);
            }
            let inside = |sink: &mut Encoder<'_, '_>| {
                sink.put_label(f, m, label);
                v.fields(sink);
            };
            match f.pb.number {
                0 => sink.bare(f, inside),
                number => sink.message(f, number, inside),
            }
        });
    }

    #[inline]
    fn params<T: Fields + ?Sized>(&mut self, _: &Record, v: &T) {
        self.fields_of(v);
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.fail(f, kind);
    }
}
