//! Splits a stream into PDUs, and reassembles the fragments of calls.
//!
//! Reading list: C706 sections 12.6.2 (fragmentation and reassembly), 12.6.3.3 (`frag_length`),
//! 11.1.5 (MustRcvFragSize); MS-RPCE sections 2.2.2.6 (`alloc_hint`), 3.3.1.5.8 (multiplexing).
//!
//! A message of one fragment is lent in place. The fragments of any other message are joined at the
//! front of the receive buffer, moving each byte once. C706 permits fragments of several calls to
//! alternate; then all but one of the incomplete messages are parked in memory of their own.

use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;

use manyrpc_codec::Buf;

use super::pdu::{HEADER, Header, MAX_FRAGMENT, MUST_RECEIVE, bad, flag};
use crate::Limits;
use crate::fault::WireError;
use crate::time::{Clock, Instant};

/// Bytes between a message's fragments that are left in place.
const GAP: usize = 64 << 10;

/// A complete PDU: its common fields, and where it lies in the buffer's data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pdu {
    pub(super) header: Header,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Pdu {
    pub(super) fn bytes<'a>(&self, buf: &'a Buf) -> &'a [u8] {
        &buf.data()[self.start..self.end]
    }
}

/// An incomplete message. `H` is the content of its first fragment's head.
#[derive(Debug)]
struct Partial<H> {
    call_id: u32,
    head: H,
    bytes: usize,
    fragments: usize,
    /// Its expected length in bytes, as far as known.
    hint: usize,
    due: Instant,
}

#[derive(Debug)]
struct Parked<H> {
    partial: Partial<H>,
    stub: Buf,
}

/// A complete message.
#[derive(Debug)]
pub(super) struct Whole<H> {
    pub(super) head: H,
    /// Where its stub data lies in the buffer's data.
    pub(super) body: Range<usize>,
}

/// Why there are no more PDUs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// The start of the next one is unknown, or not worth waiting for.
    Framing(WireError),
    /// A PDU above the negotiated size: only its common fields were examined.
    TooLong(Header),
}

impl Lost {
    pub(super) fn why(&self) -> WireError {
        match *self {
            Lost::Framing(e) => e,
            Lost::TooLong(header) => bad("frag_length", usize::from(header.frag_length)),
        }
    }
}

impl From<WireError> for Lost {
    fn from(e: WireError) -> Self {
        Lost::Framing(e)
    }
}

/// The result of adding a fragment.
#[derive(Debug)]
pub(super) enum Joined<H> {
    /// It was the last one.
    Whole(Whole<H>),
    /// More are needed.
    Partial,
    /// It belongs to no incomplete message.
    Unknown,
}

/// One direction of one connection.
#[derive(Debug)]
pub(super) struct Frames<H> {
    max_fragment: usize,
    max_bytes: usize,
    max_fragments: usize,
    max_partial: usize,
    patience: Duration,
    /// Length of the last message, at the front of the buffer.
    lent: usize,
    /// Offset of the next PDU.
    next: usize,
    /// The incomplete message whose stub data lies in the buffer, and where that starts.
    front: Option<(Partial<H>, usize)>,
    parked: Vec<Parked<H>>,
    missing: usize,
    /// When the incomplete PDU must be complete.
    due: Option<Instant>,
}

impl<H: Copy> Frames<H> {
    pub(super) fn new(limits: &Limits) -> Self {
        Frames {
            // C706 section 12.6.2: everybody receives MustRecvFragSize.
            max_fragment: limits.fragment_bytes.clamp(MUST_RECEIVE, MAX_FRAGMENT),
            max_bytes: limits.message_bytes,
            max_fragments: limits.message_fragments,
            max_partial: limits.calls_in_flight,
            patience: limits.message_timeout,
            lent: 0,
            next: 0,
            front: None,
            parked: Vec::new(),
            missing: 0,
            due: None,
        }
    }

    /// Consumes the last message. [`next`](Self::next) does so too.
    #[inline]
    pub(super) fn release(&mut self, buf: &mut Buf) {
        let n = core::mem::take(&mut self.lent);
        if n > 0 {
            buf.consume(n.min(buf.len()));
        }
    }

