//! Services of names, as systems provide them.

use super::binding::Binding;
use crate::error::Error;
use crate::options::ClientOptions;

/// How a system finds what a binding names: such a binding has the address of a service of names, and a name there.
pub trait Names: Send + Sync {
    /// Whether that is such a binding.
    fn is_name(&self, binding: &Binding) -> bool;

    /// The binding of what is named, which may be of any system. Blocks.
    ///
    /// # Errors
    /// The service cannot be reached, or does not know the name.
    fn look_up(&self, binding: &Binding, options: &ClientOptions) -> Result<Binding, Error>;
}

/// How the object of a binding is to be found, if by its name.
pub(crate) fn of(binding: &Binding) -> Option<&'static dyn Names> {
    binding
        .system
        .names()
        .filter(|names| names.is_name(binding))
}
