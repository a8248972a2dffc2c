//! Where a reader is in the members of a record.

/// Where the members of the record are that is being read.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub(super) place: Place,
    /// The index of the next one, while they come in order.
    pub(super) next: u32,
    /// Those that were left out, of the first 64, because others imply them.
    pub(super) unsaid: u64,
}

/// Where the value of the next field is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Here.
    Here,
    /// Behind its name, if the names are in order.
    InOrder,
    /// The names are not in order.
    Strayed,
    /// In a parameter.
    Param,
    /// In an element of an array.
    Item,
    /// Nowhere.
    Absent,
    /// Here is a member of a struct that is a record of its own: a key and a value.
    Entry,
}

impl Members {
    pub(super) const HERE: Self = Members {
        place: Place::Here,
        next: 0,
        unsaid: 0,
    };
}

pub(super) const NOWHERE: usize = usize::MAX;
