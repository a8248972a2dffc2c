//! What the user of a connection asks for: requests, responses, trailers, endings.

use alloc::vec::Vec;

use super::control::SHUTDOWN_PING;
use super::{Connection, Shutdown};
use crate::carrier::http2::event::StreamId;
use crate::carrier::http2::fault::{Refused, Violation};
use crate::carrier::http2::fields::{Field, Fields};
use crate::carrier::http2::frame::{self, ErrorCode, Header, Kind, LAST_STREAM};
use crate::carrier::http2::state::State;
use crate::carrier::http2::streams::Ending;

/// Fields that are sent again and again, kept encoded by their connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prepared(u32);

/// The fields of a header list: prepared ones first, then others.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// What [`Connection::prepare`] gave.
    pub prepared: Option<Prepared>,
    /// What comes behind that.
    pub fields: &'a [Field<'a>],
}

impl From<Prepared> for Heading<'_> {
    fn from(prepared: Prepared) -> Self {
        Heading {
            prepared: Some(prepared),
            fields: &[],
        }
    }
}

impl<'a> From<&'a [Field<'a>]> for Heading<'a> {
    fn from(fields: &'a [Field<'a>]) -> Self {
        Heading {
            prepared: None,
            fields,
        }
    }
}

impl<'a, const N: usize> From<&'a [Field<'a>; N]> for Heading<'a> {
    fn from(fields: &'a [Field<'a>; N]) -> Self {
        Heading::from(&fields[..])
    }
}

/// Prepared fields, and what they are encoded as while the encoder's state is the same.
#[derive(Debug)]
pub(super) struct Template {
    fields: Fields,
    is_head: bool,
    block: Vec<u8>,
    state: Option<u64>,
}

impl Connection {
    /// Keeps fields that will be sent often. There is no taking back: prepare what is known
    /// beforehand, or few.
    pub fn prepare(&mut self, fields: Fields) -> Prepared {
        let is_head = fields.get(b":method") == Some(b"HEAD");
        self.prepared.push(Template {
            fields,
            is_head,
            block: Vec::new(),
            state: None,
        });
        Prepared(self.prepared.len() as u32 - 1)
    }

    /// Whether a request can begin.
    pub(super) fn may_request(&self) -> Result<(), Refused> {
        self.may_reserve()?;
        match self.reserved.is_empty() && self.permits_another() {
            true => Ok(()),
            false => Err(Refused::TooManyStreams),
        }
    }

    /// Whether a request can begin, now or later.
    fn may_reserve(&self) -> Result<(), Refused> {
        let going = self.peer_goes.is_some() || self.shutdown != Shutdown::No;
        if self.broken.is_some() || going || !self.client {
            return Err(Refused::GoingAway);
        }
        match self.next_stream > LAST_STREAM {
            true => Err(Refused::OutOfStreams),
            false => Ok(()),
        }
    }

    /// Whether the peer permits another stream (5.1.2). Before it has said anything, as many as any
    /// should (6.5.2): what is beyond would be refused.
    fn permits_another(&self) -> bool {
        let most = match self.greeted {
            true => self.peer.streams as usize,
            false => BEFORE_SETTINGS,
        };
        self.open_streams() < most
    }

    /// A stream for a request that cannot begin yet. What is written to it waits;
    /// [`open`](Self::open) begins it, in the order of reservations.
    ///
    /// # Errors
    /// There is none: no more requests are made on this connection.
    pub fn reserve(&mut self) -> Result<StreamId, Refused> {
        self.may_reserve()?;
        let id = self.next_stream;
        self.next_stream += 2;
        // What it may send, it learns when it is opened.
        self.streams
            .open(id, State::Idle, 0, self.config.stream_window_bytes);
        self.reserved.push_back(id);
        Ok(StreamId(id))
    }

    /// The reserved stream that can be [opened](Self::open) now.
    pub fn next_reserved(&self) -> Option<StreamId> {
        let next = self.reserved.front().copied().map(StreamId);
        next.filter(|_| self.may_reserve().is_ok() && self.permits_another())
    }

