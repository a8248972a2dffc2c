//! Prints a module as several files, one for each package.
//!
//! The definition's own file has its services. The file of each other package has those of its
//! types that the definition needs, and is named after the package (`a/b.proto` for the package
//! `a.b`).

use std::collections::BTreeSet;
use std::path::Path;

use manyrpc_model::{Field, Module, Type, TypeBody, TypeDef};

use crate::inexpressible::{Inexpressible, Reason};
use crate::options::{Limits, Options};
use crate::source::MemoryFiles;

use super::print::{Names, Print, annotation, extension, extensions, print, raises};

/// The `.proto` texts of a module, with their file names; its own file, called `name`, is first.
///
/// # Errors
/// Everything that the language cannot express.
pub fn print_files(
    module: &Module,
    name: &str,
) -> Result<Vec<(String, String)>, Vec<Inexpressible>> {
    let names = Names::of(module);
    let own = module.annotations.get("protobuf.package");
    let own = own.map_or("", String::as_str);
    let packages: BTreeSet<&str> = module
        .types
        .iter()
        .filter_map(|t| names.package(t))
        .chain(extensions(module).map(|e| names.around(e.scope)))
        .filter(|package| *package != own && *package != GOOGLE)
        .collect();
    if packages.is_empty() {
        return Ok(vec![(name.to_owned(), print(module)?)]);
    }
    let mut files = Vec::new();
    for package in std::iter::once(own).chain(packages) {
        let is_own = package == own;
        let proto3 = match is_own {
            true => module
                .annotations
                .get("protobuf.syntax")
                .is_none_or(|s| s == "proto3"),
            false => {
                let mut types = module.types.iter();
                let mut extensions = extensions(module);
                !types.any(|t| names.package(t) == Some(package) && is_old(t))
                    && !extensions.any(|e| names.around(e.scope) == package)
            }
        };
        let imports = imports(module, &names, package, is_own);
        let text = Print {
            module,
            package,
            proto3,
            imports: Some(imports),
            services: is_own,
        }
        .text()?;
        let file = if is_own {
            name.to_owned()
        } else {
            file_of(package)
        };
        files.push((file, text));
    }
    match reads_back(module, &files) {
        true => Ok(files),
        false => Err(vec![Inexpressible {
            subject: module.name.clone(),
            reason: Reason::ReadsBack(
                "its packages need each other, or their names meet".to_owned(),
            ),
        }]),
    }
}

const GOOGLE: &str = "google.protobuf";

fn file_of(package: &str) -> String {
    match package {
        "" => "nowhere.proto".to_owned(),
        package => format!("{}.proto", package.replace('.', "/")),
    }
}

/// Whether a type is from proto2: only proto2 has closed enumerations.
fn is_old(definition: &TypeDef) -> bool {
    let old = |f: &Field| {
        annotation(&f.annotations, "presence") == Some("required")
            || annotation(&f.annotations, "type") == Some("group")
            || annotation(&f.annotations, "default").is_some()
    };
    annotation(&definition.annotations, "enum") == Some("closed")
        || annotation(&definition.annotations, "extensions").is_some()
        || matches!(&definition.body, TypeBody::Record(r) if r.fields.iter().any(old))
}

/// The files that a package's file imports: those of the types it mentions.
fn imports(module: &Module, names: &Names<'_>, package: &str, services: bool) -> Vec<String> {
    let mut mentioned: Vec<&str> = Vec::new();
    for definition in &module.types {
        // A `oneof` has no name of its own; its arms' types count where the `oneof` is used.
        if names.package(definition) == Some(package) {
            mention_all(module, definition, &mut mentioned);
        }
    }
    let operations = module.interfaces.iter().flat_map(|i| &i.operations);
    for operation in operations.filter(|_| services) {
        mentioned.extend(operation.raises.iter().map(String::as_str));
        for param in &operation.params {
            mention(&param.ty, &mut mentioned);
        }
        mention(&operation.result, &mut mentioned);
    }
    let declared = extensions(module).filter(|e| names.around(e.scope) == package);
    for extension in declared {
        mentioned.push(&extension.of.name);
        mention(&extension.field.ty, &mut mentioned);
    }
    let types = mentioned.iter().filter_map(|name| module.find_type(name));
    let mut files: BTreeSet<String> = BTreeSet::new();
    for ty in types {
        match names.package(ty) {
            Some(other) if other == package => {}
            Some(GOOGLE) => files.extend(names.google(ty)),
            Some(other) => {
                files.insert(file_of(other));
            }
            None => {}
        }
    }
    // Extensions are not mentioned by any type.
    let elsewhere = extensions(module).map(|e| names.around(e.scope));
    let elsewhere = elsewhere.filter(|other| services && *other != package);
    files.extend(elsewhere.map(file_of));
    if services && raises(module) {
        files.insert(super::raises::FILE.to_owned());
    }
    files.into_iter().collect()
}

fn mention_all<'m>(module: &'m Module, definition: &'m TypeDef, to: &mut Vec<&'m str>) {
    match &definition.body {
        TypeBody::Record(record) => {
            let own = record.fields.iter().filter(|f| extension(f).is_none());
            for field in own {
                mention(&field.ty, to);
                let union = to.last().and_then(|name| module.find_type(name));
                let union = union.filter(|t| matches!(t.body, TypeBody::Union(_)));
                if let Some(union) = union {
                    mention_all(module, union, to);
                }
            }
        }
        TypeBody::Union(union) => {
            union.arms.iter().for_each(|arm| mention(&arm.field.ty, to));
        }
        TypeBody::Alias(_) | TypeBody::Enum(_) => {}
    }
}

fn mention<'m>(ty: &'m Type, to: &mut Vec<&'m str>) {
    match ty.plain() {
        Type::Named(name) => to.push(name),
        Type::Optional(inner) | Type::Array { element: inner, .. } => mention(inner, to),
        _ => {}
    }
}

/// Whether the files read back as the same module, apart from the order of types of different
/// files.
fn reads_back(module: &Module, files: &[(String, String)]) -> bool {
    let mut memory = MemoryFiles::default();
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    for (name, text) in files {
        memory.insert(Path::new(name), text.as_str());
    }
    let limits = Limits {
        source_bytes: bytes,
        tokens: bytes,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let (back, _) = super::load(&memory, Path::new(&files[0].0), &options);
    let sorted = |module: &Module| {
        let mut module = module.clone();
        module.name.clear();
        module.types.sort_by(|a, b| a.name.cmp(&b.name));
        module
    };
    back.is_some_and(|back| sorted(&back) == sorted(module))
}
