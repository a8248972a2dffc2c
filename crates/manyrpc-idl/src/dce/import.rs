//! `import`: the files that a definition takes types and constants from.
//!
//! Reading list: C706 section 4.2.6. Each import is read once, before what follows it; the module
//! gets those of its types that are used.

use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;

use crate::c::lex;
use crate::c::preprocess::{self, Budget};
use crate::diagnostic::{self, Findings, Severity};
use crate::options::Options;
use crate::source::{OpenError, Sources};

use super::ast::*;
use super::{builtin, parse};

/// The files of one definition, imports before their importers.
#[derive(Default)]
pub(crate) struct Imported {
    /// The definition itself is last.
    pub(crate) files: Vec<Parsed>,
    /// The names of standard files that are missing.
    pub(crate) absent: Vec<Rc<str>>,
}

/// A file whose imports are not all read yet.
struct Open {
    parsed: Parsed,
    file: u32,
    imports: std::vec::IntoIter<Name>,
}

/// Parses a file and all its imports.
pub(crate) fn read(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    budget: &mut Budget,
    file: u32,
) -> Imported {
    let mut result = Imported::default();
    let mut begun = HashSet::from([file]);
    let mut open = vec![parsed(sources, findings, options, budget, file)];
    while let Some(last) = open.last_mut() {
        let Some(name) = last.imports.next() else {
            let done = open.pop().map(|o| o.parsed);
            result.files.extend(done);
            continue;
        };
        let importer = last.file;
        let found = find(sources, options, &name, importer);
        match found {
            Ok(file) if !begun.insert(file) => {}
            Ok(_) if open.len() > options.limits.include_depth => {
                let message = format!("imports nest deeper than {}", options.limits.include_depth);
                findings.error(sources, name.span, message);
                return result;
            }
            Ok(file) => open.push(parsed(sources, findings, options, budget, file)),
            Err(OpenError::NotFound) if builtin::is_standard_file(&name.text) => {
                result.absent.push(name.text.clone());
            }
            Err(OpenError::NotFound) => {
                let message = format!(
                    "no file `{}` beside this one or in the include directories",
                    name.text
                );
                let found = diagnostic::at(sources, name.span, Severity::Error, message);
                let help = "name its directory with `--include`".to_owned();
                findings.push(found.help(Some(help)));
            }
            Err(e) => {
                let reason = e.reason();
                let message = format!("cannot read `{}`: {reason}", name.text);
                findings.error(sources, name.span, message);
            }
        }
        if findings.full() {
            break;
        }
    }
    // If reading stopped early, the open files still hold the definition.
    result
        .files
        .extend(open.into_iter().rev().map(|o| o.parsed));
    result
        .files
        .insert(0, standard(sources, findings, options, &result.files));
    result
}

/// The standard types that no file defines.
fn standard(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    files: &[Parsed],
) -> Parsed {
    let mut names = Vec::new();
    files
        .iter()
        .flat_map(types)
        .for_each(|item| defined(item, &mut names));
    let names: HashSet<&str> = names.into_iter().collect();
    let missing = builtin::DEFINITIONS
        .iter()
        .filter(|(name, _)| !names.contains(name));
    let lines = missing.map(|(name, text)| format!("typedef {text} {name};\n"));
    let text: String = lines.collect();
    let file = sources.add(Path::new("<standard types>"), &text);
    let tokens = lex::lex(sources, &parse::DIALECT, file);
    parse::parse(sources, findings, options.limits, &tokens)
}

fn find(
    sources: &mut Sources<'_>,
    options: &Options,
    name: &Name,
    importer: u32,
) -> Result<u32, OpenError> {
    let wanted = name.text.replace('\\', "/");
    preprocess::find(sources, options, Path::new(&wanted), importer)
}

fn parsed(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    budget: &mut Budget,
    file: u32,
) -> Open {
    let dialect = &parse::DIALECT;
    let preprocessed = preprocess::preprocess(sources, findings, options, dialect, budget, file);
    let parsed = parse::parse(sources, findings, options.limits, &preprocessed.tokens);
    let mut imports = Vec::new();
    for item in &parsed.items {
        match &item.node {
            ItemNode::Import(names) => imports.extend(names.iter().cloned()),
            ItemNode::Interface(interface) => {
                for inner in &interface.items {
                    if let ItemNode::Import(names) = &inner.node {
                        imports.extend(names.iter().cloned());
                    }
                }
            }
            _ => {}
        }
    }
    Open {
        parsed,
        file,
        imports: imports.into_iter(),
    }
}

