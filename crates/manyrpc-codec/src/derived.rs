//! Derived fields: the number of elements of an array, the arm of a union. They are sent but have
//! no place in the value, so generated code computes them with these functions, and checks received
//! values with them.
//!
//! ```
//! use manyrpc_codec::Relation;
//!
//! let pairs = Relation::of(2, 1, 0);
//! assert_eq!(pairs.count(3), Some(6));
//! assert_eq!(pairs.number(6), Some(3));
//! ```

use crate::decode::Source;
use crate::encode::{Encode, Sink};
use crate::error::{Fail, UnencodableKind};
use crate::meta::{Array, Chars, Field};

/// The relation between a number and a count: the count is `number * times / over + plus`, where
/// the division truncates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The factor, not 0.
    pub times: u32,
    /// The divisor, not 0.
    pub over: u32,
    /// The summand.
    pub plus: i32,
}

impl Relation {
    /// The number equals the count.
    pub const SAME: Self = Self::of(1, 1, 0);

    /// A relation from its three parts.
    pub const fn of(times: u32, over: u32, plus: i32) -> Self {
        Relation { times, over, plus }
    }

    /// The count for a number; `None` if it would be negative or overflow.
    pub fn count(&self, number: i64) -> Option<u64> {
        u64::try_from(self.signed(number)?).ok()
    }

    /// The same, possibly negative.
    fn signed(&self, number: i64) -> Option<i128> {
        let (times, over) = (i128::from(self.times), i128::from(self.over));
        let quotient = (i128::from(number) * times).checked_div(over)?;
        Some(quotient + i128::from(self.plus))
    }

    /// A number for a count: the smallest one that is not negative if possible; `None` if there is
    /// none.
    pub fn number(&self, count: u64) -> Option<i64> {
        let (times, over) = (i128::from(self.times), i128::from(self.over));
        let product = (i128::from(count) - i128::from(self.plus)).checked_mul(over)?;
        let quotient = product.checked_div(times)?;
        // The division truncates; if the result is too small, a neighbour may fit.
        let candidates = [quotient, quotient + 1, quotient - 1];
        let mut candidates = candidates.into_iter().filter_map(|n| i64::try_from(n).ok());
        candidates.find(|n| self.count(*n) == Some(count))
    }
}

impl Default for Relation {
    fn default() -> Self {
        Relation::SAME
    }
}

/// An integer type, or one that can represent some integers.
pub trait Number: Sized {
    /// The value for an integer.
    fn from_i64(v: i64) -> Option<Self>;
    /// The integer; values above the range of `i64` become the largest.
    fn to_i64(&self) -> i64;
}

macro_rules! numbers {
    ($($ty:ident)*) => {$(
        impl Number for $ty {
            #[inline]
            fn from_i64(v: i64) -> Option<Self> {
                v.try_into().ok()
            }
            #[inline]
            fn to_i64(&self) -> i64 {
                (*self).try_into().unwrap_or(i64::MAX)
            }
        }
    )*};
}
numbers!(i8 u8 i16 u16 i32 u32 i64 u64);

impl Number for bool {
    #[inline]
    fn from_i64(v: i64) -> Option<Self> {
        Some(v != 0)
    }
    #[inline]
    fn to_i64(&self) -> i64 {
        i64::from(*self)
    }
}

/// The number of elements of text in that place: code units of its encoding, including the NUL if
/// it is terminated.
pub fn units(f: &Field, text: &str) -> usize {
    let units = match f.ndr.chars {
        Chars::Natural | Chars::Narrow => text.len(),
        Chars::Wide => text.encode_utf16().count(),
    };
    let terminated = f.ndr.terminated || f.ndr.array == Array::Natural;
    units + usize::from(terminated)
}

/// A field with the number of elements of a neighbouring field.
#[derive(Clone, Copy, Debug)]
pub struct Count<N> {
    number: Option<N>,
    count: usize,
}

impl<N: Number> Count<N> {
    /// For that many elements; the number is 0 if there is no array.
    #[inline]
    pub fn of(relation: Relation, count: Option<usize>) -> Self {
        let number = match (count, relation) {
            (None, _) => Some(0),
            (Some(count), Relation::SAME) => i64::try_from(count).ok(),
            (Some(count), relation) => relation.number(count as u64),
        };
        Count {
            number: number.and_then(N::from_i64),
            count: count.unwrap_or_default(),
        }
    }
}

