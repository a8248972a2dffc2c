//! Derived types that hold themselves, of which zeep loses what they inherit.
//!
//! zeep completes a type by completing its base, adding what the base has, and completing the types of its elements
//! (`ComplexType.resolve`, `extend` and `restrict`). A type that is asked for while it is being completed is, until then,
//! only what it says itself, and whoever asked keeps that: an element has a type without what that inherits, and a type
//! what its base adds to the base of that. So of a type with the bases B1, B2 … there may be only what it and the bases
//! before some B say, if completing the last of these asks for the type, or for one of the bases before.

use std::collections::{BTreeSet, HashMap};
use std::iter;

use manyrpc_model::{Field, Module, Type, TypeBody, TypeDef};

/// The types of a module.
pub(crate) struct Held<'m> {
    types: HashMap<&'m str, &'m TypeDef>,
}

impl<'m> Held<'m> {
    pub(crate) fn of(module: &'m Module) -> Self {
        Held {
            types: module.types.iter().map(|t| (&*t.name, t)).collect(),
        }
    }

    /// The complex type that a use of a type is of: where it has derived ones, a use is of a union of all.
    pub(super) fn declared(&self, ty: &Type) -> Option<&'m TypeDef> {
        let Type::Named(name) = ty.plain() else {
            return None;
        };
        let definition = *self.types.get(&**name)?;
        match &definition.body {
            TypeBody::Union(union) if definition.annotations.contains_key("xsd.derived") => {
                self.declared(&union.arms.first()?.field.ty)
            }
            _ => Some(definition),
        }
    }

    pub(super) fn base(&self, definition: &TypeDef) -> Option<&'m TypeDef> {
        let base = definition.annotations.get("xsd.base")?;
        self.types.get(&**base).copied()
    }

    /// What zeep may have of a type instead of its fields.
    pub(super) fn instead(&self, definition: &'m TypeDef) -> Vec<Vec<&'m Field>> {
        let own = fields_of(definition);
        let mut all = Vec::new();
        for lost in self.lost_bases(definition) {
            let lost = fields_of(lost);
            let is_left = |f: &&Field| !lost.contains(f);
            all.push(own.iter().filter(is_left).collect());
            // A restriction says its elements again.
            all.push(
                own.iter()
                    .filter(|f| !is_attribute(f) || is_left(f))
                    .collect(),
            );
        }
        all
    }

    /// The attributes that a type does not have and some base of it has: zeep does not know that a restriction has none of
    /// them.
    pub(crate) fn missing(&self, definition: &'m TypeDef) -> impl Iterator<Item = &'m Field> {
        let bases = iter::successors(self.base(definition), |base| self.base(base));
        let own = fields_of(definition);
        let is_missing = |field: &&Field| !own.iter().any(|own| own.name == field.name);
        let inherited = bases.flat_map(fields_of).filter(|f| is_attribute(f));
        inherited.filter(is_missing)
    }

    /// Whether zeep may lose a field of a type, an attribute, in messages.
    pub(crate) fn may_lose(&self, definition: &'m TypeDef, field: &Field) -> bool {
        let is_in = |base: &&TypeDef| fields_of(base).contains(field);
        is_attribute(field) && self.lost_bases(definition).iter().any(is_in)
    }

    /// The bases of a type that zeep may lose with all that is before them.
    fn lost_bases(&self, definition: &'m TypeDef) -> Vec<&'m TypeDef> {
        let (mut chain, mut lost) = (vec![definition], Vec::new());
        let mut last = definition;
        while let Some(base) = self.base(last) {
            // The last one itself matters where it is the first: else nobody derives from what it is so far.
            let before = &chain[..chain.len().max(2) - 1];
            if before.iter().any(|held| self.holds(last, &held.name)) {
                lost.push(base);
            }
            chain.push(base);
            last = base;
        }
        lost
    }

    /// Whether there are elements of a type in another one, or in what that holds.
    fn holds(&self, holder: &'m TypeDef, held: &str) -> bool {
        let mut seen = BTreeSet::from([&*holder.name]);
        let mut waiting = vec![holder];
        while let Some(definition) = waiting.pop() {
            for ty in types_in(definition) {
                let Some(within) = self.declared(innermost(ty)) else {
                    continue;
                };
                if within.name == held {
                    return true;
                }
                if seen.insert(&within.name) {
                    waiting.push(within);
                }
            }
        }
        false
    }
}

fn is_attribute(field: &Field) -> bool {
    let role = field.annotations.get("xml.role").map(String::as_str);
    matches!(role, Some("attribute" | "anyAttribute"))
}

fn fields_of(definition: &TypeDef) -> &[Field] {
    match &definition.body {
        TypeBody::Record(record) => &record.fields,
        _ => &[],
    }
}

fn types_in(definition: &TypeDef) -> Vec<&Type> {
    match &definition.body {
        TypeBody::Record(record) => record.fields.iter().map(|f| &f.ty).collect(),
        TypeBody::Union(union) => union.arms.iter().map(|arm| &arm.field.ty).collect(),
        TypeBody::Alias(ty) => vec![ty],
        TypeBody::Enum(_) => Vec::new(),
    }
}

/// What occurs, however often.
fn innermost(ty: &Type) -> &Type {
    match ty.plain() {
        Type::Optional(inner) | Type::Array { element: inner, .. } => innermost(inner),
        _ => ty,
    }
}
