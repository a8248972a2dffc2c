//! Types that hold themselves: XML has them where a choice, or a derived type, ends what begins again. A field
//! through which its record comes back to itself is optional, marked `xml.required`, so that values are finite
//! in every language; so are the arms of unions that hold each other without a record between them.

use std::collections::HashMap;

use manyrpc_model::{Field, Type, TypeBody, TypeDef};

use super::note;

/// The mark of a field that is optional for the sake of this only.
const REQUIRED: &str = "xml.required";

pub(super) fn make(types: &mut [TypeDef]) {
    let names = types.iter().map(|t| t.name.clone());
    let numbers: HashMap<String, usize> = names.zip(0..).collect();
    let is_union = |held: &TypeDef| matches!(held.body, TypeBody::Union(_));
    // First where a union follows, which is what ends a value; what still comes back has no finite value at all.
    cut(types, &numbers, is_union, true);
    cut(types, &numbers, |_| true, true);
    cut(types, &numbers, |_| true, false);
}

/// Makes optional what leads from one type on a cycle to another, of those that are meant: fields of records, or
/// arms of unions.
fn cut(
    types: &mut [TypeDef],
    numbers: &HashMap<String, usize>,
    is_meant: fn(&TypeDef) -> bool,
    of_records: bool,
) {
    let round = on_cycles(types, numbers);
    let is_meant: Vec<bool> = types.iter().map(is_meant).collect();
    for (_, definition) in types.iter_mut().enumerate().filter(|(at, _)| round[*at]) {
        let fields: Vec<&mut Field> = match &mut definition.body {
            TypeBody::Record(record) if of_records => record.fields.iter_mut().collect(),
            TypeBody::Union(union) if !of_records => {
                union.arms.iter_mut().map(|arm| &mut arm.field).collect()
            }
            _ => continue,
        };
        for field in fields {
            let held = held(&field.ty).and_then(|name| numbers.get(name));
            if held.is_some_and(|held| round[*held] && is_meant[*held]) {
                field.ty = std::mem::take(&mut field.ty).optional();
                note(&mut field.annotations, REQUIRED, "");
            }
        }
    }
}

/// Whether each type holds itself, or is between two that do.
fn on_cycles(types: &[TypeDef], numbers: &HashMap<String, usize>) -> Vec<bool> {
    let below: Vec<Vec<usize>> = types
        .iter()
        .map(|t| {
            let held = fields(t).filter_map(|ty| held(ty));
            held.filter_map(|name| numbers.get(name).copied()).collect()
        })
        .collect();
    let mut above = vec![Vec::new(); types.len()];
    for (at, held) in below.iter().enumerate() {
        for held in held {
            above[*held].push(at);
        }
    }
    let mut round = vec![true; types.len()];
    peel(&mut round, &below, &above);
    peel(&mut round, &above, &below);
    round
}

/// Takes away what leads to nothing that is left.
fn peel(left: &mut [bool], below: &[Vec<usize>], above: &[Vec<usize>]) {
    let count = |at: usize, left: &[bool]| below[at].iter().filter(|b| left[**b]).count();
    let mut counts: Vec<usize> = (0..left.len()).map(|at| count(at, left)).collect();
    let mut ends: Vec<usize> = (0..left.len())
        .filter(|at| left[*at] && counts[*at] == 0)
        .collect();
    while let Some(at) = ends.pop() {
        left[at] = false;
        for above in above[at].iter().copied().filter(|above| left[*above]) {
            counts[above] -= 1;
            if counts[above] == 0 {
                ends.push(above);
            }
        }
    }
}

/// What a value of the type holds.
fn fields(definition: &TypeDef) -> Box<dyn Iterator<Item = &Type> + '_> {
    match &definition.body {
        TypeBody::Alias(ty) => Box::new(std::iter::once(ty)),
        TypeBody::Record(record) => Box::new(record.fields.iter().map(|f| &f.ty)),
        TypeBody::Union(union) => Box::new(union.arms.iter().map(|arm| &arm.field.ty)),
        TypeBody::Enum(_) => Box::new(std::iter::empty()),
    }
}

/// The type that is held itself, and not at the end of a pointer.
fn held(ty: &Type) -> Option<&str> {
    match ty.plain() {
        Type::Named(name) => Some(name),
        _ => None,
    }
}
