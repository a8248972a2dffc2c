//! One stream whose frames another implementation of HTTP reads and writes: what it has received comes in as a list of
//! fields and plain content, and what it is to send is taken likewise. Flow control is that implementation's.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use manyrpc_codec::Buf;

use super::carrier::Carrier;
use super::connection::{Heading, Prepared};
use super::event::{Event, StreamId};
use super::fault::{Refused, Violation};
use super::fields::Fields;
use super::frame::ErrorCode;
use crate::Limits;
use crate::contract::Rx;
use crate::time::{Clock, Instant};

/// The only stream.
const STREAM: StreamId = StreamId(1);

/// One request and its response.
#[derive(Debug)]
pub struct Exchange {
    /// As [`Limits::metadata_bytes`].
    header_list_bytes: usize,
    /// As [`Limits::queued_bytes`].
    queued_bytes: usize,
    request: Fields,
    /// The request was not told yet.
    is_new: bool,
    /// No content follows what was received.
    ended: bool,
    /// The end was told.
    end_told: bool,
    /// Bytes that the last event pointed into.
    lent: usize,
    held: bool,
    prepared: Vec<Fields>,
    /// The head of the response, until it is taken.
    head: Option<Fields>,
    answered: bool,
    trailers: Option<Fields>,
    over: bool,
    /// Complete content, then that being written.
    out: Buf,
    complete: usize,
}

impl Exchange {
    /// For one exchange within these limits.
    pub fn new(limits: &Limits) -> Self {
        Exchange {
            header_list_bytes: limits.metadata_bytes,
            queued_bytes: limits.queued_bytes,
            request: Fields::new(),
            is_new: false,
            ended: false,
            end_told: false,
            lent: 0,
            held: false,
            prepared: Vec::new(),
            head: None,
            answered: false,
            trailers: None,
            over: false,
            out: Buf::new(),
            complete: 0,
        }
    }

    /// The request's head has arrived; [`Carrier::next_event`] tells of it.
    pub fn begin(&mut self, request: Fields) {
        self.request = request;
        self.is_new = true;
    }

    /// The head of the response, once.
    pub fn take_head(&mut self) -> Option<Fields> {
        self.head.take()
    }

    /// Complete content that was not taken yet.
    pub fn take_content(&mut self) -> Option<Buf> {
        self.abandon_data();
        self.complete = 0;
        (!self.out.is_empty()).then(|| mem::take(&mut self.out))
    }

    /// Whether the response is complete.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The trailers of the response, once.
    pub fn take_trailers(&mut self) -> Option<Fields> {
        self.trailers.take()
    }

    fn is_open(&self, stream: StreamId) -> Result<(), Refused> {
        match stream == STREAM && !self.over {
            true => Ok(()),
            false => Err(Refused::NoSuchStream),
        }
    }

    fn fields(&self, heading: Heading<'_>) -> Fields {
        let prepared = heading.prepared.and_then(|Prepared(at)| {
            let prepared = self.prepared.get(at as usize);
            prepared.cloned()
        });
        let mut fields = prepared.unwrap_or_default();
        heading.fields.iter().for_each(|field| fields.push(*field));
        fields
    }
}

impl Carrier for Exchange {
    fn next_event(&mut self, rx: &mut Rx, _: &Clock) -> Option<Event> {
        rx.buf.consume(mem::take(&mut self.lent));
        let (stream, n) = (STREAM, rx.buf.len());
        if mem::take(&mut self.is_new) {
            if self.request.size() > self.header_list_bytes {
                return Some(Event::TooLong { stream });
            }
            self.end_told = self.ended && n == 0;
            let end = self.end_told;
            return Some(Event::Headers { stream, end });
        }
        if self.end_told || (n == 0 && !self.ended) {
            return None;
        }
        (self.lent, self.end_told) = (n, self.ended);
        Some(Event::Data {
            stream,
            range: 0..n,
            end: self.ended,
        })
    }

    fn head(&self) -> &Fields {
        &self.request
    }

    fn head_token(&self) -> u64 {
        0
    }

    fn lend(&mut self, rx: &mut Rx, message: &mut Buf) -> Range<usize> {
        rx.buf.consume(mem::take(&mut self.lent));
        let n = message.len();
        message.put(rx.buf.data());
        rx.buf.clear();
        mem::swap(&mut rx.buf, message);
        self.lent = n;
        0..n
    }

    /// What is read next is up to the other implementation.
    fn consumed(&mut self, _: StreamId, _: u32) {}

    fn hold(&mut self, stream: StreamId, held: bool) {
        self.held = held && self.is_open(stream).is_ok();
    }

    fn wanted(&self) -> usize {
        0
    }

    fn open_streams(&self) -> usize {
        usize::from(!self.over)
    }

    fn handle_end(&mut self) {
        self.ended = true;
    }

    fn prepare(&mut self, fields: Fields) -> Prepared {
        self.prepared.push(fields);
        Prepared(self.prepared.len() as u32 - 1)
    }

    fn respond<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
        end: bool,
    ) -> Result<(), Refused> {
        self.is_open(stream)?;
        self.head = Some(self.fields(heading.into()));
        (self.answered, self.over) = (true, end);
        Ok(())
    }

    fn extend_head(&mut self, stream: StreamId, heading: Heading<'_>) -> Result<(), Refused> {
        self.is_open(stream)?;
        if self.head.is_none() {
            return Err(Refused::AlreadyEnded);
        }
        self.head = Some(self.fields(heading));
        Ok(())
    }

    fn trailers<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
    ) -> Result<(), Refused> {
        self.is_open(stream)?;
        self.abandon_data();
        self.trailers = Some(self.fields(heading.into()));
        self.over = true;
        Ok(())
    }

    /// A request whose response is over is read no further in any case.
    fn reset(&mut self, _: StreamId, _: ErrorCode) {
        self.over = true;
    }

    fn begin_data(&mut self, stream: StreamId) -> Result<(), Refused> {
        self.abandon_data();
        self.is_open(stream)?;
        match self.answered {
            true => Ok(()),
            false => Err(Refused::NoSuchStream),
        }
    }

    fn begin_promised(&mut self, stream: StreamId) -> Result<(), Refused> {
        self.begin_data(stream)
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.out
    }

    fn body_bytes(&mut self) -> &mut [u8] {
        &mut self.out.data_mut()[self.complete..]
    }

    fn shorten_data(&mut self, n: usize) {
        self.out.truncate(self.complete + n);
    }

    fn abandon_data(&mut self) {
        self.out.truncate(self.complete);
    }

    fn finish_data(&mut self, end: bool) -> Result<(), Refused> {
        if self.over {
            self.abandon_data();
            return Err(Refused::AlreadyEnded);
        }
        (self.complete, self.over) = (self.out.len(), end);
        Ok(())
    }

    fn stream_backlog(&mut self, _: StreamId) -> usize {
        self.complete
    }

    /// There are no windows to wait for.
    fn is_backlog_full(&self) -> bool {
        false
    }

    fn is_full(&self) -> bool {
        self.held || self.complete > self.queued_bytes
    }

    fn poll_transmit(&mut self) -> Option<&[u8]> {
        let due = &self.out.data()[..self.complete];
        (!due.is_empty()).then_some(due)
    }

    fn sent(&mut self, n: usize) {
        let n = n.min(self.complete);
        self.complete -= n;
        self.out.consume(n);
    }

    fn broken(&self) -> Option<Violation> {
        None
    }

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn handle_timeout(&mut self, _: Instant) {}

    fn shut_down(&mut self) {}

    fn shrink(&mut self) {}

    fn rest(&mut self) {}
}