    /// The next complete PDU. `None` until more bytes arrive.
    #[inline]
    pub(super) fn next(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<Pdu>, Lost> {
        self.release(buf);
        if self.next > 0 {
            self.pass(buf);
        }
        let Some(bytes) = buf.data()[self.next..].first_chunk::<HEADER>() else {
            let have = buf.len() - self.next;
            let missing = if have == 0 { 0 } else { HEADER - have };
            return self.wait(missing, clock);
        };
        let header = Header::parse(bytes)?;
        let n = usize::from(header.frag_length);
        // C706 section 12.6.2: no fragment may exceed the negotiated size. PDUs before that, and
        // those with tokens of any size, are limited only by their length field.
        if n > self.max_fragment && header.kind.carries_calls() {
            return Err(Lost::TooLong(header));
        }
        let (start, end) = (self.next, self.next + n);
        if buf.len() < end {
            return self.wait(end - buf.len(), clock);
        }
        self.next = end;
        self.missing = 0;
        self.due = None;
        Ok(Some(Pdu { header, start, end }))
    }

    /// The last PDU was handled.
    fn pass(&mut self, buf: &mut Buf) {
        let Some((partial, start)) = &self.front else {
            buf.consume(core::mem::take(&mut self.next));
            return;
        };
        let together = start + partial.bytes;
        let gap = self.next - together;
        if gap > GAP.max(together) {
            buf.data_mut().copy_within(self.next.., together);
            buf.truncate(buf.len() - gap);
            self.next = together;
        }
    }

    #[cold]
    fn wait(&mut self, missing: usize, clock: &Clock) -> Result<Option<Pdu>, Lost> {
        self.missing = missing;
        let now = clock.now();
        if missing > 0 {
            self.due.get_or_insert(now + self.patience);
        }
        if let Some((partial, _)) = &self.front {
            self.missing = missing.max(partial.hint.saturating_sub(partial.bytes));
        }
        if self.is_late(now) {
            return Err(WireError::TooSlow.into());
        }
        Ok(None)
    }

    /// Adds the fragment in the last PDU, whose stub data lies at `stub`.
    #[inline]
    pub(super) fn join(
        &mut self,
        buf: &mut Buf,
        pdu: &Pdu,
        head: H,
        stub: Range<usize>,
        hint: u32,
        now: Instant,
    ) -> Result<Joined<H>, WireError> {
        if pdu.header.has(flag::WHOLE) {
            if stub.len() > self.max_bytes {
                let bytes = stub.len() as u64;
                return Err(WireError::TooLarge { bytes });
            }
            if self.front.is_none() {
                self.lent = core::mem::take(&mut self.next);
            }
            return Ok(Joined::Whole(Whole { head, body: stub }));
        }
        self.join_fragment(buf, pdu, head, stub, hint, now)
    }

    #[cold]
    fn join_fragment(
        &mut self,
        buf: &mut Buf,
        pdu: &Pdu,
        head: H,
        stub: Range<usize>,
        hint: u32,
        now: Instant,
    ) -> Result<Joined<H>, WireError> {
        let call_id = pdu.header.call_id;
        if pdu.header.has(flag::FIRST) {
            return self.begin(buf, pdu, head, stub, hint, now);
        }
        let known = self.partials().find(|p| p.call_id == call_id);
        let Some(fragments) = known.map(|p| p.fragments) else {
            return Ok(Joined::Unknown);
        };
        if fragments >= self.max_fragments {
            return Err(WireError::TooManyFragments);
        }
        self.admit(stub.len())?;
        let last = pdu.header.has(flag::LAST);
        match &mut self.front {
            Some((partial, start)) if partial.call_id == call_id => {
                let end = *start + partial.bytes;
                partial.bytes += stub.len();
                partial.fragments += 1;
                buf.data_mut().copy_within(stub, end);
                if last {
                    return Ok(self.finish_front());
                }
            }
            _ => return Ok(self.append_parked(buf, call_id, stub, last)),
        }
        Ok(Joined::Partial)
    }

    fn partials(&self) -> impl Iterator<Item = &Partial<H>> {
        let front = self.front.as_ref().map(|(partial, _)| partial);
        front
            .into_iter()
            .chain(self.parked.iter().map(|p| &p.partial))
    }

    /// Whether no message is incomplete.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.front.is_none() && self.parked.is_empty()
    }

    /// An incomplete message: its call, and its first fragment's head.
    pub(super) fn partial(&self) -> Option<(u32, &H)> {
        let partial = self.partials().next()?;
        Some((partial.call_id, &partial.head))
    }

