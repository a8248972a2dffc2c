//! Front ends: they translate definitions in several languages to the interface model.
//!
//! - [`load`] and [`load_from`]: read a definition in any language
//! - [`diagnostic`]: errors and warnings, in the same form for all languages
//! - `rpcl`: Sun's RPC language (`.x`), read and written
//! - `dce`: DCE's interface definition language (`.idl` with its `.acf`), read and written
//! - `protobuf`: Protocol Buffers (`.proto` with its `.ids`), read and written
//!
//! Each language is a feature of that name, on by default; only `protobuf` has additional dependencies.
//!
//! Nothing here opens a file itself: text comes through [`Files`], so that a
//! test, a fuzzer or a tool can supply it from anywhere.
//!
//! ```
//! # #[cfg(feature = "rpcl")] {
//! use manyrpc_idl::{Options, load_text, print_as};
//!
//! let text = "program ECHO { version ECHO_V1 { int PING(int) = 1; } = 1; } = 0x20000001;";
//! let (module, diagnostics) = load_text("echo.x", text, &Options::default());
//! let module = module.expect("the definition has no errors");
//! assert!(diagnostics.is_empty());
//! assert_eq!(module.interfaces[0].operations[0].name, "PING");
//! assert!(print_as(&module, "x").unwrap().contains("program ECHO"));
//!
//! let (module, diagnostics) = load_text("bad.x", "typedef missing other;", &Options::default());
//! assert!(module.is_none() && diagnostics[0].message.contains("missing"));
//! # }
//! ```

#![cfg_attr(
    not(all(feature = "rpcl", feature = "dce", feature = "protobuf")),
    allow(dead_code, reason = "each language uses only some of the shared code")
)]

mod c;
#[cfg(feature = "dce")]
pub mod dce;
pub mod diagnostic;
mod language;
mod names;
#[cfg(feature = "protobuf")]
pub mod protobuf;
#[cfg(feature = "rpcl")]
pub mod rpcl;
mod source;
mod unsayable;

use std::path::{Path, PathBuf};

use manyrpc_model::Module;

use diagnostic::{Findings, unreadable};
use source::Sources;

pub use diagnostic::{Diagnostic, Label, Place, Severity};
pub use source::{DiskFiles, Files, MemoryFiles};
pub use unsayable::{Reason, Unsayable};

/// The representation of strings in stubs. Calls without stubs accept both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strings {
    /// Text, which is UTF-8.
    #[default]
    Text,
    /// Bytes in an encoding that the definition does not specify.
    Bytes,
}

/// Options for reading a definition.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Directories searched for included files, after the includer's own.
    pub include_dirs: Vec<PathBuf>,
    /// Predefined macros with their text (by convention `1` if there is none).
    pub defines: Vec<(String, String)>,
    /// The attribute configuration file of a definition in DCE's language; `None` for the one next to it
    /// (`x.acf` next to `x.idl`), if it exists. Likewise the file of identities of a `.proto` (`x.ids`).
    pub acf: Option<PathBuf>,
    /// Files with definitions that a `.x` file gets from C headers: names that it uses and does not
    /// define are taken from these, the first file with a definition winning. Supported only for `.x`
    /// files.
    pub preludes: Vec<PathBuf>,
    /// The representation in stubs of strings in a `.x` file, unless the file itself specifies it by a
    /// line `%/* manyrpc: strings = bytes */`, which applies to the definitions after it.
    pub strings: Strings,
    /// Limits against hostile input.
    pub limits: Limits,
}

/// Limits on the resources used by one definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest total text of all files in bytes.
    pub source_bytes: usize,
    /// The most files read.
    pub files: usize,
    /// The deepest nesting of includes.
    pub include_depth: usize,
    /// The most includes processed, repeated ones included; together they may process at most eight
    /// times the text.
    pub includes: usize,
    /// The most tokens after macro expansion.
    pub tokens: usize,
    /// The deepest nesting of types, parentheses, conditionals or macros.
    pub nesting: usize,
    /// The most operators and operands in one expression.
    pub expression_nodes: usize,
    /// The most diagnostics reported.
    pub diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            source_bytes: 1 << 20,
            files: 256,
            include_depth: 32,
            includes: 1000,
            tokens: 1 << 18,
            nesting: 64,
            expression_nodes: 256,
            diagnostics: 100,
        }
    }
}

/// Reads the definition at `path` and what it includes from the file system: `.idl` is DCE's
/// language, `.proto` that of Protocol Buffers, everything else RPCL. A language whose feature is
/// disabled is an error.
///
/// The module is `Some` unless a diagnostic is an error.
pub fn load(path: impl AsRef<Path>, options: &Options) -> (Option<Module>, Vec<Diagnostic>) {
    load_from(&DiskFiles, path, options)
}

/// Like [`load`], with files from any provider.
pub fn load_from(
    files: &dyn Files,
    path: impl AsRef<Path>,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let path = path.as_ref();
    match language::of(path, options) {
        Ok(language) => (language.load)(files, path, options),
        Err(problem) => (None, vec![diagnostic::of_file(path, problem)]),
    }
}

/// The common part of all languages: `translate` gets the definition's own file, and returns a module if
/// possible; it is dropped if there was an error.
fn read_by(
    files: &dyn Files,
    path: &Path,
    options: &Options,
    translate: impl FnOnce(&mut Sources<'_>, &mut Findings, u32) -> Option<Module>,
) -> (Option<Module>, Vec<Diagnostic>) {
    let mut findings = Findings::new(options.limits.diagnostics);
    let mut sources = Sources::new(files, options.limits);
    let module = match sources.open(path) {
        Ok(file) => translate(&mut sources, &mut findings, file),
        Err(e) => {
            findings.push(unreadable(path, e.reason()));
            None
        }
    };
    let module = module.filter(|_| !findings.has_errors());
    (module, findings.into_list())
}

/// Like [`load`], for a single text without includes; `path` determines the language and the module's
/// name.
pub fn load_text(
    path: impl AsRef<Path>,
    text: &str,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let mut files = MemoryFiles::default();
    files.insert(path.as_ref(), text);
    load_from(&files, path, options)
}

/// The text of a module in the language with a file extension (`x`, `idl`, `proto`); any other extension
/// means RPCL, as for reading.
///
/// # Errors
/// Everything that the language cannot express, or that it is not compiled in, for people.
pub fn print_as(module: &Module, ending: &str) -> Result<String, Vec<String>> {
    let language = language::of_ending(Some(ending)).map_err(|problem| vec![problem])?;
    let said = |problems: Vec<Unsayable>| problems.iter().map(ToString::to_string).collect();
    (language.print)(module).map_err(said)
}

/// The texts of a module in the first language that can express it, by file name, the definition's own
/// first; empty if no language can.
pub fn texts(module: &Module) -> Vec<(String, String)> {
    let mut said = language::ALL.iter().filter_map(|l| (l.texts)(module));
    said.next().unwrap_or_default()
}
