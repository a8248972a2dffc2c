//! NDR and DCE's IDL, against foreign compilers and runtimes.
//!
//! - [`peer`]: a foreign compiler and runtime, as a program that answers requests
//! - [`calls`]: our side of the operations of a drawn definition
//! - [`compare`]: comparison of messages up to permitted differences
//! - [`drawn`]: randomly drawn definitions, compared between both sides
//! - [`recorded`]: recorded answers of a foreign runtime that is not packaged
//! - `stubs`: messages through generated stubs
//! - [`samba`]: drawn definitions against Samba's compiler and codec
//! - [`taken`]: everything that the front end accepts is supported by the later stages

pub mod calls;
pub mod compare;
pub mod drawn;
pub mod peer;
pub mod recorded;
pub mod samba;
mod stubs;
pub mod taken;

use crate::suite::{Case, Plan, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "ndr",
    about: "drawn .idl files: FreeDCE's recorded answers, and that all that is taken is carried",
    known: include_str!("../../known_failures/ndr.txt"),
    run,
};

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let mut tally = drawn::Tally::default();
    let mut cases = recorded::all(&mut tally)?;
    println!("  {tally:?}");
    cases.extend(taken::run(plan)?);
    Ok(cases)
}
