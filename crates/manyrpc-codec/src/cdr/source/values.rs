//! Reading valuetypes.
//!
//! Reading list: CORBA 3.0, section 15.3.4. A value in chunks is read through a window that ends where the
//! chunk does; what needs more than a window has goes on in the next one. Chunks split no primitive, no
//! text and no array of primitives (section 15.3.4.6).

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;

use super::Decoder;
use super::seen::{Chunks, Headers, Place, Values, Window};
use crate::cdr::values::{CHUNKED, CODEBASE, IDENTIFIER, IDENTIFIERS, INDIRECTION, TAG};
use crate::decode::{SharedSlot, Slots};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Field, Record, Union};

/// The last tag of values.
const LAST_TAG: u32 = 0x7fff_ffff;

/// The most identifiers in a list: each value may refer to it again.
const MOST_IDENTIFIERS: usize = 256;

/// The most bytes of values that were passed over and then asked for.
const MOST_READ_AGAIN: usize = 1 << 20;

/// What a place of a valuetype holds.
pub(in crate::cdr) enum Next<'de> {
    Null,
    /// The value with that identity.
    Same(u32),
    /// A value that begins here.
    New(u32),
    /// One that was passed over before, where the decoder is now; the place is where to [go](Decoder::go_back) from its end.
    Passed(u32, Place<'de>),
}

/// A value that is being read.
pub(in crate::cdr) struct Entered {
    is_chunked: bool,
    /// Whether more than is read may follow in it.
    is_truncated: bool,
    /// Its level, and the one around it.
    level: u32,
    outer: u32,
}

/// The header of a value.
struct Header<'de> {
    is_chunked: bool,
    /// The identifiers of its type and of bases that it can be truncated to; perhaps none.
    ids: Vec<&'de [u8]>,
}

