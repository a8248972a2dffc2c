//! Messages on a byte stream, each after header lines with its length in `Content-Length`.
//!
//! Reading list: Language Server Protocol 3.17, "Base Protocol" (an HTTP header without a first
//! line); RFC 9110 section 8.6.
//!
//! `Length` writes a decimal length before the content that it counts is known.
//!
//! ```
//! use manyrpc_engine::carrier::content_length::Splitter;
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! let (mut buf, clock) = (Buf::new(), Clock::at(Instant::ZERO));
//! buf.put(b"Content-Length: 5\r\n\r\nhello");
//! let mut splitter = Splitter::new(&Limits::default());
//! let message = splitter.next(&mut buf, &clock)?.unwrap();
//! assert_eq!(&buf.data()[message], b"hello");
//! assert_eq!(splitter.next(&mut buf, &clock)?, None);
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use core::ops::Range;

use manyrpc_codec::Buf;

use super::arrival::Arrival;
use crate::Limits;
use crate::fault::WireError;
use crate::time::Clock;

/// Most bytes of a message's header lines.
const MAX_HEAD: usize = 4096;
const NAME: &[u8] = b"Content-Length";
const END: &[u8] = b"\r\n\r\n";

/// Finds the messages of one stream in the buffer they are received into.
#[derive(Debug)]
pub struct Splitter {
    max_bytes: usize,
    arrival: Arrival,
    /// Where the incomplete message lies, once its header has been read.
    body: Option<Range<usize>>,
}

impl Splitter {
    /// For a stream whose messages are within `limits`.
    pub fn new(limits: &Limits) -> Self {
        Splitter {
            max_bytes: limits.message_bytes,
            arrival: Arrival::new(limits),
            body: None,
        }
    }

    /// Consumes the previous message. [`Splitter::next`] does it too.
    #[inline]
    pub fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// The next complete message: where it lies in `buf`'s data, without its header. `None` until
    /// more bytes arrive.
    pub fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        self.release(buf);
        let data = buf.data();
        if data.is_empty() {
            return Ok(None);
        }
        let body = match self.body.take() {
            Some(body) => body,
            None => match self.header(data)? {
                Some(body) => body,
                None => {
                    self.arrival.lacks(END.len(), clock)?;
                    return Ok(None);
                }
            },
        };
        if data.len() < body.end {
            self.arrival.lacks(body.end - data.len(), clock)?;
            self.body = Some(body);
            return Ok(None);
        }
        self.arrival.lend(body.end);
        Ok(Some(body))
    }

    /// Where the message lies that the header at the front of `data` announces.
    fn header(&self, data: &[u8]) -> Result<Option<Range<usize>>, WireError> {
        let (mut at, mut length) = (0, None);
        loop {
            let rest = &data[at..data.len().min(MAX_HEAD)];
            let Some(n) = rest.iter().position(|b| *b == b'\n') else {
                return match data.len() {
                    ..MAX_HEAD => Ok(None),
                    n => Err(bad("header", n as u64)),
                };
            };
            let line = rest[..n].trim_ascii();
            at += n + 1;
            if line.is_empty() {
                let n: usize = length.ok_or(bad("Content-Length", 0))?;
                return Ok(Some(at..at + n));
            }
            let colon = line.iter().position(|b| *b == b':');
            let (name, value) = line.split_at(colon.ok_or(bad("header", 0))?);
            if name.trim_ascii().eq_ignore_ascii_case(NAME) {
                let n = number(value[1..].trim_ascii()).ok_or(bad("Content-Length", 0))?;
                if n > self.max_bytes as u64 {
                    return Err(WireError::TooLarge { bytes: n });
                }
                if length.replace(n as usize).is_some_and(|m| m as u64 != n) {
                    return Err(bad("Content-Length", n));
                }
            }
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

fn bad(field: &'static str, value: u64) -> WireError {
    WireError::BadField {
        field,
        value: u32::try_from(value).unwrap_or(u32::MAX),
    }
}

/// Parses digits and nothing else; saturates beyond 64 bits.
pub(crate) fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let more = |n: u64, d: &u8| n.saturating_mul(10).saturating_add(u64::from(d - b'0'));
    Some(digits.iter().fold(0, more))
}

/// A decimal length before the content it counts. It gets as many digits as the previous one had,
/// so content seldom has to be moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Length {
    width: usize,
}

impl Default for Length {
    fn default() -> Self {
        Length { width: 3 }
    }
}

impl Length {
    /// How many digits are reserved.
    #[inline]
    pub(crate) fn width(self) -> usize {
        self.width
    }

    /// Reserves space for the digits.
    #[inline]
    pub(crate) fn reserve(self, buf: &mut Buf) {
        buf.put(&b"00000000000000000000"[..self.width]);
    }

