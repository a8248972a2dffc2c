//! Writing valuetypes.
//!
//! Reading list: CORBA 3.0, section 15.3.4. What other values of a message refer to is written once. A
//! value of the type that is declared has no identifier. One of a derived type does, and if it can be
//! truncated, those of its bases and its state in chunks; so have the values inside of such a one.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;

use super::encoder::Encoder;
use super::written::{Chunk, Values};
use crate::encode::{Encode, Fields};
use crate::error::UnencodableKind;
use crate::meta::{Cdr, Field, Record};

/// No value.
const NULL: u32 = 0;
/// The distance to an earlier value, identifier or list of identifiers follows.
pub(super) const INDIRECTION: u32 = u32::MAX;
/// The first tag of values (section 15.3.4.1).
pub(super) const TAG: u32 = 0x7fff_ff00;
/// A tag's flag: a URL of the value's implementation follows.
pub(super) const CODEBASE: u32 = 1;
/// Part of a tag: one identifier follows.
pub(super) const IDENTIFIER: u32 = 2;
/// Part of a tag: a list of identifiers follows.
pub(super) const IDENTIFIERS: u32 = 6;
/// A tag's flag: the state is in chunks.
pub(super) const CHUNKED: u32 = 8;

impl Encoder<'_> {
    fn values(&mut self) -> &mut Values {
        self.w.values.get_or_insert_with(Box::default)
    }

    /// A value, none, or where it was written before.
    #[cold]
    #[inline(never)]
    pub(super) fn put_shared<T: Encode + ?Sized>(
        &mut self,
        f: &Field,
        identity: usize,
        v: Option<&T>,
    ) {
        if identity == 0 {
            return self.put_u32(f, NULL);
        }
        let identity = (0, identity);
        if let Some(begun) = self.values().begun.get(&identity).copied() {
            return self.put_indirection(f, begun);
        }
        let Some(v) = v else {
            return self.w.fail(f, UnencodableKind::Dangling);
        };
        self.values().identity = identity;
        self.nested(f, |sink| v.encode(sink, f.element()));
    }

    /// Another scope of identities.
    pub(super) fn new_scope(&mut self) -> u32 {
        self.w.scopes += 1;
        self.w.scopes
    }

    /// Where a value of that scope was written; false if it was not.
    pub(super) fn put_same(&mut self, f: &Field, scope: u32, id: u32) -> bool {
        let begun = self.values().begun.get(&(scope, id as usize)).copied();
        begun.map(|begun| self.put_indirection(f, begun)).is_some()
    }

    /// The header of a value of that scope; whether its end must be said, too.
    pub(super) fn begin_copy(&mut self, f: &Field, scope: u32, id: u32, ty: &str) -> bool {
        self.values().identity = (scope, id as usize);
        let is_inside = self.values().level > 0;
        self.put_header(f, &[Cow::Borrowed(ty)], is_inside, is_inside);
        is_inside
    }

    /// The header of a value, its state and its end.
    #[cold]
    #[inline(never)]
    pub(super) fn put_value<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        let is_derived = f.cdr == Cdr::Derived;
        let is_inside = self.values().level > 0;
        let is_truncatable = is_derived && m.ids.len() > 1;
        let is_chunked = is_inside || is_truncatable;
        self.put_header(f, &m.ids, is_derived || is_inside, is_chunked);
        self.nested(f, |sink| v.fields(sink));
        if is_chunked {
            self.end_value(f);
        }
    }

    fn put_header(&mut self, f: &Field, ids: &[Cow<'_, str>], is_typed: bool, is_chunked: bool) {
        if self.values().level > 0 {
            // The gap before the tag stays outside of the chunk: inside, where omniORB has it, GlassFish's ORB takes it for the tag.
            self.close_chunk();
        }
        let types = match () {
            () if is_typed && ids.len() > 1 => IDENTIFIERS,
            () if is_typed => IDENTIFIER,
            () => 0,
        };
        self.align::<4>();
        let at = self.position();
        let values = self.values();
        let identity = core::mem::take(&mut values.identity);
        if identity.1 != 0 {
            values.begun.insert(identity, at);
        }
        let chunked = if is_chunked { CHUNKED } else { 0 };
        self.put_u32(f, TAG | types | chunked);
        match types {
            IDENTIFIERS => self.put_identifiers(f, ids),
            IDENTIFIER => self.put_identifier(f, ids.first().map_or("", |id| id)),
            _ => {}
        }
        if is_chunked {
            self.values().level += 1;
            self.open_chunk(f);
        }
    }

    /// The list of a type's identifiers. It is never an indirection as a whole, as omniORB has it: JacORB reads no such, and
    /// GlassFish's ORB expects one to lead behind the count.
    fn put_identifiers(&mut self, f: &Field, ids: &[Cow<'_, str>]) {
        self.put_u32(f, ids.len() as u32);
        ids.iter().for_each(|id| self.put_identifier(f, id));
    }

    /// A repository identifier, or where it was written before.
    fn put_identifier(&mut self, f: &Field, id: &str) {
        if let Some(at) = self.values().identifiers.get(id).copied() {
            return self.put_indirection(f, at);
        }
        self.align::<4>();
        let at = self.position();
        self.values().identifiers.insert(id.to_owned(), at);
        self.put_string_bytes(&IDENTIFIER_PLACE, id.as_bytes());
    }

    /// The distance counts from where it stands itself.
    fn put_indirection(&mut self, f: &Field, to: u32) {
        self.put_u32(f, INDIRECTION);
        let here = self.position();
        self.put_u32(f, to.wrapping_sub(here));
    }

    fn open_chunk(&mut self, f: &Field) {
        let opened = self.position();
        self.put_u32(f, 0);
        let start = self.position();
        self.values().chunk = Chunk { opened, start };
    }

    /// Chunks are not empty: one that is was never there.
    fn close_chunk(&mut self) {
        let Chunk { opened, start } = self.values().chunk;
        match self.position().wrapping_sub(start) {
            0 => self.go_back(opened),
            size => self.patch(start.wrapping_sub(4), size),
        }
    }

    /// An end tag is the level of the outermost value that it ends.
    pub(super) fn end_value(&mut self, f: &Field) {
        self.close_chunk();
        let here = self.position();
        let values = self.values();
        let tag = values.level.wrapping_neg();
        let again = values.ended == here;
        match again {
            true => self.patch(here.wrapping_sub(4), tag),
            false => self.put_u32(f, tag),
        }
        let ended = self.position();
        let values = self.values();
        values.ended = ended;
        values.level -= 1;
        if values.level > 0 {
            self.open_chunk(f);
        }
    }
}

/// The place of an identifier, which has none of its own.
const IDENTIFIER_PLACE: Field = Field::plain("identifier");
