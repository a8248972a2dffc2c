//! Reading values.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::Options;
use super::pattern::Patterns;
use super::position::{Grid, Members, Parts, Place, References};
use super::tags::{Entered, Tags};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Malformed, MalformedKind};
use crate::limits::Limits;
use crate::meta::{Enum, Field, Length, Record, Union, XmlRole};

/// Decodes values from XML. Keeps the reason and place of a failure.
///
/// Elements in definition order are decoded in one pass; from the first one out of order they are looked
/// up by name. Unknown elements and attributes are ignored.
pub struct Decoder<'de> {
    pub(super) tags: Tags<'de>,
    pub(super) depth: u32,
    pub(super) options: Options,
    pub(super) members: Members<'de>,
    /// The characters of the next value: an attribute, an item of a list.
    pub(super) given: Option<Cow<'de, str>>,
    /// Whether the next value is missing.
    pub(super) absent: bool,
    /// Whether it is an item that an array leaves out.
    pub(super) sparse: bool,
    /// The position in the array of SOAP's encoding that is read.
    pub(super) grid: Grid,
    /// Whether the next value is by itself: an exception's element is that of its type.
    pub(super) alone: bool,
    /// Whether the next value is an element of a linked list, whose rest is inside of it.
    pub(super) linked: bool,
    /// The elements of linked lists that were entered and not left.
    pub(super) links: Vec<Entered<'de>>,
    /// Shared values so far that are not referred to: each has an identity of its own.
    pub(super) shared: u32,
    pub(super) references: References<'de>,
    pub(super) parts: Parts<'de>,
    /// Bytes that may still be read again through references.
    pub(super) again: usize,
    pub(super) elements: u32,
    pub(super) patterns: Patterns,
    /// Bytes of memory that values may still take for namespaces that they repeat.
    room: usize,
}

/// What an element with `xsi:nil` is to a value that is not optional: malformed, or for text, bytes and arrays
/// empty. Deployed implementations write what their language has no object for so, whether their definition
/// permits it or not.
pub(super) const NOT_NIL: bool = false;
pub(super) const OR_NIL: bool = true;

/// Elements to reserve room for before reading the first.
const FIRST_ELEMENTS: usize = 32;

/// How many times the length of a message may be read again through references.
const AGAIN: usize = 16;

impl<'de> Decoder<'de> {
    /// Reads these bytes, which are UTF-8 or a MIME package. If there are more than [`Limits::bytes`], the
    /// first read fails.
    pub fn new(bytes: &'de [u8], limits: &Limits, options: Options) -> Self {
        Decoder {
            tags: Tags::new(bytes, limits.bytes),
            depth: limits.depth,
            options,
            members: Members::HERE,
            given: None,
            absent: false,
            sparse: false,
            grid: Grid::default(),
            alone: false,
            linked: false,
            links: Vec::new(),
            shared: 0,
            references: References::default(),
            parts: Parts::default(),
            again: bytes.len().saturating_mul(AGAIN),
            elements: limits.elements,
            patterns: Patterns::default(),
            room: limits.memory,
        }
    }

    /// The failure. Call it after a read has failed.
    #[cold]
    pub fn failure(&self) -> Malformed {
        self.tags.cursor.failure()
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail(&mut self, kind: MalformedKind) -> Fail {
        self.tags.cursor.fail(kind)
    }

    /// Charges what a value takes for namespaces: few bytes that use a prefix stand for many.
    pub(super) fn charge(&mut self, bytes: usize) -> Result<(), Fail> {
        match self.room.checked_sub(bytes) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(self.fail(MalformedKind::Refused(
                "a value that takes more memory than its limits permit",
            ))),
        }
    }

    /// One level deeper; fails above the limit.
    #[inline]
    pub(super) fn nested(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if self.depth == 0 {
            return Err(self.fail(MalformedKind::TooDeep));
        }
        self.depth -= 1;
        inside(self)?;
        self.depth += 1;
        Ok(())
    }

    /// Whether the value of a field comes here.
    #[inline]
    pub(super) fn comes(&mut self, f: &Field) -> Result<bool, Fail> {
        Ok(!self.absent && (self.given.is_some() || self.tags.comes(f)?))
    }

    /// The element that comes next is taken for the next value, whatever its name is.
    pub(super) fn accept(&mut self) -> Result<(), Fail> {
        if let Some(tag) = self.tags.peek()? {
            self.tags.accepted = tag.at;
        }
        Ok(())
    }

