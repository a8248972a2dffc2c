//! Reading structs: fields of records, arms of unions, keys with their values.

use super::position::{Members, NOWHERE, Place};
use super::source::Decoder;
use super::value::{Entered, Kind};
use crate::decode::{Arms, Collect, Decode, Slots};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Field, Length, Record, Union};
use crate::textual::bits::BitSet;
use crate::textual::names::{arm_name, find};

/// The text that a missing member reads as.
const NIL: &[u8] = b"<value><nil/></value>";

/// The state of a reader that turned to other text.
struct Aside<'de> {
    bytes: &'de [u8],
    at: usize,
    optional_at: usize,
}

impl<'de> Decoder<'de> {
    /// Takes the start of the next member, if its name is this one.
    #[inline(always)]
    pub(super) fn is_named(&mut self, name: &str) -> bool {
        const START: &[u8] = b"<member><name>";
        const END: &[u8] = b"</name>";
        let (name, rest) = (name.as_bytes(), self.cursor.rest());
        let at = START.len() + name.len();
        let exact = rest.starts_with(START)
            && rest.get(START.len()..at) == Some(name)
            && rest.get(at..at + END.len()) == Some(END);
        if exact {
            self.cursor.at += at + END.len();
        }
        exact || self.is_named_otherwise(name)
    }

    /// The same for a name with whitespace or references.
    #[inline(never)]
    fn is_named_otherwise(&mut self, name: &[u8]) -> bool {
        let start = self.cursor.at;
        let found = match self.cursor.is_at_end_tag() {
            Ok(false) => self.cursor.member_name(),
            _ => return false,
        };
        let is_it = found.is_ok_and(|found| found.as_bytes() == name);
        if !is_it {
            self.cursor.at = start;
        }
        is_it
    }

