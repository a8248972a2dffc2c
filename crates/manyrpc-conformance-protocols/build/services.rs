//! Drawn services as a program has them: the whole generated text, a server for each interface that
//! answers with nothing in particular, and calls of all its operations.
//!
//! What is written beside a stub is made of the stub's own text: its traits become implementations.

mod written;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use manyrpc_draw::{Definition, Language};
use manyrpc_idl::MemoryFiles;
use manyrpc_model::Module;

/// The seed of what the tests draw.
const SEED: u64 = 2026;
/// Definitions of each language, of those that have something to call.
const EACH: usize = 6;
/// Most types and operations of one, together: they are compiled for every syntax.
const LARGEST: usize = 20;

const LANGUAGES: [Language; 3] = [Language::Rpcl, Language::Dce, Language::Proto];

/// Writes `services.rs` with all of them.
pub(super) fn write(folder: &Path) {
    let mut modules = String::new();
    let mut table = String::new();
    for language in LANGUAGES {
        let drawn = (0..).filter_map(|index| read(language, index).map(|module| (index, module)));
        for (index, module) in drawn.filter(|(_, module)| fits(module)).take(EACH) {
            let ending = language.ending();
            let text = written::with_calls(&module);
            let name = format!("{ending}_{index}");
            let path = folder.join(format!("{name}.rs"));
            save(&path, &text);
            let _ = writeln!(modules, "#[path = {path:?}]\npub mod {name};");
            let _ = writeln!(
                table,
                "Drawn {{ language: Language::{language:?}, index: {index}, interfaces: {name}::CALLED }},"
            );
        }
    }
    let text = format!(
        "pub const SEED: u64 = {SEED};\n{modules}pub static DRAWN: &[Drawn] = &[\n{table}];\n"
    );
    save(&folder.join("services.rs"), &text);
}

fn read(language: Language, index: u64) -> Option<Module> {
    let definition: Definition = language.definition(SEED, index);
    let files: MemoryFiles = definition.files().collect();
    let options = manyrpc_idl::Options::default();
    let (module, _) = manyrpc_idl::load_from(&files, definition.file(), &options);
    module
}

/// Whether there is something to call, in a text that does not take long to compile.
fn fits(module: &Module) -> bool {
    let operations = module.interfaces.iter().map(|i| i.operations.len());
    let operations: usize = operations.sum();
    let sizes = [module.types.len(), operations];
    operations > 1 && sizes.iter().sum::<usize>() <= LARGEST
}

fn save(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}