    /// Writes the length of the content from `from` on into the space at `at`; returns where the
    /// content begins afterwards.
    #[inline]
    pub(crate) fn fill(&mut self, buf: &mut Buf, at: usize, from: usize) -> usize {
        let mut digits = [0; 20];
        let digits = decimal(&mut digits, (buf.len() - from) as u64);
        let from = match digits.len() == self.width {
            true => from,
            false => self.make_room(buf, at, from, digits.len()),
        };
        buf.data_mut()[at..at + digits.len()].copy_from_slice(digits);
        from
    }

    #[cold]
    fn make_room(&mut self, buf: &mut Buf, at: usize, from: usize, width: usize) -> usize {
        let (before, end) = (at + self.width, buf.len());
        if width > self.width {
            buf.put(&[0; 20][..width - self.width]);
        }
        buf.data_mut().copy_within(before..end, at + width);
        let moved = from - self.width + width;
        buf.truncate(end - self.width + width);
        self.width = width;
        moved
    }
}

/// The decimal digits of a number.
pub(crate) fn decimal(room: &mut [u8; 20], mut n: u64) -> &[u8] {
    let mut at = room.len();
    loop {
        at -= 1;
        room[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            return &room[at..];
        }
    }
}

/// Starts messages and completes them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Writer {
    length: Length,
}

impl Writer {
    const BEFORE: &'static [u8] = b"Content-Length: ";

    /// Appends a header to `buf`; the message is appended after it.
    #[inline]
    pub(crate) fn begin(self, buf: &mut Buf) {
        buf.put(Self::BEFORE);
        self.length.reserve(buf);
        buf.put(END);
    }

    /// Completes the message that [`begin`](Self::begin) started at `start` bytes from the front.
    #[inline]
    pub(crate) fn finish(&mut self, buf: &mut Buf, start: usize) {
        let at = start + Self::BEFORE.len();
        self.length
            .fill(buf, at, at + self.length.width + END.len());
    }

    /// Length in bytes of the header of the message being written.
    #[inline]
    pub(crate) fn head(self) -> usize {
        Self::BEFORE.len() + self.length.width + END.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Instant;
    use alloc::vec::Vec;

    fn at(ns: u64) -> Instant {
        Instant::from_nanos(ns)
    }

    #[test]
    fn whole_messages_and_byte_at_a_time_give_the_same() {
        let wire = b"Content-Length: 3\r\n\r\nabc\
            Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:0\r\n\r\n\
            Content-Length:  0001\n\nz";
        for step in [1, 3, wire.len()] {
            let (mut s, mut buf) = (Splitter::new(&Limits::default()), Buf::new());
            let mut got = Vec::new();
            for piece in wire.chunks(step) {
                buf.put(piece);
                while let Some(r) = s.next(&mut buf, &Clock::at(at(0))).unwrap() {
                    got.push(buf.data()[r].to_vec());
                }
            }
            assert_eq!(got, [&b"abc"[..], b"", b"z"]);
            assert!(
                buf.is_empty() && s.arrival().wanted() == 0 && s.arrival().deadline().is_none()
            );
        }
    }

    #[test]
    fn headers_that_lie_are_refused() {
        let field = |field, value| Err(WireError::BadField { field, value });
        let huge = [b'x'; MAX_HEAD];
        let cases: [(&[u8], _); 8] = [
            (
                b"Content-Length: 67108865\r\n\r\n",
                Err(WireError::TooLarge {
                    bytes: (64 << 20) + 1,
                }),
            ),
            (
                b"Content-Length: 99999999999999999999999\r\n\r\n",
                Err(WireError::TooLarge { bytes: u64::MAX }),
            ),
            (b"Content-Length: -1\r\n\r\n", field("Content-Length", 0)),
            (
                b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
                field("Content-Length", 2),
            ),
            (b"Content-Type: x\r\n\r\n", field("Content-Length", 0)),
            (b"\r\n", field("Content-Length", 0)),
            (b"{\"jsonrpc\"}\n", field("header", 0)),
            (&huge, field("header", MAX_HEAD as u32)),
        ];
        for (wire, want) in cases {
            let (mut s, mut buf) = (Splitter::new(&Limits::default()), Buf::new());
            buf.put(wire);
            assert_eq!(
                s.next(&mut buf, &Clock::at(at(0))),
                want,
                "{}",
                wire.escape_ascii()
            );
        }
    }

    #[test]
    fn lengths_of_any_width_follow_each_other() {
        let (mut writer, mut buf, mut splitter) = (
            Writer::default(),
            Buf::new(),
            Splitter::new(&Limits::default()),
        );
        let sizes = [0, 5, 100, 12345, 9, 99, 1000];
        for n in sizes {
            let start = buf.len();
            writer.begin(&mut buf);
            assert_eq!(buf.len(), start + writer.head());
            buf.put(&alloc::vec![b'a'; n]);
            writer.finish(&mut buf, start);
        }
        for n in sizes {
            let range = splitter.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
            assert_eq!(&buf.data()[range], alloc::vec![b'a'; n]);
        }
    }
}
