//! Which calls will yet give something.

use std::collections::BTreeMap;

use manyrpc_engine::CallId;

/// Calls that will yet give a reply or a failure.
///
/// A caller with one call at a time is the one whose instructions count: the call that was sent last
/// is found by one comparison, and nothing else is touched. Those sent before it are in a tree, so
/// that each of a thousand is found in a few steps, in whichever order they end.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    /// The call sent last, until it ends.
    newest: Option<Expected>,
    /// Calls that were sent before another one; of each, whether it gives several replies.
    others: BTreeMap<CallId, bool>,
}

#[derive(Clone, Copy, Debug)]
struct Expected {
    id: CallId,
    /// Whether it may give several replies: then only an end or a failure ends it.
    several: bool,
}

impl InFlight {
    #[inline]
    pub(super) fn add(&mut self, id: CallId, several: bool) {
        if let Some(before) = self.newest.replace(Expected { id, several }) {
            self.put_by(before);
        }
    }

    /// Another call takes the place of the newest.
    #[cold]
    fn put_by(&mut self, before: Expected) {
        self.others.insert(before.id, before.several);
    }

    #[inline]
    pub(super) fn has(&self, id: CallId) -> bool {
        self.is_newest(id) || self.is_among_others(id)
    }

    #[inline]
    fn is_newest(&self, id: CallId) -> bool {
        self.newest.is_some_and(|newest| newest.id == id)
    }

    #[inline]
    fn is_among_others(&self, id: CallId) -> bool {
        !self.others.is_empty() && self.others.contains_key(&id)
    }

    /// The call gives several replies.
    pub(super) fn expect_several(&mut self, id: CallId) {
        match &mut self.newest {
            Some(newest) if newest.id == id => newest.several = true,
            _ => {
                self.others.entry(id).and_modify(|several| *several = true);
            }
        }
    }

    /// The call has given a reply, or its end: unless more replies follow it is no longer in flight.
    /// Whether it was.
    #[inline]
    pub(super) fn settle(&mut self, id: CallId, is_reply: bool) -> bool {
        match self.newest {
            Some(newest) if newest.id == id => {
                if !(is_reply && newest.several) {
                    self.newest = None;
                }
                true
            }
            _ => self.settle_among_others(id, is_reply),
        }
    }

    #[cold]
    fn settle_among_others(&mut self, id: CallId, is_reply: bool) -> bool {
        match is_reply && self.others.get(&id).is_some_and(|several| *several) {
            true => true,
            false => self.others.remove(&id).is_some(),
        }
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.newest.is_some()) + self.others.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.newest.is_none() && self.others.is_empty()
    }

    /// Whether there is one call at most, and it gives one reply.
    #[inline]
    pub(super) fn is_simple(&self) -> bool {
        match self.others.is_empty() {
            true => self.newest.is_none_or(|newest| !newest.several),
            false => self.is_one_of_others_simple(),
        }
    }

    #[cold]
    fn is_one_of_others_simple(&self) -> bool {
        self.len() == 1 && self.others.values().all(|several| !several)
    }

    /// One of them, the newest if it is there.
    pub(super) fn any(&self) -> Option<CallId> {
        let newest = self.newest.map(|newest| newest.id);
        newest.or_else(|| self.others.last_key_value().map(|(id, _)| *id))
    }
}
