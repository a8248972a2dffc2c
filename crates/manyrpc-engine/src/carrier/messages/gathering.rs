//! Several calls that came in one message: their replies go in one, in the order of the calls.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

/// One such message.
#[derive(Debug)]
struct Gathering {
    exchange: u64,
    /// Calls without an end yet.
    open: usize,
    /// Replies as they came.
    bytes: Buf,
    /// Where in them the reply to each call lies; empty where there is none.
    replies: Vec<Range<usize>>,
}

/// One of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    gathering: u32,
    place: u32,
}

/// All gatherings that are not complete, and the calls of the one that is being read.
#[derive(Debug, Default)]
pub(super) struct Gatherings {
    all: Vec<Option<Gathering>>,
    /// Where calls lie that were not looked at yet, last one first.
    reading: Vec<(Member, Range<usize>)>,
    bytes: usize,
}

/// The replies of one that has come to its end.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) exchange: u64,
    bytes: Buf,
    replies: Vec<Range<usize>>,
}

impl Gathered {
    /// The answer to no calls at all.
    pub(super) fn nothing(exchange: u64) -> Self {
        Gathered {
            exchange,
            bytes: Buf::new(),
            replies: Vec::new(),
        }
    }

    /// Whether there were calls, and none of them has a reply.
    pub(super) fn is_silent(&self) -> bool {
        !self.replies.is_empty() && self.bytes.is_empty()
    }

    /// Each reply.
    pub(super) fn replies(&self) -> impl Iterator<Item = &[u8]> {
        let there = self.replies.iter().filter(|range| !range.is_empty());
        there.map(|range| &self.bytes.data()[range.clone()])
    }
}

impl Gatherings {
    /// A message has some calls.
    pub(super) fn begin(&mut self, exchange: u64, calls: Vec<Range<usize>>) {
        let mut replies = Vec::new();
        replies.resize(calls.len(), 0..0);
        let gathering = Gathering {
            exchange,
            open: calls.len(),
            bytes: Buf::new(),
            replies,
        };
        let free = self.all.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.all.push(None);
            self.all.len() - 1
        });
        self.all[at] = Some(gathering);
        let gathering = at as u32;
        let members = calls.into_iter().enumerate().map(|(place, range)| {
            let place = place as u32;
            (Member { gathering, place }, range)
        });
        self.reading = members.rev().collect();
    }

    /// The next call of the message that is being read.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(Member, Range<usize>)> {
        self.reading.pop()
    }

    /// Whether calls lie in what was received.
    #[inline]
    pub(super) fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }

    /// Bytes of replies that wait for others.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of the replies to the calls that came with this one.
    pub(super) fn bytes_with(&self, member: Member) -> usize {
        let of = self.all[member.gathering as usize].as_ref();
        of.map_or(0, |gathering| gathering.bytes.len())
    }

    /// A call has come to its end, with a reply or, empty, without one.
    pub(super) fn finish(&mut self, member: Member, reply: &[u8]) -> Option<Gathered> {
        let at = self.all.get_mut(member.gathering as usize)?;
        let of = at.as_mut()?;
        let start = of.bytes.len();
        of.bytes.put(reply);
        *of.replies.get_mut(member.place as usize)? = start..of.bytes.len();
        self.bytes += reply.len();
        of.open -= 1;
        if of.open > 0 {
            return None;
        }
        let Gathering {
            exchange,
            bytes,
            replies,
            ..
        } = at.take()?;
        self.bytes -= bytes.len();
        Some(Gathered {
            exchange,
            bytes,
            replies,
        })
    }
}
