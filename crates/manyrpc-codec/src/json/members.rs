//! Reading objects: fields of records, arms of unions, keys with their values.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;

use super::any;
use super::position::{Members, NOWHERE, NULL, Place};
use super::source::Decoder;
use crate::decode::{Arms, Collect, Decode, Slots};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Field, Length, Record, Union};
use crate::textual::bits::BitSet;
use crate::textual::names::{Found, arm_name, find_member};

/// The state of a reader that turned to other text.
pub(super) struct Aside<'de> {
    bytes: &'de [u8],
    at: usize,
    optional_at: usize,
}

impl<'de> Decoder<'de> {
    /// Takes the character before the next member, its name and the colon, if the name is this one.
    #[inline(always)]
    pub(super) fn is_named(&mut self, name: &str) -> bool {
        let (name, rest) = (name.as_bytes(), self.cursor.rest());
        let n = name.len();
        let exact = rest.len() > n + 3
            && rest[0] == self.members.before
            && rest[1] == b'"'
            && rest[2..n + 2] == *name
            && rest[n + 2] == b'"'
            && rest[n + 3] == b':';
        if exact {
            self.cursor.at += n + 4;
        }
        exact || self.is_named_otherwise(name)
    }

    /// The same for a name with whitespace or escapes.
    #[inline(never)]
    fn is_named_otherwise(&mut self, name: &[u8]) -> bool {
        let start = self.cursor.at;
        let before = self.members.before;
        let taken = self.cursor.take(before) && self.cursor.token() == Some(b'"');
        let is_it = taken
            && match self.cursor.quoted() {
                Ok(found) if !found.escaped => found.bytes == name && self.cursor.take(b':'),
                _ => false,
            };
        if !is_it {
            self.cursor.at = start;
        }
        is_it
    }

