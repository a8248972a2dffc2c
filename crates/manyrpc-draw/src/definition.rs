//! Drawn definitions.

/// A definition language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `.x`, of Sun's rpcgen.
    Rpcl,
    /// `.idl`, of DCE and Microsoft.
    Dce,
    /// `.idl`, of CORBA.
    Omg,
    /// `.proto`, of Protocol Buffers.
    Proto,
    /// `.wsdl`, with schemas.
    Wsdl,
}

impl Language {
    /// The extension of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Language::Rpcl => "x",
            Language::Dce | Language::Omg => "idl",
            Language::Proto => "proto",
            Language::Wsdl => "wsdl",
        }
    }
}

/// A definition: a file and its imports, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The file's name without its ending, a plain identifier.
    pub name: String,
    /// The language.
    pub language: Language,
    /// The file's text.
    pub text: String,
    /// The directly and indirectly imported files: import paths and texts.
    pub imported: Vec<(String, String)>,
}

impl Definition {
    /// A definition without imports.
    pub fn new(language: Language, name: impl Into<String>, text: impl Into<String>) -> Self {
        Definition {
            name: name.into(),
            language,
            text: text.into(),
            imported: Vec::new(),
        }
    }

    /// The file's name.
    pub fn file(&self) -> String {
        format!("{}.{}", self.name, self.language.ending())
    }

    /// All its files, its own first: relative paths and texts.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let imported = self.imported.iter();
        let imported = imported.map(|(name, text)| (name.clone(), text.as_str()));
        std::iter::once((self.file(), self.text.as_str())).chain(imported)
    }
}
