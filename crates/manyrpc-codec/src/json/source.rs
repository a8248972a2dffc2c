//! Reading JSON.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::cursor::Cursor;
use super::{Limits, Way};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Malformed, MalformedKind, Name};
use crate::meta::{Enum, Field, Length, Record, Union};
use crate::textual::base64;
use crate::textual::bits::BitSet;

/// Elements to make room for before any has been read.
const FIRST_ELEMENTS: usize = 32;

/// Fills values from JSON. What went wrong, and where, stays in here.
///
/// A record whose members come in the definition's order is filled along one straight line; from
/// the first one on that does not, members are looked up by name. Names that the definition does
/// not have are passed over. A member that is missing reads as null would.
pub struct Decoder<'de> {
    pub(super) cursor: Cursor<'de>,
    pub(super) depth: u32,
    way: Way,
    pub(super) lenient: bool,
    /// Shared values met so far: each has an identity of its own.
    shared: u32,
    members: Members,
    /// Where the value of an optional begins: one that could be null itself is wrapped.
    optional_at: usize,
    /// Whether the next record's members may come as an array.
    by_position: bool,
}

/// Where the members of the record are that is being read.
#[derive(Clone, Copy)]
struct Members {
    place: Place,
    /// What comes before the next one: a brace or a comma.
    before: u8,
    /// The index of the next one, while they come in order.
    next: u32,
    /// Those that were left out, of the first 64, because others imply them.
    unsaid: u64,
}

/// What was being read before something else was.
struct Aside<'de> {
    bytes: &'de [u8],
    at: usize,
    optional_at: usize,
}

/// Where the value of the next field is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
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
}

impl Members {
    const HERE: Self = Members {
        place: Place::Here,
        before: 0,
        next: 0,
        unsaid: 0,
    };
}

const NOWHERE: usize = usize::MAX;

/// What a member that is missing reads as.
const NULL: &[u8] = b"null";

impl<'de> Decoder<'de> {
    /// Reads these bytes. More of them than [`Limits::bytes`] are none: the first read fails.
    /// [`Source::params`] are those of a request or of a reply.
    #[inline]
    pub fn new(bytes: &'de [u8], limits: &Limits, way: Way) -> Self {
        Decoder {
            cursor: Cursor::new(bytes, limits.bytes),
            depth: limits.depth,
            way,
            lenient: false,
            shared: 0,
            members: Members::HERE,
            optional_at: NOWHERE,
            by_position: false,
        }
    }

    /// Takes null, and a member that is missing, for a value of zeros and nothing.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Ends the value: nothing but whitespace follows.
    ///
    /// # Errors
    /// The first failure, or that bytes remain.
    #[inline]
    pub fn finish(mut self) -> Result<(), Malformed> {
        self.cursor.end().map_err(|Fail| self.cursor.failure())
    }

    /// What went wrong. Call it where a read has failed.
    #[cold]
    pub fn failure(&self) -> Malformed {
        self.cursor.failure()
    }

    /// One level down, unless that is too deep.
    #[inline]
    pub(super) fn nested(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if self.depth == 0 {
            return Err(self.cursor.fail(MalformedKind::TooDeep));
        }
        self.depth -= 1;
        inside(self)?;
        self.depth += 1;
        Ok(())
    }

    /// Something else stands here than `what`: an error, unless null stands for any.
    #[cold]
    #[inline(never)]
    pub(super) fn other(&mut self, what: &'static str) -> Result<(), Fail> {
        match self.lenient && self.cursor.rest().starts_with(NULL) {
            true => self.cursor.literal("null"),
            false => Err(self.cursor.expected(what)),
        }
    }

    /// Takes what comes before the next member, and its name and colon, if the name is this.
    #[inline(always)]
    fn is_named(&mut self, name: &str) -> bool {
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

    /// With whitespace, or with escapes, or not at all.
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

    /// A record whose members come as an object.
    #[inline]
    fn object<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        let outer = self.members;
        self.members = Members {
            place: Place::InOrder,
            before: b'{',
            ..Members::HERE
        };
        let filled = v.all(self);
        let strayed = self.members.place == Place::Strayed && !self.cursor.has_failed();
        if filled.is_err() && !strayed {
            return filled;
        }
        let complete = filled.is_ok() && self.members.unsaid == 0 && self.members.before == b',';
        match complete && self.cursor.peek() == Some(b'}') {
            true => self.cursor.at += 1,
            false => self.others(m, v)?,
        }
        self.members = outer;
        Ok(())
    }