/// The items of imported files whose types are used.
pub(crate) fn needed(files: &[Parsed]) -> HashSet<*const Item> {
    let mut needed = HashSet::new();
    let Some((own, imported)) = files.split_last() else {
        return needed;
    };
    let mut by_name: std::collections::HashMap<&str, &Item> = std::collections::HashMap::new();
    for item in imported.iter().flat_map(types) {
        let mut names = Vec::new();
        defined(item, &mut names);
        for name in names {
            by_name.entry(name).or_insert(item);
        }
    }
    let mut open: Vec<&str> = Vec::new();
    for item in flat(own) {
        mentioned(item, &mut open);
    }
    while let Some(name) = open.pop() {
        if let Some(item) = by_name.get(name)
            && needed.insert(std::ptr::from_ref(*item))
        {
            mentioned(item, &mut open);
        }
    }
    needed
}

/// The items of a file and of its interfaces.
pub(crate) fn flat(parsed: &Parsed) -> impl Iterator<Item = &Item> {
    parsed.items.iter().flat_map(|item| {
        let inner = match &item.node {
            ItemNode::Interface(interface) => &interface.items[..],
            _ => &[],
        };
        std::iter::once(item).chain(inner)
    })
}

/// The same, mutably.
pub(crate) fn flat_mut(parsed: &mut Parsed) -> impl Iterator<Item = &mut Item> {
    parsed.items.iter_mut().flat_map(|item| match item.node {
        ItemNode::Interface(ref mut interface) => interface.items.iter_mut(),
        _ => std::slice::from_mut(item).iter_mut(),
    })
}

fn types(parsed: &Parsed) -> impl Iterator<Item = &Item> {
    let is_type = |i: &&Item| matches!(i.node, ItemNode::Typedef(_) | ItemNode::Tagged(..));
    flat(parsed).filter(is_type)
}

/// The names of all types and tags that an item defines.
pub(crate) fn defined<'a>(item: &'a Item, out: &mut Vec<&'a str>) {
    if let ItemNode::Typedef(typedef) = &item.node {
        out.extend(typedef.declarators.iter().map(|d| &*d.name.text));
    }
    each_spec(item, &mut |spec| {
        if let SpecNode::Struct(Some(tag), Some(_))
        | SpecNode::Union(Some(tag), Some(_))
        | SpecNode::Enum(Some(tag), Some(_)) = &spec.node
        {
            out.push(&tag.text);
        }
    });
}

/// The names of all types and tags that an item uses.
fn mentioned<'a>(item: &'a Item, out: &mut Vec<&'a str>) {
    each_spec(item, &mut |spec| match &spec.node {
        SpecNode::Named(name) => out.push(&name.text),
        SpecNode::Struct(Some(tag), None)
        | SpecNode::Union(Some(tag), None)
        | SpecNode::Enum(Some(tag), None) => out.push(&tag.text),
        _ => {}
    });
    if let ItemNode::Operation(operation) = &item.node {
        let raises = operation
            .attrs
            .0
            .iter()
            .filter(|a| &*a.name.text == "raises");
        out.extend(raises.flat_map(Attr::words).map(|name| &*name.text));
    }
}

/// Calls `visit` with every type specifier in an item, outer before inner; not with those of an
/// interface's items.
pub(crate) fn each_spec<'a>(item: &'a Item, visit: &mut dyn FnMut(&'a Spec)) {
    match &item.node {
        ItemNode::Import(_) | ItemNode::Interface(_) | ItemNode::Const(_) => {}
        ItemNode::Typedef(typedef) => {
            in_attrs(&typedef.attrs, visit);
            in_spec(&typedef.spec, visit);
        }
        ItemNode::Tagged(attrs, spec) => {
            in_attrs(attrs, visit);
            in_spec(spec, visit);
        }
        ItemNode::Operation(operation) => {
            in_spec(&operation.result, visit);
            operation.params.iter().for_each(|p| in_field(p, visit));
        }
    }
}

fn in_attrs<'a>(attrs: &'a Attrs, visit: &mut dyn FnMut(&'a Spec)) {
    for attr in &attrs.0 {
        if let Args::Type(spec) = &attr.args {
            in_spec(spec, visit);
        }
    }
}

fn in_field<'a>(field: &'a Field, visit: &mut dyn FnMut(&'a Spec)) {
    in_attrs(&field.attrs, visit);
    in_spec(&field.spec, visit);
}

/// Specifiers are nested no deeper than the parser allows.
fn in_spec<'a>(spec: &'a Spec, visit: &mut dyn FnMut(&'a Spec)) {
    visit(spec);
    match &spec.node {
        SpecNode::Struct(_, Some(fields)) => fields.iter().for_each(|f| in_field(f, visit)),
        SpecNode::Union(_, Some(body)) => {
            if let Some(switch) = &body.switch {
                in_spec(&switch.spec, visit);
            }
            let fields = body.arms.iter().filter_map(|a| a.field.as_ref());
            fields.for_each(|f| in_field(f, visit));
        }
        SpecNode::Pipe(element, _) => in_spec(element, visit),
        _ => {}
    }
}
