//! Detection of linked lists, and the two forms of their nodes.

use std::collections::{BTreeMap, HashSet};

use manyrpc_model::{Module, Type, TypeBody};

use super::lowered::NamedType;
use super::{LowerError, Lowered, TypeId, ends, protobuf};

/// Adds the second form of every list node. The form at the definition's own index is the one that
/// values have: the element if no type holds a node by value, otherwise the node with the rest of the
/// list.
pub(super) fn split(module: &Module, lowered: &mut Lowered) -> Result<(), LowerError> {
    let mut taken: HashSet<String> = module.types.iter().map(|def| def.name.clone()).collect();
    for (at, by_value) in find(module)? {
        let other = TypeId(lowered.types.len());
        let own = &mut lowered.types[at];
        own.chain = !by_value;
        own.twin = Some(other);
        let name = match by_value {
            true => free(&mut taken, format!("{}_element", own.name)),
            false => own.name.clone(),
        };
        let (body, repository_id) = (own.body.clone(), own.repository_id.clone());
        let (value, declared) = (own.value.clone(), own.declared);
        lowered.types.push(NamedType {
            name,
            repository_id,
            value,
            declared,
            body,
            chain: by_value,
            twin: Some(TypeId(at)),
        });
    }
    Ok(())
}

fn free(taken: &mut HashSet<String>, wanted: String) -> String {
    let mut name = wanted.clone();
    for number in 2.. {
        if taken.insert(name.clone()) {
            break;
        }
        name = format!("{wanted}_{number}");
    }
    name
}

/// The records that are nodes of linked lists, by index, and whether any type holds one by value. In a
/// list node the last field is an optional of the record itself, and no other field is (that would be a
/// tree). Protocol Buffers have only arrays, and define nested messages themselves.
fn find(module: &Module) -> Result<BTreeMap<usize, bool>, LowerError> {
    let aliases = Aliases::of(module)?;
    let is_node = |def: &manyrpc_model::TypeDef| match &def.body {
        TypeBody::Record(record) => aliases.links_to_itself(&def.name, record),
        _ => false,
    };
    let types = module.types.iter().enumerate();
    let nodes = types.filter(|(_, def)| !protobuf::is_message(def) && is_node(def));
    let held: HashSet<&str> = uses(module)
        .filter_map(|ty| aliases.held_by_value(ty))
        .collect();
    Ok(nodes
        .map(|(at, def)| (at, held.contains(&*def.name)))
        .collect())
}

/// Every use of a type. A plain alias counts where it is used.
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

/// The module, whose aliases are known to be acyclic.
struct Aliases<'m> {
    module: &'m Module,
}

impl<'m> Aliases<'m> {
    fn of(module: &'m Module) -> Result<Self, LowerError> {
        ends::aliases_in_order(module)?;
        Ok(Aliases { module })
    }

    /// A type with its outermost aliases and marks resolved.
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

    /// The record or union inside an optional type.
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

    /// The named type that a type contains without an optional between them, also in arrays.
    fn held_by_value(&self, mut ty: &'m Type) -> Option<&'m str> {
        loop {
            match self.resolve(ty) {
                Type::Named(name) => return Some(name),
                Type::Array { element, .. } => ty = element,
                // A shared value is a separate value, not the start of a list.
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
