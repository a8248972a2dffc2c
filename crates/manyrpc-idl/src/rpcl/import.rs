//! Types that a definition takes from C headers: `%#include <rpcsvc/nis.h>`.
//!
//! rpcgen leaves undefined types to the C compiler. We need their definitions, so missing types are
//! taken, in this order, from the `.x` file beside such a header (`nis.x`), from the preludes that
//! the caller gives, and from the RPC headers that every program has ([`builtin::HEADERS`]).

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::diagnostic::{Findings, unreadable};
use crate::options::{Limits, Options};
use crate::source::{OpenError, Sources};

use super::ast::*;
use super::{builtin, parse};
use crate::c::lex::Token;
use crate::c::preprocess::{self, Budget, Preprocessed};

/// Puts the definitions that `parsed` lacks and others have before its own.
pub(crate) fn complete(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    budget: &mut Budget,
    preprocessed: &mut Preprocessed,
    parsed: &mut Parsed,
) {
    let lacks = lacks(&parsed.items, &preprocessed.foreign_consts);
    let headers = std::mem::take(&mut preprocessed.foreign_includes);
    let mut importing = Importing {
        sources,
        findings,
        options,
        budget,
        foreign_consts: &mut preprocessed.foreign_consts,
        broken: &mut parsed.broken,
        // The first file added is the definition itself.
        read: HashSet::from([0]),
        found: Vec::new(),
    };
    for (header, includer) in headers.into_iter().filter(|_| lacks) {
        importing.header(&header, includer);
    }
    for prelude in &options.preludes {
        importing.prelude(prelude);
    }
    if lacks {
        importing.rpc_headers();
    }
    let found = importing.found;
    if lacks {
        let own = std::mem::take(&mut parsed.items);
        (parsed.items, parsed.offered) = with_needed(own, found);
    }
}

struct Importing<'a, 'f> {
    sources: &'a mut Sources<'f>,
    findings: &'a mut Findings,
    options: &'a Options,
    budget: &'a mut Budget,
    foreign_consts: &'a mut HashMap<Rc<str>, Vec<Token>>,
    broken: &'a mut HashSet<Rc<str>>,
    /// Files that have been read.
    read: HashSet<u32>,
    /// The definitions of each other file; the first of several with the same name.
    found: Vec<Vec<Item>>,
}

impl Importing<'_, '_> {
    fn header(&mut self, header: &Path, includer: u32) {
        // A header without a definition beside it concerns C only.
        if let Ok(file) = definition_of(self.sources, self.options, header, includer) {
            self.file(file);
        }
    }

    fn prelude(&mut self, path: &Path) {
        match self.sources.open(path) {
            Ok(file) => self.file(file),
            Err(e) => self.findings.push(unreadable(path, e.reason())),
        }
    }

    fn rpc_headers(&mut self) {
        let path = Path::new("<rpc/rpc.h>");
        let file = self.sources.add(path, builtin::HEADERS);
        // Our own text does not count towards the definition's limits.
        let ours = Budget::new(Limits::default());
        let theirs = std::mem::replace(self.budget, ours);
        self.file(file);
        *self.budget = theirs;
    }

    fn file(&mut self, file: u32) {
        if !self.read.insert(file) {
            return;
        }
        let more = preprocess::preprocess(
            self.sources,
            self.findings,
            self.options,
            &parse::DIALECT,
            self.budget,
            file,
        );
        let parsed = parse::parse(self.sources, self.findings, self.options, &more.tokens);
        self.found.push(parsed.items);
        self.broken.extend(parsed.broken);
        for (name, body) in more.foreign_consts {
            self.foreign_consts.entry(name).or_insert(body);
        }
    }
}

/// The file that a header was generated from: the same name with the ending `.x`, in the same
/// folder or beside the includer.
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

/// Whether anything is used but not defined.
fn lacks(items: &[Item], foreign_consts: &HashMap<Rc<str>, Vec<Token>>) -> bool {
    let own = defined(items);
    let mut used = Vec::new();
    items.iter().for_each(|item| mentioned(item, &mut used));
    used.into_iter().any(|name| {
        !own.contains(name)
            && !foreign_consts.contains_key(name)
            && builtin::scalar(name).is_none()
            && builtin::constant(name).is_none()
    })
}

/// All names that the items define, including those of numbered programs, versions and procedures.
fn defined(items: &[Item]) -> HashSet<&str> {
    let mut names = HashSet::new();
    for item in items {
        names.insert(&*item.name().text);
        item.each_spec(&mut |spec| {
            if let SpecNode::Enum(members) = &spec.node {
                names.extend(members.iter().map(|m| &*m.name.text));
            }
        });
        if let ItemNode::Program(program) = &item.node {
            names.extend(program.numbered().map(|(name, _)| &*name.text));
        }
    }
    names
}

/// `items`, preceded by the items of `found` that they need, in their original order, and the names
/// of the other types. Later files are searched first, since they may need earlier ones.
fn with_needed(items: Vec<Item>, found: Vec<Vec<Item>>) -> (Vec<Item>, Vec<Rc<str>>) {
    let mut by_name: HashMap<&str, (usize, usize)> = HashMap::new();
    for (file, of_file) in found.iter().enumerate() {
        for (at, item) in of_file.iter().enumerate() {
            // Programs are not imported.
            if !matches!(item.node, ItemNode::Program(_)) {
                for name in defined(std::slice::from_ref(item)) {
                    by_name.entry(name).or_insert((file, at));
                }
            }
        }
    }
    let mut needed = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    items.iter().for_each(|item| mentioned(item, &mut open));
    let own = defined(&items);
    while let Some(name) = open.pop() {
        if let Some(&(file, at)) = by_name.get(name).filter(|_| !own.contains(name))
            && needed.insert((file, at))
        {
            mentioned(&found[file][at], &mut open);
        }
    }
    drop(own);
    let (mut all, mut offered) = (Vec::new(), Vec::new());
    for (file, of_file) in found.into_iter().enumerate().rev() {
        for (at, item) in of_file.into_iter().enumerate() {
            if needed.contains(&(file, at)) {
                all.push(item);
            } else if let ItemNode::Type(decl) = item.node {
                offered.push(decl.name.text);
            }
        }
    }
    all.extend(items);
    (all, offered)
}

/// Every type and constant that an item uses.
fn mentioned<'a>(item: &'a Item, out: &mut Vec<&'a str>) {
    if let ItemNode::Const(_, ConstValue::Expr(expr)) = &item.node {
        names(expr, out);
    }
    match &item.node {
        ItemNode::Const(..) => {}
        ItemNode::Type(decl) => bounds(&decl.shape, out),
        ItemNode::Program(program) => {
            program
                .numbered()
                .for_each(|(_, number)| names(number, out));
            let procedures = program.versions.iter().flat_map(|v| &v.procedures);
            let params = procedures.flat_map(|p| &p.params);
            params.for_each(|p| bounds(&p.shape, out));
        }
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
