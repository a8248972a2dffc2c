//! Doubly linked lists through the elements of a slice, which hold their own links.

const NONE: u32 = u32::MAX;

/// An element's neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links {
    before: u32,
    after: u32,
}

impl Default for Links {
    fn default() -> Self {
        Links {
            before: NONE,
            after: NONE,
        }
    }
}

/// The ends of a list. Every method takes the slice that holds the elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    first: u32,
    last: u32,
    len: u32,
}

impl Default for List {
    fn default() -> Self {
        List {
            first: NONE,
            last: NONE,
            len: 0,
        }
    }
}

#[inline]
fn links<T: AsMut<Links>>(all: &mut [T], who: u32) -> &mut Links {
    all[who as usize].as_mut()
}

impl List {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) fn first(&self) -> Option<u32> {
        (self.first != NONE).then_some(self.first)
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<u32> {
        (self.last != NONE).then_some(self.last)
    }

    /// The element after `who`, which must be in this list.
    pub(crate) fn after<T: AsMut<Links>>(&self, all: &mut [T], who: u32) -> Option<u32> {
        let after = links(all, who).after;
        (after != NONE).then_some(after)
    }

    #[inline]
    pub(crate) fn push_back<T: AsMut<Links>>(&mut self, all: &mut [T], who: u32) {
        *links(all, who) = Links {
            before: self.last,
            after: NONE,
        };
        match self.last {
            NONE => self.first = who,
            last => links(all, last).after = who,
        }
        self.last = who;
        self.len += 1;
    }

    /// `who` must be in this list.
    #[inline]
    pub(crate) fn remove<T: AsMut<Links>>(&mut self, all: &mut [T], who: u32) {
        let Links { before, after } = core::mem::take(links(all, who));
        match before {
            NONE => self.first = after,
            before => links(all, before).after = after,
        }
        match after {
            NONE => self.last = before,
            after => links(all, after).before = before,
        }
        self.len -= 1;
    }

    /// `who` must be in this list.
    #[inline]
    pub(crate) fn move_to_back<T: AsMut<Links>>(&mut self, all: &mut [T], who: u32) {
        if self.last != who {
            self.remove(all, who);
            self.push_back(all, who);
        }
    }
}
