//! Reading XML-RPC values.

use super::position::{Members, NOWHERE, Place};
use super::value::Kind;
use super::{Limits, Way};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Malformed, MalformedKind};
use crate::markup::cursor::Cursor;
use crate::meta::{Enum, Field, Length, Record, Union};
use crate::textual::base64;
use crate::textual::names::SOME;

/// Elements to reserve room for before reading the first.
const FIRST_ELEMENTS: usize = 32;

/// Decodes values from XML-RPC. Keeps the reason and place of a failure.
///
/// Structs whose members come in definition order are decoded in one pass; from the first member
/// out of order, members are looked up by name. Unknown members are ignored. A missing member reads
/// as nil.
pub struct Decoder<'de> {
    pub(super) cursor: Cursor<'de>,
    pub(super) depth: u32,
    way: Way,
    /// Whether the next value is a name.
    pub(super) naming: bool,
    /// Shared values so far: each has an identity of its own.
    shared: u32,
    pub(super) members: Members,
    /// Where the value of an optional begins: one that could itself be none is wrapped.
    pub(super) optional_at: usize,
    /// Bytes that may still be scanned ahead.
    pub(super) ahead: usize,
}

/// As in [`json`](crate::json): the number of nested unions whose discriminants do not come first.
const AHEAD: usize = 16;

impl<'de> Decoder<'de> {
    /// Reads these bytes, which are UTF-8. If there are more than [`Limits::bytes`], the first read
    /// fails. [`Source::params`] are those of a request or of a reply.
    #[inline]
    pub fn new(bytes: &'de [u8], limits: &Limits, way: Way) -> Self {
        Decoder {
            cursor: Cursor::new(bytes, limits.bytes),
            depth: limits.depth,
            way,
            naming: false,
            shared: 0,
            members: Members::HERE,
            optional_at: NOWHERE,
            ahead: bytes.len().saturating_mul(AHEAD),
        }
    }

    /// Ends the value: nothing meaningful may follow.
    ///
    /// # Errors
    /// The first failure, or that bytes remain.
    #[inline]
    pub fn finish(mut self) -> Result<(), Malformed> {
        let end = self.cursor.misc().and_then(|()| self.cursor.at_end());
        end.map_err(|Fail| self.cursor.failure())
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

    /// Skips a value. Three levels of elements are one of values.
    pub(super) fn skip(&mut self) -> Result<(), Fail> {
        self.cursor
            .skip(self.depth.saturating_mul(3).saturating_add(3))
    }

    /// Takes a nil, if there is one.
    fn nil(&mut self) -> Result<bool, Fail> {
        if self.cursor.take(b"<value><nil/></value>") {
            return Ok(true);
        }
        self.cursor.misc()?;
        let start = self.cursor.at;
        let value = self.cursor.enter()?;
        if value.kind != Kind::Nil {
            self.cursor.at = start;
            return Ok(false);
        }
        self.cursor.leave(value)?;
        Ok(true)
    }

    /// The elements of an array, in order.
    #[inline]
    fn elements(
        &mut self,
        f: &Field,
        mut element: impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let mut count = 0;
        let array = self.cursor.enter()?;
        if array.kind != Kind::Array {
            return Err(self.cursor.expected("an array"));
        }
        if let Some(data) = self.cursor.data(array)? {
            while !self.cursor.is_at_end_tag()? {
                if count == max {
                    let (count, max) = (u64::from(max) + 1, u64::from(max));
                    return Err(self.cursor.fail(MalformedKind::TooLong { count, max }));
                }
                count += 1;
                element(self)?;
            }
            self.cursor.end(data)?;
        }
        self.cursor.leave(array)?;
        match f.length {
            Length::Fixed(n) if count < n => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_few(&mut self) -> Fail {
        let kind = MalformedKind::Expected("as many elements as the type has");
        self.cursor.fail(kind)
    }

    /// An optional value that could itself be none is wrapped in a struct. If the next value is
    /// one, positions at its member, or returns `None` if it has none.
    fn optional_in(
        &mut self,
        inside: impl FnOnce(&mut Self, bool) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        self.cursor.misc()?;
        if self.cursor.at != self.optional_at {
            let some = !self.nil()?;
            return inside(self, some);
        }
        let wrapping = self.cursor.enter()?;
        if wrapping.kind != Kind::Struct {
            return Err(self.cursor.expected("a struct"));
        }
        match self.cursor.member(wrapping)? {
            None => inside(self, false)?,
            Some(name) if name == SOME => {
                let some = !self.nil()?;
                inside(self, some)?;
                self.cursor.member_ends()?;
            }
            Some(_) => return Err(self.cursor.expected("`some`")),
        }
        self.cursor.leave(wrapping)
    }

    fn request<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        for i in 0..m.fields.len() {
            self.members.place = Place::Param;
            v.one(i, self)?;
        }
        self.members.place = Place::Here;
        self.cursor.misc()?;
        match self.cursor.rest() {
            [] => Ok(()),
            _ => {
                let max = m.fields.len() as u64;
                let count = max + 1;
                Err(self.cursor.fail(MalformedKind::TooLong { count, max }))
            }
        }
    }

    /// The next parameter; absent after the last one.
    fn param<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        self.members.place = Place::Here;
        self.cursor.misc()?;
        if self.cursor.rest().is_empty() {
            return self.absent(f, |source| v.decode(source, f));
        }
        let start = self.cursor.at;
        let tag = self.cursor.start()?;
        match tag.local() {
            b"param" if !tag.empty => {
                v.decode(self, f)?;
                self.cursor.end(tag.name)
            }
            b"value" => {
                self.cursor.at = start;
                v.decode(self, f)
            }
            _ => {
                self.cursor.at = start;
                Err(self.cursor.expected("a parameter"))
            }
        }
    }

    /// Several results are one struct.
    fn results<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        self.cursor.misc()?;
        let start = self.cursor.at;
        let tag = self.cursor.start()?;
        if tag.local() == b"param" && !tag.empty {
            self.object(m, v)?;
            return self.cursor.end(tag.name);
        }
        // In a multicall each result is a bare value.
        self.cursor.at = start;
        self.object(m, v)
    }

