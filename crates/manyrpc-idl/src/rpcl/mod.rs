//! Sun's RPC language: `.x` files as in RFC 5531 section 12 and RFC 4506 section 6, and as rpcgen
//! accepts them.
//!
//! The pipeline is `c::lex` → `c::preprocess` → `parse` → `import` → `optionals` → `check` (with
//! `consts` and `cycles`) → `lower`; `print` turns a model back into text.
//!
//! ```
//! let text = "struct point { int x; int y; };";
//! let (module, _) = manyrpc_idl::load_text("point.x", text, &manyrpc_idl::Options::default());
//! let module = module.expect("the definition has no errors");
//! assert_eq!(module.types[0].name, "point");
//! assert!(manyrpc_idl::rpcl::print(&module).unwrap().contains("struct point {"));
//! ```

mod ast;
mod builtin;
mod check;
mod consts;
mod cycles;
mod import;
mod lower;
mod optionals;
mod parse;
mod print;

use std::path::Path;

use manyrpc_model::Module;

use crate::c::preprocess;
use crate::diagnostic::{Diagnostic, Findings};
use crate::options::Options;
use crate::read::read_by;
use crate::source::{Files, Sources};

pub use print::print;

pub use crate::inexpressible::{Inexpressible, Reason};

/// Reads a definition and its includes. The module is `Some` unless a diagnostic is an error.
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
    let mut preprocessed = preprocess::preprocess(
        sources,
        findings,
        options,
        &parse::DIALECT,
        &mut budget,
        file,
    );
    let mut parsed = parse::parse(sources, findings, options, &preprocessed.tokens);
    import::complete(
        sources,
        findings,
        options,
        &mut budget,
        &mut preprocessed,
        &mut parsed,
    );
    optionals::of_circular_unions(&mut parsed.items);
    let foreign = &preprocessed.foreign_consts;
    let mut constants =
        consts::Constants::collect(sources, findings, options.limits, &parsed, foreign);
    check::check(sources, findings, &parsed, &mut constants);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    (!findings.has_errors()).then(|| lower::lower(&name, &parsed.items, &mut constants))
}
