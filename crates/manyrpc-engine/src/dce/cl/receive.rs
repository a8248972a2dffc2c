//! Reassembling a message from fragments.
//!
//! Reading list: C706 sections 10.1.1 and 10.2.1 (HANDLE_OUT_FRAG, HANDLE_IN_FRAG), 12.5.2.16
//! (fragment numbers), 12.5.3.4 (selective acknowledgements).
//!
//! Fragments may have any size, so one that arrives out of order is kept in a buffer of its own.
//! The number of these is bounded: only fragments near the next one are accepted, so a sender that
//! skips ahead costs little.
//!
//! All senders to a server share its socket's buffer. With more than three incomplete messages,
//! facks offer each sender a smaller window, but never less than one PDU.

use alloc::vec::Vec;
use core::mem;

use manyrpc_codec::Buf;

use super::pdu::{FACK_BODY, FackBody, HEADER, MAX_MASKS, NONE_YET};
use super::personality::{Personality, WindowUnit};
use crate::time::Instant;

/// How far ahead of the next fragment one may be.
const AHEAD: u32 = 32 * MAX_MASKS as u32;

/// How many messages may have a full window: what a socket buffer holds.
const SHARERS: u32 = 2;

/// A message being reassembled.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// The fragments received in order.
    pub(super) body: Buf,
    /// Their number.
    next: u32,
    /// The last fragment's number, once it has arrived.
    last: Option<u32>,
    /// The fragments received out of order, by number.
    early: Vec<(u32, Buf)>,
    early_bytes: usize,
    spare: Vec<Buf>,
    /// The serial number of the last transmission received.
    serial: u16,
    /// Length of the largest PDU.
    pub(super) largest: usize,
    /// Fragments since the window was last open: see [`Personality::window_follows_pdu`].
    queued: u32,
    /// When the last new fragment arrived.
    pub(super) progress: Instant,
}

/// Limits of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// Length of the whole message.
    pub(super) bytes: usize,
    /// Fragments of the message.
    pub(super) fragments: usize,
    /// Bytes left for all incomplete messages.
    pub(super) room: usize,
}

/// The result of adding a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is part of the message now.
    New,
    /// It is a duplicate.
    Old,
    /// It contradicts earlier fragments, or is too far ahead: ignored.
    Refused,
    /// The message exceeds a limit.
    TooLarge,
}

/// A fragment, as a PDU carries it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fragment<'a> {
    pub(super) number: u16,
    pub(super) last: bool,
    pub(super) serial: u16,
    pub(super) body: &'a [u8],
}

impl Assembly {
    /// Clears everything but the memory.
    pub(super) fn clear(&mut self) {
        self.body.clear();
        (self.next, self.last) = (0, None);
        for (_, buf) in self.early.drain(..) {
            self.spare.push(buf);
        }
        self.early_bytes = 0;
        (self.serial, self.largest, self.queued) = (0, 0, 0);
    }

    /// Length of the message so far.
    pub(super) fn bytes(&self) -> usize {
        self.body.len() + self.early_bytes
    }

    /// Whether the message is complete.
    pub(super) fn is_complete(&self) -> bool {
        self.last.is_some_and(|last| self.next > last)
    }

    /// Adds a fragment, if it fits.
    pub(super) fn insert(&mut self, fragment: &Fragment<'_>, caps: &Caps, now: Instant) -> Taken {
        let number = u32::from(fragment.number);
        self.serial = fragment.serial;
        if self.is_old(number) {
            return Taken::Old;
        }
        if !self.is_consistent(number, fragment.last) {
            return Taken::Refused;
        }
        let n = fragment.body.len();
        if self.bytes() + n > caps.bytes || number as usize >= caps.fragments {
            return Taken::TooLarge;
        }
        if n > caps.room {
            return Taken::Refused;
        }
        if fragment.last {
            self.last = Some(number);
        }
        self.largest = self.largest.max(HEADER + n);
        self.queued += 1;
        self.progress = now;
        if number == self.next {
            self.body.put(fragment.body);
            self.next += 1;
            self.take_early();
        } else {
            self.set_aside(number, fragment.body);
        }
        Taken::New
    }

    fn is_old(&self, number: u32) -> bool {
        number < self.next || self.early.binary_search_by_key(&number, |e| e.0).is_ok()
    }

    /// Whether a fragment is consistent with earlier ones.
    fn is_consistent(&self, number: u32, last: bool) -> bool {
        let highest = self.early.last().map_or(self.next, |e| e.0);
        match self.last {
            Some(end) => !last && number < end,
            None if last => number >= highest,
            None => number < self.next + AHEAD,
        }
    }

    fn set_aside(&mut self, number: u32, body: &[u8]) {
        let mut buf = self.spare.pop().unwrap_or_default();
        buf.clear();
        buf.put(body);
        self.early_bytes += body.len();
        let at = self.early.partition_point(|e| e.0 < number);
        self.early.insert(at, (number, buf));
    }

    /// Appends the waiting fragments that are next in order.
    fn take_early(&mut self) {
        let mut n = 0;
        while self.early.get(n).is_some_and(|e| e.0 == self.next) {
            let mut buf = mem::take(&mut self.early[n].1);
            self.body.put(buf.data());
            self.early_bytes -= buf.len();
            buf.clear();
            self.spare.push(buf);
            self.next += 1;
            n += 1;
        }
        self.early.drain(..n);
    }

    /// The fragment number of a fack's header: the last fragment in order (C706 section 12.5.2.16).
    pub(super) fn fragnum(&self) -> u16 {
        self.next.checked_sub(1).map_or(NONE_YET, |n| n as u16)
    }

    /// The body of a fack for this message. `sharers`: how many messages are incomplete on the same
    /// socket.
    pub(super) fn fack(
        &mut self,
        personality: &Personality,
        max_tsdu: usize,
        sharers: u32,
    ) -> FackBody {
        let mut body = FackBody {
            window: self.window(personality, sharers),
            max_tsdu: max_tsdu as u32,
            max_frag: personality.pdu_bytes.min(max_tsdu) as u32,
            serial: self.serial,
            masks: [0; MAX_MASKS],
            masks_len: 0,
        };
        for (number, _) in &self.early {
            // C706 section 12.5.3.4: bit 0 of the first mask is the next fragment, which is missing.
            let bit = (number - self.next) as usize;
            if let Some(mask) = body.masks.get_mut(bit / 32) {
                *mask |= 1 << (bit % 32);
                body.masks_len = bit / 32 + 1;
            }
        }
        body
    }

    /// The window to announce: in kilobytes or PDUs.
    fn window(&mut self, personality: &Personality, sharers: u32) -> u16 {
        let size = self
            .largest
            .max(personality.first_pdu_bytes.min(personality.pdu_bytes));
        let bytes = personality.receive_window_bytes / (sharers / SHARERS).max(1) as usize;
        let pdus = personality.receive_window(size, bytes);
        let pdus = if personality.window_follows_pdu {
            pdus
        } else {
            if self.queued > pdus {
                // The sender asked with a fragment beyond the window: now it is open again.
                self.queued = 1;
            }
            pdus - self.queued.min(pdus)
        };
        let window = match personality.window_unit {
            WindowUnit::Packets => pdus as usize,
            WindowUnit::Kilobytes if personality.window_follows_pdu => bytes >> 10,
            WindowUnit::Kilobytes => (pdus as usize * size) >> 10,
        };
        window.min(usize::from(u16::MAX)) as u16
    }
}

const _: () = assert!(FACK_BODY == 16, "a fack's masks come after 16 bytes");

#[cfg(test)]
mod tests;
