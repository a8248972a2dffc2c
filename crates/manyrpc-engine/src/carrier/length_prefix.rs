//! Messages on a byte stream, each after its length in 32 bits, big-endian.
//!
//! ```
//! use manyrpc_engine::carrier::length_prefix::{self, Splitter};
//! use manyrpc_engine::{Buf, Clock, Instant, Limits};
//!
//! let (mut buf, clock) = (Buf::new(), Clock::at(Instant::ZERO));
//! length_prefix::begin(&mut buf);
//! buf.put(b"hello");
//! length_prefix::finish(&mut buf, 0);
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

/// Bytes of the length field.
pub const HEADER: usize = 4;

/// Finds the messages of one stream in the buffer they are received into.
#[derive(Debug)]
pub struct Splitter {
    max_bytes: usize,
    arrival: Arrival,
}

impl Splitter {
    /// For a stream whose messages are within `limits`.
    pub fn new(limits: &Limits) -> Self {
        Splitter {
            max_bytes: limits.message_bytes,
            arrival: Arrival::new(limits),
        }
    }

    /// Consumes the previous message. [`Splitter::next`] does it too.
    #[inline]
    pub fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// The next complete message: where it lies in `buf`'s data, without its length. `None` until
    /// more bytes arrive.
    #[inline]
    pub fn next(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<Range<usize>>, WireError> {
        self.release(buf);
        let data = buf.data();
        let Some(head) = data.first_chunk::<HEADER>() else {
            if !data.is_empty() {
                self.arrival.lacks(HEADER - data.len(), clock)?;
            }
            return Ok(None);
        };
        let n = u32::from_be_bytes(*head) as usize;
        if n > self.max_bytes {
            return Err(WireError::TooLarge { bytes: n as u64 });
        }
        if data.len() - HEADER < n {
            self.arrival.lacks(HEADER + n - data.len(), clock)?;
            return Ok(None);
        }
        self.arrival.lend(HEADER + n);
        Ok(Some(HEADER..HEADER + n))
    }

    /// The state of the incoming message.
    #[inline]
    pub fn arrival(&self) -> &Arrival {
        &self.arrival
    }
}

/// Reserves the length of a message at the end of `buf`; the message is appended after it.
#[inline]
pub fn begin(buf: &mut Buf) {
    buf.put_u32(0);
}

/// Completes the message that [`begin`] started at `start` bytes from the front of `buf`'s data.
#[inline]
pub fn finish(buf: &mut Buf, start: usize) {
    let n = buf.len() - start - HEADER;
    buf.patch_u32(start, n as u32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Instant;

    fn at(ns: u64) -> Instant {
        Instant::from_nanos(ns)
    }

    #[test]
    fn whole_messages_and_byte_at_a_time_give_the_same() {
        let wire = b"\0\0\0\x03abc\0\0\0\0\0\0\0\x01z";
        for step in [1, 3, wire.len()] {
            let (mut s, mut buf, mut got) =
                (Splitter::new(&Limits::default()), Buf::new(), alloc::vec![]);
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
    fn a_lying_length_is_refused_and_a_long_one_reported() {
        let (mut s, mut buf) = (Splitter::new(&Limits::default()), Buf::new());
        buf.put(&(32u32 << 20).to_be_bytes());
        assert_eq!(s.next(&mut buf, &Clock::at(at(5))), Ok(None));
        assert_eq!(s.arrival().wanted(), 32 << 20);
        assert_eq!(
            s.arrival().deadline(),
            Some(at(5) + Limits::default().message_timeout)
        );
        assert_eq!(
            s.next(
                &mut buf,
                &Clock::at(at(5) + Limits::default().message_timeout)
            ),
            Err(WireError::TooSlow)
        );
        let (mut s, mut buf) = (Splitter::new(&Limits::default()), Buf::new());
        buf.put(&[0xff; 4]);
        let bytes = 0xffff_ffff;
        assert_eq!(
            s.next(&mut buf, &Clock::at(at(0))),
            Err(WireError::TooLarge { bytes })
        );
        assert!(buf.capacity() <= 512);
    }
}
