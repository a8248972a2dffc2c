//! Types that contain themselves by value.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::diagnostic::{self, Findings, Severity};
use crate::source::Sources;

use super::ast::*;

/// A type's name and the declaration that mentions it.
pub(crate) type Edge<'a> = (&'a Name, &'a Name);

/// Reports every cycle of types that contain one another by value, and every cycle of type names.
pub(crate) fn check(
    sources: &Sources<'_>,
    findings: &mut Findings,
    items: &[Item],
    types: &HashMap<&str, &Decl>,
) {
    let fault = "stands for itself and nothing else";
    let help = "a struct or union has to stand between them";
    find(sources, findings, items, types, &aliases, fault, help);
    let fault = "contains itself by value";
    let help = "make one of them optional (`type *name`) or an array (`type name<>`)";
    find(sources, findings, items, types, &by_value, fault, help);
}

/// The types that a declaration contains by value.
pub(crate) fn by_value(decl: &Decl) -> Vec<Edge<'_>> {
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

/// The types that a declaration mentions where `holds` is true.
fn edges<'a>(decl: &'a Decl, holds: &mut dyn FnMut(&Decl) -> bool) -> Vec<Edge<'a>> {
    let mut found = Vec::new();
    if !holds(decl) {
        return found;
    }
    if let SpecNode::Named(_, name) = &decl.spec.node {
        found.push((name, &decl.name));
    }
    // Inline types are nested no deeper than the parser allows.
    for inner in decl.spec.decls() {
        found.extend(edges(inner, holds));
    }
    found
}

/// The types on cycles of containment by value, and on paths between two cycles.
pub(crate) fn circular(types: &HashMap<&str, &Decl>) -> HashSet<Rc<str>> {
    let known = |(name, _): &Edge<'_>| types.contains_key(&*name.text);
    let mut edges: Vec<(&str, &str)> = Vec::new();
    for (name, decl) in types {
        let below = by_value(decl).into_iter().filter(&known);
        edges.extend(below.map(|(target, _)| (*name, &*target.text)));
    }
    // Nodes before the first cycle and behind the last are peeled off layer by layer.
    let forth = between(edges);
    let back = between(forth.into_iter().map(|(from, to)| (to, from)).collect());
    back.into_iter().map(|(name, _)| Rc::from(name)).collect()
}

/// Removes edges from nodes without incoming edges until there are none left.
fn between<'a>(edges: Vec<(&'a str, &'a str)>) -> Vec<(&'a str, &'a str)> {
    let mut leading: HashMap<&str, usize> = HashMap::new();
    let mut from: HashMap<&str, Vec<&str>> = HashMap::new();
    for (start, end) in &edges {
        *leading.entry(end).or_default() += 1;
        from.entry(start).or_default().push(end);
    }
    let mut open: Vec<&str> = from
        .keys()
        .copied()
        .filter(|n| !leading.contains_key(n))
        .collect();
    let mut gone = HashSet::new();
    while let Some(name) = open.pop() {
        gone.insert(name);
        for end in from.get(name).into_iter().flatten() {
            let left = leading.entry(end).or_default();
            *left -= 1;
            if *left == 0 {
                open.push(end);
            }
        }
    }
    let mut edges = edges;
    edges.retain(|(start, _)| !gone.contains(start));
    edges
}

/// Depth-first search without recursion: chains may be as long as the file.
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
