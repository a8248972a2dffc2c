//! Values that are elsewhere in the message (SOAP 1.1, section 5.4.1; SOAP 1.2 part 2, section 3.1.5).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::position::{Jump, Target};
use super::source::Decoder;
use super::tags::Entered;
use super::{Version, names};
use crate::error::{Fail, MalformedKind, Name};

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
}
