//! What protocols use of HTTP/2: streams of header lists and content, whoever frames them.

use core::ops::Range;

use manyrpc_codec::Buf;

use super::connection::{Connection, Heading, Prepared};
use super::event::{Event, StreamId};
use super::fault::{Refused, Violation};
use super::fields::Fields;
use super::frame::ErrorCode;
use crate::contract::Rx;
use crate::time::{Clock, Instant};

/// The server's side of streams. Each method is as that of [`Connection`] with its name, and those without a
/// counterpart there do nothing for one.
#[expect(
    missing_docs,
    reason = "the methods of `Connection` are documented there"
)]
pub trait Carrier: Send {
    // Receiving.
    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Event>;
    fn head(&self) -> &Fields;
    fn head_token(&self) -> u64;
    fn lend(&mut self, rx: &mut Rx, message: &mut Buf) -> Range<usize>;
    fn consumed(&mut self, stream: StreamId, n: u32);
    fn hold(&mut self, stream: StreamId, held: bool);
    fn wanted(&self) -> usize;
    fn open_streams(&self) -> usize;

    /// No content follows what was received.
    fn handle_end(&mut self) {}

    // Responses.
    fn prepare(&mut self, fields: Fields) -> Prepared;
    fn respond<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
        end: bool,
    ) -> Result<(), Refused>;
    fn extend_head(&mut self, stream: StreamId, heading: Heading<'_>) -> Result<(), Refused>;
    fn trailers<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
    ) -> Result<(), Refused>;
    fn reset(&mut self, stream: StreamId, code: ErrorCode);

    // Content and output.
    fn begin_data(&mut self, stream: StreamId) -> Result<(), Refused>;
    fn begin_promised(&mut self, stream: StreamId) -> Result<(), Refused>;
    fn body(&mut self) -> &mut Buf;
    fn body_bytes(&mut self) -> &mut [u8];
    fn shorten_data(&mut self, n: usize);
    fn abandon_data(&mut self);
    fn finish_data(&mut self, end: bool) -> Result<(), Refused>;
    fn stream_backlog(&mut self, stream: StreamId) -> usize;
    fn is_backlog_full(&self) -> bool;
    fn is_full(&self) -> bool;
    fn poll_transmit(&mut self) -> Option<&[u8]>;
    fn sent(&mut self, n: usize);

    // Time and the end.
    fn broken(&self) -> Option<Violation>;
    fn next_timeout(&self) -> Option<Instant>;
    fn handle_timeout(&mut self, now: Instant);
    fn shut_down(&mut self);
    fn shrink(&mut self);
    fn rest(&mut self);
}

impl Carrier for Connection {
    #[inline]
    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Event> {
        Connection::next_event(self, rx, clock)
    }

    #[inline]
    fn head(&self) -> &Fields {
        Connection::head(self)
    }

    #[inline]
    fn head_token(&self) -> u64 {
        Connection::head_token(self)
    }

    #[inline]
    fn lend(&mut self, rx: &mut Rx, message: &mut Buf) -> Range<usize> {
        Connection::lend(self, rx, message)
    }

    #[inline]
    fn consumed(&mut self, stream: StreamId, n: u32) {
        Connection::consumed(self, stream, n)
    }

    #[inline]
    fn hold(&mut self, stream: StreamId, held: bool) {
        Connection::hold(self, stream, held)
    }

    #[inline]
    fn wanted(&self) -> usize {
        Connection::wanted(self)
    }

    #[inline]
    fn open_streams(&self) -> usize {
        Connection::open_streams(self)
    }

    #[inline]
    fn prepare(&mut self, fields: Fields) -> Prepared {
        Connection::prepare(self, fields)
    }

    #[inline]
    fn respond<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
        end: bool,
    ) -> Result<(), Refused> {
        Connection::respond(self, stream, heading, end)
    }

    #[inline]
    fn extend_head(&mut self, stream: StreamId, heading: Heading<'_>) -> Result<(), Refused> {
        Connection::extend_head(self, stream, heading)
    }

    #[inline]
    fn trailers<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
    ) -> Result<(), Refused> {
        Connection::trailers(self, stream, heading)
    }

    #[inline]
    fn reset(&mut self, stream: StreamId, code: ErrorCode) {
        Connection::reset(self, stream, code)
    }

    #[inline]
    fn begin_data(&mut self, stream: StreamId) -> Result<(), Refused> {
        Connection::begin_data(self, stream)
    }

    #[inline]
    fn begin_promised(&mut self, stream: StreamId) -> Result<(), Refused> {
        Connection::begin_promised(self, stream)
    }

    #[inline]
    fn body(&mut self) -> &mut Buf {
        Connection::body(self)
    }

    #[inline]
    fn body_bytes(&mut self) -> &mut [u8] {
        Connection::body_bytes(self)
    }

    #[inline]
    fn shorten_data(&mut self, n: usize) {
        Connection::shorten_data(self, n)
    }

    #[inline]
    fn abandon_data(&mut self) {
        Connection::abandon_data(self)
    }

    #[inline]
    fn finish_data(&mut self, end: bool) -> Result<(), Refused> {
        Connection::finish_data(self, end)
    }

    #[inline]
    fn stream_backlog(&mut self, stream: StreamId) -> usize {
        Connection::stream_backlog(self, stream)
    }

    #[inline]
    fn is_backlog_full(&self) -> bool {
        Connection::is_backlog_full(self)
    }

    #[inline]
    fn is_full(&self) -> bool {
        Connection::is_full(self)
    }

    #[inline]
    fn poll_transmit(&mut self) -> Option<&[u8]> {
        Connection::poll_transmit(self)
    }

    #[inline]
    fn sent(&mut self, n: usize) {
        Connection::sent(self, n)
    }

    #[inline]
    fn broken(&self) -> Option<Violation> {
        Connection::broken(self)
    }

    #[inline]
    fn next_timeout(&self) -> Option<Instant> {
        Connection::next_timeout(self)
    }

    #[inline]
    fn handle_timeout(&mut self, now: Instant) {
        Connection::handle_timeout(self, now)
    }

    #[inline]
    fn shut_down(&mut self) {
        Connection::shut_down(self)
    }

    #[inline]
    fn shrink(&mut self) {
        Connection::shrink(self)
    }

    #[inline]
    fn rest(&mut self) {
        Connection::rest(self)
    }
}
