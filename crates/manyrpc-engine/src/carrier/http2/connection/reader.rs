//! Incoming frames: which may come next, and when one is complete (RFC 9113, 3.4, 4 and 6.10).

use core::mem;
use core::ops::Range;

use manyrpc_codec::Buf;

use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{Scope, TLS_ALERT, calm, connection, protocol};
use crate::carrier::http2::frame::{self, ErrorCode, HEADER, Header, Kind, PREFACE};
use crate::carrier::http2::settings::{ENTRY, most};
use crate::carrier::http2::streams::Role;
use crate::carrier::is_tls_alert;
use crate::time::{Clock, Instant};

/// Splits input into frames. A frame lies at the front of the receive buffer and is lent until
/// [`release`](Self::release).
#[derive(Debug)]
pub(super) struct FrameReader {
    arrival: Arrival,
    expects: Expects,
    caps: Caps,
}

/// What must come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expects {
    /// This many more bytes of the client's preface.
    Preface(usize),
    /// The peer's first frame, which must be SETTINGS.
    Settings,
    /// Any frame.
    Frame,
    /// More of the header block of this stream.
    Continuation(u32),
    /// This many more bytes of an ignored frame.
    Ignored(usize),
}

/// The largest payloads accepted.
#[derive(Debug)]
struct Caps {
    any: u32,
    header_block: u32,
    settings: u32,
}

/// The result of looking at the front of the received bytes.
pub(super) enum Next {
    /// Less than a frame: more bytes are needed.
    Wait,
    /// Something was dropped: look again.
    Again,
    /// The header of a frame of unknown kind was dropped, and its payload will be: look again.
    Unknown,
    /// A complete frame.
    Frame(Header),
}

/// Largest payload of frames of a fixed size, and of GOAWAY with its debug data.
const MAX_CONTROL_BYTES: usize = 16 << 10;
/// Messages up to this size are copied rather than exchanged with the receive buffer.
const COPIED: usize = 4 << 10;
/// The most that HEADERS holds in addition to its fragment: priority and padding.
const AROUND_FRAGMENT: usize = 512;

impl FrameReader {
    pub(super) fn new(role: Role, limits: &Limits, config: &Config) -> Self {
        FrameReader {
            arrival: Arrival::new(limits),
            expects: match role {
                Role::Client => Expects::Settings,
                Role::Server => Expects::Preface(PREFACE.len()),
            },
            caps: Caps {
                any: config.frame_bytes,
                header_block: most(config.header_block_bytes),
                settings: most(config.settings),
            },
        }
    }

