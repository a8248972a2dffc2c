//! A binding with several endpoints: the first one that can be reached.

use std::fmt;

use crate::binding::Binding;
use crate::error::Error;

/// Opens the first endpoint of a binding that `open` can reach, in their order.
///
/// # Errors
/// None can be reached: why not, of each. Of a binding of one endpoint, and where the others would not help, what
/// `open` says.
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

/// Whether it may be otherwise at another endpoint.
fn is_of_its_place(error: &Error) -> bool {
    use Error::{Io, NotRegistered, Registry};
    matches!(error, Io { .. } | Registry { .. } | NotRegistered { .. })
}

/// An endpoint that could not be reached.
#[derive(Debug)]
pub struct Tried {
    /// Its address.
    pub address: String,
    /// Why not.
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
            // What was tried stands in front already.
            Error::Io { source, .. } => write!(f, "{address}: {source}"),
            why => write!(f, "{address}: {why}"),
        }
    }
}
