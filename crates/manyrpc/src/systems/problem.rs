//! What is wrong with a binding, in words: they tell what other systems have.

use std::borrow::Cow;
use std::fmt;

use super::all;
use crate::error::{BindingError, Problem};
use crate::suggest::list;

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BindingError { binding, problem } = self;
        let problem = problem.words();
        write!(
            f,
            "the binding `{binding}` will not do: {}",
            problem.trim_end()
        )?;
        // A report on several lines says what to do itself.
        if problem.contains('\n') {
            return Ok(());
        }
        let end = if problem.ends_with('?') { "" } else { "." };
        write!(f, "{end} A binding looks like `onc+udp://host:port`")?;
        let notations = all().filter_map(|system| system.notation());
        for notation in notations {
            write!(f, " or `{}`", notation.example())?;
        }
        Ok(())
    }
}

impl Problem {
    fn words(&self) -> Cow<'static, str> {
        match self {
            Problem::Words(words) => words.clone(),
            Problem::NotSecurable => {
                let secured = all().flat_map(|system| {
                    let over = system.transports().iter();
                    let over = over.filter(move |transport| system.has_security(**transport));
                    over.map(move |transport| format!("{}+{}", system.name(), transport.name()))
                });
                format!("only calls over {} can be secured", list(secured)).into()
            }
            Problem::NotBroadcastable => {
                let able = all().filter(|system| system.can_broadcast());
                let able = able.map(|system| format!("{}+udp", system.name()));
                format!("only {} can broadcast", list(able)).into()
            }
        }
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.words(), f)
    }
}
