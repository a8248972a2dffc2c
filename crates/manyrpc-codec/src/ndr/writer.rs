//! The state of a message besides its bytes, shared by all walks of the encoder.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::layout::{DIMENSIONS, LARGEST};
use super::{Limits, Referents};
use crate::encode::Bounds;
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Field, Length};

/// The identifier of a pointer whose target is not shared. Receivers only test whether it is 0.
pub(super) const REFERENT: u32 = 1;

/// The state of a message besides its bytes. Keeps the first failure.
pub(super) struct Writer {
    pub(super) depth: u32,
    limit: usize,
    /// The bounds of the next array.
    pub(super) extent: Option<Bounds>,
    /// The number of arrays with bounds being written, nested in each other.
    spoken: u32,
    /// Lengths of the array being written, by dimension, without the outermost; and the next
    /// dimension.
    lengths: [u32; DIMENSIONS],
    pub(super) level: usize,
    rare: Option<Box<Rare>>,
}

/// State that few messages need.
#[derive(Default)]
struct Rare {
    /// The targets of full pointers, in this message and earlier ones of the call.
    referents: Referents,
    failure: Option<Unencodable>,
    /// The bounds of arrays in arrays, and which arrays they belong to.
    inner: Vec<Bounds>,
    frames: Vec<Frame>,
}

/// The bounds of the arrays in one array.
struct Frame {
    /// The number of such arrays, including this one.
    spoken: u32,
    /// Where in `inner` they begin.
    start: usize,
    /// Which of them are for the elements of the array being written.
    rank: usize,
}

impl Writer {
    #[inline]
    pub(super) fn new(limits: &Limits) -> Self {
        Writer {
            depth: limits.depth,
            limit: limits.bytes.min(LARGEST),
            extent: None,
            spoken: 0,
            lengths: [0; DIMENSIONS],
            level: 0,
            rare: None,
        }
    }

    /// Continues after the call's earlier messages.
    #[cold]
    #[inline(never)]
    pub(super) fn go_on(&mut self, referents: &mut Referents) {
        *self.referents() = referents.next_message();
    }

    /// The targets of full pointers, in this message and earlier ones of the call.
    pub(super) fn referents(&mut self) -> &mut Referents {
        &mut self.rare.get_or_insert_default().referents
    }

