//! Values that are elsewhere in the message (SOAP 1.1, section 5.4.1; SOAP 1.2 part 2, section 3.1.5).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use super::position::{Jump, Target};
use super::scopes::Scopes;
use super::source::Decoder;
use super::tags::Entered;
use super::{Version, names};
use crate::error::{Fail, MalformedKind, Name};

/// Bytes that a jump counts as, besides those that are read there.
const JUMP: usize = 64;

impl<'de> Decoder<'de> {
    /// The identifier that the last tag refers to.
    pub(super) fn reference(&self) -> Option<Cow<'de, str>> {
        if !self.references.encoded {
            return None;
        }
        let local = match self.tags.attribute("", "href") {
            Some(Cow::Borrowed(href)) => href.strip_prefix('#').map(Cow::Borrowed),
            Some(Cow::Owned(href)) => href.strip_prefix('#').map(|id| Cow::Owned(id.into())),
            None => None,
        };
        local.or_else(|| self.tags.attribute(names::ENCODING_12, "ref"))
    }

    /// Enters the element that one refers to, in the end: it may be a reference itself.
    pub(super) fn follow(
        &mut self,
        element: Entered<'de>,
        id: Cow<'de, str>,
        nil: bool,
    ) -> Result<Entered<'de>, Fail> {
        let (mut left, mut next, mut back) = (element, id, None);
        loop {
            self.rest_of(left)?;
            let (from, found, here) = self.jump(&next)?;
            // Nobody comes back to what is between: it has no content.
            let back = back.get_or_insert(here);
            if !nil && self.tags.is_nil() {
                return Err(self.fail(MalformedKind::Null));
            }
            match self.reference() {
                Some(further) => (left, next) = (found, further),
                None => {
                    self.references.jumps.push(Jump {
                        inside: found.inside,
                        from,
                        back: mem::take(back),
                    });
                    return Ok(found);
                }
            }
        }
    }

    /// Enters the element with an identifier; returns where that is, and where this was.
    fn jump(&mut self, id: &str) -> Result<(usize, Entered<'de>, (usize, Scopes<'de>)), Fail> {
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
        let here = self.tags.go(at, scopes);
        let found = self.tags.enter_any()?;
        Ok((at, found, here))
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
    fn targets(&mut self) -> Result<BTreeMap<Cow<'de, str>, Target<'de>>, Fail> {
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
                        let name = Name::new(&id);
                        if targets.insert(id, target).is_some() {
                            return Err(self.fail(MalformedKind::Duplicate(name)));
                        }
                    }
                    open.push(self.tags.enter_any()?);
                }
            }
        }
        self.tags.go(back, scopes);
        Ok(targets)
    }
}
