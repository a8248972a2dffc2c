//! Frames that are no part of a message (RFC 9113, 6.3 to 6.9).

use alloc::boxed::Box;
use alloc::string::String;

use super::receive::TOO_MANY_RESETS;
use super::{Connection, Shutdown};
use crate::carrier::http2::event::{By, Event, Farewell, StreamId};
use crate::carrier::http2::fault::{Scope, connection, protocol, stream};
use crate::carrier::http2::frame::{self, ErrorCode, Header, Kind, LAST_STREAM};
use crate::carrier::http2::settings::{ENTRY, MOST_WINDOW};
use crate::carrier::http2::state::{State, Verdict};
use crate::time::Instant;

/// What our own PINGs of a shutdown carry.
pub(super) const SHUTDOWN_PING: u64 = u64::from_be_bytes(*b"shutdown");

/// Bytes of what a peer says of its going that are kept.
const MOST_WORDS: usize = 256;

type Taken = Result<Option<Event>, Scope>;

/// A payload of exactly so many bytes.
fn exactly<const N: usize>(payload: &[u8]) -> Result<[u8; N], Scope> {
    let what = "a frame's size is not that of its kind";
    payload
        .try_into()
        .map_err(|_| connection(ErrorCode::FrameSizeError, what))
}

/// A frame of a kind that is about the connection only.
fn of_connection(header: Header) -> Result<(), Scope> {
    if header.stream == 0 {
        return Ok(());
    }
    Err(protocol(
        "a stream's frame of a kind that is the connection's",
    ))
}

/// A frame of a kind that is about a stream only.
pub(super) fn of_stream(header: Header) -> Result<(), Scope> {
    if header.stream != 0 {
        return Ok(());
    }
    Err(protocol(
        "the connection's frame of a kind that is a stream's",
    ))
}

impl Connection {
    /// Takes a frame of any kind but HEADERS, CONTINUATION and DATA.
    pub(super) fn control(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        match header.kind {
            Kind::WindowUpdate => {
                let taken = self.window_update(header, payload, now);
                // At once, so that what comes of it does not depend on when output is drained.
                self.pump();
                taken
            }
            Kind::RstStream => self.rst_stream(header, payload, now),
            Kind::Settings => self.settings(header, payload, now),
            Kind::Ping => self.pinged(header, payload, now),
            Kind::GoAway => self.goaway(header, payload, now),
            Kind::Priority => self.priority(header, payload, now),
            // 8.4: clients say that they take none, and servers never do.
            Kind::PushPromise => Err(protocol("a pushed stream")),
            _ => self.idle_frame(now).map(|()| None),
        }
    }

    // 6.3; what it says is deprecated (5.3.2).
    fn priority(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_stream(header)?;
        self.idle_frame(now)?;
        let Some(first) = payload.first_chunk::<4>().filter(|_| payload.len() == 5) else {
            let what = "PRIORITY is not of five bytes";
            return Err(stream(header.stream, ErrorCode::FrameSizeError, what));
        };
        // 5.3.1 of RFC 7540, which h2spec still asks for: a stream cannot depend on itself.
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
        match self.judge(id, header.kind).1 {
            Verdict::Take => {}
            Verdict::ConnectionError(code) => {
                return Err(connection(code, "RST_STREAM of an idle stream"));
            }
            _ => return self.idle_frame(now).map(|()| None),
        }
        // A client's streams are its own to count.
        if !self.client && !self.resets.take(now) {
            return Err(Scope::Connection(TOO_MANY_RESETS));
        }
        self.close_stream(id, State::ResetByPeer);
        Ok(Some(Event::Reset {
            stream: StreamId(id),
            code,
            by: By::Peer,
        }))
    }

