//! The text of definitions in generated code, without the feature `dynamic`: it is not used.

/// The text of a definition, which is not used here.
#[derive(Debug)]
pub struct DefinitionText;

impl DefinitionText {
    /// From files with their names; the definition's own file is first.
    pub const fn of(_: &'static [(&'static str, &'static str)]) -> Self {
        DefinitionText
    }

    /// The interface of that name: always `None`.
    pub fn interface(&self, _: &str) -> Option<DynamicInterface> {
        None
    }
}

/// A dynamic interface: there is none.
#[derive(Clone, Debug)]
pub enum DynamicInterface {}
