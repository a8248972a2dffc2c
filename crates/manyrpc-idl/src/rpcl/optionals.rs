//! Optionals written as unions.
//!
//! Reading list: RFC 4506 section 4.19, which has `union list switch (bool more) { case TRUE: node
//! first; case FALSE: void; };` as another way to write `typedef node *list;`. A union of this form
//! that contains itself by value becomes an optional: a list of any length rather than an infinite
//! type. Other unions stay unions.

use std::collections::HashSet;
use std::rc::Rc;

use super::ast::*;
use super::{check, cycles};

/// Turns unions of this form into optionals if they are on a cycle of containment by value.
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

/// Inline types are nested no deeper than the parser allows.
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

/// The content of a union that has the form of an optional.
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
