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
mod lower;
mod parse;
mod print;
mod shape;
mod size;
mod uuid;

use std::path::Path;

use manyrpc_model::Module;

use crate::c::preprocess;
use crate::diagnostic::{Diagnostic, Findings, unreadable};
use crate::source::Sources;
use crate::{Files, Options};

pub use print::print;

pub use crate::unsayable::{Reason, Unsayable};

/// Reads a definition and what it imports; the module is there unless a diagnostic is an error.
pub fn load(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> (Option<Module>, Vec<Diagnostic>) {
    let mut findings = Findings::new(options.limits.diagnostics);
    let mut sources = Sources::new(files, options.limits);
    let module = translate(&mut sources, &mut findings, path, options);
    let module = module.filter(|_| !findings.has_errors());
    (module, findings.into_list())
}

fn translate(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    path: &Path,
    options: &Options,
) -> Option<Module> {
    let file = match sources.open(path) {
        Ok(file) => file,
        Err(e) => {
            findings.push(unreadable(path, preprocess::reason(&e)));
            return None;
        }
    };
    let mut budget = preprocess::Budget::new(options.limits);
    let mut imported = import::read(sources, findings, options, &mut budget, file);
    configure::configure(sources, findings, options, &mut budget, path, &mut imported);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Some(lower::lower(sources, findings, &name, &imported))
}
