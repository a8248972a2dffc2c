//! Messages: their bounds, and their fields, known, unknown and absent.

use super::line::{DELIMITED, FRESH, How, Line};
use super::notes::lacking;
use super::seen::{Choices, Seen};
use super::wire::after_varint;
use super::{ABSENT, BARE, Decoder, Detour, Opened, ZEROS};
use crate::decode::Slots;
use crate::error::{Fail, MalformedKind};
use crate::meta::{Coding, Field, Record};
use crate::protobuf::format::{END, INNER, ITEM, ITEM_MESSAGE, ITEM_TYPE, LEN, START, VARINT};

impl<'de> Decoder<'de> {
    /// Enters the message in this field.
    #[inline(never)]
    pub(super) fn open(&mut self, f: &Field) -> Result<Opened<'de>, Fail> {
        let is_group = f.pb.coding == Coding::Group;
        let (mut tail, mut group): (&[u8], u32) = (&[], 0);
        match self.wire {
            LEN if !is_group => {
                let body = self.delimited()?;
                tail = self.rest;
                self.rest = body;
            }
            START if is_group => group = self.number,
            BARE => {}
            ABSENT => self.rest = &[],
            // Nor can it be a packed field: only scalars can be.
            _ => {
                self.detour = Detour::OtherWire;
                return Err(Fail);
            }
        }
        self.enter()?;
        Ok(Opened { tail, group })
    }

    /// One level deeper.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Fail> {
        if self.depth == 0 {
            return Err(self.fail(MalformedKind::TooDeep));
        }
        self.depth -= 1;
        Ok(())
    }

    #[inline]
    pub(super) fn close(&mut self, opened: Opened<'de>) {
        self.depth += 1;
        if opened.group == 0 {
            self.rest = opened.tail;
        }
    }

    /// Whether the message continues; takes the next field's key.
    #[inline]
    pub(super) fn goes_on(&mut self, group: u32) -> Result<bool, Fail> {
        if self.rest.is_empty() {
            return match group {
                0 => Ok(false),
                group => Err(self.fail(MalformedKind::Group(group))),
            };
        }
        self.next_key()?;
        if self.wire == END {
            return match self.number == group {
                true => Ok(false),
                false => Err(self.unmatched_end()),
            };
        }
        Ok(true)
    }

    /// The fields of a message that extends to the end of the input.
    #[inline(never)]
    pub(super) fn message<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        group: u32,
    ) -> Result<(), Fail> {
        self.charge(v.bytes_apart())?;
        let begins = !self.again && self.wire != ABSENT;
        if T::PREPARED && begins && self.notes.is_none() {
            self.group = group;
            let how = if self.fresh { FRESH } else { 0 };
            return self.along(m, v, self.rest, how).map(drop);
        }
        // Values without straight-line code, and messages that continue, are read one by one.
        if !self.again && !self.fresh {
            v.forget_unknown();
        }
        match self.notes {
            Some(_) => self.noted(m, v, group),
            None => self.scattered(m, v, group, Seen::default(), Choices::default()),
        }
    }

    /// Reads a message from its start, expecting fields in order; returns what follows it.
    ///
    /// Called from several places and not inlined, so that the fields' code exists once, here. A
    /// nested message is one call of it, with all arguments in registers.
    #[inline(never)]
    pub(super) fn along<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        rest: &'de [u8],
        how: How,
    ) -> Result<&'de [u8], Fail> {
        let (body, tail, group) = match how & DELIMITED {
            0 => (rest, &[][..], self.group),
            _ => {
                let (body, tail) = self.step_into(rest)?;
                (body, tail, 0)
            }
        };
        let fresh = how & FRESH != 0;
        if !fresh {
            v.forget_unknown();
        }
        let mut choices = Choices::default();
        let mut line = Line::new(self, m, &mut choices, body, fresh);
        v.all(&mut line)?;
        let (seen, misses) = line.end();
        if !(self.unknown_elements.is_empty() && self.rest.is_empty() && group == 0) {
            (self.again, self.fresh, self.wire) = (false, fresh, BARE);
            self.keep_unknown_elements(v);
            self.scattered(m, v, group, Seen::of(seen), choices)?;
        } else if misses || !fresh {
            self.settle(m, v, &Seen::of(seen), fresh)?;
        }
        self.depth += u32::from(how & DELIMITED != 0);
        Ok(tail)
    }

    /// One level deeper, into bytes with a length prefix: returns these, and what follows them.
    #[inline(always)]
    fn step_into(&mut self, rest: &'de [u8]) -> Result<(&'de [u8], &'de [u8]), Fail> {
        let parts = after_varint(rest).and_then(|(n, rest)| rest.split_at_checked(n as usize));
        match (parts, self.depth.checked_sub(1)) {
            (Some(parts), Some(depth)) => {
                self.depth = depth;
                Ok(parts)
            }
            _ => self.step_into_longer(rest),
        }
    }

    #[inline(never)]
    fn step_into_longer(&mut self, rest: &'de [u8]) -> Result<(&'de [u8], &'de [u8]), Fail> {
        self.rest = rest;
        let body = self.delimited()?;
        self.enter()?;
        Ok((body, self.rest))
    }

    /// The fields of a message in any order; some may have come before.
    #[inline(never)]
    pub(super) fn scattered<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        group: u32,
        mut seen: Seen,
        mut choices: Choices,
    ) -> Result<(), Fail> {
        let (merging, fresh, absent) = (self.again, self.fresh, self.wire == ABSENT);
        let mut expected = 0;
        loop {
            let entry = self.rest;
            if absent || !self.goes_on(group)? {
                break;
            }
            let mut behind = None;
            let found = match find(m, expected, self.number) {
                None if (self.number, self.wire) == (ITEM, START) => self.item(m, &mut behind)?,
                found => found,
            };
            let Some(i) = found else {
                let raw = self.pass(entry)?;
                v.unknown(raw);
                continue;
            };
            expected = i + 1;
            let twice = seen.insert(i);
            self.twice = twice;
            self.again = merging || twice;
            let mut before = None;
            if m.fields[i].pb.number == 0 {
                before = choices.choose(i, Some(self.number));
                self.again = before == Some(self.number);
                self.displaces = merging || twice;
            }
            self.fresh = fresh;
            self.note_field(i);
            let outcome = v.one(i, self);
            self.note_outcome(i, outcome.is_ok());
            if let Err(Fail) = outcome {
                let raw = self.turn_back(entry)?;
                v.unknown(raw);
                if !twice {
                    seen.remove(i);
                }
                if m.fields[i].pb.number == 0 {
                    choices.choose(i, before);
                }
            } else if let Some(behind) = behind {
                self.rest = behind;
            }
            self.keep_unknown_elements(v);
        }
        match (merging, absent) {
            (true, _) => Ok(()),
            (_, true) if fresh && T::PREPARED => Ok(()),
            (_, true) => self.absent(m, v, &seen),
            _ => self.settle(m, v, &seen, fresh),
        }
    }

    /// The field of a message set's item, whose value is read next; `behind` is set to what follows
    /// the item. `None` if the message is not such a set, or does not know the type.
    #[cold]
    #[inline(never)]
    fn item(&mut self, m: &Record, behind: &mut Option<&'de [u8]>) -> Result<Option<usize>, Fail> {
        if m.fields.iter().all(|f| f.pb.coding != Coding::Item) {
            return Ok(None);
        }
        let body = self.rest;
        // The first of each counts, as in Google's codecs.
        let (mut number, mut message) = (None, None);
        loop {
            self.next_key()?;
            match (self.number, self.wire) {
                (ITEM_TYPE, VARINT) => {
                    let came = self.varint()? as u32;
                    number.get_or_insert(came);
                }
                (ITEM_MESSAGE, LEN) => {
                    message.get_or_insert(self.rest);
                    self.delimited()?;
                }
                (ITEM, END) => break,
                _ if self.skip_within()? => {}
                _ => return Err(self.unmatched_end()),
            }
        }
        let number = number.unwrap_or_default();
        let known = m.fields.iter().position(|f| f.pb.number == number);
        if let (Some(_), Some(message)) = (known, message) {
            (*behind, self.rest) = (Some(self.rest), message);
            (self.number, self.wire) = (number, LEN);
            return Ok(known);
        }
        (self.rest, self.number, self.wire) = (body, ITEM, START);
        Ok(None)
    }

    /// Keeps elements unknown to their enumeration as unknown fields.
    #[inline]
    fn keep_unknown_elements<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) {
        if !self.unknown_elements.is_empty() {
            v.unknown(&self.unknown_elements);
            self.unknown_elements.clear();
        }
    }

    /// Handles fields that were absent.
    #[inline(never)]
    fn settle<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        seen: &Seen,
        fresh: bool,
    ) -> Result<(), Fail> {
        // With notes, what is missing is judged when the message is complete.
        if let (Some(name), None) = (lacking(m, seen), &self.notes) {
            return Err(self.fail(MalformedKind::Missing(name)));
        }
        if fresh && T::PREPARED {
            return Ok(());
        }
        self.absent(m, v, seen)
    }

    /// Sets absent fields to their defaults.
    #[inline]
    fn absent<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        seen: &Seen,
    ) -> Result<(), Fail> {
        let rest = self.rest;
        let mut from = 0;
        while let Some(i) = seen.next_missing(from, m.fields.len()) {
            (self.rest, self.wire) = (&ZEROS, ABSENT);
            (self.again, self.twice, self.fresh) = (false, false, false);
            v.one(i, self)?;
            from = i + 1;
        }
        self.rest = rest;
        Ok(())
    }

    /// Goes back to a field that proved to be unknown, and skips it; returns it.
    #[cold]
    #[inline(never)]
    pub(super) fn turn_back(&mut self, entry: &'de [u8]) -> Result<&'de [u8], Fail> {
        if self.detour == Detour::None || self.failure.is_some() {
            return Err(Fail);
        }
        self.detour = Detour::None;
        self.rest = entry;
        self.next_key()?;
        self.pass(entry)
    }

    /// A value in a wrapper message: `take` reads its field 1 at each occurrence.
    pub(super) fn unwrap(
        &mut self,
        opened: Opened<'de>,
        mut take: impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let fresh = self.fresh;
        let mut again = false;
        loop {
            let entry = self.rest;
            if !self.goes_on(opened.group)? {
                break;
            }
            if self.number != INNER {
                self.pass(entry)?;
                continue;
            }
            (self.again, self.twice, self.fresh) = (again, again, fresh);
            match take(self) {
                Ok(()) => again = true,
                Err(Fail) => drop(self.turn_back(entry)?),
            }
        }
        self.close(opened);
        Ok(())
    }
}

/// The index of the field with this number: the expected one, any other, or a `oneof` with an arm
/// of that number.
#[inline]
fn find(m: &Record, expected: usize, number: u32) -> Option<usize> {
    match m.fields.get(expected) {
        Some(field) if field.pb.number == number => Some(expected),
        _ => search(m, number),
    }
}

#[inline(never)]
fn search(m: &Record, number: u32) -> Option<usize> {
    let direct = m.fields.iter().position(|f| f.pb.number == number);
    direct.or_else(|| {
        let at = m.numbers.binary_search_by_key(&number, |(n, _)| *n).ok()?;
        let i = usize::from(m.numbers[at].1);
        (i < m.fields.len()).then_some(i)
    })
}
