//! Stubs of drawn definitions: a module each, and a table of their types or operations.
//!
//! `MANYRPC_STUBS` says of how many definitions a language, from `MANYRPC_STUBS_FROM` on (decimal);
//! by default the first few of the seed that the tests have.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use manyrpc_draw::dce::{self, Dialect};
use manyrpc_draw::{Definition, Language, recorded};
use manyrpc_idl::{MemoryFiles, Options, Strings};
use manyrpc_model::Module;

/// The seed of what the tests draw.
const SEED: u64 = 2026;
/// Definitions of each language that have stubs.
const STUBS: u64 = 40;

/// What an implementation that no package brings answered, which has the definitions in it.
const RECORDED: &str = "../manyrpc-conformance/recorded/freedce.txt";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=MANYRPC_SEED={SEED}");
    let first = variable("MANYRPC_STUBS_FROM").unwrap_or(0);
    let last = first + variable("MANYRPC_STUBS").unwrap_or(STUBS);
    for language in [
        Language::Rpcl,
        Language::Dce,
        Language::Proto,
        Language::Wsdl,
    ] {
        let drawn = (first..last).map(|index| (index, language.definition(SEED, index)));
        write_all(language.ending(), drawn, write_types);
    }
    let drawn = (first..last).map(|index| (index, dce::nth(Dialect::SAMBA, SEED, index)));
    write_all("samba", drawn, write_operations);
    println!("cargo:rerun-if-changed={RECORDED}");
    let text = fs::read_to_string(RECORDED).unwrap_or_else(|e| panic!("{RECORDED}: {e}"));
    let recorded = (0..).zip(recorded::definitions(&text).map(|(definition, _)| definition));
    let some = recorded.skip(first as usize).take((last - first) as usize);
    write_all("freedce", some, write_operations);
}

fn variable(name: &str) -> Option<u64> {
    println!("cargo:rerun-if-env-changed={name}");
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// Modules and their table. What our front end or generator refuses has neither: the suites that
/// draw definitions say so. But were it most of them, the suites would ask nothing about stubs.
fn write_all(
    table: &str,
    definitions: impl Iterator<Item = (u64, Definition)>,
    write: impl Fn(&Definition, u64) -> Option<(Module, String)>,
) {
    let (mut modules, mut rows) = (String::new(), String::new());
    let (mut all, mut written) = (0, 0);
    for (index, definition) in definitions {
        all += 1;
        let Some((module, row)) = write(&definition, index) else {
            continue;
        };
        let Ok(text) = manyrpc_gen::rust(&module, &manyrpc_gen::Options::records()) else {
            continue;
        };
        let name = &definition.name;
        let path = save(&format!("{table}_{name}.rs"), &text);
        let _ = writeln!(modules, "#[path = {path:?}]\npub mod {name};");
        rows += &row;
        written += 1;
    }
    assert!(
        all < STUBS || written * 2 > all,
        "{table}: stubs of {written} of {all} definitions only"
    );
    let text = format!("{modules}pub static STUBS: &[Stubs] = &[\n{rows}];\n");
    save(&format!("{table}.rs"), &text);
}

fn read(definition: &Definition, strings: Strings) -> Option<Module> {
    let read = Options {
        strings,
        ..Options::default()
    };
    let files: MemoryFiles = definition.files().collect();
    manyrpc_idl::load_from(&files, definition.file(), &read).0
}

/// The row of its types.
fn write_types(definition: &Definition, index: u64) -> Option<(Module, String)> {
    // Of every second `.x` file they hold strings as bytes.
    let octets = definition.language == Language::Rpcl && index % 2 == 1;
    let strings = if octets {
        Strings::Bytes
    } else {
        Strings::Text
    };
    let mut module = read(definition, strings)?;
    // Operations that raise have no records alone.
    for interface in &mut module.interfaces {
        interface.operations.retain(|of| of.raises.is_empty());
    }
    let types = manyrpc_gen::type_names(&module).ok()?.into_iter();
    let name = &definition.name;
    let types = types.map(|(of, rust)| format!("    ({of:?}, recode!({name}::{rust})),\n"));
    let types: String = types.collect();
    let bodies = match definition.language {
        Language::Wsdl => bodies(name, &module)?,
        _ => String::new(),
    };
    let row = format!(
        "Stubs {{ index: {index}, octets: {octets}, types: &[\n{types}], operations: &[\n{bodies}] }},\n"
    );
    Some((module, row))
}

/// The operations of a definition whose stubs are in a module of that name.
fn bodies(name: &str, module: &Module) -> Option<String> {
    let operations = manyrpc_gen::operation_records(module).ok()?.into_iter();
    let bodies = operations.map(|of| {
        format!(
            "    bodies!({}, [{}, {name}::{}], [{}, {name}::{}]),\n",
            of.number,
            within(name, &of.input),
            of.input_meta,
            within(name, &of.output),
            of.output_meta,
        )
    });
    Some(bodies.collect())
}

/// The path of a record in a module.
fn within(module: &str, record: &str) -> String {
    match record {
        "()" => record.to_owned(),
        _ => format!("{module}::{record}"),
    }
}

/// The row of its operations.
fn write_operations(definition: &Definition, index: u64) -> Option<(Module, String)> {
    let module = read(definition, Strings::Text)?;
    let operations = manyrpc_gen::operation_records(&module).ok()?.into_iter();
    let name = &definition.name;
    let operations = operations.map(|of| {
        let (input, output) = (within(name, &of.input), within(name, &of.output));
        let reply = of.reply.map(|reply| format!(", {name}::{reply}"));
        format!(
            "    operation!({}, [{input}, {name}::{}], [{output}, {name}::{}{}]),\n",
            of.number,
            of.input_meta,
            of.output_meta,
            reply.unwrap_or_default()
        )
    });
    let operations: String = operations.collect();
    let row = format!("Stubs {{ index: {index}, operations: &[\n{operations}] }},\n");
    Some((module, row))
}

fn save(file: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join(file);
    fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    path
}
