//! Reading JSON.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::cursor::Cursor;
use super::position::{Members, NOWHERE, NULL, Place};
use super::{Limits, Way};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Malformed, MalformedKind};
use crate::meta::{Enum, Field, Length, Presence, Record, Union};
use crate::textual::base64;

/// Elements to reserve room for before reading the first.
const FIRST_ELEMENTS: usize = 32;

/// Decodes values from JSON. Keeps the reason and place of a failure.
///
/// Records whose members come in definition order are decoded in one pass; from the first member
/// out of order, members are looked up by name. Unknown members are ignored. A missing member reads
/// as null.
pub struct Decoder<'de> {
    pub(super) cursor: Cursor<'de>,
    pub(super) depth: u32,
    way: Way,
    pub(super) lenient: bool,
    /// Shared values so far: each has an identity of its own.
    shared: u32,
    pub(super) members: Members,
    /// Where the value of an optional begins: one that could itself be null is wrapped.
    pub(super) optional_at: usize,
    /// Bytes that may still be scanned ahead.
    pub(super) ahead: usize,
    /// Refuse unknown members.
    pub(super) strict: bool,
    /// Accept our own forms of what ProtoJSON cannot represent.
    pub(super) tolerant: bool,
    /// A key of a Protocol Buffers map is being read.
    pub(super) key: bool,
    /// The next object states its type: [`Notation::Any`](crate::meta::Notation::Any).
    pub(super) typed: bool,
    /// The arm of the `oneof` whose value follows.
    pub(super) arm: u16,
    /// An unknown name of an enumeration was read: there is no value.
    pub(super) passed_over: bool,
}

/// How often each byte may be scanned ahead on average, for discriminants that do not come first:
/// the number of levels of such unions, whatever their size.
const AHEAD: usize = 16;

