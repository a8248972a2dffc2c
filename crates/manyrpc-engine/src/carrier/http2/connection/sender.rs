//! Outgoing messages, within the peer's settings and windows (RFC 9113, 5.2, 6.1, 6.2, 6.9).

use super::heading::{HeaderEncoder, Heading};
use super::writer::FrameWriter;
use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{Refused, Scope, connection};
use crate::carrier::http2::flow::SendWindow;
use crate::carrier::http2::frame::{ErrorCode, PREFACE};
use crate::carrier::http2::settings::{self, DEFAULT_WINDOW, ENTRY, Settings};
use crate::carrier::http2::state::State;
use crate::carrier::http2::streams::{Role, Streams};

/// The sending half of a connection.
#[derive(Debug)]
pub(super) struct Sender {
    writer: FrameWriter,
    encoder: HeaderEncoder,
    /// The peer's settings.
    peer: Settings,
    /// The connection's window.
    window: SendWindow,
    /// The window has grown since content last had to wait.
    has_grown: bool,
}

/// What was sent of messages, for accounting.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub(super) struct Sent {
    /// Frames.
    pub(super) frames: u32,
    /// Frames without content that the peer may send in return.
    pub(super) earned: u32,
    /// Streams that ended with this.
    pub(super) ended: u32,
}

impl Sent {
    #[inline]
    fn ending(mut self, ended: bool) -> Sent {
        self.ended += u32::from(ended);
        self
    }

    fn add(&mut self, other: Sent) {
        self.frames += other.frames;
        self.earned += other.earned;
        self.ended += other.ended;
    }
}

/// Frames without content that the peer may send for each one with content.
pub(super) const EARNED: u32 = 4;
/// DATA frames smaller than this, forced by the peer's windows, permit it nothing.
const SMALL: usize = 256;
/// Bytes of backlogs that are moved to the output at a time.
const PUMPED: usize = 256 << 10;

impl Sender {
    /// The opening bytes of the connection are queued at once.
    pub(super) fn new(role: Role, config: &Config) -> Self {
        let mut writer = FrameWriter::new(role, config);
        let client = role == Role::Client;
        let preface: &[u8] = if client { PREFACE } else { &[] };
        let more = config.connection_window_bytes - DEFAULT_WINDOW;
        writer.put_preface(preface, &settings::offered(config, client), more);
        Sender {
            writer,
            encoder: HeaderEncoder::new(config.header_table_bytes.into()),
            peer: Settings::default(),
            window: SendWindow::new(DEFAULT_WINDOW),
            has_grown: false,
        }
    }

    /// For frames that are not part of a message, and for output.
    #[inline]
    pub(super) fn writer(&mut self) -> &mut FrameWriter {
        &mut self.writer
    }

    /// For preparing header lists.
    pub(super) fn encoder(&mut self) -> &mut HeaderEncoder {
        &mut self.encoder
    }

    /// The peer's settings.
    #[inline]
    pub(super) fn peer(&self) -> &Settings {
        &self.peer
    }

