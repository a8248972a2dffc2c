//! Incoming frames: routes each to the part of the connection that handles it (RFC 9113, 6).

use super::header_block::{Block, of_stream};
use super::reader::Next;
use super::{ALIVE_PING, Connection, Role};
use crate::carrier::http2::event::{By, Event, StreamId};
use crate::carrier::http2::fault::{Scope, Violation, connection, protocol, stream};
use crate::carrier::http2::frame::{self, ErrorCode, HEADER, Header, Kind, LAST_STREAM, unpadded};
use crate::carrier::http2::settings::ENTRY;
use crate::carrier::http2::state::{State, Verdict};
use crate::carrier::http2::streams::Part;
use crate::contract::Rx;
use crate::time::{Clock, Instant};

type Taken = Result<Option<Event>, Scope>;

/// A payload of exactly that many bytes.
fn exactly<const N: usize>(payload: &[u8]) -> Result<[u8; N], Scope> {
    let what = "a frame's size is not that of its kind";
    payload
        .try_into()
        .map_err(|_| connection(ErrorCode::FrameSizeError, what))
}

/// A frame of a kind that belongs to the connection.
fn of_connection(header: Header) -> Result<(), Scope> {
    if header.stream == 0 {
        return Ok(());
    }
    Err(protocol(
        "a stream's frame of a kind that is the connection's",
    ))
}

impl Connection {
    /// The next event in the received bytes. Consumes from `rx` the bytes that the previous event
    /// pointed into. `None` until more bytes arrive.
    pub fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Event> {
        loop {
            self.reader.release(&mut rx.buf);
            if let Some(event) = self.events.used().and_then(|events| events.pop_front()) {
                return Some(event);
            }
            if self.closing.is_broken() {
                rx.buf.clear();
                return None;
            }
            if self.is_full() {
                return None;
            }
            let header = match self.reader.next(&mut rx.buf, clock) {
                Ok(Next::Frame(header)) => header,
                Ok(Next::Wait) => {
                    if let Some(liveness) = &mut self.liveness {
                        liveness.received_part(rx.buf.len(), clock.now());
                    }
                    return None;
                }
                Ok(Next::Again) => continue,
                Ok(Next::Unknown) => {
                    if let Err(scope) = self.budget.idle_frame(clock.now()) {
                        self.refuse(scope, clock.now());
                    }
                    continue;
                }
                Err(scope) => {
                    self.refuse(scope, clock.now());
                    continue;
                }
            };
            if let Some(liveness) = &mut self.liveness {
                liveness.received_frame(clock.now());
            }
            let end = HEADER + header.length as usize;
            match self.frame(header, &rx.buf.data()[HEADER..end], clock.now()) {
                Ok(None) => {}
                Ok(Some(event)) => return Some(event),
                Err(scope) => self.refuse(scope, clock.now()),
            }
        }
    }

    /// Handles one complete frame.
    #[inline]
    fn frame(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        match header.kind {
            Kind::Data => self.data(header, payload, now),
            Kind::Headers => {
                let block = self.header_blocks.headers(header, payload)?;
                block.map_or(Ok(None), |block| self.block(&block, payload, now))
            }
            Kind::Continuation => {
                let block = self.header_blocks.continuation(header, payload)?;
                block.map_or(Ok(None), |block| self.block(&block, payload, now))
            }
            _ => self.control(header, payload, now),
        }
    }

    /// Handles a frame other than HEADERS, CONTINUATION and DATA.
    fn control(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        match header.kind {
            Kind::WindowUpdate => {
                let taken = self.window_update(header, payload, now);
                // At once, so that the result does not depend on when output is drained.
                self.pump();
                taken
            }
            Kind::RstStream => self.rst_stream(header, payload, now),
            Kind::Settings => self.settings(header, payload, now),
            Kind::Ping => self.pinged(header, payload, now),
            Kind::GoAway => self.goaway(header, payload, now),
            Kind::Priority => self.priority(header, payload, now),
            // 8.4: clients disable push, and servers never accept it.
            Kind::PushPromise => Err(protocol("a pushed stream")),
            _ => self.idle_frame(now),
        }
    }

