//! The scripts of clients and peers: their cues, and what they can do.

use core::time::Duration;
use std::net::SocketAddr;

use manyrpc_engine::{Buf, CallError, CallHead, CallId, Closed, Instant, Misuse, WireError};

use super::caller::Core;
use super::event::Event;
use super::log::What;
use super::net::Net;
use super::rng::Rng;

/// An event for a client's script, or a peer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue<'a> {
    /// The client starts: at first, after a crash, or because it asked to
    /// [`reconnect`](Ctx::reconnect). Calls may begin at once; on a stream they wait for the
    /// connection.
    Started,
    /// The connection is established (streams only). A peer that accepts connections starts with this, once for each.
    Opened,
    /// A result. A broadcast may have many.
    Reply {
        /// The call.
        id: CallId,
        /// The marshalled results.
        body: &'a [u8],
    },
    /// A call with several messages from the server has ended.
    Ended {
        /// The call.
        id: CallId,
    },
    /// The call has ended without a result.
    Failed {
        /// The call.
        id: CallId,
        /// Why.
        error: CallError,
    },
    /// The peer broke the protocol; a stream is closed now.
    Broken(WireError),
    /// The connection is gone; follows the failures of its calls.
    Closed(Closed),
    /// The time requested with [`wake_after`](Ctx::wake_after) has passed; its token.
    Woken(u64),
}

/// A client's script. Closures `FnMut(&mut Ctx, Cue)` are scripts too.
///
/// A script survives crashes of its client: it gets a [`Cue::Started`] after each restart.
pub trait Actor {
    /// Handles an event, and may begin calls.
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>);
}

impl<F: FnMut(&mut Ctx<'_>, Cue<'_>)> Actor for F {
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>) {
        self(cx, cue);
    }
}

/// What a script can do.
pub struct Ctx<'a> {
    pub(super) net: &'a mut Net,
    pub(super) core: &'a mut Core,
}

impl Ctx<'_> {
    /// The current time.
    pub fn now(&self) -> Instant {
        self.net.now
    }

    /// The world's random numbers.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.net.rng
    }

    /// The client's own address.
    pub fn address(&self) -> SocketAddr {
        self.net.places[self.core.place as usize].address
    }

    /// Begins a call; `write` appends the marshalled arguments.
    ///
    /// # Errors
    /// Those of the engine; then there is no call, and no cue for it.
    pub fn call(
        &mut self,
        head: &CallHead<'_>,
        write: impl FnOnce(&mut Buf),
    ) -> Result<CallId, CallError> {
        let begun = self.begin(head, write);
        let (what, id, bytes) = match &begun {
            Ok((id, bytes)) => (What::Call, id.0, *bytes),
            Err(_) => (What::Refused, 0, 0),
        };
        self.core.record(self.net, what, bytes, id);
        self.core.flush(self.net);
        begun.map(|(id, _)| id)
    }

    fn begin(
        &mut self,
        head: &CallHead<'_>,
        write: impl FnOnce(&mut Buf),
    ) -> Result<(CallId, usize), CallError> {
        let (engine, calls) = self.core.parts(self.net.now);
        calls.begin(engine, head)?;
        let before = engine.body().len();
        write(engine.body());
        let bytes = engine.body().len() - before;
        let (id, kind) = calls.finish(engine)?;
        calls.sent(id, kind);
        if head.streams.reply {
            calls.expect_several(id);
        }
        Ok((id, bytes))
    }

    /// Sends a message of a call with several from the client; `write` appends its content.
    ///
    /// # Errors
    /// Those of the engine; nothing was sent.
    pub fn send(&mut self, id: CallId, write: impl FnOnce(&mut Buf)) -> Result<(), CallError> {
        let now = self.net.now;
        let engine = self.core.engine();
        engine.streams().ok_or(Misuse::STREAMS)?.begin_message(id)?;
        write(engine.body());
        engine
            .streams()
            .ok_or(Misuse::STREAMS)?
            .finish_message(now)?;
        self.core.flush(self.net);
        Ok(())
    }

    /// The client sends no more messages.
    pub fn end_messages(&mut self, id: CallId) {
        let now = self.net.now;
        if let Some(streams) = self.core.engine().streams() {
            streams.end_messages(id, now);
        }
        self.core.flush(self.net);
    }

    /// Whether the server accepts no more of a call's messages for now.
    pub fn is_congested(&mut self, id: CallId) -> bool {
        let streams = self.core.engine().streams();
        streams.is_some_and(|s| s.is_congested(id))
    }

    /// Abandons a call: there will be no cue for it.
    pub fn cancel(&mut self, id: CallId) {
        self.core.calls.forget(id);
        self.core.engine().cancel(id);
        self.core.record(self.net, What::Cancelled, 0, id.0);
        self.core.flush(self.net);
    }

    /// Asks the server to cancel a call. False, without any effect, if the protocol has no such
    /// request.
    pub fn request_cancel(&mut self, id: CallId) -> bool {
        let remote = self.core.engine().remote_cancel();
        let asked = remote.is_some_and(|r| r.request_cancel(id, self.net.now));
        self.core.flush(self.net);
        asked
    }

    /// The server keeps `things` items of state for the client between its calls
    /// ([`Liveness`](manyrpc_engine::contract::Liveness)).
    pub fn keep_alive(&mut self, things: usize) {
        if let Some(liveness) = self.core.engine().liveness() {
            liveness.keep_alive(things, self.net.now);
        }
        self.core.flush(self.net);
    }

    /// Requests a [`Cue::Woken`] with this token. The request survives a crash, but a client that
    /// is down misses the cue.
    pub fn wake_after(&mut self, d: Duration, token: u64) {
        let place = self.core.place;
        self.net
            .queue
            .push(self.net.now + d, Event::Woken { place, token });
    }

    /// Starts again with a new engine and, on a stream, a new connection, once this cue was
    /// handled. Calls in flight are dropped without a cue.
    pub fn reconnect(&mut self) {
        self.core.restart = true;
    }

    /// Ends the run of the whole world after this event.
    pub fn stop(&mut self) {
        self.net.stopped = true;
    }

    /// Writes a note to the log.
    pub fn note(&mut self, word: u64) {
        self.core.record(self.net, What::Note, 0, word);
    }
}
