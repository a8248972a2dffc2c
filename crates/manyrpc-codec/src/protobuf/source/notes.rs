//! Required fields of messages that come in several parts.
//!
//! A message is decoded as if it were complete, as nearly all are, although a later part may be
//! merged into it. So one that lacks a required field need not be malformed: another part may have
//! it. In that case everything is decoded once more, with notes of what each message lacks so far.
//! They are judged at the end of the outermost message: until then an element may disappear with
//! the `oneof` arm that contains it, and a map entry may be replaced.
//!
//! There is one note per field, however many elements it has, so that searching takes no longer
//! than there are fields.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::seen::{Choices, Seen};
use super::{ABSENT, Decoder};
use crate::Limits;
use crate::decode::Slots;
use crate::error::{Fail, Malformed, MalformedKind, Name};
use crate::meta::{Presence, Record};

/// The state of the message being read.
#[derive(Default)]
pub(super) struct Notes {
    message: Note,
    /// Its field being read; `None` for the outermost message.
    field: Option<usize>,
    /// Whether that is an array, whose elements come in one part.
    elements: bool,
    /// Whether the field came in an earlier part.
    came: bool,
    /// Whether it contains a message.
    holds: bool,
    /// What an element of it lacks.
    element_lacks: Option<Name>,
}

/// What entries of a map lack, by their indexes.
pub(super) type Lacking = BTreeMap<usize, Name>;

/// Bytes of memory for a note; a grown vector may have twice the capacity it needs.
const NOTE: usize = 2 * size_of::<(usize, Note)>();

/// The state of a message, a field or a map that may continue in another part.
#[derive(Default)]
struct Note {
    seen: Seen,
    /// A required field that is missing.
    lacks: Option<Name>,
    /// The messages in it that lack something, each with its field.
    inside: Vec<(usize, Note)>,
    /// For a map: what its entries lack, by their indexes.
    entries: Lacking,
    /// Whether it was complete before this part.
    whole: bool,
}

impl Note {
    /// What it, or one of the messages in it, lacks.
    fn missing(&self) -> Option<Name> {
        let inside = || self.inside.iter().find_map(|(_, note)| note.missing());
        let entry = || self.entries.values().next().copied();
        self.lacks.or_else(entry).or_else(inside)
    }

    fn take(&mut self, field: usize) -> Option<Note> {
        let at = self.inside.iter().position(|(i, _)| *i == field)?;
        Some(self.inside.swap_remove(at).1)
    }
}

impl<'de> Decoder<'de> {
    /// Starts over with notes, if a required field was missing.
    ///
    /// # Errors
    /// The failure, if it is another one or notes were already taken.
    #[cold]
    #[inline(never)]
    pub(in crate::protobuf) fn once_more(
        &mut self,
        bytes: &'de [u8],
        limits: &Limits,
    ) -> Result<(), Malformed> {
        let failure = self.failure();
        if self.notes.is_some() || !matches!(failure.kind, MalformedKind::Missing(_)) {
            return Err(failure);
        }
        // Allocated memory is still there.
        let room = self.room;
        *self = Decoder::new(bytes, limits);
        (self.room, self.notes) = (room, Some(Box::default()));
        Ok(())
    }

