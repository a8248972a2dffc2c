//! Bytes that are borrowed, owned or shared.
//!
//! ```
//! use manyrpc_codec::CowBytes;
//!
//! let lent = CowBytes::from(b"photo");
//! assert_eq!(lent, *b"photo");
//! let owned: CowBytes<'static> = lent.into_owned();
//! assert_eq!(owned.into_vec(), b"photo");
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

#[cfg(feature = "bytes")]
use bytes::Bytes;

use crate::decode::{BytesSlot, Decode, Source};
use crate::encode::{Encode, Sink};
use crate::error::Fail;
use crate::meta::Field;

/// Bytes of any length as `Cow<'a, [u8]>`, or, with the feature `bytes`, a part of memory that others have too
/// (`bytes::Bytes`). Decoding borrows, as for `Cow`.
#[derive(Clone, Default)]
pub struct CowBytes<'a>(State<'a>);

#[derive(Clone)]
enum State<'a> {
    Borrowed(&'a [u8]),
    Owned(Vec<u8>),
    #[cfg(feature = "bytes")]
    Shared(Bytes),
}

impl Default for State<'_> {
    fn default() -> Self {
        State::Borrowed(&[])
    }
}

impl CowBytes<'_> {
    /// The same without a lifetime: copied if they are borrowed.
    pub fn into_owned(self) -> CowBytes<'static> {
        CowBytes(match self.0 {
            State::Borrowed(bytes) => State::Owned(bytes.to_vec()),
            State::Owned(bytes) => State::Owned(bytes),
            #[cfg(feature = "bytes")]
            State::Shared(bytes) => State::Shared(bytes),
        })
    }

    /// The same as a vector: copied if they are borrowed, or shared with others.
    pub fn into_vec(self) -> Vec<u8> {
        match self.0 {
            State::Borrowed(bytes) => bytes.to_vec(),
            State::Owned(bytes) => bytes,
            #[cfg(feature = "bytes")]
            State::Shared(bytes) => bytes.into(),
        }
    }
}

#[cfg(feature = "bytes")]
impl CowBytes<'_> {
    /// From this many bytes on, [`into_shared`](Self::into_shared) shares: fewer would hold on to a whole message to save
    /// a copy that takes no longer than to share them.
    pub const SHARED: usize = 4096;

    /// The same without a lifetime: a part of `memory`, which they then keep, if they were borrowed from it and are at
    /// least [`SHARED`](Self::SHARED); copied if they are borrowed otherwise.
    pub fn into_shared(self, memory: &Bytes) -> CowBytes<'static> {
        let shared = match self.0 {
            State::Borrowed(bytes) if bytes.len() >= Self::SHARED => part_of(memory, bytes),
            _ => None,
        };
        match shared {
            Some(part) => part.into(),
            None => self.into_owned(),
        }
    }

    /// The same as `bytes::Bytes`: copied if they are borrowed.
    pub fn into_bytes(self) -> Bytes {
        match self.0 {
            State::Borrowed(bytes) => Bytes::copy_from_slice(bytes),
            State::Owned(bytes) => bytes.into(),
            State::Shared(bytes) => bytes,
        }
    }
}

/// These bytes as a part of `memory`, if they lie there.
#[cfg(feature = "bytes")]
fn part_of(memory: &Bytes, bytes: &[u8]) -> Option<Bytes> {
    let start = bytes.as_ptr().addr().checked_sub(memory.as_ptr().addr())?;
    let end = start.checked_add(bytes.len())?;
    (end <= memory.len()).then(|| memory.slice(start..end))
}

impl Deref for CowBytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            State::Borrowed(bytes) => bytes,
            State::Owned(bytes) => bytes,
            #[cfg(feature = "bytes")]
            State::Shared(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for CowBytes<'_> {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for CowBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Compares the bytes, wherever they are.
impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for CowBytes<'_> {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl Eq for CowBytes<'_> {}

impl Hash for CowBytes<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<'a> From<&'a [u8]> for CowBytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        CowBytes(State::Borrowed(bytes))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for CowBytes<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        CowBytes(State::Borrowed(bytes))
    }
}

impl<'a> From<&'a Vec<u8>> for CowBytes<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        CowBytes(State::Borrowed(bytes))
    }
}

impl From<Vec<u8>> for CowBytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        CowBytes(State::Owned(bytes))
    }
}

impl<'a> From<Cow<'a, [u8]>> for CowBytes<'a> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        match bytes {
            Cow::Borrowed(bytes) => bytes.into(),
            Cow::Owned(bytes) => bytes.into(),
        }
    }
}

#[cfg(feature = "bytes")]
impl From<Bytes> for CowBytes<'_> {
    fn from(bytes: Bytes) -> Self {
        CowBytes(State::Shared(bytes))
    }
}