impl<'de> Decoder<'de> {
    fn values(&mut self) -> &mut Values<'de> {
        self.values.get_or_insert_with(Box::default)
    }

    /// Whether a value in chunks is open, whose current chunk has been read.
    fn is_between_chunks(&mut self) -> bool {
        let is_open = |values: &Values<'_>| values.chunks.level > 0;
        if !self.values.as_deref().is_some_and(is_open) {
            return false;
        }
        self.pass_gap();
        self.left_in_part() == 0
    }

    /// The number of bytes that are left in this chunk and behind it.
    #[cold]
    #[inline(never)]
    pub(in crate::cdr) fn left_in_all(&self) -> usize {
        let behind = match self.values.as_deref() {
            Some(values) if values.chunks.level > 0 => values.chunks.behind.len(),
            _ => 0,
        };
        self.left_in_part() + behind
    }

    /// The same place, from which earlier values are not to be seen: what an `any` holds is by itself, and copying
    /// all that came before for each would take long.
    pub(in crate::cdr) fn fork(&mut self) -> Self {
        let values = self.values.take();
        let mut fork = self.clone();
        fork.values = values.as_deref().map(|values| {
            Box::new(Values {
                chunks: values.chunks,
                ..Values::default()
            })
        });
        self.values = values;
        fork
    }

    /// Goes on where a fork has come to.
    pub(in crate::cdr) fn join(&mut self, fork: Self) {
        let mut values = self.values.take();
        if let (Some(mine), Some(theirs)) = (values.as_deref_mut(), fork.values.as_deref()) {
            mine.chunks = theirs.chunks;
        }
        *self = fork;
        self.values = values;
    }

    fn chunks(&mut self) -> &mut Chunks<'de> {
        &mut self.values().chunks
    }

    /// Takes away what later headers may refer to, whoever reads them.
    pub(in crate::cdr) fn take_headers(&mut self) -> Headers<'de> {
        let values = self.values.as_deref_mut();
        values.map_or(Headers::default(), |values| {
            core::mem::take(&mut values.headers)
        })
    }

    pub(in crate::cdr) fn give_headers(&mut self, headers: Headers<'de>) {
        if !headers.texts.is_empty() || self.values.is_some() {
            self.values().headers = headers;
        }
    }

    /// Where reading goes on.
    fn place(&mut self) -> Place<'de> {
        Place {
            window: self.window(),
            chunks: *self.chunks(),
        }
    }

    /// Goes on where an indirection to a value was that had been passed over, and began at `start`. What is in each other there
    /// may be read several times, so the bytes are counted.
    pub(in crate::cdr) fn go_back(&mut self, start: usize, end: Place<'de>) -> Result<(), Fail> {
        let read = self.offset().saturating_sub(start);
        let values = self.values();
        values.read_again += read;
        let all = values.read_again;
        self.go_to(end);
        match all > MOST_READ_AGAIN {
            true => Err(self.too_long(all, MOST_READ_AGAIN)),
            false => Ok(()),
        }
    }

    fn go_to(&mut self, place: Place<'de>) {
        *self.chunks() = place.chunks;
        self.look_at(place.window);
    }

    /// Looks at what follows the current chunk, behind which nothing is until that is said again.
    fn step_outside(&mut self) -> Window<'de> {
        let chunks = self.chunks();
        let behind = chunks.behind;
        chunks.behind = behind.emptied();
        self.look_at(behind);
        behind
    }

    /// What is looked at follows a chunk that has been read: the counterpart of [`step_outside`](Self::step_outside).
    fn step_inside(&mut self) {
        let behind = self.window();
        self.chunks().behind = behind;
        self.look_at(behind.emptied());
    }

    /// Goes on in the next chunk, if the one before has been read.
    ///
    /// # Errors
    /// There is none.
    #[cold]
    #[inline(never)]
    pub(super) fn next_chunk(&mut self) -> Result<(), Fail> {
        if !self.is_between_chunks() {
            return Err(self.truncated());
        }
        let chunks = self.chunks();
        if chunks.level != chunks.current || chunks.behind.len() == 0 {
            return Err(self.truncated());
        }
        self.step_outside();
        let size = self.u32()?;
        if size == 0 || size >= TAG {
            return Err(self.fail_back(4, MalformedKind::Truncated));
        }
        let (chunk, behind) = self.split(size as usize)?;
        self.chunks().behind = behind;
        self.look_at(chunk);
        Ok(())
    }

    /// A place that holds a valuetype.
    #[cold]
    #[inline(never)]
    pub(super) fn shared_value<O: SharedSlot<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut O,
    ) -> Result<(), Fail> {
        match self.next_value()? {
            Next::Null => v.promise(0),
            Next::New(id) => {
                v.promise(id);
                return self.nested(|source| v.fresh(source, f.element()));
            }
            Next::Passed(id, end) => {
                v.promise(id);
                let start = self.offset();
                self.nested(|source| v.fresh(source, f.element()))?;
                self.go_back(start, end)?;
            }
            Next::Same(id) => {
                let held = self.values().held.get(&id).cloned();
                v.promise(id);
                let alias = held.ok_or(Fail).and_then(|held| v.alias(&*held));
                if alias.is_err() {
                    return Err(self.fail_back(4, MalformedKind::OtherType));
                }
            }
        }
        Ok(())
    }

    /// The state of a valuetype, with its header.
    #[cold]
    #[inline(never)]
    pub(super) fn value_state<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let entered = self.enter_value(m.ids.first().map_or("", |id| id))?;
        self.nested(|source| v.all(source))?;
        self.leave_value(&entered)
    }

    /// The arm of a choice between valuetypes that the next one is, or can be truncated to.
    #[cold]
    #[inline(never)]
    pub(super) fn arm_ahead(&mut self, m: &Union) -> Result<usize, Fail> {
        let before = self.window();
        let behind = self.is_between_chunks().then(|| self.step_outside());
        let header = self.header()?;
        let arm = |id: &&[u8]| m.ids.iter().position(|of| of.as_bytes() == *id);
        let found = match &header.ids[..] {
            // The one that is declared is the first, if it can be there.
            [] => m
                .arms
                .first()
                .filter(|arm| arm.field.cdr == crate::meta::Cdr::Value)
                .map(|_| 0),
            ids => ids.iter().find_map(arm),
        };
        let Some(found) = found else {
            return Err(self.unknown_type(&header));
        };
        self.look_at(before);
        if let Some(behind) = behind {
            self.chunks().behind = behind;
        }
        Ok(found)
    }

    pub(super) fn hold(&mut self, id: u32, value: Box<dyn Any + Send + Sync>) {
        if let Some(values) = self.values.as_deref_mut() {
            values.held.insert(id, Arc::from(value));
        }
    }

    fn unknown_type(&mut self, header: &Header<'_>) -> Fail {
        let id = header.ids.first().copied().unwrap_or_default();
        let id = core::str::from_utf8(id).unwrap_or_default();
        self.fail_back(0, MalformedKind::Unknown(Name::new(id)))
    }

    /// None, an earlier value or a new one. The header of a new one is left to be read.
    pub(in crate::cdr) fn next_value(&mut self) -> Result<Next<'de>, Fail> {
        let mut is_outside = self.is_between_chunks();
        if is_outside {
            if self.chunks().level != self.chunks().current {
                return Err(self.truncated());
            }
            let behind = self.step_outside();
            let tag = self.u32()?;
            if tag != 0 && tag < TAG {
                // It is in the next chunk.
                self.chunks().behind = behind;
                self.look_at(behind.emptied());
                self.next_chunk()?;
                is_outside = false;
            } else {
                self.look_at(behind);
            }
        }
        let before = self.window();
        let next = match self.u32()? {
            0 => Next::Null,
            INDIRECTION => {
                let target = self.target()?;
                if is_outside {
                    self.step_inside();
                }
                return self.earlier(target);
            }
            TAG..=LAST_TAG if is_outside || self.chunks().level == 0 => {
                let (id, at) = (self.next_identity(), self.offset() - 4);
                self.values().begun.insert(at, id);
                self.look_at(before);
                Next::New(id)
            }
            _ => return Err(self.fail_back(4, MalformedKind::Expected("a value"))),
        };
        if is_outside {
            self.step_inside();
        }
        Ok(next)
    }

    /// The value that begins there, as an indirection says that was just read.
    fn earlier(&mut self, target: Option<usize>) -> Result<Next<'de>, Fail> {
        let values = self.values();
        let begun = target.and_then(|at| values.begun.get(&at).copied());
        let passed = target.and_then(|at| Some((at, *values.passed.get(&at)?)));
        match (begun, passed) {
            (Some(id), _) => Ok(Next::Same(id)),
            (None, Some((at, place))) => {
                let (id, here) = (self.next_identity(), self.place());
                self.values().begun.insert(at, id);
                self.go_to(place);
                Ok(Next::Passed(id, here))
            }
            (None, None) => Err(self.fail_back(4, MalformedKind::Expected("an earlier value"))),
        }
    }

    /// Where an indirection leads to, whose distance is next.
    fn target(&mut self) -> Result<Option<usize>, Fail> {
        let distance = self.u32()? as i32;
        let at = self.offset() - 4;
        Ok(usize::try_from(at as i64 + i64::from(distance)).ok())
    }

    /// Reads the header of a value that is one of the type with this identifier, or can be truncated to it.
    pub(in crate::cdr) fn enter_value(&mut self, id: &str) -> Result<Entered, Fail> {
        let outer = self.chunks().level;
        if self.is_between_chunks() {
            self.step_outside();
        } else if outer > 0 {
            return Err(self.fail_back(0, MalformedKind::Expected("the end of a chunk")));
        }
        let header = self.header()?;
        let at = header.ids.iter().position(|of| *of == id.as_bytes());
        let is_truncated = match at {
            _ if header.ids.is_empty() => false,
            Some(at) => at > 0,
            None => return Err(self.unknown_type(&header)),
        };
        let is_chunked = header.is_chunked;
        if (is_truncated || outer > 0) && !is_chunked {
            return Err(self.fail_back(0, MalformedKind::Expected("a value in chunks")));
        }
        let around = self.chunks().current;
        if is_chunked {
            let values = self.values();
            values.chunks.level += 1;
            values.chunks.current = values.chunks.level;
            self.step_inside();
        }
        Ok(Entered {
            is_chunked,
            is_truncated,
            level: outer + 1,
            outer: around,
        })
    }

    /// Reads up to the end of a value: what was truncated is skipped.
    pub(in crate::cdr) fn leave_value(&mut self, entered: &Entered) -> Result<(), Fail> {
        if !entered.is_chunked {
            return Ok(());
        }
        while self.chunks().level >= entered.level {
            self.skip_towards_end(entered)?;
        }
        self.chunks().current = entered.outer;
        let behind = self.chunks().behind;
        self.look_at(match entered.level {
            1 => behind,
            _ => behind.emptied(),
        });
        Ok(())
    }

    fn skip_towards_end(&mut self, entered: &Entered) -> Result<(), Fail> {
        self.pass_gap();
        let more = self.left_in_part();
        let behind = self.step_outside();
        let tag = self.u32()?;
        let is_end = tag > LAST_TAG;
        if !entered.is_truncated && (more > 0 || !is_end) {
            return Err(self.fail_back(4, MalformedKind::Trailing(more)));
        }
        match tag {
            0 => {}
            TAG..=LAST_TAG => {
                let at = self.offset() - 4;
                self.chunks().behind = behind;
                self.look_at(behind.emptied());
                let place = self.place();
                self.values().passed.insert(at, place);
                self.step_outside();
                if !self.header()?.is_chunked {
                    return Err(self.fail_back(0, MalformedKind::Expected("a value in chunks")));
                }
                self.chunks().level += 1;
            }
            1..TAG => drop(self.take(tag as usize)?),
            end => {
                let level = end.wrapping_neg();
                if level > self.chunks().level {
                    return Err(self.fail_back(4, MalformedKind::Expected("an end tag")));
                }
                self.chunks().level = level - 1;
            }
        }
        self.step_inside();
        Ok(())
    }

    fn header(&mut self) -> Result<Header<'de>, Fail> {
        let tag = self.u32()?;
        let types = tag & IDENTIFIERS;
        let known = CODEBASE | IDENTIFIERS | CHUNKED;
        if !(TAG..=LAST_TAG).contains(&tag) || (tag - TAG) & !known != 0 || types == 4 {
            return Err(self.fail_back(4, MalformedKind::Expected("a value")));
        }
        if tag & CODEBASE != 0 {
            self.header_text()?;
        }
        let ids = match types {
            IDENTIFIER => Vec::from([self.header_text()?]),
            IDENTIFIERS => self.identifiers()?,
            _ => Vec::new(),
        };
        let is_chunked = tag & CHUNKED != 0;
        Ok(Header { is_chunked, ids })
    }

    /// A URL or an identifier, which may have been there before.
    fn header_text(&mut self) -> Result<&'de [u8], Fail> {
        let before = self.window();
        if self.u32()? == INDIRECTION {
            let target = self.target()?;
            let text = target.and_then(|target| self.values().headers.texts.get(&target).copied());
            return text.ok_or_else(|| self.not_earlier());
        }
        let at = self.offset() - 4;
        self.look_at(before);
        let text = self.string_bytes(&Field::plain("identifier"))?;
        self.values().headers.texts.insert(at, text);
        Ok(text)
    }

    fn identifiers(&mut self) -> Result<Vec<&'de [u8]>, Fail> {
        let count = self.u32()?;
        let at = self.offset() - 4;
        if count == INDIRECTION {
            let target = self.target()?;
            let list = target.and_then(|target| self.values().headers.lists.get(&target).cloned());
            return list.ok_or_else(|| self.not_earlier());
        }
        let (count, max) = (
            count as usize,
            (self.left_in_all() / 4).min(MOST_IDENTIFIERS),
        );
        if count > max {
            return Err(self.too_long(count, max));
        }
        let mut ids = Vec::new();
        for _ in 0..count {
            ids.push(self.header_text()?);
        }
        self.values().headers.lists.insert(at, ids.clone());
        Ok(ids)
    }

    fn not_earlier(&mut self) -> Fail {
        self.fail_back(4, MalformedKind::Expected("an earlier identifier"))
    }
}
