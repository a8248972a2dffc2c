//! Stubs of drawn definitions: a module each, and a table of their types.
//!
//! `MANYRPC_STUBS` says of how many definitions a language, from `MANYRPC_STUBS_FROM` on (decimal);
//! by default the first few of the seed that the tests have.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use manyrpc_draw::{Definition, Language};
use manyrpc_idl::{MemoryFiles, Options, Strings};

/// The seed of what the tests draw.
const SEED: u64 = 2026;
/// Definitions of each language that have stubs.
const STUBS: u64 = 40;

const LANGUAGES: [Language; 3] = [Language::Rpcl, Language::Dce, Language::Proto];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=MANYRPC_SEED={SEED}");
    let first = variable("MANYRPC_STUBS_FROM").unwrap_or(0);
    let last = first + variable("MANYRPC_STUBS").unwrap_or(STUBS);
    for language in LANGUAGES {
        let mut table = String::new();
        let mut modules = String::new();
        for index in first..last {
            let definition = language.definition(SEED, index);
            write(&definition, index, &mut modules, &mut table);
        }
        let text = format!("{modules}pub static STUBS: &[Stubs] = &[\n{table}];\n");
        save(&format!("{}.rs", language.ending()), &text);
    }
}

fn variable(name: &str) -> Option<u64> {
    println!("cargo:rerun-if-env-changed={name}");
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// One module, and its row of the table. What our front end or generator refuses has neither: the
/// suites that draw definitions say so.
fn write(definition: &Definition, index: u64, modules: &mut String, table: &mut String) {
    // Of every second `.x` file they hold strings as bytes.
    let octets = definition.language == Language::Rpcl && index % 2 == 1;
    let read = Options {
        strings: if octets {
            Strings::Bytes
        } else {
            Strings::Text
        },
        ..Options::default()
    };
    let mut files = MemoryFiles::default();
    for (name, text) in definition.files() {
        files.insert(name, text);
    }
    let (module, _) = manyrpc_idl::load_from(&files, definition.file(), &read);
    let Some(module) = module else { return };
    let options = manyrpc_gen::Options::records();
    let (Ok(text), Ok(types)) = (
        manyrpc_gen::rust(&module, &options),
        manyrpc_gen::type_names(&module),
    ) else {
        return;
    };
    let name = &definition.name;
    let file = format!("{}_{name}.rs", definition.language.ending());
    let path = save(&file, &text);
    let _ = writeln!(modules, "#[path = {path:?}]\npub mod {name};");
    let _ = writeln!(
        table,
        "Stubs {{ index: {index}, octets: {octets}, types: &["
    );
    for (of, rust) in types {
        let _ = writeln!(table, "    ({of:?}, recode!({name}::{rust})),");
    }
    table.push_str("] },\n");
}

fn save(file: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join(file);
    fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    path
}
