//! A client process: an engine, its socket or connection, and the script that calls.

use core::time::Duration;
use std::net::SocketAddr;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, ClientEngine, Clock, Closed, Instant, WireError,
};

use super::conn::{ConnId, Read, Side};
use super::log::{Record, What};
use super::net::{Net, Port};
use super::queue::Event;
use super::rng::Rng;
use super::world::Transport;
use crate::calls::{CallEvent, Calls};

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
    net: &'a mut Net,
    core: &'a mut Core,
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
        engine.begin_message(id)?;
        write(engine.body());
        engine.finish_message(now)?;
        self.core.flush(self.net);
        Ok(())
    }

    /// No more messages come from the client.
    pub fn end_messages(&mut self, id: CallId) {
        let now = self.net.now;
        self.core.engine().end_messages(id, now);
        self.core.flush(self.net);
    }

    /// Whether the server takes no more of a call's messages for now.
    pub fn is_congested(&mut self, id: CallId) -> bool {
        self.core.engine().is_congested(id)
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
        let asked = self.core.engine().request_cancel(id, self.net.now);
        self.core.flush(self.net);
        asked
    }

    /// The server keeps so many things for the client between its calls
    /// ([`ClientEngine::keep_alive`]).
    pub fn keep_alive(&mut self, things: usize) {
        self.core.engine().keep_alive(things, self.net.now);
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

/// Makes an engine, at the start of each life; the argument is a fresh random number of the world's.
pub type ClientFactory = Box<dyn FnMut(u64) -> Box<dyn ClientEngine>>;

pub(super) struct Client {
    core: Core,
    /// The reply that the script is told of: it may begin a call with it in its hands.
    body: Vec<u8>,
    actor: Box<dyn Actor>,
    factory: ClientFactory,
}

struct Core {
    index: u32,
    place: u32,
    transport: Transport,
    to: SocketAddr,
    port: Port,
    /// `None` while the process is down.
    engine: Option<Box<dyn ClientEngine>>,
    calls: Calls,
    life: u32,
    /// When the engine will be woken, if it is planned.
    armed: Option<Instant>,
    restart: bool,
}

impl Core {
    fn engine(&mut self) -> &mut dyn ClientEngine {
        up(&mut self.engine)
    }

    /// Engine and calls, at this time.
    fn parts(&mut self, now: Instant) -> (&mut dyn ClientEngine, &mut Calls) {
        self.calls.clock = Clock::at(now);
        (up(&mut self.engine), &mut self.calls)
    }

    /// Sends what is due.
    fn flush(&mut self, net: &mut Net) {
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        while let Some(t) = engine.poll_transmit() {
            let Some(n) = net.send(self.port, t.to, t.bytes) else {
                break;
            };
            engine.sent(n);
        }
    }
}

impl Client {
    pub(super) fn new(
        index: u32,
        place: u32,
        transport: Transport,
        to: SocketAddr,
        factory: ClientFactory,
        actor: Box<dyn Actor>,
    ) -> Self {
        let core = Core {
            index,
            place,
            transport,
            to,
            port: Port::None,
            engine: None,
            calls: no_calls(),
            life: 0,
            armed: None,
            restart: false,
        };
        Client {
            core,
            body: Vec::new(),
            actor,
            factory,
        }
    }

    pub(super) fn start_if_up(&mut self, net: &mut Net) {
        let place = self.core.place;
        if !net.places[place as usize].up {
            return;
        }
        self.hang_up(net);
        self.core.life += 1;
        self.core.armed = None;
        self.core.restart = false;
        self.core.engine = Some((self.factory)(net.rng.next_u64()));
        self.core.calls = no_calls();
        self.core.port = match self.core.transport {
            Transport::Datagram => Port::Datagram(place),
            Transport::Stream => Port::Stream(net.connect(place, self.core.to), Side::Client),
        };
        self.cue(net, Cue::Started);
        self.pump(net);
    }

    /// Closes the connection, if there is one.
    fn hang_up(&mut self, net: &mut Net) {
        if let Port::Stream(conn, side) = self.core.port {
            net.close(conn, side);
        }
        self.core.port = Port::None;
    }

    pub(super) fn crash(&mut self, net: &mut Net) {
        if let Port::Stream(conn, side) = self.core.port {
            net.abort(conn, side);
        }
        self.core.port = Port::None;
        self.core.engine = None;
        self.core.life += 1;
    }

    pub(super) fn opened(&mut self, net: &mut Net) {
        self.core.flush(net);
        self.cue(net, Cue::Opened);
        self.pump(net);
    }

    pub(super) fn woken(&mut self, net: &mut Net, token: u64) {
        if self.core.engine.is_some() {
            self.cue(net, Cue::Woken(token));
            self.pump(net);
        }
    }

    pub(super) fn timer(&mut self, net: &mut Net, life: u32) {
        if life != self.core.life || self.core.armed != Some(net.now) {
            return;
        }
        self.core.armed = None;
        let now = net.now;
        let engine = self.core.engine();
        if engine.next_timeout().is_some_and(|t| t <= now) {
            engine.handle_timeout(now);
            net.record(What::Timer, self.core.place, Record::NOBODY, 0, 0);
        }
        self.pump(net);
    }

    /// Lets the engine and the script work until nothing is left to do now.
    pub(super) fn pump(&mut self, net: &mut Net) {
        if self.core.engine.is_none() {
            return;
        }
        self.events(net);
        while self.refill(net) {
            self.events(net);
        }
        self.arm(net);
        if std::mem::take(&mut self.core.restart) {
            let client = self.core.index;
            net.queue.push(net.now, Event::Start { client });
        }
    }

    fn events(&mut self, net: &mut Net) {
        while self.event(net) {}
    }

    /// Tells the script of the next event, if there is one.
    fn event(&mut self, net: &mut Net) -> bool {
        let was_broken = self.core.calls.broken();
        let (engine, calls) = self.core.parts(net.now);
        let event = calls.poll_any(engine);
        self.core.flush(net);
        self.check_events(net);
        match (event, self.core.calls.broken()) {
            (Some((id, event)), _) => self.tell(net, id, event),
            (None, Some(error)) if was_broken.is_none() => self.tell_broken(net, error),
            _ => return false,
        }
        true
    }

    fn tell(&mut self, net: &mut Net, id: CallId, event: CallEvent) {
        let (what, bytes) = match &event {
            CallEvent::Reply { body, .. } => (What::Reply, body.len()),
            CallEvent::Ended => (What::Ended, 0),
            CallEvent::Failed(_) => (What::Failed, 0),
        };
        net.record(what, self.core.place, Record::NOBODY, bytes, id.0);
        match event {
            CallEvent::Reply { body, encoding } => {
                let reply = self.core.calls.lend(body, encoding);
                self.body.clear();
                self.body.extend_from_slice(reply.body);
                let Client {
                    core, body, actor, ..
                } = self;
                actor.cue(&mut Ctx { net, core }, Cue::Reply { id, body });
            }
            CallEvent::Ended => self.cue(net, Cue::Ended { id }),
            CallEvent::Failed(error) => self.cue(net, Cue::Failed { id, error }),
        }
    }

    fn tell_broken(&mut self, net: &mut Net, error: WireError) {
        self.check_in_flight(net, "outlives its broken connection");
        net.record(What::Broken, self.core.place, Record::NOBODY, 0, 0);
        self.hang_up_if_stream(net);
        self.cue(net, Cue::Broken(error));
    }

    fn hang_up_if_stream(&mut self, net: &mut Net) {
        if self.core.transport == Transport::Stream {
            self.hang_up(net);
        }
    }

    fn cue(&mut self, net: &mut Net, cue: Cue<'_>) {
        let Client { core, actor, .. } = self;
        actor.cue(&mut Ctx { net, core }, cue);
    }

    /// Receives more. Whether there was more.
    fn refill(&mut self, net: &mut Net) -> bool {
        match self.core.port {
            Port::Datagram(place) => net.receive(place, &mut self.core.calls.rx),
            Port::Stream(conn, side) => match net.read(conn, side, &mut self.core.calls.rx.buf) {
                Read::Nothing => false,
                Read::Bytes => true,
                Read::End => {
                    self.events(net);
                    net.mark_closed(conn, side);
                    self.closed(net, Closed::ByPeer);
                    false
                }
            },
            Port::None => false,
        }
    }

    /// The connection was reset.
    pub(super) fn reset(&mut self, net: &mut Net, conn: ConnId, how: Closed) {
        if self.core.port == Port::Stream(conn, Side::Client) {
            self.closed(net, how);
            self.pump(net);
        }
    }

    fn closed(&mut self, net: &mut Net, how: Closed) {
        self.core.port = Port::None;
        let (engine, calls) = self.core.parts(net.now);
        calls.close(engine, how);
        // All that it takes along has failed before the script may begin another.
        calls.keep_all(engine);
        self.check_events(net);
        self.check_in_flight(net, "outlives its connection");
        self.events(net);
        self.cue(net, Cue::Closed(how));
    }

    fn arm(&mut self, net: &mut Net) {
        let Some(due) = self.core.engine().next_timeout() else {
            return;
        };
        let due = due.max(net.now);
        if self.core.armed.is_none_or(|armed| due < armed) {
            self.core.armed = Some(due);
            let (client, life) = (self.core.index, self.core.life);
            net.queue.push(due, Event::ClientTimer { client, life });
        }
    }

    /// The world has come to rest.
    ///
    /// # Panics
    /// A call is left whose end nobody will hear of.
    pub(super) fn check_rest(&self, net: &Net) {
        if self.core.engine.is_some() {
            self.check_in_flight(net, "will never end: nothing is planned any more");
        }
    }

    /// # Panics
    /// A call is in flight.
    fn check_in_flight(&self, net: &Net, why: &str) {
        if let Some(id) = self.core.calls.any_in_flight() {
            self.accuse(net, &format!("call {} {why}", id.0));
        }
    }

    /// # Panics
    /// The engine has said something of a call that is over or never was.
    fn check_events(&self, net: &Net) {
        if self.core.calls.strays() > 0 {
            self.accuse(net, "an event names a call that is not in flight");
        }
    }

    fn accuse(&self, net: &Net, what: &str) {
        let address = net.places[self.core.place as usize].address;
        panic!("the engine of the client at {address} has a defect: {what}");
    }
}

fn up(engine: &mut Option<Box<dyn ClientEngine>>) -> &mut dyn ClientEngine {
    let engine = engine.as_deref_mut();
    engine.expect("a client is cued only while it is up")
}

/// What a client has at the start of each life. The clock is set whenever the engine is asked.
fn no_calls() -> Calls {
    Calls::new(Clock::at(Instant::ZERO))
}
