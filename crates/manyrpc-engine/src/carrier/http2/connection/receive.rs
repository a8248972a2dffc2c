//! Frames as they arrive (RFC 9113, 4 and 6).

use core::ops::Range;

use manyrpc_codec::Buf;

use super::Connection;
use crate::carrier::http2::event::{By, Event, StreamId};
use crate::carrier::http2::fault::{SECURED, Scope, Violation, calm, connection, protocol};
use crate::carrier::http2::frame::{self, ErrorCode, HEADER, Header, Kind, PREFACE};
use crate::carrier::http2::state::{State, Verdict};
use crate::carrier::is_tls_alert;
use crate::contract::Rx;
use crate::time::Instant;

/// What to do with the bytes at the front.
enum Next {
    /// More must come first.
    Wait,
    /// Something was dropped: look again.
    Again,
    /// A whole frame is there.
    Frame(Header),
}

impl Connection {
    /// The next thing that the received bytes say. Consumes from `rx` what the previous event
    /// pointed into. `None` until more came.
    pub fn next_event(&mut self, rx: &mut Rx, now: Instant) -> Option<Event> {
        loop {
            self.arrival.release(&mut rx.buf);
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.broken.is_some() {
                rx.buf.clear();
                return None;
            }
            if self.is_full() {
                return None;
            }
            let taken = match self.front(&mut rx.buf, now) {
                Ok(Next::Wait) => {
                    self.alive.begun(rx.buf.len(), now);
                    return None;
                }
                Ok(Next::Again) => continue,
                Ok(Next::Frame(header)) => {
                    let end = HEADER + header.length as usize;
                    self.arrival.lend(end);
                    self.alive.heard(now);
                    self.frame(header, &rx.buf.data()[HEADER..end], now)
                }
                Err(scope) => Err(scope),
            };
            match taken {
                Ok(None) => {}
                Ok(Some(event)) => return Some(event),
                Err(scope) => self.refuse(scope, now),
            }
        }
    }

    /// Looks at what is at the front of the received bytes.
    #[inline]
    fn front(&mut self, buf: &mut Buf, now: Instant) -> Result<Next, Scope> {
        if self.preface_left > 0 || self.skipping > 0 {
            return self.before_frames(buf, now);
        }
        let data = buf.data();
        if !self.greeted && is_tls_alert(data) {
            return Err(Scope::Connection(SECURED));
        }
        let Some(bytes) = data.first_chunk::<HEADER>() else {
            if !data.is_empty() || self.block.is_some() {
                self.lacks(HEADER - data.len(), now)?;
            }
            return Ok(Next::Wait);
        };
        let header = Header::parse(bytes);
        let end = HEADER + header.length as usize;
        let missing = end.saturating_sub(data.len());
        self.admit(header)?;
        // 5.5: ignored, so it need not be kept until it is complete.
        if let Kind::Unknown(_) = header.kind {
            self.idle_frame(now)?;
            buf.consume(HEADER);
            self.arrival.rest();
            self.skipping = end - HEADER;
            return Ok(Next::Again);
        }
        if missing > 0 {
            self.lacks(missing, now)?;
            return Ok(Next::Wait);
        }
        Ok(Next::Frame(header))
    }

    /// The client's preface, and frames that are ignored in whatever pieces they come.
    #[cold]
    fn before_frames(&mut self, buf: &mut Buf, now: Instant) -> Result<Next, Scope> {
        if self.preface_left > 0 {
            let at = PREFACE.len() - self.preface_left;
            let n = buf.len().min(self.preface_left);
            // 3.4: anything else is no HTTP/2.
            if buf.data()[..n] != PREFACE[at..at + n] {
                return Err(protocol("the connection does not begin as HTTP/2 does"));
            }
            buf.consume(n);
            self.preface_left -= n;
            if self.preface_left == 0 {
                self.arrival.rest();
                return Ok(Next::Again);
            }
            if at + n > 0 {
                self.lacks(self.preface_left, now)?;
            }
            return Ok(Next::Wait);
        }
        let n = buf.len().min(self.skipping);
        buf.consume(n);
        self.skipping -= n;
        if self.skipping == 0 {
            self.arrival.rest();
            return Ok(Next::Again);
        }
        self.lacks(self.skipping, now)?;
        Ok(Next::Wait)
    }

    fn lacks(&mut self, missing: usize, now: Instant) -> Result<(), Scope> {
        let late = self.arrival.lacks(missing, now);
        late.map_err(|_| calm("a frame took too long to arrive"))
    }

