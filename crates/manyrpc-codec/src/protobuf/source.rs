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

/// Not on the wire: a value without a key, which reaches to the end of what there is.
const BARE: Wire = 8;
/// Not on the wire: a field that did not come, which becomes its default.
const ABSENT: Wire = 9;

/// What the default of any scalar is read from.
const ZEROS: [u8; 16] = [0; 16];

/// Fills values from bytes. What went wrong, and where, stays in here.
///
/// Text and bytes are borrowed from the input where their slots borrow.
pub(super) struct Decoder<'de> {
    /// What is left of the message that is being read.
    rest: &'de [u8],
    /// Where all there is starts, and how many bytes it has.
    start: usize,
    total: usize,
    depth: u32,
    /// Bytes of memory that values may yet take.
    room: usize,
    /// The number of the group that is read next, 0 if it is a message.
    group: u32,
    /// Number and wire type of the field whose key was read last.
    number: u32,
    wire: Wire,
    /// Whether the field came before, so that messages merge and arrays go on.
    again: bool,
    /// Whether it came before in this very part of its message.
    twice: bool,
    /// Whether a `oneof` may hold an arm of this message already, which the field would displace.
    displaces: bool,
    /// Whether the values of the map that was read last are of a closed enumeration.
    closed: bool,
    /// Whether the value is a default one, so that what does not come needs no clearing.
    fresh: bool,
    /// Shared values met so far: each has an identity of its own.
    shared: u32,
    /// Why a read failed that was no failure.
    detour: Detour,
    /// Elements that the array does not take, as fields of their own.
    strangers: Vec<u8>,
    /// What messages lack so far, once that matters.
    notes: Option<Box<notes::Notes>>,
    failure: Option<Malformed>,
}

/// Why a read failed without the bytes being malformed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detour {
    None,
    /// The value does not travel like that: to its type the field is unknown.
    OtherWire,
    /// Not one element, but many in one field.
    Packed,
    /// An enumeration has no such member, and counts it among the unknown fields.
    Stranger(u64),
}

/// A nested message that is being read.
struct Opened<'de> {
    tail: &'de [u8],
    /// The number of a group, which has no length; 0 for messages.
    group: u32,
}

impl<'de> Decoder<'de> {
    /// Reads these bytes. More of them than [`Limits::bytes`] are none: the first read fails.
    #[inline]
    pub(super) fn new(bytes: &'de [u8], limits: &Limits) -> Self {
        let mut source = Decoder {
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
            strangers: Vec::new(),
            notes: None,
            failure: None,
        };
        if bytes.len() > limits.bytes {
            source.refuse_all(limits.bytes);
        }
        source
    }

    /// Ends the value: it took all the bytes.
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

    /// What went wrong. Call it where a read has failed.
    #[cold]
    pub(super) fn failure(&self) -> Malformed {
        // A value that fails without the source's doing has met its end early.
        self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Truncated,
            offset: self.offset(),
        })
    }

    /// Where the next read starts, in bytes from the start.
    fn offset(&self) -> usize {
        self.place_of(self.rest)
    }

    /// Where some of the bytes start, in bytes from the start.
    fn place_of(&self, some: &[u8]) -> usize {
        // What stands for absent fields is none of them.
        some.as_ptr()
            .addr()
            .wrapping_sub(self.start)
            .min(self.total)
    }

    #[cold]
    #[inline(never)]
    fn refuse_all(&mut self, max: usize) {
        let (count, max) = (self.total as u64, max as u64);
        self.rest = &[];
        self.total = 0;
        self.fail_at(0, MalformedKind::TooLong { count, max });
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

    /// The end of a group that has not begun.
    #[cold]
    fn lonely_end(&mut self) -> Fail {
        self.fail(MalformedKind::Group(self.number))
    }

    /// That the value travels as its type does.
    #[inline]
    fn expect(&mut self, wire: Wire) -> Result<(), Fail> {
        if self.wire == wire || self.wire >= BARE {
            return Ok(());
        }
        Err(self.other_wire())
    }

    /// What stands for a type that does not travel as this field does.
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
