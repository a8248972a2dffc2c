//! Reading Protocol Buffers.

mod arrays;
mod line;
mod maps;
mod memory;
mod messages;
mod notes;
mod probe;
mod scalars;
mod seen;
mod unions;
mod values;
mod wire;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Limits;
use super::format::{LEN, MEMORY, Wire};
use crate::error::{Fail, Malformed, MalformedKind};
use crate::limits::admit;

/// Not on the wire: a value without a key, which extends to the end of the input.
const BARE: Wire = 8;
/// Not on the wire: an absent field, which gets its default value.
const ABSENT: Wire = 9;

/// The bytes from which the default of any scalar is read.
const ZEROS: [u8; 16] = [0; 16];

/// Decodes values. Keeps the reason and place of a failure.
///
/// Text and bytes are borrowed from the input if their slots borrow.
pub(super) struct Decoder<'de> {
    /// The rest of the message being read.
    rest: &'de [u8],
    /// The start and length of the whole input.
    start: usize,
    total: usize,
    depth: u32,
    /// Bytes of memory that values may still take.
    room: usize,
    /// The number of the group to be read next; 0 if it is a message.
    group: u32,
    /// The number and wire type of the last key read.
    number: u32,
    wire: Wire,
    /// Whether the field came before, so that messages merge and arrays are appended to.
    again: bool,
    /// Whether it came before in this part of its message.
    twice: bool,
    /// Whether a `oneof` may already hold an arm of this message, which the field would displace.
    displaces: bool,
    /// Whether the values of the last map are of a closed enumeration.
    closed: bool,
    /// Whether the value is a default one, so that absent fields need no clearing.
    fresh: bool,
    /// Shared values so far: each has an identity of its own.
    shared: u32,
    /// The reason for an internal failure that is not an error.
    detour: Detour,
    /// Elements that the array does not accept, as separate fields.
    unknown_elements: Vec<u8>,
    /// What messages lack so far, once that matters.
    notes: Option<Box<notes::Notes>>,
    failure: Option<Malformed>,
}

/// Why a read failed without the bytes being malformed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detour {
    None,
    /// The wire type does not match: to its type the field is unknown.
    OtherWire,
    /// A packed field instead of one element.
    Packed,
    /// The enumeration has no such member and treats the value as an unknown field.
    UnknownMember(u64),
}

/// A nested message being read.
struct Opened<'de> {
    tail: &'de [u8],
    /// The number of a group, which has no length; 0 for messages.
    group: u32,
}

impl<'de> Decoder<'de> {
    /// Reads these bytes. If there are more than [`Limits::bytes`], the first read fails.
    #[inline]
    pub(super) fn new(bytes: &'de [u8], limits: &Limits) -> Self {
        let (bytes, failure) = admit(bytes, limits.bytes);
        Decoder {
            rest: bytes,
            start: bytes.as_ptr().addr(),
            total: bytes.len(),
            depth: limits.depth,
            room: limits
                .memory
                .saturating_add(bytes.len().saturating_mul(MEMORY)),
            group: 0,
            number: 0,
            wire: BARE,
            again: false,
            twice: false,
            displaces: false,
            closed: false,
            fresh: false,
            shared: 0,
            detour: Detour::None,
            unknown_elements: Vec::new(),
            notes: None,
            failure,
        }
    }

    /// Ends the value: all bytes must be used.
    ///
    /// # Errors
    /// The first failure, or that bytes remain.
    #[inline]
    pub(super) fn finish(self) -> Result<(), Malformed> {
        if self.failure.is_none() && self.rest.is_empty() {
            return Ok(());
        }
        let offset = self.offset();
        Err(self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Trailing(self.rest.len()),
            offset,
        }))
    }

    /// The failure. Call it after a read has failed.
    #[cold]
    pub(super) fn failure(&self) -> Malformed {
        // A value that fails without a failure of the source ended early.
        self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Truncated,
            offset: self.offset(),
        })
    }

    /// The offset of the next read in bytes.
    fn offset(&self) -> usize {
        self.place_of(self.rest)
    }

    /// The offset of a part of the input in bytes.
    fn place_of(&self, some: &[u8]) -> usize {
        // The substitute for absent fields is not part of the input.
        some.as_ptr()
            .addr()
            .wrapping_sub(self.start)
            .min(self.total)
    }

    #[cold]
    #[inline(never)]
    fn fail_at(&mut self, offset: usize, kind: MalformedKind) -> Fail {
        if self.failure.is_none() {
            self.failure = Some(Malformed { kind, offset });
        }
        Fail
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, kind: MalformedKind) -> Fail {
        self.fail_at(self.offset(), kind)
    }

    #[cold]
    #[inline(never)]
    fn too_long(&mut self, count: usize, max: usize) -> Fail {
        let (count, max) = (count as u64, max as u64);
        self.fail(MalformedKind::TooLong { count, max })
    }

    /// An end of a group that was not started.
    #[cold]
    fn unmatched_end(&mut self) -> Fail {
        self.fail(MalformedKind::Group(self.number))
    }

    /// Checks the wire type.
    #[inline]
    fn expect(&mut self, wire: Wire) -> Result<(), Fail> {
        if self.wire == wire || self.wire >= BARE {
            return Ok(());
        }
        Err(self.other_wire())
    }

    /// Reports a wire type that does not match the field's type.
    #[cold]
    #[inline(never)]
    fn other_wire(&mut self) -> Fail {
        self.detour = match self.wire {
            LEN => Detour::Packed,
            _ => Detour::OtherWire,
        };
        Fail
    }
}
