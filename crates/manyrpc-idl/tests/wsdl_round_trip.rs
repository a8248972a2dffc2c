//! Model → WSDL → model (invariant 7 of ARCHITECTURE.md).
//!
//! What was read from WSDL comes back as it was. Definitions in other languages come back with their operations, and
//! with their types under their names, in what XML has of these.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use manyrpc_idl::{Options, load, load_text, wsdl};
use manyrpc_model::{Direction, Interface, Module, Type, TypeBody, flatten};

fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(folder);
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
    let paths = entries.map(|e| e.expect("a directory entry").path());
    let is_one = |p: &PathBuf| {
        p.extension()
            .is_some_and(|e| endings.iter().any(|known| e == *known))
    };
    let mut found: Vec<_> = paths.filter(is_one).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

fn read_back(module: &Module, text: &str) -> Module {
    let (back, diagnostics) = load_text(format!("{}.wsdl", module.name), text, &Options::default());
    back.unwrap_or_else(|| panic!("{}\n{text}", diagnostics[0]))
}

/// A module without the order of its types, and without what a printer must say of an interface that nothing binds.
fn plain(mut module: Module, like: &Module) -> Module {
    module.types.sort_by(|a, b| a.name.cmp(&b.name));
    for (interface, original) in module.interfaces.iter_mut().zip(&like.interfaces) {
        interface
            .annotations
            .retain(|key, _| original.annotations.contains_key(key));
        for (operation, original) in interface.operations.iter_mut().zip(&original.operations) {
            operation
                .annotations
                .retain(|key, _| original.annotations.contains_key(key));
        }
    }
    module
}

#[test]
fn what_was_read_comes_back() {
    let own = files("tests/corpus/wsdl/good", &["wsdl", "xsd"]);
    let mut wrong = String::new();
    for path in own {
        let (module, diagnostics) = load(&path, &Options::default());
        let module = module.unwrap_or_else(|| panic!("{}", diagnostics[0]));
        let text = wsdl::print(&module).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        let back = plain(read_back(&module, &text), &module);
        let module = plain(module.clone(), &module);
        if back != module {
            wrong += &format!("{}: {module}\nbecomes\n{back}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The operations of an interface, each with the names of what goes and comes, the result under none.
fn operations(interface: &Interface) -> Vec<String> {
    let all = interface.operations.iter().map(|operation| {
        let of = |direction: Direction| {
            let all = operation
                .params
                .iter()
                .filter(move |p| p.derived.is_none() && p.direction != direction);
            let names = all.map(|p| p.annotations.get("xml.name").unwrap_or(&p.name).clone());
            names.collect::<Vec<_>>()
        };
        let (asked, mut told) = (of(Direction::Out), of(Direction::In));
        if operation.result != Type::Void {
            let own = operation.annotations.get("result.xml.name");
            told.insert(0, own.map_or("return", String::as_str).to_owned());
        }
        let told: Vec<&str> = told
            .iter()
            .map(|name| if told.len() == 1 { "" } else { name })
            .collect();
        format!(
            "{}({asked:?}) -> {told:?} raises {:?}",
            operation.name, operation.raises
        )
    });
    all.collect()
}

/// The names of types that XML has, too: aliases of arrays and optional values are what they stand for.
fn names(module: &Module) -> BTreeSet<&str> {
    let is_type = |body: &TypeBody| match body {
        TypeBody::Alias(ty) => !matches!(
            ty.plain(),
            Type::Named(_) | Type::Array { .. } | Type::Optional(_) | Type::Shared(_) | Type::Void
        ),
        _ => true,
    };
    let all = module.types.iter().filter(|t| is_type(&t.body));
    all.map(|t| &*t.name).collect()
}

#[test]
fn definitions_in_other_languages_come_back_in_what_matters() {
    let folders = [
        ("../../interfaces", &["x", "idl", "proto"][..]),
        ("tests/corpus/good", &["x"]),
        ("tests/corpus/dce/good", &["idl"]),
        ("tests/corpus/omg/good", &["idl"]),
        ("tests/corpus/proto/good", &["proto"]),
    ];
    let all = folders
        .iter()
        .flat_map(|(folder, endings)| files(folder, endings));
    let (mut printed, mut wrong) = (0, String::new());
    for path in all {
        let (module, diagnostics) = load(&path, &Options::default());
        let module = module.unwrap_or_else(|| panic!("{}", diagnostics[0]));
        let text = match wsdl::print(&module) {
            Ok(text) => text,
            // Streams, and names that XML does not have.
            Err(why) => {
                let known = [wsdl::Reason::OneMessage, wsdl::Reason::Name];
                assert!(
                    why.iter().all(|w| known.contains(&w.reason)),
                    "{}: {}",
                    path.display(),
                    why[0]
                );
                continue;
            }
        };
        printed += 1;
        let back = read_back(&module, &text);
        let flat = flatten(&module).expect("a consistent module");
        let there = names(&back);
        let lost: Vec<&str> = names(&flat)
            .into_iter()
            .filter(|name| !there.contains(name))
            .collect();
        let (before, after) = (&flat.interfaces, &back.interfaces);
        let before: Vec<_> = before.iter().map(|i| (&i.name, operations(i))).collect();
        let after: Vec<_> = after.iter().map(|i| (&i.name, operations(i))).collect();
        if !lost.is_empty() || before != after {
            wrong += &format!("{}: lost {lost:?}\n{before:?}\n{after:?}\n", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(printed > 50, "only {printed} definitions were printed");
}
