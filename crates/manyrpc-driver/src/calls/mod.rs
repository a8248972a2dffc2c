//! The state of a client's calls, without I/O.
//!
//! All drivers of clients need to know which calls are in flight, which ended while another was
//! waited for, which are batched for sending, and where the bytes of the last reply lie. [`Calls`]
//! keeps all of this; the rest of a client is its engine and its socket. A driver
//!
//! - [begins](Calls::begin) and [finishes](Calls::finish) a call, transmits the engine's output,
//!   and [marks](Calls::sent) the call as in flight;
//! - fills [`Calls::rx`] with what it receives, and [polls](Calls::poll) for events of one call, or
//!   of [any](Calls::poll_any);
//! - reports that [time passes](Clock::pass) while it waits, and the end of the connection.
//!
//! The engine is passed to each method, since a driver may share it between outgoing and incoming
//! calls.

mod gathering;
mod in_flight;
mod kept;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::ops::{ControlFlow, Range};

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Clock, Closed, Encoding,
    ReplyMetadata, Rx, WireError,
};

pub(crate) use self::gathering::Gathering;
pub use self::gathering::Wanted;
#[cfg(feature = "tokio")]
pub(crate) use self::in_flight::IdHash;
use self::in_flight::InFlight;
#[cfg(feature = "tokio")]
pub(crate) use self::kept::Held;
pub(crate) use self::kept::Kept;
use self::kept::KeptEvents;
use crate::receive::PIECE;

/// Whether a call is left to the task of its connection, which sends the calls of all callers that
/// are ready with one system call: so many others are in flight, and so many bytes unsent.
#[cfg(feature = "tokio")]
pub(crate) fn are_sent_together(others: usize, unsent: usize) -> bool {
    const CALLS: usize = 2;
    // With more output the caller sends it.
    const BYTES: usize = 16 << 10;
    others >= CALLS && unsent < BYTES
}

/// Marshalled results, lent until the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The bytes.
    pub body: &'a [u8],
    /// Their encoding.
    pub encoding: Encoding,
}

impl Reply<'_> {
    /// The result of calls without a reply.
    pub const NOTHING: Self = Reply {
        body: &[],
        encoding: Encoding::Xdr,
    };
}

/// An engine's event, of one call.
#[derive(Debug)]
pub(crate) enum CallEvent {
    /// A reply, or one of several: [`Calls::lend`] gives its bytes.
    Reply {
        /// Where they lie.
        body: Range<usize>,
        /// Their encoding.
        encoding: Encoding,
    },
    /// A call with several replies has ended: all have arrived.
    Ended,
    /// The call has ended without a result.
    Failed(CallError),
}

impl CallEvent {
    fn is_reply(&self) -> bool {
        matches!(self, CallEvent::Reply { .. })
    }
}

/// The calls of one client.
#[derive(Debug)]
pub(crate) struct Calls {
    /// The receive buffer.
    pub(crate) rx: Rx,
    /// Read when a call is finished; after that only when an engine needs the time.
    pub(crate) clock: Clock,
    /// The call being written.
    writing: Option<(CallId, CallKind)>,
    /// Calls for which a reply or failure is outstanding.
    in_flight: InFlight,
    /// How many of them are batched for sending.
    posted: usize,
    /// Events of calls that arrived while another was waited for.
    kept: KeptEvents,
    /// The metadata of the last event.
    metadata: Option<Box<ReplyMetadata>>,
    /// Why nothing can be sent any more.
    closed: Option<Box<CallError>>,
    /// How many events the engine gave for calls that were not in flight.
    strays: u64,
}

impl Calls {
    /// No calls yet.
    pub(crate) fn new(clock: Clock) -> Self {
        let mut calls = Calls::without_room(clock);
        calls.rx.buf = Buf::with_capacity(PIECE);
        calls
    }

