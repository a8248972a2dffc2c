//! Where a reader is in the members of a record.

/// Where the members of the record are that is being read.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub(super) place: Place,
    /// What comes before the next one: a brace or a comma.
    pub(super) before: u8,
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
    /// In an array, behind a comma.
    Item,
    /// Nowhere.
    Absent,
    /// Here is a member of an object that is a record of its own: a key and a value.
    Entry,
    /// Here, of the arm of a `oneof` that [`Decoder::arm`](super::Decoder::arm) says.
    Arm,
}

impl Members {
    pub(super) const HERE: Self = Members {
        place: Place::Here,
        before: 0,
        next: 0,
        unsaid: 0,
    };
}

/// What a member that is missing reads as.
pub(super) const NULL: &[u8] = b"null";

pub(super) const NOWHERE: usize = usize::MAX;
