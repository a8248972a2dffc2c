//! References that servers give.

use crate::error::Error;
use crate::system::binding::Binding;

/// The binding of a reference that a server gave.
///
/// # Errors
/// Those of [`Binding::received`].
pub(super) fn received(reference: &str) -> Result<Binding, Error> {
    Binding::received(reference).map_err(Error::Binding)
}
