//! References to objects of a service.
//!
//! ```
//! use manyrpc_codec::Reference;
//!
//! let printer = Reference::from("corbaloc:iiop:1.2@host.example:2809/printer");
//! assert!(!printer.is_nil() && Reference::NIL.is_nil());
//! assert_eq!(printer.as_str(), "corbaloc:iiop:1.2@host.example:2809/printer");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use crate::decode::{Decode, Source, TextSlot};
use crate::encode::{Encode, Sink};
use crate::error::Fail;
use crate::meta::Field;

/// A reference to an object, in its stringified form: `IOR:…`, `corbaloc:…`, or another binding.
/// The empty text refers to nothing. Syntaxes without references carry the text; CDR sends what it
/// stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reference(String);

impl Reference {
    /// The reference to nothing.
    pub const NIL: Self = Reference(String::new());

    /// Whether it refers to nothing.
    pub fn is_nil(&self) -> bool {
        self.0.is_empty()
    }

    /// Its stringified form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Reference {
    fn from(stringified: &str) -> Self {
        Reference(stringified.into())
    }
}

impl From<String> for Reference {
    fn from(stringified: String) -> Self {
        Reference(stringified)
    }
}

impl From<Reference> for String {
    fn from(reference: Reference) -> Self {
        reference.0
    }
}

impl AsRef<str> for Reference {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Encode for Reference {
    #[inline(always)]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.reference(f, &self.0);
    }
}

impl<'de> Decode<'de> for Reference {
    #[inline(always)]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.reference(f, self)
    }
}

impl<'de> TextSlot<'de> for Reference {
    #[inline]
    fn set(&mut self, v: Cow<'de, str>) {
        self.0 = v.into_owned();
    }

    #[inline]
    fn get(&self) -> Option<&str> {
        Some(&self.0)
    }
}
