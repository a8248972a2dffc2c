//! The bookkeeping of a client's calls, without input or output.
//!
//! Whichever driver carries a client, the questions are the same: which calls are in flight, what
//! ended while another call was waited for, which calls gather to be sent together, where the bytes
//! of the last reply lie. [`Calls`] answers them, and it is all of a client but its engine and its
//! socket. A driver
//!
//! - [begins](Calls::begin) and [finishes](Calls::finish) a call, transmits what the engine has, and
//!   [notes](Calls::sent) the call as in flight;
//! - fills [`Calls::rx`] with what it receives, and [polls](Calls::poll) for what that says of one
//!   call, or of [any](Calls::poll_any);
//! - tells that [time passes](Clock::pass) while it waits, and the end of the connection.
//!
//! The engine is handed in with each verb, since a driver may share it between calls that go out and
//! calls that come in.

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
use self::in_flight::InFlight;
pub(crate) use self::kept::Kept;
use self::kept::KeptEvents;
use crate::receive::PIECE;

/// Marshalled results, lent until the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The bytes.
    pub body: &'a [u8],
    /// How they are encoded.
    pub encoding: Encoding,
}

impl Reply<'_> {
    /// What comes of calls without a reply.
    pub const NOTHING: Self = Reply {
        body: &[],
        encoding: Encoding::Xdr,
    };
}

/// What the engine said of one call.
#[derive(Debug)]
pub(crate) enum CallEvent {
    /// A reply, or one of several: [`Calls::lend`] gives its bytes.
    Reply {
        /// Where they lie.
        body: Range<usize>,
        /// How they are encoded.
        encoding: Encoding,
    },
    /// A call with several replies is over: all have come.
    Ended,
    /// The call is over without a result.
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
    /// What was received and not yet looked at.
    pub(crate) rx: Rx,
    /// Read when a call is finished; after that only by an engine that needs the time.
    pub(crate) clock: Clock,
    /// The call that is being written.
    writing: Option<(CallId, CallKind)>,
    /// Calls that will yet give a reply or a failure.
    in_flight: InFlight,
    /// How many of them gather to be sent together.
    posted: usize,
    /// What other calls gave while one was waited for.
    kept: KeptEvents,
    /// The metadata of the event that was given last.
    metadata: Option<Box<ReplyMetadata>>,
    /// Why nothing can be sent any more.
    closed: Option<CallError>,
    /// How often the engine has said something of a call that was not in flight.
    strays: u64,
}

impl Calls {
    /// No calls yet.
    pub(crate) fn new(clock: Clock) -> Self {
        Calls {
            rx: Rx {
                buf: Buf::with_capacity(PIECE),
                from: None,
            },
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

    /// The same for a driver that receives elsewhere and [settles](Self::settle_event) what comes.
    pub(crate) fn without_room(clock: Clock) -> Self {
        Calls {
            rx: Rx::default(),
            ..Calls::new(clock)
        }
    }

    /// Starts a call: the engine's body lends the place of its arguments. One begun before and
    /// neither finished nor abandoned is abandoned.
    ///
    /// # Errors
    /// The engine's own.
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
        self.writing = Some((id, head.kind));
        Ok(id)
    }

    /// The kind of the call that is being written.
    #[inline]
    pub(crate) fn writing(&self) -> Option<CallKind> {
        self.writing.map(|(_, kind)| kind)
    }

    /// Drops the call that was begun.
    pub(crate) fn abandon<E: ClientEngine + ?Sized>(&mut self, engine: &mut E) {
        if self.writing.take().is_some() {
            engine.abandon_call();
        }
    }

    /// The arguments of the call that was begun are complete: the engine has it to be sent.
    ///
    /// # Errors
    /// Nothing was begun ([`CallError::Cancelled`]); the engine's own.
    #[inline]
    pub(crate) fn finish<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
    ) -> Result<(CallId, CallKind), CallError> {
        let (id, kind) = self.writing.take().ok_or(CallError::Cancelled)?;
        engine.finish_call(self.clock.now())?;
        Ok((id, kind))
    }

    /// A call goes to the server now.
    #[inline]
    pub(crate) fn sent(&mut self, id: CallId, kind: CallKind) {
        if kind != CallKind::OneWay {
            self.in_flight.add(id, kind == CallKind::Broadcast);
        }
    }

    /// Whether a call of which `due` bytes wait to be sent may wait for others to go with it: while
    /// fewer gather than are on their way, so that the server has some to work on while we write
    /// others, and while they are little.
    pub(crate) fn may_gather(&self, kind: CallKind, due: usize) -> bool {
        let on_their_way = self.in_flight.len().saturating_sub(self.posted);
        let few = on_their_way == 0 || self.posted + 1 < on_their_way;
        kind == CallKind::Call && due < GATHERED && few
    }

    /// A call waits for others to be sent with it.
    pub(crate) fn gather(&mut self, id: CallId) {
        self.sent(id, CallKind::Call);
        self.posted += 1;
    }

    /// All that gathered goes.
    #[inline]
    pub(crate) fn none_gather(&mut self) {
        self.posted = 0;
    }

    /// A call that was sent gives several replies.
    pub(crate) fn expect_several(&mut self, id: CallId) {
        self.in_flight.expect_several(id);
    }

    /// Whether the call will yet give something that was not received.
    #[inline]
    pub(crate) fn is_in_flight(&self, id: CallId) -> bool {
        self.in_flight.has(id)
    }

    /// Whether the call will yet give something.
    #[inline]
    pub(crate) fn is_expected(&self, id: CallId) -> bool {
        self.is_in_flight(id) || self.kept.has(id)
    }

