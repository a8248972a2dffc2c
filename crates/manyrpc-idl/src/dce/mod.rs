//! DCE's interface definition language: `.idl` files with their `.acf`, C706 chapter 4, and what
//! MIDL, FreeDCE and Samba's compiler make of them.
//!
//! `c::lex` → `c::preprocess` → `parse` → `import` → `configure` → `check` (with `consts`) →
//! `lower` leads from text to model; `print` leads back.

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

pub use crate::unsayable::{Reason, Unsayable};

/// Attributes that are accepted and change nothing, on the wire or here.
pub fn silent_attributes() -> &'static [&'static str] {
    &check::SILENT
}

/// Reads a definition and what it imports; the module is there unless a diagnostic is an error.
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
