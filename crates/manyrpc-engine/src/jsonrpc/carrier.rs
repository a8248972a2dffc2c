//! What messages lie in: a bare stream with one of its framings.

use core::ops::Range;

use manyrpc_codec::Buf;

use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::outbox::Outbox;
use crate::carrier::{content_length, lines};
use crate::fault::WireError;
use crate::time::Instant;

/// How messages are told apart on a bare stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// Each in a line of its own.
    #[default]
    Line,
    /// Each behind a header with its length, as the Language Server Protocol has it.
    ContentLength,
}

/// A stream with its framing, and what is to be sent on it.
#[derive(Debug)]
pub(super) struct Stream {
    kind: Kind,
    pub(super) out: Outbox,
}

#[derive(Debug)]
enum Kind {
    Line(lines::Splitter),
    ContentLength(content_length::Splitter, content_length::Writer),
}

impl Stream {
    pub(super) fn new(limits: &Limits, framing: Framing) -> Self {
        let kind = match framing {
            Framing::Line => Kind::Line(lines::Splitter::new(limits)),
            Framing::ContentLength => Kind::ContentLength(
                content_length::Splitter::new(limits),
                content_length::Writer::default(),
            ),
        };
        Stream {
            kind,
            out: Outbox::default(),
        }
    }

    /// The next message, and what to call the exchange that it begins.
    #[inline]
    pub(super) fn next(
        &mut self,
        buf: &mut Buf,
        now: Instant,
    ) -> Result<Option<Range<usize>>, WireError> {
        match &mut self.kind {
            Kind::Line(splitter) => splitter.next(buf, now),
            Kind::ContentLength(splitter, _) => splitter.next(buf, now),
        }
    }

    /// Consumes the previous message.
    pub(super) fn release(&mut self, buf: &mut Buf) {
        match &mut self.kind {
            Kind::Line(splitter) => splitter.release(buf),
            Kind::ContentLength(splitter, _) => splitter.release(buf),
        }
    }

    pub(super) fn arrival(&self) -> &Arrival {
        match &self.kind {
            Kind::Line(splitter) => splitter.arrival(),
            Kind::ContentLength(splitter, _) => splitter.arrival(),
        }
    }

    /// Starts a message at the end of the output.
    #[inline]
    pub(super) fn begin(&mut self) {
        if let Kind::ContentLength(_, writer) = &self.kind {
            writer.begin(&mut self.out.buf);
        }
    }

    /// Bytes that stand before the message that is being written.
    #[inline]
    pub(super) fn head(&self) -> usize {
        match &self.kind {
            Kind::Line(_) => 0,
            Kind::ContentLength(_, writer) => writer.head(),
        }
    }

    /// The message being written is complete.
    #[inline]
    pub(super) fn finish(&mut self) {
        match &mut self.kind {
            Kind::Line(_) => self.out.buf.put(&[lines::END]),
            Kind::ContentLength(_, writer) => {
                let start = self.out.start();
                writer.finish(&mut self.out.buf, start);
            }
        }
        self.out.commit();
    }
}
