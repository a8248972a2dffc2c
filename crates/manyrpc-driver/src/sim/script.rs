//! The scripts of clients: what they are told, and what they can do.

use core::time::Duration;
use std::net::SocketAddr;

use manyrpc_engine::{Buf, CallError, CallHead, CallId, Closed, Instant, Misuse, WireError};

use super::caller::Core;
use super::event::Event;
use super::log::{Record, What};
use super::net::Net;
use super::rng::Rng;

/// What a client's script is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue<'a> {
    /// The client starts: at first, after a crash, or because it asked to
    /// [`reconnect`](Ctx::reconnect). Calls may begin at once; on a stream they wait for the connection.
    Started,
    /// The connection is there (streams only).
    Opened,
    /// A result. A broadcast call may have many.
    Reply {
        /// Which call.
        id: CallId,
        /// The marshalled results.
        body: &'a [u8],
    },
    /// A call with several messages from the server is over.
    Ended {
        /// Which call.
        id: CallId,
    },
    /// The call is over without a result.
    Failed {
        /// Which call.
        id: CallId,
        /// Why.
        error: CallError,
    },
    /// The peer broke the protocol; a stream is closed now.
    Broken(WireError),
    /// The connection is gone; comes after the failures of its calls.
    Closed(Closed),
    /// The time is over that [`wake_after`](Ctx::wake_after) asked for, with its token.
    Woken(u64),
}

/// A client's script. Closures `FnMut(&mut Ctx, Cue)` are scripts too.
///
/// A script outlives crashes of its client: the [`Cue::Started`] of the next life goes to the same one.
pub trait Actor {
    /// Something happened: look, and perhaps begin the next call.
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
    /// The time.
    pub fn now(&self) -> Instant {
        self.net.now
    }

    /// The world's randomness.
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
    /// What the engine says; then there is no call, and no cue will name one.
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
        self.net
            .record(what, self.core.place, Record::NOBODY, bytes, id);
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

    /// Sends one of the messages of a call with several from the client; `write` appends what is in
    /// it.
    ///
    /// # Errors
    /// What the engine says; nothing was sent.
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

    /// No more messages come from the client.
    pub fn end_messages(&mut self, id: CallId) {
        let now = self.net.now;
        if let Some(streams) = self.core.engine().streams() {
            streams.end_messages(id, now);
        }
        self.core.flush(self.net);
    }

    /// Whether the server takes no more of a call's messages for now.
    pub fn is_congested(&mut self, id: CallId) -> bool {
        let streams = self.core.engine().streams();
        streams.is_some_and(|s| s.is_congested(id))
    }

    /// Gives a call up: no cue will name it.
    pub fn cancel(&mut self, id: CallId) {
        self.core.calls.forget(id);
        self.core.engine().cancel(id);
        self.net
            .record(What::Cancelled, self.core.place, Record::NOBODY, 0, id.0);
        self.core.flush(self.net);
    }

    /// Asks the server to end a call. False where the protocol has no such request: then nothing
    /// was done.
    pub fn request_cancel(&mut self, id: CallId) -> bool {
        let remote = self.core.engine().remote_cancel();
        let asked = remote.is_some_and(|r| r.request_cancel(id, self.net.now));
        self.core.flush(self.net);
        asked
    }

    /// The server keeps so many things for the client between its calls
    /// ([`Liveness`](manyrpc_engine::contract::Liveness)).
    pub fn keep_alive(&mut self, things: usize) {
        if let Some(liveness) = self.core.engine().liveness() {
            liveness.keep_alive(things, self.net.now);
        }
        self.core.flush(self.net);
    }

    /// Asks for a [`Cue::Woken`] with this token. A crash does not forget it, but a client that is down
    /// then misses it.
    pub fn wake_after(&mut self, d: Duration, token: u64) {
        let client = self.core.index;
        self.net
            .queue
            .push(self.net.now + d, Event::Woken { client, token });
    }

    /// Starts again with a new engine, and on a stream with a new connection, once this cue is dealt
    /// with. Calls in flight are forgotten without a cue.
    pub fn reconnect(&mut self) {
        self.core.restart = true;
    }

    /// Ends the run of the whole world after this event.
    pub fn stop(&mut self) {
        self.net.stopped = true;
    }

    /// Writes a word of the script's own to the log.
    pub fn note(&mut self, word: u64) {
        self.net
            .record(What::Note, self.core.place, Record::NOBODY, 0, word);
    }
}
