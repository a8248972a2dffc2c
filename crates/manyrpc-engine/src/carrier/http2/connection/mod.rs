//! One connection of either role.

mod alive;
mod body;
mod control;
mod messages;
mod receive;
mod send;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use manyrpc_codec::Buf;

pub use send::{Heading, Prepared};

use super::allowance::Allowance;
use super::config::Config;
use super::event::{Event, Farewell};
use super::fault::{MUTE, TOO_SLOW, UNSETTLED, Violation};
use super::fields::Fields;
use super::frame::{self, Header, Kind, LAST_STREAM, PREFACE};
use super::hpack::Encoder;
use super::received::Received;
use super::settings::{self, DEFAULT_WINDOW, MOST_WINDOW, Settings};
use super::streams::Streams;
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::outbox::Outbox;
use crate::time::Instant;

/// One side of a connection.
///
/// After any verb, and after each event, drain [`poll_transmit`](Self::poll_transmit). When bytes
/// came in, call [`next_event`](Self::next_event) until it gives `None`; then wait for input or
/// for [`next_timeout`](Self::next_timeout), whichever is first.
///
/// Content is written in place: [`begin_data`](Self::begin_data), then append to
/// [`body`](Self::body), then [`finish_data`](Self::finish_data) or
/// [`abandon_data`](Self::abandon_data). What else is said in between leaves behind the content;
/// header fields abandon it.
#[derive(Debug)]
pub struct Connection {
    client: bool,
    config: Config,
    // What arrives.
    arrival: Arrival,
    /// Bytes of the client's preface that are still to come.
    preface_left: usize,
    /// The first frame has been SETTINGS.
    greeted: bool,
    /// Bytes still to come of a frame that is ignored.
    skipping: usize,
    block: Option<messages::Block>,
    /// The fragments of the header block under way.
    fragments: Vec<u8>,
    received: Received,
    receive_window: i64,
    consumed: u32,
    /// Bytes of acknowledgements and the like in the output.
    reply_bytes: usize,
    idle_frames: Allowance,
    resets: Allowance,
    alive: alive::Alive,
    // What is sent.
    out: Outbox,
    /// Frames that wait for the end of the one being written.
    held: Buf,
    /// The stream whose content is being written, behind the room for a frame's header.
    writing: Option<u32>,
    encoder: Encoder,
    prepared: Vec<send::Template>,
    /// Where header blocks are put together.
    scratch: Vec<u8>,
    send_window: i64,
    /// Streams whose backlog may be sent from, in turn.
    waiting: VecDeque<u32>,
    backlog_bytes: usize,
    // Both.
    peer: Settings,
    streams: Streams,
    /// The next stream of ours.
    next_stream: u32,
    /// Streams of ours that have a number and wait for the peer to permit more, in order.
    reserved: VecDeque<u32>,
    /// The highest stream of the peer's.
    last_peer_stream: u32,
    settings_sent: u32,
    settings_due: Option<Instant>,
    /// How long a client may take to say its first words.
    first_words: Duration,
    shutdown: Shutdown,
    /// The last stream of ours that the peer will carry out, once it has said so.
    peer_goes: Option<u32>,
    /// Why it goes, if it has said so.
    farewell: Option<Box<Farewell>>,
    events: VecDeque<Event>,
    broken: Option<Violation>,
}

/// How far we are with taking no more streams (6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shutdown {
    No,
    /// The peer was asked; streams that cross that are still taken until it has answered a PING.
    Asked,
    /// No stream above this one is taken.
    Above(u32),
}

impl Connection {
    /// The side that makes requests. What it begins with waits to be sent at once.
    pub fn client(limits: &Limits, config: Config) -> Self {
        let mut connection = Self::new(limits, config, true);
        connection.out.buf.put(PREFACE);
        connection.greet();
        connection
    }

    /// The side that answers them.
    pub fn server(limits: &Limits, config: Config) -> Self {
        let mut connection = Self::new(limits, config, false);
        connection.preface_left = PREFACE.len();
        connection.greet();
        connection
    }

