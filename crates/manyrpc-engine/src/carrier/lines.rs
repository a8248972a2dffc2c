//! Messages on a byte stream, each on its own line, terminated by a line feed (JSON Lines, NDJSON).
//!
//! A carriage return before the line feed is part of the terminator, and empty lines are ignored.
//! The end of the stream also ends its last line.
//!
//! ```
//! use manyrpc_engine::carrier::lines::Splitter;
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! let (mut buf, clock) = (Buf::new(), Clock::at(Instant::ZERO));
//! buf.put(b"hello\n");
//! let mut splitter = Splitter::new(&Limits::default());
//! let message = splitter.next(&mut buf, &clock)?.unwrap();
//! assert_eq!(&buf.data()[message], b"hello");
//! assert_eq!(splitter.next(&mut buf, &clock)?, None);
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use core::ops::Range;

use manyrpc_codec::Buf;
use memchr::memchr;

use super::arrival::Arrival;
use crate::Limits;
use crate::fault::WireError;
use crate::time::Clock;

/// The terminator.
pub const END: u8 = b'\n';

/// Finds the messages of one stream in the buffer they are received into.
#[derive(Debug)]
pub struct Splitter {
    max_bytes: usize,
    arrival: Arrival,
    /// Bytes at the front of the buffer that contain no line feed.
    looked: usize,
    /// No more bytes follow.
    ended: bool,
}

impl Splitter {
    /// For a stream whose messages are within `limits`.
    pub fn new(limits: &Limits) -> Self {
        Splitter {
            max_bytes: limits.message_bytes,
            arrival: Arrival::new(limits),
            looked: 0,
            ended: false,
        }
    }

    /// No more bytes follow: what is in the buffer is the last line.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Consumes the previous message. [`Splitter::next`] does it too.
    #[inline]
    pub fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// The next complete message: where it lies in `buf`'s data. `None` until more bytes arrive.
    pub fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        self.release(buf);
        loop {
            let data = buf.data();
            if data.is_empty() {
                return Ok(None);
            }
            let found = memchr(END, &data[self.looked..]);
            let end = found.map_or(data.len(), |n| self.looked + n);
            if end > self.max_bytes {
                let bytes = end as u64;
                return Err(WireError::TooLarge { bytes });
            }
            if found.is_none() && !self.ended {
                self.looked = end;
                // The length is unknown: expect as many bytes again.
                self.arrival
                    .lacks(end.min(self.max_bytes - end) + 1, clock)?;
                return Ok(None);
            }
            self.looked = 0;
            let line = data[..end].trim_ascii_end().len();
            let whole = data.len().min(end + 1);
            if line > 0 {
                self.arrival.lend(whole);
                return Ok(Some(0..line));
            }
            buf.consume(whole);
            self.arrival.rest();
        }
    }

    /// Leaves the last message for somebody else to consume; returns its length in bytes, including
    /// framing.
    pub(crate) fn take_back(&mut self) -> usize {
        self.arrival.take_back()
    }

    /// The state of the incoming message.
    #[inline]
    pub fn arrival(&self) -> &Arrival {
        &self.arrival
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Instant;

    fn at(ns: u64) -> Instant {
        Instant::from_nanos(ns)
    }

    #[test]
    fn whole_lines_and_byte_at_a_time_give_the_same() {
        let wire = b"abc\n\r\n\n  \ndef \r\n{\"a\":1}\n";
        for step in [1, 3, wire.len()] {
            let (mut s, mut buf) = (Splitter::new(&Limits::default()), Buf::new());
            let mut got = alloc::vec![];
            for piece in wire.chunks(step) {
                buf.put(piece);
                while let Some(r) = s.next(&mut buf, &Clock::at(at(0))).unwrap() {
                    got.push(buf.data()[r].to_vec());
                }
            }
            assert_eq!(got, [&b"abc"[..], b"def", b"{\"a\":1}"]);
            assert!(
                buf.is_empty() && s.arrival().wanted() == 0 && s.arrival().deadline().is_none()
            );
        }
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        for (wire, last) in [("a\nbc", Some("bc")), ("a\n", None), ("a\n \r", None)] {
            let (mut s, mut buf) = (Splitter::new(&Limits::default()), Buf::new());
            buf.put(wire.as_bytes());
            assert_eq!(s.next(&mut buf, &Clock::at(at(0))), Ok(Some(0..1)));
            assert_eq!(s.next(&mut buf, &Clock::at(at(0))), Ok(None));
            s.end();
            let got = s.next(&mut buf, &Clock::at(at(0))).unwrap();
            assert_eq!(got, last.map(|line| 0..line.len()), "{wire:?}");
            assert_eq!(s.next(&mut buf, &Clock::at(at(0))), Ok(None));
            assert!(buf.is_empty() && s.arrival().deadline().is_none());
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let limits = Limits {
            message_bytes: 10,
            ..Limits::default()
        };
        let (mut s, mut buf) = (Splitter::new(&limits), Buf::new());
        buf.put(&[b'x'; 10]);
        assert_eq!(s.next(&mut buf, &Clock::at(at(0))), Ok(None));
        assert_eq!(s.arrival().wanted(), 1);
        buf.put(b"x");
        let bytes = 11;
        assert_eq!(
            s.next(&mut buf, &Clock::at(at(0))),
            Err(WireError::TooLarge { bytes })
        );
        let (mut s, mut buf) = (Splitter::new(&limits), Buf::new());
        buf.put(b"slow");
        assert_eq!(s.next(&mut buf, &Clock::at(at(0))), Ok(None));
        let late = at(0) + limits.message_timeout;
        assert_eq!(s.next(&mut buf, &Clock::at(late)), Err(WireError::TooSlow));
    }
}
