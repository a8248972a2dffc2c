//! Compares drawn definitions with Samba's pidl and libndr.
//!
//!     samba SEED DEFINITIONS

use std::error::Error;

use manyrpc_conformance::ndr::samba::SUITE;
use manyrpc_conformance::suite::Plan;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let plan = Plan {
        seed: arguments[0].parse()?,
        definitions: arguments[1].parse()?,
        ..Plan::whole()
    };
    for case in (SUITE.run)(&plan)? {
        if let Err(why) = case.result {
            println!("{}: {why}", case.name);
        }
    }
    Ok(())
}
