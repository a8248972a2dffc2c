//! Operations in words, and what travels beside arguments: for protocols that name what they call.

use alloc::string::String;
use alloc::vec::Vec;

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
