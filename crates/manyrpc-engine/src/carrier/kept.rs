//! Output of a stream whose messages may be needed again until they are answered.
//!
//! A kept message stays where it was written and sent from, so that keeping it copies nothing. Memory is bounded by what
//! is needed: a message that is answered late holds up no more than twice its length of those that follow it.

use alloc::collections::VecDeque;

use manyrpc_codec::Buf;

use super::outbox::Outbox;

/// A message that is kept. It is valid until it is released or everything is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(u64);

#[derive(Clone, Copy, Debug)]
struct Kept {
    ticket: Ticket,
    /// Where it starts, counted from the start of the stream.
    at: u64,
    bytes: usize,
    needed: bool,
}

/// Messages that were sent and are kept, complete ones that were not sent yet, and the one being written.
#[derive(Debug, Default)]
pub(crate) struct KeepingOutbox {
    out: Outbox,
    /// Bytes at the front that were sent.
    gone: usize,
    /// Where the front is, counted from the start of the stream.
    front: u64,
    /// In the order of the stream.
    kept: VecDeque<Kept>,
    /// Bytes of those that are needed.
    needed: usize,
    next: u64,
}

/// Less is not moved to save memory.
const WORTH_MOVING: usize = 64 << 10;
/// Room for a short message.
const SHORT: usize = 512;

