//! One connection of either role.
//!
//! Each concern is a part that owns its data; [`Connection`] has one of each and passes frames and
//! messages between them. The parts do not know each other, except for what one call passes in.
//!
//! An incoming frame: `reader` delimits it and checks that it may come now; `dispatch` routes it.
//! HEADERS go through `header_block`, which reassembles and decodes them; HEADERS and DATA then
//! change their stream (`streams`), SETTINGS and WINDOW_UPDATE what may be sent, GOAWAY `closing`.
//! `budget` counts frames that advance no message.
//!
//! An outgoing message: `sender` asks its stream whether it may be sent, has `heading` compress the
//! header list and `writer` frame both; what the peer's windows do not permit waits with its
//! stream.

mod budget;
mod closing;
mod dispatch;
mod handshake;
mod header_block;
mod heading;
mod liveness;
mod reader;
mod sender;
mod writer;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::ops::Range;

use manyrpc_codec::Buf;

pub use heading::{Heading, Prepared};

use super::config::Config;
use super::event::{Event, GoAwayReason, StreamId};
use super::fault::{Refused, TOO_SLOW, Violation};
use super::fields::Fields;
use super::flow::ReceiveWindow;
use super::frame::{self, ErrorCode, Kind};
use super::settings::{DEFAULT_WINDOW, MAX_WINDOW, Settings};
use super::state::State;
use super::streams::{Role, Streams};
use crate::Limits;
use crate::contract::Rx;
use crate::in_use::InUse;
use crate::time::Instant;
use budget::Budget;
use closing::{Closing, GOING, Notice, SHUTDOWN_PING};
use handshake::Handshake;
use header_block::HeaderBlocks;
use liveness::{ALIVE_PING, Liveness};
use reader::FrameReader;
use sender::{Sender, Sent};

/// One side of a connection.
///
/// After any method that sends, and after each event, drain [`poll_transmit`](Self::poll_transmit).
/// When bytes were received, call [`next_event`](Self::next_event) until `None`; then wait for
/// input or for [`next_timeout`](Self::next_timeout), whichever comes first.
///
/// Content is written in place: [`begin_data`](Self::begin_data), then append to
/// [`body`](Self::body), then [`finish_data`](Self::finish_data) or
/// [`abandon_data`](Self::abandon_data). Other frames sent in between follow the content; header
/// fields abandon it.
#[derive(Debug)]
pub struct Connection {
    role: Role,
    /// What was consumed of its window is not announced, since so much waits for the peer's.
    holds_window: bool,
    reader: FrameReader,
    header_blocks: HeaderBlocks,
    /// What the peer may send over all streams.
    window: ReceiveWindow,
    streams: Streams,
    sender: Sender,
    handshake: Handshake,
    liveness: Option<Box<Liveness>>,
    closing: InUse<Closing>,
    budget: Budget,
    events: InUse<VecDeque<Event>>,
}

/// Bytes that wait for the peer's windows, from which on more would only take memory. While there are fewer, small messages
/// may join them for their turn.
const SATURATION: usize = 1 << 20;

/// Concurrent streams before the peer has stated its limit.
const BEFORE_SETTINGS: usize = 100;

/// Start and end.
impl Connection {
    /// The client side. Its opening bytes are queued at once.
    pub fn client(limits: &Limits, config: Config) -> Self {
        Self::new(Role::Client, limits, config)
    }

    /// The server side.
    pub fn server(limits: &Limits, config: Config) -> Self {
        Self::new(Role::Server, limits, config)
    }

    fn new(role: Role, limits: &Limits, mut config: Config) -> Self {
        let frames = frame::MIN_FRAME_LIMIT..=frame::MAX_FRAME_LIMIT;
        config.frame_bytes = config.frame_bytes.clamp(*frames.start(), *frames.end());
        for window in [
            &mut config.stream_window_bytes,
            &mut config.connection_window_bytes,
        ] {
            *window = (*window).clamp(DEFAULT_WINDOW, MAX_WINDOW);
        }
        let least = config.header_list_bytes;
        config.header_block_bytes = config.header_block_bytes.max(least);
        Connection {
            role,
            holds_window: false,
            reader: FrameReader::new(role, limits, &config),
            header_blocks: HeaderBlocks::new(&config),
            window: ReceiveWindow::new(config.connection_window_bytes),
            streams: Streams::new(role, &config),
            sender: Sender::new(role, &config),
            handshake: Handshake::new(role, limits, &config),
            liveness: Liveness::new(role, &config.keepalive),
            closing: InUse::default(),
            budget: Budget::new(&config),
            events: InUse::default(),
        }
    }

