//! Where a reader is: in the members of a record, in an array, among references, and among the parts of a package.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::mime::Part;
use super::scopes::Scopes;
use super::tags::Named;
use crate::textual::bits::BitSet;

/// The position in the record being read.
pub(super) struct Members<'de> {
    pub(super) place: Place,
    /// The index of the next field, while elements are in order.
    pub(super) next: usize,
    /// Fields before it that were not there.
    pub(super) omitted: BitSet,
    /// Whether a derived field was not there.
    pub(super) unsaid: bool,
    /// The attributes of the record's element, if any of its fields is one.
    pub(super) attributes: Vec<Named<'de>>,
    /// Whether its element is empty.
    pub(super) empty: bool,
}

/// The place of the next field's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Here.
    Here,
    /// Here, if elements are in order.
    InOrder,
    /// Elements are out of order.
    OutOfOrder,
    /// It is missing, unless it is in an attribute.
    Absent,
}

impl Members<'_> {
    pub(super) const HERE: Self = Members {
        place: Place::Here,
        next: 0,
        omitted: BitSet::EMPTY,
        unsaid: false,
        attributes: Vec::new(),
        empty: false,
    };
}

/// Where elements with identifiers are, and from where references were followed.
#[derive(Default)]
pub(super) struct References<'de> {
    /// Whether the message is encoded, so that attributes refer to elements.
    pub(super) encoded: bool,
    pub(super) targets: Option<BTreeMap<Cow<'de, str>, Target<'de>>>,
    pub(super) jumps: Vec<Jump<'de>>,
    /// The content of the message's body, and its namespaces.
    pub(super) start: usize,
    pub(super) scope: Scopes<'de>,
}

#[derive(Clone)]
pub(super) struct Target<'de> {
    pub(super) at: usize,
    pub(super) scopes: Scopes<'de>,
}

pub(super) struct Jump<'de> {
    /// The content of the element that was gone to.
    pub(super) inside: usize,
    /// Where its tag is.
    pub(super) from: usize,
    pub(super) back: (usize, Scopes<'de>),
}

impl References<'_> {
    #[inline]
    pub(super) fn is_at_home(&self) -> bool {
        self.jumps.is_empty()
    }
}

/// The attachments of a message by their identifiers.
#[derive(Default)]
pub(super) struct Parts<'de> {
    pub(super) all: BTreeMap<&'de [u8], Part>,
    /// The whole package.
    pub(super) bytes: &'de [u8],
}

/// A position in an array of SOAP's encoding (SOAP 1.1, section 5.4.2).
#[derive(Debug, Default)]
pub(super) struct Grid {
    /// The sizes of its dimensions; none if there is one that is not stated.
    pub(super) sizes: Vec<u32>,
    /// The dimension of the row that is read.
    pub(super) level: usize,
    /// The number of the item that is due, in the order of the message.
    pub(super) at: u64,
    /// The number of the next item that the message has, if that is known.
    pub(super) next: Option<u64>,
    /// Its number if the message does not say it.
    pub(super) implied: u64,
    /// The dimensions of each item, where a message has arrays in an array in place of one of several dimensions.
    pub(super) below: usize,
    /// The sizes of these, which are the same in all.
    pub(super) items: Option<Vec<u32>>,
}

impl Grid {
    /// The sizes of what was read.
    pub(super) fn shape(&self) -> Vec<u32> {
        if self.sizes.len() > 1 {
            return self.sizes.clone();
        }
        let items = self.items.iter().flatten().copied();
        let count = self.at.try_into().unwrap_or(u32::MAX);
        [count].into_iter().chain(items).collect()
    }

    /// An index for each dimension as a number.
    pub(super) fn number(&self, position: &[u32]) -> Option<u64> {
        if let [one] = position {
            // What is too much for its size is found when items come there.
            return Some((*one).into());
        }
        let indices = position.iter().zip(&self.sizes);
        let mut number = 0u64;
        for (index, size) in indices {
            if index >= size {
                return None;
            }
            number = number.checked_mul((*size).into())?;
            number = number.checked_add((*index).into())?;
        }
        Some(number)
    }
}
