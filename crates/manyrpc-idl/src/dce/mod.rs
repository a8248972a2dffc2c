//! DCE's interface definition language: `.idl` files with their `.acf`, as in C706 chapter 4 and as
//! MIDL, FreeDCE and Samba's compiler accept them.
//!
//! The pipeline is `c::lex` → `c::preprocess` → `parse` → `import` → `configure` → `check` (with
//! `consts`) → `lower`; `print` turns a model back into text.
//!
//! ```
//! let text = "[uuid(12345678-9012-b456-8001-080020b033d7), version(1.0)]
//!             interface adder { long add([in] long a, [in] long b); }";
//! let (module, _) = manyrpc_idl::load_text("adder.idl", text, &manyrpc_idl::Options::default());
//! let module = module.expect("the definition has no errors");
//! assert_eq!(module.interfaces[0].operations[0].name, "add");
//! assert!(manyrpc_idl::dce::print(&module).unwrap().contains("interface adder"));
//! ```

mod ast;
mod builtin;
mod check;
mod configure;
mod consts;
mod import;
mod kept;
mod lower;
mod parse;
mod print;
mod shape;
mod size;
mod uuid;

use std::path::Path;

use manyrpc_model::Module;

use crate::c::preprocess;
use crate::diagnostic::{Diagnostic, Findings};
use crate::options::Options;
use crate::read::read_by;
use crate::source::{Files, Sources};

pub use print::print;

pub use crate::inexpressible::{Inexpressible, Reason};

/// Attributes that are accepted but have no effect, on the wire or here.
pub fn silent_attributes() -> &'static [&'static str] {
    &check::SILENT
}

/// Reads a definition and its imports. The module is `Some` unless a diagnostic is an error.
pub fn load(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    read_by(files, path, options, |sources, findings, file| {
        translate(sources, findings, path, options, file)
    })
}

fn translate(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    path: &Path,
    options: &Options,
    file: u32,
) -> Option<Module> {
    let mut budget = preprocess::Budget::new(options.limits);
    let mut imported = import::read(sources, findings, options, &mut budget, file);
    configure::configure(sources, findings, options, &mut budget, path, &mut imported);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Some(lower::lower(sources, findings, &name, &imported))
}
