//! The order of results: what an operation returns is the last field of a record here, and comes
//! first in CDR (CORBA 3.0, section 15.4.3.2).

use super::encoder::Encoder;
use crate::encode::{Encode, Fields, Sink};
use crate::error::UnencodableKind;
use crate::meta::{Enum, Field, Record, Union};

/// Writes the last of the fields, then the others.
#[inline(never)]
pub(super) fn put_returned_first<T: Fields + ?Sized>(out: &mut Encoder<'_>, m: &Record, v: &T) {
    let last = m.fields.len().saturating_sub(1);
    for picks_last in [true, false] {
        v.fields(&mut Pick {
            out,
            at: 0,
            last,
            picks_last,
        });
    }
}

/// Passes on the last of the fields that it is shown, or all others.
struct Pick<'e, 'w> {
    out: &'e mut Encoder<'w>,
    /// The index of the next field.
    at: usize,
    last: usize,
    picks_last: bool,
}

impl Pick<'_, '_> {
    fn next_is_wanted(&mut self) -> bool {
        self.at += 1;
        (self.at > self.last) == self.picks_last
    }
}

macro_rules! passed_on {
    ($($name:ident($($arg:ident: $ty:ty),*))*) => {$(
        fn $name(&mut self, f: &Field, $($arg: $ty),*) {
            self.out.$name(f, $($arg),*);
        }
    )*};
}

/// Only the fields themselves are shown to it; what is inside of them is not.
impl Sink for Pick<'_, '_> {
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        if self.next_is_wanted() {
            self.out.field(f, v);
        }
    }

    fn derived<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        if self.next_is_wanted() {
            self.out.derived(f, v);
        }
    }

    passed_on! {
        void()
        bool(v: bool)
        i8(v: i8)
        u8(v: u8)
        i16(v: i16)
        u16(v: u16)
        i32(v: i32)
        u32(v: u32)
        i64(v: i64)
        u64(v: u64)
        f32(v: f32)
        f64(v: f64)
        f128(v: &[u8; 16])
        enumeration(m: &Enum, v: i32)
        text(v: &str)
        bytes(v: &[u8])
        refuse(kind: UnencodableKind)
    }

    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.out.seq(f, items);
    }

    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.out.chain(f, items);
    }

    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        self.out.optional(f, v);
    }

    fn record<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.out.record(f, m, v);
    }

    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        self.out.union(f, m, arm, label, v);
    }

    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T) {
        self.out.params(m, v);
    }
}