    /// The same for a driver that receives elsewhere, or lends a buffer for each receive.
    pub(crate) fn without_room(clock: Clock) -> Self {
        Calls {
            rx: Rx::default(),
            clock,
            writing: None,
            in_flight: InFlight::new(),
            posted: 0,
            kept: KeptEvents::default(),
            metadata: None,
            closed: None,
            strays: 0,
        }
    }

    /// Starts a call: the engine's body lends the buffer for its arguments. One begun before and
    /// neither finished nor abandoned is abandoned.
    ///
    /// # Errors
    /// Those of the engine.
    #[inline]
    pub(crate) fn begin<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
        head: &CallHead<'_>,
    ) -> Result<CallId, CallError> {
        if self.writing.is_some() {
            self.abandon(engine);
        }
        let id = engine.begin_call(head)?;
        self.writing = Some((id, engine.expects(head.kind)));
        Ok(id)
    }

    /// The kind of the call being written.
    #[inline]
    pub(crate) fn writing(&self) -> Option<CallKind> {
        self.writing.map(|(_, kind)| kind)
    }

    /// Drops the call being written.
    pub(crate) fn abandon<E: ClientEngine + ?Sized>(&mut self, engine: &mut E) {
        if self.writing.take().is_some() {
            engine.abandon_call();
        }
    }

    /// Finishes the call being written: the engine queues it.
    ///
    /// # Errors
    /// No call was begun ([`CallError::Cancelled`]); those of the engine.
    #[inline]
    pub(crate) fn finish<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
    ) -> Result<(CallId, CallKind), CallError> {
        let (id, kind) = self.writing.take().ok_or(CallError::Cancelled)?;
        engine.finish_call(self.clock.now())?;
        Ok((id, kind))
    }

    /// The call is being sent to the server.
    #[inline]
    pub(crate) fn sent(&mut self, id: CallId, kind: CallKind) {
        if kind != CallKind::OneWay {
            self.in_flight.add(id, kind == CallKind::Broadcast);
        }
    }

    /// Whether a call, with `due` bytes of output, may be batched with later ones: while fewer
    /// calls are batched than are in flight, so that the server has some to work on while others
    /// are written, and while the batch is small.
    pub(crate) fn may_gather(&self, kind: CallKind, due: usize) -> bool {
        let on_their_way = self.in_flight.len().saturating_sub(self.posted);
        let few = on_their_way == 0 || self.posted + 1 < on_their_way;
        kind == CallKind::Call && due < GATHERED && few
    }

    /// Adds a call to the batch.
    pub(crate) fn gather(&mut self, id: CallId) {
        self.sent(id, CallKind::Call);
        self.posted += 1;
    }

    /// The batch is sent.
    #[inline]
    pub(crate) fn none_gather(&mut self) {
        self.posted = 0;
    }

    /// A call that was sent has several replies.
    pub(crate) fn expect_several(&mut self, id: CallId) {
        self.in_flight.expect_several(id);
    }

    /// Whether more events of the call are outstanding that were not received.
    #[inline]
    pub(crate) fn is_in_flight(&self, id: CallId) -> bool {
        self.in_flight.has(id)
    }

    /// Whether more events of the call are outstanding.
    #[inline]
    pub(crate) fn is_expected(&self, id: CallId) -> bool {
        self.is_in_flight(id) || self.kept.has(id)
    }

    /// Whether no call is being written or in flight.
    pub(crate) fn is_quiet(&self) -> bool {
        self.in_flight.is_empty() && self.writing.is_none()
    }

    /// Releases memory while no call is in flight.
    #[cfg(feature = "tokio")]
    pub(crate) fn shrink(&mut self) {
        self.in_flight.shrink();
    }

    /// Whether at most one call is in flight, with one reply: then the server does not send while
    /// it reads.
    #[inline]
    pub(crate) fn is_simple(&self) -> bool {
        self.in_flight.is_simple()
    }

    /// Any one of the calls in flight.
    pub(crate) fn any_in_flight(&self) -> Option<CallId> {
        self.in_flight.any()
    }

    /// How many calls were sent whose end was not taken yet.
    pub(crate) fn len(&self) -> usize {
        self.in_flight.len() + self.kept.len()
    }

    /// The next event of one call; events of others are kept. `None` when more must be received
    /// first, or the connection [is closed](Self::closed).
    #[inline]
    pub(crate) fn poll<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
        id: CallId,
    ) -> Option<CallEvent> {
        if let Some(kept) = self.kept.take_of(id) {
            return Some(self.give_kept(kept).1);
        }
        self.metadata = None;
        loop {
            match engine.next_event(&mut self.rx, &self.clock)? {
                // The common case, without further moves of an event.
                ClientEvent::Reply {
                    id: got,
                    body,
                    encoding,
                } if got == id => {
                    self.metadata = metadata_of(engine);
                    self.settle(id, true);
                    return Some(CallEvent::Reply { body, encoding });
                }
                other => match self.other_event(engine, id, other) {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(given) => return given,
                },
            }
        }
    }

    /// The next event of any call, kept or received.
    pub(crate) fn poll_any<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
    ) -> Option<(CallId, CallEvent)> {
        self.metadata = None;
        if let Some(kept) = self.kept.take_first() {
            return Some(self.give_kept(kept));
        }
        loop {
            let (id, event) = self.next_event(engine)?;
            self.metadata = metadata_of(engine);
            if self.accept(id, event.is_reply()) {
                return Some((id, event));
            }
        }
    }

    /// An event of the engine, with the bytes in `rx` that it points into; `None` if nobody awaits
    /// that call, or the event is of the connection.
    pub(crate) fn settle_event<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
        event: ClientEvent,
        rx: &Rx,
    ) -> Option<Kept> {
        let (id, event) = self.take_apart(event)?;
        let metadata = metadata_of(engine);
        self.accept(id, event.is_reply())
            .then(|| Kept::new(id, event, rx, metadata))
    }

    /// The next received event that somebody awaits, with its own bytes.
    #[cfg(feature = "tokio")]
    pub(crate) fn next_kept<E: ClientEngine + ?Sized>(&mut self, engine: &mut E) -> Option<Kept> {
        loop {
            let (id, event) = self.next_event(engine)?;
            let metadata = metadata_of(engine);
            if self.accept(id, event.is_reply()) {
                return Some(Kept::taken(id, event, &mut self.rx, metadata));
            }
        }
    }

    /// Keeps all received events, to make room in the buffer.
    pub(crate) fn keep_all<E: ClientEngine + ?Sized>(&mut self, engine: &mut E) {
        while let Some((id, event)) = self.next_event(engine) {
            self.keep(engine, id, event);
        }
    }

    /// Fails the call, the next time it is polled.
    pub(crate) fn fail<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
        id: CallId,
        error: CallError,
    ) {
        self.keep(engine, id, CallEvent::Failed(error));
    }

    /// Nobody awaits the call any more. True if it was in flight.
    #[inline]
    pub(crate) fn forget(&mut self, id: CallId) -> bool {
        self.kept.drop_of(id);
        self.settle(id, false)
    }

    /// The bytes of the last reply.
    #[inline]
    pub(crate) fn lend(&self, body: Range<usize>, encoding: Encoding) -> Reply<'_> {
        let bytes = self.kept.lent().unwrap_or_else(|| self.rx.buf.data());
        Reply {
            body: &bytes[body],
            encoding,
        }
    }

    /// The sender of the last reply's datagram.
    pub(crate) fn sender(&self) -> Option<SocketAddr> {
        match self.kept.lent() {
            Some(_) => self.kept.sender(),
            None => self.rx.from,
        }
    }

    /// The metadata of the last event.
    pub(crate) fn metadata(&self) -> Option<&ReplyMetadata> {
        self.metadata.as_deref()
    }

    /// The same, taken.
    pub(crate) fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.metadata.take()
    }

    /// Why nothing can be sent any more.
    #[inline]
    pub(crate) fn closed(&self) -> Option<&CallError> {
        self.closed.as_deref()
    }

    /// How the server has broken the protocol, if it has and the connection was not closed since.
    pub(crate) fn broken(&self) -> Option<WireError> {
        match self.closed() {
            Some(CallError::Wire(error)) => Some(*error),
            _ => None,
        }
    }

    /// How many events the engine gave for calls that had ended, or were never in flight. They are
    /// dropped; an engine that gives them is defective.
    pub(crate) fn strays(&self) -> u64 {
        self.strays
    }

    /// The connection has ended: its calls fail.
    pub(crate) fn close<E: ClientEngine + ?Sized>(&mut self, engine: &mut E, how: Closed) {
        engine.handle_closed(how);
        self.closed = Some(Box::new(CallError::Closed(how)));
    }

    /// No new connection could be opened.
    pub(crate) fn not_reopened(&mut self, why: CallError) {
        self.closed = Some(Box::new(why));
    }

    /// A new connection replaces the ended one. Nothing was received over it.
    pub(crate) fn reopened(&mut self) {
        self.closed = None;
    }

    fn next_event<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
    ) -> Option<(CallId, CallEvent)> {
        self.kept.end_loan();
        let event = engine.next_event(&mut self.rx, &self.clock)?;
        self.take_apart(event)
    }

    /// The call of an event; `None` if it ends the connection.
    fn take_apart(&mut self, event: ClientEvent) -> Option<(CallId, CallEvent)> {
        Some(match event {
            ClientEvent::Reply { id, body, encoding } => (id, CallEvent::Reply { body, encoding }),
            ClientEvent::Ended { id } => (id, CallEvent::Ended),
            ClientEvent::Failed { id, error } => (id, CallEvent::Failed(error)),
            ClientEvent::Broken(error) => {
                // No events follow it.
                self.closed = Some(Box::new(error.into()));
                return None;
            }
        })
    }

    /// Handles an event that is not a reply to the polled call: returns that call's end, or that
    /// there are no more events; keeps those of other calls.
    #[cold]
    fn other_event<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
        asked: CallId,
        event: ClientEvent,
    ) -> ControlFlow<Option<CallEvent>> {
        let Some((id, event)) = self.take_apart(event) else {
            return ControlFlow::Break(None);
        };
        if id != asked {
            self.keep(engine, id, event);
            return ControlFlow::Continue(());
        }
        self.metadata = metadata_of(engine);
        self.accept(id, event.is_reply());
        ControlFlow::Break(Some(event))
    }

    /// The call has given a reply, or has ended: unless more replies follow, it is no longer in
    /// flight. False if it was not in flight.
    #[inline]
    fn settle(&mut self, id: CallId, is_reply: bool) -> bool {
        self.in_flight.settle(id, is_reply)
    }

    /// Records an engine's event of a call. True if the call is awaited.
    #[inline]
    fn accept(&mut self, id: CallId, is_reply: bool) -> bool {
        let was_in_flight = self.settle(id, is_reply);
        self.strays += u64::from(!was_in_flight);
        was_in_flight
    }

    /// Keeps an event of a call other than the polled one; its bytes are overwritten by the next
    /// event.
    #[cold]
    fn keep<E: ClientEngine + ?Sized>(&mut self, engine: &mut E, id: CallId, event: CallEvent) {
        if self.accept(id, event.is_reply()) {
            let metadata = metadata_of(engine);
            self.kept.push(Kept::new(id, event, &self.rx, metadata));
        }
    }

    #[cold]
    fn give_kept(&mut self, mut kept: Kept) -> (CallId, CallEvent) {
        self.metadata = kept.metadata.take();
        (kept.id, self.kept.lend(kept))
    }
}

/// Takes the metadata of the engine's last event.
#[inline]
fn metadata_of<E: ClientEngine + ?Sized>(engine: &mut E) -> Option<Box<ReplyMetadata>> {
    engine.metadata()?.take_metadata()
}

/// Largest batch in bytes: beyond this, a system call for each such batch costs little.
const GATHERED: usize = 16 << 10;