    /// Levels of elements that the values which are left can have.
    pub(super) fn levels(&self) -> u32 {
        self.depth.saturating_mul(2).saturating_add(2)
    }

    /// Skips an element.
    pub(super) fn skip(&mut self) -> Result<(), Fail> {
        self.tags.skip(self.levels())
    }

    /// Skips the other elements of the one that was entered.
    pub(super) fn skip_rest(&mut self) -> Result<(), Fail> {
        while !self.tags.is_at_end()? {
            self.skip()?;
        }
        Ok(())
    }

    /// Leaves an element whose other elements mean nothing here.
    pub(super) fn rest_of(&mut self, element: Entered<'de>) -> Result<(), Fail> {
        self.skip_rest()?;
        self.tags.leave(element)
    }

    /// Enters the element of a value that is not none, here or where it refers to.
    #[inline]
    pub(super) fn enter(&mut self, f: &Field) -> Result<Entered<'de>, Fail> {
        self.enter_as::<NOT_NIL>(f)
    }

    /// The same of a value that is empty if its element is nil.
    #[inline]
    pub(super) fn enter_or_nil(&mut self, f: &Field) -> Result<Entered<'de>, Fail> {
        self.enter_as::<OR_NIL>(f)
    }

    #[inline]
    fn enter_as<const NIL: bool>(&mut self, f: &Field) -> Result<Entered<'de>, Fail> {
        if self.absent {
            return Err(self.tags.cursor.missing(f.xml_name()));
        }
        let element = self.tags.enter(f)?;
        match self.tags.has_attributes() {
            false => Ok(element),
            true => self.enter_referred(element, NIL),
        }
    }

    #[inline(never)]
    fn enter_referred(&mut self, element: Entered<'de>, nil: bool) -> Result<Entered<'de>, Fail> {
        if !nil && self.tags.is_nil() {
            return Err(self.fail(MalformedKind::Null));
        }
        match self.reference() {
            None => Ok(element),
            Some(id) => self.follow(element, id, nil),
        }
    }

    /// Leaves the element whose content has been read.
    #[inline]
    pub(super) fn leave(&mut self, element: Entered<'de>) -> Result<(), Fail> {
        self.tags.leave(element)?;
        match self.references.is_at_home() {
            true => Ok(()),
            false => self.come_back(element),
        }
    }

    /// Applies `read` to the characters of the next value.
    #[inline]
    pub(super) fn simple<T>(
        &mut self,
        f: &Field,
        read: impl FnOnce(&str) -> Result<T, MalformedKind>,
    ) -> Result<T, Fail> {
        let (at, text) = self.characters::<NOT_NIL>(f)?;
        read(&text).map_err(|kind| self.tags.cursor.fail_at(at, kind))
    }

    /// The characters of the next value, and where they are.
    #[inline]
    pub(super) fn characters<const NIL: bool>(
        &mut self,
        f: &Field,
    ) -> Result<(usize, Cow<'de, str>), Fail> {
        if let Some(given) = self.given.take() {
            return Ok((self.tags.cursor.at, given));
        }
        if self.absent {
            return self.standing_in::<NIL>(f);
        }
        let element = self.enter_as::<NIL>(f)?;
        let at = self.tags.cursor.at;
        let mut text = self.tags.text(element)?;
        if text.is_empty() {
            text = self.default_if_empty(f).unwrap_or(text);
        }
        self.leave(element)?;
        Ok((at, text))
    }

    /// The characters of an empty element that was entered: nil has no default.
    #[inline]
    pub(super) fn default_if_empty(&self, f: &Field) -> Option<Cow<'de, str>> {
        match f.xml {
            None => None,
            Some(_) => self.default_unless_nil(f),
        }
    }

    #[inline(never)]
    fn default_unless_nil(&self, f: &Field) -> Option<Cow<'de, str>> {
        default_of(f).filter(|_| !self.tags.is_nil())
    }

    /// The default of a missing value. An item that an array leaves out is as good as nil.
    #[cold]
    fn standing_in<const NIL: bool>(&mut self, f: &Field) -> Result<(usize, Cow<'de, str>), Fail> {
        match default_of(f) {
            Some(default) => Ok((self.tags.cursor.at, default)),
            None if NIL && self.sparse => Ok((self.tags.cursor.at, Cow::Borrowed(""))),
            None => Err(self.tags.cursor.missing(f.xml_name())),
        }
    }

    /// Elements, one after the other, as long as they are the field's.
    #[inline]
    fn repeated(
        &mut self,
        f: &Field,
        mut element: impl FnMut(&mut Self, &Field) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let item = f.element();
        let mut count = 0;
        while self.comes(item)? {
            if count == max {
                return Err(self.too_many(max));
            }
            let before = self.tags.cursor.at;
            element(self, item)?;
            if self.tags.cursor.at == before {
                // A group whose parts are all missing takes no bytes.
                break;
            }
            count += 1;
        }
        self.are_enough(f, count)
    }

    /// A list in one text.
    #[inline(never)]
    fn list(
        &mut self,
        f: &Field,
        mut element: impl FnMut(&mut Self, &Field) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (_, text) = self.characters::<OR_NIL>(f)?;
        let mut count = 0;
        let absent = core::mem::replace(&mut self.absent, false);
        let mut item = |source: &mut Self, text: Cow<'de, str>| {
            if count == max {
                return Err(source.too_many(max));
            }
            count += 1;
            source.given = Some(text);
            element(source, f.element())
        };
        match &text {
            Cow::Borrowed(text) => {
                for part in text.split_ascii_whitespace() {
                    item(self, Cow::Borrowed(part))?;
                }
            }
            Cow::Owned(text) => {
                for part in text.split_ascii_whitespace() {
                    item(self, Cow::Owned(part.into()))?;
                }
            }
        }
        self.absent = absent;
        let same = |listed: &str| {
            listed
                .split_ascii_whitespace()
                .eq(text.split_ascii_whitespace())
        };
        let checked = super::facets::length(f, count as usize);
        let checked = checked.and_then(|()| super::facets::check_listed(f, same));
        let checked = checked.and_then(|()| self.check_patterns(f, &text));
        checked.map_err(|kind| self.fail(kind))?;
        self.are_enough(f, count)
    }

    #[cold]
    pub(super) fn too_many(&mut self, max: u32) -> Fail {
        let (count, max) = (u64::from(max) + 1, u64::from(max));
        self.fail(MalformedKind::TooLong { count, max })
    }

    pub(super) fn are_enough(&mut self, f: &Field, count: u32) -> Result<(), Fail> {
        match f.length {
            Length::Fixed(n) if count < n && f.elem.is_some() => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    #[cold]
    pub(super) fn too_few(&mut self) -> Fail {
        self.fail(MalformedKind::Expected("as many elements as the type has"))
    }

    /// The elements of an array.
    #[inline]
    fn array(
        &mut self,
        f: &Field,
        element: impl FnMut(&mut Self, &Field) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let plain = f
            .xml
            .as_ref()
            .is_none_or(|xml| !xml.list && !xml.wrapped && xml.array.is_none());
        match plain {
            true if self.given.is_none() => self.repeated(f, element),
            _ => self.other_array(f, element),
        }
    }

    #[inline(never)]
    fn other_array(
        &mut self,
        f: &Field,
        mut element: impl FnMut(&mut Self, &Field) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let xml = f.xml_facts();
        if xml.list || self.given.is_some() {
            return self.list(f, element);
        }
        if let Some(array) = &xml.array {
            return self.soap_items(f, array, &mut element);
        }
        if !self.comes(f)? {
            return self.are_enough(f, 0);
        }
        let inside = self.enter_or_nil(f)?;
        self.repeated(f, element)?;
        self.leave(inside)
    }

    /// The elements of a linked list, each in the one before: as deep as the list is long, so nothing here
    /// calls itself.
    #[inline]
    fn list_of_links<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (mut element, outside) = (f.element(), self.links.len());
        let link = element.xml_link();
        while self.is_some(element)? {
            if v.len() >= max as usize {
                return Err(self.too_many(max));
            }
            self.linked = true;
            v.push(self, element)?;
            element = link.as_ref().unwrap_or(element);
        }
        while self.links.len() > outside {
            let Some(element) = self.links.pop() else {
                break;
            };
            self.skip_rest()?;
            self.leave(element)?;
        }
        Ok(())
    }

    /// Whether an optional value is there; a nil is taken.
    #[inline]
    fn is_some(&mut self, f: &Field) -> Result<bool, Fail> {
        if !self.absent && self.given.is_none() && self.tags.is_exact(f) {
            return Ok(true);
        }
        if !self.comes(f)? {
            return Ok(false);
        }
        // An element of any name is text, whatever it says.
        let is_whole = matches!(f.xml_facts().role, XmlRole::Group | XmlRole::Any);
        if self.given.is_some() || is_whole {
            return Ok(true);
        }
        self.is_not_nil()
    }

    fn is_not_nil(&mut self) -> Result<bool, Fail> {
        // A tag that was not looked at has no attributes.
        if self.tags.peek()?.is_none() || !self.tags.is_nil() {
            return Ok(true);
        }
        let element = self.tags.enter_any()?;
        self.rest_of(element)?;
        Ok(false)
    }

    /// An optional value, which may be in an element of its own.
    #[inline]
    fn maybe(
        &mut self,
        f: &Field,
        inside: impl FnOnce(&mut Self, bool) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if !f.xml_facts().wrapped {
            let some = self.is_some(f.element())?;
            return match some {
                true => self.nested(|source| inside(source, true)),
                false => inside(self, false),
            };
        }
        if !self.comes(f)? {
            return inside(self, false);
        }
        let element = self.enter_or_nil(f)?;
        let some = self.is_some(f.element())?;
        self.nested(|source| inside(source, some))?;
        self.leave(element)
    }
}

