//! Operations in words, and what travels beside arguments: for protocols that name what they call.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};

/// An interface and its operation, in words. Which characters join them is the protocol's affair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path<'a> {
    /// The interface's full name (`package.Service`); empty where a protocol names operations only.
    pub interface: &'a str,
    /// The operation's name.
    pub operation: &'a str,
}

impl Path<'_> {
    /// Nothing is said.
    pub const NONE: Self = Path {
        interface: "",
        operation: "",
    };
}

/// A [`Path`] of its own: what a server received. Engines keep the last one, so that a caller who
/// repeats itself costs no memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallName {
    text: String,
    interface: usize,
}

impl CallName {
    /// A copy of `path`.
    pub fn new(path: Path<'_>) -> Self {
        let mut text = String::with_capacity(path.interface.len() + path.operation.len());
        text.push_str(path.interface);
        text.push_str(path.operation);
        CallName {
            text,
            interface: path.interface.len(),
        }
    }

    /// Interface and operation.
    pub fn path(&self) -> Path<'_> {
        let (interface, operation) = self.text.split_at(self.interface);
        Path {
            interface,
            operation,
        }
    }
}

/// As its [`path`](CallName::path), so that tables of names are asked by paths.
impl Hash for CallName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path().hash(state);
    }
}

/// Which object of a server a call is for: a key of any length, of which only the server knows what it
/// means. Keys of up to [`SHORT`](Self::SHORT) bytes take no memory of their own.
#[derive(Clone)]
pub struct ObjectKey(Key);

#[derive(Clone)]
enum Key {
    Short {
        len: u8,
        bytes: [u8; ObjectKey::SHORT],
    },
    Long(Arc<[u8]>),
}

impl ObjectKey {
    /// Bytes that are held in place: a universally unique identifier is.
    pub const SHORT: usize = 22;

    /// A copy of these bytes.
    pub fn new(key: &[u8]) -> Self {
        if key.len() > Self::SHORT {
            return ObjectKey(Key::Long(key.into()));
        }
        let mut bytes = [0; Self::SHORT];
        bytes[..key.len()].copy_from_slice(key);
        let len = key.len() as u8;
        ObjectKey(Key::Short { len, bytes })
    }

    /// The key.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Key::Short { len, bytes } => &bytes[..usize::from(*len)],
            Key::Long(bytes) => bytes,
        }
    }

    /// The universally unique identifier that the key is, in the order it is printed.
    pub fn uuid(&self) -> Option<[u8; 16]> {
        self.as_bytes().try_into().ok()
    }
}

/// A universally unique identifier, in the order it is printed.
impl From<[u8; 16]> for ObjectKey {
    fn from(uuid: [u8; 16]) -> Self {
        ObjectKey::new(&uuid)
    }
}

impl PartialEq for ObjectKey {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for ObjectKey {}

impl Hash for ObjectKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// As its bytes, so that tables of objects are asked by what a message holds.
impl Borrow<[u8]> for ObjectKey {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ObjectKey({})", self.as_bytes().escape_ascii())
    }
}

/// Pairs of a name and a value that travel beside arguments or results, in order; names may repeat.
/// Names are lower case; a value is text unless its name ends in `-bin`, as gRPC has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pairs: Vec<(String, Vec<u8>)>,
}

impl Metadata {
    /// No pairs.
    pub const fn new() -> Self {
        Metadata { pairs: Vec::new() }
    }

    /// Appends a pair.
    pub fn push(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.pairs.push((name.to_ascii_lowercase(), value.into()));
    }

    /// The first value of that name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// All pairs in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.pairs.iter().map(|(n, v)| (n.as_str(), v.as_slice()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Appends all pairs of another.
    pub fn append(&mut self, mut more: Metadata) {
        self.pairs.append(&mut more.pairs);
    }

    /// Takes all pairs away, keeping memory.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }
}

/// What travels beside the results of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyMetadata {
    /// Before them: gRPC's headers.
    pub initial: Metadata,
    /// Behind them, or beside the word that the call failed: gRPC's trailers.
    pub trailing: Metadata,
}

impl ReplyMetadata {
    /// Nothing.
    pub const NONE: Self = ReplyMetadata {
        initial: Metadata::new(),
        trailing: Metadata::new(),
    };

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.initial.is_empty() && self.trailing.is_empty()
    }

    /// What is said beside goes behind what there is.
    pub fn append(&mut self, more: ReplyMetadata) {
        self.initial.append(more.initial);
        self.trailing.append(more.trailing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_parts() {
        let path = Path {
            interface: "a.B",
            operation: "C",
        };
        assert_eq!(CallName::new(path).path(), path);
        assert_eq!(CallName::new(Path::NONE).path(), Path::NONE);
    }

    #[test]
    fn objects_are_keys_of_any_length() {
        for len in [0, 1, 16, ObjectKey::SHORT, ObjectKey::SHORT + 1, 4000] {
            let bytes: Vec<u8> = (0..len).map(|n| n as u8).collect();
            let key = ObjectKey::new(&bytes);
            assert_eq!(key.as_bytes(), bytes);
            assert_eq!(key, key.clone());
            assert_eq!(key.uuid().is_some(), len == 16);
        }
        assert_ne!(ObjectKey::new(b""), ObjectKey::new(b"\0"));
    }

    #[test]
    fn metadata_keeps_order_and_finds_the_first() {
        let mut metadata = Metadata::new();
        metadata.push("X-One", "1");
        metadata.push("x-one", "2");
        metadata.push("raw-bin", [0, 255]);
        assert_eq!(metadata.get("x-one"), Some(&b"1"[..]));
        assert_eq!(metadata.get("raw-bin"), Some(&[0, 255][..]));
        assert_eq!(metadata.get("none"), None);
        assert_eq!(metadata.iter().len(), 3);
    }
}
