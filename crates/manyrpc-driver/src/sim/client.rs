//! A client process: an engine, its socket or connection, and the script that calls.

use core::time::Duration;
use std::net::SocketAddr;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, ClientEngine, ClientEvent, Clock, Closed, Instant, Misuse,
    Rx, WireError,
};

use super::conn::{ConnId, Read, Side};
use super::log::{Record, What};
use super::net::{Net, Port};
use super::queue::Event;
use super::rng::Rng;
use super::world::Transport;

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
        let now = self.net.now;
        let engine = self.core.engine();
        let id = engine.begin_call(head)?;
        let before = engine.body().len();
        write(engine.body());
        let bytes = engine.body().len() - before;
        engine.finish_call(now)?;
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

/// Makes an engine, at the start of each life; the argument is a fresh random number of the world's.
pub type ClientFactory = Box<dyn FnMut(u64) -> Box<dyn ClientEngine>>;

pub(super) struct Client {
    core: Core,
    rx: Rx,
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
    life: u32,
    /// When the engine will be woken, if it is planned.
    armed: Option<Instant>,
    restart: bool,
}

impl Core {
    fn engine(&mut self) -> &mut dyn ClientEngine {
        let engine = self.engine.as_deref_mut();
        engine.expect("a client is cued only while it is up")
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
            life: 0,
            armed: None,
            restart: false,
        };
        Client {
            core,
            rx: Rx::default(),
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
        self.rx.buf.clear();
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
        loop {
            let now = net.now;
            let event = self.core.engine().next_event(&mut self.rx, &Clock::at(now));
            self.core.flush(net);
            let Some(event) = event else { break };
            self.tell(net, event);
        }
    }

    fn tell(&mut self, net: &mut Net, event: ClientEvent) {
        let place = self.core.place;
        let record = |net: &mut Net, what, bytes, id| {
            net.record(what, place, Record::NOBODY, bytes, id);
        };
        match event {
            ClientEvent::Reply { id, body, .. } => {
                record(net, What::Reply, body.len(), id.0);
                let Client {
                    core, rx, actor, ..
                } = self;
                let body = &rx.buf.data()[body];
                actor.cue(&mut Ctx { net, core }, Cue::Reply { id, body });
            }
            ClientEvent::Ended { id } => {
                record(net, What::Ended, 0, id.0);
                self.cue(net, Cue::Ended { id });
            }
            ClientEvent::Failed { id, error } => {
                record(net, What::Failed, 0, id.0);
                self.cue(net, Cue::Failed { id, error });
            }
            ClientEvent::Broken(error) => {
                record(net, What::Broken, 0, 0);
                self.hang_up_if_stream(net);
                self.cue(net, Cue::Broken(error));
            }
        }
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
            Port::Datagram(place) => net.receive(place, &mut self.rx),
            Port::Stream(conn, side) => match net.read(conn, side, &mut self.rx.buf) {
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
        self.core.engine().handle_closed(how);
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
}
