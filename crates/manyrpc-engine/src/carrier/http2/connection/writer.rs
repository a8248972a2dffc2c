//! Outgoing frames: complete ones, and the DATA frame being written.

use alloc::vec::Vec;

use manyrpc_codec::Buf;

use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{Scope, Violation, calm};
use crate::carrier::http2::frame::{self, HEADER, Header, Kind};
use crate::carrier::http2::streams::Role;
use crate::carrier::outbox::Outbox;
use crate::in_use::InUse;

/// Queues frames for the transport.
#[derive(Debug)]
pub(super) struct FrameWriter {
    out: Outbox,
    /// The stream whose content is being written, after space for a frame header.
    content: Option<u32>,
    /// Frames that wait for the end of that content.
    held: InUse<Buf>,
    /// Bytes of acknowledgements and other control frames in the output.
    reply_bytes: usize,
    most_reply_bytes: usize,
    most_queued_bytes: usize,
}

impl FrameWriter {
    pub(super) fn new(role: Role, config: &Config) -> Self {
        FrameWriter {
            out: Outbox::default(),
            content: None,
            held: InUse::default(),
            reply_bytes: 0,
            most_reply_bytes: config.reply_bytes,
            // A client's requests are already limited by its own calls.
            most_queued_bytes: match role {
                Role::Client => usize::MAX,
                Role::Server => config.queued_bytes,
            },
        }
    }

    /// The opening bytes (3.4): a client's preface, SETTINGS, and the increment of the connection's
    /// window over its default (6.9.2). None of them counts as a reply.
    pub(super) fn put_preface(&mut self, preface: &[u8], settings: &[u8], more_window: u32) {
        self.out.buf.put(preface);
        self.put_control(Kind::Settings, 0, 0, settings);
        if more_window > 0 {
            self.put_window_update(0, more_window);
        }
        self.reply_bytes = 0;
    }

    /// Queues a control frame. While content is being written, it waits for its end.
    pub(super) fn put_control(&mut self, kind: Kind, flags: u8, stream: u32, payload: &[u8]) {
        let header = Header {
            length: payload.len() as u32,
            kind,
            flags,
            stream,
        };
        self.reply_bytes += HEADER + payload.len();
        let out = match self.content {
            None => &mut self.out.buf,
            Some(_) => &mut self.held,
        };
        out.put_array(header.emit());
        out.put(payload);
        if self.content.is_none() {
            self.out.commit();
        }
    }

    /// GOAWAY, with the reason as its debug data (6.8).
    pub(super) fn put_goaway(&mut self, last: u32, why: Violation) {
        let mut payload = Vec::with_capacity(8 + why.what.len());
        payload.extend_from_slice(&last.to_be_bytes());
        payload.extend_from_slice(&u32::from(why.code).to_be_bytes());
        payload.extend_from_slice(why.what.as_bytes());
        self.put_control(Kind::GoAway, 0, 0, &payload);
    }

    /// WINDOW_UPDATE of a stream, or of the connection with 0 (6.9).
    pub(super) fn put_window_update(&mut self, stream: u32, more: u32) {
        self.put_control(Kind::WindowUpdate, 0, stream, &more.to_be_bytes());
    }

    /// Fails if too many replies wait to be sent.
    pub(super) fn check_replies(&self) -> Result<(), Scope> {
        if self.reply_bytes > self.most_reply_bytes {
            return Err(calm("acknowledgements are not read"));
        }
        Ok(())
    }

    /// HEADERS, and CONTINUATION if the block is longer than a frame (6.10). No content is being
    /// written.
    #[inline]
    pub(super) fn put_headers(&mut self, id: u32, block: &[u8], end: bool) {
        let end_stream = if end { frame::END_STREAM } else { 0 };
        if block.len() <= frame::MIN_FRAME_LIMIT as usize {
            let header = headers_header(id, block.len(), end_stream);
            self.out.buf.put_array(header.emit());
            self.out.buf.put(block);
        } else {
            self.put_long_headers(id, block, end_stream);
        }
        self.out.commit();
    }

    #[cold]
    fn put_long_headers(&mut self, id: u32, block: &[u8], end_stream: u8) {
        let pieces = block.chunks(frame::MIN_FRAME_LIMIT as usize);
        let last = pieces.len() - 1;
        for (i, piece) in pieces.enumerate() {
            let (kind, first) = match i {
                0 => (Kind::Headers, end_stream),
                _ => (Kind::Continuation, 0),
            };
            let end_headers = if i == last { frame::END_HEADERS } else { 0 };
            let header = Header {
                length: piece.len() as u32,
                kind,
                flags: first | end_headers,
                stream: id,
            };
            self.out.buf.put_array(header.emit());
            self.out.buf.put(piece);
        }
    }

    /// Where the last HEADERS without END_STREAM starts, if none of it was sent; `block` is the
    /// length of its header block.
    pub(super) fn last_headers(&self, id: u32, block: usize) -> Option<usize> {
        let start = self.out.start().checked_sub(HEADER + block)?;
        let header = headers_header(id, block, 0).emit();
        let there = self.out.buf.data()[start..].starts_with(&header);
        there.then_some(start)
    }

