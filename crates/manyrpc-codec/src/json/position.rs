//! Where a reader is in the members of a record.

/// The position in the record being read.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub(super) place: Place,
    /// The character before the next member: a brace or a comma.
    pub(super) before: u8,
    /// The index of the next field, while members are in order.
    pub(super) next: u32,
    /// Derived fields that were omitted, of the first 64.
    pub(super) omitted: u64,
}

/// The place of the next field's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Here.
    Here,
    /// After its name, if the names are in order.
    InOrder,
    /// The names are out of order.
    OutOfOrder,
    /// In an array, after a comma.
    Item,
    /// It is missing.
    Absent,
    /// A member of this object, which is itself a record of a key and a value.
    Entry,
    /// Here, as the arm of a `oneof` in [`Decoder::arm`](super::Decoder::arm).
    Arm,
}

impl Members {
    pub(super) const HERE: Self = Members {
        place: Place::Here,
        before: 0,
        next: 0,
        omitted: 0,
    };
}

/// The text that a missing member reads as.
pub(super) const NULL: &[u8] = b"null";

pub(super) const NOWHERE: usize = usize::MAX;
