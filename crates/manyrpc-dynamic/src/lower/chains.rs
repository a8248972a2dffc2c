//! Which records are elements of linked lists.

use std::collections::HashSet;

use manyrpc_model::{Module, Type, TypeBody};

use super::{LowerError, ends, protobuf};

/// Names of the records that are elements of linked lists: the last field is an
/// optional of the record itself, no other field is (that would be a tree), and
/// everything that refers to it does so through an optional. Protocol Buffers have no lists but
/// arrays, and say what a message in a message is.
pub(super) fn find(module: &Module) -> Result<HashSet<&str>, LowerError> {
    let aliases = Aliases::of(module)?;
    let mut found: HashSet<&str> = module
        .types
        .iter()
        .filter(|def| !protobuf::is_message(def))
        .filter(
            |def| matches!(&def.body, TypeBody::Record(r) if aliases.links_to_itself(&def.name, r)),
        )
        .map(|def| def.name.as_str())
        .collect();
    for ty in uses(module) {
        if let Some(name) = aliases.held_by_value(ty) {
            found.remove(name);
        }
    }
    Ok(found)
}

/// Every type that something is of. A plain second name counts where that is used.
fn uses(module: &Module) -> impl Iterator<Item = &Type> {
    let in_types = module.types.iter().flat_map(|def| match &def.body {
        TypeBody::Record(record) => record.fields.iter().map(|f| &f.ty).collect(),
        TypeBody::Union(union) => {
            let arms = union.arms.iter().map(|arm| &arm.field);
            arms.chain(&union.default).map(|f| &f.ty).collect()
        }
        TypeBody::Enum(_) => Vec::new(),
        TypeBody::Alias(ty) if matches!(ty.plain(), Type::Named(_)) => Vec::new(),
        TypeBody::Alias(ty) => vec![ty],
    });
    let operations = module.interfaces.iter().flat_map(|i| &i.operations);
    let in_operations = operations.flat_map(|o| {
        let params = o.params.iter().map(|p| &p.ty);
        params.chain([&o.result])
    });
    in_types.chain(in_operations)
}

/// The module, its aliases known to end.
struct Aliases<'m> {
    module: &'m Module,
}

impl<'m> Aliases<'m> {
    fn of(module: &'m Module) -> Result<Self, LowerError> {
        ends::aliases_in_order(module)?;
        Ok(Aliases { module })
    }

    /// What a type is once its outermost names are resolved and marks are gone.
    fn resolve(&self, ty: &'m Type) -> &'m Type {
        let mut ty = ty.plain();
        while let Type::Named(name) = ty {
            match self.module.find_type(name).map(|def| &def.body) {
                Some(TypeBody::Alias(to)) => ty = to.plain(),
                _ => break,
            }
        }
        ty
    }

    /// The record or union that a type is an optional of.
    fn optional_of(&self, ty: &'m Type) -> Option<&'m str> {
        match self.resolve(ty) {
            Type::Optional(inner) => match self.resolve(inner) {
                Type::Named(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    fn links_to_itself(&self, name: &str, record: &'m manyrpc_model::Record) -> bool {
        let Some((last, others)) = record.fields.split_last() else {
            return false;
        };
        !others.is_empty()
            && self.optional_of(&last.ty) == Some(name)
            && others.iter().all(|f| self.optional_of(&f.ty) != Some(name))
    }

    /// The named type that this one holds other than through an optional, arrays included.
    fn held_by_value(&self, mut ty: &'m Type) -> Option<&'m str> {
        loop {
            match self.resolve(ty) {
                Type::Named(name) => return Some(name),
                Type::Array { element, .. } => ty = element,
                // A value that is shared is one of its own, not the start of a list.
                Type::Shared(inner) => ty = inner,
                Type::Optional(inner) => match self.resolve(inner) {
                    Type::Named(_) => return None,
                    below => ty = below,
                },
                _ => return None,
            }
        }
    }
}