impl<'de> Decoder<'de> {
    /// Reads these bytes. If there are more than [`Limits::bytes`], the first read fails.
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
            ahead: bytes.len().saturating_mul(AHEAD),
            strict: false,
            tolerant: false,
            key: false,
            typed: false,
            arm: 0,
            passed_over: false,
        }
    }

    /// Refuses unknown members of (Protocol Buffers) messages, and unknown names of their
    /// enumerations.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Also reads the forms that a [tolerant](super::Encoder::tolerant) encoder writes.
    #[must_use]
    pub fn tolerant(mut self) -> Self {
        self.tolerant = true;
        self
    }

    /// Reads null and missing members as zero or empty values.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Decodes one value, which is the whole text.
    ///
    /// # Errors
    /// What is wrong with the bytes, and where; the value is then partly filled in.
    pub fn read<T: Decode<'de> + ?Sized>(mut self, f: &Field, v: &mut T) -> Result<(), Malformed> {
        match self.slot(f, v) {
            Ok(()) => self.finish(),
            Err(Fail) => Err(self.failure()),
        }
    }

    /// Ends the value: only whitespace may follow.
    ///
    /// # Errors
    /// The first failure, or bytes that remain.
    #[inline]
    pub fn finish(mut self) -> Result<(), Malformed> {
        self.cursor.end().map_err(|Fail| self.cursor.failure())
    }

    /// The failure. Call it after a read has failed.
    #[cold]
    pub fn failure(&self) -> Malformed {
        self.cursor.failure()
    }

    /// One level deeper; fails above the limit.
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

    /// A value of another kind than `what`: an error, unless null stands for any value.
    #[cold]
    #[inline(never)]
    pub(super) fn other(&mut self, what: &'static str) -> Result<(), Fail> {
        match self.lenient && self.cursor.rest().starts_with(NULL) {
            true => self.cursor.literal("null"),
            false => Err(self.cursor.expected(what)),
        }
    }

    /// Whether an array consists of one object: positional parameters that are one record, rather
    /// than the fields of that record.
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
            Some(b'[') if m.is_members_of_one() && self.is_one_object()? => {
                self.cursor.at += 1;
                self.named(m, v)?;
                self.cursor.token();
                self.cursor.at += 1;
                Ok(())
            }
            Some(b'[') if m.is_members_of_one() => v.all(self),
            Some(b'[') => self.nested(|source| source.array(m, v)),
            _ => self.named(m, v),
        }
    }

    fn named<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        match m.is_members_of_one() {
            true => v.all(self),
            false => self.object(m, v),
        }
    }

    /// The elements of an array, in order.
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
                let depth = self.depth;
                if element(self).is_err() {
                    self.pass_over(depth)?;
                    count -= 1;
                }
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

    /// Continues after an ignored value, on the level where it began; other failures remain.
    #[cold]
    #[inline(never)]
    pub(super) fn pass_over(&mut self, depth: u32) -> Result<(), Fail> {
        if !core::mem::take(&mut self.passed_over) {
            return Err(Fail);
        }
        self.depth = depth;
        Ok(())
    }

    /// A member of a message in definition order. Null, `oneof`s and ignored values are left to
    /// [`others`](Self::others), which starts with them.
    ///
    /// Separate, so that records of other definitions pay for one test only.
    #[inline(never)]
    fn member_in_order<T: Decode<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        let (start, members, depth) = (self.cursor.at, self.members, self.depth);
        let named = !f.is_oneof() && self.is_named(f.json_name());
        let null = f.json.spare && !f.json.null && self.cursor.token() == Some(b'n');
        if !named || null {
            self.cursor.at = start;
            self.members.place = Place::OutOfOrder;
            return Err(Fail);
        }
        self.members.before = b',';
        self.members.next += 1;
        let read = v.decode(self, f);
        if read.is_err() && self.passed_over {
            (self.passed_over, self.cursor.at, self.depth) = (false, start, depth);
            let place = Place::OutOfOrder;
            self.members = Members { place, ..members };
        }
        read
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_many(&mut self, max: u32) -> Fail {
        let max = u64::from(max);
        let count = max + 1;
        self.cursor.fail(MalformedKind::TooLong { count, max })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_few(&mut self) -> Fail {
        self.cursor
            .fail(MalformedKind::Expected("as many elements as the type has"))
    }

    /// Whether the value here is wrapped, as an optional's value that could itself be null.
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

    /// Takes a null, if there is one.
    fn null(&mut self) -> Result<bool, Fail> {
        let null = self.cursor.token() == Some(b'n');
        if null {
            self.cursor.literal("null")?;
        }
        Ok(null)
    }
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
            Place::InOrder if f.json.proto => self.member_in_order(f, v),
            Place::InOrder => {
                if !self.is_named(&f.name) {
                    self.members.place = Place::OutOfOrder;
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
                    self.members.omitted |= 1_u64.checked_shl(next).unwrap_or_default();
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
        match said == found || self.members.omitted != 0 {
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

    fn bool(&mut self, f: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.truth(f.json.proto)?;
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

    fn enumeration(&mut self, f: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        *v = self.enumerator(f, m)?;
        Ok(())
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(match self.plain_string(f) {
            Some(text) => Cow::Borrowed(text),
            None => self.string(f)?,
        });
        Ok(())
    }

    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        if self.cursor.token() != Some(b'"') {
            v.set(&[]);
            return self.other("Base64");
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let length = self.base64(|characters| {
            let length = base64::decode(characters, max as usize, v)?;
            match f.json.proto && base64::is_spaced(characters, length) {
                true => Err(MalformedKind::Expected("Base64 in one piece")),
                false => Ok(length),
            }
        })?;
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
            .map(drop)
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

    // Not inlined: unrolling a fixed length takes the compiler minutes.
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
        if f.json.proto {
            // An absent member has no value.
            let some = self.members.place != Place::Absent;
            v.set(some);
            return match some {
                true => v.inner(self, f.element()),
                // A required message field has no representation for none.
                false if f.pb.presence == Presence::Required => Err(Fail),
                false => Ok(()),
            };
        }
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
        if self.members.place == Place::Entry {
            return self.nested(|source| source.entry(v));
        }
        match self.cursor.token() {
            Some(b'{') => self.nested(|source| source.object(m, v)),
            Some(b'[') if !m.message => self.nested(|source| source.array(m, v)),
            _ => {
                self.other("an object")?;
                let there = self.aside(b"{}");
                let filled = self.nested(|source| source.object(m, v));
                self.back(there);
                filled
            }
        }
    }

    fn noted<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.take_noted(f, m, v)
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        if f.is_oneof() {
            return self.arm_here(m, v);
        }
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
