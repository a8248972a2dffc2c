//! The identities of services on systems other than gRPC: a file beside the definition (`x.ids`
//! beside `x.proto`) with one fact per line.
//!
//! ```text
//! # comments
//! pkg.Database program 0x37133d6a
//! pkg.Database uuid 5dfe5c20-e988-5211-9e66-1c1da2c05d01
//! pkg.Database version 1.0
//! pkg.Database.Request number 3
//! pkg.Database.Request idempotent
//! ```
//!
//! Identities that it does not give are derived, as for every definition. `idempotent`, `maybe` and
//! `broadcast` set the semantics of an operation.

use std::path::{Path, PathBuf};

use manyrpc_model::{Interface, Module, Semantics, Version};

use crate::diagnostic::{self, Findings, Severity, unreadable};
use crate::options::Options;
use crate::place::Span;
use crate::source::{OpenError, Sources};

/// Reads the identities file of the definition at `path`, if there is one, and applies it.
pub(super) fn add(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    path: &Path,
    module: &mut Module,
) {
    let named = options.acf.as_deref();
    let beside: PathBuf = path.with_extension("ids");
    let ids = named.unwrap_or(&beside);
    let file = match sources.open(ids) {
        Ok(file) => file,
        Err(OpenError::NotFound) if named.is_none() => return,
        Err(e) => return findings.push(unreadable(ids, e.reason())),
    };
    let text = sources.file(file).text.clone();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span {
            file,
            start,
            end: start + line.trim_end().len() as u32,
        };
        start += line.len() as u32;
        let words: Vec<&str> = line
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        if let Some((subject, fact)) = words.split_first()
            && let Err((message, help)) = apply(module, subject, fact)
        {
            let found = diagnostic::at(sources, span, Severity::Error, message);
            findings.push(found.help(help));
        }
    }
    order(sources, findings, file, module);
}

type Wrong = (String, Option<String>);

fn apply(module: &mut Module, subject: &str, fact: &[&str]) -> Result<(), Wrong> {
    let known: Vec<String> = module.interfaces.iter().map(full_name).collect();
    if let Some(at) = known.iter().position(|name| name == subject) {
        return of_service(&mut module.interfaces[at], fact);
    }
    let (service, method) = subject.rsplit_once('.').unwrap_or_default();
    let at = known.iter().position(|name| name == service);
    let operations = at.map(|at| &mut module.interfaces[at].operations);
    let operation = operations.and_then(|all| all.iter_mut().find(|o| o.name == method));
    let Some(operation) = operation else {
        let help = format!("services are named in full: {}", known.join(", "));
        return Err((
            format!("there is no service or method `{subject}`"),
            Some(help),
        ));
    };
    match fact {
        ["number", number] => operation.number = self::number(number)?,
        ["idempotent"] => operation.semantics = Semantics::Idempotent,
        ["maybe"] => operation.semantics = Semantics::Maybe,
        ["broadcast"] => operation.semantics = Semantics::Broadcast,
        _ => {
            return Err(unknown(
                fact,
                "`number N`, `idempotent`, `maybe`, `broadcast`",
            ));
        }
    }
    Ok(())
}

fn of_service(interface: &mut Interface, fact: &[&str]) -> Result<(), Wrong> {
    let identity = &mut interface.identity;
    match fact {
        ["program", number] => identity.number = Some(self::number(number)?),
        ["uuid", text] => {
            let digits: String = text.chars().filter(|c| *c != '-').collect();
            let wrong = || (format!("`{text}` is no UUID"), None);
            let value = u128::from_str_radix(&digits, 16).map_err(|_| wrong())?;
            if digits.len() != 32 {
                return Err(wrong());
            }
            identity.uuid = Some(value.to_be_bytes());
        }
        ["version", text] => {
            let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
            identity.version = Version {
                major: number(major)?,
                minor: number(minor)?,
            };
        }
        _ => return Err(unknown(fact, "`program N`, `uuid U`, `version N.M`")),
    }
    Ok(())
}

fn unknown(fact: &[&str], known: &str) -> Wrong {
    let message = format!("`{}` is not known", fact.join(" "));
    (message, Some(format!("known are {known}")))
}

fn number(text: &str) -> Result<u32, Wrong> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| (format!("`{text}` is no number of 32 bits"), None))
}

fn full_name(interface: &Interface) -> String {
    interface.identity.name.clone().unwrap_or_default()
}

/// Sorts operations by number and checks that no two share one.
fn order(sources: &Sources<'_>, findings: &mut Findings, file: u32, module: &mut Module) {
    for interface in &mut module.interfaces {
        interface.operations.sort_by_key(|o| o.number);
        let pairs = interface.operations.windows(2);
        for pair in pairs.filter(|pair| pair[0].number == pair[1].number) {
            let span = Span {
                file,
                start: 0,
                end: 0,
            };
            let (a, b, n) = (&pair[0].name, &pair[1].name, pair[0].number);
            findings.error(
                sources,
                span,
                format!("`{a}` and `{b}` both have number {n}"),
            );
        }
    }
}
