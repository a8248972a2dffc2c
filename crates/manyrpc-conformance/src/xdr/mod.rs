//! XDR against rpcgen and libtirpc: drawn definitions, values from either side, and damaged bytes.
//!
//! Many definitions are combined into one C program (`foreign`), which generates values, prints the values
//! that it reads (`driver`), and decodes our bytes, truncated and damaged ones included. Equal bytes alone
//! would not reveal two swapped fields of the same type; the printed values do.

mod compare;
mod driver;
mod foreign;
mod show;

use std::fs;
use std::path::Path;

use manyrpc_draw::rpcl::{self, File};

use crate::batches;
use crate::suite::{Case, Plan, SEED, Suite};
use compare::{Comparison, Counts, definition};
use foreign::Foreign;
use manyrpc_conformance_stubs as stubs;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "xdr",
    about: "drawn .x files, their values and damaged bytes, against rpcgen and libtirpc",
    known: include_str!("../../known_failures/xdr.txt"),
    run,
};

/// Definitions in one C program: rpcgen looks names up in a list from its start.
const BATCH: u64 = 150;

/// Values of each type that either side makes up.
const VALUES: u64 = 3;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let work = |folder: &Path, indices| run_batch(plan, folder, indices);
    let (cases, counts) = batches::judged(plan, "xdr", (plan.definitions, BATCH), work)?;
    eprintln!(
        "xdr: {} values, {} cut off, {} damaged ({} of them taken by libtirpc alone)",
        counts.values, counts.cuts, counts.corruptions, counts.excused
    );
    Ok(cases)
}

/// One C program.
fn run_batch(
    plan: &Plan,
    folder: &Path,
    indices: std::ops::Range<u64>,
) -> Result<(Vec<Case>, Counts), String> {
    let drawn: Vec<(u64, File)> = indices.map(|i| (i, rpcl::nth(plan.seed, i))).collect();
    let prefixed: Vec<(String, &File)> = drawn
        .iter()
        .map(|(index, file)| (format!("d{index}_"), file))
        .collect();
    let mut foreign = Foreign::build(folder, &prefixed)?;
    let mut counts = Counts::default();
    // The table of numbers begins with one that is nobody's.
    let (mut first_type, mut first_number) = (0, 1);
    let mut cases = Vec::new();
    for (index, file) in &drawn {
        let definition = definition(*index, file);
        let comparison = Comparison {
            file,
            definition: &definition,
            first_type,
            first_number,
            stubs: stubs::rpcl::STUBS
                .iter()
                .find(|stubs| plan.seed == SEED && stubs.index == *index),
            values: VALUES,
        };
        let result = comparison.run(&mut foreign, &mut counts);
        if result.is_err() {
            keep(plan, &definition.file(), &definition.text);
        }
        cases.push(Case {
            name: definition.name,
            result,
        });
        first_type += driver::types(file).len();
        first_number += file.numbers().len() + driver::program_names(file).len();
    }
    Ok((cases, counts))
}

/// Keeps the definition of a failure.
fn keep(plan: &Plan, name: &str, text: &str) {
    let folder = plan.keep.join("xdr-failures");
    let kept = fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(name), text));
    if let Err(why) = kept {
        eprintln!("{name} cannot be kept: {why}");
    }
}