    /// Counts a frame that advances no message.
    #[inline]
    fn idle_frame(&mut self, now: Instant) -> Taken {
        self.budget.idle_frame(now).map(|()| None)
    }

    /// Reacts to a protocol violation.
    #[cold]
    fn refuse(&mut self, scope: Scope, now: Instant) {
        match scope {
            Scope::Connection(why) => self.break_down(why),
            // CVE-2025-8671: causing a reset costs us as much as resetting.
            Scope::Stream(id, why) => match self.budget.reset(now) {
                Err(scope) => self.refuse(scope, now),
                Ok(()) => self.refuse_stream(id, why),
            },
        }
    }

    fn refuse_stream(&mut self, id: u32, why: Violation) {
        let open = self.streams.get(id);
        let known = open.is_some_and(|s| s.has_head() || self.role == Role::Client);
        self.reset_stream(id, why.code);
        if known {
            self.events.push_back(Event::Reset {
                stream: StreamId(id),
                code: why.code,
                by: By::Us(why.what),
            });
        }
    }

    /// Handles a complete header block. It is decoded even if its stream is gone (4.3).
    #[inline]
    fn block(&mut self, block: &Block, payload: &[u8], now: Instant) -> Taken {
        let id = block.stream;
        let (state, verdict) = self.streams.judge(id, Kind::Headers);
        if let Verdict::ConnectionError(code) = verdict {
            return Err(connection(code, "HEADERS of a closed stream"));
        }
        self.header_blocks.decode(block, payload)?;
        match verdict {
            Verdict::Take if state == State::Idle => self.new_request(block, now),
            Verdict::Take => self.more_fields(block, now),
            Verdict::StreamError(code) => Err(stream(id, code, "HEADERS behind the stream's end")),
            _ => self.idle_frame(now),
        }
    }

    /// A client opens a stream.
    fn new_request(&mut self, block: &Block, now: Instant) -> Taken {
        let (id, end) = (block.stream, block.end_stream);
        if !self.streams.note_remote(id) {
            let what = "HEADERS with a stream's number that is out of order";
            return Err(protocol(what));
        }
        if !self.closing.takes(id) {
            // 6.8: ignored, as are the frames that follow.
            self.streams.ignore(id);
            return self.idle_frame(now);
        }
        let full = self.streams.are_full();
        let state = match end {
            true => State::HalfClosedRemote,
            false => State::Open,
        };
        let window = self.sender.peer().window_bytes;
        let open = self.streams.open_remote(id, state, window);
        // 5.1.2
        if full {
            let what = "more streams than permitted";
            return Err(stream(id, ErrorCode::RefusedStream, what));
        }
        let part = open.receive_request(self.header_blocks.list(), end);
        let part = part.map_err(|why| Scope::Stream(id, why))?;
        self.part(part, block, now)
    }

    /// The header list of a response, or trailers.
    #[inline]
    fn more_fields(&mut self, block: &Block, now: Instant) -> Taken {
        let (id, end) = (block.stream, block.end_stream);
        let Some(open) = self.streams.get_mut(id) else {
            return Ok(None);
        };
        let part = open.receive_fields(self.header_blocks.list(), end);
        let part = part.map_err(|why| Scope::Stream(id, why))?;
        if end {
            self.end_received(id)?;
        }
        self.part(part, block, now)
    }

    /// The event for a header block.
    #[inline]
    fn part(&mut self, part: Part, block: &Block, now: Instant) -> Taken {
        let stream = StreamId(block.stream);
        Ok(Some(match part {
            Part::Head => {
                self.budget.message_frame();
                let end = block.end_stream;
                Event::Headers { stream, end }
            }
            Part::Trailers => Event::Trailers { stream },
            Part::Interim => {
                self.budget.idle_frame(now)?;
                Event::Interim { stream }
            }
            // The user decides about the stream. Making us decode that much costs as much as a
            // reset.
            Part::TooLong => {
                self.budget.reset(now)?;
                Event::TooLong { stream }
            }
        }))
    }