impl<N: Encode> Encode for Count<N> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        match &self.number {
            Some(number) => s.derived(f, number),
            None => s.refuse(f, UnencodableKind::DerivedCount(self.count as u64)),
        }
    }
}

/// A field with the arm of a neighbouring union.
#[derive(Clone, Copy, Debug)]
pub struct Label<N> {
    number: Option<N>,
    label: i64,
}

impl<N: Number> Label<N> {
    /// For the arm that a label selects.
    #[inline]
    pub fn of(label: i64) -> Self {
        let number = N::from_i64(label);
        Label { number, label }
    }
}

impl<N: Encode> Encode for Label<N> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        match &self.number {
            Some(number) => s.derived(f, number),
            None => s.refuse(f, UnencodableKind::NoArm(self.label)),
        }
    }
}

/// The capacity of an array, as given by another field: 0 if that is negative; `None` on overflow.
#[inline]
pub fn capacity<N: Number>(relation: Relation, number: &N) -> Option<u32> {
    let count = relation.signed(number.to_i64())?;
    u32::try_from(count.max(0)).ok()
}

/// The same for the difference of two numbers, which may be absent.
pub fn between(relation: Relation, number: Option<i64>, less: Option<i64>) -> Option<u32> {
    capacity(relation, &number?.checked_sub(less?)?)
}

/// The value of a field derived from an array of `count` elements: 0 if there is no array.
pub fn number_of(relation: Relation, count: Option<usize>) -> Option<i64> {
    count.map_or(Some(0), |count| relation.number(count as u64))
}

/// The capacity, if its field is derived from an array of `count` elements.
pub fn room_for_count(room: Relation, relation: Relation, count: Option<usize>) -> Option<u32> {
    capacity(room, &number_of(relation, count)?)
}

/// Checks that the array `of` has as many elements as another field states. Without an array, that
/// field may have any value.
///
/// # Errors
/// The numbers differ.
#[inline]
pub fn agree<'de, N: Number, S: Source<'de>>(
    s: &mut S,
    of: &Field,
    relation: Relation,
    said: &N,
    found: Option<usize>,
) -> Result<(), Fail> {
    let said = said.to_i64();
    let Some(found) = found else { return Ok(()) };
    let said = match relation {
        Relation::SAME => said,
        // No array is that long.
        relation => relation
            .count(said)
            .map_or(-1, |n| i64::try_from(n).unwrap_or(-1)),
    };
    s.agree(of, said, found as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_counts_belong_together_both_ways() {
        let relation = Relation::of;
        for (r, number, count) in [
            (Relation::SAME, 7, 7),
            (relation(2, 1, 0), 3, 6),
            (relation(1, 2, 0), 6, 3),
            (relation(1, 2, 0), 0, 0),
            (relation(1, 1, 1), 4, 5),
            (relation(1, 1, -1), 4, 3),
            (relation(1, 1, 1), -1, 0),
            (relation(2, 3, 0), 3, 2),
        ] {
            assert_eq!(r.count(number), Some(count), "{r:?}");
            let back = r.number(count).and_then(|n| r.count(n));
            assert_eq!(back, Some(count), "{r:?}");
        }
        assert_eq!(relation(1, 2, 0).number(0), Some(0));
        assert_eq!(relation(2, 3, 0).number(1), Some(2));
        assert_eq!(relation(1, 2, 0).count(7), Some(3));
        assert_eq!(relation(2, 1, 0).number(5), None);
        assert_eq!(relation(1, 1, -1).count(0), None);
        assert_eq!(Relation::SAME.number(u64::MAX), None);
        assert_eq!(relation(0, 0, 0).count(1), None);
        assert_eq!(relation(0, 1, 0).number(1), None);
    }

    #[test]
    fn numbers_keep_to_their_type() {
        assert_eq!(u8::from_i64(256), None);
        assert_eq!(i8::from_i64(-128), Some(-128));
        assert_eq!(u64::MAX.to_i64(), i64::MAX);
        assert_eq!(capacity(Relation::SAME, &u64::MAX), None);
        assert_eq!(capacity(Relation::of(1, 2, 0), &9u16), Some(4));
        assert_eq!(capacity(Relation::SAME, &-1i32), Some(0));
        assert_eq!(capacity(Relation::of(1, 1, -1), &0u8), Some(0));
    }
}
