//! Putting a message together from fragments.
//!
//! Reading list: C706 sections 10.1.1 and 10.2.1 (HANDLE_OUT_FRAG, HANDLE_IN_FRAG),
//! 12.5.2.16 (fragment numbers), 12.5.3.4 (which fragments a fack tells of).
//!
//! Fragments may be of any sizes, so one that comes before its turn waits in a
//! buffer of its own. What waits is bounded: only fragments near the next one are
//! taken, so a sender that skips ahead costs little.
//!
//! All senders of a server share its socket's buffer. From the fourth message that arrives at once,
//! facks offer each of them a smaller window, but never less than one PDU.

use alloc::vec::Vec;
use core::mem;

use manyrpc_codec::Buf;

use super::pdu::{FACK_BODY, FackBody, HEADER, MOST_MASKS, NONE_YET};
use super::personality::{Personality, WindowUnit};
use crate::time::Instant;

/// How far ahead of the next fragment one may be.
const AHEAD: u32 = 32 * MOST_MASKS as u32;

/// Messages that may have a full window each: what a socket has room for.
const SHARERS: u32 = 2;

/// One message, and what has come of it.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// What has come in order.
    pub(super) body: Buf,
    /// How many fragments that is.
    next: u32,
    /// The last fragment's number, once that has come.
    last: Option<u32>,
    /// What came before its turn, by number.
    early: Vec<(u32, Buf)>,
    early_bytes: usize,
    spare: Vec<Buf>,
    /// The serial number of the transmission that came last.
    serial: u16,
    /// Bytes of the largest PDU.
    pub(super) largest: usize,
    /// Fragments since the window was last open: see [`Personality::window_follows_pdu`].
    queued: u32,
    /// When the last fragment came that was new.
    pub(super) progress: Instant,
}

/// What a message may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// Bytes of the whole message.
    pub(super) bytes: usize,
    /// Fragments of the message.
    pub(super) fragments: usize,
    /// Bytes that may yet be taken over all messages.
    pub(super) room: usize,
}

/// What became of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is part of the message now.
    New,
    /// It had come before.
    Old,
    /// It contradicts what came before, or is too far ahead: as if it had not come.
    Refused,
    /// The message is above a limit.
    TooLarge,
}

/// One fragment, as a PDU brought it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fragment<'a> {
    pub(super) number: u16,
    pub(super) last: bool,
    pub(super) serial: u16,
    pub(super) body: &'a [u8],
}

impl Assembly {
    /// Forgets everything but the memory.
    pub(super) fn clear(&mut self) {
        self.body.clear();
        (self.next, self.last) = (0, None);
        for (_, buf) in self.early.drain(..) {
            self.spare.push(buf);
        }
        self.early_bytes = 0;
        (self.serial, self.largest, self.queued) = (0, 0, 0);
    }

    /// Bytes of the message so far.
    pub(super) fn bytes(&self) -> usize {
        self.body.len() + self.early_bytes
    }

    /// Whether all of it has come.
    pub(super) fn is_complete(&self) -> bool {
        self.last.is_some_and(|last| self.next > last)
    }

    /// Takes a fragment, if it fits.
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

    /// Whether a fragment can be part of what came before.
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

    /// What waited for its turn, and has it now.
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

    /// The number that a fack's header has: the last fragment in order (C706 section 12.5.2.16).
    pub(super) fn fragnum(&self) -> u16 {
        self.next.checked_sub(1).map_or(NONE_YET, |n| n as u16)
    }

    /// The body of a fack that says what has come. `sharers` is how many messages are under way
    /// to the same socket.
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
            masks: [0; MOST_MASKS],
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

    /// What we say of our window: in kilobytes or PDUs.
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
                // The sender asked, with a fragment beyond the window: now it is open again.
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