    fn new(limits: &Limits, mut config: Config, client: bool) -> Self {
        let frames = frame::LEAST_MAX_FRAME..=frame::MOST_MAX_FRAME;
        config.frame_bytes = config.frame_bytes.clamp(*frames.start(), *frames.end());
        for window in [
            &mut config.stream_window_bytes,
            &mut config.connection_window_bytes,
        ] {
            *window = (*window).clamp(DEFAULT_WINDOW, MOST_WINDOW);
        }
        let least = config.header_list_bytes;
        config.header_block_bytes = config.header_block_bytes.max(least);
        Connection {
            client,
            arrival: Arrival::new(limits),
            preface_left: 0,
            greeted: false,
            skipping: 0,
            block: None,
            fragments: Vec::new(),
            received: Received::default(),
            receive_window: i64::from(config.connection_window_bytes),
            consumed: 0,
            reply_bytes: 0,
            idle_frames: Allowance::new(config.idle_frames, config.idle_frames_per_second),
            resets: Allowance::new(config.resets, config.resets_per_second),
            alive: alive::Alive::default(),
            out: Outbox::default(),
            held: Buf::new(),
            writing: None,
            encoder: Encoder::new(config.header_table_bytes),
            prepared: Vec::new(),
            scratch: Vec::new(),
            send_window: i64::from(DEFAULT_WINDOW),
            waiting: VecDeque::new(),
            backlog_bytes: 0,
            peer: Settings::default(),
            streams: Streams::default(),
            next_stream: 1,
            reserved: VecDeque::new(),
            last_peer_stream: 0,
            settings_sent: 1,
            settings_due: None,
            first_words: limits.message_timeout,
            shutdown: Shutdown::No,
            peer_goes: None,
            farewell: None,
            events: VecDeque::new(),
            broken: None,
            config,
        }
    }

    /// SETTINGS first, then what the connection's window has beyond its default (3.4, 6.9.2).
    fn greet(&mut self) {
        let payload = settings::offered(&self.config, self.client);
        self.put_frame(Kind::Settings, 0, 0, &payload);
        let more = self.config.connection_window_bytes - DEFAULT_WINDOW;
        if more > 0 {
            self.put_frame(Kind::WindowUpdate, 0, 0, &more.to_be_bytes());
        }
        self.out.commit();
        self.reply_bytes = 0;
    }

    /// The fields of the last [`Event::Headers`], [`Event::Interim`] or [`Event::Trailers`].
    #[inline]
    pub fn head(&self) -> &Fields {
        &self.received.list().fields
    }

    /// Names the fields of [`head`](Self::head): two lists with the same token of one connection
    /// are the same, so what was found in one of them holds for the other.
    #[inline]
    pub fn head_token(&self) -> u64 {
        self.received.list().token
    }

    /// The status that [`head`](Self::head) has; 0 in a request and in trailers.
    #[inline]
    pub fn status(&self) -> u16 {
        self.received.list().facts.status
    }

    /// Why the peer takes no more streams, if it has said more than that.
    pub fn farewell(&self) -> Option<&Farewell> {
        self.farewell.as_deref()
    }

    /// What the peer has set.
    pub fn peer_settings(&self) -> &Settings {
        &self.peer
    }

    /// Streams that are open.
    pub fn open_streams(&self) -> usize {
        self.streams.len() - self.reserved.len()
    }

    /// Bytes that wait for the peer's windows.
    pub fn backlog_bytes(&self) -> usize {
        self.backlog_bytes
    }

    /// Whether a request can begin now.
    pub fn has_room(&self) -> bool {
        self.may_request().is_ok()
    }

    /// Why the connection cannot be used any more, once that is so.
    pub fn broken(&self) -> Option<Violation> {
        self.broken
    }

    /// Whether so much waits to be sent that no more requests are taken for now: what was received
    /// waits, and no more should be. What waits for the peer's windows does not count here, because
    /// the words that open them must be heard.
    #[inline]
    pub fn is_full(&self) -> bool {
        !self.client && self.out.buf.len() >= self.config.queued_bytes
    }

