//! For build scripts: generates stubs in `OUT_DIR` from definitions.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), manyrpc_build::Error> {
//!     manyrpc_build::compile("interfaces/bench.x")
//! }
//! ```
//!
//! and in the crate, where `bench` is the file's name:
//!
//! ```ignore
//! manyrpc::stubs!(pub mod bench);
//! ```
//!
//! `docs/stubs.md` describes the generated code and its names: `NFS3ERR_NOENT` is the variant
//! `Nfs3ErrNoent`, a version `VV` the trait `Vv` with `VvClient`, `VvServer` and the static `VV`.
//!
//! Stubs work over every system. Those of an interface that is used over some only are smaller and
//! compile faster without the others' transfer syntaxes:
//!
//! ```no_run
//! # fn main() -> Result<(), manyrpc_build::Error> {
//! let mut build = manyrpc_build::Build::default();
//! build.stubs.syntaxes = manyrpc_build::Syntaxes::XDR;
//! build.compile("interfaces/bench.x")?;
//! # Ok(())
//! # }
//! ```
//!
//! A build script depends on this crate alone: it compiles front ends and generator, and neither engines
//! nor drivers. Its features are the definition languages: `rpcl` (`.x`), `dce` and `omg` (`.idl`),
//! `protobuf` (`.proto`) and `wsdl` (`.wsdl`, `.xsd`), all on by default.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

pub use manyrpc_gen::Syntaxes;
use manyrpc_idl::{DiskFiles, Files, Severity};

/// Options for generating stubs.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// How definitions are read: include directories, macros, limits.
    pub definitions: manyrpc_idl::Options,
    /// What is generated for each definition.
    pub stubs: manyrpc_gen::Options,
    /// Whether servers are built without the definition's text, so that they cannot describe their
    /// services.
    pub undescribed: bool,
    /// The output directory; cargo's `OUT_DIR` if `None`.
    pub out_dir: Option<PathBuf>,
}

/// Generates stubs for a definition with default options; see [`Build::compile`].
///
/// # Errors
/// As [`Build::compile`].
pub fn compile(definition: impl AsRef<Path>) -> Result<(), Error> {
    Build::default().compile(definition).map(drop)
}

impl Build {
    /// Writes `<out_dir>/<name>.rs` for `<name>.x` and returns its path.
    ///
    /// Prints instructions for cargo to rerun when the definition or a file it includes changes,
    /// and its warnings. An unchanged stub file is not rewritten.
    ///
    /// # Errors
    /// The definition cannot be read or is invalid, or the stub cannot be written.
    pub fn compile(&self, definition: impl AsRef<Path>) -> Result<PathBuf, Error> {
        let definition = definition.as_ref();
        let files = Recorded::default();
        let (module, diagnostics) = manyrpc_idl::load_from(&files, definition, &self.definitions);
        for path in files.read.into_inner() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
        let module = module.ok_or_else(|| Error::new(all(&diagnostics)))?;
        let warnings = diagnostics.iter().filter(|d| d.severity != Severity::Error);
        for line in warnings.flat_map(|d| lines(&d.to_string())) {
            println!("cargo:warning={line}");
        }
        let mut options = self.stubs.clone();
        if options.origin.is_empty() {
            options.origin = file_name(definition);
        }
        if options.described.is_empty() && !self.undescribed {
            options.described = manyrpc_idl::texts(&module);
        }
        let text = manyrpc_gen::rust(&module, &options).map_err(|problems| {
            Error::new(format!("{}: {}", definition.display(), all(&problems)))
        })?;
        let output = self.out_dir()?.join(&module.name).with_extension("rs");
        write(&output, &text).map_err(|e| Error::new(format!("{}: {e}", output.display())))?;
        Ok(output)
    }

    fn out_dir(&self) -> Result<PathBuf, Error> {
        let from_cargo = || std::env::var_os("OUT_DIR").map(PathBuf::from);
        let out_dir = self.out_dir.clone().or_else(from_cargo);
        out_dir.ok_or_else(|| Error::new("OUT_DIR is not set: this is no build script".to_owned()))
    }
}

/// Why no stubs could be generated, as text with places.
///
/// `{:?}`, which a failing `main` uses, prints the same text.
pub struct Error {
    text: String,
}

impl Error {
    fn new(text: String) -> Self {
        Error { text }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// The file system; records which files were read.
#[derive(Default)]
struct Recorded {
    read: RefCell<BTreeSet<PathBuf>>,
}

impl Files for Recorded {
    fn read(&self, path: &Path, max: usize) -> io::Result<Vec<u8>> {
        let bytes = DiskFiles.read(path, max)?;
        self.read.borrow_mut().insert(path.to_owned());
        Ok(bytes)
    }
}

fn all<T: fmt::Display>(what: &[T]) -> String {
    let what: Vec<String> = what.iter().map(T::to_string).collect();
    what.join("\n")
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Leaves a file with the same content alone, so that nothing is rebuilt because of it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    fs::write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("manyrpc-build-{}-{name}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn a_definition_becomes_a_file_and_an_error_has_its_place() {
        let dir = scratch("one");
        let good = dir.join("tiny.x");
        fs::write(dir.join("more.x"), "const MORE = 2;\n").unwrap();
        fs::write(
            &good,
            "#include \"more.x\"\nstruct pair { int a; int b; };\n",
        )
        .unwrap();
        let build = Build {
            out_dir: Some(dir.clone()),
            ..Build::default()
        };
        let output = build.compile(&good).unwrap();
        assert_eq!(output, dir.join("tiny.rs"));
        let text = fs::read_to_string(&output).unwrap();
        assert!(text.starts_with("// Generated from tiny.x by manyrpc; do not edit.\n"));
        assert!(text.contains("pub struct Pair") && text.contains("pub const MORE: i32 = 2;"));

        let before = fs::metadata(&output).unwrap().modified().unwrap();
        build.compile(&good).unwrap();
        assert_eq!(fs::metadata(&output).unwrap().modified().unwrap(), before);

        let bad = dir.join("bad.x");
        fs::write(&bad, "struct pair { int a };\n").unwrap();
        let error = format!("{:?}", build.compile(&bad).unwrap_err());
        assert!(error.contains("bad.x:1:"), "{error}");
        assert!(!dir.join("bad.rs").exists());
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn what_was_read_is_known() {
        let dir = scratch("two");
        fs::write(dir.join("a.x"), "#include \"b.x\"\n").unwrap();
        fs::write(dir.join("b.x"), "const B = 1;\n").unwrap();
        let files = Recorded::default();
        manyrpc_idl::load_from(&files, dir.join("a.x"), &manyrpc_idl::Options::default());
        let read: Vec<_> = files.read.into_inner().into_iter().collect();
        assert_eq!(read, [dir.join("a.x"), dir.join("b.x")]);
        fs::remove_dir_all(&dir).unwrap();
    }
}
