//! Reading and printing in any language.

use std::path::Path;

use manyrpc_model::Module;

use crate::diagnostic::{self, Diagnostic};
use crate::inexpressible::Inexpressible;
use crate::language;
use crate::options::Options;
use crate::source::{DiskFiles, Files, Text};

/// Reads the definition at `path` and what it includes from the file system: `.idl` is DCE's
/// language or OMG's, which the text shows, `.proto` that of Protocol Buffers, `.wsdl` and `.xsd` WSDL
/// and XML Schema, everything else RPCL, unless the options say the language. One whose feature is disabled is an error.
///
/// The module is `Some` unless a diagnostic is an error.
pub fn load(path: impl AsRef<Path>, options: &Options) -> (Option<Module>, Vec<Diagnostic>) {
    load_from(&DiskFiles, path, options)
}

/// The name of the language in which [`load`] reads a file: `x`, `idl` (DCE's), `omg`, `proto` or
/// `wsdl`.
pub fn language_of(path: impl AsRef<Path>, options: &Options) -> &'static str {
    let language = language::of(&DiskFiles, path.as_ref(), options);
    language.map_or("x", |language| language.name)
}

/// Like [`load`], with files from any provider.
pub fn load_from(
    files: &dyn Files,
    path: impl AsRef<Path>,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let path = path.as_ref();
    match language::of(files, path, options) {
        Ok(language) => (language.load)(files, path, options),
        Err(problem) => (None, vec![diagnostic::of_file(path, problem)]),
    }
}

/// Like [`load`], for a single text without includes; `path` determines the language and the module's
/// name. What encoding an XML declaration names does not matter.
pub fn load_text(
    path: impl AsRef<Path>,
    text: &str,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let path = path.as_ref();
    load_from(&Text { path, text }, path, options)
}

/// The text of a module in a language: `x`, `idl` (DCE's), `omg`, `proto` or `wsdl`; any other name means
/// RPCL, as for reading.
///
/// # Errors
/// Everything that the language cannot express, or that it is not compiled in, for people.
pub fn print_as(module: &Module, language: &str) -> Result<String, Vec<String>> {
    let language = language::named(Some(language)).map_err(|problem| vec![problem])?;
    let said = |problems: Vec<Inexpressible>| problems.iter().map(ToString::to_string).collect();
    (language.print)(module).map_err(said)
}

/// The texts of a module in the first language that can express it, by file name, the definition's own
/// first; empty if no language can.
pub fn texts(module: &Module) -> Vec<(String, String)> {
    let mut said = language::ALL.iter().filter_map(|l| (l.texts)(module));
    said.next().unwrap_or_default()
}