    /// Shuts down gracefully: accepts only streams already on their way, and completes the others
    /// (6.8).
    pub fn shut_down(&mut self) {
        let last = self.streams.last_remote();
        let notice = self.closing.shut_down(self.role, last);
        self.give_notice(notice);
    }

    fn give_notice(&mut self, notice: Option<Notice>) {
        let Some(notice) = notice else {
            return;
        };
        self.sender.writer().put_goaway(notice.last(), GOING);
        if let Notice::Ask = notice {
            self.ping(SHUTDOWN_PING);
        }
    }

    /// Ends the connection: sends the reason to the peer, and nothing else (5.4.1).
    #[cold]
    fn break_down(&mut self, why: Violation) {
        if !self.closing.break_down(why) {
            return;
        }
        let writer = self.sender.writer();
        writer.drop_unfinished();
        writer.put_goaway(self.streams.last_remote(), why);
        self.reader.stop();
        self.streams.stop_sending();
        self.events.push_back(Event::Broken(why));
    }

    /// Why the connection is unusable, if so.
    pub fn broken(&self) -> Option<Violation> {
        self.closing.broken()
    }

    /// Why the peer accepts no more streams, if it gave a reason.
    pub fn goaway_reason(&self) -> Option<&GoAwayReason> {
        self.closing.goaway_reason()
    }

    /// Whether either side accepts no more streams.
    pub fn is_going(&self) -> bool {
        self.closing.is_going()
    }

    /// Either side accepts no more streams and none is open: close the connection.
    pub fn is_finished(&self) -> bool {
        self.closing.is_going() && self.streams.len() == 0 && self.events.is_empty()
    }

    /// When [`handle_timeout`](Self::handle_timeout) is due.
    pub fn next_timeout(&self) -> Option<Instant> {
        if self.closing.is_broken() {
            return None;
        }
        let parts = [
            self.reader.deadline(),
            self.handshake.timeout(),
            self.silence_timeout(),
        ];
        parts.into_iter().flatten().min()
    }

    fn silence_timeout(&self) -> Option<Instant> {
        self.liveness.as_ref()?.timeout(self.streams.len())
    }

    /// The time is now `now`. The result is the next event.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.closing.is_broken() {
            return;
        }
        if self.reader.is_late(now) {
            return self.break_down(TOO_SLOW);
        }
        if let Err(why) = self.handshake.handle_timeout(now) {
            return self.break_down(why);
        }
        let Some(liveness) = &mut self.liveness else {
            return;
        };
        match liveness.handle_timeout(self.streams.len(), now) {
            Ok(false) => {}
            Ok(true) => self.ping(ALIVE_PING),
            Err(why) => self.break_down(why),
        }
    }

    /// Releases memory that is not needed while nothing is in flight and the connection has been idle for some time.
    /// [`head`](Self::head) is empty after it.
    pub fn shrink(&mut self) {
        self.rest();
        self.streams.forget_closed();
    }

    /// The same where frames of streams that have ended may still arrive.
    pub fn rest(&mut self) {
        self.streams.rest();
        self.header_blocks.shrink();
        self.sender.shrink();
        if self.events.is_empty() {
            self.events.release();
        }
    }

    /// Drops what was [prepared](Self::prepare).
    pub fn forget_prepared(&mut self) {
        self.sender.encoder().forget_prepared();
    }
}

/// Receiving.
impl Connection {
    /// The fields of the last [`Event::Headers`], [`Event::Interim`] or [`Event::Trailers`].
    #[inline]
    pub fn head(&self) -> &Fields {
        &self.header_blocks.list().fields
    }

    /// Identifies the fields of [`head`](Self::head): two lists of one connection with the same
    /// token are equal, so what was derived from one holds for the other.
    #[inline]
    pub fn head_token(&self) -> u64 {
        self.header_blocks.list().token
    }

