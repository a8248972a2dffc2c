//! Reading a head and its content as they arrive.
//!
//! Reading list: RFC 9112 sections 2.2 (parsing), 6.3 (length of content), 7.1 (chunks).

use core::ops::Range;

use manyrpc_codec::Buf;
use memchr::memchr;

use super::head::{self, Content};
use crate::Limits;
use crate::carrier::arrival::Arrival;
use crate::carrier::gzip::{Bad, Gzip};
use crate::fault::WireError;
use crate::time::Clock;

/// Most bytes in a chunk's size line with its extensions, or in a trailer field.
const MAX_LINE: usize = 4096;
/// Bytes of chunk framing that are kept before the content is moved over them.
const MAX_GAP: usize = 64 << 10;

/// Position in the message being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In the head; its first `looked` bytes do not end it.
    Head { looked: usize },
    /// In content of a known length.
    Length { start: usize, end: usize },
    /// In chunked content.
    Chunks(Chunks),
    /// In content that ends with the connection.
    UntilClose { start: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunks {
    start: usize,
    /// Where the joined content ends.
    together: usize,
    /// Where the next chunk's size line begins.
    next: usize,
    /// After the last chunk.
    trailers: bool,
}

/// Assembles the messages of one stream, in the receive buffer.
#[derive(Debug)]
pub(super) struct Reader {
    max_bytes: usize,
    arrival: Arrival,
    state: State,
}

/// Why a message cannot be read any further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is malformed; the status to report.
    Status(u16),
    /// Its content exceeds the limit: this many bytes.
    TooLarge(u64),
    /// It takes too long to arrive.
    Slow(WireError),
    /// Its content is not compressed as it says.
    Damaged,
    /// It is a TLS alert.
    TlsAlert,
    /// It is a response after which the connection is unusable, and why.
    Response(&'static str),
}

impl Refusal {
    /// The status to report.
    pub(super) fn status(self) -> u16 {
        match self {
            Refusal::Status(status) => status,
            Refusal::TooLarge(_) => head::CONTENT_TOO_LARGE,
            Refusal::Slow(_) => head::TIMEOUT,
            Refusal::Damaged | Refusal::TlsAlert | Refusal::Response(_) => head::BAD_REQUEST,
        }
    }
}

impl From<WireError> for Refusal {
    fn from(e: WireError) -> Self {
        Refusal::Slow(e)
    }
}

impl Reader {
    pub(super) fn new(limits: &Limits) -> Self {
        Reader {
            max_bytes: limits.message_bytes,
            arrival: Arrival::new(limits),
            state: State::Head { looked: 0 },
        }
    }

    /// Starts over with another stream.
    pub(super) fn restart(&mut self) {
        self.arrival.restart();
        self.state = State::Head { looked: 0 };
    }

    pub(super) fn arrival(&self) -> &Arrival {
        &self.arrival
    }

    /// Inserts bytes after the message lent last and lends them with it; returns where they lie.
    #[cold]
    pub(super) fn insert_after(&mut self, buf: &mut Buf, bytes: &[u8]) -> Range<usize> {
        let end = self.arrival.lent();
        buf.put(bytes);
        buf.data_mut()[end..].rotate_right(bytes.len());
        self.arrival.insert_after(end, bytes.len());
        end..end + bytes.len()
    }

    /// Decompresses the content that was lent last; returns where the result lies.
    ///
    /// # Errors
    /// It is damaged or too large; the framing of messages is not affected.
    #[cold]
    pub(super) fn inflate(
        &mut self,
        gzip: &mut Gzip,
        buf: &mut Buf,
        content: Range<usize>,
    ) -> Result<Range<usize>, Refusal> {
        let mut plain = Buf::new();
        let done = gzip.inflate(&buf.data()[content], self.max_bytes, &mut plain);
        done.map_err(|bad| match bad {
            Bad::Malformed => Refusal::Damaged,
            Bad::TooLarge => Refusal::TooLarge(self.max_bytes as u64 + 1),
        })?;
        Ok(self.insert_after(buf, plain.data()))
    }

    /// Consumes the previous message.
    #[inline]
    pub(super) fn release(&mut self, buf: &mut Buf) {
        self.arrival.release(buf);
    }

    /// Whether nothing follows the message lent last.
    pub(super) fn has_all_of(&self, buf: &Buf) -> bool {
        buf.len() <= self.arrival.lent()
    }

    /// Whether no part of a message was read.
    pub(super) fn is_at_rest(&self) -> bool {
        self.state == State::Head { looked: 0 }
    }

    /// Whether the message being read ends with the connection.
    pub(super) fn ends_with_connection(&self) -> bool {
        matches!(self.state, State::UntilClose { .. })
    }

    /// The bytes of the next head, once they are complete.
    pub(super) fn head(&mut self, buf: &mut Buf, clock: &Clock) -> Result<Option<usize>, Refusal> {
        self.release(buf);
        let State::Head { looked } = &mut self.state else {
            return Ok(None);
        };
        // RFC 9112 section 2.2: empty lines before a message are ignored.
        if *looked == 0 {
            let blank = buf.data().iter().take_while(|b| matches!(b, b'\r' | b'\n'));
            let blank = blank.count();
            if blank > 0 {
                buf.consume(blank);
                self.arrival.rest();
            }
        }
        let data = buf.data();
        if data.is_empty() {
            return Ok(None);
        }
        // A TLS client, for example, would wait for an answer to its hello.
        if data[0].is_ascii_control() {
            return Err(Refusal::Status(head::BAD_REQUEST));
        }
        let end = end_of_head(data, looked);
        if end.unwrap_or(data.len()) > head::MAX_BYTES {
            return Err(Refusal::Status(head::HEAD_TOO_LARGE));
        }
        if end.is_none() {
            self.arrival.lacks(1, clock)?;
        }
        Ok(end)
    }

    /// The head of `head` bytes has been parsed; its content follows.
    #[inline]
    pub(super) fn begin(&mut self, head: usize, content: Content) -> Result<(), Refusal> {
        self.state = match content {
            Content::None => State::Length {
                start: head,
                end: head,
            },
            Content::Length(n) if n > self.max_bytes as u64 => {
                return Err(Refusal::TooLarge(n));
            }
            Content::Length(n) => State::Length {
                start: head,
                end: head + n as usize,
            },
            Content::Chunked => State::Chunks(Chunks {
                start: head,
                together: head,
                next: head,
                trailers: false,
            }),
            Content::UntilClose => State::UntilClose { start: head },
        };
        Ok(())
    }

    /// Skips a message that consists of a head of `head` bytes.
    pub(super) fn pass_over(&mut self, head: usize, buf: &mut Buf) {
        buf.consume(head);
        self.state = State::Head { looked: 0 };
        self.arrival.rest();
    }

    /// Where the content lies, once it is complete. `ended`: the connection ended.
    #[inline]
    pub(super) fn content(
        &mut self,
        buf: &mut Buf,
        clock: &Clock,
        ended: bool,
    ) -> Result<Option<Range<usize>>, Refusal> {
        let have = buf.len();
        let (content, end) = match self.state {
            State::Head { .. } => return Ok(None),
            State::Length { start, end } if have >= end => (start..end, end),
            State::Length { end, .. } => {
                self.arrival.lacks(end - have, clock)?;
                return Ok(None);
            }
            State::Chunks(chunks) => match self.chunks(chunks, buf, clock)? {
                Some(done) => done,
                None => return Ok(None),
            },
            State::UntilClose { start } if have.saturating_sub(start) > self.max_bytes => {
                return Err(Refusal::TooLarge((have - start) as u64));
            }
            // The buffer was emptied by the driver.
            State::UntilClose { start } if have < start => return Ok(None),
            State::UntilClose { start } if ended => (start..have, have),
            State::UntilClose { .. } => {
                self.arrival.lacks(1, clock)?;
                return Ok(None);
            }
        };
        self.state = State::Head { looked: 0 };
        self.arrival.lend(end);
        Ok(Some(content))
    }

    /// Continues with chunked content; where it lies, and where the message ends.
    fn chunks(
        &mut self,
        mut chunks: Chunks,
        buf: &mut Buf,
        clock: &Clock,
    ) -> Result<Option<(Range<usize>, usize)>, Refusal> {
        let done = loop {
            match chunks.step(buf, self.max_bytes)? {
                Step::Next => {}
                Step::Done => break true,
                Step::Lacks(n) => {
                    chunks.close_gap(buf);
                    self.arrival.lacks(n, clock)?;
                    break false;
                }
            }
        };
        self.state = State::Chunks(chunks);
        Ok(done.then_some((chunks.start..chunks.together, chunks.next)))
    }
}

enum Step {
    Next,
    Done,
    Lacks(usize),
}

impl Chunks {
    /// One chunk, or one trailer field.
    fn step(&mut self, buf: &mut Buf, max: usize) -> Result<Step, Refusal> {
        let rest = &buf.data()[self.next..];
        let Some(line) = line(rest)? else {
            return Ok(Step::Lacks(1));
        };
        if self.trailers {
            // Section 7.1.2: trailers are skipped, up to the empty line.
            self.next += line;
            let is_last = rest[..line].trim_ascii().is_empty();
            return Ok(if is_last { Step::Done } else { Step::Next });
        }
        let size = chunk_size(&rest[..line]).ok_or(BAD)?;
        let before = (self.together - self.start) as u64;
        if size > max as u64 - before {
            return Err(Refusal::TooLarge(before.saturating_add(size)));
        }
        if size == 0 {
            self.next += line;
            self.trailers = true;
            return Ok(Step::Next);
        }
        let size = size as usize;
        let (from, end) = (self.next + line, self.next + line + size);
        let data = &buf.data()[self.next + line..];
        if data.len() < size + 2 {
            return match data.get(size) {
                // Fail at once if this cannot become the chunk's end.
                Some(byte) if *byte != b'\r' => Err(BAD),
                _ => Ok(Step::Lacks(size + 2 - data.len())),
            };
        }
        if &data[size..size + 2] != b"\r\n" {
            return Err(BAD);
        }
        buf.data_mut().copy_within(from..end, self.together);
        self.together += size;
        self.next = end + 2;
        Ok(Step::Next)
    }

    /// Bounds the chunk framing that is kept: moves what follows over it.
    fn close_gap(&mut self, buf: &mut Buf) {
        if self.next - self.together < MAX_GAP {
            return;
        }
        let end = buf.len();
        buf.data_mut().copy_within(self.next..end, self.together);
        buf.truncate(end - (self.next - self.together));
        self.next = self.together;
    }
}

const BAD: Refusal = Refusal::Status(head::BAD_REQUEST);

/// The line at the start of `rest`, including its end.
fn line(rest: &[u8]) -> Result<Option<usize>, Refusal> {
    let within = &rest[..rest.len().min(MAX_LINE)];
    match memchr(b'\n', within) {
        Some(n) => Ok(Some(n + 1)),
        None if rest.len() >= MAX_LINE => Err(BAD),
        None => Ok(None),
    }
}

/// Section 7.1: digits, then perhaps extensions, which are ignored.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let line = line.strip_suffix(b"\r\n")?;
    let digits = line.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    // Nothing may follow that others could read differently (section 11.2).
    let rest = line[digits..].trim_ascii();
    if !(1..=16).contains(&digits) || !(rest.is_empty() || rest[0] == b';') {
        return None;
    }
    if rest.iter().any(|b| b.is_ascii_control() && *b != b'\t') {
        return None;
    }
    let text = core::str::from_utf8(&line[..digits]).ok()?;
    u64::from_str_radix(text, 16).ok()
}

/// The end of the empty line that ends a head.
fn end_of_head(data: &[u8], looked: &mut usize) -> Option<usize> {
    let mut at = *looked;
    while let Some(n) = memchr(b'\n', &data[at..]) {
        let end = at + n;
        let before = data[..end].strip_suffix(b"\r").unwrap_or(&data[..end]);
        if before.ends_with(b"\n") {
            return Some(end + 1);
        }
        at = end + 1;
    }
    *looked = data.len();
    None
}
