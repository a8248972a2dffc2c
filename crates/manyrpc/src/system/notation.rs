//! Notations for bindings that are a system's own.

use super::binding::Binding;

/// A system's own notation for bindings, besides `system+transport://…`.
///
/// Such a string is converted to a [`Binding`], so that other code need not know the notation it
/// was written in.
pub trait Notation: Send + Sync {
    /// An example of a few characters, for messages.
    fn example(&self) -> &'static str;

    /// The prefixes of bindings in this notation, which no other bindings have.
    fn prefixes(&self) -> &'static [&'static str];

    /// Whether a text can only have been intended in this notation, valid or not: then it is
    /// [parsed](Self::parse) in this notation only.
    fn claims(&self, text: &str) -> bool {
        let mut prefixes = self.prefixes().iter();
        prefixes.any(|prefix| text.starts_with(prefix))
    }

    /// Whether a text that it claims means something on this machine only, as the name of a file does. Who receives such a
    /// text from others does not look.
    fn is_local(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Parses a binding. [`Binding::set`] reads its object and settings as in other notations.
    ///
    /// # Errors
    /// The text is invalid; the reason, as half a sentence.
    fn parse(&self, text: &str) -> Result<Binding, String>;

    /// A binding in this notation; `None` if that cannot express it. The text parses as the same
    /// binding.
    fn print(&self, binding: &Binding) -> Option<String>;
}