    /// The status in [`head`](Self::head); 0 in a request and in trailers.
    #[inline]
    pub fn status(&self) -> u16 {
        self.header_blocks.list().facts.status
    }

    /// The largest header list accepted, in bytes.
    pub fn header_list_bytes(&self) -> usize {
        self.header_blocks.list_bytes()
    }

    /// The peer's settings.
    pub fn peer_settings(&self) -> &Settings {
        self.sender.peer()
    }

    /// How many more bytes the incomplete frame needs at least, according to its header.
    pub fn wanted(&self) -> usize {
        self.reader.wanted()
    }

    /// Replaces the received bytes with `message`, reassembled from several frames, so that the
    /// next event may point into it; the memory is swapped with that of `rx`. Call this between two
    /// events. The range is valid until the next one.
    pub fn lend(&mut self, rx: &mut Rx, message: &mut Buf) -> Range<usize> {
        self.reader.lend(&mut rx.buf, message)
    }

    /// `n` bytes of a stream's content have been used or copied: the peer may send as many more.
    /// The connection's window is credited even if the stream has ended. Windows are announced when
    /// half of them is consumed, large ones after a few megabytes.
    #[inline]
    pub fn consumed(&mut self, stream: StreamId, n: u32) {
        if n == 0 {
            return;
        }
        self.connection_consumed(n);
        if let Some(more) = self.streams.consumed(stream.0, n) {
            self.sender.writer().put_window_update(stream.0, more);
        }
    }

    /// While a stream is held, what is [consumed](Self::consumed) of it is not announced, so that
    /// the peer sends at most one more window; other streams go on.
    pub fn hold(&mut self, stream: StreamId, held: bool) {
        if let Some(more) = self.streams.hold(stream.0, held) {
            self.sender.writer().put_window_update(stream.0, more);
        }
    }

    /// As [`consumed`](Self::consumed), for the connection's window only. While many of its answers wait for the client's
    /// windows, a server lets it send one more window of requests and no more: their answers would have to be refused.
    #[inline]
    fn connection_consumed(&mut self, n: u32) {
        if self.role == Role::Server && self.streams.is_backlog_large() {
            self.holds_window = true;
            self.window.hold(n);
        } else if let Some(more) = self.window.consumed(n) {
            self.sender.writer().put_window_update(0, more);
        }
    }

    /// Whether a stream is open on both sides, on one, or closed.
    pub fn state(&mut self, stream: StreamId) -> State {
        self.streams.judge(stream.0, Kind::Headers).0
    }

    /// How many streams are open.
    pub fn open_streams(&self) -> usize {
        self.streams.open_len()
    }
}

/// Requests and responses.
impl Connection {
    /// Encodes and keeps fields that will be sent often. They are kept for the connection's life:
    /// prepare only a few, known in advance.
    pub fn prepare(&mut self, fields: Fields) -> Prepared {
        self.sender.encoder().prepare(fields)
    }

    /// Whether a request can begin now.
    pub fn has_room(&self) -> bool {
        self.may_request().is_ok()
    }

    fn may_request(&self) -> Result<(), Refused> {
        self.may_reserve()?;
        self.streams.may_open(self.most_streams())
    }

    /// Whether a request can begin, now or later.
    fn may_reserve(&self) -> Result<(), Refused> {
        self.closing.may_request()?;
        match self.role {
            Role::Client => self.streams.may_reserve(),
            Role::Server => Err(Refused::GoingAway),
        }
    }

    /// How many streams the peer permits (5.1.2). Before it has stated a limit, the recommended
    /// minimum (6.5.2): more could be refused.
    fn most_streams(&self) -> usize {
        match self.handshake.has_settings() {
            true => self.sender.peer().streams as usize,
            false => BEFORE_SETTINGS,
        }
    }

    /// Reserves a stream for a request that cannot begin yet. What is written to it waits;
    /// [`open`](Self::open) begins it, in the order of reservations.
    ///
    /// # Errors
    /// No more requests can be made on this connection.
    pub fn reserve(&mut self) -> Result<StreamId, Refused> {
        self.may_reserve()?;
        Ok(StreamId(self.streams.reserve()))
    }

