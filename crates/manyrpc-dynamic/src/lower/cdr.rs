//! CDR metadata of fields, from the marks of OMG IDL (`omg.*`) on uses of types.

use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_model::Annotations;

/// Completes a field from the marks on its type.
pub(super) fn mark(field: &mut Field, marks: &Annotations) {
    if marks.contains_key("omg.wide") || marks.contains_key("omg.wchar") {
        field.cdr = Cdr::Wide;
    }
    if let Some((digits, scale)) = marks.get("omg.fixed").and_then(|said| fixed(said)) {
        field.cdr = Cdr::Fixed { digits, scale };
    }
}

/// `digits,scale`.
fn fixed(said: &str) -> Option<(u8, u8)> {
    let (digits, scale) = said.split_once(',')?;
    Some((digits.trim().parse().ok()?, scale.trim().parse().ok()?))
}
