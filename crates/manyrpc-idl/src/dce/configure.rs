//! Attribute configuration files (`.acf`): their attributes are merged into the definition of the
//! same name.
//!
//! Reading list: C706 section 4.3; MIDL's reference for its extensions.
//!
//! A configuration never changes what is sent. The effects of its attributes on stubs:
//!
//! - `explicit_handle`, `implicit_handle`, `auto_handle` (section 4.3.5) determine where a C
//!   program keeps its binding. Here a client object contains its binding, which covers all three:
//!   the explicit handle of a call is the client object that it is made on; the implicit handle of
//!   an interface is a client object that the program keeps; an automatic handle is a client object
//!   opened with a binding without a port, which the endpoint mapper or location broker completes.
//! - `comm_status` and `fault_status` (section 4.3.8) return failures in results instead of errors:
//!   [`Operation::statuses`](manyrpc_model::Operation::statuses). Parameters that they add are not
//!   sent.
//! - `code` and `nocode` (section 4.3.7): a client has no method for an operation with `nocode`;
//!   servers have all of them.
//! - `heap`, `enable_allocate`, `in_line`, `out_of_line`, `extern_exceptions` concern the memory
//!   and linking of C programs.
//! - `represent_as`, `cs_char` and its siblings and `binding_callout` call routines of the
//!   application from within the stub; here applications call them around the call, and a warning
//!   says so.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::c::Name;
use crate::c::preprocess::{self, Budget};
use crate::diagnostic::{self, Findings, Severity, unreadable};
use crate::options::Options;
use crate::source::{OpenError, Sources};

use super::ast::*;
use super::import::{self, Imported};
use super::kept::STATUSES;
use super::parse::configuration;
use super::{check, parse};

/// Reads the configuration of the definition at `path`, if there is one, and applies it.
pub(crate) fn configure(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    budget: &mut Budget,
    path: &Path,
    imported: &mut Imported,
) {
    let named = options.acf.as_deref();
    let beside: PathBuf = path.with_extension("acf");
    // A definition may itself end in `.acf`, or be no file at all.
    let beside = Some(&*beside).filter(|b| *b != path);
    let Some(acf) = named.or(beside) else {
        return;
    };
    let file = match sources.open(acf) {
        Ok(file) => file,
        Err(OpenError::NotFound) if named.is_none() => return,
        Err(e) => return findings.push(unreadable(acf, e.reason())),
    };
    let dialect = &parse::DIALECT;
    let text = preprocess::preprocess(sources, findings, options, dialect, budget, file);
    let configurations = configuration::parse(sources, findings, options.limits, &text.tokens);
    let mut merge = Merge {
        sources,
        findings,
        definition: path.display().to_string(),
    };
    for configuration in configurations {
        merge.interface(configuration, imported);
    }
}

struct Merge<'a, 'f> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    definition: String,
}

/// The attributes given for each name, possibly in several places.
type ByName<T> = HashMap<Rc<str>, (Name, T)>;

impl Merge<'_, '_> {
    fn interface(&mut self, configuration: Configuration, imported: &mut Imported) {
        let Configuration {
            attrs,
            name,
            types,
            operations,
        } = configuration;
        self.no_contract(&attrs);
        self.types(types, imported);
        let Some(own) = imported.files.last_mut() else {
            return;
        };
        let interfaces = own.items.iter_mut().filter_map(|i| match &mut i.node {
            ItemNode::Interface(interface) => Some(interface),
            _ => None,
        });
        let mut interfaces: Vec<&mut Interface> = interfaces.collect();
        let Some(at) = interfaces.iter().position(|i| i.name.text == name.text) else {
            let known = interfaces.iter().map(|i| &*i.name.text);
            return self.missing("interface", &name, known, &own.broken);
        };
        let interface = &mut *interfaces[at];
        join(&mut interface.attrs, attrs);
        self.operations(interface, operations, &own.broken);
    }