    /// The next frame, or what is in its place.
    #[inline]
    pub(super) fn next(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Next, Scope> {
        match self.expects {
            Expects::Preface(left) => return self.preface(left, buf, clock),
            Expects::Ignored(left) => return self.ignored(left, buf, clock),
            Expects::Settings if is_tls_alert(buf.data()) => {
                return Err(Scope::Connection(TLS_ALERT));
            }
            Expects::Settings | Expects::Frame | Expects::Continuation(_) => {}
        }
        let data = buf.data();
        let Some(bytes) = data.first_chunk::<HEADER>() else {
            if !data.is_empty() || matches!(self.expects, Expects::Continuation(_)) {
                self.lacks(HEADER - data.len(), clock)?;
            }
            return Ok(Next::Wait);
        };
        let header = Header::parse(bytes);
        let length = header.length as usize;
        let missing = (HEADER + length).saturating_sub(data.len());
        self.admit(header)?;
        // 5.5: ignored, so it need not be buffered.
        if let Kind::Unknown(_) = header.kind {
            buf.consume(HEADER);
            self.arrival.rest();
            self.expects = Expects::Ignored(length);
            return Ok(Next::Unknown);
        }
        if missing > 0 {
            self.lacks(missing, clock)?;
            return Ok(Next::Wait);
        }
        self.arrival.lend(HEADER + length);
        self.pass(header);
        Ok(Next::Frame(header))
    }

    /// The client's preface, in any pieces.
    #[cold]
    fn preface(&mut self, left: usize, buf: &mut Buf, clock: &Clock) -> Result<Next, Scope> {
        let at = PREFACE.len() - left;
        let n = buf.len().min(left);
        // 3.4: anything else is not HTTP/2.
        if buf.data()[..n] != PREFACE[at..at + n] {
            return Err(protocol("the connection does not begin as HTTP/2 does"));
        }
        buf.consume(n);
        if n == left {
            self.arrival.rest();
            self.expects = Expects::Settings;
            return Ok(Next::Again);
        }
        self.expects = Expects::Preface(left - n);
        if at + n > 0 {
            self.lacks(left - n, clock)?;
        }
        Ok(Next::Wait)
    }

    /// The rest of an ignored frame.
    #[cold]
    fn ignored(&mut self, left: usize, buf: &mut Buf, clock: &Clock) -> Result<Next, Scope> {
        let n = buf.len().min(left);
        buf.consume(n);
        if n == left {
            self.arrival.rest();
            self.expects = Expects::Frame;
            return Ok(Next::Again);
        }
        self.expects = Expects::Ignored(left - n);
        self.lacks(left - n, clock)?;
        Ok(Next::Wait)
    }

    fn lacks(&mut self, missing: usize, clock: &Clock) -> Result<(), Scope> {
        let late = self.arrival.lacks(missing, clock);
        late.map_err(|_| calm("a frame took too long to arrive"))
    }

    /// Checks a frame's header by itself, before the payload has arrived.
    #[inline]
    fn admit(&self, header: Header) -> Result<(), Scope> {
        let Header { length, kind, .. } = header;
        match self.expects {
            // 6.10: no other frame may come within a header block.
            Expects::Continuation(stream)
                if kind != Kind::Continuation || header.stream != stream =>
            {
                return Err(protocol("a header block is interrupted"));
            }
            // 3.4: SETTINGS first.
            Expects::Settings if kind != Kind::Settings || header.has(frame::ACK) => {
                let what = "what it sent is not HTTP/2, which begins with SETTINGS";
                return Err(protocol(what));
            }
            _ => {}
        }
        // 4.2
        if length > self.caps.any {
            let what = "a frame above SETTINGS_MAX_FRAME_SIZE";
            return Err(connection(ErrorCode::FrameSizeError, what));
        }
        let most = match kind {
            Kind::Data | Kind::Unknown(_) => return Ok(()),
            Kind::Headers | Kind::Continuation => self.caps.header_block as usize + AROUND_FRAGMENT,
            Kind::Settings => self.caps.settings as usize * ENTRY,
            _ => MAX_CONTROL_BYTES,
        };
        if length as usize > most {
            return Err(calm("a frame that is larger than it needs to be"));
        }
        Ok(())
    }

    /// A frame is returned: determines what may follow it.
    #[inline]
    fn pass(&mut self, header: Header) {
        self.expects = match header.kind {
            Kind::Headers | Kind::Continuation if !header.has(frame::END_HEADERS) => {
                Expects::Continuation(header.stream)
            }
            _ => Expects::Frame,
        };
    }

    /// Consumes the last frame.
    #[inline]
    pub(super) fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// Replaces the receive buffer with a reassembled message, followed by the rest of the buffer;
    /// the message is lent like a frame.
    pub(super) fn lend(&mut self, buf: &mut Buf, message: &mut Buf) -> Range<usize> {
        self.arrival.release(buf);
        let n = message.len();
        // The large buffer stays where it is received into.
        if buf.is_empty() && n <= COPIED && buf.has_room(n) {
            buf.put(message.data());
            message.clear();
            self.arrival.lend(n);
            return 0..n;
        }
        message.put(buf.data());
        buf.clear();
        mem::swap(buf, message);
        self.arrival.lend(n);
        0..n
    }

    /// How many more bytes the incomplete frame needs at least, according to its header.
    pub(super) fn wanted(&self) -> usize {
        self.arrival.wanted()
    }

    /// When the incomplete frame must be complete.
    #[inline]
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.arrival.deadline()
    }

    /// Whether it is late at `now`.
    pub(super) fn is_late(&self, now: Instant) -> bool {
        self.arrival.is_late(now)
    }

    /// Nothing more is expected.
    pub(super) fn stop(&mut self) {
        self.arrival.rest();
    }
}
