//! A binding with several endpoints: the first one that can be reached.

use std::net::SocketAddr;

use manyrpc_driver::blocking;

use crate::binding::Binding;
use crate::error::{Error, Tried};

impl Binding {
    /// What `open` gives for the first endpoint that it can reach, in their order.
    ///
    /// # Errors
    /// It reaches none: why not, of each ([`Error::Unreachable`]). Of a binding of one endpoint, and where the others
    /// would not help, what `open` says.
    pub fn first_reachable<T>(
        &self,
        open: impl FnMut(&Binding) -> Result<T, Error>,
    ) -> Result<T, Error> {
        first(self, open)
    }
}

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
            Err(why) if is_of_its_place(&why) => {
                let address = at.address.to_string();
                tried.push(Tried { address, why });
            }
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

/// How a connection to an endpoint is opened: names are looked up, certificates are read.
pub(crate) struct Way {
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) options: blocking::Options,
}
