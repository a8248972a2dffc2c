//! Definitions at run time, and the text of one in generated code: what a service says of itself to
//! clients that ask a server to describe its services.

mod definition;

use std::sync::{Arc, OnceLock};

use manyrpc_idl::{MemoryFiles, Options};

pub use definition::{Definition, DynamicInterface};
pub(crate) use definition::{position, streams_of, value_error};

/// The text of a definition, parsed on first use.
#[derive(Debug)]
pub struct DefinitionText {
    files: &'static [(&'static str, &'static str)],
    read: OnceLock<Option<Arc<Definition>>>,
}

impl DefinitionText {
    /// From files with their names; the definition's own file is first.
    pub const fn of(files: &'static [(&'static str, &'static str)]) -> Self {
        DefinitionText {
            files,
            read: OnceLock::new(),
        }
    }

    /// The interface of that name; `None` if the text cannot be read.
    pub fn interface(&self, name: &str) -> Option<DynamicInterface> {
        let definition = self.read.get_or_init(|| self.read()).as_ref()?;
        DynamicInterface::find(definition, Some(name)).ok()
    }

    fn read(&self) -> Option<Arc<Definition>> {
        let files: MemoryFiles = self.files.iter().copied().collect();
        let (own, _) = self.files.first()?;
        let (module, _) = manyrpc_idl::load_from(&files, own, &Options::default());
        Definition::new(module?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_when_it_is_asked_for() {
        static TEXT: DefinitionText = DefinitionText::of(&[
            (
                "own.x",
                "%#include \"x\"\n#include \"other.x\"\nprogram P { version V { word get(void) = 3; } = 1; } = 7;",
            ),
            ("other.x", "typedef string word<>;"),
        ]);
        let interface = TEXT.interface("V").unwrap();
        assert_eq!(interface.id().program, 7);
        assert_eq!(interface.model().operations[0].name, "get");
        assert!(TEXT.interface("W").is_none());
        static WRONG: DefinitionText = DefinitionText::of(&[("own.x", "program")]);
        assert!(WRONG.interface("V").is_none());
    }
}