    /// A record in the form of an object.
    #[inline]
    pub(super) fn object<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let outer = self.members;
        self.members = Members {
            place: Place::InOrder,
            before: b'{',
            ..Members::HERE
        };
        if m.message && self.typed {
            self.others(m, v)?;
            self.members = outer;
            return Ok(());
        }
        let filled = v.all(self);
        let out_of_order = self.members.place == Place::OutOfOrder && !self.cursor.has_failed();
        if filled.is_err() && !out_of_order {
            return filled;
        }
        let complete = filled.is_ok() && self.members.omitted == 0 && self.members.before == b',';
        match complete && self.cursor.peek() == Some(b'}') {
            true => self.cursor.at += 1,
            false => self.others(m, v)?,
        }
        self.members = outer;
        Ok(())
    }

    /// The remaining members, in any order.
    #[inline(never)]
    pub(super) fn others<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let Members {
            mut before,
            next,
            omitted,
            ..
        } = self.members;
        let mut seen = BitSet::below(next as usize);
        seen.forget(omitted);
        // Fields that were present without a value, and arms that were present.
        let (mut empty, mut arms) = (BitSet::default(), BitSet::default());
        self.members.place = Place::Here;
        let typed = core::mem::take(&mut self.typed);
        let mut hint = next as usize;
        while let Some(name) = self.next_name(&mut before)? {
            let Some(found) = find_member(m, &name, hint) else {
                self.unknown_member(m, &name, typed)?;
                continue;
            };
            let i = found.field;
            let none = self.is_none(m, &found)?;
            let new = match found.arm {
                // If the arm has no value, another one may follow.
                Some(arm) => arms.insert(arm) && (none || seen.insert(i)),
                None => seen.insert(i),
            };
            if !new {
                return Err(self.cursor.fail(MalformedKind::Duplicate(Name::new(&name))));
            }
            if none {
                if found.arm.is_none() {
                    empty.insert(i);
                }
                continue;
            }
            self.members.place = Place::Here;
            if let Some(arm) = found.arm {
                self.members.place = Place::Arm;
                self.arm = m.arms[arm].arm;
            }
            let depth = self.depth;
            if v.one(i, self).is_err() {
                self.pass_over(depth)?;
                empty.insert(i);
            }
            hint = i + 1;
        }
        for (i, field) in m.fields.iter().enumerate() {
            if !seen.contains(i) || empty.contains(i) {
                self.absent(field, |source| v.one(i, source))?;
            }
        }
        Ok(())
    }

    /// Whether a member is null, which stands for its absence; takes it.
    fn is_none(&mut self, m: &Record, found: &Found) -> Result<bool, Fail> {
        let field = &m.fields[found.field];
        let is_value = match found.arm {
            Some(arm) => m.arms[arm].null,
            None => field.json.null || !field.json.spare,
        };
        let none = !is_value && self.cursor.token() == Some(b'n');
        if none {
            self.cursor.literal("null")?;
        }
        Ok(none)
    }

    /// An unknown member; `typed` if the object states its type.
    #[inline(never)]
    fn unknown_member(&mut self, m: &Record, name: &str, typed: bool) -> Result<(), Fail> {
        let own = typed && (name == any::TYPE || (name == any::VALUE && m.fields.is_empty()));
        if self.strict && m.message && !own {
            return Err(self
                .cursor
                .fail(MalformedKind::UnknownField(Name::new(name))));
        }
        self.cursor.skip(self.depth)
    }

    /// The value of the `oneof` arm whose name was found.
    #[inline]
    pub(super) fn arm_here<U: Arms<'de> + ?Sized>(
        &mut self,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let arm = usize::from(self.arm);
        let label = m.arms.get(arm).and_then(|arm| arm.labels.first());
        v.select(arm, label.copied().unwrap_or_default());
        self.members.place = Place::Here;
        v.arm(self)
    }

    /// The name of the object's next member; `None` at its end. `before` is the character before
    /// it.
    pub(super) fn next_name(&mut self, before: &mut u8) -> Result<Option<Cow<'de, str>>, Fail> {
        if !self.cursor.take(*before) {
            return match self.cursor.take(b'}') && *before == b',' {
                true => Ok(None),
                false if *before == b'{' => Err(self.cursor.expected("an object")),
                false => Err(self.cursor.expected("`,` or `}`")),
            };
        }
        if *before == b'{' && self.cursor.take(b'}') {
            return Ok(None);
        }
        *before = b',';
        if self.cursor.token() != Some(b'"') {
            return Err(self.cursor.expected("a member's name"));
        }
        let name = self.cursor.quoted()?;
        let name = self.cursor.text(name)?;
        self.cursor.colon()?;
        Ok(Some(name))
    }

    /// Turns to other text; returns the state to restore.
    pub(super) fn aside(&mut self, text: &'static [u8]) -> Aside<'de> {
        let bytes = core::mem::replace(&mut self.cursor.bytes, text);
        let at = core::mem::take(&mut self.cursor.at);
        let optional_at = core::mem::replace(&mut self.optional_at, NOWHERE);
        Aside {
            bytes,
            at,
            optional_at,
        }
    }

    pub(super) fn back(&mut self, to: Aside<'de>) {
        self.cursor.bytes = to.bytes;
        self.cursor.at = to.at;
        self.optional_at = to.optional_at;
    }

    /// Fills in a missing field.
    #[inline(never)]
    pub(super) fn absent(
        &mut self,
        f: &Field,
        fill: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let outer = core::mem::replace(&mut self.members.place, Place::Absent);
        let lenient = self.lenient;
        self.lenient |= f.json.spare;
        let there = self.aside(NULL);
        let filled = fill(self);
        self.back(there);
        self.lenient = lenient;
        self.members.place = outer;
        filled.map_err(|Fail| self.cursor.missing(&f.name))
    }

    /// A record, or parameters, in the form of an array.
    #[inline(never)]
    pub(super) fn array<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let outer = self.members;
        self.members.before = b'[';
        for i in 0..m.fields.len() {
            self.members.place = Place::Item;
            v.one(i, self)?;
        }
        let before = self.members.before;
        self.members = outer;
        if before == b'[' {
            self.cursor.at += 1;
        } else if self.cursor.token() == Some(b',') {
            let max = m.fields.len() as u64;
            let count = max + 1;
            return Err(self.cursor.fail(MalformedKind::TooLong { count, max }));
        }
        match self.cursor.take(b']') {
            true => Ok(()),
            false => Err(self.cursor.expected("`,` or `]`")),
        }
    }

    /// The next element of the current array; absent at its end.
    pub(super) fn item<T: Decode<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        let before = self.members.before;
        let start = self.cursor.at;
        if !self.cursor.take(before) {
            return self.absent(f, |source| v.decode(source, f));
        }
        if before == b'[' && self.cursor.token() == Some(b']') {
            self.cursor.at = start;
            return self.absent(f, |source| v.decode(source, f));
        }
        self.members.before = b',';
        v.decode(self, f)
    }

    /// An object read as records of a key and a value.
    #[inline(never)]
    pub(super) fn entries<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (outer, depth) = (self.members, self.depth);
        let mut keys = BTreeSet::new();
        self.cursor.at += 1;
        if !self.cursor.take(b'}') {
            loop {
                if v.len() >= max as usize {
                    return Err(self.too_many(max));
                }
                if self.cursor.token() != Some(b'"') {
                    return Err(self.cursor.expected("a member's name"));
                }
                if f.json.proto {
                    self.new_key(&mut keys)?;
                }
                self.members.place = Place::Entry;
                if v.push(self, f.element()).is_err() {
                    self.pass_over(depth)?;
                }
                match self.cursor.token() {
                    Some(b',') => self.cursor.at += 1,
                    Some(b'}') => break,
                    _ => return Err(self.cursor.expected("`,` or `}`")),
                }
            }
            self.cursor.at += 1;
        }
        self.members = outer;
        Ok(())
    }

    /// Looks at a key without taking it; it must be new.
    #[inline(never)]
    fn new_key(&mut self, keys: &mut BTreeSet<Cow<'de, str>>) -> Result<(), Fail> {
        let start = self.cursor.at;
        let quoted = self.cursor.quoted()?;
        let key = self.cursor.text(quoted)?;
        let name = Name::new(&key);
        if !keys.insert(key) {
            return Err(self.cursor.fail(MalformedKind::Duplicate(name)));
        }
        self.cursor.at = start;
        self.key = true;
        Ok(())
    }

    /// One key with its value.
    pub(super) fn entry<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        self.members.place = Place::Here;
        v.one(0, self)?;
        self.key = false;
        self.cursor.colon()?;
        self.members.place = Place::Here;
        v.one(1, self)
    }

    pub(super) fn arm_of<U: Arms<'de> + ?Sized>(
        &mut self,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let start = self.cursor.at;
        self.members.before = b'{';
        let mut before = b'{';
        let first = self.is_named(&m.tag);
        let label = match first {
            true => self.label(m)?,
            false => self.look_ahead(|source| source.label_ahead(m))?,
        };
        let Some(arm) = m.arm_of(label) else {
            return Err(self.cursor.fail_at(start, MalformedKind::NoArm(label)));
        };
        v.select(arm, label);
        match first {
            true => before = b',',
            false => self.cursor.at = start,
        }
        let field = &m.arms[arm].field;
        let key = arm_name(m, field);
        let mut said = (first, false);
        while let Some(name) = self.next_name(&mut before)? {
            let again = if name == m.tag {
                self.cursor.skip(self.depth)?;
                core::mem::replace(&mut said.0, true)
            } else if name == key {
                self.members.place = Place::Here;
                v.arm(self)?;
                core::mem::replace(&mut said.1, true)
            } else {
                self.cursor.skip(self.depth)?;
                false
            };
            if again {
                return Err(self.cursor.fail(MalformedKind::Duplicate(Name::new(&name))));
            }
        }
        match said.1 {
            true => Ok(()),
            false => self.absent(field, |source| v.arm(source)),
        }
    }

    /// Looks ahead with `look`, within a budget.
    pub(super) fn look_ahead<T>(
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
    pub(super) fn label_ahead(&mut self, m: &Union) -> Result<i64, Fail> {
        let mut before = b'{';
        let mut named = None;
        while let Some(name) = self.next_name(&mut before)? {
            if name == m.tag {
                return self.label(m);
            }
            let mut arms = m.arms.iter();
            let arm = arms.find(|arm| arm_name(m, &arm.field) == name);
            named = named.or(arm.and_then(|arm| arm.labels.first()));
            self.cursor.skip(self.depth)?;
        }
        match named {
            Some(label) => Ok(*label),
            None => Err(self.cursor.missing(&m.tag)),
        }
    }
}