    /// Enters the next struct.
    pub(super) fn structure(&mut self) -> Result<Entered<'de>, Fail> {
        let start = self.cursor.at;
        let value = self.cursor.enter()?;
        if value.kind != Kind::Struct {
            self.cursor.at = start;
            return Err(self.cursor.expected("a struct"));
        }
        Ok(value)
    }

    /// A record.
    #[inline]
    pub(super) fn object<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        // The substitute for a missing record has no members.
        if self.members.place == Place::Absent {
            return Err(self.cursor.expected("a struct"));
        }
        let start = self.cursor.at;
        let value = self.cursor.enter()?;
        match value.kind {
            Kind::Struct => {}
            Kind::Array => return self.items(m, v, value),
            _ => {
                self.cursor.at = start;
                return Err(self.cursor.expected("a struct"));
            }
        }
        let outer = core::mem::replace(&mut self.members, Members::HERE);
        if !value.empty {
            self.members.place = Place::InOrder;
            let filled = v.all(self);
            let out_of_order = self.members.place == Place::OutOfOrder && !self.cursor.has_failed();
            if filled.is_err() && !out_of_order {
                return filled;
            }
            let complete = filled.is_ok() && self.members.omitted == 0;
            if complete && self.cursor.rest().starts_with(b"</") {
                self.members = outer;
                return self.cursor.leave(value);
            }
        }
        self.others(m, v, value)?;
        self.members = outer;
        self.cursor.leave(value)
    }

    /// A record in the form of an array, in order, as languages without records send it.
    #[inline(never)]
    fn items<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        array: Entered<'de>,
    ) -> Result<(), Fail> {
        let outer = core::mem::replace(&mut self.members, Members::HERE);
        let data = self.cursor.data(array)?;
        for (i, field) in m.fields.iter().enumerate() {
            self.members.place = Place::Item;
            match data {
                Some(_) => v.one(i, self)?,
                None => self.absent(field, |source| v.one(i, source))?,
            }
        }
        if let Some(data) = data {
            if !self.cursor.is_at_end_tag()? {
                let max = m.fields.len() as u64;
                let count = max + 1;
                return Err(self.cursor.fail(MalformedKind::TooLong { count, max }));
            }
            self.cursor.end(data)?;
        }
        self.members = outer;
        self.cursor.leave(array)
    }

    /// The next element of the current array; absent at its end.
    pub(super) fn item<T: Decode<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.members.place = Place::Here;
        match self.cursor.is_at_end_tag()? {
            true => self.absent(f, |source| v.decode(source, f)),
            false => v.decode(self, f),
        }
    }

    /// The remaining members, in any order.
    #[inline(never)]
    fn others<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        value: Entered<'de>,
    ) -> Result<(), Fail> {
        let Members { next, omitted, .. } = self.members;
        let mut seen = BitSet::below(next as usize);
        seen.forget(omitted);
        self.members.place = Place::Here;
        let mut hint = next as usize;
        while let Some(name) = self.cursor.member(value)? {
            match find(m, &name, hint) {
                None => self.skip()?,
                Some(i) if !seen.insert(i) => return Err(self.twice(&name)),
                Some(i) => {
                    self.members.place = Place::Here;
                    v.one(i, self)?;
                    hint = i + 1;
                }
            }
            self.cursor.member_ends()?;
        }
        for (i, field) in m.fields.iter().enumerate() {
            if !seen.contains(i) {
                self.absent(field, |source| v.one(i, source))?;
            }
        }
        Ok(())
    }

    #[cold]
    fn twice(&mut self, name: &str) -> Fail {
        self.cursor.fail(MalformedKind::Duplicate(Name::new(name)))
    }

    /// Fills in a missing field.
    #[inline(never)]
    pub(super) fn absent(
        &mut self,
        f: &Field,
        fill: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let outer = core::mem::replace(&mut self.members.place, Place::Absent);
        let there = Aside {
            bytes: core::mem::replace(&mut self.cursor.bytes, NIL),
            at: core::mem::take(&mut self.cursor.at),
            optional_at: core::mem::replace(&mut self.optional_at, NOWHERE),
        };
        let filled = fill(self);
        self.cursor.bytes = there.bytes;
        self.cursor.at = there.at;
        self.optional_at = there.optional_at;
        self.members.place = outer;
        filled.map_err(|Fail| self.cursor.missing(&f.name))
    }

    /// A struct read as records of a key and a value.
    #[inline(never)]
    pub(super) fn entries<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let outer = self.members;
        let value = self.structure()?;
        while !value.empty && !self.cursor.is_at_end_tag()? {
            if v.len() >= max as usize {
                let (count, max) = (u64::from(max) + 1, u64::from(max));
                return Err(self.cursor.fail(MalformedKind::TooLong { count, max }));
            }
            self.members.place = Place::Entry;
            v.push(self, f.element())?;
        }
        self.members = outer;
        self.cursor.leave(value)
    }

    /// One key with its value. A key is a value without a type.
    pub(super) fn entry<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        let member = self.cursor.start_of("member")?;
        self.members.place = Place::Here;
        self.naming = true;
        v.one(0, self)?;
        self.naming = false;
        self.members.place = Place::Here;
        v.one(1, self)?;
        self.cursor.end(member.name)
    }

    /// A union.
    pub(super) fn choice<U: Arms<'de> + ?Sized>(
        &mut self,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let start = self.cursor.at;
        let value = self.structure()?;
        let inside = self.cursor.at;
        let first = !value.empty && self.is_named(&m.tag);
        let label = match first {
            true => {
                self.members.place = Place::Here;
                let label = self.label(m)?;
                self.cursor.member_ends()?;
                label
            }
            false => self.look_ahead(|source| source.label_ahead(m, value))?,
        };
        let Some(arm) = m.arm_of(label) else {
            return Err(self.cursor.fail_at(start, MalformedKind::NoArm(label)));
        };
        v.select(arm, label);
        if !first {
            self.cursor.at = inside;
        }
        let field = &m.arms[arm].field;
        let key = arm_name(m, field);
        let mut said = (first, false);
        while let Some(name) = self.cursor.member(value)? {
            let again = if name == m.tag {
                self.skip()?;
                core::mem::replace(&mut said.0, true)
            } else if name == key && !said.1 {
                self.members.place = Place::Here;
                v.arm(self)?;
                core::mem::replace(&mut said.1, true)
            } else {
                self.skip()?;
                name == key
            };
            if again {
                return Err(self.twice(&name));
            }
            self.cursor.member_ends()?;
        }
        if !said.1 {
            self.absent(field, |source| v.arm(source))?;
        }
        self.cursor.leave(value)
    }

    /// Looks ahead with `look`, within a budget.
    fn look_ahead<T>(
        &mut self,
        look: impl FnOnce(&mut Self) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        let start = self.cursor.at;
        let seen = look(self)?;
        match self.ahead.checked_sub(self.cursor.at - start) {
            Some(left) => {
                self.ahead = left;
                Ok(seen)
            }
            None => Err(self.cursor.fail_at(start, MalformedKind::TooDeep)),
        }
    }

    /// The label of a union whose discriminant does not come first; without a discriminant, that of
    /// the first arm found by name.
    #[inline(never)]
    fn label_ahead(&mut self, m: &Union, value: Entered<'de>) -> Result<i64, Fail> {
        let mut named = None;
        while let Some(name) = self.cursor.member(value)? {
            if name == m.tag {
                return self.label(m);
            }
            let mut arms = m.arms.iter();
            let arm = arms.find(|arm| arm_name(m, &arm.field) == name);
            named = named.or(arm.and_then(|arm| arm.labels.first()));
            self.skip()?;
            self.cursor.member_ends()?;
        }
        match named {
            Some(label) => Ok(*label),
            None => Err(self.cursor.missing(&m.tag)),
        }
    }
}