    /// C706 section 4.3.2: names of types of the definition or of its imports.
    fn types(&mut self, types: Vec<Configured>, imported: &mut Imported) {
        let mut given: ByName<Attrs> = HashMap::new();
        for Configured { attrs, name } in types {
            self.no_contract(&attrs);
            let (_, known) = given
                .entry(name.text.clone())
                .or_insert((name, Attrs::default()));
            join(known, attrs);
        }
        for item in imported.files.iter_mut().rev().flat_map(import::flat_mut) {
            if let ItemNode::Typedef(typedef) = &mut item.node {
                for declarator in &typedef.declarators {
                    let attrs = given.remove(&declarator.name.text);
                    if let Some((_, attrs)) = attrs {
                        join(&mut typedef.attrs, attrs);
                    }
                }
            }
        }
        for (name, _) in in_order(given) {
            let items = imported.files.iter().flat_map(import::flat);
            let names = items.filter_map(|item| match &item.node {
                ItemNode::Typedef(typedef) => Some(&typedef.declarators),
                _ => None,
            });
            let names = names.flatten().map(|d| &*d.name.text);
            let broken = imported
                .files
                .iter()
                .find(|f| f.broken.contains(&name.text));
            if broken.is_none() {
                self.missing("type", &name, names, &HashSet::new());
            }
        }
    }

    fn operations(
        &mut self,
        interface: &mut Interface,
        operations: Vec<(Configured, Vec<Configured>)>,
        broken: &HashSet<Rc<str>>,
    ) {
        let mut given: ByName<Vec<(Attrs, Vec<Configured>)>> = HashMap::new();
        for (Configured { attrs, name }, params) in operations {
            self.no_contract(&attrs);
            let (_, known) = given.entry(name.text.clone()).or_insert((name, Vec::new()));
            known.push((attrs, params));
        }
        for item in &mut interface.items {
            let ItemNode::Operation(operation) = &mut item.node else {
                continue;
            };
            let found = given.remove(&operation.declarator.name.text);
            for (attrs, params) in found.into_iter().flat_map(|(_, found)| found) {
                join(&mut operation.attrs, attrs);
                for param in params {
                    self.no_contract(&param.attrs);
                    self.param(operation, param);
                }
            }
        }
        for (name, _) in in_order(given) {
            let known = interface.items.iter().filter_map(|i| match &i.node {
                ItemNode::Operation(operation) => Some(&*operation.declarator.name.text),
                _ => None,
            });
            self.missing("operation", &name, known, broken);
        }
    }

    /// C706 section 4.3.8: a status may be an additional parameter, which is not sent.
    fn param(&mut self, operation: &mut Operation, param: Configured) {
        let Configured { attrs, name } = param;
        let params = &mut operation.params;
        if let Some(field) = params
            .iter_mut()
            .find(|p| p.declarator.name.text == name.text)
        {
            join(&mut field.attrs, attrs);
            return;
        }
        // The only attributes that can add a parameter.
        let added = |a: &&Attr| STATUSES.contains(&&*a.name.text);
        if attrs.0.iter().any(|a| added(&a)) {
            for attr in attrs.0.iter().filter(added) {
                operation.attrs.0.push(Attr {
                    name: attr.name.clone(),
                    args: Args::Words(vec![name.clone()]),
                });
            }
            return;
        }
        let known = params.iter().map(|p| &*p.declarator.name.text);
        self.missing("parameter", &name, known, &HashSet::new());
    }

    fn missing<'n>(
        &mut self,
        what: &str,
        name: &Name,
        known: impl Iterator<Item = &'n str>,
        broken: &HashSet<Rc<str>>,
    ) {
        if broken.contains(&name.text) {
            return;
        }
        let message = format!("`{}` has no {what} `{}`", self.definition, name.text);
        let meant = self.findings.suggest(&name.text, known);
        let help = meant.map(|m| format!("did you mean `{m}`?"));
        let found = diagnostic::at(self.sources, name.span, Severity::Error, message);
        self.findings.push(found.help(help));
    }

    /// Refuses attributes that change the contract: only the definition may have them.
    fn no_contract(&mut self, attrs: &Attrs) {
        for Attr { name, .. } in &attrs.0 {
            if check::is_of_contract(&name.text) {
                let message = format!(
                    "`{}` belongs into the definition, not into its configuration",
                    name.text
                );
                self.findings.error(self.sources, name.span, message);
            }
        }
    }
}

/// Attributes that are already there are not repeated.
fn join(to: &mut Attrs, more: Attrs) {
    for attr in more.0 {
        let plain = |a: &Attr| matches!(a.args, Args::None);
        let again = |a: &Attr| a.name.text == attr.name.text && plain(a) && plain(&attr);
        if !to.0.iter().any(again) {
            to.0.push(attr);
        }
    }
}

fn in_order<T>(given: ByName<T>) -> Vec<(Name, T)> {
    let mut given: Vec<(Name, T)> = given.into_values().collect();
    given.sort_by_key(|(name, _)| name.span.start);
    given
}
