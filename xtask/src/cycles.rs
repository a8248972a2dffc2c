//! Modules that import each other, directly or through others: read from the sources.
//!
//! Looked at are the modules of each folder beside each other. A module stands for all below it, and what
//! another names by way of its imports counts as where that is declared. A parent and its own children may know
//! each other: a child may hold a part of its parent's methods.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::source::{blank, paths, read, rust_files};
use crate::steps::root;

/// How many modules of a crate are in a cycle; all other crates have none. The numbers only fall.
///
/// DCE and its ancestor NCS are registered at one port, by one server of the facade for both; NCS has the
/// protocol of DCE. A value of any type (`Any`) is written in JSON by way of encoders that ask it for its
/// messages.
const IN_CYCLES: &[(&str, usize)] = &[("manyrpc", 2), ("manyrpc-codec", 5)];

/// The path of a module from its crate's root, which has none.
type Place = Vec<String>;

/// The modules of a crate with their sources, blanked and without tests.
type Modules = BTreeMap<Place, String>;

/// Crates in which more modules are in cycles than were, or fewer, so that the number is to be lowered.
pub(crate) fn check() -> Result<Vec<String>, String> {
    let crates = root().join("crates");
    let entries = std::fs::read_dir(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let mut broken = Vec::new();
    for name in names {
        let found = in_cycles(&modules(&crates.join(&name).join("src"))?);
        let listed = IN_CYCLES.iter().find(|(listed, _)| *listed == name);
        let ceiling = listed.map_or(0, |(_, ceiling)| *ceiling);
        let count = found.len();
        if count > ceiling {
            let found = found.join(", ");
            broken.push(format!(
                "{name}: {count} modules are in cycles, {ceiling} were: {found}"
            ));
        } else if count < ceiling {
            broken.push(format!(
                "{name}: {count} modules are in cycles: lower the {ceiling} in xtask"
            ));
        }
    }
    Ok(broken)
}

/// Reads the modules below a directory, but for tests.
fn modules(directory: &Path) -> Result<Modules, String> {
    let mut modules = Modules::new();
    for file in rust_files(directory)? {
        let inside = file.strip_prefix(directory).map_err(|e| e.to_string())?;
        let mut place: Place = inside
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if matches!(place.last().map(String::as_str), Some("mod" | "lib")) {
            place.pop();
        }
        // A program beside a library is another crate.
        let is_program = place
            .first()
            .is_some_and(|part| part == "bin" || part == "main");
        if !is_program {
            modules.insert(place, blank(&read(&file)?));
        }
    }
    Ok(without_tests(modules))
}

/// Blanks what is compiled for tests alone, and drops the modules that are.
fn without_tests(mut modules: Modules) -> Modules {
    let mut of_tests = BTreeSet::new();
    for (place, source) in &mut modules {
        while let Some(start) = source.find("#[cfg(test)]") {
            let end = start + item_end(&source[start..]);
            let mut words = source[start..end].split([' ', '\n', ';', '{']);
            if words.any(|word| word == "mod")
                && let Some(name) = words.find(|word| !word.is_empty())
            {
                let child = place.iter().map(String::as_str).chain([name]);
                of_tests.insert(child.map(str::to_owned).collect::<Place>());
            }
            source.replace_range(start..end, &" ".repeat(end - start));
        }
    }
    modules.retain(|place, _| !(1..=place.len()).any(|n| of_tests.contains(&place[..n])));
    modules
}

/// Where an item ends: behind its braces, or its semicolon.
fn item_end(source: &str) -> usize {
    let mut depth = 0;
    for (at, c) in source.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    source.len()
}

/// The modules from which imports lead back to themselves by way of others of their folder.
fn in_cycles(modules: &Modules) -> Vec<String> {
    let mut folders: BTreeMap<Place, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    let named: BTreeMap<&Place, Vec<Place>> = modules
        .iter()
        .map(|(place, source)| {
            let own = uses(source, false);
            (place, [uses(source, true), own].concat())
        })
        .collect();
    for (place, source) in modules {
        let without = without_uses(source);
        let plain = paths(&without).into_iter().map(|(path, _)| path);
        for path in uses(source, false).into_iter().chain(plain) {
            let Some(to) = resolve(modules, &named, place, &path, 0) else {
                continue;
            };
            let shared = place.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if shared < place.len() && shared < to.len() {
                let folder = folders.entry(place[..shared].to_vec()).or_default();
                let from = folder.entry(place[shared].clone()).or_default();
                from.insert(to[shared].clone());
            }
        }
    }
    let mut found = Vec::new();
    for (folder, imports) in &folders {
        let names = imports.keys().filter(|name| reaches(imports, name));
        found.extend(names.map(|name| {
            [&folder[..], std::slice::from_ref(name)]
                .concat()
                .join("::")
        }));
    }
    found
}

/// Whether imports lead from a module back to it.
fn reaches(imports: &BTreeMap<String, BTreeSet<String>>, name: &str) -> bool {
    let mut known = BTreeSet::new();
    let mut waiting: Vec<&String> = imports[name].iter().collect();
    while let Some(next) = waiting.pop() {
        if next == name {
            return true;
        }
        if known.insert(next) {
            waiting.extend(imports.get(next).into_iter().flatten());
        }
    }
    false
}

/// The module in which what a path names is declared, if that is in this crate.
fn resolve(
    modules: &Modules,
    named: &BTreeMap<&Place, Vec<Place>>,
    from: &Place,
    path: &[String],
    depth: usize,
) -> Option<Place> {
    let (first, mut rest) = path.split_first()?;
    let mut place = from.clone();
    match first.as_str() {
        "crate" => place.clear(),
        "self" => {}
        "super" => {
            place.pop()?;
            while let Some(("super", behind)) = rest.split_first().map(|(a, b)| (a.as_str(), b)) {
                place.pop()?;
                rest = behind;
            }
        }
        _ => rest = path,
    }
    let start = place.clone();
    while let Some((next, behind)) = rest.split_first() {
        let child = [&place[..], std::slice::from_ref(next)].concat();
        if modules.contains_key(&child) {
            (place, rest) = (child, behind);
            continue;
        }
        let uses = named.get(&place).into_iter().flatten();
        let mut uses = uses.filter(|path| path.last() == Some(next));
        return match uses.next() {
            Some(on) if depth < DEEPEST => resolve(modules, named, &place, on, depth + 1),
            Some(_) => None,
            None => (place != start || first != &rest[0]).then_some(place),
        };
    }
    Some(place)
}

/// How often a name may be passed on from one import to the next; no crate does so as often.
const DEEPEST: usize = 16;

/// The paths of `use` declarations: of those that pass on what they name, or of the others.
fn uses(source: &str, passing_on: bool) -> Vec<Place> {
    let found = declarations(source).into_iter();
    let found = found.filter(|(start, _)| is_public(&source[..*start]) == passing_on);
    let all = found.flat_map(|(start, end)| paths(&source[start + 3..end]));
    all.map(|(mut path, _)| {
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        path
    })
    .collect()
}

/// Where `use` declarations begin and end.
fn declarations(source: &str) -> Vec<(usize, usize)> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = source.match_indices("use ").map(|(at, _)| at);
    let starts = starts.filter(|at| !source[..*at].ends_with(word));
    starts
        .map(|at| (at, source[at..].find(';').map_or(source.len(), |n| at + n)))
        .collect()
}

