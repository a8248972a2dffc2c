//! Splits a stream into messages, and reassembles those that come in fragments.
//!
//! Reading list: CORBA 3.0 section 15.4.9 (fragment); CORBA 2.2 section 13.4.8.
//!
//! A message of one piece is lent in place. GIOP 1.2 permits fragments of several messages to
//! alternate, so incomplete messages are kept in memory of their own, which becomes the receive buffer's when they are
//! complete: each byte is moved once.

use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::Buf;
use manyrpc_codec::cdr::Representation;

use super::pdu::{self, FRAGMENT_HEAD, HEADER, Header, MessageType};
use super::wire;
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::fault::WireError;
use crate::time::{Clock, Instant};

/// A complete message: where it lies in the buffer's data, with its header and without those of
/// fragments.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) header: Header,
    pub(super) range: Range<usize>,
    /// How many fragments of GIOP 1.1 it had, in which alignment begins anew: their starts are behind its bytes, in the range
    /// ([`Representation::fragments`]).
    pub(super) fragments: u16,
}

impl Message {
    pub(super) fn bytes<'a>(&self, buf: &'a Buf) -> &'a [u8] {
        &buf.data()[self.range.clone()]
    }

    /// How a body is represented that begins at that offset of the message.
    pub(super) fn body(&self, here: Representation, offset: usize) -> Representation {
        Representation {
            fragments: self.fragments,
            ..here.at(offset)
        }
    }
}

/// A message of which fragments are missing.
#[derive(Debug)]
struct Partial {
    header: Header,
    id: u32,
    bytes: Buf,
    /// How many of its fragments are short.
    short: usize,
    /// Where its fragments begin, in GIOP 1.1.
    starts: Vec<usize>,
    due: Instant,
}

impl Partial {
    /// Whether it is answered: what both ends of a connection send may have the same numbers.
    fn is_question(&self) -> bool {
        matches!(
            self.header.kind,
            MessageType::Request | MessageType::LocateRequest
        )
    }
}

/// Shorter fragments are counted, others limited by their bytes: omniORB's are of 8 KiB, and millions of bytes in such are not
/// too many fragments.
const SHORT: usize = 512;

/// The longest piece that is sent to a peer which cuts its own messages: it may have no room for longer ones, as GlassFish's
/// ORB has none.
const OF_CUTTERS: usize = 64 << 10;

/// One direction of one connection.
#[derive(Debug)]
pub(super) struct Frames {
    max_bytes: usize,
    max_partial_bytes: usize,
    max_fragments: usize,
    max_partials: usize,
    /// The longest piece in which messages are sent.
    piece_bytes: usize,
    patience: Duration,
    arrival: Arrival,
    partials: Vec<Partial>,
    /// Memory for the next message in fragments.
    spare: Buf,
}

impl Frames {
    pub(super) fn new(limits: &Limits) -> Self {
        Frames {
            max_bytes: limits.message_bytes,
            max_partial_bytes: limits.reassembly_bytes.min(limits.message_bytes),
            max_fragments: limits.message_fragments,
            max_partials: limits.calls_in_flight,
            piece_bytes: limits.giop.piece_bytes,
            patience: limits.message_timeout,
            arrival: Arrival::new(limits),
            partials: Vec::new(),
            spare: Buf::new(),
        }
    }

    /// Consumes the last message. [`next`](Self::next) does so too.
    #[inline]
    pub(super) fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// The next complete message. `None` until more bytes arrive.
    #[inline]
    pub(super) fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Message>, WireError> {
        loop {
            self.release(buf);
            let data = buf.data();
            let Some(first) = data.first_chunk::<HEADER>() else {
                if !data.is_empty() {
                    pdu::check_magic(data)?;
                    self.arrival.lacks(HEADER - data.len(), clock)?;
                }
                return Ok(None);
            };
            let header = Header::parse(first)?;
            let total = HEADER.saturating_add(header.size as usize);
            if total > self.max_bytes.saturating_add(pdu::REPLY_HEAD) {
                let bytes = u64::from(header.size);
                return Err(WireError::TooLarge { bytes });
            }
            if data.len() < total {
                self.arrival.lacks(total - data.len(), clock)?;
                return Ok(None);
            }
            self.arrival.lend(total);
            let whole = Message {
                header,
                range: 0..total,
                fragments: 0,
            };
            match header.kind {
                _ if header.more => {}
                MessageType::Fragment => {}
                MessageType::CancelRequest if self.cancel(buf, &whole)? => continue,
                _ => return Ok(Some(whole)),
            }
            if let Some(whole) = self.join(buf, header, total, clock)? {
                return Ok(Some(whole));
            }
        }
    }

