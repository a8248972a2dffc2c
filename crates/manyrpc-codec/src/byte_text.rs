//! Text in an unknown encoding.
//!
//! ```
//! use manyrpc_codec::ByteText;
//!
//! let name = ByteText::from(b"caf\xe9");
//! assert_eq!(name.as_str(), None);
//! assert_eq!(name.to_string(), "caf\u{fffd}");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::decode::{Decode, Source, TextSlot};
use crate::encode::{Encode, Sink};
use crate::error::Fail;
use crate::meta::Field;

/// Text that need not be UTF-8, such as the names of an older service, which are often Latin-1.
/// Every syntax treats it as text; most can carry it only if it is valid UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteText<'a>(pub Cow<'a, [u8]>);

impl ByteText<'_> {
    /// The text, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    /// The same with owned bytes.
    pub fn into_owned(self) -> ByteText<'static> {
        ByteText(Cow::Owned(self.0.into_owned()))
    }
}

/// As UTF-8, with U+FFFD for invalid sequences.
impl fmt::Display for ByteText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

impl Deref for ByteText<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<'a> From<&'a str> for ByteText<'a> {
    fn from(text: &'a str) -> Self {
        ByteText(Cow::Borrowed(text.as_bytes()))
    }
}

impl<'a> From<&'a [u8]> for ByteText<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        ByteText(Cow::Borrowed(bytes))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for ByteText<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        ByteText(Cow::Borrowed(bytes))
    }
}

impl From<String> for ByteText<'_> {
    fn from(text: String) -> Self {
        ByteText(Cow::Owned(text.into_bytes()))
    }
}

impl From<Vec<u8>> for ByteText<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        ByteText(Cow::Owned(bytes))
    }
}

impl Encode for ByteText<'_> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        match core::str::from_utf8(&self.0) {
            Ok(text) => s.text(f, text),
            Err(_) => s.text_bytes(f, &self.0),
        }
    }
}

impl<'de> Decode<'de> for ByteText<'de> {
    #[inline(always)]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.text(f, self)
    }
}

impl<'de> TextSlot<'de> for ByteText<'de> {
    #[inline]
    fn set(&mut self, v: Cow<'de, str>) {
        self.0 = match v {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
    }

    #[inline]
    fn set_bytes(&mut self, v: &'de [u8]) -> Result<(), Fail> {
        self.0 = Cow::Borrowed(v);
        Ok(())
    }

    fn get(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }
}
