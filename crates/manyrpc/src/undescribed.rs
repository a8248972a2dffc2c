//! What generated code says of its definition, where nobody can ask: without the feature `dynamic`.

/// The text of a definition, which nobody reads here.
#[derive(Debug)]
pub struct DefinitionText;

impl DefinitionText {
    /// Of files by name, the definition's own first.
    pub const fn of(_: &'static [(&'static str, &'static str)]) -> Self {
        DefinitionText
    }

    /// The interface of that name, of which nothing is known.
    pub fn interface(&self, _: &str) -> Option<DynamicInterface> {
        None
    }
}

/// An interface straight from a definition: there is none.
#[derive(Clone, Debug)]
pub enum DynamicInterface {}
