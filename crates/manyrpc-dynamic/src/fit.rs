//! Synthetic results that fit a request.

use manyrpc_codec::meta::{Array, Field};
use manyrpc_model::Value;

use crate::derive::{self, Around};
use crate::lower::{Amount, Lowered, Members};
use crate::sample::resize;

/// The most elements that are generated.
const MOST: usize = 1 << 20;

/// Resizes the arrays in canned results to fit a request: to the length that it states (`size_is` a
/// parameter), or to its capacity if part of an array may be sent. Other arrays, and those whose length
/// would exceed a million, are unchanged.
pub fn fit(
    lowered: &Lowered,
    (output, results): (&Members, &mut [Value]),
    (input, request): (&Members, &[Value]),
) {
    let known = |amount: Option<Amount>| {
        let around = Around {
            lowered,
            members: output,
            values: &[],
            request: Some((input, request)),
        };
        let known = around.amount(amount?).ok().flatten();
        known.map(|n| n as usize).filter(|n| *n <= MOST)
    };
    for member in output.all() {
        let Some(bounds) = member.role.bounds().first() else {
            continue;
        };
        let Some(value) = results.get_mut(output.place(member.index)) else {
            continue;
        };
        let have = derive::count(member.field, value).ok().flatten();
        let wanted = match (known(bounds.sent), known(bounds.capacity), have) {
            (Some(sent), ..) => Some(sent),
            (None, Some(room), Some(have)) if is_part(member.field) => Some(have.min(room)),
            (None, room, _) => room,
        };
        if let Some(wanted) = wanted {
            resize(lowered, member.field, member.shape, value, wanted);
        }
    }
}

/// Whether a part of an array may be sent.
fn is_part(field: &Field) -> bool {
    matches!(
        field.ndr.array,
        Array::Varying | Array::ConformantVarying | Array::Short | Array::ShortConformant
    )
}

/// Replaces results by a request's arguments: an in-out parameter by itself, a pure result by the first
/// argument of the same type.
pub fn echo((output, results): (&Members, &mut [Value]), (input, request): (&Members, &[Value])) {
    let sent = || input.iter().zip(request);
    for ((field, shape), result) in output.iter().zip(results) {
        let same = sent().find(|((f, s), _)| f.name == field.name && *s == shape);
        // A reference is text in values, and yet no other text is one.
        let found = same.or_else(|| sent().find(|((f, s), _)| *s == shape && f.cdr == field.cdr));
        if let Some((_, value)) = found {
            *result = value.clone();
        }
    }
}
