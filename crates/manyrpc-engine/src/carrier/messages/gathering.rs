//! Batches on the server: their replies are sent in one message, in the order of the calls.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

/// One batch.
#[derive(Debug)]
struct Gathering {
    exchange: u64,
    /// Calls that have not ended.
    open: usize,
    /// Replies, in order of completion.
    bytes: Buf,
    /// Where each call's reply lies in `bytes`; empty if it has none.
    replies: Vec<Range<usize>>,
}

/// One call of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    gathering: u32,
    place: u32,
}

/// All incomplete batches, and the unread calls of the current one.
#[derive(Debug, Default)]
pub(super) struct Gatherings {
    all: Vec<Option<Gathering>>,
    /// Where the unread calls lie, the last one first.
    reading: Vec<(Member, Range<usize>)>,
    bytes: usize,
}

/// The replies of a completed batch.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) exchange: u64,
    bytes: Buf,
    replies: Vec<Range<usize>>,
}

impl Gathered {
    /// The answer to a batch without calls.
    pub(super) fn nothing(exchange: u64) -> Self {
        Gathered {
            exchange,
            bytes: Buf::new(),
            replies: Vec::new(),
        }
    }

    /// Whether there were calls, and none has a reply.
    pub(super) fn is_silent(&self) -> bool {
        !self.replies.is_empty() && self.bytes.is_empty()
    }

    /// The replies.
    pub(super) fn replies(&self) -> impl Iterator<Item = &[u8]> {
        let there = self.replies.iter().filter(|range| !range.is_empty());
        there.map(|range| &self.bytes.data()[range.clone()])
    }
}

impl Gatherings {
    /// Starts a batch of these calls.
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

    /// The next call of the batch being read.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(Member, Range<usize>)> {
        self.reading.pop()
    }

    /// Whether unread calls are left in the received message.
    #[inline]
    pub(super) fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }

    /// Bytes of replies in incomplete batches.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of replies in this call's batch.
    pub(super) fn bytes_with(&self, member: Member) -> usize {
        let of = self.all[member.gathering as usize].as_ref();
        of.map_or(0, |gathering| gathering.bytes.len())
    }

    /// A call has ended, with a reply, or without one if it is empty.
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
