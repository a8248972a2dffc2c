//! The iterators of a naming service.

use std::collections::BTreeMap;

use super::name::NameComponent;

/// The most iterators. Clients forget to destroy theirs, so that the oldest goes for a new one, as the specification
/// permits (OMG formal/04-10-03 section 2.3.7).
const ITERATORS: usize = 1024;

/// Where an iterator is. It holds no entries: what is bound or unbound meanwhile may or may not be among those to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub(super) context: u64,
    /// The last entry that was given.
    pub(super) behind: Option<NameComponent>,
}

/// Iterators by their numbers.
#[derive(Debug, Default)]
pub(super) struct Iterators {
    next: u64,
    all: BTreeMap<u64, Cursor>,
}

impl Iterators {
    /// Adds one, and gives its number.
    pub(super) fn add(&mut self, cursor: Cursor) -> u64 {
        if self.all.len() >= ITERATORS {
            self.all.pop_first();
        }
        let number = self.next;
        self.next += 1;
        self.all.insert(number, cursor);
        number
    }

    pub(super) fn has(&self, number: u64) -> bool {
        self.all.contains_key(&number)
    }

    pub(super) fn get(&mut self, number: u64) -> Option<&mut Cursor> {
        self.all.get_mut(&number)
    }

    pub(super) fn remove(&mut self, number: u64) {
        self.all.remove(&number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_for_a_new_one() {
        let mut iterators = Iterators::default();
        let cursor = Cursor {
            context: 0,
            behind: None,
        };
        for number in 0..ITERATORS as u64 + 1 {
            assert_eq!(iterators.add(cursor.clone()), number);
        }
        assert!(!iterators.has(0) && iterators.has(1));
        assert_eq!(iterators.all.len(), ITERATORS);
    }
}