/// Copied if they are borrowed.
#[cfg(feature = "bytes")]
impl From<CowBytes<'_>> for Bytes {
    fn from(bytes: CowBytes<'_>) -> Self {
        bytes.into_bytes()
    }
}

impl Encode for CowBytes<'_> {
    #[inline(always)]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.bytes(f, self);
    }
}

impl<'de> Decode<'de> for CowBytes<'de> {
    #[inline(always)]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.bytes(f, self)
    }
}

impl<'de> BytesSlot<'de> for CowBytes<'de> {
    #[inline]
    fn set(&mut self, v: &'de [u8]) {
        self.0 = State::Borrowed(v);
    }

    #[inline]
    fn append(&mut self, v: &[u8]) -> Result<(), Fail> {
        let mut bytes = core::mem::take(self).into_vec();
        bytes.extend_from_slice(v);
        *self = bytes.into();
        Ok(())
    }

    #[inline]
    fn memory(&mut self) -> Option<&mut Vec<u8>> {
        if !matches!(self.0, State::Owned(_)) {
            self.0 = State::Owned(Vec::new());
        }
        let State::Owned(bytes) = &mut self.0 else {
            return None;
        };
        bytes.clear();
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_equal_those_of_every_kind() {
        let owned = CowBytes::from(b"abc".to_vec());
        assert_eq!(owned, CowBytes::from(b"abc"));
        assert_eq!(owned, Cow::<[u8]>::Borrowed(b"abc"));
        assert_ne!(owned, b"abd");
        assert_eq!(alloc::format!("{owned:?}"), "[97, 98, 99]");
        assert_eq!(CowBytes::default(), b"");
    }

    #[test]
    fn what_is_sent_in_pieces_is_appended() {
        let mut bytes = CowBytes::from(b"ab");
        bytes.append(b"cd").unwrap();
        bytes.append(b"e").unwrap();
        assert_eq!(bytes, b"abcde");
        assert_eq!(bytes.memory().unwrap().capacity(), 8, "its memory is kept");
        assert_eq!(bytes, b"");
    }

    #[cfg(feature = "bytes")]
    #[test]
    fn large_bytes_become_a_part_of_the_memory_that_they_lie_in() {
        let size = CowBytes::SHARED;
        let memory = Bytes::from((0..3 * size).map(|i| i as u8).collect::<Vec<u8>>());
        let part = &memory[7..][..size];
        let shared = CowBytes::from(part).into_shared(&memory);
        assert_eq!(shared.as_ptr(), part.as_ptr());
        assert_eq!(shared.clone().into_bytes().as_ptr(), part.as_ptr());
        let all = CowBytes::from(&memory[..]).into_shared(&memory);
        assert_eq!((all.as_ptr(), all.len()), (memory.as_ptr(), memory.len()));

        let small = CowBytes::from(&part[1..]).into_shared(&memory);
        assert_ne!(small.as_ptr(), part[1..].as_ptr());
        assert_eq!(small, part[1..]);
    }

    #[cfg(feature = "bytes")]
    #[test]
    fn bytes_from_elsewhere_are_copied() {
        let size = CowBytes::SHARED;
        let all = Bytes::from(alloc::vec![7; 4 * size]);
        let memory = all.slice(size..3 * size);
        for part in [
            0..size,
            size / 2..2 * size,
            2 * size..4 * size,
            3 * size..4 * size,
        ] {
            let kept = CowBytes::from(&all[part.clone()]).into_shared(&memory);
            assert_ne!(kept.as_ptr(), all[part.clone()].as_ptr());
            assert_eq!(kept, all[part]);
        }
        let shared = CowBytes::from(&memory[..]).into_shared(&Bytes::new());
        assert_ne!(shared.as_ptr(), memory.as_ptr());
        assert_eq!(shared, memory);
    }

    #[cfg(feature = "bytes")]
    #[test]
    fn bytes_of_others_are_passed_on() {
        let given = Bytes::from(alloc::vec![1, 2, 3]);
        let bytes = CowBytes::from(given.clone());
        assert_eq!(bytes.clone().into_owned().as_ptr(), given.as_ptr());
        assert_eq!(Bytes::from(bytes.clone()).as_ptr(), given.as_ptr());
        let mut appended = bytes;
        appended.append(&[4]).unwrap();
        assert_eq!(appended, [1, 2, 3, 4]);
        assert_eq!(given, &[1, 2, 3][..]);
        let vec = alloc::vec![5; 10];
        let at = vec.as_ptr();
        assert_eq!(CowBytes::from(vec).into_bytes().as_ptr(), at);
    }
}