    /// Whether so much waits for the transport that no more requests are taken.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.writer.is_full()
    }

    /// Applies the peer's new settings; returns the change of the streams' windows (6.9.2).
    pub(super) fn set_peer(
        &mut self,
        entries: &[[u8; ENTRY]],
        by_server: bool,
    ) -> Result<i64, Scope> {
        let before = i64::from(self.peer.window_bytes);
        for entry in entries {
            self.peer.set(entry, by_server)?;
            // An intermediate size evicts too.
            let table = self.peer.header_table_bytes;
            self.encoder.set_limit(table as usize);
        }
        Ok(i64::from(self.peer.window_bytes) - before)
    }

    /// The peer permits more content over all streams (6.9.1).
    pub(super) fn grow_window(&mut self, by: u32) -> Result<(), Scope> {
        self.has_grown = true;
        if self.window.grow(i64::from(by)) {
            return Ok(());
        }
        let what = "the connection's window grows too large";
        Err(connection(ErrorCode::FlowControlError, what))
    }

    /// Whether the window is used up, by more than what waited when it last grew. Each increment lets one message begin even if
    /// those that wait use it up: streams take turns, and a long message must not keep others from having one.
    pub(super) fn awaits_window(&self) -> bool {
        self.window.available() == 0 && !self.has_grown
    }

    /// Whether the peer accepts a header list of that size (6.5.2).
    #[inline]
    pub(super) fn fits(&self, heading: Heading<'_>) -> Result<(), Refused> {
        let most = self.peer.header_list_bytes as usize;
        let bytes = self.encoder.size(heading);
        match bytes > most {
            true => Err(Refused::TooLarge { bytes, most }),
            false => Ok(()),
        }
    }

    /// Sends a header list, which must [fit](Self::fits). Drops unfinished content, which must not
    /// become part of a frame.
    #[inline]
    pub(super) fn headers(
        &mut self,
        streams: &mut Streams,
        id: u32,
        heading: Heading<'_>,
        end: bool,
    ) -> Sent {
        self.writer.abandon_content();
        let block = self.encoder.encode(heading);
        self.writer.put_headers(id, block, end);
        let sent = Sent {
            frames: 1,
            ..Sent::default()
        };
        sent.ending(end && streams.end_sent(id))
    }

    /// Adds fields to the last list, if it was not sent yet.
    pub(super) fn extend_headers(&mut self, id: u32, heading: Heading<'_>) -> Result<(), Refused> {
        self.fits(heading)?;
        let found = self.writer.last_headers(id, self.encoder.block_len());
        let start = found.ok_or(Refused::AlreadyEnded)?;
        let block = self.encoder.extend(heading.fields);
        self.writer.replace_headers(start, id, block);
        Ok(())
    }

    /// Ends a message with trailers, after its waiting content.
    #[inline]
    pub(super) fn trailers(
        &mut self,
        streams: &mut Streams,
        id: u32,
        heading: Heading<'_>,
    ) -> Result<Sent, Refused> {
        let open = streams.may_send(id)?;
        self.fits(heading)?;
        if open.outgoing().has_backlog() {
            streams.end_with_trailers(id, self.encoder.fields(heading));
            return Ok(Sent::default());
        }
        Ok(self.headers(streams, id, heading, true))
    }

    /// Begins content of a stream. None is being written.
    #[inline]
    pub(super) fn begin_data(&mut self, streams: &Streams, id: u32) -> Result<(), Refused> {
        streams.may_send(id)?;
        self.writer.begin_content(id);
        Ok(())
    }

    /// Completes the content: sends what the windows permit; the rest becomes the stream's backlog.
    #[inline]
    pub(super) fn finish_data(
        &mut self,
        streams: &mut Streams,
        end: bool,
    ) -> Result<Sent, Refused> {
        let id = self.writer.content_stream();
        let Some((id, open)) = id.and_then(|id| Some((id, streams.get_mut(id)?))) else {
            self.writer.discard_content();
            return Err(Refused::NoSuchStream);
        };
        let bytes = self.writer.content_bytes().len();
        let fits = bytes <= self.peer.frame_bytes as usize && bytes <= self.window.available();
        if !fits || !open.takes_window(bytes) {
            return Ok(self.finish_in_parts(streams, id, bytes, end));
        }
        self.window.take(bytes);
        if bytes == 0 && !end {
            self.writer.abandon_content();
            return Ok(Sent::default());
        }
        self.writer.finish_content(id, bytes, end);
        let sent = Sent {
            frames: 1,
            earned: EARNED,
            ended: 0,
        };
        Ok(sent.ending(end && streams.end_sent(id)))
    }

    /// Sends what may be sent, in frames that the peer accepts; the rest becomes the stream's
    /// backlog.
    #[cold]
    fn finish_in_parts(&mut self, streams: &mut Streams, id: u32, bytes: usize, end: bool) -> Sent {
        let Some(open) = streams.get(id) else {
            return Sent::default();
        };
        let (reserved, behind) = (open.state() == State::Idle, open.outgoing().has_backlog());
        let window = open.outgoing().available().min(self.window.available());
        let now = if behind { 0 } else { bytes.min(window) };
        let waits = now < bytes || behind || reserved;
        streams.take_window(id, now, &mut self.window);
        if end && waits {
            // Even if only the stream's end follows the backlog.
            streams.end_with_backlog(id);
        }
        if now < bytes {
            self.has_grown = false;
            streams.append_backlog(id, &self.writer.content_bytes()[now..]);
        }
        self.writer.truncate_content(now);
        let most = self.peer.frame_bytes as usize;
        let frames = self
            .writer
            .finish_content_in_frames(id, most, end && !waits);
        let sent = Sent {
            frames,
            earned: frames,
            ended: 0,
        };
        sent.ending(end && !waits && streams.end_sent(id))
    }

    /// Moves what the windows permit from backlogs to the output, one frame per stream in turn.
    #[cold]
    pub(super) fn pump(&mut self, streams: &mut Streams) -> Sent {
        let mut sent = Sent::default();
        while self.writer.content_stream().is_none()
            && self.writer.len() < PUMPED
            && self.window.available() > 0
        {
            let Some(id) = streams.next_ready() else {
                break;
            };
            sent.add(self.pump_stream(streams, id));
        }
        sent
    }

    fn pump_stream(&mut self, streams: &mut Streams, id: u32) -> Sent {
        let Some(outgoing) = streams.get(id).map(|open| open.outgoing()) else {
            return Sent::default();
        };
        let permitted = outgoing.available().min(self.window.available());
        let most = (self.peer.frame_bytes as usize).min(PUMPED);
        let backlog = outgoing.backlog();
        let n = backlog.len().min(permitted).min(most);
        if n == 0 {
            // Queued again when its window grows.
            return Sent::default();
        }
        let end = n == backlog.len() && outgoing.ends_with_data();
        self.writer.put_data(id, &backlog[..n], end);
        streams.sent_backlog(id, n, &mut self.window);
        let mut sent = Sent {
            frames: 1,
            earned: if n >= SMALL { EARNED } else { 0 },
            ended: 0,
        };
        if end {
            return sent.ending(streams.end_sent(id));
        }
        if let Some(trailers) = streams.take_trailers(id) {
            let fields: alloc::vec::Vec<_> = trailers.iter().collect();
            sent.add(self.headers(streams, id, (&fields[..]).into(), true));
        }
        sent
    }

    /// Releases memory that is not needed while nothing is in flight.
    pub(super) fn shrink(&mut self) {
        self.writer.shrink();
        // The last list can be extended until it is sent.
        if self.writer.len() == 0 {
            self.encoder.shrink();
        }
    }
}