    /// One side takes no more streams, and none is open: it is time to close the connection.
    pub fn is_finished(&self) -> bool {
        let going = self.peer_goes.is_some() || matches!(self.shutdown, Shutdown::Above(_));
        going && self.streams.len() == 0 && self.events.is_empty()
    }

    /// How many more bytes the frame under way needs at least, as its sender says.
    pub fn wanted(&self) -> usize {
        self.arrival.wanted()
    }

    /// The next bytes to send. Repeats until [`sent`](Self::sent) says they went.
    #[inline]
    pub fn poll_transmit(&mut self) -> Option<&[u8]> {
        if !self.waiting.is_empty() {
            self.pump();
        }
        let due = self.out.due();
        (!due.is_empty()).then_some(due)
    }

    /// `n` bytes of what [`poll_transmit`](Self::poll_transmit) gave last went.
    #[inline]
    pub fn sent(&mut self, n: usize) {
        self.out.sent(n);
        self.reply_bytes = self.reply_bytes.min(self.out.buf.len());
    }

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    pub fn next_timeout(&self) -> Option<Instant> {
        if self.broken.is_some() {
            return None;
        }
        let known = [self.arrival.deadline(), self.first_words_due()];
        known
            .into_iter()
            .chain([self.alive_timeout()])
            .flatten()
            .min()
    }

    /// Time has come to `now`. What comes of it is the next event.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.arrival.is_late(now) {
            self.too_slow();
        } else if !self.client && !self.greeted && self.settings_due.is_none() {
            self.settings_due = Some(now + self.first_words);
        } else if self.settings_due.is_some_and(|due| now >= due) {
            self.break_down(match self.greeted {
                false => MUTE,
                // 6.5.3
                true => UNSETTLED,
            });
        } else {
            self.ask_whether_alive(now);
        }
    }

    /// When a client must have said its first words, and then have taken note of ours. Time begins
    /// when we are first asked, since nobody tells us when the connection did.
    fn first_words_due(&self) -> Option<Instant> {
        match self.client || self.greeted {
            true => self.settings_due,
            false => Some(self.settings_due.unwrap_or(Instant::ZERO)),
        }
    }

    fn too_slow(&mut self) {
        self.break_down(TOO_SLOW);
    }

    /// Gives back memory that is not needed while nothing is under way.
    pub fn shrink(&mut self) {
        self.streams.shrink();
        self.received.shrink();
        self.fragments.shrink_to(KEPT);
        self.scratch.shrink_to(KEPT);
        if self.out.buf.is_empty() {
            self.out.buf.shrink(KEPT);
        }
        if self.held.is_empty() {
            self.held.shrink(0);
        }
    }

    /// Where the next frame that is complete at once goes.
    #[inline]
    fn output(&mut self) -> &mut Buf {
        match self.writing {
            None => &mut self.out.buf,
            Some(_) => &mut self.held,
        }
    }

    /// A frame of ours that says something about the connection or a stream.
    fn put_frame(&mut self, kind: Kind, flags: u8, stream: u32, payload: &[u8]) {
        let header = Header {
            length: payload.len() as u32,
            kind,
            flags,
            stream,
        };
        self.reply_bytes += frame::HEADER + payload.len();
        let out = self.output();
        out.put_array(header.emit());
        out.put(payload);
        if self.writing.is_none() {
            self.out.commit();
        }
    }

    /// The connection is over: the peer is told why, and nothing else is done (5.4.1).
    #[cold]
    fn break_down(&mut self, why: Violation) {
        if self.broken.is_some() {
            return;
        }
        let last = self.last_peer_stream & LAST_STREAM;
        self.writing = None;
        self.out.rollback();
        self.held.clear();
        self.put_goaway(last, why);
        self.broken = Some(why);
        self.arrival.rest();
        self.settings_due = None;
        self.waiting.clear();
        self.events.push_back(Event::Broken(why));
    }
}

/// Memory of buffers that an idle connection keeps, in bytes.
const KEPT: usize = 4096;

#[cfg(test)]
mod tests;
