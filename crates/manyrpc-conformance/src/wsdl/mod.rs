//! WSDL as a language, against zeep: what documents mean, and whether what we print is accepted.
//!
//! Documents are those of the front end's corpus, of other tools where these are installed, and drawn definitions in
//! other languages as our printer writes them. Of each both must see the same operations, with the same elements and
//! types in their messages.

mod meaning;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use manyrpc_draw::Language;
use manyrpc_idl::{MemoryFiles, Options, load, load_from, wsdl};
use serde_json::Value;

use crate::batches;
use crate::foreign::Lines;
use crate::suite::{Case, Plan, Suite, root};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "wsdl",
    about: "documents in the manner of many tools, and drawn definitions as WSDL: they mean to us what they do to zeep",
    known: include_str!("../../known_failures/wsdl.txt"),
    run,
};

/// Folders of documents. What is not installed is not asked about; our own always are.
const FOLDERS: &[(&str, &str)] = &[
    ("corpus", "crates/manyrpc-idl/tests/corpus/wsdl/good"),
    ("peers", "interfaces/soap"),
    ("onvif", "peers/build/wsdl/onvif"),
    ("zeep", "peers/build/wsdl/zeep"),
    ("perl", "/usr/share/doc/libsoap-lite-perl/examples/WSDL"),
];

/// Languages whose drawn definitions are printed.
const DRAWN: &[(Language, &str)] = &[
    (Language::Rpcl, "x"),
    (Language::Dce, "dce"),
    (Language::Omg, "omg"),
    (Language::Proto, "proto"),
];

/// zeep takes some time for each.
const SHARE: u64 = 20;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("wsdl");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut documents = Vec::new();
    for (name, place) in FOLDERS {
        documents.extend(listed(name, &root().join(place))?);
    }
    let drawn = plan.definitions / SHARE;
    let all = documents.len() as u64 + drawn * DRAWN.len() as u64;
    let begin = || Lines::start(&mut Command::new(root().join("peers/wsdl/wsdl_meaning")));
    batches::each(all, begin, |zeep, index| {
        match documents.get(index as usize) {
            Some((name, path)) => Ok(Case {
                name: name.clone(),
                result: compared(zeep, path)?,
            }),
            None => of_drawn(plan, &folder, zeep, index - documents.len() as u64),
        }
    })
}

/// The documents in a folder, with the names of their cases.
fn listed(name: &str, folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return match name {
            "corpus" => Err(format!("there is no {}", folder.display())),
            _ => Ok(Vec::new()),
        };
    };
    let paths = entries.filter_map(|e| Some(e.ok()?.path()));
    let is_one = |path: &PathBuf| path.extension().is_some_and(|e| e == "wsdl");
    let mut found: Vec<PathBuf> = paths.filter(is_one).collect();
    found.sort();
    let named = found.into_iter().map(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        (format!("{name}/{file}"), path.clone())
    });
    Ok(named.collect())
}

/// A drawn definition, printed.
fn of_drawn(plan: &Plan, folder: &Path, zeep: &mut Lines, index: u64) -> Result<Case, String> {
    let (language, word) = &DRAWN[(index % DRAWN.len() as u64) as usize];
    let number = index / DRAWN.len() as u64;
    let definition = language.definition(plan.seed, number);
    let name = format!("{word}/{number}");
    let options = Options {
        language: (*word == "omg").then(|| "omg".to_owned()),
        ..Options::default()
    };
    let files: MemoryFiles = definition.files().collect();
    let (module, diagnostics) = load_from(&files, definition.file(), &options);
    let Some(module) = module else {
        let result = Err(format!("it is not read: {}", diagnostics[0]));
        return Ok(Case { name, result });
    };
    let text = match wsdl::print(&module) {
        Ok(text) => text,
        Err(why) => {
            // Streams, and the names of extensions, have no form in WSDL.
            let known = [wsdl::Reason::OneMessage, wsdl::Reason::Name];
            let known = why.iter().all(|w| known.contains(&w.reason));
            let result = if known {
                Ok(())
            } else {
                Err(format!("it is not printed: {}", why[0]))
            };
            return Ok(Case { name, result });
        }
    };
    let path = folder.join(format!("{word}_{number}.wsdl"));
    fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let result = compared(zeep, &path)?;
    if result.is_ok() {
        let _ = fs::remove_file(&path);
    }
    Ok(Case { name, result })
}

/// Whether a document means the same to both; the outer error, why zeep does not answer.
fn compared(zeep: &mut Lines, path: &Path) -> Result<Result<(), String>, String> {
    let answer = zeep.ask(&path.to_string_lossy())?;
    let answer: Value = serde_json::from_str(answer).map_err(|e| format!("zeep's answer: {e}"))?;
    let (module, diagnostics) = load(path, &Options::default());
    let Some(module) = module else {
        return Ok(match answer["refused"].as_str() {
            Some(_) => Ok(()),
            None => Err(format!("zeep accepts it, we do not: {}", diagnostics[0])),
        });
    };
    if let Some(why) = answer["refused"].as_str() {
        return Ok(Err(format!("we accept it, zeep does not: {why}")));
    }
    let theirs = answer["lines"].as_array().into_iter().flatten();
    let theirs: BTreeSet<String> = theirs
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let ours = meaning::of(&module);
    let first = |of: &BTreeSet<String>, but: &BTreeSet<String>| {
        of.difference(but)
            .take(3)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n    ")
    };
    Ok(match ours == theirs {
        true => Ok(()),
        false => Err(format!(
            "only zeep:\n    {}\n  only we:\n    {}",
            first(&theirs, &ours),
            first(&ours, &theirs)
        )),
    })
}
