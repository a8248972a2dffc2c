//! Declarations as they are written, and what is known of what they declare.

use std::fmt;

use crate::Draw;
use crate::names::Names;

/// Words that no definition may use for its own: of the languages that foreign stubs are compiled
/// in, and of the headers that those include.
pub(super) const WORDS: &[&str] = &[
    "string",
    "value",
    "label",
    "stub",
    "small",
    "interface",
    "s",
    "T",
];

/// `[attributes] type declarator`.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) attributes: Vec<String>,
    pub(super) ty: String,
    pub(super) declarator: String,
}

impl Declared {
    pub(super) fn new(ty: impl Into<String>, declarator: impl Into<String>) -> Self {
        Declared {
            attributes: Vec::new(),
            ty: ty.into(),
            declarator: declarator.into(),
        }
    }

    /// The same with one more attribute, if there is one.
    pub(super) fn with(mut self, attribute: impl Into<String>) -> Self {
        let attribute = attribute.into();
        if !attribute.is_empty() {
            self.attributes.push(attribute);
        }
        self
    }
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.attributes.is_empty() {
            write!(f, "[{}] ", self.attributes.join(", "))?;
        }
        write!(f, "{} {}", self.ty, self.declarator)
    }
}

/// What a name of a type stands for.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Something of a fixed size that is no array.
    Plain,
    /// An enumeration, with its members.
    Enum(Vec<String>),
    /// A structure; whether it ends in an open array.
    Record { conformant: bool },
    /// A union with its own discriminant.
    Encapsulated,
    /// A union whose discriminant stands elsewhere, with that's type.
    Apart(String),
    /// An array of fixed length.
    Array,
    /// A pointer.
    Pointer,
    /// A pointer to a string or to what ends in an open array; whether it may be null.
    Open { nullable: bool },
}

/// A type that was declared.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// What is declared beside each other: the members of a structure, or parameters.
#[derive(Debug)]
pub(super) struct Scope {
    names: Names,
    pub(super) lines: Vec<Declared>,
    /// Which way what comes next travels, of parameters.
    pub(super) travels: Option<Travels>,
    /// What a server does, in C.
    pub(super) body: String,
    /// Names of what says something of others.
    pub(super) counters: Vec<String>,
}

/// Which way a parameter travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Travels {
    In,
    InOut,
    /// As one parameter, and back as another.
    Twin,
}

impl Travels {
    pub(super) fn attribute(self) -> &'static str {
        match self {
            Travels::In | Travels::Twin => "in",
            Travels::InOut => "in, out",
        }
    }
}

impl Scope {
    pub(super) fn new() -> Self {
        Scope {
            names: Names::without(WORDS),
            lines: Vec::new(),
            travels: None,
            body: String::new(),
            counters: Vec::new(),
        }
    }

    pub(super) fn name(&mut self, draw: &mut Draw, stem: &str) -> String {
        self.names.take(draw, stem)
    }
}
