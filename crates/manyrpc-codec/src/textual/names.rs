//! Names of members and arms, for the syntaxes that write them.

use crate::meta::{Field, Record, Union};

/// The member with an optional value that could itself be none.
pub(crate) const SOME: &str = "some";

/// The name of an arm whose own name is that of the discriminant.
const VALUE: &str = "value";

/// The name of an arm's member beside the discriminant.
pub(crate) fn arm_name<'m>(m: &'m Union, arm: &'m Field) -> &'m str {
    match arm.name == m.tag {
        true => VALUE,
        false => &arm.name,
    }
}

/// The index of a field, searched from `hint` on.
pub(crate) fn find(m: &Record, name: &str, hint: usize) -> Option<usize> {
    let n = m.fields.len();
    let mut all = (hint.min(n)..n).chain(0..hint.min(n));
    all.find(|i| m.fields[*i].name == name)
}

/// A member of an object.
pub(crate) struct Found {
    /// The index of its field.
    pub(crate) field: usize,
    /// For an arm of a `oneof`, its index in [`Record::arms`].
    pub(crate) arm: Option<usize>,
}

/// The member with this JSON name, searched from the field `hint` on. Members of messages are also
/// found by their names in the definition.
#[inline]
pub(crate) fn find_member(m: &Record, name: &str, hint: usize) -> Option<Found> {
    match m.message {
        false => find(m, name, hint).map(|field| Found { field, arm: None }),
        true => find_in_message(m, name, hint),
    }
}

#[inline(never)]
fn find_in_message(m: &Record, name: &str, hint: usize) -> Option<Found> {
    let n = m.fields.len();
    let fields = || {
        (hint.min(n)..n)
            .chain(0..hint.min(n))
            .filter(|i| !m.fields[*i].is_oneof())
    };
    let arms = || 0..m.arms.len();
    let field = |field| Found { field, arm: None };
    let arm = |at: usize| Found {
        field: m.arms[at].field.into(),
        arm: Some(at),
    };
    let by_json = fields().find(|i| m.fields[*i].json_name() == name);
    let by_json = by_json.map(field);
    by_json
        .or_else(|| arms().find(|at| m.arms[*at].json == name).map(arm))
        .or_else(|| fields().find(|i| m.fields[*i].name == name).map(field))
        .or_else(|| arms().find(|at| m.arms[*at].name == name).map(arm))
}
