//! A binding with several endpoints: the first one that can be reached.

use crate::error::{Error, Tried};
use crate::system::binding::Binding;

impl Binding {
    /// The result of `open` for the first endpoint that it can reach, in order.
    ///
    /// None can be reached: the reason for each ([`Error::Unreachable`]). With a single endpoint,
    /// or where the others would not help, the error of `open`.
    pub fn first_reachable<T>(
        &self,
        open: impl FnMut(&Binding) -> Result<T, Error>,
    ) -> Result<T, Error> {
        first(self, open)
    }
}

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

/// Whether another endpoint may succeed.
fn is_of_its_place(error: &Error) -> bool {
    use Error::{Io, NotRegistered, Registry};
    matches!(error, Io { .. } | Registry { .. } | NotRegistered { .. })
}
