//! Operation names and metadata, for protocols that call operations by name.
//!
//! ```
//! use manyrpc_engine::{CallName, Metadata, Path};
//!
//! let path = Path { interface: "shop.v1.Orders", operation: "Place" };
//! assert_eq!(CallName::new(path).path(), path);
//!
//! let mut metadata = Metadata::new();
//! metadata.push("trace-bin", [1, 2, 3]);
//! assert_eq!(metadata.get("trace-bin"), Some(&[1, 2, 3][..]));
//! ```

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};

/// The names of an interface and an operation. How they are joined is up to the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path<'a> {
    /// The interface's full name (`package.Service`); empty where a protocol names operations only.
    pub interface: &'a str,
    /// The operation's name.
    pub operation: &'a str,
}

impl Path<'_> {
    /// No names.
    pub const NONE: Self = Path {
        interface: "",
        operation: "",
    };
}

/// An owned [`Path`], as received by a server. Engines keep the last one, so repeated calls of one
/// operation do not allocate.
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

/// Hashes as its [`path`](CallName::path), so that tables can be looked up by path.
impl Hash for CallName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path().hash(state);
    }
}

/// The object of a server that a call is for: a key of any length, opaque to everyone but the
/// server. Keys of up to [`SHORT`](Self::SHORT) bytes are stored inline.
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
    /// The longest key stored inline; UUIDs are.
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

    /// The key as a UUID, in the order it is printed, if it is one.
    pub fn uuid(&self) -> Option<[u8; 16]> {
        self.as_bytes().try_into().ok()
    }
}

/// Text as it stands.
impl From<&str> for ObjectKey {
    fn from(key: &str) -> Self {
        ObjectKey::new(key.as_bytes())
    }
}

impl From<&[u8]> for ObjectKey {
    fn from(key: &[u8]) -> Self {
        ObjectKey::new(key)
    }
}

impl From<&ObjectKey> for ObjectKey {
    fn from(key: &ObjectKey) -> Self {
        key.clone()
    }
}

/// A UUID, in the order it is printed.
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

/// As its bytes, so that tables of objects can be looked up by received keys.
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

/// Name-value pairs that accompany arguments or results, in order; names may repeat. Names are
/// lower case; a value is text unless its name ends in `-bin`, as in gRPC.
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

    /// The first value with that name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// All pairs, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.pairs.iter().map(|(n, v)| (n.as_str(), v.as_slice()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Appends all pairs of `more`.
    pub fn append(&mut self, mut more: Metadata) {
        self.pairs.append(&mut more.pairs);
    }

    /// Removes all pairs, and keeps the memory.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }
}

/// Metadata that accompanies the results of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyMetadata {
    /// Sent before the results: gRPC's headers.
    pub initial: Metadata,
    /// Sent after the results, or with the fault: gRPC's trailers.
    pub trailing: Metadata,
}

impl ReplyMetadata {
    /// No metadata.
    pub const NONE: Self = ReplyMetadata {
        initial: Metadata::new(),
        trailing: Metadata::new(),
    };

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.initial.is_empty() && self.trailing.is_empty()
    }

    /// Appends `more` to both.
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
