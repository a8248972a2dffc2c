//! Bindings in a form of a system's own.

use super::all;
use crate::binding::Binding;

/// A form of bindings that is a system's own, beside `system+transport://…`.
///
/// What such a string says, it says about a [`Binding`], so that everybody else need not know in which form that was
/// written.
pub trait Notation: Send + Sync {
    /// What one looks like, in a few characters: for messages.
    fn example(&self) -> &'static str;

    /// What bindings of this form begin with, and no other bindings do.
    fn prefixes(&self) -> &'static [&'static str];

    /// Whether a text can only have been meant as one of these, right or wrong: then it is
    /// [read](Self::parse) as such, and nobody else is asked.
    fn claims(&self, text: &str) -> bool {
        let mut prefixes = self.prefixes().iter();
        prefixes.any(|prefix| text.starts_with(prefix))
    }

    /// The binding that a text is. [`Binding::set`] reads its object and settings as those of other forms.
    ///
    /// # Errors
    /// It is none; what is wrong with it, as half a sentence.
    fn parse(&self, text: &str) -> Result<Binding, String>;

    /// A binding of this system in this form; `None` if it cannot say that. What is printed means that binding.
    fn print(&self, binding: &Binding) -> Option<String>;
}

/// The notation that a text is in, if it is some system's own.
pub(crate) fn notation_of(text: &str) -> Option<&'static dyn Notation> {
    let mut notations = all().filter_map(|system| system.notation());
    notations.find(|notation| notation.claims(text))
}