    /// Begins the request of [`next_reserved`](Self::next_reserved), as
    /// [`request`](Self::request); what was written to it goes behind.
    ///
    /// # Errors
    /// Nothing was sent, and the stream is still reserved.
    pub fn open<'a>(&mut self, heading: impl Into<Heading<'a>>) -> Result<(), Refused> {
        let StreamId(id) = self.next_reserved().ok_or(Refused::TooManyStreams)?;
        let heading = heading.into();
        self.fits(heading)?;
        self.reserved.pop_front();
        let window = i64::from(self.peer.window_bytes);
        let no_content = self.is_head(heading);
        let Some(open) = self.streams.get(id) else {
            return Err(Refused::NoSuchStream);
        };
        open.state = State::Open;
        open.send_window = window;
        open.no_content = no_content;
        let (waits, ended) = (open.has_backlog(), open.ending == Ending::Data);
        open.queued = waits;
        if waits {
            self.waiting.push_back(id);
        }
        self.put_headers(id, heading, ended && !waits);
        if ended && !waits {
            self.end_sent(id);
        }
        Ok(())
    }

    /// Begins a request; with `end` it has no content. Names must be in lower case, pseudo-header
    /// fields first ([`head`](crate::carrier::http2::head) has the checks for what comes from
    /// elsewhere).
    ///
    /// # Errors
    /// Nothing was sent.
    #[inline]
    pub fn request<'a>(
        &mut self,
        heading: impl Into<Heading<'a>>,
        end: bool,
    ) -> Result<StreamId, Refused> {
        self.may_request()?;
        let heading = heading.into();
        self.fits(heading)?;
        let id = self.next_stream;
        self.next_stream += 2;
        let state = if end {
            State::HalfClosedLocal
        } else {
            State::Open
        };
        let no_content = self.is_head(heading);
        let (send, receive) = (self.peer.window_bytes, self.config.stream_window_bytes);
        let open = self.streams.open(id, state, send, receive);
        open.no_content = no_content;
        self.put_headers(id, heading, end);
        Ok(StreamId(id))
    }

    /// Answers a request; with `end` there is neither content nor a trailer. Statuses below 200
    /// may come before the final one.
    ///
    /// # Errors
    /// Nothing was sent.
    #[inline]
    pub fn respond<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
        end: bool,
    ) -> Result<(), Refused> {
        let heading = heading.into();
        self.may_send(stream)?;
        self.fits(heading)?;
        self.put_headers(stream.0, heading, end);
        if end {
            self.end_sent(stream.0);
        }
        Ok(())
    }

    /// More fields for a head that was written last and did not go yet; content that was begun
    /// behind it stays. `heading` has what was written, prepared, and what is new.
    ///
    /// # Errors
    /// Nothing was added: the head is too long, or not there any more.
    pub fn extend_head(&mut self, stream: StreamId, heading: Heading<'_>) -> Result<(), Refused> {
        self.fits(heading)?;
        let written = Header {
            length: self.scratch.len() as u32,
            kind: Kind::Headers,
            flags: frame::END_HEADERS,
            stream: stream.0,
        };
        let behind = self.out.start();
        let start = behind.checked_sub(frame::HEADER + self.scratch.len());
        let start = start.filter(|at| self.out.buf.data()[*at..].starts_with(&written.emit()));
        let start = start.ok_or(Refused::AlreadyEnded)?;
        // The block goes on where it ended, so the tables are as the peer's will be.
        for field in heading.fields {
            self.encoder.field(*field, &mut self.scratch);
        }
        let content = self.out.unfinished().to_vec();
        self.out.buf.truncate(start);
        self.put_block(stream.0, 0);
        self.out.buf.put(&content);
        Ok(())
    }

    /// Ends a message with trailers, once its content is sent.
    ///
    /// # Errors
    /// Nothing was sent.
    #[inline]
    pub fn trailers<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
    ) -> Result<(), Refused> {
        let heading = heading.into();
        self.may_send(stream)?;
        self.fits(heading)?;
        let open = self.streams.get(stream.0).ok_or(Refused::NoSuchStream)?;
        if open.has_backlog() {
            open.ending = Ending::Trailers;
            let prepared = heading
                .prepared
                .and_then(|p| self.prepared.get(p.0 as usize));
            let first = prepared
                .into_iter()
                .flat_map(|template| template.fields.iter());
            for field in first.chain(heading.fields.iter().copied()) {
                open.trailers.push(field);
            }
            return Ok(());
        }
        self.put_headers(stream.0, heading, true);
        self.end_sent(stream.0);
        Ok(())
    }

    /// Ends a stream at once (6.4): what was not sent of it is dropped, and gives no event.
    pub fn reset(&mut self, stream: StreamId, code: ErrorCode) {
        if self.broken.is_none() && self.streams.get(stream.0).is_some() {
            self.end_stream_by_reset(stream.0, code);
        }
    }

    /// Asks for a sign of life: [`Event::Pong`](super::Event::Pong) with the same number.
    pub fn ping(&mut self, opaque: u64) {
        if self.broken.is_none() {
            self.put_frame(Kind::Ping, 0, 0, &opaque.to_be_bytes());
        }
    }

    /// Takes no more streams, after those that are on their way, and lets the others end (6.8).
    pub fn shut_down(&mut self) {
        if self.broken.is_some() || self.shutdown != Shutdown::No {
            return;
        }
        if self.client {
            return self.take_no_more();
        }
        self.put_goaway(LAST_STREAM, GOING);
        self.ping(SHUTDOWN_PING);
        self.shutdown = Shutdown::Asked;
    }

    /// The second word of a shutdown: what is above the last stream is not taken.
    pub(super) fn take_no_more(&mut self) {
        let last = self.last_peer_stream;
        self.put_goaway(last, GOING);
        self.shutdown = Shutdown::Above(last);
    }

    pub(super) fn put_goaway(&mut self, last: u32, why: Violation) {
        let mut payload = Vec::with_capacity(8 + why.what.len());
        payload.extend_from_slice(&last.to_be_bytes());
        payload.extend_from_slice(&u32::from(why.code).to_be_bytes());
        payload.extend_from_slice(why.what.as_bytes());
        self.put_frame(Kind::GoAway, 0, 0, &payload);
    }

    /// A stream that we may send on.
    #[inline]
    pub(super) fn may_send(&mut self, stream: StreamId) -> Result<(), Refused> {
        if self.broken.is_some() {
            return Err(Refused::GoingAway);
        }
        let open = self.streams.get(stream.0).ok_or(Refused::NoSuchStream)?;
        // What is reserved will be open.
        let may = open.state.may_send() || open.state == State::Idle;
        if !may || open.ending != Ending::Open {
            return Err(Refused::AlreadyEnded);
        }
        Ok(())
    }

    /// Whether the peer takes a list of that size (6.5.2).
    #[inline]
    fn fits(&self, heading: Heading<'_>) -> Result<(), Refused> {
        let most = self.peer.header_list_bytes as usize;
        let prepared = heading
            .prepared
            .and_then(|p| self.prepared.get(p.0 as usize));
        let mut bytes = prepared.map_or(0, |template| template.fields.size());
        for field in heading.fields {
            bytes += field.size();
        }
        if bytes > most {
            return Err(Refused::TooLarge { bytes, most });
        }
        Ok(())
    }

    fn is_head(&self, heading: Heading<'_>) -> bool {
        let prepared = heading
            .prepared
            .and_then(|p| self.prepared.get(p.0 as usize));
        let mut fields = heading.fields.iter();
        prepared.is_some_and(|template| template.is_head)
            || fields.any(|f| f.name == b":method" && f.value == b"HEAD")
    }

    /// Writes HEADERS, and CONTINUATION where the block is longer than a frame (6.10).
    #[inline]
    pub(super) fn put_headers(&mut self, id: u32, heading: Heading<'_>, end: bool) {
        // Content that was begun and not finished must not become part of a frame.
        self.abandon_data();
        self.alive.spoke(1);
        self.encode(heading);
        let end_stream = if end { frame::END_STREAM } else { 0 };
        self.put_block(id, end_stream);
    }

    #[inline]
    fn put_block(&mut self, id: u32, end_stream: u8) {
        let n = self.scratch.len();
        if n <= frame::LEAST_MAX_FRAME as usize {
            let header = Header {
                length: n as u32,
                kind: Kind::Headers,
                flags: frame::END_HEADERS | end_stream,
                stream: id,
            };
            self.out.buf.put_array(header.emit());
            self.out.buf.put(&self.scratch);
        } else {
            self.put_long_headers(id, end_stream);
        }
        self.out.commit();
    }

    #[cold]
    fn put_long_headers(&mut self, id: u32, end_stream: u8) {
        let pieces = self.scratch.chunks(frame::LEAST_MAX_FRAME as usize);
        let count = pieces.len();
        for (i, piece) in pieces.enumerate() {
            let (kind, first) = match i {
                0 => (Kind::Headers, end_stream),
                _ => (Kind::Continuation, 0),
            };
            let last = if i + 1 == count {
                frame::END_HEADERS
            } else {
                0
            };
            let header = Header {
                length: piece.len() as u32,
                kind,
                flags: first | last,
                stream: id,
            };
            self.out.buf.put_array(header.emit());
            self.out.buf.put(piece);
        }
    }

    /// Encodes a list into the scratch memory.
    #[inline]
    fn encode(&mut self, heading: Heading<'_>) {
        let out = &mut self.scratch;
        out.clear();
        self.encoder.begin(out);
        let prepared = heading.prepared.map(|p| p.0 as usize);
        if let Some(template) = prepared.and_then(|at| self.prepared.get_mut(at)) {
            let state = self.encoder.state();
            if state.is_some() && template.state == state {
                out.extend_from_slice(&template.block);
            } else {
                let start = out.len();
                let fields = template.fields.iter();
                fields.for_each(|field| self.encoder.field(field, out));
                // What put nothing into the table is the same the next time.
                if state.is_some() && self.encoder.state() == state {
                    template.block.clear();
                    template.block.extend_from_slice(&out[start..]);
                    template.state = state;
                }
            }
        }
        for field in heading.fields {
            self.encoder.field(*field, out);
        }
    }

    /// We have ended our side of a stream.
    #[inline]
    pub(super) fn end_sent(&mut self, id: u32) {
        if let Some(open) = self.streams.get(id) {
            open.state = open.state.end_sent();
            if open.state.is_over() {
                self.close_stream(id, State::Ended);
                // Who lets calls end may give up some.
                self.resets.earn(1);
            }
        }
    }

    /// Tells the peer that a stream is over, and forgets it.
    pub(super) fn end_stream_by_reset(&mut self, id: u32, code: ErrorCode) {
        // Of what is only reserved the peer knows nothing.
        if let Some(at) = self.reserved.iter().position(|reserved| *reserved == id) {
            self.reserved.remove(at);
            return self.close_stream(id, State::ResetByUs);
        }
        self.put_frame(Kind::RstStream, 0, id, &u32::from(code).to_be_bytes());
        self.close_stream(id, State::ResetByUs);
    }

    /// Forgets a stream.
    #[inline]
    pub(super) fn close_stream(&mut self, id: u32, how: State) {
        self.backlog_bytes -= self.streams.close(id, how);
    }
}

/// Streams that may be open before the peer has said how many.
const BEFORE_SETTINGS: usize = 100;

/// What a shutdown says.
const GOING: Violation = Violation {
    code: ErrorCode::NoError,
    what: "",
};
