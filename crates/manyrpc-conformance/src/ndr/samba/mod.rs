//! NDR against Samba's pidl and libndr: drawn definitions with our messages in both byte orders, truncated
//! and damaged.
//!
//! `foreign` decodes our messages and encodes them again; the bytes must be the same except for referent
//! identifiers. So any difference in place, width, alignment or byte order of a field is detected, and so are
//! definitions that pidl rejects and we accept. Generated stubs of the first definitions must give the same
//! result for each message as dynamic values.

mod compare;
mod foreign;

use std::fs;
use std::ops::Range;
use std::path::Path;

use manyrpc_draw::dce::{self, Dialect};
use manyrpc_draw::{Definition, Draw};

use super::stubs;
use crate::batches;
use crate::codecs::Dynamic;
use crate::suite::{Case, Plan, SEED, Suite};
use compare::{Comparison, Counts};
use foreign::Foreign;
use manyrpc_conformance_stubs::samba;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "ndr-samba",
    about: "drawn .idl files, their messages and damaged ones, against Samba's pidl and libndr",
    known: include_str!("../../../known_failures/ndr-samba.txt"),
    run,
};

/// Definitions in one program.
const BATCH: u64 = 25;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let definitions = plan.definitions;
    let work = |folder: &Path, indices: Range<u64>| {
        let drawn = indices.map(|index| (index, dce::nth(Dialect::SAMBA, plan.seed, index)));
        run_batch(plan, folder, drawn.collect())
    };
    let (cases, counts) = batches::judged(plan, "ndr-samba", (definitions, BATCH), work)?;
    eprintln!("ndr-samba: {counts}");
    Ok(cases)
}

/// One definition, by itself.
///
/// # Errors
/// The foreign program cannot be run.
pub fn one(plan: &Plan, definition: Definition) -> Result<Case, String> {
    let folder = plan.keep.join("ndr-samba-one");
    let (mut cases, _) = run_batch(plan, &folder, vec![(u64::MAX, definition)])?;
    cases.pop().ok_or("no case".to_owned())
}

/// One program.
fn run_batch(
    plan: &Plan,
    folder: &Path,
    drawn: Vec<(u64, Definition)>,
) -> Result<(Vec<Case>, Counts), String> {
    let definitions: Vec<_> = drawn.iter().map(|(_, d)| d.clone()).collect();
    let mut foreign = Foreign::build(folder, &definitions)?;
    let mut counts = Counts::default();
    let mut cases = Vec::new();
    for (index, definition) in drawn {
        let compared = Dynamic::read(&definition).and_then(|dynamic| {
            Comparison {
                definition: &definition,
                dynamic: &dynamic,
                foreign: &mut foreign,
                counts: &mut counts,
                stubs: stubs::of(samba::STUBS, index).filter(|_| plan.seed == SEED),
                draw: Draw::nth(plan.seed, index),
            }
            .run()
        });
        let result = compared.map_err(|why| format!("{why}\n{}", definition.text));
        cases.push(Case {
            name: definition.name,
            result,
        });
    }
    let _ = fs::remove_dir_all(folder);
    Ok((cases, counts))
}
