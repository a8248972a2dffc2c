//! Options for reading a definition, and its limits.

use std::path::PathBuf;

/// The representation of strings in stubs. Calls without stubs accept both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The language: `x`, `idl` (DCE's), `omg`, `proto` or `wsdl`; `None` for the one that the file's extension, or
    /// its text, shows.
    pub language: Option<String>,
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
    /// The largest total text of all files in bytes; definitions in WSDL may have eight times as much.
    pub source_bytes: usize,
    /// The most files read.
    pub files: usize,
    /// The deepest nesting of includes.
    pub include_depth: usize,
    /// The most includes processed, repeated ones included; together they may process at most eight
    /// times the text.
    pub includes: usize,
    /// The most tokens after macro expansion; in WSDL a fourth of the most elements and attributes.
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
