//! Functions and their sizes, as the symbol tables of ELF files have them.

use std::collections::BTreeSet;
use std::path::Path;

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol, SymbolKind, SymbolSection};

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

/// The functions of a program or object file. What has several names is one.
pub(super) fn functions(elf: &[u8]) -> Result<Vec<Function>, String> {
    let mut seen = BTreeSet::new();
    let mut all = named(elf)?;
    all.retain(|(place, _)| seen.insert(*place));
    Ok(all.into_iter().map(|(_, function)| function).collect())
}

/// Where a function lies: its section and address.
type Place = (usize, u64);

/// Every name of every function.
fn named(elf: &[u8]) -> Result<Vec<(Place, Function)>, String> {
    let object = object::File::parse(elf).map_err(|e| format!("no object file: {e}"))?;
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
        // Without the hash that tells versions of a crate apart.
        let name = format!("{:#}", rustc_demangle::demangle(name));
        Ok((place, Function { name, bytes }))
    });
    each.collect()
}

/// The names of all functions that an object file or an archive of them defines.
pub(super) fn names(file: &[u8]) -> Result<BTreeSet<String>, String> {
    let Ok(archive) = ArchiveFile::parse(file) else {
        return Ok(named(file)?.into_iter().map(|(_, f)| f.name).collect());
    };
    let mut names = BTreeSet::new();
    for member in archive.members() {
        let member = member.and_then(|member| member.data(file));
        let member = member.map_err(|e| format!("a broken archive: {e}"))?;
        names.extend(named(member)?.into_iter().map(|(_, f)| f.name));
    }
    Ok(names)
}
