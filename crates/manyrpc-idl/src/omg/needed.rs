//! What enters the module: what the definition's own file declares, and what that needs.

use std::collections::HashSet;

use super::ast::InterfaceKind;
use super::tree::Value;
use super::tree::{DeclId, Interface, Kind, Tree, Ty};

/// Types, exceptions and interfaces that enter the module.
pub(super) fn needed(tree: &Tree) -> HashSet<DeclId> {
    let own = |id: &&DeclId| {
        let decl = &tree.decls[**id];
        decl.own && !is_silent(&decl.kind)
    };
    let mut waiting: Vec<DeclId> = tree.complete.iter().filter(own).copied().collect();
    let mut needed = HashSet::new();
    while let Some(id) = waiting.pop() {
        if !needed.insert(id) {
            continue;
        }
        // Its name says what it is in.
        let around = tree.scopes[tree.decls[id].scope].of;
        waiting.extend(around.filter(|of| tree.decls[*of].kind.holds_in_model()));
        match &tree.decls[id].kind {
            Kind::Alias(ty) | Kind::Const(ty, Some(Value::Enumerator(_))) => {
                uses(ty, &mut waiting);
            }
            Kind::Struct(of) | Kind::Exception(of) => {
                of.members.iter().for_each(|m| uses(&m.ty, &mut waiting));
            }
            Kind::Union(union) => {
                uses(&union.switch, &mut waiting);
                let arms = union.arms.iter().map(|a| &a.member).chain(&union.default);
                arms.for_each(|m| uses(&m.ty, &mut waiting));
            }
            Kind::Interface(interface) => of_interface(interface, &mut waiting),
            Kind::Value(value) => {
                waiting.extend(&value.bases);
                let state = value.state.iter().map(|s| &s.member.ty);
                state
                    .chain(&value.boxed)
                    .for_each(|ty| uses(ty, &mut waiting));
            }
            _ => {}
        }
    }
    needed
}

/// What is no part of a module unless something needs it, which is an error then: types that only
/// programs in one place have.
fn is_silent(kind: &Kind) -> bool {
    matches!(kind, Kind::Interface(i) if i.kind == InterfaceKind::Local)
}

fn of_interface(interface: &Interface, waiting: &mut Vec<DeclId>) {
    if interface.kind == InterfaceKind::Local {
        return;
    }
    waiting.extend(&interface.bases);
    for attribute in &interface.attributes {
        uses(&attribute.ty, waiting);
        waiting.extend(attribute.get_raises.iter().chain(&attribute.set_raises));
    }
    for operation in &interface.operations {
        uses(&operation.result, waiting);
        operation
            .params
            .iter()
            .for_each(|(_, _, ty)| uses(ty, waiting));
        waiting.extend(&operation.raises);
    }
}

fn uses(mut ty: &Ty, waiting: &mut Vec<DeclId>) {
    loop {
        match ty {
            Ty::Sequence(element, _) | Ty::Array(element, _) => ty = element,
            Ty::Named(id, _) => return waiting.push(*id),
            _ => return,
        }
    }
}
