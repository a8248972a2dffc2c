//! Acceptance of definitions in OMG IDL: drawn ones, and the same with a word changed, most of which omniidl
//! rejects. We must accept and reject the same ones, except for the differences in `STRICTER` and `LAXER`, and
//! give everything the same repository identifier.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use manyrpc_draw::{Definition, Draw, Language, omg};
use manyrpc_idl::{DiskFiles, Options};

use crate::batches;
use crate::suite::{Case, Plan, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "omg-accepted",
    about: "drawn OMG IDL, also with a word changed: accepted, refused and identified as omniidl does",
    known: include_str!("../../known_failures/omg-accepted.txt"),
    run,
};

/// A run of the compiler each is the cost, so there are fewer than of those that only we read.
const SHARE: u64 = 5;

/// Repository identifiers by scoped name, or what is said against the definition.
type Judged = Result<BTreeMap<String, String>, String>;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("omg-accepted");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let begin = || Ok(());
    let cases = batches::each(plan.definitions / SHARE, begin, |(), index| {
        let mut draw = Draw::nth(plan.seed ^ 0x0319_1d1a, index);
        let definition = Language::Omg.definition(plan.seed, index);
        let mut spoilt = omg::spoil(&definition, &mut draw);
        spoilt.name += "_spoilt";
        let drawn = judge(&folder, &definition, (&[], &[]))?;
        Ok([
            Case {
                result: drawn.and_then(|refused| match refused {
                    None => Ok(()),
                    Some(why) => Err(format!("both refuse what was drawn: {why}")),
                }),
                name: definition.name,
            },
            Case {
                result: judge(&folder, &spoilt, (STRICTER, LAXER))?.map(drop),
                name: spoilt.name,
            },
        ])
    })?;
    Ok(cases.into_iter().flatten().collect())
}

/// Why both refuse it, nothing if both accept it; the inner error is a difference.
fn judge(
    folder: &Path,
    definition: &Definition,
    (stricter, laxer): (Rules, Rules),
) -> Result<Result<Option<String>, String>, String> {
    let file = folder.join(definition.file());
    fs::write(&file, &definition.text).map_err(|e| format!("{}: {e}", file.display()))?;
    let meant = |rules: Rules, why: &str| rules.iter().any(|(said, _)| why.contains(said));
    let result = match (omniidl(&file)?, ours(&file)) {
        (Err(why), Err(_)) => Ok(Some(why)),
        (Ok(theirs), Ok(ours)) => match theirs == ours {
            true => Ok(None),
            false => Err(format!("identifiers: omniidl {theirs:?}, ours {ours:?}")),
        },
        (Ok(_), Err(why)) if meant(stricter, &why) => Ok(Some(why)),
        (Err(why), Ok(_)) if meant(laxer, &why) => Ok(Some(why)),
        (Ok(_), Err(why)) => Err(format!("omniidl accepts it, we do not: {why}")),
        (Err(why), Ok(_)) => Err(format!("we accept it, omniidl does not: {why}")),
    };
    if result.is_ok() {
        let _ = fs::remove_file(&file);
    }
    Ok(result)
}

fn ours(file: &Path) -> Judged {
    let options = Options {
        language: Some("omg".to_owned()),
        ..Options::default()
    };
    let (ids, diagnostics) = manyrpc_idl::omg::repository_ids(&DiskFiles, file, &options);
    let said = || {
        diagnostics
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    ids.map(|ids| ids.into_iter().collect())
        .ok_or_else(|| said().join("\n"))
}

/// What our back end of omniidl says; the outer error, why it does not run.
fn omniidl(file: &Path) -> Result<Judged, String> {
    let back_end = concat!("-p", env!("CARGO_MANIFEST_DIR"), "/../../peers/omniidl");
    let said = Command::new("omniidl")
        .args(["-nf", back_end, "-brepository_ids"])
        .arg(file)
        .output()
        .map_err(|e| format!("omniidl: {e} (Debian package omniidl)"))?;
    let lines = String::from_utf8_lossy(&said.stdout).into_owned();
    let ids = lines.lines().filter_map(|line| line.split_once(' '));
    let ids = ids.map(|(name, id)| (name.to_owned(), id.to_owned()));
    Ok(match said.status.success() {
        true => Ok(ids.collect()),
        false => Err(String::from_utf8_lossy(&said.stderr).into_owned()),
    })
}

/// Fragments of error messages, each with the justification.
type Rules<'r> = &'r [(&'r str, &'r str)];

/// Our errors for definitions that omniidl accepts, and the justifications.
const STRICTER: Rules<'static> = &[];

/// omniidl's errors for definitions that we accept, and the justifications.
const LAXER: Rules<'static> = &[];
