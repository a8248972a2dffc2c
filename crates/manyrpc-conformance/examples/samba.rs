//! Compares drawn definitions, or one that is given, with Samba's pidl and libndr.
//!
//!     samba SEED DEFINITIONS
//!     samba NAME.idl, whose one interface is NAME

use std::error::Error;
use std::path::Path;

use manyrpc_conformance::ndr::samba::{SUITE, one};
use manyrpc_conformance::suite::{Case, Plan};
use manyrpc_draw::{Definition, Language};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let cases = match &arguments[..] {
        [seed, definitions] => (SUITE.run)(&Plan {
            seed: seed.parse()?,
            definitions: definitions.parse()?,
            ..Plan::whole()
        })?,
        [path] => vec![given(Path::new(path))?],
        _ => return Err("samba SEED DEFINITIONS, or samba NAME.idl".into()),
    };
    for case in cases {
        if let Err(why) = case.result {
            println!("{}: {why}", case.name);
        }
    }
    Ok(())
}

fn given(path: &Path) -> Result<Case, Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default();
    let text = std::fs::read_to_string(path)?;
    let definition = Definition::new(Language::Dce, name.to_string_lossy(), text);
    Ok(one(&Plan::whole(), definition)?)
}
