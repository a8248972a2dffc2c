//! One stream: the state of the peer's message, and the waiting output of ours.

use manyrpc_codec::Buf;

use crate::carrier::http2::fault::Violation;
use crate::carrier::http2::fields::{Field, Fields};
use crate::carrier::http2::flow::{ReceiveWindow, SendWindow};
use crate::carrier::http2::frame::ErrorCode;
use crate::carrier::http2::received::List;
use crate::carrier::http2::state::State;

/// Bytes of a backlog's memory that are kept for the next stream.
const KEPT_BACKLOG: usize = 64 << 10;

/// One open stream.
#[derive(Debug)]
pub(in crate::carrier::http2) struct Stream {
    id: u32,
    state: State,
    incoming: Incoming,
    receive_window: ReceiveWindow,
    /// What is consumed is not announced.
    held: bool,
    outgoing: Outgoing,
}

/// The state of the peer's message (8.1).
#[derive(Clone, Copy, Debug)]
enum Incoming {
    /// Before its final header list.
    AwaitsHead {
        /// The response has no content, whatever its `content-length` says (HEAD).
        no_content: bool,
    },
    /// Before the end of its content.
    Content {
        /// Bytes left according to `content-length`.
        promised: Option<u64>,
    },
}

/// What a header block means to its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::carrier::http2) enum Part {
    /// A request, or the final response.
    Head,
    /// An interim response.
    Interim,
    /// The trailers of a message.
    Trailers,
    /// A header list above the limit.
    TooLong,
}

/// Our message, as far as the peer's windows or limits hold it back.
#[derive(Debug)]
pub(in crate::carrier::http2) struct Outgoing {
    pub(super) window: SendWindow,
    /// Waiting content.
    pub(super) backlog: Buf,
    /// What follows it.
    pub(super) ending: Ending,
    /// It is in the queue of streams with output.
    pub(super) queued: bool,
}

/// What follows the backlog of a stream.
#[derive(Debug, Default)]
pub(in crate::carrier::http2) enum Ending {
    /// More to come.
    #[default]
    Open,
    /// The end of the stream.
    Data,
    /// Trailers.
    Trailers(Fields),
}

const fn malformed(what: &'static str) -> Violation {
    Violation {
        code: ErrorCode::ProtocolError,
        what,
    }
}

/// 8.1.1
const CUT_SHORT: Violation = malformed("less content than promised");

impl Stream {
    /// Memory for a stream.
    pub(super) fn unused() -> Self {
        Stream {
            id: 0,
            state: State::Idle,
            incoming: Incoming::AwaitsHead { no_content: false },
            receive_window: ReceiveWindow::new(0),
            held: false,
            outgoing: Outgoing {
                window: SendWindow::new(0),
                backlog: Buf::new(),
                ending: Ending::Open,
                queued: false,
            },
        }
    }

    /// Starts another stream in this memory.
    #[inline]
    pub(super) fn begin(&mut self, id: u32, state: State, send: u32, receive: u32) {
        self.id = id;
        self.state = state;
        self.incoming = Incoming::AwaitsHead { no_content: false };
        self.receive_window = ReceiveWindow::new(receive);
        self.held = false;
        self.outgoing.window = SendWindow::new(send);
        self.outgoing.queued = false;
    }