    /// Whether no call is being written or in flight.
    pub(crate) fn is_quiet(&self) -> bool {
        self.in_flight.is_empty() && self.writing.is_none()
    }

    /// Whether one call at most is in flight, and gives one reply: then the server is not sending
    /// while it reads.
    #[inline]
    pub(crate) fn is_simple(&self) -> bool {
        self.in_flight.is_simple()
    }

    /// One of the calls in flight.
    pub(crate) fn any_in_flight(&self) -> Option<CallId> {
        self.in_flight.any()
    }

    /// How many calls were sent whose end was not yet given.
    pub(crate) fn len(&self) -> usize {
        self.in_flight.len() + self.kept.len()
    }

    /// What the received bytes say of one call; what they say of others is kept for their own
    /// turn. `None` when more must be received first, or the connection [is closed](Self::closed).
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
                // What nearly all calls come to, without further moves of an event.
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

    /// What was kept, or what the received bytes say, of whichever call is first.
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

    /// What the engine has said of a call, with the bytes in `rx` that it points into; `None` where
    /// nobody waits for that call, or it is said of the connection.
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

    /// Keeps all that the received bytes say, so that more can be received.
    pub(crate) fn keep_all<E: ClientEngine + ?Sized>(&mut self, engine: &mut E) {
        while let Some((id, event)) = self.next_event(engine) {
            self.keep(engine, id, event);
        }
    }

    /// The call fails with this, when it is next asked for.
    pub(crate) fn fail<E: ClientEngine + ?Sized>(
        &mut self,
        engine: &mut E,
        id: CallId,
        error: CallError,
    ) {
        self.keep(engine, id, CallEvent::Failed(error));
    }

    /// Nobody waits for the call any more. Whether it was in flight.
    #[inline]
    pub(crate) fn forget(&mut self, id: CallId) -> bool {
        self.kept.drop_of(id);
        self.settle(id, false)
    }

    /// The bytes of the reply that was given last.
    #[inline]
    pub(crate) fn lend(&self, body: Range<usize>, encoding: Encoding) -> Reply<'_> {
        let bytes = self.kept.lent().unwrap_or_else(|| self.rx.buf.data());
        Reply {
            body: &bytes[body],
            encoding,
        }
    }

    /// Who sent the datagram of the reply that was given last.
    pub(crate) fn sender(&self) -> Option<SocketAddr> {
        match self.kept.lent() {
            Some(_) => self.kept.sender(),
            None => self.rx.from,
        }
    }

    /// The metadata of what was given last.
    pub(crate) fn metadata(&self) -> Option<&ReplyMetadata> {
        self.metadata.as_deref()
    }

    /// The same, once.
    pub(crate) fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.metadata.take()
    }

    /// Why nothing can be sent any more.
    #[inline]
    pub(crate) fn closed(&self) -> Option<&CallError> {
        self.closed.as_ref()
    }

    /// How the server has broken the protocol, if it has and the connection was not closed since.
    pub(crate) fn broken(&self) -> Option<WireError> {
        match &self.closed {
            Some(CallError::Wire(error)) => Some(*error),
            _ => None,
        }
    }

    /// How often the engine has said something of a call that was over, or never in flight. Nobody
    /// hears of it; an engine that does so has a defect.
    pub(crate) fn strays(&self) -> u64 {
        self.strays
    }

    /// The connection has ended: the calls that it takes along fail.
    pub(crate) fn close<E: ClientEngine + ?Sized>(&mut self, engine: &mut E, how: Closed) {
        engine.handle_closed(how);
        self.closed = Some(CallError::Closed(how));
    }

    /// No connection could be opened in place of the one that has ended.
    pub(crate) fn not_reopened(&mut self, why: CallError) {
        self.closed = Some(why);
    }

    /// Another connection stands in place of the one that has ended. Nothing was received over it.
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

    /// Of which call an event is; `None` when the connection is over with it.
    fn take_apart(&mut self, event: ClientEvent) -> Option<(CallId, CallEvent)> {
        Some(match event {
            ClientEvent::Reply { id, body, encoding } => (id, CallEvent::Reply { body, encoding }),
            ClientEvent::Ended { id } => (id, CallEvent::Ended),
            ClientEvent::Failed { id, error } => (id, CallEvent::Failed(error)),
            ClientEvent::Broken(error) => {
                // Nothing comes behind it.
                self.closed = Some(error.into());
                return None;
            }
        })
    }

    /// The engine's event is not a reply to the call that is asked for: gives its end, or that nothing
    /// comes any more; keeps what is said of other calls.
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

    /// The call has given a reply, or its end: unless more replies follow it is no longer in flight. Whether
    /// it was.
    #[inline]
    fn settle(&mut self, id: CallId, is_reply: bool) -> bool {
        self.in_flight.settle(id, is_reply)
    }

    /// Notes what the engine has said of a call. Whether anybody waits for it.
    #[inline]
    fn accept(&mut self, id: CallId, is_reply: bool) -> bool {
        let was_in_flight = self.settle(id, is_reply);
        self.strays += u64::from(!was_in_flight);
        was_in_flight
    }

    /// Keeps what was said of another call than the one that is waited for: its bytes go with the
    /// next event.
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

/// What travelled beside the event that the engine gave last.
#[inline]
fn metadata_of<E: ClientEngine + ?Sized>(engine: &mut E) -> Option<Box<ReplyMetadata>> {
    engine.metadata()?.take_metadata()
}

/// What calls that are sent together have at most, in bytes: beyond it a system call for each of
/// such pieces costs little.
const GATHERED: usize = 16 << 10;