    /// Replaces the block that [`last_headers`](Self::last_headers) found with a longer one;
    /// content being written after it is kept.
    pub(super) fn replace_headers(&mut self, start: usize, id: u32, block: &[u8]) {
        let content = self.out.unfinished().to_vec();
        self.out.buf.truncate(start);
        self.put_headers(id, block, false);
        self.out.buf.put(&content);
    }

    /// Begins content: reserves its frame header.
    #[inline]
    pub(super) fn begin_content(&mut self, id: u32) {
        self.out.buf.put_array([0; HEADER]);
        self.content = Some(id);
    }

    /// Where content is appended.
    #[inline]
    pub(super) fn content(&mut self) -> &mut Buf {
        &mut self.out.buf
    }

    /// The content so far.
    #[inline]
    pub(super) fn content_bytes(&mut self) -> &mut [u8] {
        match self.content {
            Some(_) => &mut self.out.unfinished()[HEADER..],
            None => &mut [],
        }
    }

    /// Truncates the content to its first `n` bytes.
    pub(super) fn truncate_content(&mut self, n: usize) {
        if self.content.is_some() {
            self.out.buf.truncate(self.out.start() + HEADER + n);
        }
    }

    /// Drops the content.
    #[inline]
    pub(super) fn abandon_content(&mut self) {
        if self.content.take().is_some() {
            self.out.rollback();
            self.release_held();
        }
    }

    /// Also drops what was appended without content being begun.
    #[cold]
    pub(super) fn discard_content(&mut self) {
        self.abandon_content();
        self.out.rollback();
    }

    /// The stream whose content is being written.
    #[inline]
    pub(super) fn content_stream(&self) -> Option<u32> {
        self.content
    }

    /// The content of stream `id`, `bytes` long, is complete and sent in one frame.
    #[inline]
    pub(super) fn finish_content(&mut self, id: u32, bytes: usize, end: bool) {
        let header = data_header(id, bytes, end);
        self.out.unfinished()[..HEADER].copy_from_slice(&header.emit());
        self.out.commit();
        self.content = None;
        if !self.held.is_empty() {
            self.release_held();
        }
    }

    /// The same, in frames of `most` bytes; returns how many.
    pub(super) fn finish_content_in_frames(&mut self, id: u32, most: usize, end: bool) -> u32 {
        let start = self.out.start();
        let bytes = self.out.unfinished().len() - HEADER;
        if bytes == 0 {
            self.abandon_content();
            return 0;
        }
        cut(&mut self.out.buf, start, id, bytes, most, end);
        self.out.commit();
        self.content = None;
        self.release_held();
        bytes.div_ceil(most) as u32
    }

    /// Appends the frames that waited for the content's end.
    #[cold]
    fn release_held(&mut self) {
        if let Some(held) = self.held.used() {
            self.out.buf.put(held.data());
            self.out.commit();
            held.clear();
        }
    }

    /// DATA of content that had to wait. None is being written.
    pub(super) fn put_data(&mut self, id: u32, content: &[u8], end: bool) {
        let header = data_header(id, content.len(), end);
        self.out.buf.put_array(header.emit());
        self.out.buf.put(content);
        self.out.commit();
    }

    /// Drops what is incomplete.
    pub(super) fn drop_unfinished(&mut self) {
        self.content = None;
        self.out.rollback();
        if let Some(held) = self.held.used() {
            held.clear();
        }
    }

    /// How many bytes wait for the transport, including what is being written.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.out.buf.len()
    }

    /// Whether so much waits that no more requests are taken.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len() >= self.most_queued_bytes
    }

    /// The next bytes to send.
    #[inline]
    pub(super) fn due(&self) -> Option<&[u8]> {
        let due = self.out.due();
        (!due.is_empty()).then_some(due)
    }

    /// `n` of those bytes were sent.
    #[inline]
    pub(super) fn sent(&mut self, n: usize) {
        self.out.sent(n);
        self.reply_bytes = self.reply_bytes.min(self.out.buf.len());
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub(super) fn shrink(&mut self) {
        if self.out.buf.is_empty() {
            self.out.buf.shrink(0);
        }
        if self.held.is_empty() {
            self.held.release();
        }
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.out.buf.capacity()
    }
}

/// The header of a HEADERS frame with a whole block.
#[inline]
fn headers_header(id: u32, block: usize, end_stream: u8) -> Header {
    Header {
        length: block as u32,
        kind: Kind::Headers,
        flags: frame::END_HEADERS | end_stream,
        stream: id,
    }
}

#[inline]
fn data_header(id: u32, bytes: usize, end: bool) -> Header {
    Header {
        length: bytes as u32,
        kind: Kind::Data,
        flags: if end { frame::END_STREAM } else { 0 },
        stream: id,
    }
}

/// Spreads out content to make room for the headers of further frames, from the back.
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