    /// The reserved stream that can be [opened](Self::open) now.
    pub fn next_reserved(&self) -> Option<StreamId> {
        let next = self.streams.first_reserved().map(StreamId);
        let room = |_: &StreamId| self.streams.permit_another(self.most_streams());
        next.filter(|_| self.may_reserve().is_ok()).filter(room)
    }

    /// Begins the request of [`next_reserved`](Self::next_reserved), like
    /// [`request`](Self::request); what was written to it follows.
    ///
    /// # Errors
    /// Nothing was sent, and the stream is still reserved.
    pub fn open<'a>(&mut self, heading: impl Into<Heading<'a>>) -> Result<(), Refused> {
        let StreamId(id) = self.next_reserved().ok_or(Refused::TooManyStreams)?;
        let heading = heading.into();
        self.sender.fits(heading)?;
        let window = self.sender.peer().window_bytes;
        let opened = self.streams.open_reserved(window);
        let open = opened.ok_or(Refused::NoSuchStream)?;
        if self.sender.encoder().is_head(heading) {
            open.expect_no_content();
        }
        let outgoing = open.outgoing();
        let end = outgoing.ends_with_data() && !outgoing.has_backlog();
        self.send_headers(id, heading, end);
        Ok(())
    }

    /// Begins a request; with `end` it has no content. Names must be lower case, with pseudo-header
    /// fields first ([`head`](crate::carrier::http2::head) has the checks for fields from
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
        self.sender.fits(heading)?;
        let window = self.sender.peer().window_bytes;
        let (id, open) = self.streams.open_local(State::Open, window);
        if self.sender.encoder().is_head(heading) {
            open.expect_no_content();
        }
        self.send_headers(id, heading, end);
        Ok(StreamId(id))
    }

    /// Responds to a request; with `end` there is neither content nor trailers. Interim statuses
    /// below 200 may precede the final one.
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
        self.closing.may_send()?;
        self.streams.may_send(stream.0)?;
        self.sender.fits(heading)?;
        self.send_headers(stream.0, heading, end);
        Ok(())
    }

    #[inline]
    fn send_headers(&mut self, id: u32, heading: Heading<'_>, end: bool) {
        let sent = self.sender.headers(&mut self.streams, id, heading, end);
        self.note_sent(sent);
    }

    /// Adds fields to the last head, if it was not sent yet; content begun after it is kept.
    /// `heading` is the head as written, prepared, with the new fields.
    ///
    /// # Errors
    /// Nothing was added: the head is too long, or has been sent.
    pub fn extend_head(&mut self, stream: StreamId, heading: Heading<'_>) -> Result<(), Refused> {
        self.sender.extend_headers(stream.0, heading)
    }

    /// Ends a message with trailers, after its content.
    ///
    /// # Errors
    /// Nothing was sent.
    #[inline]
    pub fn trailers<'a>(
        &mut self,
        stream: StreamId,
        heading: impl Into<Heading<'a>>,
    ) -> Result<(), Refused> {
        self.closing.may_send()?;
        let heading = heading.into();
        let sent = self.sender.trailers(&mut self.streams, stream.0, heading)?;
        self.note_sent(sent);
        Ok(())
    }

    /// Resets a stream (6.4): its unsent content is dropped, and there is no event.
    pub fn reset(&mut self, stream: StreamId, code: ErrorCode) {
        if !self.closing.is_broken() && self.streams.get(stream.0).is_some() {
            self.reset_stream(stream.0, code);
        }
    }

    /// Sends RST_STREAM and forgets the stream.
    fn reset_stream(&mut self, id: u32, code: ErrorCode) {
        if self.streams.reset(id) {
            let code = u32::from(code).to_be_bytes();
            self.sender
                .writer()
                .put_control(Kind::RstStream, 0, id, &code);
        }
    }

    /// Sends a PING; the answer is [`Event::Pong`] with the same number.
    pub fn ping(&mut self, opaque: u64) {
        if !self.closing.is_broken() {
            let opaque = opaque.to_be_bytes();
            self.sender.writer().put_control(Kind::Ping, 0, 0, &opaque);
        }
    }
}