    fn no_results(&mut self) -> Result<(), Fail> {
        while self
            .cursor
            .misc()
            .map(|()| !self.cursor.rest().is_empty())?
        {
            self.skip()?;
        }
        Ok(())
    }
}

macro_rules! take_integers {
    ($($name:ident)*) => {$(
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.integer()?;
            Ok(())
        }
    )*};
}

impl<'de> Source<'de> for Decoder<'de> {
    #[inline]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match self.members.place {
            Place::InOrder => {
                if !self.is_named(&f.name) {
                    self.members.place = Place::OutOfOrder;
                    return Err(Fail);
                }
                self.members.next += 1;
                v.decode(self, f)?;
                self.cursor.member_ends()
            }
            Place::Param => self.param(f, v),
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
                v.decode(self, f)?;
                self.cursor.member_ends()
            }
            Place::Param | Place::Item | Place::Absent => Ok(()),
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
        self.optional_in(|source, some| match some {
            true => source.nothing(),
            false => Ok(()),
        })
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
        *v = self.member_of(m, false)?;
        Ok(())
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.string(f)?);
        Ok(())
    }

    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let mut length = 0;
        self.base64(|characters| base64::decode(characters, max as usize, v).map(|n| length = n))?;
        match f.length {
            Length::Fixed(n) if length < n as usize => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    fn bytes_exact(&mut self, _: &Field, v: &mut [u8]) -> Result<(), Fail> {
        self.base64(|characters| base64::decode_exact(characters, v).map(drop))
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        if f.keyed {
            v.start(0);
            return self.nested(|source| source.entries(f, v));
        }
        v.start(FIRST_ELEMENTS.min(self.cursor.rest().len() / 16));
        let element = f.element();
        self.nested(|source| source.elements(f, |source| v.push(source, element)))
    }

    // Not inlined: unrolling a fixed length takes the compiler minutes.
    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        let mut slots = v.iter_mut();
        self.nested(|source| {
            source.elements(f, |source| match slots.next() {
                Some(slot) => slot.decode(source, f.element()),
                None => Err(source.too_few()),
            })
        })?;
        match slots.next() {
            None => Ok(()),
            Some(_) => Err(self.too_few()),
        }
    }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        v.start(0);
        if self.nil()? {
            return Ok(());
        }
        let element = f.element();
        self.nested(|source| source.elements(f, |source| v.push(source, element)))
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        self.optional_in(|source, some| {
            v.set(some);
            if !some {
                return Ok(());
            }
            source.optional_at = source.cursor.at;
            source.nested(|source| v.inner(source, f.element()))
        })
    }

    // XML-RPC has no sharing: each place is an optional value of its own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        self.optional_in(|source, some| {
            if !some {
                v.promise(0);
                return Ok(());
            }
            source.shared += 1;
            v.promise(source.shared);
            source.optional_at = source.cursor.at;
            source.nested(|source| v.fresh(source, f.element()))
        })
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
        self.nested(|source| source.object(m, v))
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
        _: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let outer = self.members;
        self.nested(|source| source.choice(m, v))?;
        self.members = outer;
        Ok(())
    }

    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        match (self.way, m.whole, m.fields.len()) {
            (Way::Reply, _, 0) => self.no_results(),
            (Way::Request, _, _) | (_, true, _) | (_, _, 1) => self.request(m, v),
            (Way::Reply, _, _) => self.results(m, v),
        }
    }
}