    /// Checks what a frame's header says by itself, before the payload has come.
    #[inline]
    fn admit(&self, header: Header) -> Result<(), Scope> {
        let Header { length, kind, .. } = header;
        // 6.10: nothing comes between the frames of a header block.
        if let Some(block) = &self.block
            && (kind != Kind::Continuation || header.stream != block.stream)
        {
            return Err(protocol("a header block is interrupted"));
        }
        // 3.4: SETTINGS first.
        if !self.greeted && (kind != Kind::Settings || header.has(frame::ACK)) {
            return Err(protocol(
                "what it sent is not HTTP/2, which begins with SETTINGS",
            ));
        }
        // 4.2
        if length > self.config.frame_bytes {
            let what = "a frame above SETTINGS_MAX_FRAME_SIZE";
            return Err(connection(ErrorCode::FrameSizeError, what));
        }
        let length = length as usize;
        let most = match kind {
            Kind::Data | Kind::Unknown(_) => return Ok(()),
            Kind::Headers | Kind::Continuation => {
                // Room for priority and padding.
                self.config.header_block_bytes + 512
            }
            Kind::Settings => self.config.settings * 6,
            _ => MOST_CONTROL_BYTES,
        };
        if length > most {
            return Err(calm("a frame that is larger than it needs to be"));
        }
        Ok(())
    }

    /// Takes one whole frame.
    #[inline]
    fn frame(
        &mut self,
        header: Header,
        payload: &[u8],
        now: Instant,
    ) -> Result<Option<Event>, Scope> {
        match header.kind {
            Kind::Data => self.data(header, payload, now),
            Kind::Headers => self.headers(header, payload, now),
            Kind::Continuation => self.continuation(header, payload, now),
            _ => self.control(header, payload, now),
        }
    }

    /// What becomes of a frame for `stream` of that kind.
    #[inline]
    pub(super) fn judge(&mut self, stream: u32, kind: Kind) -> (State, Verdict) {
        let state = match self.streams.get(stream) {
            Some(open) => open.state,
            None => self.state_of_closed(stream),
        };
        (state, state.judge(kind))
    }

    #[cold]
    fn state_of_closed(&self, stream: u32) -> State {
        if self.is_ours(stream) {
            if stream >= self.next_stream {
                return State::Idle;
            }
        } else if stream > self.last_peer_stream {
            return State::Idle;
        }
        // 5.1.1: what was passed over is closed, and opening it is as wrong as it was before.
        self.streams.ended(stream).unwrap_or(State::Idle)
    }

    /// Whether a stream of this identifier is one that we begin (5.1.1).
    #[inline]
    pub(super) fn is_ours(&self, stream: u32) -> bool {
        (stream % 2 == 1) == self.client
    }

    /// Acts on a rule that the peer broke.
    #[cold]
    fn refuse(&mut self, scope: Scope, now: Instant) {
        match scope {
            Scope::Connection(why) => self.break_down(why),
            Scope::Stream(id, why) => {
                // CVE-2025-8671: making us reset costs as much as resetting.
                if !self.resets.take(now) {
                    return self.break_down(TOO_MANY_RESETS);
                }
                self.refuse_stream(id, why);
            }
        }
    }

    fn refuse_stream(&mut self, id: u32, why: Violation) {
        let known = self
            .streams
            .get(id)
            .is_some_and(|s| s.has_head || self.client);
        self.end_stream_by_reset(id, why.code);
        if known {
            self.events.push_back(Event::Reset {
                stream: StreamId(id),
                code: why.code,
                by: By::Us(why.what),
            });
        }
    }

    /// Counts a frame that carries nothing forward.
    #[inline]
    pub(super) fn idle_frame(&mut self, now: Instant) -> Result<(), Scope> {
        if self.idle_frames.take(now) {
            return Ok(());
        }
        Err(calm("too many frames that carry nothing forward"))
    }

    /// Insists that what waits to be said to the peer is not too much.
    pub(super) fn replied(&self) -> Result<(), Scope> {
        if self.reply_bytes > self.config.reply_bytes {
            return Err(calm("acknowledgements are not read"));
        }
        Ok(())
    }

    /// Puts a message that came in pieces, and was put together in `message`, in the place of what
    /// was received, so that the next event may point into it; `rx`'s memory is swapped for it.
    /// Call it between two events. The range is good until the next one.
    pub fn lend(&mut self, rx: &mut Rx, message: &mut Buf) -> Range<usize> {
        self.arrival.release(&mut rx.buf);
        let n = message.len();
        message.put(rx.buf.data());
        rx.buf.clear();
        core::mem::swap(&mut rx.buf, message);
        self.arrival.lend(n);
        0..n
    }
}

/// Largest payload of frames of a fixed size, and of GOAWAY with its debug data.
const MOST_CONTROL_BYTES: usize = 16 << 10;

/// CVE-2023-44487.
pub(super) const TOO_MANY_RESETS: Violation = Violation {
    code: ErrorCode::EnhanceYourCalm,
    what: "too many streams are reset",
};
