//! Record marking: messages on a byte stream as fragments with a last-fragment bit.
//!
//! Reading list: RFC 5531 section 11.
//!
//! A record of one fragment is lent in place. The fragments of any other record are joined in
//! place, moving each byte once.
//!
//! ```
//! use manyrpc_engine::carrier::record_mark::{self, Assembler};
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! let (mut buf, clock) = (Buf::new(), Clock::at(Instant::ZERO));
//! record_mark::begin(&mut buf);
//! buf.put(b"hello");
//! record_mark::finish(&mut buf, 0, 2); // Three fragments.
//! let mut assembler = Assembler::new(&Limits::default());
//! let message = assembler.next(&mut buf, &clock)?.unwrap();
//! assert_eq!(&buf.data()[message], b"hello");
//! assert_eq!(assembler.next(&mut buf, &clock)?, None);
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use core::ops::Range;

use manyrpc_codec::Buf;

use super::arrival::Arrival;
use crate::Limits;
use crate::fault::WireError;
use crate::time::Clock;

/// Bytes of a fragment's header.
pub const HEADER: usize = 4;
/// The header bit that marks a record's last fragment.
pub const LAST: u32 = 0x8000_0000;
/// The header bits that hold the fragment's length.
pub const LENGTH: u32 = 0x7fff_ffff;

/// Reassembles the records of one stream, in the receive buffer.
#[derive(Debug)]
pub struct Assembler {
    max_bytes: usize,
    max_fragments: usize,
    arrival: Arrival,
    /// Where the joined payload ends; 0 before the first fragment.
    together: usize,
    /// Where the next fragment's header starts.
    next: usize,
    fragments: usize,
}

/// The fragment header at the front of `bytes`: whether the fragment is the last, and its length.
#[inline]
pub(crate) fn header(bytes: &[u8]) -> Option<(bool, usize)> {
    let word = u32::from_be_bytes(*bytes.first_chunk::<4>()?);
    Some((word & LAST != 0, (word & LENGTH) as usize))
}

impl Assembler {
    /// For a stream whose records are within `limits`.
    pub fn new(limits: &Limits) -> Self {
        Assembler {
            max_bytes: limits.message_bytes,
            max_fragments: limits.message_fragments,
            arrival: Arrival::new(limits),
            together: 0,
            next: 0,
            fragments: 0,
        }
    }

    /// Consumes the previous record. [`Assembler::next`] does it too.
    #[inline]
    pub fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// The next complete record: where its payload lies in `buf`'s data. `None` until more bytes
    /// arrive.
    #[inline]
    pub fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        self.release(buf);
        if self.next == 0 {
            let data = buf.data();
            if let Some((true, n)) = header(data)
                && n <= self.max_bytes
                && data.len() - HEADER >= n
            {
                self.arrival.lend(HEADER + n);
                return Ok(Some(HEADER..HEADER + n));
            }
            if data.is_empty() {
                return Ok(None);
            }
        }
        self.slow_path(buf, clock)
    }

    /// Continues a record that is fragmented, incomplete, or refused.
    #[inline(never)]
    fn slow_path(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        loop {
            let have = buf.len() - self.next;
            let Some((last, n)) = header(&buf.data()[self.next..]) else {
                self.arrival.lacks(HEADER - have, clock)?;
                return Ok(None);
            };
            let payload = self.admit(n)?;
            if have - HEADER < n {
                self.arrival.lacks(n - (have - HEADER), clock)?;
                return Ok(None);
            }
            self.append(buf, n);
            if last {
                return Ok(Some(self.complete(payload)));
            }
        }
    }

    /// Checks a fragment of `n` bytes against the limits; returns the payload's length including
    /// it.
    fn admit(&self, n: usize) -> Result<usize, WireError> {
        let payload = self.together.saturating_sub(HEADER) + n;
        if payload > self.max_bytes {
            let bytes = payload as u64;
            return Err(WireError::TooLarge { bytes });
        }
        if self.fragments >= self.max_fragments {
            return Err(WireError::TooManyFragments);
        }
        Ok(payload)
    }

    /// Moves the complete fragment at `next` to the end of the payload.
    fn append(&mut self, buf: &mut Buf, n: usize) {
        let from = self.next + HEADER;
        if self.together == 0 {
            self.together = HEADER;
        }
        if from != self.together && n > 0 {
            buf.data_mut().copy_within(from..from + n, self.together);
        }
        self.together += n;
        self.next = from + n;
        self.fragments += 1;
    }

    fn complete(&mut self, payload: usize) -> Range<usize> {
        self.arrival.lend(self.next);
        self.next = 0;
        self.together = 0;
        self.fragments = 0;
        HEADER..HEADER + payload
    }

    /// `n` bytes were inserted at `end`, the end of the payload lent last: they are lent too.
    pub(crate) fn insert_after(&mut self, end: usize, n: usize) {
        self.arrival.insert_after(end, n);
    }

    /// The state of the incoming record.
    #[inline]
    pub fn arrival(&self) -> &Arrival {
        &self.arrival
    }
}

/// Reserves the header of a record at the end of `buf`; the payload is appended after it.
#[inline]
pub fn begin(buf: &mut Buf) {
    buf.put_u32(0);
}

/// Completes the record that [`begin`] started at `start` bytes from the front of `buf`'s data: one
/// fragment or, if `fragment_bytes` is not 0, fragments of at most that many bytes.
#[inline]
pub fn finish(buf: &mut Buf, start: usize, fragment_bytes: usize) {
    let payload = buf.len() - start - HEADER;
    let most = if fragment_bytes == 0 {
        LENGTH as usize
    } else {
        fragment_bytes.min(LENGTH as usize)
    };
    if payload <= most {
        buf.patch_u32(start, LAST | payload as u32);
    } else {
        cut(buf, start, payload, most);
    }
}

/// Spreads out a payload to make room for the headers of further fragments, from the back.
#[cold]
fn cut(buf: &mut Buf, start: usize, payload: usize, most: usize) {
    let fragments = payload.div_ceil(most);
    let grown = (fragments - 1) * HEADER;
    buf.space(grown)[..grown].fill(0);
    buf.filled(grown);
    for i in (0..fragments).rev() {
        let from = start + HEADER + i * most;
        let n = most.min(payload - i * most);
        let to = from + i * HEADER;
        buf.data_mut().copy_within(from..from + n, to);
        let last = if i + 1 == fragments { LAST } else { 0 };
        buf.patch_u32(to - HEADER, last | n as u32);
    }
}

#[cfg(test)]
mod tests;
