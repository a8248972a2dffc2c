//! Checks that every type is finite: nothing contains itself by value.

use std::collections::HashMap;

use manyrpc_codec::meta::Length;
use manyrpc_model::{Module, Type, TypeBody};

use super::{Body, LowerError, Lowered, Shape};

/// The most levels of types that contain each other by value, and of aliases.
const LEVELS: usize = 200;

/// Aliases by index, in dependency order.
pub(super) fn aliases_in_order(module: &Module) -> Result<Vec<usize>, LowerError> {
    let aliases: HashMap<&str, usize> = module
        .types
        .iter()
        .enumerate()
        .filter(|(_, def)| matches!(def.body, TypeBody::Alias(_)))
        .map(|(at, def)| (def.name.as_str(), at))
        .collect();
    let mut below = vec![Vec::new(); module.types.len()];
    for (at, def) in module.types.iter().enumerate() {
        if let TypeBody::Alias(ty) = &def.body {
            below[at].extend(innermost(ty).and_then(|name| aliases.get(name)));
        }
    }
    let order = in_order(&below).map_err(|at| endless(&module.types[at].name))?;
    let is_alias = |at: &usize| matches!(module.types[*at].body, TypeBody::Alias(_));
    Ok(order.into_iter().filter(is_alias).collect())
}

fn innermost(mut ty: &Type) -> Option<&str> {
    loop {
        match ty {
            Type::Named(name) => return Some(name),
            Type::Array { element: inner, .. }
            | Type::Optional(inner)
            | Type::Shared(inner)
            | Type::Marked(inner, _) => ty = inner,
            _ => return None,
        }
    }
}

/// Rejects records and unions that contain themselves by value.
pub(super) fn check(lowered: &Lowered) -> Result<(), LowerError> {
    let below: Vec<Vec<usize>> = lowered
        .types
        .iter()
        .map(|ty| match &ty.body {
            Body::Record(members) => members.iter().filter_map(by_value).collect(),
            Body::Union(arms) => {
                let fields = arms.meta.arms.iter().map(|arm| &arm.field);
                fields.zip(&arms.shapes).filter_map(by_value).collect()
            }
            Body::Alias(..) | Body::Enum(_) => Vec::new(),
        })
        .collect();
    match in_order(&below) {
        Ok(_) => Ok(()),
        Err(at) => Err(endless(&lowered.types[at].name)),
    }
}

/// The record or union that a place always contains.
fn by_value((field, shape): (&manyrpc_codec::meta::Field, &Shape)) -> Option<usize> {
    let (mut field, mut shape) = (field, shape);
    loop {
        match shape {
            Shape::Record(id) | Shape::Union(id) => return Some(id.0),
            Shape::Array(element) if matches!(field.length, Length::Fixed(_)) => {
                (field, shape) = (field.element(), element);
            }
            _ => return None,
        }
    }
}

fn endless(name: &str) -> LowerError {
    LowerError::Endless(name.to_owned())
}

/// All nodes in dependency order; `Err` with a node on a cycle, or with too many levels below it.
fn in_order(below: &[Vec<usize>]) -> Result<Vec<usize>, usize> {
    let mut above = vec![Vec::new(); below.len()];
    let mut waiting: Vec<usize> = below.iter().map(Vec::len).collect();
    for (at, nodes) in below.iter().enumerate() {
        nodes.iter().for_each(|node| above[*node].push(at));
    }
    let mut order: Vec<usize> = (0..below.len()).filter(|at| waiting[*at] == 0).collect();
    let mut levels = vec![0; below.len()];
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        if levels[at] > LEVELS {
            return Err(at);
        }
        for &node in &above[at] {
            levels[node] = levels[node].max(levels[at] + 1);
            waiting[node] -= 1;
            if waiting[node] == 0 {
                order.push(node);
            }
        }
    }
    // The remaining nodes are on a cycle or above one; the first on the cycle is reported.
    match (0..below.len()).find(|at| waiting[*at] > 0) {
        None => Ok(order),
        Some(start) => Err(on_circle(below, &waiting, start)),
    }
}

fn on_circle(below: &[Vec<usize>], waiting: &[usize], start: usize) -> usize {
    let mut seen = vec![false; below.len()];
    let mut at = start;
    while !seen[at] {
        seen[at] = true;
        match below[at].iter().find(|node| waiting[**node] > 0) {
            Some(node) => at = *node,
            None => break,
        }
    }
    at
}