    // 6.5
    fn settings(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_connection(header)?;
        self.idle_frame(now)?;
        if header.has(frame::ACK) {
            let [] = exactly(payload)?;
            return self.settings_acknowledged().map(|()| None);
        }
        let (entries, rest) = payload.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            let what = "SETTINGS with part of a setting";
            return Err(connection(ErrorCode::FrameSizeError, what));
        }
        let before = self.peer;
        for entry in entries {
            self.peer.set(entry, self.client)?;
            // A size in between evicts too.
            self.encoder
                .set_limit(self.peer.header_table_bytes as usize);
        }
        self.move_windows(i64::from(self.peer.window_bytes) - i64::from(before.window_bytes))?;
        // 6.5.3
        self.put_frame(Kind::Settings, frame::ACK, 0, &[]);
        self.pump();
        if !self.greeted {
            self.greeted = true;
            // A client's calls have time-outs of their own, and between them it may not be listening.
            if !self.client {
                self.settings_due = Some(now + self.config.settings_timeout);
            }
        }
        self.replied().map(|()| None)
    }

    fn settings_acknowledged(&mut self) -> Result<(), Scope> {
        let left = self.settings_sent.checked_sub(1);
        self.settings_sent = left.ok_or(protocol("settings acknowledged that were not sent"))?;
        self.settings_due = None;
        self.received.set_limit(self.config.header_table_bytes);
        Ok(())
    }

    /// The initial window has changed: so do the windows of all streams (6.9.2).
    fn move_windows(&mut self, by: i64) -> Result<(), Scope> {
        if by == 0 {
            return Ok(());
        }
        for open in self.streams.iter_mut() {
            open.send_window += by;
            if open.send_window > i64::from(MOST_WINDOW) {
                let what = "SETTINGS_INITIAL_WINDOW_SIZE makes a window too large";
                return Err(connection(ErrorCode::FlowControlError, what));
            }
            if by > 0 && !open.queued && open.has_backlog() {
                open.queued = true;
                self.waiting.push_back(open.id);
            }
        }
        Ok(())
    }

    // 6.7
    fn pinged(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_connection(header)?;
        let opaque: [u8; 8] = exactly(payload)?;
        self.idle_frame(now)?;
        if !header.has(frame::ACK) {
            self.was_asked(now)?;
            self.put_frame(Kind::Ping, frame::ACK, 0, &opaque);
            return self.replied().map(|()| None);
        }
        let opaque = u64::from_be_bytes(opaque);
        if opaque == SHUTDOWN_PING && self.shutdown == Shutdown::Asked {
            self.take_no_more();
            return Ok(None);
        }
        Ok(self.ponged(opaque))
    }

    // 6.8
    fn goaway(&mut self, header: Header, payload: &[u8], now: Instant) -> Taken {
        of_connection(header)?;
        self.idle_frame(now)?;
        let Some(head) = payload.first_chunk::<8>() else {
            let what = "GOAWAY is shorter than eight bytes";
            return Err(connection(ErrorCode::FrameSizeError, what));
        };
        let [l0, l1, l2, l3, c0, c1, c2, c3] = *head;
        let last = u32::from_be_bytes([l0, l1, l2, l3]) & LAST_STREAM;
        let code = ErrorCode::from(u32::from_be_bytes([c0, c1, c2, c3]));
        if self.peer_goes.is_some_and(|before| last > before) {
            return Err(protocol("GOAWAY takes back what an earlier one said"));
        }
        self.hear_farewell(code, &payload[8..]);
        // What says nothing new gives no event.
        if self.peer_goes == Some(last) {
            return Ok(None);
        }
        self.peer_goes = Some(last);
        if self.client {
            self.refused_by_peer(last);
        }
        let last = StreamId(last);
        Ok(Some(Event::GoAway { last, code }))
    }

    /// Keeps what the peer says last of why it goes.
    fn hear_farewell(&mut self, code: ErrorCode, debug: &[u8]) {
        if code == ErrorCode::NoError && debug.is_empty() {
            return;
        }
        let kept = &debug[..debug.len().min(MOST_WORDS)];
        let words = String::from_utf8_lossy(kept).into_owned();
        self.farewell = Some(Box::new(Farewell { code, words }));
    }

    /// Closes the streams of ours that the peer will not carry out.
    fn refused_by_peer(&mut self, last: u32) {
        let above = self.streams.iter_mut().map(|s| s.id);
        let above = above.filter(|id| *id > last);
        // What is only reserved begins no more.
        let mut ids: alloc::vec::Vec<u32> = above.chain(self.reserved.drain(..)).collect();
        ids.sort_unstable();
        for id in ids {
            self.close_stream(id, State::ResetByPeer);
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
        self.idle_frame(now)?;
        let id = header.stream;
        if id == 0 {
            if more == 0 {
                return Err(protocol("WINDOW_UPDATE of nothing"));
            }
            self.send_window += i64::from(more);
            // 6.9.1
            if self.send_window > i64::from(MOST_WINDOW) {
                let what = "the connection's window grows too large";
                return Err(connection(ErrorCode::FlowControlError, what));
            }
            return Ok(None);
        }
        match self.judge(id, header.kind).1 {
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
        if let Some(open) = self.streams.get(id) {
            open.send_window += i64::from(more);
            // 6.9.1
            if open.send_window > i64::from(MOST_WINDOW) {
                let what = "a stream's window grows too large";
                return Err(stream(id, ErrorCode::FlowControlError, what));
            }
            if !open.queued && open.has_backlog() {
                open.queued = true;
                self.waiting.push_back(id);
            }
        }
        Ok(None)
    }
}