/// Content and output.
impl Connection {
    /// Begins content of a stream: reserves a frame header; what is appended to
    /// [`body`](Self::body) becomes DATA.
    ///
    /// # Errors
    /// Nothing was begun; [`Refused::Full`] while too much waits for the peer's windows.
    #[inline]
    pub fn begin_data(&mut self, stream: StreamId) -> Result<(), Refused> {
        self.begin_promised(stream)?;
        if self.streams.is_backlog_full() {
            self.abandon_data();
            return Err(Refused::Full);
        }
        Ok(())
    }

    /// The same, even while too much waits: for content whose sender was told before that it would be taken, and for the
    /// end of a message.
    ///
    /// # Errors
    /// Nothing was begun.
    #[inline]
    pub fn begin_promised(&mut self, stream: StreamId) -> Result<(), Refused> {
        self.abandon_data();
        self.closing.may_send()?;
        self.sender.begin_data(&self.streams, stream.0)
    }

    /// Where the content goes: append only.
    #[inline]
    pub fn body(&mut self) -> &mut Buf {
        self.sender.writer().content()
    }

    /// The content so far, to change in place.
    #[inline]
    pub fn body_bytes(&mut self) -> &mut [u8] {
        self.sender.writer().content_bytes()
    }

    /// Truncates the content to its first `n` bytes.
    pub fn shorten_data(&mut self, n: usize) {
        self.sender.writer().truncate_content(n);
    }

    /// Drops the content being written.
    #[inline]
    pub fn abandon_data(&mut self) {
        self.sender.writer().abandon_content();
    }

    /// Completes the content, or this part of it; with `end`, the stream ends after it. What the
    /// peer's windows do not permit yet is sent when they do.
    ///
    /// # Errors
    /// The stream has ended in the meantime: the content is dropped.
    #[inline]
    pub fn finish_data(&mut self, end: bool) -> Result<(), Refused> {
        let sent = self.sender.finish_data(&mut self.streams, end)?;
        self.note_sent(sent);
        Ok(())
    }

    /// Bytes that wait for the peer's windows.
    pub fn backlog_bytes(&self) -> usize {
        self.streams.backlog_bytes()
    }

    /// Whether so much waits for the peer's windows that no content can begin.
    pub fn is_backlog_full(&self) -> bool {
        self.streams.is_backlog_full()
    }

    /// Whether content that begins now would only wait for the connection's window: the peer permits none, much waits
    /// already, and other content was begun since it last permitted some.
    pub fn is_window_awaited(&self) -> bool {
        self.sender.awaits_window() && self.streams.backlog_bytes() >= SATURATION
    }

    /// Bytes of a stream's content that wait for the peer's windows.
    pub fn stream_backlog(&mut self, stream: StreamId) -> usize {
        let open = self.streams.get(stream.0);
        open.map_or(0, |open| open.outgoing().backlog().len())
    }

    /// Whether so much output is queued that no more requests are taken for now: received bytes
    /// wait, and no more should be received. Bytes that wait for the peer's windows do not count,
    /// because the frames that open the windows must be read.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.sender.is_full()
    }

    /// The next bytes to send. Returns the same ones until [`sent`](Self::sent) is called.
    #[inline]
    pub fn poll_transmit(&mut self) -> Option<&[u8]> {
        if self.streams.any_ready() {
            self.pump();
        }
        if self.holds_window && !self.streams.is_backlog_large() {
            self.release_window();
        }
        self.sender.writer().due()
    }

    #[cold]
    fn release_window(&mut self) {
        self.holds_window = false;
        if let Some(more) = self.window.release() {
            self.sender.writer().put_window_update(0, more);
        }
    }

    /// `n` bytes of the last [`poll_transmit`](Self::poll_transmit) were sent.
    #[inline]
    pub fn sent(&mut self, n: usize) {
        self.sender.writer().sent(n);
    }

    /// Sends what the peer's windows permit of the waiting content.
    #[cold]
    fn pump(&mut self) {
        let sent = self.sender.pump(&mut self.streams);
        self.note_sent(sent);
    }

    /// Part of a message was sent.
    #[inline]
    fn note_sent(&mut self, sent: Sent) {
        if let Some(liveness) = &mut self.liveness {
            liveness.sent_messages(sent.frames);
        }
        self.budget.sent(sent);
    }
}

#[cfg(test)]
mod tests;