    /// The members that are left, in any order.
    #[inline(never)]
    fn others<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        let Members {
            mut before,
            next,
            unsaid,
            ..
        } = self.members;
        let mut seen = BitSet::below(next as usize);
        seen.forget(unsaid);
        self.members.place = Place::Here;
        let mut hint = next as usize;
        while let Some(name) = self.next_name(&mut before)? {
            let found = find(m, &name, hint);
            let Some(i) = found else {
                self.cursor.skip(self.depth)?;
                continue;
            };
            if !seen.insert(i) {
                return Err(self.cursor.fail(MalformedKind::Duplicate(Name::new(&name))));
            }
            self.members.place = Place::Here;
            v.one(i, self)?;
            hint = i + 1;
        }
        for (i, field) in m.fields.iter().enumerate() {
            if !seen.contains(i) {
                self.absent(field, |source| v.one(i, source))?;
            }
        }
        Ok(())
    }

    /// The name of the next member of an object, none at its end. `before` is what comes before it.
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

    /// Goes on in other text; what to come back to.
    fn aside(&mut self, text: &'static [u8]) -> Aside<'de> {
        let bytes = core::mem::replace(&mut self.cursor.bytes, text);
        let at = core::mem::take(&mut self.cursor.at);
        let optional_at = core::mem::replace(&mut self.optional_at, NOWHERE);
        Aside {
            bytes,
            at,
            optional_at,
        }
    }

    fn back(&mut self, to: Aside<'de>) {
        self.cursor.bytes = to.bytes;
        self.cursor.at = to.at;
        self.optional_at = to.optional_at;
    }

    /// Fills in a field that is not there.
    #[inline(never)]
    fn absent(
        &mut self,
        f: &Field,
        fill: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let outer = core::mem::replace(&mut self.members.place, Place::Absent);
        let there = self.aside(NULL);
        let filled = fill(self);
        self.back(there);
        self.members.place = outer;
        filled.map_err(|Fail| self.cursor.missing(&f.name))
    }

    /// A record, or parameters, whose members come as an array.
    #[inline(never)]
    fn array<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
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

    /// The next element of the array that has the members; absent at its end.
    fn item<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
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

    /// Whether an array holds one object and nothing else: parameters by position that are one
    /// record, not the members of that record.
    fn is_one_object(&mut self) -> Result<bool, Fail> {
        let start = self.cursor.at;
        self.cursor.at += 1;
        let one = self.cursor.token() == Some(b'{') && {
            self.cursor.skip(self.depth)?;
            self.cursor.token() == Some(b']')
        };
        self.cursor.at = start;
        Ok(one)
    }

    /// Parameters of a request. JSON-RPC 2.0, section 4.2: by position or by name; section 4:
    /// they may be omitted.
    fn request<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        match self.cursor.token() {
            None | Some(b'n') => {
                if self.cursor.token().is_some() {
                    self.cursor.literal("null")?;
                }
                let there = self.aside(b"{}");
                let filled = self.named(m, v);
                self.back(there);
                filled
            }
            Some(b'[') if m.whole && self.is_one_object()? => {
                self.cursor.at += 1;
                self.named(m, v)?;
                self.cursor.token();
                self.cursor.at += 1;
                Ok(())
            }
            Some(b'[') if m.whole => {
                self.by_position = true;
                v.all(self)
            }
            Some(b'[') => self.nested(|source| source.array(m, v)),
            _ => self.named(m, v),
        }
    }

    fn named<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        match m.whole {
            true => v.all(self),
            false => self.object(m, v),
        }
    }

    /// The elements of an array, one after the other.
    #[inline]
    pub(super) fn elements(
        &mut self,
        f: &Field,
        mut element: impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let mut count = 0;
        self.cursor.at += 1;
        if !self.cursor.take(b']') {
            loop {
                if count == max {
                    return Err(self.too_many(max));
                }
                count += 1;
                element(self)?;
                match self.cursor.token() {
                    Some(b',') => self.cursor.at += 1,
                    Some(b']') => break,
                    _ => return Err(self.cursor.expected("`,` or `]`")),
                }
            }
            self.cursor.at += 1;
        }
        match f.length {
            Length::Fixed(n) if count < n => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn too_many(&mut self, max: u32) -> Fail {
        let max = u64::from(max);
        let count = max + 1;
        self.cursor.fail(MalformedKind::TooLong { count, max })
    }

    #[cold]
    #[inline(never)]
    fn too_few(&mut self) -> Fail {
        self.cursor
            .fail(MalformedKind::Expected("as many elements as the type has"))
    }

    /// An object as records of a key and a value.
    #[inline(never)]
    fn entries<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let outer = self.members;
        self.cursor.at += 1;
        if !self.cursor.take(b'}') {
            loop {
                if v.len() >= max as usize {
                    return Err(self.too_many(max));
                }
                if self.cursor.token() != Some(b'"') {
                    return Err(self.cursor.expected("a member's name"));
                }
                self.members.place = Place::Entry;
                v.push(self, f.element())?;
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

    /// One of them.
    fn entry<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        self.members.place = Place::Here;
        v.one(0, self)?;
        self.cursor.colon()?;
        self.members.place = Place::Here;
        v.one(1, self)
    }

    /// Whether what stands here is wrapped, being the value of an optional and possibly null.
    fn unwrap(&mut self) -> Result<bool, Fail> {
        self.cursor.token();
        if self.cursor.at != self.optional_at {
            return Ok(false);
        }
        let mut before = b'{';
        match self.next_name(&mut before)? {
            Some(name) if name == "some" => Ok(true),
            _ => Err(self.cursor.expected("`some`")),
        }
    }

    fn wrapped(&mut self, wrapped: bool) -> Result<(), Fail> {
        match !wrapped || self.cursor.take(b'}') {
            true => Ok(()),
            false => Err(self.cursor.expected("`}`")),
        }
    }

    /// Null, which is taken.
    fn null(&mut self) -> Result<bool, Fail> {
        let null = self.cursor.token() == Some(b'n');
        if null {
            self.cursor.literal("null")?;
        }
        Ok(null)
    }

    fn arm_of<U: Arms<'de> + ?Sized>(&mut self, m: &Union, v: &mut U) -> Result<(), Fail> {
        let start = self.cursor.at;
        self.members.before = b'{';
        let mut before = b'{';
        let first = self.is_named(&m.tag);
        let label = match first {
            true => self.label(m)?,
            false => self.label_ahead(m)?,
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
        let key = super::arm_name(m, field);
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

    /// The label of a union whose discriminant does not come first; without any, that of the first
    /// arm that is there by name.
    #[inline(never)]
    fn label_ahead(&mut self, m: &Union) -> Result<i64, Fail> {
        let mut before = b'{';
        let mut named = None;
        while let Some(name) = self.next_name(&mut before)? {
            if name == m.tag {
                return self.label(m);
            }
            let mut arms = m.arms.iter();
            let arm = arms.find(|arm| super::arm_name(m, &arm.field) == name);
            named = named.or(arm.and_then(|arm| arm.labels.first()));
            self.cursor.skip(self.depth)?;
        }
        match named {
            Some(label) => Ok(*label),
            None => Err(self.cursor.missing(&m.tag)),
        }
    }
}

/// The index of a field, looked for from `hint` on.
fn find(m: &Record, name: &str, hint: usize) -> Option<usize> {
    let n = m.fields.len();
    let mut all = (hint.min(n)..n).chain(0..hint.min(n));
    all.find(|i| m.fields[*i].name == name)
}

macro_rules! take_integers {
    ($($name:ident)*) => {$(
        #[inline]
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.integer()?;
            Ok(())
        }
    )*};
}

macro_rules! take_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &mut Vec<$ty>) -> Result<(), Fail> {
            v.clear();
            if self.cursor.token() != Some(b'[') {
                return self.other("an array");
            }
            self.nested(|source| source.elements(f, |source| {
                v.push(source.integer()?);
                Ok(())
            }))
        }
    )*};
}

