//! Batches that a server has under way: their replies are gathered and go as one message.
//!
//! Reading list: JSON-RPC 2.0 section 6.

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

/// One batch.
#[derive(Debug)]
struct Batch {
    exchange: u64,
    /// Messages without an end yet.
    open: usize,
    /// The replies so far, with commas between them.
    replies: Buf,
}

/// All batches whose replies are not complete, and the messages of the one that is being read.
#[derive(Debug, Default)]
pub(super) struct Batches {
    batches: Vec<Option<Batch>>,
    reading: Option<Reading>,
    bytes: usize,
}

#[derive(Debug)]
struct Reading {
    batch: u32,
    /// Where they lie, last one first.
    messages: Vec<Range<usize>>,
}

/// The replies of a batch, which has come to its end.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) exchange: u64,
    /// Without the brackets around them; empty if there are none.
    pub(super) replies: Buf,
}

impl Batches {
    /// A batch begins that has some messages.
    pub(super) fn begin(&mut self, exchange: u64, mut messages: Vec<Range<usize>>) {
        let batch = Batch {
            exchange,
            open: messages.len(),
            replies: Buf::new(),
        };
        let free = self.batches.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.batches.push(None);
            self.batches.len() - 1
        });
        self.batches[at] = Some(batch);
        messages.reverse();
        let batch = at as u32;
        self.reading = Some(Reading { batch, messages });
    }

    /// The next message of the batch that is being read.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(u32, Range<usize>)> {
        let reading = self.reading.as_mut()?;
        let next = reading.messages.pop().map(|range| (reading.batch, range));
        if next.is_none() {
            self.reading = None;
        }
        next
    }

    /// Whether the messages of a batch lie in what was received.
    #[inline]
    pub(super) fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Bytes of replies that wait for others.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of the replies of one batch.
    pub(super) fn bytes_of(&self, batch: u32) -> usize {
        self.batches[batch as usize]
            .as_ref()
            .map_or(0, |b| b.replies.len())
    }

    /// A message of a batch has come to its end, with a reply or, empty, without one.
    pub(super) fn finish(&mut self, batch: u32, reply: &[u8]) -> Option<Gathered> {
        let place = self.batches.get_mut(batch as usize)?;
        let of = place.as_mut()?;
        let before = of.replies.len();
        if !reply.is_empty() {
            if before > 0 {
                of.replies.put(b",");
            }
            of.replies.put(reply);
        }
        self.bytes += of.replies.len() - before;
        of.open -= 1;
        if of.open > 0 {
            return None;
        }
        let Batch {
            exchange, replies, ..
        } = place.take()?;
        self.bytes -= replies.len();
        Some(Gathered { exchange, replies })
    }
}
