//! What the languages have in common when they read a definition.

use std::path::Path;

use manyrpc_model::Module;

use crate::diagnostic::{Diagnostic, Findings, unreadable};
use crate::options::Options;
use crate::source::{Files, Sources};

/// Reads a definition and what it includes.
pub(crate) type Load = fn(&dyn Files, &Path, &Options) -> (Option<Module>, Vec<Diagnostic>);

/// The common part of all languages: `translate` gets the definition's own file, and returns a module if
/// possible; it is dropped if there was an error.
pub(crate) fn read_by(
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