impl<'de> Source<'de> for Decoder<'de> {
    #[inline]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match self.members.place {
            Place::InOrder => {
                if !self.is_named(&f.name) {
                    self.members.place = Place::Strayed;
                    return Err(Fail);
                }
                self.members.before = b',';
                self.members.next += 1;
                v.decode(self, f)
            }
            Place::Item => self.item(f, v),
            _ => v.decode(self, f),
        }
    }

    fn derived<T: Decode<'de>>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match self.members.place {
            Place::InOrder => {
                let next = self.members.next;
                self.members.next += 1;
                if !self.is_named(&f.name) {
                    // Without it there is nothing to compare.
                    self.members.unsaid |= 1_u64.checked_shl(next).unwrap_or_default();
                    return Ok(());
                }
                self.members.before = b',';
                v.decode(self, f)
            }
            Place::Item | Place::Absent => Ok(()),
            _ => v.decode(self, f),
        }
    }

    fn agree(&mut self, _: &Field, said: i64, found: i64) -> Result<(), Fail> {
        match said == found || self.members.unsaid != 0 {
            true => Ok(()),
            false => Err(self.cursor.fail(MalformedKind::Disagrees { said, found })),
        }
    }

    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        let wrapped = self.unwrap()?;
        match self.null()? {
            true => self.wrapped(wrapped),
            false => Err(self.cursor.expected("null")),
        }
    }

    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.truth()?;
        Ok(())
    }

    take_integers! { i8 u8 i16 u16 i32 u32 i64 u64 }

    fn f32(&mut self, _: &Field, v: &mut f32) -> Result<(), Fail> {
        *v = self.float()?;
        Ok(())
    }

    fn f64(&mut self, _: &Field, v: &mut f64) -> Result<(), Fail> {
        *v = self.float()?;
        Ok(())
    }

    fn f128(&mut self, _: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        *v = self.quad()?;
        Ok(())
    }

    fn enumeration(&mut self, _: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        *v = self.member(m, false)?;
        Ok(())
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.string(f)?);
        Ok(())
    }

    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        if self.cursor.token() != Some(b'"') {
            v.set(&[]);
            return self.other("Base64");
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let mut length = 0;
        self.base64(|characters| base64::decode(characters, max as usize, v).map(|n| length = n))?;
        match f.length {
            Length::Fixed(n) if length < n as usize => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    fn bytes_exact(&mut self, _: &Field, v: &mut [u8]) -> Result<(), Fail> {
        if self.cursor.token() != Some(b'"') {
            v.fill(0);
            return self.other("Base64");
        }
        self.base64(|characters| base64::decode_exact(characters, v))
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        match (self.cursor.token(), f.keyed) {
            (Some(b'['), false) => {
                v.start(FIRST_ELEMENTS.min(self.cursor.rest().len() / 2));
                let element = f.element();
                self.nested(|source| source.elements(f, |source| v.push(source, element)))
            }
            (Some(b'{'), true) => {
                v.start(0);
                self.nested(|source| source.entries(f, v))
            }
            (_, keyed) => {
                v.start(0);
                self.other(if keyed { "an object" } else { "an array" })
            }
        }
    }

    // Not inlined: what a fixed length unrolls to takes the compiler minutes.
    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        if self.cursor.token() != Some(b'[') {
            return Err(self.cursor.expected("an array"));
        }
        let mut slots = v.iter_mut();
        self.nested(|source| {
            source.elements(f, |source| match slots.next() {
                Some(slot) => slot.decode(source, f.element()),
                None => Err(source.cursor.expected("as many elements as the type has")),
            })
        })?;
        match slots.next() {
            None => Ok(()),
            Some(_) => Err(self.too_few()),
        }
    }

    take_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        v.start(0);
        if self.null()? {
            return Ok(());
        }
        if self.cursor.token() != Some(b'[') {
            return Err(self.cursor.expected("an array"));
        }
        let element = f.element();
        self.nested(|source| source.elements(f, |source| v.push(source, element)))
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        let wrapped = self.unwrap()?;
        match self.null()? {
            true => v.set(false),
            false => {
                v.set(true);
                self.optional_at = self.cursor.at;
                self.nested(|source| v.inner(source, f.element()))?;
            }
        }
        self.wrapped(wrapped)
    }

    // JSON has no sharing: each place is an optional value of its own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        let wrapped = self.unwrap()?;
        match self.null()? {
            true => v.promise(0),
            false => {
                self.shared += 1;
                v.promise(self.shared);
                self.optional_at = self.cursor.at;
                self.nested(|source| v.fresh(source, f.element()))?;
            }
        }
        self.wrapped(wrapped)
    }

    #[inline]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        _: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let by_position = core::mem::take(&mut self.by_position);
        if self.members.place == Place::Entry {
            return self.nested(|source| source.entry(v));
        }
        match self.cursor.token() {
            Some(b'{') => self.nested(|source| source.object(m, v)),
            Some(b'[') if by_position => self.nested(|source| source.array(m, v)),
            _ => {
                self.other("an object")?;
                let there = self.aside(b"{}");
                let filled = self.nested(|source| source.object(m, v));
                self.back(there);
                filled
            }
        }
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        _: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        if self.cursor.token() != Some(b'{') {
            return Err(self.cursor.expected("an object"));
        }
        let outer = self.members;
        self.nested(|source| source.arm_of(m, v))?;
        self.members = outer;
        Ok(())
    }

    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        match (self.way, m.fields.len()) {
            (Way::Request, _) => self.request(m, v),
            (Way::Reply, 0) => self.cursor.skip(self.depth),
            (Way::Reply, 1) => v.all(self),
            (Way::Reply, _) => self.request(m, v),
        }
    }
}
