//! Rust types whose values are made into an `any`, and taken out of one.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Any, PLACE, kinds};
use crate::cdr::octets::Octets;
use crate::meta::{Field, Length};
use crate::shared::Shared;
use crate::values::{Octet, Quad};

/// A type that has a type code: generated records, unions and enumerations (if stubs have type codes), numbers,
/// text, sequences (`Vec<T>`, `[T]`), arrays and places of valuetypes (`Shared<T>`).
///
/// Which numbers are which is as in OMG IDL: `i32` is a `long`, `u8` an `octet`, `f64` a `double`. A `wchar`, a
/// `wstring`, a `char` and a `fixed` are types in Rust that others are, too: they are made by
/// [`Any::with_type`].
pub trait Typed {
    /// The metadata of a value by itself.
    const PLACE: &'static Field;

    /// The type code as CDR has it, in little-endian byte order, from a multiple of 4 on.
    fn type_code() -> Cow<'static, [u8]>;
}

/// A generated record that is a valuetype; [`Shared`] places of it are [`Typed`].
pub trait Valuetype {
    /// The metadata of a place that holds it, by itself.
    const PLACE: &'static Field;

    /// As [`Typed::type_code`].
    const TYPE_CODE: &'static [u8];
}

impl<T: Valuetype> Typed for Shared<T> {
    const PLACE: &'static Field = T::PLACE;

    fn type_code() -> Cow<'static, [u8]> {
        Cow::Borrowed(T::TYPE_CODE)
    }
}

const VALUE: Field = Field::plain("value");

macro_rules! simple {
    ($($ty:ty, $kind:literal)*) => {$(
        impl Typed for $ty {
            const PLACE: &'static Field = &VALUE;

            fn type_code() -> Cow<'static, [u8]> {
                Cow::Borrowed(const { &u32::to_le_bytes($kind) })
            }
        }
    )*};
}

simple! {
    bool, 8 u8, 10 Octet, 10 i16, 2 u16, 4 i32, 3 u32, 5 i64, 23 u64, 24 f32, 6 f64, 7 Quad, 25
}

impl Typed for Any {
    const PLACE: &'static Field = &PLACE;

    fn type_code() -> Cow<'static, [u8]> {
        Cow::Borrowed(&[11, 0, 0, 0])
    }
}

impl Typed for str {
    const PLACE: &'static Field = &VALUE;

    fn type_code() -> Cow<'static, [u8]> {
        // Its bound, none, follows.
        Cow::Borrowed(&[kinds::STRING as u8, 0, 0, 0, 0, 0, 0, 0])
    }
}

impl Typed for String {
    const PLACE: &'static Field = &VALUE;

    fn type_code() -> Cow<'static, [u8]> {
        str::type_code()
    }
}

impl<T: Typed + alloc::borrow::ToOwned + ?Sized> Typed for Cow<'_, T> {
    const PLACE: &'static Field = T::PLACE;

    fn type_code() -> Cow<'static, [u8]> {
        T::type_code()
    }
}

impl<T: Typed + ?Sized> Typed for &T {
    const PLACE: &'static Field = T::PLACE;

    fn type_code() -> Cow<'static, [u8]> {
        T::type_code()
    }
}

impl<T: Typed> Typed for [T] {
    const PLACE: &'static Field = &Field::of("value", Length::UpTo(u32::MAX), T::PLACE);

    fn type_code() -> Cow<'static, [u8]> {
        Cow::Owned(elements(kinds::SEQUENCE, &T::type_code(), 0))
    }
}

impl<T: Typed> Typed for Vec<T> {
    const PLACE: &'static Field = <[T]>::PLACE;

    fn type_code() -> Cow<'static, [u8]> {
        <[T]>::type_code()
    }
}

impl<T: Typed, const N: usize> Typed for [T; N] {
    const PLACE: &'static Field = &Field::of("value", Length::Fixed(N as u32), T::PLACE);

    fn type_code() -> Cow<'static, [u8]> {
        Cow::Owned(elements(kinds::ARRAY, &T::type_code(), N as u32))
    }
}

/// The type code of a sequence with that bound, or of an array of that length. What an element's has inside
/// counts from its own beginning, so that it is the same here.
fn elements(kind: u32, element: &[u8], n: u32) -> Vec<u8> {
    let mut out = Octets::default();
    out.u32(kind);
    let outer = out.begin();
    out.align(4);
    out.bytes.extend(element);
    out.u32(n);
    out.end(outer);
    out.bytes
}
