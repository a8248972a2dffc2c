//! Why a string is not a binding.

use std::borrow::Cow;
use std::fmt;

use crate::systems;

/// Why a string is not a binding, or a binding cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingError {
    pub(super) binding: String,
    pub(super) problem: Cow<'static, str>,
}

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BindingError { binding, problem } = self;
        let end = if problem.ends_with('?') { "" } else { "." };
        write!(f, "the binding `{binding}` will not do: {problem}{end}")?;
        f.write_str(" A binding looks like `onc+udp://host:port`")?;
        let notations = systems::all().filter_map(|system| system.notation());
        for notation in notations {
            write!(f, " or `{}`", notation.example())?;
        }
        Ok(())
    }
}

impl std::error::Error for BindingError {}
