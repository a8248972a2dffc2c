//! Content: written in place, cut into frames, held back by the peer's windows (RFC 9113, 5.2, 6.1, 6.9).

use manyrpc_codec::Buf;

use super::Connection;
use crate::carrier::http2::event::StreamId;
use crate::carrier::http2::fault::Refused;
use crate::carrier::http2::frame::{self, HEADER, Header, Kind};
use crate::carrier::http2::state::State;
use crate::carrier::http2::streams::{Ending, Stream};

/// Bytes of backlogs that are moved to the output before some of it went.
const PUMPED: usize = 256 << 10;

impl Stream {
    /// Whether something of it waits.
    #[inline]
    pub(in crate::carrier::http2) fn has_backlog(&self) -> bool {
        !self.backlog.is_empty()
    }
}

impl Connection {
    /// Begins content of a stream: room for a frame's header is reserved, and what is appended to
    /// [`body`](Self::body) becomes DATA.
    ///
    /// # Errors
    /// Nothing was begun; [`Refused::Full`] while too much waits for the peer's windows.
    #[inline]
    pub fn begin_data(&mut self, stream: StreamId) -> Result<(), Refused> {
        self.abandon_data();
        self.may_send(stream)?;
        if self.backlog_bytes >= self.config.backlog_bytes {
            return Err(Refused::Full);
        }
        self.out.buf.put_array([0; HEADER]);
        self.writing = Some(stream.0);
        Ok(())
    }

