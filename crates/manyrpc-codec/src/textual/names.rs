//! Names that syntaxes of names share: where a member is, what an arm is called.

use crate::meta::{Field, Record, Union};

/// The member that holds an optional value which could be none itself.
pub(crate) const SOME: &str = "some";

/// The name of an arm that has that of its discriminant.
const VALUE: &str = "value";

/// Under what name an arm's value stands beside the discriminant.
pub(crate) fn arm_name<'m>(m: &'m Union, arm: &'m Field) -> &'m str {
    match arm.name == m.tag {
        true => VALUE,
        false => &arm.name,
    }
}

/// The index of a field, looked for from `hint` on.
pub(crate) fn find(m: &Record, name: &str, hint: usize) -> Option<usize> {
    let n = m.fields.len();
    let mut all = (hint.min(n)..n).chain(0..hint.min(n));
    all.find(|i| m.fields[*i].name == name)
}
