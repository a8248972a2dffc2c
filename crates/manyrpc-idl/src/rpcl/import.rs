//! Types that a definition has only through C: `%#include <rpcsvc/nis.h>`.
//!
//! rpcgen knows no types at all and leaves undefined ones to the C compiler. We
//! need them, so where a type is missing, the `.x` beside the header (`nis.x`)
//! is read and what is missing is taken from it.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::Options;
use crate::diagnostic::Findings;
use crate::source::{OpenError, Sources};

use super::ast::*;
use super::{builtin, parse};
use crate::c::preprocess::{self, Budget, Preprocessed};

/// Puts what `items` lack and the headers' definitions have before them.
pub(crate) fn complete(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    budget: &mut Budget,
    preprocessed: &mut Preprocessed,
    parsed: &mut Parsed,
) {
    if missing(&parsed.items).is_empty() {
        return;
    }
    let mut imported = Vec::new();
    let mut read: HashSet<u32> = HashSet::new();
    for (header, includer) in std::mem::take(&mut preprocessed.foreign_includes) {
        let Ok(file) = definition_of(sources, options, &header, includer) else {
            continue;
        };
        // The first file added is the definition itself.
        if file == 0 || !read.insert(file) {
            continue;
        }
        let more =
            preprocess::preprocess(sources, findings, options, &parse::DIALECT, budget, file);
        let found = parse::parse(sources, findings, options, &more.tokens);
        imported.extend(found.items);
        for (name, body) in more.foreign_consts {
            preprocessed.foreign_consts.entry(name).or_insert(body);
        }
    }
    parsed.items = with_needed(std::mem::take(&mut parsed.items), imported);
}

/// The file that a header was made from: same name, ending `.x`, where it is or beside the includer.
fn definition_of(
    sources: &mut Sources<'_>,
    options: &Options,
    header: &Path,
    includer: u32,
) -> Result<u32, OpenError> {
    let wanted = header.with_extension("x");
    match preprocess::find(sources, options, &wanted, includer) {
        Err(OpenError::NotFound) => {
            let name = wanted.file_name().map(PathBuf::from).unwrap_or_default();
            preprocess::find(sources, options, &name, includer)
        }
        found => found,
    }
}

/// Names of types that are used and not defined.
fn missing(items: &[Item]) -> Vec<Rc<str>> {
    let defined: HashSet<&str> = items.iter().map(|i| &*i.name().text).collect();
    let unknown = |name: &Rc<str>| {
        !defined.contains(&**name)
            && builtin::scalar(name).is_none()
            && builtin::definition(name).is_none()
    };
    let mut found = Vec::new();
    for item in items {
        item.each_spec(&mut |spec| {
            if let SpecNode::Named(_, name) = &spec.node
                && unknown(&name.text)
            {
                found.push(name.text.clone());
            }
        });
    }
    found
}

/// `items`, and before them those of `imported` that they need, in their own order.
fn with_needed(items: Vec<Item>, imported: Vec<Item>) -> Vec<Item> {
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for (at, item) in imported.iter().enumerate() {
        if matches!(item.node, ItemNode::Program(_)) {
            continue;
        }
        by_name.entry(&item.name().text).or_insert(at);
        item.each_spec(&mut |spec| {
            if let SpecNode::Enum(members) = &spec.node {
                for member in members {
                    by_name.entry(&member.name.text).or_insert(at);
                }
            }
        });
    }
    let mut needed = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    items.iter().for_each(|item| mentioned(item, &mut open));
    let own: HashSet<&str> = items.iter().map(|i| &*i.name().text).collect();
    while let Some(name) = open.pop() {
        if let Some(&at) = by_name.get(name).filter(|_| !own.contains(name))
            && needed.insert(at)
        {
            mentioned(&imported[at], &mut open);
        }
    }
    drop(own);
    let taken = imported
        .into_iter()
        .enumerate()
        .filter(|(at, _)| needed.contains(at));
    taken.map(|(_, item)| item).chain(items).collect()
}

/// Every name that an item uses, of types and of constants.
fn mentioned<'a>(item: &'a Item, out: &mut Vec<&'a str>) {
    if let ItemNode::Const(_, ConstValue::Expr(expr)) = &item.node {
        names(expr, out);
    }
    if let ItemNode::Type(decl) = &item.node {
        bounds(&decl.shape, out);
    }
    item.each_spec(&mut |spec| {
        match &spec.node {
            SpecNode::Named(_, name) => out.push(&name.text),
            SpecNode::Enum(members) => members
                .iter()
                .filter_map(|m| m.value.as_ref())
                .for_each(|e| names(e, out)),
            SpecNode::Union(body) => body
                .arms
                .iter()
                .flat_map(|a| &a.labels)
                .for_each(|e| names(e, out)),
            _ => {}
        }
        spec.decls().iter().for_each(|d| bounds(&d.shape, out));
    });
}

fn bounds<'a>(shape: &'a Shape, out: &mut Vec<&'a str>) {
    if let Shape::Fixed(expr) | Shape::UpTo(Some(expr)) = shape {
        names(expr, out);
    }
}

fn names<'a>(expr: &'a Expr, out: &mut Vec<&'a str>) {
    match &expr.node {
        ExprNode::Number(_) => {}
        ExprNode::Name(name) => out.push(name),
        ExprNode::Unary(_, operand) => names(operand, out),
        ExprNode::Binary(_, left, right) => {
            names(left, out);
            names(right, out);
        }
        ExprNode::Conditional(condition, yes, no) => {
            [condition, yes, no].into_iter().for_each(|e| names(e, out));
        }
    }
}
