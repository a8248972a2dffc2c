//! Exceptions of methods: `option (manyrpc.raises) = "OutOfStock";`.
//!
//! The option is declared in `manyrpc/exceptions.proto`, which is built in; other compilers find
//! the file in this crate's folder `include`.

use std::collections::{HashMap, HashSet};

use protox::file::File;
use protox::prost_reflect::prost_types::{DescriptorProto, FileDescriptorProto};
use protox::prost_reflect::{DescriptorPool, Value};

use crate::diagnostic::{self, Findings, Severity};
use crate::source::Sources;

use super::refused::path;
use super::set::{Raises, Set};

/// The name under which the file that declares the option is imported.
pub(super) const FILE: &str = "manyrpc/exceptions.proto";

/// Its text.
const TEXT: &str = include_str!("../../include/manyrpc/exceptions.proto");

/// The option's full name.
const OPTION: &str = "manyrpc.raises";

/// The field of a method's descriptor that holds its options.
const OPTIONS: i32 = 4;

/// The file, if that is its name.
pub(super) fn file(name: &str) -> Option<File> {
    (name == FILE).then(|| File::from_source(FILE, TEXT).ok())?
}

/// The exceptions of methods, by full name (with a leading dot, as for messages).
pub(super) fn of_pool(
    pool: &DescriptorPool,
    files: &[FileDescriptorProto],
) -> HashMap<String, Raises> {
    let mut raises = HashMap::new();
    let Some(option) = pool.get_extension_by_name(OPTION) else {
        return raises;
    };
    let messages = messages(files);
    for method in pool
        .services()
        .flat_map(|s| s.methods().collect::<Vec<_>>())
    {
        let options = method.options();
        if !options.has_extension(&option) {
            continue;
        }
        let service = method.parent_service().full_name().to_owned();
        let names = options.get_extension(&option);
        let names = names.as_list().unwrap_or_default().iter();
        let names = names.filter_map(Value::as_str);
        let found = names.map(|name| (name.to_owned(), look_up(&messages, &service, name)));
        raises.insert(format!(".{}", method.full_name()), found.collect());
    }
    raises
}

/// Resolves a name, from a scope outwards.
fn look_up(messages: &HashSet<String>, scope: &str, name: &str) -> Option<String> {
    let known = |full: String| messages.contains(&full).then_some(full);
    if name.starts_with('.') {
        return known(name.to_owned());
    }
    let mut scope = format!(".{scope}");
    loop {
        if let Some(found) = known(format!("{scope}.{name}")) {
            return Some(found);
        }
        let cut = scope.rfind('.')?;
        scope.truncate(cut);
    }
}

/// The full names of all messages, each with a leading dot.
fn messages(files: &[FileDescriptorProto]) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut waiting: Vec<(String, &DescriptorProto)> = Vec::new();
    for file in files {
        let scope = match file.package() {
            "" => String::new(),
            package => format!(".{package}"),
        };
        waiting.extend(file.message_type.iter().map(|m| (scope.clone(), m)));
    }
    while let Some((scope, message)) = waiting.pop() {
        let full = format!("{scope}.{}", message.name());
        waiting.extend(message.nested_type.iter().map(|m| (full.clone(), m)));
        names.insert(full);
    }
    names
}

/// Refuses names that are no messages, duplicates, and methods that cannot raise.
pub(super) fn check(sources: &Sources<'_>, findings: &mut Findings, set: &Set) {
    for file in &set.files {
        for (at, service) in file.service.iter().enumerate() {
            for (i, method) in service.method.iter().enumerate() {
                let place = [path::SERVICES, at as i32, path::METHODS, i as i32, OPTIONS];
                let span = || set.place(sources, file, &place);
                let full = full_name(file, service.name(), method.name());
                let raises = set.raised(&full);
                if !raises.is_empty() && (method.client_streaming() || method.server_streaming()) {
                    let message = format!(
                        "`{}` cannot raise exceptions: it has several requests or replies",
                        method.name()
                    );
                    findings.error(sources, span(), message);
                }
                let mut seen = HashSet::new();
                for (name, found) in raises {
                    let message = match found {
                        None => format!("there is no message `{name}` to raise"),
                        Some(full) if !seen.insert(full) => {
                            format!("exception `{name}` is named twice")
                        }
                        Some(_) => continue,
                    };
                    let known = messages(&set.files);
                    let known: Vec<&str> = known.iter().map(|name| last(name)).collect();
                    let suggestion = match found {
                        None => findings.suggest(last(name), known.into_iter()),
                        Some(_) => None,
                    };
                    let help = suggestion.map(|name| format!("did you mean `{name}`?"));
                    let found = diagnostic::at(sources, span(), Severity::Error, message);
                    findings.push(found.help(help));
                }
            }
        }
    }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// A method's full name, with a leading dot.
pub(super) fn full_name(file: &FileDescriptorProto, service: &str, method: &str) -> String {
    match file.package() {
        "" => format!(".{service}.{method}"),
        package => format!(".{package}.{service}.{method}"),
    }
}
