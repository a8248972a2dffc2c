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
    let mut tried = Tries::new(binding);
    for at in binding.endpoints() {
        match open(&at) {
            Ok(opened) => return Ok(opened),
            Err(why) => tried.note(&at, why)?,
        }
    }
    Err(tried.all_failed())
}

/// The endpoints of a binding that could not be reached.
pub(crate) struct Tries<'b> {
    binding: &'b Binding,
    tried: Vec<Tried>,
}

impl<'b> Tries<'b> {
    pub(crate) fn new(binding: &'b Binding) -> Self {
        Tries {
            binding,
            tried: Vec::new(),
        }
    }

    /// An endpoint could not be reached.
    ///
    /// # Errors
    /// That error, if other endpoints would not help.
    pub(crate) fn note(&mut self, at: &Binding, why: Error) -> Result<(), Error> {
        if !is_of_its_place(&why) {
            return Err(why);
        }
        let address = at.address.to_string();
        self.tried.push(Tried { address, why });
        Ok(())
    }

    /// The error that none could be reached.
    pub(crate) fn all_failed(self) -> Error {
        Error::Unreachable {
            binding: self.binding.to_string(),
            tried: self.tried,
        }
    }
}

/// Whether another endpoint may succeed.
fn is_of_its_place(error: &Error) -> bool {
    use Error::{Io, NotRegistered, Registry};
    matches!(error, Io { .. } | Registry { .. } | NotRegistered { .. })
}
