//! Optionals that are written as unions.
//!
//! Reading list: RFC 4506 section 4.19, which has `union list switch (bool more) { case TRUE: node
//! first; case FALSE: void; };` for another way to write `typedef node *list;`. Where such a union leads
//! back to itself by value it becomes that: a list as long as it may be, and no type without end.
//! Elsewhere it stays the union that it is.

use std::collections::HashSet;
use std::rc::Rc;

use super::ast::*;
use super::{check, cycles};

/// Makes optionals of the unions that are on a circle of types that hold one another by value.
pub(crate) fn of_circular_unions(items: &mut [Item]) {
    let circular = cycles::circular(&check::types(items));
    for item in items {
        if let ItemNode::Type(decl) = &mut item.node
            && circular.contains(&decl.name.text)
        {
            rewrite(decl, &circular);
        }
    }
}

/// Inline types nest no deeper than the parser allows.
fn rewrite(decl: &mut Decl, circular: &HashSet<Rc<str>>) {
    let leads_back = |held: &&Decl| {
        let mut inside = cycles::by_value(held).into_iter();
        inside.any(|(name, _)| circular.contains(&name.text))
    };
    if matches!(decl.shape, Shape::Plain)
        && let Some(held) = optional(&decl.spec).filter(leads_back)
    {
        decl.spec = held.spec.clone();
        decl.shape = Shape::Pointer;
    }
    decl.spec
        .decls_mut()
        .into_iter()
        .for_each(|inner| rewrite(inner, circular));
}

/// What a union that is an optional holds.
fn optional(spec: &Spec) -> Option<&Decl> {
    let SpecNode::Union(body) = &spec.node else {
        return None;
    };
    let of_bool = matches!(body.discriminant.spec.node, SpecNode::Scalar(Scalar::Bool));
    let is = |arm: &Arm, wanted| matches!(&arm.labels[..], [label] if truth(label) == Some(wanted));
    let (some, none) = match (&body.arms[..], &body.default) {
        ([some, none] | [none, some], None) if is(some, true) && is(none, false) => {
            (&some.body, &none.body)
        }
        ([some], Some(none)) if is(some, true) => (&some.body, none),
        ([none], Some(some)) if is(none, false) => (some, &none.body),
        _ => return None,
    };
    match (some, none) {
        (ArmBody::Decl(held), ArmBody::Void { .. })
            if of_bool && matches!(held.shape, Shape::Plain) =>
        {
            Some(held)
        }
        _ => None,
    }
}

fn truth(label: &Expr) -> Option<bool> {
    match &label.node {
        ExprNode::Name(name) if &**name == "TRUE" => Some(true),
        ExprNode::Name(name) if &**name == "FALSE" => Some(false),
        _ => None,
    }
}
