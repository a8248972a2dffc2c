//! The server's side of streaming calls: the application's stream of each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

use manyrpc_engine::{
    Buf, Call, CallId, Caller, Clock, Fault, Flow, Handler, Interest, Outcome, Part, Replies,
    ReplyMetadata, ServerEngine, Stream,
};

use crate::blocking_calls::Blocking;
use crate::lock::lock;
use crate::wakers::{CallWaker, ConnectionWaker, Place};

/// The streaming calls of one connection.
#[derive(Default)]
pub(crate) struct Streams {
    calls: Vec<Open>,
    waker: LazyWaker,
}

/// Who carries out calls.
#[derive(Clone, Copy)]
pub(crate) struct By<'h> {
    pub(crate) handler: &'h dyn Handler,
    /// Finds calls that block, where nobody may.
    pub(crate) blocking: Option<&'h Blocking>,
}

impl<'h> By<'h> {
    /// Where calls may block, or never do.
    pub(crate) fn quick(handler: &'h dyn Handler) -> Self {
        By {
            handler,
            blocking: None,
        }
    }

    fn during<T>(self, call: Option<&Call>, execute: impl FnOnce() -> T) -> T {
        match (self.blocking, call) {
            (Some(blocking), Some(call)) => blocking.during(self.handler, call, execute),
            _ => execute(),
        }
    }
}

struct Open {
    call: CallId,
    /// What it was opened by, where it is told if it blocks.
    opened: Option<Box<Call>>,
    stream: Box<dyn Stream>,
    /// It has replies that wait for room.
    has_more: bool,
    /// Its waker, if the application has asked for one.
    waker: Option<Arc<CallWaker>>,
}

/// The connection's waker, once it was asked for, and the connection's place.
#[derive(Default)]
struct LazyWaker {
    inner: Option<Arc<ConnectionWaker>>,
    at: Option<Place>,
}

impl LazyWaker {
    fn get(&mut self) -> &Arc<ConnectionWaker> {
        self.inner.get_or_insert_with(|| {
            let waker = Arc::<ConnectionWaker>::default();
            waker.move_to(self.at.clone());
            waker
        })
    }
}

impl Streams {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Whether any has a waker.
    #[inline]
    pub(crate) fn may_be_woken(&self) -> bool {
        self.waker.inner.is_some() && self.calls.iter().any(|open| open.waker.is_some())
    }

    /// The connection moves to another thread; without a place it is between threads.
    pub(crate) fn move_to(&mut self, place: Option<Place>) {
        if let Some(waker) = &self.waker.inner {
            waker.move_to(place.clone());
        }
        self.waker.at = place;
    }

    /// The connection was woken: woken calls continue as soon as there is room.
    pub(crate) fn note_woken(&mut self) {
        let Some(waker) = &self.waker.inner else {
            return;
        };
        waker.clear();
        for open in &mut self.calls {
            open.has_more |= open.waker.as_ref().is_some_and(|waker| waker.take_woken());
        }
    }

    /// The connection has ended, and so have its calls.
    pub(crate) fn end(&mut self) {
        self.move_to(None);
        self.calls.clear();
    }

    /// Passes a part of a call to the application.
    pub(crate) fn take(
        &mut self,
        engine: &mut dyn ServerEngine,
        by: By<'_>,
        call: &Call,
        received: &[u8],
        clock: &Clock,
    ) {
        let id = call.id;
        match call.part {
            Part::Whole => {}
            Part::Opens(_) => self.open(engine, by, call, received, clock),
            Part::Message => {
                let message = &received[call.arguments.clone()];
                let take =
                    |s: &mut dyn Stream, replies: &mut dyn Replies| s.message(message, replies);
                self.turn(engine, (id, by), clock, take);
            }
            Part::Ends => self.turn(engine, (id, by), clock, |s, replies| s.ended(replies)),
            Part::Gone => self.calls.retain(|open| open.call != id),
        }
    }

    fn open(
        &mut self,
        engine: &mut dyn ServerEngine,
        by: By<'_>,
        call: &Call,
        received: &[u8],
        clock: &Clock,
    ) {
        let id = call.id;
        let opening = Opening::default();
        let open = || caught(|| by.handler.open(call, received, &opening));
        let opened = by.during(Some(call), open);
        attach(engine, id, opening.into_metadata());
        match opened {
            Some(Ok(stream)) => {
                self.calls.push(Open {
                    call: id,
                    opened: by.blocking.map(|_| Box::new(call.clone())),
                    stream,
                    has_more: false,
                    waker: None,
                });
                let asked = matches!(call.part, Part::Opens(streams) if !streams.request);
                self.turn(engine, (id, by), clock, |s, replies| {
                    let flow = s.begun(replies);
                    // The request is complete: nothing later would add initial metadata.
                    if asked && !matches!(flow, Flow::Over(_)) {
                        replies.accept();
                    }
                    flow
                });
            }
            refused => {
                let fault = refused.and_then(Result::err);
                let fault = fault.unwrap_or(Fault::ServerFailure);
                end(engine, id, Outcome::Fault(fault), clock);
            }
        }
    }

