//! Compares drawn definitions with a foreign compiler and runtime, or records its answers.
//!
//!     ndr compare|record PEER SEED DEFINITIONS
//!
//! `PEER` is a program as `manyrpc_conformance::ndr::peer` has it.

use std::error::Error;

use manyrpc_conformance::{
    ndr::{drawn, recorded},
    suite::Plan,
};
use manyrpc_draw::dce::Dialect;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [word, peer, seed, definitions] = &arguments[..] else {
        return Err("ndr compare|record PEER SEED DEFINITIONS".into());
    };
    let plan = Plan {
        seed: seed.parse()?,
        definitions: definitions.parse()?,
        ..Plan::whole()
    };
    if word == "record" {
        print!("{}", recorded::record(&plan, Dialect::OSF, peer.into())?);
        return Ok(());
    }
    let cases = drawn::run(&plan, Dialect::OSF, peer.into())?;
    let wrong = cases
        .iter()
        .filter_map(|c| Some((&c.name, c.result.as_ref().err()?)));
    wrong.for_each(|(name, why)| println!("{name}: {why}"));
    Ok(())
}
