//! Functions and their sizes from the symbol tables of ELF files, and the code size of shared libraries, which
//! have symbols only for their exports.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use cpp_demangle::DemangleOptions;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind, SymbolSection};

/// A function of a program or object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// Its name, demangled if it was mangled.
    pub(super) name: String,
    /// Its size.
    pub(super) bytes: u64,
}

/// The bytes of a file.
pub(super) fn file(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// The functions of a program or object file; aliases count once.
pub(super) fn functions(elf: &[u8]) -> Result<Vec<Function>, String> {
    let mut seen = BTreeSet::new();
    let mut all = named(elf)?;
    all.retain(|(place, _)| seen.insert(*place));
    Ok(all.into_iter().map(|(_, function)| function).collect())
}

/// The names of all functions that an object file defines.
pub(super) fn names(elf: &[u8]) -> Result<BTreeSet<String>, String> {
    Ok(named(elf)?.into_iter().map(|(_, f)| f.name).collect())
}

/// The location of a function: its section and address.
type Place = (usize, u64);

/// Every name of every function.
fn named(elf: &[u8]) -> Result<Vec<(Place, Function)>, String> {
    let object = parsed(elf)?;
    let symbols = object
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
    let each = symbols.filter_map(|symbol| {
        let SymbolSection::Section(section) = symbol.section() else {
            return None;
        };
        let place = (section.0, symbol.address());
        Some(symbol.name().map(|name| (place, name, symbol.size())))
    });
    let each = each.map(|found| {
        let (place, name, bytes) = found.map_err(|e| format!("a symbol without a name: {e}"))?;
        let name = demangled(name);
        Ok((place, Function { name, bytes }))
    });
    each.collect()
}

fn parsed(elf: &[u8]) -> Result<object::File<'_>, String> {
    object::File::parse(elf).map_err(|e| format!("not an object file: {e}"))
}

/// Demangles a name: Rust names without the crate hash, C++ names without parameters and result; others are
/// unchanged.
pub(super) fn demangled(name: &str) -> String {
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        return format!("{rust:#}");
    }
    let plain = DemangleOptions::new().no_params().no_return_type();
    let cpp = cpp_demangle::Symbol::new(name).ok();
    cpp.and_then(|cpp| cpp.demangle(&plain).ok())
        .unwrap_or_else(|| name.to_owned())
}

/// The shared libraries of the C and C++ compilers and of the system, without version.
const RUNTIME: [&str; 9] = [
    "libc",
    "libm",
    "libdl",
    "libpthread",
    "librt",
    "libresolv",
    "libatomic",
    "libgcc_s",
    "libstdc++",
];

/// Bytes of code in all shared libraries that a program needs, directly or indirectly, except the runtime's, as
/// reported by the dynamic linker.
pub(super) fn shared(program: &Path) -> Result<u64, String> {
    let asked = Command::new("ldd").arg(program).output();
    let asked = asked.map_err(|e| format!("cannot run ldd: {e}"))?;
    let said = String::from_utf8_lossy(&asked.stdout);
    let needed = said.lines().filter_map(|line| line.split_once(" => "));
    let needed = needed.filter(|(name, _)| !is_of_runtime(name.trim()));
    let each = needed.map(|(name, place)| match place.split_once(" (0x") {
        Some((path, _)) => code(&file(Path::new(path))?),
        None => Err(format!("{} is not found", name.trim())),
    });
    each.sum()
}

fn is_of_runtime(library: &str) -> bool {
    let stem = library.split_once(".so").map(|(stem, _)| stem);
    stem.is_some_and(|stem| RUNTIME.contains(&stem))
}

/// Bytes of an object's executable sections.
fn code(elf: &[u8]) -> Result<u64, String> {
    let object = parsed(elf)?;
    let sections = object.sections();
    let executable = sections.filter(|section| section.kind() == SectionKind::Text);
    Ok(executable.map(|section| section.size()).sum())
}