/// Whether what follows is declared to be seen elsewhere.
fn is_public(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with("pub") || before.ends_with(')')
}

/// The source without its `use` declarations.
fn without_uses(source: &str) -> String {
    let mut rest = source.to_owned();
    for (start, end) in declarations(source) {
        rest.replace_range(start..end, &" ".repeat(end - start));
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::{Modules, in_cycles, without_tests};

    fn cycles(sources: &[(&str, &str)]) -> Vec<String> {
        let modules: Modules = sources
            .iter()
            .map(|(place, source)| {
                let parts = place.split("::").filter(|part| !part.is_empty());
                (parts.map(str::to_owned).collect(), (*source).to_owned())
            })
            .collect();
        in_cycles(&without_tests(modules))
    }

    #[test]
    fn modules_that_import_each_other_are_found() {
        let found = cycles(&[
            ("", "mod a; mod b; mod c;"),
            ("a", "use crate::b::B;"),
            ("b", "fn f() { super::a::g() }"),
            ("c", "use crate::{a::A, b::{B, C}};"),
        ]);
        assert_eq!(found, ["a", "b"]);
    }

    #[test]
    fn a_longer_way_back_is_found_in_any_folder() {
        let found = cycles(&[
            ("", "mod d;"),
            ("d", "mod a; mod b; mod c;"),
            ("d::a", "use super::b;"),
            ("d::b", "use crate::d::c::{self, C};"),
            ("d::c::e", "use super::super::a::A;"),
            ("d::c", "mod e;"),
        ]);
        assert_eq!(found, ["d::a", "d::b", "d::c"]);
    }

    #[test]
    fn what_is_passed_on_is_where_it_is_declared() {
        let sources = [
            ("", "mod a; mod b; pub use a::A; pub(crate) use b::B as C;"),
            ("a", "use crate::b::D;"),
            ("b", "use crate::A; struct D;"),
        ];
        assert_eq!(cycles(&sources), ["a", "b"]);
        let sources = [
            ("", "mod a; mod b; pub use a::A;"),
            ("a", "struct A; pub use crate::b::D;"),
            ("b", "use crate::A; struct D;"),
        ];
        assert_eq!(cycles(&sources), Vec::<String>::new());
    }

    #[test]
    fn parents_know_their_children_and_tests_know_all() {
        let found = cycles(&[
            ("a", "mod b; struct A; use b::B;"),
            ("a::b", "use super::A; struct B;"),
            ("c", "use crate::a::A; #[cfg(test)] mod tests;"),
            ("c::tests", "use crate::a;"),
            ("a::d", "#[cfg(test)] mod tests { use crate::c::C; }"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }
}
