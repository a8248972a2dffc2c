//! CDR against omniORB and GlassFish's ORB: drawn definitions, values in both byte orders, and damaged bytes.
//!
//! omniORB makes a TypeCode of the description of a type (`describe`), which follows from the lowered
//! definition and not from our codec; so nothing is compiled for a definition. Valuetypes are declared to it, and to GlassFish's
//! ORB, which is asked about these only. Its answer has the value in
//! words (`show`), since equal bytes alone would not reveal two swapped fields of the same type. What OMG IDL
//! alone has is in modules that are drawn here (`drawn`, `families`); `.x`, `.idl` and `.proto` files show that every
//! definition of another language is carried, as the author of an OMG definition would have written it.

mod anys;
mod compare;
mod counts;
mod describe;
mod drawn;
mod families;
mod foreign;
mod show;
mod values;

use std::path::Path;

use manyrpc_draw::Language;

use crate::batches;
use crate::codecs::Dynamic;
use crate::suite::{Case, Plan, Suite};
use compare::Comparison;
use counts::Counts;
use foreign::Foreigns;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "cdr",
    about: "drawn definitions, their values and damaged bytes in CDR, against omniORB and GlassFish's ORB",
    known: include_str!("../../known_failures/cdr.txt"),
    run,
};

/// Definitions that one process is asked about.
const BATCH: u64 = 150;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let work = |_: &Path, indices| run_batch(plan, indices);
    let (cases, counts) = batches::judged(plan, "cdr", (plan.definitions, BATCH), work)?;
    eprintln!("cdr: {counts}");
    Ok(cases)
}

fn run_batch(plan: &Plan, indices: std::ops::Range<u64>) -> Result<(Vec<Case>, Counts), String> {
    let mut foreign = Foreigns::start()?;
    let mut counts = Counts::default();
    let mut cases = Vec::new();
    for index in indices {
        let (name, comparison) = nth(plan.seed, index);
        let result = comparison.and_then(|mut c| c.run(&mut foreign, &mut counts));
        cases.push(Case { name, result });
    }
    Ok((cases, counts))
}

/// The `index`th definition: half of them of OMG IDL, a third of those with valuetypes.
fn nth(seed: u64, index: u64) -> (String, Result<Comparison, String>) {
    let of = |dynamic| Comparison::new(dynamic, seed ^ index);
    let (name, language) = match index % 6 {
        1 => ("x", Language::Rpcl),
        3 => ("idl", Language::Dce),
        5 => ("proto", Language::Proto),
        4 => {
            let family = families::nth(seed, index);
            let compared = family.map(|family| Comparison::of_family(family, seed ^ index));
            return (format!("values{index}"), compared);
        }
        _ => return (format!("omg{index}"), drawn::nth(seed, index).map(of)),
    };
    let definition = language.definition(seed, index);
    (format!("{name}{index}"), Dynamic::read(&definition).map(of))
}
