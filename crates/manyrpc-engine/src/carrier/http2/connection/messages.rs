//! Messages as they arrive: HEADERS, CONTINUATION and DATA (RFC 9113, 6.1, 6.2, 6.10 and 8.1).

use core::mem;

use super::control::of_stream;
use super::receive::TOO_MANY_RESETS;
use super::{Connection, Shutdown};
use crate::carrier::http2::event::{Event, StreamId};
use crate::carrier::http2::fault::{Scope, calm, connection, protocol, stream};
use crate::carrier::http2::frame::{self, ErrorCode, HEADER, Header, Kind, LAST_STREAM, unpadded};
use crate::carrier::http2::state::{State, Verdict};
use crate::time::Instant;

/// The header block under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) stream: u32,
    end_stream: bool,
    frames: usize,
}

type Taken = Result<Option<Event>, Scope>;

/// Frames that carry nothing forward that one with content makes up for.
const EARNED: u32 = 4;

impl Connection {
    // 6.2
    #[inline]
    pub(super) fn headers(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_stream(header)?;
        let range = unpadded(header, payload);
        let range = range.ok_or(protocol("padding that is longer than its frame"))?;
        let mut fragment = &payload[range];
        if header.has(frame::PRIORITY) {
            fragment = after_priority(header.stream, fragment)?;
        }
        let block = Block {
            stream: header.stream,
            end_stream: header.has(frame::END_STREAM),
            frames: 1,
        };
        if header.has(frame::END_HEADERS) {
            return self.block(block, fragment, now);
        }
        self.fragments.clear();
        self.fragments.extend_from_slice(fragment);
        self.block = Some(block);
        Ok(None)
    }

    // 6.10
    pub(super) fn continuation(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        let under_way = self.block.as_mut();
        let block = under_way.ok_or(protocol("CONTINUATION of no header block"))?;
        block.frames += 1;
        let too_long = self.fragments.len() + payload.len() > self.config.header_block_bytes;
        if too_long || block.frames > self.config.header_frames {
            return Err(calm("a header block that does not end"));
        }
        self.fragments.extend_from_slice(payload);
        if !header.has(frame::END_HEADERS) {
            return Ok(None);
        }
        let block = *block;
        self.block = None;
        let fragments = mem::take(&mut self.fragments);
        let taken = self.block(block, &fragments, now);
        self.fragments = fragments;
        taken
    }

    /// Takes a whole header block. It is decoded whatever comes of its stream (4.3).
    #[inline]
    fn block(&mut self, block: Block, bytes: &[u8], now: Instant) -> Taken {
        let id = block.stream;
        let (state, verdict) = self.judge(id, Kind::Headers);
        if let Verdict::ConnectionError(code) = verdict {
            return Err(connection(code, "HEADERS of a closed stream"));
        }
        let decoded = self.received.decode(bytes, self.config.header_list_bytes);
        decoded.map_err(|e| connection(ErrorCode::CompressionError, e.words()))?;
        match verdict {
            Verdict::Take if state == State::Idle => self.new_request(block, now),
            Verdict::Take => self.more_fields(block, now),
            Verdict::StreamError(code) => Err(stream(id, code, "HEADERS behind the stream's end")),
            _ => self.idle_frame(now).map(|()| None),
        }
    }

    /// A client opens a stream.
    fn new_request(&mut self, block: Block, now: Instant) -> Taken {
        let id = block.stream;
        // 5.1.1: odd, and above all before. What a server begins would be pushed.
        if self.client || self.is_ours(id) || id <= self.last_peer_stream {
            return Err(protocol(
                "HEADERS with a stream's number that is out of order",
            ));
        }
        self.last_peer_stream = id;
        if let Shutdown::Above(last) = self.shutdown
            && id > last
        {
            // 6.8: ignored, as are the frames that follow.
            self.streams.remember(id, State::ResetByUs);
            return self.idle_frame(now).map(|()| None);
        }
        let full = self.streams.len() >= self.config.streams
            || self.backlog_bytes >= self.config.backlog_bytes;
        let list = self.received.list();
        let (facts, complete) = (list.facts, list.complete);
        let flaw = facts.flaw_of_request(&list.fields);
        let ended = block.end_stream;
        let state = if ended {
            State::HalfClosedRemote
        } else {
            State::Open
        };
        let (send, receive) = (self.peer.window_bytes, self.config.stream_window_bytes);
        let open = self.streams.open(id, state, send, receive);
        // 5.1.2
        if full {
            return Err(stream(
                id,
                ErrorCode::RefusedStream,
                "more streams than permitted",
            ));
        }
        if !complete {
            open.has_head = true;
            return self.too_long(id, now);
        }
        // 8.1.1
        if let Some(flaw) = flaw {
            return Err(stream(id, ErrorCode::ProtocolError, flaw));
        }
        if ended && facts.content_length.is_some_and(|n| n > 0) {
            return Err(stream(
                id,
                ErrorCode::ProtocolError,
                "less content than promised",
            ));
        }
        open.promised = facts.content_length;
        open.has_head = true;
        self.idle_frames.earn(EARNED);
        Ok(Some(Event::Headers {
            stream: StreamId(id),
            end: ended,
        }))
    }

    /// A list that is longer than is taken: what becomes of its stream is the user's affair. To make
    /// us decode so much costs as much as a reset.
    #[cold]
    fn too_long(&mut self, id: u32, now: Instant) -> Taken {
        if !self.resets.take(now) {
            return Err(Scope::Connection(TOO_MANY_RESETS));
        }
        Ok(Some(Event::TooLong {
            stream: StreamId(id),
        }))
    }

