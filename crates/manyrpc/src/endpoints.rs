//! A binding with several endpoints: the first one that can be reached.

use std::fmt;

use crate::binding::Binding;
use crate::error::Error;

/// Opens the first endpoint of a binding that `open` can reach, in order.
///
/// None can be reached: the reason for each. With a single endpoint, or where the others would not
/// help, the error of `open`.
pub(crate) fn first<T>(
    binding: &Binding,
    mut open: impl FnMut(&Binding) -> Result<T, Error>,
) -> Result<T, Error> {
    if binding.alternatives.is_empty() {
        return open(binding);
    }
    let mut tried = Vec::new();
    for at in binding.endpoints() {
        match open(&at) {
            Err(why) if is_of_its_place(&why) => tried.push(Tried::new(&at, why)),
            other => return other,
        }
    }
    Err(Error::Unreachable {
        binding: binding.to_string(),
        tried,
    })
}

/// Whether another endpoint may succeed.
fn is_of_its_place(error: &Error) -> bool {
    use Error::{Io, NotRegistered, Registry};
    matches!(error, Io { .. } | Registry { .. } | NotRegistered { .. })
}

/// An endpoint that could not be reached.
#[derive(Debug)]
pub struct Tried {
    /// Its address.
    pub address: String,
    /// The reason.
    pub why: Error,
}

impl Tried {
    fn new(at: &Binding, why: Error) -> Self {
        let address = at.address.to_string();
        Tried { address, why }
    }
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tried { address, why } = self;
        match why {
            // The text already begins with what was tried.
            Error::Io { source, .. } => write!(f, "{address}: {source}"),
            why => write!(f, "{address}: {why}"),
        }
    }
}