    /// Where the content goes: append only.
    #[inline]
    pub fn body(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    /// What of the content is there so far, to change in place.
    #[inline]
    pub fn body_bytes(&mut self) -> &mut [u8] {
        match self.writing {
            Some(_) => &mut self.out.unfinished()[HEADER..],
            None => &mut [],
        }
    }

    /// Drops what of the content is behind its first `n` bytes.
    pub fn shorten_data(&mut self, n: usize) {
        if self.writing.is_some() {
            self.out.buf.truncate(self.out.start() + HEADER + n);
        }
    }

    /// Drops the content that was begun.
    #[inline]
    pub fn abandon_data(&mut self) {
        if self.writing.take().is_some() {
            self.out.rollback();
            self.release_held();
        }
    }

    /// The content, or this part of it, is complete; with `end` nothing follows it in its stream.
    /// What the peer's windows do not permit yet is sent when they do.
    ///
    /// # Errors
    /// The stream has ended meanwhile: the content is dropped.
    #[inline]
    pub fn finish_data(&mut self, end: bool) -> Result<(), Refused> {
        let Some(id) = self.writing.take() else {
            self.out.rollback();
            return Err(Refused::NoSuchStream);
        };
        let bytes = self.out.unfinished().len() - HEADER;
        let Some(open) = self.streams.get(id) else {
            self.out.rollback();
            self.release_held();
            return Err(Refused::NoSuchStream);
        };
        let n = bytes as i64;
        let permitted = n <= open.send_window && n <= self.send_window && open.state != State::Idle;
        if permitted && bytes <= self.peer.frame_bytes as usize && !open.has_backlog() {
            open.send_window -= n;
            self.send_window -= n;
            self.finish_one_frame(id, bytes, end);
        } else {
            self.finish_in_parts(id, bytes, end);
        }
        if !self.held.is_empty() {
            self.release_held();
        }
        Ok(())
    }

    #[inline]
    fn finish_one_frame(&mut self, id: u32, bytes: usize, end: bool) {
        if bytes == 0 && !end {
            return self.out.rollback();
        }
        let header = data_header(id, bytes, end);
        self.out.unfinished()[..HEADER].copy_from_slice(&header.emit());
        self.out.commit();
        self.idle_frames.earn(EARNED);
        self.alive.spoke(1);
        if end {
            self.end_sent(id);
        }
    }

    /// Sends what may go now, in frames that the peer takes; the rest becomes the stream's backlog.
    #[cold]
    fn finish_in_parts(&mut self, id: u32, bytes: usize, end: bool) {
        let Some(open) = self.streams.get(id) else {
            return;
        };
        let window = open.send_window.min(self.send_window).max(0);
        let now = match open.has_backlog() {
            true => 0,
            false => bytes.min(usize::try_from(window).unwrap_or(usize::MAX)),
        };
        open.send_window -= now as i64;
        self.send_window -= now as i64;
        let rest = bytes - now;
        let reserved = open.state == State::Idle;
        let waits = rest > 0 || open.has_backlog() || reserved;
        if end && waits {
            // Also where nothing but the end is behind what waits.
            open.ending = Ending::Data;
        }
        if rest > 0 {
            open.backlog.put(&self.out.unfinished()[HEADER + now..]);
            self.backlog_bytes += rest;
            if !open.queued && !reserved {
                open.queued = true;
                self.waiting.push_back(id);
            }
        }
        let start = self.out.start();
        self.out.buf.truncate(start + HEADER + now);
        if now > 0 {
            let most = self.peer.frame_bytes as usize;
            let frames = now.div_ceil(most) as u32;
            self.idle_frames.earn(frames);
            self.alive.spoke(frames);
            cut(&mut self.out.buf, start, id, now, most, end && rest == 0);
            self.out.commit();
        } else {
            self.out.rollback();
        }
        if end && !waits {
            self.end_sent(id);
        }
    }

    /// Frames that waited for the one that was being written.
    #[cold]
    fn release_held(&mut self) {
        self.out.buf.put(self.held.data());
        self.out.commit();
        self.held.clear();
    }

    /// Moves what the windows permit from backlogs to the output, a frame of each stream in turn.
    #[cold]
    pub(super) fn pump(&mut self) {
        while self.writing.is_none() && self.out.buf.len() < PUMPED && self.send_window > 0 {
            let Some(id) = self.waiting.pop_front() else {
                return;
            };
            self.pump_stream(id);
        }
    }

    fn pump_stream(&mut self, id: u32) {
        let Some(open) = self.streams.get(id) else {
            return;
        };
        open.queued = false;
        let window = open.send_window.min(self.send_window);
        let permitted = usize::try_from(window).unwrap_or(0);
        let most = (self.peer.frame_bytes as usize).min(PUMPED);
        let n = open.backlog.len().min(permitted).min(most);
        if n == 0 {
            // Queued again when its window grows.
            return;
        }
        let last = n == open.backlog.len();
        let end = last && open.ending == Ending::Data;
        self.out.buf.put_array(data_header(id, n, end).emit());
        self.out.buf.put(&open.backlog.data()[..n]);
        open.backlog.consume(n);
        open.send_window -= n as i64;
        self.send_window -= n as i64;
        self.backlog_bytes -= n;
        self.out.commit();
        self.alive.spoke(1);
        if n >= SMALL {
            self.idle_frames.earn(EARNED);
        }
        if !last {
            open.queued = true;
            self.waiting.push_back(id);
        } else if end {
            self.end_sent(id);
        } else if open.ending == Ending::Trailers {
            self.send_late_trailers(id);
        }
    }

    /// The trailers of a message whose content had to wait.
    fn send_late_trailers(&mut self, id: u32) {
        let Some(open) = self.streams.get(id) else {
            return;
        };
        let trailers = core::mem::take(&mut open.trailers);
        let fields: alloc::vec::Vec<_> = trailers.iter().collect();
        self.put_headers(id, (&fields[..]).into(), true);
        self.end_sent(id);
    }

    /// `n` bytes of a stream's content are no longer needed where they were received, or were
    /// copied: the peer may send as many more. The connection's window is returned also where the
    /// stream is over by now. Windows are announced when half of them is consumed.
    #[inline]
    pub fn consumed(&mut self, stream: StreamId, n: u32) {
        if n == 0 {
            return;
        }
        self.connection_consumed(n);
        let Some(open) = self.streams.get(stream.0) else {
            return;
        };
        open.consumed = open.consumed.saturating_add(n);
        let most = self.config.stream_window_bytes;
        if open.consumed >= most / 2 && open.state.may_receive() {
            let more = core::mem::take(&mut open.consumed);
            open.receive_window += i64::from(more);
            self.put_frame(Kind::WindowUpdate, 0, stream.0, &more.to_be_bytes());
        }
    }

    /// As [`consumed`](Self::consumed), of the connection's window alone.
    #[inline]
    pub(super) fn connection_consumed(&mut self, n: u32) {
        self.consumed = self.consumed.saturating_add(n);
        if self.consumed >= self.config.connection_window_bytes / 2 {
            let more = core::mem::take(&mut self.consumed);
            self.receive_window += i64::from(more);
            self.put_frame(Kind::WindowUpdate, 0, 0, &more.to_be_bytes());
        }
    }

    /// Bytes of a stream's content that still wait for the peer's windows.
    pub fn stream_backlog(&mut self, stream: StreamId) -> usize {
        self.streams
            .get(stream.0)
            .map_or(0, |open| open.backlog.len())
    }

    /// Whether a stream is open on both sides, on one, or not at all.
    pub fn state(&mut self, stream: StreamId) -> State {
        self.judge(stream.0, Kind::Headers).0
    }
}

/// DATA frames below this many bytes that the peer's windows force on us earn it nothing.
const SMALL: usize = 256;
const EARNED: u32 = 4;

#[inline]
fn data_header(id: u32, bytes: usize, end: bool) -> Header {
    Header {
        length: bytes as u32,
        kind: Kind::Data,
        flags: if end { frame::END_STREAM } else { 0 },
        stream: id,
    }
}

/// Spreads content out to make room for the headers of its further frames, from the back.
fn cut(buf: &mut Buf, start: usize, id: u32, bytes: usize, most: usize, end: bool) {
    let frames = bytes.div_ceil(most);
    let grown = (frames - 1) * HEADER;
    buf.space(grown)[..grown].fill(0);
    buf.filled(grown);
    for i in (0..frames).rev() {
        let from = start + HEADER + i * most;
        let n = most.min(bytes - i * most);
        let to = from + i * HEADER;
        let data = buf.data_mut();
        data.copy_within(from..from + n, to);
        let header = data_header(id, n, end && i + 1 == frames);
        data[to - HEADER..to].copy_from_slice(&header.emit());
    }
}