    /// A response's fields, or trailers.
    #[inline]
    fn more_fields(&mut self, block: Block, now: Instant) -> Taken {
        let id = block.stream;
        let list = self.received.list();
        let (facts, complete) = (list.facts, list.complete);
        let Some(open) = self.streams.get(id) else {
            return Ok(None);
        };
        if !complete {
            open.has_head = true;
            if block.end_stream {
                self.end_received(id)?;
            }
            return self.too_long(id, now);
        }
        let malformed = |what| Err(stream(id, ErrorCode::ProtocolError, what));
        if open.has_head {
            if let Some(flaw) = facts.flaw_of_trailers() {
                return malformed(flaw);
            }
            // 8.1: trailers end their stream.
            if !block.end_stream {
                return malformed("fields in the middle of a message");
            }
            self.end_received(id)?;
            return Ok(Some(Event::Trailers {
                stream: StreamId(id),
            }));
        }
        if let Some(flaw) = facts.flaw_of_response() {
            return malformed(flaw);
        }
        if facts.status < 200 {
            // 8.1: an interim response ends nothing.
            if block.end_stream {
                return malformed("an interim response that ends its stream");
            }
            self.idle_frame(now)?;
            return Ok(Some(Event::Interim {
                stream: StreamId(id),
            }));
        }
        open.has_head = true;
        if !open.no_content && !matches!(facts.status, 204 | 304) {
            open.promised = facts.content_length;
        }
        if block.end_stream {
            self.end_received(id)?;
        }
        self.idle_frames.earn(EARNED);
        Ok(Some(Event::Headers {
            stream: StreamId(id),
            end: block.end_stream,
        }))
    }

    // 6.1
    #[inline]
    pub(super) fn data(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_stream(header)?;
        let id = header.stream;
        let bytes = header.length;
        // 6.9.1: padding counts too, and so does what is ignored.
        self.receive_window -= i64::from(bytes);
        if self.receive_window < 0 {
            let what = "more data than the connection's window permits";
            return Err(connection(ErrorCode::FlowControlError, what));
        }
        // What a frame says by itself is wrong whatever became of its stream.
        let range = unpadded(header, payload);
        let range = range.ok_or(protocol("padding that is longer than its frame"))?;
        let (state, verdict) = self.judge(id, Kind::Data);
        if verdict != Verdict::Take {
            return self.unwanted_data(id, bytes, state, verdict, now);
        }
        let n = range.len() as u32;
        let Some(open) = self.streams.get(id) else {
            return Ok(None);
        };
        open.receive_window -= i64::from(bytes);
        let promised = open.promised.map(|left| left.checked_sub(u64::from(n)));
        let refused = if open.receive_window < 0 {
            let what = "more data than the stream's window permits";
            Some((ErrorCode::FlowControlError, what))
        } else if !open.has_head {
            Some((ErrorCode::ProtocolError, "data in front of a response"))
        } else if promised == Some(None) {
            Some((ErrorCode::ProtocolError, "more content than promised"))
        } else {
            None
        };
        if let Some((code, what)) = refused {
            self.connection_consumed(bytes);
            return Err(stream(id, code, what));
        }
        open.promised = promised.flatten();
        self.consumed(StreamId(id), bytes - n);
        let end = header.has(frame::END_STREAM);
        if n == 0 && !end {
            return self.idle_frame(now).map(|()| None);
        }
        self.idle_frames.earn(EARNED);
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

    /// Data of a stream that is not open: its bytes are given back to the connection (5.1).
    #[cold]
    fn unwanted_data(
        &mut self,
        id: u32,
        bytes: u32,
        state: State,
        verdict: Verdict,
        now: Instant,
    ) -> Taken {
        self.connection_consumed(bytes);
        match verdict {
            Verdict::ConnectionError(code) if state == State::Idle => {
                Err(connection(code, "DATA of an idle stream"))
            }
            Verdict::ConnectionError(code) => Err(connection(code, "DATA of a closed stream")),
            Verdict::StreamError(code) => Err(stream(id, code, "DATA behind the stream's end")),
            _ if bytes > 0 => Ok(None),
            _ => self.idle_frame(now).map(|()| None),
        }
    }

    /// The peer has ended its side of a stream.
    #[inline]
    fn end_received(&mut self, id: u32) -> Result<(), Scope> {
        let Some(open) = self.streams.get(id) else {
            return Ok(());
        };
        // 8.1.1
        if open.promised.is_some_and(|left| left > 0) {
            return Err(stream(
                id,
                ErrorCode::ProtocolError,
                "less content than promised",
            ));
        }
        open.state = open.state.end_received();
        if open.state.is_over() {
            self.close_stream(id, State::Ended);
        }
        Ok(())
    }
}

/// What follows the priority in HEADERS (6.2).
#[cold]
fn after_priority(id: u32, fragment: &[u8]) -> Result<&[u8], Scope> {
    let Some((priority, fragment)) = fragment.split_first_chunk::<5>() else {
        let what = "HEADERS is too short for its priority";
        return Err(connection(ErrorCode::FrameSizeError, what));
    };
    let [d0, d1, d2, d3, _] = *priority;
    // 5.3.1 of RFC 7540, which h2spec still asks for. Of the connection: the block is not decoded.
    if u32::from_be_bytes([d0, d1, d2, d3]) & LAST_STREAM == id {
        return Err(protocol("a stream depends on itself"));
    }
    Ok(fragment)
}
