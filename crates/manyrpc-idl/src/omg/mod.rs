//! OMG IDL, the interface definition language of CORBA: `.idl` files as in CORBA 3.0 chapter 3 and IDL
//! 4.2, without components, as omniidl accepts them.
//!
//! The pipeline is `c::lex` → `c::preprocess` → `parse` → `check` (with `scope` and `consts`), which
//! makes a `tree`, → `lower` (with `names`); `print` turns a model back into text.
//!
//! Definitions of included files enter the module if something of the definition's own file needs them.
//!
//! ```
//! let text = "module shop { interface Cart { void add(in string item) raises (Full); }; };";
//! let text = text.replace("{ void", "{ exception Full { long limit; }; void");
//! let options = manyrpc_idl::Options::default();
//! let (module, _) = manyrpc_idl::load_text("shop.idl", &text, &options);
//! let module = module.expect("the definition has no errors");
//! assert_eq!(module.interfaces[0].identity.name.as_deref(), Some("shop.Cart"));
//! assert_eq!(module.interfaces[0].operations[0].raises, ["Cart_Full"]);
//! assert!(manyrpc_idl::omg::print(&module).unwrap().contains("exception Full"));
//! ```

mod ast;
mod check;
mod consts;
mod expr;
mod fixed;
mod lower;
mod names;
mod needed;
mod parse;
mod print;
mod scope;
mod tree;

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
        let tree = judge(sources, findings, options, file)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        lower::lower(sources, findings, &name, &tree)
    })
}

/// Whether the language has such a definition, and the repository identifiers of what it declares, by
/// scoped name; also of what has no form in the model yet.
pub fn repository_ids(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> (Option<Vec<(String, String)>>, Vec<Diagnostic>) {
    let mut ids = None;
    let (_, diagnostics) = read_by(files, path, options, |sources, findings, file| {
        let tree = judge(sources, findings, options, file)?;
        ids = Some(tree.repository_ids());
        None
    });
    (ids, diagnostics)
}

fn judge(
    sources: &mut Sources<'_>,
    findings: &mut Findings,
    options: &Options,
    file: u32,
) -> Option<tree::Tree> {
    let mut budget = preprocess::Budget::new(options.limits);
    let dialect = &parse::DIALECT;
    let preprocessed =
        preprocess::preprocess(sources, findings, options, dialect, &mut budget, file);
    let items = parse::parse(sources, findings, options, &preprocessed, file);
    // Half of a definition says nothing of the names in the other half.
    if findings.has_errors() {
        return None;
    }
    let tree = check::check(sources, findings, &items, file);
    (!findings.has_errors()).then_some(tree)
}