    /// Checks `n` more bytes against the limit for all incomplete messages.
    pub(super) fn admit(&self, n: usize) -> Result<(), WireError> {
        let bytes = self.partials().map(|p| p.bytes).sum::<usize>();
        let bytes = bytes.saturating_add(n);
        if bytes > self.max_bytes {
            let bytes = bytes as u64;
            return Err(WireError::TooLarge { bytes });
        }
        Ok(())
    }

    /// Starts a message with several fragments.
    fn begin(
        &mut self,
        buf: &mut Buf,
        pdu: &Pdu,
        head: H,
        stub: Range<usize>,
        hint: u32,
        now: Instant,
    ) -> Result<Joined<H>, WireError> {
        let call_id = pdu.header.call_id;
        if self.partials().any(|p| p.call_id == call_id) {
            return Err(bad("call_id", call_id as usize));
        }
        if self.partials().count() >= self.max_partial {
            return Err(WireError::TooManyFragments);
        }
        self.admit(stub.len())?;
        let mut start = stub.start;
        if self.front.is_some() {
            self.park(buf);
            buf.consume(pdu.start);
            self.next -= pdu.start;
            start -= pdu.start;
        }
        let partial = Partial {
            call_id,
            head,
            bytes: stub.len(),
            fragments: 1,
            hint: (hint as usize).min(self.max_bytes),
            due: now + self.patience,
        };
        self.front = Some((partial, start));
        Ok(Joined::Partial)
    }

    fn finish_front(&mut self) -> Joined<H> {
        let Some((partial, start)) = self.front.take() else {
            return Joined::Unknown;
        };
        self.lent = core::mem::take(&mut self.next);
        Joined::Whole(Whole {
            head: partial.head,
            body: start..start + partial.bytes,
        })
    }

    /// Moves the message at the front out of the way.
    fn park(&mut self, buf: &Buf) {
        if let Some((partial, start)) = self.front.take() {
            let mut stub = Buf::with_capacity(partial.bytes);
            stub.put(&buf.data()[start..start + partial.bytes]);
            self.parked.push(Parked { partial, stub });
        }
    }

    fn append_parked(
        &mut self,
        buf: &mut Buf,
        call_id: u32,
        stub: Range<usize>,
        last: bool,
    ) -> Joined<H> {
        let mut all = self.parked.iter().enumerate();
        let Some((at, _)) = all.find(|(_, p)| p.partial.call_id == call_id) else {
            return Joined::Unknown;
        };
        let parked = &mut self.parked[at];
        parked.stub.put(&buf.data()[stub.clone()]);
        parked.partial.bytes += stub.len();
        parked.partial.fragments += 1;
        if !last {
            return Joined::Partial;
        }
        // The message moves to the front, before all other received bytes.
        let Parked { partial, stub } = self.parked.swap_remove(at);
        self.park(buf);
        buf.consume(core::mem::take(&mut self.next));
        buf.put(stub.data());
        buf.data_mut().rotate_right(stub.len());
        self.lent = stub.len();
        Joined::Whole(Whole {
            head: partial.head,
            body: 0..stub.len(),
        })
    }

    /// Offset of the first unread PDU.
    #[inline]
    pub(super) fn following(&self) -> usize {
        self.lent + self.next
    }

    /// Drops an incomplete message; true if there was one.
    pub(super) fn forget(&mut self, call_id: u32) -> bool {
        if let Some((partial, _)) = &self.front
            && partial.call_id == call_id
        {
            self.front = None;
            return true;
        }
        let before = self.parked.len();
        self.parked.retain(|p| p.partial.call_id != call_id);
        self.parked.len() < before
    }

    /// How many more bytes are needed, according to the peer; 0 when nothing is incomplete.
    #[inline]
    pub(super) fn wanted(&self) -> usize {
        self.missing
    }

    /// When incomplete input must be complete.
    #[inline]
    pub(super) fn deadline(&self) -> Option<Instant> {
        if self.front.is_none() && self.parked.is_empty() {
            return self.due;
        }
        self.partials().map(|p| p.due).chain(self.due).min()
    }

    /// Whether incomplete input is late at `now`.
    #[inline]
    pub(super) fn is_late(&self, now: Instant) -> bool {
        self.deadline().is_some_and(|due| now >= due)
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub(super) fn shrink(&mut self) {
        if self.parked.is_empty() {
            self.parked = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests;
