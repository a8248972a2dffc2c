//! What holds of all front ends.

use manyrpc_idl::{Diagnostic, Severity};
use manyrpc_model::Module;

/// The module of a definition, if it is accepted.
pub(crate) fn accepted((module, diagnostics): (Option<Module>, Vec<Diagnostic>)) -> Option<Module> {
    let mut said = diagnostics.iter();
    let wrong = said.any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(
        module.is_none(),
        wrong,
        "a definition is refused exactly when something is said against it: {diagnostics:?}"
    );
    module
}