    /// Adds a piece of a message, the first `n` bytes of the buffer.
    #[cold]
    fn join(
        &mut self,
        buf: &mut Buf,
        header: Header,
        n: usize,
        clock: &Clock,
    ) -> Result<Option<Message>, WireError> {
        let piece = &buf.data()[..n];
        if header.kind != MessageType::Fragment {
            let id = pdu::request_id(&header, piece)?;
            let again = self
                .partials
                .iter()
                .any(|p| p.id == id || header.minor < 2 && p.header.minor < 2);
            if again || self.partials.len() >= self.max_partials {
                return Err(WireError::TooManyFragments);
            }
            self.admit(n)?;
            self.cut();
            let mut bytes = core::mem::take(&mut self.spare);
            bytes.put(piece);
            let due = clock.now() + self.patience;
            self.partials.push(Partial {
                header,
                id,
                bytes,
                short: 1,
                starts: Vec::new(),
                due,
            });
            return Ok(None);
        }
        // GIOP 1.1 fragments have no number: they follow their message.
        let (found, head) = match header.minor {
            2.. => {
                let id = pdu::request_id(&header, piece)?;
                let found = self.partials.iter().position(|p| p.id == id);
                (found, FRAGMENT_HEAD)
            }
            _ => {
                let found = self.partials.iter().position(|p| p.header.minor < 2);
                (found, HEADER)
            }
        };
        // The rest of a message that was cancelled.
        let Some(at) = found else {
            return Ok(None);
        };
        self.admit(n - head)?;
        let partial = &mut self.partials[at];
        partial.short += usize::from(n - head < SHORT);
        if partial.short > self.max_fragments {
            return Err(WireError::TooManyFragments);
        }
        if partial.header.order != header.order {
            return Err(wire::bad("flags", u32::from(header.more)));
        }
        if header.minor < 2 {
            if partial.starts.len() == usize::from(u16::MAX) {
                return Err(WireError::TooManyFragments);
            }
            partial.starts.push(partial.bytes.len());
        }
        partial.bytes.put(&piece[head..]);
        if header.more {
            return Ok(None);
        }
        let partial = self.partials.swap_remove(at);
        Ok(Some(self.complete(buf, partial)))
    }

    /// Puts a complete message in the place of its last fragment: in front of what has arrived since.
    fn complete(&mut self, buf: &mut Buf, partial: Partial) -> Message {
        self.release(buf);
        let Partial {
            header,
            mut bytes,
            starts,
            ..
        } = partial;
        let whole = bytes.len();
        for start in &starts {
            bytes.put_array(((whole - start) as u32).to_le_bytes());
        }
        let n = bytes.len();
        // Of many short messages that have arrived, all but the first are not moved with each.
        if buf.len() <= n || !buf.put_before_if_room(bytes.data()) {
            bytes.put(buf.data());
            core::mem::swap(buf, &mut bytes);
        }
        bytes.clear();
        self.spare = bytes;
        self.arrival.lend(n);
        Message {
            header,
            range: 0..n,
            fragments: starts.len() as u16,
        }
    }

    /// Checks `n` more bytes against the limit for all incomplete messages.
    fn admit(&self, n: usize) -> Result<(), WireError> {
        let bytes = self.partials.iter().map(|p| p.bytes.len()).sum::<usize>() + n;
        match bytes > self.max_partial_bytes.saturating_add(pdu::REPLY_HEAD) {
            true => Err(WireError::TooLarge {
                bytes: bytes as u64,
            }),
            false => Ok(()),
        }
    }

    /// Drops the incomplete request that a cancel request is for (section 15.4.4); true if there was one. The rest of it need
    /// not follow.
    #[cold]
    fn cancel(&mut self, buf: &Buf, message: &Message) -> Result<bool, WireError> {
        let id = pdu::parse_cancel(&message.header, message.bytes(buf))?;
        let before = self.partials.len();
        self.partials.retain(|p| p.id != id || !p.is_question());
        Ok(self.partials.len() < before)
    }

    /// From now on messages are sent in pieces that have room everywhere.
    pub(super) fn cut(&mut self) {
        self.limit_pieces(OF_CUTTERS);
    }

    /// From now on messages are sent in pieces of at most so many bytes.
    pub(super) fn limit_pieces(&mut self, most: usize) {
        self.piece_bytes = self.piece_bytes.min(most);
    }

    /// The longest piece in which messages are sent.
    #[inline]
    pub(super) fn piece_bytes(&self) -> usize {
        self.piece_bytes
    }

    /// Drops the incomplete reply to a request that was given up.
    pub(super) fn forget(&mut self, id: u32) {
        self.partials.retain(|p| p.id != id || p.is_question());
    }

    /// Drops the incomplete replies to requests that were given up, where somebody else knows which.
    pub(super) fn keep_replies(&mut self, is_awaited: impl Fn(u32) -> bool) {
        self.partials
            .retain(|p| p.is_question() || is_awaited(p.id));
    }

    /// Starts over with another stream.
    pub(super) fn restart(&mut self) {
        self.arrival.restart();
        self.partials.clear();
    }

    /// Offset of the first message that was not read.
    pub(super) fn following(&self) -> usize {
        self.arrival.lent()
    }

    #[inline]
    pub(super) fn wanted(&self) -> usize {
        self.arrival.wanted()
    }

    /// When incomplete input must be complete.
    #[inline]
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.partials.is_empty() {
            true => self.arrival.deadline(),
            false => {
                let partials = self.partials.iter().map(|p| p.due);
                partials.chain(self.arrival.deadline()).min()
            }
        }
    }

    #[inline]
    pub(super) fn is_late(&self, now: Instant) -> bool {
        self.deadline().is_some_and(|due| now >= due)
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub(super) fn shrink(&mut self) {
        if self.partials.is_empty() {
            self.partials = Vec::new();
        }
        self.spare = Buf::new();
    }
}

#[cfg(test)]
mod tests;
