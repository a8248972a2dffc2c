//! The state of a message besides its bytes, shared by all walks of the encoder.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::layout::{DIMENSIONS, LARGEST};
use super::{Limits, Referents};
use crate::encode::Bounds;
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Field, Length};

/// What stands for a pointer that nothing else shares. Receivers look only at whether it is 0.
pub(super) const REFERENT: u32 = 1;

/// The state of a message beside its bytes. The first failure sticks.
pub(super) struct Writer {
    pub(super) depth: u32,
    limit: usize,
    /// Said about the next array.
    pub(super) extent: Option<Bounds>,
    /// How many arrays of which something was said are being written, one in the other.
    spoken: u32,
    /// Lengths of the array being written, by dimension, but for the outermost one's; and the
    /// dimension that comes next.
    lengths: [u32; DIMENSIONS],
    pub(super) level: usize,
    rare: Option<Box<Rare>>,
}

/// What few messages have.
#[derive(Default)]
struct Rare {
    /// What full pointers point to, here and in the call's messages before.
    referents: Referents,
    failure: Option<Unencodable>,
    /// What is said of arrays in arrays, and whose that is.
    inner: Vec<Bounds>,
    frames: Vec<Frame>,
}

/// What is said of the arrays in one array.
struct Frame {
    /// How many such arrays there were, with this one.
    spoken: u32,
    /// Where in `inner` it begins.
    start: usize,
    /// Which of it is about the elements of the array that is being written.
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

    /// Goes on from the call's messages before.
    #[cold]
    #[inline(never)]
    pub(super) fn go_on(&mut self, referents: &mut Referents) {
        *self.referents() = referents.next_message();
    }

    /// What full pointers point to, here and in the call's messages before.
    pub(super) fn referents(&mut self) -> &mut Referents {
        &mut self.rare.get_or_insert_default().referents
    }

    /// Of a message of so many bytes, which leaves behind what its full pointers point to.
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

    /// There is no room for what goes up to `end`. Whether the limit permits more is looked at
    /// only here and at the end: room that is there costs nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn no_room(&mut self, f: &Field, end: usize) {
        if end > self.limit {
            self.fail(f, UnencodableKind::TooLarge);
        }
    }

    /// Whether an array may have so many elements; if not, that is the failure.
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

    /// Something is said of the next array, and perhaps of those in it.
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

    /// The last array of which something was said is over.
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

    /// What is said of arrays so many levels below the elements of the one being written.
    #[inline]
    pub(super) fn inner(&self, below: usize) -> Option<Bounds> {
        let rare = self.rare.as_ref()?;
        let frame = rare.frames.last()?;
        rare.inner.get(frame.start + frame.rank + below).copied()
    }

    /// Goes on to the elements of an array, or back from them.
    #[inline]
    pub(super) fn descend(&mut self, down: bool) {
        if let Some(frame) = self.rare.as_mut().and_then(|rare| rare.frames.last_mut()) {
            frame.rank = match down {
                true => frame.rank + 1,
                false => frame.rank - 1,
            };
        }
    }

    /// The maximum count (section 14.3.3.2) of an array of so many elements: it counts empty ones.
    #[inline]
    pub(super) fn max_of(&mut self, f: &Field, n: usize, varies: bool) -> u32 {
        match self.bounds_of(n) {
            None => n as u32,
            Some(bounds) => self.capacity(f, n, bounds, varies),
        }
    }

    /// What is said of the dimension at hand, whose length is noted.
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

    /// The maximum that NCS sends of an array, if that has room for so many.
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

    /// The offset of what is sent of it (section 14.3.3.3).
    #[inline]
    pub(super) fn first_of(&mut self, f: &Field, n: usize) -> u32 {
        match self.bounds_of(n) {
            None => 0,
            Some(bounds) => self.first(f, n, bounds),
        }
    }

    /// What is sent ends within the array, and is as much as is said.
    #[cold]
    #[inline(never)]
    fn first(&mut self, f: &Field, n: usize, bounds: Bounds) -> u32 {
        let first = bounds.first;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let max = max.saturating_add(u32::from(f.ndr.terminated));
        let room = max.saturating_sub(first);
        // Nothing may be sent of it, but not from behind its end.
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

    /// Whether an inner dimension has the length that was sent for it; if not, that is the failure.
    #[inline]
    pub(super) fn is_as_noted(&mut self, f: &Field, n: usize) -> bool {
        let noted = self.lengths.get(self.level).copied().unwrap_or(0);
        if noted as usize != n {
            self.fail_length(f, n, noted);
        }
        noted as usize == n
    }
}

/// Of a message that has something rare, or is too large.
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

/// No place alone is to blame.
pub(super) fn too_large() -> Unencodable {
    Unencodable {
        kind: UnencodableKind::TooLarge,
        field: String::from("message"),
    }
}
