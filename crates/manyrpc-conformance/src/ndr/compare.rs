//! Comparison of messages up to permitted differences, and conversion of a message to another byte order.

use std::collections::BTreeSet;

use manyrpc_codec::ndr::Part;

use crate::codecs::hex;

/// The label of big-endian senders (C706, section 14.1).
pub const BIG: [u8; 4] = [0; 4];

/// The layout of a message.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    numbers: BTreeSet<(usize, usize)>,
    pointers: BTreeSet<usize>,
}

impl Layout {
    /// From the parts that the codec reports for a decoded message.
    pub fn new(parts: &[(usize, usize, Part)]) -> Self {
        let mut layout = Layout::default();
        for (at, bytes, part) in parts {
            match part {
                Part::Number => drop(layout.numbers.insert((*at, *bytes))),
                Part::Pointer => drop(layout.pointers.insert(*at)),
            }
        }
        layout
    }

    /// The same message from a sender with the other byte order.
    pub fn swapped(&self, message: &[u8]) -> Vec<u8> {
        let mut swapped = message.to_vec();
        for (at, bytes) in &self.numbers {
            swapped[*at..at + bytes].reverse();
        }
        swapped
    }

    /// Whether it is part of what stands for a pointer.
    fn is_pointer(&self, at: usize) -> bool {
        let before = self.pointers.range(..=at).next_back();
        before.is_some_and(|start| at < start + 4)
    }

    /// The first difference between two messages of this layout other than referent identifiers.
    pub fn difference(&self, ours: &[u8], theirs: &[u8]) -> Option<String> {
        let differs = |at: &usize| ours[*at] != theirs[*at] && !self.is_pointer(*at);
        let shorter = ours.len().min(theirs.len());
        let first = (0..shorter).find(differs);
        let first = first.or((ours.len() != theirs.len()).then_some(shorter))?;
        let (from, to) = (first.saturating_sub(8) & !3, first + 16);
        let part = |bytes: &[u8]| hex(&bytes[from.min(bytes.len())..to.min(bytes.len())]);
        Some(format!(
            "from {from} ours {} theirs {}, of {} and {} bytes",
            part(ours),
            part(theirs),
            ours.len(),
            theirs.len()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_for_pointers_may_differ() {
        let layout = Layout::new(&[
            (0, 2, Part::Number),
            (4, 4, Part::Number),
            (4, 4, Part::Pointer),
        ]);
        let ours = [1, 0, 0, 0, 1, 0, 0, 0, 9];
        assert_eq!(layout.difference(&ours, &[1, 0, 0, 0, 5, 6, 7, 8, 9]), None);
        assert!(
            layout
                .difference(&ours, &[1, 0, 0, 0, 1, 0, 0, 0, 8])
                .is_some()
        );
        assert!(layout.difference(&ours, &ours[..8]).is_some());
        assert_eq!(layout.swapped(&ours), [0, 1, 0, 0, 0, 0, 0, 1, 9]);
    }
}