/// The characters of a value that is missing or empty.
#[inline]
pub(super) fn default_of<'a>(f: &Field) -> Option<Cow<'a, str>> {
    let xml = f.xml.as_ref()?;
    let default = xml.default.as_ref()?;
    Some(match default {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(text) => Cow::Owned(text.clone()),
    })
}

macro_rules! take_integers {
    ($($name:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.integer(f)?;
            Ok(())
        }
    )*};
}

impl<'de> Source<'de> for Decoder<'de> {
    #[inline]
    fn slot<T: Decode<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        match self.members.place {
            Place::Here => v.decode(self, f),
            _ => self.member(f, v),
        }
    }

    fn derived<T: Decode<'de>>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        self.derived_member(f, v)
    }

    fn agree(&mut self, _: &Field, said: i64, found: i64) -> Result<(), Fail> {
        match said == found || self.members.unsaid {
            true => Ok(()),
            false => Err(self.fail(MalformedKind::Disagrees { said, found })),
        }
    }

    fn void(&mut self, f: &Field) -> Result<(), Fail> {
        if self.given.take().is_some() || !self.comes(f)? {
            return Ok(());
        }
        let element = self.enter_or_nil(f)?;
        self.skip_rest()?;
        self.leave(element)
    }

    #[inline]
    fn bool(&mut self, f: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.truth(f)?;
        Ok(())
    }

    take_integers! { i8 u8 i16 u16 i32 u32 i64 u64 }

    fn f32(&mut self, f: &Field, v: &mut f32) -> Result<(), Fail> {
        *v = self.float(f)?;
        Ok(())
    }

    fn f64(&mut self, f: &Field, v: &mut f64) -> Result<(), Fail> {
        *v = self.float(f)?;
        Ok(())
    }

    fn f128(&mut self, f: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        *v = self.quad(f)?;
        Ok(())
    }

    fn enumeration(&mut self, f: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        *v = self.member_of(f, m, false)?;
        Ok(())
    }

    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.string(f)?);
        Ok(())
    }

    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        self.binary(f, v)
    }

    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail> {
        let mut bytes: Cow<'de, [u8]> = Cow::Borrowed(&[]);
        self.binary(f, &mut bytes)?;
        match bytes.len() == v.len() {
            true => v.copy_from_slice(&bytes),
            false => return Err(self.too_few()),
        }
        Ok(())
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        v.start(match self.absent {
            true => 0,
            false => FIRST_ELEMENTS.min(self.tags.cursor.rest().len() / 16),
        });
        self.nested(|source| source.array(f, |source, element| v.push(source, element)))
    }

    // Not inlined: unrolling a fixed length takes the compiler minutes.
    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        let mut slots = v.iter_mut();
        self.nested(|source| {
            source.array(f, |source, element| match slots.next() {
                Some(slot) => slot.decode(source, element),
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
        if !f.xml_facts().wrapped {
            return self.nested(|source| source.list_of_links(f, v));
        }
        if !self.comes(f)? {
            return Ok(());
        }
        let element = self.enter_or_nil(f)?;
        self.nested(|source| source.list_of_links(f, v))?;
        self.leave(element)
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        self.maybe(f, |source, some| {
            v.set(some);
            match some {
                true => v.inner(source, f.element()),
                false => Ok(()),
            }
        })
    }

    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        self.maybe(f, |source, some| {
            if !some {
                v.promise(0);
                return Ok(());
            }
            source.shared += 1;
            v.promise(source.shared);
            v.fresh(source, f.element())
        })
    }

    #[inline]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.nested(|source| source.object(f, m, v))
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        self.nested(|source| source.choice(f, m, v))
    }

    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        self.message(m, v)
    }
}