impl KeepingOutbox {
    /// All of it. Writers append.
    #[inline]
    pub(crate) fn buf(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    /// A message will be written. Room is made in steps as long as what is kept, so that keeping costs no more than a
    /// copy of each message.
    #[inline]
    pub(crate) fn begin(&mut self) {
        let kept = self.out.buf.len();
        if !self.out.buf.has_room(kept / 2 + SHORT) {
            self.out.buf.space(2 * kept + SHORT);
        }
    }

    /// Where the message being written starts.
    #[inline]
    pub(crate) fn start(&self) -> usize {
        self.out.start()
    }

    /// The message being written.
    #[inline]
    pub(crate) fn unfinished(&mut self) -> &mut [u8] {
        self.out.unfinished()
    }

    /// Completes the message being written.
    #[inline]
    pub(crate) fn commit(&mut self) {
        self.out.commit();
    }

    /// Completes the message being written, and keeps it.
    #[inline]
    pub(crate) fn commit_and_keep(&mut self) -> Ticket {
        let start = self.out.start();
        self.out.commit();
        let bytes = self.out.start() - start;
        let ticket = Ticket(self.next);
        self.next += 1;
        self.kept.push_back(Kept {
            ticket,
            at: self.front + start as u64,
            bytes,
            needed: true,
        });
        self.needed += bytes;
        ticket
    }

    /// A message of `n` bytes was appended: it is complete, and sent before the message being written.
    #[cold]
    pub(crate) fn commit_before(&mut self, n: usize) {
        self.out.commit_before(n);
    }

    /// Drops the message being written.
    #[inline]
    pub(crate) fn rollback(&mut self) {
        self.out.rollback();
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        self.front += self.out.buf.len() as u64;
        self.out.clear();
        self.kept.clear();
        (self.gone, self.needed) = (0, 0);
    }

    /// Releases memory while nothing is kept or written.
    pub(crate) fn shrink(&mut self) {
        if self.out.buf.is_empty() {
            self.out.buf.shrink(0);
            self.kept = VecDeque::new();
        }
    }

    /// A kept message.
    pub(crate) fn get(&self, ticket: Ticket) -> Option<&[u8]> {
        let kept = self.kept.get(self.index(ticket)?)?;
        let start = (kept.at - self.front) as usize;
        self.out.buf.data().get(start..start + kept.bytes)
    }

    /// A kept message is needed no longer. It is still sent.
    #[inline]
    pub(crate) fn release(&mut self, ticket: Ticket) {
        let Some(index) = self.index(ticket) else {
            return;
        };
        let kept = &mut self.kept[index];
        if core::mem::replace(&mut kept.needed, false) {
            self.needed -= kept.bytes;
            self.trim();
        }
    }

    /// The complete messages that were not sent.
    #[inline]
    pub(crate) fn due(&self) -> &[u8] {
        &self.out.due()[self.gone..]
    }

    /// `n` bytes of those were sent.
    #[inline]
    pub(crate) fn sent(&mut self, n: usize) {
        self.gone = (self.gone + n).min(self.out.start());
        self.trim();
    }

    #[inline]
    fn index(&self, ticket: Ticket) -> Option<usize> {
        let index = self.kept.partition_point(|kept| kept.ticket < ticket);
        let found = self.kept.get(index)?.ticket == ticket;
        found.then_some(index)
    }

    /// Drops what was sent and is not needed from the front.
    #[inline]
    fn trim(&mut self) {
        while self.kept.front().is_some_and(|kept| !kept.needed) {
            self.kept.pop_front();
        }
        let first = self.kept.front().map(|kept| kept.at - self.front);
        let free = first.map_or(self.gone, |at| self.gone.min(at as usize));
        self.drop_front(free);
        if self.gone > WORTH_MOVING && self.gone / 2 > self.needed {
            self.close_gaps();
        }
    }

    #[inline]
    fn drop_front(&mut self, n: usize) {
        if n > 0 {
            self.out.sent(n);
            self.gone -= n;
            self.front += n as u64;
        }
    }

    /// Moves what was sent and is needed together, towards what is due.
    #[cold]
    fn close_gaps(&mut self) {
        let (front, gone) = (self.front, self.gone as u64);
        let went = |kept: &Kept| kept.at - front + kept.bytes as u64 <= gone;
        // One that was sent in part stays where it is.
        let staying = self.kept.iter().find(|kept| kept.needed && !went(kept));
        let mut end = staying.map_or(gone, |kept| gone.min(kept.at - front)) as usize;
        let data = self.out.buf.data_mut();
        for kept in self.kept.iter_mut().rev() {
            if kept.needed && went(kept) {
                let start = (kept.at - front) as usize;
                end -= kept.bytes;
                data.copy_within(start..start + kept.bytes, end);
                kept.at = front + end as u64;
            }
        }
        self.kept.retain(|kept| kept.needed);
        self.drop_front(end);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// The message with that number.
    fn message(number: usize, bytes: usize) -> Vec<u8> {
        (0..bytes).map(|i| (i / 7 + number * 31) as u8).collect()
    }

    fn keep(out: &mut KeepingOutbox, bytes: &[u8]) -> Ticket {
        out.begin();
        out.buf().put(bytes);
        out.commit_and_keep()
    }

    fn send(out: &mut KeepingOutbox, most: usize) -> Vec<u8> {
        let bytes = out.due()[..most.min(out.due().len())].to_vec();
        out.sent(bytes.len());
        bytes
    }

    #[test]
    fn a_message_is_kept_where_it_was_sent_from() {
        let mut out = KeepingOutbox::default();
        let one = keep(&mut out, b"one");
        let sent_from = out.due().as_ptr();
        assert_eq!(send(&mut out, 9), b"one");
        assert!(out.due().is_empty());
        assert_eq!(out.get(one).map(<[u8]>::as_ptr), Some(sent_from));
        let two = keep(&mut out, b"two");
        assert_eq!(send(&mut out, 9), b"two");
        out.release(one);
        assert_eq!((out.get(one), out.get(two)), (None, Some(&b"two"[..])));
        out.release(two);
        assert!(out.buf().is_empty() && out.kept.is_empty());
    }

    #[test]
    fn a_released_message_is_still_sent() {
        let mut out = KeepingOutbox::default();
        let one = keep(&mut out, b"one");
        assert_eq!(send(&mut out, 2), b"on");
        out.release(one);
        out.buf().put(b"two");
        out.commit();
        out.buf().put(b"three");
        assert_eq!(send(&mut out, 9), b"etwo");
        out.rollback();
        assert!(out.buf().is_empty());
    }

    #[test]
    fn what_waits_long_does_not_keep_what_follows() {
        let mut out = KeepingOutbox::default();
        let first = keep(&mut out, &message(0, 100_000));
        let mut most = 0;
        for number in 1..5000 {
            let ticket = keep(&mut out, &message(number, 1000));
            send(&mut out, usize::MAX);
            out.release(ticket);
            most = most.max(out.buf().len());
        }
        assert!(most < 300_000, "{most}");
        assert_eq!(out.get(first), Some(&message(0, 100_000)[..]));
        out.release(first);
        assert!(out.buf().is_empty());
    }

    #[test]
    fn what_is_needed_survives_in_bounded_memory() {
        let mut out = KeepingOutbox::default();
        // Every hundredth message is answered a thousand messages later.
        let mut late = VecDeque::new();
        let mut most = 0;
        for number in 0..20_000 {
            let bytes = message(number, 40 + number * 37 % 2000);
            let ticket = keep(&mut out, &bytes);
            let mut sent = Vec::new();
            // Now and then the system does not take all.
            let step = if number % 7 == 0 { 33 } else { usize::MAX };
            sent.extend(send(&mut out, step));
            match number % 100 {
                0 => late.push_back((number, ticket, bytes)),
                _ => out.release(ticket),
            }
            sent.extend(send(&mut out, usize::MAX));
            assert_eq!(sent, message(number, 40 + number * 37 % 2000));
            if late.front().is_some_and(|(of, ..)| of + 1000 == number) {
                let (_, ticket, bytes) = late.pop_front().unwrap();
                assert_eq!(out.get(ticket), Some(&bytes[..]), "{number}");
                out.release(ticket);
            }
            most = most.max(out.buf().len());
        }
        assert!(most < 2 * WORTH_MOVING, "{most}");
        out.clear();
        assert!(late.iter().all(|(_, ticket, _)| out.get(*ticket).is_none()));
    }

    #[test]
    fn a_message_sent_in_part_stays() {
        let mut out = KeepingOutbox::default();
        let tickets: Vec<_> = (0..200)
            .map(|number| keep(&mut out, &message(number, 1000)))
            .collect();
        let mut sent = send(&mut out, 150_500);
        let needed = [3, 77, 150];
        for (number, ticket) in tickets.iter().enumerate() {
            if !needed.contains(&number) {
                out.release(*ticket);
            }
        }
        for number in needed {
            let expected = message(number, 1000);
            assert_eq!(out.get(tickets[number]), Some(&expected[..]), "{number}");
        }
        let unsent = 200_000 - 150_500;
        assert!(out.buf().len() < unsent + 2 * WORTH_MOVING);
        assert_eq!(out.due().len(), unsent);
        sent.extend(send(&mut out, usize::MAX));
        let all: Vec<u8> = (0..200).flat_map(|n| message(n, 1000)).collect();
        assert!(sent == all);
        let last = message(150, 1000);
        assert_eq!(out.get(tickets[150]), Some(&last[..]));
    }
}