    /// Continues the calls that have more replies and room for them. True if there were any.
    pub(crate) fn go_on(
        &mut self,
        engine: &mut dyn ServerEngine,
        by: By<'_>,
        clock: &Clock,
    ) -> bool {
        let ready = self.calls.iter().filter(|open| open.has_more);
        let ready: Vec<CallId> = ready.map(|open| open.call).collect();
        let mut went = false;
        for call in ready {
            if !is_congested(engine, call) {
                went = true;
                self.turn(engine, (call, by), clock, |s, replies| s.more(replies));
            }
        }
        went
    }

    /// One step of a stream. A stream that panics only fails its call.
    fn turn(
        &mut self,
        engine: &mut dyn ServerEngine,
        (call, by): (CallId, By<'_>),
        clock: &Clock,
        step: impl FnOnce(&mut dyn Stream, &mut dyn Replies) -> Flow,
    ) {
        // A call that the application has already ended may still receive parts.
        let Some(at) = self.calls.iter().position(|open| open.call == call) else {
            return;
        };
        let Open {
            opened,
            stream,
            has_more,
            waker,
            ..
        } = &mut self.calls[at];
        let mut writer = Writer {
            engine,
            call,
            clock,
            failed: false,
            waker,
            connection: &mut self.waker,
        };
        let step = || caught(|| step(&mut **stream, &mut writer));
        let flow = by.during(opened.as_deref(), step);
        let outcome = match flow {
            _ if writer.failed => Outcome::Fault(Fault::ServerFailure),
            None => Outcome::Fault(Fault::ServerFailure),
            Some(Flow::Over(outcome)) => outcome,
            Some(goes_on) => {
                *has_more = goes_on == Flow::More;
                return;
            }
        };
        drop(self.calls.swap_remove(at));
        end(engine, call, outcome, clock);
    }
}

impl Drop for Streams {
    /// Wakers may outlive the connection, and must not keep it alive.
    fn drop(&mut self) {
        self.move_to(None);
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(waker) = &self.waker {
            waker.disarm();
        }
    }
}

fn caught<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

fn end(engine: &mut dyn ServerEngine, call: CallId, outcome: Outcome, clock: &Clock) {
    engine.begin_reply(call);
    engine.finish_reply(outcome, clock);
}

/// Whether the client accepts no more of a call's messages for now.
fn is_congested(engine: &mut dyn ServerEngine, call: CallId) -> bool {
    engine.streams().is_some_and(|s| s.is_congested(call))
}

/// Attaches metadata to the reply; false if some of it cannot be sent.
fn attach(engine: &mut dyn ServerEngine, call: CallId, metadata: ReplyMetadata) -> bool {
    match engine.metadata() {
        Some(facet) => facet.attach(call, metadata),
        None => metadata.is_empty(),
    }
}

/// The caller of a call with several messages while it is [opened](Handler::open): keeps the metadata
/// for the reply.
#[derive(Debug, Default)]
pub struct Opening(Mutex<ReplyMetadata>);

impl Opening {
    /// The metadata for the reply.
    pub fn into_metadata(self) -> ReplyMetadata {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Caller for Opening {
    fn interest(&self) -> Interest {
        Interest::Wanted
    }

    fn attach(&self, metadata: ReplyMetadata) {
        let mut all = lock(&self.0);
        all.append(metadata);
    }
}

/// The destination of one call's replies.
struct Writer<'e> {
    engine: &'e mut dyn ServerEngine,
    call: CallId,
    clock: &'e Clock,
    /// A reply could not be marshalled: the call cannot continue.
    failed: bool,
    waker: &'e mut Option<Arc<CallWaker>>,
    connection: &'e mut LazyWaker,
}

impl Replies for Writer<'_> {
    fn send(&mut self, write: &mut dyn FnMut(&mut Buf) -> bool) {
        if self.failed {
            return;
        }
        self.engine.begin_reply(self.call);
        if write(self.engine.body()) {
            if let Some(streams) = self.engine.streams() {
                streams.finish_message(self.clock.now());
            }
        } else {
            self.failed = true;
        }
    }

    fn is_congested(&mut self) -> bool {
        is_congested(self.engine, self.call)
    }

    fn attach(&mut self, metadata: ReplyMetadata) -> bool {
        attach(self.engine, self.call, metadata)
    }

    fn accept(&mut self) {
        if let Some(streams) = self.engine.streams() {
            streams.accept(self.call);
        }
    }

    fn hold(&mut self, held: bool) {
        if let Some(streams) = self.engine.streams() {
            streams.hold(self.call, held);
        }
    }

    fn waker(&mut self) -> Waker {
        let connection = &mut *self.connection;
        let waker = self.waker.get_or_insert_with(|| {
            let connection = connection.get().clone();
            Arc::new(CallWaker::new(connection))
        });
        waker.waker()
    }
}