    /// Ends the stream; returns how many bytes of its backlog are dropped.
    #[inline]
    pub(super) fn close(&mut self, how: State) -> usize {
        self.state = how;
        self.outgoing.clear()
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    #[inline]
    pub(in crate::carrier::http2) fn state(&self) -> State {
        self.state
    }

    /// Its output.
    #[inline]
    pub(in crate::carrier::http2) fn outgoing(&self) -> &Outgoing {
        &self.outgoing
    }

    #[inline]
    pub(super) fn outgoing_mut(&mut self) -> &mut Outgoing {
        &mut self.outgoing
    }

    #[cfg(test)]
    pub(in crate::carrier::http2) fn receive_window(&self) -> ReceiveWindow {
        self.receive_window
    }

    /// Whether its message's head has arrived.
    pub(in crate::carrier::http2) fn has_head(&self) -> bool {
        matches!(self.incoming, Incoming::Content { .. })
    }

    /// The response will have no content (HEAD).
    pub(in crate::carrier::http2) fn expect_no_content(&mut self) {
        self.incoming = Incoming::AwaitsHead { no_content: true };
    }

    /// A reserved stream begins.
    pub(super) fn begin_reserved(&mut self, send: u32) {
        self.state = State::Open;
        self.outgoing.window = SendWindow::new(send);
    }

    /// Whether more of our message may follow. A reserved stream will be open.
    #[inline]
    pub(in crate::carrier::http2) fn may_send(&self) -> bool {
        let may = self.state.may_send() || self.state == State::Idle;
        may && matches!(self.outgoing.ending, Ending::Open)
    }

    /// Handles the header list of a request.
    #[inline]
    pub(in crate::carrier::http2) fn receive_request(
        &mut self,
        list: &List,
        end_stream: bool,
    ) -> Result<Part, Violation> {
        let facts = &list.facts;
        if !list.complete {
            self.incoming = Incoming::Content { promised: None };
            return Ok(Part::TooLong);
        }
        // 8.1.1
        if let Some(flaw) = facts.flaw_of_request(&list.fields) {
            return Err(malformed(flaw));
        }
        if end_stream && facts.content_length.is_some_and(|n| n > 0) {
            return Err(CUT_SHORT);
        }
        let promised = facts.content_length;
        self.incoming = Incoming::Content { promised };
        Ok(Part::Head)
    }

    /// Handles a header list of an open stream: a response's, or trailers.
    #[inline]
    pub(in crate::carrier::http2) fn receive_fields(
        &mut self,
        list: &List,
        end_stream: bool,
    ) -> Result<Part, Violation> {
        let facts = &list.facts;
        match self.incoming {
            _ if !list.complete => {
                if let Incoming::AwaitsHead { .. } = self.incoming {
                    self.incoming = Incoming::Content { promised: None };
                }
                Ok(Part::TooLong)
            }
            Incoming::Content { .. } => match facts.flaw_of_trailers() {
                Some(flaw) => Err(malformed(flaw)),
                // 8.1: trailers end their stream.
                None if !end_stream => Err(malformed("fields in the middle of a message")),
                None => Ok(Part::Trailers),
            },
            Incoming::AwaitsHead { no_content } => {
                if let Some(flaw) = facts.flaw_of_response() {
                    return Err(malformed(flaw));
                }
                if facts.status < 200 {
                    // 8.1: an interim response ends nothing.
                    return match end_stream {
                        true => Err(malformed("an interim response that ends its stream")),
                        false => Ok(Part::Interim),
                    };
                }
                let empty = no_content || matches!(facts.status, 204 | 304);
                let promised = facts.content_length.filter(|_| !empty);
                self.incoming = Incoming::Content { promised };
                Ok(Part::Head)
            }
        }
    }

    /// Handles a DATA frame of `length` bytes, of which `content` are not padding.
    #[inline]
    pub(in crate::carrier::http2) fn receive_data(
        &mut self,
        length: u32,
        content: u32,
    ) -> Result<(), Violation> {
        if !self.receive_window.take(length) {
            return Err(Violation {
                code: ErrorCode::FlowControlError,
                what: "more data than the stream's window permits",
            });
        }
        let Incoming::Content { promised } = &mut self.incoming else {
            return Err(malformed("data in front of a response"));
        };
        if let Some(left) = promised {
            let Some(rest) = left.checked_sub(u64::from(content)) else {
                return Err(malformed("more content than promised"));
            };
            *left = rest;
        }
        Ok(())
    }

    /// Whether `n` bytes of content may be sent at once; if so, takes them from the window. A frame
    /// without content needs none (5.2.1, 6.9.1).
    #[inline]
    #[must_use]
    pub(in crate::carrier::http2) fn takes_window(&mut self, bytes: usize) -> bool {
        let window = &mut self.outgoing.window;
        let takes = bytes <= window.available() && self.outgoing.backlog.is_empty();
        let takes = takes && self.state != State::Idle;
        if takes {
            self.outgoing.window.take(bytes);
        }
        takes
    }

    /// The peer has ended its side.
    #[inline]
    pub(super) fn end_received(&mut self) -> Result<State, Violation> {
        if let Incoming::Content {
            promised: Some(1..),
        } = self.incoming
        {
            return Err(CUT_SHORT);
        }
        self.state = self.state.end_received();
        Ok(self.state)
    }

    /// We have ended our side.
    #[inline]
    pub(super) fn end_sent(&mut self) -> State {
        self.state = self.state.end_sent();
        self.state
    }

    /// `n` bytes of its content were consumed; returns the increment to announce, if it is time to.
    #[inline]
    pub(super) fn consumed(&mut self, bytes: u32) -> Option<u32> {
        match self.state.may_receive() {
            true if self.held => {
                self.receive_window.hold(bytes);
                None
            }
            true => self.receive_window.consumed(bytes),
            false => None,
        }
    }

    /// Whether the peer may send as much again as is consumed; returns the increment to announce,
    /// if it is time to.
    pub(super) fn hold(&mut self, held: bool) -> Option<u32> {
        self.held = held;
        match self.state.may_receive() && !held {
            true => self.receive_window.release(),
            false => None,
        }
    }
}

impl Outgoing {
    /// Whether there is a backlog.
    #[inline]
    pub(in crate::carrier::http2) fn has_backlog(&self) -> bool {
        !self.backlog.is_empty()
    }

    /// The waiting content.
    pub(in crate::carrier::http2) fn backlog(&self) -> &[u8] {
        self.backlog.data()
    }

    /// Bytes that the stream's send window permits.
    #[inline]
    pub(in crate::carrier::http2) fn available(&self) -> usize {
        self.window.available()
    }

    /// The stream ends with its backlog.
    pub(in crate::carrier::http2) fn ends_with_data(&self) -> bool {
        matches!(self.ending, Ending::Data)
    }

    /// Takes the trailers that follow the backlog.
    pub(super) fn take_trailers(&mut self) -> Option<Fields> {
        match core::mem::take(&mut self.ending) {
            Ending::Trailers(fields) => Some(fields),
            other => {
                self.ending = other;
                None
            }
        }
    }

    /// Keeps trailers until the backlog is sent.
    pub(super) fn end_with_trailers<'a>(&mut self, fields: impl Iterator<Item = Field<'a>>) {
        self.ending = Ending::Trailers(fields.collect());
    }

    /// Drops what waits; returns how many bytes that was.
    #[inline]
    fn clear(&mut self) -> usize {
        let lost = self.backlog.len();
        self.backlog.clear();
        self.backlog.shrink(KEPT_BACKLOG);
        if let Ending::Data | Ending::Trailers(_) = self.ending {
            self.ending = Ending::Open;
        }
        lost
    }
}
