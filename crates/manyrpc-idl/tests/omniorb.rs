//! The definitions of Debian's package `omniorb-idl`, judged by omniidl: what it accepts we accept, and
//! each repository identifier is the same.

#![cfg(feature = "omg")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use manyrpc_idl::{DiskFiles, Options, load, omg};

const ROOT: &str = "/usr/share/idl/omniORB";

fn options() -> Options {
    let root = Path::new(ROOT);
    Options {
        language: Some("omg".to_owned()),
        include_dirs: vec![root.to_owned(), root.join("COS")],
        // They have a text of their own for omniidl, which defines this.
        defines: vec![("__OMNIIDL__".to_owned(), "0x0402".to_owned())],
        ..Options::default()
    }
}

fn definitions() -> Vec<PathBuf> {
    let folders = [ROOT.to_owned(), format!("{ROOT}/COS")];
    let entries = folders
        .iter()
        .flat_map(|f| std::fs::read_dir(f).expect("the package omniorb-idl is installed"));
    let paths = entries.map(|e| e.expect("a directory entry").path());
    let mut found: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "idl"))
        .collect();
    found.sort();
    found
}

/// Repository identifiers by scoped name, from our back end of omniidl; `None` if it refuses the file.
fn omniidl(path: &Path) -> Option<BTreeMap<String, String>> {
    let back_end = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/omniidl");
    let output = Command::new("omniidl")
        .arg(format!("-p{}", back_end.display()))
        .args([
            "-brepository_ids",
            &format!("-I{ROOT}"),
            &format!("-I{ROOT}/COS"),
        ])
        .arg(path)
        .output()
        .expect("the package omniidl is installed");
    let lines = String::from_utf8(output.stdout).expect("text");
    let ids = lines.lines().filter_map(|line| line.split_once(' '));
    let ids = ids.map(|(name, id)| (name.to_owned(), id.to_owned()));
    output.status.success().then(|| ids.collect())
}

#[test]
fn omniidl_judges_the_same_and_says_the_same_identifiers() {
    let definitions = definitions();
    assert!(definitions.len() >= 70, "only {definitions:?}");
    let (mut accepted, mut identifiers, mut differing) = (0, 0, Vec::new());
    for path in &definitions {
        let (ours, diagnostics) = omg::repository_ids(&DiskFiles, path, &options());
        let ours = ours.map(|ids| ids.into_iter().collect::<BTreeMap<_, _>>());
        let theirs = omniidl(path);
        accepted += usize::from(ours.is_some());
        identifiers += ours.as_ref().map_or(0, BTreeMap::len);
        if ours != theirs {
            let said = diagnostics.first().map(ToString::to_string);
            differing.push(format!(
                "{}: {said:?}\n{}",
                path.display(),
                difference(&ours, &theirs)
            ));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    println!(
        "{accepted} of {} accepted by both, {identifiers} identifiers",
        definitions.len()
    );
    assert!(
        accepted >= 61 && identifiers >= 1000,
        "{accepted} {identifiers}"
    );
}

fn difference(
    ours: &Option<BTreeMap<String, String>>,
    theirs: &Option<BTreeMap<String, String>>,
) -> String {
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        return format!(
            "accepted: ours {}, theirs {}",
            ours.is_some(),
            theirs.is_some()
        );
    };
    type Ids = BTreeMap<String, String>;
    let only = |of: &Ids, other: &Ids, who: &str| -> Vec<String> {
        let lines = of.iter().filter(|(name, id)| other.get(*name) != Some(*id));
        lines
            .map(|(name, id)| format!("  {who}: {name} {id}"))
            .take(5)
            .collect()
    };
    [only(ours, theirs, "ours"), only(theirs, ours, "theirs")]
        .concat()
        .join("\n")
}

/// What is carried can be printed, and the text is the same module.
#[test]
fn what_is_carried_is_printed() {
    let mut printed = 0;
    for path in definitions() {
        let (module, _) = load(&path, &options());
        let Some(module) = module else { continue };
        let text = omg::print(&module);
        let text = text.unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        assert!(!text.is_empty() || module.types.is_empty());
        printed += 1;
    }
    println!("{printed} printed");
    assert!(printed >= 36, "only {printed}");
}
