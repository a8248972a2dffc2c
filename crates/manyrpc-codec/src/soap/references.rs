//! Values that are elsewhere in the message (SOAP 1.1, section 5.4.1; SOAP 1.2 part 2, section 3.1.5), and
//! arrays of SOAP's encoding (SOAP 1.1, section 5.4.2).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::position::{Jump, Target};
use super::source::Decoder;
use super::tags::Entered;
use super::{Version, names};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Field, Length, SoapArray};

/// Bytes that a jump counts as, besides those that are read there.
const JUMP: usize = 64;

impl<'de> Decoder<'de> {
    /// The identifier that the last tag refers to.
    pub(super) fn reference(&self) -> Option<&'de [u8]> {
        if !self.references.encoded {
            return None;
        }
        let local = self.tags.attribute("", "href");
        let local = local.and_then(|href| href.strip_prefix(b"#"));
        local.or_else(|| self.tags.attribute(names::ENCODING_12, "ref"))
    }

    /// Enters the element that one refers to.
    pub(super) fn follow(
        &mut self,
        element: Entered<'de>,
        id: &'de [u8],
        nil: bool,
    ) -> Result<Entered<'de>, Fail> {
        self.rest_of(element)?;
        self.spend(JUMP)?;
        if self.references.targets.is_none() {
            self.references.targets = Some(self.targets()?);
        }
        let targets = self.references.targets.as_ref();
        let Some(target) = targets.and_then(|targets| targets.get(id)) else {
            return Err(self.fail(MalformedKind::Expected("a reference to an element")));
        };
        let Target { at, scopes } = target.clone();
        self.spend(scopes.len().saturating_mul(JUMP))?;
        let back = self.tags.go(at, scopes);
        let found = self.tags.enter_any()?;
        self.references.jumps.push(Jump {
            inside: found.inside,
            from: at,
            back,
        });
        if !nil && self.tags.is_nil() {
            return Err(self.fail(MalformedKind::Null));
        }
        match self.reference() {
            None => Ok(found),
            Some(next) => {
                // The element between has no content: nobody comes back to it.
                let jump = self.references.jumps.pop();
                let end = self.follow(found, next, nil)?;
                if let (Some(jump), Some(last)) = (jump, self.references.jumps.last_mut()) {
                    last.back = jump.back;
                }
                Ok(end)
            }
        }
    }

    /// Goes back to where the reference was, if the element that was left is one that was gone to.
    pub(super) fn come_back(&mut self, element: Entered<'de>) -> Result<(), Fail> {
        let jumps = &mut self.references.jumps;
        let Some(jump) = jumps.pop_if(|jump| jump.inside == element.inside) else {
            return Ok(());
        };
        self.spend(self.tags.cursor.at.saturating_sub(jump.from))?;
        let (at, scopes) = jump.back;
        self.tags.go(at, scopes);
        Ok(())
    }

    /// Counts bytes that are read again: with references to references few bytes would otherwise stand
    /// for any number of values.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), Fail> {
        match self.again.checked_sub(bytes) {
            Some(left) => {
                self.again = left;
                Ok(())
            }
            None => Err(self.fail(MalformedKind::Refused("so many references"))),
        }
    }

    /// All elements of the body with an identifier.
    fn targets(&mut self) -> Result<BTreeMap<&'de [u8], Target<'de>>, Fail> {
        let mut targets = BTreeMap::new();
        let scope = self.references.scope.clone();
        let (back, scopes) = self.tags.go(self.references.start, scope);
        let most = self.levels() as usize;
        let mut open: Vec<Entered<'de>> = Vec::new();
        loop {
            if !self.tags.is_inside_tag() {
                self.tags.cursor.text()?;
            }
            match self.tags.peek()? {
                None => match open.pop() {
                    Some(element) => self.tags.leave(element)?,
                    None => break,
                },
                Some(tag) => {
                    if open.len() >= most {
                        return Err(self.fail(MalformedKind::TooDeep));
                    }
                    let id = match self.options.version {
                        Version::V11 => self.tags.attribute("", "id"),
                        Version::V12 => {
                            let id = self.tags.attribute(names::ENCODING_12, "id");
                            id.or_else(|| self.tags.attribute("", "id"))
                        }
                    };
                    if let Some(id) = id {
                        let scopes = self.tags.outside(&tag);
                        self.spend(scopes.len().saturating_mul(JUMP))?;
                        let target = Target { at: tag.at, scopes };
                        if targets.insert(id, target).is_some() {
                            let name = core::str::from_utf8(id).unwrap_or_default();
                            return Err(self.fail(MalformedKind::Duplicate(Name::new(name))));
                        }
                    }
                    open.push(self.tags.enter_any()?);
                }
            }
        }
        self.tags.go(back, scopes);
        Ok(targets)
    }

    /// The items of an array, whose names do not matter.
    pub(super) fn soap_array(
        &mut self,
        f: &Field,
        array: &SoapArray,
        element: &mut dyn FnMut(&mut Self, &Field) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let inside = self.enter_or_nil(f)?;
        let stated = self.tags.attribute(names::ENCODING_11, "arrayType");
        let sizes = match stated {
            Some(stated) => {
                let sizes = stated
                    .iter()
                    .rposition(|b| *b == b'[')
                    .and_then(|at| stated.get(at..));
                self.sizes(sizes.unwrap_or_default())?
            }
            None => Vec::new(),
        };
        if array.rank > 1 || sizes.len() > 1 {
            let kind = MalformedKind::Refused("an array of several dimensions");
            return Err(self.fail(kind));
        }
        let offset = match self.tags.attribute(names::ENCODING_11, "offset") {
            Some(offset) => self.position(offset)?,
            None => 0,
        };
        let most = sizes.first().copied().map_or(max, |size| size.min(max));
        let mut count = 0;
        self.missing_items(f, &mut count, offset, most, element)?;
        while self.tags.peek()?.is_some() {
            if let Some(position) = self.tags.attribute(names::ENCODING_11, "position") {
                let position = self.position(position)?;
                self.missing_items(f, &mut count, position, most, element)?;
                self.tags.peek()?;
            }
            if count >= most {
                return Err(self.too_many(most));
            }
            self.accept()?;
            element(self, f.element())?;
            count += 1;
        }
        self.leave(inside)?;
        match f.length {
            Length::Fixed(n) if count < n => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    /// Items up to a position that are not in the message.
    fn missing_items(
        &mut self,
        f: &Field,
        count: &mut u32,
        position: u32,
        most: u32,
        element: &mut dyn FnMut(&mut Self, &Field) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        if position < *count || position > most {
            return Err(self.fail(MalformedKind::Expected("positions in ascending order")));
        }
        let missing = position - *count;
        self.elements = match self.elements.checked_sub(missing) {
            Some(left) => left,
            None => {
                let (count, max) = (u64::from(missing), u64::from(self.elements));
                return Err(self.fail(MalformedKind::TooLong { count, max }));
            }
        };
        let outer = core::mem::replace(&mut self.absent, true);
        for _ in 0..missing {
            element(self, f.element())?;
        }
        self.absent = outer;
        *count = position;
        Ok(())
    }

    /// `[2]`
    fn position(&mut self, text: &[u8]) -> Result<u32, Fail> {
        match &self.sizes(text)?[..] {
            [one] => Ok(*one),
            _ => Err(self.fail(MalformedKind::Refused("an array of several dimensions"))),
        }
    }

    /// `[2,3]`; none of `[]`.
    fn sizes(&mut self, text: &[u8]) -> Result<Vec<u32>, Fail> {
        let text = core::str::from_utf8(text).unwrap_or_default().trim_ascii();
        let inside = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        let sizes = inside.and_then(|inside| match inside.trim_ascii() {
            "" => Some(Vec::new()),
            inside => {
                let all = inside.split(',').map(|size| size.trim_ascii().parse().ok());
                all.collect()
            }
        });
        sizes.ok_or_else(|| self.fail(MalformedKind::Expected("sizes in brackets")))
    }
}
