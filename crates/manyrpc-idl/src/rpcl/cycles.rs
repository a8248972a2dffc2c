//! Types that contain themselves without end.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{self, Findings, Severity};
use crate::source::Sources;

use super::ast::*;

/// A type's name and the declaration that mentions it.
type Edge<'a> = (&'a Name, &'a Name);

/// Reports every circle of types that hold one another by value, and every
/// circle of type names alone.
pub(crate) fn check(
    sources: &Sources<'_>,
    findings: &mut Findings,
    items: &[Item],
    types: &HashMap<&str, &Decl>,
) {
    let fault = "stands for itself and nothing else";
    let help = "a struct or union has to stand between them";
    find(sources, findings, items, types, &aliases, fault, help);
    let fault = "contains itself and has no end";
    let help = "make one of them optional (`type *name`) or an array (`type name<>`)";
    find(sources, findings, items, types, &by_value, fault, help);
}

fn by_value(decl: &Decl) -> Vec<Edge<'_>> {
    edges(decl, &mut |d| {
        matches!(d.shape, Shape::Plain | Shape::Fixed(_))
    })
}

fn aliases(decl: &Decl) -> Vec<Edge<'_>> {
    match decl.spec.node {
        SpecNode::Named(..) => edges(decl, &mut |_| true),
        _ => Vec::new(),
    }
}

/// The names that a declaration mentions where `holds` says so.
fn edges<'a>(decl: &'a Decl, holds: &mut dyn FnMut(&Decl) -> bool) -> Vec<Edge<'a>> {
    let mut found = Vec::new();
    if !holds(decl) {
        return found;
    }
    if let SpecNode::Named(_, name) = &decl.spec.node {
        found.push((name, &decl.name));
    }
    // Inline types nest no deeper than the parser allows.
    for inner in decl.spec.decls() {
        found.extend(edges(inner, holds));
    }
    found
}

/// A walk in depth without recursion: chains may be as long as the file.
fn find<'a>(
    sources: &Sources<'_>,
    findings: &mut Findings,
    items: &'a [Item],
    types: &HashMap<&'a str, &'a Decl>,
    edges: &dyn Fn(&'a Decl) -> Vec<Edge<'a>>,
    fault: &str,
    help: &str,
) {
    let mut done: HashSet<&str> = HashSet::new();
    for item in items {
        let ItemNode::Type(start) = &item.node else {
            continue;
        };

        let mut path: Vec<(&Decl, std::vec::IntoIter<Edge<'a>>)> = Vec::new();
        let mut on_path: HashSet<&str> = HashSet::new();
        if done.insert(&start.name.text) {
            on_path.insert(&start.name.text);
            path.push((start, edges(start).into_iter()));
        }
        while let Some((decl, rest)) = path.last_mut() {
            let Some((target, holder)) = rest.next() else {
                on_path.remove(&*decl.name.text);
                path.pop();
                continue;
            };
            if findings.full() {
                return;
            }
            if on_path.contains(&*target.text) {
                let from = path
                    .iter()
                    .position(|(d, _)| d.name.text == target.text)
                    .unwrap_or(0);
                let circle: Vec<&str> = path[from..]
                    .iter()
                    .map(|(d, _)| &*d.name.text)
                    .take(8)
                    .collect();
                let message = match circle[..] {
                    [_] => format!("`{}` {fault}", target.text),
                    _ => format!(
                        "`{}`, through `{}`, {fault}",
                        target.text,
                        circle[1..].join("`, `")
                    ),
                };
                let found = diagnostic::at(sources, holder.span, Severity::Error, message);
                findings.push(found.help(Some(help.to_owned())));
            } else if let Some(next) = types.get(&*target.text)
                && done.insert(&target.text)
            {
                on_path.insert(&target.text);
                path.push((next, edges(next).into_iter()));
            }
        }
    }
}
