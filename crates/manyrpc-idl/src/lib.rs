//! Front ends: the text of a definition language in, the interface model out.
//!
//! - [`load`] and [`load_from`]: read a definition, whatever its language
//! - [`diagnostic`]: what is wrong with it, in one voice for all languages
//! - `rpcl`: Sun's RPC language (`.x`), read and written
//! - `dce`: DCE's interface definition language (`.idl` with its `.acf`), read and written
//! - `protobuf`: Protocol Buffers (`.proto` with its `.ids`), read and written
//!
//! Each language is a feature of that name, on by default; only `protobuf` brings other crates.
//!
//! Nothing here opens a file itself: text comes through [`Files`], so that a
//! test, a fuzzer or a tool can lend it from anywhere.

#![cfg_attr(
    not(all(feature = "rpcl", feature = "dce", feature = "protobuf")),
    allow(dead_code, reason = "of what languages share, each uses only a part")
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

/// What stubs hold strings as. Calls without stubs take both as they come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strings {
    /// Text, which is UTF-8.
    #[default]
    Text,
    /// Bytes in an encoding that the definition does not tell.
    Bytes,
}

/// How a definition is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Directories searched for included files, after the includer's own.
    pub include_dirs: Vec<PathBuf>,
    /// Macros defined beforehand, with their text (`1` where none is meant).
    pub defines: Vec<(String, String)>,
    /// The attribute configuration file of a definition in DCE's language; `None` for the one
    /// beside it (`x.acf` beside `x.idl`), if it is there. Likewise the file of identities of a
    /// `.proto` (`x.ids`).
    pub acf: Option<PathBuf>,
    /// Definitions of what a `.x` file has only through C: what it uses and nothing defines is taken
    /// from these, of several the first. No other language has it.
    pub preludes: Vec<PathBuf>,
    /// What stubs hold the strings of a `.x` file as, where the file itself does not say it: by a line
    /// `%/* manyrpc: strings = bytes */`, which holds for what follows it.
    pub strings: Strings,
    /// Caps against hostile input.
    pub limits: Limits,
}

/// Caps on what one definition may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most text, all files together, in bytes.
    pub source_bytes: usize,
    /// Most files read.
    pub files: usize,
    /// Deepest chain of includes.
    pub include_depth: usize,
    /// Most includes carried out, repeated ones among them; together they go through
    /// at most eight times the text.
    pub includes: usize,
    /// Most tokens after macro expansion.
    pub tokens: usize,
    /// Deepest nesting of types, parentheses, conditionals or macros.
    pub nesting: usize,
    /// Most operators and operands of one expression.
    pub expression_nodes: usize,
    /// Most diagnostics reported.
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
/// language, `.proto` that of Protocol Buffers, everything else RPCL. A language whose feature is off
/// is an error.
///
/// The module is there unless a diagnostic is an error.
pub fn load(path: impl AsRef<Path>, options: &Options) -> (Option<Module>, Vec<Diagnostic>) {
    load_from(&DiskFiles, path, options)
}

/// The same, with the files from any provider.
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

/// What every language does: its `translate` has the definition's own file, and gives a module where
/// it can; with an error there is none.
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

/// The same for one text that includes nothing; `path` gives the module its name.
pub fn load_text(
    path: impl AsRef<Path>,
    text: &str,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let mut files = MemoryFiles::default();
    files.insert(path.as_ref(), text);
    load_from(&files, path, options)
}

/// The text of a module in the language whose files have that ending (`x`, `idl`, `proto`); of any other
/// ending, as files are read, RPCL.
///
/// # Errors
/// Everything that the language cannot say, or that it is not built in, in words.
pub fn print_as(module: &Module, ending: &str) -> Result<String, Vec<String>> {
    let language = language::of_ending(Some(ending)).map_err(|problem| vec![problem])?;
    let said = |problems: Vec<Unsayable>| problems.iter().map(ToString::to_string).collect();
    (language.print)(module).map_err(said)
}

/// A module in the first language that says all of it: texts by the names of their files, the
/// definition's own first; nothing where no language does.
pub fn texts(module: &Module) -> Vec<(String, String)> {
    let mut said = language::ALL.iter().filter_map(|l| (l.texts)(module));
    said.next().unwrap_or_default()
}