    /// Ends a message of this many bytes; returns the targets of its full pointers.
    ///
    /// # Errors
    /// The first failure.
    #[inline]
    pub(super) fn finish(
        self,
        size: usize,
        referents: Option<&mut Referents>,
    ) -> Result<(), Unencodable> {
        match self.rare {
            None if size <= self.limit => Ok(()),
            rare => end(rare, size <= self.limit, referents),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        let failure = &mut self.rare.get_or_insert_default().failure;
        if failure.is_none() {
            let field = String::from(&*f.name);
            *failure = Some(Unencodable { kind, field });
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail_length(&mut self, f: &Field, n: usize, max: u32) {
        let (count, max) = (n as u64, u64::from(max));
        self.fail(f, UnencodableKind::Length { count, max });
    }

    /// There is no room up to `end`. The limit is checked only here and at the end: room that
    /// exists costs nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn no_room(&mut self, f: &Field, end: usize) {
        if end > self.limit {
            self.fail(f, UnencodableKind::TooLarge);
        }
    }

    /// Whether an array may have this many elements; records the failure if not.
    #[inline]
    pub(super) fn permitted(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            self.fail_length(f, n, max);
        }
        permitted
    }

    /// Sets the bounds of the next array, and possibly of those in it.
    #[inline]
    pub(super) fn say(&mut self, bounds: &[Bounds]) {
        self.extent = bounds.first().copied();
        self.spoken += 1;
        if bounds.len() > 1 || self.rare.is_some() {
            self.say_of_inner(bounds);
        }
    }

    #[cold]
    #[inline(never)]
    fn say_of_inner(&mut self, bounds: &[Bounds]) {
        let spoken = self.spoken;
        let rare = self.rare.get_or_insert_default();
        rare.frames.push(Frame {
            spoken,
            start: rare.inner.len(),
            rank: 0,
        });
        rare.inner.extend(bounds.iter().skip(1));
    }

    /// The last array with bounds has ended.
    #[inline]
    pub(super) fn said(&mut self) {
        self.extent = None;
        if let Some(rare) = &mut self.rare
            && rare.frames.last().is_some_and(|f| f.spoken == self.spoken)
            && let Some(frame) = rare.frames.pop()
        {
            rare.inner.truncate(frame.start);
        }
        self.spoken -= 1;
    }

    /// The bounds of arrays this many levels below the elements of the one being written.
    #[inline]
    pub(super) fn inner(&self, below: usize) -> Option<Bounds> {
        let rare = self.rare.as_ref()?;
        let frame = rare.frames.last()?;
        rare.inner.get(frame.start + frame.rank + below).copied()
    }

    /// Steps down to the elements of an array, or back up.
    #[inline]
    pub(super) fn descend(&mut self, down: bool) {
        if let Some(frame) = self.rare.as_mut().and_then(|rare| rare.frames.last_mut()) {
            frame.rank = match down {
                true => frame.rank + 1,
                false => frame.rank - 1,
            };
        }
    }

    /// The maximum count (section 14.3.3.2) of an array with this many elements, including unused
    /// capacity.
    #[inline]
    pub(super) fn max_of(&mut self, f: &Field, n: usize, varies: bool) -> u32 {
        match self.is_outermost_and_whole() {
            true => n as u32,
            false => self.max_of_part(f, n, varies),
        }
    }

    /// Whether the array is not nested in another, and no other field states its bounds.
    #[inline(always)]
    fn is_outermost_and_whole(&self) -> bool {
        self.level == 0 && self.extent.is_none()
    }

    #[inline(never)]
    fn max_of_part(&mut self, f: &Field, n: usize, varies: bool) -> u32 {
        match self.bounds_of(n) {
            None => n as u32,
            Some(bounds) => self.capacity(f, n, bounds, varies),
        }
    }

    /// The bounds of the current dimension, whose length is recorded.
    #[inline]
    fn bounds_of(&mut self, n: usize) -> Option<Bounds> {
        match self.level {
            0 => self.extent,
            level => {
                self.note_length(n);
                self.inner(level - 1)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn capacity(&mut self, f: &Field, n: usize, bounds: Bounds, varies: bool) -> u32 {
        let least = (n as u32).saturating_add(bounds.first);
        let capacity = bounds.capacity.unwrap_or(least);
        let whole = capacity as usize == n && bounds.first == 0;
        if capacity < least || !(whole || varies) {
            self.fail_length(f, n, capacity);
        }
        capacity
    }

    /// The maximum that NCS sends for an array, if it can have this many elements.
    pub(super) fn short_capacity(&mut self, f: &Field, n: usize) -> Option<u16> {
        let Bounds {
            capacity, first, ..
        } = self.extent.unwrap_or_default();
        let capacity = capacity.unwrap_or(n as u32);
        let most = u16::try_from(capacity).unwrap_or(u16::MAX);
        if first != 0 || n > usize::from(most) {
            self.fail_length(f, n, most.into());
            return None;
        }
        Some(most)
    }

    /// The offset of the part sent (section 14.3.3.3).
    #[inline]
    pub(super) fn first_of(&mut self, f: &Field, n: usize) -> u32 {
        match self.is_outermost_and_whole() {
            true => 0,
            false => self.first_of_part(f, n),
        }
    }

    #[inline(never)]
    fn first_of_part(&mut self, f: &Field, n: usize) -> u32 {
        match self.bounds_of(n) {
            None => 0,
            Some(bounds) => self.first(f, n, bounds),
        }
    }

    /// Checks that the part sent ends within the array and has the stated length.
    #[cold]
    #[inline(never)]
    fn first(&mut self, f: &Field, n: usize, bounds: Bounds) -> u32 {
        let first = bounds.first;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let max = max.saturating_add(u32::from(f.ndr.terminated));
        let room = max.saturating_sub(first);
        // The part may be empty, but must not begin behind the end.
        if first > max || n > room as usize {
            self.fail_length(f, n, room);
        }
        match bounds.sent {
            Some(sent) if sent as usize != n => self.fail_length(f, n, sent),
            _ => {}
        }
        first
    }

    #[inline]
    fn note_length(&mut self, n: usize) {
        if self.level > 0
            && let Some(length) = self.lengths.get_mut(self.level)
        {
            *length = n as u32;
        }
    }

    /// Whether an inner dimension has the length that was sent for it; records the failure if not.
    #[inline]
    pub(super) fn is_as_noted(&mut self, f: &Field, n: usize) -> bool {
        let noted = self.lengths.get(self.level).copied().unwrap_or(0);
        if noted as usize != n {
            self.fail_length(f, n, noted);
        }
        noted as usize == n
    }
}

/// Ends a message with rare state, or one that is too large.
#[cold]
#[inline(never)]
fn end(
    rare: Option<Box<Rare>>,
    fits: bool,
    referents: Option<&mut Referents>,
) -> Result<(), Unencodable> {
    let rare = *rare.unwrap_or_default();
    if let Some(left) = referents {
        *left = rare.referents;
    }
    match rare.failure {
        Some(failure) => Err(failure),
        None if fits => Ok(()),
        None => Err(too_large()),
    }
}

/// No single field is responsible.
#[cold]
#[inline(never)]
pub(super) fn too_large() -> Unencodable {
    Unencodable {
        kind: UnencodableKind::TooLarge,
        field: String::from("message"),
    }
}