    // 6.1
    #[inline]
    fn data(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_stream(header)?;
        let (id, bytes) = (header.stream, header.length);
        // 6.9.1: padding counts too, and so do ignored frames.
        if !self.window.take(bytes) {
            let what = "more data than the connection's window permits";
            return Err(connection(ErrorCode::FlowControlError, what));
        }
        // A frame that is malformed by itself is an error in any stream state.
        let range = unpadded(header, payload);
        let range = range.ok_or(protocol("padding that is longer than its frame"))?;
        let (state, verdict) = self.streams.judge(id, Kind::Data);
        if verdict != Verdict::Take {
            return self.unwanted_data(header, state, verdict, now);
        }
        let n = range.len() as u32;
        let Some(open) = self.streams.get_mut(id) else {
            return Ok(None);
        };
        if let Err(why) = open.receive_data(bytes, n) {
            self.connection_consumed(bytes);
            return Err(Scope::Stream(id, why));
        }
        self.consumed(StreamId(id), bytes - n);
        let end = header.has(frame::END_STREAM);
        if n == 0 && !end {
            return self.idle_frame(now);
        }
        self.budget.message_frame();
        if end && let Err(scope) = self.end_received(id) {
            self.connection_consumed(n);
            return Err(scope);
        }
        Ok(Some(Event::Data {
            stream: StreamId(id),
            range: HEADER + range.start..HEADER + range.end,
            end,
        }))
    }

    /// DATA of a stream that is not open: returns its bytes to the connection's window (5.1).
    #[cold]
    fn unwanted_data(
        &mut self,
        header: Header,
        state: State,
        verdict: Verdict,
        now: Instant,
    ) -> Taken {
        self.connection_consumed(header.length);
        match verdict {
            Verdict::ConnectionError(code) if state == State::Idle => {
                Err(connection(code, "DATA of an idle stream"))
            }
            Verdict::ConnectionError(code) => Err(connection(code, "DATA of a closed stream")),
            Verdict::StreamError(code) => {
                let what = "DATA behind the stream's end";
                Err(stream(header.stream, code, what))
            }
            _ if header.length > 0 => Ok(None),
            _ => self.idle_frame(now),
        }
    }

    /// The peer has ended its side of a stream.
    #[inline]
    fn end_received(&mut self, id: u32) -> Result<(), Scope> {
        let ended = self.streams.end_received(id);
        ended.map_err(|why| Scope::Stream(id, why))
    }

    // 6.3; the content is deprecated (5.3.2).
    fn priority(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_stream(header)?;
        self.budget.idle_frame(now)?;
        let Some(first) = payload.first_chunk::<4>().filter(|_| payload.len() == 5) else {
            let what = "PRIORITY is not of five bytes";
            return Err(stream(header.stream, ErrorCode::FrameSizeError, what));
        };
        // 5.3.1 of RFC 7540, which h2spec still tests: a stream cannot depend on itself.
        if u32::from_be_bytes(*first) & LAST_STREAM == header.stream {
            let what = "a stream depends on itself";
            return Err(stream(header.stream, ErrorCode::ProtocolError, what));
        }
        Ok(None)
    }

    // 6.4
    fn rst_stream(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_stream(header)?;
        let code = ErrorCode::from(u32::from_be_bytes(exactly(payload)?));
        let id = header.stream;
        match self.streams.judge(id, header.kind).1 {
            Verdict::Take => {}
            Verdict::ConnectionError(code) => {
                return Err(connection(code, "RST_STREAM of an idle stream"));
            }
            _ => return self.idle_frame(now),
        }
        // A client may reset its own streams freely.
        if self.role == Role::Server {
            self.budget.reset(now)?;
        }
        self.streams.close(id, State::ResetByPeer);
        Ok(Some(Event::Reset {
            stream: StreamId(id),
            code,
            by: By::Peer,
        }))
    }