    /// Decodes the fields of a message, taking notes.
    #[cold]
    #[inline(never)]
    pub(super) fn noted<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        group: u32,
    ) -> Result<(), Fail> {
        let (seen, choices) = (Seen::default(), Choices::default());
        if self.wire == ABSENT {
            return self.scattered(m, v, group, seen, choices);
        }
        self.charge(NOTE)?;
        let again = self.again;
        let around = self.notes.as_mut().map(|notes| {
            let message = notes.begun(again);
            let inside = Notes {
                message,
                ..Notes::default()
            };
            core::mem::replace(&mut **notes, inside)
        });
        self.scattered(m, v, group, seen, choices)?;
        let ended = self.notes.as_mut().zip(around);
        let missing = ended.and_then(|(notes, around)| {
            let inside = core::mem::replace(&mut **notes, around);
            notes.ended(m, inside.message)
        });
        match missing {
            Some(name) => Err(self.fail(MalformedKind::Missing(name))),
            None => Ok(()),
        }
    }

    /// Notes the field whose value is read next.
    #[inline]
    pub(super) fn note_field(&mut self, i: usize) {
        if let Some(notes) = &mut self.notes {
            (notes.field, notes.holds, notes.elements) = (Some(i), false, false);
            notes.element_lacks = None;
            notes.came = notes.message.seen.insert(i);
        }
    }

    /// Notes whether the value was read, or turned out to be an unknown field.
    #[inline]
    pub(super) fn note_outcome(&mut self, i: usize, is_read: bool) {
        if let Some(notes) = &mut self.notes {
            match is_read {
                true if notes.element_lacks.is_some() => notes.note_element(i),
                // The message that was there has been replaced.
                true if !notes.holds => drop(notes.message.take(i)),
                true => {}
                false if !notes.came => notes.message.seen.remove(i),
                false => {}
            }
        }
    }

    /// Notes that elements are being read, which do not continue later.
    #[inline]
    pub(super) fn note_elements(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.elements = true;
        }
    }

    /// Notes that the value was kept.
    #[inline]
    pub(super) fn note_kept(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.holds = true;
        }
    }

    /// What the last element lacks.
    #[inline]
    pub(super) fn element_lacks(&mut self) -> Option<Name> {
        self.notes.as_mut()?.element_lacks.take()
    }

    /// What the entries of the current map have lacked so far.
    #[inline]
    pub(super) fn entries_lack(&mut self) -> Lacking {
        let known = self.notes.as_mut().and_then(|notes| {
            let field = notes.field?;
            notes.message.take(field)
        });
        known.map_or_else(Lacking::new, |note| note.entries)
    }

    /// Notes what entries of the current map lack.
    ///
    /// # Errors
    /// One of them lacks a field, and no notes are taken yet.
    #[inline]
    pub(super) fn note_entries(&mut self, entries: Lacking) -> Result<(), Fail> {
        self.note_kept();
        match entries.values().next() {
            None => Ok(()),
            Some(name) => self.note_lacking(*name, entries),
        }
    }

    #[cold]
    #[inline(never)]
    fn note_lacking(&mut self, name: Name, entries: Lacking) -> Result<(), Fail> {
        self.charge(NOTE * entries.len())?;
        if let Some(notes) = &mut self.notes
            && let Some(field) = notes.field
        {
            let note = Note {
                entries,
                ..Note::default()
            };
            notes.message.inside.push((field, note));
            return Ok(());
        }
        Err(self.fail(MalformedKind::Missing(name)))
    }
}

impl Notes {
    /// Notes that elements of an array lack something, which cannot come later.
    fn note_element(&mut self, field: usize) {
        let before = self.message.take(field);
        let mut note = before.unwrap_or_default();
        note.lacks = note.lacks.or(self.element_lacks.take());
        self.message.inside.push((field, note));
    }

    /// The note of a message that begins or continues.
    fn begun(&mut self, again: bool) -> Note {
        let field = self.field.filter(|_| !self.elements);
        let before = field.and_then(|i| self.message.take(i));
        match again && (self.came || self.message.whole) {
            false => Note::default(),
            true => before.unwrap_or_else(|| Note {
                whole: true,
                ..Note::default()
            }),
        }
    }

    /// Keeps a message's note in the outer one; returns what can no longer come.
    fn ended(&mut self, m: &Record, mut message: Note) -> Option<Name> {
        message.lacks = match message.whole {
            true => None,
            false => lacking(m, &message.seen),
        };
        self.holds = true;
        let missing = message.missing();
        match (missing, self.field) {
            (Some(_), Some(_)) if self.elements => {
                self.element_lacks = self.element_lacks.or(missing);
                None
            }
            (Some(_), Some(i)) => {
                self.message.inside.push((i, message));
                None
            }
            (missing, _) => missing,
        }
    }
}

/// The first required field that is missing.
pub(super) fn lacking(m: &Record, seen: &Seen) -> Option<Name> {
    let mut from = 0;
    while let Some(i) = seen.next_missing(from, m.fields.len()) {
        if m.fields[i].pb.presence == Presence::Required {
            return Some(Name::new(&m.fields[i].name));
        }
        from = i + 1;
    }
    None
}