    // 6.5
    fn settings(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_connection(header)?;
        self.budget.idle_frame(now)?;
        if header.has(frame::ACK) {
            let [] = exactly(payload)?;
            self.handshake.acknowledged()?;
            self.header_blocks.settings_acknowledged();
            return Ok(None);
        }
        let (entries, rest) = payload.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            let what = "SETTINGS with part of a setting";
            return Err(connection(ErrorCode::FrameSizeError, what));
        }
        let by_server = self.role == Role::Client;
        let moved = self.sender.set_peer(entries, by_server)?;
        if !self.streams.move_windows(moved) {
            let what = "SETTINGS_INITIAL_WINDOW_SIZE makes a window too large";
            return Err(connection(ErrorCode::FlowControlError, what));
        }
        // 6.5.3
        let writer = self.sender.writer();
        writer.put_control(Kind::Settings, frame::ACK, 0, &[]);
        self.pump();
        self.handshake.settings(now);
        self.sender.writer().check_replies().map(|()| None)
    }

    // 6.7
    fn pinged(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_connection(header)?;
        let opaque: [u8; 8] = exactly(payload)?;
        self.budget.idle_frame(now)?;
        if !header.has(frame::ACK) {
            if let Some(liveness) = &mut self.liveness {
                liveness.received_ping(self.streams.len(), now)?;
            }
            let writer = self.sender.writer();
            writer.put_control(Kind::Ping, frame::ACK, 0, &opaque);
            return writer.check_replies().map(|()| None);
        }
        let opaque = u64::from_be_bytes(opaque);
        let last = self.streams.last_remote();
        let closing = self.closing.used();
        let notice = closing.and_then(|closing| closing.answered(opaque, last));
        if notice.is_some() {
            self.give_notice(notice);
            return Ok(None);
        }
        Ok((opaque != ALIVE_PING).then_some(Event::Pong { opaque }))
    }

    // 6.8
    fn goaway(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_connection(header)?;
        self.budget.idle_frame(now)?;
        let Some((head, debug)) = payload.split_first_chunk::<8>() else {
            let what = "GOAWAY is shorter than eight bytes";
            return Err(connection(ErrorCode::FrameSizeError, what));
        };
        let [l0, l1, l2, l3, c0, c1, c2, c3] = *head;
        let last = u32::from_be_bytes([l0, l1, l2, l3]) & LAST_STREAM;
        let code = ErrorCode::from(u32::from_be_bytes([c0, c1, c2, c3]));
        // A repeated GOAWAY gives no event.
        if !self.closing.goaway(last, code, debug)? {
            return Ok(None);
        }
        if self.role == Role::Client {
            self.refused_by_peer(last);
        }
        let last = StreamId(last);
        Ok(Some(Event::GoAway { last, code }))
    }

    /// Resets the streams of ours that the peer will not process.
    fn refused_by_peer(&mut self, last: u32) {
        for id in self.streams.refused_above(last) {
            self.events.push_back(Event::Reset {
                stream: StreamId(id),
                code: ErrorCode::RefusedStream,
                by: By::Peer,
            });
        }
    }

    // 6.9
    fn window_update(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        let more = u32::from_be_bytes(exactly(payload)?) & LAST_STREAM;
        self.budget.idle_frame(now)?;
        let id = header.stream;
        if id == 0 {
            if more == 0 {
                return Err(protocol("WINDOW_UPDATE of nothing"));
            }
            return self.sender.grow_window(more).map(|()| None);
        }
        match self.streams.judge(id, header.kind).1 {
            Verdict::Take => {}
            Verdict::ConnectionError(code) => {
                return Err(connection(code, "WINDOW_UPDATE of an idle stream"));
            }
            _ => return Ok(None),
        }
        if more == 0 {
            let what = "WINDOW_UPDATE of nothing";
            return Err(stream(id, ErrorCode::ProtocolError, what));
        }
        // 6.9.1
        if !self.streams.grow_window(id, more) {
            let what = "a stream's window grows too large";
            return Err(stream(id, ErrorCode::FlowControlError, what));
        }
        Ok(None)
    }
}
